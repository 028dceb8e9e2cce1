"""Simulations: results, controllers, events, pages, and what happens when they fail."""

from __future__ import annotations

import math
import pickle
import signal
import threading
from pathlib import Path

import numpy as np
import pytest

import denoc


@pytest.fixture(scope="module")
def fall() -> denoc.Trajectory:
    return denoc.load("planar_3r").simulate(1.0, v={"joint1": 1.0}, output_step=0.01)


def test_rows_are_views_of_one_block(fall: denoc.Trajectory) -> None:
    # oracle: names of columns
    assert fall.t.shape == (101,) and fall.q.shape == (101, 3) and len(fall) == 101
    assert np.shares_memory(fall.q, fall.column("q[joint2]"))
    for block, word in ((fall.q, "q"), (fall.v, "v"), (fall.a, "a"), (fall.tau, "tau")):
        assert np.array_equal(block[:, 1], fall[f"{word}[joint2]"])
    assert fall.v[0].tolist() == [1, 0, 0] and fall.passed and fall.status == "finished"
    assert fall.units["tau[joint1]"] == "N m"


def test_accelerations_belong_to_the_states(fall: denoc.Trajectory) -> None:
    # oracle: forward dynamics of the same states, as a batch
    arm = denoc.load("planar_3r")
    a = arm.forward_dynamics(np.ascontiguousarray(fall.q), np.ascontiguousarray(fall.v), np.zeros(3))
    assert np.allclose(a, fall.a, atol=1e-9)


def test_tables_share_the_memory(fall: denoc.Trajectory) -> None:
    # oracle: addresses
    arrow = fall.to_arrow()
    first = fall.column("q[joint1]")
    assert arrow.column("q[joint1]").chunk(0).buffers()[1].address == first.ctypes.data
    assert arrow.schema.field("t").metadata == {b"unit": b"s"}
    frame = fall.to_pandas()
    assert np.shares_memory(frame["q[joint1]"].to_numpy(), first)
    polars = fall.to_polars()
    assert polars["q[joint1]"].to_numpy().ctypes.data == first.ctypes.data
    assert list(frame.columns) == polars.columns == fall.columns


def test_a_python_controller_equals_the_built_in_one() -> None:
    # oracle: the law in Rust
    arm = denoc.load("planar_3r")
    start = arm.configuration(joint1=0.5)

    def law(_: float, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        return 30 * (0.2 - q) - 4 * v

    python = arm.simulate(0.5, q=start, controller=law)
    hold = {f"joint{i}": 0.2 for i in (1, 2, 3)}
    built_in = arm.simulate(0.5, q=start, controller={"law": "pd", "kp": 30, "kd": 4, "hold": hold})
    assert np.allclose(python.q, built_in.q, atol=1e-10) and np.allclose(python.tau, built_in.tau, atol=1e-8)


def test_a_failing_controller_raises_its_own_error() -> None:
    # oracle: the exception itself
    arm = denoc.load("planar_3r")

    def broken(t: float, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        if t > 0.1:
            raise RuntimeError("no hands left")
        return 0 * v

    with pytest.raises(RuntimeError, match="no hands left"):
        arm.simulate(1.0, controller=broken)
    with pytest.raises(denoc.InputError, match=r"tau has shape \(2,\); expected \(3,\)"):
        arm.simulate(1.0, controller=lambda t, q, v: [0, 0])


def test_an_error_of_a_controller_ends_the_run_at_once() -> None:
    # oracle: the number of calls; steps that fail are tried again, this must not be
    calls = 0

    def once(t: float, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        nonlocal calls
        calls += 1
        if calls == 200:
            raise KeyError("gone")
        return -v

    with pytest.raises(KeyError, match="gone"):
        denoc.load("planar_3r").simulate(100.0, controller=once)
    assert calls == 200


def test_forces_without_motors_are_refused() -> None:
    # oracle: cart_pole lists one motor, at the slide
    cart = denoc.load("cart_pole")
    with pytest.raises(denoc.Error, match="\"hinge\" gets the force 1"):
        cart.simulate(0.1, controller=lambda t, q, v: [0.0, 1.0])
    held = cart.simulate(0.1, controller=lambda t, q, v: [1e6, 0.0], saturate=True)
    assert np.abs(held.tau).max() == cart.effort_limit[0]


def test_a_second_run_estimates_the_global_error() -> None:
    # oracle: a run at a much smaller tolerance; the built-in law
    pendulum = denoc.load("one_r")
    lost = pendulum.simulate(60.0, [3.1], tolerance=1e-5, verify=True)
    exact = pendulum.simulate(60.0, [3.1], tolerance=1e-12)
    found = lost.verification
    assert found is not None and not lost.passed and exact.verification is None
    error = np.abs(lost.q - exact.q).max()
    assert abs(found.differences[0].largest - error) < 0.3 * error
    assert found.parted is not None and [d.name for d in found.differences] == ["q[joint1]", "v[joint1]"]
    assert pickle.loads(pickle.dumps(lost)).verification == found
    law = {"law": "pd", "kp": 5.0, "kd": 1.0, "hold": [1.0]}
    by_law = pendulum.simulate(2.0, controller=law, tolerance=1e-7, verify=True)
    by_function = pendulum.simulate(2.0, controller=lambda t, q, v: 5 * (1 - q) - v, tolerance=1e-7, verify=True)
    assert by_function.passed and by_law.verification is not None and by_function.verification is not None
    assert by_function.verification.relative == pytest.approx(by_law.verification.relative, rel=0.1)


def test_open_loops_are_refused() -> None:
    # oracle: the texts of the messages
    fourbar = denoc.load("fourbar")
    with pytest.raises(denoc.InputError, match="q violates the closure"):
        fourbar.forward_dynamics([0, 0, 0], [0, 0, 0], [0, 0, 0])
    q = fourbar.assemble(crank_pivot=1).q
    with pytest.raises(denoc.InputError, match="v violates the closure"):
        fourbar.forward_dynamics(q, [1, 0, 0], [0, 0, 0])


def test_joint_limits_act_as_stops() -> None:
    # oracle: the limits of the file; with "report", the check that does not hold
    arm = denoc.load("scara")
    fall = arm.simulate(1.0)
    assert fall.passed and fall.impacts
    hit = fall.impacts[0]
    joint = arm.joint_names.index(hit.joint)
    assert hit.limit in ("lower", "upper") and hit.after == 0.0 and abs(hit.impulse) > 0.0
    assert hit.at == (arm.lower if hit.limit == "lower" else arm.upper)[joint]
    assert np.all(fall.q > arm.lower - 1e-9) and np.all(fall.q < arm.upper + 1e-9)
    free = arm.simulate(1.0, limits="report")
    assert not free.passed and not free.impacts


def test_motion_and_events() -> None:
    # oracle: the goal of the motion; when a pendulum passes its lowest point the event says so
    puma = denoc.load("puma")
    moved = puma.simulate(
        1.5,
        controller="computed-torque",
        motion={"profile": "quintic", "to": {"joint1": 1.0, "joint2": "-30 deg"}, "duration": 1},
    )
    assert np.allclose(moved.q[-1][:2], [1.0, -math.pi / 6], atol=1e-4)
    rod = denoc.load("one_r")
    event = {"name": "passes", "joint": "joint1", "value": "-10 deg", "stop": True}
    swing = rod.simulate(5.0, q={"joint1": "60 deg"}, events=[event])
    assert swing.status == "event" and swing.events[-1].name == "passes"
    assert swing.q[-1][0] == pytest.approx(-math.pi / 18, abs=1e-9)


def test_loops_stay_closed() -> None:
    # oracle: the gap at the cut joint
    fourbar = denoc.load("fourbar")
    turn = fourbar.simulate(1.0, v={"crank_pivot": 10})
    for q in turn.q[::100]:
        assert fourbar.assemble(q).distance < 1e-10


def test_a_run_that_breaks_off_keeps_what_it_has() -> None:
    # oracle: the time up to which the inertia is regular: kuka_kr5 is singular from the start; springs too stiff for the step
    with pytest.raises(denoc.SingularError):
        denoc.load("kuka_kr5").simulate(1.0)
    rod = denoc.load("one_r")

    def explode(t: float, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        return v**3 + 50

    with pytest.raises(denoc.SimulationError) as caught:
        rod.simulate(5.0, controller=explode)
    kept = caught.value.trajectory
    assert isinstance(kept, denoc.Trajectory) and 0 < len(kept)


def test_settings_are_checked() -> None:
    # oracle: the texts of the messages
    arm = denoc.load("planar_3r")
    with pytest.raises(denoc.Error, match="the duration is -1"):
        arm.simulate(-1.0)
    with pytest.raises(denoc.Error, match="dop853"):
        arm.simulate(1.0, integrator="euler")
    with pytest.raises(denoc.InputError, match="finite"):
        arm.simulate(1.0, q=[0, float("nan"), 0])
    with pytest.raises(denoc.InputError, match="seconds as a number"):
        arm.simulate("2 s")  # type: ignore[arg-type]
    with pytest.raises(denoc.InputError, match=r"q has shape \(2, 3\); simulate takes one state"):
        arm.simulate(1.0, q=np.zeros((2, 3)))
    with pytest.raises(denoc.InputError, match="configuration='ready'"):
        arm.simulate(1.0, q="ready")  # type: ignore[arg-type]
    with pytest.raises(denoc.InputError, match="is a return missing"):
        arm.simulate(1.0, controller=lambda t, q, v: None)
    with pytest.raises(denoc.InputError, match="kp: 2 numbers, but the model has 3"):
        arm.simulate(1.0, controller={"law": "pd", "kp": [1, 2], "kd": 1})
    with pytest.raises(denoc.InputError, match="unknown field `lawn`"):
        arm.simulate(1.0, controller={"lawn": "pd"})


def test_files_and_pages(fall: denoc.Trajectory, tmp_path: Path) -> None:
    # oracle: what was written, read by others
    import pyarrow.parquet

    fall.save(tmp_path / "fall.csv")
    fall.save(tmp_path / "fall.npz")
    fall.save(tmp_path / "fall.parquet")
    fall.save(tmp_path / "fall.html")
    assert np.array_equal(np.load(tmp_path / "fall.npz")["q[joint1]"], fall.q[:, 0])
    assert pyarrow.parquet.read_table(tmp_path / "fall.parquet").num_rows == 101
    assert (tmp_path / "fall.csv").read_text().startswith("t [s],q[joint1] [rad]")
    assert "</html>" in (tmp_path / "fall.html").read_text(encoding="utf-8")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["fall.csv", "fall.html", "fall.npz", "fall.parquet"]
    with pytest.raises(denoc.InputError, match="ends in"):
        fall.save(tmp_path / "fall.xlsx")


def test_plots(fall: denoc.Trajectory) -> None:
    # oracle: the curves hold the columns
    import matplotlib

    matplotlib.use("Agg")
    figure = fall.plot()
    curves = {line.get_label(): line.get_ydata() for axis in figure.axes for line in axis.get_lines()}
    assert np.array_equal(curves["q[joint3]"], fall.q[:, 2]) and "tau[joint1]" not in curves
    assert len(fall.plot("total energy", "v").axes) == 2
    (axis,) = fall.plot("q", degrees=True).axes
    assert "[°]" in axis.get_ylabel()
    assert np.allclose(axis.get_lines()[2].get_ydata(), fall.q[:, 2] * 180 / np.pi, rtol=1e-14)


def test_pickled_trajectories_keep_their_numbers(fall: denoc.Trajectory) -> None:
    # oracle: the trajectory itself
    again = pickle.loads(pickle.dumps(fall))
    assert np.array_equal(again.q, fall.q) and again.audit == fall.audit
    with pytest.raises(denoc.InputError, match="pickled"):
        again.report_html()


# a chain that falls, and one that is shaken: one at rest would be simulated in moments
@pytest.mark.parametrize("controller", [None, lambda t, q, v: np.sin(20 * t) - v])
def test_ctrl_c_ends_a_run(controller: object) -> None:
    # oracle: KeyboardInterrupt within moments, in the main thread
    timer = threading.Timer(0.3, signal.raise_signal, (signal.SIGINT,))
    timer.start()
    chain = denoc.load("chain_20")
    with pytest.raises(KeyboardInterrupt):
        chain.simulate(100_000.0, q=np.full(chain.nq, 0.3), controller=controller)  # type: ignore[arg-type]


def test_steps_follow_the_simulation() -> None:
    # oracle: the integrator with error control; order 4: half the step, a sixteenth of the error
    arm = denoc.load("quadruped")
    q, v = arm.random(1), np.random.default_rng(1).normal(size=arm.nv)
    end = arm.simulate(0.1, q=q, v=v, controller=lambda t, q, v: np.ones(arm.nv), tolerance=1e-12, limits="ignore")
    errors = []
    for steps in (20, 40):
        reached, _ = arm.step(q, v, np.ones(arm.nv), 0.1 / steps, steps=steps)
        errors.append(np.abs(arm.difference(end.q[-1], reached)).max())
    assert errors[0] < 1e-4 and 10 < errors[0] / errors[1] < 24
    fourbar = denoc.load("fourbar")
    q = fourbar.assemble(crank_pivot=0.3).q
    v = fourbar.project_velocity(q, crank_pivot=5.0)
    end = fourbar.simulate(0.05, q=q, v=v)
    reached, speed = fourbar.step(q, v, np.zeros(3), 1e-3, steps=50)
    assert np.allclose(reached, end.q[-1], atol=1e-7) and np.allclose(speed, end.v[-1], atol=1e-5)


def test_steps_of_loops_pass_limits_as_simulations_do() -> None:
    # oracle: energy, which nothing takes away
    linkage = denoc.load("fourbar").with_parameters({"joints.crank_pivot.limits.lower": -0.1, "joints.crank_pivot.limits.upper": 0.2})
    q = linkage.assemble(crank_pivot=0.1).q
    v = linkage.project_velocity(q, crank_pivot=20.0)
    before = sum(linkage.energy(q, v))
    q, v = linkage.step(q, v, np.zeros(3), 5e-4, steps=100)
    assert q[0] > 0.5 and sum(linkage.energy(q, v)) == pytest.approx(before, rel=1e-5)
