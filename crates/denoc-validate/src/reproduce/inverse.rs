//! Inverse dynamics by denoc: forces along a motion, by both layers.

use denoc_dynamics::compiled::Compile;
use denoc_dynamics::{Dynamics, Workspace};
use denoc_run::Loaded;
use denoc_sim::motion::{Motion, PointToPoint, TimeLaw};

use super::curves::{Curves, Labels, instants};
use super::dense::Arm;
use super::finding::{Bound, Finding, Oracle};
use super::motion::Cycloid;
use super::{picture, reference};
use crate::ValidationError;

/// Coordinates, and forces of the compiled and of the faithful layer.
pub(super) struct Forces {
    pub(super) q: Curves,
    pub(super) compiled: Curves,
    pub(super) faithful: Curves,
}

/// Forces along the cycloid, which the motion planner of the library makes.
pub(super) fn forces(arm: &Loaded, motion: &Cycloid) -> Result<Forces, ValidationError> {
    let model = &arm.model;
    let path = PointToPoint::new(model, &motion.start, &motion.goal, motion.period, TimeLaw::Cycloidal)?;
    let (mut fast, mut ws) = (model.compile(), Workspace::new(model));
    let zeros = || vec![0.0; model.nv()];
    let (mut q, mut v, mut a) = (vec![0.0; model.nq()], zeros(), zeros());
    let (mut tau, mut slow) = (zeros(), zeros());
    let mut forces = Forces { q: Curves::default(), compiled: Curves::default(), faithful: Curves::default() };
    for t in instants(motion.period, 100) {
        path.sample(t, &mut q, &mut v, &mut a)?;
        fast.inverse_dynamics(&q, &v, &a, &mut tau)?;
        model.inverse_dynamics(&mut ws, &q, &v, &a, &mut slow)?;
        for (curves, row) in [(&mut forces.q, &q), (&mut forces.compiled, &tau), (&mut forces.faithful, &slow)] {
            curves.times.push(t);
            curves.rows.push(row.clone());
        }
    }
    Ok(forces)
}

/// A comparison with an embedded file: coordinates, forces, plots, numbers.
pub(super) fn against_engines(
    finding: &mut Finding,
    arm: &Loaded,
    motion: &Cycloid,
    file: &str,
) -> Result<Forces, ValidationError> {
    let (ours, other) = (forces(arm, motion)?, reference::forces(file)?);
    finding.compare("coordinates of the motion", Oracle::Engines, &[&ours.q], &other.q, Bound::Largest(1e-14));
    let both = [&ours.compiled, &ours.faithful];
    finding.compare("joint forces, both layers", Oracle::Engines, &both, &other.tau, Bound::Largest(1e-12));
    show(finding, arm, &ours, &other.tau, "other engines");
    Ok(ours)
}

/// Plots and numbers of forces beside a reference.
pub(super) fn show(finding: &mut Finding, arm: &Loaded, ours: &Forces, other: &Curves, name: &str) {
    let labels = Labels::forces(&arm.description);
    finding.plots.extend(picture::curves("Joint forces", &labels, &ours.compiled, other, name));
    let relative = picture::Scale { by: other.largest(), unit: "of the largest", tolerance: 1e-12 };
    finding.plots.push(picture::deviation("Deviation of the joint forces", &labels, &ours.compiled, other, &relative));
    finding.tables.push(picture::numbers(&labels, &ours.compiled, other, name, &[0.0, 2.5, 5.0, 7.5, 10.0]));
}

/// A comparison with the dense equations: forces, plots, numbers.
pub(super) fn against_dense(finding: &mut Finding, arm: &Loaded, motion: &Cycloid) -> Result<Forces, ValidationError> {
    let dense = Arm::new(&arm.description)?;
    let other = along(motion, |q, v, a| dense.forces(q, v, a));
    let ours = forces(arm, motion)?;
    let both = [&ours.compiled, &ours.faithful];
    finding.compare("joint forces, both layers", Oracle::Dense, &both, &other, Bound::Largest(1e-12));
    show(finding, arm, &ours, &other, "dense equations");
    Ok(ours)
}

/// A comparison with a formula of the text: forces, plots, numbers.
pub(super) fn against_formula(
    finding: &mut Finding,
    arm: &Loaded,
    motion: &Cycloid,
    formula: impl Fn(&[f64], &[f64], &[f64]) -> Vec<f64>,
) -> Result<Forces, ValidationError> {
    let (ours, other) = (forces(arm, motion)?, along(motion, formula));
    let both = [&ours.compiled, &ours.faithful];
    finding.compare("joint forces, both layers", Oracle::ClosedForm, &both, &other, Bound::Largest(1e-12));
    show(finding, arm, &ours, &other, "closed form");
    Ok(ours)
}

/// Forces along a motion, from a function of coordinates, speeds and accelerations.
pub(super) fn along(motion: &Cycloid, forces: impl Fn(&[f64], &[f64], &[f64]) -> Vec<f64>) -> Curves {
    Curves::new(instants(motion.period, 100).into_iter().map(|t| {
        let [q, v, a] = motion.at(t);
        (t, forces(&q, &v, &a))
    }))
}
