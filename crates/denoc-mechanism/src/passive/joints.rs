//! Springs and friction of joints.

use denoc_math::Vec3;
use denoc_model::{Link, LinkId, Model, RotationSpring};

use crate::evaluate::State;

/// Smoothed, dry friction −c sign(v) acts as −c tanh(v / [`DRY_FRICTION_SPEED`]): below this speed (rad/s or m/s) it fades, so that the
/// equations stay smooth. A joint that would stick creeps instead, by less than this speed.
pub const DRY_FRICTION_SPEED: f64 = 1e-3;

/// Adds `scale` times the forces of springs, dampers and smoothed friction in the joints of the tree; the power of dampers and friction,
/// not scaled.
pub fn add_joint_forces(model: &Model, state: State<'_>, scale: f64, forces: &mut [f64]) -> f64 {
    add_forces(model, state, scale, |dry, _, speed| dry * (speed / DRY_FRICTION_SPEED).tanh(), forces)
}

/// The same, with dry friction −c s where the signs s of sliding are given by speed; zero for joints at rest. Simulations in which
/// dry friction sticks know these signs.
pub fn add_joint_forces_sliding(model: &Model, state: State<'_>, signs: &[f64], scale: f64, forces: &mut [f64]) -> f64 {
    add_forces(model, state, scale, |dry, k, _| dry * signs[k], forces)
}

/// `dry`: the resistance of dry friction, from its coefficient, the index of the speed, and the speed.
fn add_forces(
    model: &Model,
    State { q, v }: State<'_>,
    scale: f64,
    dry: impl Fn(f64, usize, f64) -> f64,
    forces: &mut [f64],
) -> f64 {
    let mut power = 0.0;
    for (i, l) in model.links().iter().enumerate() {
        let p = model.properties(LinkId(i));
        for k in 0..l.nv {
            let speed = v[l.v + k];
            let mut friction = -p.viscous_friction * speed;
            if p.dry_friction != 0.0 {
                friction -= dry(p.dry_friction, l.v + k, speed);
            }
            // orientations have no single coordinate such a spring could pull at
            let spring = if l.nq == l.nv { -p.spring_stiffness * (q[l.q + k] - p.spring_rest) } else { 0.0 };
            forces[l.v + k] += scale * (spring + friction);
            power += friction * speed;
        }
        if let Some((spring, quaternion)) = ball(l, p.rotation_spring.as_ref(), q) {
            let velocity = Vec3::new(v[l.v], v[l.v + 1], v[l.v + 2]);
            let damping = spring.damping_moment(velocity);
            let moment = (spring.moment(quaternion) + damping).to_array();
            forces[l.v..l.v + 3].iter_mut().zip(moment).for_each(|(force, more)| *force += scale * more);
            power += damping.dot(velocity);
        }
    }
    power
}

/// The forces of springs and friction in the joints, with smoothed dry friction ([`DRY_FRICTION_SPEED`]).
pub fn smooth_joint_forces(model: &Model, q: &[f64], v: &[f64], forces: &mut [f64]) {
    forces.fill(0.0);
    add_joint_forces(model, State { q, v }, 1.0, forces);
}

/// The energy stored in the springs of the joints of the tree, J.
pub fn joint_spring_energy(model: &Model, q: &[f64]) -> f64 {
    let stored = |(i, l): (usize, &Link<f64>)| {
        let p = model.properties(LinkId(i));
        if l.nq == l.nv {
            let squares: f64 = q[l.q..l.q + l.nq].iter().map(|q| (q - p.spring_rest).powi(2)).sum();
            return 0.5 * p.spring_stiffness * squares;
        }
        ball(l, p.rotation_spring.as_ref(), q).map_or(0.0, |(spring, quaternion)| spring.energy(quaternion))
    };
    model.links().iter().enumerate().map(stored).sum()
}

/// The spring of a ball joint, with the quaternion it sees.
fn ball<'s>(link: &Link<f64>, spring: Option<&'s RotationSpring>, q: &[f64]) -> Option<(&'s RotationSpring, [f64; 4])> {
    let quaternion = q.get(link.q..link.q + link.nq)?.try_into().ok()?;
    spring.filter(|_| link.nv == 3).map(|spring| (spring, quaternion))
}
