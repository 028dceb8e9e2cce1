"""Rotations of stacked states: quaternions are ``[x, y, z, w]`` in the last axis."""

from __future__ import annotations

import numpy as np

from .arrays import Array


def matrix(quaternion: Array) -> Array:
    """Rotation matrices ``(..., 3, 3)`` of quaternions of any non-zero length."""
    x, y, z, w = np.moveaxis(quaternion, -1, 0)
    twice = 2.0 / (x * x + y * y + z * z + w * w)
    rows = [
        [1.0 - twice * (y * y + z * z), twice * (x * y - w * z), twice * (x * z + w * y)],
        [twice * (x * y + w * z), 1.0 - twice * (x * x + z * z), twice * (y * z - w * x)],
        [twice * (x * z - w * y), twice * (y * z + w * x), 1.0 - twice * (x * x + y * y)],
    ]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def turn(rotation: Array, vector: Array) -> Array:
    """The rotated vectors."""
    product: Array = np.matmul(rotation, vector[..., None])
    return product[..., 0]


def turn_back(rotation: Array, vector: Array) -> Array:
    """The vectors rotated by the inverse."""
    return turn(np.swapaxes(rotation, -1, -2), vector)


def from_roll_pitch_yaw(angles: Array) -> Array:
    """Quaternions of rotations about the fixed axes x, then y, then z."""
    half = 0.5 * angles
    (sr, sp, sy), (cr, cp, cy) = np.moveaxis(np.sin(half), -1, 0), np.moveaxis(np.cos(half), -1, 0)
    return np.stack(
        [
            sr * cp * cy - cr * sp * sy,
            cr * sp * cy + sr * cp * sy,
            cr * cp * sy - sr * sp * cy,
            cr * cp * cy + sr * sp * sy,
        ],
        axis=-1,
    )


def to_roll_pitch_yaw(quaternion: Array) -> Array:
    """The inverse of :func:`from_roll_pitch_yaw`, with the pitch between -90 and 90 degrees."""
    r = matrix(quaternion)
    pitch = np.arctan2(-r[..., 2, 0], np.hypot(r[..., 0, 0], r[..., 1, 0]))
    roll, yaw = np.arctan2(r[..., 2, 1], r[..., 2, 2]), np.arctan2(r[..., 1, 0], r[..., 0, 0])
    return np.stack([roll, pitch, yaw], axis=-1)
