//! Rotation springs in ball joints: bending and torsional stiffness between two links of a cable.

use denoc_math::{Sym3, Vec3};

use crate::joints::logarithm;

/// A spring with a damper in a spherical joint, at rest where the joint is at zero.
///
/// With φ the rotation vector of the joint (|φ| ≤ π) its energy is ½ φᵀ K φ, K = k_bend (1 − a aᵀ) + k_twist a aᵀ, a the axis;
/// its moment is the gradient of that energy, and the damper adds −C ω, with C formed like K. At 180° from rest the rotation
/// vector jumps to its opposite: the energy is continuous, the moment reverses sign.
///
/// ```
/// use denoc_math::Vec3;
/// use denoc_model::RotationSpring;
///
/// let spring = RotationSpring::new(Vec3::unit(0), 2.0, 5.0);
/// let angle: f64 = 0.3;
/// let about_y = [0.0, (0.5 * angle).sin(), 0.0, (0.5 * angle).cos()];
/// assert!((spring.energy(about_y) - 0.5 * 2.0 * angle * angle).abs() < 1e-15);
/// assert!((spring.moment(about_y).y + 2.0 * angle).abs() < 1e-15);
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct RotationSpring {
    /// Axis of twist: a unit vector in the joint's frames.
    pub axis: Vec3<f64>,
    /// Stiffness against rotation about axes across `axis`, N m/rad.
    pub bend_stiffness: f64,
    /// Stiffness against rotation about `axis`, N m/rad.
    pub twist_stiffness: f64,
    /// Damping of rotation about axes across `axis`, N m s/rad.
    pub bend_damping: f64,
    /// Damping of rotation about `axis`, N m s/rad.
    pub twist_damping: f64,
}

impl RotationSpring {
    /// A spring without damping; the axis is normalised.
    pub fn new(axis: Vec3<f64>, bend_stiffness: f64, twist_stiffness: f64) -> Self {
        Self { axis: axis.normalized(), bend_stiffness, twist_stiffness, bend_damping: 0.0, twist_damping: 0.0 }
    }

    /// The same spring with a damper in parallel.
    pub fn with_damping(mut self, bend_damping: f64, twist_damping: f64) -> Self {
        (self.bend_damping, self.twist_damping) = (bend_damping, twist_damping);
        self
    }

    /// K: the moment per rotation vector near rest.
    pub fn stiffness(&self) -> Sym3<f64> {
        along_and_across(self.axis, self.bend_stiffness, self.twist_stiffness)
    }

    /// C: the moment per angular velocity.
    pub fn damping(&self) -> Sym3<f64> {
        along_and_across(self.axis, self.bend_damping, self.twist_damping)
    }

    /// The stored energy, J, at joint coordinates `q`, a unit quaternion `[x, y, z, w]`.
    pub fn energy(&self, quaternion: [f64; 4]) -> f64 {
        let turn = logarithm(quaternion);
        0.5 * turn.dot(self.stiffness().apply(turn))
    }

    /// The moment of the spring on the joint's child, N m, in the axes of the moving frame: the generalised force of the
    /// joint's speeds.
    pub fn moment(&self, quaternion: [f64; 4]) -> Vec3<f64> {
        let turn = logarithm(quaternion);
        let straight = self.stiffness().apply(turn);
        // the energy changes by (K φ)·dφ, and dφ = B⁻¹ ω dt with ω in moving axes; B⁻ᵀ x = x − ½ φ × x + c φ × (φ × x)
        let aside = turn.cross(straight);
        -(straight - aside.scale(0.5) + turn.cross(aside).scale(curvature(turn.norm())))
    }

    /// The moment of the damper on the joint's child at the joint's speeds, its angular velocity in the axes of the moving frame.
    pub fn damping_moment(&self, velocity: Vec3<f64>) -> Vec3<f64> {
        -self.damping().apply(velocity)
    }
}

fn along_and_across(axis: Vec3<f64>, across: f64, along: f64) -> Sym3<f64> {
    let [x, y, z] = axis.to_array();
    let more = along - across;
    Sym3 {
        xx: across + more * x * x,
        xy: more * x * y,
        xz: more * x * z,
        yy: across + more * y * y,
        yz: more * y * z,
        zz: across + more * z * z,
    }
}

/// (1 − (θ/2) cot(θ/2)) / θ², with its series where the difference loses digits.
fn curvature(angle: f64) -> f64 {
    let square = angle * angle;
    if angle < 0.1 {
        return 1.0 / 12.0 + square * (1.0 / 720.0 + square * (1.0 / 30_240.0 + square / 1_209_600.0));
    }
    let half = 0.5 * angle;
    (1.0 - half * half.cos() / half.sin()) / square
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::joints::{Joint, JointSpace};

    const STRONG: RotationSpring = RotationSpring {
        axis: Vec3 { x: 0.6, y: 0.0, z: 0.8 },
        bend_stiffness: 2.0,
        twist_stiffness: 7.0,
        bend_damping: 0.3,
        twist_damping: 0.1,
    };

    fn at(turn: Vec3<f64>) -> [f64; 4] {
        let mut q = [0.0; 4];
        Joint::spherical().integrate(&[0.0, 0.0, 0.0, 1.0], &turn.to_array(), &mut q);
        q
    }

    // oracle: central differences of the energy along rotations in link axes; their error is of order step²
    #[test]
    fn the_moment_is_the_gradient_of_the_energy() {
        let step = 1e-5;
        for angle in [0.0, 1e-7, 0.03, 0.099, 0.101, 0.7, 2.0, 3.0, 3.1] {
            for direction in [Vec3::new(1.0, 2.0, -0.5), Vec3::new(-0.3, 0.1, 1.0), STRONG.axis, Vec3::unit(1)] {
                let q = at(direction.normalized().scale(angle));
                let moment = STRONG.moment(q).to_array();
                for (k, found) in moment.into_iter().enumerate() {
                    let energy = |h: f64| {
                        let mut near = [0.0; 4];
                        Joint::spherical().integrate(&q, &Vec3::unit(k).scale(h).to_array(), &mut near);
                        STRONG.energy(near)
                    };
                    let gradient = (energy(step) - energy(-step)) / (2.0 * step);
                    assert!((found + gradient).abs() < 2e-8, "{angle} {direction:?} {k}: {found} and {gradient}");
                }
            }
        }
    }

    // oracle: about its own axes a spring of rotation is a spring of one angle; q and −q are one rotation
    #[test]
    fn about_one_axis_it_is_a_torsion_spring() {
        for angle in [-3.0, -0.4, 0.0, 1e-9, 1.1] {
            let twist = at(STRONG.axis.scale(angle));
            assert!((STRONG.moment(twist) + STRONG.axis.scale(7.0 * angle)).norm() < 1e-13);
            let bend = at(Vec3::unit(1).scale(angle));
            assert!((STRONG.moment(bend) + Vec3::unit(1).scale(2.0 * angle)).norm() < 1e-13);
            assert_eq!(STRONG.moment(bend.map(|x| -x)), STRONG.moment(bend));
        }
    }

    // oracle: the definition of C
    #[test]
    fn the_damper_resists_bending_and_twisting() {
        let about = |v: Vec3<f64>, c: f64| assert!((STRONG.damping_moment(v) + v.scale(c)).norm() < 1e-15);
        about(STRONG.axis.scale(4.0), 0.1);
        about(Vec3::new(0.8, 2.0, -0.6), 0.3);
    }

    // oracle: the closed form and the series where both hold
    #[test]
    fn series_and_closed_form_meet() {
        assert!((curvature(0.1 - 1e-12) - curvature(0.1 + 1e-12)).abs() < 1e-13);
        assert!((curvature(std::f64::consts::PI) - 1.0 / std::f64::consts::PI.powi(2)).abs() < 1e-16);
    }
}
