"""Sweeps of Python functions."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..._denoc import SweepManifest
from ...errors import InputError
from ..fingerprint import fingerprint, name_of
from ..outcome import Answer, Floats, describe

#: Name of the metric of a function that returns a single number.
VALUE = "value"


@dataclass
class FunctionTask:
    """Calls a function with the parameters as keywords."""

    function: Callable[..., Any]
    """The function."""
    parameters: tuple[str, ...]
    """Names of its keywords, in the order of the columns of the points."""
    metrics: tuple[str, ...] | None
    """Names of the returned values to keep; None for all."""

    @classmethod
    def checked(cls, function: Callable[..., Any], parameters: tuple[str, ...], metrics: object) -> FunctionTask:
        """Checks the arguments before anything runs."""
        if isinstance(metrics, (str, Mapping)) or not isinstance(metrics, (Sequence, type(None))):
            raise InputError("metrics of a function are a list of names of returned values, or None for all of them")
        try:
            inspect.signature(function).bind(**dict.fromkeys(parameters))
        except TypeError as error:
            name = name_of(function)
            raise InputError(f"{name} cannot be called with the parameters {', '.join(parameters)}: {error}") from error
        except ValueError:  # a built-in function without a signature: checked when it is called
            pass
        return cls(function, parameters, None if metrics is None else tuple(map(str, metrics)))

    def metric_names(self) -> tuple[str, ...] | None:
        return self.metrics

    def units(self) -> dict[str, str]:
        return {}

    def manifest(self, design: dict[str, object], points: Floats) -> SweepManifest:
        names = None if self.metrics is None else list(self.metrics)
        design = {**design, "metrics": names}
        return SweepManifest.of_function(identity(self.function), design, list(self.parameters), names, points)

    def run(self, points: Floats) -> list[Answer]:
        return [self._answer(point) for point in points.tolist()]

    def _answer(self, point: list[float]) -> Answer:
        try:
            return Answer(self._metrics(self.function(**dict(zip(self.parameters, point)))), None)
        except (Exception, SystemExit) as error:
            return Answer({}, describe(error))

    def _metrics(self, value: object) -> dict[str, float]:
        values = value if isinstance(value, Mapping) else {VALUE: value}
        metrics = {str(name): number(x) for name, x in values.items()}
        reserved = {"point", "error", *self.parameters}.intersection(metrics)
        if reserved:
            raise ValueError(f"the metric {min(reserved)!r} has the name of another column: rename it")
        if self.metrics is None:
            return metrics
        absent = [name for name in self.metrics if name not in metrics]
        if absent:
            raise KeyError(f"the function did not return the metric {absent[0]!r}; it returned {', '.join(metrics)}")
        return {name: metrics[name] for name in self.metrics}


def number(value: object) -> float:
    """A metric as a number."""
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        kind = type(value).__name__
        raise TypeError(f"the result is a {kind}: a number, or a dict of numbers, is needed") from None


def identity(function: Callable[..., Any]) -> dict[str, str]:
    """Identity of a function for the manifest. It includes the version of Python, on which the bytecode depends."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    return {"name": name_of(function), "python": version, "sha256": fingerprint(function)}
