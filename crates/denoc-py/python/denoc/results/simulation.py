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
    verdict: Literal["passed", "missed", "unjudged"]
    """Whether the value is within its tolerance; ``"unjudged"`` without a tolerance."""
    meaning: str
    """What the value means."""
