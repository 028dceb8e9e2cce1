//! The links as a tree: motion outward, inertia matrix and bias inward. Everything is about the origin of the plane, in its axes, so
//! that nothing has to be transformed from link to link.

use denoc_math::Real;
use denoc_model::Model;

use super::plan::{Motion, Plan, Point};
use super::vec2::Vec2;

/// A link at a state.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct LinkState {
    /// Cosine and sine of its angle.
    rotation: Vec2,
    /// Its joint.
    origin: Vec2,
    pub(super) turning: f64,
    velocity: Vec2,
    /// Acceleration of the joint where those of all coordinates are zero; angular accelerations are zero then.
    acceleration: Vec2,
    /// Of the composite body: the link and everything outward of it.
    mass: f64,
    first_moment: Vec2,
    inertia: f64,
    /// The wrench that zero accelerations of the joints require, gravity and springs included.
    moment: f64,
    force: Vec2,
    /// The column of its joint: angular speed, and velocity of the point at the origin of the plane.
    pub(super) column: (f64, Vec2),
}

/// A point of a link at a state.
#[derive(Copy, Clone, Debug)]
pub(super) struct PointState {
    pub(super) at: Vec2,
    pub(super) velocity: Vec2,
    /// Where the accelerations of all coordinates are zero.
    pub(super) acceleration: Vec2,
}

/// Places the links and sets up their wrenches without springs.
pub(super) fn outward(plan: &Plan, q: &[f64], v: &[f64], links: &mut [LinkState]) {
    for (i, link) in plan.links.iter().enumerate() {
        let ground = LinkState { rotation: Vec2::new(1.0, 0.0), ..LinkState::default() };
        let parent = link.parent.map_or(ground, |p| links[p]);
        let mut state = parent;
        let mut offset = link.place.rotated(parent.rotation);
        match link.motion {
            Motion::Fixed => state.column = (0.0, Vec2::ZERO),
            Motion::Turn(sense) => {
                let (sin, cos) = Real::sin_cos(sense * q[link.q]);
                state.rotation = Vec2::new(cos, sin).rotated(parent.rotation);
                state.turning = parent.turning + sense * v[link.v];
                state.column = (sense, -(parent.origin + offset).turned().scale(sense));
            }
            Motion::Slide(along) => {
                let along = along.rotated(parent.rotation);
                offset += along.scale(q[link.q]);
                let speed = along.scale(v[link.v]);
                state.velocity += speed;
                state.acceleration += speed.turned().scale(2.0 * parent.turning);
                state.column = (0.0, along);
            }
        }
        state.origin += offset;
        state.velocity += offset.turned().scale(parent.turning);
        state.acceleration -= offset.scale(parent.turning * parent.turning);
        let first_moment = link.first_moment.rotated(state.rotation);
        let falling = state.acceleration - plan.gravity;
        state.force = falling.scale(link.mass) - first_moment.scale(state.turning * state.turning);
        state.moment = first_moment.cross(falling) + state.origin.cross(state.force);
        state.mass = link.mass;
        state.first_moment = first_moment + state.origin.scale(link.mass);
        state.inertia = link.inertia + state.origin.dot(first_moment + state.first_moment);
        links[i] = state;
    }
}

/// Adds the wrenches of springs and dampers between points; the power of the dampers.
pub(super) fn add_springs(plan: &Plan, model: &Model, links: &mut [LinkState]) -> f64 {
    let mut power = 0.0;
    for (planar, spring) in plan.springs.iter().zip(model.point_springs()) {
        let [from, to] = planar.ends.each_ref().map(|end| point(end, links));
        let d = to.at - from.at;
        let length = (d.dot(d) + planar.beside * planar.beside).sqrt();
        let direction = if length > 0.0 { d.scale(1.0 / length) } else { Vec2::ZERO };
        let rate = direction.dot(to.velocity - from.velocity);
        let pull = direction.scale(spring.tension(length, rate));
        for (end, at, force) in [(&planar.ends[0], from.at, pull), (&planar.ends[1], to.at, -pull)] {
            if let Some(link) = end.link {
                links[link].force -= force;
                links[link].moment -= at.cross(force);
            }
        }
        power -= spring.damping * rate * rate;
    }
    power
}

/// The inertia matrix M and the bias forces h of the tree; entries of speeds that are not coupled stay as they are.
pub(super) fn inward(plan: &Plan, links: &mut [LinkState], mass: &mut [f64], bias: &mut [f64]) {
    let n = bias.len();
    for (i, link) in plan.links.iter().enumerate().rev() {
        let composite = links[i];
        if !matches!(link.motion, Motion::Fixed) {
            let (turn, move_) = composite.column;
            bias[link.v] = turn * composite.moment + move_.dot(composite.force);
            let force = move_.scale(composite.mass) + composite.first_moment.turned().scale(turn);
            let moment = turn * composite.inertia + composite.first_moment.cross(move_);
            mass[link.v * n + link.v] = turn * moment + move_.dot(force) + link.rotor;
            let mut inward = link.parent;
            while let Some(other) = inward {
                let (turn, move_) = links[other].column;
                let x = turn * moment + move_.dot(force);
                if !matches!(plan.links[other].motion, Motion::Fixed) {
                    let t = plan.links[other].v;
                    (mass[link.v * n + t], mass[t * n + link.v]) = (x, x);
                }
                inward = plan.links[other].parent;
            }
        }
        if let Some(parent) = link.parent {
            let parent = &mut links[parent];
            parent.mass += composite.mass;
            parent.first_moment += composite.first_moment;
            parent.inertia += composite.inertia;
            parent.moment += composite.moment;
            parent.force += composite.force;
        }
    }
}

/// A point of a placed link.
#[inline]
pub(super) fn point(point: &Point, links: &[LinkState]) -> PointState {
    let Some(link) = point.link else {
        return PointState { at: point.place, velocity: Vec2::ZERO, acceleration: Vec2::ZERO };
    };
    let link = &links[link];
    let arm = point.place.rotated(link.rotation);
    PointState {
        at: link.origin + arm,
        velocity: link.velocity + arm.turned().scale(link.turning),
        acceleration: link.acceleration - arm.scale(link.turning * link.turning),
    }
}

/// The joint of a placed link, and its angular speed; `None` is the ground.
pub(super) fn origin(link: Option<usize>, links: &[LinkState]) -> (PointState, f64) {
    let ground = (PointState { at: Vec2::ZERO, velocity: Vec2::ZERO, acceleration: Vec2::ZERO }, 0.0);
    link.map(|link| &links[link]).map_or(ground, |link| {
        (PointState { at: link.origin, velocity: link.velocity, acceleration: link.acceleration }, link.turning)
    })
}

/// A vector in axes of a placed link; `None` is the ground.
pub(super) fn direction(link: Option<usize>, v: Vec2, links: &[LinkState]) -> Vec2 {
    link.map_or(v, |link| v.rotated(links[link].rotation))
}
