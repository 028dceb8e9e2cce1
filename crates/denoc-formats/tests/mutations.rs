//! Thousands of damaged files with fixed seeds: each gives a result or an error, never a panic.

mod common;

use common::{damage, rearrange};
use denoc_formats::{FormatError, parse_urdf};
use denoc_testkit::Random;

const ROBOT: &str = r#"<?xml version="1.0"?>
<!-- größer -->
<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <material name="blue"><color rgba="0 0 1 1"/></material>
  <link name="base"/>
  <link name="arm">
    <inertial>
      <origin xyz="0 0.1 -2e-3" rpy="1.5708 0 3.141592653589793"/> <mass value="1.5"/>
      <inertia ixx="1" ixy="0.1" ixz="0" iyy="1" iyz="0" izz="1"/>
    </inertial>
    <visual><geometry><mesh filename="ä.stl"/></geometry></visual>
  </link>
  <link name="漢字"><sensor:camera/></link>
  <link name="tip"/>
  <joint name="shoulder" type="revolute">
    <parent link="base"/> <child link="arm"/> <axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="10" velocity="inf"/> <dynamics damping="0.1" friction="0"/>
  </joint>
  <joint name="elbow" type="planar">
    <origin quat_xyzw="0 0 0.7071 0.7071"/> <parent link="arm"/> <child link="漢字"/>
    <mimic joint="shoulder" multiplier="-1" offset="&#48;"/>
  </joint>
  <joint name="wrist" type="fixed"><parent link="漢字"/><child link="tip"/></joint>
  <gazebo><joint:hinge/></gazebo>
</robot>
"#;

const VALUES: &[&str] = &[
    "",
    " ",
    "0",
    "0 0 0",
    "-1",
    "1e308",
    "1e-308",
    "1e999",
    "nan",
    "inf",
    "-inf",
    "1e200 1e200 1e200",
    "1e-200 0 0",
    "${a}",
    "base",
    "arm",
    "tip",
    "漢字",
    "fixed",
    "floating",
    "ball",
    "revolute",
    "1 2 3 4",
    "&#10;",
    "1.5708 1.57 3.14",
];

/// Reads it, shows every error and note, builds the model; returns the number of stages passed.
fn survives(text: &str) -> usize {
    match parse_urdf(text, "m.urdf") {
        Err(error) => {
            let shown = error.to_string();
            assert!(shown.starts_with("m.urdf:"), "{shown}");
            assert_eq!(shown.lines().count(), 3, "{shown}");
            0
        }
        Ok(urdf) => {
            assert!(urdf.notes.iter().all(|n| n.to_string().starts_with("m.urdf:")));
            match urdf.description.build() {
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    1
                }
                Ok(model) => {
                    assert!(model.links().iter().all(|l| l.mass.mass.is_finite()));
                    2
                }
            }
        }
    }
}

#[test]
fn damaged_files_never_panic() {
    let mut reached = [0; 3];
    for seed in 1..=4000u64 {
        let mut random = Random::new(seed);
        let mut bytes = ROBOT.as_bytes().to_vec();
        for _ in 0..=random.below(4) {
            damage(&mut bytes, &mut random);
        }
        reached[survives(&String::from_utf8_lossy(&bytes))] += 1;
    }
    // some damage is harmless
    assert!(reached[0] > 1000 && reached[2] > 100, "{reached:?}");
}

#[test]
fn files_with_other_values_never_panic() {
    let mut reached = [0; 3];
    for seed in 1..=4000u64 {
        let mut random = Random::new(1_000_000 + seed);
        let mut text = ROBOT.to_owned();
        for _ in 0..=random.below(3) {
            rearrange(&mut text, VALUES, &mut random);
        }
        reached[survives(&text)] += 1;
    }
    // every stage is reached
    assert!(reached.iter().all(|&n| n > 20), "{reached:?}");
}

#[test]
fn the_undamaged_file_is_read() {
    assert_eq!(survives(ROBOT), 2);
}

#[test]
fn every_beginning_of_a_file_is_an_error() {
    for (end, _) in ROBOT.char_indices().take_while(|(i, _)| *i + 9 < ROBOT.len()) {
        assert!(matches!(parse_urdf(&ROBOT[..end], "m.urdf"), Err(FormatError::Xml { .. })), "{end}");
    }
}

#[test]
fn deep_nesting_does_not_exhaust_the_stack() {
    let depth = 200_000;
    let text = format!("<robot><link name='a'/>{}{}</robot>", "<link name='b'>".repeat(depth), "</link>".repeat(depth));
    assert_eq!(survives(&text), 0); // two roots
    let text = format!("<robot>{}", "<a:b>".repeat(depth));
    assert_eq!(survives(&text), 0);
}
