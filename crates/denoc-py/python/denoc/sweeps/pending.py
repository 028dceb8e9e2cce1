"""Finished points of incomplete parts: one line of JSON each, so none is lost if the process is killed."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from .outcome import Outcome


def append(path: Path, outcomes: Iterable[Outcome]) -> None:
    """Appends lines. They have been handed to the system when this returns, and survive the end of the program."""
    # the line break comes first, so an incomplete line does not corrupt the next one
    lines = "".join("\n" + json.dumps(outcome) for outcome in outcomes)
    with open(path, "ab") as file:
        file.write(lines.encode("utf-8"))


def read(path: Path) -> list[Outcome]:
    """Outcomes in the file, without incomplete lines."""
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
