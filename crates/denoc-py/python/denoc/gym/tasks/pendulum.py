"""Swing a pendulum up."""

import numpy as np

from ..task import Floats, State, Task


class PendulumSwingUp(Task):
    """Swing up a model with one hinge from any angle at low speed, and keep it upright.

    Observations: cosine and sine of the angle from upright, and the angular velocity. The reward of a step is
    −(angle² + 0.1 · velocity² + 0.01 · action²).

    >>> import denoc.gym
    >>> denoc.gym.PendulumSwingUp().start(np.random.default_rng(1)).q.shape
    (1, 1)
    """

    observation_limit: Floats = np.array([1.0, 1.0, 30.0])

    def __init__(self, upright: float = np.pi) -> None:
        """``upright``: the coordinate in the upright position."""
        self._upright = upright

    def start(self, rng: np.random.Generator) -> State:
        return State([rng.uniform(-np.pi, np.pi)], [rng.uniform(-1.0, 1.0)])

    def observe(self, state: State) -> Floats:
        angle = state.q[:, 0] - self._upright
        return np.stack([np.cos(angle), np.sin(angle), state.v[:, 0]], axis=1)

    def reward(self, before: State, action: Floats, after: State) -> Floats:
        angle = np.remainder(after.q[:, 0] - self._upright + np.pi, 2 * np.pi) - np.pi
        return -(angle**2 + 0.1 * after.v[:, 0] ** 2 + 0.01 * action[:, 0] ** 2)
