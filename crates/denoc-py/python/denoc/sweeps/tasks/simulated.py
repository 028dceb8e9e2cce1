"""Sweeps of simulations with metrics evaluated in Rust."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..._denoc import SweepEvaluator, SweepManifest
from ...model import Model
from ...trajectory import Trajectory
from ..outcome import Answer, Floats


class SimulatedTask:
    """Simulates a scenario at every point in Rust, without the GIL, so threads suffice."""

    def __init__(self, scenario: Mapping[str, Any], base: str, model: Model | None) -> None:
        self._arguments = (dict(scenario), base, model)
        self._metrics = tuple(scenario["sweep"]["metrics"])
        self._prepare()

    def _prepare(self) -> None:
        self._evaluator = SweepEvaluator(*self._arguments)
        # Rust returns them in alphabetical order
        names = [metric.name for metric in self._evaluator.metrics]
        self._order = [names.index(name) for name in self._metrics]

    def points(self) -> Floats:
        """The points of the design, with units checked."""
        return self._evaluator.points()

    def parameters(self) -> list[str]:
        """Names of the parameters."""
        return [parameter.name for parameter in self._evaluator.parameters]

    def metric_names(self) -> tuple[str, ...]:
        return self._metrics

    def units(self) -> dict[str, str]:
        columns = [*self._evaluator.parameters, *self._evaluator.metrics]
        return {column.name: column.unit for column in columns if column.unit}

    def manifest(self, design: dict[str, object], points: Floats) -> SweepManifest:
        return self._evaluator.manifest()

    def run(self, points: Floats) -> list[Answer]:
        values, errors = self._evaluator.evaluate(np.ascontiguousarray(points))
        return [
            Answer(dict(zip(self._metrics, row)), None) if error is None else Answer({}, error)
            for row, error in zip(values[:, self._order].tolist(), errors)
        ]

    def stop(self) -> None:
        """Stops the evaluations of all threads, permanently."""
        self._evaluator.stop()

    def simulate(self, point: Floats) -> tuple[Trajectory, dict[str, float]]:
        """The trajectory of one point, with the metrics."""
        run, values = self._evaluator.simulate(np.ascontiguousarray(point))
        metrics = {name: float(values[i]) for name, i in zip(self._metrics, self._order)}
        return Trajectory._of(run), metrics

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in ("_evaluator", "_order")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._prepare()
