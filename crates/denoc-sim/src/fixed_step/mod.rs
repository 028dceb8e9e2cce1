//! Single steps of fixed length, for programs that do their own loop: environments, digital controllers.

mod by_stepper;

use denoc_mechanism::Manifold;
use denoc_model::Model;

use crate::{Integrator, SimError};
use by_stepper::ByStepper;

/// Steps of the classical method of Runge and Kutta (order 4), of one state or of many at once, or of another method, of one state;
/// with quaternions on their sphere. Memory is allocated once.
///
/// ```
/// use denoc_math::{Pose, Vec3};
/// use denoc_model::{Description, Joint, MassProperties};
/// use denoc_sim::{FixedStep, SimError};
///
/// let model = Description::new("flywheel")
///     .link("disc", MassProperties::rod(1.0, 1.0, Vec3::new(1.0, 0.0, 0.0)))
///     .joint("axle", "ground", "disc", Joint::revolute(Vec3::new(0.0, 0.0, 1.0)), Pose::identity())
///     .build()?;
/// let (mut q, mut v) = ([0.0], [0.0]);
/// FixedStep::new(&model).step(&mut q, &mut v, 2.0, |_, _, a| {
///     a.fill(3.0);
///     Ok::<(), SimError>(())
/// })?;
/// assert!((q[0] - 6.0).abs() < 1e-14 && (v[0] - 6.0).abs() < 1e-14); // a t²/2, a t
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FixedStep<'m> {
    manifold: Manifold<'m>,
    base: Vec<f64>,
    start: Vec<f64>,
    local: Vec<f64>,
    /// Rates of local coordinates and of speeds at the stage, and their weighted sums.
    rates: [Vec<f64>; 2],
    sums: [Vec<f64>; 2],
    /// Another method.
    other: Option<Box<ByStepper>>,
}

impl core::fmt::Debug for FixedStep<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("FixedStep").field("entries", &self.base.len()).finish_non_exhaustive()
    }
}

/// Where the stages are, as a part of the step, and what they weigh.
const STAGES: [(f64, f64); 4] = [(0.0, 1.0 / 6.0), (0.5, 1.0 / 3.0), (0.5, 1.0 / 3.0), (1.0, 1.0 / 6.0)];

impl<'m> FixedStep<'m> {
    /// Memory for one state of a model.
    pub fn new(model: &'m Model) -> Self {
        Self::many(model, 1)
    }

    /// Memory for many states, which lie one after the other and are accelerated together.
    pub fn many(model: &'m Model, states: usize) -> Self {
        let zero = vec![0.0; states * model.nv()];
        Self {
            manifold: Manifold::new(model),
            base: vec![0.0; states * model.nq()],
            start: zero.clone(),
            local: zero.clone(),
            rates: [zero.clone(), zero.clone()],
            sums: [zero.clone(), zero],
            other: None,
        }
    }

    /// Memory for one state of a model and a method without error control; others are refused.
    ///
    /// ```
    /// # use denoc_math::{Pose, Vec3};
    /// # use denoc_model::{Description, Joint, MassProperties};
    /// use denoc_sim::{FixedStep, Integrator};
    /// let slider = Joint::prismatic(Vec3::unit(0));
    /// let model = Description::new("block on a rail")
    ///     .link("block", MassProperties::sphere(1.0, 0.1))
    ///     .joint("rail", "ground", "block", slider, Pose::identity())
    ///     .build()?;
    /// assert!(FixedStep::with_integrator(&model, Integrator::Gauss4).is_ok());
    /// let error = FixedStep::with_integrator(&model, Integrator::Dop853).unwrap_err();
    /// assert_eq!(error.to_string(), "there is no integrator with fixed steps called \"dop853\": choose one of rk4, gauss4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_integrator(model: &'m Model, integrator: Integrator) -> Result<Self, SimError> {
        let mut one = Self::many(model, 1);
        if integrator.adapts() {
            let fixed = Integrator::ALL.iter().filter(|i| !i.adapts()).map(|i| i.info().keyword);
            return Err(SimError::Keyword {
                what: "integrator with fixed steps",
                word: integrator.info().keyword.to_owned(),
                known: fixed.collect(),
            });
        }
        if integrator != Integrator::Rk4 {
            one.other = Some(Box::new(ByStepper::new(model, integrator)));
        }
        Ok(one)
    }

    /// Moves `q` and `v` on by the time `h`; `accelerate(q, v, a)` writes the accelerations of all states.
    pub fn step<E: From<SimError>>(
        &mut self,
        q: &mut [f64],
        v: &mut [f64],
        h: f64,
        mut accelerate: impl FnMut(&[f64], &[f64], &mut [f64]) -> Result<(), E>,
    ) -> Result<(), E> {
        if let Some(other) = &mut self.other {
            other.step(&self.manifold, q, v, h, accelerate)?;
            return Ok(self.check_finite(h, q, v)?);
        }
        self.base.copy_from_slice(q);
        self.start.copy_from_slice(v);
        self.rates.iter_mut().chain(&mut self.sums).for_each(|part| part.fill(0.0));
        for (place, weight) in STAGES {
            // along the rates of the stage before
            self.advance(h * place, |this| &this.rates, q, v);
            self.check_finite(h * place, q, v)?;
            let [moving, speeding] = &mut self.rates;
            let nv = self.manifold.model().nv().max(1);
            let states = self.local.chunks_exact(nv).zip(v.chunks_exact(nv)).zip(moving.chunks_exact_mut(nv));
            for ((local, v), moving) in states {
                if let Err((link, angle)) = self.manifold.rates(local, v, moving) {
                    let joint = self.manifold.model().joint_names()[link].clone();
                    return Err(SimError::TurnTooLarge { time: h * place, joint, angle }.into());
                }
            }
            accelerate(q, v, speeding)?;
            for (sum, rates) in self.sums.iter_mut().zip(&self.rates) {
                sum.iter_mut().zip(rates).for_each(|(sum, rate)| *sum += weight * rate);
            }
        }
        self.advance(h, |this| &this.sums, q, v);
        Ok(self.check_finite(h, q, v)?)
    }

    /// Finite rates times the step may overflow.
    fn check_finite(&self, time: f64, q: &[f64], v: &[f64]) -> Result<(), SimError> {
        let model = self.manifold.model();
        let states = q.chunks_exact(model.nq().max(1)).zip(v.chunks_exact(model.nv().max(1)));
        for (q, v) in states {
            for (what, numbers) in [("q", q), ("v", v)] {
                let Some(index) = numbers.iter().position(|x| !x.is_finite()) else { continue };
                let owner = |link: &denoc_model::Link<f64>| match what {
                    "q" => link.q + link.nq > index,
                    _ => link.v + link.nv > index,
                };
                let link = model.links().iter().position(owner).unwrap_or(0);
                let joint = model.joint_names()[link].clone();
                let cause = format!("{what}[{index}] (joint \"{joint}\") is {}, an overflow", numbers[index]);
                return Err(SimError::NotFinite { time, joint, cause });
            }
        }
        Ok(())
    }

    /// From the start along rates.
    fn advance(&mut self, time: f64, along: fn(&Self) -> &[Vec<f64>; 2], q: &mut [f64], v: &mut [f64]) {
        for i in 0..self.local.len() {
            let [moving, speeding] = along(self);
            (self.local[i], v[i]) = (time * moving[i], self.start[i] + time * speeding[i]);
        }
        let (nq, nv) = (self.manifold.model().nq().max(1), self.manifold.model().nv().max(1));
        let states = self.base.chunks_exact(nq).zip(self.local.chunks_exact(nv)).zip(q.chunks_exact_mut(nq));
        states.for_each(|((base, local), q)| self.manifold.coordinates(base, local, q));
    }
}
