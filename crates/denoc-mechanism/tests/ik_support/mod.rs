//! Arms for the tests of kinematics.
#![allow(dead_code)]

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use denoc_dynamics::Workspace;
use denoc_formats::catalogue;
use denoc_math::Pose;
use denoc_model::joints::Unit;
use denoc_model::{Description, DhRow, FrameId, MassProperties, Model};
use denoc_testkit::Random;

/// The description of an arm of the catalogue.
pub(crate) fn described(name: &str) -> Description {
    let entry = catalogue::ENTRIES.iter().find(|e| e.name == name).expect("in the catalogue");
    entry.describe().unwrap()
}

/// An arm of the catalogue.
pub(crate) fn arm(name: &str) -> Model {
    described(name).build().unwrap()
}

/// A model from rows.
pub(crate) fn dh(name: &str, rows: &[DhRow]) -> Model {
    let rows: Vec<_> = rows.iter().map(|r| (*r, MassProperties::none())).collect();
    Description::from_dh(name, &rows).build().unwrap()
}

/// The geometry of a UR5.
pub(crate) fn ur5() -> Model {
    dh(
        "ur5",
        &[
            DhRow::revolute(0.089159, 0.0, 0.0, FRAC_PI_2),
            DhRow::revolute(0.0, 0.0, -0.425, 0.0),
            DhRow::revolute(0.0, 0.0, -0.39225, 0.0),
            DhRow::revolute(0.10915, 0.0, 0.0, FRAC_PI_2),
            DhRow::revolute(0.09465, 0.0, 0.0, -FRAC_PI_2),
            DhRow::revolute(0.0823, 0.0, 0.0, 0.0),
        ],
    )
}

/// A SCARA arm: two parallel joints, one that slides, one that turns.
pub(crate) fn scara() -> Model {
    dh(
        "scara",
        &[
            DhRow::revolute(0.4, 0.0, 0.35, 0.0),
            DhRow::revolute(0.0, 0.0, 0.3, PI),
            DhRow::prismatic(0.1, 0.0, 0.0, 0.0),
            DhRow::revolute(0.05, 0.0, 0.0, 0.0),
        ],
    )
}

/// Three random joints (sliding where `slides` says so) and a spherical wrist with random angles between its axes.
pub(crate) fn wrist_arm(seed: u64, slides: [bool; 3]) -> Model {
    let mut random = Random::new(seed);
    let mut rows: Vec<DhRow> = slides
        .iter()
        .map(|&slides| {
            let (b, theta) = (random.signed(0.3), random.signed(PI));
            let (a, alpha) = (random.range(0.1, 0.5), random.sign() * random.range(0.5, 2.5));
            if slides { DhRow::prismatic(b, theta, a, alpha) } else { DhRow::revolute(b, theta, a, alpha) }
        })
        .collect();
    rows.push(DhRow::revolute(random.signed(0.5), 0.3, 0.0, random.range(1.0, 2.0)));
    rows.push(DhRow::revolute(0.0, -0.2, 0.0, -random.range(1.0, 2.0)));
    rows.push(DhRow::revolute(0.1, 0.5, 0.05, 0.4));
    dh("wrist arm", &rows)
}

/// The frame of the last link.
pub(crate) fn tip(model: &Model) -> FrameId {
    FrameId(model.links().len() - 1)
}

pub(crate) fn pose(model: &Model, frame: FrameId, q: &[f64]) -> Pose<f64> {
    Workspace::new(model).position(model, q).unwrap().frame_pose(frame)
}

/// Random coordinates: angles anywhere, lengths up to 0.4 m.
pub(crate) fn random_q(model: &Model, random: &mut Random) -> Vec<f64> {
    let units = model.links().iter().flat_map(|l| l.joint.q_units());
    units.map(|u| random.signed(if *u == Unit::Angle { PI } else { 0.4 })).collect()
}

/// The largest difference of coordinates of revolute and prismatic joints, without whole turns.
pub(crate) fn apart(model: &Model, a: &[f64], b: &[f64]) -> f64 {
    let units = model.links().iter().flat_map(|l| l.joint.q_units());
    let each = units.zip(a.iter().zip(b)).map(|(unit, (a, b))| match unit {
        Unit::Angle => ((a - b + PI).rem_euclid(TAU) - PI).abs(),
        _ => (a - b).abs(),
    });
    each.fold(0.0, f64::max)
}

/// The distance of two poses: metres and radians together.
pub(crate) fn pose_error(a: Pose<f64>, b: Pose<f64>) -> f64 {
    let turn = a.rotation - b.rotation;
    [turn.x, turn.y, turn.z, a.position - b.position].iter().fold(0.0, |m: f64, v| m.max(v.norm()))
}

/// The same arm with limits for all its joints.
pub(crate) fn limited(mut d: Description, limits: [f64; 2]) -> Model {
    for joint in &mut d.joints {
        joint.properties.limits = Some(limits);
    }
    d.build().unwrap()
}
