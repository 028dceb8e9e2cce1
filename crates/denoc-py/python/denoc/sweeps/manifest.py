"""The manifest of a data set: which sweep it belongs to."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..errors import InputError

NAME = "sweep.json"
#: Keys that may differ between two runs of one sweep.
FREE = ("denoc", "part_rows")
#: Ends of keys with values that tell people nothing.
HASHES = ("fingerprint", "sha256")


def write(folder: Path, manifest: Mapping[str, object]) -> None:
    """Writes it aside, then puts it in its place."""
    aside = folder / (NAME + ".new")
    with open(aside, "w", encoding="utf-8") as file:
        json.dump(manifest, file, indent=2)
        file.write("\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(aside, folder / NAME)


def read(folder: Path) -> dict[str, Any] | None:
    """The manifest of a folder, or nothing if it has none."""
    path = folder / NAME
    if not path.exists():
        return None
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise InputError(f"{path}: this is not the manifest of a sweep ({error}): use another folder") from error
    if not isinstance(found, dict) or not isinstance(found.get("parameters"), dict):
        raise InputError(f"{path}: this is not the manifest of a sweep made in Python: use another folder")
    return found


def check(folder: Path, there: Mapping[str, object], here: Mapping[str, object]) -> None:
    """Refuses a folder that belongs to another sweep, and says what differs."""
    same = json.loads(json.dumps(here))
    keys = [key for key in {**there, **same} if key not in FREE]
    found = [line for key in keys for line in differences(key, there.get(key), same.get(key))]
    if found:
        raise InputError(
            f"{folder}: the folder belongs to another sweep: {'; '.join(found)}. "
            "Use another folder, or remove this one"
        )


def differences(key: str, there: object, here: object) -> Iterator[str]:
    """Lines about what differs, entry by entry."""
    if isinstance(there, dict) and isinstance(here, dict):
        for name in {**there, **here}:
            yield from differences(f"{key}.{name}", there.get(name), here.get(name))
    elif there == here:
        return
    elif key.endswith(HASHES):
        yield f"{key} differs"
    else:
        yield f"{key} is {_short(there)} there and {_short(here)} here"


def _short(value: object) -> str:
    text = "nothing" if value is None else json.dumps(value)
    return text if len(text) <= 80 else text[:60] + " …"
