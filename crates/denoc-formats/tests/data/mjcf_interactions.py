"""Variants of mjcf_variants.py in which several features meet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

BOX = '<geom type="box" size="0.1 0.2 0.3"/>'
SITE = '<site name="tip" pos="0.1 0.2 0.3" euler="20 30 40"/>'
EYE = '<site name="eye" pos="-0.2 0.1 0.1" euler="-20 10 60"/>'
INERTIAL = '<inertial pos="0.1 0.2 0.3" mass="3" diaginertia="0.1 0.15 0.2"/>'
FULL = '<inertial pos="0.1 0 0.2" mass="3" fullinertia="0.1 0.15 0.2 0.01 -0.02 0.03"/>'


def classes(add: Callable[..., None], model: Callable[..., str]) -> None:
    """Classes of defaults, in bodies and frames."""
    two = '<default><geom density="300"/><default class="c"><geom mass="2"/><joint damping="3"/><default class="d"><geom pos="0.3 0 0"/><joint armature="0.4"/></default></default></default>'
    add(
        "classes: frame within a body", model(head=two, at_b='childclass="c"', b=f'<frame childclass="d">{BOX}</frame>')
    )
    add(
        "classes: frame in frame",
        model(head=two, b=f'<frame childclass="d" euler="10 0 0"><frame childclass="c">{BOX}</frame>{BOX}</frame>'),
    )
    add(
        "classes: joint in a frame",
        model(
            head=two, jb='<frame childclass="d" pos="0.1 0 0" euler="0 30 0"><joint name="jb" axis="1 0 0"/></frame>'
        ),
    )
    add(
        "classes: body in a frame",
        model(
            head=two,
            b=BOX
            + f'<frame childclass="d" euler="20 0 0"><body name="c" pos="0.1 0 0"><joint axis="0 1 0"/>{BOX}</body></frame>',
        ),
    )
    add(
        "classes: body in a frame in a body",
        model(
            head=two,
            at_b='childclass="d"',
            b=BOX + f'<frame><body name="c" pos="0.1 0 0" childclass="c"><joint axis="0 1 0"/>{BOX}</body></frame>',
        ),
    )
    add(
        "classes: class of a frame",
        model(
            head=two,
            at_b='childclass="d"',
            b=f'<frame class="c">{BOX}<frame class="d" childclass="c" euler="10 0 0">{BOX}</frame></frame>',
        ),
    )
    add(
        "classes: a second section after a nested class",
        model(
            head='<default><geom density="300"/><default class="c"><geom pos="0.1 0 0"/></default></default><default><geom mass="2"/></default>',
            b='<geom class="c" type="box" size="0.1 0.2 0.3"/>',
        ),
    )
    add(
        "classes: settings after a nested class",
        model(
            head='<default><default class="c"><geom pos="0.1 0 0"/></default><geom mass="2"/></default>',
            b='<geom class="c" type="box" size="0.1 0.2 0.3"/>',
        ),
    )
    add(
        "classes: quat by default, euler of its own",
        model(
            head='<default><geom quat="1 2 3 4"/></default>',
            b='<geom type="box" size="0.1 0.2 0.3" euler="10 20 30" pos="0.1 0 0"/>',
        ),
    )
    add(
        "classes: zaxis by default, axisangle of its own",
        model(
            head='<default><geom zaxis="1 2 3"/></default>',
            b='<geom type="box" size="0.1 0.2 0.3" axisangle="1 0 1 30" pos="0.1 0 0"/>',
        ),
    )
    add(
        "classes: type and sizes from two levels",
        model(
            head='<default><geom type="box" size="0.1 0.2 0.3"/><default class="c"><geom size="0.3 0.1"/></default></default>',
            a="<geom/>",
            b='<geom class="c" size="0.4" pos="0.1 0 0"/>',
        ),
    )
    add(
        "classes: joint type and position",
        model(
            head='<default><joint type="slide" pos="0.1 0.2 0.3" axis="0 1 1"/><default class="h"><joint type="hinge"/></default></default>',
            ja="<joint/>",
            jb='<joint class="h" ref="30"/>',
        ),
    )
    add(
        "classes: reference and spring by class",
        model(
            head='<default><joint stiffness="20" springref="15" ref="30"/></default>',
            ja='<joint axis="1 0 0"/>',
            jb='<joint type="slide" ref="0.2"/>',
        ),
    )
    add(
        "classes: mesh geoms without density, with mass",
        model(
            head='<default><geom density="0"/></default><asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 2 1 0 1 3 0 3 2 1 2 3"/></asset>',
            a='<geom type="box" size="0.1 0.2 0.3" mass="2"/>',
            b='<geom type="mesh" mesh="m" mass="4"/>',
        ),
    )
    add(
        "classes: a default mesh",
        model(
            head='<default><geom type="mesh" mesh="m"/></default><asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 2 1 0 1 3 0 3 2 1 2 3"/></asset>',
            a="<geom/>",
            b='<geom density="300" euler="0 0 30"/>',
        ),
    )
    add(
        "classes: group by class",
        model(
            head='<compiler inertiagrouprange="2 3"/><default><geom group="2"/><default class="c"><geom group="1"/></default></default>',
            b=BOX + '<geom class="c" size="0.3"/>',
        ),
    )
    actuator = '<default><default class="c"><position gear="3" armature="0.1"/><default class="d"><motor damping="0.2"/></default></default></default>'
    add(
        "classes: actuators of several kinds",
        model(head=actuator, tail='<actuator><motor joint="jb" class="d"/></actuator>'),
    )
    add(
        "classes: actuator in the order of the defaults",
        model(
            head='<default><motor gear="3" armature="0.1"/><general gear="2"/></default>',
            tail='<actuator><motor joint="jb"/></actuator>',
        ),
    )
    add(
        "classes: equality in a nested class",
        model(
            head='<default><equality active="false"/><default class="on"><equality active="true"/></default></default>',
            tail='<equality><weld body1="b" class="on"/></equality>',
        ),
    )
    add(
        "classes: sites",
        model(
            head='<default><site euler="10 20 30"/><default class="c"><site pos="0.1 0 0.2"/></default></default>',
            at_b='pos="0.3 0 0.1" childclass="c"',
            b=BOX + '<site name="tip"/>',
            world='<site name="eye" class="c" pos="1 0 0"/>',
            tail='<equality><weld site1="tip" site2="eye"/></equality>',
        ),
    )
    add(
        "classes: parts of polynomials",
        model(
            head='<default><joint stiffness="10 0 0" damping="1 0 0"/></default>',
            jb='<joint stiffness="20" damping="2"/>',
        ),
    )
    plain = model(jb='<joint stiffness="20" damping="2"/>')
    add(
        "classes: nonlinear part by default",
        plain.replace("<worldbody>", '<default><joint stiffness="10 5"/></default><worldbody>'),
        note="the nonlinear part of its stiffness",
        same_as=plain.replace("<worldbody>", '<default><joint stiffness="10"/></default><worldbody>'),
    )


def frames(add: Callable[..., None], model: Callable[..., str]) -> None:
    """Frames in frames, with everything in them."""
    add(
        "frames: inertial and joints in nested frames",
        model(
            jb='<frame pos="0.1 0 0" euler="0 90 0"><joint name="jb" axis="0 1 1" ref="30" pos="0 0.1 0"/></frame>',
            b=f'<frame euler="10 20 30"><frame pos="0.1 0.2 0.3" zaxis="1 1 1">{FULL}</frame></frame>',
        ),
    )
    add(
        "frames: bodies in nested frames",
        model(
            world=f'<frame pos="1 0 0" euler="0 0 30"><frame xyaxes="0 1 0 -1 0 0" pos="0 1 0"><body name="c" pos="0.1 0 0" euler="5 6 7"><joint axis="1 1 0"/>{BOX}<body name="d" pos="0.1 0 0.3"><joint type="ball"/>{BOX}</body></body></frame></frame>'
        ),
    )
    add(
        "frames: several joints of one body in different frames",
        model(
            jb='<frame euler="0 0 20"><joint axis="1 0 0" pos="0.1 0 0"/></frame><joint type="slide" axis="0 1 0" ref="0.2"/><frame pos="0.1 0.1 0" euler="30 0 0"><joint type="ball" pos="0 0 0.1"/></frame>'
        ),
    )
    add(
        "frames: free body in nested frames",
        model(
            world=f'<frame pos="1 0 0" euler="0 30 0"><frame euler="40 0 0"><body name="c" pos="0.1 0 0" euler="0 0 50"><frame euler="1 2 3"><freejoint/></frame>{BOX}</body></frame></frame>'
        ),
    )
    add(
        "frames: fromto in a frame",
        model(
            b='<frame euler="10 20 30" pos="0.1 0 0"><geom type="capsule" size="0.05" fromto="0 0 0 0.1 0.2 0.3"/></frame>'
        ),
    )
    add(
        "frames: sites, connected",
        model(
            b=f'{BOX}<frame pos="0.1 0 0" euler="0 0 30"><frame euler="0 20 0">{SITE}</frame></frame>',
            world=f'<frame pos="1 0 0">{EYE}</frame>',
            tail='<equality><connect site1="tip" site2="eye"/></equality>',
        ),
    )
    add(
        "frames: bounds of a body without geoms in a frame",
        model(
            head='<compiler boundmass="2" boundinertia="0.3"/>',
            b=BOX
            + '<frame pos="0.1 0.2 0.3" euler="10 20 30"><body name="c" pos="0.2 0.1 0"><joint axis="0 1 0"/></body></frame>',
        ),
    )
    add(
        "frames: weld of a body in a frame",
        model(
            b=BOX
            + f'<frame pos="0.1 0.2 0.3" euler="10 20 30"><body name="c" pos="0.2 0.1 0"><joint/>{BOX}</body></frame>',
            tail='<equality><weld body1="c" body2="a" anchor="0.1 0.2 0"/></equality>',
        ),
    )


def compilers(add: Callable[..., None], model: Callable[..., str]) -> None:
    """Settings of the compiler together."""
    for letters in ("xYz", "ZxZ", "YXY", "zYX", "xxy"):
        add(
            f"compiler: eulerseq {letters}",
            model(head=f'<compiler eulerseq="{letters}"/>', at_b='pos="0.2 0.1 0" euler="20 -30 40"'),
        )
    add(
        "compiler: after the bodies",
        model(
            jb='<joint name="jb" ref="0.5" springref="0.2" stiffness="10"/>',
            tail='<compiler angle="radian" eulerseq="ZYX"/>',
        ),
    )
    add(
        "compiler: given twice",
        model(
            head='<compiler angle="radian" boundmass="3" settotalmass="5"/><compiler angle="degree" settotalmass="9"/>',
            jb='<joint name="jb" ref="20"/>',
        ),
    )
    add(
        "compiler: settotalmass undone",
        model(head='<compiler settotalmass="5"/><compiler settotalmass="-1"/>'),
    )
    add(
        "compiler: options given twice",
        model(head='<option gravity="0 0 -1"/><option gravity="1 2 3"/>'),
    )
    add(
        "compiler: gravity written after it is disabled",
        model(head='<option><flag gravity="disable"/></option><option gravity="1 2 3"/>'),
    )
    add(
        "compiler: gravity enabled again",
        model(
            head='<option gravity="1 2 3"><flag gravity="disable"/></option><option><flag gravity="enable"/></option>'
        ),
    )
    add(
        "compiler: springs enabled again",
        model(
            head='<option><flag spring="disable"/></option><option><flag spring="enable"/></option>',
            jb='<joint stiffness="10" springref="20"/>',
        ),
    )
    add(
        "compiler: settotalmass and bounds",
        model(head='<compiler settotalmass="7" boundmass="20" boundinertia="1"/>', b=FULL),
    )
    add(
        "compiler: balance after bounds",
        model(
            head='<compiler balanceinertia="true" boundinertia="0.12"/>',
            b='<inertial pos="0.1 0 0.2" mass="3" diaginertia="0.01 0.02 0.3" euler="10 20 30"/>',
        ),
    )
    add(
        "compiler: settotalmass with mocap and static bodies",
        model(
            head='<compiler settotalmass="7" fusestatic="true"/>',
            world='<body name="s" pos="1 0 0"><geom size="0.2"/></body><body name="m" mocap="true"><geom size="0.2"/></body>',
        ),
        note="moved by mocap",
    )
    add(
        "compiler: settotalmass with a static body that is welded",
        model(
            head='<compiler settotalmass="7" fusestatic="true"/>',
            world='<body name="s" pos="1 0 0"><geom size="0.2"/></body>',
            tail='<equality><weld body1="b" body2="s"/></equality>',
        ),
    )
    add(
        "compiler: settotalmass with a static body with a site",
        model(
            head='<compiler settotalmass="7" fusestatic="true"/>',
            world=f'<body name="s" pos="1 0 0"><geom size="0.2"/>{EYE}</body>',
            b=BOX + SITE,
            tail='<equality><weld site1="tip" site2="eye"/></equality>',
        ),
    )
    add(
        "compiler: inertiafromgeom with groups and an inertial",
        model(
            head='<compiler inertiafromgeom="true" inertiagrouprange="1 2"/>',
            a=INERTIAL + '<geom size="0.1"/>',
            b=FULL + '<geom size="0.1" group="1" pos="0.3 0 0"/><geom size="0.1"/>',
        ),
    )
    add(
        "compiler: inertiafromgeom auto with groups",
        model(
            head='<compiler inertiagrouprange="1 2" boundmass="0.1" boundinertia="0.01"/>',
            a='<geom size="0.1"/>',
            b='<geom size="0.1" group="1" pos="0.3 0 0"/><geom size="0.1"/>',
        ),
    )
    add(
        "compiler: no autolimits",
        model(head='<compiler autolimits="false"/>', jb='<joint range="-10 20" limited="true"/>'),
    )
    add("compiler: coordinate local", model(head='<compiler coordinate="local"/>'))
    add(
        "compiler: meshes of another folder",
        model(
            head='<compiler meshdir="parts" strippath="true"/><asset><mesh file="other/m.obj" scale="0.1 0.2 0.1"/></asset>',
            b='<geom type="mesh" mesh="m"/>',
        ),
        files={
            "parts/m.obj": "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n",
        },
    )


def assets(add: Callable[..., None], model: Callable[..., str]) -> None:
    """Meshes."""
    vertices = "0 0 0 1 0 0 0 0.5 0 0 0 0.75"
    faces = "0 2 1 0 1 3 0 3 2 1 2 3"

    def mesh(text: str) -> str:
        return f'<asset><mesh name="m" vertex="{vertices}" face="{faces}" {text}/></asset>'

    geom = '<geom type="mesh" mesh="m" pos="0.1 0 0.2" euler="10 20 30"/>'
    for inertia in ("legacy", "exact", "shell"):
        add(f"mesh: {inertia}, mirrored", model(head=mesh(f'inertia="{inertia}" scale="1 -2 1"'), b=geom))
        add(
            f"mesh: {inertia}, mirrored three times",
            model(head=mesh(f'inertia="{inertia}" scale="-1 -2 -0.5"'), b=geom),
        )
        add(
            f"mesh: {inertia}, mirrored and moved",
            model(head=mesh(f'inertia="{inertia}" scale="-1 2 0.5" refpos="0.5 0.25 1" refquat="0 1 0 0"'), b=geom),
        )
        add(
            f"mesh: {inertia}, with mass",
            model(head=mesh(f'inertia="{inertia}" scale="0.5 2 1"'), b=geom.replace("/>", ' mass="3" density="5"/>')),
        )
    add(
        "mesh: in a frame",
        model(head=mesh('refpos="0.5 0 0"'), b=f'<frame pos="0.1 0.2 0.3" euler="10 20 30">{geom}</frame>'),
    )
    add(
        "mesh: two geoms of one mesh",
        model(head=mesh(""), b=geom + geom.replace('"0.1 0 0.2"', '"1 0 0"')),
    )
    add(
        "mesh: fitted in a frame",
        model(
            head=mesh('refpos="0.5 0 0"'),
            b='<frame pos="0.1 0.2 0.3" euler="10 20 30"><geom type="box" mesh="m" pos="0.1 0 0"/></frame>',
        ),
    )
    by_class = '<default><default class="c"><mesh scale="0.5 1 2" inertia="exact"/></default></default>'
    # MuJoCo diagonalises this inertia to 5e-8 of its size only; mass, mass centre and moments are exact
    add("mesh: class of meshes", model(head=by_class + mesh('class="c"'), b=geom), bound=1e-7)
    add(
        "mesh: fitted to a shell",
        model(head=mesh('inertia="shell"'), b='<geom type="ellipsoid" mesh="m" fitscale="0.5"/>'),
    )
    # MuJoCo diagonalises these inertias to 1e-9 of their size only; mass, mass centre and moments are exact
    for name, more in (
        ("with holes", "0 2 1 0 1 3 0 3 2"),
        ("with a face twice", faces + " 1 2 3"),
        ("with a face turned", faces[:-5] + "1 3 2"),
    ):
        add(
            f"mesh: {name}",
            model(head=mesh("").replace(faces, more), b=geom),
            note="is not a solid",
            bound=1e-8,
        )
    quad = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
    quad += "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n"
    add(
        "mesh: quadrilaterals of a file",
        model(head='<asset><mesh name="m" file="m.obj" scale="0.25 0.5 0.125"/></asset>', b=geom),
        files={"m.obj": quad},
    )
    add(
        "mesh: negative indices of a file",
        model(head='<asset><mesh name="m" file="m.obj"/></asset>', b=geom),
        files={"m.obj": "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf -4 -2 -3\nf -4 -3 -1\nf -4 -1 -2\nf -3 -2 -1\n"},
    )
    add(
        "mesh: inward faces, legacy",
        model(
            head=f'<asset><mesh name="m" vertex="{vertices}" face="0 1 2 0 3 1 0 2 3 1 3 2"/></asset>',
            b=geom,
        ),
    )


def mixed_joints(add: Callable[..., None], model: Callable[..., str]) -> None:
    """Joints in unusual combinations."""
    add(
        "joints: ball with spring, reference and position, after a hinge",
        model(
            jb='<joint ref="20" axis="0 1 0"/><joint type="ball" pos="0.1 0 0" stiffness="5" springref="30" ref="10"/>'
        ),
    )
    add(
        "joints: two balls of one chain",
        model(ja='<joint name="ja" type="ball" stiffness="3"/>', jb='<joint type="ball" pos="0.1 0 0" damping="2"/>'),
    )
    add(
        "joints: three slides and a ball",
        model(
            ja='<joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><joint type="slide" axis="0 0 1"/><joint type="ball"/>'
        ),
    )
    add(
        "joints: slides with references",
        model(
            jb='<joint type="slide" axis="1 1 0" ref="0.3"/><joint type="slide" axis="0 1 1" ref="-0.2" springref="0.1" stiffness="20"/>'
        ),
    )
    add(
        "joints: several free bodies",
        model(
            ja="<freejoint/>",
            world=f'<body name="f" pos="1 0 0"><joint type="free" damping="2"/>{BOX}</body><body name="g" euler="10 20 30"><freejoint name="fg"/>{FULL}</body>',
        ),
    )
    add(
        "joints: names that are made up elsewhere",
        f'<mujoco><worldbody><body><joint/>{BOX}<body name="body1"><joint/>{BOX}</body></body></worldbody></mujoco>',
    )
    add(
        "joints: a name like that of an unnamed joint",
        model(ja="<joint/>", jb='<joint name="a_joint"/>'),
    )
    add(
        "joints: a name like that of a massless link",
        model(
            ja='<joint axis="1 0 0"/><joint axis="0 1 0"/>',
            b=BOX + f'<body name="a_1" pos="0.1 0 0"><joint/>{BOX}</body>',
        ),
    )
    add(
        "joints: a name like that of a fixed joint",
        model(b=f'{BOX}<body name="c">{BOX}</body><body name="d"><joint name="c_fixed" axis="0 1 0"/>{BOX}</body>'),
    )
    add(
        "joints: actuated by several, through gears",
        model(
            tail='<actuator><motor joint="jb" gear="3 1 1" armature="0.2" damping="0.1"/><motor joint="ja" gear="-0.5" armature="2"/></actuator>'
        ),
    )
    add(
        "joints: gear of a ball joint about y",
        model(
            jb='<joint name="jb" type="ball"/>',
            tail='<actuator><motor joint="jb" gear="0 2 0" armature="0.3" damping="0.5"/></actuator>',
        ),
    )
    add(
        "joints: gear of a ball joint about several axes",
        model(
            jb='<joint name="jb" type="ball"/>',
            tail='<actuator><motor joint="jb" gear="1 2 3" armature="0.3" damping="0.5"/></actuator>',
        ),
    )
    for name, text, note in (
        ("an actuator in the parent", '<motor jointinparent="jb" gear="2" armature="0.3" damping="0.5"/>', None),
        (
            "a dcmotor",
            '<dcmotor joint="jb" gear="2" armature="0.3" damping="0.5" motorconst="1" resistance="1"/>',
            "the gains of <dcmotor>",
        ),
    ):
        add(f"joints: {name}", model(tail=f"<actuator>{text}</actuator>"), note=note)
    add(
        "joints: groups of actuators disabled",
        model(
            head='<option actuatorgroupdisable="1 2"/>',
            tail='<actuator><motor joint="jb" group="1" armature="0.3" damping="0.5"/></actuator>',
        ),
        note='actuatorgroupdisable="1 2" of <option> is ignored',
    )
    add(
        "joints: damping of an actuator on a free joint",
        model(
            ja='<freejoint name="ja"/>',
            tail='<actuator><motor joint="ja" gear="2 0 0 0 0 0" damping="0.5"/></actuator>',
        ),
    )
    add(
        "joints: static branches and a mocap body",
        model(
            world=f'<body name="m" mocap="true" pos="1 0 0"><geom size="0.1"/></body><body name="s"><geom size="0.1"/><body name="t" pos="0.2 0 0"><joint type="slide"/>{BOX}</body></body>'
        ),
        note="moved by mocap",
    )
    add(
        "joints: include within bodies and frames",
        model(b='<frame euler="10 20 30"><include file="part.xml"/></frame>'),
        files={
            "part.xml": f'<mujoco><geom size="0.1" pos="0.1 0 0"/><body name="c" pos="0 0.1 0"><joint axis="1 0 0"/>{BOX}</body></mujoco>'
        },
    )


def ties(add: Callable[..., None], model: Callable[..., str]) -> None:
    """Equalities together with other features."""

    def tied(text: str, **more: str) -> str:
        return model(tail=f"<equality>{text}</equality>", **more)

    both = dict(ja='<joint name="ja" axis="0 1 0.2" ref="30"/>', jb='<joint name="jb" type="slide" ref="0.3"/>')
    add("ties: weld with torquescale", tied('<weld body1="a" body2="b" torquescale="3"/>'))
    add("ties: weld without torque", tied('<weld body1="a" body2="b" torquescale="0"/>'))
    add("ties: weld from the world", tied('<weld body1="world" body2="b" anchor="0.1 0 0.2"/>', **both))
    add("ties: weld with relpose to the world", tied('<weld body1="b" relpose="1 2 3 0 1 0 0"/>', **both))
    add("ties: weld with a long quaternion", tied('<weld body1="a" body2="b" relpose="1 2 3 2 1 0 5"/>', **both))
    add(
        "ties: weld of a free body",
        tied(
            '<weld body1="b" body2="f" anchor="0 0.1 0"/>',
            world=f'<body name="f" pos="1 0 0" euler="10 20 30"><freejoint/>{BOX}</body>',
        ),
    )
    add("ties: connect from the world", tied('<connect body1="world" body2="b" anchor="0.1 0 0.2"/>', **both))
    add(
        "ties: connect with several joints",
        tied(
            '<connect body1="b" body2="a" anchor="0.1 0.2 0.3"/>',
            jb='<joint axis="1 0 0" ref="20"/><joint axis="0 1 0" ref="-30" pos="0.1 0 0"/>',
        ),
    )
    add(
        "ties: connect of a fixed body",
        tied(
            '<connect body1="c" anchor="0.1 0.2 0.3"/>',
            b=BOX + f'<body name="c" pos="0.1 0 0" euler="10 20 30">{BOX}</body>',
        ),
    )
    add(
        "ties: connect of a mocap body",
        tied('<connect body1="m" body2="b" anchor="0.1 0.2 0.3"/>', world='<body name="m" mocap="true" pos="1 0 0"/>'),
        note="moved by mocap",
    )
    add(
        "ties: weld of sites with torquescale",
        tied('<weld site1="tip" site2="eye" torquescale="2"/>', b=BOX + SITE, world=EYE),
    )
    add("ties: weld of sites on both bodies", tied('<weld site1="tip" site2="eye"/>', b=BOX + SITE, a=BOX + EYE))
    add("ties: couple with references", tied('<joint joint1="ja" joint2="jb" polycoef="0.2 -1.5"/>', **both))
    add(
        "ties: couple with references, the other way",
        tied('<joint joint1="jb" joint2="ja" polycoef="0.2 -1.5"/>', **both),
    )
    for name, first, second in (("after", "false", "true"), ("before", "true", "false")):
        add(
            f"ties: an active couple {name} an inactive one",
            tied(
                f'<joint joint1="jb" joint2="ja" active="{first}" polycoef="0.1 3"/>'
                f'<joint joint1="jb" joint2="ja" active="{second}" polycoef="0.2 -1.5"/>',
                **both,
            ),
            note="the constraint is inactive" if first == "false" else 'follows a second joint, "ja": ignored',
        )
    add("ties: couple without slope", tied('<joint joint1="jb" joint2="ja" polycoef="0.2 0"/>', **both))
    add(
        "ties: locked joint with coefficients",
        tied('<joint joint1="ja" polycoef="0.3 0 0 0 0"/>', **both),
        note='locks joint "ja" is ignored',
        same_as=model(**both),
    )
    add(
        "ties: several of each",
        tied(
            '<connect body1="b" anchor="0.1 0.2 0.3"/><weld body1="a" body2="b"/><joint joint1="jb" joint2="ja" polycoef="0 2"/>',
            **both,
        ),
    )
    add("ties: with the name of a joint", tied('<connect name="ja" body1="b" anchor="0.1 0.2 0.3"/>'))
    add(
        "ties: with a name that is made up elsewhere",
        tied('<connect body1="a" body2="b" anchor="0 0 0"/><connect name="a_b" body1="a" body2="b" anchor="0.1 0 0"/>'),
    )
    add(
        "ties: two sections",
        model(
            tail='<equality><weld body1="b"/></equality><equality><connect body1="a" body2="b" anchor="1 0 0"/></equality>'
        ),
    )


def noted(add: Callable[..., None], model: Callable[..., str]) -> None:
    """Several things that are left out: each has its note."""
    tendon = '<tendon><fixed name="t" stiffness="20"><joint joint="ja" coef="1"/></fixed></tendon>'
    add(
        "noted: a tendon and its equality",
        model(tail=f'{tendon}<equality><tendon tendon1="t"/></equality>'),
        note="<tendon> is ignored: its forces are missing",
        same_as=model(),
    )
    free = f'<body name="f" pos="1 0 0">{{}}{BOX}</body>'
    plain = dict(jb='<joint name="jb" stiffness="20"/>', world=free.format("<freejoint/>"))
    left_out = dict(jb='<joint name="jb" stiffness="20 5"/>', world=free.format('<joint type="free" stiffness="3"/>'))
    for note in ("the spring of a free joint", "the nonlinear part of its stiffness"):
        add(f"noted: {note}, beside another", model(**left_out), note=note, same_as=model(**plain))
    motor = '<actuator><motor joint="f" armature="2"/></actuator>'
    both = free.format('<joint name="f" type="free" armature="3"/>')
    for note in ("the armature of a free joint", "the armature of an actuator on a free joint"):
        add(
            f"noted: {note}, beside another",
            model(world=both, tail=motor),
            note=note,
            same_as=model(world=plain["world"]),
        )
    for kind in ("connect", "weld"):
        ties = '<equality><connect body1="b" anchor="0 0 0" active="false"/><weld body1="b" active="false"/></equality>'
        add(f"noted: an inactive {kind} beside another", model(tail=ties), note=f"an inactive <{kind}> is ignored")
    for name in ("stay", "welded", "seen", "felt"):
        static = f'<body name="{name}" pos="1 0 0" {"fuse=" + chr(34) + "false" + chr(34) if name == "stay" else ""}><geom size="0.2"/><site name="s"/></body>'
        tail = {
            "stay": "",
            "welded": '<contact><exclude body1="welded" body2="a"/></contact>',
            "seen": '<sensor><framepos objtype="xbody" objname="seen"/></sensor>',
            "felt": '<sensor><force site="s"/></sensor>',
        }[name]
        head = '<compiler settotalmass="7" fusestatic="true"/>'
        add(f"compiler: a static body that is not fused, {name}", model(head=head, world=static, tail=tail))
    add(
        "compiler: a static body that is fused beside a sensor of a geom",
        model(
            head='<compiler settotalmass="7" fusestatic="true"/>',
            world='<body name="s" pos="1 0 0"><geom name="s" size="0.2"/></body>',
            tail='<sensor><framepos objtype="geom" objname="s"/></sensor>',
        ),
    )


GROUPS = (classes, frames, compilers, assets, mixed_joints, ties, noted)
