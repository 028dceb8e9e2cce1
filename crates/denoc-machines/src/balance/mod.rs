//! Counterweights that reduce shaking force, shaking moment and torque ripple.
//!
//! The motion is prescribed, so masses do not change it, and every force is linear in what a counterweight adds to its link: m, m r and
//! m r rᵀ. The linear maps are computed once (`maps.rs`). A conic solver then computes the best masses and first moments within
//! their bounds (`solve.rs`, `cone.rs`); for the shaking force alone this is the global optimum. The second moments m r rᵀ are not linear
//! in them and are linearized repeatedly, within a trust region, from several starts (`search.rs`). A lower bound (`bound.rs`) tells how
//! much better other counterweights could be, at most.

mod bound;
mod candidate;
mod cone;
mod maps;
mod search;
mod solve;

use denoc_math::{RigidMass, Sym3, Vec3};
use denoc_mechanism::MechanismError;
use denoc_model::{FrameId, MassProperties, Model};
use serde::Serialize;

use crate::MachineError;
use crate::cycle::CycleSummary;
use crate::cycle::{Cycle, CycleOptions};
pub use candidate::{CounterweightLimits, describe_with_counterweights};
use maps::Maps;

/// A link that can carry a counterweight, with bounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The link.
    pub link: String,
    /// The largest mass, kg.
    pub max_mass: f64,
    /// Smallest and largest coordinates of its position in the link frame, m; equal bounds fix a coordinate.
    pub bounds: [[f64; 2]; 3],
}

impl Candidate {
    /// Anywhere in a square around the origin of the link frame, in its plane z = 0.
    pub fn around(link: impl Into<String>, max_mass: f64, radius: f64) -> Self {
        Self { link: link.into(), max_mass, bounds: [[-radius, radius], [-radius, radius], [0.0, 0.0]] }
    }
}

/// Weights of the goals, or their values. The objective is the weighted sum of squares, each relative to its value without
/// counterweights.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct Goals {
    /// Root mean square of the shaking force without gravity, N.
    pub shaking_force: f64,
    /// Root mean square of the shaking moment about the world origin, without gravity, N m.
    pub shaking_moment: f64,
    /// Root mean square of the deviation of the input torque from its mean, N m; includes gravity if it acts.
    pub torque_ripple: f64,
}

/// Options of [`balance`].
#[derive(Clone, Debug)]
pub struct BalanceOptions {
    /// The prescribed motion.
    pub cycle: CycleOptions,
    /// Links that can carry counterweights.
    pub candidates: Vec<Candidate>,
    /// Weights of the goals.
    pub goals: Goals,
}

/// A point mass on a link, computed by [`balance`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Counterweight {
    /// The link.
    pub link: String,
    /// Mass, kg.
    pub mass: f64,
    /// Position in the link frame, m.
    pub position: [f64; 3],
}

/// One iteration of the optimization.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct Round {
    /// Index of the start to which it belongs.
    pub start: usize,
    /// Square root of the objective, relative to that without counterweights.
    pub value: f64,
    /// Whether it improved on the previous iteration.
    pub accepted: bool,
}

/// The result of [`balance`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Balanced {
    /// The counterweights with positive mass.
    pub counterweights: Vec<Counterweight>,
    /// Values of the goals without counterweights: N, N m, N m (root mean squares).
    pub goals_before: Goals,
    /// Values of the goals with them, predicted by the optimization.
    pub goals_after: Goals,
    /// The cycle without counterweights.
    pub before: CycleSummary,
    /// The cycle with them, recomputed.
    pub after: CycleSummary,
    /// Total mass of the counterweights, kg.
    pub added_mass: f64,
    /// Square root of the objective, relative to that without counterweights.
    pub value: f64,
    /// A proven lower bound of it: no counterweights within the bounds reach less, not even if each link carries several of them that
    /// share its largest mass. It need not be attainable.
    pub lower_bound: f64,
    /// The iterations.
    pub history: Vec<Round>,
}

/// Computes counterweights.
///
/// ```
/// use denoc_machines::balance::{BalanceOptions, Candidate, Goals, balance};
/// use denoc_machines::cycle::CycleOptions;
/// # use denoc_formats::catalogue;
/// # use denoc_mechanism::Draft;
///
/// let linkage = catalogue::describe("fourbar")?.build()?;
/// let mut cycle = CycleOptions::new("crank_pivot", 10.0); // rad/s
/// cycle.start = Some(Draft::usual(&linkage).close(&linkage)?.q);
/// cycle.samples = 36;
/// let candidates = vec![Candidate::around("crank", 5.0, 0.1), Candidate::around("output", 5.0, 0.1)];
/// let goals = Goals { shaking_force: 1.0, shaking_moment: 0.0, torque_ripple: 0.0 };
/// let found = balance(&linkage, &BalanceOptions { cycle, candidates, goals })?;
/// assert!(found.goals_after.shaking_force < found.goals_before.shaking_force);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the cycle cannot be computed, bounds are invalid, or the solver fails.
pub fn balance(model: &Model, options: &BalanceOptions) -> Result<Balanced, MachineError> {
    check(model, options)?;
    let before = Cycle::compute(model, &options.cycle)?;
    before.refuse_open_end()?;
    let maps = Maps::new(model, options, &before)?;
    let solve::Solution { weights, value, lower_bound, history } = solve::solve(&maps, options)?;
    let goals_before = maps.goals(&[]);
    let goals_after = maps.goals(&weights);
    let named = weights.iter().filter(|w| w.mass > 0.0).map(|w| Counterweight {
        link: options.candidates[w.candidate].link.clone(),
        mass: w.mass,
        position: w.position.to_array(),
    });
    let counterweights: Vec<Counterweight> = named.collect();
    let after = Cycle::compute(&with_counterweights(model, &counterweights)?, &options.cycle)?;
    Ok(Balanced {
        goals_before,
        goals_after,
        before: before.summary(),
        after: after.summary(),
        added_mass: counterweights.iter().map(|c| c.mass).sum(),
        counterweights,
        value,
        lower_bound,
        history,
    })
}

/// The model with point masses fixed to its links.
pub fn with_counterweights(model: &Model, counterweights: &[Counterweight]) -> Result<Model, MachineError> {
    let mut model = model.clone();
    for c in counterweights {
        let link = model.link(&c.link)?;
        // the frame of a link's own name is the one its numbers are given in
        let pose = model.frames()[FrameId(link.0).0].pose;
        let [x, y, z] = c.position;
        let body = MassProperties { mass: c.mass, center: Vec3::new(x, y, z), inertia: Sym3::zero() }.moved(pose);
        model.links_mut()[link.0].mass += RigidMass::from_center(body.mass, body.center, body.inertia);
    }
    Ok(model)
}

fn check(model: &Model, options: &BalanceOptions) -> Result<(), MachineError> {
    for (i, c) in options.candidates.iter().enumerate() {
        model.link(&c.link)?;
        let fail = |what, value, rule| Err(MachineError::Counterweight { link: c.link.clone(), what, value, rule });
        if options.candidates[..i].iter().any(|other| other.link == c.link) {
            return fail("its number among the candidates", i as f64, "list each link once");
        }
        if !(c.max_mass > 0.0 && c.max_mass.is_finite()) {
            return fail("the largest mass", c.max_mass, "it must be positive");
        }
        for [low, high] in c.bounds {
            if !low.is_finite() || !high.is_finite() {
                let value = if low.is_finite() { high } else { low };
                return fail("a bound of its place", value, "it must be a number");
            }
            if low > high {
                return fail("a lower bound of its place", low, "it must not be larger than the upper one");
            }
        }
    }
    let goals = options.goals;
    let weights = [goals.shaking_force, goals.shaking_moment, goals.torque_ripple];
    for value in weights {
        if !(value >= 0.0 && value.is_finite()) {
            let rule = "it must not be negative";
            return Err(MechanismError::Setting { what: "the weight of a goal", value, rule }.into());
        }
    }
    if options.candidates.is_empty() || weights.iter().all(|&w| w == 0.0) {
        let (what, found) = ("the list of links and goals", options.candidates.len());
        let rule = "name a link that may carry a counterweight, and a goal with a weight";
        return Err(MechanismError::Count { what, found, expected: found.max(1), rule }.into());
    }
    Ok(())
}
