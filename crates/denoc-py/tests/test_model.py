"""Loading, names, configurations, pickling, and what a model says of itself."""

from __future__ import annotations

import copy
import math
import pickle
from pathlib import Path

import numpy as np
import pytest

import denoc

URDF = """<robot name="pair">
  <link name="base"/>
  <link name="rod"><inertial><origin xyz="0 0 0.5"/><mass value="2"/>
    <inertia ixx="0.2" ixy="0" ixz="0" iyy="0.2" iyz="0" izz="0.01"/></inertial></link>
  <link name="tip"><inertial><origin xyz="0 0 0.25"/><mass value="1"/>
    <inertia ixx="0.05" ixy="0" ixz="0" iyy="0.05" iyz="0" izz="0.01"/></inertial></link>
  <joint name="hip" type="revolute"><parent link="base"/><child link="rod"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="2" velocity="3" effort="4"/><dynamics damping="0.5" friction="0.25"/></joint>
  <joint name="knee" type="continuous"><parent link="rod"/><child link="tip"/><origin xyz="0 0 1"/><axis xyz="0 1 0"/>
    <mimic joint="hip" multiplier="2" offset="0.1"/></joint>
</robot>"""


@pytest.fixture
def urdf(tmp_path: Path) -> Path:
    path = tmp_path / "pair.urdf"
    path.write_text(URDF)
    return path


def test_names_and_sizes() -> None:
    # oracle: the model files
    arm = denoc.load("puma", base="floating")
    assert (arm.nq, arm.nv) == (13, 12)
    assert arm.q_index("floating_base") == slice(0, 7, 1) and arm.v_index("joint1") == slice(6, 7, 1)
    assert arm.joint_names[1:] == [f"joint{i}" for i in range(1, 7)]
    assert len(arm.link_names) == len(arm.joint_names) == len(arm.joint_types) == len(arm.link_parents)
    assert arm.frame_names[: len(arm.link_names)] == arm.link_names
    assert not arm.is_closed and denoc.load("fourbar").closure_names == ["output_pin"]


def test_limits_and_friction_of_a_urdf(urdf: Path) -> None:
    # oracle: the numbers in the text above
    pair = denoc.load(urdf, mimic="free")
    assert pair.lower.tolist() == [-1, -math.inf] and pair.upper.tolist() == [2, math.inf]
    assert pair.velocity_limit.tolist() == [3, math.inf] and pair.effort_limit.tolist() == [4, math.inf]
    assert pair.mass == 3 and pair.link_masses.tolist() == [2, 1]
    assert np.allclose(pair.joint_forces([0, 0], [2, 0]), [-0.5 * 2 - 0.25, 0])
    still = pair.inverse_dynamics([0.3, 0.1], [2, 1], [0, 0])
    felt = pair.inverse_dynamics([0.3, 0.1], [2, 1], [0, 0], joint_forces=True)
    assert np.allclose(felt - still, [1.25, 0])


def test_mimic_joints_follow_unless_they_are_free(urdf: Path) -> None:
    # oracle: q_knee = 2 q_hip + 0.1, and the power of the coupled mechanism, whose only motor is at the hip
    free, coupled = denoc.load(urdf, mimic="free"), denoc.load(urdf)
    assert not free.is_closed and coupled.is_closed
    closed = coupled.assemble(hip=0.4)
    assert closed.q[coupled.q_index("knee")] == pytest.approx(0.9, abs=1e-12)
    v = coupled.project_velocity(closed.q, hip=1.5)
    assert v == pytest.approx([1.5, 3.0])
    a = coupled.project_acceleration(closed.q, v, hip=0.7)
    both, one = free.inverse_dynamics(closed.q, v, a), coupled.inverse_dynamics(closed.q, v, a)
    assert one @ v == pytest.approx(both @ v)
    assert coupled.mobility().degrees_of_freedom == 1
    assert coupled.couplings == {"knee": ("hip", 2.0, 0.1)} and free.couplings == {}
    assert coupled.actuated.tolist() == [True, False] and (coupled.nq, coupled.nv) == (free.nq, free.nv)
    assert any("mimics \"hip\" (multiplier 2, offset 0.1): enforced" in note for note in coupled.notes)
    assert any("not enforced" in note for note in free.notes)


def test_dynamics_of_mimic_joints_in_batches_and_over_time(urdf: Path) -> None:
    # oracle: the reduced equations of the free model, v = E u; pickles; single precision; differences; energy
    free, coupled = denoc.load(urdf, mimic="free"), pickle.loads(pickle.dumps(denoc.load(urdf)))
    e, n, rng = np.array([1.0, 2.0]), 50, np.random.default_rng(2)
    q, tau = coupled.random(4, n), rng.normal(size=(n, 2))
    assert np.array_equal(q, coupled.follow(q)) and np.allclose(q[:, 1], 2 * q[:, 0] + 0.1)
    v, a = (coupled.follow_velocity(rng.normal(size=(n, 2))) for _ in range(2))
    expected = np.einsum("ni,i->n", free.inverse_dynamics(q, v, a), e)
    assert np.allclose(coupled.inverse_dynamics(q, v, a), np.outer(expected, [1, 0]))
    inertia = np.einsum("nij,i,j->n", free.gim(q), e, e)
    speed = np.einsum("ni,i->n", tau - free.bias(q, v), e) / inertia
    assert np.allclose(coupled.forward_dynamics(q, v, tau), np.outer(speed, e))
    single = coupled.forward_dynamics(*(x.astype(np.float32) for x in (q, v, tau)))
    assert single.dtype == np.float32 and np.allclose(single, np.outer(speed, e), rtol=1e-3, atol=1e-3)
    pushed = coupled.forward_dynamics(q, v, tau, {"tip": [0.0] * 6}, joint_forces=True)
    forces = np.array([free.joint_forces(*row) for row in zip(q, v, strict=True)])
    assert np.allclose(pushed, coupled.forward_dynamics(q, v, tau + forces))
    assert np.array_equal(coupled.gim(q), free.gim(q))
    by_q, by_v, by_tau = coupled.forward_dynamics_derivatives(q[0], v[0], tau[0])
    h = 1e-6 * e
    along = (coupled.forward_dynamics(q[0] + h, v[0], tau[0]) - coupled.forward_dynamics(q[0] - h, v[0], tau[0])) / 2e-6
    assert np.allclose(by_q @ e, along, atol=1e-6) and np.allclose(by_tau, np.outer(e, e) / inertia[0])
    along = (coupled.forward_dynamics(q[0], v[0] + h, tau[0]) - coupled.forward_dynamics(q[0], v[0] - h, tau[0])) / 2e-6
    assert np.allclose(by_v @ e, along, atol=1e-6)
    by_q, by_v, by_a = coupled.inverse_dynamics_derivatives(q[0], v[0], a[0])
    along = (coupled.inverse_dynamics(q[0] + h, v[0], a[0]) - coupled.inverse_dynamics(q[0] - h, v[0], a[0])) / 2e-6
    assert np.allclose(by_q @ e, along, atol=1e-6) and np.allclose(by_a @ e, [inertia[0], 0])
    q1, v1 = coupled.step(q, v, tau, 1e-3, steps=5)
    assert np.array_equal(q1, coupled.follow(q1)) and np.array_equal(v1, coupled.follow_velocity(v1))
    with pytest.raises(denoc.Error, match="knee follows hip"):
        coupled.forward_dynamics(q[0] + [0, 0.01], v[0], tau[0])
    fall = coupled.simulate(1.0, q=q[0])
    assert np.allclose(fall.q[:, 1], 2 * fall.q[:, 0] + 0.1, atol=1e-15)


def test_configurations_by_name() -> None:
    # oracle: the definition
    arm = denoc.load("planar_3r")
    assert arm.configuration(joint3="90 deg", joint1=0.25).tolist() == [0.25, 0.0, math.pi / 2]
    ready = arm.configuration("ready")
    assert np.array_equal(arm.configuration("ready", joint1=ready[0]), ready)
    assert arm.velocity(joint2="60 rpm") == pytest.approx([0, 2 * math.pi, 0])
    with pytest.raises(denoc.InputError, match='no joint called "joint9"'):
        arm.configuration(joint9=1)
    with pytest.raises(denoc.InputError, match="it has home, ready"):
        arm.configuration("redy")


def test_random_coordinates_are_within_limits_and_closed() -> None:
    # oracle: limits; lengths of quaternions; the closure error of an assembly of what is closed already
    panda = denoc.load("panda_like", base="floating")
    q = panda.random(3, 200)
    assert q.shape == (200, panda.nq) and np.array_equal(panda.random(3, 200), q)
    assert np.all((q >= panda.lower) & (q <= panda.upper))
    assert np.allclose(np.linalg.norm(q[:, 3:7], axis=1), 1)
    fourbar = denoc.load("fourbar")
    assert fourbar.assemble(fourbar.random(5)).distance < 1e-9
    far = denoc.load("one_r").with_parameters({"joints.joint1.limits.lower": 5.0})
    assert np.all(far.random(1, 50) >= 5) and np.all(np.isfinite(far.random(1, 50)))


@pytest.mark.parametrize("name", ["puma", "fourbar", "stewart"])
def test_pickles_and_copies_give_the_same_bits(name: str) -> None:
    # oracle: the model itself
    model = denoc.load(name, gravity=[0, 1, -9])
    q = model.random(1)
    for again in (pickle.loads(pickle.dumps(model)), copy.deepcopy(model)):
        assert type(again) is denoc.Model
        assert np.array_equal(again.gim(q), model.gim(q)) and again.gravity_vector.tolist() == [0, 1, -9]


def test_equal_models_are_equal(urdf: Path, tmp_path: Path) -> None:
    # oracle: what was changed
    import pickle

    arm = denoc.load(urdf)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    copied = elsewhere / urdf.name
    copied.write_text("\n" + urdf.read_text())
    for same in (denoc.load(urdf), pickle.loads(pickle.dumps(arm)), denoc.load(copied), arm.with_parameters({})):
        assert arm == same and not arm != same and hash(arm) == hash(same)
    heavier = arm.with_parameters({"links.tip.mass": 1 + 1e-15})
    for other in (heavier, denoc.load(urdf, gravity=[0, 0, -1.62]), denoc.load(urdf, base="floating"), denoc.load("puma"), "arm"):
        assert arm != other and not arm == other
    assert len({arm, denoc.load(urdf), heavier}) == 2
    with pytest.raises(TypeError):
        arm < heavier  # type: ignore[operator]  # noqa: B015


def test_a_pickle_needs_no_file(urdf: Path) -> None:
    # oracle: the model itself
    pair = denoc.load(urdf, base="floating").with_parameters({"links.rod.mass": 3.0})
    data = pickle.dumps(pair)
    urdf.unlink()
    again = pickle.loads(data)
    q = pair.random(2)
    assert np.array_equal(again.gim(q), pair.gim(q)) and again.mass == 4


def test_parameters_change_a_copy() -> None:
    # oracle: torque of a pendulum is proportional to its mass
    rod = denoc.load("one_r")
    path = f"links.{rod.link_names[0]}.mass"
    heavy = rod.with_parameters({path: 2 * rod.parameters()[path]})
    assert heavy.gravity([0.2]) == pytest.approx(2 * rod.gravity([0.2]))
    with pytest.raises(denoc.InputError, match="did you mean"):
        rod.with_parameters({path.replace("mass", "mas"): 1.0})


def test_what_it_says_of_itself() -> None:
    # oracle: the numbers of the model
    arm = denoc.load("planar_3r")
    assert "planar_3r: 3 links, nq = 3, nv = 3" in str(arm) and "joint2" in str(arm)
    assert repr(denoc.load("fourbar")) == "<denoc.Model 'fourbar': 3 links, nq = 3, nv = 3, 1 closure>"
    page = arm._repr_html_()
    assert "<iframe" in page and "<td style='text-align:left'>joint3</td>" in page and len(page) > 100_000


def test_models_are_immutable_and_know_the_words_of_others() -> None:
    # oracle: the texts of the messages
    arm = denoc.load("puma")
    with pytest.raises(AttributeError, match="immutable"):
        arm.gravity = [0, 0, -1.62]  # type: ignore[assignment, method-assign]
    with pytest.raises(AttributeError, match="called inverse_dynamics here"):
        arm.rnea  # noqa: B018
    with pytest.raises(denoc.InputError, match="there are link1, link2"):
        arm.pose(arm.neutral(), "tcp")


def test_what_floats_is_not_floated_again() -> None:
    # oracle: the texts of the messages
    with pytest.raises(denoc.InputError, match="floats already"):
        denoc.load("quadruped", base="floating")


def test_options_are_checked() -> None:
    # oracle: the texts of the messages
    with pytest.raises(denoc.NotFoundError, match='did you mean "puma"'):
        denoc.load("pumma")
    with pytest.raises(FileNotFoundError, match="there is no such file"):
        denoc.load("nowhere/arm.urdf")
    with pytest.raises(denoc.InputError, match="choose one of fixed, floating"):
        denoc.load("puma", base="flying")  # type: ignore[arg-type]
    with pytest.raises(denoc.ModelError):
        denoc.load("kuka_kr5", strict=True)


def test_a_broken_file_is_shown(tmp_path: Path) -> None:
    # oracle: file and line of the mistake
    path = tmp_path / "bad.urdf"
    path.write_text(URDF.replace('value="2"', 'value="two"'))
    with pytest.raises(denoc.FormatError, match=r"bad\.urdf:3:.*\n.*two"):
        denoc.load(path)
