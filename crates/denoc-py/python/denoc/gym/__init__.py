"""Gymnasium environments of mechanisms, single and vectorised.

Importing this module registers ``denoc/Pendulum-v0``, ``denoc/CartPole-v0``, ``denoc/ArmReach-v0`` and
``denoc/Quadruped-v0``:

>>> import gymnasium, denoc.gym
>>> env = gymnasium.make("denoc/CartPole-v0")
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
>>> reward
1.0

``gymnasium.make_vec`` creates an environment that steps all states together in Rust:

>>> envs = gymnasium.make_vec("denoc/CartPole-v0", num_envs=64)
>>> observations, infos = envs.reset(seed=1)
>>> observations.shape
(64, 4)

A `Scene` turns any model into an environment: the model, a `Task`, and a drive that converts actions to forces:

>>> model = denoc.load("puma")
>>> scene = denoc.gym.Scene(model, drive=denoc.gym.EffortDrive(model, limit=50.0))
>>> env = denoc.gym.MechanismEnv(scene)
>>> env.action_space.shape
(6,)
"""

from ..extras import needs

needs("gymnasium", "gym")

# ruff: noqa: E402
from .drawing import View
from .drive import Drive, EffortDrive, PositionDrive, RateDrive
from .env import MechanismEnv
from .ground import SoftGround
from .registration import register
from .scene import Scene
from .task import State, Task
from .tasks import ArmReach, CartPoleBalance, Hold, PendulumSwingUp, QuadrupedWalk
from .vector import MechanismVectorEnv

__all__ = [
    "ArmReach",
    "CartPoleBalance",
    "Drive",
    "EffortDrive",
    "Hold",
    "MechanismEnv",
    "MechanismVectorEnv",
    "PendulumSwingUp",
    "PositionDrive",
    "QuadrupedWalk",
    "RateDrive",
    "Scene",
    "SoftGround",
    "State",
    "Task",
    "View",
]

register()
