"""Oracle: Pinocchio, on real robots: mass centre, centroidal momentum, frames in every reference, Hessian, regressor."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from conftest import assert_close
from test_pinocchio import Pair, angular_first, pair_of

pin = pytest.importorskip("pinocchio", reason="needs pip install pin example-robot-data")

#: Of the states of a pair.
STATES = 20

ROBOTS = [
    ("ur_description/urdf/ur5_robot.urdf", "fixed"),
    ("panda_description/urdf/panda.urdf", "fixed"),  # mimic joint, free
    ("solo_description/robots/solo12.urdf", "floating"),
    ("talos_data/robots/talos_reduced.urdf", "floating"),
    ("tiago_pro_description/robots/tiago_pro.urdf", "fixed"),  # continuous and prismatic joints
]

REFERENCES = {"aligned": "LOCAL_WORLD_ALIGNED", "local": "LOCAL", "world": "WORLD"}


@pytest.fixture(params=ROBOTS, ids=lambda robot: robot[0].split("/")[-1].removesuffix(".urdf"))
def pair(request: pytest.FixtureRequest) -> Pair:
    return pair_of(*request.param)


def few(pair: Pair) -> tuple[tuple[np.ndarray, ...], tuple[np.ndarray, ...]]:
    """The first states in both conventions: q, v, a."""
    return tuple(x[:STATES] for x in pair.states[:3]), tuple(x[:STATES] for x in pair.peer_states[:3])


def test_mass_centre(pair: Pair) -> None:
    (q, v, a), (pq, pv, pa) = few(pair)

    def motion(model: Any, data: Any, *state: np.ndarray) -> np.ndarray:
        pin.centerOfMass(model, data, *state)
        return np.stack([data.com[0], data.vcom[0], data.acom[0]])

    expected = pair.each(motion, pq, pv, pa)
    found = [pair.ours.center_of_mass(q), pair.ours.com_velocity(q, v), pair.ours.com_acceleration(q, v, a)]
    for what, ours, theirs in zip(["position", "velocity", "acceleration"], found, expected.swapaxes(0, 1)):
        assert_close(ours, theirs, 1e-10, what)
    jacobian = pair.each(lambda *x: pin.jacobianCenterOfMass(*x).copy(), pq)
    assert_close(pair.order.v_to(q[:, None, :], pair.ours.com_jacobian(q)), jacobian, 1e-12, "Jacobian")


def test_centroidal_momentum(pair: Pair) -> None:
    (q, v, a), (pq, pv, pa) = few(pair)
    matrix = angular_first(pair.each(lambda *x: pin.ccrba(*x).copy(), pq, pv), axis=1)
    momentum = angular_first(pair.each(lambda *x: pin.computeCentroidalMomentum(*x).vector, pq, pv))
    rate = angular_first(pair.each(lambda *x: pin.computeCentroidalMomentumTimeVariation(*x).vector, pq, pv, pa))

    def bias(model: Any, data: Any, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        pin.dccrba(model, data, q, v)
        return data.dAg @ v

    found = pair.ours.centroidal_momentum_matrix(q)
    assert_close(pair.order.v_to(q[:, None, :], found), matrix, 1e-12, "matrix")
    assert_close(pair.ours.centroidal_momentum(q, v), momentum, 1e-11, "momentum")
    assert_close(pair.ours.centroidal_momentum_rate(q, v, a), rate, 1e-11, "rate")
    # accelerations that are zero here are zero there
    assert_close(pair.ours.centroidal_momentum_bias(q, v), angular_first(pair.each(bias, pq, pv)), 1e-11, "bias")


@pytest.mark.parametrize("reference", REFERENCES)
def test_frames(pair: Pair, reference: str) -> None:
    ours, theirs, data = pair.ours, pair.theirs, pair.data
    (q, v, a), (pq, pv, pa) = few(pair)
    axes = getattr(pin.ReferenceFrame, REFERENCES[reference])
    rows = q[:, None, :]
    for name in [ours.link_names[-1], ours.link_names[len(ours.link_names) // 2]]:
        frame = theirs.getBodyId(name)
        found: dict[str, list[np.ndarray]] = {k: [] for k in ("twist", "spatial", "classical", "jacobian", "rate")}
        for row in zip(pq, pv, pa):
            pin.forwardKinematics(theirs, data, *row)
            pin.computeJointJacobiansTimeVariation(theirs, data, *row[:2])
            pin.updateFramePlacements(theirs, data)
            arguments = theirs, data, frame, axes
            found["twist"].append(pin.getFrameVelocity(*arguments).vector)
            found["spatial"].append(pin.getFrameAcceleration(*arguments).vector)
            found["classical"].append(pin.getFrameClassicalAcceleration(*arguments).vector)
            found["jacobian"].append(pin.getFrameJacobian(*arguments))
            found["rate"].append(pin.getFrameJacobianTimeVariation(*arguments))
        expected = {k: np.roll(np.array(x), 3, axis=1) for k, x in found.items()}
        assert_close(ours.twist(q, v, name, reference=reference), expected["twist"], 1e-11, "twist", scale=1.0)
        for kind in ("spatial", "classical"):
            acceleration = ours.frame_acceleration(q, v, a, name, reference=reference, kind=kind)
            assert_close(acceleration, expected[kind], 1e-10, f"{kind} acceleration of {name}", scale=1.0)
        jacobian = pair.order.v_to(rows, ours.jacobian(q, name, reference=reference))
        assert_close(jacobian, expected["jacobian"], 1e-11, "Jacobian", scale=1.0)
        rate = pair.order.v_to(rows, ours.jacobian_rate(q, v, name, reference=reference))
        assert_close(rate, expected["rate"], 1e-10, "rate of the Jacobian", scale=1.0)


def test_poses_of_all_frames(pair: Pair) -> None:
    (q, _, _), (pq, _, _) = few(pair)
    poses = pair.ours.frame_poses(q)
    assert poses.shape == (STATES, len(pair.ours.frame_names), 4, 4)
    links = [(i, name) for i, name in enumerate(pair.ours.frame_names) if pair.theirs.existBodyName(name)]
    for k, row in enumerate(pq):
        pin.framesForwardKinematics(pair.theirs, pair.data, row)
        for i, name in links:
            expected = pair.data.oMf[pair.theirs.getBodyId(name)].homogeneous
            assert np.abs(poses[k, i] - expected).max() < 1e-12, name
    for i, name in enumerate(pair.ours.frame_names):
        assert np.array_equal(poses[:, i], pair.ours.pose(q, name))


@pytest.mark.parametrize("reference", REFERENCES)
def test_kinematic_hessian(pair: Pair, reference: str) -> None:
    """Pinocchio's Hessians are those of joints; the links compared have the frame of their joint."""
    (q, v, _), (pq, _, _) = few(pair)
    axes = getattr(pin.ReferenceFrame, REFERENCES[reference])
    joint = pair.theirs.names[len(pair.theirs.names) - 1]
    link = pair.ours.link_names[pair.ours.joint_names.index(joint)]
    number = pair.theirs.getJointId(joint)
    expected = []
    for row in pq:
        pin.computeJointJacobians(pair.theirs, pair.data, row)
        pin.computeJointKinematicHessians(pair.theirs, pair.data, row)
        hessian = pin.getJointKinematicHessian(pair.theirs, pair.data, number, axes)
        # the memory of an Eigen tensor, columns first, which the binding shows as rows first
        expected.append(np.roll(hessian.ravel().reshape(hessian.shape, order="F"), 3, axis=0))
    found = pair.ours.kinematic_hessian(q, link, reference=reference)
    assert_close(pair.order.matrix_to(q[:, None, :], found), np.array(expected), 1e-11, scale=1.0)
    rate = pair.ours.jacobian_rate(q, v, link, reference=reference)
    assert_close(np.einsum("nrkj,nj->nrk", found, v), rate, 1e-11, "times v", scale=1.0)


def test_regressor(pair: Pair) -> None:
    ours = pair.ours
    (q, v, a), (pq, pv, pa) = few(pair)
    regressor, parameters = ours.regressor(q, v, a), ours.inertial_parameters()
    # URDF files state no rotors
    assert_close(regressor @ parameters, ours.inverse_dynamics(q, v, a), 1e-11, "times the parameters")
    theirs = pair.each(lambda *x: pin.computeJointTorqueRegressor(*x).copy(), pq, pv, pa)
    for number, joint in enumerate(pair.theirs.names):
        if joint not in ours.joint_names:
            continue
        # the columns of the link that the joint moves, whose frame is the same
        i = ours.joint_names.index(joint)
        columns = pair.order.tau_to(q[:, None, :], np.swapaxes(regressor[:, :, 10 * i : 10 * i + 10], 1, 2))
        expected = np.swapaxes(theirs[:, :, 10 * (number - 1) : 10 * number], 1, 2)
        assert_close(columns, expected, 1e-10, joint, scale=1.0)
