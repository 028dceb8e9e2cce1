"""Finished points that do not fill a part yet: one line of JSON each, so that a kill loses none of them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from .outcome import Outcome


def append(path: Path, outcomes: Iterable[Outcome]) -> None:
    """Adds lines. They are with the system when this returns, and survive the end of the program."""
    # the end of a line comes first: a line that was cut short does not spoil the next one
    lines = "".join("\n" + json.dumps(outcome) for outcome in outcomes)
    with open(path, "ab") as file:
        file.write(lines.encode("utf-8"))


def read(path: Path) -> list[Outcome]:
    """Outcomes in the file, without lines that were cut short."""
    try:
        lines = path.read_bytes().splitlines()
    except FileNotFoundError:
        return []
    return [outcome for line in lines if (outcome := _outcome(line)) is not None]


def _outcome(line: bytes) -> Outcome | None:
    try:
        point, metrics, error = json.loads(line)
        return Outcome(int(point), {str(name): float(value) for name, value in metrics.items()}, error)
    except (ValueError, AttributeError, TypeError):
        return None
