"""What can go wrong. Every message names the part, the value, the rule and a remedy."""

from __future__ import annotations


class Error(Exception):
    """Anything that denoc refuses or cannot do.

    ``code`` is a short word for the kind of error that does not change from version to version, such as
    ``"state.length"``; ``joint`` is the joint in question, where there is one.
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
    """Arguments that do not fit the model: wrong shapes, numbers that are not finite, unknown names."""


class SingularError(Error):
    """The inertia matrix is singular there: forward dynamics has no answer."""


class ModelError(Error):
    """A description that cannot become a mechanism."""


class FormatError(Error):
    """A file that cannot be read as a mechanism."""


class NotFoundError(Error, FileNotFoundError):
    """A file, or a name of the catalogue, that does not exist."""


class FileError(Error, OSError):
    """Results that cannot be written or read."""


class SimulationError(Error):
    """A simulation that cannot begin or go on. ``trajectory`` is what was computed up to there, if anything was."""

    trajectory: object | None = None
