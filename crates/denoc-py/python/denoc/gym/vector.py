"""The vectorised environment."""

import operator
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ..errors import InputError
from ..model import Model
from .scene import Observations, Scene
from .scenes import scene_of
from .task import Bools, Floats, State

Step = tuple[Observations, Floats, Bools, Bools, dict[str, Any]]


class MechanismVectorEnv(VectorEnv[Observations, npt.NDArray[np.float32], npt.NDArray[Any]]):
    """Environment that steps many states of a mechanism at once, in Rust.

    Finished episodes restart in the next step (``AutoresetMode.NEXT_STEP``), whose action is ignored and
    whose reward is zero. Every state has its own random generator: a state with seed s
    evolves like a `MechanismEnv` with that seed.

    >>> import denoc.gym
    >>> envs = denoc.gym.MechanismVectorEnv("pendulum", num_envs=8)
    >>> observations, infos = envs.reset(seed=1)
    >>> observations.shape
    (8, 3)
    """

    metadata: dict[str, Any] = {
        "render_modes": ["rgb_array"],
        "render_fps": 50,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        scene: Scene | Model | str,
        num_envs: int = 1,
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """``scene`` as for `MechanismEnv`; episodes are truncated after ``max_episode_steps``."""
        if num_envs < 1:
            raise InputError(f"num_envs is {num_envs}; it must be at least 1", "gym.vector")
        if render_mode not in (None, "rgb_array"):
            raise InputError(f'render_mode is {render_mode!r}; it must be "rgb_array" or None', "gym.render-mode")
        self.scene: Scene = scene_of(scene)
        self.metadata = {**self.metadata, "render_fps": self.scene.fps}
        self.num_envs: int = num_envs
        self.max_episode_steps: int | None = max_episode_steps
        self.render_mode = render_mode
        self.single_observation_space: gymnasium.spaces.Space[Any] = self.scene.observation_space()
        self.single_action_space: gymnasium.spaces.Space[Any] = self.scene.action_space()
        self.observation_space: gymnasium.spaces.Space[Any] = batch_space(self.single_observation_space, num_envs)
        self.action_space: gymnasium.spaces.Space[Any] = batch_space(self.single_action_space, num_envs)
        self._chance: list[np.random.Generator] = []
        self._state: State | None = None
        self._steps = np.zeros(num_envs, dtype=np.int64)
        self._ended = np.zeros(num_envs, dtype=np.bool_)

    @property
    def state(self) -> State:
        """The current states, one per row."""
        if self._state is None:
            raise gymnasium.error.ResetNeeded("call reset() before anything else")
        return self._state

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Start all episodes. A seed s means s, s + 1, …; a list seeds every state separately (None: keep its generator)."""
        self._seed(seed)
        self._state = State.stacked([self.scene.start(chance, options) for chance in self._chance])
        self._steps[:] = 0
        self._ended[:] = False
        return self.scene.observe(self._state), {}

    def step(self, actions: npt.ArrayLike) -> Step:
        """Apply actions (one per row) for the time ``dt`` of the scene. Actions beyond -1 and 1 are clipped.

        If the step of a row cannot be computed, as when a motion diverges, its episode is truncated at the last state and
        ``infos["failure"]`` says why (``infos["_failure"]`` is True for these rows). The other rows do not depend on it.
        """
        state = self.state
        rows = self.scene.actions(actions, (self.num_envs, self.scene.drive.size))
        rewards, terminated = np.zeros(self.num_envs), np.zeros(self.num_envs, dtype=np.bool_)
        over, live = np.flatnonzero(self._ended), np.flatnonzero(~self._ended)
        truncated = np.zeros(self.num_envs, dtype=np.bool_)
        infos: dict[str, Any] = {}
        if len(live):
            after, rewards[live], terminated[live], failed = self.scene.step(state.rows(live), rows[live])
            state.put(live, after)
            for k, reason in failed.items():
                truncated[live[k]] = True
                infos = self._add_info(infos, {"failure": reason}, int(live[k]))
        if len(over):
            state.put(over, State.stacked([self.scene.start(self._chance[i], None) for i in over]))
        self._steps[live] += 1
        self._steps[over] = 0
        if self.max_episode_steps is not None:
            truncated |= self._steps >= self.max_episode_steps
        self._ended = terminated | truncated
        return self.scene.observe(state), rewards, terminated, truncated, infos

    def render(self) -> tuple[npt.NDArray[np.uint8], ...] | None:
        """One image per state, if created with ``render_mode="rgb_array"``."""
        if self.render_mode is None:
            return None
        return tuple(self.scene.draw(self.state.rows(np.array([i]))) for i in range(self.num_envs))

    def _seed(self, seed: int | Sequence[int | None] | None) -> None:
        """Creates a random generator for every state."""
        if seed is None:
            seeds: list[int | None] = [None] * self.num_envs
        elif isinstance(seed, Sequence):
            seeds = list(seed)
        else:
            seeds = [operator.index(seed) + i for i in range(self.num_envs)]
        if len(seeds) != self.num_envs:
            raise InputError(f"expected {self.num_envs} seeds, one per state, found {len(seeds)}", "gym.seed")
        old: list[np.random.Generator | None] = [*self._chance] or [None] * self.num_envs
        self._chance = [
            chance if chance is not None and one is None else seeding.np_random(one)[0]
            for chance, one in zip(old, seeds, strict=True)
        ]
