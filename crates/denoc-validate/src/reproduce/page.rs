//! The report: one chapter for each case.

use denoc_results::{Report, Section, TextTable, Verdict};

use super::{CaseReport, Check};

/// The report page of cases that were run: a summary and one chapter for each; `command` is printed so that readers can repeat it.
pub fn page(all: &[CaseReport], command: String) -> Report {
    let checks = all.iter().map(|done| done.finding.checks.len()).sum::<usize>();
    let passed = all.iter().filter(|done| done.passed()).count();
    let mut sections = vec![summary(all)];
    sections.extend(all.iter().map(section));
    let conventions = denoc_run::CONVENTIONS.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
    Report {
        title: "The examples of the literature, reproduced".into(),
        subtitle: format!(
            "{passed} of {} examples, exercises and tables pass, in {checks} comparisons. Lines are results of denoc, dots \
             are what they are compared with.",
            all.len()
        ),
        kind: "reproduction".into(),
        sections,
        notes: NOTES.iter().map(|note| (*note).to_owned()).collect(),
        conventions,
        provenance: vec![("program".into(), format!("denoc {}", env!("CARGO_PKG_VERSION")))],
        command,
        ..Report::default()
    }
}

const NOTES: &[&str] = &[
    "The figures of the sources are curves without numbers, so they cannot be compared point by point. denoc is compared with \
     curves of other engines for the same data, with formulas of the texts, with integrations of dense equations of motion, and \
     with statements of the texts.",
    "third-party engines: Pinocchio 4.1, heyoka 7.13 (quadruple precision) and mpmath (40 digits), each checked by at least one \
     other tool. They share no code with this project.",
    "dense equations of motion: Jacobians of the mass centres in world axes, Newton's and Euler's equations of every link, Gauss \
     elimination, extrapolated midpoint rule; for loops, free bars and the forces of their pins. They are part of this project but \
     share no code with the recursions.",
    "recorded numbers: from a separate program (classic Newton-Euler in DH frames, unit accelerations, Bulirsch-Stoer), written \
     from the texts alone, recorded to ten or twelve digits.",
    "known: a statement of the source that does not hold for its data; the remarks say why. Errata are those of \
     `docs/theory/errata.md`.",
];

fn verdict(passed: bool) -> Verdict {
    if passed { Verdict::Passed } else { Verdict::Missed }
}

fn columns(heads: &[&str]) -> Vec<String> {
    heads.iter().map(|head| (*head).to_owned()).collect()
}

fn summary(all: &[CaseReport]) -> Section {
    let row = |(done, k, check): (&CaseReport, usize, &Check)| {
        let id = if k == 0 { done.case.id } else { "" };
        [id.to_owned()].into_iter().chain(check.cells()).collect()
    };
    let checks = all.iter().flat_map(|done| done.finding.checks.iter().enumerate().map(move |(k, c)| (done, k, c)));
    let table = TextTable {
        title: "All comparisons".into(),
        columns: columns(&["case", "what", "compared with", "largest deviation", "tolerance", "verdict"]),
        rows: checks.map(row).collect(),
        note: String::new(),
    };
    let mut text = String::new();
    let mut key = "";
    for done in all {
        let source = done.case.source();
        if source.key != key {
            key = source.key;
            text += &format!("{key}: {}.\n\n", source.title);
        }
    }
    Section { title: "Summary".into(), text, tables: vec![table], ..Section::default() }
}

fn section(done: &CaseReport) -> Section {
    let finding = &done.finding;
    let mut text = String::new();
    if !done.case.model().is_empty() {
        text += &format!("Model `{}`. ", done.case.model());
    }
    text += &finding.text;
    for remark in &finding.remarks {
        text += "\n\n";
        text += remark;
    }
    let checks = TextTable {
        title: "Comparisons".into(),
        columns: columns(&["what", "compared with", "largest deviation", "tolerance", "verdict"]),
        rows: finding.checks.iter().map(|check| check.cells().to_vec()).collect(),
        note: String::new(),
    };
    let tables = [checks].into_iter().chain(finding.tables.iter().cloned()).collect();
    Section {
        title: format!("{}: {}", done.case.id, done.case.title),
        text,
        plots: finding.plots.clone(),
        tables,
        verdict: Some(verdict(done.passed())),
    }
}
