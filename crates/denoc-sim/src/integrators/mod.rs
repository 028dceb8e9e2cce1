//! Integrators: one file and one line of the registry below for each.
//!
//! An integrator solves a system of ordinary differential equations in local coordinates ([`denoc_mechanism::Manifold`]), one step at
//! a time. [`crate::simulation`] is responsible for error control, output and events. From one step to the next integrators keep only
//! what a checkpoint contains ([`LinearisedAt`]), so that a run can be resumed from the state between two steps, bit by bit.
//!
//! Sources: E. Hairer, S. P. Nørsett, G. Wanner, *Solving Ordinary Differential Equations I* (II.1-II.6: Runge-Kutta,
//! Fehlberg, Dormand-Prince, dense output) and E. Hairer, G. Wanner, *II* (IV.5-IV.8: Radau IIA and its implementation).

mod dop853_coefficients;
mod explicit;
mod interpolant;
mod linearised;
mod stages;

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::SimError;

/// A system of ordinary differential equations. The last entries of its state are quadratures: nothing depends on them, and the
/// error control ignores them.
pub(crate) trait System {
    /// Number of entries of the state.
    fn dimension(&self) -> usize;
    /// Number of entries before the quadratures.
    fn controlled(&self) -> usize;
    /// The rates of the state.
    fn rates(&mut self, t: f64, y: &[f64], rates: &mut [f64]) -> Result<(), SimError>;
    /// Moves a state at the end of a step to the nearest one that satisfies the closures, where this is done; whether it is.
    fn correct(&mut self, _y: &mut [f64]) -> Result<bool, SimError> {
        Ok(false)
    }
    /// The joint an entry of the state belongs to, for messages.
    fn joint_of(&self, entry: usize) -> String;
    /// The number of leading entries that are coordinates: their rates are as many entries after them, speeds, but for terms that
    /// are not stiff. Zero if this is not known.
    fn coordinates(&self) -> usize {
        0
    }
    /// Derivatives of the rates of the entries after the coordinates (rows) with respect to all controlled entries, at a state with
    /// these rates; approximate ones will do. `scratch` has the length of the state.
    fn linearise(&mut self, at: Around<'_>, rows: &mut [f64], scratch: &mut [Vec<f64>; 2]) -> Result<(), SimError> {
        differences(self, at, rows, scratch)
    }
    /// Whether derivatives of one step can serve in the next: entries keep their meaning.
    fn keeps_axes(&self) -> bool {
        false
    }
    /// Writes down a state at the start of a step.
    fn write_down(&self, t: f64, y: &[f64], at: &mut LinearisedAt) {
        at.t = t;
        at.state.clear();
        at.state.extend_from_slice(&y[self.coordinates()..self.controlled()]);
    }
    /// Moves the origin of local coordinates to the middle of a step along which they change by `change`; writes the state
    /// at its start, less what it was. For methods that are symmetric in time: coordinates around the start are not.
    fn centre(&mut self, _change: &[f64], start: &mut [f64]) {
        start.fill(0.0);
    }
    /// Moves the origin back to the start of the step and rewrites the state at the end.
    fn leave_centre(&mut self, _end: &mut [f64]) {}
    /// Gets ready for linearly implicit steps inside a step.
    fn prepare_implicit(&mut self, _span: Span<'_>) -> Result<(), SimError> {
        Ok(())
    }
    /// A linearly implicit step of Euler's method, (1 − hA)⁻¹ h f(t, y) with any A, a smooth function of y, that makes it stable;
    /// here none.
    fn implicit_step(&mut self, t: f64, y: &[f64], h: f64, change: &mut [f64]) -> Result<(), SimError> {
        self.rates(t, y, change)?;
        change.iter_mut().for_each(|change| *change *= h);
        Ok(())
    }
}

/// A step to be attempted.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Span<'a> {
    /// Time at its start.
    pub(crate) t: f64,
    /// Its length.
    pub(crate) h: f64,
    /// Time at its end.
    pub(crate) end: f64,
    /// State at its start.
    pub(crate) y: &'a [f64],
    /// Rates at its start.
    pub(crate) rates: &'a [f64],
    /// The error allowed in each entry that is controlled.
    pub(crate) allowed: &'a [f64],
    /// The relative tolerance.
    pub(crate) tolerance: f64,
}

/// A state, with its rates.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Around<'a> {
    pub(crate) t: f64,
    pub(crate) y: &'a [f64],
    pub(crate) rates: &'a [f64],
}

/// A state at the start of a step, at which derivatives were taken that an implicit method still uses.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LinearisedAt {
    /// Time, s.
    pub t: f64,
    /// Coordinates, nq.
    pub q: Vec<f64>,
    /// Speeds and controller states.
    pub state: Vec<f64>,
    /// The step that matrices with these derivatives were decomposed for, s; zero for none.
    pub factored: f64,
}

impl LinearisedAt {
    /// Copies without allocating memory.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        (self.t, self.factored) = (other.t, other.factored);
        for (own, other) in [(&mut self.q, &other.q), (&mut self.state, &other.state)] {
            own.clear();
            own.extend_from_slice(other);
        }
    }

    fn is_start_of(&self, span: Span<'_>) -> bool {
        self.t == span.t && self.state == span.y[span.allowed.len() - self.state.len()..span.allowed.len()]
    }
}

/// Work of a method with matrices.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct LinearWork {
    /// How many times derivatives were taken.
    pub(crate) derivatives: u64,
    /// How many times matrices were decomposed.
    pub(crate) decompositions: u64,
}

/// The estimated error of a step.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Estimate {
    /// Root mean square over the entries, relative to the allowed errors; 0 for methods without an estimate.
    pub(crate) size: f64,
    /// The entry with the largest.
    pub(crate) worst: usize,
}

/// One step of a method and the interpolation inside it.
pub(crate) trait Stepper {
    /// Attempts a step and writes the state at its end.
    fn attempt(&mut self, system: &mut dyn System, span: Span<'_>, end: &mut [f64]) -> Result<Estimate, SimError>;

    /// The rates at the end of the step attempted last, if the method computes them anyway; that end is corrected.
    fn end_rates(&self) -> Option<&[f64]> {
        None
    }

    /// The step attempted last, of length `h`, is good and the next may have the length `next`: the length it will have.
    fn accept(&mut self, _h: f64, next: f64) -> f64 {
        next
    }

    /// Where the derivatives were taken that the next step may use.
    fn linearised_at(&self) -> Option<&LinearisedAt> {
        None
    }

    /// Takes these derivatives again; the system is local around the coordinates of `at`, where its state is `y`.
    fn linearise(&mut self, _system: &mut dyn System, _at: &LinearisedAt, _y: &[f64]) -> Result<(), SimError> {
        Ok(())
    }

    /// Forgets the derivatives of earlier steps.
    fn forget(&mut self) {}

    /// An explicit method: the step attempted last times the fastest rate it met, relative to the largest product for which the method
    /// is stable; `None` for others.
    fn stability(&mut self, _span: Span<'_>, _end: &[f64], _end_rates: &[f64]) -> Option<f64> {
        None
    }

    /// An implicit method: the fastest rate of the system, 1/s, from the derivatives it has.
    fn fastest_rate(&mut self) -> Option<f64> {
        None
    }

    /// Work with matrices since the last call.
    fn take_work(&mut self) -> LinearWork {
        LinearWork::default()
    }

    /// Gets ready to interpolate inside the step attempted last, which leads to `end` with rates `end_rates`.
    fn prepare(
        &mut self,
        system: &mut dyn System,
        span: Span<'_>,
        end: &[f64],
        end_rates: &[f64],
    ) -> Result<(), SimError>;

    /// The state at the fraction `s` of the step.
    fn interpolate(&self, s: f64, y: &mut [f64]);
}

/// What is known about an integrator.
#[derive(Copy, Clone)]
pub struct IntegratorInfo {
    /// Its keyword in files and on command lines.
    pub keyword: &'static str,
    /// One line for tables and help.
    pub summary: &'static str,
    /// The order of convergence of the state at the end of steps.
    pub order: u32,
    /// The order of convergence of the state between steps.
    pub dense_order: u32,
    /// The order assumed by the step-size control; `None` for integrators with fixed steps.
    pub(crate) control_order: Option<u32>,
    /// Whether it is suitable for stiff springs and dampers.
    pub stiff: bool,
    pub(crate) make: fn(usize) -> Box<dyn Stepper>,
}

impl fmt::Debug for IntegratorInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (order {}): {}", self.keyword, self.order, self.summary)
    }
}

macro_rules! registry {
    ($($(#[$default:meta])? $method:ident => $module:ident),* $(,)?) => {
        $(mod $module;)*

        /// A method of numerical integration.
        ///
        /// ```
        /// use denoc_sim::Integrator;
        ///
        /// assert_eq!(Integrator::default(), Integrator::Auto);
        /// assert_eq!(Integrator::from_keyword("radau5")?, Integrator::Radau5);
        /// assert_eq!(Integrator::Rk4.info().order, 4);
        /// # Ok::<(), denoc_sim::SimError>(())
        /// ```
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
        #[serde(rename_all = "lowercase")]
        #[non_exhaustive]
        #[allow(missing_docs)] // each variant is described by its IntegratorInfo
        pub enum Integrator {
            $($(#[$default])? $method,)*
        }

        impl Integrator {
            /// Every integrator.
            pub const ALL: &'static [Integrator] = &[$(Integrator::$method,)*];

            /// What is known about it.
            pub fn info(self) -> &'static IntegratorInfo {
                match self { $(Integrator::$method => &$module::INFO,)* }
            }
        }
    };
}

registry! {
    #[default] Auto => auto,
    Rk4 => rk4,
    Rkf45 => rkf45,
    Dopri5 => dopri5,
    Dop853 => dop853,
    Radau5 => radau5,
    Linimp => linimp,
    Gauss4 => gauss4,
}

impl Integrator {
    /// The integrator with this keyword.
    pub fn from_keyword(keyword: &str) -> Result<Self, SimError> {
        let known = || Self::ALL.iter().map(|m| m.info().keyword).collect();
        let found = Self::ALL.iter().find(|m| m.info().keyword == keyword);
        found.copied().ok_or_else(|| SimError::Keyword { what: "integrator", word: keyword.to_owned(), known: known() })
    }

    /// Whether it chooses its steps from a tolerance.
    pub fn adapts(self) -> bool {
        self.info().control_order.is_some()
    }
}

/// Forward differences of the rates of the entries after the coordinates.
pub(crate) fn differences<S: System + ?Sized>(
    system: &mut S,
    Around { t, y, rates }: Around<'_>,
    rows: &mut [f64],
    [beside, there]: &mut [Vec<f64>; 2],
) -> Result<(), SimError> {
    let (n, first) = (system.controlled(), system.coordinates());
    beside.copy_from_slice(y);
    for j in 0..n {
        beside[j] = y[j] + difference_step(y[j]);
        let step = beside[j] - y[j];
        system.rates(t, beside, there)?;
        beside[j] = y[j];
        for (i, row) in rows.chunks_exact_mut(n.max(1)).enumerate() {
            row[j] = (there[first + i] - rates[first + i]) / step;
        }
    }
    Ok(())
}

/// The step of a forward difference at `x`.
pub(crate) fn difference_step(x: f64) -> f64 {
    (f64::EPSILON * x.abs().max(1e-5)).sqrt()
}

/// The norm of an error: its root mean square relative to the allowed errors, and its largest entry.
pub(crate) fn norm(error: impl Iterator<Item = f64>, allowed: &[f64]) -> Estimate {
    let (mut sum, mut largest, mut worst) = (0.0, 0.0, 0);
    for (i, (e, allowed)) in error.zip(allowed).enumerate() {
        let ratio = e / allowed;
        sum += ratio * ratio;
        // a NaN counts as the worst
        if ratio.abs() > largest || ratio.is_nan() {
            (largest, worst) = (ratio.abs(), i);
        }
    }
    Estimate { size: (sum / allowed.len().max(1) as f64).sqrt(), worst }
}

/// How close a step is to the limit of stability `stable` of its method, from two states at its end with their rates, which are close to
/// each other: the difference of the rates over that of the states (Hairer-Wanner II, IV.2).
pub(crate) fn closeness(span: Span<'_>, stable: f64, [a, b]: [&[f64]; 2], [rates_a, rates_b]: [&[f64]; 2]) -> f64 {
    let difference = |a: &[f64], b: &[f64]| norm(a.iter().zip(b).map(|(a, b)| a - b), span.allowed).size;
    let (states, rates) = (difference(a, b), difference(rates_a, rates_b));
    // no difference: nothing moves
    if states > 0.0 { span.h * rates / (stable * states) } else { 0.0 }
}

#[cfg(test)]
mod tests;
