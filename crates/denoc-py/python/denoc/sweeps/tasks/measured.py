"""Sweeps of simulations with metrics computed by Python functions of the trajectory."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from ...trajectory import Trajectory
from ..outcome import Answer, Floats, words
from .function import described, number
from .simulated import SimulatedTask

Measure = Callable[[Trajectory], float]


class MeasuredTask:
    """Simulations in Rust with metrics computed by Python functions."""

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
        own = {*self._simulated.parameters(), *self._metrics} - functions
        return {name: unit for name, unit in self._simulated.units().items() if name in own}

    def manifest(self, design: dict[str, object], points: Floats) -> dict[str, object]:
        metrics = {name: described(metric) if callable(metric) else metric for name, metric in self._metrics.items()}
        units = self.units()
        heads = [{"name": name, "unit": units.get(name, "")} for name in self._metrics]
        return {
            **self._simulated.manifest(design, points),
            "sweep": {**design, "metrics": metrics},
            "metrics": heads,
        }

    def run(self, points: Floats) -> list[Answer]:
        return [self._answer(point) for point in points]

    def _answer(self, point: Floats) -> Answer:
        try:
            trajectory, texts = self._simulated.simulate(point)
            made = {
                name: number(metric(trajectory)) if callable(metric) else texts[name]
                for name, metric in self._metrics.items()
            }
            return Answer(made, None)
        except (Exception, SystemExit) as error:
            return Answer({}, words(error))
