"""Matches the joints of another library with denoc joints of the same name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..errors import InputError
from .order import Order, Pair
from .parts import Part

if TYPE_CHECKING:
    from ..model import Model


@dataclass(frozen=True)
class Joint:
    """A denoc joint."""

    name: str
    kind: str
    q: slice
    v: slice

    @property
    def nq(self) -> int:
        """Number of coordinates."""
        return _size(self.q)

    @property
    def nv(self) -> int:
        """Number of speeds."""
        return _size(self.v)


@dataclass(frozen=True)
class PeerJoint:
    """A joint of the other library; the numbers of coordinates and speeds are None if only the name is known."""

    name: str
    nq: int | None = None
    nv: int | None = None


#: Describes how a library represents a denoc joint, and with how many coordinates.
Describe = Callable[[Joint, PeerJoint], tuple[Part, int]]


def make_order(library: str, model: Model, theirs: Sequence[PeerJoint], describe: Describe) -> Order:
    """The order of the joints ``theirs``, whose indices are contiguous."""
    pairs, q, v = [], 0, 0
    for ours, peer in zip(_partners(library, model, [joint.name for joint in theirs]), theirs):
        if ours.kind == "reversed" and ours.nq != ours.nv:
            message = f'joint "{ours.name}" is passed from child to parent; {library} has no such joint'
            raise InputError(message, "interop.joints", ours.name)
        part, nq = describe(ours, peer)
        if peer.nq not in (None, nq) or peer.nv not in (None, ours.nv):
            raise InputError(
                f'joint "{ours.name}" is {ours.kind} here, which {library} writes with {nq} coordinates and '
                f"{ours.nv} speeds; its joint has {peer.nq} and {peer.nv}: the models are not of the same robot",
                "interop.joints",
                ours.name,
            )
        pairs.append(Pair(peer.name, part, ours.q, ours.v, slice(q, q + nq), slice(v, v + ours.nv)))
        q, v = q + nq, v + ours.nv
    return Order(library, model.nq, model.nv, pairs)


def _partners(library: str, model: Model, names: Sequence[str]) -> list[Joint]:
    """The denoc joints in the order of the other library. A floating base is the only unmatched joint on both sides."""
    ours = {
        name: joint
        for name, kind in zip(model.joint_names, model.joint_types)
        if (joint := Joint(name, kind, model.q_index(name), model.v_index(name))).nv > 0
    }
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise InputError(f"joints named twice: {', '.join(twice)}", "interop.joints")
    unknown = [name for name in names if name not in ours]
    missing = [name for name in ours if name not in names]
    if len(unknown) == len(missing) == 1 and ours[missing[0]].kind == "free":
        ours[unknown[0]] = ours[missing[0]]
        unknown, missing = [], []
    if unknown or missing:
        sides = [(f"only {library} has", unknown), (f'only model "{model.name}" has', missing)]
        lists = "; ".join(f"{side} {', '.join(joints)}" for side, joints in sides if joints)
        raise InputError(
            f"the models have different joints: {lists}. Joints are found by name; fixed and locked joints, which have "
            "no speeds, do not count",
            "interop.joints",
        )
    return [ours[name] for name in names]


def _size(places: slice) -> int:
    return int(places.stop - places.start)
