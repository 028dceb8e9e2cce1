"""Rules of designs: valid values and keywords of each method."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Integral
from typing import TypeGuard

from ..errors import InputError

METHODS = ("grid", "list", "latin-hypercube", "sobol")
#: Methods that sample `samples` points between two ends; the others take values.
DRAWN = ("latin-hypercube", "sobol")

#: Parameters by path, with the keys of ``[[sweep.parameter]]``.
Axes = Mapping[str, Mapping[str, object]]


def check(axes: Axes, method: str, samples: object, seed: object) -> None:
    """Rejects inconsistent arguments, in terms of the keywords of `denoc.sweep`."""
    if not axes:
        raise InputError("a sweep needs at least one parameter")
    for path in ("point", "error"):
        if path in axes:
            raise InputError(f"the parameter {path!r} has the name of another column: rename it")
    if method not in METHODS:
        raise InputError(f"there is no method {method!r}: use one of {', '.join(METHODS)}")
    for path, axis in axes.items():
        if method in DRAWN:
            _drawn(path, axis, method)
        else:
            _valued(path, axis, method)
    _samples(method, samples)
    if seed is not None and method != "latin-hypercube":
        raise InputError(f"seed is for the method 'latin-hypercube': {method!r} is not random: omit it")
    if seed is not None and not (whole(seed) and 0 <= int(seed) < 2**64):
        raise InputError(f"seed = {seed!r} is not a whole number from 0 to 2**64 - 1")


def whole(value: object) -> TypeGuard[Integral]:
    """Whether it is an integer, of Python or NumPy."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def _samples(method: str, samples: object) -> None:
    if method not in DRAWN and samples is not None:
        raise InputError(
            f"samples is for the methods {' and '.join(DRAWN)}: the points of {method!r} are those of its values, "
            "lists or Range(low, high, count=5)"
        )
    if method in DRAWN and samples is None:
        raise InputError(f"the method {method!r} needs the number of points: samples=64")
    if samples is not None and not (whole(samples) and int(samples) >= 1):
        raise InputError(f"samples = {samples!r} is not a number of points: use a whole number from 1")


def _drawn(path: str, axis: Mapping[str, object], method: str) -> None:
    if "values" in axis:
        raise InputError(
            f"parameter {path}: the method {method!r} draws between two ends, and takes no list of values, nor one: "
            "give (low, high) or Range(low, high), or use method='grid' with Range(low, high, count=5) for the others"
        )
    if "count" in axis:
        raise InputError(
            f"parameter {path}: count has no meaning for the method {method!r}, samples says how many: {_range(axis)}"
        )


def _valued(path: str, axis: Mapping[str, object], method: str) -> None:
    if axis.get("values") == []:
        raise InputError(f"parameter {path}: the list of its values is empty: give one at least")
    if "from" in axis and "count" not in axis:
        raise InputError(
            f"parameter {path}: the method {method!r} needs to know how many values there are between the ends: "
            f"{_range(axis, 'count=5')}, or [{axis['from']!r}, {axis['to']!r}] for these two"
        )


def _range(axis: Mapping[str, object], *more: str) -> str:
    spacing = [f"spacing={axis['spacing']!r}"] if "spacing" in axis else []
    return f"Range({', '.join([repr(axis['from']), repr(axis['to']), *more, *spacing])})"
