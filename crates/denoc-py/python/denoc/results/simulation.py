"""Parts of a trajectory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple


class Column(NamedTuple):
    """A column of a table.

    >>> from denoc.results import Column
    >>> Column("q[elbow]", "rad").unit
    'rad'
    """

    name: str
    """Name of the column, such as ``"q[elbow]"`` or ``"total energy"``."""
    unit: str
    """SI unit; empty for plain numbers."""


class Event(NamedTuple):
    """An event of a simulation.

    >>> import denoc
    >>> denoc.load("one_r").simulate(0.1).events
    []
    """

    time: float
    """When it occurred, s."""
    name: str
    """Name of the event."""


class Impact(NamedTuple):
    """A joint hit the stop at its limit.

    >>> import denoc
    >>> denoc.load("one_r").simulate(0.1).impacts
    []
    """

    time: float
    """When it occurred, s."""
    joint: str
    """Name of the joint."""
    limit: Literal["lower", "upper"]
    """Which limit."""
    at: float
    """Its value, rad or m."""
    before: float
    """Speed before the impact, rad/s or m/s."""
    after: float
    """Speed after it, rad/s or m/s."""
    impulse: float
    """Impulse along the coordinate, N m s or N s."""


class Difference(NamedTuple):
    """The largest difference of a coordinate or speed between two simulations, or that of the times of their ends.

    >>> import denoc
    >>> fall = denoc.load("one_r").simulate(0.1, verify=True)
    >>> [difference.name for difference in fall.verification.differences]
    ['q[joint1]', 'v[joint1]']
    """

    name: str
    """The coordinate or speed, such as ``"q[elbow]"``; of ball joints, a component of the rotation between both."""
    unit: str
    """SI unit."""
    largest: float
    """The largest difference, in ``unit``."""
    relative: float
    """The same, relative to the motion."""
    time: float
    """When it occurred, s."""


@dataclass(frozen=True, slots=True)
class Verification:
    """An estimate of the global error of a simulation: its difference from a second one at a tenth of the tolerance.

    >>> import denoc
    >>> fall = denoc.load("one_r").simulate(1.0, verify=True)
    >>> fall.verification.relative < 1e-6, fall.verification.parted
    (True, None)
    """

    second_run: str
    """Settings of the second simulation, such as ``"tolerance 1.000e-11"``."""
    samples: int
    """Number of rows that were compared."""
    until: float
    """Time up to which both were compared, s."""
    differences: list[Difference]
    """The largest differences of coordinates (as many as speeds), then of speeds, then of the time of the end if one of them
    ended before the duration."""
    relative: float
    """The largest difference relative to the motion: to the largest displacement from the start (angles: at most one turn),
    or to the largest speed, of any joint with the same unit; of the time of the end: to that time."""
    parted: float | None
    """Time from which the difference exceeds 1 % of the motion, s."""
    incomplete: str | None
    """Why the second simulation is not complete."""


@dataclass(frozen=True, slots=True)
class AuditRow:
    """A numerical check of a simulation.

    >>> import denoc
    >>> fall = denoc.load("one_r").simulate(0.1)
    >>> [row.name for row in fall.audit if row.verdict == "missed"]
    []
    """

    name: str
    """What is checked, such as ``"energy drift"``."""
    value: float
    """The measured value, in ``unit``."""
    unit: str
    """SI unit; empty for plain numbers."""
    tolerance: float | None
    """The largest value that passes, in ``unit``; None if the value only informs."""
    verdict: Literal["passed", "missed", "unjudged", "unchecked"]
    """Whether the value is within its tolerance; ``"unjudged"`` without a tolerance, ``"unchecked"`` if the check could not be made."""
    meaning: str
    """What the value means."""
