"""Writes mjcf_variants.json: small MJCF models with MuJoCo's accelerations and constraint rows.

Those of this file have one feature each, those of mjcf_interactions.py several that meet.

    pip install mujoco numpy
    python crates/denoc-formats/tests/data/mjcf_variants.py

Each variant is read by denoc from ``xml`` (and ``files`` beside it). ``note`` is part of the note that must be given where
denoc leaves something out; MuJoCo's numbers are then those of ``same_as``, the model without it (of ``xml`` itself if it is
null). States and results are in MuJoCo's conventions: ``qacc`` is ``qacc_smooth`` with ``force`` applied to the joints,
without actuation, constraints and contacts; dry friction, a constraint there and a force here, is added to the applied
forces as -frictionloss sign(qvel). ``equality`` has ``efc_pos`` and ``efc_J`` of each active equality. ``bound`` is for the
largest error of a state, relative to its largest number.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import mjcf_interactions as interactions
import mujoco
import numpy as np

STATES = 2

GEOM_A = '<geom type="capsule" size="0.05 0.2" pos="0.1 0.02 -0.03" euler="20 30 40"/>'
GEOM_B = '<geom type="box" size="0.1 0.2 0.15" pos="0.05 -0.1 0.2"/>'
HINGE_A, HINGE_B = '<joint name="ja" axis="0 1 0.2"/>', '<joint name="jb" axis="1 0.1 0" pos="0.02 0.01 0.03"/>'

# a U of unit width, which is not convex, and a wedge, which is
OUTLINE = [(0, 0), (3, 0), (3, 3), (2, 3), (2, 1), (1, 1), (1, 3), (0, 3)]
FACES = [(0, 1, 4), (0, 4, 5), (1, 2, 3), (1, 3, 4), (0, 5, 6), (0, 6, 7)]


def prism(
    outline: list[tuple[int, int]], faces: list[tuple[int, int, int]]
) -> tuple[list[list[float]], list[list[int]]]:
    """The vertices (exact in single precision, which MuJoCo uses) and triangles of a prism."""
    n = len(outline)
    vertices = [[x / 16, y / 16, z] for z in (0.0, 0.125) for x, y in outline]
    triangles = [[a, c, b] for a, b, c in faces] + [[a + n, b + n, c + n] for a, b, c in faces]
    for i in range(n):
        j = (i + 1) % n
        triangles += [[i, j, j + n], [i, j + n, i + n]]
    return vertices, triangles


U, WEDGE = prism(OUTLINE, FACES), prism([(0, 0), (5, 0), (0, 3)], [(0, 1, 2)])


def flat(rows: list[Any]) -> str:
    return " ".join(f"{x:g}" for row in rows for x in row)


def asset(mesh: tuple[list[list[float]], list[list[int]]], attributes: str = "") -> str:
    return f'<asset><mesh name="m" vertex="{flat(mesh[0])}" face="{flat(mesh[1])}" {attributes}/></asset>'


def obj(mesh: tuple[list[list[float]], list[list[int]]]) -> str:
    lines = [f"v {x:g} {y:g} {z:g}" for x, y, z in mesh[0]] + [
        "f " + " ".join(str(i + 1) for i in face) for face in mesh[1]
    ]
    return "\n".join(lines) + "\n"


def stl(mesh: tuple[list[list[float]], list[list[int]]]) -> str:
    lines = ["solid prism"]
    for face in mesh[1]:
        lines += ["facet normal 0 0 0", "outer loop"]
        lines += ["vertex {:g} {:g} {:g}".format(*mesh[0][i]) for i in face] + ["endloop", "endfacet"]
    return "\n".join([*lines, "endsolid prism"]) + "\n"


def model(
    *,
    head: str = "",
    ja: str = HINGE_A,
    jb: str = HINGE_B,
    a: str = GEOM_A,
    b: str = GEOM_B,
    at_a: str = 'pos="0.1 0.2 0.3" euler="10 20 30"',
    at_b: str = 'pos="0.3 0 0.1" euler="-20 15 5"',
    world: str = "",
    tail: str = "",
) -> str:
    """A chain of two bodies; ``ja`` and ``jb`` are their joints, ``a`` and ``b`` what else is in them."""
    inner = f'<body name="b" {at_b}>{jb}{b}</body>'
    outer = f'<body name="a" {at_a}>{ja}{a}{inner}</body>'
    return f"<mujoco>{head}<worldbody>{world}{outer}</worldbody>{tail}</mujoco>"


VARIANTS: list[dict[str, Any]] = []


def add(
    name: str,
    xml: str,
    *,
    note: str | None = None,
    same_as: str | None = None,
    files: dict[str, str] | None = None,
    bound: float = 1e-9,
) -> None:
    """A variant; ``same_as`` is the model without what the note says."""
    VARIANTS.append({"name": name, "xml": xml, "files": files or {}, "note": note, "same_as": same_as, "bound": bound})


def joints() -> None:
    add("hinges", model())
    for kind in ("hinge", "slide"):
        add(f"{kind} with an axis of length 3", model(jb=f'<joint type="{kind}" axis="1 2 -2" pos="0.1 0.2 -0.1"/>'))
        add(f"{kind} with ref", model(jb=f'<joint type="{kind}" axis="0 1 1" pos="0.1 0 0" ref="0.7"/>'))
        add(
            f"{kind} with ref and springref",
            model(jb=f'<joint type="{kind}" ref="0.7" springref="-0.4" stiffness="30"/>'),
        )
        add(f"{kind} with spring", model(jb=f'<joint type="{kind}" stiffness="25"/>'))
        add(f"{kind} with damping", model(jb=f'<joint type="{kind}" damping="2.5"/>'))
        add(f"{kind} with frictionloss", model(jb=f'<joint type="{kind}" frictionloss="1.5"/>'))
        add(f"{kind} with armature", model(jb=f'<joint type="{kind}" armature="0.4"/>'))
    add("ball", model(jb='<joint type="ball" pos="0.1 0.2 0.05"/>'))
    add(
        "ball with spring, damping and armature",
        model(jb='<joint type="ball" stiffness="12" damping="0.7" armature="0.3"/>'),
    )
    add("ball with frictionloss", model(jb='<joint type="ball" frictionloss="0.6"/>'))
    add(
        "ball in a turned frame",
        model(jb='<frame euler="30 0 10" pos="0.1 0 0"><joint type="ball" pos="0 0.1 0" stiffness="5"/></frame>'),
    )
    add("freejoint", model(ja="<freejoint/>"))
    add("free joint with damping", model(ja='<joint type="free" damping="1.5" pos="1 2 3"/>'))
    add(
        "freejoint without defaults",
        model(head='<default><joint damping="3" armature="1"/></default>', ja="<freejoint/>"),
    )
    add(
        "freejoint in a frame",
        model(
            world='<frame pos="1 0 0" euler="0 30 0"><body name="c"><freejoint/><geom size="0.1" pos="0.3 0 0"/></body></frame>'
        ),
    )
    add(
        "three joints of one body",
        model(
            jb='<joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><joint axis="0 0 1" pos="0.1 0 0"/>'
        ),
    )
    add(
        "slide and ball of one body", model(jb='<joint type="slide" axis="1 0 1"/><joint type="ball" pos="0.1 0 0.2"/>')
    )
    add(
        "hinges with ref of one body",
        model(jb='<joint axis="1 0 0" ref="20" pos="0 0.1 0"/><joint axis="0 1 0" ref="-40" pos="0.1 0 0"/>'),
    )
    add(
        "joints in frames",
        model(
            jb='<frame pos="0.1 0 0" euler="0 90 0"><joint axis="0 0 1" pos="0 0.1 0"/><frame euler="30 0 0"><joint type="slide" axis="0 1 0"/></frame></frame>'
        ),
    )
    add("joints without names", model(ja="<joint/>", jb='<joint axis="0 1 0"/>'))
    add(
        "fixed bodies",
        model(
            jb=HINGE_B,
            b=GEOM_B
            + '<body name="c" pos="0.1 0 0.2" euler="0 0 45"><geom size="0.1"/><body name="d" pos="0 0.2 0"><geom type="box" size="0.1 0.1 0.2"/></body></body>',
        ),
    )
    add(
        "a branch",
        model(
            b=GEOM_B,
            a=GEOM_A + '<body name="c" pos="0 0.3 0"><joint axis="1 0 0"/><geom size="0.1" pos="0.1 0 0"/></body>',
        ),
    )


def orientations() -> None:
    for name, written, head in [
        ("quat of length 2", 'quat="1 1 1 1"', ""),
        ("axisangle", 'axisangle="1 2 3 40"', ""),
        ("xyaxes that are not orthogonal", 'xyaxes="1 1 0 -0.5 1 0.3"', ""),
        ("zaxis", 'zaxis="1 2 -0.5"', ""),
        ("zaxis down", 'zaxis="0 0 -2"', ""),
        ("euler", 'euler="20 -30 40"', ""),
        ("euler XYZ", 'euler="20 -30 40"', '<compiler eulerseq="XYZ"/>'),
        ("euler zyx", 'euler="20 -30 40"', '<compiler eulerseq="zyx"/>'),
        ("euler zxz", 'euler="20 -30 40"', '<compiler eulerseq="zxz"/>'),
        ("euler in radians", 'euler="0.4 -0.3 0.7"', '<compiler angle="radian"/>'),
    ]:
        geom = GEOM_A.replace('euler="20 30 40"', written)
        add(
            f"orientation: {name}",
            model(
                head=head,
                a=geom,
                at_b=f'pos="0.2 0.1 0" {written}',
                b=f'<frame {written} pos="0 0.1 0">{GEOM_B}</frame>',
            ),
        )
    add(
        "angles in radians",
        model(head='<compiler angle="radian"/>', jb='<joint ref="0.3" springref="0.5" stiffness="10"/>'),
    )
    add(
        "two compilers",
        model(head='<compiler angle="radian"/><compiler eulerseq="ZYX"/>', at_b='pos="0.2 0.1 0" euler="0.3 0.4 0.5"'),
    )


def geoms() -> None:
    sizes = {
        "sphere": "0.2",
        "capsule": "0.1 0.2",
        "cylinder": "0.1 0.2",
        "box": "0.1 0.2 0.3",
        "ellipsoid": "0.1 0.2 0.3",
    }
    for kind, size in sizes.items():
        geom = f'<geom type="{kind}" size="{size}" pos="0.1 0.2 0.3" euler="10 20 30"'
        add(f"geom: {kind}", model(b=f"{geom}/>"))
        add(f"geom: {kind} with mass", model(b=f'{geom} mass="2.5" density="7"/>'))
        add(f"geom: shell of a {kind}", model(b=f'{geom} shellinertia="true" density="30"/>'))
        add(f"geom: shell of a {kind} with mass", model(b=f'{geom} shellinertia="true" mass="3"/>'))
        if kind != "sphere":
            ends = f'<geom type="{kind}" size="0.1 0.7" fromto="0.1 0.2 0.3 -0.2 0.1 0.5"/>'
            add(f"geom: {kind} between points", model(b=ends))
    add("geom: between points below each other", model(b='<geom type="box" size="0.1" fromto="0.1 0 0 0.1 0 0.4"/>'))
    add(
        "geom: groups",
        model(
            head='<compiler inertiagrouprange="1 3"/>',
            a='<geom size="0.1" group="1"/>',
            b='<geom size="0.1" group="3" pos="0.1 0 0"/><geom size="0.3"/>',
        ),
    )
    add("geom: without mass", model(b=GEOM_B + '<geom size="0.3" mass="0" pos="1 0 0"/><geom size="0.3" density="0"/>'))
    add("geom: tiny mass", model(b=GEOM_B + '<geom size="0.3" mass="1e-15" pos="1 0 0"/>'))
    add(
        "geom: visual ones have mass",
        model(
            head='<compiler discardvisual="true"/>',
            b=GEOM_B + '<geom size="0.1" contype="0" conaffinity="0" pos="0.5 0 0"/>',
        ),
    )
    add(
        "geom: nested frames",
        model(
            b='<frame pos="0.1 0 0" euler="0 0 30"><frame euler="0 40 0"><geom type="box" size="0.1 0.2 0.3" pos="0 0.1 0"/></frame></frame>'
        ),
    )
    add("geom: planes have no mass", model(world='<geom type="plane" size="1 1 1"/>'))


def meshes() -> None:
    geom = '<geom type="mesh" mesh="m" pos="0.1 0 0.2" euler="10 20 30" density="3000"/>'
    for inertia in ("legacy", "exact", "shell"):
        for name, mesh in (("U", U), ("wedge", WEDGE)):
            add(f"mesh: {inertia} {name}", model(head=asset(mesh, f'inertia="{inertia}"'), b=geom))
    add("mesh: default inertia", model(head=asset(U), b=geom))
    add(
        "mesh: inertia by default class",
        model(head='<default><mesh inertia="exact" scale="2 1 1"/></default>' + asset(U), b=geom),
    )
    add("mesh: with mass", model(head=asset(U), b='<geom type="mesh" mesh="m" mass="4"/>'))
    add("mesh: scaled", model(head=asset(U, 'scale="0.5 2 1.5"'), b=geom))
    add("mesh: mirrored", model(head=asset(U, 'scale="-1 1 1" inertia="exact"'), b=geom))
    add(
        "mesh: moved and turned",
        model(head=asset(U, 'refpos="0.125 0.25 0.5" refquat="1 0 1 0" scale="1 2 3"'), b=geom),
    )
    turned = 'refpos="0.1 0.2 0.3" refquat="1 2 0 1" scale="1 2 3"'
    # MuJoCo diagonalises this inertia to 2e-8 of its size only; mass, mass centre and moments are exact
    add("mesh: turned by any angle", model(head=asset(U, turned), b=geom), bound=1e-7)
    add("mesh: obj file", model(head='<asset><mesh name="m" file="u.obj"/></asset>', b=geom), files={"u.obj": obj(U)})
    add(
        "mesh: file without a name",
        model(head='<asset><mesh file="m.obj"/></asset>', b=geom),
        files={"m.obj": obj(WEDGE)},
    )
    for kind in ("sphere", "capsule", "cylinder", "ellipsoid", "box"):
        fitted = f'<geom type="{kind}" mesh="m" pos="0.1 0 0.2" euler="10 20 30"/>'
        add(f"mesh: fitted {kind}", model(head=asset(U), b=fitted))
    add("mesh: fitted sphere by default", model(head=asset(U), b='<geom mesh="m" fitscale="1.5"/>'))
    add("mesh: fitted shell", model(head=asset(U), b='<geom type="box" mesh="m" shellinertia="true"/>'))
    exact = model(head=asset(U, 'inertia="exact"'), b=geom)
    add("mesh: convex", exact.replace('"exact"', '"convex"'), note="not of its convex hull", same_as=exact)
    add(
        "mesh: not needed",
        model(
            head='<asset><mesh name="m" builtin="sphere" params="1"/></asset>',
            b=geom.replace('density="3000"', 'mass="0"') + GEOM_B,
        ),
    )


def inertials() -> None:
    inertial = '<inertial pos="0.1 0.2 0.3" mass="3" diaginertia="0.1 0.15 0.2"/>'
    full = '<inertial pos="0.1 0 0.2" mass="3" fullinertia="0.1 0.15 0.2 0.01 -0.02 0.03"/>'
    add("inertial: diagonal", model(b=inertial))
    add("inertial: turned", model(b=inertial.replace('mass="3"', 'mass="3" euler="10 20 30"')))
    add("inertial: full", model(b=full))
    add("inertial: in a frame", model(b=f'<frame pos="0.1 0.2 0.3" euler="20 30 40">{inertial}</frame>'))
    add("inertial: full in a frame", model(b=f'<frame pos="0.1 0.2 0.3" euler="20 30 40">{full}</frame>'))
    add(
        "inertial: in nested frames",
        model(b=f'<frame pos="0.1 0.2 0.3"><frame euler="20 30 40">{inertial}</frame></frame>'),
    )
    add("inertial: beside geoms", model(b=inertial + GEOM_B))
    add("inertial: from geoms", model(head='<compiler inertiafromgeom="true"/>', b=inertial + GEOM_B))
    add("inertial: from geoms if there are any", model(head='<compiler inertiafromgeom="true"/>', b=inertial))
    add(
        "inertial: never from geoms",
        model(head='<compiler inertiafromgeom="false"/>', a=full + GEOM_A, b=inertial + GEOM_B),
    )
    add("compiler: boundmass", model(head='<compiler boundmass="60"/>'))
    add("compiler: boundinertia", model(head='<compiler boundinertia="0.4"/>', b=full + GEOM_B))
    add("compiler: bounds of a body without geoms", model(head='<compiler boundmass="2" boundinertia="0.3"/>', b=""))
    add(
        "compiler: balanceinertia",
        model(head='<compiler balanceinertia="true"/>', b=inertial.replace('0.1 0.15 0.2"/>', '0.1 0.15 0.4"/>')),
    )
    static = '<body name="s" pos="1 0 0"><geom size="0.2"/></body>'
    add("compiler: settotalmass", model(head='<compiler settotalmass="7"/>', world=static))
    add(
        "compiler: settotalmass and fusestatic",
        model(
            head='<compiler settotalmass="7" fusestatic="true"/>',
            world=static,
            b=GEOM_B + '<body name="c" pos="0.2 0 0"><geom size="0.2"/></body>',
        ),
    )


def defaults() -> None:
    box = '<geom type="box" size="0.1 0.2 0.3"/>'
    add("default: of all", model(head='<default><geom density="300"/><joint damping="2" armature="0.1"/></default>'))
    add(
        "default: class",
        model(
            head='<default><default class="c"><geom density="300" pos="0.1 0 0"/></default></default>',
            b=box.replace("<geom", '<geom class="c"'),
        ),
    )
    add(
        "default: childclass",
        model(
            head='<default><geom density="300"/><default class="c"><geom mass="2"/><joint damping="3"/></default></default>',
            at_b='pos="0.3 0 0.1" childclass="c"',
        ),
    )
    add(
        "default: nested classes",
        model(
            head='<default><geom density="300"/><default class="c"><geom size="0.1 0.2 0.3"/><default class="d"><geom type="box"/></default></default></default>',
            b='<geom class="d"/>',
        ),
    )
    add(
        "default: class within childclass",
        model(
            head='<default><default class="c"><geom mass="2"/></default><default class="d"><geom mass="5"/></default></default>',
            at_a='childclass="c"',
            b=box.replace("<geom", '<geom class="d"'),
        ),
    )
    add(
        "default: childclass of a frame",
        model(
            head='<default><default class="c"><geom mass="2"/></default></default>',
            b=f'<frame childclass="c" pos="0.1 0 0">{box}</frame>',
        ),
    )
    add(
        "default: class main within childclass",
        model(
            head='<default><geom mass="1"/><default class="c"><geom mass="2"/></default></default>',
            at_b='pos="1 0 0" childclass="c"',
            b=box.replace("<geom", '<geom class="main"'),
        ),
    )
    add(
        "default: part of a size",
        model(
            head='<default><geom size="0.1 0.2 0.3"/></default>',
            b='<geom type="box" size="0.4"/>',
            a='<geom type="capsule" size="0.05"/>',
        ),
    )
    add(
        "default: orientation of another kind",
        model(
            head='<default><geom euler="10 20 30"/></default>',
            a='<geom type="box" size="0.1 0.2 0.3" quat="1 0 1 0" pos="0.1 0 0"/>',
            b='<geom type="box" size="0.1 0.2 0.3" pos="0.1 0 0"/>',
        ),
    )
    add(
        "default: mass before density",
        model(head='<default><geom mass="2"/></default>', b='<geom size="0.1" density="50" pos="0.1 0 0"/>'),
    )
    add(
        "default: two sections",
        model(head='<default><geom density="300"/></default><default><geom mass="2"/></default>'),
    )
    add(
        "default: type and shell",
        model(
            head='<default><geom type="cylinder" size="0.1 0.2" shellinertia="true"/></default>',
            a="<geom/>",
            b='<geom pos="0.1 0 0"/>',
        ),
    )
    add(
        "default: spring",
        model(
            head='<default><joint stiffness="10" springref="20" type="slide"/></default>', jb='<joint stiffness="20"/>'
        ),
    )


def options() -> None:
    springs = dict(
        ja='<joint stiffness="10" damping="2" frictionloss="1"/>', jb='<joint type="ball" stiffness="7" damping="3"/>'
    )
    add("option: gravity", model(head='<option gravity="1 -2 3"/>'))
    add("option: no gravity", model(head='<option><flag gravity="disable"/></option>'))
    for flag in ("spring", "damper", "frictionloss", "constraint"):
        add(f"option: no {flag}", model(head=f'<option><flag {flag}="disable"/></option>', **springs))
    add("option: wind without a medium", model(head='<option wind="1 2 3"/>'))
    add(
        "include: meshes beside the included file",
        model(head='<include file="parts/assets.xml"/>', b='<geom type="mesh" mesh="m" density="3000"/>'),
        files={
            "parts/assets.xml": '<mujocoinclude><asset><mesh file="m.obj"/></asset></mujocoinclude>',
            "parts/m.obj": obj(U),
        },
    )
    add(
        "include: meshes beside the model first",
        model(head='<include file="parts/assets.xml"/>', b='<geom type="mesh" mesh="m" density="3000"/>'),
        files={
            "parts/assets.xml": '<mujocoinclude><asset><mesh file="m.obj"/></asset></mujocoinclude>',
            "parts/m.obj": obj(U),
            "m.obj": obj(WEDGE),
        },
    )
    add(
        "include: sections and bodies",
        model(head='<include file="defaults.xml"/>', b='<include file="inside.xml"/>'),
        files={
            "defaults.xml": '<mujocoinclude><default><geom density="400"/></default><option gravity="0 1 -5"/></mujocoinclude>',
            "inside.xml": '<mujoco><geom size="0.1" pos="0.2 0 0"/><include file="more.xml"/></mujoco>',
            "more.xml": '<mujocoinclude><body name="c" pos="0.1 0.2 0"><joint axis="1 0 0"/><geom size="0.1" pos="0.2 0 0"/></body></mujocoinclude>',
        },
    )


def actuators() -> None:
    def motor(text: str, **more: str) -> str:
        return model(tail=f"<actuator>{text}</actuator>", **more)

    add("actuator: armature", motor('<motor joint="jb" gear="3" armature="0.2"/>'))
    add("actuator: damping", motor('<motor joint="jb" gear="-2" damping="0.7"/>'))
    add(
        "actuator: two of one joint",
        motor(
            '<motor joint="jb" armature="0.2" damping="0.5"/><general joint="jb" gear="2" armature="0.1" damping="1"/>'
        ),
        note="the gains of <general>",
    )
    add(
        "actuator: beside the joint's own",
        motor(
            '<motor joint="jb" gear="2" armature="0.2" damping="1"/>',
            jb='<joint name="jb" armature="0.3" damping="2"/>',
        ),
    )
    add(
        "actuator: by default",
        motor('<motor joint="jb"/>', head='<default><motor gear="3" armature="0.1" damping="0.2"/></default>'),
    )
    add(
        "actuator: by class",
        motor(
            '<motor joint="jb" class="c"/>',
            head='<default><default class="c"><general gear="3" armature="0.1"/></default></default>',
        ),
    )
    add(
        "actuator: on a ball joint",
        motor('<motor joint="jb" gear="2 0 0" armature="0.1" damping="0.4"/>', jb='<joint name="jb" type="ball"/>'),
    )
    add(
        "actuator: damping disabled",
        motor('<motor joint="jb" damping="2" armature="0.1"/>', head='<option><flag damper="disable"/></option>'),
    )
    plain = motor('<motor joint="jb" damping="2"/>')
    add(
        "actuator: nonlinear damping",
        plain.replace('damping="2"', 'damping="2 1 3"'),
        note="the nonlinear part of the damping",
        same_as=plain,
    )
    servo = motor('<position joint="jb" kp="50" armature="0.2" damping="0.3"/>')
    add("actuator: servo", servo, note="the gains of <position>")
    add("actuator: muscle", motor('<muscle joint="jb" force="50" lengthrange="-1 1"/>'), note="<muscle> is ignored")
    site = '<site name="tip" pos="0.1 0.2 0.3"/>'
    add(
        "actuator: at a site",
        motor('<general site="tip" gear="1 2 3" biastype="affine" biasprm="5 0 0"/>', b=GEOM_B + site),
        note="does not act on a joint",
    )


def left_out() -> None:
    add(
        "gravcomp",
        model(at_b='pos="0.3 0 0.1" gravcomp="0.7"'),
        note="gravcomp is ignored",
        same_as=model(at_b='pos="0.3 0 0.1"'),
    )
    tendon = '<tendon><fixed stiffness="20" damping="2" springlength="0"><joint joint="ja" coef="1"/><joint joint="jb" coef="-2"/></fixed></tendon>'
    add("tendon", model(tail=tendon), note="<tendon> is ignored", same_as=model())
    add(
        "fluid density",
        model(head='<option density="1000"/>'),
        note='density="1000" of <option> is ignored',
        same_as=model(),
    )
    add(
        "fluid viscosity",
        model(head='<option viscosity="2"/>'),
        note='viscosity="2" of <option> is ignored',
        same_as=model(),
    )
    for name, note in (
        ("stiffness", "the nonlinear part of its stiffness"),
        ("damping", "the nonlinear part of its damping"),
    ):
        plain = model(jb=f'<joint {name}="20"/>')
        add(f"nonlinear {name}", plain.replace('"20"', '"20 30 40"'), note=note, same_as=plain)
    for name, text in (("springdamper", "0.1 1"), ("springyield", "0.1")):
        add(name, model(jb=f'<joint {name}="{text}"/>'), note=f"{name} is ignored", same_as=model(jb="<joint/>"))
    free = (
        '<mujoco>{}<worldbody><body name="a" pos="1 2 3" euler="10 20 30">{}'
        + GEOM_A
        + GEOM_B
        + "</body></worldbody></mujoco>"
    )
    plain = free.format("", "<freejoint/>")
    add("freejoint align", free.format("", '<freejoint align="true"/>'), note="align is ignored", same_as=plain)
    add(
        "compiler alignfree",
        free.format('<compiler alignfree="true"/>', '<joint type="free"/>'),
        note="align is ignored",
        same_as=plain,
    )
    add("freejoint not aligned", free.format('<compiler alignfree="true"/>', '<freejoint align="false"/>'))
    add("freejoint with a child is not aligned", model(ja='<freejoint align="true"/>'))
    for name, text in (("armature", "0.4"), ("stiffness", "20"), ("frictionloss", "3")):
        word = {"stiffness": "spring"}.get(name, name)
        add(
            f"free joint with {name}",
            free.format("", f'<joint type="free" {name}="{text}"/>'),
            note=f"the {word} of a free joint",
            same_as=plain,
        )
    ball = model(jb='<joint type="ball"/>')
    add(
        "nonlinear spring of a ball joint",
        ball.replace('"ball"', '"ball" stiffness="20 30"'),
        note="the nonlinear part of its stiffness",
        same_as=ball.replace('"ball"', '"ball" stiffness="20"'),
    )
    hfield = '<asset><hfield name="h" nrow="2" ncol="2" size="0.1 0.2 0.3 0.4"/></asset>'
    add(
        "height field",
        model(head=hfield, b=GEOM_B + '<geom type="hfield" hfield="h"/>'),
        note="hfield is omitted, with its mass",
        same_as=model(),
    )


def equalities() -> None:
    def tied(text: str, **more: str) -> str:
        return model(tail=f"<equality>{text}</equality>", **more)

    tip = '<site name="tip" pos="0.1 0.2 0.3" euler="20 30 40"/>'
    eye = '<site name="eye" pos="-0.2 0.1 0.1" euler="-20 10 60"/>'
    rod = '<site name="tip" type="capsule" size="0.01" fromto="0.1 0.2 0.3 0.4 0.1 0.2"/>'
    both = dict(ja='<joint name="ja" type="slide" axis="0 1 0.2" ref="0.3"/>', jb='<joint name="jb" ref="20"/>')
    add("connect to the world", tied('<connect body1="b" anchor="0.1 0.2 0.3"/>'))
    add("connect two bodies", tied('<connect body1="b" body2="a" anchor="0.1 0.2 0.3"/>'))
    add("connect with ref", tied('<connect body1="a" body2="b" anchor="0.1 0.2 0.3"/>', **both))
    add("connect sites", tied('<connect site1="tip" site2="eye"/>', b=GEOM_B + tip, world=eye))
    add("weld to the world", tied('<weld body1="b"/>'))
    add("weld two bodies", tied('<weld body1="a" body2="b"/>'))
    add("weld with anchor", tied('<weld body1="a" body2="b" anchor="0.1 0.2 0.3"/>'))
    add("weld with relpose", tied('<weld body1="a" body2="b" relpose="0.2 0.1 0.3 1 2 0 1"/>'))
    add(
        "weld with relpose and anchor",
        tied('<weld body1="a" body2="b" relpose="0.2 0.1 0.3 1 2 0 1" anchor="0.1 0.2 0.3"/>'),
    )
    add(
        "weld with relpose without rotation",
        tied('<weld body1="a" body2="b" relpose="0.2 0.1 0.3 0 0 0 0" anchor="0.1 0.2 0.3"/>'),
    )
    add("weld sites", tied('<weld site1="tip" site2="eye"/>', b=GEOM_B + tip, world=eye))
    add("weld a site between points", tied('<weld site1="tip" site2="eye"/>', b=GEOM_B + rod, world=eye))
    add(
        "weld a site in a frame",
        tied(
            '<weld site1="tip" site2="eye"/>', b=f'{GEOM_B}<frame pos="0.1 0 0" euler="0 0 30">{tip}</frame>', world=eye
        ),
    )
    add("couple joints", tied('<joint joint1="ja" joint2="jb"/>', **both))
    for count, text in enumerate(("0.1", "0.1 -0.5", "0.1 -0.5 0", "0.1 2 0 0 0"), 1):
        add(
            f"couple joints, case {count} of polycoef",
            tied(f'<joint joint1="jb" joint2="ja" polycoef="{text}"/>', **both),
        )
    add("inactive couple", tied('<joint joint1="ja" joint2="jb" active="false"/>'), note="the constraint is inactive")
    for tag in ('connect body1="b" anchor="0 0 0"', 'weld body1="b"', 'joint joint1="ja" joint2="jb"'):
        kind = tag.split()[0]
        inactive = "the constraint is inactive" if kind == "joint" else f"an inactive <{kind}> is ignored"
        head = '<default><equality active="false"/></default>'
        add(f"{kind} inactive by default", tied(f"<{tag}/>", head=head), note=inactive)
        add(f"{kind} active against the default", tied(f'<{tag} active="true"/>', head=head))
        classes = '<default><default class="off"><equality active="false"/></default></default>'
        add(f"{kind} inactive by class", tied(f'<{tag} class="off"/>', head=classes), note=inactive)
    add(
        "equalities disabled",
        tied('<weld body1="b"/>', head='<option><flag equality="disable"/></option>'),
        note="an inactive <weld> is ignored",
    )
    add(
        "nonlinear couple",
        tied('<joint joint1="ja" joint2="jb" polycoef="0 1 2"/>'),
        note="nonlinear polynomial",
        same_as=model(),
    )
    add("locked joint", tied('<joint joint1="ja"/>'), note='locks joint "ja" is ignored', same_as=model())
    tendon = '<tendon><fixed name="t"><joint joint="ja" coef="1"/></fixed></tendon>'
    add(
        "tendon equality",
        model(tail=tendon + '<equality><tendon tendon1="t"/></equality>'),
        note="<tendon> in <equality> is ignored",
        same_as=model(),
    )


def compiled(folder: Path, xml: str, files: dict[str, str]) -> Any:
    for name, text in {"model.xml": xml, **files}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    return mujoco.MjModel.from_xml_path(str(folder / "model.xml"))


def states(model: Any, rng: np.random.Generator) -> list[dict[str, Any]]:
    """Random states with the accelerations, and the rows of equalities."""
    bits = mujoco.mjtDisableBit
    dry = not model.opt.disableflags & (bits.mjDSBL_CONSTRAINT | bits.mjDSBL_FRICTIONLOSS)
    model.opt.disableflags |= bits.mjDSBL_CONTACT | bits.mjDSBL_LIMIT | bits.mjDSBL_FRICTIONLOSS | bits.mjDSBL_ACTUATION
    model.opt.jacobian = mujoco.mjtJacobian.mjJAC_DENSE
    data = mujoco.MjData(model)
    found = []
    for _ in range(STATES):
        mujoco.mj_integratePos(model, data.qpos, rng.uniform(-1.0, 1.0, model.nv), 1.0)
        data.qvel = rng.uniform(-2.0, 2.0, model.nv)
        force = rng.uniform(-5.0, 5.0, model.nv)
        friction = model.dof_frictionloss * np.sign(data.qvel) if dry else 0.0
        data.qfrc_applied = force - friction
        mujoco.mj_forward(model, data)
        rows = []
        for i in range(model.neq):
            here = data.efc_id[: data.nefc] == i
            if here.any():
                jacobian = data.efc_J.reshape(-1, model.nv)[: data.nefc][here]
                residual = data.efc_pos[: data.nefc][here]
                if model.eq_type[i] == mujoco.mjtEq.mjEQ_WELD:
                    # rotations are scaled; a factor of zero leaves them free
                    scale = model.eq_data[i, 10]
                    kept = slice(6 if scale else 3)
                    factors = np.repeat([1.0, scale], 3)[kept]
                    jacobian, residual = jacobian[kept] / factors[:, None], residual[kept] / factors
                rows.append({"residual": residual.tolist(), "jacobian": jacobian.tolist()})
        found.append(
            {
                "q": data.qpos.tolist(),
                "v": data.qvel.tolist(),
                "force": force.tolist(),
                "qacc": data.qacc_smooth.tolist(),
                "equality": rows,
            }
        )
    return found


def main() -> None:
    for group in (joints, orientations, geoms, meshes, inertials, defaults, options, actuators, left_out, equalities):
        group()
    for group in interactions.GROUPS:
        group(add, model)
    rng = np.random.default_rng(15)
    for variant in VARIANTS:
        same_as = variant["same_as"] or variant["xml"]
        with tempfile.TemporaryDirectory() as folder:
            compiled(Path(folder), variant["xml"], variant["files"])
            try:
                variant["states"] = states(compiled(Path(folder), same_as, variant["files"]), rng)
            except ValueError as error:
                sys.exit(f"{variant['name']}: {error}\n{same_as}")
    path = Path(__file__).with_suffix(".json")
    how = f"MuJoCo {mujoco.__version__}, by {Path(__file__).name}, which says what the numbers are"
    rows = ",\n".join(json.dumps(variant, separators=(",", ":")) for variant in VARIANTS)
    path.write_text(f'{{"provenance":{json.dumps(how)},"mujoco":"{mujoco.__version__}","variants":[\n{rows}\n]}}\n')
    print(f"{path}: {len(VARIANTS)} variants")


if __name__ == "__main__":
    main()
