"""Queue of remaining points, handed out in chunks."""

from __future__ import annotations

import threading
from collections import Counter, deque
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..outcome import Answer, Outcome

#: Number of times a point may kill its worker before it counts as failed.
DEATHS = 3
#: Target time of a chunk, s: much longer than the overhead, and little is lost if a worker dies.
SECONDS = 0.2

Chunk = NDArray[np.int64]


class Work:
    """Remaining points. Thread-safe."""

    def __init__(self, points: Chunk) -> None:
        self._points = points
        self._next = 0
        self._again: deque[int] = deque()
        self._deaths: Counter[int] = Counter()
        self._size = 1
        self._lock = threading.Lock()

    def left(self) -> int:
        """Number of remaining points."""
        with self._lock:
            return len(self._points) - self._next + len(self._again)

    def take(self, workers: int) -> Chunk | None:
        """A chunk for one of ``workers`` workers, or None. Points that killed a worker are retried alone."""
        with self._lock:
            if self._again:
                return np.array([self._again.popleft()], dtype=np.int64)
            rest = len(self._points) - self._next
            if rest == 0:
                return None
            # the last chunks are small, so that workers finish together
            size = max(1, min(self._size, rest // (2 * workers)))
            self._next += size
            return self._points[self._next - size : self._next]

    def took(self, points: int, seconds: float) -> None:
        """Adapts the chunk size to the measured time."""
        with self._lock:
            target = int(SECONDS * points / max(seconds, 1e-9))
            self._size = max(1, min(target, 2 * self._size))

    def died(self, chunk: Chunk) -> list[Outcome]:
        """Returns points of a dead worker to the queue. Points that killed too many workers are reported as failed."""
        with self._lock:
            if len(chunk) == 1:
                self._deaths[int(chunk[0])] += 1
            lost = [int(point) for point in chunk if self._deaths[int(point)] >= DEATHS]
            self._again.extend(int(point) for point in chunk if self._deaths[int(point)] < DEATHS)
        error = f"WorkerDied: the process ended {DEATHS} times at this point: it crashed, or ran out of memory"
        return [Outcome(point, {}, error) for point in lost]


def outcomes(chunk: Chunk, answers: Sequence[Answer]) -> list[Outcome]:
    """Answers with the indices of their points."""
    return [Outcome(int(point), answer.metrics, answer.error) for point, answer in zip(chunk, answers)]
