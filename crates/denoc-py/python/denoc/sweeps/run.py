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
from ..trajectory import Trajectory
from . import engines
from .asked import asked
from .axes import Parameters
from .engines.work import Work
from .folder import Folder
from .outcome import Outcome
from .progress import Bar
from .result import SweepResult
from .store import Store

#: A Python function, a model, the name or file of a model, or a scenario file.
What = Union[Callable[..., Any], Model, str, Path]


def sweep(
    what: What,
    parameters: Parameters | None = None,
    *,
    metrics: Mapping[str, str | Callable[[Trajectory], float]] | Sequence[str] | None = None,
    method: Literal["grid", "list", "latin-hypercube", "sobol"] | None = None,
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
        what: a function ``f(**parameters)`` that returns a number or a dict of numbers; or a :class:`Model`, or the
            name or file of one, with ``simulate`` and ``metrics``; or a scenario file with a table ``[sweep]``.
        parameters: values by name. A list or array of values, or ``Range(low, high, count=5)``; ``(low, high)`` for the
            methods ``latin-hypercube`` and ``sobol``.
            Parameters of models are identified by path, ``links.crank.length``, and so are those of the simulation,
            ``start.v.crank_pivot``, ``controller.kp``. Alternatively, give points as a list of dicts, or names with an
            array of points in ``samples``.
        metrics: for simulations, by name: strings such as ``"absmax tau[crank_pivot]"``, evaluated in Rust, or functions
            of the trajectory. For functions: names of the returned values to keep; default: all.
        method: ``grid`` (all combinations), ``list`` (corresponding values), ``latin-hypercube`` (``samples``,
            ``seed``) or ``sobol`` (``samples``). The points are those of ``denoc sweep`` on the command line.
        simulate: keywords of :meth:`Model.simulate`.
        engine: ``local`` uses all cores, or the given number of ``workers``; ``ray`` uses a running Ray cluster or starts a
            local one. Results do not depend on engine and workers. Functions run in other processes, unless ``workers=1``.
        out: a folder for the results: finished points in ``parts``, files of ``part_rows`` rows each, and at the end
            ``results.csv`` and, with pyarrow, ``results.parquet``. The same call resumes an interrupted sweep without
            repeating finished points, and so does ``denoc sweep`` with the same scenario file. A different sweep is
            refused there.
        progress: show a progress line.

    A failed point has its error in the column ``error`` and NaN metrics; the other points continue.

    >>> import denoc
    >>> def area(width, height):
    ...     return {"area": width * height}
    >>> table = denoc.sweep(area, {"width": [1, 2], "height": [3, 4]}, workers=1)
    >>> table["area"].tolist()
    [3.0, 4.0, 6.0, 8.0]
    """
    engines.check(engine, workers)
    if part_rows < 1:
        raise InputError(f"part_rows = {part_rows}: a part has one row at least")
    job = asked(what, parameters, metrics, method, samples, seed, simulate)
    columns = dict(zip(job.design.axes, np.ascontiguousarray(job.points.T)))
    known = job.task.metric_names() or ()
    units = job.task.units()
    store = Store(columns, part_rows, known)
    if out is not None:
        store = Folder(Path(out), job.task.manifest(job.design.as_table(), job.points), columns, part_rows, known, units)
    with closing(store):
        work = Work(store.missing())
        bar = Bar(len(job.points), len(job.points) - work.left(), progress)
        if work.left():
            _run(engines.run(job.task, job.points, work, engine, workers), store, bar)
        store.finish()
        return SweepResult(columns, store.columns(), len(job.points), units)


def _run(batches: Generator[list[Outcome], None, None], store: Store, bar: Bar) -> None:
    with closing(bar), closing(batches):
        bar.draw()
        for batch in batches:
            store.add(batch)
            bar.advance(len(batch), sum(outcome.error is not None for outcome in batch))

