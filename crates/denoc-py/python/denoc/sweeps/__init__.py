"""Sweeps: evaluate a function or a simulation at many parameter values, on all cores or on a Ray cluster.

`denoc.sweep` runs a sweep, `denoc.Range` defines a range of values, and `denoc.sweeps.read` reads the results of an
earlier sweep.

>>> import denoc
>>> table = denoc.sweep(lambda x: x**2, {"x": denoc.Range(0, 1, count=3)}, workers=1)
>>> table["value"].tolist()
[0.0, 0.25, 1.0]
"""

from .axes import Range
from .reading import read
from .result import SweepResult
from .run import sweep

__all__ = ["Range", "SweepResult", "read", "sweep"]
