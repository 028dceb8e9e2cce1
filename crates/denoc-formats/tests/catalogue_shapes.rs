//! The catalogue: shapes are where the links are, feet stand on the ground.

use denoc_formats::catalogue::{ENTRIES, describe};
use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Geometry, Joint, JointSpec, LinkSpec, Shape};
use denoc_testkit::in_parallel;

/// The coordinates of a joint in a configuration; mechanisms with loops have only one, `start`.
fn coordinates(d: &Description, joint: &JointSpec, configuration: &str) -> Vec<f64> {
    let named = |name: &str| d.configurations.iter().find(|c| c.name == name);
    let configuration = named(configuration).or_else(|| named("start")).unwrap();
    let listed = configuration.joints.iter().find(|(name, _)| *name == joint.name);
    listed.map_or_else(|| vec![0.0; joint.joint.q_units().len()], |(_, q)| q.clone())
}

/// The pose of a link: joint by joint from the ground, written out here. In a loop, any path leads to the same pose.
fn pose(d: &Description, link: &str, configuration: &str) -> Pose<f64> {
    let Some(joint) = d.joints.iter().find(|j| j.child == link) else { return Pose::identity() };
    let relative = joint.joint.pose(&coordinates(d, joint, configuration));
    pose(d, &joint.parent, configuration) * joint.origin * relative * joint.child_origin.inverse()
}

fn link<'a>(d: &'a Description, name: &str) -> Option<&'a LinkSpec> {
    d.links.iter().find(|link| link.name == name)
}

/// The points of a link that joints, frames and contacts show, in its frame.
fn points(d: &Description, link: &str) -> Vec<Vec3<f64>> {
    let near = d.joints.iter().filter(|j| j.child == link).map(|j| j.child_origin.position);
    let far = d.joints.iter().filter(|j| j.parent == link).map(|j| j.origin.position);
    let frames = d.frames.iter().filter(|f| f.link == link).map(|f| f.pose.position);
    let contacts = d.contacts.iter().filter(|c| c.link == link).map(|c| c.position);
    near.chain(far).chain(frames).chain(contacts).collect()
}

/// The largest distance of a point of the link from its frame; a sliding link is at least as long as its stroke.
fn extent(d: &Description, link: &str) -> f64 {
    let sliding = d.joints.iter().find(|j| j.child == link && matches!(j.joint, Joint::Prismatic(_)));
    let way = sliding.map_or(0.0, |joint| coordinates(d, joint, "home")[0].abs());
    points(d, link).iter().fold(way, |most, p| p.norm().max(most))
}

// oracle: lengths of the links
#[test]
fn shapes_are_within_reach() {
    for entry in ENTRIES {
        let d = entry.describe().unwrap();
        let longest = d.links.iter().fold(0.0, |most: f64, link| most.max(extent(&d, &link.name)));
        // a pedestal may have any height
        for link in d.links.iter().filter(|link| link.name != d.ground) {
            for shape in &link.shapes {
                let farthest = shape.pose.position.norm() + shape.geometry.reach().unwrap();
                // a tail, a boom, a block around a joint: one longest link beyond; solar panels are longer
                let bound = extent(&d, &link.name) + longest.max(0.3);
                let satellite = d.gravity == Vec3::zero() && link.name == "base";
                assert!(farthest < bound || satellite, "{}: {} reaches {farthest}", entry.name, link.name);
            }
        }
    }
}

/// How far a point is from a shape, in the frame of the shape; negative inside.
fn distance(geometry: &Geometry, p: Vec3<f64>) -> f64 {
    let outside = |d: &[f64]| {
        let beyond = d.iter().map(|x| x.max(0.0).powi(2)).sum::<f64>().sqrt();
        beyond + d.iter().fold(f64::NEG_INFINITY, |most, &x| most.max(x)).min(0.0)
    };
    let across = p.x.hypot(p.y);
    match *geometry {
        Geometry::Box { sides } => {
            outside(&[p.x.abs() - 0.5 * sides.x, p.y.abs() - 0.5 * sides.y, p.z.abs() - 0.5 * sides.z])
        }
        Geometry::Cylinder { radius, length } => outside(&[across - radius, p.z.abs() - 0.5 * length]),
        Geometry::Capsule { radius, length } => across.hypot((p.z.abs() - 0.5 * length).max(0.0)) - radius,
        Geometry::Sphere { radius } => p.norm() - radius,
        Geometry::Mesh { .. } => f64::INFINITY,
    }
}

/// Points all over a shape, in the frame of the link.
fn samples(shape: &Shape) -> Vec<Vec3<f64>> {
    let half = match shape.geometry {
        Geometry::Box { sides } => sides.scale(0.5),
        Geometry::Cylinder { radius, length } => Vec3::new(radius, radius, 0.5 * length),
        Geometry::Capsule { radius, length } => Vec3::new(radius, radius, 0.5 * length + radius),
        Geometry::Sphere { radius } => Vec3::new(radius, radius, radius),
        Geometry::Mesh { .. } => Vec3::zero(),
    };
    let steps = || (-10..=10).map(|i| f64::from(i) / 10.0);
    let grid = steps().flat_map(|x| steps().flat_map(move |y| steps().map(move |z| Vec3::new(x, y, z))));
    grid.map(|s| Vec3::new(s.x * half.x, s.y * half.y, s.z * half.z))
        .filter(|&p| distance(&shape.geometry, p) <= 1e-12)
        .map(|p| shape.pose.point(p))
        .collect()
}

// oracle: distances between the shapes, by sampling
#[test]
fn shapes_of_neighbours_touch() {
    in_parallel(ENTRIES, |entry| {
        let d = entry.describe().unwrap();
        for joint in d.joints.iter().filter(|j| !matches!(j.joint, Joint::Free(_))) {
            let (Some(parent), Some(child)) = (link(&d, &joint.parent), link(&d, &joint.child)) else { continue };
            let to_parent = pose(&d, &parent.name, "ready").inverse() * pose(&d, &child.name, "ready");
            let points: Vec<_> = child.shapes.iter().flat_map(samples).map(|p| to_parent.point(p)).collect();
            let gap = parent.shapes.iter().flat_map(|shape| {
                let into = shape.pose.inverse();
                points.iter().map(move |&p| distance(&shape.geometry, into.point(p)))
            });
            let gap = gap.fold(f64::INFINITY, f64::min);
            assert!(gap < 0.012, "{}: {gap} m of air at joint {}", entry.name, joint.name);
        }
    });
}

// oracle: the plane z = 0
#[test]
fn legged_robots_stand_on_the_ground() {
    for name in ["biped", "quadruped", "hexapod"] {
        let d = describe(name).unwrap();
        assert!(!d.contacts.is_empty());
        for configuration in ["home", "ready"] {
            for contact in &d.contacts {
                let height = pose(&d, &contact.link, configuration).point(contact.position).z - contact.radius;
                assert!(height.abs() < 1e-6, "{name} {configuration}: {} is {height} m high", contact.name);
            }
        }
    }
}
