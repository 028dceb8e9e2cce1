//! Forward dynamics of mechanisms that move in a plane, such as four-bar linkages and slider-cranks: a few operations per link.
//!
//! All axes of rotation are parallel and all translations normal to them, so a twist has three components instead of six, a rigid body
//! four mass parameters instead of ten, and angular accelerations are sums. The equations are those of [the recursion for one cluster
//! on the ground](super::LoopMethod::Modular):
//!
//! ```text
//! a = G u + g,   Gᵀ M G u = Gᵀ (τ − h − M g)
//! ```
//!
//! with M and h of the tree, and G and g from the elimination of J a = b, the second derivatives of the closures. Multipliers and
//! reactions are not computed.

mod links;
mod plan;
mod rows;
#[cfg(test)]
mod tests;
mod vec2;

use denoc_math::dense::{Cholesky, Elimination};
use denoc_model::Model;

use super::RANK_TOLERANCE;
use links::LinkState;
use plan::Plan;

/// Mechanisms with more speeds are left to the other algorithms: the work grows with the cube of their number.
const MOST_SPEEDS: usize = 16;
/// Pivots of the inertia of the closed mechanism smaller than this, relative to its terms, are left to the other algorithms.
const DOUBTFUL: f64 = 1e-9;

/// Accelerations of a mechanism with loops that moves in a plane; the fastest algorithm for it.
///
/// ```
/// use denoc_dynamics::loops::PlanarForward;
/// use denoc_math::{Pose, Vec3};
/// use denoc_model::{Description, Joint, MassProperties};
///
/// // two pendulums of 1 m, geared to each other: they fall like one
/// let (y, rod) = (Vec3::new(0.0, 1.0, 0.0), MassProperties::rod(1.0, 1.0, Vec3::new(1.0, 0.0, 0.0)));
/// let model = Description::new("pair")
///     .link("a", rod)
///     .link("b", rod)
///     .joint("first", "ground", "a", Joint::revolute(y), Pose::identity())
///     .joint("second", "ground", "b", Joint::revolute(y), Pose::identity())
///     .coupling("second", "first", 1.0, 0.0)
///     .build()?;
/// let mut planar = PlanarForward::new(&model).expect("all axes are parallel");
/// let mut a = [0.0; 2];
/// let damping = planar.forward(&model, [&[0.0; 2], &[0.0; 2], &[0.0; 2]], true, &mut a);
/// assert_eq!(damping, Some(0.0));
/// assert!((a[0] - 1.5 * 9.81).abs() < 1e-12 && (a[1] - a[0]).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PlanarForward {
    plan: Plan,
    links: Vec<LinkState>,
    /// M by rows, and h.
    mass: Vec<f64>,
    bias: Vec<f64>,
    jacobian: Vec<f64>,
    right: Vec<f64>,
    row_order: Vec<usize>,
    column_order: Vec<usize>,
    /// G by rows of speeds, and g.
    relations: Vec<f64>,
    constants: Vec<f64>,
    product: Vec<f64>,
    reduced: Cholesky<f64>,
    independent: Vec<f64>,
}

impl PlanarForward {
    /// For a tree of revolute, prismatic and fixed joints whose loops are closed by revolute, prismatic or ball joints, rods or
    /// couplings, and that stays in a plane; `None` for other mechanisms, and for those with many joints.
    pub fn new(model: &Model) -> Option<Self> {
        let n = model.nv();
        let plan = Plan::new(model).filter(|plan| !plan.closures.is_empty() && n <= MOST_SPEEDS)?;
        let m: usize = plan.closures.iter().map(plan::PlanarClosure::count).sum();
        let free = n.checked_sub(m).filter(|&free| free > 0)?;
        let zeros = |size: usize| vec![0.0; size];
        Some(Self {
            links: vec![LinkState::default(); plan.links.len()],
            mass: zeros(n * n),
            bias: zeros(n),
            jacobian: zeros(m * n),
            right: zeros(m),
            row_order: vec![0; m],
            column_order: vec![0; n],
            relations: zeros(n * free),
            constants: zeros(n),
            product: zeros(free),
            reduced: Cholesky::new(free),
            independent: zeros(free),
            plan,
        })
    }

    /// Number of constraints in the plane; all must be independent.
    pub fn count(&self) -> usize {
        self.right.len()
    }

    /// The accelerations for coordinates, speeds and joint forces, each nv, rad/s² or m/s²; `springs`: with the springs and dampers between
    /// points. Returns the power of these dampers, W.
    ///
    /// `None` where the constraints are dependent, the inertia nearly vanishes, or a number is not finite: [`super::LoopForward`] then has
    /// the solution, or says why there is none.
    pub fn forward(&mut self, model: &Model, [q, v, tau]: [&[f64]; 3], springs: bool, a: &mut [f64]) -> Option<f64> {
        links::outward(&self.plan, q, v, &mut self.links);
        let power = if springs { links::add_springs(&self.plan, model, &mut self.links) } else { 0.0 };
        self.jacobian.fill(0.0);
        rows::fill(&self.plan, &self.links, &mut self.jacobian, &mut self.right);
        links::inward(&self.plan, &mut self.links, &mut self.mass, &mut self.bias);
        (self.relate() && self.solve(tau, a)).then_some(power)
    }

    /// a = G u + g; whether all constraints are independent.
    fn relate(&mut self) -> bool {
        let Self { plan, jacobian: a, right: b, row_order, column_order, relations, constants, .. } = self;
        let (n, m) = (column_order.len(), b.len());
        let free = n - m;
        let found = Elimination { columns: n, a, b, row_order, column_order }.run(RANK_TOLERANCE, m);
        if found.rank < m {
            return false;
        }
        for (place, &s) in column_order.iter().enumerate() {
            let (unit, row) = (plan.units[s], &mut relations[s * free..][..free]);
            if place < m {
                row.iter_mut().zip(&a[place * n + m..][..free]).for_each(|(to, g)| *to = g * unit);
                constants[s] = b[place] * unit;
            } else {
                row.fill(0.0);
                row[place - m] = unit;
                constants[s] = 0.0;
            }
        }
        true
    }

    /// Gᵀ M G u = Gᵀ (τ − h − M g); whether the inertia is beyond doubt and all numbers are finite.
    fn solve(&mut self, tau: &[f64], a: &mut [f64]) -> bool {
        let Self { mass, bias, relations, constants, product, reduced, independent, .. } = self;
        let (n, free) = (bias.len(), product.len());
        independent.fill(0.0);
        reduced.start(free);
        for i in 0..free {
            (0..=i).for_each(|j| reduced.set(i, j, 0.0));
        }
        let mut terms = 0.0_f64;
        for s in 0..n {
            let (row, relation) = (&mass[s * n..][..n], &relations[s * free..][..free]);
            let mut force = tau[s] - bias[s];
            product.fill(0.0);
            for ((&m, &g), other) in row.iter().zip(&*constants).zip(relations.chunks_exact(free)) {
                force -= m * g;
                product.iter_mut().zip(other).for_each(|(sum, x)| *sum += m * x);
            }
            for (i, &x) in relation.iter().enumerate() {
                independent[i] += x * force;
                terms += x * x * row[s];
                for (j, &p) in product.iter().enumerate().take(i + 1) {
                    reduced.set(i, j, reduced.at(i, j) + x * p);
                }
            }
        }
        if reduced.factor(DOUBTFUL * terms).is_err() {
            return false;
        }
        reduced.solve(independent);
        if !independent.iter().chain(&*constants).all(|x| x.is_finite()) {
            return false;
        }
        for ((a, &g), relation) in a.iter_mut().zip(&*constants).zip(relations.chunks_exact(free)) {
            *a = relation.iter().zip(&*independent).fold(g, |sum, (x, u)| sum + x * u);
        }
        true
    }
}
