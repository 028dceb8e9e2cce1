"""How one joint is written by us and by somebody else.

The speeds of a joint are related by an orthogonal matrix X that may depend on the pose: theirs = X ours. Hence forces
and matrices follow by the same X, and accelerations are theirs = X ours + Ẋ v.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from . import rotations
from .arrays import Array


class Part(Protocol):
    """The conversion of one joint. All arrays hold the numbers of this joint in the last axis; q is ours."""

    def q_to(self, q: Array) -> Array:
        """Their coordinates."""
        ...

    def q_from(self, q: Array) -> Array:
        """Our coordinates from theirs."""
        ...

    def turn(self, q: Array, v: Array) -> Array:
        """X v."""
        ...

    def turn_back(self, q: Array, v: Array) -> Array:
        """The inverse of X, times v."""
        ...

    def drift(self, q: Array, v: Array) -> Array:
        """Ẋ v, with our speeds v."""
        ...


class Same:
    """A joint that both write alike."""

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
    """A revolute joint whose angle they write as cosine and sine. Whole turns are lost on the way back."""

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
    """A ball joint whose quaternion they write ``[w, x, y, z]``."""

    def q_to(self, q: Array) -> Array:
        return np.roll(q, 1, axis=-1)

    def q_from(self, q: Array) -> Array:
        return np.roll(q, -1, axis=-1)


class RollPitchYaw:
    """A ball joint that they write as three angles, with the angular velocity in axes of the parent."""

    def q_to(self, q: Array) -> Array:
        return rotations.to_roll_pitch_yaw(q)

    def q_from(self, q: Array) -> Array:
        return rotations.from_roll_pitch_yaw(q)

    def turn(self, q: Array, v: Array) -> Array:
        return rotations.turn(rotations.matrix(q), v)

    def turn_back(self, q: Array, v: Array) -> Array:
        return rotations.turn_back(rotations.matrix(q), v)

    def drift(self, q: Array, v: Array) -> Array:
        # the axes turn with ω itself, so that R ω̇ is the whole rate
        return np.zeros_like(v)
