"""Results of assembly: configurations that close all loops."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class BeyondLimits:
    """A cut joint whose coordinate is outside its limits.

    >>> import denoc
    >>> denoc.load("fourbar").assemble(crank_pivot="60 deg").beyond_limits
    []
    """

    joint: str
    """Name of the cut joint."""
    value: float
    """Its coordinate, rad or m."""
    limits: tuple[float, float]
    """Its lower and upper limit, rad or m."""


@dataclass(frozen=True, slots=True, eq=False)
class Assembled:
    """A configuration that closes all loops, from :meth:`denoc.Model.assemble`.

    >>> import denoc
    >>> closed = denoc.load("fourbar").assemble(crank_pivot="60 deg")
    >>> closed.closure_error_length < 1e-9, closed.restarts
    (True, 0)
    """

    q: NDArray[np.float64]
    """Coordinates of the spanning tree, ``(nq,)``; rad and m."""
    closure_error_length: float
    """The largest remaining gap of a closure, m."""
    closure_error_angle: float
    """The largest remaining angle of a closure, rad."""
    distance: float
    """Distance from the initial guess: norm of the step in the tangent space, rad, lengths divided by the size of the
    mechanism."""
    iterations: int
    """Iterations of all searches."""
    path: Literal["drawn", "descent", "continuation", "restarts"]
    """How the configuration was found: the initial guess was closed; by descent from it; by closing its gaps step by
    step; from random initial guesses, possibly on another branch."""
    restarts: int
    """Number of random initial guesses that were tried; 0 unless ``path`` is ``"restarts"``."""
    beyond_limits: list[BeyondLimits]
    """Cut joints outside their limits; the limits of the other joints are satisfied. Empty with ``limits=False``, which checks none."""
