//! A cycle: every quantity at every sample.

use denoc_dynamics::loops::LoopInverse;
use denoc_math::Vec3;
use denoc_model::{FrameId, LinkId, Model};
use serde::Serialize;

use super::curve::Point;
use super::forces::forces;
use super::geometry::{Geometry, name};
use super::measure::Measure;
use super::range::{Instant, Range, Schedule};
use super::sample::{OutputSample, Sample};
use super::system::System;
use super::transmission::{Transmission, TransmissionKind};
use super::{CycleOptions, Output};
use crate::{PassiveWrenches, SimError};
use crate::assembly::{AssemblyOptions, assemble};

/// Rates of outputs smaller than this, relative to the largest of the cycle's scale, count as standing still.
const STILL: f64 = 1e-12;

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
    pub range: Option<Range>,
    /// Whether it ends where it began, so that it can be repeated for ever.
    pub closed: bool,
    /// What the transmission angles are, if there are any.
    pub transmission: Option<TransmissionKind>,
    /// The samples, in equal steps of time, both ends included.
    pub samples: Vec<Sample>,
    /// Times and values where each output turns back.
    pub turning_points: Vec<Vec<[f64; 2]>>,
}

impl Cycle {
    /// Computes a cycle.
    ///
    /// # Errors
    /// If the loops cannot be closed with the input where it starts, if driven joints are too few, or if the input cannot go all
    /// the way and the options do not say what to do then ([`SimError::DeadPoint`] tells the range).
    pub fn compute(model: &Model, options: &CycleOptions) -> Result<Self, SimError> {
        let model = &if options.gravity { model.clone() } else { model.clone().with_gravity(Vec3::zero()) };
        if !(1..=1_000_000).contains(&options.samples) {
            let rule = "it must be between 1 and 1000000";
            return Err(SimError::Setting { what: "the number of samples", value: options.samples as f64, rule });
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
fn closed(model: &Model, samples: &[Sample]) -> bool {
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

/// A cycle being computed.
pub(super) struct Run<'m> {
    system: System<'m>,
    start: Point,
    schedule: Schedule,
    range: Option<Range>,
    measures: Vec<Measure>,
    frames: Vec<FrameId>,
    transmission: Option<Transmission>,
    springs: PassiveWrenches<'m>,
    inverse: Option<LoopInverse<f64>>,
}

impl<'m> Run<'m> {
    pub(super) fn new(model: &'m Model, options: &CycleOptions) -> Result<Self, SimError> {
        let mut system = System::new(model, options)?;
        let frames = options.frames.iter().map(|f| model.frame(f)).collect::<Result<Vec<_>, _>>()?;
        let measures = options.outputs.iter().map(|o| Measure::new(model, o)).collect::<Result<Vec<_>, _>>()?;
        let guess = options.start.clone().unwrap_or_else(|| model.neutral());
        let hold: Vec<LinkId> = system.driven.iter().map(|d| d.link).collect();
        let q = assemble(model, &guess, &AssemblyOptions::holding(&hold))?.q;
        system.set_home(&q);
        let start = begin(&mut system, q)?;
        let (schedule, range) = system.schedule(&start, options)?;
        let position = system.ws.position(model, &start.q)?;
        system.loops.place(&position);
        let transmission = Transmission::new(model, &position, &system.loops, system.driven[0].link);
        let inverse = match options.pin_forces {
            true => {
                let motors: Vec<usize> = system.driven.iter().map(|d| d.v).collect();
                Some(LoopInverse::new(model).actuated(&motors)?)
            }
            false => None,
        };
        Ok(Self { system, start, schedule, range, measures, frames, transmission, springs: PassiveWrenches::new(model), inverse })
    }

    /// Goes to an instant and computes everything there.
    fn sample(&mut self, here: &mut Point, at: Instant, before: Option<&Sample>) -> Result<Sample, SimError> {
        let (geometry, point) = self.system.go(here, at.input)?;
        *here = point;
        let (v, a) = geometry.motion(at.speed, at.acceleration);
        let model = self.system.model;
        let forces = forces((model, &mut self.system.ws), &geometry, (&v, &a), &mut self.springs, self.inverse.as_mut())?;
        let outputs = self.outputs(&geometry, at.speed, before)?;
        let stage = self.system.ws.position(model, &geometry.q)?.velocity(&v)?;
        Ok(Sample {
            time: at.time,
            input: at.input,
            gain: geometry.gains.column(0).iter().copied().collect(),
            points: self.frames.iter().map(|&f| stage.frame_pose(f).position.to_array()).collect(),
            torque: forces.driving[0],
            follower_torques: forces.driving[1..].to_vec(),
            outputs,
            transmission_angle: self.transmission.map(|t| t.angle(&stage, &self.system.loops)),
            shaking_force: forces.ground.force.to_array(),
            shaking_moment: forces.ground.moment.to_array(),
            kinetic_energy: stage.kinetic_energy(),
            potential_energy: stage.potential_energy(),
            pin_forces: forces.pins,
            q: geometry.q.clone(),
            v: v.clone(),
            a,
        })
    }

    fn outputs(&mut self, geometry: &Geometry, speed: f64, before: Option<&Sample>) -> Result<Vec<OutputSample>, SimError> {
        let System { model, ws, loops, .. } = &mut self.system;
        let stage = ws.position(model, &geometry.q)?.velocity(geometry.first.as_slice())?;
        loops.place(&stage);
        let scale = geometry.first.amax();
        let all = self.measures.iter().enumerate().map(|(i, measure)| {
            let before = before.and_then(|s| s.outputs.get(i)).map(|o| o.value);
            let ratio = measure.rate(&stage, loops);
            OutputSample {
                value: measure.unwind(measure.value(&stage, loops), before),
                rate: ratio * speed,
                velocity_ratio: ratio,
                mechanical_advantage: (ratio.abs() > STILL * scale).then(|| -1.0 / ratio),
            }
        });
        Ok(all.collect())
    }

    /// Where outputs turn back between two samples, by the zeros of their rates.
    fn turning_points(
        &mut self,
        from: &Point,
        last: &Sample,
        next: &Sample,
        found: &mut [Vec<[f64; 2]>],
    ) -> Result<(), SimError> {
        for i in 0..self.measures.len() {
            let (a, b) = (last.outputs[i], next.outputs[i]);
            if a.rate * b.rate < 0.0 {
                found[i].push(self.turning_point(from, (last, next), i)?);
            } else if b.rate == 0.0 {
                found[i].push([next.time, b.value]);
            }
        }
        Ok(())
    }

    fn turning_point(&mut self, from: &Point, (last, next): (&Sample, &Sample), i: usize) -> Result<[f64; 2], SimError> {
        let (mut low, mut high) = (last.time, next.time);
        let sign = last.outputs[i].rate.signum();
        let mut value = last.outputs[i].value;
        while high - low > 1e-13 * high.abs() {
            let time = 0.5 * (low + high);
            if time <= low || time >= high {
                break;
            }
            let at = self.schedule.at(time)?;
            let (geometry, _) = self.system.go(from, at.input)?;
            let now = self.outputs(&geometry, at.speed, Some(last))?[i];
            value = now.value;
            if now.rate * sign > 0.0 { low = time } else { high = time }
        }
        Ok([0.5 * (low + high), value])
    }
}

/// The first point, where the way of the input must be clear.
fn begin(system: &mut System<'_>, q: Vec<f64>) -> Result<Point, SimError> {
    let (model, at) = (system.model, system.input(&q));
    let joint = name(model, system);
    let Some(point) = system.point(q.clone())? else {
        return Err(match system.undriven(&q)? {
            0 => SimError::UnclearStart { joint, at, what: "singular pose" },
            freedoms => {
                let driven = system.driven.iter().map(|d| model.joint_names()[d.link.0].as_str());
                let driven = driven.collect::<Vec<_>>().join(", ");
                SimError::Undriven { model: model.name().to_owned(), freedoms, driven }
            }
        });
    };
    if point.tangent[system.driven[0].v].abs() < 1e-9 {
        return Err(SimError::UnclearStart { joint, at, what: "dead point" });
    }
    Ok(point)
}
