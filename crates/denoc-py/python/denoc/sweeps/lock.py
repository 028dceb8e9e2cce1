"""A lock on a folder, released when its process ends for any reason."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import BinaryIO

from ..errors import InputError

if sys.platform == "win32":
    import msvcrt

    def _lock(file: BinaryIO) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def lock(folder: Path) -> BinaryIO:
    """Locks the folder until the file is closed."""
    file = open(folder / "sweep.lock", "ab")
    try:
        _lock(file)
    except OSError as error:
        file.close()
        raise InputError(f"{folder}: another sweep is at work in this folder: wait until it ends") from error
    return file
