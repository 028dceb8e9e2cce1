//! Simulations: forward dynamics over time, streamed to disk.

use std::path::Path;
use std::time::{Duration, Instant};

use denoc_dynamics::Workspace;
use denoc_model::{FrameId, Model};
use denoc_results::{Column, StreamWriter, Table};
use denoc_sim::controllers::Controller;
use denoc_sim::{
    Audit, Checkpoint, Flow, Method, Occurrence, Progress, Sample, SimError, Simulation, Sink, Status, Summary,
};
use serde_json::{Value, json};

use super::driven::Driven;
use super::finish::{Finished, finish};
use super::folder::{self, RunFolder};
use super::prepare::BoxedMotion;
use super::{Outcome, Watch, columns, picture, prepare};
use crate::error::Kind;
use crate::scenario::{Motion, Scenario, Simulate};
use crate::{Error, Loaded};
use denoc_mechanism::ClosedState;

/// Rows of the results of a short run, where nobody says how many.
const ROWS: f64 = 1000.0;
/// The longest time between two rows of a run that people watch, s.
const SMOOTH: f64 = 0.02;
/// Rows of a long run, about.
const MOST_ROWS: f64 = 20_000.0;
/// Time between two checkpoints, by the clock. The first comes at once: also a run of half a second can be resumed.
const CHECKPOINT_EVERY: Duration = Duration::from_millis(100);

pub(super) fn run(
    scenario: &Scenario,
    settings: &Simulate,
    base: &Path,
    folder: RunFolder,
    command: &str,
    earlier: Option<&Value>,
    watch: &mut dyn Watch,
) -> Result<Outcome, Error> {
    let loaded = prepare::model(scenario, base)?;
    let model = &loaded.model;
    let sum = folder::sum(&loaded.description);
    let Ready { mut simulation, closed, motion, output_step } = ready(scenario, settings, &loaded, base, None)?;

    let mut record = folder::record(scenario, base, &sum, "running");
    record.insert("command".into(), json!(command));
    let trace = picture::traced(model, scenario.trace.as_deref())?;
    let results = folder.file("results.csv");
    folder.make()?;
    let _lock = folder.lock()?;
    let checkpoint = match earlier {
        Some(earlier) => Some(last_checkpoint(&folder, earlier, &sum)?),
        None => {
            folder.write_json("run.json", &Value::Object(record.clone()))?;
            None
        }
    };
    let columns = header(model, trace);
    let columns: Vec<(&str, &str)> = columns.iter().map(|(name, unit)| (name.as_str(), unit.as_str())).collect();
    let partial = StreamWriter::partial_path(&results);
    if checkpoint.is_some() && !partial.exists() && results.exists() {
        // it was broken off while its last files were written
        std::fs::rename(&results, &partial)
            .map_err(|e| Kind::Folder(format!("{}: cannot be renamed ({})", results.display(), e.kind())))?;
    }
    let writer = match &checkpoint {
        Some(checkpoint) => StreamWriter::resume(&results, checkpoint.next_sample as usize)?,
        None => StreamWriter::create(&results, &columns)?,
    };
    let mut sink = Stream {
        rows: Rows::new(model, trace),
        writer,
        folder: &folder,
        watch,
        // often enough that the clock decides
        interval: output_step.max(settings.duration / 2000.0),
        last: None,
        trouble: None,
    };
    let done = match &checkpoint {
        Some(checkpoint) => simulation.resume(checkpoint, &mut sink),
        None => simulation.run(&mut sink),
    };
    drop(simulation);
    let (trouble, writer) = (sink.trouble.take(), sink.writer);
    if let Some(error) = trouble {
        return Err(error);
    }
    let summary = match done {
        Ok(summary) => summary,
        Err(error) => {
            record.insert("status".into(), json!("failed"));
            record.insert("error".into(), json!(error.to_string()));
            folder.write_json("run.json", &Value::Object(record))?;
            writer.finish()?;
            return Err(kept(error, &folder));
        }
    };
    if summary.status == Status::Interrupted {
        // resumed later, from here; rows first
        drop(writer);
        save(&folder, &summary.checkpoint)?;
        record.insert("status".into(), json!("interrupted"));
        folder.write_json("run.json", &Value::Object(record))?;
        let audit = Audit::new(model, &summary);
        return Ok(Outcome {
            folder,
            model: model.name().to_owned(),
            status: summary.status,
            audit: audit_rows(&audit),
            events: events(summary.events()),
            warnings: model.warnings().iter().map(ToString::to_string).collect(),
            notes: Vec::new(),
        });
    }
    writer.finish()?;
    let mut table = Table::read_csv(&results)?;
    if let Some(wanted) = motion {
        add_wanted(&mut table, model, &*wanted)?;
        table.write_csv(&results)?;
    }
    let audit = Audit::new(model, &summary);
    let outcome = finish(Finished {
        loaded: &loaded,
        scenario,
        folder: folder.clone(),
        kind: "simulation",
        subtitle: format!("{}, {}", about(&summary), super::freedom(model, &closed.q)),
        command,
        record,
        results: &table,
        audit: audit_rows(&audit),
        events: events(summary.events()),
        status: summary.status,
        notes: closed.note(model).into_iter().chain(prepare::long_loop(settings, &summary)).collect(),
    })?;
    // nothing is left to resume
    let _ = std::fs::remove_file(folder.file("checkpoint.json"));
    Ok(outcome)
}

/// A simulation that is ready to run.
pub(super) struct Ready<'m> {
    pub(super) simulation: Simulation<'m>,
    /// Where it starts.
    pub(super) closed: ClosedState,
    /// What its controller was to follow.
    pub(super) motion: Option<BoxedMotion<'m>>,
    pub(super) output_step: f64,
}

/// What a scenario says, as a simulation; `controller` in place of the scenario's.
pub(super) fn ready<'m>(
    scenario: &Scenario,
    settings: &Simulate,
    loaded: &'m Loaded,
    base: &Path,
    controller: Option<Box<dyn Controller + 'm>>,
) -> Result<Ready<'m>, Error> {
    let model = &*loaded.model;
    let closed = scenario.start.close(model)?;
    let motion = || scenario.motion.as_ref().map(|said| reference(said, loaded, &closed.q, base)).transpose();
    let controller = match controller {
        Some(own) => own,
        None => prepare::controller(scenario.controller.as_ref(), motion()?, model, &closed.q, base)?,
    };
    let output_step = settings.output_step.unwrap_or_else(|| usual_output_step(settings.duration));
    let mut simulation = Simulation::new(model)
        .start(&closed.q, &closed.v)
        .duration(settings.duration)
        .output_step(output_step)
        .controller(controller)
        .limits(settings.limits)
        .joint_forces(settings.joint_forces)
        .saturate(settings.saturate)
        .loops(prepare::loops(settings)?);
    if let Some(word) = &settings.method {
        simulation = simulation.method(Method::from_keyword(word)?);
    }
    if let Some(tolerance) = settings.tolerance {
        simulation = simulation.tolerance(tolerance);
    }
    if let Some(step) = settings.step {
        simulation = simulation.step(step);
    }
    for load in &scenario.loads {
        simulation = simulation.load(load.clone());
    }
    for event in &scenario.events {
        simulation = simulation.event(prepare::event(event, model)?);
    }
    simulation.check()?;
    let motion = motion()?;
    Ok(Ready { simulation, closed, motion, output_step })
}

/// One line about a run.
pub(super) fn about(summary: &Summary) -> String {
    format!("{} s of simulated time, method {}", summary.t(), summary.checkpoint.method.info().keyword)
}

/// What a controller follows. With loops: the joints that the motion names lead, all others follow.
fn reference<'m>(said: &Motion, loaded: &'m Loaded, q: &[f64], base: &Path) -> Result<BoxedMotion<'m>, Error> {
    let model = &*loaded.model;
    let motion = prepare::motion(said, model, q, base)?;
    if model.closures().is_empty() { Ok(motion) } else { Driven::new(loaded, motion, said, q)?.into_motion() }
}

fn usual_output_step(duration: f64) -> f64 {
    rounded(duration / ROWS).min(SMOOTH).max(rounded(duration / MOST_ROWS))
}

/// 1, 2 or 5 times a power of ten, not above `x`.
fn rounded(x: f64) -> f64 {
    let power = 10f64.powf(x.log10().floor());
    [5.0, 2.0, 1.0].into_iter().map(|m| m * power).find(|&m| m <= x * (1.0 + 1e-9)).unwrap_or(power)
}

pub(super) fn header(model: &Model, trace: Option<FrameId>) -> Vec<(String, String)> {
    let mut columns = columns::state(model);
    columns.extend(columns::LEDGER.map(|(name, unit)| (name.to_owned(), unit.to_owned())));
    columns.extend(trace.map_or(Vec::new(), |frame| columns::position(model, frame)));
    columns
}

/// Names and units of all columns that a simulation of this scenario gives.
pub(crate) fn column_names(scenario: &Scenario, model: &Model) -> Result<Vec<(String, String)>, Error> {
    let mut all = header(model, picture::traced(model, scenario.trace.as_deref())?);
    if scenario.motion.is_some() {
        all.extend(columns::wanted(model));
    }
    Ok(all)
}

/// The audit, what is judged first.
pub(super) fn audit_rows(audit: &Audit) -> Vec<super::AuditRow> {
    let mut rows: Vec<super::AuditRow> = audit.rows.iter().map(audit_row).collect();
    rows.sort_by_key(|row| row.verdict == super::Verdict::Unjudged);
    rows
}

/// Columns with the coordinates that the controller was to follow.
pub(super) fn add_wanted(
    table: &mut Table,
    model: &Model,
    motion: &dyn denoc_sim::motion::Motion,
) -> Result<(), Error> {
    let times = table.column("t").map_or(Vec::new(), |column| column.values.clone());
    let (mut q, mut v, mut a) = (model.neutral(), vec![0.0; model.nv()], vec![0.0; model.nv()]);
    let mut columns = vec![Vec::with_capacity(times.len()); model.nq()];
    for t in times {
        motion.sample(t.min(motion.duration()), &mut q, &mut v, &mut a)?;
        columns.iter_mut().zip(&q).for_each(|(column, &x)| column.push(x));
    }
    for ((name, unit), values) in columns::wanted(model).into_iter().zip(columns) {
        table.add(Column::new(name, unit, values))?;
    }
    Ok(())
}

pub(super) fn events(events: &[Occurrence]) -> Vec<(f64, String)> {
    events.iter().map(|e| (e.t, e.name.clone())).collect()
}

/// The same error, saying where the results up to it are.
fn kept(error: SimError, folder: &RunFolder) -> Error {
    Kind::SimulationEnded(error, folder.path().display().to_string()).into()
}

fn last_checkpoint(folder: &RunFolder, earlier: &Value, sum: &str) -> Result<Checkpoint, Error> {
    let refuse = |words: &str| Error::from(Kind::Folder(format!("{}: {words}", folder.path().display())));
    if earlier.get("model_sum").and_then(Value::as_str) != Some(sum) {
        return Err(refuse("the model is not the one that the run began with: run it anew, or restore the model file"));
    }
    if !folder.file("checkpoint.json").exists() {
        return Err(refuse("there is no checkpoint yet (checkpoint.json): run it anew in another folder"));
    }
    serde_json::from_value(folder.read_json("checkpoint.json")?)
        .map_err(|e| refuse(&format!("checkpoint.json is not of this program ({e}): run it anew in another folder")))
}

fn save(folder: &RunFolder, checkpoint: &Checkpoint) -> Result<(), Error> {
    folder.write_json("checkpoint.json", &json!(checkpoint))
}

/// A row of the simulator's audit for the page.
fn audit_row(row: &denoc_sim::Row) -> super::AuditRow {
    super::AuditRow {
        name: row.name.clone(),
        value: row.value,
        unit: row.unit.clone(),
        tolerance: row.tolerance,
        verdict: match row.verdict {
            denoc_sim::Verdict::Ok => super::Verdict::Passed,
            denoc_sim::Verdict::Missed => super::Verdict::Missed,
            denoc_sim::Verdict::Info => super::Verdict::Unjudged,
        },
        words: row.words.clone(),
    }
}

/// Samples as rows of the results, in the order of [`header`].
pub(super) struct Rows<'a> {
    model: &'a Model,
    ws: Workspace<f64>,
    trace: Option<FrameId>,
    row: Vec<f64>,
}

impl<'a> Rows<'a> {
    pub(super) fn new(model: &'a Model, trace: Option<FrameId>) -> Self {
        Self { model, ws: Workspace::new(model), trace, row: Vec::new() }
    }

    pub(super) fn row(&mut self, sample: &Sample) -> Result<&[f64], Error> {
        self.row.clear();
        self.row.push(sample.t);
        for part in [&sample.q, &sample.v, &sample.a, &sample.tau] {
            self.row.extend_from_slice(part);
        }
        let (e, w) = (sample.energies, sample.works);
        self.row.extend([e.kinetic, e.gravity, e.springs, e.total()]);
        self.row.extend([w.actuators, w.friction, w.external, sample.unexplained]);
        if let Some(frame) = self.trace {
            let position = self.ws.position(self.model, &sample.q)?.frame_pose(frame).position;
            self.row.extend(position.to_array());
        }
        Ok(&self.row)
    }
}

/// Writes samples and checkpoints while the simulation runs.
struct Stream<'a> {
    rows: Rows<'a>,
    writer: StreamWriter,
    folder: &'a RunFolder,
    watch: &'a mut dyn Watch,
    /// Simulated time between two checkpoints that are offered, s.
    interval: f64,
    last: Option<Instant>,
    /// What went wrong with the files.
    trouble: Option<Error>,
}

impl Stream<'_> {
    fn write(&mut self, sample: &Sample) -> Result<(), Error> {
        Ok(self.writer.append(self.rows.row(sample)?)?)
    }

    fn keep(&mut self, done: Result<(), Error>) -> Flow {
        match done {
            Ok(()) => Flow::Continue,
            Err(error) => {
                self.trouble.get_or_insert(error);
                Flow::Stop
            }
        }
    }
}

impl Sink for Stream<'_> {
    fn sample(&mut self, sample: &Sample) -> Flow {
        let done = self.write(sample);
        self.keep(done)
    }

    fn progress(&mut self, progress: &Progress) -> Flow {
        if self.trouble.is_some() { Flow::Stop } else { self.watch.progress(progress) }
    }

    fn checkpoint_interval(&self) -> Option<f64> {
        Some(self.interval)
    }

    fn checkpoint(&mut self, checkpoint: &Checkpoint) {
        if self.last.is_some_and(|last| last.elapsed() < CHECKPOINT_EVERY) {
            return;
        }
        self.last = Some(Instant::now());
        // rows first: a checkpoint must never be ahead of them
        let done = self.writer.flush().map_err(Error::from).and_then(|()| save(self.folder, checkpoint));
        self.keep(done);
    }
}

#[cfg(test)]
mod tests {
    use super::usual_output_step;

    #[test]
    fn rows_are_neither_few_nor_countless() {
        for (duration, step) in [(0.1, 1e-4), (1.0, 1e-3), (10.0, 0.01), (60.0, 0.02), (3600.0, 0.1), (1e9, 5e4)] {
            assert!((usual_output_step(duration) / step - 1.0).abs() < 1e-9, "{duration}");
        }
    }
}
