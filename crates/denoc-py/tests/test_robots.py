"""All robot files of example-robot-data and of packages with MuJoCo models: loaded, or refused for a reason that its author would accept.

Oracles: the table below; for the SDF files (Cassie) Pinocchio, given the same links and joints by a transcription of the format.
"""

from __future__ import annotations

import time
import warnings
import xml.etree.ElementTree as ElementTree
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import denoc
from conftest import assert_close, robots

#: The code of the error, and what its message must contain.
REFUSED = {
    "ur_description/urdf/ur3.urdf": ("format.no-links", "the robot has no links"),
    "romeo_description/urdf/romeo_laas_small.urdf": ("model.negative-moment", "-2.1347e-2"),
}

#: Robots that have something special, and what a note or a warning says about it.
REPAIRED = {
    "tiago_description/robots/tiago.urdf": "taken as zero, since it is negligible",
    "hector_description/robots/quadrotor_base.urdf": 'no joint moves link "base_link": it is fixed to the world',
    "cassie_description/robots/cassie.sdf": "a gearbox, is read as a coupling",
}

#: Number of coordinates of the spanning tree and of closures.
SIZES = {
    "cassie_description/robots/cassie.sdf": 16,
    "cassie_description/robots/cassie_v2.sdf": 4,
    "cassie_description/robots/cassie_reduced.sdf": 4,
    "cassie_description/robots/cassie_simple.sdf": 4,
    "cassie_description/robots/cassie_wo_gearbox_spring.sdf": 4,
}

#: A file takes less than this, s; loading is measured in tests of other builds, too.
SLOWEST = 20.0


def files(ending: str) -> list[str]:
    """All robot files of example-robot-data with this ending; a prominent warning if they are not there."""
    try:
        folder = robots()
    except pytest.skip.Exception:
        warnings.warn("THE FILES OF example-robot-data ARE NOT READ: pip install pin example-robot-data", stacklevel=1)
        raise
    return sorted(str(file.relative_to(folder)) for file in folder.rglob(f"*.{ending}"))


@pytest.mark.parametrize(("ending", "count"), [("urdf", 69), ("sdf", 5)])
def test_every_robot_file_loads_or_is_refused_for_a_reason(ending: str, count: int) -> None:
    wrong = []
    names = files(ending)
    assert len(names) == count
    for name in names:
        expected = REFUSED.get(name)
        start = time.perf_counter()
        try:
            model = denoc.load(robots() / name)
        except denoc.Error as error:
            if expected is None or error.code != expected[0] or expected[1] not in str(error):
                wrong.append(f"{name}: refused: {error.code}: {error}")
            continue
        seconds = time.perf_counter() - start
        if expected is not None or seconds > SLOWEST:
            wrong.append(f"{name}: loaded in {seconds:.1f} s, expected {expected or 'less'}")
        remarks = [*model.notes, *model.warnings]
        if REPAIRED.get(name, "") not in "\n".join(remarks):
            wrong.append(f"{name}: {remarks}")
        if any("not found" in remark for remark in remarks):
            wrong.append(f"{name}: meshes are missing")
        if len(model.closure_names) != SIZES.get(name, len(model.closure_names)):
            wrong.append(f"{name}: {len(model.closure_names)} closures")
        # numbers come out
        q, zeros = model.neutral(), np.zeros(model.nv)
        if not model.closure_names and not np.isfinite(model.inverse_dynamics(q, zeros, zeros)).all():
            wrong.append(f"{name}: inverse dynamics is not finite")
    assert not wrong, "\n".join(wrong)


def test_models_of_mujoco_packages_load() -> None:
    """20 of them; ``test_mjcf.py`` compares them with MuJoCo and lists the reasons for refusals."""
    loaded = 0
    for package in ("gymnasium", "dm_control"):
        spec = find_spec(package)
        if spec is None or not spec.submodule_search_locations:
            warnings.warn(f"THE MODELS OF {package} ARE NOT READ: pip install {package}", stacklevel=1)
            pytest.skip(f"needs pip install {package}")
        for file in sorted(Path(next(iter(spec.submodule_search_locations))).rglob("*.xml")):
            try:
                loaded += denoc.load(file).nv > 0
            except denoc.Error as error:
                assert error.code.startswith(("format.", "model.")), f"{file}: {error}"
    assert loaded >= 20


def pose(element: Any) -> np.ndarray:
    """The 4×4 matrix of the ``<pose>`` of an element."""
    x, y, z, roll, pitch, yaw = (float(number) for number in (element.findtext("pose") or "0 0 0 0 0 0").split())
    turns = []
    for axis, angle in ((2, yaw), (1, pitch), (0, roll)):
        i, j = (axis + 1) % 3, (axis + 2) % 3
        turn = np.eye(3)
        turn[i, i] = turn[j, j] = np.cos(angle)
        turn[j, i] = np.sin(angle)
        turn[i, j] = -np.sin(angle)
        turns.append(turn)
    matrix = np.eye(4)
    matrix[:3, :3] = turns[0] @ turns[1] @ turns[2]
    matrix[:3, 3] = x, y, z
    return matrix


def transcription(file: Path, model: denoc.Model) -> tuple[Any, list[int]]:
    """Pinocchio's model of the spanning tree that denoc chose: the same joints in the same order, from the text of the SDF file.

    Also the ball joints that lead from their child to their parent.
    """
    pin = pytest.importorskip("pinocchio")
    root = ElementTree.parse(file).getroot().find("model")
    assert root is not None
    links = {link.get("name"): link for link in root.findall("link")}
    joints = {joint.get("name"): joint for joint in root.findall("joint")}
    built, backwards = pin.Model(), []
    number = {model.ground_name: 0}
    # of the joint that moves the link, in the model
    frame = {model.ground_name: pose(links[model.ground_name]) if model.ground_name in links else np.eye(4)}
    inertia = ("ixx", "ixy", "iyy", "ixz", "iyz", "izz")
    for name in model.joint_names:
        joint = joints[name]
        ends = [joint.findtext("parent"), joint.findtext("child")]
        forward = ends[1] not in number
        inner, outer = ends if forward else ends[::-1]
        here = pose(links[ends[1]]) @ pose(joint)
        if joint.get("type") == "ball":
            kind = pin.JointModelSpherical()
        else:
            axis = np.array([float(number) for number in joint.findtext("axis/xyz").split()])
            if joint.findtext("axis/use_parent_model_frame") == "1":
                axis = here[:3, :3].T @ axis
            axis = (1 if forward else -1) * axis / np.linalg.norm(axis)
            slides = joint.get("type") == "prismatic"
            kind = pin.JointModelPrismaticUnaligned(*axis) if slides else pin.JointModelRevoluteUnaligned(*axis)
        placement = pin.SE3(np.linalg.inv(frame[inner]) @ here)
        number[outer] = built.addJoint(number[inner], kind, placement, name)
        if joint.get("type") == "ball" and not forward:
            backwards.append(number[outer])
        frame[outer] = here
        link = links[outer]
        centre = np.linalg.inv(here) @ pose(link) @ pose(link.find("inertial"))
        xx, xy, yy, xz, yz, zz = (float(link.findtext(f"inertial/inertia/{key}")) for key in inertia)
        body = pin.Inertia(
            float(link.findtext("inertial/mass")), np.zeros(3), np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        )
        built.appendBodyToJoint(number[outer], body, pin.SE3(centre))
    return built, backwards


@pytest.mark.parametrize("file", SIZES)
def test_cassie_is_that_of_its_file(file: str) -> None:
    pin = pytest.importorskip("pinocchio")
    path = robots() / file
    model = denoc.load(path)
    peer, backwards = transcription(path, model)
    assert (peer.nq, peer.nv) == (model.nq, model.nv)
    data = peer.createData()
    # the loops need not be closed
    for q in np.random.default_rng(1).uniform(-1.0, 1.0, (5, model.nq)):
        q = pin.normalize(peer, q)
        theirs, change = q.copy(), np.eye(model.nv)
        for joint in backwards:
            # the rotation of the parent in the child, and its speeds in axes of the other link
            i, k = peer.idx_qs[joint], peer.idx_vs[joint]
            change[k : k + 3, k : k + 3] = -pin.Quaternion(q[i : i + 4]).toRotationMatrix()
            theirs[i : i + 3] *= -1
        expected = change.T @ pin.crba(peer, data, theirs) @ change
        assert_close(model.gim(q).ravel(), expected.ravel(), 1e-11, file, scale=np.abs(expected).max())
