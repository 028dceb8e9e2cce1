"""Compliant ground under the contact points of a model."""

import numpy as np
import numpy.typing as npt

from ..errors import InputError
from ..model import Model
from .task import Floats


class SoftGround:
    """The plane z = 0 as springs and dampers with smoothed friction, for environments only.

    This is **not** a contact solver: feet penetrate by about their load divided by the stiffness, and a loaded foot creeps
    at a fraction of ``slip_speed`` where a solver would hold it. Only the contact points of the model (spheres) touch the
    ground; links pass through.

    Normal force: stiffness times depth minus damping times speed, never negative. Friction: opposite to the sliding speed
    s, of magnitude friction · normal force · s / √(s² + slip_speed²).

    >>> import denoc.gym
    >>> model = denoc.load("quadruped")
    >>> ground = denoc.gym.SoftGround(model)
    >>> ground.forces(model.configurations["ready"], np.zeros(model.nv)).shape[2]
    3
    """

    def __init__(
        self,
        model: Model,
        *,
        stiffness: float = 25e3,
        damping: float = 500.0,
        friction: float = 0.8,
        slip_speed: float = 0.01,
    ) -> None:
        """Contact parameters: N/m, N s/m, and the speed in m/s at which friction reaches 71 % of sliding friction."""
        if not model.contacts:
            raise InputError(f"{model.name} has no contact points; list them as [[contact]] in its file", "gym.ground")
        if model.is_closed:
            raise InputError(f"{model.name} has loops; SoftGround works for trees only", "gym.ground")
        self._model = model
        self._links = [contact.link for contact in model.contacts]
        self._positions = np.array([contact.position for contact in model.contacts], dtype=np.float64)
        self._radii = np.array([contact.radius for contact in model.contacts], dtype=np.float64)
        self._stiffness, self._damping = stiffness, damping
        self._friction, self._slip_speed = friction, slip_speed

    def forces(self, q: npt.ArrayLike, v: npt.ArrayLike) -> Floats:
        """Current forces of the ground on the contact points, in world axes: (N, contacts, 3)."""
        q, v = np.array(q, dtype=np.float64, ndmin=2), np.array(v, dtype=np.float64, ndmin=2)
        depth, jacobian = self._touch(q)
        speed = _rows(jacobian, v)
        spring, damper = self._springs(depth, speed, 0.0)
        forces: Floats = spring - damper * speed
        return forces

    def step(self, q: Floats, v: Floats, tau: Floats, h: float) -> tuple[Floats, Floats]:
        """States after the time ``h``.

        One step of the linearly implicit Euler method: springs and dampers of the ground are evaluated at the end of the
        step, so stiff contacts remain stable.
        """
        model = self._model
        depth, jacobian = self._touch(q)
        speed = _rows(jacobian, v)
        spring, damper = self._springs(depth, speed, h)
        push = (spring - damper * speed).reshape(len(q), -1)
        weighted = jacobian * damper.reshape(len(q), -1, 1)
        across = jacobian.transpose(0, 2, 1)
        inertia = model.gim(q) + h * (across @ weighted)
        free = tau + model.joint_forces(q, v) - model.bias(q, v)
        load = free + (across @ push[:, :, None])[:, :, 0]
        a = np.linalg.solve(inertia, load[:, :, None])[:, :, 0]
        v = v + h * a
        return model.integrate(q, h * v), v

    def _touch(self, q: Floats) -> tuple[Floats, Floats]:
        """Depths (N, contacts) and Jacobians (N, 3 · contacts, nv) of the lowest points of the contact spheres."""
        poses = np.stack([self._model.pose(q, link) for link in self._links], axis=1)
        jacobians = np.stack([self._model.jacobian(q, link) for link in self._links], axis=1)
        arm = (poses[:, :, :3, :3] @ self._positions[:, :, None])[:, :, :, 0]
        depth = self._radii - poses[:, :, 2, 3] - arm[:, :, 2]
        arm[:, :, 2] -= self._radii
        # the velocity of a point is v + w × arm
        across = np.zeros((*arm.shape, 3))
        for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
            across[:, :, i, j], across[:, :, j, i] = arm[:, :, k], -arm[:, :, k]
        rows = jacobians[:, :, 3:] + across @ jacobians[:, :, :3]
        return depth, rows.reshape(len(q), -1, rows.shape[-1])

    def _springs(self, depth: Floats, speed: Floats, h: float) -> tuple[Floats, Floats]:
        """Static forces and damping coefficients, (N, contacts, 3); ``h``: for the spring within a step."""
        normal = self._damping + h * self._stiffness
        load = np.where(depth > 0.0, np.maximum(self._stiffness * depth - normal * speed[:, :, 2], 0.0), 0.0)
        slip = np.sqrt(speed[:, :, 0] ** 2 + speed[:, :, 1] ** 2 + self._slip_speed**2)
        spring, damper = np.zeros_like(speed), np.zeros_like(speed)
        spring[:, :, 2] = np.where(load > 0.0, self._stiffness * depth, 0.0)
        damper[:, :, 2] = np.where(load > 0.0, normal, 0.0)
        damper[:, :, 0] = damper[:, :, 1] = self._friction * load / slip
        return spring, damper


def _rows(jacobian: Floats, v: Floats) -> Floats:
    """Velocities of the contact points, (N, contacts, 3)."""
    return (jacobian @ v[:, :, None]).reshape(len(v), -1, 3)
