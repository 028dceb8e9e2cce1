//! Motions of a gripper, one of whose fingers follows the other, that name only the joints that move.

use std::collections::BTreeMap;

use super::*;
use crate::Base;
use crate::scenario::{ControllerSpec, MotionSpec, Number, Simulate, Values};

const GRIPPER: &str = r#"<robot name="gripper">
  <link name="palm"><inertial><mass value="3"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="wrist"><inertial><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="left"><inertial><mass value="0.5"/><inertia ixx="1e-3" iyy="1e-3" izz="1e-3" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="right"><inertial><mass value="0.5"/><inertia ixx="1e-3" iyy="1e-3" izz="1e-3" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="turn" type="continuous"><parent link="palm"/><child link="wrist"/><origin xyz="0 0 0.1"/><axis xyz="0 1 0"/></joint>
  <joint name="first" type="prismatic"><parent link="wrist"/><child link="left"/><axis xyz="1 0 0"/>
    <limit lower="-1" upper="1" effort="100" velocity="10"/></joint>
  <joint name="second" type="prismatic"><parent link="wrist"/><child link="right"/><axis xyz="-1 0 0"/>
    <limit lower="-1" upper="1" effort="100" velocity="10"/><mimic joint="first"/></joint>
</robot>"#;

/// The outcome, and the last row of the results by column.
fn outcome(name: &str, change: impl FnOnce(&mut Scenario)) -> (RunOutcome, BTreeMap<String, f64>) {
    let path = std::env::temp_dir().join(format!("denoc-gripper-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    std::fs::write(path.join("gripper.urdf"), GRIPPER).unwrap();
    let mut scenario = Scenario::new("gripper.urdf");
    let mut motion = MotionSpec::new("quintic");
    motion.duration = Some(1.0);
    motion.to = Some(Values::Named([("first".to_owned(), vec![Number::from(0.3)])].into_iter().collect()));
    scenario.motion = Some(motion);
    change(&mut scenario);
    let outcome = run(&scenario, &path, RunFolder::create(path.join("run")).unwrap(), "", &mut Silent).unwrap();
    let text = std::fs::read_to_string(path.join("run/results.csv")).unwrap();
    std::fs::remove_dir_all(&path).unwrap();
    let head = text.lines().find(|line| line.contains("turn")).unwrap().split(',').map(str::to_owned);
    let last = text.lines().last().unwrap().split(',').map(|x| x.parse().unwrap());
    (outcome, head.zip(last).collect())
}

fn value(row: &BTreeMap<String, f64>, name: &str) -> f64 {
    let found: Vec<_> = row.iter().filter(|(column, _)| column.starts_with(name)).collect();
    assert_eq!(found.len(), 1, "{name}: {:?}", row.keys());
    *found[0].1
}

fn check(row: &BTreeMap<String, f64>) {
    for (column, expected) in [("q[turn]", 0.0), ("q[first]", 0.3), ("q[second]", 0.3)] {
        let found = value(row, column);
        assert!((found - expected).abs() < 1e-6, "{column}: {found}");
    }
}

// oracle: the weight of the gripper, 5 kg · 9.81 m/s², and of the coordinates the file by eye
#[test]
fn joints_that_are_not_named_stay_and_followers_follow() {
    for base in [Base::Fixed, Base::Floating] {
        let (found, last) = outcome(&format!("inverse-{}", base.keyword()), |scenario| scenario.base = base);
        check(&last);
        assert!(found.passed(), "{:?}", found.audit);
        let noted = found.notes.iter().any(|note| note.starts_with("no motor acts at joint"));
        assert_eq!(noted, base == Base::Floating);
        if base == Base::Floating {
            let weight: Vec<f64> = last.iter().filter(|(c, _)| c.starts_with("tau")).map(|(_, x)| *x).collect();
            assert!(weight.iter().any(|x| (x - 5.0 * 9.81).abs() < 1e-6), "{:?}", last);
        }
    }
}

#[test]
fn a_controller_drives_them_on_a_base_that_falls() {
    for base in [Base::Fixed, Base::Floating] {
        let (found, last) = outcome(&format!("simulate-{}", base.keyword()), |scenario| {
            scenario.base = base;
            scenario.simulate = Some(Simulate::new(1.0));
            scenario.controller = Some(ControllerSpec::new("computed-torque"));
        });
        check(&last);
        assert!(found.passed(), "{:?}", found.audit);
        assert_eq!(found.notes.iter().any(|note| note.contains("it moves freely")), base == Base::Floating);
        assert!(!found.notes.iter().any(|note| note.contains("does not reach")), "{:?}", found.notes);
    }
}
