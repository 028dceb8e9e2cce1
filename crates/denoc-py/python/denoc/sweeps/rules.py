"""Valid combinations of values and keywords for each sampling plan."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Integral
from typing import TypeGuard

from .._denoc import _did_you_mean
from ..errors import InputError

SAMPLINGS = ("grid", "list", "latin-hypercube", "sobol")
#: Methods that draw `samples` points between two ends; the others take values.
SAMPLED = ("latin-hypercube", "sobol")

#: Parameters by path, with the keys of ``[[sweep.parameter]]``.
Axes = Mapping[str, Mapping[str, object]]


def check(axes: Axes, sampling: str, samples: object, seed: object) -> None:
    """Rejects inconsistent arguments, in terms of the keywords of `denoc.sweep`."""
    if not axes:
        raise InputError("a sweep needs at least one parameter")
    for path in ("point", "error"):
        if path in axes:
            raise InputError(f"the parameter {path!r} has the name of another column: rename it")
    if sampling not in SAMPLINGS:
        near = _did_you_mean(str(sampling), list(SAMPLINGS))
        raise InputError(f"there is no sampling {sampling!r}: {near}use one of {', '.join(SAMPLINGS)}")
    for path, axis in axes.items():
        if sampling in SAMPLED:
            _check_sampled(path, axis, sampling)
        else:
            _check_values(path, axis, sampling)
    _check_samples(sampling, samples)
    if seed is not None and sampling != "latin-hypercube":
        raise InputError(f"seed is for the sampling 'latin-hypercube': {sampling!r} is not random: omit it")
    if seed is not None and not (is_integer(seed) and 0 <= int(seed) < 2**64):
        raise InputError(f"seed = {seed!r} is not an integer from 0 to 2**64 - 1")


def is_integer(value: object) -> TypeGuard[Integral]:
    """Whether it is an integer, of Python or NumPy."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def _check_samples(sampling: str, samples: object) -> None:
    if sampling not in SAMPLED and samples is not None:
        raise InputError(
            f"samples is for the samplings {' and '.join(SAMPLED)}: the points of {sampling!r} are given by the values, "
            "lists or Range(low, high, count=5)"
        )
    if sampling in SAMPLED and samples is None:
        raise InputError(f"the sampling {sampling!r} needs the number of points: samples=64")
    if samples is not None and not (is_integer(samples) and int(samples) >= 1):
        raise InputError(f"samples = {samples!r} is not a number of points: use an integer of at least 1")


def _check_sampled(path: str, axis: Mapping[str, object], sampling: str) -> None:
    if "values" in axis:
        raise InputError(
            f"parameter {path}: the sampling {sampling!r} draws samples between two ends, and takes no single values: "
            "give (low, high) or Range(low, high), or use sampling='grid' with Range(low, high, count=5) for the others"
        )
    if "count" in axis:
        raise InputError(
            f"parameter {path}: count has no meaning for the sampling {sampling!r}, samples is the number of points: {_range(axis)}"
        )


def _check_values(path: str, axis: Mapping[str, object], sampling: str) -> None:
    if axis.get("values") == []:
        raise InputError(f"parameter {path}: its list of values is empty: give at least one")
    if "from" in axis and "count" not in axis:
        raise InputError(
            f"parameter {path}: the sampling {sampling!r} needs the number of values between the ends: "
            f"{_range(axis, 'count=5')}, or [{axis['from']!r}, {axis['to']!r}] for these two values"
        )


def _range(axis: Mapping[str, object], *more: str) -> str:
    spacing = [f"spacing={axis['spacing']!r}"] if "spacing" in axis else []
    return f"Range({', '.join([repr(axis['from']), repr(axis['to']), *more, *spacing])})"
