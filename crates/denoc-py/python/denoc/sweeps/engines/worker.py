"""What runs in a worker process: reads points, writes answers, until the pipe is closed."""

from __future__ import annotations

import os
import pickle
import signal
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
    refused = None
    sent = pickle.load(requests)
    try:
        task = pickle.loads(sent)
    except Exception as error:
        refused = words(error)
    while True:
        try:
            points = pickle.load(requests)
        except EOFError:
            return
        pickle.dump(task.run(points) if refused is None else refused, answers)
        answers.flush()
