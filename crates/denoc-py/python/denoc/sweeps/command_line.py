"""Results of `denoc sweep`, the command."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import InputError
from .columns import Columns
from .result import SweepResult


def is_own(manifest: Mapping[str, Any]) -> bool:
    """Whether a manifest was written by the command."""
    scenario = manifest.get("scenario")
    return "model_sum" in manifest and isinstance(scenario, dict) and "sweep" in scenario


def read(folder: Path, manifest: Mapping[str, Any]) -> SweepResult:
    """The results of a finished sweep, or the available parts of an unfinished one."""
    whole = folder / "results.csv"
    files = [whole] if whole.exists() else sorted((folder / "parts").glob("part-*.csv"))
    sweep = manifest["scenario"]["sweep"]
    parameters = [axis["path"] for axis in sweep["parameter"]]
    metrics = sorted(sweep["metrics"])
    units: dict[str, str] = {}
    rows: dict[int, tuple[list[float], str]] = {}
    for file in files:
        try:
            units, some = _rows(file, [*parameters, *metrics])
        except (ValueError, IndexError) as error:
            raise InputError(
                f"{file}: this is not what the command wrote ({error}): pandas.read_csv({str(file)!r}) may read it"
            ) from error
        rows.update(some)
    ordered = [row for _, row in sorted(rows.items())]
    numbers = np.array([row[0] for row in ordered], dtype=np.float64).reshape(-1, len(parameters) + len(metrics))
    values = np.ascontiguousarray(numbers.T)
    columns = Columns(
        np.array(sorted(rows), dtype=np.int64),
        dict(zip(metrics, values[len(parameters) :])),
        [row[1] or None for row in ordered],
    )
    return SweepResult(dict(zip(parameters, values)), columns, int(manifest["points"]), units)


def _rows(file: Path, names: list[str]) -> tuple[dict[str, str], dict[int, tuple[list[float], str]]]:
    """Units by column, and values and error by point. An incomplete last line is ignored."""
    lines = file.read_text(encoding="utf-8").split("\n")[:-1]
    head, *rows = csv.reader(lines)
    units = {}
    for name, word in zip(names, head[1:-1], strict=True):
        if word != name:
            if not word.startswith(f"{name} ["):
                raise ValueError(f"the column {word!r} should be {name!r}")
            units[name] = word[len(name) + 2 : -1]
    return units, {int(row[0]): ([float(x) for x in row[1 : len(names) + 1]], row[len(names) + 1]) for row in rows}
