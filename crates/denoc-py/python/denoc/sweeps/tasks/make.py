"""Makes the task of a simulation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...errors import InputError
from ...model import Model
from ..axes import Design
from .measured import MeasuredTask
from .simulated import SimulatedTask


def simulation(
    scenario: Mapping[str, Any],
    base: str,
    model: Model | None,
    design: Design,
    metrics: object,
) -> SimulatedTask | MeasuredTask:
    """The task of a scenario with a design and metrics; it runs entirely in Rust if all metrics are strings."""
    if not isinstance(metrics, Mapping) or not metrics:
        raise InputError('metrics of a simulation are a dict by name: metrics={"end": "final q[joint1]"}')
    for name, metric in metrics.items():
        if name in ("point", "error", *design.axes):
            raise InputError(f"the metric {name!r} has the name of another column: rename it")
        if not isinstance(metric, str) and not callable(metric):
            raise InputError(f"the metric {name!r} is neither a string nor a function of the trajectory: {metric!r}")
    texts = {name: metric for name, metric in metrics.items() if isinstance(metric, str)}
    # Rust requires at least one metric
    table = {**design.as_table(), "metrics": texts or {"duration": "duration"}}
    simulated = SimulatedTask({**scenario, "sweep": table}, base, model)
    return simulated if len(texts) == len(metrics) else MeasuredTask(simulated, metrics)
