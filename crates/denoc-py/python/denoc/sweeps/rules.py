"""Valid combinations of values and keywords for each method of a sweep."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Integral
from typing import TypeGuard

from ..errors import InputError

METHODS = ("grid", "list", "latin-hypercube", "sobol")
#: Methods that draw `samples` points between two ends; the others take values.
SAMPLED = ("latin-hypercube", "sobol")

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
        if method in SAMPLED:
            _check_sampled(path, axis, method)
        else:
            _check_values(path, axis, method)
    _check_samples(method, samples)
    if seed is not None and method != "latin-hypercube":
        raise InputError(f"seed is for the method 'latin-hypercube': {method!r} is not random: omit it")
    if seed is not None and not (is_integer(seed) and 0 <= int(seed) < 2**64):
        raise InputError(f"seed = {seed!r} is not an integer from 0 to 2**64 - 1")


def is_integer(value: object) -> TypeGuard[Integral]:
    """Whether it is an integer, of Python or NumPy."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def _check_samples(method: str, samples: object) -> None:
    if method not in SAMPLED and samples is not None:
        raise InputError(
            f"samples is for the methods {' and '.join(SAMPLED)}: the points of {method!r} are given by the values, "
            "lists or Range(low, high, count=5)"
        )
    if method in SAMPLED and samples is None:
        raise InputError(f"the method {method!r} needs the number of points: samples=64")
    if samples is not None and not (is_integer(samples) and int(samples) >= 1):
        raise InputError(f"samples = {samples!r} is not a number of points: use an integer of at least 1")


def _check_sampled(path: str, axis: Mapping[str, object], method: str) -> None:
    if "values" in axis:
        raise InputError(
            f"parameter {path}: the method {method!r} draws samples between two ends, and takes no single values: "
            "give (low, high) or Range(low, high), or use method='grid' with Range(low, high, count=5) for the others"
        )
    if "count" in axis:
        raise InputError(
            f"parameter {path}: count has no meaning for the method {method!r}, samples is the number of points: {_range(axis)}"
        )


def _check_values(path: str, axis: Mapping[str, object], method: str) -> None:
    if axis.get("values") == []:
        raise InputError(f"parameter {path}: its list of values is empty: give at least one")
    if "from" in axis and "count" not in axis:
        raise InputError(
            f"parameter {path}: the method {method!r} needs the number of values between the ends: "
            f"{_range(axis, 'count=5')}, or [{axis['from']!r}, {axis['to']!r}] for these two values"
        )


def _range(axis: Mapping[str, object], *more: str) -> str:
    spacing = [f"spacing={axis['spacing']!r}"] if "spacing" in axis else []
    return f"Range({', '.join([repr(axis['from']), repr(axis['to']), *more, *spacing])})"
