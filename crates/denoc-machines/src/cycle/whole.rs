//! A cycle: every quantity at every sample.

use denoc_math::Vec3;
use denoc_mechanism::MechanismError;
use denoc_model::{LinkId, Model};
use serde::Serialize;

use super::range::{InputRange, Schedule};
use super::run::Run;
use super::sample::CycleSample;
use super::transmission::TransmissionKind;
use super::{CycleOptions, Output};
use crate::MachineError;

/// A mechanism over a cycle of its input.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cycle {
    /// The mechanism.
    pub model: String,
    /// The input.
    pub input: String,
    /// Its place in v.
    #[serde(skip)]
    pub(super) input_place: usize,
    /// The followers.
    pub followers: Vec<String>,
    /// The traced frames.
    pub frames: Vec<String>,
    /// The outputs.
    pub outputs: Vec<Output>,
    /// Where the input can go (for constant speed).
    pub range: Option<InputRange>,
    /// Whether it ends where it began, so that it can be repeated for ever.
    pub closed: bool,
    /// What the transmission angles are, if there are any.
    pub transmission: Option<TransmissionKind>,
    /// The samples, in equal steps of time, both ends included.
    pub samples: Vec<CycleSample>,
    /// Times and values where each output turns back.
    pub turning_points: Vec<Vec<[f64; 2]>>,
}

impl Cycle {
    /// Computes a cycle.
    ///
    /// # Errors
    /// If the loops cannot be closed with the input where it starts, if driven joints are too few, or if the input cannot go all
    /// the way and the options do not say what to do then ([`MachineError::DeadPoint`] tells the range).
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
        let count = options.samples * if both { 2 } else { 1 };
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
        Ok(Self {
            model: model.name().to_owned(),
            input: options.input.clone(),
            input_place: run.system.driven[0].v,
            followers: options.followers.iter().map(|f| f.joint.clone()).collect(),
            frames: options.frames.clone(),
            outputs: options.outputs.clone(),
            range: run.range,
            closed: closed(model, &samples),
            transmission: run.transmission.map(|t| t.kind),
            samples,
            turning_points,
        })
    }

    /// How long it takes, s.
    pub fn duration(&self) -> f64 {
        self.samples.last().map_or(0.0, |s| s.time)
    }
}

/// Whether all points of all links are at the end where they were at the beginning.
fn closed(model: &Model, samples: &[CycleSample]) -> bool {
    let (Some(first), Some(last)) = (samples.first(), samples.last()) else { return false };
    let mut ws = denoc_dynamics::Workspace::new(model);
    let mut poses = |q: &[f64]| {
        let position = ws.position(model, q).ok()?;
        Some((0..model.links().len()).map(|i| position.link_pose(LinkId(i))).collect::<Vec<_>>())
    };
    let (Some(a), Some(b)) = (poses(&first.q), poses(&last.q)) else { return false };
    let size = a.iter().map(|p| p.position.norm()).fold(1e-12, f64::max);
    a.iter().zip(&b).all(|(a, b)| {
        let (r, s) = (a.rotation.to_rows(), b.rotation.to_rows());
        let turned = r.iter().flatten().zip(s.iter().flatten()).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
        (a.position - b.position).norm() < 1e-7 * size && turned < 1e-7
    })
}
