"""Differences between results of runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple


class ColumnDifference(NamedTuple):
    """How a column differs between two runs.

    >>> import denoc
    >>> fall, again = (denoc.load("one_r").simulate(0.1) for _ in range(2))
    >>> max(column.max_abs for column in denoc.diff(fall, again).columns)
    0.0
    """

    name: str
    """Name of the column, such as ``"q[elbow]"``."""
    unit: str
    """SI unit."""
    max_abs: float
    """The largest absolute difference, in ``unit``."""
    max_rel: float
    """The same, relative to the largest absolute value of the column in both runs."""
    at: float | None
    """The time of the largest difference, s, or the number of the row if there are no times; None without a difference."""
    not_finite: int
    """Rows in which one run has a number and the other none, or an infinite one."""
    equal: bool
    """Whether the column is equal within the tolerance."""


class InputDifference(NamedTuple):
    """A difference between the inputs of two run folders.

    >>> from denoc.results import InputDifference
    >>> InputDifference("scenario.simulate.duration", 1.0, 2.0).key
    'scenario.simulate.duration'
    """

    key: str
    """What differs: ``"program"``, ``"model"``, a file or a key of the scenario."""
    a: Any
    """The value in the first run; None if it has none."""
    b: Any
    """The value in the second run."""


@dataclass(frozen=True, slots=True, eq=False)
class Diff:
    """Differences between the results of two runs, from :func:`denoc.diff`. ``print`` gives a summary.

    >>> import denoc
    >>> slow, fast = (denoc.load("one_r").simulate(0.1, v={"joint1": v}) for v in (1.0, 2.0))
    >>> found = denoc.diff(slow, fast)
    >>> found.equal, found.grid
    (False, 'all 1001 rows with equal times are compared')
    """

    equal: bool
    """Whether all columns of both exist in the other one, cover the same time and are equal within the tolerance."""
    columns: list[ColumnDifference]
    """The columns of both, those that differ most first."""
    inputs: list[InputDifference] | None
    """Differences between the inputs, which do not count; None unless both are run folders."""
    tolerance: float
    """The relative tolerance."""
    absolute: float
    """The absolute tolerance."""
    grid: str
    """Which rows were compared, and what was interpolated."""
    only_in_a: list[str]
    """Columns that the second run lacks."""
    only_in_b: list[str]
    """Columns that the first run lacks."""
    others: list[str]
    """Differences of lengths and units, in sentences."""
    summary: str
    """The outcome in a sentence."""

    def __str__(self) -> str:
        return self.summary
