"""Sweeps: evaluate a function or a simulation at many parameter values, on all cores or on a Ray cluster.

`denoc.sweep` runs a sweep, `denoc.Range` is a range of values, `denoc.sweeps.read` reads the results of an earlier sweep.
"""

from .axes import Range
from .reading import read
from .result import SweepResult
from .run import sweep

__all__ = ["Range", "SweepResult", "read", "sweep"]
