//! Bad input: every error with its exact message.

mod common;

use common::{body, pivot, tree};
use denoc_math::{Mat3, Pose, Sym3, Vec3};
use denoc_model::{
    CamProfile, CamSpec, ConstraintKind, Description, DistanceSpec, Joint, JointProperties, MassProperties, Place,
    PointSpec, RollingSpec, SpringSpec,
};

/// Two links in series, with one change.
fn spoilt(spoil: impl FnOnce(&mut Description)) -> Description {
    let mut d = tree(&[("ground", "upper"), ("upper", "lower")]);
    d.joints[0].name = "shoulder".into();
    d.joints[1].name = "elbow".into();
    spoil(&mut d);
    d
}

fn with_joint(joint: Joint<f64>) -> Description {
    spoilt(|d| d.joints[1].joint = joint)
}

fn with_mass(spoil: impl FnOnce(&mut MassProperties)) -> Description {
    spoilt(|d| spoil(&mut d.links[1].mass))
}

fn with_properties(spoil: impl FnOnce(&mut JointProperties)) -> Description {
    spoilt(|d| spoil(&mut d.joints[1].properties))
}

#[track_caller]
fn fails(d: Description, message: &str) {
    match d.build() {
        Ok(_) => panic!("accepted; expected: {message}"),
        Err(error) => assert_eq!(error.to_string(), message),
    }
}

#[test]
fn names() {
    fails(
        spoilt(|d| d.links[1].name = "upper".into()),
        "two links are called \"upper\": names must be unique; rename one of them",
    );
    fails(
        spoilt(|d| d.joints[1].name = "shoulder".into()),
        "two joints are called \"shoulder\": names must be unique; rename one of them",
    );
    fails(
        spoilt(|_| {}).frame("tool", "lower", Pose::identity()).frame("tool", "upper", Pose::identity()),
        "two frames are called \"tool\": names must be unique; rename one of them",
    );
    fails(
        spoilt(|_| {}).link("ground", body()).link("ground", body()),
        "two links are called \"ground\": names must be unique; rename one of them",
    );
    fails(
        spoilt(|d| d.joints[1].name = "el\u{202e}bow".into()),
        "the name \"el\\u{202e}bow\" of a joint contains the character U+202E, which is invisible or changes the direction of text: \
         remove it",
    );
    fails(
        spoilt(|_| {}).frame("to\nol", "lower", Pose::identity()),
        "the name \"to\\nol\" of a frame contains the character U+000A, which is invisible or changes the direction of text: remove it",
    );
    fails(
        spoilt(|d| d.joints[1].child = "lowr".into()),
        "joint \"elbow\" refers to link \"lowr\", which does not exist; did you mean \"lower\"?",
    );
    fails(
        spoilt(|d| d.joints[1].child = "gripper".into()),
        "joint \"elbow\" refers to link \"gripper\", which does not exist",
    );
    // of several equally similar names always the same one
    fails(
        tree(&[("ground", "link3"), ("link3", "link1"), ("link3", "link2")]).frame("tool", "link4", Pose::identity()),
        "frame \"tool\" refers to link \"link4\", which does not exist; did you mean \"link1\"?",
    );
    let model = spoilt(|_| {}).frame("tool", "lower", Pose::identity()).build().unwrap();
    let error = |e: denoc_model::ModelError| e.to_string();
    assert_eq!(
        model.link("uper").map_err(error),
        Err("there is no link called \"uper\"; did you mean \"upper\"?".into())
    );
    assert_eq!(model.joint("knee").map_err(error), Err("there is no joint called \"knee\"".into()));
    assert_eq!(
        model.frame("tol").map_err(error),
        Err("there is no frame called \"tol\"; did you mean \"tool\"?".into())
    );
}

#[test]
fn structure() {
    let fourbar = || tree(&[("ground", "crank"), ("crank", "coupler"), ("coupler", "rocker"), ("rocker", "ground")]);
    // a tree has nothing to cut
    fails(
        spoilt(|d| d.joints[1].cut = true),
        "joint \"elbow\" is marked `cut`, but without it nothing connects \"lower\" to the ground: cut another joint of the loop, \
         or leave the choice to the program",
    );
    // a second cut takes two links away from the loop
    let mut twice = fourbar();
    (twice.joints[0].cut, twice.joints[2].cut) = (true, true);
    fails(
        twice,
        "joint \"ground-crank\" is marked `cut`, but without it nothing connects \"crank\", \"coupler\" to the ground: \
         cut another joint of the loop, or leave the choice to the program",
    );
    fails(
        fourbar().cut().coupling("ground-crank", "rocker-ground", -1.0, 0.0),
        "\"ground-crank follows rocker-ground\" needs the coordinate of joint \"rocker-ground\", which is where a loop is cut: \
         mark another joint of that loop with `cut`",
    );
    let profile = CamProfile::new(&[[0.0, 0.0], [1.0, 1.0], [2.0, 0.0]], true).unwrap();
    let (joint, follows) = ("rocker-ground".into(), "ground-crank".into());
    fails(
        fourbar().cut().constraint("cam", ConstraintKind::Cam(CamSpec { joint, follows, profile })),
        "\"cam\" needs the coordinate of joint \"rocker-ground\", which is where a loop is cut: mark another joint of that \
         loop with `cut`",
    );
    fails(
        spoilt(|_| {}).link("lamp", body()),
        "a link is not connected to the ground link \"ground\": \"lamp\"; add a joint (a free joint if they float)",
    );
    fails(
        ["a", "b", "c", "d", "e", "f", "g"].iter().fold(spoilt(|_| {}), |d, name| d.link(*name, body())),
        "7 links are not connected to the ground link \"ground\": \"a\", \"b\", \"c\", \"d\", \"e\" and 2 more; add a joint (a \
         free joint if they float)",
    );
    fails(
        spoilt(|d| d.joints[1].parent = "lower".into()),
        "joint \"elbow\" connects link \"lower\" with itself: a joint needs two links",
    );
    fails(
        Description::new("nothing"),
        "model \"nothing\" has no joint: add at least one joint between the ground and a link",
    );
}

fn point(link: &str, x: f64) -> PointSpec {
    PointSpec { link: link.into(), position: Vec3::new(x, 0.0, 0.0) }
}

fn with_rod(from: &str, to: &str, x: f64, length: f64) -> Description {
    let kind = ConstraintKind::Distance(DistanceSpec { from: point(from, x), to: point(to, 0.0), length });
    spoilt(|_| {}).constraint("rod", kind)
}

#[test]
fn constraints() {
    fails(
        with_rod("upper", "lowr", 0.0, 1.0),
        "constraint \"rod\" refers to link \"lowr\", which does not exist; did you mean \"lower\"?",
    );
    fails(
        with_rod("upper", "upper", 0.0, 1.0),
        "constraint \"rod\" acts between link \"upper\" and itself: name two different links",
    );
    fails(
        with_rod("upper", "ground", f64::NAN, 1.0),
        "constraint \"rod\": coordinate of a point is NaN; it must be a finite number",
    );
    fails(with_rod("upper", "ground", 0.0, 0.0), "constraint \"rod\": length is 0; it must be positive and finite");
    let mut named = with_rod("lower", "ground", 0.0, 1.0);
    assert_eq!(named.build().unwrap().closures().len(), 1);
    named.constraints[0].name = "elbow".into();
    fails(named, "two constraints are called \"elbow\": names must be unique; rename one of them");
    let wheel = |spoil: fn(&mut RollingSpec)| {
        let mut wheel = RollingSpec {
            link: "lower".into(),
            center: Vec3::zero(),
            axis: Vec3::unit(1),
            radius: 0.1,
            plane_point: Vec3::zero(),
            plane_normal: Vec3::unit(2),
            keep_height: true,
        };
        spoil(&mut wheel);
        spoilt(|_| {}).constraint("wheel", ConstraintKind::Rolling(wheel))
    };
    fails(
        wheel(|w| w.axis = Vec3::zero()),
        "constraint \"wheel\": length of axis is 0; it must be positive and finite",
    );
    fails(wheel(|w| w.radius = -0.1), "constraint \"wheel\": radius is -0.1; it must be positive and finite");
    fails(
        wheel(|w| w.plane_normal.x = f64::NAN),
        "constraint \"wheel\": component of the plane's normal is NaN; it must be a finite number",
    );
    fails(
        wheel(|w| w.link = "ground".into()),
        "constraint \"wheel\" acts between link \"ground\" and itself: name two different links",
    );
    assert!(wheel(|_| {}).build().is_ok());
    let spring = |stiffness: f64| {
        let (from, to) = (point("lower", 0.1), point("ground", 1.0));
        let (name, rest_length, damping) = ("coil".into(), 0.2, 0.0);
        let mut d = spoilt(|_| {});
        d.springs.push(SpringSpec { name, from, to, stiffness, rest_length, damping, place: None });
        d
    };
    fails(spring(-5.0), "spring \"coil\": stiffness is -5; it must be at least 0 and finite");
    let mut within = spring(5.0);
    within.springs[0].to.link = "lower".into();
    fails(within, "spring \"coil\" acts between link \"lower\" and itself: name two different links");
    let mut nowhere = spring(5.0);
    nowhere.springs[0].from.position.z = f64::INFINITY;
    fails(nowhere, "spring \"coil\": coordinate of a point is inf; it must be a finite number");
    let mut twice = spring(5.0);
    twice.springs.push(twice.springs[0].clone());
    fails(twice, "two springs are called \"coil\": names must be unique; rename one of them");
}

#[test]
fn couplings() {
    let row = || tree(&[("ground", "a"), ("a", "b"), ("b", "c"), ("c", "d")]);
    let [a, b, c, d] = ["ground-a", "a-b", "b-c", "c-d"];
    fails(
        row().coupling(a, b, f64::NAN, 0.0),
        "ratio of the coupling of \"ground-a\" is NaN: it must be a finite number",
    );
    fails(
        row().coupling(a, b, 2.0, 0.0).coupling(b, a, 0.5, 0.0),
        "joints follow each other in a cycle (\"ground-a\" follows \"a-b\" follows \"ground-a\"): remove one of \
         these couplings, so that one joint is independent",
    );
    // a joint that leads into the cycle is not part of it
    fails(
        row().coupling(a, b, 2.0, 0.0).coupling(b, c, 1.0, 0.0).coupling(c, d, 1.0, 0.0).coupling(d, b, 1.0, 0.0),
        "joints follow each other in a cycle (\"a-b\" follows \"b-c\" follows \"c-d\" follows \"a-b\"): remove one of \
         these couplings, so that one joint is independent",
    );
    let mut loose = row().coupling(a, b, 2.0, 0.0).coupling(b, a, 0.5, 0.0);
    loose.couplings[1].enforced = false;
    assert_eq!(loose.build().unwrap().closures().len(), 1);
    // several may follow one, in any order
    let many = row().coupling(c, b, 1.0, 0.0).coupling(b, a, 1.0, 0.0).coupling(d, b, 1.0, 0.0);
    assert_eq!(many.build().unwrap().closures().len(), 3);
}

#[test]
fn masses() {
    fails(with_mass(|m| m.mass = f64::NAN), "mass of \"lower\" is NaN: it must be a finite number");
    fails(with_mass(|m| m.center.y = f64::INFINITY), "mass centre of \"lower\" is inf: it must be a finite number");
    fails(with_mass(|m| m.inertia.yz = f64::NAN), "inertia of \"lower\" is NaN: it must be a finite number");
    fails(
        with_mass(|m| m.mass = -2.5),
        "link \"lower\" has mass -2.5 kg: a mass cannot be negative; give a value of at least 0",
    );
    fails(
        with_mass(|m| m.inertia = Sym3::diagonal(0.5, -0.1, 0.6)),
        "link \"lower\" has the principal moments of inertia -1.0000e-1, 5.0000e-1, 6.0000e-1 kg m² about its mass centre: \
         none may be negative; check signs and off-diagonal entries (and that the tensor refers to the mass centre)",
    );
    // an off-diagonal entry can make a moment negative, too
    fails(
        with_mass(|m| m.inertia = Sym3 { xy: 0.3, ..Sym3::diagonal(0.2, 0.2, 0.4) }),
        "link \"lower\" has the principal moments of inertia -1.0000e-1, 4.0000e-1, 5.0000e-1 kg m² about its mass centre: \
         none may be negative; check signs and off-diagonal entries (and that the tensor refers to the mass centre)",
    );
}

#[test]
fn doubtful_masses_are_errors_in_strict_mode_only() {
    for (inertia, warning) in [
        (
            // about the axis of the joint
            Sym3::diagonal(0.2, 0.2, 0.0),
            "link \"lower\" has the principal moments of inertia 0.0000e0, 2.0000e-1, 2.0000e-1 kg m²: one is zero, as for a \
             thin rod; nothing resists its joint, so forward dynamics is singular: add rotor inertia there",
        ),
        (
            Sym3::diagonal(0.1, 0.2, 0.4),
            "link \"lower\" has the principal moments of inertia 1.0000e-1, 2.0000e-1, 4.0000e-1 kg m²: the largest exceeds \
             the sum of the other two, which no rigid body can have; check axes and units",
        ),
    ] {
        let d = with_mass(|m| (m.inertia, m.center) = (inertia, Vec3::zero()));
        let model = d.build().unwrap();
        assert_eq!(model.warnings().iter().map(ToString::to_string).collect::<Vec<_>>(), [warning]);
        assert_eq!(d.build_strict().unwrap_err().to_string(), format!("{warning} (an error in strict mode)"));
    }
    assert!(spoilt(|_| {}).build_strict().is_ok());
    assert!(with_mass(|m| *m = MassProperties::none()).build_strict().is_ok());
}

#[test]
fn joints() {
    let none = Vec3::zero();
    let z = Vec3::unit(2);
    for joint in [
        Joint::revolute(none),
        Joint::prismatic(none),
        Joint::helical(none, 0.1),
        Joint::cylindrical(none),
        Joint::universal(z, none),
        Joint::planar(none),
        Joint::planar(none).reversed(),
        Joint::revolute(Vec3::new(f64::NAN, 0.0, 0.0)),
        Joint::revolute(Vec3::new(1e-200, 0.0, 0.0)),
    ] {
        fails(
            with_joint(joint),
            "the axis of joint \"elbow\" has no direction (zero or not finite): give one such as (0, 0, 1)",
        );
    }
    fails(
        with_joint(Joint::Revolute(denoc_model::joints::Revolute { axis: Vec3::new(0.0, 0.0, 2.0) })),
        "the axis of joint \"elbow\" has length 2: it must be 1; normalise it",
    );
    fails(with_joint(Joint::helical(z, f64::NAN)), "pitch of \"elbow\" is NaN: it must be a finite number");
    fails(
        with_joint(Joint::universal(z, -z)),
        "universal joint \"elbow\" has parallel axes: they must differ in direction",
    );
    fails(
        spoilt(|d| d.joints[1].origin.position.x = f64::NAN),
        "origin of \"elbow\" is NaN: it must be a finite number",
    );
    fails(
        spoilt(|d| d.joints[1].child_origin.position.z = f64::INFINITY),
        "origin of \"elbow\" is inf: it must be a finite number",
    );
    fails(
        spoilt(|d| d.joints[1].origin.rotation.x.x = 1.1),
        "the orientation of \"elbow\" is not a rotation (RᵀR or det R differs from 1 by 2.1e-1); give a right-handed \
         orthonormal matrix",
    );
    let mirror = Mat3::from_columns(Vec3::unit(0), Vec3::unit(1), -z);
    fails(
        spoilt(|d| d.joints[1].origin.rotation = mirror),
        "the orientation of \"elbow\" is not a rotation (RᵀR or det R differs from 1 by 2.0e0); give a right-handed \
         orthonormal matrix",
    );
    fails(
        spoilt(|d| d.joints[1].origin.rotation.y.y = f64::NAN),
        "orientation of \"elbow\" is NaN: it must be a finite number",
    );
    fails(
        spoilt(|_| {}).frame("tool", "lower", Pose::new(mirror, none)),
        "the orientation of \"tool\" is not a rotation (RᵀR or det R differs from 1 by 2.0e0); give a right-handed \
         orthonormal matrix",
    );
    fails(
        spoilt(|_| {}).gravity(Vec3::new(0.0, 0.0, f64::NAN)),
        "gravity of \"tree\" is NaN: it must be a finite number",
    );
}

#[test]
fn properties() {
    fails(
        with_properties(|p| p.viscous_friction = -0.1),
        "joint \"elbow\": viscous friction is -0.1; it must be a finite number of at least 0",
    );
    fails(
        with_properties(|p| p.dry_friction = f64::NAN),
        "joint \"elbow\": dry friction is NaN; it must be a finite number of at least 0",
    );
    fails(
        with_properties(|p| p.rotor_inertia = -1.0),
        "joint \"elbow\": rotor inertia is -1; it must be a finite number of at least 0",
    );
    fails(
        with_properties(|p| p.spring_stiffness = f64::INFINITY),
        "joint \"elbow\": spring stiffness is inf; it must be a finite number of at least 0",
    );
    fails(
        with_properties(|p| p.gear_ratio = 0.0),
        "joint \"elbow\": gear ratio is 0; it must be a finite number other than 0",
    );
    fails(
        with_properties(|p| p.limits = Some([1.0, -1.0])),
        "joint \"elbow\": lower limit 1 is above upper limit -1; exchange them",
    );
    fails(with_properties(|p| p.limits = Some([f64::NAN, 1.0])), "joint \"elbow\": limit is NaN; it must be a number");
    fails(
        with_properties(|p| p.velocity_limit = Some(-3.0)),
        "joint \"elbow\": velocity limit is -3; it must be a number of at least 0",
    );
    fails(
        with_properties(|p| p.effort_limit = Some(f64::NAN)),
        "joint \"elbow\": effort limit is NaN; it must be a number of at least 0",
    );
    fails(
        with_properties(|p| p.spring_rest = f64::NAN),
        "spring rest position of \"elbow\" is NaN: it must be a finite number",
    );
    let spring = |joint: Joint<f64>| {
        let mut d = with_joint(joint);
        d.joints[1].properties.spring_stiffness = 5.0;
        d
    };
    for joint in [Joint::spherical(), Joint::free(), Joint::spherical().reversed()] {
        fails(
            spring(joint),
            "joint \"elbow\": spring stiffness is 5; a joint with a quaternion cannot have this spring; a spherical joint can have a \
             rotation spring",
        );
    }
    assert!(spring(Joint::euler("zyx").unwrap()).build().is_ok());
    assert!(with_properties(|p| p.limits = Some([f64::NEG_INFINITY, f64::INFINITY])).build().is_ok());
}

#[test]
fn the_place_in_a_file_comes_first() {
    let place = Some(Place { file: "arm.urdf".into(), line: 12, column: 5 });
    fails(
        spoilt(|d| {
            d.links[1].mass.mass = -1.0;
            d.links[1].place = place.clone();
        }),
        "arm.urdf:12:5: link \"lower\" has mass -1 kg: a mass cannot be negative; give a value of at least 0",
    );
    fails(
        spoilt(|d| {
            d.joints[1].child = "lowr".into();
            d.joints[1].place = place.clone();
        }),
        "arm.urdf:12:5: joint \"elbow\" refers to link \"lowr\", which does not exist; did you mean \"lower\"?",
    );
}

#[test]
fn states() {
    let model = Description::new("arm")
        .link("a", body())
        .link("b", body())
        .joint("hinge", "ground", "a", pivot(), Pose::identity())
        .joint("ball", "a", "b", Joint::spherical(), Pose::identity())
        .build()
        .unwrap();
    let message = |result: Result<(), denoc_model::StateError>| result.unwrap_err().to_string();
    assert_eq!(message(model.check_coordinates(&[0.0; 4])), "q has 4 entries, but model \"arm\" needs 5");
    assert_eq!(message(model.check_speeds("v", &[0.0; 5])), "v has 5 entries, but model \"arm\" needs 4");
    assert_eq!(
        message(model.check_coordinates(&[f64::NAN, 0.0, 0.0, 0.0, 1.0])),
        "q[0] (joint \"hinge\") is NaN: states must be finite numbers"
    );
    assert_eq!(
        message(model.check_speeds("tau", &[0.0, 0.0, f64::INFINITY, 0.0])),
        "tau[2] (joint \"ball\") is inf: states must be finite numbers"
    );
    assert_eq!(
        message(model.check_coordinates(&[0.0, 0.0, 0.0, 0.0, 2.0])),
        "the quaternion of joint \"ball\" (q[1..5], stored x, y, z, w) has length 2: it must be 1; normalise it"
    );
    assert!(model.check_coordinates(&model.neutral()).is_ok());
}

// oracle: mechanics: what turns about the rod, and what is welded to it
#[test]
fn a_thin_body_is_a_reason_to_worry_only_if_nothing_resists_its_joint() {
    let (x, z) = (Vec3::unit(0), Vec3::unit(2));
    let rod = MassProperties::rod(1.0, 0.5, x);
    let block = MassProperties::cuboid(1.0, Vec3::new(0.1, 0.2, 0.3), Vec3::zero());
    let model = |first: MassProperties, about: Vec3<f64>, second: MassProperties, joint: Joint<f64>| {
        Description::new("rods")
            .link("a", first)
            .link("b", second)
            .joint("first", "ground", "a", Joint::revolute(about), Pose::identity())
            .joint("second", "a", "b", joint, Pose::identity())
    };
    let thin = |d: Description| d.build().unwrap().warnings().iter().map(|w| w.link.clone()).collect::<Vec<_>>();
    assert_eq!(thin(model(block, z, rod, Joint::fixed())), [""; 0]);
    assert_eq!(thin(model(block, z, rod, Joint::revolute(z))), [""; 0]);
    assert_eq!(thin(model(block, z, rod, Joint::revolute(x))), ["b"]);
    assert_eq!(thin(model(block, z, rod, Joint::spherical())), ["b"]);
    // a rod that carries a block about another axis, and about its own
    assert_eq!(thin(model(rod, x, block, Joint::revolute(z))), [""; 0]);
    assert_eq!(thin(model(rod, x, block, Joint::revolute(x))), ["a"]);
    // welded together, and the joint belongs to the link without mass
    assert_eq!(thin(model(MassProperties::none(), x, rod, Joint::fixed())), ["b"]);
    // a rotor resists
    let mut d = model(block, z, rod, Joint::revolute(x));
    d.joints[1].properties.rotor_inertia = 1e-6;
    assert_eq!(thin(d), [""; 0]);
}

// oracle: counting by hand
#[test]
fn warnings_of_the_same_kind_are_one_line() {
    let thick = MassProperties { inertia: Sym3::diagonal(0.1, 0.2, 0.4), ..body() };
    let thin = MassProperties { inertia: Sym3::diagonal(0.2, 0.2, 0.0), center: Vec3::zero(), ..body() };
    let mut d = tree(&["a", "b", "c", "d", "e", "f", "g", "h"].map(|link| ("ground", link)));
    for (i, link) in d.links.iter_mut().enumerate() {
        link.mass = if i < 2 { thin } else { thick };
    }
    let model = d.build().unwrap();
    assert_eq!(model.warnings().len(), 8);
    let lines = model.warning_lines();
    assert_eq!(lines.len(), 2);
    assert!(
        lines[0].starts_with("link \"a\" has") && lines[0].ends_with("add rotor inertia there (and 1 more: \"b\")")
    );
    let others = "check axes and units (and 5 more: \"d\", \"e\", \"f\", \"g\", …)";
    assert!(lines[1].starts_with("link \"c\" has") && lines[1].ends_with(others), "{}", lines[1]);
}

#[test]
fn a_joint_of_ones_own_has_at_most_six_coordinates() {
    struct Many;
    impl denoc_model::JointLaw for Many {
        fn units(&self) -> &'static [denoc_model::joints::Unit] {
            &[denoc_model::joints::Unit::Length; 7]
        }
        fn pose<T: denoc_math::Real>(&self, q: &[T]) -> Pose<T> {
            Pose::translation(Vec3::new(q[0], q[1], q[2]))
        }
    }
    let error = Description::new("many")
        .link("a", body())
        .joint("odd", "ground", "a", Joint::custom(&Many), Pose::identity())
        .build()
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "joint \"odd\": number of coordinates is 7; a custom joint has at most 6, angles or lengths"
    );
}
