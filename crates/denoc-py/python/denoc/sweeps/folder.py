"""A store that saves finished points in a folder, in the format of the command ``denoc sweep``."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from .. import _denoc
from . import tables
from .columns import Columns
from .outcome import Floats, Outcome
from .store import Store


class Folder(Store):
    """The folder of one sweep, locked by one process until it is closed. Points that it already contains are reused."""

    def __init__(
        self,
        path: Path,
        manifest: _denoc.SweepManifest,
        parameters: Mapping[str, Floats],
        rows: int,
        known: Iterable[str],
        units: Mapping[str, str],
    ) -> None:
        super().__init__(parameters, rows, known)
        self.path: Path = path
        self.units: dict[str, str] = dict(units)
        self._folder = _denoc.SweepFolder(str(path), manifest, rows)
        try:
            names, found = self._folder.finished()
            self._names = tuple(names)
            for point, _, metrics, error in found:
                values = {} if error is not None else dict(zip(names, metrics))
                self.gather(point // rows, [Outcome(point, values, error)])
        except BaseException:
            self._folder.close()
            raise

    def keep(self, part: int, outcomes: list[Outcome]) -> None:
        # functions may add metrics late: rows with the same metrics are written together, failed ones with any
        groups: dict[tuple[str, ...], list[Outcome]] = {}
        for outcome in outcomes:
            self._names = tuple(outcome.metrics) or self._names
            groups.setdefault(self._names, []).append(outcome)
        for names, group in groups.items():
            self._folder.append(list(names), [self._row(outcome, names) for outcome in group])

    def finish(self) -> None:
        self._folder.write_results()
        if find_spec("pyarrow") is not None:
            columns = self.columns()
            parameters = {name: values[columns.points] for name, values in self.parameters.items()}
            tables.write(self.path / "results.parquet", tables.table(columns, parameters, self.units))

    def close(self) -> None:
        self._folder.close()

    def _row(self, outcome: Outcome, names: tuple[str, ...]) -> tuple[int, list[float], list[float], str | None]:
        point = [float(values[outcome.point]) for values in self.parameters.values()]
        return outcome.point, point, [outcome.metrics.get(name, math.nan) for name in names], outcome.error


class Content(NamedTuple):
    """What the folder of a sweep contains."""

    parameters: dict[str, Floats]
    """Parameters of the finished points by name, in SI units."""
    columns: Columns
    """The finished points."""
    total: int
    """Number of points of the complete sweep."""
    units: dict[str, str]
    """SI units by column, where known."""


def read(path: Path) -> Content:
    """Reads the folder of a sweep without changing it."""
    manifest, metrics, rows = _denoc.read_sweep(str(path))
    names = [metric.name for metric in metrics]
    outcomes = [
        Outcome(point, dict(zip(names, values)) if error is None else {}, error) for point, _, values, error in rows
    ]
    parameters = tables.columns([row[1] for row in rows], [parameter.name for parameter in manifest.parameters])
    units = {column.name: column.unit for column in [*manifest.parameters, *metrics] if column.unit}
    return Content(parameters, Columns.of(outcomes, names), manifest.point_count, units)
