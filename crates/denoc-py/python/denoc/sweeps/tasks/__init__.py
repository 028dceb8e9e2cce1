"""Tasks: the computation at every point of a sweep."""

from .function import FunctionTask
from .make import simulation
from .simulated import SimulatedTask

__all__ = ["FunctionTask", "SimulatedTask", "simulation"]
