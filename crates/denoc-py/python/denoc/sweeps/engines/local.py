"""All cores of this machine: threads for Rust, processes for Python."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Generator
from typing import Protocol, Union

from ..outcome import Answer, Floats, Outcome, Task
from ..tasks import SimulatedTask
from .process import Process, WorkerDied, payload
from .work import Work, outcomes


class Worker(Protocol):
    """Evaluates points for one thread."""

    def run(self, points: Floats) -> list[Answer]:
        """Answers of some points, one per row."""
        ...

    def close(self) -> None:
        """Stops the worker, even during an evaluation."""
        ...


class ThreadWorker:
    """Evaluates in this process."""

    def __init__(self, task: SimulatedTask) -> None:
        self._task = task

    def run(self, points: Floats) -> list[Answer]:
        return self._task.run(points)

    def close(self) -> None:
        self._task.stop()


Message = Union[list[Outcome], BaseException, None]


def run(task: Task, points: Floats, work: Work, workers: int) -> Generator[list[Outcome], None, None]:
    """Evaluates with the given number of threads, each with its own process if the task is in Python."""
    evaluators: list[Worker]
    if isinstance(task, SimulatedTask):
        evaluators = [ThreadWorker(task) for _ in range(workers)]
    else:
        sent = payload(task)
        evaluators = [Process(sent) for _ in range(workers)]
    results: queue.Queue[Message] = queue.Queue()
    stop = threading.Event()
    threads = [
        threading.Thread(target=_loop, args=(evaluator, points, work, workers, results, stop), daemon=True)
        for evaluator in evaluators
    ]
    try:
        for thread in threads:
            thread.start()
        yield from _collect(results, workers)
    finally:
        stop.set()
        for evaluator in evaluators:
            evaluator.close()
        for thread in threads:
            if thread.ident is not None:
                thread.join()


def _loop(
    evaluator: Worker, points: Floats, work: Work, workers: int, results: queue.Queue[Message], stop: threading.Event
) -> None:
    try:
        while not stop.is_set() and (chunk := work.take(workers)) is not None:
            start = time.perf_counter()
            try:
                answers = evaluator.run(points[chunk])
            except WorkerDied:
                if not stop.is_set():
                    results.put(work.died(chunk))
                continue
            work.took(len(chunk), time.perf_counter() - start)
            results.put(outcomes(chunk, answers))
        results.put(None)
    except BaseException as error:  # passed to the waiting thread
        results.put(error)


def _collect(results: queue.Queue[Message], workers: int) -> Generator[list[Outcome], None, None]:
    while workers:
        try:
            # with a timeout, so that Ctrl-C works on every system
            message = results.get(timeout=0.5)
        except queue.Empty:
            continue
        if message is None:
            workers -= 1
        elif isinstance(message, BaseException):
            raise message
        else:
            yield message
