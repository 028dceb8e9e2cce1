"""Conversion of states to and from Pinocchio, MuJoCo and Drake: joint order, quaternions, speeds and forces.

>>> import denoc
>>> quadruped = denoc.load("quadruped")
>>> order = denoc.interop.mujoco(quadruped, joint_names=quadruped.joint_names)
>>> qpos = order.q_to(quadruped.neutral())
>>> qpos[3:7].tolist()
[1.0, 0.0, 0.0, 0.0]
"""

from .order import Order
from .peers import drake, mujoco, pinocchio

__all__ = ["Order", "drake", "mujoco", "pinocchio"]
