"""Main loop of a worker process: reads points and writes answers until the pipe is closed."""

from __future__ import annotations

import os
import pickle
import signal
from contextlib import suppress
from typing import BinaryIO

from ..outcome import Task, describe


def main(requests: BinaryIO) -> None:
    """Serves the parent process over standard input, `requests`, and standard output."""
    # Ctrl-C reaches all processes of a terminal; the parent stops this one
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    # output of functions and their subprocesses is kept apart from the answers; they have no input
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    # the parent may be killed at any time
    with suppress(EOFError, OSError, pickle.UnpicklingError):
        _serve(requests, answers)
    with suppress(OSError):  # remaining output
        answers.close()


def _serve(requests: BinaryIO, answers: BinaryIO) -> None:
    task: Task | None = None
    refusal = ""
    sent = pickle.load(requests)
    try:
        task = pickle.loads(sent)
    except Exception as error:
        refusal = describe(error)
    while True:
        points = pickle.load(requests)
        answers.write(pickle.dumps(refusal if task is None else task.run(points)))
        answers.flush()
