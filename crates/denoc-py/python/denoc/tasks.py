"""Tasks of :meth:`denoc.Model.inverse_kinematics_tasks` and :meth:`denoc.Model.inverse_kinematics_path`.

Tasks of priority 2 use only the freedom that those of priority 1 leave, and so on. Within one priority the weighted sum of squared
errors (m² and rad²) is least. ``tolerance`` is the error up to which a task counts as performed, m and rad: 1e-6 by default, any for
postures, which are preferences. Targets are in world axes, or in those of the frame ``relative_to``. For a path, targets have a leading
dimension: positions ``(N, 3)``, poses ``(N, 4, 4)``; targets without it are the same everywhere.

>>> import denoc
>>> from denoc.tasks import Com, Frame, Posture
>>> biped = denoc.load("biped")
>>> foot = Frame("left_sole", position=[0, 0.1, 0], rpy=[0, 0, 0])
>>> found = biped.inverse_kinematics_tasks([foot, Com(x=0, y=0.1, priority=2), Posture("start", priority=3)])
>>> found.reached
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .errors import InputError

__all__ = ["Com", "Frame", "LookAt", "Pointing", "Posture", "Task"]

_Specs = tuple[dict[str, Any], dict[str, NDArray[np.float64]]]


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """What all tasks have in common."""

    _: KW_ONLY
    weight: float = 1.0
    """Factor of the squared error beside the other tasks of the same priority."""
    priority: int = 1
    """1 is the highest."""
    tolerance: float | None = None
    """Error up to which the task counts as performed, m and rad."""

    def _parts(self) -> _Specs:
        """The keys that are the same along a path, and arrays ``(..., width)`` of those that may vary."""
        raise NotImplementedError

    def _common(self, **keys: Any) -> dict[str, Any]:
        keys |= {"weight": float(self.weight), "priority": self.priority, "tolerance": self.tolerance}
        return {key: value for key, value in keys.items() if value is not None}


@dataclass(frozen=True, slots=True, eq=False)
class Frame(Task):
    """A frame or link at a position, in an orientation, or both.

    >>> from denoc.tasks import Frame
    >>> Frame("tool", position=[0.5, 0.2, 0.3], rpy=[0, 3.1, 0], priority=1).frame
    'tool'
    """

    frame: str
    """Its name."""
    position: ArrayLike | None = None
    """Position of its origin, m, ``(3,)``."""
    rpy: ArrayLike | None = None
    """Roll, pitch and yaw about fixed axes, rad, ``(3,)``."""
    quaternion: ArrayLike | None = None
    """Unit quaternion ``[x, y, z, w]``."""
    pose: ArrayLike | None = None
    """Homogeneous matrix ``(4, 4)``, in place of position and orientation."""
    relative_to: str | None = None
    """The frame in which the target is given; None is the world."""

    def _parts(self) -> _Specs:
        varying = {key: value for key in ("position", "rpy", "quaternion") if (value := getattr(self, key)) is not None}
        arrays = {key: _array(f"{key} of {self.frame}", value, (3 + (key == "quaternion"),)) for key, value in varying.items()}
        if self.pose is not None:
            if arrays:
                raise InputError(f"the task of frame {self.frame!r} has a pose and a {next(iter(arrays))}; keep one of them", "ik.tasks")
            pose = _array(f"pose of {self.frame}", self.pose, (4, 4))
            if not np.allclose(pose[..., 3, :], [0, 0, 0, 1], atol=1e-9):
                raise InputError(f"the last row of the pose of {self.frame!r} is not [0, 0, 0, 1]", "ik.tasks")
            rows = pose[..., :3, :3]
            arrays = {"position": pose[..., :3, 3], "rotation": rows.reshape(*rows.shape[:-2], 9)}
        return self._common(frame=self.frame, **{"in": self.relative_to}), arrays


@dataclass(frozen=True, slots=True, eq=False)
class Pointing(Task):
    """The direction of an axis of a frame.

    >>> from denoc.tasks import Pointing
    >>> Pointing("tool", [0, 0, -1]).axis
    (0.0, 0.0, 1.0)
    """

    frame: str
    """Name of the frame or link."""
    direction: ArrayLike
    """The required direction, ``(3,)``, of any length."""
    axis: ArrayLike = (0.0, 0.0, 1.0)
    """The axis, fixed in the frame, in frame axes."""
    relative_to: str | None = None
    """The frame in which the direction is given; None is the world."""

    def _parts(self) -> _Specs:
        arrays = {"pointing": _array("direction", self.direction, (3,)), "axis": _array("axis", self.axis, (3,))}
        return self._common(frame=self.frame, **{"in": self.relative_to}), arrays


@dataclass(frozen=True, slots=True, eq=False)
class LookAt(Task):
    """An axis through the origin of a frame that passes through a point ahead of it: a camera that looks at something.

    >>> from denoc.tasks import LookAt
    >>> LookAt("head", point=[2, 0, 1], axis=[1, 0, 0]).frame
    'head'
    """

    frame: str
    """Name of the frame or link."""
    point: ArrayLike
    """The point, m, ``(3,)``."""
    axis: ArrayLike = (0.0, 0.0, 1.0)
    """The axis, fixed in the frame, in frame axes."""
    relative_to: str | None = None
    """The frame in which the point is given; None is the world."""

    def _parts(self) -> _Specs:
        arrays = {"look_at": _array("point", self.point, (3,)), "axis": _array("axis", self.axis, (3,))}
        return self._common(frame=self.frame, **{"in": self.relative_to}), arrays


@dataclass(frozen=True, slots=True, eq=False)
class Com(Task):
    """The centre of mass of all moving links. Coordinates that are None are free; for a path they are arrays ``(N,)``.

    >>> from denoc.tasks import Com
    >>> Com(x=0.0, y=0.1).z is None
    True
    """

    x: ArrayLike | None = None
    """World coordinate, m."""
    y: ArrayLike | None = None
    """World coordinate, m."""
    z: ArrayLike | None = None
    """World coordinate, m."""

    def _parts(self) -> _Specs:
        given = [np.nan if value is None else _array("com", value, ()) for value in (self.x, self.y, self.z)]
        if any(value is not None and not np.isfinite(goal).all() for value, goal in zip((self.x, self.y, self.z), given, strict=True)):
            raise InputError("the target of the centre of mass is not finite; give metres", "ik.tasks")
        return self._common(), {"com": np.stack(np.broadcast_arrays(*given), axis=-1)}


@dataclass(frozen=True, slots=True, eq=False)
class Posture(Task):
    """Coordinates of joints: all, some by name, or those of a named configuration (``"start"`` is the usual start of the model).

    >>> from denoc.tasks import Posture
    >>> Posture({"joint4": "30 deg"}, priority=2).priority
    2
    """

    q: str | Mapping[str, float | str | Sequence[float | str]] | ArrayLike
    """A name, numbers by joint, or all coordinates ``(nq,)``."""

    def _parts(self) -> _Specs:
        if isinstance(self.q, str):
            return self._common(posture=self.q), {}
        if isinstance(self.q, Mapping):
            return self._common(posture=dict(self.q)), {}
        return self._common(), {"posture": _array("posture", self.q, (None,))}


def _array(name: str, values: ArrayLike, shape: tuple[int | None, ...]) -> NDArray[np.float64]:
    """An array of this shape, or with one more dimension before it."""
    array = np.asarray(values, dtype=float)
    inner = array.shape[array.ndim - len(shape) :]
    fits = array.ndim in (len(shape), len(shape) + 1) and all(n in (None, m) for n, m in zip(shape, inner, strict=True))
    if not fits:
        wanted = ", ".join("n" if n is None else str(n) for n in shape)
        raise InputError(f"{name} has shape {array.shape}; expected ({wanted}) or, for a path, (N, {wanted})", "state.length")
    return array


def specs(tasks: Sequence[Task], *, path: bool) -> list[list[dict[str, Any]]]:
    """The tasks at every place, as dictionaries with the keys of task files; one place unless it is a path."""
    parts = []
    for i, task in enumerate(tasks):
        if not isinstance(task, Task):
            raise InputError(f"tasks[{i}] is {task!r}; give objects of denoc.tasks such as Frame or Com", "ik.tasks")
        parts.append(task._parts())
    lengths = {len(array) for _, arrays in parts for array in arrays.values() if array.ndim == 2}
    if len(lengths) > 1:
        raise InputError(f"targets of the path have different lengths: {', '.join(map(str, sorted(lengths)))}", "state.length")
    if lengths and not path:
        raise InputError("targets have a leading dimension; inverse_kinematics_path follows a path", "state.length")
    if path and not lengths:
        raise InputError("no target has a leading dimension (N, ...); inverse_kinematics_tasks solves a single place", "state.length")
    count = lengths.pop() if lengths else 1
    return [[fixed | {key: _entry(key, array, k) for key, array in arrays.items()} for fixed, arrays in parts] for k in range(count)]


def _entry(key: str, array: NDArray[np.float64], k: int) -> list[float | str]:
    row = (array[k] if array.ndim == 2 else array).tolist()
    # a free coordinate of the mass centre
    return ["-" if x != x else x for x in row] if key == "com" else row
