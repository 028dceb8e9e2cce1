"""Types of the compiled module. The public interface is in the other modules."""

import os
from collections.abc import Callable, Mapping
from typing import Any, Literal, final, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import Self, disjoint_base

from .results import (
    Assembled,
    AuditRow,
    Column,
    ContactPoint,
    Diff,
    Event,
    Failures,
    Impact,
    Mobility,
    Solutions,
    TaskPath,
    TaskSolution,
    Verification,
)

_Array = NDArray[np.float64]
_Out = NDArray[np.float64] | NDArray[np.float32] | None
_Outs = tuple[NDArray[np.float64] | NDArray[np.float32], ...] | None
_Integrator = Literal["rk4", "gauss4"]
_Reference = Literal["aligned", "local", "world"]
_External = Mapping[str, ArrayLike] | ArrayLike | None

__all__ = [
    "CONVENTIONS",
    "Model",
    "Run",
    "SweepEvaluator",
    "SweepFolder",
    "SweepManifest",
    "__version__",
    "_did_you_mean",
    "_diff",
    "_write_file",
    "models",
    "read_scenario",
    "read_sweep",
    "settings",
    "sweep_points",
]

__version__: str
CONVENTIONS: list[tuple[str, str]]

def models() -> list[str]: ...
def _did_you_mean(word: str, known: list[str]) -> str: ...
def _diff(
    a: os.PathLike[str] | tuple[str, list[tuple[str, str]], _Array],
    b: os.PathLike[str] | tuple[str, list[tuple[str, str]], _Array],
    tolerance: float,
    absolute: float,
    columns: list[str],
) -> Diff: ...
def _write_file(path: str | os.PathLike[str], content: bytes) -> None: ...
def settings() -> list[dict[str, Any]]: ...

@final
class Run:
    @property
    def name(self) -> str: ...
    @property
    def sizes(self) -> tuple[int, int]: ...
    @property
    def columns(self) -> list[Column]: ...
    @property
    def events(self) -> list[Event]: ...
    @property
    def impacts(self) -> list[Impact]: ...
    @property
    def audit(self) -> list[AuditRow]: ...
    @property
    def status(self) -> Literal["finished", "event", "interrupted"]: ...
    @property
    def choices(self) -> list[str]: ...
    @property
    def notes(self) -> list[str]: ...
    @property
    def verification(self) -> Verification | None: ...
    @property
    def error(self) -> Exception | None: ...
    def numbers(self) -> _Array: ...
    def report(self, command: str) -> str: ...
    def film(self, path: str, keywords: dict[str, Any]) -> bytes: ...
    def write(self, path: str) -> None: ...

@disjoint_base
class Model:
    def __new__(
        cls,
        name: str,
        base: str = "fixed",
        mimic: str = "enforced",
        gravity: tuple[float, float, float] | None = None,
        text: str | None = None,
        parameters: list[tuple[str, float]] = ...,
    ) -> Self: ...
    @property
    def name(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def nq(self) -> int: ...
    @property
    def nv(self) -> int: ...
    @property
    def joint_names(self) -> list[str]: ...
    @property
    def joint_types(self) -> list[str]: ...
    @property
    def link_names(self) -> list[str]: ...
    @property
    def link_parents(self) -> list[str]: ...
    @property
    def frame_names(self) -> list[str]: ...
    @property
    def frame_links(self) -> list[str]: ...
    @property
    def ground_name(self) -> str: ...
    @property
    def gravity_vector(self) -> _Array: ...
    @property
    def mass(self) -> float: ...
    @property
    def link_masses(self) -> _Array: ...
    @property
    def is_closed(self) -> bool: ...
    @property
    def closure_names(self) -> list[str]: ...
    @property
    def couplings(self) -> dict[str, tuple[str, float, float]]: ...
    def follow(self, q: ArrayLike) -> _Array: ...
    def follow_velocity(self, v: ArrayLike) -> _Array: ...
    @property
    def reaction_names(self) -> list[str]: ...
    @property
    def reaction_links(self) -> list[tuple[str, str]]: ...
    @property
    def actuated(self) -> NDArray[np.bool_]: ...
    @property
    def lower(self) -> _Array: ...
    @property
    def upper(self) -> _Array: ...
    @property
    def velocity_limit(self) -> _Array: ...
    @property
    def effort_limit(self) -> _Array: ...
    @property
    def configurations(self) -> dict[str, _Array]: ...
    @property
    def contacts(self) -> list[ContactPoint]: ...
    @property
    def warnings(self) -> list[str]: ...
    @property
    def notes(self) -> list[str]: ...
    @property
    def q_units(self) -> list[str]: ...
    @property
    def q_labels(self) -> list[str]: ...
    @property
    def v_labels(self) -> list[str]: ...
    @property
    def _quaternions(self) -> list[int]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def with_parameters(self, changes: dict[str, float] | dict[str, str] | dict[str, float | str]) -> Self: ...
    def parameters(self) -> dict[str, float]: ...
    def q_index(self, joint: str) -> slice: ...
    def v_index(self, joint: str) -> slice: ...
    def neutral(self) -> _Array: ...
    @overload
    def inverse_dynamics(
        self,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        external: _External = None,
        *,
        joint_forces: bool = False,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> _Array: ...
    @overload
    def inverse_dynamics(
        self,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        external: _External = None,
        *,
        joint_forces: bool = False,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[_Array, Failures]: ...
    @overload
    def forward_dynamics(
        self,
        q: ArrayLike,
        v: ArrayLike,
        tau: ArrayLike,
        external: _External = None,
        *,
        joint_forces: bool = False,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> _Array: ...
    @overload
    def forward_dynamics(
        self,
        q: ArrayLike,
        v: ArrayLike,
        tau: ArrayLike,
        external: _External = None,
        *,
        joint_forces: bool = False,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[_Array, Failures]: ...
    @overload
    def gim(
        self,
        q: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> _Array: ...
    @overload
    def gim(
        self,
        q: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[_Array, Failures]: ...
    @overload
    def mci(
        self,
        q: ArrayLike,
        v: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> _Array: ...
    @overload
    def mci(
        self,
        q: ArrayLike,
        v: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[_Array, Failures]: ...
    @overload
    def vci(
        self,
        q: ArrayLike,
        v: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> _Array: ...
    @overload
    def vci(
        self,
        q: ArrayLike,
        v: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[_Array, Failures]: ...
    @overload
    def gravity(
        self,
        q: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> _Array: ...
    @overload
    def gravity(
        self,
        q: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[_Array, Failures]: ...
    @overload
    def bias(
        self,
        q: ArrayLike,
        v: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> _Array: ...
    @overload
    def bias(
        self,
        q: ArrayLike,
        v: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[_Array, Failures]: ...
    @overload
    def joint_forces(
        self,
        q: ArrayLike,
        v: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> _Array: ...
    @overload
    def joint_forces(
        self,
        q: ArrayLike,
        v: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[_Array, Failures]: ...
    @overload
    def udut(
        self,
        q: ArrayLike,
        *,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> tuple[_Array, _Array]: ...
    @overload
    def udut(
        self,
        q: ArrayLike,
        *,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[_Array, _Array, Failures]: ...
    @overload
    def jacobian(
        self,
        q: ArrayLike,
        frame: str,
        *,
        reference: _Reference = "aligned",
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> _Array: ...
    @overload
    def jacobian(
        self,
        q: ArrayLike,
        frame: str,
        *,
        reference: _Reference = "aligned",
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[_Array, Failures]: ...
    @overload
    def jacobian_rate(
        self,
        q: ArrayLike,
        v: ArrayLike,
        frame: str,
        *,
        reference: _Reference = "aligned",
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> _Array: ...
    @overload
    def jacobian_rate(
        self,
        q: ArrayLike,
        v: ArrayLike,
        frame: str,
        *,
        reference: _Reference = "aligned",
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[_Array, Failures]: ...
    @overload
    def pose(
        self,
        q: ArrayLike,
        frame: str,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> _Array: ...
    @overload
    def pose(
        self,
        q: ArrayLike,
        frame: str,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[_Array, Failures]: ...
    @overload
    def twist(
        self,
        q: ArrayLike,
        v: ArrayLike,
        frame: str,
        *,
        reference: _Reference = "aligned",
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> _Array: ...
    @overload
    def twist(
        self,
        q: ArrayLike,
        v: ArrayLike,
        frame: str,
        *,
        reference: _Reference = "aligned",
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[_Array, Failures]: ...
    @overload
    def frame_poses(
        self,
        q: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> _Array: ...
    @overload
    def frame_poses(
        self,
        q: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[_Array, Failures]: ...
    @overload
    def frame_acceleration(
        self,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        frame: str,
        *,
        reference: _Reference = "aligned",
        kind: Literal["classical", "spatial"] = "classical",
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> _Array: ...
    @overload
    def frame_acceleration(
        self,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        frame: str,
        *,
        reference: _Reference = "aligned",
        kind: Literal["classical", "spatial"] = "classical",
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[_Array, Failures]: ...
    @overload
    def kinematic_hessian(
        self,
        q: ArrayLike,
        frame: str,
        *,
        reference: _Reference = "aligned",
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> _Array: ...
    @overload
    def kinematic_hessian(
        self,
        q: ArrayLike,
        frame: str,
        *,
        reference: _Reference = "aligned",
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[_Array, Failures]: ...
    @overload
    def energy(
        self,
        q: ArrayLike,
        v: ArrayLike,
        *,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> tuple[Any, Any]: ...
    @overload
    def energy(
        self,
        q: ArrayLike,
        v: ArrayLike,
        *,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[Any, Any, Failures]: ...
    @overload
    def momentum(
        self,
        q: ArrayLike,
        v: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> _Array: ...
    @overload
    def momentum(
        self,
        q: ArrayLike,
        v: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[_Array, Failures]: ...
    @overload
    def center_of_mass(
        self,
        q: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> _Array: ...
    @overload
    def center_of_mass(
        self,
        q: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[_Array, Failures]: ...
    @overload
    def com_velocity(
        self,
        q: ArrayLike,
        v: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> _Array: ...
    @overload
    def com_velocity(
        self,
        q: ArrayLike,
        v: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[_Array, Failures]: ...
    @overload
    def com_acceleration(
        self,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> _Array: ...
    @overload
    def com_acceleration(
        self,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[_Array, Failures]: ...
    @overload
    def com_jacobian(
        self,
        q: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> _Array: ...
    @overload
    def com_jacobian(
        self,
        q: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[_Array, Failures]: ...
    @overload
    def centroidal_momentum_matrix(
        self,
        q: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> _Array: ...
    @overload
    def centroidal_momentum_matrix(
        self,
        q: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[_Array, Failures]: ...
    @overload
    def centroidal_momentum(
        self,
        q: ArrayLike,
        v: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> _Array: ...
    @overload
    def centroidal_momentum(
        self,
        q: ArrayLike,
        v: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[_Array, Failures]: ...
    @overload
    def centroidal_momentum_rate(
        self,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> _Array: ...
    @overload
    def centroidal_momentum_rate(
        self,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[_Array, Failures]: ...
    @overload
    def centroidal_momentum_bias(
        self,
        q: ArrayLike,
        v: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> _Array: ...
    @overload
    def centroidal_momentum_bias(
        self,
        q: ArrayLike,
        v: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[_Array, Failures]: ...
    @overload
    def regressor(
        self,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> _Array: ...
    @overload
    def regressor(
        self,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[_Array, Failures]: ...
    def inertial_parameters(self) -> _Array: ...
    @overload
    def reactions(
        self,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        external: _External = None,
        *,
        joint_forces: bool = False,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> _Array: ...
    @overload
    def reactions(
        self,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        external: _External = None,
        *,
        joint_forces: bool = False,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[_Array, Failures]: ...
    def reactions_determined(self, q: ArrayLike) -> NDArray[np.bool_]: ...
    @overload
    def inverse_dynamics_derivatives(
        self,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        *,
        out: _Outs = None,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> tuple[_Array, _Array, _Array]: ...
    @overload
    def inverse_dynamics_derivatives(
        self,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        *,
        out: _Outs = None,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[_Array, _Array, _Array, Failures]: ...
    @overload
    def forward_dynamics_derivatives(
        self,
        q: ArrayLike,
        v: ArrayLike,
        tau: ArrayLike,
        *,
        out: _Outs = None,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> tuple[_Array, _Array, _Array]: ...
    @overload
    def forward_dynamics_derivatives(
        self,
        q: ArrayLike,
        v: ArrayLike,
        tau: ArrayLike,
        *,
        out: _Outs = None,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[_Array, _Array, _Array, Failures]: ...
    @overload
    def integrate(
        self,
        q: ArrayLike,
        step: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> _Array: ...
    @overload
    def integrate(
        self,
        q: ArrayLike,
        step: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[_Array, Failures]: ...
    @overload
    def difference(
        self,
        q0: ArrayLike,
        q1: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> _Array: ...
    @overload
    def difference(
        self,
        q0: ArrayLike,
        q1: ArrayLike,
        *,
        out: _Out = None,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[_Array, Failures]: ...
    @overload
    def step(
        self,
        q: ArrayLike,
        v: ArrayLike,
        tau: ArrayLike,
        dt: float,
        *,
        steps: int = 1,
        joint_forces: bool = True,
        integrator: _Integrator = "rk4",
        external: _External = None,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> tuple[_Array, _Array]: ...
    @overload
    def step(
        self,
        q: ArrayLike,
        v: ArrayLike,
        tau: ArrayLike,
        dt: float,
        *,
        steps: int = 1,
        joint_forces: bool = True,
        integrator: _Integrator = "rk4",
        external: _External = None,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[_Array, _Array, Failures]: ...
    @overload
    def rollout(
        self,
        q: ArrayLike,
        v: ArrayLike,
        tau: ArrayLike,
        dt: float,
        *,
        steps: int = 1,
        every: int = 1,
        joint_forces: bool = True,
        integrator: _Integrator = "rk4",
        external: _External = None,
        out: _Outs = None,
        threads: int | None = None,
        on_failure: Literal["raise"] = "raise",
    ) -> tuple[_Array, _Array]: ...
    @overload
    def rollout(
        self,
        q: ArrayLike,
        v: ArrayLike,
        tau: ArrayLike,
        dt: float,
        *,
        steps: int = 1,
        every: int = 1,
        joint_forces: bool = True,
        integrator: _Integrator = "rk4",
        external: _External = None,
        out: _Outs = None,
        threads: int | None = None,
        on_failure: Literal["nan"],
    ) -> tuple[_Array, _Array, Failures]: ...
    def _step_rows(self, q: _Array, v: _Array, tau: _Array, dt: float, steps: int) -> tuple[_Array, _Array, dict[int, str]]: ...
    def _kernel_ns(
        self,
        q: ArrayLike,
        v: ArrayLike,
        x: ArrayLike,
        *,
        forward: bool = False,
        repeats: int = 200,
    ) -> float: ...
    def _drawn(self) -> _Array: ...
    def _portrait(self) -> str: ...
    def _picture(self, q: list[float] | None, keywords: dict[str, Any]) -> bytes: ...
    def _configuration(self, base: _Array, values: dict[str, Any], quantity: str) -> _Array: ...
    def _inverse_kinematics(
        self,
        frame: str,
        target: list[float],
        *,
        seed: list[float] | None,
        limits: bool,
        starts: int,
        random_seed: int,
        tolerance: float,
    ) -> Solutions: ...
    def _inverse_kinematics_tasks(
        self,
        tasks: list[dict[str, Any]],
        *,
        seed: list[float] | None,
        limits: bool,
        starts: int,
        random_seed: int,
    ) -> TaskSolution: ...
    def _inverse_kinematics_path(
        self,
        places: list[list[dict[str, Any]]],
        *,
        seed: list[float] | None,
        limits: bool,
        starts: int,
        random_seed: int,
    ) -> TaskPath: ...
    def _mobility(self, q: _Array) -> Mobility: ...
    def _assemble(
        self,
        q: _Array,
        hold: list[str],
        *,
        limits: bool,
        restarts: int,
        random_seed: int,
    ) -> Assembled: ...
    def _branches(self, q: _Array, hold: list[str]) -> list[_Array]: ...
    def _project_velocity(self, q: _Array, v: _Array, hold: list[str]) -> _Array: ...
    def _project_acceleration(self, q: _Array, v: _Array, a: _Array, hold: list[str]) -> _Array: ...
    def _simulate(
        self,
        scenario: dict[str, Any],
        controller: Callable[..., Any] | None = None,
        watch: Callable[[float, float], object] | None = None,
    ) -> Run: ...

def sweep_points(design: dict[str, object]) -> _Array: ...
def read_scenario(path: str) -> dict[str, Any]: ...

_SweepRow = tuple[int, list[float], list[float], str | None]

def read_sweep(path: str) -> tuple[SweepManifest, list[Column], list[_SweepRow]]: ...

@final
class SweepManifest:
    @staticmethod
    def of_function(
        function: dict[str, str],
        design: dict[str, object],
        parameters: list[str],
        metrics: list[str] | None,
        points: _Array,
    ) -> SweepManifest: ...
    def with_metrics(self, design: dict[str, object], metrics: list[tuple[str, str]]) -> SweepManifest: ...
    @property
    def parameters(self) -> list[Column]: ...
    @property
    def point_count(self) -> int: ...

@final
class SweepFolder:
    def __new__(cls, path: str, manifest: SweepManifest, part_rows: int) -> Self: ...
    def finished(self) -> tuple[list[str], list[_SweepRow]]: ...
    def append(self, metrics: list[str], rows: list[_SweepRow]) -> None: ...
    def write_results(self) -> None: ...
    def close(self) -> None: ...

@final
class SweepEvaluator:
    def __new__(cls, scenario: dict[str, Any], base: str, model: Model | None = None) -> Self: ...
    @property
    def parameters(self) -> list[Column]: ...
    @property
    def metrics(self) -> list[Column]: ...
    def points(self) -> _Array: ...
    def manifest(self) -> SweepManifest: ...
    def evaluate(self, points: _Array) -> tuple[_Array, list[str | None]]: ...
    def simulate(self, point: _Array) -> tuple[Run, _Array]: ...
    def stop(self) -> None: ...
