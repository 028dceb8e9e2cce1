"""One worker: this thread itself, where a debugger and Ctrl-C reach it."""

from __future__ import annotations

import time
from collections.abc import Generator

from ..outcome import Floats, Outcome, Task
from .work import Work, outcomes


def run(task: Task, points: Floats, work: Work) -> Generator[list[Outcome], None, None]:
    """Evaluates chunk after chunk."""
    while (chunk := work.take(1)) is not None:
        start = time.perf_counter()
        answers = task.run(points[chunk])
        work.took(len(chunk), time.perf_counter() - start)
        yield outcomes(chunk, answers)
