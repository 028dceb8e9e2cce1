"""Results of an earlier sweep."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from .folder import read as read_folder
from .result import SweepResult


def read(folder: str | Path) -> SweepResult:
    """The results in the folder `out` of a sweep, or in that of ``denoc sweep``, the command: they are the same.

    A sweep that is not finished gives the points that are.
    """
    manifest, parameters, columns, units = read_folder(Path(folder))
    points = cast(dict[str, Any], manifest["points"])
    return SweepResult(parameters, columns, int(points["count"]), units)
