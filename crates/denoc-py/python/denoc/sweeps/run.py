"""The function `denoc.sweep`."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Literal, Union

import numpy as np
from numpy.typing import ArrayLike

from ..errors import InputError
from ..model import Model
from ..scenario import refuses
from ..trajectory import Trajectory
from . import engines
from .axes import Parameters
from .engines.work import Work
from .folder import Folder
from .outcome import Outcome
from .progress import Bar
from .request import interpret
from .result import SweepResult
from .store import Store

#: A Python function, a model, the name or file of a model, or a scenario file.
Target = Union[Callable[..., Any], Model, str, Path]


@refuses({"method": "sampling", "what": "target"})
def sweep(
    target: Target,
    parameters: Parameters | None = None,
    *,
    metrics: Mapping[str, str | Callable[[Trajectory], float]] | Sequence[str] | None = None,
    sampling: Literal["grid", "list", "latin-hypercube", "sobol"] | None = None,
    samples: int | ArrayLike | None = None,
    seed: int | None = None,
    simulate: Mapping[str, object] | None = None,
    engine: Literal["local", "ray"] = "local",
    workers: int | None = None,
    out: str | Path | None = None,
    part_rows: int = 1000,
    progress: bool = True,
) -> SweepResult:
    """Evaluates a function, or simulates a model, at many parameter values.

    Args:
        target: a function ``f(**parameters)`` that returns a number or a dict of numbers; a :class:`Model`, or the name or
            file of one, with ``simulate`` and ``metrics``; or a scenario file with a table ``[sweep]``.
        parameters: values by parameter name: a list or an array, or ``Range(low, high, count=5)``; for the samplings
            ``latin-hypercube`` and ``sobol`` the ends ``(low, high)``. Parameters of a simulation are identified by path:
            ``links.crank.length`` in the model, ``start.v.crank_pivot`` or ``controller.kp`` in the simulation.
            Alternatively, give the points: a list of dicts, or a list of names with an array of points in ``samples``.
        metrics: for simulations, by name: strings such as ``"absmax tau[crank_pivot]"``, which are evaluated in Rust, or
            functions of the trajectory. For functions: the names of the returned values to keep; default: all.
        sampling: ``grid`` (all combinations; default), ``list`` (the first values, the second values, …),
            ``latin-hypercube`` or ``sobol``. The command ``denoc sweep`` generates the same points.
        samples: number of points of ``latin-hypercube`` and ``sobol``, or an array of points (see ``parameters``).
        seed: seed of ``latin-hypercube``; default: 1.
        simulate: keywords of :meth:`Model.simulate`.
        engine: ``local`` runs on all cores; ``ray`` runs on the current Ray cluster, or starts a local one. Results do not
            depend on the engine or on the number of workers.
        workers: number of workers; default: one per core. Functions run in other processes, unless ``workers=1``.
        out: folder for the results: finished points in ``parts``, and at the end ``results.csv`` and, with pyarrow,
            ``results.parquet``. The same call resumes an interrupted sweep without repeating finished points, and so does
            the command ``denoc sweep`` with the same scenario file. A folder with another sweep is refused.
        part_rows: number of rows of a file in ``parts``.
        progress: whether to show a progress line.

    A point that fails has its error message in the column ``error`` and NaN as its metrics; the sweep continues.

    >>> import denoc
    >>> def area(width, height):
    ...     return {"area": width * height}
    >>> table = denoc.sweep(area, {"width": [1, 2], "height": [3, 4]}, workers=1)
    >>> table["area"].tolist()
    [3.0, 4.0, 6.0, 8.0]
    """
    engines.check(engine, workers)
    if part_rows < 1:
        raise InputError(f"part_rows = {part_rows}: a part has at least one row")
    request = interpret(target, parameters, metrics, sampling, samples, seed, simulate)
    task, points = request.task, request.points
    columns = dict(zip(request.design.axes, np.ascontiguousarray(points.T)))
    known = task.metric_names() or ()
    units = task.units()
    store = Store(columns, part_rows, known)
    if out is not None:
        store = Folder(Path(out), task.manifest(request.design.as_table(), points), columns, part_rows, known, units)
    with closing(store):
        work = Work(store.missing())
        bar = Bar(len(points), len(points) - work.left(), progress)
        if work.left():
            _run(engines.run(task, points, work, engine, workers), store, bar)
        store.finish()
        return SweepResult(columns, store.columns(), len(points), units)


def _run(batches: Generator[list[Outcome], None, None], store: Store, bar: Bar) -> None:
    with closing(bar), closing(batches):
        bar.draw()
        for batch in batches:
            store.add(batch)
            bar.advance(len(batch), sum(outcome.error is not None for outcome in batch))
