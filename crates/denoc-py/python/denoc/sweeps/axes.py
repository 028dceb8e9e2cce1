"""Parameters of a sweep and their values."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any, Literal, Union

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from . import rules

#: A number in SI units, or a string with a unit: ``"30 deg"``.
Number = Union[float, str]


@dataclass(frozen=True)
class Range:
    """Values of a parameter from ``low`` to ``high``.

    The samplings ``grid`` and ``list`` need ``count``. The samplings ``latin-hypercube`` and ``sobol`` draw samples between
    the ends and take no count.

    >>> import denoc
    >>> table = denoc.sweep(lambda x: x * x, {"x": denoc.Range(1, 100, count=3, spacing="log")}, workers=1)
    >>> table["x"].tolist()
    [1.0, 10.0, 100.0]
    """

    low: Number
    """One end: a number in SI units, or a string with a unit."""
    high: Number
    """The other end."""
    count: int | None = None
    """Number of values, including both ends."""
    spacing: Literal["linear", "log"] = "linear"
    """``"linear"``: equal differences between values; ``"log"``: equal ratios."""


#: Values of a parameter: a range, two ends as a tuple, a list of values, or one value.
Values = Union[Range, tuple[Number, Number], Sequence[Number], NDArray[Any], float, str]
#: Parameters by name, or the points themselves: a list of dicts, or the names only (values in ``samples``).
Parameters = Union[Mapping[str, Values], Sequence[Mapping[str, float]], Sequence[str]]


@dataclass(frozen=True)
class Design:
    """Parameters and sampling of a sweep. The compiled module generates the points."""

    axes: dict[str, dict[str, object]]
    """Values of each parameter, with the keys of ``[[sweep.parameter]]`` except ``path``."""
    sampling: str
    """``grid``, ``list``, ``latin-hypercube`` or ``sobol``."""
    samples: int | None = None
    """Number of points of a Latin hypercube or a Sobol sequence."""
    seed: int | None = None
    """Seed of a Latin hypercube."""

    def as_table(self) -> dict[str, object]:
        """The design with the keys of ``[sweep]`` in a scenario file."""
        table: dict[str, object] = {
            "sampling": self.sampling,
            "samples": self.samples,
            "seed": self.seed,
            "parameter": [{"path": path, **axis} for path, axis in self.axes.items()],
        }
        return {key: value for key, value in table.items() if value is not None}


def design(parameters: Parameters, sampling: str | None, samples: object, seed: int | None) -> Design:
    """The design specified by the arguments of ``sweep``."""
    axes: dict[str, dict[str, object]]
    if isinstance(parameters, Mapping):
        axes = {str(path): axis(str(path), values) for path, values in parameters.items()}
        sampling = sampling or "grid"
    else:
        axes = {path: {"values": values} for path, values in listed(parameters, samples).items()}
        if sampling not in (None, "list"):
            raise InputError(f'points are listed, and sampling = "{sampling}" generates its own points: omit sampling')
        sampling, samples = "list", None
    rules.check(axes, sampling, samples, seed)
    if sampling == "latin-hypercube" and seed is None:
        seed = 1
    return Design(axes, sampling, int(samples) if rules.is_integer(samples) else None, None if seed is None else int(seed))


def axis(path: str, values: object) -> dict[str, object]:
    """One parameter, with the keys of ``[[sweep.parameter]]``."""
    if isinstance(values, tuple) and len(values) == 2:
        values = Range(*values)
    if isinstance(values, Range):
        return _ends(path, values)
    if isinstance(values, Mapping):
        raise InputError(f"parameter {path}: a dict is not a list of values: use a list, or Range(low, high, count=5)")
    single = isinstance(values, np.ndarray) and values.ndim == 0
    if single or isinstance(values, (str, Real)) or not isinstance(values, Iterable):
        values = [values]
    return {"values": [number(path, value) for value in values]}


def _ends(path: str, values: Range) -> dict[str, object]:
    low, high = number(path, values.low), number(path, values.high)
    if low == high:
        raise InputError(f"parameter {path}: {low!r} and {high!r} are not a range: for a single value use a list, [{low!r}]")
    keys: dict[str, object] = {"from": low, "to": high}
    if values.count is not None:
        if not rules.is_integer(values.count) or values.count < 2:
            raise InputError(f"parameter {path}: count={values.count!r} is not an integer of at least 2")
        keys["count"] = int(values.count)
    if values.spacing not in ("linear", "log"):
        raise InputError(f"parameter {path}: there is no spacing {values.spacing!r}: use 'linear' or 'log'")
    if values.spacing != "linear":
        keys["spacing"] = values.spacing
    return keys


def listed(points: Sequence[Any], samples: object) -> dict[str, list[Number]]:
    """Columns of points given as dicts, or as names and rows."""
    if isinstance(points, str) or not isinstance(points, Sequence) or len(points) == 0:
        raise InputError("parameters are a dict of values by name, a list of points as dicts, or a list of names")
    if all(isinstance(point, str) for point in points):
        return _rows(points, samples)
    if not all(isinstance(point, Mapping) for point in points):
        raise InputError('a list of points has dicts, [{"x": 1, "y": 2}, …], or names, ["x", "y"] with samples=array')
    if samples is not None:
        raise InputError("the points are already listed: omit samples")
    names = list(points[0])
    for place, point in enumerate(points):
        if set(point) != set(names):
            raise InputError(f"point {place} has the parameters {sorted(point)}, the first one has {sorted(names)}")
    return {str(name): [number(name, point[name]) for point in points] for name in names}


def _rows(names: Sequence[str], samples: object) -> dict[str, list[Number]]:
    try:
        rows: NDArray[np.float64] = np.asarray([] if samples is None else samples, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"samples is not an array of numbers: {error}") from error
    if len(set(names)) != len(names):
        raise InputError(f"a parameter is named twice: {', '.join(names)}")
    if rows.ndim != 2 or rows.shape[1] != len(names) or not len(rows):
        raise InputError(
            f"{len(names)} parameters are named, and samples has shape {rows.shape}: "
            f"expected (number of points, {len(names)})"
        )
    return {name: [number(name, x) for x in column] for name, column in zip(names, rows.T)}


def number(path: str, value: object) -> Number:
    """A finite number, or a string with a unit."""
    if isinstance(value, str):
        return value
    if isinstance(value, (Real, np.number)):
        converted = float(value)
        if math.isfinite(converted):
            return converted
    raise InputError(f"parameter {path}: {value!r} is not a finite number, nor a string with a unit")
