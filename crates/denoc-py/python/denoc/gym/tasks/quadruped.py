"""Walk on four legs."""

import numpy as np

from ...errors import InputError
from ...model import Model
from ..task import Bools, Floats, State, Task


class QuadrupedWalk(Task):
    """Walk along x without falling. For legged models whose first joint is free.

    Observations: height of the base, up direction and twist (angular part first) in base axes, joint angles relative to
    ``rest``, joint velocities. The reward of a step is the speed along x (capped at 1 m/s) + 0.5 −
    0.05 · mean action². An episode ends when the base is below half its initial height or tilted by more than 60°.

    >>> import denoc.gym
    >>> model = denoc.load("quadruped")
    >>> task = denoc.gym.QuadrupedWalk(model, model.configurations["ready"])
    >>> task.start(np.random.default_rng(1)).q.shape == (1, model.nq)
    True
    """

    def __init__(self, model: Model, rest: Floats) -> None:
        """``rest``: the initial configuration."""
        if model.nq != model.nv + 1:
            raise InputError(
                f'{model.name} must have one free joint, its first; load it with base="floating"', "gym.task"
            )
        self._rest = np.asarray(rest, dtype=np.float64)
        self._lowest = 0.5 * self._rest[2]
        legs = model.nv - 6
        self.observation_limit: Floats = np.repeat([3.0, 1.0, 30.0, 6.3, 100.0], [1, 3, 6, legs, legs])

    def start(self, rng: np.random.Generator) -> State:
        q = self._rest.copy()
        legs = len(q) - 7
        q[7:] += rng.uniform(-0.03, 0.03, legs)
        return State(q, np.zeros(legs + 6))

    def observe(self, state: State) -> Floats:
        angles = state.q[:, 7:] - self._rest[7:]
        return np.hstack([state.q[:, 2:3], _up(state.q), state.v[:, :6], angles, state.v[:, 6:]])

    def reward(self, before: State, action: Floats, after: State) -> Floats:
        speed: Floats = (_forward(after.q) * after.v[:, 3:6]).sum(axis=1)
        effort: Floats = (action**2).mean(axis=1)
        return np.minimum(speed, 1.0) + 0.5 - 0.05 * effort

    def terminated(self, state: State) -> Bools:
        fallen: Bools = np.logical_or(state.q[:, 2] < self._lowest, _up(state.q)[:, 2] < 0.5)
        return fallen


def _forward(q: Floats) -> Floats:
    """The world x axis in base axes: the first row of the rotation matrix."""
    x, y, z, w = q[:, 3:7].T
    return np.stack([1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)], axis=1)


def _up(q: Floats) -> Floats:
    """The vertical in base axes: the last row of the rotation matrix."""
    x, y, z, w = q[:, 3:7].T
    return np.stack([2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)], axis=1)
