"""Timing in rounds: every contender in turn, so that whatever disturbs the machine disturbs all; the fastest counts."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

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


def loop(function: Callable[..., Any], rows: Sequence[tuple[Any, ...]]) -> Slice:
    """A Python loop over states."""

    def run() -> float:
        start = perf_counter()
        for row in rows:
            function(*row)
        return (perf_counter() - start) / len(rows)

    return run


def batch(function: Callable[[], Any], count: int) -> Slice:
    """One call for so many states."""

    def run() -> float:
        start = perf_counter()
        function()
        return (perf_counter() - start) / count

    return run
