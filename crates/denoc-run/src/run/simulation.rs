//! Simulations: forward dynamics over time, streamed to disk.

use std::path::Path;
use std::time::{Duration, Instant};

use denoc_model::Model;
use denoc_results::{StreamWriter, Table};
use denoc_sim::controllers::Controller;
use denoc_sim::{
    Audit, Checkpoint, Flow, Integrator, Occurrence, Progress, Sample, SimError, Simulation, Sink, Status, Summary,
    Verification,
};
use serde_json::{Value, json};

use super::driven::Driven;
use super::finish::{Finished, finish};
use super::folder::{self, RunFolder};
use super::freedom::Freedom;
use super::prepare::SharedMotion;
use super::recorded::{Recorded, header};
use super::{AuditRow, RunOutcome, Verdict, Watch, checkpoint_file, picture, prepare};
use crate::error::{Kind, folder_error};
use crate::load::Loaded;
use crate::scenario::{MotionSpec, Scenario, Simulate};
use crate::{Error, model_checksum};
use denoc_mechanism::ClosedState;

/// Default number of rows of a short run.
const ROWS: f64 = 1000.0;
/// The longest default time between two rows, s: animations stay smooth.
const SMOOTH: f64 = 0.02;
/// Approximate number of rows of a long run.
const MOST_ROWS: f64 = 20_000.0;
/// Wall-clock time between two checkpoints. The first is written at once: even a run of half a second can be resumed.
const CHECKPOINT_EVERY: Duration = Duration::from_millis(100);

/// A simulation to compute and write.
pub(super) struct Job<'a> {
    pub(super) scenario: &'a Scenario,
    pub(super) settings: &'a Simulate,
    /// Where relative paths of the scenario start.
    pub(super) base: &'a Path,
    pub(super) loaded: &'a Loaded,
    /// The command that the report quotes as the way to reproduce it.
    pub(super) command: &'a str,
}

/// Runs a simulation and writes its folder; `earlier` is the `run.json` of an interrupted run.
pub(super) fn run(
    job: Job<'_>,
    folder: RunFolder,
    earlier: Option<&Value>,
    watch: &mut dyn Watch,
) -> Result<RunOutcome, Error> {
    let Job { scenario, settings, base, loaded, command } = job;
    let model = &loaded.model;
    let checksum = model_checksum(&loaded.description)?;
    let Ready { mut simulation, closed, start, motion, output_step } = ready(scenario, settings, loaded, base, None)?;

    let mut record = folder::record(scenario, base, &checksum, "running");
    record.insert("command".into(), json!(command));
    let mut recorded = Recorded::new(model, picture::traced(model, scenario.trace.as_deref())?, motion);
    folder.make()?;
    let _lock = folder.lock()?;
    let checkpoint = match earlier {
        Some(earlier) => Some(last_checkpoint(&folder, earlier, &checksum)?),
        None => {
            folder.write_json("run.json", &Value::Object(record.clone()))?;
            None
        }
    };
    let writer = open(&folder, checkpoint.as_ref(), &mut recorded)?;
    let mut sink = Stream {
        recorded,
        writer,
        folder: &folder,
        checksum: &checksum,
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
    let Stream { recorded, mut writer, watch, trouble, .. } = sink;
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
        checkpoint_file::save(&folder, &checksum, &summary.checkpoint)?;
        record.insert("status".into(), json!("interrupted"));
        folder.write_json("run.json", &Value::Object(record))?;
        return Ok(RunOutcome {
            folder: folder.clone(),
            model: model.name().to_owned(),
            status: summary.status,
            audit: audit_rows(Audit::new(model, &summary), None),
            events: events(summary.events()),
            verification: None,
            warnings: model.warnings().iter().map(ToString::to_string).collect(),
            notes: Vec::new(),
        });
    }
    if settings.verify && summary.status == Status::Finished {
        // a run that is killed while it is verified is resumed from here; rows first
        writer.flush()?;
        checkpoint_file::save(&folder, &checksum, &summary.checkpoint)?;
    }
    let verification = verify(settings, &mut simulation, &recorded, watch)?;
    drop(simulation);
    writer.finish()?;
    let outcome = finish(Finished {
        loaded,
        scenario,
        folder: folder.clone(),
        kind: "simulation",
        subtitle: format!("{}, {}", about(&summary), start.summary(model)),
        command,
        record,
        results: &recorded.into_table()?,
        audit: audit_rows(Audit::new(model, &summary), verification.as_ref()),
        events: events(summary.events()),
        verification,
        status: summary.status,
        notes: closed.note(model).into_iter().chain(prepare::long_loop(settings, &summary)).collect(),
        start,
    })?;
    checkpoint_file::remove(&folder);
    Ok(outcome)
}

/// Opens `results.csv` for writing; keeps the rows of an interrupted run.
fn open(
    folder: &RunFolder,
    checkpoint: Option<&Checkpoint>,
    recorded: &mut Recorded<'_>,
) -> Result<StreamWriter, Error> {
    let results = folder.file("results.csv");
    let Some(checkpoint) = checkpoint else {
        let columns: Vec<(&str, &str)> = recorded.header().iter().map(|(name, unit)| (&**name, &**unit)).collect();
        return Ok(StreamWriter::create(&results, &columns)?);
    };
    let partial = StreamWriter::partial_path(&results);
    if !partial.exists() && results.exists() {
        // it was interrupted while its last files were written
        std::fs::rename(&results, &partial)
            .map_err(|e| folder_error(&results, format!("the file cannot be renamed ({})", e.kind()), ""))?;
    }
    let rows = checkpoint.next_sample as usize;
    let writer = StreamWriter::resume(&results, rows)?;
    // the rows of the earlier process are nowhere else
    if !recorded.take_over(&Table::read_csv(&partial)?, rows) {
        let rule = "the columns are not those of this run";
        return Err(folder_error(&partial, rule, "start the run again in another folder"));
    }
    Ok(writer)
}

/// A simulation that is ready to run.
pub(super) struct Ready<'m> {
    pub(super) simulation: Simulation<'m>,
    /// The initial state.
    pub(super) closed: ClosedState,
    /// The mobility in the initial configuration.
    pub(super) start: Freedom,
    /// The trajectory that its controller tracks.
    pub(super) motion: Option<SharedMotion<'m>>,
    pub(super) output_step: f64,
}

/// The simulation of a scenario; `controller` replaces that of the scenario.
pub(super) fn ready<'m>(
    scenario: &Scenario,
    settings: &Simulate,
    loaded: &'m Loaded,
    base: &Path,
    controller: Option<Box<dyn Controller + 'm>>,
) -> Result<Ready<'m>, Error> {
    prepare::check_base(loaded.base)?;
    let model = &*loaded.model;
    let closed = scenario.start.close(model)?;
    let start = Freedom::at(&closed.q);
    let motion = scenario.motion.as_ref().map(|spec| reference(spec, loaded, &start, base)).transpose()?;
    let controller = match controller {
        Some(controller) => controller,
        None => prepare::controller(scenario.controller.as_ref(), motion.clone(), model, &closed.q, base)?,
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
        .loops(prepare::loops(settings, model)?);
    if let Some(keyword) = &settings.integrator {
        simulation = simulation.integrator(Integrator::from_keyword(keyword)?);
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
    if settings.verify {
        simulation.check_verifiable()?;
    }
    Ok(Ready { simulation, closed, start, motion, output_step })
}

/// Simulated time and integrator, for the subtitle of the report.
pub(super) fn about(summary: &Summary) -> String {
    format!("{} s of simulated time, integrator {}", summary.t(), summary.checkpoint.integrator.info().keyword)
}

/// The trajectory that a controller tracks. With loops: the joints that it names drive, all others follow.
fn reference<'m>(
    spec: &MotionSpec,
    loaded: &'m Loaded,
    start: &Freedom,
    base: &Path,
) -> Result<SharedMotion<'m>, Error> {
    let model = &*loaded.model;
    let motion = prepare::motion(spec, model, start.q(), base)?;
    if model.closures().is_empty() {
        Ok(motion.into())
    } else {
        Driven::new(loaded, motion, spec, start)?.into_motion()
    }
}

fn usual_output_step(duration: f64) -> f64 {
    rounded(duration / ROWS).min(SMOOTH).max(rounded(duration / MOST_ROWS))
}

/// 1, 2 or 5 times a power of ten, not above `x`.
fn rounded(x: f64) -> f64 {
    let power = 10f64.powf(x.log10().floor());
    [5.0, 2.0, 1.0].into_iter().map(|m| m * power).find(|&m| m <= x * (1.0 + 1e-9)).unwrap_or(power)
}

/// Names and units of all columns that a simulation of this scenario gives.
pub(crate) fn column_names(scenario: &Scenario, model: &Model) -> Result<Vec<(String, String)>, Error> {
    Ok(header(model, picture::traced(model, scenario.trace.as_deref())?, scenario.motion.is_some()))
}

/// Estimates the global error of a completed simulation, if the settings require it.
pub(super) fn verify(
    settings: &Simulate,
    simulation: &mut Simulation<'_>,
    recorded: &Recorded<'_>,
    watch: &mut dyn Watch,
) -> Result<Option<Verification>, Error> {
    if !settings.verify {
        return Ok(None);
    }
    Ok(Some(simulation.verify(recorded, &mut |progress| watch.progress(progress))?))
}

/// The audit: rows with a bound first.
pub(super) fn audit_rows(audit: Audit, verification: Option<&Verification>) -> Vec<AuditRow> {
    let mut rows = audit.rows;
    rows.extend(verification.iter().flat_map(|found| found.rows()));
    rows.sort_by_key(|row| row.verdict == Verdict::Unjudged);
    rows
}

pub(super) fn events(events: &[Occurrence]) -> Vec<(f64, String)> {
    events.iter().map(|e| (e.t, e.name.clone())).collect()
}

/// The same error, with the folder of the results up to then.
fn kept(error: SimError, folder: &RunFolder) -> Error {
    Kind::SimulationEnded(error, folder.path().display().to_string()).into()
}

fn last_checkpoint(folder: &RunFolder, earlier: &Value, checksum: &str) -> Result<Checkpoint, Error> {
    if earlier.get("model_sha256").and_then(Value::as_str) != Some(checksum) {
        let rule = "the model has changed since the run began";
        return Err(folder_error(
            folder.path(),
            rule,
            "restore the model file, or start the run again in another folder",
        ));
    }
    checkpoint_file::load(folder, checksum)
}

/// Writes samples and checkpoints while the simulation runs.
struct Stream<'a> {
    recorded: Recorded<'a>,
    writer: StreamWriter,
    folder: &'a RunFolder,
    /// Checksum of the model.
    checksum: &'a str,
    watch: &'a mut dyn Watch,
    /// Simulated time between two offered checkpoints, s.
    interval: f64,
    last: Option<Instant>,
    /// The first error of a file.
    trouble: Option<Error>,
}

impl Stream<'_> {
    fn write(&mut self, sample: &Sample) -> Result<(), Error> {
        Ok(self.writer.append(self.recorded.record(sample)?)?)
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
        let done = self
            .writer
            .flush()
            .map_err(Error::from)
            .and_then(|()| checkpoint_file::save(self.folder, self.checksum, checkpoint));
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
