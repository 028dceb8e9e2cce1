"""Pictures of mechanisms."""

from __future__ import annotations

import os
from typing import Literal

from ._denoc import _write_file

View = Literal["iso", "front", "side", "top"] | tuple[float, float]
"""A direction of view by name, or azimuth and elevation of the camera in degrees."""

Background = Literal["light", "dark", "white"]
"""What is behind the bodies."""


class Picture(bytes):
    """The contents of a PNG file, which notebooks display.

    >>> import denoc
    >>> picture = denoc.load("planar_3r").picture(size=(64, 48))
    >>> bool(picture[1:4] == b"PNG")
    True
    """

    def _repr_png_(self) -> bytes:
        return bytes(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file completely or not at all."""
        _write_file(path, self)


def view_text(view: View) -> str:
    """The view as the library reads it."""
    return view if isinstance(view, str) else f"{view[0]},{view[1]}"
