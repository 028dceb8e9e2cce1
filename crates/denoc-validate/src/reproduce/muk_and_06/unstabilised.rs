//! How far loops open: with every state projected, with Baumgarte's terms, and with accelerations alone.

use denoc_dynamics::loops::LoopMethod;
use denoc_results::{Panel, Plot, Style, TextTable, XAxis};
use denoc_run::Loaded;
use denoc_sim::{LoopClosure, LoopSettings};

use crate::ValidationError;
use crate::reproduce::Finding;
use crate::reproduce::finding::Oracle;
use crate::reproduce::linkage::{self, Settings, largest};

/// Rate of decay of Baumgarte's terms, 1/s.
const RATE: f64 = 20.0;
/// The error that the text reports.
const PRINTED: f64 = 1e-14;

/// Ten seconds with the integrator and the tolerances of the text.
pub(super) fn compare(finding: &mut Finding, arm: &Loaded, figure: &str) -> Result<(), ValidationError> {
    let closures = [
        ("every state projected", LoopClosure::Projected),
        ("Baumgarte, 20/s", LoopClosure::Baumgarte(RATE)),
        ("accelerations alone", LoopClosure::Accelerations),
    ];
    let (mut times, mut curves) = (Vec::new(), Vec::new());
    for (name, closure) in closures {
        let run = linkage::release(arm, Settings::coarse(10.0, closure))?;
        times = run.samples.iter().map(|sample| sample.t).collect();
        curves.push((name, run.gaps(&arm.model)?));
    }
    let most: Vec<f64> = curves.iter().map(|(_, gaps)| largest(gaps)).collect();
    finding.check("loops open: every state projected", Oracle::Law, most[0], 1e-13, "m, rad");
    finding.check("Baumgarte beside accelerations alone", Oracle::Law, most[1] / most[2], 0.1, "of the drift");
    finding.sentence("\"the error is of the order of 1e-14\" without stabilisation", most[2] < 10.0 * PRINTED, false);
    let drifts = drifts(arm)?;
    let spread = drifts.iter().fold(0.0, |m: f64, (_, drift)| m.max((drift / most[2] - 1.0).abs()));
    finding.check("the drift is the same by every method", Oracle::Law, spread, 0.01, "of the drift");
    finding.remark(format!(
        "Erratum E54: with Dormand-Prince 5(4) at 1e-8, as in the text, accelerations alone let the loops open by \
         {:.1e} m in 10 s, whatever exact method finds them. A method that imposes the closures on accelerations \
         cannot do better: all of them integrate the same equations. {:.1e} m with Baumgarte's terms, {:.1e} m with \
         every state projected.",
        most[2], most[1], most[0]
    ));
    let mut panel = Panel::new("loops open", "m").log();
    for (name, gaps) in &curves {
        // a logarithm has no place for zero
        panel = panel.series(*name, gaps.iter().map(|gap| gap.max(1e-18)).collect());
    }
    panel = panel.styled("as printed", vec![PRINTED; times.len()], Style::Dashed);
    finding.plots.push(Plot::new(format!("How far the loops open ({figure})"), XAxis::time(times)).panel(panel));
    finding.tables.push(TextTable {
        title: "Drift after 10 s by method, accelerations alone".into(),
        columns: ["method", "largest gap [m]"].map(str::to_owned).to_vec(),
        rows: drifts.iter().map(|(name, drift)| vec![(*name).to_owned(), format!("{drift:.3e}")]).collect(),
        note: String::new(),
    });
    Ok(())
}

/// The drift with accelerations alone, by every method of forward dynamics.
fn drifts(arm: &Loaded) -> Result<Vec<(&'static str, f64)>, ValidationError> {
    let drift = |method: &LoopMethod| {
        let closure = Some(LoopClosure::Accelerations);
        let loops = LoopSettings { closure, method: Some(*method), ..LoopSettings::default() };
        let settings = Settings { loops, ..Settings::coarse(10.0, LoopClosure::Accelerations) };
        Ok((method.info().keyword, largest(&linkage::release(arm, settings)?.gaps(&arm.model)?)))
    };
    LoopMethod::ALL.iter().map(drift).collect()
}
