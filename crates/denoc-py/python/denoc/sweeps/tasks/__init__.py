"""What a sweep evaluates at every point."""

from .function import FunctionTask
from .make import simulation

__all__ = ["FunctionTask", "simulation"]
