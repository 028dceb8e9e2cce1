//! Links joined by fixed joints become one. Oracle: the same mechanism with its fixed joints.

use denoc_dynamics::{Dynamics, Workspace};
use denoc_formats::parse_urdf;
use denoc_math::{Mat3, Pose, Vec3};
use denoc_model::{ContactPoint, Description, Geometry, Joint, Shape};

const ROBOT: &str = r#"<robot name="r">
  <link name="base"><visual><geometry><box size="1 1 1"/></geometry></visual></link>
  <link name="plate">
    <inertial><mass value="9"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
    <visual><origin xyz="0 0 1"/><geometry><sphere radius="0.1"/></geometry></visual>
  </link>
  <link name="upper">
    <inertial><origin xyz="0.1 0.2 0.3"/><mass value="2"/>
      <inertia ixx="0.2" ixy="0.01" ixz="0" iyy="0.3" iyz="0.02" izz="0.25"/></inertial>
  </link>
  <link name="motor">
    <inertial><origin xyz="0 0.1 0" rpy="0.1 0.2 0.3"/><mass value="1.5"/>
      <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.015"/></inertial>
    <collision><origin xyz="0.1 0 0"/><geometry><cylinder radius="0.1" length="0.2"/></geometry></collision>
  </link>
  <link name="cover">
    <inertial><mass value="0.5"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial>
  </link>
  <link name="lower">
    <inertial><origin xyz="0 0 0.3"/><mass value="1"/>
      <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.01"/></inertial>
  </link>
  <link name="tool0"/>
  <joint name="bolts" type="fixed"><parent link="base"/><child link="plate"/><origin xyz="0 0 0.5" rpy="0 0 1"/></joint>
  <joint name="one" type="revolute"><parent link="plate"/><child link="upper"/>
    <origin xyz="0.1 0 0.2" rpy="0.3 0 0"/><axis xyz="0 1 0"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
  <joint name="glue" type="fixed"><parent link="upper"/><child link="motor"/><origin xyz="0.2 0 0" rpy="1 0 0"/></joint>
  <joint name="screws" type="fixed"><parent link="motor"/><child link="cover"/><origin xyz="0 0 0.1" rpy="0 1 0"/></joint>
  <joint name="two" type="continuous"><parent link="cover"/><child link="lower"/>
    <origin xyz="0.3 0 0" rpy="0 0.4 0"/><axis xyz="1 0 0"/></joint>
  <joint name="flange" type="fixed"><parent link="lower"/><child link="tool0"/><origin xyz="0 0 0.6"/></joint>
</robot>"#;

fn robot() -> Description {
    let mut d =
        parse_urdf(ROBOT, "r.urdf").unwrap().description.frame("eye", "cover", Pose::translation(Vec3::unit(0)));
    let position = Vec3::new(0.1, 0.2, 0.3);
    d.contacts.push(ContactPoint { name: "toe".into(), link: "motor".into(), position, radius: 0.0, place: None });
    d.configuration("home", &[("one", &[0.5]), ("glue", &[])])
}

fn largest(pose: Pose<f64>) -> f64 {
    let turn = (pose.rotation - Mat3::identity()).to_rows();
    turn.as_flattened().iter().chain(&pose.position.to_array()).fold(0.0_f64, |a, x| a.max(x.abs()))
}

#[test]
fn torques_and_poses_stay_the_same() {
    let (apart, merged) = (robot(), robot().merge_fixed());
    assert_eq!(merged.joints.iter().map(|j| j.name.as_str()).collect::<Vec<_>>(), ["one", "two"]);
    assert_eq!(merged.links.iter().map(|l| l.name.as_str()).collect::<Vec<_>>(), ["base", "upper", "lower"]);
    let (apart, merged) = (apart.build().unwrap(), merged.build().unwrap());
    let (mut one, mut other) = (Workspace::new(&apart), Workspace::new(&merged));
    for k in 0..20 {
        let x = f64::from(k);
        let (q, v, a) = ([x.sin(), (2.0 * x).cos()], [(3.0 * x).sin(), x.cos()], [x.cos(), (5.0 * x).sin()]);
        let (mut tau, mut expected) = ([0.0; 2], [0.0; 2]);
        apart.inverse_dynamics(&mut one, &q, &v, &a, &mut expected).unwrap();
        merged.inverse_dynamics(&mut other, &q, &v, &a, &mut tau).unwrap();
        for (a, b) in tau.iter().zip(expected) {
            assert!((a - b).abs() < 1e-13 * 50.0, "{tau:?} is not {expected:?}"); // torques of up to 50 N m
        }
        for name in ["base", "plate", "upper", "motor", "cover", "lower", "tool0", "eye"] {
            let expected = one.position(&apart, &q).unwrap().frame_pose(apart.frame(name).unwrap());
            let found = other.position(&merged, &q).unwrap().frame_pose(merged.frame(name).unwrap());
            assert!(largest(found.inverse() * expected) < 1e-13, "{name}");
        }
    }
}

#[test]
fn everything_on_a_link_moves_along() {
    let merged = robot().merge_fixed();
    // the ball of the plate is on the ground now, 1 m above the plate
    let ground = &merged.links[0];
    assert_eq!(ground.shapes.len(), 2);
    assert!((ground.shapes[1].pose.position - Vec3::new(0.0, 0.0, 1.5)).norm() < 1e-15);
    assert_eq!(merged.links[1].shapes[0].geometry, Geometry::Cylinder { radius: 0.1, length: 0.2 });
    assert_eq!(merged.contacts[0].link, "upper");
    let (s, c) = 1f64.sin_cos();
    let expected = Vec3::new(0.3, 0.2 * c - 0.3 * s, 0.2 * s + 0.3 * c);
    assert!((merged.contacts[0].position - expected).norm() < 1e-15);
    assert_eq!(merged.configurations[0].joints, [("one".to_owned(), vec![0.5])]);
}

// oracle: nothing to merge, nothing changes
#[test]
fn without_fixed_joints_nothing_changes() {
    let puma = denoc_formats::catalogue::describe("puma").unwrap();
    assert_eq!(puma.clone().merge_fixed(), puma);
}

#[test]
fn fixed_joints_that_say_nothing_disappear_and_contradictions_stay() {
    let ball = |d: Description, name| {
        d.link(name, denoc_model::MassProperties::sphere(1.0, 0.1))
            .shape(Shape::new(Geometry::Sphere { radius: 0.1 }, Pose::identity()))
    };
    let at = |x| Pose::translation(Vec3::new(x, 0.0, 0.0));
    let triangle = |last| {
        let d = ball(ball(Description::new("t"), "a"), "b");
        d.joint("j", "ground", "a", Joint::revolute(Vec3::unit(2)), Pose::identity())
            .joint("f", "a", "b", Joint::fixed(), at(1.0))
            .joint("g", "b", "a", Joint::fixed(), at(last))
    };
    assert_eq!(triangle(-1.0).merge_fixed().joints.len(), 1);
    assert!(triangle(-2.0).merge_fixed().build().is_err());
}
