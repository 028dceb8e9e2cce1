//! Ropes, chains, cables and drag in model files: what is read from them.

use denoc_formats::native::{NativeExtra, write_native};
use denoc_formats::parse_native;
use denoc_math::{Pose, Vec3};
use denoc_model::{
    Description, Drag, Joint, MassProperties, PointSpec, Rope, RopeJoint, RopeKind, RopeMass, RotationSpring,
};

fn read(text: &str) -> Description {
    let native = parse_native(text, "rope.toml").unwrap_or_else(|e| panic!("{e}"));
    assert!(native.notes.is_empty());
    native.description.without_places()
}

/// The example of the specification.
fn example() -> &'static str {
    let page = include_str!("../../../docs/model-file.md");
    let found =
        page.split("```toml\n").filter_map(|part| part.split("```").next()).find(|text| text.contains("[[rope]]"));
    found.unwrap()
}

fn point(link: &str, x: f64, y: f64, z: f64) -> PointSpec {
    PointSpec { link: link.into(), position: Vec3::new(x, y, z) }
}

// oracle: the same ropes made in code
#[test]
fn the_example_of_the_specification_is_read() {
    let hoist = Rope { end_mass: 2.0, ..Rope::new("hoist", 50, 3.0, RopeMass::PerLength(0.2), 0.008) };
    let hoist = Rope { from: Some(point("trolley", 0.0, 0.0, -0.1)), ..hoist };
    let supply = Rope {
        bending_damping: 1e-4,
        torsional_damping: 1e-5,
        from: Some(point("ground", -1.0, 0.0, 0.0)),
        clamped: true,
        direction: Some(Vec3::new(1.0, 0.0, 0.0)),
        to: Some(point("trolley", -0.1, 0.0, 0.0)),
        drag: 0.02,
        ..Rope::new("supply", 20, 1.2, RopeMass::Density(1400.0), 0.01).cable(0.05, 0.04)
    };
    let trolley = MassProperties::cuboid(10.0, Vec3::new(0.2, 0.1, 0.1), Vec3::zero());
    let made = Description::new("crane")
        .link("trolley", trolley)
        .joint("rail", "ground", "trolley", Joint::prismatic(Vec3::unit(0)), Pose::identity())
        .rope(&hoist)
        .unwrap()
        .rope(&supply)
        .unwrap();
    let mut found = read(example());
    found.links[0].shapes.clear();
    assert_eq!(found.links, made.links);
    assert_eq!(found.joints, made.joints);
    assert_eq!(found.frames, made.frames);
    assert_eq!(found.configurations, made.configurations);
    assert_eq!(found.build().unwrap().closure_names(), ["supply_tie"]);
}

fn rope(more: &str) -> String {
    format!(
        "[model]\nname = \"m\"\n[[rope]]\nname = \"r\"\nlinks = 6\nlength = \"120 cm\"\ndiameter = \"10 mm\"\n{more}"
    )
}

// oracle: the same ropes made in code
#[test]
fn every_key_of_a_rope() {
    let base = |mass| Rope::new("r", 6, 1.2, mass, 0.01);
    let cases = [
        ("mass = \"300 g\"", base(RopeMass::Total(0.3))),
        ("mass_per_length = \"500 g/m\"\ntype = \"rope\"", base(RopeMass::PerLength(0.5))),
        ("density = \"1.4 g/cm^3\"\ntype = \"chain\"\nstart = \"pinned\"", base(RopeMass::Density(1400.0)).chain()),
        (
            "mass = 1\ntype = \"chain\"\njoints = \"spherical\"",
            Rope { joints: Some(RopeJoint::Spherical), ..base(RopeMass::Total(1.0)).chain() },
        ),
        (
            "mass = 1\ntype = \"cable\"\njoints = \"universal\"\nbending_stiffness = \"2e4 N mm^2\"\nbending_damping = \"1e-3 N m^2 s\"",
            Rope {
                joints: Some(RopeJoint::Universal),
                kind: RopeKind::Cable,
                bending_damping: 1e-3,
                ..base(RopeMass::Total(1.0)).cable(0.02, 0.0)
            },
        ),
        (
            "mass = 1\nto = { point = [\"100 cm\", 0, 0] }\ndrag = \"0.1 N s/m^2\"\ndirection = [0, 2, 0]\nend_mass = 3",
            Rope {
                to: Some(point("ground", 1.0, 0.0, 0.0)),
                drag: 0.1,
                direction: Some(Vec3::new(0.0, 2.0, 0.0)),
                end_mass: 3.0,
                ..base(RopeMass::Total(1.0))
            },
        ),
    ];
    for (text, rope_in_code) in cases {
        assert_eq!(read(&rope(text)), Description::new("m").rope(&rope_in_code).unwrap(), "{text}");
    }
}

// oracle: the specification: other parts may refer to the parts of a rope
#[test]
fn parts_of_a_rope_have_names() {
    let more = "mass = 1\n[[link]]\nname = \"load\"\nmass = 5\n\
        [[joint]]\nname = \"hook\"\ntype = \"revolute\"\naxis = [0, 1, 0]\nparent = \"r_6\"\nparent_frame = \"r_end\"\nchild = \"load\"\n\
        [[frame]]\nname = \"knot\"\nlink = \"r_3\"\n[[contact]]\nname = \"touch\"\nlink = \"r_2\"\nposition = [0, 0, 0]\n\
        [[rope]]\nname = \"s\"\nlinks = 2\nlength = 1\nmass = 1\ndiameter = 0.01\nfrom = { link = \"load\", point = [0.1, 0, 0] }\n\
        [configuration.hung]\nhook = 0.5\nr_joint_2 = [0, 0.6, 0, 0.8]\n";
    let d = read(&rope(more));
    let model = d.build().unwrap();
    assert_eq!((model.links().len(), model.nv()), (6 + 1 + 2, 18 + 1 + 6));
    let (hook, bent) = (model.joint("hook").unwrap(), model.joint("r_joint_2").unwrap());
    assert!((model.links()[hook.0].placement.position - Vec3::new(0.0, 0.0, 0.2)).norm() < 1e-15);
    let q = model.configuration("hung").unwrap();
    assert_eq!(q[model.links()[hook.0].q], 0.5);
    let at = model.links()[bent.0].q;
    assert_eq!(q[at..at + 4], [0.0, 0.6, 0.0, 0.8]);
    assert_eq!(model.frames()[model.frame("knot").unwrap().0].link, Some(model.link("r_3").unwrap()));
}

// oracle: the description itself, for ropes of all kinds
#[test]
fn ropes_are_written_as_links_and_joints() {
    let end = Some(point("ground", 1.0, 0.0, 0.25));
    let plain = || Rope::new("r", 7, 1.5, RopeMass::Total(0.5), 0.01);
    for rope in [
        Rope { end_mass: 1.0, ..plain() },
        Rope { to: end.clone(), drag: 0.3, ..plain().chain() },
        Rope { to: end, clamped: true, bending_damping: 1e-3, torsional_damping: 1e-4, ..plain().cable(0.1, 0.2) },
    ] {
        let d = Description::new("m").rope(&rope).unwrap();
        let text = write_native(&d, &NativeExtra::default()).unwrap();
        assert!(!text.contains("[[rope]]"));
        let found = read(&text);
        assert_eq!((&found.links, &found.frames), (&d.links, &d.frames));
        for (found, joint) in found.joints.iter().zip(&d.joints) {
            assert_eq!((&found.name, &found.joint, found.cut), (&joint.name, &joint.joint, joint.cut));
            assert_eq!(found.properties, joint.properties);
        }
        assert_eq!(found.configurations, d.configurations);
    }
}

// oracle: the numbers of the file, in SI units
#[test]
fn springs_of_ball_joints_and_drag_of_links() {
    let d = read(
        "[model]\nname = \"m\"\n[[link]]\nname = \"a\"\nmass = 1\ndrag = { linear = \"2 N s/m\", angular = \"5 N m s\" }\n\
         [[joint]]\nname = \"j\"\ntype = \"spherical\"\nparent = \"ground\"\nchild = \"a\"\n\
         rotation_spring = { axis = [0, 3, 0], bend_stiffness = \"2 N m/rad\", twist_stiffness = 1, bend_damping = \"30 mN m s/rad\" }\n",
    );
    assert_eq!(d.links[0].drag, Some(Drag::new(2.0, 5.0)));
    let spring = RotationSpring::new(Vec3::unit(1), 2.0, 1.0).with_damping(0.03, 0.0);
    assert_eq!(d.joints[0].properties.rotation_spring, Some(spring));
    let d = read(
        "[model]\nname = \"m\"\n[[link]]\nname = \"a\"\nmass = 1\ndrag = { linear = 2, center = [0, \"20 cm\", 0], axis = [0, 3, 0] }\n\
         [[joint]]\nname = \"j\"\ntype = \"free\"\nparent = \"ground\"\nchild = \"a\"\n",
    );
    let (center, axis) = (Some(Vec3::new(0.0, 0.2, 0.0)), Some(Vec3::new(0.0, 3.0, 0.0)));
    assert_eq!(d.links[0].drag, Some(Drag { center, axis, ..Drag::new(2.0, 0.0) }));
}
