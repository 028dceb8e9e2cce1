//! Springs and friction of joints.

use denoc_model::{LinkId, Model};

/// Dry friction −c sign(v) acts as −c tanh(v / [`DRY_FRICTION_SPEED`]): below this speed (rad/s or m/s) it fades, so that the
/// equations stay smooth. A joint that would stick creeps instead, by less than this speed.
pub const DRY_FRICTION_SPEED: f64 = 1e-3;

/// Forces of one degree of freedom.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Passive {
    pub(crate) spring: f64,
    pub(crate) friction: f64,
}

/// The forces on speed `k` of a joint.
pub(crate) fn force(model: &Model, link: LinkId, k: usize, q: &[f64], v: &[f64]) -> Passive {
    let (l, p) = (&model.links()[link.0], model.properties(link));
    let speed = v[l.v + k];
    let mut friction = -p.viscous_friction * speed;
    if p.dry_friction != 0.0 {
        friction -= p.dry_friction * (speed / DRY_FRICTION_SPEED).tanh();
    }
    // orientations have no single coordinate a spring could pull at
    let spring = if l.nq == l.nv { -p.spring_stiffness * (q[l.q + k] - p.spring_rest) } else { 0.0 };
    Passive { spring, friction }
}

/// The energy stored in springs.
pub(super) fn spring_energy(model: &Model, q: &[f64]) -> f64 {
    let joints = model.links().iter().enumerate().filter(|(_, l)| l.nq == l.nv);
    joints
        .map(|(i, l)| {
            let p = model.properties(LinkId(i));
            let squares: f64 = q[l.q..l.q + l.nq].iter().map(|q| (q - p.spring_rest).powi(2)).sum();
            0.5 * p.spring_stiffness * squares
        })
        .sum()
}
