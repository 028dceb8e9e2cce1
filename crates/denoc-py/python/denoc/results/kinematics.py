"""Results of inverse kinematics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Violation:
    """A joint outside its limits.

    >>> import denoc
    >>> arm = denoc.load("puma")
    >>> target = arm.pose(arm.configuration("ready"), "link6")
    >>> found = arm.inverse_kinematics("link6", target, limits=False)
    >>> all(violation.by > 0 for branch in found.branches for violation in branch.violations)
    True
    """

    joint: str
    """Name of the joint."""
    q: float
    """Its coordinate, rad or m."""
    limit: float
    """The limit that it exceeds, rad or m."""
    by: float
    """Distance beyond the limit, rad or m; positive."""


@dataclass(frozen=True, slots=True, eq=False)
class Branch:
    """One solution of inverse kinematics.

    >>> import denoc
    >>> arm = denoc.load("puma")
    >>> branch = arm.inverse_kinematics("link6", arm.pose(arm.configuration("ready"), "link6")).branches[0]
    >>> branch.position_error < 1e-9, branch.violations
    (True, [])
    """

    q: NDArray[np.float64]
    """Coordinates of the model, ``(nq,)``; rad and m."""
    label: str
    """Which solution it is: ``"shoulder right, elbow up, wrist no-flip"``, or ``"numeric 1"``, …"""
    position_error: float
    """Distance of the frame's origin from the target position, m."""
    orientation_error: float
    """Angle between the orientation of the frame and that of the target, rad; 0 if the target is a position."""
    conditioning: float
    """Smallest over largest singular value of the Jacobian, rotations scaled by the size of the mechanism; 0 is singular."""
    near_singular: bool
    """Whether small motions of the target may need large motions of the joints (conditioning below 1/1000)."""
    family: bool
    """Whether the solution is one of infinitely many: the mechanism is redundant for the target, or axes are aligned."""
    violations: list[Violation]
    """Joints outside their limits."""


@dataclass(frozen=True, slots=True, eq=False)
class Solutions:
    """All solutions of inverse kinematics, or the nearest approach. ``print`` gives a summary.

    >>> import denoc
    >>> arm = denoc.load("planar_3r")
    >>> far = arm.inverse_kinematics("link3", [100.0, 0.0, 0.0])
    >>> far.reached, far.cause
    (False, 'distance')
    """

    frame: str
    """Name of the frame."""
    reached: bool
    """Whether a solution reaches the target, within the limits if they count."""
    q: NDArray[np.float64]
    """Coordinates of the best solution, ``(nq,)``, or of the nearest approach; the same as ``nearest.q``."""
    branches: list[Branch]
    """All solutions: those within limits first, then by distance from the seed. Closed forms include solutions outside limits."""
    nearest: Branch
    """The first solution, or the nearest approach if the target is out of reach."""
    cause: Literal["distance", "orientation", "limits"] | None
    """Why the target is not reached: its position is out of range; the position is reachable, but not with this
    orientation; or only joint limits prevent it. None if it is reached."""
    method: str
    """``"numeric"``, or ``"closed form: …"`` with the family of mechanisms."""
    family_dimension: int
    """Dimension of the families to which the solutions belong, 0 if they are single. With families, ``branches`` has one
    representative of each."""
    starts: int
    """Number of initial guesses of the numeric search."""
    iterations: int
    """Iterations of the numeric search, all initial guesses together."""
    message: str
    """Summary for people."""

    def __str__(self) -> str:
        return self.message
