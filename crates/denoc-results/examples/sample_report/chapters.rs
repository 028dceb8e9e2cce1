//! A long report: curves, reference curves and deviations.

use denoc_results::*;

pub(crate) fn report() -> Report {
    let names = ["Two-link arm", "Three-link arm", "Stanford arm", "PUMA 560", "Slider crank", "Biped"];
    let sections = names.iter().enumerate().map(|(number, name)| section(name, number)).collect();
    Report {
        title: "Reproduced examples".into(),
        subtitle: "Comparison with results from the literature".into(),
        kind: "reproduction".into(),
        sections,
        provenance: vec![("program".into(), "denoc 0.1.0".into())],
        command: "denoc reproduce --report chapters.html".into(),
        ..Report::default()
    }
}

fn section(name: &str, number: usize) -> Section {
    let time: Vec<f64> = (0..2000).map(|i| 0.005 * f64::from(i)).collect();
    let speed = 0.5 + 0.2 * number as f64;
    let curve = |t: f64, joint: f64| 12.0 * (speed * t + joint).sin() * (1.0 - (-t).exp()) / joint;
    let ours = |joint: f64| -> Vec<f64> { time.iter().map(|t| curve(*t, joint)).collect() };
    let sparse: Vec<f64> = (0..41).map(|i| 0.25 * f64::from(i)).filter(|t| *t < 10.0).collect();
    let theirs = sparse.iter().map(|t| curve(*t, 1.0)).collect();
    // The fourth deviates deliberately, so that the page shows a failed check.
    let size = if number == 3 { 1e-6 } else { 1e-12 };
    let off = time.iter().map(|t| size * ((7.0 * t).sin().abs() + 1e-3) * t).collect();
    let verdict = if number == 3 { Verdict::Missed } else { Verdict::Passed };
    Section {
        title: name.into(),
        text: "Joint torques for a cycloidal trajectory.\n\nThe reference is in `reference.csv`.".into(),
        plots: vec![
            Plot::new("Joint torques", XAxis::time(time.clone())).panel(
                Panel::new("torque", "N m").series("joint 1", ours(1.0)).series("joint 2", ours(2.0)).over(
                    "joint 1, reference",
                    sparse,
                    theirs,
                    Style::Dots,
                ),
            ),
            Plot::new("Deviation", XAxis::time(time))
                .panel(Panel::new("difference", "N m").log().series("joint 1", off)),
        ],
        tables: vec![TextTable {
            title: "Largest deviation".into(),
            columns: ["joint", "deviation [N m]", "tolerance [N m]"].map(String::from).to_vec(),
            rows: vec![vec!["joint 1".into(), format!("{:.1e}", 10.0 * size), "1.0e-9".into()]],
            note: String::new(),
        }],
        verdict: Some(verdict),
    }
}
