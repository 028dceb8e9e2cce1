"""States of a batch that could not be computed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..errors import Error


@dataclass(frozen=True, slots=True, eq=False)
class Failures:
    """States that could not be computed, returned last by methods for batches with ``on_failure="nan"``; the results of these
    states are NaN. A single state counts as a batch of one.

    >>> import denoc
    >>> q = [[0.1, 0.2, 0.3], [0.0, float("nan"), 0.0]]
    >>> tau, failures = denoc.load("planar_3r").bias(q, [0, 0, 0], on_failure="nan")
    >>> failures.mask.tolist(), failures.errors[1].joint
    ([False, True], 'joint2')
    """

    mask: NDArray[np.bool_]
    """True for states that failed, ``(N,)``."""
    errors: dict[int, Error]
    """The error that each failed state would raise alone, by row."""

    def __bool__(self) -> bool:
        return bool(self.errors)
