"""The algorithms that are compared: the same quantity by denoc, by pin in Python and by Pinocchio in C++."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pinocchio as pin

import denoc


@dataclass(frozen=True)
class Case:
    """One algorithm. ``inputs`` are letters of q, v, a and t (joint forces)."""

    name: str
    inputs: str
    #: denoc, one state or a batch.
    ours: Callable[..., Any]
    #: pin, one state.
    theirs: Callable[..., Any]
    #: Names in C++; of several the faster counts.
    cpp: Sequence[str]
    #: Numbers of one state of a denoc result, as pin and the C++ program order them.
    numbers: Callable[[Any], np.ndarray]
    #: Numbers of the result of ``theirs``, alike.
    their_numbers: Callable[[Any], np.ndarray]
    #: Numbers that denoc writes for one state.
    width: int
    #: Whether the function takes an array for its result.
    takes_out: bool = True


def cases(model: denoc.Model, order: denoc.interop.Order, peer: Any, data: Any) -> list[Case]:
    """All of them, for a robot with a fixed base: there orders of joints are all that differs."""
    nv = model.nv
    places = [int(i) for i in order.v_to(model.neutral(), np.arange(nv))]
    link = last_link(model, peer)
    joint, aligned = peer.njoints - 1, pin.ReferenceFrame.LOCAL_WORLD_ALIGNED

    def jacobian(q: np.ndarray) -> Any:
        pin.computeJointJacobians(peer, data, q)
        return pin.getJointJacobian(peer, data, joint, aligned)

    def pose(q: np.ndarray) -> Any:
        pin.forwardKinematics(peer, data, q)
        return data.oMi[joint].homogeneous

    def energy(q: np.ndarray, v: np.ndarray) -> Any:
        return pin.computeKineticEnergy(peer, data, q, v), pin.computePotentialEnergy(peer, data)

    def acceleration(q: np.ndarray, v: np.ndarray, a: np.ndarray) -> Any:
        pin.forwardKinematics(peer, data, q, v, a)
        return pin.getClassicalAcceleration(peer, data, joint, aligned).vector

    def hessian(q: np.ndarray) -> Any:
        pin.computeJointJacobians(peer, data, q)
        pin.computeJointKinematicHessians(peer, data, q)
        return pin.getJointKinematicHessian(peer, data, joint, aligned)

    def call(function: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *state: function(peer, data, *state)

    def vector(tau: Any) -> np.ndarray:
        return np.asarray(tau)[places]

    def matrices(*all_of_them: Any) -> np.ndarray:
        return np.concatenate([np.asarray(one)[np.ix_(places, places)].ravel() for one in all_of_them])

    def linear_first(jacobian: Any) -> np.ndarray:
        return np.roll(np.asarray(jacobian)[:, places], 3, axis=0).ravel()

    def frame(pose: Any) -> np.ndarray:
        return np.concatenate([np.asarray(pose)[:3, :3].ravel(), np.asarray(pose)[:3, 3]])

    def symmetric(matrix: Any) -> np.ndarray:
        upper = np.triu(matrix)
        return np.asarray(upper + np.triu(upper, 1).T)

    def derivatives(three: Any) -> np.ndarray:
        return np.concatenate([three[0].ravel(), three[1].ravel(), symmetric(three[2]).ravel()])

    # the columns of links that joints of pin move, in its order
    moved = [model.joint_names.index(name) for name in list(peer.names)[1:]]
    columns = [10 * link_at + k for link_at in moved for k in range(10)]

    plain = np.array
    return [
        Case("inverse_dynamics", "qva", model.inverse_dynamics, call(pin.rnea), ["rnea"], vector, plain, nv),
        Case("forward_dynamics", "qvt", model.forward_dynamics, call(pin.aba), ["aba-local", "aba-world"], vector, plain, nv),
        Case(
            "gim", "q", model.gim, call(pin.crba), ["crba-local", "crba-world"],
            matrices, lambda m: symmetric(m).ravel(), nv * nv,
        ),
        Case("bias", "qv", model.bias, call(pin.nonLinearEffects), ["bias"], vector, plain, nv),
        Case("gravity", "q", model.gravity, call(pin.computeGeneralizedGravity), ["gravity"], vector, plain, nv),
        Case(
            "inverse_dynamics_derivatives", "qva", model.inverse_dynamics_derivatives, call(pin.computeRNEADerivatives),
            ["rnea-derivatives"], lambda three: matrices(*three), derivatives, 3 * nv * nv, takes_out=False,
        ),
        Case(
            "forward_dynamics_derivatives", "qvt", model.forward_dynamics_derivatives, call(pin.computeABADerivatives),
            ["aba-derivatives"], lambda three: matrices(*three), derivatives, 3 * nv * nv, takes_out=False,
        ),
        Case(
            "jacobian", "q", lambda q, **how: model.jacobian(q, link, **how), jacobian, ["jacobian"],
            linear_first, lambda j: np.asarray(j).ravel(), 6 * nv,
        ),
        Case(
            "pose", "q", lambda q, **how: model.pose(q, link, **how), pose, ["fk"],
            frame, frame, 16,
        ),
        Case("center_of_mass", "q", model.center_of_mass, call(pin.centerOfMass), ["com"], plain, plain, 3),
        Case(
            "com_jacobian", "q", model.com_jacobian, call(pin.jacobianCenterOfMass), [],
            lambda j: np.asarray(j)[:, places].ravel(), np.ravel, 3 * nv,
        ),
        Case(
            "centroidal_momentum_matrix", "q", model.centroidal_momentum_matrix, call(pin.computeCentroidalMap), [],
            linear_first, np.ravel, 6 * nv,
        ),
        Case(
            "frame_acceleration", "qva", lambda q, v, a, **how: model.frame_acceleration(q, v, a, link, **how), acceleration, [],
            lambda six: np.roll(six, 3), plain, 6,
        ),
        Case(
            "kinematic_hessian", "q", lambda q, **how: model.kinematic_hessian(q, link, **how), hessian, [],
            lambda h: np.roll(np.asarray(h)[:, places][:, :, places], 3, axis=0).ravel(),
            # the memory of an Eigen tensor, columns first, which pin shows as rows first
            lambda h: h.ravel().reshape(h.shape, order="F").ravel(), 6 * nv * nv,
        ),
        Case(
            "regressor", "qva", model.regressor, call(pin.computeJointTorqueRegressor), [],
            lambda y: np.asarray(y)[places][:, columns].ravel(), np.ravel, 10 * nv * len(model.link_names),
        ),
        Case("energy", "qv", model.energy, energy, ["energy"], plain, plain, 2, takes_out=False),
    ]


def last_link(model: denoc.Model, peer: Any) -> str:
    """The link that Pinocchio's last joint moves."""
    last = [frame for frame in peer.frames if frame.type == pin.FrameType.BODY and frame.parentJoint == peer.njoints - 1]
    return next(str(frame.name) for frame in last if np.allclose(frame.placement.homogeneous, np.eye(4)))
