"""Sweeps of simulations with metrics evaluated in Rust."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import numpy as np

from ..._denoc import SweepEvaluator
from ...model import Model, load
from ...trajectory import Trajectory
from ..outcome import Answer, Floats


class SimulatedTask:
    """A scenario simulated at every point. Rust runs without the GIL, so threads suffice."""

    def __init__(self, scenario: Mapping[str, Any], base: str, model: Model | None) -> None:
        self._made_of = (json.dumps(scenario), base, model)
        self._metrics = tuple(scenario["sweep"]["metrics"])
        self._prepare()

    def _prepare(self) -> None:
        self._evaluator = SweepEvaluator(*self._made_of)
        # Rust returns them in alphabetical order
        own = [name for name, _ in self._evaluator.metrics]
        self._order = [own.index(name) for name in self._metrics]

    def points(self) -> Floats:
        """The points of the design, with units checked."""
        return self._evaluator.points()

    def parameters(self) -> list[str]:
        """Names of the parameters."""
        return [name for name, _ in self._evaluator.parameters]

    def metric_names(self) -> tuple[str, ...]:
        return self._metrics

    def units(self) -> dict[str, str]:
        return {name: unit for name, unit in [*self._evaluator.parameters, *self._evaluator.metrics] if unit}

    def manifest(self, design: dict[str, object], points: Floats) -> dict[str, object]:
        return cast(dict[str, object], json.loads(self._evaluator.manifest()))

    def run(self, points: Floats) -> list[Answer]:
        values, errors = self._evaluator.evaluate(np.ascontiguousarray(points))
        return [
            Answer(dict(zip(self._metrics, row)), None) if error is None else Answer({}, error)
            for row, error in zip(values[:, self._order].tolist(), errors)
        ]

    def stop(self) -> None:
        """Stops the evaluations of all threads permanently."""
        self._evaluator.stop()

    def simulate(self, point: Floats) -> tuple[Trajectory, dict[str, float]]:
        """The trajectory of one point, with the metrics."""
        run, values = self._evaluator.simulate(np.ascontiguousarray(point))
        metrics = {name: float(values[i]) for name, i in zip(self._metrics, self._order)}
        return Trajectory._of(run, self._model()), metrics

    def _model(self) -> Model:
        """The model, for its name and state size."""
        text, base, model = self._made_of
        if model is not None:
            return model
        scenario = json.loads(text)
        file = Path(base) / scenario["model"]
        return load(file if file.is_file() else scenario["model"], "floating" if scenario["floating"] else "fixed")

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in ("_evaluator", "_order")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._prepare()
