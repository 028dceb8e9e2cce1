//! Ropes of models at rest: what is read from a model, and what is refused.

use denoc_machines::rope::Hanging;
use denoc_math::{Mat3, Pose, Sym3, Vec3};
use denoc_model::{
    Description, Joint, JointProperties, MassProperties, Model, PointSpec, Rope, RopeMass, RotationSpring, SpringSpec,
};
use denoc_sim::Simulation;

const LENGTH: f64 = 0.3;
const NONE: JointProperties = JointProperties::NONE;

fn along(x: f64) -> Pose<f64> {
    Pose::translation(Vec3::new(x, 0.0, 0.0))
}

fn rod() -> MassProperties {
    MassProperties { mass: 0.2, center: Vec3::new(0.5 * LENGTH, 0.0, 0.0), inertia: Sym3::diagonal(1e-4, 2e-3, 2e-3) }
}

fn hinge() -> Joint<f64> {
    Joint::revolute(Vec3::unit(1))
}

/// Rods `l0`, `l1` … along x with equal joints `j0`, `j1` …
fn rods(n: usize, joint: &Joint<f64>, properties: JointProperties) -> Description {
    (0..n).fold(Description::new("rods"), |d, i| {
        let (parent, at) = if i == 0 { ("ground".to_owned(), 0.0) } else { (format!("l{}", i - 1), LENGTH) };
        d.link(format!("l{i}"), rod())
            .joint(format!("j{i}"), parent, format!("l{i}"), joint.clone(), along(at))
            .properties(properties)
    })
}

/// The last of four rods held 0.9 m away.
fn tied(d: Description, joint: Joint<f64>, properties: JointProperties) -> Description {
    d.joint("tie", "ground", "l3", joint, along(0.9)).child_origin(along(LENGTH)).cut().properties(properties)
}

fn rope(links: usize) -> Rope {
    Rope::new("r", links, 2.0, RopeMass::PerLength(0.3), 0.01)
}

fn point(link: &str, x: f64, y: f64, z: f64) -> Option<PointSpec> {
    Some(PointSpec { link: link.into(), position: Vec3::new(x, y, z) })
}

/// The largest speed a millisecond after the rest that is found.
fn moves(model: &Model) -> f64 {
    let hanging = Hanging::of(model, None).unwrap();
    let q = hanging.coordinates(model, &hanging.rest().unwrap());
    let mut simulation = Simulation::new(model).start(&q, &vec![0.0; model.nv()]).duration(1e-3);
    let (samples, _) = simulation.run_collect().unwrap();
    samples.last().unwrap().v.iter().fold(0.0, |m: f64, x| m.max(x.abs()))
}

fn stays(what: &str, d: Description) {
    let speed = moves(&d.build().unwrap());
    // a link that is not at rest falls with 0.01 m/s and more by then
    assert!(speed < 1e-10, "{what}: {speed}");
}

fn words(d: Description) -> String {
    Hanging::of(&d.build().unwrap(), None).unwrap_err().to_string()
}

fn refused(d: Description, expected: &str) {
    let found = words(d);
    assert!(found.contains(expected), "{found}");
}

// oracle: the dynamics: what is at rest does not begin to move
#[test]
fn springs_with_an_angle_of_rest() {
    let spring = JointProperties { spring_stiffness: 0.5, spring_rest: 0.2, ..NONE };
    for sign in [1.0, -1.0] {
        let joint = Joint::revolute(Vec3::new(0.0, sign, 0.0));
        stays("free", rods(4, &joint, spring));
        stays("tied", tied(rods(4, &joint, spring), Joint::spherical(), NONE));
    }
}

// oracle: as above
#[test]
fn cables_that_begin_out_of_the_plane_are_turned_into_it() {
    for direction in [Vec3::new(0.2, 1.0, 0.3), Vec3::unit(1), Vec3::new(-1.0, 0.2, 0.5)] {
        let cable = Rope { direction: Some(direction), to: point("ground", 1.1, 0.0, 0.2), ..rope(8) };
        stays("cable", Description::new("cable").rope(&cable.cable(0.05, 0.02)).unwrap());
    }
}

// oracle: as above
#[test]
fn ropes_between_welded_links() {
    let turned = |angle: f64, at: Vec3<f64>| {
        Pose::new(Mat3::rotation(Vec3::new(1.0, 2.0, 0.5).normalized(), angle.sin(), angle.cos()), at)
    };
    let body = MassProperties::sphere(1.0, 0.1);
    let welded = |rope: &Rope| {
        let d = Description::new("welded").link("a", body).link("b", body).link("c", body);
        d.joint("fa", "ground", "a", Joint::fixed(), turned(0.4, Vec3::new(0.1, 0.2, 0.3)))
            .joint("fb", "a", "b", Joint::fixed(), turned(-0.7, Vec3::new(0.3, -0.2, 0.1)))
            .joint("fc", "a", "c", Joint::fixed(), turned(0.9, Vec3::new(1.0, 0.1, 0.1)))
            .rope(rope)
            .unwrap()
    };
    let between = Rope { from: point("b", 0.1, 0.0, 0.0), to: point("c", 0.2, 0.1, 0.0), ..rope(8) };
    stays("rope", welded(&between));
    stays("chain", welded(&between.clone().chain()));
    stays("cable", welded(&between.cable(0.05, 0.02)));
}

// oracle: as above. A ball joint that is listed from child to parent, with a spring, and one that ties the end
#[test]
fn ball_joints_listed_from_child_to_parent() {
    let spring = RotationSpring::new(Vec3::unit(0), 0.4, 0.2);
    let build = |tied: bool| {
        let d = Description::new("reversed")
            .link("a", rod())
            .link("b", rod())
            .link("c", rod())
            .joint("ja", "a", "ground", Joint::spherical(), Pose::identity())
            .joint("jb", "b", "a", Joint::spherical(), Pose::identity())
            .child_origin(along(LENGTH))
            .properties(JointProperties { rotation_spring: Some(spring), ..NONE })
            .joint("jc", "b", "c", hinge(), along(LENGTH));
        let tie = |d: Description| d.joint("tie", "c", "ground", Joint::spherical(), along(LENGTH));
        if tied { tie(d).child_origin(along(0.6)).cut() } else { d }
    };
    stays("free", build(false));
    stays("tied", build(true));
    let model = build(true).build().unwrap();
    let hanging = Hanging::of(&model, None).unwrap();
    let rest = hanging.rest().unwrap();
    let q = hanging.coordinates(&model, &rest);
    assert!(hanging.distance(&model, &q, &rest).unwrap() < 1e-14);
    assert!(hanging.distance(&model, &model.neutral(), &rest).unwrap() > 0.1);
}

// oracle: as above. Ties with axes along the normal of the plane, in the order of their frames and against it
#[test]
fn ties_that_turn_in_the_plane() {
    let [x, y, z] = [0, 1, 2].map(Vec3::unit);
    for joint in [Joint::revolute(y), Joint::revolute(-y), Joint::universal(y, z), Joint::universal(x, y)] {
        stays("hinges", tied(rods(4, &hinge(), NONE), joint.clone(), NONE));
        let ahead = rods(4, &Joint::spherical(), NONE).joint("tie", "l3", "ground", joint, along(LENGTH));
        stays("balls", ahead.child_origin(along(0.9)).cut());
    }
}

// oracle: the words
#[test]
fn ties_that_do_not_turn_in_the_plane_are_refused() {
    let [x, y, z] = [0, 1, 2].map(Vec3::unit);
    for joint in [Joint::revolute(x), Joint::revolute(z), Joint::universal(x, z), Joint::universal(z, x)] {
        let d = tied(rods(4, &Joint::spherical(), NONE), joint, NONE);
        refused(
            d,
            "closure \"tie\": it does not turn in the plane of both ends and gravity: set an axis along the normal",
        );
    }
    // along the normal on the ground, not in the link
    let turned = Pose::new(Mat3::rotation(x, 1.0, 0.0), Vec3::new(LENGTH, 0.0, 0.0));
    let d = rods(4, &Joint::spherical(), NONE).joint("tie", "ground", "l3", Joint::revolute(y), along(0.9));
    refused(d.child_origin(turned).cut(), "it does not turn in the plane");
    let slide = tied(rods(4, &Joint::spherical(), NONE), Joint::prismatic(y), NONE);
    refused(slide, "closure \"tie\": the end must be free to turn: use a spherical joint");
}

// oracle: the words
#[test]
fn springs_that_the_statics_do_not_know_are_refused() {
    let spring = JointProperties { spring_stiffness: 3.0, ..NONE };
    refused(
        tied(rods(4, &hinge(), NONE), hinge(), spring),
        "closure \"tie\": its spring holds the end: leave that out",
    );

    let mut between = rods(4, &hinge(), NONE);
    between.springs.push(SpringSpec {
        name: "pull".into(),
        from: point("ground", 0.4, 0.0, 0.5).unwrap(),
        to: point("l1", LENGTH, 0.0, 0.0).unwrap(),
        stiffness: 20.0,
        rest_length: 0.1,
        damping: 0.0,
        place: None,
    });
    refused(between, "spring 1 between points, at link \"l1\": its force is not counted here: leave it out");

    let universal = Joint::universal(Vec3::unit(1), Vec3::unit(2));
    let rested = JointProperties { spring_stiffness: 0.5, spring_rest: 0.2, ..NONE };
    refused(
        rods(2, &universal, rested),
        "joint \"j0\": its spring rests at an angle about the axis out of the plane too",
    );
    stays("universal", rods(2, &universal, JointProperties { spring_rest: 0.0, ..rested }));
}

// oracle: the words
#[test]
fn links_and_springs_beside_the_plane_are_refused() {
    let beside =
        MassProperties { center: Vec3::new(0.15, 0.0, 0.01), inertia: Sym3::diagonal(1e-3, 2e-3, 2e-3), ..rod() };
    let one = Description::new("beside").link("a", beside).joint("j", "ground", "a", Joint::spherical(), along(0.0));
    refused(one.frame("end", "a", along(LENGTH)), "link \"a\": its mass centre is beside the line between its joints");

    let spring = |axis| JointProperties { rotation_spring: Some(RotationSpring::new(axis, 1.0, 2.0)), ..NONE };
    let askew = rods(2, &Joint::spherical(), spring(Vec3::unit(2)));
    refused(askew, "joint \"j0\": the axis of its rotation spring must lie along the link");

    let turned = Pose::new(Mat3::from_rpy([0.0, 0.0, 0.5]), Vec3::new(LENGTH, 0.0, 0.0));
    let bent = Description::new("bent")
        .link("a", rod())
        .link("b", rod())
        .joint("ja", "ground", "a", Joint::spherical(), Pose::identity())
        .joint("jb", "a", "b", Joint::spherical(), turned)
        .properties(spring(Vec3::unit(0)));
    refused(bent, "joint \"jb\": its spring bends the rope out of the plane");
    let across = rods(2, &Joint::revolute(Vec3::unit(2)), NONE);
    refused(across, "joint \"j0\": it does not turn in the plane of both ends and gravity: use spherical joints");
}

// oracle: twice the way from the origin to the mass centre of a uniform rod
#[test]
fn rods_without_frames_end_behind_their_mass_centre() {
    let model = rods(3, &hinge(), NONE).build().unwrap();
    let hanging = Hanging::of(&model, None).unwrap();
    assert!(hanging.links.lengths.iter().all(|l| (l - LENGTH).abs() < 1e-15), "{:?}", hanging.links.lengths);
}

// oracle: √(E I/H)
#[test]
fn stiffness_is_felt_over_the_same_length_with_and_without_a_clamp() {
    for clamped in [false, true] {
        let cable = Rope { clamped, ..rope(8) }.cable(0.05, 0.02);
        let model = Description::new("cable").rope(&cable).unwrap().build().unwrap();
        let found = Hanging::of(&model, None).unwrap().bending_length(2.0);
        assert!((found - (0.05_f64 / 2.0).sqrt()).abs() < 1e-15, "{clamped}: {found}");
    }
}
