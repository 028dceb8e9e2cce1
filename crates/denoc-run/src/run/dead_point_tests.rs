//! Motions whose driving joint is at a dead point, where it does not determine the others.

use super::*;
use crate::scenario::{MotionSpec, Number, Values};

/// A crank press at top dead centre; crank 50 mm, rod 300 mm.
const PRESS: &str = r#"
[model]
name = "press"
[planar]
unit = "mm"
points = { O = [0, 0], C = [0, 50], R = [0, -250] }
ground = ["O"]
bars = { crank = { points = ["O", "C"], mass = 8 }, rod = { points = ["C", "R"], mass = 5 } }
sliders = { ram = { point = "R", along = [0, 1], mass = 30 } }
input = "O"
"#;

/// Inverse dynamics of the ram between two angles of the crank from the top, on the right side.
fn pressed(name: &str, from: f64, to: f64) -> Result<RunOutcome, Error> {
    // height of the ram above its bottom, less that at the top
    let ram = |angle: f64| 0.05 * (angle.cos() - 1.0) + 0.3 - (0.09 - (0.05 * angle.sin()).powi(2)).sqrt();
    let path = std::env::temp_dir().join(format!("denoc-dead-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    std::fs::write(path.join("press.toml"), PRESS).unwrap();
    let mut scenario = Scenario::new("press.toml");
    let named = |joint: &str, x: f64| Some(Values::Named([(joint.to_owned(), vec![Number::from(x)])].into()));
    scenario.start.q = named("O", from);
    let mut motion = MotionSpec::new("quintic");
    motion.to = named("ram", ram(to));
    (motion.duration, motion.samples) = (Some(1.0), Some(21));
    scenario.motion = Some(motion);
    scenario.report = false;
    let outcome = run(&scenario, &path, RunFolder::create(path.join("run")).unwrap(), "", &mut Silent);
    std::fs::remove_dir_all(&path).unwrap();
    outcome
}

// oracle: the ram stands still at the top while the crank turns: its motion does not tell that of the crank
#[test]
fn motions_from_and_to_dead_points_are_refused() {
    for (name, from, to, when) in [("from", 0.0, -1.0, "t = 0 s"), ("to", -1.0, 0.0, "t = 1 s")] {
        let error = pressed(name, from, to).unwrap_err().to_string();
        assert!(error.contains("dead point of the driving joints (ram)") && error.contains(when), "{name}: {error}");
    }
}

// oracle: near the top the ram moves as fast as the sine of the angle, relative to the crank
#[test]
fn motions_near_dead_points_are_noted() {
    let near = |outcome: &RunOutcome| outcome.notes.iter().any(|note| note.contains("near to a dead point"));
    assert!(near(&pressed("near", -0.002, -1.0).unwrap()));
    assert!(!near(&pressed("far", -0.2, -1.0).unwrap()));
}
