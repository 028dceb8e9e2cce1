"""States that cannot be computed do not spoil the other rows of their batch. Oracle: every row computed alone."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import denoc

ROWS = 150
BAD = (3, 70, 149)


def calls(model: denoc.Model) -> dict[str, tuple[Callable[..., Any], list[np.ndarray], dict[str, Any]]]:
    """Every method for batches, with its arguments of ``ROWS`` rows."""
    rng = np.random.default_rng(4)
    q = model.random(seed=4, n=ROWS)
    v, x = rng.normal(size=(ROWS, model.nv)), rng.normal(size=(ROWS, model.nv))
    frame = model.link_names[-1]
    wrench = {frame: rng.normal(size=(ROWS, 6))}
    return {
        "inverse_dynamics": (model.inverse_dynamics, [q, v, x], {}),
        "inverse_dynamics with wrenches": (model.inverse_dynamics, [q, v, x], {"external": wrench}),
        "forward_dynamics": (model.forward_dynamics, [q, v, x], {}),
        "forward_dynamics with joint forces": (model.forward_dynamics, [q, v, x], {"joint_forces": True}),
        "gim": (model.gim, [q], {}),
        "mci": (model.mci, [q, v], {}),
        "vci": (model.vci, [q, v], {}),
        "gravity": (model.gravity, [q], {}),
        "bias": (model.bias, [q, v], {}),
        "joint_forces": (model.joint_forces, [q, v], {}),
        "udut": (model.udut, [q], {}),
        "jacobian": (lambda q, **how: model.jacobian(q, frame, **how), [q], {}),
        "jacobian_rate": (lambda q, v, **how: model.jacobian_rate(q, v, frame, **how), [q, v], {}),
        "pose": (lambda q, **how: model.pose(q, frame, **how), [q], {}),
        "twist": (lambda q, v, **how: model.twist(q, v, frame, **how), [q, v], {}),
        "energy": (model.energy, [q, v], {}),
        "momentum": (model.momentum, [q, v], {}),
        "center_of_mass": (model.center_of_mass, [q], {}),
        "reactions": (model.reactions, [q, v, x], {}),
        "com_velocity": (model.com_velocity, [q, v], {}),
        "com_acceleration": (model.com_acceleration, [q, v, x], {}),
        "com_jacobian": (model.com_jacobian, [q], {}),
        "centroidal_momentum": (model.centroidal_momentum, [q, v], {}),
        "centroidal_momentum_matrix": (model.centroidal_momentum_matrix, [q], {}),
        "centroidal_momentum_rate": (model.centroidal_momentum_rate, [q, v, x], {}),
        "centroidal_momentum_bias": (model.centroidal_momentum_bias, [q, v], {}),
        "frame_poses": (model.frame_poses, [q], {}),
        "frame_acceleration": (lambda q, v, x, **how: model.frame_acceleration(q, v, x, frame, **how), [q, v, x], {}),
        "kinematic_hessian": (lambda q, **how: model.kinematic_hessian(q, frame, **how), [q], {}),
        "regressor": (model.regressor, [q, v, x], {}),
        "inverse_dynamics_derivatives": (model.inverse_dynamics_derivatives, [q, v, x], {}),
        "forward_dynamics_derivatives": (model.forward_dynamics_derivatives, [q, v, x], {}),
        "integrate": (model.integrate, [q, v], {}),
        "difference": (model.difference, [q, q], {}),
        "step": (lambda q, v, x, **how: model.step(q, v, x, 1e-3, **how), [q, v, x], {}),
        "rollout": (lambda q, v, x, **how: model.rollout(q, v, x[:, None, :], 1e-3, **how), [q, v, x], {}),
        "rollout with wrenches": (
            lambda q, v, x, **how: model.rollout(q, v, x[:, None, :], 1e-3, **how),
            [q, v, x],
            {"external": wrench},
        ),
        "step with wrenches": (lambda q, v, x, **how: model.step(q, v, x, 1e-3, **how), [q, v, x], {"external": wrench}),
    }


def results(returned: Any) -> list[np.ndarray]:
    return list(returned) if isinstance(returned, tuple) else [returned]


@pytest.mark.parametrize("name", ["puma", "quadruped"])
@pytest.mark.parametrize("precision", [np.float64, np.float32])
def test_bad_rows_are_nan_and_the_others_as_in_a_good_batch(name: str, precision: type) -> None:
    model = denoc.load(name)
    known = set()
    for label, (method, arguments, how) in calls(model).items():
        known.add(label.split()[0])
        arguments = [array.astype(precision) for array in arguments]
        good = results(method(*arguments, **how))
        damaged = [array.copy() for array in arguments]
        for row in BAD:
            damaged[-1][row, -1] = np.nan
        with pytest.raises(denoc.Error, match="state 3 of the batch"):
            method(*damaged, **how)
        for threads in (1, 2):
            *found, failures = method(*damaged, on_failure="nan", threads=threads, **how)
            assert np.flatnonzero(failures.mask).tolist() == list(BAD), label
            assert sorted(failures.errors) == list(BAD) and bool(failures), label
            reason = failures.errors[70]
            assert isinstance(reason, denoc.InputError) and reason.code in ("state.not-finite", "state.quaternion"), label
            assert "batch" not in str(reason)
            for array, expected in zip(found, good, strict=True):
                assert array.dtype == expected.dtype
                np.testing.assert_array_equal(array[~failures.mask], expected[~failures.mask], err_msg=label)
                assert np.isnan(array[failures.mask]).all(), label
        *found, failures = method(*arguments, on_failure="nan", **how)
        assert not failures and not failures.mask.any() and failures.mask.shape == (ROWS,)
        for array, expected in zip(found, good, strict=True):
            np.testing.assert_array_equal(array, expected, err_msg=label)
    # no method for batches lacks the option
    methods = {name for name, value in inspect.getmembers(denoc.Model) if "threads" in str(getattr(value, "__text_signature__", ""))}
    assert methods <= known, methods - known


def test_a_diverging_row_of_many_is_called_an_overflow() -> None:
    model = denoc.load("puma")
    q, v, tau = np.tile(model.neutral(), (4096, 1)), np.zeros((4096, 6)), np.zeros((4096, 6))
    expected = model.step(q, v, tau, 1e-3)
    v[1234, 2] = 1e300
    with pytest.raises(denoc.Error, match="state 1234 of the batch.*overflow"):
        model.step(q, v, tau, 1e-3)
    q1, v1, failures = model.step(q, v, tau, 1e-3, on_failure="nan")
    assert list(failures.errors) == [1234] and "overflow" in str(failures.errors[1234])
    np.testing.assert_array_equal(q1[~failures.mask], expected[0][~failures.mask])
    np.testing.assert_array_equal(v1[~failures.mask], expected[1][~failures.mask])
    assert np.isnan(q1[1234]).all() and np.isnan(v1[1234]).all()


def test_finite_rates_times_a_long_step_are_an_overflow() -> None:
    model = denoc.load("one_r")
    with pytest.raises(denoc.Error, match="overflow"):
        model.step([0.0], [0.0], [1e300], 1e200)


def test_far_away_masses_are_an_overflow_not_a_lack_of_inertia(tmp_path: Path) -> None:
    body = "mass = 1.0\ncenter = [0.1, 0.0, 0.0]\ninertia = { xx = 0.1, yy = 0.1, zz = 0.1 }"
    text = f"""[model]
name = "slide on a turntable"
[[link]]
name = "table"
{body}
[[link]]
name = "slide"
{body}
[[joint]]
name = "pivot"
type = "revolute"
parent = "ground"
child = "table"
axis = [0, 0, 1]
[[joint]]
name = "rail"
type = "prismatic"
parent = "table"
child = "slide"
axis = [1, 0, 0]
"""
    (tmp_path / "far.toml").write_text(text)
    model = denoc.load(tmp_path / "far.toml")
    _, _, failures = model.udut([[0.0, 0.1], [0.0, 1e300]], on_failure="nan")
    assert failures.mask.tolist() == [False, True]
    assert failures.errors[1].code == "dynamics.not-finite" and "overflow" in str(failures.errors[1])


def test_loops_and_single_states() -> None:
    linkage = denoc.load("fourbar")
    q = linkage.assemble(crank_pivot=1.0).q
    v = linkage.project_velocity(q, np.zeros(linkage.nv), crank_pivot=1.0)
    batch, speeds = np.tile(q, (5, 1)), np.tile(v, (5, 1))
    speeds[2, 0] += 1.0
    a, failures = linkage.forward_dynamics(batch, speeds, np.zeros(linkage.nv), on_failure="nan")
    assert list(failures.errors) == [2] and failures.errors[2].code == "dynamics.not-closed"
    np.testing.assert_array_equal(a[3], linkage.forward_dynamics(q, v, np.zeros(linkage.nv)))
    *_, failures = linkage.step(batch, speeds, np.zeros(linkage.nv), 1e-3, on_failure="nan")
    assert list(failures.errors) == [2]
    one, failures = linkage.forward_dynamics(q, speeds[2], np.zeros(linkage.nv), on_failure="nan")
    assert np.isnan(one).all() and failures.mask.tolist() == [True]
    # derivatives exist for no state of it
    with pytest.raises(denoc.Error, match="closed loops"):
        linkage.inverse_dynamics_derivatives(batch, speeds, speeds, on_failure="nan")
    assert pickle.loads(pickle.dumps(failures)).errors[0].code == "dynamics.not-closed"


def test_singular_rows_name_the_joint() -> None:
    kuka = denoc.load("kuka_kr5")
    a, failures = kuka.forward_dynamics(np.zeros((70, 6)), np.zeros(6), np.zeros(6), on_failure="nan")
    assert len(failures.errors) == 70 and np.isnan(a).all()
    assert all(isinstance(error, denoc.SingularError) and error.joint == "joint6" for error in failures.errors.values())


def test_other_keywords_are_refused() -> None:
    arm = denoc.load("one_r")
    for method in (lambda how: arm.gim([0.0], on_failure=how), lambda how: arm.step([0.0], [0.0], [0.0], 0.1, on_failure=how)):
        with pytest.raises(denoc.InputError, match='on_failure is "ignore"; choose one of raise, nan'):
            method("ignore")
