"""A store that keeps finished points in a folder, the same as that of ``denoc sweep``, the command."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path

from .. import _denoc
from . import parts
from .columns import Columns
from .outcome import Floats, Outcome
from .store import Store


class Folder(Store):
    """A folder that belongs to one sweep and, until it is closed, to one process. What it holds is taken over."""

    def __init__(
        self,
        path: Path,
        manifest: Mapping[str, object],
        parameters: Mapping[str, Floats],
        rows: int,
        known: Iterable[str],
        units: Mapping[str, str],
    ) -> None:
        super().__init__(parameters, rows, known)
        self.path = path
        self.units = dict(units)
        self._folder = _denoc.SweepFolder(str(path), json.dumps(manifest), rows)
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
        # metrics of functions may appear late: rows with the same ones go together; one that failed goes with any
        groups: dict[tuple[str, ...], list[Outcome]] = {}
        for outcome in outcomes:
            self._names = tuple(outcome.metrics) or self._names
            groups.setdefault(self._names, []).append(outcome)
        for names, some in groups.items():
            self._folder.append(list(names), [self._row(outcome, names) for outcome in some])

    def finish(self) -> None:
        self._folder.write_results()
        if find_spec("pyarrow") is not None:
            columns = self.columns()
            here = {name: values[columns.points] for name, values in self.parameters.items()}
            parts.write(self.path / "results.parquet", parts.table(columns, here, self.units))

    def close(self) -> None:
        self._folder.close()

    def _row(self, outcome: Outcome, names: tuple[str, ...]) -> tuple[int, list[float], list[float], str | None]:
        point = [float(values[outcome.point]) for values in self.parameters.values()]
        return outcome.point, point, [outcome.metrics.get(name, math.nan) for name in names], outcome.error


def read(path: Path) -> tuple[dict[str, object], dict[str, Floats], Columns, dict[str, str]]:
    """Manifest, parameters, finished points and units of the sweep in a folder; nothing is changed."""
    text, metrics, found = _denoc.sweep_read(str(path))
    manifest = json.loads(text)
    names = [name for name, _ in metrics]
    outcomes = [
        Outcome(point, dict(zip(names, values)) if error is None else {}, error) for point, _, values, error in found
    ]
    columns = Columns.of(outcomes, names)
    parameters = parts.columns([row[1] for row in found], [entry["name"] for entry in manifest["parameters"]])
    units = {entry["name"]: entry["unit"] for entry in manifest["parameters"]} | dict(metrics)
    return manifest, parameters, columns, {name: unit for name, unit in units.items() if unit}
