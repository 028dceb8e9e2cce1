//! The algorithm of the paper beside the other methods for loops.

use denoc_dynamics::Loads;
use denoc_dynamics::Workspace;
use denoc_dynamics::loops::{LoopForward, LoopMethod};
use denoc_run::Loaded;
use denoc_sim::LoopSettings;

use crate::ValidationError;
use crate::reproduce::Finding;
use crate::reproduce::finding::Oracle;
use crate::reproduce::linkage::{self, Run, Settings, largest};

/// The same run with O-DCA: the same accelerations in every state, the same motion, loops closed.
pub(super) fn compare(
    finding: &mut Finding,
    arm: &Loaded,
    run: &Run,
    settings: Settings,
) -> Result<(), ValidationError> {
    let spread = accelerations(arm, run)?;
    finding.check("O-DCA: accelerations beside multipliers", Oracle::Law, spread, 1e-9, "of the largest");
    let Some(start) = run.samples.first() else { return Ok(()) };
    let loops = LoopSettings { method: Some(LoopMethod::Odca), ..settings.loops };
    let odca = linkage::launch(arm, &start.q, &start.v, Settings { loops, ..settings })?;
    let apart = odca.samples.iter().zip(&run.samples).flat_map(|(a, b)| a.q.iter().zip(&b.q).map(|(a, b)| a - b));
    finding.check("O-DCA: coordinates beside the run", Oracle::Law, largest(&apart.collect::<Vec<_>>()), 1e-8, "rad");
    let gap = odca.summary.observations().closure.map_or(f64::NAN, |[length, angle]| length.max(angle));
    finding.check("O-DCA: loops closed over the run", Oracle::Law, gap, 1e-12, "m, rad");
    Ok(())
}

/// The largest difference of the accelerations by O-DCA and by multipliers at the states of a run, beside the largest.
/// States in a singular pose have none of their own.
fn accelerations(arm: &Loaded, run: &Run) -> Result<f64, ValidationError> {
    let model = &arm.model;
    let mut ws = Workspace::new(model);
    let mut methods = [LoopMethod::Odca, LoopMethod::Multipliers].map(|method| LoopForward::new(model, method));
    let zero = vec![0.0; model.nv()];
    let (mut worst, mut most) = (0.0_f64, f64::MIN_POSITIVE);
    for sample in &run.samples {
        let mut found = [zero.clone(), zero.clone()];
        let mut regular = true;
        for (method, a) in methods.iter_mut().zip(&mut found) {
            let mut stage = ws.position(model, &sample.q)?.velocity(&sample.v)?;
            regular &= method.forward(&mut stage, &zero, Loads::NONE, a)?.smallest_pivot > 1e-3;
        }
        if regular {
            most = most.max(largest(&found[1]));
            let apart: Vec<f64> = found[0].iter().zip(&found[1]).map(|(x, y)| x - y).collect();
            worst = worst.max(largest(&apart));
        }
    }
    Ok(worst / most)
}
