//! The equations of Newton and Euler for every body, with every joint and closure as a constraint: an oracle for all mechanisms that
//! shares no code with the engine.
//!
//! It reads the plain [`Description`] and nothing else: no numbering, spanning tree, pose or Jacobian of [`denoc_model::Model`]
//! (`tests.rs` checks what is imported). Unknowns are the accelerations x of all bodies (angular, then of the mass centre, in world
//! axes) and of all joints, whether the engine would put them into its tree or cut them:
//!
//! ```text
//! M x = f + Jᵀ λ,      J x + b = 0
//! ```
//!
//! A joint is six rows of J, the motion of its child relative to its parent less what its speeds allow; their multipliers are the
//! wrench that it transmits, motor force included. Rods, rolling wheels, gears, couplings and cams are further rows. Orthogonal factors of
//! Jᵀ with column pivoting give the motions that J allows, and with them accelerations, motor forces and reactions, also where rows
//! are redundant. [`integrate`](NewtonEuler::integrate) follows the motion in the same coordinates.

mod extrapolation;
mod forces;
mod gears;
mod joint;
mod linear;
mod reactions;
mod rows;
mod solution;
mod spline;
mod state;
#[cfg(test)]
mod tests;
mod vectors;

use denoc_model::Description;

use joint::Law;
use vectors::{Frame, Matrix, Vector, body, frame, symmetric, vector};

pub use reactions::Reaction;
pub use solution::{Allowed, Solution};
pub use state::BodiesState;

/// A body: its mass centre and its inertia about it, in its link frame.
#[derive(Clone, Debug)]
struct Body {
    mass: f64,
    center: Vector,
    inertia: Matrix,
}

/// A joint between two bodies; `None` is the ground.
#[derive(Clone, Debug)]
struct Connection {
    parent: Option<usize>,
    child: Option<usize>,
    origin: Frame,
    child_origin: Frame,
    law: Law,
    /// Where its accelerations begin among all unknowns.
    first: usize,
}

/// The equations of motion of one mechanism.
#[derive(Clone, Debug)]
pub struct NewtonEuler {
    description: Description,
    bodies: Vec<Body>,
    joints: Vec<Connection>,
    /// Number of unknowns.
    unknowns: usize,
}

/// What acts on a mechanism besides gravity.
#[derive(Clone, Debug, Default)]
pub struct Actions {
    /// Motor forces, by joint and speed; empty: none.
    pub motors: Vec<Vec<f64>>,
    /// Wrenches [moment; force] on bodies at the origins of their link frames, in world axes; empty: none.
    pub external: Vec<[f64; 6]>,
    /// Whether springs, friction and drag act; dry friction is smoothed, −c tanh(v / (1 mm/s)) or −c tanh(v / (1 mrad/s)).
    pub passive: bool,
    /// Prescribed accelerations: joint, speed, value.
    pub prescribed: Vec<(usize, usize, f64)>,
}

impl NewtonEuler {
    /// Writes down the equations of a mechanism.
    pub fn new(description: &Description) -> Self {
        let d = description;
        assert!(d.links.iter().all(|link| link.name != d.ground), "the ground must not be among the links");
        let bodies: Vec<Body> = d
            .links
            .iter()
            .map(|link| {
                let mass = link.mass;
                Body { mass: mass.mass, center: vector(mass.center), inertia: symmetric(mass.inertia) }
            })
            .collect();
        let mut unknowns = 6 * bodies.len();
        let joints = d
            .joints
            .iter()
            .map(|spec| {
                let (law, first) = (Law::new(&spec.joint), unknowns);
                unknowns += law.freedoms();
                Connection {
                    parent: body(d, &spec.parent),
                    child: body(d, &spec.child),
                    origin: frame(spec.origin),
                    child_origin: frame(spec.child_origin),
                    law,
                    first,
                }
            })
            .collect();
        Self { description: d.clone(), bodies, joints, unknowns }
    }

    /// The number of a joint of the description.
    pub fn joint(&self, name: &str) -> usize {
        self.description.joints.iter().position(|joint| joint.name == name).expect("a joint of this name")
    }

    /// Number of speeds of a joint.
    pub fn freedoms(&self, joint: usize) -> usize {
        self.joints[joint].law.freedoms()
    }

    /// The entries of a vector of unknowns that belong to joints, by joint.
    pub fn by_joint(&self, unknowns: &[f64]) -> Vec<Vec<f64>> {
        self.joints.iter().map(|j| unknowns[j.first..j.first + j.law.freedoms()].to_vec()).collect()
    }
}
