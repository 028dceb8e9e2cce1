"""What runs in a worker process: reads points, writes answers, until the pipe is closed."""

from __future__ import annotations

import os
import pickle
import signal
import sys

from ..outcome import words


def main() -> None:
    """Serves the process that holds the other ends of standard input and output."""
    # Ctrl-C goes to all processes of a terminal; who started this one ends it
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests = sys.stdin.buffer
    answers = os.fdopen(os.dup(1), "wb")
    # what functions print goes beside the answers, and they have no input
    os.dup2(2, 1)
    sys.stdin = open(os.devnull)
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
