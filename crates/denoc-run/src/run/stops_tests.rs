//! Runs with stops at joint limits.

use std::path::PathBuf;

use super::*;
use crate::scenario::{Number, Simulate, Values};
use denoc_sim::Limits;

/// A mass above a stop, off which it bounces.
const HAMMER: &str = r#"
[model]
name = "hammer"

[[link]]
name = "mass"
mass = 2
inertia = { xx = 1, yy = 1, zz = 1 }

[[joint]]
name = "guide"
type = "prismatic"
parent = "ground"
child = "mass"
axis = [0, 0, 1]
limits = [0, inf]
restitution = 0.5
"#;

/// Runs the hammer from a height of 1 m in a folder of its own; `run.json` and the text on the badge.
fn hammer(name: &str, limits: Limits) -> (serde_json::Value, RunOutcome, String) {
    let path: PathBuf = std::env::temp_dir().join(format!("denoc-stops-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    std::fs::write(path.join("hammer.toml"), HAMMER).unwrap();
    let mut scenario = Scenario::new("hammer.toml");
    scenario.start.q = Some(Values::All(vec![Number::from(1.0)]));
    scenario.simulate = Some(Simulate { limits, ..Simulate::new(2.0) });
    let folder = RunFolder::create(path.join("run")).unwrap();
    let outcome = run(&scenario, &path, folder, "", &mut Silent).unwrap();
    let read = |file: &str| std::fs::read_to_string(path.join("run").join(file)).unwrap();
    let found = (serde_json::from_str(&read("run.json")).unwrap(), outcome, read("report.html"));
    std::fs::remove_dir_all(&path).unwrap();
    found
}

// oracle: free fall, speeds halved at every impact
#[test]
fn a_run_lists_impacts_and_their_work() {
    let (record, outcome, _) = hammer("act", Limits::Act);
    let impacts = record["impacts"].as_array().unwrap();
    assert!(impacts.len() > 5 && impacts[0]["joint"] == "guide" && impacts[0]["limit"] == "lower", "{impacts:?}");
    let number = |k: usize, key: &str| impacts[k][key].as_f64().unwrap();
    let speed = (2.0 * 9.81_f64).sqrt();
    assert!((number(0, "t") - speed / 9.81).abs() < 1e-8 && (number(0, "impulse") - 3.0 * speed).abs() < 1e-7);
    assert!((number(1, "before") + number(0, "after")).abs() < 1e-7 && (number(0, "after") - 0.5 * speed).abs() < 1e-7);
    // one event for all of them
    assert_eq!(outcome.events.len(), 1);
    let begins = format!("joint \"guide\" hits its lower limit 0 m {} times, the last at t = 1.35", impacts.len());
    assert!(outcome.events[0].1.starts_with(&begins), "{}", outcome.events[0].1);
    assert!(outcome.passed());
    let columns = record["columns"].as_array().unwrap();
    assert!(columns.iter().any(|column| column["name"] == "work of stops"));
}

// oracle: the outcome of a run whose joint passes its limit, and the name of the check on the page
#[test]
fn a_run_that_reports_a_limit_does_not_pass() {
    let (record, outcome, page) = hammer("report", Limits::Report);
    assert!(!outcome.passed() && record["passed"] == false && record["impacts"].is_null());
    assert!(page.contains("checks failed: joint limits of coordinates passed</span>"));
    assert_eq!(hammer("ignore", Limits::Ignore).0["passed"], true);
}
