"""Differences between results of runs."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from . import _denoc
from .trajectory import Trajectory

if TYPE_CHECKING:
    from .results import Diff


def diff(
    a: Trajectory | str | os.PathLike[str],
    b: Trajectory | str | os.PathLike[str],
    *,
    tolerance: float = 1e-6,
    absolute: float = 1e-12,
    columns: Sequence[str] = (),
) -> Diff:
    """Compares the results of two runs: trajectories, run folders, or CSV or npz files; as ``denoc diff``, the command.

    A column is equal if its largest difference is at most ``tolerance`` times the largest absolute value of the column in both runs,
    plus ``absolute``. Runs are compared at equal times if they share at least half of the times of the coarser one; otherwise the
    finer one is interpolated linearly. ``columns`` selects columns by name, with ``*`` for any characters.

    >>> import denoc
    >>> fine, coarse = (denoc.load("two_r").simulate(1.0, tolerance=tolerance) for tolerance in (1e-10, 1e-6))
    >>> denoc.diff(fine, coarse, tolerance=1e-3, columns=["q[*]", "v[*]"]).equal
    True
    """
    return _denoc._diff(_source(a), _source(b), tolerance, absolute, [columns] if isinstance(columns, str) else list(columns))


def _source(results: Trajectory | str | os.PathLike[str]) -> Path | tuple[str, list[tuple[str, str]], _denoc._Array]:
    if isinstance(results, Trajectory):
        return results.name, [(name, unit) for name, unit in results._columns], results._numbers
    return Path(results)
