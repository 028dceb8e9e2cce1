"""Scenes: a model with a task, a drive and a time step, shared by both environments."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ..errors import Error, InputError
from ..model import Model
from . import answers
from .closing import projected_speeds, closed_pose
from .drawing import View, draw
from .drive import Drive, EffortDrive
from .ground import SoftGround
from .task import Bools, Floats, State, Task
from .tasks.hold import Hold

Observations = npt.NDArray[np.float32]

# arrays, because numbers would be converted at every call
_LEAST: Floats = np.array(-1.0)
_MOST: Floats = np.array(1.0)


class Scene:
    """The system that an environment simulates.

    >>> import denoc.gym
    >>> model = denoc.load("two_r")
    >>> scene = denoc.gym.Scene(model, drive=denoc.gym.EffortDrive(model, limit=20.0), dt=0.01)
    >>> scene.fps
    100
    """

    def __init__(
        self,
        model: Model,
        task: Task | None = None,
        *,
        drive: Drive | None = None,
        ground: SoftGround | None = None,
        dt: float = 0.02,
        substeps: int = 4,
        view: View | None = None,
    ) -> None:
        """A scene.

        ``task``: default `Hold`. ``drive``: default `EffortDrive`, forces up to the model's limits. ``ground``: ground
        for the model's contact points. ``dt``: seconds between actions, integrated in ``substeps`` steps (of fourth
        order; of first order with ground). ``view``: camera.
        """
        if not isinstance(model, Model):
            raise InputError(f"model is {model!r}; it must be a denoc.Model, as by denoc.load(...)", "gym.scene")
        if not (math.isfinite(dt) and dt > 0):
            raise InputError(f"dt is {dt:.6g}; it must be a positive number of seconds", "gym.scene")
        if substeps < 1:
            raise InputError(f"substeps is {substeps}; it must be at least 1", "gym.scene")
        self.model: Model = model
        self.task: Task = Hold(model) if task is None else task
        self.drive: Drive = drive or EffortDrive(model)
        self.ground: SoftGround | None = ground
        self.dt: float = dt
        self.substeps: int = substeps
        self.view: View = view or View()
        self._limit = answers.limits(self.task)
        self._lower: Floats = -self._limit.astype(np.float64)
        self._upper: Floats = self._limit.astype(np.float64)

    @property
    def fps(self) -> int:
        """Frames per second, for real-time video."""
        return max(1, round(1.0 / self.dt))

    def observation_space(self) -> spaces.Space[Any]:
        """Observation space of one state."""
        return spaces.Box(-self._limit, self._limit, dtype=np.float32)

    def action_space(self) -> spaces.Space[Any]:
        """Action space of one state: -1 to 1."""
        return spaces.Box(-1.0, 1.0, (self.drive.size,), dtype=np.float32)

    def start(self, rng: np.random.Generator, options: Mapping[str, Any] | None) -> State:
        """The initial state of an episode, with loops closed; ``options`` may replace ``q`` and ``v``."""
        state = answers.started(self.task, rng, self.model)
        given = _given(options or {}, {"q": self.model.nq, "v": self.model.nv})
        q: Floats = given["q"] if "q" in given else state.q[0]
        v: Floats = given["v"] if "v" in given else state.v[0]
        if self.model.is_closed:
            name = f"{type(self.task).__name__}.start"
            q = closed_pose(self.model, q, "options['q']" if "q" in given else name, exact="q" in given)
            v = projected_speeds(self.model, q, v, "options['v']" if "v" in given else name, exact="v" in given)
        return State(q, v, state.goal)

    def observe(self, state: State) -> Observations:
        """Observations, one row per state."""
        seen = answers.observed(self.task, state, len(self._limit))
        return answers.clipped(seen, self._lower, self._upper).astype(np.float32)

    def actions(self, actions: npt.ArrayLike, shape: tuple[int, ...]) -> Floats:
        """Actions clipped to -1 to 1. Raises an error for wrong shapes and non-finite numbers."""
        array = np.asarray(actions, dtype=np.float64)
        if array.shape != shape:
            raise InputError(f"expected actions of shape {shape}, found {array.shape}", "gym.action")
        if not answers.finite(array):
            where = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
            raise InputError(
                f"the action at {where} is {array[where]:.6g}; actions must be finite, from -1 to 1", "gym.action"
            )
        return answers.clipped(array, _LEAST, _MOST)

    def step(self, before: State, action: Floats) -> tuple[State, Floats, Bools, dict[int, str]]:
        """States after the time ``dt``, rewards, whether the episodes have ended, and why rows failed.

        A row whose step cannot be computed keeps its state and gets no reward; the other rows do not depend on it.
        """
        q, v, failed = self._advance(before.q, before.v, action)
        after = State.of(q, v, before.goal.copy())
        if not failed:
            return after, answers.rewarded(self.task, before, action, after), answers.ended(self.task, after), failed
        rewards, ended = np.zeros(len(q)), np.zeros(len(q), dtype=np.bool_)
        bad = np.array(list(failed))
        after.q[bad], after.v[bad] = before.q[bad], before.v[bad]
        good = np.setdiff1d(np.arange(len(q)), bad)
        if len(good):
            rows = after.rows(good)
            rewards[good] = answers.rewarded(self.task, before.rows(good), action[good], rows)
            ended[good] = answers.ended(self.task, rows)
        return after, rewards, ended, failed

    def draw(self, state: State) -> npt.NDArray[np.uint8]:
        """An image of the first state, (height, width, 3)."""
        return draw(self.model, state.q[0], self.view, self.task.marks(state))

    def _advance(self, q: Floats, v: Floats, action: Floats) -> tuple[Floats, Floats, dict[int, str]]:
        """States after the time ``dt``, in new arrays; rows that fail are not computed further."""
        h = self.dt / self.substeps
        if self.drive.steady and self.ground is None:
            return self._stepped(q, v, action, h, self.substeps)
        failed: dict[int, str] = {}
        rows = np.arange(len(q))
        for _ in range(self.substeps):
            if not failed:
                q, v, failed = self._stepped(q, v, action, h, 1)
            else:
                q[rows], v[rows], reasons = self._stepped(q[rows], v[rows], action[rows], h, 1)
                failed |= {int(rows[k]): reason for k, reason in reasons.items()}
            if failed:
                rows = np.delete(np.arange(len(q)), list(failed))
                if not len(rows):
                    break
        return q, v, failed

    def _stepped(
        self, q: Floats, v: Floats, action: Floats, h: float, steps: int
    ) -> tuple[Floats, Floats, dict[int, str]]:
        """States after some steps of ``h``, in new arrays, and why rows failed."""
        try:
            tau = self.drive.effort(q, v, action)
            if self.ground is None:
                return self.model._step_rows(q, v, tau, h, steps)
            q, v = self.ground.step(q, v, tau, h)
            failed: dict[int, str] = {}
        except (Error, np.linalg.LinAlgError) as error:
            # drives and the ground compute all rows or none: look for those that cannot be computed
            if not _is_about_a_state(error):
                raise
            q, v, failed = q.copy(), v.copy(), {}
            if len(q) == 1:
                return q, v, {0: str(error)}
            for row in range(len(q)):
                one = slice(row, row + 1)
                q[one], v[one], reasons = self._stepped(q[one], v[one], action[one], h, steps)
                failed |= {row: reason for reason in reasons.values()}
        finite = np.isfinite(q).all(axis=1) & np.isfinite(v).all(axis=1)
        for bad in np.flatnonzero(~finite):
            failed.setdefault(int(bad), f"the state of {self.model.name} is no longer finite; use more substeps")
        return q, v, failed


def _is_about_a_state(error: Exception) -> bool:
    """Whether another state might be computed: errors of programs and settings are not those of an episode."""
    return isinstance(error, np.linalg.LinAlgError) or getattr(error, "code", "").startswith(("dynamics.", "state.not", "simulation."))


def _given(options: Mapping[str, Any], expected: Mapping[str, int]) -> dict[str, Floats]:
    """Validated options of a reset."""
    given = {}
    for name, value in options.items():
        if name not in expected:
            raise InputError(f'there is no reset option {name!r}; there are "q" and "v"', "gym.option")
        try:
            given[name] = np.array(value, dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise InputError(
                f"options[{name!r}] must have {expected[name]} finite numbers; found {value!r}", "gym.option"
            ) from error
        if given[name].shape != (expected[name],):
            raise InputError(
                f"options[{name!r}] must have {expected[name]} finite numbers; found shape {given[name].shape}",
                "gym.option",
            )
        if not np.isfinite(given[name]).all():
            raise InputError(
                f"options[{name!r}] must have {expected[name]} finite numbers; found {np.array2string(given[name], precision=6)}", "gym.option"
            )
    return given
