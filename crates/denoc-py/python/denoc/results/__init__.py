"""Classes of results: frozen, with typed fields in SI units, built by the compiled module.

Fields are in SI units and radians. ``dataclasses.asdict`` converts them to dictionaries (``Column``, ``Difference``, ``Event`` and a few more are named
tuples: ``_asdict()``), and ``pandas.DataFrame(rows)`` converts a list of them to a table.

>>> import dataclasses, denoc
>>> fall = denoc.load("one_r").simulate(0.1)
>>> sorted(dataclasses.asdict(fall.audit[0]))
['meaning', 'name', 'tolerance', 'unit', 'value', 'verdict']
"""

from .assembly import Assembled, BeyondLimits
from .compare import ColumnDifference, Diff, InputDifference
from .failures import Failures
from .kinematics import Branch, Solutions, Violation
from .mobility import (
    Actuation,
    FourBar,
    IdleFreedom,
    IndeterminateReaction,
    Mobility,
    Release,
    Singularities,
)
from .model import ContactPoint
from .simulation import AuditRow, Column, Difference, Event, Impact, Verification
from .tasks import ActiveLimit, TaskPath, TaskResult, TaskSolution

__all__ = [
    "ActiveLimit",
    "Actuation",
    "Assembled",
    "AuditRow",
    "BeyondLimits",
    "Branch",
    "Column",
    "ColumnDifference",
    "ContactPoint",
    "Diff",
    "Difference",
    "Event",
    "Failures",
    "FourBar",
    "IdleFreedom",
    "Impact",
    "IndeterminateReaction",
    "InputDifference",
    "Mobility",
    "Release",
    "Singularities",
    "Solutions",
    "TaskPath",
    "TaskResult",
    "TaskSolution",
    "Verification",
    "Violation",
]
