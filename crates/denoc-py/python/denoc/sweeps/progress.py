"""Progress line of a sweep."""

from __future__ import annotations

import sys
import time

WIDTH = 30


class Bar:
    """A progress line, shown in terminals and notebooks only."""

    def __init__(self, total: int, done: int, shown: bool) -> None:
        self.total: int = total
        self.done: int = done
        self.before: int = done
        self.failed: int = 0
        self.shown: bool = shown and (sys.stderr.isatty() or "ipykernel" in sys.modules)
        self.start: float = time.monotonic()
        self.drawn: float = -1.0

    def advance(self, done: int, failed: int) -> None:
        """Adds finished points, and how many of them failed."""
        self.done += done
        self.failed += failed
        self.draw()

    def draw(self) -> None:
        """Draws the line, at most five times per second."""
        now = time.monotonic()
        if self.shown and (now - self.drawn > 0.2 or self.done == self.total):
            self.drawn = now
            sys.stderr.write(f"\r{self.line(now - self.start)}\x1b[K")
            sys.stderr.flush()

    def line(self, seconds: float) -> str:
        """The line after the given time."""
        full = WIDTH * self.done // self.total if self.total else WIDTH
        new = self.done - self.before
        left = f", {clock(seconds / new * (self.total - self.done))} left" if new and self.done < self.total else ""
        failed = f", {self.failed} failed" if self.failed else ""
        return f"[{'#' * full}{'.' * (WIDTH - full)}] {self.done}/{self.total}{failed}, {clock(seconds)}{left}"

    def close(self) -> None:
        """Ends the line."""
        if self.shown:
            sys.stderr.write("\n")
            sys.stderr.flush()


def clock(seconds: float) -> str:
    """Hours, minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
