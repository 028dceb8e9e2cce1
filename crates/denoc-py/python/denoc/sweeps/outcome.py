"""Tasks of a sweep, and their outcome at one point."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from .._denoc import SweepManifest

Floats = NDArray[np.float64]


class Answer(NamedTuple):
    """What a task returns for one point."""

    metrics: dict[str, float]
    """Metrics by name; empty if the point failed."""
    error: str | None
    """The error message of a failed point, otherwise None."""


class Outcome(NamedTuple):
    """An answer with the index of its point."""

    point: int
    """Index of the point in the sweep."""
    metrics: dict[str, float]
    """Metrics by name; empty if the point failed."""
    error: str | None
    """The error message of a failed point, otherwise None."""


class Task(Protocol):
    """The computation at every point. It is pickled and sent to the workers."""

    def metric_names(self) -> tuple[str, ...] | None:
        """Names of the metrics, if known in advance."""
        ...

    def units(self) -> dict[str, str]:
        """SI units of parameters and metrics, where known."""
        ...

    def manifest(self, design: dict[str, object], points: Floats) -> SweepManifest:
        """The identity of the sweep, for its folder; ``design`` has the keys of ``[sweep]``."""
        ...

    def run(self, points: Floats) -> list[Answer]:
        """Answers of some points, one per row."""
        ...


def describe(error: BaseException) -> str:
    """Type and message of an exception as one string.

    >>> from denoc.sweeps.outcome import describe
    >>> describe(ValueError("too long"))
    'ValueError: too long'
    """
    message = str(error)
    name = type(error).__name__
    return f"{name}: {message}" if message else name
