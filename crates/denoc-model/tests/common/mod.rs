//! Shared utilities of the integration tests.
#![allow(dead_code)] // every test binary uses a part of it

use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Joint, LinkId, MassProperties, Model};

/// A small body.
pub(crate) fn body() -> MassProperties {
    MassProperties::cuboid(1.0, Vec3::new(0.1, 0.2, 0.3), Vec3::new(0.05, 0.0, 0.1))
}

/// A revolute joint about z.
pub(crate) fn pivot() -> Joint<f64> {
    Joint::revolute(Vec3::unit(2))
}

/// A description from pairs (parent, child); joints are called `parent-child`.
pub(crate) fn tree(pairs: &[(&str, &str)]) -> Description {
    let mut d = Description::new("tree");
    for (parent, child) in pairs {
        for name in [parent, child] {
            if *name != d.ground && !d.links.iter().any(|l| l.name == *name) {
                d = d.link(*name, body());
            }
        }
        d = d.joint(format!("{parent}-{child}"), *parent, *child, pivot(), Pose::identity());
    }
    d
}

/// Poses of all frames in the ground, by name.
pub(crate) fn poses(model: &Model, q: &[f64]) -> Vec<(String, Pose<f64>)> {
    let mut links: Vec<Pose<f64>> = Vec::new();
    for l in model.links() {
        let base = l.parent.map_or(Pose::identity(), |LinkId(p)| links[p]);
        links.push(base * l.placement * l.joint.pose(&q[l.q..l.q + l.nq]));
    }
    let world = |link: Option<LinkId>| link.map_or(Pose::identity(), |LinkId(i)| links[i]);
    model.frame_names().iter().cloned().zip(model.frames().iter().map(|f| world(f.link) * f.pose)).collect()
}

/// The pose of one frame.
pub(crate) fn pose(model: &Model, q: &[f64], name: &str) -> Pose<f64> {
    poses(model, q).into_iter().find(|(n, _)| n == name).unwrap_or_else(|| panic!("no frame {name}")).1
}

/// Coordinates of `to` taken from those of `from`, joint by joint by name; joints that are locked in `to` have none.
pub(crate) fn carry(from: &Model, q: &[f64], to: &Model) -> Vec<f64> {
    let mut out = to.neutral();
    for (i, name) in to.joint_names().iter().enumerate() {
        if let Ok(LinkId(k)) = from.joint(name) {
            let (new, old) = (&to.links()[i], &from.links()[k]);
            if new.nq == 0 {
                continue;
            }
            out[new.q..new.q + new.nq].copy_from_slice(&q[old.q..old.q + old.nq]);
        }
    }
    out
}

/// Panics unless two poses agree.
#[track_caller]
pub(crate) fn same_pose(a: Pose<f64>, b: Pose<f64>) {
    let flat = |p: Pose<f64>| p.to_matrix().as_flattened().to_vec();
    denoc_testkit::close_within(flat(a), flat(b), 1e-12);
}
