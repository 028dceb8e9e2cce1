"""The conventions of Pinocchio, MuJoCo and Drake."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from ..errors import InputError
from .free import Free
from .match import Joint, PeerJoint, make_order
from .order import Order
from .parts import Circle, Part, PlanarCircle, RollPitchYaw, Same, ScalarFirst

if TYPE_CHECKING:
    from ..model import Model


def pinocchio(
    model: Model, peer: Any = None, *, joint_names: Sequence[str] | None = None, continuous: Collection[str] = ()
) -> Order:
    """Conversion to and from a ``pinocchio.Model`` of the same robot, or from its joint names in order.

    Pinocchio puts the linear part of a floating-base twist first, represents continuous joints by cosine and sine (with
    ``joint_names``, list them in ``continuous``), and uses speeds along link axes for planar joints. Its
    six-vectors (momentum, rows of Jacobians) have the linear part first.

    >>> import denoc
    >>> arm = denoc.load("planar_3r")
    >>> order = denoc.interop.pinocchio(arm, joint_names=["joint3", "joint1", "joint2"])
    >>> order.q_to([0.1, 0.2, 0.3]).tolist()
    [0.3, 0.1, 0.2]
    """
    free = Free("last, xyzw", angular="body", linear="body", angular_first=False)

    def describe(joint: Joint, there: PeerJoint) -> tuple[Part, int]:
        match joint.kind:
            case "free":
                return free, 7
            case "planar":
                return PlanarCircle(), 4
            case "revolute" if there.nq == 2 or there.name in continuous:
                return Circle(), 2
            case _:
                return Same(), joint.nq

    if peer is not None:
        joints = [PeerJoint(name, joint.nq, joint.nv) for name, joint in zip(peer.names, peer.joints)]
        return make_order("Pinocchio", model, [joint for joint in joints[1:] if joint.nv], describe)
    return make_order("Pinocchio", model, _named("a pinocchio.Model or joint_names", joint_names), describe)


def mujoco(model: Model, peer: Any = None, *, joint_names: Sequence[str] | None = None) -> Order:
    """Conversion to and from a ``mujoco.MjModel`` of the same robot, or from its joint names in order.

    MuJoCo puts w first in quaternions; the speeds of a floating base are the linear velocity in world axes, then the
    angular velocity in base axes.

    >>> import denoc
    >>> quadruped = denoc.load("quadruped")
    >>> order = denoc.interop.mujoco(quadruped, joint_names=quadruped.joint_names)
    >>> order.q_to(quadruped.neutral())[3:7].tolist()
    [1.0, 0.0, 0.0, 0.0]
    """
    free = Free("last, wxyz", angular="body", linear="world", angular_first=False)

    def describe(joint: Joint, _: PeerJoint) -> tuple[Part, int]:
        match joint.kind:
            case "free":
                return free, 7
            case "spherical":
                return ScalarFirst(), 4
            case _:
                return Same(), joint.nq

    if peer is not None:
        # free, ball, slide, hinge
        sizes = [(7, 6), (4, 3), (1, 1), (1, 1)]
        joints = [PeerJoint(peer.joint(i).name, *sizes[int(peer.jnt_type[i])]) for i in range(peer.njnt)]
        return make_order("MuJoCo", model, joints, describe)
    return make_order("MuJoCo", model, _named("a mujoco.MjModel or joint_names", joint_names), describe)


def drake(model: Model, *, joint_names: Sequence[str]) -> Order:
    """Conversion to and from Drake, by the names of the moving joints of a ``MultibodyPlant`` in order.

    The order is that of ``joint.position_start()``. Drake represents a floating base as ``[qw, qx, qy, qz, x, y, z]`` with
    the velocity of its origin in world axes, angular part first, and ball joints by roll, pitch and yaw with the angular
    velocity in parent axes.

    >>> import denoc
    >>> quadruped = denoc.load("quadruped")
    >>> order = denoc.interop.drake(quadruped, joint_names=quadruped.joint_names)
    >>> order.q_to(quadruped.neutral())[:4].tolist()
    [1.0, 0.0, 0.0, 0.0]
    """
    free = Free("first, wxyz", angular="world", linear="world", angular_first=True)

    def describe(joint: Joint, _: PeerJoint) -> tuple[Part, int]:
        match joint.kind:
            case "free":
                return free, 7
            case "spherical":
                return RollPitchYaw(), 3
            case _:
                return Same(), joint.nq

    return make_order("Drake", model, _named("joint_names", joint_names), describe)


def _named(needed: str, names: Sequence[str] | None) -> list[PeerJoint]:
    if names is None or isinstance(names, str):
        raise InputError(f"give {needed}: a list of the names of the moving joints there", "interop.joints")
    return [PeerJoint(name) for name in names]
