"""Tasks of the environments."""

from .arm_reach import ArmReach
from .cart_pole import CartPoleBalance
from .hold import Hold
from .pendulum import PendulumSwingUp
from .quadruped import QuadrupedWalk

__all__ = ["ArmReach", "CartPoleBalance", "Hold", "PendulumSwingUp", "QuadrupedWalk"]
