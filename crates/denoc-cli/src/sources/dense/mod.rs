//! Equations of motion of a serial arm as dense matrices, for comparisons.
//!
//! Products of 4×4 matrices, Jacobians of the mass centres in world axes, I = Σ m JᵥᵀJᵥ + J_ωᵀ I_c J_ω plus rotors, forces from
//! Newton's and Euler's equations of every link, Gauss elimination, an integrator of its own. No recursion over forces or
//! masses, no code shared with the library's dynamics: it reads the description and nothing else.

mod extrapolation;
mod vector;

use denoc::model::{Description, Joint};
use vector::{Matrix3, Matrix4, apply, cross, product, rotate};

pub(crate) use vector::{V3, add, dot, scale, sub};

/// A link and the joint that carries it.
#[derive(Debug)]
struct Part {
    /// From the frame of the previous link to the joint.
    before: Matrix4,
    /// From the joint to the frame of the link.
    behind: Matrix4,
    axis: V3,
    slides: bool,
    mass: f64,
    center: V3,
    /// About the mass centre.
    inertia: Matrix3,
    rotor: f64,
}

/// A serial arm.
#[derive(Debug)]
pub(crate) struct DenseArm {
    parts: Vec<Part>,
    gravity: V3,
}

/// Where a link is: world axes.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Place {
    /// A point of the joint's axis: the origin of the frame before the joint.
    pub(crate) joint: V3,
    /// Direction of the axis.
    pub(crate) axis: V3,
    /// Origin of the link frame.
    pub(crate) origin: V3,
    slides: bool,
    center: V3,
    inertia: Matrix3,
}

impl DenseArm {
    /// From a description of revolute and prismatic joints, one behind the other. Of anything else every result is NaN, which no
    /// comparison passes.
    pub(crate) fn from_description(description: &Description) -> Self {
        let mut parts = Vec::new();
        let mut parent = description.ground.as_str();
        for joint in &description.joints {
            let link = description.links.iter().find(|link| link.name == joint.child);
            let mass = link.filter(|_| joint.parent == parent).map(|link| link.mass);
            let (axis, slides) = match &joint.joint {
                Joint::Revolute(kind) => (kind.axis.to_array(), false),
                Joint::Prismatic(kind) => (kind.axis.to_array(), true),
                _ => ([f64::NAN; 3], false),
            };
            parts.push(Part {
                before: joint.origin.to_matrix(),
                behind: joint.child_origin.inverse().to_matrix(),
                axis,
                slides,
                mass: mass.map_or(f64::NAN, |m| m.mass),
                center: mass.map_or([f64::NAN; 3], |m| m.center.to_array()),
                inertia: mass.map_or([[f64::NAN; 3]; 3], |m| m.inertia.to_mat3().to_rows()),
                rotor: joint.properties.reflected_inertia(),
            });
            parent = &joint.child;
        }
        Self { parts, gravity: description.gravity.to_array() }
    }

    /// Where all links are.
    pub(crate) fn places(&self, q: &[f64]) -> Vec<Place> {
        let mut frame = vector::IDENTITY;
        let mut places = Vec::with_capacity(self.parts.len());
        for (part, &q) in self.parts.iter().zip(q) {
            let before = product(&frame, &part.before);
            let moved = if part.slides { vector::shift(part.axis, q) } else { vector::turn(part.axis, q) };
            frame = product(&product(&before, &moved), &part.behind);
            places.push(Place {
                joint: vector::position(&before),
                axis: rotate(&before, part.axis),
                origin: vector::position(&frame),
                slides: part.slides,
                center: vector::point(&frame, part.center),
                inertia: vector::turned(&frame, &part.inertia),
            });
        }
        places
    }

    /// The generalised inertia matrix by rows, and the forces that hold all accelerations at zero.
    pub(crate) fn equations(&self, q: &[f64], v: &[f64]) -> (Vec<Vec<f64>>, Vec<f64>) {
        let places = self.places(q);
        let n = places.len();
        let (mut gim, mut bias) = (vec![vec![0.0; n]; n], vec![0.0; n]);
        for (i, (part, place)) in self.parts.iter().zip(&places).enumerate() {
            gim[i][i] += part.rotor;
            let columns: Vec<[V3; 2]> = places[..=i].iter().map(|joint| column(joint, place.center)).collect();
            let [spin, _] = velocity(&places[..=i], v, place.center);
            let [turning, moving] = column_rates(&places[..=i], v, place.center);
            let moment = add(apply(&place.inertia, turning), cross(spin, apply(&place.inertia, spin)));
            let force = scale(sub(moving, self.gravity), part.mass);
            for (j, [turn, shift]) in columns.iter().enumerate() {
                bias[j] += dot(*turn, moment) + dot(*shift, force);
                let inertial = apply(&place.inertia, *turn);
                for (k, [other_turn, other_shift]) in columns.iter().enumerate() {
                    gim[j][k] += dot(*other_turn, inertial) + part.mass * dot(*other_shift, *shift);
                }
            }
        }
        (gim, bias)
    }

    /// Joint forces of a motion.
    pub(crate) fn torques(&self, q: &[f64], v: &[f64], a: &[f64]) -> Vec<f64> {
        let (gim, bias) = self.equations(q, v);
        gim.iter().zip(bias).map(|(row, b)| b + row.iter().zip(a).map(|(m, a)| m * a).sum::<f64>()).collect()
    }

    /// Accelerations for joint forces; not finite if the inertia matrix is singular.
    pub(crate) fn accelerations(&self, q: &[f64], v: &[f64], tau: &[f64]) -> Vec<f64> {
        let (gim, bias) = self.equations(q, v);
        vector::solve(gim, tau.iter().zip(bias).map(|(tau, b)| tau - b).collect())
    }

    /// Free fall: rows of coordinates and speeds at the given times, the first of which is that of `q0` and `v0`.
    pub(crate) fn integrate(&self, q0: &[f64], v0: &[f64], times: &[f64]) -> Vec<Vec<f64>> {
        let n = self.parts.len();
        let free = vec![0.0; n];
        extrapolation::integrate(&[q0, v0].concat(), times, |y| {
            let (q, v) = y.split_at(n.min(y.len()));
            [v.to_vec(), self.accelerations(q, v, &free)].concat()
        })
    }

    /// Energy of motion and in the field of gravity.
    #[cfg(test)]
    fn energy(&self, q: &[f64], v: &[f64]) -> f64 {
        let places = self.places(q);
        let rotors = self.parts.iter().zip(v).map(|(part, v)| 0.5 * part.rotor * v * v);
        let links = self.parts.iter().enumerate().map(|(i, part)| {
            let [spin, speed] = velocity(&places[..=i], v, places[i].center);
            let kinetic = 0.5 * (part.mass * dot(speed, speed) + dot(spin, apply(&places[i].inertia, spin)));
            kinetic - part.mass * dot(self.gravity, places[i].center)
        });
        links.chain(rotors).sum()
    }
}

/// What one unit of a joint's speed does to the link outward of it: angular velocity, and velocity of a point.
fn column(joint: &Place, point: V3) -> [V3; 2] {
    match joint.slides {
        true => [[0.0; 3], joint.axis],
        false => [joint.axis, cross(joint.axis, sub(point, joint.joint))],
    }
}

/// Angular velocity, and velocity of a point, of the link behind these joints.
fn velocity(joints: &[Place], v: &[f64], point: V3) -> [V3; 2] {
    joints.iter().zip(v).fold([[0.0; 3]; 2], |[spin, speed], (joint, &v)| {
        let [turn, shift] = column(joint, point);
        [add(spin, scale(turn, v)), add(speed, scale(shift, v))]
    })
}

/// Angular acceleration, and acceleration of a point, of the link behind these joints at constant speeds: Σ (d column/dt) v.
fn column_rates(joints: &[Place], v: &[f64], point: V3) -> [V3; 2] {
    let [_, point_speed] = velocity(joints, v, point);
    let (mut turning, mut moving) = ([0.0; 3], [0.0; 3]);
    for (j, joint) in joints.iter().enumerate() {
        // the joint's axis and its point belong to the link before it
        let [spin, speed] = velocity(&joints[..j], v, joint.joint);
        let axis = cross(spin, joint.axis);
        if joint.slides {
            moving = add(moving, scale(axis, v[j]));
        } else {
            turning = add(turning, scale(axis, v[j]));
            let arm = cross(axis, sub(point, joint.joint));
            let sweep = cross(joint.axis, sub(point_speed, speed));
            moving = add(moving, scale(add(arm, sweep), v[j]));
        }
    }
    [turning, moving]
}

#[cfg(test)]
mod tests;
