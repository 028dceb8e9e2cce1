//! Mass, mass centre and inertia of bodies.

use denoc_math::{Pose, RigidMass, Sym3, Vec3};

/// Mass, mass centre and inertia of a link, in the axes of its link frame.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct MassProperties {
    /// Mass, kg.
    pub mass: f64,
    /// Mass centre from the link frame's origin, m.
    pub center: Vec3<f64>,
    /// Inertia tensor about the mass centre, kg m² (off-diagonal entries are those of the tensor, −∫xy dm).
    pub inertia: Sym3<f64>,
}

impl MassProperties {
    /// No mass: a link that only connects joints.
    pub fn none() -> Self {
        Self { mass: 0.0, center: Vec3::zero(), inertia: Sym3::zero() }
    }

    /// A slender rod of given length along an axis, its near end at the link origin.
    pub fn rod(mass: f64, length: f64, axis: Vec3<f64>) -> Self {
        let e = axis.normalized();
        let inertia = Sym3::parallel_axis(e).scale(mass * length * length / 12.0);
        Self { mass, center: e.scale(0.5 * length), inertia }
    }

    /// A box of given side lengths centred at `center`.
    pub fn cuboid(mass: f64, sides: Vec3<f64>, center: Vec3<f64>) -> Self {
        let [x, y, z] = sides.to_array().map(|s| s * s * mass / 12.0);
        Self { mass, center, inertia: Sym3::diagonal(y + z, x + z, x + y) }
    }

    /// A solid cylinder along z, centred at the origin.
    pub fn cylinder(mass: f64, radius: f64, length: f64) -> Self {
        let across = mass * (3.0 * radius * radius + length * length) / 12.0;
        let inertia = Sym3::diagonal(across, across, 0.5 * mass * radius * radius);
        Self { mass, center: Vec3::zero(), inertia }
    }

    /// A solid ball, centred at the origin.
    pub fn sphere(mass: f64, radius: f64) -> Self {
        let moment = 0.4 * mass * radius * radius;
        Self { mass, center: Vec3::zero(), inertia: Sym3::diagonal(moment, moment, moment) }
    }

    /// A solid cylinder along z with half balls at both ends, centred at the origin; `length` is that of the cylinder.
    pub fn capsule(mass: f64, radius: f64, length: f64) -> Self {
        let (r2, l2) = (radius * radius, length * length);
        // volumes over π r²: the cylinder, both half balls
        let (tube, ends) = (length, 4.0 / 3.0 * radius);
        let (tube, ends) = (mass * tube / (tube + ends), mass * ends / (tube + ends));
        // the mass centre of a half ball is 3/8 r from its plane
        let across = tube * (3.0 * r2 + l2) / 12.0 + ends * (0.4 * r2 + 0.25 * l2 + 0.375 * radius * length);
        let along = 0.5 * tube * r2 + 0.4 * ends * r2;
        Self { mass, center: Vec3::zero(), inertia: Sym3::diagonal(across, across, along) }
    }

    /// The same body in other axes; `pose` is the pose of its frame in them.
    pub fn moved(&self, pose: Pose<f64>) -> Self {
        Self { mass: self.mass, center: pose.point(self.center), inertia: self.inertia.rotate(pose.rotation) }
    }

    /// Several bodies welded together, all in the same axes.
    ///
    /// ```
    /// use denoc_math::{Pose, Vec3};
    /// use denoc_model::MassProperties;
    /// let half = |x| MassProperties::cuboid(1.0, Vec3::new(0.5, 0.2, 0.1), Vec3::new(x, 0.0, 0.0));
    /// let whole = MassProperties::cuboid(2.0, Vec3::new(1.0, 0.2, 0.1), Vec3::zero());
    /// let welded = MassProperties::welded(&[half(-0.25), half(0.25)]);
    /// assert!((welded.inertia.yy - whole.inertia.yy).abs() < 1e-16);
    /// ```
    pub fn welded(bodies: &[Self]) -> Self {
        let mass: f64 = bodies.iter().map(|b| b.mass).sum();
        // bodies without mass may still have inertia, which needs no mass centre
        let share = if mass == 0.0 { 0.0 } else { 1.0 / mass };
        let center = bodies.iter().fold(Vec3::zero(), |sum, b| sum + b.center.scale(b.mass)).scale(share);
        let inertia = bodies
            .iter()
            .map(|b| RigidMass::from_center(b.mass, b.center - center, b.inertia).inertia)
            .fold(Sym3::zero(), |sum, i| sum + i);
        Self { mass, center, inertia }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: integrals over many thin slices of the capsule
    #[test]
    fn a_capsule_is_the_sum_of_its_slices() {
        let (mass, radius, length) = (2.0, 0.3, 0.8);
        let slices = 20_000;
        let h = (length + 2.0 * radius) / slices as f64;
        let (mut volume, mut along, mut across) = (0.0, 0.0, 0.0);
        for i in 0..slices {
            let z = -0.5 * length - radius + (i as f64 + 0.5) * h;
            let beyond = (z.abs() - 0.5 * length).max(0.0);
            let r2 = radius * radius - beyond * beyond;
            volume += r2 * h;
            along += 0.5 * r2 * r2 * h;
            across += r2 * (0.25 * r2 + z * z) * h;
        }
        let capsule = MassProperties::capsule(mass, radius, length);
        assert!((capsule.inertia.zz - mass * along / volume).abs() < 1e-8);
        assert!((capsule.inertia.xx - mass * across / volume).abs() < 1e-8);
        // without length it is a ball, without radius a rod
        assert!(
            (MassProperties::capsule(mass, radius, 0.0).inertia.xx - MassProperties::sphere(mass, radius).inertia.xx)
                .abs()
                < 1e-15
        );
    }

    // oracle: a cylinder cut into two halves along its axis
    #[test]
    fn welded_halves_are_the_whole() {
        let half = MassProperties::cylinder(1.5, 0.1, 0.4);
        let at = |z| half.moved(Pose::translation(Vec3::new(0.0, 0.0, z)));
        let (welded, whole) = (MassProperties::welded(&[at(0.2), at(-0.2)]), MassProperties::cylinder(3.0, 0.1, 0.8));
        assert!((welded.inertia.xx - whole.inertia.xx).abs() < 1e-15);
        assert!((welded.inertia.zz - whole.inertia.zz).abs() < 1e-15);
        assert_eq!((welded.mass, welded.center), (3.0, Vec3::zero()));
    }
}
