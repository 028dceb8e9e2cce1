//! Forward dynamics by denoc: free fall from rest.

use denoc_run::Loaded;
use denoc_sim::{Integrator, Limits, Sample, Simulation};

use super::curves::{Curves, Labels, instants};
use super::dense::{Arm, extrapolation};
use super::finding::{Bound, Finding, Oracle};
use super::picture;
use crate::ValidationError;

/// A fall as the simulation gave it.
pub(super) struct Fall {
    pub(super) q: Curves,
    pub(super) v: Curves,
    pub(super) samples: Vec<Sample>,
    /// Largest change of energy, relative to the largest kinetic energy.
    pub(super) drift: f64,
}

/// How to integrate.
#[derive(Copy, Clone, Debug)]
pub(super) struct Settings {
    pub(super) method: Integrator,
    pub(super) tolerance: f64,
    /// Step of methods with fixed steps.
    pub(super) step: Option<f64>,
    pub(super) end: f64,
    /// Time between samples.
    pub(super) output: f64,
}

impl Settings {
    /// As exact as we can, with a sample every twentieth of a second.
    pub(super) fn exact(end: f64) -> Self {
        Self { method: Integrator::Dop853, tolerance: 1e-13, step: None, end, output: 0.05 }
    }
}

/// All joints free, from rest.
pub(super) fn fall(arm: &Loaded, start: &[f64], settings: Settings) -> Result<Fall, ValidationError> {
    let rest = vec![0.0; arm.model.nv()];
    let mut simulation = Simulation::new(&arm.model)
        .start(start, &rest)
        .duration(settings.end)
        .output_step(settings.output)
        .integrator(settings.method)
        .tolerance(settings.tolerance)
        .limits(Limits::Ignore);
    if let Some(step) = settings.step {
        simulation = simulation.step(step);
    }
    let (samples, _) = simulation.run_collect()?;
    let energy = |s: &Sample| s.energies.total();
    let first = samples.first().map_or(0.0, energy);
    let change = samples.iter().fold(0.0_f64, |m, s| m.max((energy(s) - first).abs()));
    let kinetic = samples.iter().fold(0.0_f64, |m, s| m.max(s.energies.kinetic));
    Ok(Fall {
        q: Curves::new(samples.iter().map(|s| (s.t, s.q.clone()))),
        v: Curves::new(samples.iter().map(|s| (s.t, s.v.clone()))),
        drift: if kinetic > 0.0 { change / kinetic } else { change },
        samples,
    })
}

/// The same from the dense equations: coordinates and speeds.
pub(super) fn dense(
    arm: &Loaded,
    start: &[f64],
    end: f64,
    intervals: u32,
) -> Result<(Curves, Curves), ValidationError> {
    let dense = Arm::new(&arm.description)?;
    let n = start.len();
    let tau = vec![0.0; n];
    let state: Vec<f64> = start.iter().copied().chain(tau.iter().copied()).collect();
    let both = extrapolation::integrate(&state, &instants(end, intervals), |y, rates| {
        let (q, v) = y.split_at(n);
        rates[..n].copy_from_slice(v);
        rates[n..].copy_from_slice(&dense.accelerations(q, v, &tau)?);
        Ok(())
    })?;
    Ok((both.columns(0..n), both.columns(n..2 * n)))
}

/// The check that no energy comes or goes.
pub(super) fn energy(finding: &mut Finding, fall: &Fall) {
    finding.check("energy over the run", Oracle::Law, fall.drift, 1e-10, "of the largest kinetic");
}

/// A comparison with the dense equations up to `end`, with plots and numbers.
pub(super) fn against_dense(
    finding: &mut Finding,
    arm: &Loaded,
    ours: &Fall,
    end: f64,
    tolerance: f64,
) -> Result<(), ValidationError> {
    let Some(start) = ours.q.rows.first() else { return Err(ValidationError::case("a fall without samples")) };
    let (q, v) = dense(arm, start, end, (20.0 * end).round() as u32)?;
    let bound = Bound::Number(tolerance);
    let until = end.to_string();
    finding.compare(&format!("coordinates until {until} s"), Oracle::Dense, &[&ours.q], &q, bound);
    finding.compare(&format!("speeds until {until} s"), Oracle::Dense, &[&ours.v], &v, bound);
    show(finding, arm, ours, &q, "dense equations", tolerance);
    Ok(())
}

/// Plots and numbers of coordinates beside a reference.
pub(super) fn show(finding: &mut Finding, arm: &Loaded, ours: &Fall, other: &Curves, name: &str, tolerance: f64) {
    let labels = Labels::coordinates(&arm.description);
    finding.plots.extend(picture::curves("Joint coordinates", &labels, &ours.q, other, name));
    let scale = picture::Scale { by: 1.0, unit: "rad or m", tolerance };
    finding.plots.push(picture::deviation("Deviation of the joint coordinates", &labels, &ours.q, other, &scale));
    finding.tables.push(picture::numbers(&labels, &ours.q, other, name, &[0.0, 0.5, 1.0, 2.0, 5.0, 10.0]));
}

/// The first time at which the curves differ by more than `by`.
pub(super) fn leaves(ours: &Curves, reference: &Curves, by: f64) -> Option<f64> {
    let deviation = ours.deviation(reference);
    let far = |row: &Vec<f64>| row.iter().any(|d| d.is_nan() || *d > by);
    deviation.rows.iter().position(far).map(|k| deviation.times[k])
}
