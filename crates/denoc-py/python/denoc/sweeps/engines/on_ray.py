"""A Ray cluster: a running one, or a local one."""

from __future__ import annotations

import functools
import pickle
import time
from collections.abc import Generator
from typing import Any, cast

from ...errors import Error
from ...extras import needs
from ..outcome import Answer, Floats, Outcome, Task
from .work import Chunk, Work, outcomes


def run(task: Task, points: Floats, work: Work, workers: int | None) -> Generator[list[Outcome], None, None]:
    """Evaluates chunks as remote functions, with a bounded number in flight."""
    ray = needs("ray", "ray")
    if not ray.is_initialized():
        # joins the cluster of RAY_ADDRESS or one running on this machine; otherwise starts a local one
        ray.init(logging_level="warning")
    limit = workers or 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
    sent = ray.put(ray.cloudpickle.dumps(task))
    # retries are handled here: a point that kills its worker is retried alone
    evaluate = ray.remote(max_retries=0)(evaluate_chunk)
    pending: dict[Any, Chunk] = {}
    try:
        while True:
            while len(pending) < limit and (chunk := work.take(limit)) is not None:
                pending[evaluate.remote(sent, points[chunk])] = chunk
            if not pending:
                return
            # with a timeout, so that Ctrl-C works
            ready, _ = ray.wait(list(pending), num_returns=1, timeout=0.5)
            for reference in ready:
                yield _fetch(ray, reference, pending.pop(reference), work)
    finally:
        for reference in pending:
            ray.cancel(reference, force=True)


def _fetch(ray: Any, reference: Any, chunk: Chunk, work: Work) -> list[Outcome]:
    try:
        answers, seconds = ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise Error(
            f"a Ray worker cannot evaluate the sweep ({error.cause}): denoc and the target of the sweep must be installed there"
        ) from error
    except ray.exceptions.RayError:
        return work.died(chunk)
    work.took(len(chunk), seconds)
    return outcomes(chunk, answers)


def evaluate_chunk(sent: bytes, points: Floats) -> tuple[list[Answer], float]:
    """Runs in a Ray worker; returns the answers and the elapsed time."""
    task = _task(sent)
    start = time.perf_counter()
    return task.run(points), time.perf_counter() - start


@functools.lru_cache(maxsize=2)
def _task(sent: bytes) -> Task:
    return cast(Task, pickle.loads(sent))
