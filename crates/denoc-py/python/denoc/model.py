"""The class `Model`: a mechanism and its computations."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _denoc, display
from ._denoc import _did_you_mean
from .errors import InputError, SimulationError
from .picture import Background, Picture, View, view_text
from .results import Assembled, Mobility, Solutions, TaskPath, TaskSolution
from .scenario import RENAMED, plain, refuses, scenario
from .tasks import Task, specs
from .trajectory import Trajectory

Controller = Callable[[float, NDArray[np.float64], NDArray[np.float64]], ArrayLike]
"""A function of time, coordinates and speeds that returns joint forces."""


_ELSEWHERE = {
    "rnea": "inverse_dynamics",
    "aba": "forward_dynamics",
    "crba": "gim",
    "mass_matrix": "gim",
    "coriolis": "mci(q, v), vci(q, v)",
    "coriolis_matrix": "mci",
    "nonlinear_effects": "bias",
    "nle": "bias",
    "fk": "pose(q, frame)",
    "forward_kinematics": "pose(q, frame)",
    "ik": "inverse_kinematics",
    "com": "center_of_mass",
    "center_of_mass_velocity": "com_velocity",
    "jacobian_center_of_mass": "com_jacobian",
    "ccrba": "centroidal_momentum_matrix",
    "centroidal_map": "centroidal_momentum_matrix",
    "poses": "frame_poses",
    "frame_placements": "frame_poses",
    "frame_velocity": "twist",
    "acceleration": "frame_acceleration",
    "hessian": "kinematic_hessian",
    "joint_torque_regressor": "regressor",
    "dynamic_parameters": "inertial_parameters",
    "allowed_velocity": "project_velocity",
    "allowed_acceleration": "project_acceleration",
}
"""Names used by other libraries and by earlier versions."""


class Model(_denoc.Model):
    """A mechanism: serial, tree-type, floating or with closed loops. Created by :func:`load`.

    Immutable, thread-safe and picklable. Every method takes one state (``q`` of shape ``(nq,)``) or a batch (``(N, nq)``), and
    returns a result of the same batch shape; a batch uses SIMD lanes and all cores while other Python threads run. Lists and
    strided arrays are copied, contiguous ``float64`` arrays are not; ``float32`` input gives ``float32`` output.

    >>> import denoc
    >>> arm = denoc.load("planar_3r")
    >>> arm.inverse_dynamics([0.1, 0.2, 0.3], [0, 0, 0], [0, 0, 0]).shape
    (3,)
    >>> arm.inverse_dynamics(arm.random(1, n=100), [0, 0, 0], [0, 0, 0]).shape
    (100, 3)
    """

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(
            f"a Model is immutable, {name} cannot be set: use load(..., gravity=[...]) to set gravity, "
            "model.with_parameters({...}) to change parameters"
        )

    # type checkers report unknown names themselves
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            here = _ELSEWHERE.get(name)
            hint = f"; it is called {here} here" if here else ""
            raise AttributeError(f"a Model has no {name!r}{hint}")

    def configuration(self, name: str | None = None, /, **joints: float | str | Sequence[float | str]) -> NDArray[np.float64]:
        """Coordinates by joint name; joints not named are as in the configuration ``name``, or zero.

        >>> import denoc
        >>> denoc.load("planar_3r").configuration(joint2="90 deg").round(3).tolist()
        [0.0, 1.571, 0.0]

        Numbers are in SI units and radians; strings carry a unit. For names that are not Python identifiers use
        ``configuration(**{"left knee": 0.4})``. For closed loops see :meth:`assemble`.
        """
        return self._configuration(self._base(name), _plain(joints), "q")

    def _base(self, name: str | None) -> NDArray[np.float64]:
        if name is None:
            return self.neutral()
        known = self.configurations
        if name not in known:
            has = ", ".join(known) or "none"
            near = _did_you_mean(name, list(known))
            raise InputError(f"{self.name} has no configuration {name!r}; {near}it has {has}", "model.unknown-name")
        return known[name]

    def velocity(self, **joints: float | str | Sequence[float | str]) -> NDArray[np.float64]:
        """Speeds by joint name; the others are zero.

        >>> import denoc
        >>> denoc.load("planar_3r").velocity(joint1="60 rpm").round(3).tolist()
        [6.283, 0.0, 0.0]
        """
        return self._configuration(np.zeros(self.nv), _plain(joints), "v")

    def random(self, seed: int | np.random.Generator | None = None, n: int | None = None) -> NDArray[np.float64]:
        """Random coordinates, or ``n`` rows of them, within the joint limits and within ±180° or ±1 m.

        With closed loops: closed configurations near random ones.

        >>> import denoc
        >>> denoc.load("puma").random(seed=1, n=5).shape
        (5, 6)
        """
        rng = np.random.default_rng(seed)
        rows = 1 if n is None else n
        angle = np.array([unit == "rad" for unit in self.q_units])
        width = np.where(angle, np.pi, 1.0)
        lower, upper = self.lower, self.upper
        low, high = np.maximum(lower, -width), np.minimum(upper, width)
        # limits beyond ±180° or ±1 m, possibly on one side only
        beyond = low > high
        low = np.where(beyond, np.where(np.isfinite(lower), lower, upper - 2 * width), low)
        high = np.where(beyond, np.where(np.isfinite(upper), upper, lower + 2 * width), high)
        q = rng.uniform(low, high, size=(rows, self.nq))
        for at in self._quaternions:
            quaternion = rng.normal(size=(rows, 4))
            q[:, at : at + 4] = quaternion / np.linalg.norm(quaternion, axis=1, keepdims=True)
        if self.is_closed and len(self.couplings) == len(self.closure_names):
            q = self.follow(q)
        elif self.is_closed:
            drawn = self._drawn()
            q = np.array([self._closed_near(drawn, row, rng) for row in q]).reshape(rows, self.nq)
        return q[0] if n is None else q

    def _closed_near(self, drawn: NDArray[np.float64], aim: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.float64]:
        step = self.difference(drawn, aim)
        for _ in range(20):
            try:
                return self.assemble(self.integrate(drawn, rng.uniform() * step)).q
            except SimulationError:
                continue
        return self.assemble(drawn).q

    def inverse_kinematics(
        self,
        frame: str,
        target: ArrayLike,
        *,
        seed: ArrayLike | None = None,
        limits: bool = True,
        starts: int = 24,
        random_seed: int = 1,
        tolerance: float = 1e-6,
    ) -> Solutions:
        """Coordinates that bring a frame to a position ``(3,)`` or a pose ``(4, 4)``.

        Returns all solutions where a closed form exists (spherical wrists, UR type, planar, SCARA), and searches numerically
        otherwise, closed loops included. Of a redundant problem there is one solution for each family. A target out of reach is not an
        error: the result reports the nearest approach and the reason. ``tolerance`` (m and rad) decides about targets that cannot be
        reached exactly; solutions are computed to the limit of rounding. See :meth:`inverse_kinematics_tasks` for several frames.

        >>> import denoc
        >>> arm = denoc.load("puma")
        >>> target = arm.pose(arm.configuration("ready"), "link6")
        >>> len(arm.inverse_kinematics("link6", target).branches) > 1
        True
        """
        goal = np.asarray(target, dtype=float)
        if goal.shape not in ((3,), (4, 4)):
            raise InputError(f"target has shape {goal.shape}; expected (3,), a position, or (4, 4), a pose", "state.length")
        if goal.shape == (4, 4) and not np.allclose(goal[3], [0, 0, 0, 1], atol=1e-9):
            raise InputError(f"the last row of target is {np.array2string(goal[3], precision=6)}; that of a pose is [0, 0, 0, 1]", "target")
        start = None if seed is None else _vector("seed", seed, self.nq).tolist()
        return self._inverse_kinematics(
            frame,
            goal.ravel().tolist(),
            seed=start,
            limits=limits,
            starts=starts,
            random_seed=random_seed,
            tolerance=tolerance,
        )

    def inverse_kinematics_tasks(
        self,
        tasks: Sequence[Task],
        *,
        seed: ArrayLike | None = None,
        limits: bool = True,
        starts: int = 12,
        random_seed: int = 1,
    ) -> TaskSolution:
        """Coordinates that perform several tasks of :mod:`denoc.tasks` at once, by weight and priority.

        Closures, couplings and limits come before all tasks and are satisfied exactly. The search begins at ``seed``; random starts
        follow only if the tasks cannot be performed from there. A task that cannot be performed is not an error: the result reports
        the errors of all tasks and the reason.

        >>> import denoc
        >>> from denoc.tasks import Frame, Pointing
        >>> arm = denoc.load("puma")
        >>> down = Pointing("tool", [0, 0, -1], priority=2)
        >>> arm.inverse_kinematics_tasks([Frame("tool", position=[0.5, 0.2, 0.1]), down]).reached
        True
        """
        [place] = specs(tasks, path=False)
        start = None if seed is None else _vector("seed", seed, self.nq).tolist()
        return self._inverse_kinematics_tasks(place, seed=start, limits=limits, starts=starts, random_seed=random_seed)

    def inverse_kinematics_path(
        self,
        tasks: Sequence[Task],
        *,
        seed: ArrayLike | None = None,
        limits: bool = True,
        starts: int = 12,
        random_seed: int = 1,
    ) -> TaskPath:
        """Coordinates ``(N, nq)`` that perform tasks whose targets move: arrays with a leading dimension N.

        The first place is solved like :meth:`inverse_kinematics_tasks`, every other one from the one before, so coordinates do not
        jump.

        >>> import denoc, numpy as np
        >>> from denoc.tasks import Frame
        >>> circle = [[0.5 + 0.1 * np.cos(t), 0.1 * np.sin(t), 0.3] for t in np.linspace(0, 6.28, 50)]
        >>> path = denoc.load("puma").inverse_kinematics_path([Frame("tool", position=circle)])
        >>> path.q.shape, bool(path.reached.all())
        ((50, 6), True)
        """
        places = specs(tasks, path=True)
        start = None if seed is None else _vector("seed", seed, self.nq).tolist()
        return self._inverse_kinematics_path(places, seed=start, limits=limits, starts=starts, random_seed=random_seed)

    def mobility(self, q: ArrayLike | None = None) -> Mobility:
        """Degrees of freedom, redundant constraints by name, and singularities at ``q``. ``print`` the result for a report.

        >>> import denoc
        >>> denoc.load("fourbar").mobility().degrees_of_freedom
        1
        """
        return self._mobility(self._guess(q))

    def assemble(
        self,
        q: ArrayLike | None = None,
        *,
        hold: Iterable[str] = (),
        limits: bool = True,
        restarts: int = 40,
        random_seed: int = 1,
        **joints: float | str | Sequence[float | str],
    ) -> Assembled:
        """The closed configuration nearest to the initial guess ``q``. Joints that are named, or listed in ``hold``, stay fixed.

        >>> import denoc
        >>> fourbar = denoc.load("fourbar")
        >>> closed = fourbar.assemble(crank_pivot="60 deg")
        >>> closed.closure_error_length < 1e-12
        True
        """
        guess = self._configuration(self._guess(q), _plain(joints), "q")
        return self._assemble(guess, [*hold, *joints], limits=limits, restarts=restarts, random_seed=random_seed)

    def branches(self, q: ArrayLike | None = None, **joints: float | str | Sequence[float | str]) -> list[NDArray[np.float64]]:
        """All closed configurations of a mechanism with one planar loop, with the named joints fixed, the nearest to ``q`` first. For
        other mechanisms only the nearest is sought, and a ``UserWarning`` says so.

        >>> import denoc
        >>> len(denoc.load("fourbar").branches(crank_pivot="60 deg"))
        2
        """
        return self._branches(self._configuration(self._guess(q), _plain(joints), "q"), [*joints])

    def _guess(self, q: ArrayLike | None) -> NDArray[np.float64]:
        """An initial guess: ``q``, or the configuration of the model file."""
        return self._drawn() if q is None else _vector("q", q, self.nq)

    def project_velocity(
        self, q: ArrayLike, v: ArrayLike | None = None, *, hold: Iterable[str] = (), **joints: float | str
    ) -> NDArray[np.float64]:
        """The speeds that satisfy closure at ``q`` and are nearest to ``v``; joints named, or in ``hold``, keep theirs.

        >>> import denoc
        >>> fourbar = denoc.load("fourbar")
        >>> q = fourbar.assemble(crank_pivot=1.0).q
        >>> v = fourbar.project_velocity(q, crank_pivot="60 rpm")
        >>> v[fourbar.v_index("crank_pivot")].round(4).tolist()
        [6.2832]
        """
        target = np.zeros(self.nv) if v is None else _vector("v", v, self.nv)
        target = self._configuration(target, _plain(joints), "v")
        return self._project_velocity(_vector("q", q, self.nq), target, [*hold, *joints])

    def project_acceleration(
        self, q: ArrayLike, v: ArrayLike, a: ArrayLike | None = None, *, hold: Iterable[str] = (), **joints: float | str
    ) -> NDArray[np.float64]:
        """The accelerations that satisfy closure at ``q`` and ``v`` and are nearest to ``a``.

        Joints that are named, or listed in ``hold``, keep theirs.

        >>> import denoc
        >>> fourbar = denoc.load("fourbar")
        >>> q = fourbar.assemble(crank_pivot=1.0).q
        >>> v = fourbar.project_velocity(q, crank_pivot=6.0)
        >>> a = fourbar.project_acceleration(q, v, crank_pivot=2.0)
        >>> a[fourbar.v_index("crank_pivot")].round(9).tolist()
        [2.0]
        """
        target = np.zeros(self.nv) if a is None else _vector("a", a, self.nv)
        target = self._configuration(target, _plain(joints), "a")
        return self._project_acceleration(_vector("q", q, self.nq), _vector("v", v, self.nv), target, [*hold, *joints])

    @refuses(RENAMED)
    def simulate(
        self,
        duration: float,
        q: ArrayLike | Mapping[str, Any] | None = None,
        v: ArrayLike | Mapping[str, Any] | None = None,
        *,
        configuration: str | None = None,
        controller: str | Mapping[str, Any] | Controller | None = None,
        motion: Mapping[str, Any] | None = None,
        loads: Iterable[Mapping[str, Any]] = (),
        events: Iterable[Mapping[str, Any]] = (),
        integrator: str | None = None,
        tolerance: float | None = None,
        output_step: float | None = None,
        step: float | None = None,
        joint_forces: bool = True,
        dry_friction: Literal["exact", "smooth"] = "exact",
        limits: Literal["act", "report", "end", "ignore"] = "act",
        saturate: bool = False,
        closure: str | Mapping[str, float] | None = None,
        algorithm: str | None = None,
        singular: Literal["record", "stop"] = "record",
        verify: bool = False,
        trace: str | None = None,
        title: str | None = None,
        large_output: bool = False,
        watch: Callable[[float, float], object] | None = None,
    ) -> Trajectory:
        """Simulates the motion over time, with error control, events and an audit.

        Args:
            duration: seconds.
            q, v: initial state: arrays, or dicts by joint name (``{"elbow": "30 deg"}``). With closed loops, named joints keep
                their values and the others follow.
            configuration: a named configuration to start from.
            controller: the name of a law (``"gravity"``), a dict with its parameters
                (``{"law": "pd", "kp": 50, "kd": 5}``, ``{"law": "sinusoid", "tau": {"joint1": 2}, "frequency": "3 Hz",
                "phase": {"joint1": "90 deg"}}`` with t = 0 at the start), or a function ``f(t, q, v)`` that returns joint forces. Built-in
                laws run at full speed. A Python function is called at every stage of every step, about ten times per
                step at a few microseconds per call, so simulations of small mechanisms become several times slower. It
                must depend on its arguments only, because steps can be rejected and repeated; for a digital controller use
                :meth:`step` in a loop. If the model lists motors, forces at other joints are refused.
            motion: reference trajectory, such as ``{"profile": "quintic", "to": {"joint1": 1}, "duration": 2}``.
            loads, events: external forces and events, as dicts.
            integrator: ``auto`` (default; changes its method where the motion is stiff), ``dop853``, ``dopri5``, ``rkf45``,
                ``rk4``, ``radau5``, ``linimp`` or ``gauss4``.
            tolerance, step: relative and absolute tolerance of a step; fixed or initial step, seconds.
            algorithm: of forward dynamics: ``compiled`` (default for trees), ``recursive`` (default with loops),
                ``multipliers``, ``reduced``, ``proximal``, ``uncut`` or ``odca``.
            joint_forces: include joint friction and springs.
            dry_friction: ``exact`` (joints at rest stick, without creep) or ``smooth`` (dry friction fades below 1e-3 rad/s or m/s).
            limits: at joint limits: ``act`` (stops keep joints between them), ``report`` (record and continue), ``end`` or
                ``ignore``. :meth:`step` has no stops.
            output_step: seconds between rows.
            verify: run again at a tenth of the tolerance (half of a fixed step). The difference, an estimate of the global
                error, is ``verification`` of the trajectory and a row of its audit.
            large_output: compute results of more than 4 GB.
            watch: called periodically with the current time and the end time.

        The keys of the dicts and the other settings are those of scenario files (docs/scenario-file.md).

        >>> import denoc
        >>> fall = denoc.load("planar_3r").simulate(1.0, output_step=0.1)
        >>> fall.q.shape, fall.passed
        ((11, 3), True)
        """
        if isinstance(duration, str) or np.ndim(duration) != 0:
            raise InputError(f"duration is {duration!r}; give seconds as a number", "scenario")
        for word, values in (("q", q), ("v", v)):
            try:
                shape = () if values is None or isinstance(values, str | Mapping) else np.shape(values)
            except ValueError as ragged:
                raise InputError(f"{word} is not one state: {ragged}", "state.length") from None
            if len(shape) > 1:
                raise InputError(f"{word} has shape {shape}; simulate takes one state, step(...) takes batches", "state.length")
        function = controller if callable(controller) else None
        settings = scenario(
            self.source,
            {
                "duration": duration,
                "q": q,
                "v": v,
                "configuration": configuration,
                "controller": None if function else controller,
                "motion": motion,
                "loads": list(loads),
                "events": list(events),
                "integrator": integrator,
                "tolerance": tolerance,
                "output_step": output_step,
                "step": step,
                "joint_forces": joint_forces,
                "dry_friction": dry_friction,
                "limits": limits,
                "saturate": saturate,
                "closure": closure,
                "algorithm": algorithm,
                "singular": singular,
                "verify": verify,
                "trace": trace,
                "title": title,
                "large_output": large_output,
            },
        )
        run = self._simulate(settings, function, watch)
        trajectory = Trajectory._of(run)
        if run.error is not None:
            error = run.error
            if isinstance(error, SimulationError):
                error.trajectory = trajectory
            raise error
        return trajectory

    def picture(
        self,
        q: ArrayLike | None = None,
        *,
        view: View = "iso",
        size: tuple[int, int] = (640, 480),
        background: Background = "light",
    ) -> Picture:
        """A picture of the mechanism at ``q``, by default as its file draws it: PNG, which notebooks display.

        ``view`` is ``"iso"``, ``"front"``, ``"side"``, ``"top"``, or azimuth and elevation of the camera in degrees.

        >>> import denoc
        >>> arm = denoc.load("planar_3r")
        >>> arm.picture([0.5, 0.3, 0.1], view="top", size=(64, 48)).startswith(b"\\x89PNG")
        True
        """
        place = None if q is None else _vector("q", q, self.nq).tolist()
        return Picture(self._picture(place, {"view": view_text(view), "size": list(size), "background": background}))

    def __str__(self) -> str:
        return display.text(self)

    def __repr__(self) -> str:
        count = len(self.closure_names)
        loops = f", {count} closure{'s' if count > 1 else ''}" if count else ""
        return f"<denoc.Model {self.name!r}: {len(self.link_names)} links, nq = {self.nq}, nv = {self.nv}{loops}>"

    def _repr_html_(self) -> str:
        return display.html(self)


def load(
    path_or_name: str | os.PathLike[str],
    base: Literal["fixed", "floating", "prescribed"] = "fixed",
    *,
    mimic: Literal["enforced", "free"] = "enforced",
    gravity: ArrayLike | None = None,
    strict: bool = False,
) -> Model:
    """Loads a mechanism from the catalogue (:func:`models`) or from a file: URDF, SDF, MJCF, DH table or model file (TOML).

    Args:
        base: ``"floating"`` lets the base link move freely. With ``"prescribed"`` its motion is given: it has coordinates, and
            :meth:`Model.inverse_dynamics` computes the wrench that the motion requires.
        mimic: whether joints that follow others do so as the file says (``"enforced"``: mimic joints of URDF, equalities of MJCF,
            couplings) or all joints move independently (``"free"``). nq and nv are the same.
        gravity: overrides the gravity of the model, in world axes.
        strict: treat warnings as errors.

    >>> import denoc
    >>> denoc.load("puma").nv
    6
    """
    for word, value, known in (("base", base, ("fixed", "floating", "prescribed")), ("mimic", mimic, ("enforced", "free"))):
        if value not in known:
            near = _did_you_mean(str(value), list(known))
            raise InputError(f"{word} is {value!r}; {near}choose one of {', '.join(known)}", "load.option")
    vector = None if gravity is None else tuple(_vector("gravity", gravity, 3).tolist())
    model = Model(os.fspath(path_or_name), base, mimic, vector)
    if strict and model.warnings:
        from .errors import ModelError

        raise ModelError(model.warnings[0], "model.doubtful")
    return model


def _vector(name: str, values: ArrayLike, width: int) -> NDArray[np.float64]:
    array = np.ascontiguousarray(values, dtype=float)
    if array.shape != (width,):
        raise InputError(f"{name} has shape {array.shape}; expected ({width},)", "state.length")
    return array


def _plain(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: plain(name, value) for name, value in values.items()}
