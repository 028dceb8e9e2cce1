"""What one point of a sweep gave."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Answer(NamedTuple):
    """Metrics by name, or the error as text."""

    metrics: dict[str, float]
    error: str | None


class Outcome(NamedTuple):
    """The answer of one point, with its number."""

    point: int
    metrics: dict[str, float]
    error: str | None


class Task(Protocol):
    """What is evaluated at every point. It travels to workers by pickle."""

    def metric_names(self) -> tuple[str, ...] | None:
        """Names of the metrics, if they are known in advance."""

    def units(self) -> dict[str, str]:
        """SI units of parameters and metrics, where they are known."""

    def manifest(self, design: dict[str, object], points: Floats) -> dict[str, object]:
        """What the sweep is of, for its folder: `design` has the keys of ``[sweep]``."""

    def run(self, points: Floats) -> list[Answer]:
        """Answers of some points, one for each row."""


def words(error: BaseException) -> str:
    """An exception in one text: type and message."""
    message = str(error)
    name = type(error).__name__
    return f"{name}: {message}" if message else name
