//! Runs near gimbal lock state how near they came and what precision that left.

use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Joint, MassProperties, Model};
use denoc_sim::{Audit, Sample, SimError, Simulation, Summary};

/// A ball turns about a fixed axis, y. Its x axis, which points along z in gimbal lock, passes there at the angle it starts with.
fn turning_ball(angle: f64) -> Result<(Model, Vec<Sample>, Summary), SimError> {
    let ball = MassProperties::cuboid(1.0, Vec3::new(0.2, 0.2, 0.2), Vec3::zero());
    let all = Description::new("ball").link("ball", ball);
    let joint = Joint::euler("zyx").unwrap();
    let model = all.joint("bearing", "ground", "ball", joint, Pose::identity()).build().unwrap();
    let start = [0.0, 2.0 * angle.cos(), 2.0 * angle.sin()];
    let simulation = Simulation::new(&model).start(&[angle, 0.0, 0.0], &start).duration(1.0).output_step(0.25);
    let (samples, summary) = { simulation }.run_collect()?;
    Ok((model, samples, summary))
}

// oracle: the geometry of the motion
#[test]
fn the_nearest_approach_to_gimbal_lock_is_in_the_audit() {
    let angle = 1e-3;
    let (model, samples, summary) = turning_ball(angle).unwrap();
    let near = summary.observations().gimbal_lock.as_ref().unwrap();
    assert_eq!(near.joint, "bearing");
    assert!((angle..1.2 * angle).contains(&near.distance), "{near:?}");
    assert!((near.t - 0.25 * core::f64::consts::PI).abs() < angle, "{near:?}");
    let audit = Audit::new(&model, &summary);
    let row = audit.row("nearest approach to gimbal lock").unwrap();
    assert!(
        row.meaning.contains("\"bearing\" at 0.785") && row.meaning.contains("accurate to about "),
        "{}",
        row.meaning
    );
    // beyond gimbal lock: half a turn less the angle of the start
    assert!((samples.last().unwrap().q[0] - (core::f64::consts::PI - angle)).abs() < 0.1, "{:?}", samples.last());
}

// oracle: the same motion; at this distance two thousandths of the forces are lost to rounding
#[test]
fn a_run_ends_where_rounding_exceeds_the_tolerance() {
    match turning_ball(1e-6) {
        Err(SimError::GimbalLock { time, near, .. }) => {
            assert!(
                (time - 0.25 * core::f64::consts::PI).abs() < 1e-3 && near.contains("\"bearing\""),
                "{time} {near}"
            );
        }
        other => panic!("{:?}", other.map(|(_, _, summary)| summary.observations().gimbal_lock.clone())),
    }
}
