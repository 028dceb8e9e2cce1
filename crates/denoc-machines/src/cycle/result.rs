//! A cycle: every quantity at every sample.

use denoc_math::Vec3;
use denoc_mechanism::MechanismError;
use denoc_model::Model;
use serde::Serialize;

use super::range::{InputRange, Schedule};
use super::run::Run;
use super::sample::CycleSample;
use super::transmission::TransmissionKind;
use super::turns::{OpenEnd, coincide, open_end};
use super::{CycleOptions, Output};
use crate::MachineError;

/// One cycle of a driven mechanism.
///
/// ```
/// use denoc_machines::cycle::{Cycle, CycleOptions};
/// # use denoc_formats::catalogue;
/// # use denoc_mechanism::Draft;
///
/// let linkage = catalogue::describe("fourbar")?.build()?;
/// let mut options = CycleOptions::new("crank_pivot", 10.0); // rad/s
/// options.start = Some(Draft::usual(&linkage).close(&linkage)?.q);
/// (options.samples, options.pin_forces) = (12, true);
/// let cycle = Cycle::compute(&linkage, &options)?;
/// assert!(cycle.closed && (cycle.duration() - 0.628).abs() < 1e-3); // s
/// assert_eq!(cycle.samples[3].pin_forces.len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cycle {
    /// Name of the model.
    pub model: String,
    /// Name of the input joint.
    pub input: String,
    /// Its index in v.
    #[serde(skip)]
    pub(super) input_place: usize,
    /// Names of the followers.
    pub followers: Vec<String>,
    /// Names of the recorded frames.
    pub frames: Vec<String>,
    /// The outputs.
    pub outputs: Vec<Output>,
    /// Range of the input, for constant speed.
    pub range: Option<InputRange>,
    /// Whether it ends where it began, so that it can be repeated.
    pub closed: bool,
    /// Without a given end, if no number of turns closes the cycle: the joint that ends farthest from its start.
    pub open_end: Option<OpenEnd>,
    /// Definition of the transmission angle, if there is one.
    pub transmission: Option<TransmissionKind>,
    /// The samples, at equal time steps, both ends included.
    pub samples: Vec<CycleSample>,
    /// Time (s) and coordinate (rad or m) where each output reverses.
    pub turning_points: Vec<Vec<[f64; 2]>>,
}

impl Cycle {
    /// Computes a cycle.
    ///
    /// # Errors
    /// If the loops cannot be closed at the start, if there are too few driven joints, or if the input meets a dead point and the
    /// options refuse it ([`MachineError::DeadPoint`] contains the range).
    pub fn compute(model: &Model, options: &CycleOptions) -> Result<Self, MachineError> {
        let model = &if options.gravity { model.clone() } else { model.clone().with_gravity(Vec3::zero()) };
        if !(1..=1_000_000).contains(&options.samples) {
            let rule = "it must be between 1 and 1000000";
            return Err(
                MechanismError::Setting { what: "the number of samples", value: options.samples as f64, rule }.into()
            );
        }
        let mut run = Run::new(model, options)?;
        let duration = run.schedule.duration();
        let both = matches!(run.schedule, Schedule::Constant { back: true, .. });
        let count = options.samples * run.turns.unwrap_or(1) * if both { 2 } else { 1 };
        let (mut samples, mut turning_points) = (Vec::new(), vec![Vec::new(); run.measures.len()]);
        let mut here = run.start.clone();
        for i in 0..=count {
            let instant = run.schedule.at(duration * (i as f64 / count as f64))?;
            let before = here.clone();
            let sample = run.sample(&mut here, instant, samples.last())?;
            if let Some(last) = samples.last() {
                run.turning_points(&before, last, &sample, &mut turning_points)?;
            }
            samples.push(sample);
        }
        let ends = samples.first().zip(samples.last()).map(|(first, last)| [first.q.clone(), last.q.clone()]);
        let closed = ends.as_ref().is_some_and(|[first, last]| coincide(model, first, last));
        let open_end = ends
            .filter(|_| run.whole_turns && !closed)
            .and_then(|[first, last]| open_end(model, &run.system.units, &first, &last));
        Ok(Self {
            model: model.name().to_owned(),
            input: options.input.clone(),
            input_place: run.system.driven[0].v,
            followers: options.followers.iter().map(|f| f.joint.clone()).collect(),
            frames: options.frames.clone(),
            outputs: options.outputs.clone(),
            range: run.range,
            closed,
            open_end,
            transmission: run.transmission.map(|t| t.kind),
            samples,
            turning_points,
        })
    }

    /// Duration, s.
    pub fn duration(&self) -> f64 {
        self.samples.last().map_or(0.0, |s| s.time)
    }
}
