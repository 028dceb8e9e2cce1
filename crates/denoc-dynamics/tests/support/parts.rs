//! Small mechanisms.

use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Joint, MassProperties, Model};
use denoc_testkit::{Random, random_state};

use super::{Worst, against_dense};

pub(crate) fn x() -> Vec3<f64> {
    Vec3::unit(0)
}
pub(crate) fn y() -> Vec3<f64> {
    Vec3::unit(1)
}
pub(crate) fn z() -> Vec3<f64> {
    Vec3::unit(2)
}

pub(crate) fn body(k: usize) -> MassProperties {
    let mut random = Random::new(k as u64);
    let sides = Vec3::new(0.3, 0.2, 0.1);
    let mut body = MassProperties::cuboid(random.range(0.5, 3.0), sides, random.point(0.2));
    body.inertia = body.inertia.rotate(random.rotation());
    body
}

pub(crate) fn at(p: [f64; 3]) -> Pose<f64> {
    Pose::translation(Vec3::from(p))
}

/// A serial chain of these joints in these places, each with its own body.
pub(crate) fn chain(name: &str, joints: &[(Joint<f64>, Pose<f64>)]) -> Description {
    with_bodies(name, joints, body)
}

pub(crate) fn with_bodies(
    name: &str,
    joints: &[(Joint<f64>, Pose<f64>)],
    body: impl Fn(usize) -> MassProperties,
) -> Description {
    let mut d = Description::new(name);
    for (i, (joint, place)) in joints.iter().enumerate() {
        let parent = if i == 0 { d.ground.clone() } else { format!("link{}", i - 1) };
        d = d.link(format!("link{i}"), body(i)).joint(
            format!("joint{i}"),
            parent,
            format!("link{i}"),
            joint.clone(),
            *place,
        );
    }
    d
}

/// Several states, as it is and on a floating base.
#[track_caller]
pub(crate) fn check(d: &Description) {
    check_as_it_is(&d.build().unwrap());
    let mut d = d.clone().floating();
    d.links[0].mass = body(99);
    check_as_it_is(&d.build().unwrap());
}

#[track_caller]
pub(crate) fn check_as_it_is(model: &Model) {
    for seed in 0..5 {
        against_dense(model, &random_state(model, seed), 1e-12, &mut Worst::default());
    }
}

pub(crate) fn hinge(axis: Vec3<f64>) -> Joint<f64> {
    Joint::revolute(axis)
}
