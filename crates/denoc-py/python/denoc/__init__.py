"""Multibody dynamics of robots and mechanisms, including closed loops: NumPy in, NumPy out, batches at full speed.

>>> import denoc
>>> arm = denoc.load("planar_3r")                      # a catalogue name, or "robot.urdf"
>>> q = arm.configuration(joint1=0.3, joint2="-30 deg")
>>> tau = arm.inverse_dynamics(q, [0, 0, 0], [0, 0, 0])
>>> arm.forward_dynamics(q, [0, 0, 0], tau).round(12).tolist()
[0.0, 0.0, 0.0]

Conventions: SI units and radians; quaternions ``[x, y, z, w]``; six-vectors angular part first; Jacobians in world axes at
the origin of the frame; a floating base has q = position, quaternion and v = twist of the base link in body axes.
``denoc.CONVENTIONS`` lists them all.

Other libraries call these ``rnea`` (:meth:`Model.inverse_dynamics`), ``aba`` (:meth:`Model.forward_dynamics`), ``crba`` and
``mass_matrix`` (:meth:`Model.gim`), ``coriolis_matrix`` (:meth:`Model.mci`), ``nonlinear_effects`` (:meth:`Model.bias`).
"""

from __future__ import annotations

from . import errors, interop, results, sweeps, tasks
from ._denoc import CONVENTIONS as _CONVENTIONS
from ._denoc import __version__, models
from .compare import diff
from .errors import (
    Error,
    FileError,
    FormatError,
    InputError,
    ModelError,
    NotFoundError,
    SimulationError,
    SingularError,
)
from .model import Model, load
from .picture import Picture
from .results import Assembled, AuditRow, Branch, Event, Failures, Mobility, Solutions, TaskPath, TaskSolution
from .sweeps import Range, SweepResult, sweep
from .trajectory import Trajectory

CONVENTIONS: dict[str, str] = dict(_CONVENTIONS)
"""Conventions: units, axes, signs and orders."""

__all__ = [
    "CONVENTIONS",
    "Assembled",
    "AuditRow",
    "Branch",
    "Error",
    "Event",
    "Failures",
    "FileError",
    "FormatError",
    "InputError",
    "Mobility",
    "Model",
    "ModelError",
    "NotFoundError",
    "Picture",
    "Range",
    "SimulationError",
    "SingularError",
    "Solutions",
    "SweepResult",
    "TaskPath",
    "TaskSolution",
    "Trajectory",
    "__version__",
    "diff",
    "errors",
    "interop",
    "load",
    "models",
    "results",
    "sweep",
    "sweeps",
    "tasks",
]
