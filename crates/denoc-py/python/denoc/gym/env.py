"""The single environment."""

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from ..errors import InputError
from ..model import Model
from .scene import Observations, Scene
from .scenes import scene_of
from .task import State


class MechanismEnv(gymnasium.Env[Observations, npt.NDArray[np.float32]]):
    """Environment of one mechanism.

    Only the task ends episodes, and steps that cannot be computed; for a time limit wrap it in ``gymnasium.wrappers.TimeLimit`` (as ``gymnasium.make``
    does).

    >>> import denoc.gym
    >>> env = denoc.gym.MechanismEnv("pendulum")
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape
    (3,)
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array"], "render_fps": 50}

    def __init__(self, scene: Scene | Model | str, render_mode: str | None = None) -> None:
        """``scene``: a `Scene`, or the name of one of this package: pendulum, cart_pole, arm_reach, quadruped.

        A model is short for ``Scene(model)``: hold a configuration, with forces up to the model's limits.
        """
        if render_mode not in (None, "rgb_array"):
            raise InputError(f'render_mode is {render_mode!r}; it must be "rgb_array" or None', "gym.render-mode")
        self.scene: Scene = scene_of(scene)
        self.metadata = {**self.metadata, "render_fps": self.scene.fps}
        self.render_mode = render_mode
        self.observation_space: gymnasium.spaces.Space[Any] = self.scene.observation_space()
        self.action_space: gymnasium.spaces.Space[Any] = self.scene.action_space()
        self._state: State | None = None

    @property
    def state(self) -> State:
        """The current state, as one row."""
        if self._state is None:
            raise gymnasium.error.ResetNeeded("call reset() before anything else")
        return self._state

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Start an episode. ``options`` may contain ``q`` and ``v`` to set the initial state.

        Loops are closed: actuated joints start as given, the others nearby.
        """
        super().reset(seed=seed)
        self._state = self.scene.start(self.np_random, options)
        return self.scene.observe(self._state)[0], {}

    def step(self, action: npt.ArrayLike) -> tuple[Observations, float, bool, bool, dict[str, Any]]:
        """Apply an action for the time ``dt`` of the scene. Actions beyond -1 and 1 are clipped.

        If the step cannot be computed, as when a motion diverges, the episode is truncated at the last state and
        ``info["failure"]`` says why.
        """
        before = self.state
        row = self.scene.actions(action, (self.scene.drive.size,))[None]
        self._state, reward, terminated, failed = self.scene.step(before, row)
        info: dict[str, Any] = {"failure": failed[0]} if failed else {}
        return self.scene.observe(self._state)[0], float(reward[0]), bool(terminated[0]), bool(failed), info

    def render(self) -> npt.NDArray[np.uint8] | None:
        """A stick-figure image of the state, if created with ``render_mode="rgb_array"``."""
        return None if self.render_mode is None else self.scene.draw(self.state)
