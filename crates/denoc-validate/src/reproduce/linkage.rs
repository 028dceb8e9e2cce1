//! Planar linkages with loops by denoc: runs, and angles of the bars from the X axis, as in the references.

use denoc_dynamics::Workspace;
use denoc_dynamics::loops::Loops;
use denoc_model::{Link, Model};
use denoc_run::Loaded;
use denoc_sim::{Integrator, Limits, LoopClosure, LoopSettings, Sample, Simulation, Summary};

use super::curves::{Curves, Labels};
use super::finding::{Bound, Finding, Oracle};
use super::{picture, reference};
use crate::ValidationError;

/// A bar: its angle is the sum of the angles of these joints and a constant.
pub(super) type Bar = (&'static [&'static str], f64);

/// How to integrate.
#[derive(Copy, Clone, Debug)]
pub(super) struct Settings {
    pub(super) method: Integrator,
    pub(super) tolerance: f64,
    pub(super) end: f64,
    /// Time between samples.
    pub(super) output: f64,
    pub(super) loops: LoopSettings,
}

impl Settings {
    /// As exact as we need, loops closed in every state.
    pub(super) fn exact(end: f64, output: f64) -> Self {
        Self { method: Integrator::Dop853, tolerance: 1e-12, end, output, loops: LoopSettings::default() }
    }

    /// As the sources integrate: order 5, absolute and relative tolerance 1e-8.
    pub(super) fn coarse(end: f64, closure: LoopClosure) -> Self {
        let loops = LoopSettings { closure: Some(closure), ..LoopSettings::default() };
        Self { method: Integrator::Dopri5, tolerance: 1e-8, end, output: 0.05, loops }
    }
}

/// A run as the simulation gave it.
pub(super) struct Run {
    pub(super) samples: Vec<Sample>,
    pub(super) summary: Summary,
}

/// No force in any joint, from rest in the configuration `start`.
pub(super) fn release(arm: &Loaded, settings: Settings) -> Result<Run, ValidationError> {
    let start = arm.model.configuration("start")?.to_vec();
    launch(arm, &start, &vec![0.0; arm.model.nv()], settings)
}

/// No force in any joint, from this state.
pub(super) fn launch(arm: &Loaded, q: &[f64], v: &[f64], settings: Settings) -> Result<Run, ValidationError> {
    let mut simulation = Simulation::new(&arm.model)
        .start(q, v)
        .duration(settings.end)
        .output_step(settings.output)
        .integrator(settings.method)
        .tolerance(settings.tolerance)
        .limits(Limits::Ignore)
        .loops(settings.loops);
    if settings.method == Integrator::Dopri5 {
        simulation = simulation.absolute_tolerance(settings.tolerance);
    }
    let (samples, summary) = simulation.run_collect()?;
    Ok(Run { samples, summary })
}

impl Run {
    /// Angles, speeds and accelerations of bars.
    pub(super) fn bars(&self, model: &Model, bars: &[Bar]) -> Result<[Curves; 3], ValidationError> {
        Ok([
            self.sums(model, bars, |link| link.q, |sample| &sample.q, 1.0)?,
            self.sums(model, bars, |link| link.v, |sample| &sample.v, 0.0)?,
            self.sums(model, bars, |link| link.v, |sample| &sample.a, 0.0)?,
        ])
    }

    fn sums(
        &self,
        model: &Model,
        bars: &[Bar],
        place: impl Fn(&Link<f64>) -> usize,
        list: impl Fn(&Sample) -> &Vec<f64>,
        turn: f64,
    ) -> Result<Curves, ValidationError> {
        let mut curves = Curves::new(self.samples.iter().map(|sample| (sample.t, Vec::new())));
        for (joints, constant) in bars {
            let find = |joint: &&str| Ok::<_, ValidationError>(place(&model.links()[model.joint(joint)?.0]));
            let places: Vec<usize> = joints.iter().map(find).collect::<Result<_, _>>()?;
            for (row, sample) in curves.rows.iter_mut().zip(&self.samples) {
                row.push(places.iter().map(|&i| list(sample)[i]).sum::<f64>() + turn * constant);
            }
        }
        Ok(curves)
    }

    /// The largest change of energy, relative to the largest kinetic energy.
    pub(super) fn drift(&self) -> f64 {
        let energy = |sample: &Sample| sample.energies.total();
        let first = self.samples.first().map_or(f64::NAN, energy);
        let change = self.samples.iter().fold(0.0_f64, |m, s| m.max((energy(s) - first).abs()));
        change / self.samples.iter().fold(f64::MIN_POSITIVE, |m, s| m.max(s.energies.kinetic))
    }

    /// How far the loops are open at the samples: the largest residual, m or rad.
    pub(super) fn gaps(&self, model: &Model) -> Result<Vec<f64>, ValidationError> {
        let (mut ws, mut loops) = (Workspace::new(model), Loops::new(model));
        let mut residuals = vec![0.0; loops.count()];
        let mut gaps = Vec::new();
        for sample in &self.samples {
            let stage = ws.position(model, &sample.q)?;
            loops.place(&stage);
            loops.residuals(&stage, &mut residuals)?;
            gaps.push(largest(&residuals));
        }
        Ok(gaps)
    }
}

/// The largest size.
pub(super) fn largest(numbers: &[f64]) -> f64 {
    numbers.iter().fold(0.0, |m: f64, x| if x.is_nan() { f64::NAN } else { m.max(x.abs()) })
}

/// Speeds of the tree, by the names of joints; the others are zero.
pub(super) fn speeds(model: &Model, values: &[(&str, f64)]) -> Result<Vec<f64>, ValidationError> {
    let mut v = vec![0.0; model.nv()];
    for (joint, value) in values {
        v[model.links()[model.joint(joint)?.0].v] = *value;
    }
    Ok(v)
}

/// Coordinates of the tree, by the names of joints with one coordinate; the others are zero.
pub(super) fn coordinates(model: &Model, values: &[(&str, f64)]) -> Result<Vec<f64>, ValidationError> {
    let mut q = model.neutral();
    for (joint, value) in values {
        q[model.links()[model.joint(joint)?.0].q] = *value;
    }
    Ok(q)
}

/// That no energy comes or goes, and that all loops stay closed.
pub(super) fn laws(finding: &mut Finding, run: &Run, energy: f64) {
    finding.check("energy over the run", Oracle::Law, run.drift(), energy, "of the largest kinetic");
    let gap = run.summary.observations().closure.map_or(f64::NAN, |[length, angle]| length.max(angle));
    finding.check("loops closed over the run", Oracle::Law, gap, 1e-12, "m, rad");
}

/// Angles, speeds and accelerations of three bars beside the columns phi, w and alpha of an embedded file.
pub(super) fn against_engines(
    finding: &mut Finding,
    [angles, rates, accelerations]: &[Curves; 3],
    file: &str,
) -> Result<(), ValidationError> {
    let columns = |name: &str| reference::named(file, &[1, 2, 3].map(|i| format!("{name}{i}")));
    let (phi, w, alpha) = (columns("phi")?, columns("w")?, columns("alpha")?);
    finding.compare("angles of the bars", Oracle::Engines, &[angles], &phi, Bound::Number(1e-9));
    finding.compare("their speeds", Oracle::Engines, &[rates], &w, Bound::Largest(1e-9));
    finding.compare("their accelerations", Oracle::Engines, &[accelerations], &alpha, Bound::Largest(1e-9));
    let labels = labels("φ", "rad", 3);
    finding.plots.extend(picture::curves("Angles of the bars", &labels, angles, &phi, "other engines"));
    finding.plots.extend(picture::curves(
        "Angular speeds of the bars",
        &self::labels("ω", "rad/s", 3),
        rates,
        &w,
        "other engines",
    ));
    let scale = picture::Scale { by: 1.0, unit: "rad", tolerance: 1e-9 };
    finding.plots.push(picture::deviation("Deviation of the angles", &labels, angles, &phi, &scale));
    let instants = [0.0, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0];
    finding.tables.push(picture::numbers(&labels, angles, &phi, "other engines", &instants));
    Ok(())
}

/// A symbol with numbers.
pub(super) fn labels(symbol: &str, unit: &'static str, count: usize) -> Labels {
    Labels { symbols: (1..=count).map(|i| format!("{symbol}{i}")).collect(), units: vec![unit; count] }
}
