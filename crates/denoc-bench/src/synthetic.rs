//! Synthetic mechanisms: look-alikes of known robots (their geometry, rounded masses) and general chains.

use std::f64::consts::FRAC_PI_2;

use denoc_math::{Pose, Vec3};
use denoc_model::{Description, DhRow, Joint, MassProperties};
use denoc_testkit::Random;

/// Six joints, three of them parallel.
pub(crate) fn ur5() -> Description {
    let rows = [
        DhRow::revolute(0.089, 0.0, 0.0, FRAC_PI_2),
        DhRow::revolute(0.0, 0.0, -0.425, 0.0),
        DhRow::revolute(0.0, 0.0, -0.392, 0.0),
        DhRow::revolute(0.109, 0.0, 0.0, FRAC_PI_2),
        DhRow::revolute(0.095, 0.0, 0.0, -FRAC_PI_2),
        DhRow::revolute(0.082, 0.0, 0.0, 0.0),
    ];
    Description::from_dh("ur5-like", &with_masses(&rows))
}

/// Seven joints, elbow offsets.
pub(crate) fn panda() -> Description {
    let rows = [
        DhRow::revolute(0.333, 0.0, 0.0, 0.0),
        DhRow::revolute(0.0, 0.0, 0.0, -FRAC_PI_2),
        DhRow::revolute(0.316, 0.0, 0.0, FRAC_PI_2),
        DhRow::revolute(0.0, 0.0, 0.0825, FRAC_PI_2),
        DhRow::revolute(0.384, 0.0, -0.0825, -FRAC_PI_2),
        DhRow::revolute(0.0, 0.0, 0.0, FRAC_PI_2),
        DhRow::revolute(0.0, 0.0, 0.088, FRAC_PI_2),
    ];
    Description::from_modified_dh("panda-like", &with_masses(&rows))
}

/// Seven joints, no offsets: shoulder and wrist are spherical.
pub(crate) fn iiwa() -> Description {
    let rows = [
        DhRow::revolute(0.36, 0.0, 0.0, -FRAC_PI_2),
        DhRow::revolute(0.0, 0.0, 0.0, FRAC_PI_2),
        DhRow::revolute(0.42, 0.0, 0.0, FRAC_PI_2),
        DhRow::revolute(0.0, 0.0, 0.0, -FRAC_PI_2),
        DhRow::revolute(0.4, 0.0, 0.0, -FRAC_PI_2),
        DhRow::revolute(0.0, 0.0, 0.0, FRAC_PI_2),
        DhRow::revolute(0.126, 0.0, 0.0, 0.0),
    ];
    Description::from_dh("iiwa-like", &with_masses(&rows))
}

fn with_masses(rows: &[DhRow]) -> Vec<(DhRow, MassProperties)> {
    let mut random = Random::new(7);
    rows.iter().map(|&row| (row, body(&mut random))).collect()
}

/// A floating base with four legs of three joints.
pub(crate) fn quadruped() -> Description {
    let mut limbs = Limbs::new("quadruped-like");
    for (name, x, y) in [("lf", 0.2, 0.15), ("rf", 0.2, -0.15), ("lh", -0.2, 0.15), ("rh", -0.2, -0.15)] {
        limbs.add(name, "base", "xyy", Vec3::new(x, y, 0.0), Vec3::new(0.0, 0.04 * y.signum(), -0.16));
    }
    limbs.description
}

/// A floating base with two legs of six, a torso of two, two arms of seven and a head of two joints.
pub(crate) fn humanoid() -> Description {
    let mut limbs = Limbs::new("humanoid-like");
    for (name, y) in [("left_leg", 0.1), ("right_leg", -0.1)] {
        limbs.add(name, "base", "zxyyyx", Vec3::new(0.0, y, -0.1), Vec3::new(0.0, 0.0, -0.15));
    }
    limbs.add("torso", "base", "zy", Vec3::new(0.0, 0.0, 0.1), Vec3::new(0.0, 0.0, 0.1));
    for (name, y) in [("left_arm", 0.2), ("right_arm", -0.2)] {
        limbs.add(name, "torso1", "zxzyzyx", Vec3::new(0.0, y, 0.3), Vec3::new(0.02, 0.0, -0.12));
    }
    limbs.add("head", "torso1", "yz", Vec3::new(0.0, 0.0, 0.35), Vec3::new(0.0, 0.0, 0.05));
    limbs.description
}

struct Limbs {
    description: Description,
    random: Random,
}

impl Limbs {
    fn new(name: &str) -> Self {
        let mut random = Random::new(11);
        let base = MassProperties::cuboid(10.0, Vec3::new(0.4, 0.3, 0.2), random.point(0.02));
        Self { description: Description::new(name).ground("base").link("base", base).floating(), random }
    }

    /// Adds revolute joints about the named axes: the first at `start` in `parent`, the others `step` apart.
    fn add(&mut self, name: &str, parent: &str, axes: &str, start: Vec3<f64>, step: Vec3<f64>) {
        let (mut parent, mut at) = (parent.to_owned(), start);
        for (i, axis) in axes.bytes().enumerate() {
            let link = format!("{name}{i}");
            let joint = Joint::revolute(Vec3::unit(usize::from(axis - b'x')));
            let description = std::mem::replace(&mut self.description, Description::new(""));
            self.description = description.link(&link, body(&mut self.random)).joint(
                format!("{link}_joint"),
                parent,
                &link,
                joint,
                Pose::translation(at),
            );
            (parent, at) = (link, step);
        }
    }
}

/// A chain of revolute joints about x, y or z, otherwise random.
pub(crate) fn chain(joints: usize) -> Description {
    let mut random = Random::new(0xC4A1);
    let mut description = Description::new(format!("chain{joints}"));
    let mut parent = description.ground.clone();
    for i in 0..joints {
        let link = format!("link{i}");
        let joint = Joint::revolute(Vec3::unit(random.below(3)));
        let origin = Pose::new(random.rotation(), random.point(0.3));
        let body = body(&mut random);
        description = description.link(&link, body).joint(format!("joint{i}"), parent, &link, joint, origin);
        parent = link;
    }
    description
}

/// A body of 0.5 to 3 kg, shaped like a box.
fn body(random: &mut Random) -> MassProperties {
    let sides = Vec3::new(random.range(0.05, 0.2), random.range(0.05, 0.2), random.range(0.05, 0.2));
    let mut body = MassProperties::cuboid(random.range(0.5, 3.0), sides, random.point(0.1));
    body.inertia = body.inertia.rotate(random.rotation());
    body
}
