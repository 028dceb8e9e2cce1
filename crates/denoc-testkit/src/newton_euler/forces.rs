//! Masses and forces: gravity, gyroscopic moments, motors, springs, friction, drag.

use super::linear::{Dense, dot, solve_square};
use super::vectors::{Matrix, Vector, body, vector};
use super::{Actions, BodiesState, NewtonEuler};

/// Speed below which dry friction fades, rad/s or m/s.
const DRY_FRICTION_SPEED: f64 = 1e-3;

impl NewtonEuler {
    /// M times a vector of unknowns.
    pub(super) fn inertial(&self, state: &BodiesState, x: &[f64]) -> Vec<f64> {
        let mut out = vec![0.0; self.unknowns];
        for (b, body) in self.bodies.iter().enumerate() {
            let angular = self.inertia(state, b) * Vector([x[6 * b], x[6 * b + 1], x[6 * b + 2]]);
            out[6 * b..6 * b + 3].copy_from_slice(&angular.0);
            (3..6).for_each(|i| out[6 * b + i] = body.mass * x[6 * b + i]);
        }
        for (joint, spec) in self.joints.iter().zip(&self.description.joints) {
            let p = &spec.properties;
            let reflected = p.rotor_inertia * p.gear_ratio * p.gear_ratio;
            (joint.first..joint.first + joint.law.freedoms()).for_each(|i| out[i] = reflected * x[i]);
        }
        out
    }

    /// The inertia of a body about its mass centre, in world axes.
    fn inertia(&self, state: &BodiesState, b: usize) -> Matrix {
        state.rotations[b] * self.bodies[b].inertia * state.rotations[b].transpose()
    }

    /// Kinetic energy and that of gravity.
    pub fn energy(&self, state: &BodiesState) -> f64 {
        let gravity = vector(self.description.gravity);
        let height = |(body, center): (&super::Body, &Vector)| -body.mass * gravity.dot(*center);
        let moving = 0.5 * dot(&state.speeds, &self.inertial(state, &state.speeds));
        moving + self.bodies.iter().zip(&state.centers).map(height).sum::<f64>()
    }

    /// f: everything that acts, with the gyroscopic moments.
    pub(super) fn applied(&self, state: &BodiesState, actions: &Actions) -> Vec<f64> {
        let mut f = vec![0.0; self.unknowns];
        let gravity = vector(self.description.gravity);
        for (b, body) in self.bodies.iter().enumerate() {
            let (w, _) = self.motion(state, Some(b));
            let gyroscopic = -w.cross(self.inertia(state, b) * w);
            self.add(&mut f, state, Some(b), state.centers[b], [gyroscopic, gravity * body.mass]);
        }
        for (b, [x, y, z, fx, fy, fz]) in actions.external.iter().enumerate() {
            let at = self.link_frame(state, Some(b)).origin;
            self.add(&mut f, state, Some(b), at, [Vector([*x, *y, *z]), Vector([*fx, *fy, *fz])]);
        }
        for (joint, forces) in self.joints.iter().zip(&actions.motors) {
            forces.iter().enumerate().for_each(|(k, force)| f[joint.first + k] += force);
        }
        if actions.passive {
            self.add_joint_forces(&mut f, state);
            self.add_point_springs(&mut f, state);
            self.add_drag(&mut f, state);
        }
        f
    }

    /// Adds a wrench [moment; force] at a point of a body.
    pub(super) fn add(
        &self,
        f: &mut [f64],
        state: &BodiesState,
        body: Option<usize>,
        point: Vector,
        [moment, force]: [Vector; 2],
    ) {
        if let Some(b) = body {
            let moment = moment + (point - state.centers[b]).cross(force);
            for i in 0..3 {
                f[6 * b + i] += moment.0[i];
                f[6 * b + 3 + i] += force.0[i];
            }
        }
    }

    fn add_joint_forces(&self, f: &mut [f64], state: &BodiesState) {
        for (i, (joint, spec)) in self.joints.iter().zip(&self.description.joints).enumerate() {
            let (p, q, v) = (&spec.properties, &state.q[i], self.joint_speeds(state, i));
            for (k, speed) in v.iter().enumerate() {
                let dry = p.dry_friction * (speed / DRY_FRICTION_SPEED).tanh();
                f[joint.first + k] -= p.viscous_friction * speed + dry;
                if joint.law.has_rates_as_speeds() {
                    f[joint.first + k] -= p.spring_stiffness * (q[k] - p.spring_rest);
                }
            }
            if let Some(spring) = &p.rotation_spring {
                let axis = vector(spring.axis).normalized();
                let stretched =
                    |x: Vector, across: f64, along: f64| x * across + axis * (axis.dot(x) * (along - across));
                let turn = rotation_vector([q[0], q[1], q[2], q[3]]);
                let (bend, twist) = (spring.bend_stiffness, spring.twist_stiffness);
                let moment = gradient(turn, stretched(turn, bend, twist))
                    + stretched(Vector([v[0], v[1], v[2]]), spring.bend_damping, spring.twist_damping);
                (0..3).for_each(|k| f[joint.first + k] -= moment.0[k]);
            }
        }
    }

    fn add_point_springs(&self, f: &mut [f64], state: &BodiesState) {
        for spring in &self.description.springs {
            let bodies = [&spring.from, &spring.to].map(|end| body(&self.description, &end.link));
            let ends = [&spring.from.position, &spring.to.position].map(|p| vector(*p));
            let points = [0, 1].map(|i| self.link_frame(state, bodies[i]).point(ends[i]));
            let along = (points[1] - points[0]).normalized();
            let [v, w] = [0, 1].map(|i| self.velocity(state, bodies[i], points[i]));
            let stretch = (points[1] - points[0]).norm() - spring.rest_length;
            let tension = spring.stiffness * stretch + spring.damping * along.dot(w - v);
            self.add(f, state, bodies[0], points[0], [Vector::ZERO, along * tension]);
            self.add(f, state, bodies[1], points[1], [Vector::ZERO, along * -tension]);
        }
    }

    fn add_drag(&self, f: &mut [f64], state: &BodiesState) {
        for (b, link) in self.description.links.iter().enumerate() {
            let Some(drag) = link.drag else { continue };
            let frame = self.link_frame(state, Some(b));
            let at = drag.center.map_or(state.centers[b], |center| frame.point(vector(center)));
            let (mut turning, _) = self.motion(state, Some(b));
            if let Some(axis) = drag.axis {
                let axis = frame.rotation * vector(axis).normalized();
                turning = turning - axis * axis.dot(turning);
            }
            let resisting = [turning * -drag.angular, self.velocity(state, Some(b), at) * -drag.linear];
            self.add(f, state, Some(b), at, resisting);
        }
    }
}

/// The rotation vector φ, |φ| ≤ π, of a quaternion.
fn rotation_vector([x, y, z, w]: [f64; 4]) -> Vector {
    let (axis, sign) = (Vector([x, y, z]), if w < 0.0 { -1.0 } else { 1.0 });
    let half = axis.norm();
    if half < 1e-12 { axis * (2.0 * sign) } else { axis * (sign * 2.0 * half.atan2(w.abs()) / half) }
}

/// g with g·ω = y·φ̇ for every angular velocity ω in turned axes: Bᵀ g = y, where ω = B φ̇,
/// B = 1 − (1 − cos θ)/θ² [φ]× + (θ − sin θ)/θ³ [φ]×².
fn gradient(turn: Vector, y: Vector) -> Vector {
    let angle = turn.norm();
    let (first, second) = match angle < 1e-2 {
        true => (0.5 - angle * angle / 24.0 + angle.powi(4) / 720.0, 1.0 / 6.0 - angle * angle / 120.0),
        false => ((1.0 - angle.cos()) / angle.powi(2), (angle - angle.sin()) / angle.powi(3)),
    };
    let column = |e: Vector| {
        let once = turn.cross(e);
        e - once * first + turn.cross(once) * second
    };
    let mut matrix = Dense::zeros(3, 3);
    for k in 0..3 {
        let column = column(Vector::unit(k));
        (0..3).for_each(|i| matrix[(k, i)] = column.0[i]);
    }
    let solved = solve_square(matrix, y.0.to_vec());
    Vector([solved[0], solved[1], solved[2]])
}
