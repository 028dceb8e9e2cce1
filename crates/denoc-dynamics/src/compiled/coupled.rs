//! Forward dynamics of trees in which joints follow others.
//!
//! With E the motions that the couplings allow (v = E u: each independent joint moves with its followers), the accelerations are
//!
//! ```text
//! a = E (Eᵀ I E)⁻¹ Eᵀ (τ − h)
//! ```
//!
//! h = inverse dynamics without accelerations and I come from the kernels of the tree. Eᵀ I E = U D Uᵀ is decomposed from the last
//! independent joint inward, as in [`crate::udut`]; entries between joints on different branches stay zero and are skipped. Followers
//! get the accelerations of their leaders times the ratio, so the couplings hold in every bit.

use std::sync::Arc;

use denoc_math::simd::{Isa, Kernel};
use denoc_math::{Lane, Real};
use denoc_model::{LinkId, Model};

use super::{Compiled, PIVOT_TOLERANCE};
use crate::DynamicsError;

/// Models with more speeds are left to the algorithms for loops, whose cost does not grow with the square of their number.
pub(super) const MOST_SPEEDS: usize = 128;

/// The structure of the equations of one model.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) nv: usize,
    /// Speeds of the follower and of its leader, and the ratio.
    followers: Vec<(usize, usize, f64)>,
    /// Independent speeds.
    rows: Vec<Row>,
}

#[derive(Debug)]
struct Row {
    speed: usize,
    /// The independent speeds before it with which it has an entry, those that elimination fills included.
    inward: Vec<usize>,
}

/// Whether the compiled layer computes forward dynamics of this model: trees, also with couplings if they have at most 128 speeds.
pub fn supports(model: &Model) -> bool {
    model.closures().is_empty() || (model.nv() <= MOST_SPEEDS && model.is_coupled_tree())
}

impl Plan {
    /// That of a tree with couplings; `None` for other models.
    pub(super) fn new(model: &Model) -> Option<Self> {
        if model.closures().is_empty() || !supports(model) {
            return None;
        }
        let (nv, links) = (model.nv(), model.links());
        let speed = |link: LinkId| links[link.0].v;
        let couplings = model.couplings();
        let followers: Vec<(usize, usize, f64)> =
            couplings.followers().iter().map(|f| (speed(f.joint), speed(f.leader), f.ratio)).collect();
        // the independent speed that moves each speed
        let mut moved_by: Vec<usize> = (0..nv).collect();
        followers.iter().for_each(|&(follower, leader, _)| moved_by[follower] = leader);
        let mut coupled = vec![false; nv * nv];
        for (i, link) in links.iter().enumerate() {
            let mut inward = Some(LinkId(i));
            while let Some(LinkId(j)) = inward {
                for a in link.v..link.v + link.nv {
                    for b in links[j].v..links[j].v + links[j].nv {
                        let (a, b) = (moved_by[a], moved_by[b]);
                        coupled[a * nv + b] = true;
                        coupled[b * nv + a] = true;
                    }
                }
                inward = links[j].parent;
            }
        }
        let independent: Vec<usize> = (0..nv).filter(|&s| moved_by[s] == s).collect();
        let mut rows: Vec<Row> = Vec::with_capacity(independent.len());
        for (k, &speed) in independent.iter().enumerate().rev() {
            let inward: Vec<usize> = independent[..k].iter().copied().filter(|&i| coupled[i * nv + speed]).collect();
            for &i in &inward {
                inward.iter().for_each(|&j| coupled[i * nv + j] = true);
            }
            rows.push(Row { speed, inward });
        }
        rows.reverse();
        Some(Self { nv, followers, rows })
    }
}

/// The plan with buffers for one kind of number.
pub(super) struct Coupled<E> {
    pub(super) plan: Arc<Plan>,
    /// Zero accelerations, h and I.
    pub(super) rest: Vec<E>,
    pub(super) bias: Vec<E>,
    pub(super) gim: Vec<E>,
}

impl<E: Real> Coupled<E> {
    pub(super) fn new(plan: &Arc<Plan>, lanes: usize) -> Self {
        let numbers = |count: usize| vec![E::zero(); count * lanes];
        let nv = plan.nv;
        Self { plan: Arc::clone(plan), rest: numbers(nv), bias: numbers(nv), gim: numbers(nv * nv) }
    }
}

/// Solves for the accelerations, with h and I in the buffers; returns whether all pivots are safe.
pub(super) struct Solve<'a, T: Lane> {
    pub(super) coupled: &'a mut Coupled<T::Element>,
    pub(super) tau: &'a [T::Element],
    pub(super) a: &'a mut [T::Element],
    /// A pivot must exceed this part of its diagonal entry.
    pub(super) tolerance: f64,
}

impl<I: Isa, T: Lane> Kernel<I> for Solve<'_, T> {
    type Output = bool;
    #[inline(always)]
    fn run(self) -> bool {
        let Self { coupled: Coupled { plan, rest: scale, bias, gim, .. }, tau, a, tolerance } = self;
        for s in 0..plan.nv {
            put::<T>(a, s, get::<T>(tau, s) - get::<T>(bias, s));
        }
        let safe = factor::<T>(plan, &[], tolerance, scale, gim);
        scale.fill(T::Element::zero());
        solve::<T>(plan, &[], gim, a);
        safe
    }
}

/// The tolerance of pivots for numbers with this rounding unit.
pub(super) fn tolerance(rounding: f64) -> f64 {
    PIVOT_TOLERANCE * (rounding / f64::EPSILON)
}

#[inline(always)]
fn get<T: Lane>(from: &[T::Element], entry: usize) -> T {
    T::load(&from[entry * T::LANES..])
}

#[inline(always)]
fn put<T: Lane>(to: &mut [T::Element], entry: usize, value: T) {
    value.store(&mut to[entry * T::LANES..]);
}

/// Whether an independent speed is locked; none is if the slice is empty.
#[inline(always)]
fn is_locked(locked: &[bool], speed: usize) -> bool {
    !locked.is_empty() && locked[speed]
}

/// Eᵀ I E = U D Uᵀ, without the rows of locked speeds: the columns of U below the diagonal of `gim`, and the inverse of D on it. Returns
/// whether all pivots exceed a part of their diagonal entries, which `scale` stores.
#[inline(always)]
fn factor<T: Lane>(
    plan: &Plan,
    locked: &[bool],
    tolerance: f64,
    scale: &mut [T::Element],
    gim: &mut [T::Element],
) -> bool {
    let (nv, mut safe) = (plan.nv, true);
    for &(follower, leader, ratio) in &plan.followers {
        let ratio = T::lift(ratio);
        for s in 0..nv {
            put::<T>(gim, leader * nv + s, ratio.mul_add(get(gim, follower * nv + s), get(gim, leader * nv + s)));
        }
        for s in 0..nv {
            put::<T>(gim, s * nv + leader, ratio.mul_add(get(gim, s * nv + follower), get(gim, s * nv + leader)));
        }
    }
    for row in &plan.rows {
        put::<T>(scale, row.speed, get::<T>(gim, row.speed * (nv + 1)) * T::lift(tolerance));
    }
    for Row { speed: k, inward } in plan.rows.iter().rev() {
        if is_locked(locked, *k) {
            continue;
        }
        let pivot = get::<T>(gim, k * nv + k);
        safe &= pivot.exceeds(get(scale, *k));
        let inverse = pivot.recip();
        put::<T>(gim, k * nv + k, inverse);
        for (n, &i) in inward.iter().enumerate() {
            let u = get::<T>(gim, i * nv + k) * inverse;
            put::<T>(gim, k * nv + i, u);
            for &j in &inward[..=n] {
                let rest = u.neg_mul_add(get(gim, j * nv + k), get(gim, j * nv + i));
                put::<T>(gim, j * nv + i, rest);
            }
        }
    }
    safe
}

/// a ← E (Eᵀ I E)⁻¹ Eᵀ a, with the factors in `gim`; locked speeds get zero.
#[inline(always)]
fn solve<T: Lane>(plan: &Plan, locked: &[bool], gim: &[T::Element], a: &mut [T::Element]) {
    let nv = plan.nv;
    for &(follower, leader, ratio) in &plan.followers {
        put::<T>(a, leader, T::lift(ratio).mul_add(get(a, follower), get(a, leader)));
    }
    for Row { speed: k, inward } in plan.rows.iter().rev() {
        if is_locked(locked, *k) {
            continue;
        }
        let here = get::<T>(a, *k);
        for &i in inward {
            put::<T>(a, i, get::<T>(gim, k * nv + i).neg_mul_add(here, get(a, i)));
        }
    }
    for Row { speed: k, inward } in &plan.rows {
        if is_locked(locked, *k) {
            put::<T>(a, *k, T::zero());
            continue;
        }
        let mut x = get::<T>(a, *k) * get::<T>(gim, k * nv + k);
        for &i in inward {
            x = get::<T>(gim, k * nv + i).neg_mul_add(get(a, i), x);
        }
        put::<T>(a, *k, x);
    }
    for &(follower, leader, ratio) in &plan.followers {
        put::<T>(a, follower, T::lift(ratio) * get::<T>(a, leader));
    }
}

/// The inertia matrix of a tree with couplings, reduced to independent speeds and decomposed: accelerations for forces, also with speeds
/// that are locked.
///
/// ```
/// use denoc_dynamics::compiled::{Compile, CoupledInertia};
/// use denoc_math::{Pose, Vec3};
/// use denoc_model::{Description, Joint, MassProperties};
///
/// // two fingers of 0.5 kg, the second twice as fast as the first
/// let finger = MassProperties::sphere(0.5, 0.01);
/// let slide = |x| Joint::prismatic(Vec3::new(x, 0.0, 0.0));
/// let model = Description::new("gripper")
///     .link("left", finger)
///     .link("right", finger)
///     .joint("left_slide", "ground", "left", slide(1.0), Pose::identity())
///     .joint("right_slide", "ground", "right", slide(-1.0), Pose::identity())
///     .coupling("right_slide", "left_slide", 2.0, 0.0)
///     .build()?;
/// let mut inertia = CoupledInertia::new(&model).unwrap();
/// assert!(inertia.factor(&mut model.compile(), &[0.0; 2], &[false; 2])?);
/// let mut a = [5.0, 0.0]; // forces
/// inertia.solve(&mut a);
/// assert_eq!(a, [2.0, 4.0]); // 0.5 kg + 2² · 0.5 kg
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct CoupledInertia {
    plan: Plan,
    gim: Vec<f64>,
    scale: Vec<f64>,
    locked: Vec<bool>,
}

impl CoupledInertia {
    /// Allocates the buffers; `None` for models without couplings, and those that [`supports`] refuses.
    pub fn new(model: &Model) -> Option<Self> {
        let plan = Plan::new(model)?;
        let nv = plan.nv;
        Some(Self { plan, gim: vec![0.0; nv * nv], scale: vec![0.0; nv], locked: vec![false; nv] })
    }

    /// Decomposes the matrix at coordinates q. An independent speed is locked, with its followers, if its entry of `locked` is set.
    /// `false` if a pivot is so small that only rounding may be left.
    pub fn factor(&mut self, compiled: &mut Compiled, q: &[f64], locked: &[bool]) -> Result<bool, DynamicsError> {
        compiled.model().check_length("locked", locked.len(), self.plan.nv)?;
        self.locked.copy_from_slice(locked);
        compiled.gim(q, &mut self.gim)?;
        Ok(factor::<f64>(&self.plan, locked, tolerance(f64::EPSILON), &mut self.scale, &mut self.gim))
    }

    /// Replaces forces, at all speeds, by the accelerations that they cause.
    ///
    /// # Panics
    /// If there are not as many as the model has speeds.
    pub fn solve(&self, forces: &mut [f64]) {
        solve::<f64>(&self.plan, &self.locked, &self.gim, forces);
    }
}
