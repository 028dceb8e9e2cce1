"""Results of an earlier sweep."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from .. import _denoc
from ..errors import InputError
from . import command_line, manifest
from .axes import Design
from .folder import Folder
from .result import SweepResult


def read(folder: str | Path) -> SweepResult:
    """The results in the folder `out` of a sweep, or in the folder of the command ``denoc sweep``.

    For an unfinished sweep, returns the finished points.
    """
    path = Path(folder)
    found = manifest.read(path)
    if found is None:
        raise InputError(f"{path}: there is no {manifest.NAME}: this is not the folder of a sweep")
    if not manifest.is_own(found):
        return command_line.read(path, found)
    design = Design(found["parameters"], **found["design"])
    points = np.asarray(_denoc.sweep_points(json.dumps(design.as_table())))
    columns = dict(zip(design.axes, np.ascontiguousarray(points.T)))
    store = Folder.read(path, columns, int(found["part_rows"]), found["metrics"] or ())
    rows = store.columns()
    parameters = {name: values[rows.points] for name, values in columns.items()}
    return SweepResult(parameters, rows, len(points), found.get("units", {}))
