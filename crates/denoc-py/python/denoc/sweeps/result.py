"""The result table of a sweep."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .._denoc import _did_you_mean
from ..errors import InputError
from ..extras import needs
from . import tables
from .columns import Columns
from .outcome import Floats

if TYPE_CHECKING:
    from pandas import DataFrame
    from polars import DataFrame as PolarsFrame
    from pyarrow import Table


class SweepResult:
    """Results of a sweep: one row per point with its index, parameters, metrics, and error if it failed.

    >>> import denoc
    >>> table = denoc.sweep(lambda x: {"root": x**0.5}, {"x": [1, 4, 9]}, workers=1)
    >>> table["root"].tolist()
    [1.0, 2.0, 3.0]
    >>> table
    3 of 3 points; parameters: x; metrics: root; failed: 0
    """

    units: dict[str, str]
    """SI units by column, where known (simulations)."""
    total: int
    """Number of points of the complete sweep."""

    def __init__(
        self, parameters: dict[str, Floats], columns: Columns, total: int, units: Mapping[str, str]
    ) -> None:
        self._parameters = parameters
        self._columns = columns
        self.units = dict(units)
        self.total = total

    @property
    def parameters(self) -> list[str]:
        """Names of the parameters."""
        return list(self._parameters)

    @property
    def metrics(self) -> list[str]:
        """Names of the metrics."""
        return list(self._columns.metrics)

    @property
    def columns(self) -> list[str]:
        """Names of all columns."""
        return ["point", *self.parameters, *self.metrics, "error"]

    @property
    def complete(self) -> bool:
        """Whether the result contains every point of the sweep, including failed ones."""
        return len(self) == self.total

    @property
    def failed(self) -> SweepResult:
        """The rows with an error."""
        rows = np.flatnonzero([error is not None for error in self._columns.errors])
        columns = Columns(
            self._columns.points[rows],
            {name: values[rows] for name, values in self._columns.metrics.items()},
            [self._columns.errors[row] for row in rows],
        )
        parameters = {name: values[rows] for name, values in self._parameters.items()}
        return SweepResult(parameters, columns, self.total, self.units)

    def __len__(self) -> int:
        return len(self._columns.points)

    def __getitem__(self, column: str) -> NDArray[Any]:
        """A column as an array, in SI units; errors are strings or None."""
        if column == "point":
            return self._columns.points
        if column == "error":
            return np.array(self._columns.errors, dtype=object)
        for columns in (self._parameters, self._columns.metrics):
            if column in columns:
                return columns[column]
        near = _did_you_mean(column, list(self.columns))
        raise InputError(f"the sweep has no column {column!r}: {near}it has {', '.join(self.columns)}")

    def __repr__(self) -> str:
        return (
            f"{len(self)} of {self.total} points; parameters: {', '.join(self.parameters)}; "
            f"metrics: {', '.join(self.metrics)}; failed: {len(self) - self._columns.errors.count(None)}"
        )

    def to_arrow(self) -> Table:
        """An Arrow table; units are in the field metadata."""
        table: Table = tables.table(self._columns, self._parameters, self.units)
        return table

    def to_pandas(self) -> DataFrame:
        """A pandas data frame."""
        table: DataFrame = needs("pandas", "pandas").DataFrame({name: self[name] for name in self.columns})
        return table

    def to_polars(self) -> PolarsFrame:
        """A Polars data frame."""
        polars = needs("polars", "polars")
        numbers = {name: self[name] for name in self.columns if name != "error"}
        errors = polars.Series(self._columns.errors, dtype=polars.String)
        table: PolarsFrame = polars.DataFrame({**numbers, "error": errors})
        return table
