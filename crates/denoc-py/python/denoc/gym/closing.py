"""Initial states of mechanisms with loops: the nearest configurations and speeds that satisfy closure."""

import numpy as np

from ..errors import InputError, SimulationError
from ..model import Model
from .task import Floats

# rad, m, or fraction of a speed: tolerance for actuated joints that must keep their values
_ROUNDING = 1e-3


def closed_pose(model: Model, q: Floats, what: str, *, exact: bool) -> Floats:
    """The closed configuration nearest to ``q``; actuated joints keep their values if possible.

    With ``exact`` they must. ``what`` is the name of ``q`` in messages.
    """
    held = _motors(model)
    try:
        return model.assemble(q, hold=held).q
    except SimulationError as error:
        first = error
    try:
        nearest = model.assemble(q).q
    except SimulationError as error:
        raise InputError(f"{what}: {error}", "gym.loops") from error
    if exact and (np.abs(model.difference(q, nearest)[_places(model, held)]) > _ROUNDING).any():
        raise InputError(
            f"{what}: no pose closes the loops of {model.name} with the motors where they are given "
            f"({', '.join(held)}); the nearest pose that does is {np.round(nearest, 4).tolist()}",
            "gym.loops",
        ) from first
    return nearest


def projected_speeds(model: Model, q: Floats, v: Floats, what: str, *, exact: bool) -> Floats:
    """The speeds nearest to ``v`` that satisfy closure at ``q``; actuated joints keep theirs if possible."""
    if not v.any():
        return v
    held = _motors(model)
    try:
        return model.project_velocity(q, v, hold=held)
    except (InputError, SimulationError) as error:
        first = error
    nearest = model.project_velocity(q, v)
    if exact and (np.abs(nearest - v)[_places(model, held)] > _ROUNDING * np.abs(v).max()).any():
        raise InputError(
            f"{what}: the loops of {model.name} do not allow the speeds given for the motors ({', '.join(held)}); the "
            f"nearest speeds that they allow are {np.round(nearest, 4).tolist()}",
            "gym.loops",
        ) from first
    return nearest


def _motors(model: Model) -> list[str]:
    """The actuated joints; none if all joints are actuated, because loops cannot keep them all."""
    joints = [joint for joint in model.joint_names if model.actuated[model.v_index(joint)].any()]
    return joints if not model.actuated.all() else []


def _places(model: Model, joints: list[str]) -> list[int]:
    """Indices of the speeds of these joints."""
    return [at for joint in joints for at in range(model.nv)[model.v_index(joint)]]
