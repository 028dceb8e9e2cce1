"""Collects finished points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from .columns import Columns
from .outcome import Floats, Outcome


class Store:
    """Collects outcomes in memory, in parts of ``rows`` points each.

    Part k contains the points from k · rows to (k + 1) · rows − 1, so the parts do not depend on the order in which
    workers finish.
    """

    def __init__(self, parameters: Mapping[str, Floats], rows: int, known: Iterable[str]) -> None:
        self.parameters: dict[str, Floats] = dict(parameters)
        self.count: int = len(next(iter(self.parameters.values())))
        self.rows: int = rows
        self.known: list[str] = list(known)
        self.done: dict[int, Columns] = {}
        self.open: dict[int, dict[int, Outcome]] = {}

    def add(self, outcomes: Iterable[Outcome]) -> None:
        """Adds finished points."""
        by_part: dict[int, list[Outcome]] = {}
        for outcome in outcomes:
            by_part.setdefault(outcome.point // self.rows, []).append(_on_one_line(outcome))
        for part, finished in by_part.items():
            self.keep(part, finished)
            self.gather(part, finished)

    def gather(self, part: int, outcomes: Iterable[Outcome]) -> None:
        """Adds points to a part, and closes the part if it is complete."""
        finished = self.open.setdefault(part, {})
        finished.update((outcome.point, outcome) for outcome in outcomes)
        if len(finished) == len(self.points(part)):
            del self.open[part]
            self.close_part(part, Columns.of(finished.values(), self.known))

    def missing(self) -> NDArray[np.int64]:
        """Unfinished points."""
        todo = np.ones(self.count, dtype=bool)
        for part in self.done:
            todo[self.points(part)] = False
        for finished in self.open.values():
            todo[list(finished)] = False
        return np.flatnonzero(todo)

    def columns(self) -> Columns:
        """All finished points in order."""
        unfinished = {part: Columns.of(finished.values(), self.known) for part, finished in self.open.items()}
        return Columns.joined([columns for _, columns in sorted({**self.done, **unfinished}.items())], self.known)

    def points(self, part: int) -> range:
        """The points of a part."""
        return range(part * self.rows, min((part + 1) * self.rows, self.count))

    def keep(self, part: int, outcomes: list[Outcome]) -> None:
        """Saves finished points of a part."""

    def close_part(self, part: int, columns: Columns) -> None:
        """Stores a complete part."""
        self.done[part] = columns

    def finish(self) -> None:
        """Writes the results of a complete sweep."""

    def close(self) -> None:
        """Closes the store, finished or not."""


def _on_one_line(outcome: Outcome) -> Outcome:
    """Joins the lines of an error message: it is a cell of a table."""
    return outcome if outcome.error is None else outcome._replace(error=" ".join(outcome.error.split()))
