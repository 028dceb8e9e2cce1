"""Conversion of complete states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from .arrays import Array, empty, numbers
from .parts import Part


@dataclass(frozen=True)
class Pair:
    """A pair of joints: name in the other library, indices in both, and the conversion."""

    name: str
    part: Part
    q: slice
    v: slice
    peer_q: slice
    peer_v: slice


class Order:
    """Converts states between a denoc model and another library's model of the same robot.

    ``…_to`` converts denoc arrays to those of the other library, ``…_from`` converts back. All arguments of a call use
    the same convention: ``v_to(q, v)`` takes denoc arrays, ``v_from(q, v)`` those of the other library. Arrays are 1-D or
    have states in the leading axes, which are broadcast.

    Created by :func:`denoc.interop.pinocchio`, :func:`denoc.interop.mujoco` and :func:`denoc.interop.drake`.

    >>> import denoc
    >>> arm = denoc.load("planar_3r")
    >>> order = denoc.interop.drake(arm, joint_names=["joint3", "joint1", "joint2"])
    >>> order.q_from(order.q_to([0.1, 0.2, 0.3])).tolist()
    [0.1, 0.2, 0.3]
    """

    peer: str
    """Name of the other library."""
    joint_names: list[str]
    """Names of the other library's moving joints, in its order."""
    peer_nq: int
    """Number of coordinates in the other library."""
    peer_nv: int
    """Number of speeds in the other library."""
    nq: int
    """Number of coordinates in denoc."""
    nv: int
    """Number of speeds in denoc."""

    def __init__(self, peer: str, nq: int, nv: int, pairs: Sequence[Pair]) -> None:
        self.peer = peer
        self.joint_names = [pair.name for pair in pairs]
        self.peer_nq = sum(pair.peer_q.stop - pair.peer_q.start for pair in pairs)
        self.peer_nv = sum(pair.peer_v.stop - pair.peer_v.start for pair in pairs)
        self.nq, self.nv = nq, nv
        self._pairs = list(pairs)

    def __repr__(self) -> str:
        return f"<denoc.interop.Order to {self.peer}: {', '.join(self.joint_names)}>"

    def q_to(self, q: ArrayLike) -> Array:
        """Coordinates of the other library."""
        ours = numbers("q", q, self.nq)
        out = empty(self.peer_nq, ours)
        for pair in self._pairs:
            out[..., pair.peer_q] = pair.part.q_to(ours[..., pair.q])
        return out

    def q_from(self, q: ArrayLike) -> Array:
        """denoc coordinates. Angles represented as cosine and sine are determined modulo 360°."""
        theirs = numbers("q", q, self.peer_nq)
        out = empty(self.nq, theirs)
        for pair in self._pairs:
            out[..., pair.q] = pair.part.q_from(theirs[..., pair.peer_q])
        return out

    def v_to(self, q: ArrayLike, v: ArrayLike) -> Array:
        """Speeds of the other library. Also converts rows of a Jacobian: ``v_to(q, jacobian)``."""
        return self._turned(numbers("q", q, self.nq), numbers("v", v, self.nv))

    def v_from(self, q: ArrayLike, v: ArrayLike) -> Array:
        """denoc speeds, or rows of a Jacobian."""
        return self._turned_back(self.q_from(q), numbers("v", v, self.peer_nv))

    def a_to(self, q: ArrayLike, v: ArrayLike, a: ArrayLike) -> Array:
        """Accelerations of the other library: time derivatives of its speeds."""
        ours, speeds = numbers("q", q, self.nq), numbers("v", v, self.nv)
        return self._turned(ours, numbers("a", a, self.nv)) + self._drift(ours, speeds)

    def a_from(self, q: ArrayLike, v: ArrayLike, a: ArrayLike) -> Array:
        """denoc accelerations: time derivatives of denoc speeds."""
        ours = self.q_from(q)
        speeds = self._turned_back(ours, numbers("v", v, self.peer_nv))
        return self._turned_back(ours, numbers("a", a, self.peer_nv) - self._drift(ours, speeds))

    def tau_to(self, q: ArrayLike, tau: ArrayLike) -> Array:
        """Joint forces of the other library, of equal power at any speed."""
        # X is orthogonal, so forces transform like speeds
        return self._turned(numbers("q", q, self.nq), numbers("tau", tau, self.nv))

    def tau_from(self, q: ArrayLike, tau: ArrayLike) -> Array:
        """denoc joint forces."""
        return self._turned_back(self.q_from(q), numbers("tau", tau, self.peer_nv))

    def matrix_to(self, q: ArrayLike, matrix: ArrayLike) -> Array:
        """Generalised inertia matrix (mass matrix) of the other library, of equal kinetic energy at any speed.

        Also converts derivatives of joint forces or accelerations, if the other library expresses the twist of a
        floating base in base axes, as Pinocchio does, and there are no planar joints.
        """
        ours = numbers("q", q, self.nq)[..., None, :]
        half = self._turned(ours, numbers("matrix", matrix, self.nv))
        return np.swapaxes(self._turned(ours, np.swapaxes(half, -1, -2)), -1, -2)

    def matrix_from(self, q: ArrayLike, matrix: ArrayLike) -> Array:
        """denoc's generalised inertia matrix."""
        ours = self.q_from(q)[..., None, :]
        half = self._turned_back(ours, numbers("matrix", matrix, self.peer_nv))
        return np.swapaxes(self._turned_back(ours, np.swapaxes(half, -1, -2)), -1, -2)

    def _turned(self, q: Array, v: Array) -> Array:
        out = empty(self.peer_nv, q, v)
        for pair in self._pairs:
            out[..., pair.peer_v] = pair.part.turn(q[..., pair.q], v[..., pair.v])
        return out

    def _turned_back(self, q: Array, v: Array) -> Array:
        out = empty(self.nv, q, v)
        for pair in self._pairs:
            out[..., pair.v] = pair.part.turn_back(q[..., pair.q], v[..., pair.peer_v])
        return out

    def _drift(self, q: Array, v: Array) -> Array:
        out = empty(self.peer_nv, q, v)
        for pair in self._pairs:
            out[..., pair.peer_v] = pair.part.drift(q[..., pair.q], v[..., pair.v])
        return out
