"""Converts keywords of `Model.simulate` to a scenario."""

from __future__ import annotations

import functools
import math
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ParamSpec, TypeVar

import numpy as np

from ._denoc import _did_you_mean
from .errors import InputError

#: Keywords that correspond to keys of ``[simulate]``.
SIMULATE = (
    "duration", "integrator", "tolerance", "output_step", "step", "joint_forces", "dry_friction", "limits", "saturate",
    "closure", "algorithm", "singular", "verify",
)  # fmt: skip
#: Keywords that correspond to keys of ``[start]``.
START = ("configuration", "q", "v")
#: Keywords that correspond to other tables and lists of the scenario.
OTHERS = {
    "motion": "motion", "loads": "load", "events": "event", "trace": "trace", "controller": "controller", "title": "title",
    "large_output": "large_output",
}  # fmt: skip


#: Older keywords and the present ones.
RENAMED = {"method": "integrator", "loop_method": "algorithm"}

P = ParamSpec("P")
R = TypeVar("R")


def refuses(renamed: Mapping[str, str]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Refuses older keywords of a function with an error that names the present ones."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @functools.wraps(function)
        def checked(*args: P.args, **kwargs: P.kwargs) -> R:
            for word in renamed.keys() & kwargs.keys():
                raise TypeError(f"{function.__name__}: the keyword {word!r} is now called {renamed[word]!r}")
            return function(*args, **kwargs)

        return checked

    return decorate


def scenario(model: str, simulate: Mapping[str, object]) -> dict[str, object]:
    """The scenario equivalent to a simulation with these keywords."""
    for word in simulate:
        if word in RENAMED:
            raise InputError(f"simulate: the keyword {word!r} is now called {RENAMED[word]!r}")
        if word not in (known := (*SIMULATE, *START, *OTHERS)):
            near = _did_you_mean(word, list(known))
            raise InputError(f"simulate has no keyword {word!r} in a sweep: {near}it has {', '.join(known)}")
    if "duration" not in simulate:
        raise InputError("simulate needs a duration: simulate=dict(duration=2.0)")
    given = {word: plain(word, value) for word, value in simulate.items() if value is not None}
    for word in ("q", "v"):
        if isinstance(text := given.get(word), str):
            raise InputError(f"{word} is {text!r}; for a named configuration use configuration={text!r}", "scenario")
    if isinstance(given.get("controller"), str):
        given["controller"] = {"law": given["controller"]}
    made: dict[str, object] = {"model": model}
    made["start"] = {word: given[word] for word in START if word in given}
    made["simulate"] = {word: given[word] for word in SIMULATE if word in given}
    made.update((key, given[word]) for word, key in OTHERS.items() if word in given)
    return made


def plain(word: str, value: object) -> Any:
    """Converts arrays and sequences to lists, NumPy numbers to Python numbers, paths to text."""
    if isinstance(value, str | bytes):
        return value
    if callable(value):
        raise InputError(
            f"{word} is a Python function, which is not allowed here; to sweep a controller, sweep a function that calls "
            "model.simulate"
        )
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, Mapping):
        return {str(key): plain(word, entry) for key, entry in value.items()}
    if isinstance(value, np.floating):
        return plain(word, float(value))
    if hasattr(value, "__array__"):
        array = np.asarray(value)
        return plain(word, (array.astype(float) if array.dtype == np.longdouble else array).tolist())
    if isinstance(value, float) and not math.isfinite(value):
        raise InputError(f"{word} contains a non-finite number: {value}", "state.not-finite")
    if isinstance(value, Sequence):
        return [plain(word, entry) for entry in value]
    return value
