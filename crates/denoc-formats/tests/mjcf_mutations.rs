//! Thousands of damaged MJCF files with fixed seeds: each gives a result or an error, never a panic.

mod common;

use common::{damage, rearrange};
use denoc_formats::{parse_mjcf, write_mjcf};
use denoc_testkit::Random;

const ROBOT: &str = include_str!("data/mjcf/arm.xml");
const TREE: &str = include_str!("data/mjcf/tree.xml");

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
    "1e200 1e200 1e200",
    "1e-200 0 0",
    "${a}",
    "world",
    "base",
    "slew",
    "heavy",
    "main",
    "free",
    "ball",
    "slide",
    "mesh",
    "ellipsoid",
    "plane",
    "true",
    "false",
    "auto",
    "1 2 3 4",
    "1 2 3 4 5 6 7",
    "xYz",
    "&#10;",
    "漢字",
];

/// Reads it, shows every error and note, builds the model, writes it again; returns the number of stages passed.
fn survives(text: &str) -> usize {
    match parse_mjcf(text, "m.xml") {
        Err(error) => {
            let shown = error.to_string();
            assert!(shown.starts_with("m.xml:"), "{shown}");
            assert_eq!(shown.lines().count(), 3, "{shown}");
            0
        }
        Ok(mjcf) => {
            assert!(mjcf.notes.iter().all(|n| n.to_string().starts_with("m.xml:")));
            let _ = write_mjcf(&mjcf.description);
            match mjcf.description.build() {
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
    for seed in 1..=3000u64 {
        let mut random = Random::new(seed);
        let mut bytes = [ROBOT, TREE][random.below(2)].as_bytes().to_vec();
        for _ in 0..=random.below(4) {
            damage(&mut bytes, &mut random);
        }
        reached[survives(&String::from_utf8_lossy(&bytes))] += 1;
    }
    assert!(reached[0] > 1000 && reached[2] > 50, "{reached:?}");
}

#[test]
fn files_with_other_values_never_panic() {
    let mut reached = [0; 3];
    for seed in 1..=3000u64 {
        let mut random = Random::new(1_000_000 + seed);
        let mut text = [ROBOT, TREE][random.below(2)].to_owned();
        for _ in 0..=random.below(3) {
            rearrange(&mut text, VALUES, &mut random);
        }
        reached[survives(&text)] += 1;
    }
    assert!(reached.iter().all(|&n| n > 2), "{reached:?}");
}

#[test]
fn undamaged_files_are_read() {
    assert_eq!([survives(ROBOT), survives(TREE)], [2, 2]);
}

#[test]
fn deep_nesting_does_not_exhaust_the_stack() {
    let depth = 20_000;
    let nested = format!("{}{}", "<body><joint/><geom size='1'/>".repeat(depth), "</body>".repeat(depth));
    assert_eq!(survives(&format!("<mujoco><worldbody>{nested}</worldbody></mujoco>")), 2);
    let frames = format!("{}{}", "<frame>".repeat(depth), "</frame>".repeat(depth));
    assert_eq!(survives(&format!("<mujoco><worldbody>{frames}</worldbody></mujoco>")), 1); // no joints
    let classes = format!("{}{}", "<default class='a'>".repeat(depth), "</default>".repeat(depth));
    assert_eq!(survives(&format!("<mujoco>{classes}</mujoco>")), 1);
}
