"""Hold a configuration: a task for any model."""

import numpy as np

from ...model import Model
from ..task import Floats, State, Task


class Hold(Task):
    """Stay in a configuration, or go back to it after small disturbances.

    Observed are the differences of all coordinates from it and all velocities.
    """

    def __init__(self, model: Model, target: Floats | None = None, *, disturbance: float = 0.1) -> None:
        """``target``: default the first named configuration of the model, else neutral.

        ``disturbance``: the largest difference at the start, in rad and m. Models with loops start undisturbed, since
        their loops must be closed.
        """
        named = list(model.configurations.values())
        self._model = model
        self._target = np.asarray(target if target is not None else [*named, model.neutral()][0], dtype=np.float64)
        self._disturbance = 0.0 if model.is_closed else disturbance
        self.observation_limit = np.repeat([10.0, 50.0], model.nv)

    def start(self, rng: np.random.Generator) -> State:
        away = rng.uniform(-self._disturbance, self._disturbance, self._model.nv)
        return State.single(self._model.integrate(self._target, away), np.zeros(self._model.nv))

    def observe(self, state: State) -> Floats:
        return np.hstack([self._model.difference(np.broadcast_to(self._target, state.q.shape), state.q), state.v])

    def reward(self, before: State, action: Floats, after: State) -> Floats:
        seen = self.observe(after)
        error, rates = seen[:, : self._model.nv], seen[:, self._model.nv :]
        cost: Floats = (error**2).sum(axis=1) + 0.01 * (rates**2).sum(axis=1) + 0.001 * (action**2).sum(axis=1)
        return -cost
