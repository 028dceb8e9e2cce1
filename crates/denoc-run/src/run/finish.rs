//! Writes the last files of a run: arrays, plots, page, `run.json`.

use denoc_base::files;
use denoc_model::LinkId;
use denoc_results::{StreamExtent, Table, write_atomically};
use denoc_sim::{Impact, Status, Verification};
use serde_json::{Map, Value, json};

use super::bearings::bearings;
use super::folder::RunFolder;
use super::freedom::Freedom;
use super::page::{self, Contents};
use super::peaks;
use super::plots::{self, Along, RunPlot};
use super::{AuditOutcome, AuditRow, RunOutcome, picture};
use crate::Error;
use crate::error::folder_error;
use crate::load::Loaded;
use crate::scenario::Scenario;

/// A completed computation; `results.csv` exists already.
pub(super) struct Finished<'a> {
    pub(super) loaded: &'a Loaded,
    pub(super) scenario: &'a Scenario,
    pub(super) folder: RunFolder,
    pub(super) kind: &'a str,
    /// What was computed, for the subtitle of the report.
    pub(super) about: String,
    /// What settings `auto` have chosen and why.
    pub(super) choices: Vec<String>,
    pub(super) command: &'a str,
    pub(super) record: Map<String, Value>,
    pub(super) results: &'a Table,
    /// The contents of `results.csv`.
    pub(super) rows: StreamExtent,
    pub(super) audit: Vec<AuditRow>,
    pub(super) events: Vec<(f64, String)>,
    /// How many there were: impacts on one stop share a line.
    pub(super) event_count: usize,
    /// Impacts on stops, with their times, s.
    pub(super) impacts: Vec<(f64, Impact)>,
    pub(super) verification: Option<Verification>,
    pub(super) status: Status,
    pub(super) notes: Vec<String>,
    /// The mobility in the first configuration of the results.
    pub(super) start: Freedom,
    /// The joint that drives the mechanism, if it is a single one.
    pub(super) input: Option<LinkId>,
    /// Wrenches at all joints.
    pub(super) reactions: Option<Table>,
}

/// Writes arrays, plots and the page, if the scenario wants them, and, last, `run.json`.
pub(super) fn finish(done: Finished<'_>) -> Result<RunOutcome, Error> {
    let Finished { loaded, scenario, folder, results, .. } = done;
    let model = &loaded.model;
    results.write_npz(folder.file("results.npz"))?;
    #[cfg(feature = "parquet")]
    results.write_parquet(folder.file("results.parquet"))?;

    let mut notes = done.notes;
    notes.extend(scenario.many_turns(model));
    if scenario.report {
        let reactions_file = done.reactions.is_some();
        let reactions = done.reactions.or_else(|| bearings(loaded, scenario, results));
        let indeterminate = reactions.is_some() && done.start.has_redundant_constraints(model);
        let along = Along { input: done.input, reactions: reactions.as_ref(), reactions_file, indeterminate };
        let page = Page {
            loaded,
            scenario,
            kind: done.kind,
            subtitle: subtitle(&done.about, &done.start.summary(model), &done.choices),
            command: done.command,
            results,
            plots: plots::plots(model, results, along, true),
            reactions: reactions.as_ref(),
            start: &done.start,
            files: true,
            audit: &done.audit,
            events: &done.events,
            verification: done.verification.as_ref(),
        };
        match draw(&folder, page, &mut notes) {
            // the computation is complete all the same, and drawing it again would fail again
            Err(error) if !error.is_of_file_system() => {
                notes.push(format!("plots and report are incomplete: {error}"));
            }
            drawn => drawn?,
        }
    }

    let warnings: Vec<String> = model.warning_lines();
    notes.extend(loaded.notes.iter().map(ToString::to_string));
    let mut record = done.record;
    record.insert("status".into(), json!("finished"));
    record.insert("end".into(), json!(done.status));
    record.insert("model".into(), json!(model.name()));
    record.insert("rows".into(), json!(results.rows()));
    record.insert("results".into(), json!(done.rows));
    let columns = results.columns().iter().map(|c| json!({"name": c.name, "unit": c.unit}));
    record.insert("columns".into(), Value::Array(columns.collect()));
    record.insert("choices".into(), json!(done.choices));
    record.insert("audit".into(), json!(done.audit));
    let outcome = AuditOutcome::of(&done.audit);
    record.insert("audit_outcome".into(), json!(outcome));
    record.insert("passed".into(), json!(matches!(outcome, None | Some(AuditOutcome::Passed))));
    let events = done.events.iter().map(|(t, name)| json!({"t": t, "event": name}));
    record.insert("events".into(), Value::Array(events.collect()));
    if !done.impacts.is_empty() {
        let impacts = done.impacts.iter().map(|(t, impact)| {
            let Impact { joint, limit, at, before, after, impulse, .. } = impact;
            json!({"t": t, "joint": joint, "limit": limit, "at": at, "before": before, "after": after, "impulse": impulse})
        });
        record.insert("impacts".into(), Value::Array(impacts.collect()));
    }
    if let Some(found) = &done.verification {
        record.insert("verification".into(), json!(found));
    }
    record.insert("warnings".into(), json!(warnings));
    record.insert("notes".into(), json!(notes));
    // a finished run has all its files, even after a power failure
    let drawn = scenario.report.then(|| folder.file("plots"));
    for path in drawn.into_iter().chain([folder.path().to_owned()]) {
        files::sync_folder(&path)
            .map_err(|e| folder_error(&path, format!("the folder cannot be written ({})", e.kind()), ""))?;
    }
    folder.write_record(&record)?;
    Ok(RunOutcome {
        folder,
        model: model.name().to_owned(),
        status: done.status,
        audit: done.audit,
        choices: done.choices,
        events: done.events,
        event_count: done.event_count,
        verification: done.verification,
        warnings,
        notes,
        peaks: if done.kind == page::INVERSE { peaks::peaks(model, results) } else { Vec::new() },
    })
}

/// What was computed and the mobility; what was chosen, in paragraphs of their own.
pub(super) fn subtitle(about: &str, mobility: &str, choices: &[String]) -> String {
    let first = format!("{about}, {mobility}");
    [first].iter().chain(choices).map(String::as_str).collect::<Vec<_>>().join("\n\n")
}

/// Writes plots and report.
fn draw(folder: &RunFolder, page: Page<'_>, notes: &mut Vec<String>) -> Result<(), Error> {
    let pictures = folder.file("plots");
    files::create_folder(&pictures)
        .map_err(|e| folder_error(&pictures, format!("the folder cannot be created ({})", e.kind()), ""))?;
    for plot in &page.plots {
        let (name, plot) = (plot.file, plot.alone());
        plot.write_svg(pictures.join(format!("{name}.svg")))?;
        plot.write_png(pictures.join(format!("{name}.png")))?;
    }
    let page = html(page, notes)?;
    Ok(write_atomically(folder.file("report.html"), page.as_bytes())?)
}

/// Contents of a report page.
pub(super) struct Page<'a> {
    pub(super) loaded: &'a Loaded,
    pub(super) scenario: &'a Scenario,
    pub(super) kind: &'a str,
    pub(super) subtitle: String,
    pub(super) command: &'a str,
    pub(super) results: &'a Table,
    pub(super) plots: Vec<RunPlot>,
    /// Wrenches at all joints, one row per row of the results.
    pub(super) reactions: Option<&'a Table>,
    /// The mobility in the first configuration of the results.
    pub(super) start: &'a Freedom,
    /// Whether the files of a run folder are beside the page.
    pub(super) files: bool,
    pub(super) audit: &'a [AuditRow],
    /// Times, s, and names.
    pub(super) events: &'a [(f64, String)],
    pub(super) verification: Option<&'a Verification>,
}

/// The report page; remarks on its 3D view are added to the notes.
pub(super) fn html(page: Page<'_>, notes: &mut Vec<String>) -> Result<String, Error> {
    let Page { loaded, scenario, results, start, .. } = page;
    let (times, q) = picture::rows(loaded, results, |_| true)?;
    let motion = picture::Motion {
        times: &times,
        q: &q,
        trace: scenario.trace.as_deref(),
        loads: &scenario.loads,
        reactions: page.reactions,
    };
    let scene = picture::scene(loaded, &motion, notes)?;
    let report = page::report(Contents {
        loaded,
        scenario,
        kind: page.kind,
        subtitle: page.subtitle,
        results,
        plots: page.plots,
        start,
        scene,
        audit: page.audit.to_vec(),
        events: page.events.to_vec(),
        verification: page.verification,
        notes: notes.clone(),
        command: page.command.to_owned(),
        files: page.files,
    });
    Ok(report.to_html()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::Inputs;
    use crate::run::{Silent, folder, resume, simulate};
    use crate::scenario::Simulate;

    // oracle: coordinates that are not finite cannot be drawn
    #[test]
    fn a_run_that_cannot_be_drawn_is_finished() {
        let path = std::env::temp_dir().join(format!("denoc-undrawn-{}", std::process::id()));
        let mut scenario = Scenario::new("one_r");
        scenario.simulate = Some(Simulate::new(0.1));
        let loaded = crate::load("one_r").unwrap();
        let computed = simulate(&loaded, &scenario, "", None, &mut Silent).unwrap().table;
        let broken = computed.columns().iter().cloned().map(|mut column| {
            if column.name.starts_with("q[") {
                column.values.fill(f64::INFINITY);
            }
            column
        });
        let inputs = Inputs { scenario: &scenario, base: "".as_ref(), file: None, loaded: &loaded };
        let folder = RunFolder::create(&path).unwrap();
        let lock = folder.claim().unwrap();
        let outcome = finish(Finished {
            loaded: &loaded,
            scenario: &scenario,
            folder: folder.clone(),
            kind: "simulation",
            about: String::new(),
            choices: Vec::new(),
            command: "",
            record: folder::record(&inputs, "").unwrap(),
            results: &Table::from_columns(broken).unwrap(),
            rows: StreamExtent::of(0, b""),
            audit: Vec::new(),
            events: Vec::new(),
            event_count: 0,
            impacts: Vec::new(),
            verification: None,
            status: Status::Finished,
            notes: Vec::new(),
            start: Freedom::at(&[0.0]),
            input: None,
            reactions: None,
        })
        .unwrap();
        drop(lock);
        assert!(outcome.notes[0].starts_with("plots and report are incomplete: "), "{:?}", outcome.notes);
        let message = resume(folder, &mut Silent).unwrap_err().to_string();
        assert!(message.ends_with("the run is complete: there is nothing to resume"), "{message}");
        std::fs::remove_dir_all(&path).unwrap();
    }

    // oracle: the files of the same run with a report; the bytes of its rows
    #[test]
    fn a_run_without_a_report_writes_tables_and_audit_only() {
        let path = |name: &str| std::env::temp_dir().join(format!("denoc-{name}-{}", std::process::id()));
        let (drawn, plain) = (path("drawn"), path("plain"));
        let mut scenario = Scenario::new("fourbar");
        scenario.simulate = Some(Simulate::new(0.1));
        let full = crate::run::run(&scenario, "", RunFolder::create(&drawn).unwrap(), "", &mut Silent).unwrap();
        scenario.report = false;
        let short = crate::run::run(&scenario, "", RunFolder::create(&plain).unwrap(), "", &mut Silent).unwrap();
        let names = |folder: &std::path::Path| {
            let entries = std::fs::read_dir(folder).unwrap().flatten();
            entries.map(|e| e.file_name().into_string().unwrap()).collect::<std::collections::BTreeSet<_>>()
        };
        let missing: Vec<String> = names(&drawn).difference(&names(&plain)).cloned().collect();
        assert_eq!(missing, ["plots", "report.html"]);
        assert!(names(&plain).is_subset(&names(&drawn)));
        let computed = |audit: Vec<AuditRow>| {
            let of_the_clock = ["wall time", "real-time factor"];
            audit.into_iter().filter(|row| !of_the_clock.contains(&row.name.as_str())).collect::<Vec<_>>()
        };
        assert_eq!((short.notes, short.status), (full.notes, full.status));
        assert_eq!(computed(short.audit), computed(full.audit));
        let rows = |folder: &std::path::Path| std::fs::read(folder.join("results.csv")).unwrap();
        assert_eq!(rows(&drawn), rows(&plain));
        std::fs::remove_dir_all(&drawn).unwrap();
        std::fs::remove_dir_all(&plain).unwrap();
    }

    // oracle: both folders were empty when they were chosen; the first run is complete when the second begins
    #[test]
    fn a_finished_run_is_not_overwritten() {
        let path = std::env::temp_dir().join(format!("denoc-twice-{}", std::process::id()));
        let mut scenario = Scenario::new("one_r");
        scenario.simulate = Some(Simulate::new(0.1));
        let [first, second] = [(); 2].map(|()| RunFolder::create(&path).unwrap());
        crate::run::run(&scenario, "", first, "", &mut Silent).unwrap();
        let message = crate::run::run(&scenario, "", second, "", &mut Silent).unwrap_err().to_string();
        assert!(message.contains("the folder contains a run"), "{message}");
        // rows that are altered afterwards are not read
        let (folder, results) = (RunFolder::open(&path).unwrap(), path.join("results.csv"));
        let loaded = crate::load("one_r").unwrap();
        assert_eq!(folder.last_coordinates(&loaded).unwrap().len(), 1);
        let text = std::fs::read_to_string(&results).unwrap();
        std::fs::write(&results, text.replacen("0.05,", "0.06,", 1)).unwrap();
        let message = folder.last_coordinates(&loaded).unwrap_err().to_string();
        assert!(message.contains("the rows have been altered since they were written"), "{message}");
        std::fs::remove_dir_all(&path).unwrap();
    }
}
