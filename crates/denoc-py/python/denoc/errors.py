"""Errors. Every message names the part, the value, the rule and a remedy."""

from __future__ import annotations


class Error(Exception):
    """Base class of all errors.

    ``code`` identifies the kind of error and is stable across versions, such as ``"state.length"``; ``joint`` is the
    joint concerned, if any.
    """

    def __init__(self, message: str, code: str = "", joint: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.joint = joint

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""

    def __reduce__(self) -> tuple[type[Error], tuple[str, str, str | None]]:
        return type(self), (str(self), self.code, self.joint)


class InputError(Error, ValueError):
    """Invalid arguments: wrong shapes, non-finite numbers, unknown names."""


class SingularError(Error):
    """The inertia matrix is singular at this state: forward dynamics has no solution."""


class ModelError(Error):
    """A description that does not define a valid mechanism."""


class FormatError(Error):
    """A file that cannot be parsed as a mechanism."""


class NotFoundError(Error, FileNotFoundError):
    """A file or catalogue name that does not exist."""


class FileError(Error, OSError):
    """Results that cannot be written or read."""


class SimulationError(Error):
    """A simulation that cannot start or continue. ``trajectory`` contains the results up to that point, if any."""

    trajectory: object | None = None
