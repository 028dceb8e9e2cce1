"""Inverse kinematics of several tasks. Oracles: Pinocchio's placements and mass centre at our solutions, SciPy for priorities."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

import denoc
from conftest import robots
from denoc.tasks import Com, Frame, LookAt, Pointing, Posture, Task


class Peer:
    """A robot in Pinocchio, asked about our coordinates."""

    def __init__(self, path: str, base: Any) -> None:
        self.pin = pytest.importorskip("pinocchio", reason="needs pip install pin example-robot-data")
        file = str(robots() / path)
        self.ours = denoc.load(file, base=base)
        roots = [self.pin.JointModelFreeFlyer()] if base == "floating" else []
        self.theirs = self.pin.buildModelFromUrdf(file, *roots)
        self.data = self.theirs.createData()
        self.order = denoc.interop.pinocchio(self.ours, self.theirs)

    def pose(self, q: np.ndarray, frame: str) -> np.ndarray:
        self.pin.framesForwardKinematics(self.theirs, self.data, self.order.q_to(q))
        return np.array(self.data.oMf[self.theirs.getFrameId(frame)].homogeneous)

    def com(self, q: np.ndarray) -> np.ndarray:
        return np.array(self.pin.centerOfMass(self.theirs, self.data, self.order.q_to(q)))


def within_limits(model: denoc.Model, q: np.ndarray) -> bool:
    return bool(np.all(q >= model.lower) and np.all(q <= model.upper))


def moved(pose: np.ndarray, shift: list[float], rpy: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> np.ndarray:
    r, p, y = rpy
    x = np.array([[1, 0, 0], [0, np.cos(r), -np.sin(r)], [0, np.sin(r), np.cos(r)]])
    m = np.array([[np.cos(p), 0, np.sin(p)], [0, 1, 0], [-np.sin(p), 0, np.cos(p)]])
    z = np.array([[np.cos(y), -np.sin(y), 0], [np.sin(y), np.cos(y), 0], [0, 0, 1]])
    out = pose.copy()
    out[:3, :3] = z @ m @ x @ pose[:3, :3]
    out[:3, 3] += shift
    return out


def test_talos_stands_and_reaches_as_pinocchio_sees_it() -> None:
    peer = Peer("talos_data/robots/talos_reduced.urdf", "floating")
    model = peer.ours
    names = {"leg_left_4_joint": 0.6, "leg_right_4_joint": 0.6, "leg_left_3_joint": -0.3, "leg_right_3_joint": -0.3}
    start = model.configuration(leg_left_5_joint=-0.3, leg_right_5_joint=-0.3, arm_left_4_joint=-0.6, arm_right_4_joint=-0.6, **names)
    feet = {name: peer.pose(start, name) for name in ("left_sole_link", "right_sole_link")}
    hand = moved(peer.pose(start, "arm_left_7_link"), [0.05, 0.03, 0.1], (0.2, -0.1, 0.1))
    com = peer.com(start) + [0.01, 0.02, -0.03]
    head = peer.pose(start, "head_2_link")[:3, 3] + [2.0, 0.3, 0.2]
    tasks: list[Task] = [Frame(name, pose=pose) for name, pose in feet.items()]
    tasks += [Com(*com, priority=2), Frame("arm_left_7_link", pose=hand, priority=2)]
    tasks += [LookAt("head_2_link", head, axis=[1, 0, 0], priority=3), Posture(start, priority=4)]
    found = model.inverse_kinematics_tasks(tasks, seed=start)
    assert found.reached, found
    for name, pose in [*feet.items(), ("arm_left_7_link", hand)]:
        assert np.abs(peer.pose(found.q, name) - pose).max() < 1e-10, name
    assert np.abs(peer.com(found.q) - com).max() < 1e-10
    seen = peer.pose(found.q, "head_2_link")
    sight = head - seen[:3, 3]
    assert np.abs(np.cross(seen[:3, 0], sight / np.linalg.norm(sight))).max() < 1e-10
    assert within_limits(model, found.q)


def test_solo_and_panda_as_pinocchio_sees_them() -> None:
    solo = Peer("solo_description/robots/solo12.urdf", "floating")
    start = solo.ours.configuration(**{f"{leg}_HFE": 0.8 for leg in ("FL", "FR")}, **{f"{leg}_HFE": -0.8 for leg in ("HL", "HR")})
    start = solo.ours.configuration(
        **{f"{leg}_HFE": sign * 0.8 for leg, sign in (("FL", 1), ("FR", 1), ("HL", -1), ("HR", -1))},
        **{f"{leg}_KFE": -sign * 1.6 for leg, sign in (("FL", 1), ("FR", 1), ("HL", -1), ("HR", -1))},
    )
    feet = {f"{leg}_FOOT": solo.pose(start, f"{leg}_FOOT")[:3, 3] for leg in ("FL", "FR", "HL", "HR")}
    com = solo.com(start) + [0.02, -0.01, -0.02]
    tasks: list[Task] = [Frame(name, position=place) for name, place in feet.items()]
    found = solo.ours.inverse_kinematics_tasks([*tasks, Com(*com, priority=2)], seed=start)
    assert found.reached, found
    for name, place in feet.items():
        assert np.abs(solo.pose(found.q, name)[:3, 3] - place).max() < 1e-10
    assert np.abs(solo.com(found.q) - com).max() < 1e-10

    panda = Peer("panda_description/urdf/panda.urdf", "fixed")
    rest = panda.ours.configuration(panda_joint2=-0.4, panda_joint4=-2.0, panda_joint6=1.7)
    goal = moved(panda.pose(rest, "panda_hand_tcp"), [0.05, 0.1, -0.1], (0.1, 0.2, -0.1))
    found = panda.ours.inverse_kinematics_tasks([Frame("panda_hand_tcp", pose=goal), Posture(rest, priority=2)], seed=rest)
    assert found.reached and within_limits(panda.ours, found.q), found
    assert np.abs(panda.pose(found.q, "panda_hand_tcp") - goal).max() < 1e-10


def test_priorities_are_those_of_a_dense_minimum() -> None:
    optimize = pytest.importorskip("scipy.optimize", reason="needs pip install scipy")
    arm = denoc.load("panda_like")
    rng = np.random.default_rng(5)
    for _ in range(4):
        start, wish = arm.random(rng, n=2) * 0.7
        start = np.clip(start, arm.lower, arm.upper)
        goal = arm.pose(start, "tool")[:3, 3]
        found = arm.inverse_kinematics_tasks([Frame("tool", position=goal), Posture(wish, priority=2)], seed=start)
        assert found.reached
        peer = optimize.minimize(
            lambda q: 0.5 * np.sum((q - wish) ** 2),
            found.q,
            jac=lambda q: q - wish,
            method="SLSQP",
            bounds=list(zip(arm.lower, arm.upper)),
            constraints={
                "type": "eq",
                "fun": lambda q: arm.pose(q, "tool")[:3, 3] - goal,
                "jac": lambda q: arm.jacobian(q, "tool")[3:],
            },
            options={"ftol": 1e-14, "maxiter": 500},
        )
        ours = 0.5 * np.sum((found.q - wish) ** 2)
        assert abs(ours - peer.fun) < 1e-7 * max(1.0, ours), (ours, peer)


def test_weights_are_those_of_least_squares() -> None:
    optimize = pytest.importorskip("scipy.optimize", reason="needs pip install scipy")
    arm = denoc.load("planar_3r")
    goals, weights = np.array([[0.6, 0.4, 0.0], [0.5, -0.7, 0.0]]), np.array([3.0, 0.5])
    tasks = [Frame("tip", position=goals[0], weight=3.0), Frame("link2", position=goals[1], weight=0.5)]
    found = arm.inverse_kinematics_tasks(tasks, seed=[0.3, -0.4, 0.2], limits=False)

    def errors(q: np.ndarray) -> np.ndarray:
        places = np.array([arm.pose(q, name)[:3, 3] for name in ("tip", "link2")])
        return ((places - goals) * np.sqrt(weights)[:, None]).ravel()

    peer = optimize.least_squares(errors, found.q, xtol=1e-15, ftol=1e-15, gtol=1e-15)
    assert abs(0.5 * np.sum(errors(found.q) ** 2) - peer.cost) < 1e-12
    assert not found.reached and found.reason is not None and "conflicts with task" in found.reason


def test_loops_stay_closed() -> None:
    stewart = denoc.load("stewart")
    home = stewart.pose(stewart.assemble().q, "tool")
    goal = moved(home, [0.02, -0.03, 0.03], (0.1, 0.05, -0.1))
    found = stewart.inverse_kinematics_tasks([Frame("tool", pose=goal)])
    assert found.reached and found.closure_error_length < 1e-13, found
    assert np.abs(stewart.pose(found.q, "tool") - goal).max() < 1e-11
    single = denoc.load("delta").inverse_kinematics("tool", denoc.load("delta").pose(denoc.load("delta").assemble().q, "tool")[:3, 3])
    assert single.reached and single.nearest.position_error < 1e-12


def test_paths_are_followed_from_place_to_place() -> None:
    peer = Peer("talos_data/robots/talos_reduced.urdf", "floating")
    model = peer.ours
    start = model.configuration(
        leg_left_3_joint=-0.3, leg_right_3_joint=-0.3, leg_left_4_joint=0.6, leg_right_4_joint=0.6,
        leg_left_5_joint=-0.3, leg_right_5_joint=-0.3,
    )  # fmt: skip
    n = 200
    phase = np.linspace(0, 2 * np.pi, n)
    left, right = (peer.pose(start, name) for name in ("left_sole_link", "right_sole_link"))
    swing = np.repeat(right[None], n, axis=0)
    swing[:, 0, 3] += 0.05 * np.sin(phase)
    swing[:, 2, 3] += 0.03 * (1 - np.cos(phase))
    com = peer.com(start)
    tasks = [
        Frame("left_sole_link", pose=left),
        Frame("right_sole_link", pose=swing),
        Com(x=com[0], y=com[1] + 0.02 * np.sin(phase), z=com[2], priority=2),
        Posture(start, priority=3),
    ]
    before = time.perf_counter()
    path = model.inverse_kinematics_path(tasks, seed=start)
    print(f"{n} places of {model.nv} speeds in {time.perf_counter() - before:.2f} s, {path.iterations} iterations")
    assert path.reached.all() and path.q.shape == (n, model.nq) and path.length.shape == (n, 4)
    for q, goal in zip(path.q[::20], swing[::20]):
        assert np.abs(peer.pose(q, "right_sole_link") - goal).max() < 1e-10
        assert np.abs(peer.pose(q, "left_sole_link") - left).max() < 1e-10
    steps = np.array([model.difference(a, b) for a, b in zip(path.q, path.q[1:])])
    assert np.abs(steps).max() < 0.1


@pytest.mark.parametrize(
    ("tasks", "message"),
    [
        ([], "the number of tasks is 0: give at least one task"),
        ([Frame("tol", position=[0, 0, 0])], 'task 1: there is no frame called "tol"|did you mean "tool"'),
        ([Frame("tool")], "task 1: its frame has no target"),
        ([Frame("tool", position=[0, 0, float("nan")])], "not a finite number"),
        ([Frame("tool", position=[0, 0])], r"position of tool has shape \(2,\); expected \(3\)"),
        ([Frame("tool", pose=np.eye(3))], r"has shape \(3, 3\); expected \(4, 4\)"),
        ([Frame("tool", pose=2 * np.eye(4))], "the last row of the pose"),
        ([Frame("tool", pose=np.diag([2.0, 1.0, 1.0, 1.0]))], "deviation of the target orientation from a rotation"),
        ([Pointing("tool", [0, 0, 0])], "the length of the direction is 0"),
        ([Frame("tool", position=[0.4, 0, 0], weight=-1)], "the weight is -1; it must be a positive number"),
        ([Com()], "the number of its conditions is 0"),
        ([Com(x=float("inf"))], "centre of mass is not finite"),
        ([Posture({"joint9": 1.0})], 'there is no joint called "joint9"'),
        ([Frame("tool", position=np.zeros((4, 3)))], "inverse_kinematics_path follows a path"),
        (["tool"], "give objects of denoc.tasks"),
    ],
)
def test_bad_tasks_are_refused(tasks: Any, message: str) -> None:
    with pytest.raises(denoc.Error, match=message):
        denoc.load("puma").inverse_kinematics_tasks(tasks)


def test_bad_paths_are_refused() -> None:
    puma = denoc.load("puma")
    with pytest.raises(denoc.InputError, match="inverse_kinematics_tasks solves a single place"):
        puma.inverse_kinematics_path([Frame("tool", position=[0.4, 0, 0])])
    with pytest.raises(denoc.InputError, match="different lengths: 3, 4"):
        puma.inverse_kinematics_path([Frame("tool", position=np.zeros((3, 3)), rpy=np.zeros((4, 3)))])
