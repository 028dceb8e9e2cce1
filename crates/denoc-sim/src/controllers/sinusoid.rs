use denoc_mechanism::MechanismError;
use denoc_model::Model;

use super::ingredients::needed;
use super::{Controller, ControllerInfo, Ingredients, Moment, Setting};
use crate::SimError;
use crate::simulation::Plant;

pub(super) const INFO: ControllerInfo = ControllerInfo {
    keyword: "sinusoid",
    summary: "forces tau · sin(2π · frequency · t + phase), t = 0 at the start of the run",
    settings: &[Setting::Tau, Setting::Frequency, Setting::Phase],
    follows: |_| false,
    make: |Ingredients { model, tau, frequency, phase, .. }| {
        let amplitudes = needed(tau, Setting::Tau, "give the amplitudes")?;
        let frequency = needed(frequency, Setting::Frequency, "give the frequency in Hz")?;
        let phases = phase.unwrap_or_else(|| vec![0.0; model.nv()]);
        Ok(Box::new(SinusoidalForces::new(amplitudes, frequency, phases)?))
    },
};

/// Sinusoidal forces: amplitude · sin(2π f t + phase) at every joint.
///
/// ```
/// use denoc_sim::Simulation;
/// use denoc_sim::controllers::SinusoidalForces;
/// # use denoc_formats::catalogue;
///
/// let arm = catalogue::describe("one_r")?.build()?;
/// let shake = SinusoidalForces::new(vec![2.0], 5.0, vec![std::f64::consts::FRAC_PI_2])?; // 2 N m, 5 Hz, 90°
/// let (samples, _) = Simulation::new(&arm).controller(Box::new(shake)).duration(0.1).run_collect()?;
/// assert_eq!(samples[0].tau, [2.0]);
/// assert!((samples.last().unwrap().tau[0] + 2.0).abs() < 1e-12); // half a period later
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SinusoidalForces {
    amplitudes: Vec<f64>,
    frequency: f64,
    phases: Vec<f64>,
}

impl SinusoidalForces {
    /// One amplitude (N m, N) and one phase at t = 0 (rad) per speed; one frequency, Hz.
    pub fn new(amplitudes: Vec<f64>, frequency: f64, phases: Vec<f64>) -> Result<Self, SimError> {
        if phases.len() != amplitudes.len() {
            let (found, expected) = (phases.len(), amplitudes.len());
            let rule = "there must be a phase for every amplitude";
            return Err(MechanismError::Count { what: "the phases", found, expected, rule }.into());
        }
        let infinite = amplitudes.iter().chain(&phases).chain([&frequency]).copied().find(|x| !x.is_finite());
        if let Some(value) = infinite {
            let what = "amplitude, frequency or phase of sinusoidal forces";
            return Err(MechanismError::Setting { what, value, rule: "it must be finite" }.into());
        }
        Ok(Self { amplitudes, frequency, phases })
    }
}

impl Controller for SinusoidalForces {
    fn keyword(&self) -> &'static str {
        INFO.keyword
    }

    fn explicit(&self) -> bool {
        true
    }

    fn check(&self, model: &Model) -> Result<(), SimError> {
        model.check_speeds("tau", &self.amplitudes)?;
        super::check_motors(model, &self.amplitudes)
    }

    fn torques(&mut self, now: Moment<'_>, _: &mut Plant<'_>, tau: &mut [f64], _: &mut [f64]) -> Result<(), SimError> {
        let turned = core::f64::consts::TAU * self.frequency * now.t;
        let forces = self.amplitudes.iter().zip(&self.phases).map(|(amplitude, phase)| amplitude * (turned + phase).sin());
        tau.iter_mut().zip(forces).for_each(|(tau, force)| *tau = force);
        Ok(())
    }
}
