"""Outcome of one point of a sweep."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Answer(NamedTuple):
    """Metrics by name, or the error message."""

    metrics: dict[str, float]
    error: str | None


class Outcome(NamedTuple):
    """The answer of one point, with its index."""

    point: int
    metrics: dict[str, float]
    error: str | None


class Task(Protocol):
    """The computation performed at every point. It is pickled for the workers."""

    def metric_names(self) -> tuple[str, ...] | None:
        """Names of the metrics, if known in advance."""

    def units(self) -> dict[str, str]:
        """SI units of parameters and metrics, where known."""

    def manifest(self, design: dict[str, object], points: Floats) -> dict[str, object]:
        """Identifies the sweep in its folder; `design` has the keys of ``[sweep]``."""

    def run(self, points: Floats) -> list[Answer]:
        """Answers of some points, one per row."""


def words(error: BaseException) -> str:
    """Type and message of an exception as one string."""
    message = str(error)
    name = type(error).__name__
    return f"{name}: {message}" if message else name
