"""Display of models: as text and in notebooks."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from .model import Model

_HEAD = ("joint", "kind", "parent", "link", "q", "limits", "mass [kg]")


def rows(model: Model) -> list[tuple[str, ...]]:
    """One row per joint of the tree."""
    lower, upper, masses = model.lower, model.upper, model.link_masses
    table: list[tuple[str, ...]] = []
    for i, joint in enumerate(model.joint_names):
        indices = model.q_index(joint)
        low, high = lower[indices], upper[indices]
        finite = low.size == 1 and np.isfinite(low[0])
        table.append(
            (
                joint,
                model.joint_types[i],
                model.link_parents[i],
                model.link_names[i],
                _place(indices),
                f"{low[0]:.4g} … {high[0]:.4g}" if finite else "",
                f"{masses[i]:.6g}",
            )
        )
    return table


def _place(indices: slice) -> str:
    """Indices of the coordinates of a joint."""
    count = indices.stop - indices.start
    return "" if count == 0 else str(indices.start) if count == 1 else f"{indices.start}:{indices.stop}"


def text(model: Model) -> str:
    """A table of links and joints."""
    table = [_HEAD, *rows(model)]
    widths = [max(len(row[k]) for row in table) for k in range(len(_HEAD))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]
    loops = [f"loops closed by: {', '.join(model.closure_names)}"] if model.is_closed else []
    head = f"{model.name}: {len(model.link_names)} links, nq = {model.nq}, nv = {model.nv}, {model.mass:.6g} kg"
    count = len(model.warnings)
    doubts = [f"{count} warning{'s' if count > 1 else ''}: see model.warnings"] if count else []
    return "\n".join([head, *lines, *loops, *doubts])


def html(model: Model, height: int = 620) -> str:
    """The table and an interactive view."""
    cells = "".join("<tr>" + "".join(f"<td style='text-align:left'>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows(model))
    head = "".join(f"<th style='text-align:left'>{escape(heading)}</th>" for heading in _HEAD)
    title = escape(text(model).splitlines()[0])
    loops = f"<p>loops closed by: {escape(', '.join(model.closure_names))}</p>" if model.is_closed else ""
    table = f"<table><tr>{head}</tr>{cells}</table>{loops}"
    if len(model.joint_names) > 15:
        table = f"<details><summary>{len(model.joint_names)} joints</summary>{table}</details>"
    return f"<p><b>{title}</b></p>{table}<p></p>{frame(model._portrait(), height)}"


def frame(page: str, height: int) -> str:
    """A page embedded in another page."""
    style = f"width:100%;height:{height}px;border:1px solid #d0d4da;border-radius:6px"
    return f'<iframe srcdoc="{escape(page, quote=True)}" style="{style}"></iframe>'


def in_notebook() -> bool:
    """Whether the code runs in a notebook."""
    try:
        from IPython import get_ipython
    except ImportError:
        return False
    shell = get_ipython()
    return shell is not None and shell.__class__.__name__ == "ZMQInteractiveShell"
