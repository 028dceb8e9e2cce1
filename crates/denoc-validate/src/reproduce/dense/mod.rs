//! Equations of motion of a serial arm as dense matrices: products of 4×4 matrices, Jacobians of the mass centres in world axes,
//! I = Σ m JᵥᵀJᵥ + J_ωᵀ I_c J_ω, forces from Newton's and Euler's equations of every link, Gauss elimination. No recursion over
//! forces or masses, no code shared with the library's dynamics: it reads the description and nothing else.

pub(super) mod extrapolation;
pub(super) mod vector;

use denoc_model::Description;
use vector::{Matrix3, Matrix4, V3, add, apply, cross, dot, product, rotate, scale, sub};

use crate::ValidationError;

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
pub(super) struct Arm {
    parts: Vec<Part>,
    gravity: V3,
}

/// Where a link is: world axes.
#[derive(Copy, Clone, Debug)]
pub(super) struct Place {
    /// A point of the joint's axis: the origin of the frame before the joint.
    pub(super) joint: V3,
    /// Direction of the axis.
    pub(super) axis: V3,
    /// Origin of the link frame.
    pub(super) origin: V3,
    slides: bool,
    center: V3,
    inertia: Matrix3,
}

impl Arm {
    /// From a description of revolute and prismatic joints, one behind the other.
    pub(super) fn new(description: &Description) -> Result<Self, ValidationError> {
        let mut parts = Vec::new();
        let mut parent = description.ground.as_str();
        for joint in &description.joints {
            let refuse = |why: &str| ValidationError::case(format!("{}: {why}; a serial arm is needed", joint.name));
            let link = description.links.iter().find(|link| link.name == joint.child);
            let link = link.filter(|_| joint.parent == parent).ok_or_else(|| refuse("is not the next of a chain"))?;
            let turns = joint.joint.turn_axis().map(|axis| (axis, false));
            let slides = || joint.joint.slide_axis().map(|axis| (axis, true));
            let (axis, slides) = turns.or_else(slides).ok_or_else(|| refuse("neither turns nor slides"))?;
            parts.push(Part {
                before: joint.origin.to_matrix(),
                behind: joint.child_origin.inverse().to_matrix(),
                axis: axis.to_array(),
                slides,
                mass: link.mass.mass,
                center: link.mass.center.to_array(),
                inertia: link.mass.inertia.to_mat3().to_rows(),
                rotor: joint.properties.reflected_inertia(),
            });
            parent = &joint.child;
        }
        Ok(Self { parts, gravity: description.gravity.to_array() })
    }

    /// Where all links are.
    pub(super) fn places(&self, q: &[f64]) -> Vec<Place> {
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

    /// The generalised inertia matrix, and the forces that hold all accelerations at zero.
    pub(super) fn equations(&self, q: &[f64], v: &[f64]) -> (Vec<Vec<f64>>, Vec<f64>) {
        let places = self.places(q);
        let n = places.len();
        let (mut gim, mut bias) = (vec![vec![0.0; n]; n], vec![0.0; n]);
        for (i, (part, place)) in self.parts.iter().zip(&places).enumerate() {
            gim[i][i] += part.rotor;
            let columns: Vec<[V3; 2]> = places[..=i].iter().map(|joint| column(joint, place.center)).collect();
            // rates of the columns, times the speeds
            let rate = velocity(&places[..=i], v, place.center);
            let mut turning = [0.0; 3];
            let mut moving = [0.0; 3];
            for (j, joint) in places[..=i].iter().enumerate() {
                // the joint's axis and its point belong to the link before it
                let [spin, speed] = velocity(&places[..j], v, joint.joint);
                let axis = cross(spin, joint.axis);
                if joint.slides {
                    // the mass centre moves along the axis, which only turns
                    moving = add(moving, scale(axis, v[j]));
                } else {
                    turning = add(turning, scale(axis, v[j]));
                    let arm = cross(axis, sub(place.center, joint.joint));
                    let sweep = cross(joint.axis, sub(rate[1], speed));
                    moving = add(moving, scale(add(arm, sweep), v[j]));
                }
            }
            let momentum = apply(&place.inertia, rate[0]);
            let moment = add(apply(&place.inertia, turning), cross(rate[0], momentum));
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
    pub(super) fn forces(&self, q: &[f64], v: &[f64], a: &[f64]) -> Vec<f64> {
        let (gim, bias) = self.equations(q, v);
        gim.iter().zip(bias).map(|(row, b)| b + row.iter().zip(a).map(|(m, a)| m * a).sum::<f64>()).collect()
    }

    /// Accelerations for joint forces.
    pub(super) fn accelerations(&self, q: &[f64], v: &[f64], tau: &[f64]) -> Result<Vec<f64>, ValidationError> {
        let (gim, bias) = self.equations(q, v);
        vector::solve(gim, tau.iter().zip(bias).map(|(tau, b)| tau - b).collect())
    }

    /// Kinetic energy, link by link.
    pub(super) fn kinetic_energy(&self, q: &[f64], v: &[f64]) -> f64 {
        let places = self.places(q);
        let rotors = self.parts.iter().zip(v).map(|(part, v)| part.rotor * v * v);
        let links = self.parts.iter().enumerate().map(|(i, part)| {
            let [spin, speed] = velocity(&places[..=i], v, places[i].center);
            part.mass * dot(speed, speed) + dot(spin, apply(&places[i].inertia, spin))
        });
        0.5 * links.chain(rotors).sum::<f64>()
    }
}

/// What one unit of a joint's speed does to the link outward of it: angular velocity, and velocity of a point.
fn column(joint: &Place, point: V3) -> [V3; 2] {
    match joint.slides {
        true => [[0.0; 3], joint.axis],
        false => [joint.axis, cross(joint.axis, sub(point, joint.joint))],
    }
}

/// Angular velocity and velocity of a point of the link behind these joints.
fn velocity(joints: &[Place], v: &[f64], point: V3) -> [V3; 2] {
    joints.iter().zip(v).fold([[0.0; 3]; 2], |[spin, speed], (joint, &v)| {
        let [turn, shift] = column(joint, point);
        [add(spin, scale(turn, v)), add(speed, scale(shift, v))]
    })
}

#[cfg(test)]
mod tests;
