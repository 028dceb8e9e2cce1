"""The mobility report: degrees of freedom, redundant constraints, motors, singular configurations."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from .hashing import hash_of


@dataclass(frozen=True, slots=True)
class IdleFreedom:
    """A motion of single links that moves nothing else, such as the spin of a rod between ball joints.

    >>> import denoc
    >>> [freedom.links for freedom in denoc.load("fourbar").mobility().idle]
    []
    """

    links: list[str]
    """The links that rotate."""
    carried: list[str]
    """Links outside the loops that they carry along."""
    joints: list[str]
    """The joints that move."""

    def __hash__(self) -> int:
        return hash_of(self)


@dataclass(frozen=True, slots=True)
class IndeterminateReaction:
    """A joint whose reaction is indeterminate because constraints are redundant.

    >>> import denoc
    >>> denoc.load("fourbar").mobility().indeterminate[0].forces
    ['z']
    """

    joint: str
    """Name of the joint."""
    moments: list[str]
    """Indeterminate components of the moment, ``"x"``, ``"y"``, ``"z"``, in the axes of the joint's moving frame."""
    forces: list[str]
    """Indeterminate components of the force, in the same axes."""

    def __hash__(self) -> int:
        return hash_of(self)


@dataclass(frozen=True, slots=True)
class Release:
    """One of the constraints to release so that all reactions become determinate and no mobility is added.

    >>> import denoc
    >>> sorted({release.motion for release in denoc.load("fourbar").mobility().releases})
    ['rotation']
    """

    joint: str
    """Name of the joint or closure."""
    motion: Literal["rotation", "translation", "condition"]
    """What to release: a rotation, a translation, or a condition of a closure that is not a joint."""
    axis: Literal["x", "y", "z"] | None
    """Axis of the rotation or translation, in the joint's moving frame; None for a condition."""
    condition: int | None
    """Number of the condition, from 1; None for a rotation or translation."""


@dataclass(frozen=True, slots=True)
class Actuation:
    """Motors compared with degrees of freedom, at generic configurations.

    >>> import denoc
    >>> motors = denoc.load("robot_3rrr").mobility().actuation
    >>> None if motors is None else motors.balance
    'exact'
    """

    joints: list[str]
    """Joints with motors."""
    motors: int
    """Their degrees of freedom together."""
    controlled: int
    """Degrees of freedom of the mechanism that the motors control."""
    uncontrolled: int
    """Degrees of freedom that they do not control, without idle ones."""
    surplus: int
    """Motors beyond those needed."""
    powerless: list[str]
    """Joints with motors that never move."""
    balance: Literal["exact", "under", "over", "both"]
    """``"exact"``: all motions are controlled by just enough motors; ``"under"``: some motion is uncontrolled;
    ``"over"``: motors can work against each other; ``"both"``: some motion is uncontrolled and motors can work against
    each other."""

    def __hash__(self) -> int:
        return hash_of(self)


@dataclass(frozen=True, slots=True)
class Singularities:
    """Singularities of one configuration.

    >>> import denoc
    >>> denoc.load("fourbar").mobility().singularities.any
    False
    """

    any: bool
    """Whether the configuration is singular. Joints at the ends of their strokes do not count."""
    constraint: int
    """Constraints that lose their independence here: as many additional instantaneous freedoms."""
    actuation: int
    """Degrees of freedom that the motors control elsewhere but not here."""
    loose: list[str]
    """Joints that can move here with all motors locked."""
    dead_points: list[str]
    """Joints with motors whose speed must be zero here although the mechanism moves."""
    at_rest: list[str]
    """Joints at rest here although the mechanism moves: ends of their strokes."""
    smallest_constraint: float | None
    """Smallest singular value of the generically independent constraints relative to the largest; None without loops."""
    smallest_actuation: float | None
    """Smallest singular value of the motor speeds for motions of unit length; None if no motors are listed."""

    def __hash__(self) -> int:
        return hash_of(self)


@dataclass(frozen=True, slots=True)
class FourBar:
    """A planar four-bar linkage.

    >>> import denoc
    >>> denoc.load("fourbar").mobility().four_bars[0].grashof
    'crank-rocker'
    """

    closure: str
    """Name of the joint where the loop is cut."""
    links: tuple[str, str, str, str]
    """Names of its links: one beside the frame, the coupler, the other beside the frame, the frame."""
    lengths: tuple[float, float, float, float]
    """Distances between the hinges of these links, m."""
    grashof: Literal["crank-rocker", "double-crank", "double-rocker", "triple-rocker", "change-point"]
    """Its class by the theorem of Grashof."""
    shortest: str
    """Name of the shortest link."""


@dataclass(frozen=True, slots=True, eq=False)
class Mobility:
    """Mobility of a mechanism, from :meth:`denoc.Model.mobility`. ``print`` it for a report.

    >>> import denoc
    >>> report = denoc.load("fourbar").mobility()
    >>> report.degrees_of_freedom, report.redundant, report.grubler_planar
    (1, 3, 1)
    """

    model: str
    """Name of the mechanism."""
    q: NDArray[np.float64]
    """The closed configuration analysed, ``(nq,)``; rad and m."""
    degrees_of_freedom: int
    """Independent motions at generic configurations of the branch, including idle ones."""
    reachable_coordinates: int
    """Coordinates that these motions reach; more than the degrees of freedom if wheels roll."""
    degrees_of_freedom_at_pose: int
    """Instantaneous degrees of freedom at ``q``."""
    shaky: int
    """Instantaneous freedoms, at generic configurations, that lead to no finite motion."""
    grubler_spatial: int
    """Count of Grübler and Kutzbach in space: 6 (n − 1) − Σ (6 − f)."""
    grubler_planar: int | None
    """The count in the plane, 3 (n − 1) − Σ (3 − f); None unless all links move in parallel planes."""
    speeds: int
    """Number of speeds of the spanning tree, nv."""
    coupled: int
    """Number of joints that follow others by couplings."""
    conditions: int
    """Number of closure constraints."""
    rank: int
    """Number of independent constraints."""
    redundant: int
    """Number of redundant constraints."""
    idle: list[IdleFreedom]
    """Idle degrees of freedom."""
    indeterminate: list[IndeterminateReaction]
    """Joints with indeterminate reactions."""
    releases: list[Release]
    """One choice of constraints to release so that all reactions become determinate."""
    actuation: Actuation | None
    """Motors compared with degrees of freedom; None if the model lists no motors."""
    singularities: Singularities
    """Singularities of ``q``."""
    four_bars: list[FourBar]
    """Planar four-bar linkages."""
    cluster_ranks: list[int]
    """Number of independent constraints of each cluster of loops."""
    rank_gap: tuple[float, float]
    """Smallest singular value that counts and largest that does not, relative to the largest: how clear the rank is."""
    text: str = field(repr=False)
    """The report for people."""

    def __str__(self) -> str:
        return self.text
