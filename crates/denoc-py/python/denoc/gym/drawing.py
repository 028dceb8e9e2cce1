"""Stick-figure images of a mechanism, for `render`."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..errors import InputError
from ..extras import needs
from ..model import Model
from .task import Floats

_PIXELS = 400


@dataclass(frozen=True)
class View:
    """Camera of an image. Up is opposite to gravity.

    >>> import denoc.gym
    >>> denoc.gym.View(direction=(0.0, -1.0, 0.0), width=3.0).follow
    False
    """

    direction: tuple[float, float, float] = (0.8, -1.0, 0.5)
    """Direction from the mechanism to the camera."""
    width: float = 2.0
    """Width of the image in metres."""
    follow: bool = False
    """Centre the image on the first link instead of the world origin."""


def draw(model: Model, q: Floats, view: View, marks: Floats) -> npt.NDArray[np.uint8]:
    """An image of 400 × 400 pixels: links as sticks, ``marks`` as dots."""
    origins = {link: model.pose(q, link)[:3, 3] for link in model.link_names}
    center = origins[model.link_names[0]] if view.follow else np.zeros(3)
    plane = _plane(model.gravity_vector, view)
    figure = needs("matplotlib.figure", "plot").Figure(figsize=(_PIXELS / 100, _PIXELS / 100), dpi=100)
    canvas = needs("matplotlib.backends.backend_agg", "plot").FigureCanvasAgg(figure)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_axis_off()
    axes.set_xlim(-view.width / 2, view.width / 2)
    axes.set_ylim(-view.width / 2, view.width / 2)
    for stick in _sticks(model, q, origins):
        x, y = plane @ (stick - center).T
        axes.plot(x, y, "-o", color="#4e79a7", linewidth=4, markersize=6, solid_capstyle="round")
    if len(marks):
        x, y = plane @ (marks - center).T
        axes.plot(x, y, "o", color="#f28e2b", markersize=10)
    canvas.draw()
    picture: npt.NDArray[np.uint8] = np.asarray(canvas.buffer_rgba())[:, :, :3].copy()
    return picture


def _sticks(model: Model, q: Floats, origins: dict[str, Floats]) -> list[Floats]:
    """Ends of every stick: from a link to its parent, and to the frames on it."""
    sticks = []
    for link, parent, joint in zip(model.link_names, model.link_parents, model.joint_types, strict=True):
        if joint != "free":
            sticks.append(np.stack([origins.get(parent, np.zeros(3)), origins[link]]))
    for frame, link in zip(model.frame_names, model.frame_links, strict=True):
        if frame != link and link in origins:
            sticks.append(np.stack([origins[link], model.pose(q, frame)[:3, 3]]))
    return sticks


def _plane(gravity: Floats, view: View) -> Floats:
    """Rows: the right and up directions of the image."""
    size = np.linalg.norm(gravity)
    up = -gravity / size if size > 0 else np.array([0.0, 0.0, 1.0])
    eye = np.array(view.direction) / np.linalg.norm(view.direction)
    right = np.cross(up, eye)
    if np.linalg.norm(right) < 1e-6:
        raise InputError(
            f"the view direction {view.direction} is parallel to gravity; choose another direction", "gym.view"
        )
    right /= np.linalg.norm(right)
    return np.stack([right, np.cross(eye, right)])
