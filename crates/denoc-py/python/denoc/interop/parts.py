"""Conversion of one joint between denoc and another library.

The speeds are related by an orthogonal matrix X that may depend on the configuration: theirs = X ours. Forces
and matrices transform with the same X; accelerations are theirs = X ours + Ẋ v.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from . import rotations
from .arrays import Array


class Part(Protocol):
    """The conversion of one joint. The last axis of all arrays is that of the joint; q is that of denoc."""

    def q_to(self, q: Array) -> Array:
        """Coordinates of the other library."""
        ...

    def q_from(self, q: Array) -> Array:
        """denoc coordinates."""
        ...

    def turn(self, q: Array, v: Array) -> Array:
        """X v."""
        ...

    def turn_back(self, q: Array, v: Array) -> Array:
        """The inverse of X, times v."""
        ...

    def drift(self, q: Array, v: Array) -> Array:
        """Ẋ v, with denoc speeds v."""
        ...


class Same:
    """A joint with the same representation in both."""

    def q_to(self, q: Array) -> Array:
        return q

    def q_from(self, q: Array) -> Array:
        return q

    def turn(self, q: Array, v: Array) -> Array:
        return v

    def turn_back(self, q: Array, v: Array) -> Array:
        return v

    def drift(self, q: Array, v: Array) -> Array:
        return np.zeros_like(v)


class Circle(Same):
    """A revolute joint represented as cosine and sine. Full turns are lost in the inverse conversion."""

    def q_to(self, q: Array) -> Array:
        return np.concatenate([np.cos(q), np.sin(q)], axis=-1)

    def q_from(self, q: Array) -> Array:
        return np.arctan2(q[..., 1:], q[..., :1])


class PlanarCircle:
    """A planar joint of Pinocchio: x, y, cosine, sine; speeds along the axes of the moving link."""

    def q_to(self, q: Array) -> Array:
        angle = q[..., 2:]
        return np.concatenate([q[..., :2], np.cos(angle), np.sin(angle)], axis=-1)

    def q_from(self, q: Array) -> Array:
        return np.concatenate([q[..., :2], np.arctan2(q[..., 3:], q[..., 2:3])], axis=-1)

    def turn(self, q: Array, v: Array) -> Array:
        c, s = np.cos(q[..., 2]), np.sin(q[..., 2])
        x, y, w = np.moveaxis(v, -1, 0)
        return np.stack(np.broadcast_arrays(c * x + s * y, c * y - s * x, w), axis=-1)

    def turn_back(self, q: Array, v: Array) -> Array:
        c, s = np.cos(q[..., 2]), np.sin(q[..., 2])
        x, y, w = np.moveaxis(v, -1, 0)
        return np.stack(np.broadcast_arrays(c * x - s * y, c * y + s * x, w), axis=-1)

    def drift(self, q: Array, v: Array) -> Array:
        x, y, _ = np.moveaxis(self.turn(q, v), -1, 0)
        w = v[..., 2]
        return np.stack([w * y, -w * x, np.zeros_like(x)], axis=-1)


class ScalarFirst(Same):
    """A ball joint with the quaternion order ``[w, x, y, z]``."""

    def q_to(self, q: Array) -> Array:
        return np.roll(q, 1, axis=-1)

    def q_from(self, q: Array) -> Array:
        return np.roll(q, -1, axis=-1)


class RollPitchYaw:
    """A ball joint represented by three angles, with the angular velocity in parent axes."""

    def q_to(self, q: Array) -> Array:
        return rotations.to_roll_pitch_yaw(q)

    def q_from(self, q: Array) -> Array:
        return rotations.from_roll_pitch_yaw(q)

    def turn(self, q: Array, v: Array) -> Array:
        return rotations.turn(rotations.matrix(q), v)

    def turn_back(self, q: Array, v: Array) -> Array:
        return rotations.turn_back(rotations.matrix(q), v)

    def drift(self, q: Array, v: Array) -> Array:
        # the axes rotate with ω itself, so R ω̇ is the complete derivative
        return np.zeros_like(v)
