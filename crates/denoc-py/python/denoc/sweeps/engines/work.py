"""What is left to do, given out in chunks."""

from __future__ import annotations

import threading
from collections import Counter, deque
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..outcome import Answer, Outcome

#: How often a point may end its worker before it counts as failed.
DEATHS = 3
#: A chunk shall take about this long, s: much longer than handing it over, short enough to be lost.
SECONDS = 0.2

Chunk = NDArray[np.int64]


class Work:
    """Points that wait. Safe to use from several threads."""

    def __init__(self, points: Chunk) -> None:
        self._points = points
        self._next = 0
        self._again: deque[int] = deque()
        self._deaths: Counter[int] = Counter()
        self._size = 1
        self._lock = threading.Lock()

    def left(self) -> int:
        """Number of points that wait."""
        with self._lock:
            return len(self._points) - self._next + len(self._again)

    def take(self, workers: int) -> Chunk | None:
        """Points for one of so many workers, or nothing if none wait. What ended a worker is given out alone."""
        with self._lock:
            if self._again:
                return np.array([self._again.popleft()], dtype=np.int64)
            rest = len(self._points) - self._next
            if rest == 0:
                return None
            # the last chunks are small, so that workers end together
            size = max(1, min(self._size, rest // (2 * workers)))
            self._next += size
            return self._points[self._next - size : self._next]

    def took(self, points: int, seconds: float) -> None:
        """Learns from the time that some points took how many to give out at once."""
        with self._lock:
            wanted = int(SECONDS * points / max(seconds, 1e-9))
            self._size = max(1, min(wanted, 2 * self._size))

    def died(self, chunk: Chunk) -> list[Outcome]:
        """Takes points back whose worker ended. Those that did it too often are done for."""
        with self._lock:
            if len(chunk) == 1:
                self._deaths[int(chunk[0])] += 1
            lost = [int(point) for point in chunk if self._deaths[int(point)] >= DEATHS]
            self._again.extend(int(point) for point in chunk if self._deaths[int(point)] < DEATHS)
        error = f"WorkerDied: the process ended {DEATHS} times at this point: it crashed, or ran out of memory"
        return [Outcome(point, {}, error) for point in lost]


def outcomes(chunk: Chunk, answers: Sequence[Answer]) -> list[Outcome]:
    """Answers with the numbers of their points."""
    return [Outcome(int(point), answer.metrics, answer.error) for point, answer in zip(chunk, answers)]
