"""Interprets the arguments of `denoc.sweep`: the task and its points."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from .. import _denoc
from ..errors import InputError
from ..model import Model, load
from ..scenario import scenario
from .axes import Design, Parameters, design
from .outcome import Floats, Task
from .tasks import FunctionTask, simulation


class Request(NamedTuple):
    """What a sweep evaluates."""

    task: Task
    """The computation at every point."""
    design: Design
    """Parameters and sampling."""
    points: Floats
    """The points, one per row, in SI units."""


def interpret(
    target: object,
    parameters: Parameters | None,
    metrics: object,
    sampling: str | None,
    samples: object,
    seed: int | None,
    simulate: Mapping[str, object] | None,
) -> Request:
    """Distinguishes functions, models and scenario files."""
    plan = None if parameters is None else design(parameters, sampling, samples, seed)
    if isinstance(target, (str, Path)) and simulate is None:
        return _from_file(Path(target), plan, metrics)
    if plan is None:
        raise InputError("a sweep needs parameters: values by name")
    if isinstance(target, (str, Path)):
        target = load(str(target))
    if isinstance(target, Model):
        return _from_model(target, plan, metrics, simulate)
    if not callable(target):
        kind = type(target).__name__
        raise InputError(f"a {kind} cannot be swept: give a function, a model, the name of one, or a scenario file")
    if simulate is not None:
        raise InputError("simulate is for models: a function simulates by itself")
    points = np.asarray(_denoc.sweep_points(plan.as_table()))
    return Request(FunctionTask.checked(target, tuple(plan.axes), metrics), plan, points)


def _from_model(model: Model, plan: Design, metrics: object, simulate: Mapping[str, object] | None) -> Request:
    if simulate is None:
        raise InputError("a sweep of a model needs the keywords of Model.simulate: simulate=dict(duration=2.0)")
    if metrics is None:
        raise InputError('a sweep of a model needs metrics by name: metrics={"end": "final q[joint1]"}')
    task = simulation(scenario(model.name, simulate), ".", model, plan, metrics)
    return Request(task, plan, task.points())


def _from_file(path: Path, plan: Design | None, metrics: object) -> Request:
    """A scenario file; arguments take precedence over its parameters and metrics."""
    if path.suffix != ".toml":
        raise InputError(f"{path} is not a scenario file: a sweep of a model needs simulate=dict(duration=2.0)")
    settings = _denoc.read_scenario(str(path))
    table: dict[str, Any] = settings.pop("sweep", {})
    if not table and (plan is None or metrics is None):
        raise InputError(f"{path} has no table [sweep]: add one, or give parameters and metrics")
    if plan is None:
        axes = {axis.pop("path"): axis for axis in table["parameter"]}
        plan = Design(axes, table["sampling"], table.get("samples"), table.get("seed"))
    base = path.absolute().parent
    task = simulation(settings, str(base), None, plan, table["metrics"] if metrics is None else metrics)
    return Request(task, plan, task.points())
