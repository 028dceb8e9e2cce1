"""Balance a pole on a cart."""

import numpy as np

from ..task import Bools, Floats, State, Task

# m, rad
_FARTHEST: Floats = np.array([2.4, np.deg2rad(12.0)])


class CartPoleBalance(Task):
    """Keep the pole within 12° of upright and the cart within 2.4 m of the centre; the reward of a step is 1.

    For models whose coordinates are the position of the cart and the angle of the pole from upright. Observations: both
    coordinates and their speeds.

    >>> import denoc.gym
    >>> scene = denoc.gym.Scene(denoc.load("cart_pole"), denoc.gym.CartPoleBalance())
    >>> scene.observation_space().shape
    (4,)
    """

    observation_limit: Floats = np.array([4.8, 0.42, 20.0, 20.0])

    def start(self, rng: np.random.Generator) -> State:
        return State(rng.uniform(-0.05, 0.05, 2), rng.uniform(-0.05, 0.05, 2))

    def observe(self, state: State) -> Floats:
        return np.concatenate((state.q, state.v), axis=1)

    def reward(self, before: State, action: Floats, after: State) -> Floats:
        return np.ones(len(action))

    def terminated(self, state: State) -> Bools:
        lost: Bools = np.any(np.abs(state.q) > _FARTHEST, axis=1)
        return lost
