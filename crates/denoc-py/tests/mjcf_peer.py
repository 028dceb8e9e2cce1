"""Compares how denoc and MuJoCo read MJCF files: accelerations at random states without constraints (``qacc_smooth``).

    python crates/denoc-py/tests/mjcf_peer.py robot.xml …

What denoc leaves out, with a note, is taken out of MuJoCo's model as well; everything else must agree. Forces are those of
actuators without control, springs, dampers, friction and gravity, and random joint forces.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import mujoco
import numpy as np

import denoc

#: States of each file.
STATES = 10


class Comparison(NamedTuple):
    """How denoc and MuJoCo read a file."""

    verdict: str
    """``compared``, ``refused`` by denoc, or ``unreadable`` for MuJoCo."""
    error: float
    """Largest error of the accelerations of a state, relative to the largest of them."""
    notes: list[str]
    """What denoc noted; the reason, if one of them does not read the file."""


def _kind(model: Any, kind: int) -> np.ndarray:
    """The dofs of joints of a kind."""
    return np.isin(np.asarray(model.dof_jntid), np.flatnonzero(np.asarray(model.jnt_type) == kind))


def _zero(*names: str) -> Callable[[Any], None]:
    def change(model: Any) -> None:
        for name in names:
            getattr(model, name)[:] = 0.0

    return change


def _no_fluid(model: Any) -> None:
    model.opt.density, model.opt.viscosity = 0.0, 0.0


def _no_actuation(model: Any) -> None:
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_ACTUATION


def _no_actuators(model: Any) -> None:
    _no_actuation(model)
    joint = np.asarray(model.actuator_trntype) == mujoco.mjtTrn.mjTRN_JOINT
    muscle = np.asarray(model.actuator_gaintype) == mujoco.mjtGain.mjGAIN_MUSCLE
    for values in (model.actuator_armature, model.actuator_damping, model.actuator_dampingpoly):
        values[~joint | muscle] = 0.0


def _free(name: str) -> Callable[[Any], None]:
    def change(model: Any) -> None:
        free = mujoco.mjtJoint.mjJNT_FREE
        values = getattr(model, name)
        values[np.asarray(model.jnt_type) == free if name.startswith("jnt") else _kind(model, free)] = 0.0

    return change


#: What a note of denoc takes out of a compiled model of MuJoCo.
LEFT_OUT: dict[str, Callable[[Any], None]] = {
    "gravcomp is ignored": _zero("body_gravcomp"),
    "<tendon> is ignored": _zero(
        "tendon_stiffness", "tendon_stiffnesspoly", "tendon_damping", "tendon_dampingpoly", "tendon_armature"
    ),
    "density=": _no_fluid,
    "viscosity=": _no_fluid,
    "the nonlinear part of its stiffness": _zero("jnt_stiffnesspoly"),
    "the nonlinear part of its damping": _zero("dof_dampingpoly"),
    "the nonlinear part of the damping": _zero("actuator_dampingpoly"),
    "the armature of a free joint": _free("dof_armature"),
    "the armature of an actuator on a free joint": _zero("actuator_armature"),
    "the spring of a free joint": _free("jnt_stiffness"),
    "the frictionloss of a free joint": _free("dof_frictionloss"),
    "the gains of": _no_actuation,
    "that does not act on a joint is ignored": _no_actuators,
    "<muscle> is ignored": _no_actuators,
    "<adhesion> is ignored": _no_actuators,
}


def compiled(file: Path, notes: list[str]) -> Any:
    """MuJoCo's model of a file, without constraints and without what the notes say."""
    spec = mujoco.MjSpec.from_file(str(file))
    for joint in spec.joints:
        if any("align is ignored" in note for note in notes):
            joint.align = False
        if any("springdamper is ignored" in note for note in notes):
            joint.springdamper = [0.0, 0.0]
    model = spec.compile()
    disabled = model.opt.disableflags
    dry = not disabled & (mujoco.mjtDisableBit.mjDSBL_CONSTRAINT | mujoco.mjtDisableBit.mjDSBL_FRICTIONLOSS)
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT | mujoco.mjtDisableBit.mjDSBL_CONTACT
    for text, change in LEFT_OUT.items():
        if any(text in note for note in notes):
            change(model)
    if not dry:
        model.dof_frictionloss[:] = 0.0
    return model


def order_of(ours: denoc.Model, theirs: Any) -> Any:
    """The conversion between the states of both. Both number joints depth first, in the order of the file."""
    names = [name for name in ours.joint_names if ours.v_index(name).stop > ours.v_index(name).start]
    if len(names) != theirs.njnt:
        raise AssertionError(f"denoc has {len(names)} joints, MuJoCo {theirs.njnt}")
    for i, name in enumerate(names):
        if theirs.joint(i).name not in ("", name):
            raise AssertionError(f'joint {i} is "{name}", in MuJoCo "{theirs.joint(i).name}"')
    return denoc.interop.mujoco(ours, joint_names=names)


def accelerations(ours: denoc.Model, q: np.ndarray, v: np.ndarray, tau: np.ndarray) -> np.ndarray:
    """Of the tree, without closures, with joint springs and friction."""
    if not ours.closure_names:
        return np.asarray(ours.forward_dynamics(q, v, tau, joint_forces=True))
    forces = tau + ours.joint_forces(q, v) - ours.bias(q, v)
    return np.linalg.solve(ours.gim(q), forces[..., None])[..., 0]


def compare(file: Path, peer_file: Path | None = None, states: int = STATES) -> Comparison:
    """Compares the accelerations of both at random states; MuJoCo reads ``peer_file`` if there is one."""
    # MuJoCo's compiler must accept the file first
    try:
        mujoco.MjSpec.from_file(str(file)).compile()
    except ValueError as error:
        return Comparison("unreadable", np.nan, [" ".join(str(error).split())])
    try:
        ours = denoc.load(str(file))
    except denoc.Error as error:
        return Comparison("refused", np.nan, [" ".join(str(error).split())])
    notes = [str(note) for note in ours.notes]
    theirs = compiled(peer_file or file, notes)
    data = mujoco.MjData(theirs)
    order = order_of(ours, theirs)
    rng = np.random.default_rng(7)
    worst = 0.0
    for _ in range(states if theirs.nv else 0):
        mujoco.mj_integratePos(theirs, data.qpos, rng.uniform(-1.0, 1.0, theirs.nv), 1.0)
        data.qvel, force = rng.uniform(-2.0, 2.0, (2, theirs.nv))
        # dry friction is a constraint there, a force here
        data.qfrc_applied = force - np.asarray(theirs.dof_frictionloss) * np.sign(data.qvel)
        mujoco.mj_forward(theirs, data)
        expected = np.asarray(data.qacc_smooth)
        q, v = order.q_from(data.qpos), order.v_from(data.qpos, data.qvel)
        found = order.a_to(q, v, accelerations(ours, q, v, order.tau_from(data.qpos, force)))
        worst = max(worst, float(np.abs(found - expected).max() / np.abs(expected).max()))
    return Comparison("compared", worst, notes)


def compare_variant(variant: dict[str, Any]) -> Comparison:
    """As :func:`compare`, for a model of mjcf_variants.json."""
    with tempfile.TemporaryDirectory() as folder:
        texts = {"model.xml": variant["xml"], "peer.xml": variant["same_as"] or variant["xml"], **variant["files"]}
        for name, content in texts.items():
            (Path(folder) / name).parent.mkdir(exist_ok=True)
            (Path(folder) / name).write_text(content)
        return compare(Path(folder) / "model.xml", Path(folder) / "peer.xml")


def main(files: list[str]) -> int:
    """Prints a line for each file, and its notes."""
    worst = 0.0
    for file in files:
        found = compare(Path(file))
        worst = max(worst, 0.0 if found.verdict != "compared" else found.error)
        print(f"{file}: {found.verdict}" + (f", {found.error:.1e}" if found.verdict == "compared" else ""))
        for note in found.notes:
            print(f"    {note}")
    return int(worst > 1e-9)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
