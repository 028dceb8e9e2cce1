//! Paths of every section and format, the words of errors, and what stretching a link does.

use denoc_math::{Pose, Sym3, Vec3};
use denoc_model::{
    ConstraintKind, Description, DistanceSpec, Geometry, Joint, MassProperties, PointSpec, Shape, SpringSpec,
};

use super::*;

fn change(loaded: &Loaded, path: &str, value: f64) -> Loaded {
    with_parameters(loaded, &[(path.into(), value)]).unwrap_or_else(|e| panic!("{path}: {e}"))
}

fn refused(loaded: &Loaded, path: &str, value: f64) -> String {
    with_parameters(loaded, &[(path.into(), value)]).unwrap_err().to_string()
}

fn value(loaded: &Loaded, path: &str) -> f64 {
    let all = parameters(loaded);
    all.iter().find(|p| p.path == path).unwrap_or_else(|| panic!("{path} is not listed")).value
}

/// A little of everything that a model file can say.
fn press() -> Loaded {
    let text = include_str!("../../../../docs/model-file.md");
    // the second example of the documentation
    let blocks: Vec<&str> = text.split("```toml\n").skip(1).filter_map(|rest| rest.split("\n```").next()).collect();
    let press = blocks.iter().find(|block| block.contains("\"press\"")).expect("the example");
    let read = denoc_formats::parse_native(press, "press.toml").unwrap();
    Loaded::new(read.description, Vec::new()).unwrap()
}

// oracle: what is set is what is listed, and everything else stays
#[test]
fn every_listed_number_can_be_set_and_nothing_else_changes() {
    for loaded in [press(), crate::load("fourbar").unwrap(), crate::load("stanford").unwrap()] {
        let before = parameters(&loaded);
        assert!(before.len() > 50, "{}", before.len());
        // products of inertia alone, without moments, are impossible
        let alone =
            |p: &Parameter| ["xy", "xz", "yz"].iter().any(|key| p.path.ends_with(key)) && !p.path.contains("crank.");
        for p in before.iter().filter(|p| !p.path.ends_with(".length") && !alone(p)) {
            let new = if p.path.contains("inertia") || p.value == 0.0 { p.value + 1e-7 } else { 1.01 * p.value };
            let changed = change(&loaded, &p.path, new);
            assert!((value(&changed, &p.path) - new).abs() < 1e-12, "{}", p.path);
            assert_eq!(unit(&loaded, &p.path).unwrap(), p.unit);
            // numbers that are read from the same pose, or are distances to it, may follow
            let own = p.path.rsplit_once('.').unwrap().0.replace("dh.", "joints.");
            let related = |path: &str| {
                path.ends_with(".length")
                    || path.starts_with(&own)
                    || path.starts_with("dh.")
                    || p.path.starts_with("dh.")
            };
            let after = parameters(&changed);
            let rest = |all: &[Parameter]| all.iter().filter(|p| !related(&p.path)).cloned().collect::<Vec<_>>();
            assert_eq!(rest(&before), rest(&after), "after {}", p.path);
        }
    }
}

#[test]
fn spellings_of_paths() {
    let loaded = press();
    for (one, other) in [
        ("links.crank.center.x", "link.crank.center.0"),
        ("joints.crank pin.origin.x", "joint.\"crank pin\".origin.xyz.0"),
        ("joints.rocker pin.child_origin.yaw", "joints.rocker pin.child_origin.rpy.2"),
        ("model.gravity.y", "model.gravity.1"),
        ("distances.rod.length", "distance.rod.length"),
        ("distances.rod.point.x", "distances.rod.point.0"),
        ("springs.return spring.rest_length", "spring.return spring.rest_length"),
        ("configuration.start.drive", "configurations.start.drive"),
        ("joints.drive.limits.lower", "joints.drive.limits.0"),
    ] {
        let (a, b) = (change(&loaded, one, -0.0 + 0.125), change(&loaded, other, 0.125));
        assert_eq!(a.description, b.description, "{one}");
        assert_ne!(a.description, loaded.description.clone().without_places(), "{one}");
    }
}

// oracle: the description, by hand
#[test]
fn optional_numbers_that_nobody_said_can_be_set() {
    let loaded = crate::load("fourbar").unwrap();
    let joint = |l: &Loaded| l.description.joints[0].properties;
    assert_eq!(joint(&change(&loaded, "joints.crank_pivot.effort_limit", 3.0)).effort_limit, Some(3.0));
    let limited = change(&loaded, "joints.crank_pivot.limits.upper", 3.0);
    assert_eq!(joint(&limited).limits, Some([f64::NEG_INFINITY, 3.0]));
    assert_eq!(joint(&change(&loaded, "joints.crank_pivot.spring.stiffness", 2.0)).spring_stiffness, 2.0);
    let motor = change(&loaded, "actuators.motor.effort_limit", 5.0);
    assert_eq!(motor.description.actuators[0].effort_limit, Some(5.0));
}

// oracle: the description, by hand; ropes are links and joints
#[test]
fn springs_and_drag_of_a_cable_have_paths() {
    let loaded = crate::load("cable").unwrap();
    let stiff = change(&loaded, "joints.cable_joint_2.rotation_spring.bend_stiffness", 3.0);
    assert_eq!(stiff.description.joints[1].properties.rotation_spring.unwrap().bend_stiffness, 3.0);
    let damped = change(&loaded, "joints.cable_joint_2.rotation_spring.twist_damping", 0.5);
    assert_eq!(damped.description.joints[1].properties.rotation_spring.unwrap().twist_damping, 0.5);
    let thick = change(&loaded, "links.cable_3.drag.linear", 0.25);
    assert_eq!(thick.description.links[2].drag.unwrap().linear, 0.25);
}

const PENDULUM: &str = r#"<robot name="pendulum">
  <link name="wall"/>
  <link name="rod"><inertial><origin xyz="0 0 -0.5"/><mass value="2"/>
    <inertia ixx="0.08" ixy="0" ixz="0" iyy="0.08" iyz="0" izz="0.001"/></inertial></link>
  <joint name="pivot" type="continuous"><parent link="wall"/><child link="rod"/><axis xyz="0 1 0"/></joint>
</robot>"#;

const SWING: &str = r#"<mujoco model="swing"><worldbody><body name="arm" pos="0 0 1">
  <joint name="hinge" type="hinge" axis="0 1 0" damping="0.1"/>
  <geom type="sphere" size="0.1" pos="0 0 -0.5" mass="1"/>
</body></worldbody></mujoco>"#;

const TABLE: &str = "# convention: dh\njoint,b,theta,a,alpha [deg],mass\nshoulder,0.3,0,0.4,90,2\nelbow,0,0,0.5,0,1\n";

// oracle: the same numbers written into the files
#[test]
fn paths_work_for_every_format() {
    let urdf =
        |text: &str| Loaded::new(denoc_formats::parse_urdf(text, "p.urdf").unwrap().description, vec![]).unwrap();
    let changed = change(&change(&urdf(PENDULUM), "links.rod.mass", 3.0), "links.rod.center.z", -0.25);
    let written = urdf(&PENDULUM.replace("value=\"2\"", "value=\"3\"").replace("-0.5", "-0.25"));
    assert_eq!(changed.description, written.description.without_places());

    let mjcf = |text: &str| Loaded::new(denoc_formats::parse_mjcf(text, "s.xml").unwrap().description, vec![]).unwrap();
    let changed = change(&mjcf(SWING), "joints.hinge.viscous_friction", 0.25);
    assert_eq!(changed.description, mjcf(&SWING.replace("0.1\"/>\n", "0.25\"/>\n")).description.without_places());

    let csv = |text: &str| {
        Loaded::new(denoc_formats::parse_dh_csv(text, "t.csv", None).unwrap().description, vec![]).unwrap()
    };
    let arm = csv(TABLE);
    assert_eq!((value(&arm, "dh.shoulder.a"), value(&arm, "dh.shoulder.b")), (0.4, 0.3));
    assert_eq!(value(&arm, "dh.shoulder.alpha"), std::f64::consts::FRAC_PI_2);
    let changed = change(&change(&arm, "dh.elbow.a", 0.75), "dh.shoulder.d", 0.125);
    let written = csv(&TABLE.replace("0.5,0,1", "0.75,0,1").replace("r,0.3", "r,0.125"));
    assert_eq!(changed.description, written.description.without_places());

    let modified = TABLE.replace(": dh", ": modified_dh");
    let changed = change(&change(&csv(&modified), "modified_dh.elbow.a", 0.75), "modified_dh.shoulder.b", 0.125);
    let written =
        csv(&modified.replace("0.5,0,1", "0.75,0,1").replace("r,0.3", "r,0.125")).description.without_places();
    assert_eq!(changed.description, written);
}

#[test]
fn errors_say_what_there_is() {
    let fourbar = crate::load("fourbar").unwrap();
    for (path, words) in [
        (
            "lnks.crank.mass",
            "lnks.crank.mass: a model has no section \"lnks\"; did you mean \"links\"? there are model, links",
        ),
        (
            "links.crnk.mass",
            "there is no link called \"crnk\"; did you mean \"crank\"? there are ground, crank, coupler, output",
        ),
        ("links.crank.mas", "link \"crank\" has no \"mas\"; did you mean \"mass\"? there are length, mass, center.x"),
        (
            "links.crank.center",
            "link \"crank\" has no \"center\"; did you mean \"center.x\"? there are length, mass, center.x",
        ),
        ("links.crank", "link \"crank\" is not a number; there are length"),
        ("links", "say of which link and which number: links.NAME.KEY"),
        ("springs.s.stiffness", "the model has no spring"),
        (
            "dh.coupler_pin.alhpa",
            "the row of joint \"coupler_pin\" has no \"alhpa\"; did you mean \"alpha\"? there are b, theta, a, alpha",
        ),
        ("links.crank.length", "a length of -1 m is impossible: it must be above 0"),
        ("links.crnk.length", "there is no link called \"crnk\"; did you mean \"crank\"?"),
        ("links..mass", "a key is missing"),
        ("joints.crank_pivot.viscous_friction", "joint \"crank_pivot\""),
        ("links.crank.mass", "link \"crank\""),
    ] {
        let said = refused(&fourbar, path, -1.0);
        assert!(said.contains(words), "{path}\n  {said}\n  {words}");
    }
    assert!(refused(&fourbar, "links.crank.mass", f64::NAN).contains("NaN is not a finite number"));
    assert_eq!(with_parameters(&fourbar, &[("x.y".into(), 0.0)]).unwrap_err().code(), "parameter");
}

/// A rod of this length between two joints, at an angle in its link frame, with things fixed to it.
fn rod(length: f64) -> Loaded {
    let along = Vec3::new(0.6, 0.0, 0.8);
    let at = |share: f64| along.scale(share * length);
    let tilt = Pose::new(denoc_math::Mat3::from_rpy([0.0, 0.6_f64.atan2(0.8), 0.0]), at(0.5));
    let mut d = Description::new("rod")
        .link("rod", MassProperties::rod(3.0, length, along))
        .shape(Shape::new(Geometry::Cylinder { radius: 0.01, length }, tilt))
        .shape(Shape::new(Geometry::Sphere { radius: 0.02 }, Pose::translation(at(1.0))))
        .link("end", MassProperties::sphere(1.0, 0.1))
        .joint("pivot", "ground", "rod", Joint::revolute(Vec3::unit(1)), Pose::identity())
        .joint("tip", "rod", "end", Joint::revolute(Vec3::unit(1)), Pose::translation(at(1.0)))
        .frame("middle", "rod", Pose::translation(at(0.5) + Vec3::new(0.0, 0.1, 0.0)));
    let (from, to) = (
        PointSpec { link: "ground".into(), position: Vec3::zero() },
        PointSpec { link: "rod".into(), position: at(0.25) },
    );
    let (name, place) = ("s".into(), None);
    d.springs.push(SpringSpec { name, from, to, stiffness: 1.0, rest_length: 0.1, damping: 0.0, place });
    Loaded::new(d, Vec::new()).unwrap()
}

// oracle: the rod of the other length, m L²/12 about its middle
#[test]
fn a_stretched_rod_is_the_longer_rod() {
    let (short, long) = (rod(0.5), rod(0.8));
    assert_eq!(value(&short, "links.rod.length"), 0.5);
    let stretched = change(&short, "links.rod.length", 0.8);
    let (found, expected) = (&stretched.description, &long.description);
    let close = |a: Vec3<f64>, b: Vec3<f64>| assert!((a - b).norm() < 1e-15, "{a:?} {b:?}");
    let same = |a: Sym3<f64>, b: Sym3<f64>| {
        let difference = (a - b).to_mat3();
        assert!((0..9).all(|k| difference.get(k / 3, k % 3).abs() < 1e-15), "{a:?} {b:?}");
    };
    assert_eq!(found.links[0].mass.mass, 3.0);
    close(found.links[0].mass.center, expected.links[0].mass.center);
    same(found.links[0].mass.inertia, expected.links[0].mass.inertia);
    close(found.joints[1].origin.position, expected.joints[1].origin.position);
    close(found.frames[0].pose.position, expected.frames[0].pose.position);
    close(found.springs[0].to.position, expected.springs[0].to.position);
    for (a, b) in found.links[0].shapes.iter().zip(&expected.links[0].shapes) {
        close(a.pose.position, b.pose.position);
        let difference = a.geometry.measures().into_iter().zip(b.geometry.measures()).map(|(x, y)| (x.1 - y.1).abs());
        assert!(difference.fold(0.0, f64::max) < 1e-15, "{a:?}");
    }
}

// oracle: a box whose side along the line is as much longer, its frame in the middle
#[test]
fn a_stretched_box_is_the_longer_box() {
    let body = |x: f64| MassProperties::cuboid(2.0, Vec3::new(x, 0.3, 0.2), Vec3::new(0.0, 0.05, 0.0));
    let make = |length: f64| {
        let mut d = Description::new("box")
            .link("box", body(length))
            .link("end", MassProperties::sphere(1.0, 0.1))
            .joint("one", "ground", "box", Joint::revolute(Vec3::unit(2)), Pose::identity())
            .child_origin(Pose::translation(Vec3::new(-0.5 * length, 0.0, 0.0)));
        d = d.joint("two", "box", "end", Joint::revolute(Vec3::unit(2)), Pose::identity());
        d.joints[1].origin = Pose::translation(Vec3::new(0.5 * length, 0.0, 0.0));
        Loaded::new(d, Vec::new()).unwrap()
    };
    let stretched = change(&make(0.4), "links.box.length", 0.6).description;
    let (found, expected) = (stretched.links[0].mass, body(0.6));
    assert!((found.inertia - expected.inertia).trace().abs() < 1e-15);
    assert!((found.inertia.zz - expected.inertia.zz).abs() < 1e-15 && found.inertia.xy == 0.0);
    // the first joint stays where it is in the frame, the middle moves
    assert!((found.center - Vec3::new(0.1, 0.05, 0.0)).norm() < 1e-15);
    assert_eq!(stretched.joints[0].child_origin.position.x, -0.2);
    assert!((stretched.joints[1].origin.position.x - 0.4).abs() < 1e-15);
}

#[test]
fn lengths_need_two_ends() {
    let fourbar = crate::load("fourbar").unwrap();
    // the ground is a link as others
    let wide = change(&fourbar, "links.ground.length", 0.1);
    assert_eq!(wide.description.joints[1].origin.position.x, 0.1);
    let pendulum = |frames: &[&str]| {
        let mut d = Description::new("pendulum").link("bob", MassProperties::rod(1.0, 1.0, Vec3::unit(0))).joint(
            "pivot",
            "ground",
            "bob",
            Joint::revolute(Vec3::unit(1)),
            Pose::identity(),
        );
        for (i, name) in frames.iter().enumerate() {
            d = d.frame(*name, "bob", Pose::translation(Vec3::new(i as f64, 0.0, 0.0)));
        }
        Loaded::new(d, Vec::new()).unwrap()
    };
    let none = refused(&pendulum(&[]), "links.bob.length", 1.0);
    assert!(none.contains("it has one joint, pivot, and no frame"), "{none}");
    let two = refused(&pendulum(&["a", "b"]), "links.bob.length", 1.0);
    assert!(two.contains("it has one joint and 2 frames (pivot, a, b)"), "{two}");
    let same = refused(&pendulum(&["a"]), "links.bob.length", 1.0);
    assert!(same.contains("\"pivot\" and \"a\" are at the same point of link \"bob\""), "{same}");
    let many = refused(&crate::load("nfourbar_2").unwrap(), "links.ground.length", 1.0);
    assert!(many.contains("but it has 3 ("), "{many}");
    // a rod without mass counts as a joint
    let press = press();
    assert!(
        press.description.constraints.iter().any(|c| matches!(c.kind, ConstraintKind::Distance(DistanceSpec { .. })))
    );
    assert!((value(&press, "links.crank.length") - 0.1).abs() < 1e-15);
}

// oracle: the rotation of roll, pitch and yaw as numbers have it, whatever the order and beyond a right angle
#[test]
fn angles_of_a_pose_are_set_together() {
    let arm = crate::load("ur5_like").unwrap();
    let words = ["roll", "pitch", "yaw"];
    for pitch in [60.0_f64, 90.0, 120.0, 180.0, -100.0] {
        let rpy = [0.2, pitch.to_radians(), 0.5];
        let expected = denoc_math::Mat3::from_rpy(rpy);
        for order in [[0, 1, 2], [1, 0, 2], [2, 1, 0], [1, 2, 0]] {
            let changes: Vec<(String, f64)> =
                order.iter().map(|&k| (format!("joints.joint2.origin.{}", words[k]), rpy[k])).collect();
            let found = with_parameters(&arm, &changes).unwrap();
            let joint = found.description.joints.iter().find(|j| j.name == "joint2").unwrap();
            let off = joint.origin.rotation - expected;
            assert!([off.x, off.y, off.z].iter().all(|c| c.norm() < 1e-12), "{pitch} {order:?}");
        }
    }
}
