"""Oracle: MuJoCo, on real robots (URDF) and on a model of its own format with all its joints."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import denoc
from conftest import States, assert_close, random_states, robots

mujoco = pytest.importorskip("mujoco", reason="needs pip install mujoco")

STATES = 50

ROBOTS = [
    ("ur_description/urdf/ur5_robot.urdf", "fixed"),
    ("panda_description/urdf/panda.urdf", "fixed"),
    ("talos_data/robots/talos_reduced.urdf", "fixed"),
    ("solo_description/robots/solo12.urdf", "floating"),
    ("kinova_description/robots/kinova.urdf", "fixed"),
    ("quadruped_description/urdf/quadruped.urdf", "floating"),
    ("g1_description/urdf/g1_29dof_rev_1_0.urdf", "floating"),
]

#: A flying base that carries a ball joint, a slide and two hinges on one body.
ALL_JOINTS = """
<mujoco model="all_joints">
  <compiler angle="radian"/>
  <worldbody>
    <body name="base" pos="0.1 0.2 0.3">
      <freejoint name="flight"/>
      <inertial pos="0.02 -0.01 0.03" mass="3" diaginertia="0.05 0.06 0.04"/>
      <body name="arm" pos="0.2 0 0.1" euler="0.3 -0.2 0.5">
        <joint name="shoulder" type="ball"/>
        <inertial pos="0.1 0.02 0" mass="1.2" fullinertia="0.01 0.02 0.025 0.001 -0.002 0.003"/>
        <body name="rod" pos="0.3 0 0" euler="0.1 0.2 0.3">
          <joint name="slide" type="slide" axis="1 1 0"/>
          <inertial pos="0 0.05 0.01" mass="0.4" diaginertia="0.002 0.003 0.004"/>
          <body name="wrist" pos="0.1 0 0.05">
            <joint name="yaw" type="hinge" axis="0 0 1"/>
            <joint name="pitch" type="hinge" axis="0 1 0.5" pos="0.01 0 0.02"/>
            <inertial pos="0.03 0 0.02" mass="0.3" diaginertia="0.001 0.0012 0.0008"/>
          </body>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>
"""


class Pair:
    """A robot in both libraries, with states in both conventions."""

    def __init__(self, ours: denoc.Model, spec: mujoco.MjSpec) -> None:
        spec.compiler.fusestatic = False
        spec.option.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT | mujoco.mjtDisableBit.mjDSBL_CONTACT
        spec.option.enableflags |= mujoco.mjtEnableBit.mjENBL_ENERGY
        self.ours, self.theirs = ours, spec.compile()
        # what URDF files say about friction; denoc leaves it out of these functions
        self.theirs.dof_damping[:] = 0.0
        self.theirs.dof_frictionloss[:] = 0.0
        self.data = mujoco.MjData(self.theirs)
        self.order = denoc.interop.mujoco(ours, self.theirs)
        self.states = random_states(ours, STATES)
        q, v, a, tau = self.states
        self.peer_states = States(
            self.order.q_to(q), self.order.v_to(q, v), self.order.a_to(q, v, a), self.order.tau_to(q, tau)
        )

    def set(self, state: int) -> None:
        self.data.qpos, self.data.qvel = self.peer_states.q[state], self.peer_states.v[state]
        self.data.qacc, self.data.qfrc_applied = self.peer_states.a[state], self.peer_states.tau[state]


def robot(path: str, base: str) -> Pair:
    file = robots() / path
    tree = ElementTree.fromstring(file.read_bytes())
    # meshes are not needed, and MuJoCo cannot find them
    for link in tree.iter("link"):
        for shape in [*link.findall("visual"), *link.findall("collision")]:
            link.remove(shape)
    spec = mujoco.MjSpec.from_string(ElementTree.tostring(tree, encoding="unicode"))
    if base == "floating":
        spec.worldbody.first_body().add_freejoint(name="root")
    return Pair(denoc.load(str(file), base=base, mimic="free"), spec)


def all_joints(folder: Path) -> Pair:
    file = folder / "all_joints.xml"
    file.write_text(ALL_JOINTS)
    return Pair(denoc.load(str(file)), mujoco.MjSpec.from_string(ALL_JOINTS))


@pytest.fixture(scope="module", params=[*ROBOTS, None], ids=lambda robot: robot[0].split("/")[0] if robot else "all_joints")
def pair(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Pair:
    return robot(*request.param) if request.param else all_joints(tmp_path_factory.mktemp("mjcf"))


def test_states_go_and_come_back(pair: Pair) -> None:
    q, v, a, tau = pair.states
    pq, pv, pa, ptau = pair.peer_states
    assert_close(pair.order.q_from(pq), q, 1e-15)
    assert_close(pair.order.v_from(pq, pv), v, 1e-14)
    assert_close(pair.order.a_from(pq, pv, pa), a, 1e-13)
    assert_close(pair.order.tau_from(pq, ptau), tau, 1e-14)


def test_inverse_dynamics(pair: Pair) -> None:
    expected = []
    for i in range(STATES):
        pair.set(i)
        mujoco.mj_inverse(pair.theirs, pair.data)
        expected.append(pair.data.qfrc_inverse.copy())
    q, v, a, _ = pair.states
    found = pair.ours.inverse_dynamics(q, v, a)
    assert_close(pair.order.tau_to(q, found), np.array(expected), 1e-9)
    assert_close(pair.order.tau_from(pair.peer_states.q, expected), found, 1e-9)


def test_forward_dynamics(pair: Pair) -> None:
    expected = []
    for i in range(STATES):
        pair.set(i)
        mujoco.mj_forward(pair.theirs, pair.data)
        expected.append(pair.data.qacc.copy())
    q, v, _, tau = pair.states
    pq, pv, _, _ = pair.peer_states
    found = pair.ours.forward_dynamics(q, v, tau)
    assert_close(pair.order.a_to(q, v, found), np.array(expected), 1e-9)
    assert_close(pair.order.a_from(pq, pv, expected), found, 1e-9)


def test_gim(pair: Pair) -> None:
    expected = []
    for i in range(STATES):
        pair.set(i)
        mujoco.mj_forward(pair.theirs, pair.data)
        matrix = np.zeros((pair.theirs.nv, pair.theirs.nv))
        mujoco.mj_fullM(pair.theirs, pair.data, matrix)
        expected.append(matrix)
    q = pair.states.q
    assert_close(pair.order.matrix_to(q, pair.ours.gim(q)), np.array(expected), 1e-9)


def test_poses_jacobians_and_energies(pair: Pair) -> None:
    q, v, _, _ = pair.states
    names = [name for name in pair.ours.link_names if mujoco.mj_name2id(pair.theirs, mujoco.mjtObj.mjOBJ_BODY, name) > 0]
    assert len(names) >= 4
    poses = {name: pair.ours.pose(q, name) for name in names}
    jacobians = {name: pair.order.v_to(q[:, None, :], pair.ours.jacobian(q, name)) for name in names}
    kinetic, potential = pair.ours.energy(q, v)
    energies = []
    for i in range(STATES):
        pair.set(i)
        mujoco.mj_forward(pair.theirs, pair.data)
        energies.append(pair.data.energy.copy())
        for name in names:
            body = pair.data.body(name)
            assert np.abs(poses[name][i, :3, 3] - body.xpos).max() < 1e-9, name
            assert np.abs(poses[name][i, :3, :3] - body.xmat.reshape(3, 3)).max() < 1e-9, name
            linear, angular = np.zeros((2, 3, pair.theirs.nv))
            mujoco.mj_jacBody(pair.theirs, pair.data, linear, angular, body.id)
            assert_close(jacobians[name][i], np.vstack([angular, linear]), 1e-9, name, scale=1.0)
    theirs = np.array(energies)
    assert_close(kinetic, theirs[:, 1], 1e-9, "kinetic")
    # the ground link has no energy here
    offset = theirs[0, 0] - potential[0]
    assert_close(potential + offset, theirs[:, 0], 1e-9, "potential")


def test_mass_centre_momentum_and_accelerations(pair: Pair) -> None:
    """MuJoCo counts the ground link, where it has a mass, among the bodies of the world: the model without it is compared."""
    q, v, a, _ = pair.states
    ours, theirs, data = pair.ours, pair.theirs, pair.data
    # the tree of all moving links; links fixed to the world do not belong to it
    fixed = [i for i in range(1, theirs.nbody) if theirs.body_weldid[i] == 0]
    kept = theirs.body_mass.copy(), theirs.body_inertia.copy()
    theirs.body_mass[fixed], theirs.body_inertia[fixed] = 0.0, 0.0
    mujoco.mj_setConst(theirs, data)
    rows = q[:, None, :]
    name = ours.link_names[-1]
    body = mujoco.mj_name2id(theirs, mujoco.mjtObj.mjOBJ_BODY, name)
    jacobian = pair.order.v_to(rows, ours.com_jacobian(q))
    momentum = ours.centroidal_momentum(q, v)
    acceleration = ours.frame_acceleration(q, v, a, name)
    for i in range(STATES):
        pair.set(i)
        mujoco.mj_inverse(theirs, data)
        mujoco.mj_subtreeVel(theirs, data)
        mujoco.mj_rnePostConstraint(theirs, data)
        assert_close(ours.center_of_mass(q[i]), data.subtree_com[0], 1e-9, "centre", scale=1.0)
        assert_close(ours.com_velocity(q[i], v[i]), data.subtree_linvel[0], 1e-9, "velocity", scale=1.0)
        expected = np.zeros((3, theirs.nv))
        mujoco.mj_jacSubtreeCom(theirs, data, expected, 0)
        assert_close(jacobian[i], expected, 1e-9, "Jacobian", scale=1.0)
        theirs_momentum = np.concatenate([data.subtree_angmom[0], ours.mass * data.subtree_linvel[0]])
        assert_close(momentum[i], theirs_momentum, 1e-9, "momentum", scale=1.0)
        six = np.zeros(6)
        mujoco.mj_objectAcceleration(theirs, data, mujoco.mjtObj.mjOBJ_XBODY, body, six, 0)
        # MuJoCo's bodies are accelerated against gravity
        six[3:] += theirs.opt.gravity
        assert_close(acceleration[i], six, 1e-9, "acceleration", scale=1.0)
    theirs.body_mass[:], theirs.body_inertia[:] = kept
    mujoco.mj_setConst(theirs, data)
