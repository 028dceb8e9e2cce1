"""Timing in rounds: every contender in turn, so that whatever disturbs the machine disturbs all; the fastest counts."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

import numpy as np

#: Returns seconds per state.
Slice = Callable[[], float]


def fastest(slices: dict[str, Slice], rounds: int) -> dict[str, float]:
    """Seconds per state of each, the minimum over the rounds."""
    best = dict.fromkeys(slices, float("inf"))
    gc.disable()
    try:
        for _ in range(rounds):
            for name, slice_ in slices.items():
                best[name] = min(best[name], slice_())
    finally:
        gc.enable()
    return best


def calls(function: Callable[..., Any], rows: Sequence[tuple[Any, ...]]) -> Slice:
    """Calls for one state after the other, their arguments at hand and their results forgotten."""

    def run() -> float:
        start = perf_counter()
        for row in rows:
            function(*row)
        return (perf_counter() - start) / len(rows)

    return run


def loop(function: Callable[..., Any], inputs: Sequence[np.ndarray]) -> Slice:
    """What a user without batches writes: a loop over the rows of arrays that stores what it computes."""
    first = function(*(x[0] for x in inputs))
    room = [np.empty((len(inputs[0]), *np.shape(part))) for part in (first if isinstance(first, tuple) else (first,))]
    is_tuple = isinstance(first, tuple)

    def run() -> float:
        start = perf_counter()
        for i in range(len(inputs[0])):
            result = function(*[x[i] for x in inputs])
            if is_tuple:
                for target, part in zip(room, result):
                    target[i] = part
            else:
                room[0][i] = result
        return (perf_counter() - start) / len(inputs[0])

    return run


def batch(function: Callable[[], Any], count: int) -> Slice:
    """One call for so many states."""

    def run() -> float:
        start = perf_counter()
        function()
        return (perf_counter() - start) / count

    return run
