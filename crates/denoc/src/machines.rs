//! Whole machines.

/// A machine over one cycle of its input: curves, torque, shaking force, transmission angle.
///
/// ```
/// use denoc::prelude::*;
///
/// let linkage = denoc::load("fourbar")?.model;
/// let cycle = Cycle::compute(&linkage, &CycleOptions::new("crank_pivot", 10.0))?; // 10 rad/s
/// let summary = cycle.summary();
/// assert!(summary.torque.max > 0.0 && summary.shaking_force.max > 0.0); // N m, N
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_machines::cycle::Cycle;

/// The input of a cycle, and what to measure.
///
/// ```
/// use denoc::prelude::*;
///
/// let linkage = denoc::load("hoeken")?.model;
/// let mut options = CycleOptions::new("crank_pivot", 1.0);
/// options.samples = 90;
/// assert_eq!(Cycle::compute(&linkage, &options)?.samples.len(), 91);
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_machines::cycle::CycleOptions;

/// Finds counterweights that reduce shaking force, shaking moment or torque ripple.
///
/// ```
/// use denoc::prelude::*;
///
/// let linkage = denoc::load("fourbar")?.model;
/// let options = BalanceOptions {
///     cycle: CycleOptions::new("crank_pivot", 10.0),
///     candidates: vec![Candidate::around("crank", 1.0, 0.1)], // 1 kg and 0.1 m at most
///     goals: Goals { shaking_force: 1.0, shaking_moment: 0.0, torque_ripple: 0.0 },
/// };
/// let balanced = denoc::balance(&linkage, &options)?;
/// assert!(balanced.goals_after.shaking_force < balanced.goals_before.shaking_force);
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_machines::balance::balance;

/// The cycle, the links that may carry counterweights, and the goals of [`balance`].
///
/// ```
/// use denoc::prelude::*;
///
/// let options = BalanceOptions {
///     cycle: CycleOptions::new("crank_pivot", 10.0),
///     candidates: vec![Candidate::around("crank", 1.0, 0.1), Candidate::around("output", 1.0, 0.1)],
///     goals: Goals { shaking_force: 1.0, shaking_moment: 0.5, torque_ripple: 0.0 },
/// };
/// assert_eq!(options.candidates.len(), 2);
/// ```
#[doc(inline)]
pub use denoc_machines::balance::BalanceOptions;

/// A link that may carry a counterweight, and its bounds.
///
/// ```
/// let candidate = denoc::Candidate::around("crank", 1.0, 0.1);
/// assert_eq!(candidate.bounds[2], [0.0, 0.0]); // in the plane z = 0 of the link
/// ```
#[doc(inline)]
pub use denoc_machines::balance::Candidate;

/// The weights of the goals of [`balance`].
///
/// ```
/// let smooth_torque = denoc::Goals { shaking_force: 0.0, shaking_moment: 0.0, torque_ripple: 1.0 };
/// assert_eq!(smooth_torque.torque_ripple, 1.0);
/// ```
#[doc(inline)]
pub use denoc_machines::balance::Goals;

/// A rope at rest, and the distance of any state from it.
///
/// ```
/// use denoc::Hanging;
///
/// let cable = denoc::load("cable")?.model;
/// let rope = Hanging::of(&cable, None)?;
/// let rest = rope.rest()?;
/// let q = rope.coordinates(&cable, &rest);
/// assert!(rope.distance(&cable, &q, &rest)? < 1e-12); // m
/// # Ok::<(), denoc::Error>(())
/// ```
#[doc(inline)]
pub use denoc_machines::rope::Hanging;
