"""What a sweep evaluates at every point."""

from .function import FunctionTask
from .make import simulation
from .simulated import SimulatedTask

__all__ = ["FunctionTask", "SimulatedTask", "simulation"]
