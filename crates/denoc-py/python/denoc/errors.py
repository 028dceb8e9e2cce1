"""Errors. Every message names the part, the value, the rule and a remedy."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .trajectory import Trajectory


class Error(Exception):
    """Base class of all errors.

    ``code`` identifies the kind of error and is stable across versions, such as ``"state.length"``; ``joint`` is the
    joint concerned, if any.

    >>> import denoc
    >>> try:
    ...     denoc.load("puma").pose([0, 0], "link6")
    ... except denoc.Error as error:
    ...     print(error.code)
    state.length
    """

    code: str
    """Kind of the error, such as ``"state.length"``."""
    joint: str | None
    """Name of the joint concerned, if any."""

    def __init__(self, message: str, code: str = "", joint: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.joint = joint

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""

    def __reduce__(self) -> tuple[type[Error], tuple[str, str, str | None]]:
        return type(self), (str(self), self.code, self.joint)


class InputError(Error, ValueError):
    """Invalid arguments: wrong shapes, non-finite numbers, unknown names.

    >>> import denoc
    >>> try:
    ...     denoc.load("puma").pose([0, 0], "link6")
    ... except denoc.InputError as error:
    ...     print(error.code)
    state.length
    """


class SingularError(Error):
    """The inertia matrix is singular at this state: forward dynamics has no solution.

    >>> import denoc
    >>> issubclass(denoc.SingularError, denoc.Error)
    True
    """


class ModelError(Error):
    """A description that does not define a valid mechanism.

    >>> import denoc, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "empty.toml")
    ...     _ = file.write_text('name = "empty"')
    ...     try:
    ...         _ = denoc.load(file)
    ...     except (denoc.ModelError, denoc.FormatError):
    ...         print("not a mechanism")
    not a mechanism
    """


class FormatError(Error):
    """A file that cannot be parsed as a mechanism.

    >>> import denoc, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "broken.urdf")
    ...     _ = file.write_text("<robot")
    ...     try:
    ...         _ = denoc.load(file)
    ...     except denoc.FormatError:
    ...         print("not a URDF file")
    not a URDF file
    """


class NotFoundError(Error, FileNotFoundError):
    """A file or catalogue name that does not exist.

    >>> import denoc
    >>> try:
    ...     denoc.load("pumma")
    ... except denoc.NotFoundError as error:
    ...     print("puma" in str(error))
    True
    """


class FileError(Error, OSError):
    """Results that cannot be written or read.

    >>> import denoc
    >>> try:
    ...     denoc.load("one_r").simulate(0.1).save("/missing/folder/fall.csv")
    ... except denoc.FileError:
    ...     print("not written")
    not written
    """


class SimulationError(Error):
    """A simulation that cannot start or continue.

    >>> import denoc
    >>> try:
    ...     denoc.load("fourbar").assemble(crank_pivot="60 deg", coupler_pin="-170 deg")
    ... except denoc.SimulationError as error:
    ...     print(error.trajectory)
    None
    """

    trajectory: Trajectory | None = None
    """The results up to the failure, if any."""
