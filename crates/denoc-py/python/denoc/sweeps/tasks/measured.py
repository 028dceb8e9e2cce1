"""Sweeps of simulations with metrics that are Python functions of the trajectory."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..._denoc import SweepManifest
from ...trajectory import Trajectory
from ..outcome import Answer, Floats, describe
from .function import identity, number
from .simulated import SimulatedTask

Measure = Callable[[Trajectory], float]


class MeasuredTask:
    """Simulates in Rust and computes metrics with Python functions."""

    def __init__(self, simulated: SimulatedTask, metrics: Mapping[str, str | Measure]) -> None:
        self._simulated = simulated
        self._metrics = dict(metrics)

    def points(self) -> Floats:
        """The points of the design, with units checked."""
        return self._simulated.points()

    def metric_names(self) -> tuple[str, ...]:
        return tuple(self._metrics)

    def units(self) -> dict[str, str]:
        # without the placeholder metric that Rust requires
        functions = {name for name, metric in self._metrics.items() if callable(metric)}
        known = {*self._simulated.parameters(), *self._metrics} - functions
        return {name: unit for name, unit in self._simulated.units().items() if name in known}

    def manifest(self, design: dict[str, object], points: Floats) -> SweepManifest:
        metrics = {name: identity(metric) if callable(metric) else metric for name, metric in self._metrics.items()}
        units = self.units()
        columns = [(name, units.get(name, "")) for name in self._metrics]
        return self._simulated.manifest(design, points).with_metrics({**design, "metrics": metrics}, columns)

    def run(self, points: Floats) -> list[Answer]:
        return [self._answer(point) for point in points]

    def _answer(self, point: Floats) -> Answer:
        try:
            trajectory, texts = self._simulated.simulate(point)
            values = {
                name: number(metric(trajectory)) if callable(metric) else texts[name]
                for name, metric in self._metrics.items()
            }
            return Answer(values, None)
        except (Exception, SystemExit) as error:
            return Answer({}, describe(error))
