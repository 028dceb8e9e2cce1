//! Writes the last files of a run: arrays, plots, page, `run.json`.

use denoc_results::{Table, write_atomically};
use denoc_sim::{Status, Verification};
use serde_json::{Map, Value, json};

use super::folder::RunFolder;
use super::freedom::Freedom;
use super::page::{self, Contents};
use super::plots::{self, RunPlot};
use super::{AuditRow, RunOutcome, picture};
use crate::Error;
use crate::error::folder_error;
use crate::load::Loaded;
use crate::scenario::Scenario;
use denoc_mechanism::quantity::{Entries, Quantity};

/// A completed computation; `results.csv` exists already.
pub(super) struct Finished<'a> {
    pub(super) loaded: &'a Loaded,
    pub(super) scenario: &'a Scenario,
    pub(super) folder: RunFolder,
    pub(super) kind: &'a str,
    pub(super) subtitle: String,
    pub(super) command: &'a str,
    pub(super) record: Map<String, Value>,
    pub(super) results: &'a Table,
    pub(super) audit: Vec<AuditRow>,
    pub(super) events: Vec<(f64, String)>,
    pub(super) verification: Option<Verification>,
    pub(super) status: Status,
    pub(super) notes: Vec<String>,
    /// The mobility in the first configuration of the results.
    pub(super) start: Freedom,
}

/// Writes arrays, plots, the page and, last, `run.json`.
pub(super) fn finish(done: Finished<'_>) -> Result<RunOutcome, Error> {
    let Finished { loaded, scenario, folder, results, .. } = done;
    let model = &loaded.model;
    results.write_npz(folder.file("results.npz"))?;
    #[cfg(feature = "parquet")]
    results.write_parquet(folder.file("results.parquet"))?;

    let pictures = folder.file("plots");
    std::fs::create_dir_all(&pictures)
        .map_err(|e| folder_error(&pictures, format!("the folder cannot be created ({})", e.kind()), ""))?;
    let plots = plots::plots(model, results, true);
    for plot in &plots {
        let (name, plot) = (plot.file, plot.alone());
        plot.write_svg(pictures.join(format!("{name}.svg")))?;
        plot.write_png(pictures.join(format!("{name}.png")))?;
    }

    let mut notes = done.notes;
    let page = html(
        Page {
            loaded,
            scenario,
            kind: done.kind,
            subtitle: done.subtitle,
            command: done.command,
            results,
            plots,
            start: &done.start,
            files: true,
            audit: &done.audit,
            events: &done.events,
            verification: done.verification.as_ref(),
        },
        &mut notes,
    )?;
    write_atomically(folder.file("report.html"), page.as_bytes())?;

    let warnings: Vec<String> = model.warnings().iter().map(ToString::to_string).collect();
    notes.extend(loaded.notes.iter().map(ToString::to_string));
    let mut record = done.record;
    record.insert("status".into(), json!("finished"));
    record.insert("end".into(), json!(done.status));
    record.insert("model".into(), json!(model.name()));
    record.insert("rows".into(), json!(results.rows()));
    let columns = results.columns().iter().map(|c| json!({"name": c.name, "unit": c.unit}));
    record.insert("columns".into(), Value::Array(columns.collect()));
    record.insert("audit".into(), json!(done.audit));
    record.insert("passed".into(), json!(!done.audit.iter().any(AuditRow::missed)));
    let events = done.events.iter().map(|(t, name)| json!({"t": t, "event": name}));
    record.insert("events".into(), Value::Array(events.collect()));
    if let Some(found) = &done.verification {
        record.insert("verification".into(), json!(found));
    }
    record.insert("warnings".into(), json!(warnings));
    record.insert("notes".into(), json!(notes));
    folder.write_json("run.json", &Value::Object(record))?;
    Ok(RunOutcome {
        folder,
        model: model.name().to_owned(),
        status: done.status,
        audit: done.audit,
        events: done.events,
        verification: done.verification,
        warnings,
        notes,
    })
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
    let times = results.column("t").map_or(Vec::new(), |c| c.values.clone());
    let entries = Entries::new(&loaded.model, Quantity::Q);
    let columns: Vec<&[f64]> =
        (0..entries.len()).filter_map(|i| Some(results.column(&entries.column(i))?.values.as_slice())).collect();
    let q: Vec<f64> = (0..times.len()).flat_map(|k| columns.iter().map(move |c| c[k])).collect();
    let scene = picture::scene(loaded, &times, &q, scenario.trace.as_deref(), notes)?;
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
