"""What an environment asks for: start, observation, reward and end of an episode, over rows of states."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Rows = npt.NDArray[np.intp]


@dataclass(frozen=True)
class State:
    """States of a model, one in a row.

    ``goal`` holds what the episode asks for (a target, say); it has no columns where there is nothing to hold.
    """

    q: Floats
    v: Floats
    goal: Floats

    @staticmethod
    def single(q: npt.ArrayLike, v: npt.ArrayLike, goal: npt.ArrayLike = ()) -> "State":
        """One state, from vectors."""
        q, v, goal = (np.array(x, dtype=np.float64, ndmin=2) for x in (q, v, goal))
        return State(q, v, goal)

    @staticmethod
    def stacked(states: list["State"]) -> "State":
        """The rows of several states, in order."""
        return State(*(np.concatenate([getattr(s, name) for s in states]) for name in ("q", "v", "goal")))

    def rows(self, rows: Rows) -> "State":
        """A copy of some rows."""
        return State(self.q[rows], self.v[rows], self.goal[rows])

    def put(self, rows: Rows, states: "State") -> None:
        """Overwrite some rows."""
        self.q[rows], self.v[rows], self.goal[rows] = states.q, states.v, states.goal


class Task(ABC):
    """A task. Every method but `start` works on many states at once, so that one task serves both environments.

    Rows must not influence each other.
    """

    observation_limit: Floats
    """Observations lie between plus and minus these numbers; what is beyond is clipped."""

    @abstractmethod
    def start(self, rng: np.random.Generator) -> State:
        """The state (one row) in which an episode begins; all chance comes from ``rng``."""

    @abstractmethod
    def observe(self, state: State) -> Floats:
        """Observations, (N, number of observations)."""

    @abstractmethod
    def reward(self, before: State, action: Floats, after: State) -> Floats:
        """Rewards (N,) of a step; actions are between -1 and 1."""

    def terminated(self, state: State) -> Bools:
        """Whether the episode has come to its end (N,); never, unless a task says so."""
        return np.zeros(len(state.q), dtype=np.bool_)

    def marks(self, state: State) -> Floats:
        """Points to draw besides the mechanism, (number of points, 3), of the first state."""
        return np.zeros((0, 3))
