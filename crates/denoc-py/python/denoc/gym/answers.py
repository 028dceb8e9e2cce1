"""Checks of the values that tasks return: wrong shapes are reported where they arise."""

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import InputError
from ..model import Model
from .task import Bools, Floats, State, Task


def limits(task: Task) -> npt.NDArray[np.float32]:
    """The bounds of observations."""
    if not isinstance(task, Task):
        hint = f"give an object, {task.__name__}(...)" if isinstance(task, type) else "make a subclass of it"
        raise InputError(f"task is {task!r}; it must be a denoc.gym.Task: {hint}", "gym.task")
    name = f"{type(task).__name__}.observation_limit"
    if not hasattr(task, "observation_limit"):
        raise InputError(
            f"{name} is missing; it must hold one positive number per observation, such as np.array([3.2, 30.0])",
            "gym.task",
        )
    found = _array(task.observation_limit)
    if found.dtype.kind not in "fiu" or found.ndim != 1 or not len(found) or not (found > 0).all():
        raise InputError(
            f"{name} must hold one positive number per observation; found {_description(task.observation_limit)}", "gym.task"
        )
    return found.astype(np.float32)


def started(task: Task, rng: np.random.Generator, model: Model) -> State:
    """The initial state of an episode."""
    name = f"{type(task).__name__}.start"
    state: Any = task.start(rng)
    if not isinstance(state, State):
        raise InputError(f"{name} must return a State, as by State(q, v); found a {type(state).__name__}", "gym.task")
    for letter, columns in (("q", model.nq), ("v", model.nv)):
        array = getattr(state, letter)
        if array.shape != (1, columns):
            raise InputError(
                f"{name}: {letter} of {model.name} has the shape (1, {columns}), one state; found {array.shape}",
                "gym.task",
            )
        if not np.isfinite(array).all():
            raise InputError(f"{name}: {letter} must be finite; found {np.array2string(array[0], precision=6)}", "gym.task")
    return state


def observed(task: Task, state: State, count: int) -> Floats:
    """Observations, ``count`` per state."""
    shape = (len(state.q), count)
    why = "one row per state and one column per number in observation_limit"
    return _numbers(task, "observe", task.observe(state), shape, why)


def rewarded(task: Task, before: State, action: Floats, after: State) -> Floats:
    """Rewards, one per state."""
    return _numbers(task, "reward", task.reward(before, action, after), (len(after.q),), "one per state")


def ended(task: Task, state: State) -> Bools:
    """Whether episodes have ended, one value per state."""
    value, shape = task.terminated(state), (len(state.q),)
    found = value if type(value) is np.ndarray else _array(value)
    if found.dtype.kind != "b" or found.shape != shape:
        raise InputError(
            f"{type(task).__name__}.terminated must return True or False, shape {shape}: one per state; found "
            f"{_description(value)}{_hint(value)}",
            "gym.task",
        )
    return found


def clipped(numbers: Floats, lower: Floats, upper: Floats) -> Floats:
    """Numbers between bounds; faster than ``np.clip`` for few numbers."""
    found: Floats = np.minimum(np.maximum(numbers, lower), upper)
    return found


def finite(numbers: Floats) -> bool:
    """Whether all numbers are finite."""
    # squares of large numbers overflow
    return math.isfinite(np.vdot(numbers, numbers)) or bool(np.isfinite(numbers).all())


def _numbers(task: Task, method: str, value: object, shape: tuple[int, ...], why: str) -> Floats:
    """Numbers of this shape, or an error."""
    if type(value) is np.ndarray and value.dtype == np.float64 and value.shape == shape:
        # the usual answer: a sum of squares is NaN if and only if a number is
        if not math.isnan(np.vdot(value, value)):
            return value
    name, found = f"{type(task).__name__}.{method}", _array(value)
    if found.dtype.kind not in "fiub" or found.shape != shape:
        raise InputError(
            f"{name} must return numbers of shape {shape}, {why}; found {_description(value)}{_hint(value)}", "gym.task"
        )
    floats: Floats = found.astype(np.float64)
    if np.isnan(floats).any():
        where = tuple(int(i) for i in np.argwhere(np.isnan(floats))[0])
        raise InputError(f"{name} returned nan at {where}; every value must be a number", "gym.task")
    return floats


def _array(value: Any) -> npt.NDArray[Any]:
    """The value as an array; an object array if it is not numeric."""
    try:
        return np.asarray(value)
    except ValueError:
        return np.array(None)


def _description(value: object) -> str:
    """Description of a value, for messages."""
    array = _array(value)
    if array.dtype.kind not in "fiub":
        return "None" if value is None else f"a {type(value).__name__}"
    return f"shape {array.shape} of {array.dtype.name}" if array.ndim else f"the single {array.dtype.name} {value}"


def _hint(value: object) -> str:
    """Likely mistake in a method that works on rows."""
    if value is None:
        return " (is a return missing?)"
    single = isinstance(value, (bool, int, float, np.generic))
    return " (states are rows: use sum or any with axis=1 to get one value per state)" if single else ""
