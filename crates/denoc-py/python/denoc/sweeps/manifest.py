"""The manifest of a data set, which identifies its sweep."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import InputError
from . import command_line
from .differences import differences

NAME = "sweep.json"


def write(folder: Path, manifest: Mapping[str, object]) -> None:
    """Writes to a temporary file, then renames it."""
    aside = folder / (NAME + ".new")
    with open(aside, "w", encoding="utf-8") as file:
        json.dump(manifest, file, indent=2)
        file.write("\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(aside, folder / NAME)


def read(folder: Path) -> dict[str, Any] | None:
    """The manifest of a folder, or None."""
    path = folder / NAME
    if not path.exists():
        return None
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise InputError(f"{path}: this is not the manifest of a sweep ({error}): use another folder") from error
    if not isinstance(found, dict) or not (is_own(found) or command_line.is_own(found)):
        raise InputError(f"{path}: this is not the manifest of a sweep: use another folder")
    return found


def is_own(manifest: Mapping[str, object]) -> bool:
    """Whether a manifest was written by `denoc.sweep`, not by the command."""
    return isinstance(manifest.get("parameters"), dict)


def check(folder: Path, there: Mapping[str, object], here: Mapping[str, object]) -> None:
    """Refuses a folder that belongs to another sweep, listing the differences."""
    if not is_own(there):
        raise InputError(
            f"{folder}: the folder belongs to a sweep of the command line, which `denoc sweep` can resume. "
            "Use another folder; denoc.sweeps.read reads this one"
        )
    found = differences(there, json.loads(json.dumps(here)))
    if found:
        raise InputError(
            f"{folder}: the folder belongs to another sweep: {'; '.join(found)}. "
            "Use another folder, or remove this one"
        )
