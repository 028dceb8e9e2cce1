"""Tasks: the computation that a sweep performs at every point."""

from .function import FunctionTask
from .make import simulation
from .simulated import SimulatedTask

__all__ = ["FunctionTask", "SimulatedTask", "simulation"]
