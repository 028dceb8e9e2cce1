"""Results of inverse kinematics, assembly and mobility analysis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Branch:
    """One solution of inverse kinematics."""

    q: NDArray[np.float64]
    label: str
    position_error: float
    orientation_error: float
    conditioning: float
    near_singular: bool
    family: bool
    violations: list[dict[str, Any]]

    @classmethod
    def _of(cls, said: dict[str, Any]) -> Branch:
        return cls(
            q=np.array(said["q"], dtype=float),
            label=said["label"],
            position_error=said["position_error"],
            orientation_error=said["orientation_error"],
            conditioning=said["conditioning"],
            near_singular=said["near_singular"],
            family=said["family"],
            violations=said["violations"],
        )


@dataclass(frozen=True)
class Solutions:
    """All solutions of inverse kinematics, or the nearest approach.

    ``q`` is the best solution (the nearest approach if the target is out of reach), ``branches`` contains all solutions,
    ``message`` summarises them.
    """

    reached: bool
    q: NDArray[np.float64]
    branches: list[Branch]
    nearest: Branch
    cause: str | None
    method: str
    message: str

    @classmethod
    def _of(cls, said: dict[str, Any]) -> Solutions:
        method = said["method"]
        return cls(
            reached=said["reached"],
            q=np.array(said["nearest"]["q"], dtype=float),
            branches=[Branch._of(branch) for branch in said["branches"]],
            nearest=Branch._of(said["nearest"]),
            cause=said["cause"],
            method=method if isinstance(method, str) else "closed form: " + method["closed_form"],
            message=said["message"],
        )

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True)
class Assembled:
    """A configuration that closes all loops."""

    q: NDArray[np.float64]
    closure_error_length: float
    closure_error_angle: float
    distance: float
    iterations: int
    path: str
    beyond_limits: list[dict[str, Any]]

    @classmethod
    def _of(cls, said: dict[str, Any]) -> Assembled:
        path = said["path"]
        return cls(
            q=np.array(said["q"], dtype=float),
            closure_error_length=said["closure_error_length"],
            closure_error_angle=said["closure_error_angle"],
            distance=said["distance"],
            iterations=said["iterations"],
            path=path if isinstance(path, str) else "restarts",
            beyond_limits=said["beyond_limits"],
        )


class Mobility:
    """Mobility report. ``print`` it; all underlying numbers are attributes (see ``facts``)."""

    def __init__(self, facts: dict[str, Any]) -> None:
        self.text: str = facts.pop("text")
        self.facts = facts

    @property
    def degrees_of_freedom(self) -> int:
        """Number of degrees of freedom in a generic configuration."""
        return int(self.facts["degrees_of_freedom"])

    def __getattr__(self, name: str) -> Any:
        facts = self.__dict__.get("facts", {})
        if name in facts:
            return facts[name]
        raise AttributeError(f"Mobility has no {name!r}; it has {', '.join(facts)}")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.facts]

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Mobility: {self.degrees_of_freedom} degrees of freedom>"
