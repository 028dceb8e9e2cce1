"""Error messages name the part, the number and the rule. Oracle: the texts of the messages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import denoc


@pytest.fixture(scope="module")
def arm() -> denoc.Model:
    return denoc.load("panda_like")


def test_shapes_say_expected_and_found(arm: denoc.Model) -> None:
    zeros = np.zeros(7)
    with pytest.raises(denoc.InputError, match=r"q has shape \(6,\); expected \(7,\) or \(N, 7\)"):
        arm.inverse_dynamics(np.zeros(6), zeros, zeros)
    with pytest.raises(denoc.InputError, match=r"v has shape \(2, 8\); expected \(7,\) or \(N, 7\)"):
        arm.inverse_dynamics(zeros, np.zeros((2, 8)), zeros)
    with pytest.raises(denoc.InputError, match="q has 2 rows, a has 3"):
        arm.inverse_dynamics(np.zeros((2, 7)), zeros, np.zeros((3, 7)))
    with pytest.raises(denoc.InputError, match=r"q has shape \(1, 2, 7\)"):
        arm.gim(np.zeros((1, 2, 7)))
    with pytest.raises(denoc.InputError, match=r"q has shape \(\)"):
        arm.gim(1.0)


def test_unknown_quantities_are_refused_with_the_known_ones(arm: denoc.Model) -> None:
    with pytest.raises(denoc.InputError, match='there is no quantity "p": choose one of q, v, a, tau'):
        arm._configuration(np.zeros(7), {}, "p")


def test_input_errors_are_value_errors(arm: denoc.Model) -> None:
    with pytest.raises(ValueError):
        arm.gim(np.zeros(3))
    assert issubclass(denoc.InputError, denoc.Error)
    assert issubclass(denoc.NotFoundError, FileNotFoundError)
    for kind in (denoc.SingularError, denoc.ModelError, denoc.FormatError, denoc.SimulationError):
        assert issubclass(kind, denoc.Error)


def test_things_that_are_no_numbers(arm: denoc.Model) -> None:
    zeros = np.zeros(7)
    for thing in (None, "abc", {"a": 1}, np.zeros(7, complex), [[1.0], [1.0, 2.0]], ["x"] * 7):
        with pytest.raises(TypeError, match="q must be"):
            arm.inverse_dynamics(thing, zeros, zeros)
    with pytest.raises(TypeError):
        arm.inverse_dynamics(zeros, zeros)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_numbers_that_are_not_finite_name_the_joint(arm: denoc.Model, bad: float) -> None:
    q, zeros = np.zeros(7), np.zeros(7)
    q[3] = bad
    with pytest.raises(denoc.InputError, match="joint4") as caught:
        arm.inverse_dynamics(q, zeros, zeros)
    assert caught.value.code == "state.not-finite"
    batch = np.zeros((5, 7))
    batch[2, 6] = bad
    with pytest.raises(denoc.InputError, match="state 2.*joint7"):
        arm.forward_dynamics(batch, zeros, zeros)


def test_errors_in_a_batch_name_the_state(arm: denoc.Model) -> None:
    batch = np.zeros((50, 7))
    batch[31, 6] = np.nan
    for threads in (1, 2):
        with pytest.raises(denoc.InputError, match="31") as caught:
            arm.forward_dynamics(np.zeros(7), batch, np.zeros(7), threads=threads)
        assert "joint7" in str(caught.value)


def test_singular_robots_name_the_joint() -> None:
    kuka = denoc.load("kuka_kr5")
    zeros = np.zeros(6)
    with pytest.raises(denoc.SingularError, match="joint") as caught:
        kuka.forward_dynamics(zeros, zeros, zeros)
    assert caught.value.joint in kuka.joint_names
    assert caught.value.joint in str(caught.value)
    assert caught.value.code == "dynamics.singular"
    with pytest.raises(denoc.SingularError) as in_batch:
        kuka.forward_dynamics(np.zeros((3, 6)), zeros, zeros)
    assert in_batch.value.joint == caught.value.joint
    # inverse dynamics needs no inertia
    assert kuka.inverse_dynamics(zeros, zeros, zeros).shape == (6,)


def test_unknown_names_say_the_nearest(arm: denoc.Model) -> None:
    with pytest.raises(denoc.NotFoundError, match="panda_like"):
        denoc.load("panda_likes")
    with pytest.raises(denoc.Error, match="joint3"):
        arm.q_index("joint33")
    with pytest.raises(denoc.Error, match="link7"):
        arm.jacobian(np.zeros(7), "link77")
    with pytest.raises(denoc.Error, match="joint4"):
        arm.configuration(joint44=0.1)
    with pytest.raises(denoc.Error, match="link7"):
        arm.inverse_dynamics(np.zeros(7), np.zeros(7), np.zeros(7), {"link77": np.zeros(6)})


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(denoc.NotFoundError, match="nowhere.urdf"):
        denoc.load(str(tmp_path / "nowhere.urdf"))
    broken = tmp_path / "broken.urdf"
    broken.write_text("<robot name='x'>\n  <link name='a'>\n</robot>")
    with pytest.raises(denoc.FormatError, match="broken.urdf:"):
        denoc.load(str(broken))
    with pytest.raises((denoc.Error, TypeError, ValueError), match="fixed.*floating|floating.*fixed"):
        denoc.load("puma", base="flying")


def test_wrong_external_wrenches(arm: denoc.Model) -> None:
    zeros = np.zeros(7)
    with pytest.raises(denoc.InputError, match=r"external has shape \(5,\); expected \(6,\)"):
        arm.inverse_dynamics(zeros, zeros, zeros, {"link7": np.zeros(5)})
    with pytest.raises(denoc.InputError, match="external has 3 rows|rows, external has 3"):
        arm.inverse_dynamics(np.zeros((2, 7)), zeros, zeros, {"link7": np.zeros((3, 6))})


def test_quaternions_that_are_not_unit() -> None:
    robot = denoc.load("quadruped")
    q, zeros = robot.neutral(), np.zeros(robot.nv)
    q[3:7] = [0.0, 0.0, 0.0, 2.0]
    with pytest.raises(denoc.InputError, match="quaternion") as caught:
        robot.inverse_dynamics(q, zeros, zeros)
    assert caught.value.code == "state.quaternion"


def test_threads_must_be_a_positive_number(arm: denoc.Model) -> None:
    batch = np.zeros((4, 7))
    with pytest.raises((denoc.InputError, OverflowError, TypeError)):
        arm.inverse_dynamics(batch, batch, batch, threads=0)
    with pytest.raises((denoc.InputError, OverflowError, TypeError)):
        arm.inverse_dynamics(batch, batch, batch, threads=-1)


@pytest.mark.parametrize(
    ("call", "meant"),
    [
        (lambda: denoc.load("pumma"), "puma"),
        (lambda: denoc.load("puma", base="floatin"), "floating"),  # type: ignore[arg-type]
        (lambda: denoc.load("puma", mimic="enfroced"), "enforced"),  # type: ignore[arg-type]
        (lambda: denoc.load("puma").configuration("hom"), "home"),
        (lambda: denoc.load("puma").configuration(jiont1=1.0), "joint1"),
        (lambda: denoc.load("puma").pose(np.zeros(6), "lnik6"), "link6"),
        (lambda: denoc.load("puma").bias(np.zeros(6), np.zeros(6), on_failure="rasie"), "raise"),  # type: ignore[call-overload]
        (lambda: denoc.load("one_r").simulate(0.1, integrator="dop85"), "dop853"),
        (lambda: denoc.load("puma").simulate(0.1, controller="computed-torqe"), "computed-torque"),
        (lambda: denoc.load("one_r").simulate(0.1).column("total enrgy"), "total energy"),
    ],
)
def test_misspelt_words_get_a_suggestion(call: Callable[[], object], meant: str) -> None:
    with pytest.raises(denoc.Error, match=f'did you mean "{meant}"'):
        call()
