"""Hold a configuration: a task for any model."""

import numpy as np

from ...model import Model
from ..closing import closed_pose
from ..task import Floats, State, Task


class Hold(Task):
    """Hold a configuration, or return to it after small disturbances.

    Observations: differences of all coordinates from the target, and all speeds.

    >>> import denoc.gym
    >>> task = denoc.gym.Hold(denoc.load("puma"))
    >>> task.start(np.random.default_rng(1)).q.shape
    (1, 6)
    """

    def __init__(self, model: Model, target: Floats | None = None, *, disturbance: float = 0.1) -> None:
        """``target``: default the first named configuration of the model, otherwise neutral.

        ``disturbance``: the maximum difference at the start, in rad and m. Models with loops start undisturbed, in the
        nearest closed configuration.
        """
        self._model = model
        self._target = _target(model) if target is None else np.asarray(target, dtype=np.float64)
        if model.is_closed:
            self._target = closed_pose(model, self._target, "Hold: target", exact=target is not None)
        self._disturbance = 0.0 if model.is_closed else disturbance
        self.observation_limit: Floats = np.repeat([10.0, 50.0], model.nv)

    def start(self, rng: np.random.Generator) -> State:
        away = rng.uniform(-self._disturbance, self._disturbance, self._model.nv)
        return State(self._model.integrate(self._target, away), np.zeros(self._model.nv))

    def observe(self, state: State) -> Floats:
        return np.hstack([self._model.difference(np.broadcast_to(self._target, state.q.shape), state.q), state.v])

    def reward(self, before: State, action: Floats, after: State) -> Floats:
        seen = self.observe(after)
        error, rates = seen[:, : self._model.nv], seen[:, self._model.nv :]
        cost: Floats = (error**2).sum(axis=1) + 0.01 * (rates**2).sum(axis=1) + 0.001 * (action**2).sum(axis=1)
        return -cost


def _target(model: Model) -> Floats:
    """The default target."""
    named = list(model.configurations.values())
    if named:
        return named[0]
    return model.assemble().q if model.is_closed else model.neutral()
