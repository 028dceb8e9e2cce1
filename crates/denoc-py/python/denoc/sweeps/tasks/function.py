"""Sweeps of Python functions."""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...errors import InputError
from ..fingerprint import fingerprint, name_of
from ..outcome import Answer, Floats, words

#: The metric of a function that returns one number.
VALUE = "value"


@dataclass
class FunctionTask:
    """Calls a function with the parameters as keywords."""

    function: Callable[..., Any]
    parameters: tuple[str, ...]
    metrics: tuple[str, ...] | None

    @classmethod
    def checked(cls, function: Callable[..., Any], parameters: tuple[str, ...], metrics: object) -> FunctionTask:
        """Checks the arguments before anything runs."""
        if isinstance(metrics, (str, Mapping)) or not isinstance(metrics, (Sequence, type(None))):
            raise InputError("metrics of a function are a list of names of what it returns, or None for all of them")
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

    def manifest(self, design: dict[str, object], points: Floats) -> dict[str, object]:
        names = None if self.metrics is None else list(self.metrics)
        return {
            "subject": {"function": described(self.function)},
            "sweep": {**design, "metrics": names},
            "parameters": [{"name": name, "unit": ""} for name in self.parameters],
            "metrics": names and [{"name": name, "unit": ""} for name in names],
            "points": {"count": len(points), "sha256": hashlib.sha256(points.astype("<f8").tobytes()).hexdigest()},
        }

    def run(self, points: Floats) -> list[Answer]:
        return [self._answer(point) for point in points.tolist()]

    def _answer(self, point: list[float]) -> Answer:
        try:
            return Answer(self._metrics(self.function(**dict(zip(self.parameters, point)))), None)
        except (Exception, SystemExit) as error:
            return Answer({}, words(error))

    def _metrics(self, value: object) -> dict[str, float]:
        made = {str(name): number(x) for name, x in (value if isinstance(value, Mapping) else {VALUE: value}).items()}
        reserved = {"point", "error", *self.parameters}.intersection(made)
        if reserved:
            raise ValueError(f"the metric {min(reserved)!r} has the name of another column: rename it")
        if self.metrics is None:
            return made
        absent = [name for name in self.metrics if name not in made]
        if absent:
            raise KeyError(f"the function did not return the metric {absent[0]!r}; it returned {', '.join(made)}")
        return {name: made[name] for name in self.metrics}


def number(value: object) -> float:
    """A metric as a number."""
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        kind = type(value).__name__
        raise TypeError(f"the result is a {kind}: a number, or a dict of numbers, is needed") from None


def described(function: Callable[..., Any]) -> dict[str, object]:
    """Description of a function for the manifest. Bytecode depends on the Python version."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    return {"name": name_of(function), "python": version, "sha256": fingerprint(function)}
