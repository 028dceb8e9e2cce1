"""A process that evaluates points in Python.

It is a fresh process, not started by `multiprocessing`, so scripts need no ``if __name__ == "__main__"``, and notebook
functions and lambdas are passed by value.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import threading
from contextlib import suppress
from typing import IO, cast

from ...errors import Error, InputError
from ...extras import needs
from ..outcome import Answer, Floats, Task, describe

START = """
import os, pickle, sys
pipe = os.fdopen(os.dup(0), "rb")
try:
    sys.path[:] = pickle.load(pipe)
except (EOFError, pickle.UnpicklingError):  # the parent process is gone
    sys.exit()
from denoc.sweeps.engines.worker import main
main(pipe)
"""


class WorkerDied(Exception):
    """The process ended without an answer."""


def payload(task: Task) -> bytes:
    """The task as bytes."""
    cloudpickle = needs("cloudpickle", "sweep")
    try:
        return cast(bytes, cloudpickle.dumps(task))
    except Exception as error:
        raise InputError(
            f"the target of the sweep cannot be sent to other processes ({describe(error)}): "
            "use workers=1, or make it picklable"
        ) from error


class Process:
    """One process; replaced if it dies."""

    def __init__(self, sent: bytes) -> None:
        self._payload = sent
        self._child: subprocess.Popen[bytes] | None = None
        self._closed = False
        self._lock = threading.Lock()

    def run(self, points: Floats) -> list[Answer]:
        """Answers of some points. Raises `WorkerDied` if the process dies."""
        try:
            stdin, stdout = self._pipes()
            pickle.dump(points, stdin)
            stdin.flush()
            answer = pickle.load(stdout)
        except (OSError, EOFError, pickle.UnpicklingError, ValueError) as error:
            self._end()
            raise WorkerDied from error
        if isinstance(answer, str):
            raise Error(f"the target of the sweep cannot be read in a worker process ({answer}): use workers=1")
        return cast(list[Answer], answer)

    def close(self) -> None:
        """Ends the process for good."""
        with self._lock:
            self._closed = True
        self._end()

    def _pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        with self._lock:
            if self._closed:
                raise EOFError
            fresh = self._child is None
            if self._child is None:
                pipe = subprocess.PIPE
                self._child = subprocess.Popen([sys.executable, "-c", START], stdin=pipe, stdout=pipe)
            stdin, stdout = self._child.stdin, self._child.stdout
        assert stdin is not None and stdout is not None  # they are pipes
        if fresh:
            pickle.dump(sys.path, stdin)
            pickle.dump(self._payload, stdin)
        return stdin, stdout

    def _end(self) -> None:
        with self._lock:
            child, self._child = self._child, None
        if child is None:
            return
        child.kill()
        child.wait()
        for pipe in (child.stdin, child.stdout):
            with suppress(OSError):  # unsent data is lost with the process
                if pipe is not None:
                    pipe.close()
