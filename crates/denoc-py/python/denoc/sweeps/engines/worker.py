"""What runs in a worker process: reads points, writes answers, until the pipe is closed."""

from __future__ import annotations

import os
import pickle
import signal
from contextlib import suppress
from typing import BinaryIO

from ..outcome import words


def main(requests: BinaryIO) -> None:
    """Serves the process that holds the other ends of standard input, `requests`, and output."""
    # Ctrl-C goes to all processes of a terminal; who started this one ends it
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    # what functions, or programs that they start, print goes beside the answers; they have no input
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    # who started this process may be killed at any time: then there is nobody to tell
    with suppress(EOFError, OSError, pickle.UnpicklingError):
        _serve(requests, answers)
    with suppress(OSError):  # what is left to write
        answers.close()


def _serve(requests: BinaryIO, answers: BinaryIO) -> None:
    refused = None
    sent = pickle.load(requests)
    try:
        task = pickle.loads(sent)
    except Exception as error:
        refused = words(error)
    while True:
        points = pickle.load(requests)
        made = pickle.dumps(task.run(points) if refused is None else refused)
        answers.write(made)
        answers.flush()
