//! The report of all cases.

use denoc::results::{Report, Section, TextTable, Verdict};

use super::{Check, Document, Done};

/// One page with a chapter for each case.
pub(crate) fn report(documents: &[Document], done: &[Done], command: &str) -> Report {
    let rows = done.iter().flat_map(|one| one.findings.checks.iter().map(move |check| row(Some(one), check)));
    let overview = TextTable {
        title: "Overview".into(),
        columns: ["source", "case", "what", "compared with", "deviation", "tolerance", ""].map(str::to_owned).to_vec(),
        rows: rows.collect(),
        note: "Deviations in the unit given; relative ones in parts of the largest value.".into(),
    };
    let sources = TextTable {
        title: "Sources".into(),
        columns: vec!["key".into(), "source".into()],
        rows: documents.iter().map(|d| vec![d.key.into(), d.title.into()]).collect(),
        note: String::new(),
    };
    let failed = done.iter().filter(|one| one.verdict() == Verdict::Missed).count();
    Report {
        title: "The sources, computed again".into(),
        subtitle: match failed {
            0 => format!("{} cases, every comparison within its tolerance", done.len()),
            n => format!("{} cases, {n} outside their tolerance", done.len()),
        },
        kind: "reproduction".into(),
        tables: vec![overview, sources],
        sections: done.iter().map(section).collect(),
        conventions: denoc::CONVENTIONS.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect(),
        provenance: vec![("program".into(), format!("denoc {}", env!("CARGO_PKG_VERSION")))],
        command: command.to_owned(),
        ..Report::default()
    }
}

fn section(one: &Done) -> Section {
    let checks = TextTable {
        title: String::new(),
        columns: ["what", "compared with", "deviation", "tolerance", ""].map(str::to_owned).to_vec(),
        rows: one.findings.checks.iter().map(|check| row(None, check)).collect(),
        note: String::new(),
    };
    Section {
        title: format!("{} {}: {}", one.document, one.id, one.title),
        text: one.findings.text.clone(),
        plots: one.findings.plots.clone(),
        tables: [checks].into_iter().chain(one.findings.tables.iter().cloned()).collect(),
        verdict: Some(one.verdict()),
    }
}

fn row(one: Option<&Done>, check: &Check) -> Vec<String> {
    let mut cells: Vec<String> = one.map_or(Vec::new(), |one| vec![one.document.into(), one.id.into()]);
    let unit = if check.unit.is_empty() { String::new() } else { format!(" {}", check.unit) };
    cells.extend([
        check.what.clone(),
        check.oracle.words().into(),
        format!("{:.1e}{unit}", check.deviation),
        format!("{:.1e}{unit}", check.tolerance),
        if check.passed() { "ok".into() } else { "MISSED".into() },
    ]);
    cells
}
