"""Rows of a sweep as columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .outcome import Floats, Outcome


@dataclass
class Columns:
    """Finished points in order."""

    points: NDArray[np.int64]
    """Indices of the points."""
    metrics: dict[str, Floats]
    """Metrics by name, in SI units; NaN if missing."""
    errors: list[str | None]
    """Error messages of failed points, otherwise None."""

    @classmethod
    def of(cls, outcomes: Iterable[Outcome], known: Sequence[str]) -> Columns:
        """Sorts outcomes by point. Metrics come in the order of ``known``, then as they appear."""
        rows = sorted(outcomes)
        names = union(known, *(row.metrics for row in rows))
        metrics = {name: np.array([row.metrics.get(name, np.nan) for row in rows], dtype=np.float64) for name in names}
        return cls(np.array([row.point for row in rows], dtype=np.int64), metrics, [row.error for row in rows])

    def with_metrics(self, names: Iterable[str]) -> Columns:
        """The same rows with these metrics; NaN if missing."""
        empty = np.full(len(self.points), np.nan)
        return Columns(self.points, {name: self.metrics.get(name, empty) for name in names}, self.errors)

    @classmethod
    def joined(cls, parts: Sequence[Columns], known: Sequence[str]) -> Columns:
        """Concatenates parts, with the union of their metrics."""
        names = union(known, *(part.metrics for part in parts))
        wide = [part.with_metrics(names) for part in parts]
        return cls(
            np.concatenate([np.empty(0, np.int64), *(part.points for part in wide)]),
            {name: np.concatenate([np.empty(0), *(part.metrics[name] for part in wide)]) for name in names},
            [error for part in wide for error in part.errors],
        )


def union(*names: Iterable[str]) -> list[str]:
    """Every name once, in the order of first appearance."""
    return list(dict.fromkeys(name for group in names for name in group))
