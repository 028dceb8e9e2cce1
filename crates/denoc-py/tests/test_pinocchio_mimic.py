"""Oracle: Pinocchio with its mimic joints, which have no coordinates of their own, on real robots; 100 random states each."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import denoc
from conftest import assert_close, robots

pin = pytest.importorskip("pinocchio", reason="needs pip install pin example-robot-data")

STATES = 100

# the mimic joints of other robots come before the joints that they follow, which Pinocchio refuses
ROBOTS = [
    ("panda_description/urdf/panda.urdf", "fixed"),
    ("panda_description/urdf/panda.urdf", "floating"),
    ("baxter_description/urdf/baxter.urdf", "fixed"),
    ("pr2_description/urdf/pr2.urdf", "fixed"),
    ("tiago_pro_description/robots/tiago_pro.urdf", "fixed"),
]


class Reduced:
    """A robot with its mimic joints enforced, in both libraries."""

    def __init__(self, path: str, base: Any) -> None:
        file = str(robots() / path)
        self.ours = denoc.load(file, base=base)
        roots = [pin.JointModelFreeFlyer()] if base == "floating" else []
        self.theirs = pin.buildModelFromUrdf(file, *roots, mimic=True)
        self.data, free = self.theirs.createData(), pin.buildModelFromUrdf(file, *roots)
        self.order = denoc.interop.pinocchio(self.ours, free)
        # without the universe, which comes first
        named = list(zip(self.theirs.names, self.theirs.joints, strict=True))[1:]
        independent = [(joint, free.joints[free.getJointId(name)]) for name, joint in named if joint.nv > 0]
        assert sum(joint.nv for joint, _ in independent) == self.theirs.nv == self.ours.nv - len(self.ours.couplings)
        self.of_q = np.concatenate([np.arange(other.idx_q, other.idx_q + other.nq) for _, other in independent])
        self.of_v = np.concatenate([np.arange(other.idx_v, other.idx_v + other.nv) for _, other in independent])
        rng = np.random.default_rng(5)
        self.q = self.ours.random(rng, STATES)
        self.v, self.a = (self.ours.follow_velocity(rng.normal(size=(STATES, self.ours.nv))) for _ in range(2))

    def each(self, function: Any, *inputs: np.ndarray) -> np.ndarray:
        return np.array([function(self.theirs, self.data, *row) for row in zip(*inputs, strict=True)])


@pytest.fixture(params=ROBOTS, ids=lambda robot: f"{robot[0].split('/')[-1].removesuffix('.urdf')}-{robot[1]}")
def robot(request: pytest.FixtureRequest) -> Reduced:
    return Reduced(*request.param)


def test_inverse_and_forward_dynamics(robot: Reduced) -> None:
    q, v, a = robot.q, robot.v, robot.a
    pq, pv = robot.order.q_to(q)[:, robot.of_q], robot.order.v_to(q, v)[:, robot.of_v]
    pa = robot.order.a_to(q, v, a)[:, robot.of_v]
    tau = robot.ours.inverse_dynamics(q, v, a)
    expected = robot.each(pin.rnea, pq, pv, pa)
    assert_close(robot.order.tau_to(q, tau)[:, robot.of_v], expected, 1e-10)
    # Pinocchio has no forward dynamics of mimic joints: its inertia matrix and bias
    forces = np.random.default_rng(6).normal(size=tau.shape)
    for joint in robot.ours.couplings:
        forces[:, robot.ours.v_index(joint)] = 0.0

    def forward(model: Any, data: Any, q: np.ndarray, v: np.ndarray, tau: np.ndarray) -> np.ndarray:
        pin.crba(model, data, q)
        inertia = np.triu(data.M) + np.triu(data.M, 1).T
        return np.asarray(np.linalg.solve(inertia, tau - pin.nonLinearEffects(model, data, q, v)))

    expected = robot.each(forward, pq, pv, robot.order.tau_to(q, forces)[:, robot.of_v])
    found = robot.ours.forward_dynamics(q, v, forces)
    assert_close(robot.order.a_to(q, v, found)[:, robot.of_v], expected, 1e-9)
    assert_close(found, robot.ours.follow_velocity(found), 0.0)
    assert_close(robot.ours.inverse_dynamics(q, v, found), forces, 1e-10)


def test_a_force_on_a_follower_acts_by_its_ratio(robot: Reduced) -> None:
    # oracle: virtual work
    q, v = robot.q[0], robot.v[0]
    for joint, (leader, ratio, _) in robot.ours.couplings.items():
        on_follower, on_leader = np.zeros((2, robot.ours.nv))
        on_follower[robot.ours.v_index(joint)] = 0.7
        on_leader[robot.ours.v_index(leader)] = 0.7 * ratio
        found = robot.ours.forward_dynamics(q, v, on_follower)
        assert_close(found, robot.ours.forward_dynamics(q, v, on_leader), 1e-11)
