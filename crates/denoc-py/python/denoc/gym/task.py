"""Tasks: start, observation, reward and end of an episode, for rows of states."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..errors import InputError

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Rows = npt.NDArray[np.intp]


@dataclass(frozen=True, init=False)
class State:
    """States of a model, one per row: ``q`` (N, nq), ``v`` (N, nv) and ``goal`` (N, g).

    ``goal`` contains the goal of the episode, such as a target; g = 0 if there is none.

    >>> from denoc.gym import State
    >>> one = State(q=[0.1, 0.2], v=[0.0, 0.0])
    >>> one.q.shape, one.v.shape, one.goal.shape
    ((1, 2), (1, 2), (1, 0))
    """

    q: Floats
    v: Floats
    goal: Floats

    def __init__(self, q: npt.ArrayLike, v: npt.ArrayLike, goal: npt.ArrayLike | None = None) -> None:
        """Copies the arguments: rows, or vectors for a single state."""
        rows = {"q": _rows("q", q), "v": _rows("v", v)}
        count = len(rows["q"])
        rows["goal"] = np.zeros((count, 0)) if goal is None or np.size(goal) == 0 else _rows("goal", goal)
        for name, array in rows.items():
            if len(array) != count:
                raise InputError(
                    f"State: q has {count} rows and {name} has {len(array)}, found shapes {rows['q'].shape} and "
                    f"{array.shape}; every state has one row in each",
                    "gym.state",
                )
            object.__setattr__(self, name, array)

    @staticmethod
    def of(q: Floats, v: Floats, goal: Floats) -> "State":
        """The state with these arrays, neither copied nor checked."""
        state = object.__new__(State)
        object.__setattr__(state, "q", q)
        object.__setattr__(state, "v", v)
        object.__setattr__(state, "goal", goal)
        return state

    @staticmethod
    def stacked(states: list["State"]) -> "State":
        """Stacks the rows of several states."""
        columns = {state.goal.shape[1] for state in states}
        if len(columns) > 1:
            raise InputError(
                f"start returned goals of {' and '.join(map(str, sorted(columns)))} numbers; all episodes need the same number",
                "gym.task",
            )
        return State(*(np.concatenate([getattr(s, name) for s in states]) for name in ("q", "v", "goal")))

    def rows(self, rows: Rows) -> "State":
        """A copy of some rows."""
        return State.of(self.q[rows], self.v[rows], self.goal[rows])

    def put(self, rows: Rows, states: "State") -> None:
        """Overwrite some rows."""
        if states.goal.shape[1] != self.goal.shape[1]:
            raise InputError(
                f"start returned a goal of {states.goal.shape[1]} numbers, before {self.goal.shape[1]}; "
                "all episodes need the same number",
                "gym.task",
            )
        self.q[rows], self.v[rows], self.goal[rows] = states.q, states.v, states.goal


class Task(ABC):
    """A task. Every method except `start` works on many states at once, so one task serves both environments.

    Rows must not influence each other. A task of four methods:

    >>> import numpy as np
    >>> import denoc
    >>> from denoc.gym import EffortDrive, MechanismEnv, MechanismVectorEnv, Scene, State, Task
    >>> class Turn(Task):
    ...     observation_limit = np.array([10.0, 10.0, 30.0, 30.0])
    ...
    ...     def start(self, rng):
    ...         return State(q=rng.uniform(-0.1, 0.1, 2), v=np.zeros(2), goal=rng.uniform(-1.0, 1.0, 2))
    ...
    ...     def observe(self, state):
    ...         return np.hstack([state.goal - state.q, state.v])
    ...
    ...     def reward(self, before, action, after):
    ...         return -((after.goal - after.q) ** 2).sum(axis=1)
    ...
    ...     def terminated(self, state):
    ...         return np.abs(state.v).max(axis=1) > 20.0
    >>> model = denoc.load("two_r")
    >>> scene = Scene(model, Turn(), drive=EffortDrive(model, limit=[50.0, 20.0]))
    >>> MechanismEnv(scene).reset(seed=1)[0].shape
    (4,)
    >>> MechanismVectorEnv(scene, num_envs=64).reset(seed=1)[0].shape
    (64, 4)
    """

    observation_limit: Floats
    """Bounds of the observations, one per observation; values beyond ± the bound are clipped."""

    @abstractmethod
    def start(self, rng: np.random.Generator) -> State:
        """The initial state of an episode (one row); draw all random numbers from ``rng``.

        Loops need not be closed: the environment uses the nearest configuration and speeds that satisfy closure, with
        actuated joints unchanged if possible.
        """

    @abstractmethod
    def observe(self, state: State) -> Floats:
        """Observations, (N, number of observations)."""

    @abstractmethod
    def reward(self, before: State, action: Floats, after: State) -> Floats:
        """Rewards (N,) of a step; actions (N, size of the drive) are between -1 and 1."""

    def terminated(self, state: State) -> Bools:
        """Whether the episode has ended (N,); by default, never."""
        return np.zeros(len(state.q), dtype=np.bool_)

    def marks(self, state: State) -> Floats:
        """Additional points to draw for the first state, (number of points, 3)."""
        return np.zeros((0, 3))


def _rows(name: str, value: npt.ArrayLike) -> Floats:
    """A copy with two axes; raises an error for invalid values."""
    try:
        found = np.array(value)
    except ValueError:
        found = np.array(None)
    if found.dtype.kind not in "fiub":
        raise InputError(f"State: {name} must be numbers, one row per state; found {value!r}", "gym.state")
    if found.ndim > 2:
        raise InputError(f"State: {name} must have one row per state; found shape {found.shape}", "gym.state")
    return np.array(found, dtype=np.float64, ndmin=2)
