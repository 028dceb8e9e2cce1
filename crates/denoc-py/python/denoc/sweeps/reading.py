"""Reads the results of an earlier sweep."""

from __future__ import annotations

from pathlib import Path

from .folder import read as read_folder
from .result import SweepResult


def read(folder: str | Path) -> SweepResult:
    """Reads the results of a sweep from its folder, written by `denoc.sweep` with ``out=`` or by the command ``denoc sweep``.

    The result of an unfinished sweep contains the finished points.

    >>> import denoc, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = denoc.sweep(lambda x: x**2, {"x": [1, 2, 3]}, workers=1, out=folder)
    ...     table = denoc.sweeps.read(folder)
    >>> table["value"].tolist(), table.complete
    ([1.0, 4.0, 9.0], True)
    """
    content = read_folder(Path(folder))
    return SweepResult(content.parameters, content.columns, content.total, content.units)
