"""Trajectories: results of simulations."""

from __future__ import annotations

import io
import os
import tempfile
import webbrowser
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from ._denoc import _did_you_mean, _write_file
from .display import frame, in_notebook
from .errors import InputError
from .extras import needs
from .picture import Background, View, view_text
from .results import AuditRow, Column, Event, Impact, Verification

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame
    from polars import DataFrame as PolarsFrame
    from pyarrow import Table

    from . import _denoc

Array = NDArray[np.float64]

_QUANTITIES = {"q": "coordinates", "v": "speeds", "a": "accelerations", "tau": "joint forces"}


class Trajectory:
    """Result of a simulation: one row per output time.

    ``t`` is ``(T,)``, ``q`` is ``(T, nq)``, ``v``, ``a`` and ``tau`` are ``(T, nv)``: views into one block of memory.
    ``columns`` lists all columns (energies, work, the path of a frame); :meth:`column` returns one. ``audit`` lists the
    numerical checks, ``passed`` is true if all are within tolerance, ``events`` lists times and names of events.

    >>> import denoc
    >>> fall = denoc.load("planar_3r").simulate(1.0, output_step=0.5)
    >>> fall.t.tolist(), fall.q.shape
    ([0.0, 0.5, 1.0], (3, 3))
    """

    name: str
    """Name of the model."""
    events: list[Event]
    """Times, in seconds, and names of the events that occurred."""
    impacts: list[Impact]
    """Impacts of joints on the stops at their limits. The events list those of a joint at a limit together."""
    audit: list[AuditRow]
    """Numerical checks. ``pandas.DataFrame(trajectory.audit)`` makes a table of them."""
    status: Literal["finished", "event", "interrupted"]
    """How the simulation ended: at its end time, at an event that stops it, or by an error (then it is
    the attribute ``trajectory`` of the exception)."""
    choices: list[str]
    """What the settings ``auto`` (integrator, closure) have chosen and why, one line each."""
    notes: list[str]
    """Remarks on the simulation."""
    verification: Verification | None
    """The estimated global error, with ``simulate(verify=True)``."""

    def __init__(
        self,
        columns: list[Column],
        numbers: Array,
        sizes: tuple[int, int],
        *,
        name: str,
        events: list[Event],
        impacts: list[Impact],
        audit: list[AuditRow],
        status: Literal["finished", "event", "interrupted"],
        choices: list[str],
        notes: list[str],
        verification: Verification | None,
        run: _denoc.Run | None,
    ) -> None:
        self._numbers, self._sizes, self._run = numbers, sizes, run
        self._columns = columns
        self._place = {column: i for i, (column, _) in enumerate(columns)}
        self.name = name
        self.events = events
        self.impacts = impacts
        self.audit = audit
        self.status = status
        self.choices = choices
        self.notes = notes
        self.verification = verification

    @classmethod
    def _of(cls, run: _denoc.Run) -> Trajectory:
        return cls(
            run.columns,
            run.numbers(),
            run.sizes,
            name=run.name,
            events=run.events,
            impacts=run.impacts,
            audit=run.audit,
            status=run.status,
            choices=run.choices,
            notes=run.notes,
            verification=run.verification,
            run=run,
        )

    def __copy__(self) -> Trajectory:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Trajectory:
        # the arrays can be written, the computed run cannot
        copy = type(self).__new__(type(self))
        memo[id(self)] = copy
        copy.__dict__.update({name: value if name == "_run" else deepcopy(value, memo) for name, value in self.__dict__.items()})
        return copy

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_run": None}

    def __len__(self) -> int:
        return int(self._numbers.shape[1])

    def __repr__(self) -> str:
        end = f"{self.t[-1]:g} s" if len(self) else "nothing"
        return f"<denoc.Trajectory of {self.name!r}: {len(self)} rows, {end}, {self.status}>"

    @property
    def columns(self) -> list[str]:
        """Names of all columns."""
        return [name for name, _ in self._columns]

    @property
    def units(self) -> dict[str, str]:
        """The SI unit of each column."""
        return dict(self._columns)

    def column(self, name: str) -> Array:
        """One column, such as ``"q[elbow]"`` or ``"total energy"``, in SI units, ``(T,)``: a view.

        >>> import denoc
        >>> fall = denoc.load("one_r").simulate(0.1)
        >>> bool((fall.column("t") == fall.t).all())
        True
        """
        if name not in self._place:
            near = _did_you_mean(name, list(self.columns))
            raise InputError(f"there is no column {name!r}; {near}the columns are {', '.join(self.columns)}", "column")
        column: Array = self._numbers[self._place[name]]
        return column

    def __getitem__(self, name: str) -> Array:
        return self.column(name)

    def _block(self, which: int) -> Array:
        nq, nv = self._sizes
        start = 1 + (0 if which == 0 else nq + (which - 1) * nv)
        return self._numbers[start : start + (nq if which == 0 else nv)].T

    @property
    def t(self) -> Array:
        """Output times, ``(T,)``, s."""
        return self.column("t")

    @property
    def q(self) -> Array:
        """Coordinates, ``(T, nq)``; rad and m."""
        return self._block(0)

    @property
    def v(self) -> Array:
        """Speeds, ``(T, nv)``; rad/s and m/s, in the axes of the joints."""
        return self._block(1)

    @property
    def a(self) -> Array:
        """Accelerations, ``(T, nv)``; rad/s² and m/s²."""
        return self._block(2)

    @property
    def tau(self) -> Array:
        """Joint forces of the actuators, ``(T, nv)``; N m and N."""
        return self._block(3)

    @property
    def passed(self) -> bool:
        """Whether all checks were made and are within tolerance."""
        return not any(row.verdict in ("missed", "unchecked") for row in self.audit)

    def to_pandas(self) -> DataFrame:
        """A pandas data frame that shares memory, with one column for each of ``columns``.

        >>> import denoc
        >>> denoc.load("one_r").simulate(0.1).to_pandas().columns[0]
        't'
        """
        table: DataFrame = needs("pandas", "pandas").DataFrame(self._numbers.T, columns=self.columns, copy=False)
        return table

    def to_arrow(self) -> Table:
        """An Arrow table that shares memory; units are in the field metadata."""
        pyarrow = needs("pyarrow", "arrow")
        fields = [pyarrow.field(name, pyarrow.float64(), False, {"unit": unit}) for name, unit in self._columns]
        arrays = [pyarrow.array(row) for row in self._numbers]
        table: Table = pyarrow.Table.from_arrays(arrays, schema=pyarrow.schema(fields))
        return table

    def to_polars(self) -> PolarsFrame:
        """A Polars data frame that shares memory."""
        table: PolarsFrame = needs("polars", "polars").from_arrow(self.to_arrow())
        return table

    def plot(self, *quantities: str, degrees: bool = False) -> Figure:
        """Plots curves over time with Matplotlib: coordinates, speeds, forces and energies, or the given quantities.

        ``quantities`` are ``"q"``, ``"v"``, ``"a"``, ``"tau"``, ``"energy"`` or names of columns. With ``degrees``, angles are drawn in
        degrees. ``denoc plot``, the command, plots several runs over each other.
        """
        needs("matplotlib", "plot")
        from matplotlib import pyplot

        shown = quantities or tuple(quantity for quantity in ("q", "v", "tau", "energy") if self._varies(quantity)) or ("q",)
        figure, axes = pyplot.subplots(len(shown), 1, sharex=True, squeeze=False, figsize=(8, 2.2 * len(shown) + 0.6))
        for quantity, axis in zip(shown, axes[:, 0], strict=True):
            names = self._named(quantity)
            for name in names:
                angle = degrees and self.units[name].startswith("rad")
                axis.plot(self.t, np.degrees(self.column(name)) if angle else self.column(name), label=name)
            units = sorted({self.units[name].replace("^2", "²") for name in names})
            if degrees:
                units = [unit.replace("rad", "°") for unit in units]
            axis.set_ylabel(f"{_QUANTITIES.get(quantity, quantity)} [{', '.join(units)}]")
            axis.grid(True, alpha=0.3)
            if len(names) <= 12:
                axis.legend(fontsize="small", loc="center left", bbox_to_anchor=(1.0, 0.5))
        axes[-1, 0].set_xlabel("time [s]")
        axes[0, 0].set_title(self.name)
        figure.tight_layout()
        if in_notebook():
            # displayed as the result of the cell, not a second time at its end
            pyplot.close(figure)
        return figure

    def _named(self, quantity: str) -> list[str]:
        """Names of the columns of a quantity."""
        if quantity == "energy":
            energies = [name for name in self.columns if name.endswith(" energy") and name != "unexplained energy"]
            return [name for name in energies if np.any(self.column(name) != 0.0)] or energies[:1]
        if quantity in _QUANTITIES:
            return [name for name in self.columns if name.startswith(quantity + "[")]
        self.column(quantity)
        return [quantity]

    def _varies(self, quantity: str) -> bool:
        return any(np.any(self.column(name) != 0.0) for name in self._named(quantity))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes all columns, with units, as ``.csv``, ``.npz`` or ``.parquet``, or the report as ``.html``. Writes atomically."""
        target = Path(path)
        if target.suffix == ".parquet":
            parquet = needs("pyarrow.parquet", "arrow")
            content = io.BytesIO()
            parquet.write_table(self.to_arrow(), content)
            _write_file(target, content.getvalue())
        elif target.suffix == ".html":
            _write_file(target, self.report_html().encode())
        elif target.suffix in (".csv", ".npz"):
            self._computed().write(os.fspath(target))
        else:
            raise InputError(f"{target}: choose a name that ends in .csv, .npz, .parquet or .html", "path")

    def animate(
        self,
        path: str | os.PathLike[str],
        *,
        view: View = "iso",
        size: tuple[int, int] | None = None,
        background: Background = "light",
        follow: bool | str = False,
        trace: bool = True,
        fps: float | None = None,
        speed: float | None = None,
        start: float | None = None,
        end: float | None = None,
        at: float | None = None,
    ) -> None:
        """Writes a film of the motion as animated GIF or binary glTF (``.glb``, for 3D viewers), or a picture at the time ``at`` as PNG.

        Args:
            path: a file whose name ends in .gif, .glb or .png.
            view: ``"iso"``, ``"front"``, ``"side"``, ``"top"``, or azimuth and elevation of the camera in degrees.
            size: width and height in pixels.
            follow: whether the camera follows the mechanism, or the link that it follows.
            trace: draw the path of the traced frame.
            fps: frames per second of a GIF (25).
            speed: seconds of the motion per second of the film; 0.1 is slow motion. By default 1, more if the film would last
                longer than a minute.
            start, end: the part of the motion that is shown, seconds.

        >>> import denoc, pathlib, tempfile
        >>> swing = denoc.load("one_r").simulate(0.5)
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "swing.gif"
        >>> swing.animate(file, size=(64, 48), fps=10)
        >>> bool(file.read_bytes()[:3] == b"GIF")
        True
        """
        film = self._computed().film(
            os.fspath(path),
            {
                "view": view_text(view),
                "size": None if size is None else list(size),
                "background": background,
                "follow": None if follow is False else "" if follow is True else follow,
                "no_path": not trace,
                "fps": fps,
                "speed": speed,
                "start": start,
                "end": end,
                "at": at,
            },
        )
        _write_file(Path(path), film)

    def report_html(self) -> str:
        """The report page as self-contained HTML: animation, plots, tables, audit."""
        return self._computed().report(f'denoc.load("{self.name}").simulate(…)')

    def _computed(self) -> _denoc.Run:
        if self._run is None:
            raise InputError("this trajectory was unpickled: create pages and files in the process that computed it", "trajectory.pickled")
        return self._run

    def show(self, height: int = 620) -> None:
        """Shows the report page: inline in a notebook, otherwise in the browser."""
        page = self.report_html()
        if in_notebook():
            from IPython.display import display

            display({"text/html": frame(page, height)}, raw=True)
            return
        with tempfile.NamedTemporaryFile("w", suffix=".html", delete=False, encoding="utf-8") as file:
            file.write(page)
        if not webbrowser.open(Path(file.name).as_uri()):
            print(f"no browser available; the page is {file.name}")

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td style='text-align:left'>{row.name}</td><td>{row.value:.3g} {row.unit}</td><td>{row.verdict}</td></tr>"
            for row in self.audit
            if row.verdict != "unjudged"
        )
        return f"<p>{self!r}</p><table><tr><th>check</th><th>value</th><th>verdict</th></tr>{rows}</table>".replace(
            "<denoc", "&lt;denoc"
        )
