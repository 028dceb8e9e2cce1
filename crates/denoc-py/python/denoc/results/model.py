"""Parts of a model."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class ContactPoint:
    """A point of a link that can touch the ground.

    >>> import denoc
    >>> foot = denoc.load("quadruped").contacts[0]
    >>> foot.position.shape, foot.radius > 0
    ((3,), True)
    """

    name: str
    """Name of the point."""
    link: str
    """Name of its link."""
    position: NDArray[np.float64]
    """Its position in the link frame, ``(3,)``, m."""
    radius: float
    """Radius of the sphere around it, m."""
