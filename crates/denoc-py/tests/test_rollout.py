"""Motions under sequences of joint forces."""

from __future__ import annotations

import numpy as np
import pytest

import denoc
from conftest import assert_close, random_states

N, T, DT = 37, 12, 0.004


def inputs(model: denoc.Model, count: int = N) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    q, v, _, _ = random_states(model, count)
    return q, 0.1 * v, np.random.default_rng(5).normal(0.0, 2.0, (count, T, model.nv))


@pytest.mark.parametrize("name", ["planar_3r", "panda_like", "quadruped", "cart_pole"])
@pytest.mark.parametrize("joint_forces", [False, True])
def test_rows_are_those_of_single_steps(name: str, joint_forces: bool) -> None:
    # oracle: step, bit for bit; single motions, any number of threads and other batches, bit for bit
    model = denoc.load(name)
    q, v, tau = inputs(model)
    found = model.rollout(q, v, tau, DT, steps=2, joint_forces=joint_forces)
    at = q, v
    for t in range(T + 1):
        assert np.array_equal(found[0][:, t], at[0]) and np.array_equal(found[1][:, t], at[1])
        if t < T:
            at = model.step(*at, tau[:, t], DT, steps=2, joint_forces=joint_forces)
    for threads in (1, 3):
        again = model.rollout(q, v, tau, DT, steps=2, joint_forces=joint_forces, threads=threads)
        assert all(map(np.array_equal, again, found))
    for k in (0, 5, N - 1):
        one = model.rollout(q[k], v[k], tau[k], DT, steps=2, joint_forces=joint_forces)
        assert np.array_equal(one[0], found[0][k]) and np.array_equal(one[1], found[1][k])


@pytest.mark.parametrize("name, integrator", [("fourbar", "rk4"), ("two_r", "gauss4"), ("quadruped", "gauss4")])
def test_loops_and_other_integrators(name: str, integrator: str) -> None:
    # oracle: step, which computes one state at a time
    model = denoc.load(name)
    if model.is_closed:
        q = model.random(1, n=3)
        v = np.array([model.project_velocity(row, np.full(model.nv, 0.3)) for row in q])
        tau = np.zeros((3, T, model.nv))
    else:
        q, v, tau = inputs(model, 3)
    found = model.rollout(q, v, tau, DT, integrator=integrator)  # type: ignore[call-overload]
    at = q, v
    for t in range(T):
        at = model.step(*at, tau[:, t], DT, integrator=integrator)  # type: ignore[call-overload]
    # closing and multipliers start from the state before
    assert_close(found[0][:, -1], at[0], 1e-12, "q")
    assert_close(found[1][:, -1], at[1], 1e-11, "v")


@pytest.mark.parametrize("integrator", ["rk4", "gauss4"])
def test_motions_are_those_of_simulations(integrator: str) -> None:
    # oracle: simulate with error control, joint forces from a table with jumps
    arm = denoc.load("panda_like")
    q, v, tau = (x[0] for x in inputs(arm, 1))
    fine, _ = arm.rollout(q, v, tau, DT / 16, steps=16, integrator=integrator, joint_forces=False)  # type: ignore[call-overload]
    at, speeds = q, v
    for t in range(T):
        run = arm.simulate(
            DT,
            at,
            speeds,
            controller={"law": "constant", "tau": tau[t].tolist()},
            joint_forces=False,
            limits="ignore",
            tolerance=1e-12,
            output_step=DT,
        )
        at, speeds = run.q[-1], run.v[-1]
        assert_close(fine[t + 1], at, 1e-9, f"after {t + 1} intervals")


def test_some_rows_and_shared_inputs() -> None:
    # oracle: all rows; repeated inputs
    model = denoc.load("panda_like")
    q, v, tau = inputs(model)
    q_all, v_all = model.rollout(q, v, tau, DT)
    q_few, v_few = model.rollout(q, v, tau, DT, every=4)
    assert np.array_equal(q_few, q_all[:, ::4]) and np.array_equal(v_few, v_all[:, ::4])
    shared = model.rollout(q[0], v[0], tau, DT)[0]
    assert np.array_equal(shared, model.rollout(np.tile(q[0], (N, 1)), np.tile(v[0], (N, 1)), tau, DT)[0])
    same = model.rollout(q, v[0], tau[0], DT)[0]
    assert np.array_equal(same, model.rollout(q, v[0], np.tile(tau[0], (N, 1, 1)), DT)[0])
    out = np.empty_like(q_all), np.empty_like(v_all)
    found = model.rollout(q, v, tau, DT, out=out)
    assert found[0] is out[0] and found[1] is out[1] and np.array_equal(out[0], q_all)
    narrow = model.rollout(*(x.astype(np.float32) for x in (q, v, tau)), DT)[0]
    assert narrow.dtype == np.float32 and np.abs(narrow - q_all).max() < 1e-5
    assert model.rollout(q[:0], v[:0], tau[:0], DT)[0].shape == (0, T + 1, model.nq)
    assert np.array_equal(model.rollout(q, v, tau[:, :0], DT)[0][:, 0], q)


def test_external_wrenches_act() -> None:
    # oracle: joint forces of the same power, Jᵀ w, over a short time
    arm = denoc.load("planar_3r")
    q, v, tau = inputs(arm, 4)
    wrench = np.array([0.0, 0.0, 0.3, 1.0, -2.0, 0.0])
    pushed, _ = arm.rollout(q, v, tau[:, :1], 1e-5, external={"link3": wrench})
    equal = tau[:, :1] + (np.swapaxes(arm.jacobian(q, "link3"), 1, 2) @ wrench)[:, None]
    assert np.abs(pushed - arm.rollout(q, v, equal, 1e-5)[0]).max() < 1e-12


def test_a_motion_that_diverges_fails_alone() -> None:
    # oracle: the other motions
    arm = denoc.load("panda_like")
    q, v, tau = inputs(arm)
    whole = arm.rollout(q, v, tau, DT)
    tau[7, 3, 2] = 1e300
    with pytest.raises(denoc.Error, match="state 7"):
        arm.rollout(q, v, tau, DT)
    q1, v1, failures = arm.rollout(q, v, tau, DT, on_failure="nan")
    assert np.flatnonzero(failures.mask).tolist() == [7] and list(failures.errors) == [7]
    assert np.isnan(q1[7]).all() and np.isnan(v1[7]).all()
    others = np.arange(N) != 7
    assert np.array_equal(q1[others], whole[0][others]) and np.array_equal(v1[others], whole[1][others])


def test_arguments_are_checked() -> None:
    # oracle: the texts of the messages
    arm = denoc.load("planar_3r")
    q, v, tau = inputs(arm, 2)
    with pytest.raises(denoc.InputError, match=r"tau has shape \(3,\); expected \(T, 3\) or \(N, T, 3\)"):
        arm.rollout(q, v, tau[0, 0], DT)
    with pytest.raises(denoc.InputError, match="every is 5; it must divide the 12 rows of tau"):
        arm.rollout(q, v, tau, DT, every=5)
    with pytest.raises(denoc.InputError, match="v has 2 rows, tau has 1; batches must have the same number of states"):
        arm.rollout(q, v, tau[:1], DT)
    with pytest.raises(denoc.InputError, match="dt is 0; it must be a positive number of seconds"):
        arm.rollout(q, v, tau, 0.0)
    with pytest.raises(denoc.Error, match='no integrator with fixed steps called "dop853": choose one of rk4, gauss4'):
        arm.rollout(q, v, tau, DT, integrator="dop853")  # type: ignore[call-overload]
    with pytest.raises(denoc.Error, match='no integrator called "euler"'):
        arm.step(q, v, tau[:, 0], DT, integrator="euler")  # type: ignore[call-overload]
