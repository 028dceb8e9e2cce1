"""Engines evaluate the points of a sweep. The choice of engine does not affect the results."""

from __future__ import annotations

import os
from collections.abc import Generator

from ..._denoc import _did_you_mean
from ...errors import InputError
from ..outcome import Floats, Outcome, Task
from ..tasks import SimulatedTask
from . import inline, local, on_ray
from .work import Work

ENGINES = ("local", "ray")


def run(
    task: Task, points: Floats, work: Work, engine: str, workers: int | None
) -> Generator[list[Outcome], None, None]:
    """Outcomes of the points in `work`, in any order, as they are finished."""
    if engine == "ray":
        return on_ray.run(task, points, work, workers)
    count = max(1, min(workers or cores(), work.left()))
    # Rust code does not respond to Ctrl-C, so it runs in another thread
    if count == 1 and not isinstance(task, SimulatedTask):
        return inline.run(task, points, work)
    return local.run(task, points, work, count)


def check(engine: str, workers: int | None) -> None:
    """Rejects unknown engines."""
    if engine not in ENGINES:
        near = _did_you_mean(str(engine), list(ENGINES))
        raise InputError(f"there is no engine {engine!r}: {near}use one of {', '.join(ENGINES)}")
    if workers is not None and workers < 1:
        raise InputError(f"workers = {workers}: use a number from 1, or None for all cores")


def cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
