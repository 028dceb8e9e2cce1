"""One worker: the current thread, accessible to a debugger and Ctrl-C."""

from __future__ import annotations

import time
from collections.abc import Generator

from ..outcome import Floats, Outcome, Task
from .work import Work, outcomes


def run(task: Task, points: Floats, work: Work) -> Generator[list[Outcome], None, None]:
    """Evaluates chunks in turn."""
    while (chunk := work.take(1)) is not None:
        start = time.perf_counter()
        answers = task.run(points[chunk])
        work.took(len(chunk), time.perf_counter() - start)
        yield outcomes(chunk, answers)
