"""Drives: conversion of actions between -1 and 1 to forces of the actuated joints."""

from abc import ABC, abstractmethod

import numpy as np
import numpy.typing as npt

from ..errors import InputError
from ..model import Model
from .task import Floats, Rows


class Drive(ABC):
    """Converts actions to generalised forces.

    >>> import denoc.gym
    >>> issubclass(denoc.gym.EffortDrive, denoc.gym.Drive)
    True
    """

    size: int
    """Size of an action."""

    steady: bool
    """Whether the forces are constant between actions; otherwise they are computed in every substep."""

    @abstractmethod
    def effort(self, q: Floats, v: Floats, action: Floats) -> Floats:
        """Generalised forces (N, nv) for actions (N, size)."""


class EffortDrive(Drive):
    """Actions are forces or moments, as fractions of the maximum.

    >>> import denoc.gym
    >>> model = denoc.load("two_r")
    >>> drive = denoc.gym.EffortDrive(model, limit=[50.0, 20.0])
    >>> drive.effort(None, None, np.array([[0.5, -1.0]])).tolist()
    [[25.0, -20.0]]
    """

    steady = True

    def __init__(self, model: Model, limit: npt.ArrayLike | None = None) -> None:
        """``limit``: the maximum forces, one for all or one per actuated coordinate; default: those of the model."""
        self._at = _actuated(model)
        self.size: int = len(self._at)
        remedy = "EffortDrive(model, limit=...)"
        bound = _bound(model, self._at, limit, model.effort_limit, "effort_limit", remedy)
        # one row per action
        self._forces: Floats = np.zeros((self.size, model.nv))
        self._forces[np.arange(self.size), self._at] = bound

    def effort(self, q: Floats, v: Floats, action: Floats) -> Floats:
        tau: Floats = action @ self._forces
        return tau


class PositionDrive(Drive):
    """Actions move the set points of PD control around a configuration.

    >>> import denoc.gym
    >>> model = denoc.load("two_r")
    >>> drive = denoc.gym.PositionDrive(model, model.neutral(), reach=0.5, stiffness=100.0, damping=1.0)
    >>> drive.size
    2
    """

    steady = False

    def __init__(
        self, model: Model, rest: Floats, *, reach: npt.ArrayLike, stiffness: npt.ArrayLike, damping: npt.ArrayLike
    ) -> None:
        """Set points are the configuration ``rest`` plus ``reach`` times the action.

        Forces are clipped to the model's ``effort_limit``.
        """
        self._at = _actuated(model)
        self._from = _coordinates(model, self._at)
        self.size: int = len(self._at)
        self._rest = np.asarray(rest, dtype=np.float64)[self._from]
        self._reach = np.broadcast_to(np.asarray(reach, dtype=np.float64), (self.size,))
        self._stiffness = np.broadcast_to(np.asarray(stiffness, dtype=np.float64), (self.size,))
        self._damping = np.broadcast_to(np.asarray(damping, dtype=np.float64), (self.size,))
        self._limit = model.effort_limit[self._at]
        self._nv = model.nv

    def effort(self, q: Floats, v: Floats, action: Floats) -> Floats:
        error = self._rest + self._reach * action - q[:, self._from]
        tau = np.zeros((len(action), self._nv))
        tau[:, self._at] = np.clip(
            self._stiffness * error - self._damping * v[:, self._at], -self._limit, self._limit
        )
        return tau


class RateDrive(Drive):
    """Actions are speeds, as fractions of the maximum, tracked by inverse dynamics.

    The reference speed decreases to zero towards the joint limits. Every joint must be actuated.

    >>> import denoc.gym
    >>> drive = denoc.gym.RateDrive(denoc.load("ur5_like"))
    >>> drive.size
    6
    """

    steady = False

    def __init__(self, model: Model, speed: npt.ArrayLike | None = None, *, gain: float = 20.0) -> None:
        """``speed``: the maximum speeds, default those of the model; ``gain``: bandwidth of the speed control, 1/s."""
        self._at = _actuated(model)
        if len(self._at) != model.nv:
            raise InputError(
                f"RateDrive: {model.name} has joints without a motor; use EffortDrive or PositionDrive", "gym.drive"
            )
        at = _coordinates(model, self._at)
        self.size: int = len(self._at)
        remedy = "RateDrive(model, speed=...)"
        self._speed = _bound(model, self._at, speed, model.velocity_limit, "velocity_limit", remedy)
        self._lower, self._upper = model.lower[at], model.upper[at]
        self._limit = model.effort_limit
        self._gain = gain
        self._model = model

    def effort(self, q: Floats, v: Floats, action: Floats) -> Floats:
        # a quarter of the gain gives critical damping near a limit
        brake = 0.25 * self._gain
        reference = np.clip(action * self._speed, brake * (self._lower - q), brake * (self._upper - q))
        tau = self._model.inverse_dynamics(q, v, self._gain * (reference - v), joint_forces=True)
        return np.clip(tau, -self._limit, self._limit)


def _actuated(model: Model) -> Rows:
    """Indices of the actuated speeds."""
    at = np.flatnonzero(model.actuated)
    if not len(at):
        raise InputError(f"{model.name} has no actuated joint; list one as [[actuator]] in its file", "gym.drive")
    return at


def _coordinates(model: Model, at: Rows) -> Rows:
    """Indices of the coordinates whose derivatives are the speeds ``at``."""
    place = np.full(model.nv, -1)
    for joint in model.joint_names:
        q, v = model.q_index(joint), model.v_index(joint)
        if q.stop - q.start == v.stop - v.start:
            place[v] = np.arange(q.start, q.stop)
        elif model.actuated[v].any():
            raise InputError(
                f"joint {joint} of {model.name} is actuated and has a quaternion; use EffortDrive", "gym.drive"
            )
    return place[at]


def _bound(model: Model, at: Rows, given: npt.ArrayLike | None, default: Floats, name: str, remedy: str) -> Floats:
    """A finite positive bound for every actuated speed: as given, otherwise from the model."""
    bound = default[at] if given is None else np.asarray(given, dtype=np.float64)
    if bound.shape not in [(), at.shape]:
        raise InputError(
            f"expected one bound or {len(at)} (the actuated coordinates), found shape {bound.shape}", "gym.drive"
        )
    bound = np.broadcast_to(bound, at.shape)
    for joint in model.joint_names:
        v = model.v_index(joint)
        bad = bound[(at >= v.start) & (at < v.stop)]
        if not (np.isfinite(bad) & (bad > 0)).all():
            raise InputError(
                f"joint {joint} of {model.name} has the {name} {bad[0]}; actions need a finite positive one: "
                f"give it to the drive, {remedy}, or write it into the model file",
                "gym.drive",
                joint,
            )
    return bound
