//! From sample to sample.

use denoc_model::{FrameId, LinkId, Model};

use super::curve::Point;
use super::forces::Forces;
use super::geometry::{Geometry, name};
use super::measure::Measure;
use super::range::{InputRange, Instant, Schedule};
use super::sample::{CycleSample, OutputSample};
use super::system::System;
use super::transmission::Transmission;
use super::{CycleOptions, InputLaw};
use crate::MachineError;
use denoc_mechanism::Mechanism;
use denoc_mechanism::assembly::{AssemblyOptions, assemble};
use denoc_mechanism::evaluate::{Algorithm, Evaluator, State};

/// Rates of outputs smaller than this part of the largest speed count as standing still.
const STILL: f64 = 1e-12;

/// A cycle being computed.
pub(super) struct Run<'m> {
    pub(super) system: System<'m>,
    pub(super) start: Point,
    pub(super) schedule: Schedule,
    pub(super) range: Option<InputRange>,
    /// Whether the cycle is made of whole turns, because no end is given and the input turns freely; how many close it.
    pub(super) whole_turns: bool,
    pub(super) turns: Option<usize>,
    pub(super) measures: Vec<Measure>,
    frames: Vec<FrameId>,
    pub(super) transmission: Option<Transmission>,
    forces: Forces,
}

impl<'m> Run<'m> {
    pub(super) fn new(model: &'m Model, options: &CycleOptions) -> Result<Self, MachineError> {
        let mut system = System::new(model, options)?;
        let frames = options.frames.iter().map(|f| Ok(model.frame(f)?)).collect::<Result<Vec<_>, MachineError>>()?;
        let measures = options.outputs.iter().map(|o| Measure::new(model, o)).collect::<Result<Vec<_>, _>>()?;
        let guess = options.start.clone().unwrap_or_else(|| model.neutral());
        let hold: Vec<LinkId> = system.driven.iter().map(|d| d.link).collect();
        let q = assemble(model, &guess, &AssemblyOptions::holding(&hold))?.q;
        system.set_home(&q);
        let start = begin(&mut system, q)?;
        let turns = match options.law {
            InputLaw::Speed(speed) if options.to.is_none() && system.input_turns() => system.turns(&start, speed)?,
            _ => None,
        };
        let (schedule, range) = system.schedule(&start, options, turns.unwrap_or(1))?;
        let free = range.is_some_and(|range| !range.low_is_dead && !range.high_is_dead);
        let whole_turns = options.to.is_none() && system.input_turns() && free;
        let position = system.ws.position(model, &start.q)?;
        system.loops.place(&position);
        let transmission = Transmission::new(model, &position, &system.loops, system.driven[0].link);
        let reactions = if options.pin_forces { Some(driven_evaluator(&system, &start.q)?) } else { None };
        Ok(Self {
            system,
            start,
            schedule,
            range,
            whole_turns,
            turns,
            measures,
            frames,
            transmission,
            forces: Forces::new(model, reactions),
        })
    }

    /// Goes to an instant and computes everything there.
    pub(super) fn sample(
        &mut self,
        here: &mut Point,
        at: Instant,
        before: Option<&CycleSample>,
    ) -> Result<CycleSample, MachineError> {
        let (geometry, point) = self.system.go(here, at.input)?;
        *here = point;
        let (v, a) = geometry.motion(at.speed, at.acceleration);
        let model = self.system.model;
        let state = State { q: &geometry.q, v: &v };
        let forces = self.forces.at(&mut self.system.ws, model, state, &a, &geometry.gains)?;
        let outputs = self.outputs(&geometry, at.speed, before)?;
        let stage = self.system.ws.position(model, &geometry.q)?.velocity(&v)?;
        Ok(CycleSample {
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

    fn outputs(
        &mut self,
        geometry: &Geometry,
        speed: f64,
        before: Option<&CycleSample>,
    ) -> Result<Vec<OutputSample>, MachineError> {
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
    pub(super) fn turning_points(
        &mut self,
        from: &Point,
        last: &CycleSample,
        next: &CycleSample,
        found: &mut [Vec<[f64; 2]>],
    ) -> Result<(), MachineError> {
        for (i, found) in found.iter_mut().enumerate() {
            let (a, b) = (last.outputs[i], next.outputs[i]);
            if a.rate * b.rate < 0.0 {
                found.push(self.turning_point(from, (last, next), i)?);
            } else if b.rate == 0.0 {
                found.push([next.time, b.value]);
            }
        }
        Ok(())
    }

    fn turning_point(
        &mut self,
        from: &Point,
        (last, next): (&CycleSample, &CycleSample),
        i: usize,
    ) -> Result<[f64; 2], MachineError> {
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

/// Computes reactions of the mechanism with motors in the driven joints.
fn driven_evaluator(system: &System<'_>, closed: &[f64]) -> Result<Evaluator, MachineError> {
    let motors: Vec<usize> = system.driven.iter().map(|d| d.v).collect();
    let mechanism = Mechanism::with_motors(system.model.clone(), &motors, closed)?;
    Ok(mechanism.evaluator(Algorithm::RECURSIVE))
}

/// The first point, where the motion of the input must be unambiguous.
fn begin(system: &mut System<'_>, q: Vec<f64>) -> Result<Point, MachineError> {
    let (model, at) = (system.model, system.input(&q));
    let joint = name(model, system);
    let Some(point) = system.point(q.clone())? else {
        return Err(match system.undriven(&q)? {
            0 => MachineError::UnclearStart { joint, at, what: "singular configuration" },
            freedoms => {
                let driven = system.driven.iter().map(|d| model.joint_names()[d.link.0].as_str());
                let driven = driven.collect::<Vec<_>>().join(", ");
                MachineError::Undriven { model: model.name().to_owned(), freedoms, driven }
            }
        });
    };
    if point.tangent[system.driven[0].v].abs() < 1e-9 {
        return Err(MachineError::UnclearStart { joint, at, what: "dead point" });
    }
    Ok(point)
}
