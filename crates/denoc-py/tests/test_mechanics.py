"""Identities of mechanics, on trees, floating bases and loops."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest

import denoc

TREES = [("puma", "fixed"), ("stanford", "fixed"), ("quadruped", "floating"), ("biped", "floating"), ("cart_pole", "fixed")]


def state(name: str, base: str) -> tuple[denoc.Model, np.ndarray, np.ndarray, np.ndarray]:
    free = any(kind == "free" for kind in denoc.load(name).joint_types)
    model = denoc.load(name, base="fixed" if free else base)  # type: ignore[arg-type]
    rng = np.random.default_rng(7)
    return model, model.random(11), rng.normal(size=model.nv), rng.normal(size=model.nv)


@pytest.mark.parametrize(("name", "base"), TREES)
def test_terms_add_up(name: str, base: str) -> None:
    # oracle: tau = I a + C v + g; U D U^T; forward undoes inverse
    model, q, v, a = state(name, base)
    tau = model.inverse_dynamics(q, v, a)
    assert np.allclose(model.gim(q) @ a + model.mci(q, v) @ v + model.gravity(q), tau)
    assert np.allclose(model.vci(q, v) + model.gravity(q), model.bias(q, v))
    upper, pivots = model.udut(q)
    assert np.allclose(upper @ np.diag(pivots) @ upper.T, model.gim(q)) and np.allclose(upper, np.triu(upper))
    assert np.allclose(model.forward_dynamics(q, v, tau), a)


@pytest.mark.parametrize(("name", "base"), TREES)
def test_kinematics_by_differences(name: str, base: str) -> None:
    # oracle: differences of poses and of Jacobians along the motion
    model, q, v, _ = state(name, base)
    frame, h = model.frame_names[-1], 1e-6
    ahead, behind = (model.integrate(q, s * h * v) for s in (1, -1))
    rate = (model.pose(ahead, frame) - model.pose(behind, frame)) / (2 * h)
    pose, twist = model.pose(q, frame), model.twist(q, v, frame)
    spin = rate[:3, :3] @ pose[:3, :3].T
    assert np.allclose([spin[2, 1], spin[0, 2], spin[1, 0]], twist[:3], atol=1e-7)
    assert np.allclose(rate[:3, 3], twist[3:], atol=1e-7)
    assert np.allclose(model.jacobian(q, frame) @ v, twist)
    jacobian_rate = (model.jacobian(ahead, frame) - model.jacobian(behind, frame)) / (2 * h)
    assert np.allclose(jacobian_rate, model.jacobian_rate(q, v, frame), atol=1e-6)
    assert np.allclose(model.difference(q, ahead), h * v, atol=1e-14)


@pytest.mark.parametrize(("name", "base"), TREES)
def test_energies_and_momentum(name: str, base: str) -> None:
    # oracle: v^T I v / 2; power; the rate of momentum is the weight and what holds the base
    model, q, v, a = state(name, base)
    kinetic, potential = model.energy(q, v)
    assert kinetic == pytest.approx(0.5 * v @ model.gim(q) @ v)
    h = 1e-6
    ahead, behind = (model.integrate(q, s * h * v) for s in (1, -1))
    assert (model.energy(ahead, v)[1] - model.energy(behind, v)[1]) / (2 * h) == pytest.approx(model.gravity(q) @ v, rel=1e-5)
    assert potential == pytest.approx(-model.mass * model.gravity_vector @ model.center_of_mass(q))
    com_speed = (model.center_of_mass(ahead) - model.center_of_mass(behind)) / (2 * h)
    assert np.allclose(model.momentum(q, v)[3:], model.mass * com_speed, atol=1e-6)


@pytest.mark.parametrize(("name", "base"), TREES)
def test_external_wrenches_act_through_the_jacobian(name: str, base: str) -> None:
    # oracle: virtual work: tau = tau_without - J^T w; also as an array for all links
    model, q, v, a = state(name, base)
    rng = np.random.default_rng(3)
    frame, wrench = model.frame_names[-1], rng.normal(size=6)
    tau = model.inverse_dynamics(q, v, a)
    pushed = model.inverse_dynamics(q, v, a, {frame: wrench})
    assert np.allclose(pushed, tau - model.jacobian(q, frame).T @ wrench)
    assert np.allclose(model.forward_dynamics(q, v, pushed, {frame: wrench}), a)
    many = rng.normal(size=(len(model.link_names), 6))
    work = sum(model.jacobian(q, link).T @ w for link, w in zip(model.link_names, many, strict=True))
    assert np.allclose(model.inverse_dynamics(q, v, a, many), tau - work)
    batch = model.inverse_dynamics(np.array([q, q]), v, a, {frame: np.array([wrench, 2 * wrench])})
    assert np.allclose(batch[1] - tau, 2 * (batch[0] - tau))


@pytest.mark.parametrize(("name", "base"), TREES)
def test_derivatives_by_differences(name: str, base: str) -> None:
    # oracle: central differences in the tangent space
    model, q, v, a = state(name, base)
    tau, h, nv = model.inverse_dynamics(q, v, a), 1e-6, model.nv
    eye = np.eye(nv)

    def differences(f: object, at: object) -> np.ndarray:
        return np.array([(f(at(h * e)) - f(at(-h * e))) / (2 * h) for e in eye]).T  # type: ignore[operator]

    by_q, by_v, by_a = model.inverse_dynamics_derivatives(q, v, a)
    size = np.abs(by_q).max() + np.abs(tau).max()
    assert np.allclose(by_q, differences(lambda x: model.inverse_dynamics(x, v, a), lambda e: model.integrate(q, e)), atol=1e-7 * size)
    assert np.allclose(by_v, differences(lambda x: model.inverse_dynamics(q, x, a), lambda e: v + e), atol=1e-7 * size)
    assert np.allclose(by_a, model.gim(q))
    da_q, da_v, da_tau = model.forward_dynamics_derivatives(q, v, tau)
    size = np.abs(da_q).max() + np.abs(a).max()
    assert np.allclose(da_q, differences(lambda x: model.forward_dynamics(x, v, tau), lambda e: model.integrate(q, e)), atol=1e-6 * size)
    assert np.allclose(da_v, -da_tau @ by_v) and np.allclose(da_tau @ model.gim(q), eye)


@pytest.mark.parametrize("name", ["fourbar", "slider_crank", "stewart", "andrews_squeezer", "delta"])
def test_loops(name: str) -> None:
    # oracle: power of the motors is the rate of energy; forward undoes inverse; batches equal single states
    model = denoc.load(name)
    q = model.assemble().q
    v = model.project_velocity(q, np.random.default_rng(1).normal(size=model.nv))
    a = model.forward_dynamics(q, v, np.where(model.actuated, 0.3, 0.0))
    tau = model.inverse_dynamics(q, v, a)
    assert np.allclose(model.forward_dynamics(q, v, tau), a, atol=1e-8 * (1 + np.abs(a).max()))
    tree = model.gim(q) @ a + model.bias(q, v)
    assert tau @ v == pytest.approx(tree @ v, abs=1e-8 * (1 + np.abs(tree).max()))
    assert np.array_equal(model.forward_dynamics([q, q, q], [v, v, v], tau)[2], model.forward_dynamics(q, v, tau))


def test_reactions_hold_the_weight() -> None:
    # oracle: statics: the first joint of a tree carries all; a four-bar at rest stands on two pivots
    arm = denoc.load("puma")
    zero = np.zeros(6)
    first = arm.reactions(arm.random(1), zero, zero)[0]
    assert np.allclose(first[3:], -arm.mass * arm.gravity_vector)
    fourbar = denoc.load("fourbar")
    q = fourbar.assemble(crank_pivot=0.7).q
    rest = np.zeros(3)
    wrenches = dict(zip(fourbar.reaction_names, fourbar.reactions(q, rest, rest), strict=True))
    assert dict(zip(fourbar.reaction_names, fourbar.reaction_links, strict=True))["output_pin"] == ("coupler", "output")
    ground = wrenches["crank_pivot"] + wrenches["output_pivot"]
    assert np.allclose(ground[3:5], -fourbar.mass * fourbar.gravity_vector[:2])
    known = fourbar.reactions_determined(q)
    assert known.dtype == bool and known[0].tolist() == [False, False, True, True, True, False]


def test_inverse_kinematics_reaches() -> None:
    # oracle: forward kinematics of what was found
    arm = denoc.load("ur5_like")
    q = arm.random(4)
    frame = arm.frame_names[-1]
    target = arm.pose(q, frame)
    found = arm.inverse_kinematics(frame, target)
    assert found.reached and len(found.branches) > 1
    for branch in found.branches:
        assert np.allclose(arm.pose(branch.q, frame), target, atol=1e-7)
    far = arm.inverse_kinematics(frame, [9, 0, 0])
    assert not far.reached and far.nearest.position_error > 7 and far.message
    with pytest.raises(denoc.InputError, match=r"target has shape \(2,\)"):
        arm.inverse_kinematics(frame, [0, 1])
    with pytest.raises(denoc.InputError, match="finite"):
        arm.inverse_kinematics(frame, [0, 1, float("nan")])
    with pytest.raises(denoc.InputError, match="last row"):
        arm.inverse_kinematics(frame, np.ones((4, 4)))


def test_branches_say_what_was_not_sought() -> None:
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(denoc.load("fourbar").branches(crank_pivot="60 deg")) == 2
    with pytest.warns(UserWarning, match="one planar loop only; this is the nearest one"):
        assert len(denoc.load("gripper_loop").branches()) == 1


def test_wrenches_may_come_in_any_mapping() -> None:
    from types import MappingProxyType

    arm, zeros = denoc.load("planar_3r"), np.zeros(3)
    wrenches = {"link3": [0, 0, 1, 2, 3, 0]}
    expected = arm.inverse_dynamics(zeros, zeros, zeros, wrenches)
    np.testing.assert_array_equal(arm.inverse_dynamics(zeros, zeros, zeros, MappingProxyType(wrenches)), expected)


def test_copies_and_hashes_of_results() -> None:
    import copy

    fall = denoc.load("one_r").simulate(0.1)
    other = copy.deepcopy(fall)
    other.q[0, 0] += 1.0
    assert fall.q[0, 0] != other.q[0, 0] and len(other) == len(fall)
    report = denoc.load("fourbar").mobility()
    again = denoc.load("fourbar").mobility()
    assert set(report.indeterminate) == set(again.indeterminate) and len(set(report.releases)) > 0


TOP = """
[model]
name = "top"
[[link]]
name = "body"
mass = 1
inertia = { xx = 0.1, yy = 0.2, zz = 0.25 }
[[joint]]
name = "ball"
type = "euler"
sequence = "zxz"
parent = "ground"
child = "body"
"""


def test_precision_near_gimbal_lock_is_stated(tmp_path: Path) -> None:
    # oracle: the axes of zxz are parallel at a second angle of zero
    (tmp_path / "top.toml").write_text(TOP)
    model = denoc.load(tmp_path / "top.toml")
    near, far, zero = np.array([0.3, 1e-4, 0.2]), np.array([0.3, 1.0, 0.2]), np.zeros(3)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model.forward_dynamics(far, zero, zero)
        model.inverse_dynamics(near, zero, zero)
    with pytest.warns(UserWarning, match=r'^joint "ball" is 1\.000e-4 rad from gimbal lock'):
        model.forward_dynamics(near, zero, zero)
    with pytest.warns(UserWarning, match=r'^state 1: joint "ball"'):
        model.forward_dynamics(np.array([far, near]), np.zeros((2, 3)), np.zeros((2, 3)))
