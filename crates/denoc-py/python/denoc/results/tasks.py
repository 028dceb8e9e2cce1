"""Results of inverse kinematics of several tasks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class TaskResult:
    """How far one task is from its target.

    >>> import denoc
    >>> from denoc.tasks import Frame
    >>> found = denoc.load("puma").inverse_kinematics_tasks([Frame("tool", position=[0.5, 0.2, 0.3])])
    >>> found.tasks[0].task, found.tasks[0].reached
    ('position of "tool"', True)
    """

    task: str
    """What it is about."""
    priority: int
    """Its priority; 1 is the highest."""
    length: float
    """Error of lengths, m."""
    angle: float
    """Error of angles, rad."""
    tolerance: float
    """The error up to which it counts as performed, m and rad; infinite for preferences."""
    reached: bool
    """Whether the errors are within the tolerance."""


@dataclass(frozen=True, slots=True)
class ActiveLimit:
    """A joint limit that pushes back: without it, a task would be performed better.

    >>> from denoc.results import ActiveLimit
    >>> ActiveLimit(joint="knee", limit=0.0).joint
    'knee'
    """

    joint: str
    """Name of the joint."""
    limit: float
    """The limit at which its coordinate is, rad or m."""


@dataclass(frozen=True, slots=True, eq=False)
class TaskSolution:
    """Coordinates that perform several tasks, or come as near as their priorities allow. ``print`` gives a summary.

    >>> import denoc
    >>> from denoc.tasks import Com, Frame
    >>> far = denoc.load("planar_3r").inverse_kinematics_tasks([Frame("tip", position=[5, 0, 0])])
    >>> far.reached, "out of reach" in far.reason
    (False, True)
    """

    q: NDArray[np.float64]
    """Coordinates of the model, ``(nq,)``; rad and m."""
    reached: bool
    """Whether every task is within its tolerance."""
    tasks: list[TaskResult]
    """The tasks, in the order given."""
    active_limits: list[ActiveLimit]
    """Joint limits that push back."""
    closure_error_length: float
    """The largest remaining gap of a loop or coupling, m."""
    closure_error_angle: float
    """The largest remaining angle of a loop or coupling, rad."""
    freedoms: int
    """Number of independent ways to move without changing any task."""
    starts: int
    """Number of initial guesses."""
    iterations: int
    """Iterations of all initial guesses and priorities together."""
    reason: str | None
    """Why a task is not performed; None if all are."""
    message: str
    """Summary for people."""

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True, slots=True, eq=False)
class TaskPath:
    """Coordinates along a path of targets.

    >>> import denoc, numpy as np
    >>> from denoc.tasks import Frame
    >>> line = np.linspace([0.4, 0.2, 0.3], [0.5, 0.2, 0.3], 20)
    >>> path = denoc.load("puma").inverse_kinematics_path([Frame("tool", position=line)])
    >>> path.q.shape, bool(path.reached.all())
    ((20, 6), True)
    """

    q: NDArray[np.float64]
    """Coordinates, ``(N, nq)``; rad and m."""
    reached: NDArray[np.bool_]
    """Whether every task is within its tolerance, ``(N,)``."""
    length: NDArray[np.float64]
    """Errors of lengths, ``(N, number of tasks)``, m."""
    angle: NDArray[np.float64]
    """Errors of angles, ``(N, number of tasks)``, rad."""
    iterations: int
    """Iterations of all places together."""
