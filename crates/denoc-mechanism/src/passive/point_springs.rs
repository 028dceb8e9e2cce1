//! Springs and dampers between points.

use denoc_dynamics::{Velocity, force_at_point};
use denoc_math::{Vec3, Wrench};
use denoc_model::{Frame, PointSpring};

fn point(stage: &Velocity<'_, f64>, frame: &Frame<f64>) -> Vec3<f64> {
    frame.link.map_or(frame.pose.position, |link| stage.link_pose(link).point(frame.pose.position))
}

fn velocity(stage: &Velocity<'_, f64>, frame: &Frame<f64>) -> Vec3<f64> {
    frame.link.map_or(Vec3::zero(), |link| {
        let t = stage.link_twist(link);
        stage.link_pose(link).rotation.apply(t.angular.cross_add(frame.pose.position, t.linear))
    })
}

/// Direction from one end to the other, length and its rate; ends that coincide pull in no direction.
fn stretch(stage: &Velocity<'_, f64>, spring: &PointSpring<f64>) -> (Vec3<f64>, f64, f64) {
    let d = point(stage, &spring.to) - point(stage, &spring.from);
    let length = d.norm();
    let direction = if length > 0.0 { d.scale(1.0 / length) } else { Vec3::zero() };
    let rate = direction.dot(velocity(stage, &spring.to) - velocity(stage, &spring.from));
    (direction, length, rate)
}

/// Adds the wrenches on the links; the power of the dampers.
pub(super) fn add(stage: &Velocity<'_, f64>, wrenches: &mut [Wrench<f64>]) -> f64 {
    let mut power = 0.0;
    for spring in stage.model().point_springs() {
        let (direction, length, rate) = stretch(stage, spring);
        let tension = spring.tension(length, rate);
        for (frame, force) in [(&spring.from, direction.scale(tension)), (&spring.to, direction.scale(-tension))] {
            if let Some(link) = frame.link {
                wrenches[link.0] += force_at_point(stage.link_pose(link), point(stage, frame), force);
            }
        }
        power -= spring.damping * rate * rate;
    }
    power
}

/// The energy stored in the springs.
pub(super) fn energy(stage: &Velocity<'_, f64>) -> f64 {
    let stored =
        |spring: &PointSpring<f64>| 0.5 * spring.stiffness * (stretch(stage, spring).1 - spring.rest_length).powi(2);
    stage.model().point_springs().iter().map(stored).sum()
}
