"""Interprets the arguments of `denoc.sweep`: the task and its points."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np

from .. import _denoc
from ..errors import InputError
from ..model import Model, load
from .axes import Design, Parameters, design
from .outcome import Floats, Task
from ..scenario import scenario
from .tasks import FunctionTask, simulation


class Asked(NamedTuple):
    """A task, its design, and its points: one per row."""

    task: Task
    design: Design
    points: Floats


def asked(
    what: object,
    parameters: Parameters | None,
    metrics: object,
    method: str | None,
    samples: object,
    seed: int | None,
    simulate: Mapping[str, object] | None,
) -> Asked:
    """Distinguishes functions, models and scenario files."""
    plan = None if parameters is None else design(parameters, method, samples, seed)
    if isinstance(what, (str, Path)) and simulate is None:
        return _from_file(Path(what), plan, metrics)
    if plan is None:
        raise InputError("a sweep needs parameters: values by name")
    if isinstance(what, (str, Path)):
        what = load(str(what))
    if isinstance(what, Model):
        return _from_model(what, plan, metrics, simulate)
    if not callable(what):
        kind = type(what).__name__
        raise InputError(f"a {kind} cannot be swept: give a function, a model, the name of one, or a scenario file")
    if simulate is not None:
        raise InputError("simulate is for models: a function simulates by itself")
    points = np.asarray(_denoc.sweep_points(json.dumps(plan.as_table())))
    return Asked(FunctionTask.checked(what, tuple(plan.axes), metrics), plan, points)


def _from_model(model: Model, plan: Design, metrics: object, simulate: Mapping[str, object] | None) -> Asked:
    if simulate is None:
        raise InputError("a sweep of a model needs the keywords of Model.simulate: simulate=dict(duration=2.0)")
    if metrics is None:
        raise InputError('a sweep of a model needs metrics by name: metrics={"end": "final q[joint1]"}')
    task = simulation(scenario(model.name, simulate), ".", model, plan, metrics)
    return Asked(task, plan, task.points())


def _from_file(path: Path, plan: Design | None, metrics: object) -> Asked:
    """A scenario file whose parameters and metrics the arguments may replace."""
    if path.suffix != ".toml":
        raise InputError(f"{path} is not a scenario file: a sweep of a model needs simulate=dict(duration=2.0)")
    made = json.loads(_denoc.sweep_scenario(str(path)))
    own = made.pop("sweep", None)
    if own is None and (plan is None or metrics is None):
        raise InputError(f"{path} has no table [sweep]: add one, or give parameters and metrics")
    if plan is None:
        axes = {axis.pop("path"): axis for axis in own["parameter"]}
        plan = Design(axes, own["method"], own.get("samples"), own.get("seed"))
    base = path.absolute().parent
    task = simulation(made, str(base), None, plan, own["metrics"] if metrics is None else metrics)
    return Asked(task, plan, task.points())
