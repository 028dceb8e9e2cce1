"""Describes the differences between two sweeps."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

#: Keys that may differ between runs of the same sweep.
FREE = ("denoc", "part_rows", "units")
#: Names that `denoc.sweep` uses for keys.
WORDS = {"from": "low", "to": "high"}

Entries = Mapping[str, Any]


def differences(there: Entries, here: Entries) -> list[str]:
    """One line per difference between two manifests."""
    found = list(_swept(there.get("what", {}), here.get("what", {})))
    for key in {**there, **here}:
        if key not in (*FREE, "what", "points"):
            # a metric may be a function; a design has the keywords of the call
            path = () if key == "design" else (key,)
            found += _entry(path, there.get(key), here.get(key))
    if not found and there.get("points") != here.get("points"):
        found.append("the points are others")
    return found


def _swept(there: Entries, here: Entries) -> Iterator[str]:
    if _kind(there) != _kind(here):
        yield f"{_name(there)} is swept there and {_name(here)} here"
        return
    yield from _thing(there, here, "")
    for file in {**there.get("files", {}), **here.get("files", {})}:
        if there["files"].get(file) != here["files"].get(file):
            yield f"the file {file} has changed since"
    yield from _entry((), there.get("scenario"), here.get("scenario"))


def _entry(path: tuple[str, ...], there: object, here: object) -> Iterator[str]:
    if there == here:
        return
    if not isinstance(there, dict) or not isinstance(here, dict):
        yield f"{'.'.join(path)} is {_short(there)} there and {_short(here)} here"
    elif "fingerprint" in there and "fingerprint" in here:
        yield from _thing(there, here, f" of the metric {path[-1]}")
    else:
        for name in {**there, **here}:
            yield from _entry((*path, WORDS.get(name, name)), there.get(name), here.get(name))


def _thing(there: Entries, here: Entries, whose: str) -> Iterator[str]:
    """A function or a model, identified by a fingerprint."""
    kind = _kind(here)
    old, new = there.get(kind), here.get(kind)
    if old != new:
        yield f"the {kind}{whose} is {old} there and {new} here"
    elif there.get("python") != here.get("python"):
        yield f"the {kind} {new}{whose} ran with Python {there.get('python')} there and {here.get('python')} here"
    elif there.get("fingerprint") != here.get("fingerprint"):
        what = "its code, or values and functions that it uses" if kind == "function" else "its numbers"
        yield f"the {kind} {new}{whose} has changed since ({what})"


def _kind(what: Entries) -> str:
    return next((kind for kind in ("function", "model") if kind in what), "file")


def _name(what: Entries) -> str:
    kind = _kind(what)
    return "a scenario file" if kind == "file" else f"the {kind} {what[kind]}"


def _short(value: object) -> str:
    if isinstance(value, dict) and "function" in value:
        return f"the function {value['function']}"
    text = "nothing" if value is None else json.dumps(value)
    return text if len(text) <= 80 else text[:60] + " …"
