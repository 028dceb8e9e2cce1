"""Oracle: Pinocchio, on real robots (example-robot-data), 100 random states each."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import denoc
from conftest import States, assert_close, random_states, rare_joints, robots

pin = pytest.importorskip("pinocchio", reason="needs pip install pin example-robot-data")

STATES = 100

ROBOTS = [
    ("ur_description/urdf/ur5_robot.urdf", "fixed"),
    ("panda_description/urdf/panda.urdf", "fixed"),
    ("kinova_description/robots/kinova.urdf", "fixed"),  # continuous joints
    ("xarm_description/urdf/xarm7.urdf", "fixed"),
    ("tiago_pro_description/robots/tiago_pro.urdf", "fixed"),  # continuous, prismatic and mimic joints
    ("baxter_description/urdf/baxter.urdf", "fixed"),
    ("allegro_hand_description/urdf/allegro_right_hand.urdf", "fixed"),
    ("talos_data/robots/talos_reduced.urdf", "fixed"),
    ("solo_description/robots/solo12.urdf", "floating"),
    ("anymal_b_simple_description/robots/anymal.urdf", "floating"),
    ("anymal_c_simple_description/urdf/anymal.urdf", "floating"),
    ("talos_data/robots/talos_full_v2.urdf", "floating"),  # mimic joints
    ("icub_description/robots/icub_reduced.urdf", "floating"),
    ("romeo_description/urdf/romeo_small.urdf", "floating"),
    ("g1_description/urdf/g1_29dof_rev_1_0.urdf", "floating"),
    ("hector_description/robots/quadrotor_base.urdf", "floating"),
]


class Pair:
    """A robot in both libraries, with states in both conventions."""

    def __init__(self, file: str, base: str) -> None:
        self.ours = denoc.load(file, base=base, mimic="free")
        roots = [pin.JointModelFreeFlyer()] if base == "floating" else []
        self.theirs = pin.buildModelFromUrdf(file, *roots)
        self.data = self.theirs.createData()
        self.order = denoc.interop.pinocchio(self.ours, self.theirs)
        self.states = random_states(self.ours, STATES)
        q, v, a, tau = self.states
        self.peer_states = States(
            self.order.q_to(q), self.order.v_to(q, v), self.order.a_to(q, v, a), self.order.tau_to(q, tau)
        )

    def each(self, function: Any, *inputs: np.ndarray) -> np.ndarray:
        """A function of Pinocchio on every state."""
        return np.array([function(self.theirs, self.data, *row) for row in zip(*inputs)])


@cache
def pair_of(path: str, base: str) -> Pair:
    return Pair(str(robots() / path), base)


@pytest.fixture(params=ROBOTS, ids=lambda robot: f"{robot[0].split('/')[-1].removesuffix('.urdf')}-{robot[0][:7]}")
def pair(request: pytest.FixtureRequest) -> Pair:
    return pair_of(*request.param)


def test_sizes_and_names(pair: Pair) -> None:
    assert (pair.ours.nv, pair.order.peer_nq) == (pair.theirs.nv, pair.theirs.nq)
    assert pair.order.joint_names == list(pair.theirs.names)[1:]


def test_states_go_and_come_back(pair: Pair) -> None:
    q, v, a, tau = pair.states
    pq, pv, pa, ptau = pair.peer_states
    assert_close(pair.order.q_from(pq), q, 1e-14)
    assert_close(pair.order.v_from(pq, pv), v, 1e-14)
    assert_close(pair.order.a_from(pq, pv, pa), a, 1e-14)
    assert_close(pair.order.tau_from(pq, ptau), tau, 1e-14)


def test_inverse_dynamics(pair: Pair) -> None:
    q, v, a, _ = pair.states
    pq, pv, pa, _ = pair.peer_states
    expected = pair.each(pin.rnea, pq, pv, pa)
    assert_close(pair.order.tau_to(q, pair.ours.inverse_dynamics(q, v, a)), expected, 1e-9, "batch")
    singles = np.array([pair.ours.inverse_dynamics(*row) for row in zip(q, v, a)])
    assert_close(pair.order.tau_to(q, singles), expected, 1e-9, "single")


def test_forward_dynamics(pair: Pair) -> None:
    q, v, _, tau = pair.states
    pq, pv, _, ptau = pair.peer_states
    expected = pair.each(pin.aba, pq, pv, ptau)
    assert_close(pair.order.a_to(q, v, pair.ours.forward_dynamics(q, v, tau)), expected, 1e-9, "batch")
    singles = np.array([pair.ours.forward_dynamics(*row) for row in zip(q, v, tau)])
    assert_close(pair.order.a_to(q, v, singles), expected, 1e-9, "single")


def test_gim_and_its_factors(pair: Pair) -> None:
    q, pq = pair.states.q, pair.peer_states.q
    expected = pair.each(crba, pq)
    gim = pair.ours.gim(q)
    assert_close(pair.order.matrix_to(q, gim), expected, 1e-12)
    assert_close(pair.order.matrix_from(pq, expected), gim, 1e-12)
    u, d = pair.ours.udut(q)
    assert_close((u * d[:, None, :]) @ np.swapaxes(u, 1, 2), gim, 1e-12)


def test_bias_and_gravity(pair: Pair) -> None:
    q, v, _, _ = pair.states
    pq, pv, _, _ = pair.peer_states
    bias, gravity = pair.each(pin.nonLinearEffects, pq, pv), pair.each(pin.computeGeneralizedGravity, pq)
    assert_close(pair.order.tau_to(q, pair.ours.bias(q, v)), bias, 1e-12, "bias")
    assert_close(pair.order.tau_to(q, pair.ours.gravity(q)), gravity, 1e-12, "gravity")
    vci = pair.ours.vci(q, v)
    # the difference of two larger vectors
    assert_close(pair.order.tau_to(q, vci), bias - gravity, 1e-12, "vci", scale=np.abs(bias).max())
    assert_close(np.einsum("nij,nj->ni", pair.ours.mci(q, v), v), vci, 1e-11, "mci times v")


def test_poses_twists_and_jacobians_of_all_links(pair: Pair) -> None:
    q, v, _, _ = (x[:10] for x in pair.states)
    pq, pv, _, _ = (x[:10] for x in pair.peer_states)
    aligned = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
    links = [name for name in pair.ours.link_names if pair.theirs.existBodyName(name)]
    assert len(links) == len(pair.ours.link_names), "links that Pinocchio does not have"
    found: dict[str, list[Any]] = {"pose": [], "jacobian": [], "jacobian rate": [], "twist": []}
    for row in zip(pq, pv):
        pin.computeJointJacobiansTimeVariation(pair.theirs, pair.data, *row)
        pin.forwardKinematics(pair.theirs, pair.data, *row)
        pin.updateFramePlacements(pair.theirs, pair.data)
        for name in links:
            frame = pair.theirs.getBodyId(name)
            arguments = pair.theirs, pair.data, frame, aligned
            found["pose"].append(pair.data.oMf[frame].homogeneous)
            found["jacobian"].append(angular_first(pin.getFrameJacobian(*arguments), axis=0))
            found["jacobian rate"].append(angular_first(pin.getFrameJacobianTimeVariation(*arguments), axis=0))
            found["twist"].append(angular_first(pin.getFrameVelocity(*arguments).vector))
    expected = {k: np.array(x).reshape(len(q), len(links), *np.shape(x[0])) for k, x in found.items()}
    ours = pair.ours
    for i, name in enumerate(links):
        rows = q[:, None, :]
        assert_close(ours.pose(q, name), expected["pose"][:, i], 1e-12, f"pose of {name}")
        assert_close(ours.twist(q, v, name), expected["twist"][:, i], 1e-12, f"twist of {name}", scale=1.0)
        jacobian = pair.order.v_to(rows, ours.jacobian(q, name))
        assert_close(jacobian, expected["jacobian"][:, i], 1e-12, f"Jacobian of {name}")
        rate = pair.order.v_to(rows, ours.jacobian_rate(q, v, name))
        assert_close(rate, expected["jacobian rate"][:, i], 1e-12, f"rate of the Jacobian of {name}", scale=1.0)


def test_energies(pair: Pair) -> None:
    q, v, _, _ = pair.states
    pq, pv, _, _ = pair.peer_states
    kinetic, potential = pair.ours.energy(q, v)
    assert_close(kinetic, pair.each(pin.computeKineticEnergy, pq, pv), 1e-12, "kinetic")
    assert_close(potential, pair.each(pin.computePotentialEnergy, pq), 1e-12, "potential")


def test_center_of_mass_and_momentum(pair: Pair) -> None:
    q, v, _, _ = pair.states
    pq, pv, _, _ = pair.peer_states
    center = pair.each(lambda *x: pin.centerOfMass(*x).copy(), pq)
    assert_close(pair.ours.center_of_mass(q), center, 1e-12, "centre of mass")
    centroidal = angular_first(pair.each(lambda *x: pin.computeCentroidalMomentum(*x).vector, pq, pv))
    momentum = np.hstack([centroidal[:, :3] + np.cross(center, centroidal[:, 3:]), centroidal[:, 3:]])
    assert_close(pair.ours.momentum(q, v), momentum, 1e-11, "momentum")


def test_derivatives_of_inverse_dynamics(pair: Pair) -> None:
    expected = zip(*(rnea_derivatives(pair, *row) for row in zip(*pair.peer_states[:3])))
    q, v, a, _ = pair.states
    for what, ours, theirs in zip("qva", pair.ours.inverse_dynamics_derivatives(q, v, a), expected):
        assert_close(pair.order.matrix_to(q, ours), np.array(theirs), 1e-9, f"by {what}")


def test_derivatives_of_forward_dynamics(pair: Pair) -> None:
    pq, pv, _, ptau = pair.peer_states
    expected = zip(*(aba_derivatives(pair, *row) for row in zip(pq, pv, ptau)))
    q, v, _, tau = pair.states
    for what, ours, theirs in zip(["q", "v", "tau"], pair.ours.forward_dynamics_derivatives(q, v, tau), expected):
        assert_close(pair.order.matrix_to(q, ours), np.array(theirs), 1e-7, f"by {what}")


def test_integrate_and_difference(pair: Pair) -> None:
    """Pinocchio moves a floating base along a screw, denoc position and orientation apart: alike for small steps."""
    q, pq = pair.states.q, pair.peer_states.q
    step, peer_step = 1e-6 * pair.states.v, 1e-6 * pair.peer_states.v
    moved = pair.order.q_to(pair.ours.integrate(q, step))
    expected = np.array([pin.integrate(pair.theirs, *row) for row in zip(pq, peer_step)])
    apart = np.array([pin.difference(pair.theirs, *row) for row in zip(expected, moved)])
    assert np.abs(apart).max() < 1e-11
    assert_close(pair.ours.difference(q, pair.order.q_from(expected)), step, 1e-5)
    other = pair.ours.random(2, n=STATES)
    there = pair.ours.integrate(q, pair.ours.difference(q, other))
    assert np.abs(pair.ours.difference(there, other)).max() < 1e-14


def test_external_wrenches(pair: Pair) -> None:
    """Oracle: Pinocchio's own external forces, which it takes at the joint frame, linear part first."""
    q, v, a, _ = (x[:10] for x in pair.states)
    pq, pv, pa, _ = (x[:10] for x in pair.peer_states)
    link, wrench = pair.ours.link_names[-1], np.array([0.3, -0.2, 0.5, 7.0, -3.0, 4.0])
    frame = pair.theirs.frames[pair.theirs.getBodyId(link)]
    expected = []
    for state in zip(pq, pv, pa):
        pin.framesForwardKinematics(pair.theirs, pair.data, state[0])
        world = pin.SE3(np.eye(3), pair.data.oMf[pair.theirs.getBodyId(link)].translation)
        in_joint = pair.data.oMi[frame.parentJoint].actInv(world.act(pin.Force(angular_first(wrench))))
        forces = [pin.Force.Zero() for _ in range(pair.theirs.njoints)]
        forces[frame.parentJoint] = in_joint
        expected.append(pin.rnea(pair.theirs, pair.data, *state, forces))
    found = pair.ours.inverse_dynamics(q, v, a, {link: wrench})
    assert_close(pair.order.tau_to(q, found), np.array(expected), 1e-9)
    back = pair.ours.forward_dynamics(q, v, found, {link: wrench})
    assert_close(back, a, 1e-8, "forward dynamics with the same wrench")


def test_planar_and_continuous_joints(tmp_path: Path) -> None:
    pair = Pair(str(rare_joints(tmp_path, "planar", "continuous", "prismatic", "planar")), "fixed")
    q, v, a, tau = pair.states
    pq, pv, pa, ptau = pair.peer_states
    assert_close(pair.order.a_from(pq, pv, pa), a, 1e-13)
    expected = pair.each(pin.rnea, pq, pv, pa)
    assert_close(pair.order.tau_to(q, pair.ours.inverse_dynamics(q, v, a)), expected, 1e-12)
    expected = pair.each(pin.aba, pq, pv, ptau)
    assert_close(pair.order.a_to(q, v, pair.ours.forward_dynamics(q, v, tau)), expected, 1e-12)
    assert_close(pair.order.matrix_to(q, pair.ours.gim(q)), pair.each(crba, pq), 1e-12)


# oracle: the texts of the messages
def test_models_that_differ_are_refused(tmp_path: Path) -> None:
    file = str(rare_joints(tmp_path, "revolute", "prismatic"))
    floating, theirs = denoc.load(file, base="floating", mimic="free"), pin.buildModelFromUrdf(file)
    with pytest.raises(denoc.InputError, match='only model "rare" has floating_base'):
        denoc.interop.pinocchio(floating, theirs)
    other = pin.Model()
    other.addJoint(0, pin.JointModelSpherical(), pin.SE3.Identity(), "revolute0")
    other.addJoint(1, pin.JointModelPX(), pin.SE3.Identity(), "prismatic1")
    with pytest.raises(denoc.InputError, match='"revolute0" is revolute here.*has 4 and 3') as caught:
        denoc.interop.pinocchio(denoc.load(file, mimic="free"), other)
    assert caught.value.joint == "revolute0"


def crba(model: Any, data: Any, q: np.ndarray) -> np.ndarray:
    upper = np.triu(pin.crba(model, data, q))
    return upper + np.triu(upper, 1).T


def rnea_derivatives(pair: Pair, *state: np.ndarray) -> list[np.ndarray]:
    dq, dv, da = pin.computeRNEADerivatives(pair.theirs, pair.data, *state)
    upper = np.triu(da)
    return [dq.copy(), dv.copy(), upper + np.triu(upper, 1).T]


def aba_derivatives(pair: Pair, *state: np.ndarray) -> list[np.ndarray]:
    dq, dv, dtau = pin.computeABADerivatives(pair.theirs, pair.data, *state)
    upper = np.triu(dtau)
    return [dq.copy(), dv.copy(), upper + np.triu(upper, 1).T]


def angular_first(six: np.ndarray, axis: int = -1) -> np.ndarray:
    """Exchanges the halves of six-vectors."""
    return np.roll(six, 3, axis=axis)
