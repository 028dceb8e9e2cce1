"""The free joint of a floating base."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from . import rotations
from .arrays import Array


@dataclass(frozen=True)
class Free:
    """A free joint of another library: position and order of the quaternion, axes and order of the twist."""

    quaternion: Literal["last, xyzw", "last, wxyz", "first, wxyz"]
    angular: Literal["body", "world"]
    linear: Literal["body", "world"]
    angular_first: bool

    _PLACES = {
        "last, xyzw": [0, 1, 2, 3, 4, 5, 6],
        "last, wxyz": [0, 1, 2, 6, 3, 4, 5],
        "first, wxyz": [6, 3, 4, 5, 0, 1, 2],
    }

    def q_to(self, q: Array) -> Array:
        return q[..., self._PLACES[self.quaternion]]

    def q_from(self, q: Array) -> Array:
        return q[..., np.argsort(self._PLACES[self.quaternion])]

    def turn(self, q: Array, v: Array) -> Array:
        angular, linear = v[..., :3], v[..., 3:]
        if "world" in (self.angular, self.linear):
            rotation = rotations.matrix(q[..., 3:])
            angular = rotations.turn(rotation, angular) if self.angular == "world" else angular
            linear = rotations.turn(rotation, linear) if self.linear == "world" else linear
        return self._joined(angular, linear)

    def turn_back(self, q: Array, v: Array) -> Array:
        angular, linear = (v[..., :3], v[..., 3:]) if self.angular_first else (v[..., 3:], v[..., :3])
        if "world" in (self.angular, self.linear):
            rotation = rotations.matrix(q[..., 3:])
            angular = rotations.turn_back(rotation, angular) if self.angular == "world" else angular
            linear = rotations.turn_back(rotation, linear) if self.linear == "world" else linear
        return np.concatenate(np.broadcast_arrays(angular, linear), axis=-1)

    def drift(self, q: Array, v: Array) -> Array:
        angular, linear = np.zeros_like(v[..., :3]), np.zeros_like(v[..., 3:])
        if self.linear == "world":
            linear = rotations.turn(rotations.matrix(q[..., 3:]), np.cross(v[..., :3], v[..., 3:]))
        return self._joined(angular, linear)

    def _joined(self, angular: Array, linear: Array) -> Array:
        parts = [angular, linear] if self.angular_first else [linear, angular]
        return np.concatenate(np.broadcast_arrays(*parts), axis=-1)
