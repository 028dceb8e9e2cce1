"""Reach a target with the tool of an arm."""

import numpy as np
import numpy.typing as npt

from ...errors import InputError
from ...model import Model
from ..task import Floats, State, Task


class ArmReach(Task):
    """Move a frame of an arm to a random point and stay there.

    Observations: cosines and sines of the joint angles, joint velocities, the target, and the vector from the frame to it.
    The reward of a step is −distance − 0.01 · action², plus 1 within ``tolerance``.

    >>> import denoc.gym
    >>> model = denoc.load("ur5_like")
    >>> task = denoc.gym.ArmReach(model, "tool", model.configurations["ready"])
    >>> task.start(np.random.default_rng(1)).goal.shape
    (1, 3)
    """

    def __init__(
        self, model: Model, frame: str, rest: Floats, *, spread: npt.ArrayLike = 0.7, tolerance: float = 0.02
    ) -> None:
        """Episodes start near ``rest``; targets are within ``spread`` of it in every joint."""
        if model.nq != model.nv:
            raise InputError(f"ArmReach is for arms; {model.name} has joints with quaternions", "gym.task")
        self._model, self._frame = model, frame
        self._rest = np.asarray(rest, dtype=np.float64)
        self._spread = np.broadcast_to(np.asarray(spread, dtype=np.float64), (model.nq,))
        self._tolerance = tolerance
        self.observation_limit: Floats = np.repeat([1.0, 30.0, 10.0], [2 * model.nq, model.nv, 6])

    def start(self, rng: np.random.Generator) -> State:
        model = self._model
        there = np.clip(self._rest + rng.uniform(-self._spread, self._spread), model.lower, model.upper)
        here = np.clip(self._rest + rng.uniform(-0.1, 0.1, model.nq), model.lower, model.upper)
        return State(here, np.zeros(model.nv), model.pose(there, self._frame)[:3, 3])

    def observe(self, state: State) -> Floats:
        return np.hstack([np.cos(state.q), np.sin(state.q), state.v, state.goal, self._to_target(state)])

    def reward(self, before: State, action: Floats, after: State) -> Floats:
        distance: Floats = np.sqrt((self._to_target(after) ** 2).sum(axis=1))
        effort: Floats = (action**2).sum(axis=1)
        return (distance < self._tolerance) - distance - 0.01 * effort

    def marks(self, state: State) -> Floats:
        return state.goal[:1]

    def _to_target(self, state: State) -> Floats:
        """Vector from the frame to the target."""
        return state.goal - self._model.pose(state.q, self._frame)[:, :3, 3]
