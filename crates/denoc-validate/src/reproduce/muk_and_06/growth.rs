//! Section 4.1: the power of time that errors of loops grow with.

use denoc_results::TextTable;

use crate::ValidationError;
use crate::growth::{COLUMNS, ClosureScheme, ErrorHistory, GrowthSettings, SCHEMES, Specimen, Study};
use crate::reproduce::finding::Oracle;
use crate::reproduce::{Case, Finding, Work};

pub(super) const CASE: Case = Case {
    id: "MukAnd06 section 4.1, growth",
    title: "single and coupled loops: how errors of the closures grow with time",
    work: Work::Text(run),
};

/// The error that the text reports.
const PRINTED: f64 = 1e-14;

fn run() -> Result<Finding, ValidationError> {
    let settings = GrowthSettings::default();
    let mut finding = Finding::new(format!(
        "The single and the coupled loops from rest, 10 s, Dormand-Prince 5(4) (ode45) at 1e-8 as in the text. The error \
         is the largest distance of points that should be one; the power of time is the slope of its largest value so \
         far, both as logarithms, by least squares from {} s to the end.",
        settings.fit_from
    ));
    let schemes: Vec<&'static ClosureScheme> = SCHEMES.iter().collect();
    let mut studies = Vec::new();
    for specimen in Specimen::of_paper()?.into_iter().take(2) {
        studies.push(Study::run(specimen, &schemes, settings)?);
    }
    let early = studies.iter().flat_map(|study| &study.runs).filter(|run| run.history.failure.is_some()).count();
    finding.check("runs that ended early", Oracle::Law, early as f64, 0.0, "");
    for study in &studies {
        check(&mut finding, study);
    }
    let error = studies.first().and_then(|study| study.history("odca")).map_or(f64::NAN, ErrorHistory::largest);
    let power = |study: &Study, scheme: &str| {
        study.history(scheme).and_then(|history| history.power(study.settings.fit_from)).unwrap_or(f64::NAN)
    };
    let fitted = studies.first().map_or(f64::NAN, |study| power(study, "odca"));
    let printed = (fitted - 0.7).abs() < 0.2 && error < 10.0 * PRINTED;
    finding.sentence("O-DCA: \"error grows as t^0.7\", near 1e-14", printed, false);
    // ten seconds are too short to tell powers well
    let long = GrowthSettings { duration: Some(100.0), fit_from: 10.0, output_step: 0.1, ..settings };
    if let Some(specimen) = Specimen::of_paper()?.into_iter().next() {
        let study = Study::run(specimen, &schemes[1..3], long)?;
        for (scheme, expected) in [("multipliers", 2.0), ("speeds", 1.0)] {
            let found = power(&study, scheme);
            let what = format!("{scheme}: \"grows as\" t^{expected}, single loop in 100 s");
            finding.sentence(&what, (found - expected).abs() < 0.15, true);
            finding.remark(format!("Single loop, {scheme}, 100 s, fitted from 10 s: t^{found:.2}."));
        }
    }
    finding.remark(
        "Erratum E54. The closures on accelerations have one solution: O-DCA and multipliers find the same accelerations, \
         make the same errors in every step, and drift alike. What drifts is the error of integration at 1e-8, far above \
         rounding. With every state projected, or every step corrected, loops stay closed to rounding with O-DCA too.",
    );
    finding.tables.push(TextTable {
        title: "Growth".into(),
        columns: COLUMNS.map(str::to_owned).to_vec(),
        rows: studies.iter().flat_map(Study::rows).map(|row| row.to_vec()).collect(),
        note: String::new(),
    });
    finding.plots.extend(studies.iter().map(Study::plot));
    Ok(finding)
}

fn check(finding: &mut Finding, study: &Study) {
    let title = &study.specimen.title;
    let largest = |scheme: &str| study.history(scheme).map_or(f64::NAN, ErrorHistory::largest);
    let alike = (largest("odca") / largest("multipliers") - 1.0).abs();
    finding.check(&format!("{title}: drift by O-DCA beside multipliers"), Oracle::Law, alike, 0.01, "of the drift");
    for scheme in ["odca-projected", "projected", "corrected"] {
        finding.check(&format!("{title}: loops open, {scheme}"), Oracle::Law, largest(scheme), 1e-12, "m");
    }
}
