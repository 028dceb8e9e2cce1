//! The integrator `auto`: an explicit method, and an implicit one while stability limits the steps.
//!
//! The explicit method follows from the tolerance: at loose ones a method of low order with few stages takes less work for an error.
//! An explicit step shows how close its length is to the limit of stability ([`Stepper::stability`](crate::integrators::Stepper)). If
//! many steps are at this limit, the implicit method takes over. It stays if it needs less work per second of motion than the explicit
//! method did; otherwise the explicit one goes on and the next trial comes later. The explicit method returns when the fastest rate of
//! the system permits steps with which it needs less work, or, where derivatives are not taken, when it needed less work before.
//! Work is reckoned, not timed: the choice depends on the motion alone.

use denoc_base::number::six;
use denoc_dynamics::compiled::supports;
use denoc_model::Model;
use serde::{Deserialize, Serialize};

use crate::Integrator;
use crate::integrators::LinearWork;

/// Explicit steps beyond this part of the limit of stability count as limited by it: at tight tolerances they keep a distance.
const LIMITED: f64 = 0.5;
/// Steps at the limit of stability before an implicit method is tried, at first.
const PATIENCE: u32 = 15;
const MOST_PATIENCE: u32 = 2_000;
/// Steps below the limit that end a series of steps at it.
const AT_EASE: u32 = 6;
/// Steps after which a trial is judged at the latest.
const TRIAL: u32 = 20;
/// A trial is judged after this many steps if they grow no more.
const SHORTEST_TRIAL: u32 = 5;
/// From this tolerance on, dopri5 takes less work than dop853 (`cargo xtask bench simulate`).
const LOOSE: f64 = 1e-4;
/// A method takes over if its work is less than this part of the other's.
const WORTH: f64 = 0.7;
/// With more speeds than this, dense matrices are too large: the linearly implicit method is the partner.
pub(super) const DENSE: usize = 100;

/// What the integrator `auto` has chosen so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Automatic {
    /// The method at work.
    pub method: Integrator,
    /// The explicit one.
    pub explicit: Integrator,
    /// Changes of method.
    pub changes: u64,
    /// Time of the first change, s.
    pub first_change: Option<f64>,
    /// Simulated time that the implicit method has covered, s.
    pub stiff_seconds: f64,
    /// Steps at the limit of stability in the present series, and steps below it since the last of them.
    limited: u32,
    at_ease: u32,
    /// Steps at the limit before the next trial.
    patience: u32,
    /// Steps since the last change.
    steps: u32,
    /// Work and simulated time of the present series, or of the recent steps of the implicit method.
    work: f64,
    seconds: f64,
    /// Work per second of the explicit method before the last change.
    explicit_rate: f64,
    /// Whether the implicit method has proved itself.
    proved: bool,
}

/// What a step took.
#[derive(Copy, Clone, Debug)]
pub(super) struct Taken {
    /// Its end, and its length, s.
    pub(super) t: f64,
    pub(super) h: f64,
    /// The length of the next one.
    pub(super) next: f64,
    pub(super) evaluations: u64,
    pub(super) linear: LinearWork,
    /// How close an explicit step is to the limit of stability.
    pub(super) stability: Option<f64>,
}

impl Automatic {
    pub(super) fn new(tolerance: f64) -> Self {
        let explicit = if tolerance >= LOOSE { Integrator::Dopri5 } else { Integrator::Dop853 };
        Self {
            method: explicit,
            explicit,
            changes: 0,
            first_change: None,
            stiff_seconds: 0.0,
            limited: 0,
            at_ease: 0,
            patience: PATIENCE,
            steps: 0,
            work: 0.0,
            seconds: 0.0,
            explicit_rate: 0.0,
            proved: false,
        }
    }

    /// After a good step: the method that takes over, if one does. `fastest` finds the fastest rate of the system.
    pub(super) fn after(
        &mut self,
        taken: Taken,
        costs: &Costs,
        fastest: impl FnOnce() -> Option<f64>,
    ) -> Option<Integrator> {
        let change = match self.method == self.explicit {
            true => self.after_explicit(taken, costs),
            false => self.after_implicit(taken, costs, fastest),
        };
        if let Some(method) = change {
            self.method = method;
            self.changes += 1;
            self.first_change.get_or_insert(taken.t);
            (self.limited, self.at_ease, self.steps, self.work, self.seconds) = (0, 0, 0, 0.0, 0.0);
        }
        change
    }

    /// A step of this length, which may be shorter than the one tried, is complete.
    pub(super) fn complete(&mut self, method: Integrator, seconds: f64) {
        if method != self.explicit {
            self.stiff_seconds += seconds;
        }
    }

    fn after_explicit(&mut self, taken: Taken, costs: &Costs) -> Option<Integrator> {
        if taken.stability.is_some_and(|x| x > LIMITED) {
            (self.limited, self.at_ease) = (self.limited + 1, 0);
        } else {
            self.at_ease += 1;
            if self.at_ease >= AT_EASE {
                (self.limited, self.work, self.seconds) = (0, 0.0, 0.0);
            }
        }
        self.work += costs.of(taken);
        self.seconds += taken.h;
        if self.limited < self.patience {
            return None;
        }
        self.explicit_rate = self.work / self.seconds;
        self.proved = false;
        Some(costs.partner)
    }

    fn after_implicit(
        &mut self,
        taken: Taken,
        costs: &Costs,
        fastest: impl FnOnce() -> Option<f64>,
    ) -> Option<Integrator> {
        self.steps += 1;
        // recent steps count most: the first ones are still short
        self.work = 0.5 * self.work + costs.of(taken);
        self.seconds = 0.5 * self.seconds + taken.h;
        let rate = self.work / self.seconds;
        if !self.proved {
            let grows = taken.next > 1.3 * taken.h;
            if rate < WORTH * self.explicit_rate {
                (self.proved, self.patience) = (true, PATIENCE);
            } else if self.steps >= TRIAL || (self.steps >= SHORTEST_TRIAL && !grows) {
                self.patience = (2 * self.patience).min(MOST_PATIENCE);
                return Some(self.explicit);
            }
            return None;
        }
        // while the steps grow, their work says little
        if taken.next > 1.3 * taken.h {
            return None;
        }
        let explicit = if costs.partner == Integrator::Linimp {
            // it takes no derivatives: what the explicit method needed is the best estimate
            self.explicit_rate
        } else if taken.linear.derivatives == 0 {
            return None; // the fastest rate changes with the derivatives only
        } else {
            self.evaluations_per_turn() * costs.evaluation * fastest()?
        };
        (explicit < WORTH * rate).then_some(self.explicit)
    }

    /// Evaluations of the explicit method over its step, as a product with the fastest rate, near the limit of stability.
    fn evaluations_per_turn(&self) -> f64 {
        // limits of stability: 3.3 and 6.1
        if self.explicit == Integrator::Dopri5 { 6.0 / 2.7 } else { 12.0 / 5.0 }
    }

    /// What was chosen and why, in one line, at the end of a run of this length.
    pub fn explain(&self, seconds: f64) -> String {
        let explicit = match self.explicit {
            Integrator::Dopri5 => "dopri5 (the tolerance is loose)",
            method => method.info().keyword,
        };
        let Some(first) = self.first_change else {
            return format!("{explicit} throughout: accuracy, not stability, limited its steps");
        };
        let share = (100.0 * self.stiff_seconds / seconds).round();
        let (changes, s) = (self.changes, denoc_base::plural(self.changes as usize));
        format!(
            "{explicit} until {} s, where stability limited its steps, then an implicit method where it took less work; {changes} change{s}, \
             implicit for {share} % of the time",
            six(first)
        )
    }
}

/// What a step costs, reckoned in nanoseconds of a usual processor; only ratios matter.
#[derive(Copy, Clone, Debug)]
pub(super) struct Costs {
    /// The implicit method for this model.
    pub(super) partner: Integrator,
    evaluation: f64,
    /// Solving with a decomposed matrix, per evaluation of an implicit method.
    solution: f64,
    derivatives: f64,
    decomposition: f64,
}

impl Costs {
    /// For a model with as many independent speeds and states of a controller; `general` if accelerations need more than the compiled
    /// layer.
    pub(super) fn new(model: &Model, speeds: usize, partner: Integrator, general: bool) -> Self {
        let (joints, m) = (model.nv() as f64, speeds as f64);
        let loops = !model.closures().is_empty();
        let evaluation = if loops && supports(model) {
            // inverse dynamics, inertia matrix and its decomposition
            300.0 + 80.0 * joints
        } else if loops {
            1_000.0 + 600.0 * joints
        } else if general {
            300.0 + 150.0 * joints
        } else {
            150.0 + 50.0 * joints
        };
        let implicit = partner == Integrator::Linimp;
        Self {
            partner,
            evaluation,
            solution: if implicit { 2.0 * evaluation } else { 1.7 * m * m },
            derivatives: match (general, loops) {
                // differences, which count as evaluations
                (true, _) => 0.0,
                (false, true) => 3.0 * evaluation + 60.0 * joints * joints,
                (false, false) => 35.0 * joints * joints,
            },
            decomposition: 1.7 * m * m * m,
        }
    }

    fn of(&self, taken: Taken) -> f64 {
        let each = self.evaluation + if taken.stability.is_some() { 0.0 } else { self.solution };
        let LinearWork { derivatives, decompositions } = taken.linear;
        taken.evaluations as f64 * each
            + derivatives as f64 * self.derivatives
            + decompositions as f64 * self.decomposition
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COSTS: Costs =
        Costs { partner: Integrator::Radau5, evaluation: 1.0, solution: 0.0, derivatives: 5.0, decomposition: 10.0 };

    /// A step of 0.1 s with 12 evaluations, this close to the limit of stability.
    fn explicit(stability: f64) -> Taken {
        let linear = LinearWork::default();
        Taken { t: 0.0, h: 0.1, next: 0.1, evaluations: 12, linear, stability: Some(stability) }
    }

    /// A step of 0.1 s with so many evaluations.
    fn implicit(evaluations: u64) -> Taken {
        Taken { evaluations, stability: None, ..explicit(0.0) }
    }

    fn with_derivatives(taken: Taken) -> Taken {
        Taken { linear: LinearWork { derivatives: 1, decompositions: 0 }, ..taken }
    }

    /// Steps at the limit of stability until the implicit method is tried.
    fn steps_to_trial(automatic: &mut Automatic) -> u32 {
        (1..).find(|_| automatic.after(explicit(0.9), &COSTS, || None).is_some()).unwrap()
    }

    /// After a series of steps at the limit, which take 120 per second.
    fn trial(tolerance: f64) -> Automatic {
        let mut automatic = Automatic::new(tolerance);
        assert_eq!(steps_to_trial(&mut automatic), 15);
        assert_eq!(automatic.method, Integrator::Radau5);
        automatic
    }

    // oracle: the rule, counted by hand: six steps at ease end a series, five do not
    #[test]
    fn steps_at_ease_end_a_series() {
        for (at_ease, ends) in [(5, false), (6, true)] {
            let mut automatic = Automatic::new(1e-8);
            (0..14).for_each(|_| assert!(automatic.after(explicit(0.9), &COSTS, || None).is_none()));
            (0..at_ease).for_each(|_| assert!(automatic.after(explicit(0.1), &COSTS, || None).is_none()));
            assert_eq!(steps_to_trial(&mut automatic), if ends { 15 } else { 1 });
        }
    }

    // oracle: the rule, counted by hand: patience doubles after a trial in vain, up to 2000 steps, and starts again after a good one
    #[test]
    fn trials_in_vain_become_rare() {
        let mut automatic = Automatic::new(1e-8);
        for expected in [15, 30, 60, 120, 240, 480, 960, 1920, 2000, 2000] {
            assert_eq!(steps_to_trial(&mut automatic), expected);
            let judged = (1..).find(|_| automatic.after(implicit(1000), &COSTS, || None).is_some());
            assert_eq!((judged, automatic.method), (Some(5), Integrator::Dop853));
        }
        steps_to_trial(&mut automatic);
        assert!(automatic.after(implicit(1), &COSTS, || None).is_none());
        assert!(automatic.after(with_derivatives(implicit(1)), &COSTS, || Some(0.0)).is_some());
        assert_eq!(steps_to_trial(&mut automatic), 15);
    }

    // oracle: work per second by hand: 120 in the explicit series, of which the implicit method may take 84
    #[test]
    fn trials_compare_the_work_per_second() {
        let decomposed = |taken| Taken { linear: LinearWork { derivatives: 0, decompositions: 1 }, ..taken };
        for (taken, good) in [
            (implicit(8), true),                    // 80
            (implicit(9), false),                   // 90
            (with_derivatives(implicit(3)), true),  // 30 + 50
            (with_derivatives(implicit(4)), false), // 40 + 50
            (decomposed(implicit(1)), false),       // 10 + 100
        ] {
            let mut automatic = trial(1e-8);
            let judged = (0..5).map(|_| automatic.after(taken, &COSTS, || Some(1e9))).find(Option::is_some);
            assert_eq!(judged.is_none(), good, "{taken:?}");
        }
        // the whole series counts: 180 in 2.1 s
        let mut automatic = Automatic::new(1e-8);
        (0..14).for_each(|_| assert!(automatic.after(explicit(0.9), &COSTS, || None).is_none()));
        assert!(automatic.after(Taken { h: 0.7, ..explicit(0.9) }, &COSTS, || None).is_some());
        assert!(!(0..5).all(|_| automatic.after(implicit(7), &COSTS, || Some(1e9)).is_none()));
    }

    // oracle: by hand: the implicit method takes 70 per second; dop853 2.4 per turn of the fastest rate, dopri5 2.22, and returns below 49
    #[test]
    fn the_explicit_method_returns_where_the_fastest_rate_permits() {
        for (tolerance, method, fastest) in [(1e-8, Integrator::Dop853, 20.4), (1e-3, Integrator::Dopri5, 22.0)] {
            let step = |evaluations| with_derivatives(implicit(evaluations));
            for (factor, returns) in [(0.97, true), (1.03, false)] {
                let mut automatic = trial(tolerance);
                assert!(automatic.after(implicit(7), &COSTS, || None).is_none());
                let rate = || Some(factor * fastest);
                // steps that grow, or have old derivatives, say nothing
                assert!(automatic.after(Taken { next: 0.2, ..step(2) }, &COSTS, || Some(0.0)).is_none());
                assert!(automatic.after(implicit(12), &COSTS, || Some(0.0)).is_none());
                // 7 on the average of all steps, of which recent ones count most
                (automatic.work, automatic.seconds) = (7.0, 0.1);
                assert_eq!(automatic.after(step(2), &COSTS, rate), returns.then_some(method), "{factor}");
            }
        }
    }

    // oracle: by hand
    #[test]
    fn the_time_of_the_implicit_method_is_counted() {
        let mut automatic = Automatic::new(1e-8);
        automatic.complete(Integrator::Dop853, 0.5);
        automatic.complete(Integrator::Radau5, 0.25);
        assert_eq!(automatic.stiff_seconds, 0.25);
    }
}
