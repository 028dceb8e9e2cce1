"""Store of finished points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from .columns import Columns
from .outcome import Floats, Outcome


class Store:
    """Collects outcomes in parts of a fixed number of points each, in memory.

    Part k contains the points from k times the number of rows on, whichever worker finished them, so a sweep always
    produces the same parts.
    """

    def __init__(self, parameters: Mapping[str, Floats], rows: int, known: Iterable[str]) -> None:
        self.parameters = dict(parameters)
        self.count = len(next(iter(self.parameters.values())))
        self.rows = rows
        self.known = list(known)
        self.done: dict[int, Columns] = {}
        self.open: dict[int, dict[int, Outcome]] = {}

    def add(self, outcomes: Iterable[Outcome]) -> None:
        """Adds finished points."""
        sorted_in: dict[int, list[Outcome]] = {}
        for outcome in outcomes:
            sorted_in.setdefault(outcome.point // self.rows, []).append(_on_one_line(outcome))
        for part, some in sorted_in.items():
            self.keep(part, some)
            self.gather(part, some)

    def gather(self, part: int, outcomes: Iterable[Outcome]) -> None:
        """Adds points to a part, and closes the part if it is complete."""
        some = self.open.setdefault(part, {})
        some.update((outcome.point, outcome) for outcome in outcomes)
        if len(some) == len(self.points(part)):
            del self.open[part]
            self.close_part(part, Columns.of(some.values(), self.known))

    def missing(self) -> NDArray[np.int64]:
        """Unfinished points."""
        todo = np.ones(self.count, dtype=bool)
        for part in self.done:
            todo[self.points(part)] = False
        for some in self.open.values():
            todo[list(some)] = False
        return np.flatnonzero(todo)

    def columns(self) -> Columns:
        """All finished points in order."""
        loose = {part: Columns.of(some.values(), self.known) for part, some in self.open.items()}
        return Columns.joined([columns for _, columns in sorted({**self.done, **loose}.items())], self.known)

    def points(self, part: int) -> range:
        """The points of a part."""
        return range(part * self.rows, min((part + 1) * self.rows, self.count))

    def keep(self, part: int, outcomes: list[Outcome]) -> None:
        """Saves finished points of a part."""

    def close_part(self, part: int, columns: Columns) -> None:
        """Stores a complete part."""
        self.done[part] = columns

    def finish(self) -> None:
        """Finalises a complete sweep."""

    def close(self) -> None:
        """Closes the store, finished or not."""


def _on_one_line(outcome: Outcome) -> Outcome:
    """Errors are cells of a table."""
    return outcome if outcome.error is None else outcome._replace(error=" ".join(outcome.error.split()))
