//! Writing: what is kept, what is reported as lost, what is an error.

use denoc_dynamics::{Loads, Workspace};
use denoc_formats::{Format, convert, parse_mjcf, parse_urdf, write_mjcf, write_urdf};
use denoc_math::{Mat3, Pose, Vec3};
use denoc_model::{
    ActuatorSpec, ContactPoint, Coupling, Description, Geometry, Joint, JointProperties, MassProperties, Model,
    Purpose, Rope, RopeMass, RotationSpring, Shape,
};

fn body() -> MassProperties {
    MassProperties::cuboid(2.0, Vec3::new(0.3, 0.4, 0.5), Vec3::new(0.1, 0.2, 0.3))
}

fn at(x: f64, y: f64, z: f64) -> Pose<f64> {
    Pose::new(Mat3::from_rpy([x, y, z]), Vec3::new(x, y, z))
}

/// A joint of some type between the ground and a link, away from both their frames, followed by a hinge.
fn with(joint: Joint<f64>) -> Description {
    let mut d = Description::new("one")
        .link("a", body())
        .link("b", body())
        .joint("j", "ground", "a", joint, at(0.1, 0.2, 0.3))
        .joint("k", "a", "b", Joint::revolute(Vec3::new(1.0, 2.0, 3.0)), at(0.4, -0.2, 0.1));
    d.joints[0].child_origin = at(-0.1, 0.3, 0.2);
    d
}

fn torques(model: &Model, q: &[f64]) -> Vec<f64> {
    let n = model.nv();
    let v: Vec<f64> = (0..n).map(|i| (i as f64 + 1.0).sin()).collect();
    let a: Vec<f64> = (0..n).map(|i| (i as f64 + 2.0).cos()).collect();
    let mut tau = vec![0.0; n];
    // of the tree: the state does not obey couplings
    let mut ws = Workspace::new(model);
    ws.position(model, q).unwrap().velocity(&v).unwrap().inverse(&a, Loads::NONE, &mut tau).unwrap();
    tau
}

fn same(one: &Description, other: &Description, q: &[f64]) {
    let (expected, found) = (torques(&one.build().unwrap(), q), torques(&other.build().unwrap(), q));
    assert_eq!(found.len(), expected.len());
    for (a, b) in found.iter().zip(&expected) {
        assert!((a - b).abs() < 1e-12 * 20.0, "{}: {found:?} is not {expected:?}", one.joints[0].joint.keyword());
    }
}

// oracle: the description that was written
#[test]
fn every_kind_of_joint_keeps_its_dynamics_or_is_refused() {
    let axis = Vec3::new(0.2, -0.3, 0.9);
    let refused = |format| format!("joint \"j\" cannot be written as {format}: the format has no helical joint");
    for (joint, q) in [
        (Joint::revolute(axis), vec![0.3]),
        (Joint::prismatic(axis), vec![0.3]),
        (Joint::cylindrical(axis), vec![0.3, 0.2]),
        (Joint::universal(axis, Vec3::unit(0)), vec![0.3, 0.2]),
        (Joint::euler("zxz").unwrap(), vec![0.3, 0.2, -0.5]),
        (Joint::translational(), vec![0.3, 0.2, -0.5]),
        (Joint::planar(axis), vec![0.3, 0.2, -0.5]),
        (Joint::spherical(), vec![0.1, 0.5, 0.1, 0.73f64.sqrt()]),
        (Joint::free(), vec![0.3, 0.2, -0.5, 0.1, 0.5, 0.1, 0.73f64.sqrt()]),
        (Joint::helical(axis, 0.1), vec![0.3]),
    ] {
        let mut q = q;
        q.push(0.7);
        let mut d = with(joint);
        if d.joints[0].joint.keyword() == "free" {
            d.joints[0].origin = Pose::identity();
        }
        let kind = d.joints[0].joint.keyword();
        match write_urdf(&d) {
            Ok(written) => same(&d, &parse_urdf(&written.text, "one.urdf").unwrap().description, &q),
            Err(error) => assert_eq!((error.to_string(), kind), (refused("URDF"), "helical")),
        }
        match write_mjcf(&d) {
            Ok(written) => same(&d, &parse_mjcf(&written.text, "one.xml").unwrap().description, &q),
            Err(error) => assert_eq!((error.to_string(), kind), (refused("MJCF"), "helical")),
        }
    }
}

fn rich() -> Description {
    let properties = JointProperties {
        rotor_inertia: 1e-4,
        gear_ratio: 50.0,
        viscous_friction: 0.1,
        dry_friction: 0.2,
        spring_stiffness: 3.0,
        spring_rest: 0.1,
        limits: Some([-1.0, 2.0]),
        velocity_limit: Some(3.0),
        effort_limit: Some(40.0),
        ..JointProperties::default()
    };
    let mut d =
        with(Joint::revolute(Vec3::unit(1))).gravity(Vec3::new(0.0, -9.8, 0.0)).frame("tool", "b", at(0.1, 0.0, 0.2));
    d.name = "rich & \"famous\"".into();
    d.joints[1].properties = properties;
    let mut shape = |geometry, purpose, color| {
        d.links[1].shapes.push(Shape { geometry, pose: at(0.3, 0.1, 0.0), color, purpose });
    };
    shape(Geometry::Box { sides: Vec3::new(1.0, 2.0, 3.0) }, Purpose::Visual, Some([0.1, 0.2, 0.3, 1.0]));
    shape(Geometry::Capsule { radius: 0.1, length: 0.4 }, Purpose::Both, None);
    shape(Geometry::Mesh { file: "arm.stl".into(), scale: Vec3::new(0.1, 0.1, 0.2) }, Purpose::Visual, None);
    let (joint, follows) = ("k".to_owned(), "j".to_owned());
    d.couplings.push(Coupling { joint, follows, ratio: 2.0, offset: 0.5, enforced: true, place: None });
    d.actuators.push(ActuatorSpec { name: "motor".into(), joint: "k".into(), effort_limit: Some(7.0), place: None });
    let position = Vec3::zero();
    d.contacts.push(ContactPoint { name: "toe".into(), link: "b".into(), position, radius: 0.0, place: None });
    d.configuration("home", &[("k", &[0.5])])
}

#[test]
fn meshes_that_mujoco_cannot_read_are_listed_as_lost() {
    let mesh = |file: &str| {
        let mut d = with(Joint::revolute(Vec3::unit(1)));
        let geometry = Geometry::Mesh { file: file.into(), scale: Vec3::new(1.0, 1.0, 1.0) };
        d.links[1].shapes.push(Shape::new(geometry, Pose::identity()));
        let lost = write_mjcf(&d).unwrap().lost.into_iter();
        lost.filter(|loss| loss.starts_with("mesh")).collect::<Vec<_>>()
    };
    let lost = "mesh \"arm.DAE\": MuJoCo cannot read COLLADA; convert it to STL or OBJ";
    assert_eq!((mesh("arm.DAE"), mesh("arm.stl")), (vec![lost.to_owned()], Vec::new()));
}

#[test]
fn mjcf_keeps_what_it_can_represent() {
    let (d, written) = (rich(), write_mjcf(&rich()).unwrap());
    let again = parse_mjcf(&written.text, "rich.xml").unwrap().description;
    same(&d, &again, &[0.3, 0.4]);
    assert_eq!((again.name, again.gravity), (d.name.clone(), d.gravity));
    let (p, expected) = (again.joints[1].properties, d.joints[1].properties);
    assert_eq!((p.limits, p.effort_limit), (expected.limits, expected.effort_limit));
    assert_eq!((p.spring_stiffness, p.spring_rest), (3.0, 0.1));
    assert_eq!((p.viscous_friction, p.dry_friction, p.reflected_inertia()), (0.1, 0.2, expected.reflected_inertia()));
    assert_eq!(again.configurations[0].joints, [("j".to_owned(), vec![0.0]), ("k".to_owned(), vec![0.5])]);
    assert_eq!((again.couplings[0].ratio, again.couplings[0].offset), (2.0, 0.5));
    assert_eq!(again.actuators[0].effort_limit, Some(7.0));
    let shapes = &again.links.iter().find(|l| l.name == "b").unwrap().shapes;
    for (one, other) in d.links[1].shapes.iter().zip(shapes) {
        assert_eq!((&one.geometry, one.color, one.purpose), (&other.geometry, other.color, other.purpose));
    }
    assert_eq!(
        written.lost,
        [
            "the frame of link \"a\" is moved to its joint; frame \"a_frame\" marks the original one",
            "the velocity limit of joint \"k\" cannot be written as MJCF",
            "contact point \"toe\" cannot be written as MJCF",
        ]
    );
}

#[test]
fn urdf_reports_what_it_loses() {
    let (d, written) = (rich(), write_urdf(&rich()).unwrap());
    let again = parse_urdf(&written.text, "rich.urdf").unwrap().description;
    assert_eq!(again.name, d.name);
    assert_eq!(again.couplings[0].ratio, 2.0);
    let p = again.joints[1].properties;
    assert_eq!((p.limits, p.effort_limit, p.velocity_limit), (Some([-1.0, 2.0]), Some(40.0), Some(3.0)));
    assert_eq!(
        written.lost,
        [
            "the frame of link \"a\" is moved to its joint; frame \"a_frame\" marks the original one",
            "gravity (0 -9.8 0) cannot be written as URDF; readers assume 0 0 -9.81",
            "configuration \"home\" cannot be written as URDF",
            "contact point \"toe\" cannot be written as URDF",
            "actuator \"motor\" cannot be written as URDF",
            "a shape of link \"b\" is a capsule, which some readers do not support",
            "the rotor inertia of joint \"k\" cannot be written as URDF: the motion will differ",
            "the spring of joint \"k\" cannot be written as URDF: the motion will differ",
        ]
    );
}

/// A four-bar linkage.
fn linkage(last: Joint<f64>) -> Description {
    let y = Joint::revolute(Vec3::unit(1));
    let mut d = Description::new("linkage");
    for name in ["a", "b", "c"] {
        d = d.link(name, body());
    }
    d = d
        .joint("one", "ground", "a", y.clone(), Pose::identity())
        .joint("two", "a", "b", y.clone(), at(0.5, 0.0, 0.0))
        .joint("three", "b", "c", y, at(0.5, 0.0, 0.0))
        .joint("four", "ground", "c", last, at(0.2, 0.0, 0.0));
    d.joints[3].cut = true;
    d.joints[3].child_origin = at(0.3, 0.0, 0.0);
    d
}

// oracle: the message; the file read back
#[test]
fn rotor_inertia_of_a_free_joint_is_not_written_as_mjcf() {
    let mut d = with(Joint::free());
    d.joints[0].origin = Pose::identity();
    d.joints[0].properties = JointProperties { rotor_inertia: 0.1, ..JointProperties::default() };
    let written = write_mjcf(&d).unwrap();
    assert_eq!(
        written.lost.last().map(String::as_str),
        Some(
            "the rotor inertia of joint \"j\" is omitted: MuJoCo applies the armature of a free joint along other axes"
        )
    );
    assert!(parse_mjcf(&written.text, "free.xml").unwrap().notes.is_empty(), "{}", written.text);
}

#[test]
fn loops_become_constraints_in_mjcf_and_are_lost_in_urdf() {
    let hinge = linkage(Joint::revolute(Vec3::unit(1)));
    let written = write_mjcf(&hinge).unwrap();
    assert_eq!(written.lost, ["joint \"four\" closes a loop: it is written as two common points"]);
    let again = parse_mjcf(&written.text, "l.xml").unwrap().description;
    let points: Vec<_> = again.joints.iter().filter(|j| j.cut).collect();
    assert_eq!(points.len(), 2);
    // oracle: the ends of the joint as described, and a point ahead on its axis
    let axis = Vec3::unit(1).scale(0.1);
    for (joint, along) in points.iter().zip([Vec3::zero(), axis]) {
        assert!((joint.origin.position - at(0.2, 0.0, 0.0).point(along)).norm() < 1e-15);
        assert!((joint.child_origin.position - at(0.3, 0.0, 0.0).point(along)).norm() < 1e-15);
    }
    let lost = write_urdf(&hinge).unwrap().lost;
    assert_eq!(lost[0], "joint \"four\" closes a loop, but a URDF model must be a tree: it is omitted");
    let mut slider = linkage(Joint::prismatic(Vec3::unit(1)));
    let lost = write_mjcf(&slider).unwrap().lost;
    let message = "prismatic joint \"four\" closes a loop; MJCF has no such joint: it is omitted, and the loop is open";
    assert_eq!(lost, [message]);
    // a joint that is cut cannot be driven there, and its friction is lost
    slider.joints[3].joint = Joint::spherical();
    slider.joints[3].properties.viscous_friction = 1.0;
    let lost = write_mjcf(&slider.actuator("motor", "four")).unwrap().lost;
    let expected = [
        "actuator \"motor\" drives joint \"four\", where a loop is cut: it is omitted",
        "limits, friction, spring and motor of joint \"four\", which closes a loop, are omitted",
    ];
    assert_eq!(lost, expected);
}

// oracle: the choice of the model
#[test]
fn loops_without_marks_are_cut_where_the_model_cuts_them() {
    let mut d = linkage(Joint::revolute(Vec3::unit(1))).actuator("motor", "three");
    d.joints[3].cut = false;
    let model = d.build().unwrap();
    assert_eq!(model.closure_names(), ["two"]);
    let again = parse_mjcf(&write_mjcf(&d).unwrap().text, "l.xml").unwrap().description;
    let cut: Vec<_> = again.joints.iter().filter(|j| j.cut).map(|j| j.name.as_str()).collect();
    assert_eq!(cut, ["two_1", "two_2"]);
    let tree = parse_mjcf(&write_mjcf(&d).unwrap().text, "l.xml").unwrap().description.build().unwrap();
    assert_eq!((tree.nv(), tree.links().len()), (model.nv(), model.links().len()));
    let urdf = write_urdf(&d).unwrap();
    assert_eq!(urdf.lost[1], "joint \"two\" closes a loop, but a URDF model must be a tree: it is omitted");
    assert_eq!(parse_urdf(&urdf.text, "l.urdf").unwrap().description.build().unwrap().nv(), 3);
    let error = convert(&d, Format::Dh).unwrap_err().to_string();
    let message =
        "joint \"two\" cannot be written as a DH table: it closes a loop, but a table describes a serial chain";
    assert_eq!(error, message);
}

// oracle: the description that was written
#[test]
fn couplings_that_are_not_enforced_are_not_active_in_mjcf() {
    let mut d = rich();
    d.couplings[0].enforced = false;
    let read = parse_mjcf(&write_mjcf(&d).unwrap().text, "r.xml").unwrap();
    let coupling = &read.description.couplings[0];
    assert_eq!((coupling.ratio, coupling.offset, coupling.enforced), (2.0, 0.5, false));
    let message = "joint \"k\" follows \"j\" (factor 2, offset 0.5), but the constraint is inactive; it moves independently in this model";
    assert!(read.notes.iter().any(|n| n.message == message), "{:?}", read.notes);
    d.couplings[0].enforced = true;
    let read = parse_mjcf(&write_mjcf(&d).unwrap().text, "r.xml").unwrap();
    assert!(read.description.couplings[0].enforced);
}

// oracle: the messages; model files keep everything
#[test]
fn rods_cams_wheels_and_springs_are_kept_in_model_files_only() {
    let press = include_str!("../../../docs/model-file.md").split("```toml\n").nth(3).unwrap();
    let d = denoc_formats::parse_native(press.split("```").next().unwrap(), "press.toml").unwrap().description;
    for (format, count) in [(Format::Urdf, 3), (Format::Mjcf, 3), (Format::Native, 0)] {
        let lost = convert(&d, format).unwrap().lost;
        let differ: Vec<_> = lost.iter().filter(|l| l.ends_with(": the motion will differ")).collect();
        assert_eq!(differ.len(), count, "{lost:?}");
        if let [first, .., last] = differ[..] {
            assert_eq!(
                *first,
                format!("distance \"rod\" cannot be written as {}: the motion will differ", format_name(format))
            );
            assert!(last.starts_with("spring \"return spring\" between two points cannot be written as "));
        }
    }
}

fn format_name(format: Format) -> &'static str {
    if format == Format::Urdf { "URDF" } else { "MJCF" }
}

#[test]
fn tables_refuse_what_is_not_a_chain() {
    let refused = |d: &Description| convert(d, Format::Dh).unwrap_err().to_string();
    assert_eq!(
        refused(&with(Joint::spherical())),
        "joint \"j\" cannot be written as a DH table: it is spherical, but a table has only revolute and prismatic joints"
    );
    let branched = with(Joint::revolute(Vec3::unit(2))).link("c", body());
    let branched = branched.joint("l", "a", "c", Joint::revolute(Vec3::unit(0)), Pose::identity());
    assert_eq!(
        refused(&branched),
        "joint \"l\" cannot be written as a DH table: the mechanism branches there, but a table describes a serial chain"
    );
    assert_eq!(
        refused(&linkage(Joint::spherical())),
        "joint \"four\" cannot be written as a DH table: it closes a loop, but a table describes a serial chain"
    );
    let mut lost = convert(&rich(), Format::Dh).unwrap().lost;
    lost.sort();
    assert_eq!(lost.len(), 8, "{lost:#?}");
}

#[test]
fn names_are_escaped() {
    let mut d = with(Joint::revolute(Vec3::unit(2)));
    d.joints[0].name = "<a & \"b\">".into();
    for (format, read) in [
        (Format::Urdf, (|t| parse_urdf(t, "n").unwrap().description) as fn(&str) -> Description),
        (Format::Mjcf, |t| parse_mjcf(t, "n").unwrap().description),
    ] {
        assert_eq!(read(&convert(&d, format).unwrap().text).joints[0].name, "<a & \"b\">");
    }
}

// oracle: the messages; a cable is written as a tree of ball joints
#[test]
fn springs_and_drag_of_cables_are_lost_elsewhere() {
    let cable = Rope { drag: 0.1, ..Rope::new("c", 4, 1.0, RopeMass::Total(1.0), 0.01).cable(0.1, 0.2) };
    let d = Description::new("cable").rope(&cable).unwrap();
    let lost = |format| convert(&d, format).unwrap().lost.join("\n");
    for (format, word) in [(Format::Urdf, "URDF"), (Format::Mjcf, "MJCF")] {
        let lost = lost(format);
        let spring = format!(
            "the rotation spring of joint \"c_joint_2\" cannot be written as {word}: the motion will differ (and 2 more)"
        );
        let drag = format!("the drag of link \"c_1\" cannot be written as {word}: the motion will differ (and 3 more)");
        assert!(lost.contains(&spring) && lost.contains(&drag), "{lost}");
    }
}

// oracle: the spring before; what MJCF cannot represent is tested above
#[test]
fn uniform_rotation_springs_are_kept_in_mjcf() {
    let spring = RotationSpring::new(Vec3::unit(0), 3.0, 3.0).with_damping(0.5, 0.5);
    let properties = JointProperties { rotation_spring: Some(spring), ..Default::default() };
    let mut d = Description::new("ball").link("ball", MassProperties::sphere(1.0, 0.1));
    d = d.joint("joint", "ground", "ball", Joint::spherical(), Pose::identity());
    d.joints[0].properties = properties;
    let written = convert(&d, Format::Mjcf).unwrap();
    assert_eq!(written.lost, Vec::<String>::new());
    let read = parse_mjcf(&written.text, "ball.xml").unwrap().description.joints[0].properties;
    let again = read.rotation_spring.unwrap();
    assert_eq!((again.stiffness(), read.viscous_friction), (spring.stiffness(), 0.5));
}
