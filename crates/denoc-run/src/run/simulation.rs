//! Simulations: forward dynamics over time, streamed to disk.

use std::path::Path;
use std::time::{Duration, Instant};

use denoc_base::files;
use denoc_base::number::six;
use denoc_model::Model;
use denoc_results::StreamWriter;
use denoc_sim::controllers::Controller;
use denoc_sim::{
    Audit, Checkpoint, Flow, Impact, Integrator, Occurrence, Progress, Sample, SimError, Simulation, Sink, Status,
    Summary, Verification,
};
use serde_json::{Map, Value, json};

use super::checkpoint_file::Saved;
use super::driven::Driven;
use super::finish::{Finished, finish};
use super::folder::{self, RunFolder};
use super::freedom::Freedom;
use super::prepare::SharedMotion;
use super::recorded::{Recorded, header};
use super::resume::{BEGUN_BY, Continued, Earlier, continued};
use super::size::{self, Destination};
use super::{AuditRow, RunOutcome, Verdict, Watch, checkpoint_file, columns, picture, prepare};
use crate::error::Kind;
use crate::inputs::Inputs;
use crate::load::Loaded;
use crate::scenario::{MotionSpec, Scenario, Simulate};
use crate::stamp::program;
use crate::{Error, model_checksum};

/// Default number of rows of a short run.
const ROWS: f64 = 1000.0;
/// The longest default time between two rows, s: animations stay smooth.
const SMOOTH: f64 = 0.02;
/// Approximate number of rows of a long run.
const MOST_ROWS: f64 = 20_000.0;
/// Wall-clock time between two checkpoints. The first is written at once: even a run of half a second can be resumed.
const CHECKPOINT_EVERY: Duration = Duration::from_millis(100);
/// Time between two checkpoints, in units of the time that writing one takes: on a slow disk they are rarer.
const PAUSE_PER_SAVE: u32 = 20;
/// The results of a complete run.
pub(super) const RESULTS: &str = "results.csv";

/// A simulation to compute and write.
#[derive(Copy, Clone)]
pub(super) struct Job<'a> {
    pub(super) inputs: Inputs<'a>,
    pub(super) settings: &'a Simulate,
    /// The command that the report quotes as the way to reproduce it.
    pub(super) command: &'a str,
}

/// Runs a simulation and writes its folder; `earlier` is an interrupted run in it.
pub(super) fn run(
    job: Job<'_>,
    folder: RunFolder,
    earlier: Option<Earlier>,
    watch: &mut dyn Watch,
) -> Result<RunOutcome, Error> {
    let Job { inputs, settings, command } = job;
    let Inputs { scenario, base, loaded, .. } = inputs;
    let model = &*loaded.model;
    let checksum = model_checksum(&loaded.description)?;
    let ready = ready(scenario, settings, loaded, base, None)?;
    let mut record = folder::record(&inputs, command)?;
    let trace = picture::traced(model, scenario.trace.as_deref())?;
    let recorded = Recorded::new(model, settings.limits, trace, ready.motion.clone());
    size::check(scenario, ready.rows(settings), recorded.header().len(), Destination::Disk)?;
    let mut notes = ready.notes.clone();
    let (_lock, continued) = match earlier {
        Some(Earlier { lock, begun_by }) => {
            let continued = continued(&folder, &checksum)?;
            if let Some(begun_by) = begun_by.filter(|_| continued.is_some()) {
                notes.push(format!("{begun_by} began this run, {} resumed it (--any-version)", program()));
                record.insert(BEGUN_BY.into(), json!(begun_by));
            }
            (lock, continued)
        }
        None => (folder.claim()?, None),
    };
    let work = Work { job, folder: &folder, checksum: &checksum, record, recorded, notes };
    work.run(ready, continued, watch).map_err(|error| folder.stopped(error))
}

/// A simulation whose folder is locked and ready to be written.
struct Work<'a> {
    job: Job<'a>,
    folder: &'a RunFolder,
    /// Checksum of the model.
    checksum: &'a str,
    /// The contents of `run.json`.
    record: Map<String, Value>,
    recorded: Recorded<'a>,
    notes: Vec<String>,
}

impl<'a> Work<'a> {
    /// Computes and writes everything, from the start or from where an interrupted run continues.
    fn run(
        mut self,
        ready: Ready<'a>,
        continued: Option<Continued>,
        watch: &mut dyn Watch,
    ) -> Result<RunOutcome, Error> {
        let Ready { mut simulation, start, output_step, .. } = ready;
        let (settings, folder) = (self.job.settings, self.folder);
        folder.write_record(&self.record)?;
        let (checkpoint, writer) = match continued {
            Some(Continued { state, writer, rows }) => {
                self.recorded.take_over(&StreamWriter::partial_path(folder.file(RESULTS)), rows)?;
                (Some(state), writer)
            }
            None => (None, create(folder, &self.recorded)?),
        };
        let mut sink = Stream {
            recorded: &mut self.recorded,
            writer,
            folder,
            checksum: self.checksum,
            watch: &mut *watch,
            // often enough that the clock decides
            interval: output_step.max(settings.duration / 2000.0),
            due: None,
            trouble: None,
        };
        let done = match &checkpoint {
            Some(checkpoint) => simulation.resume(checkpoint, &mut sink),
            None => simulation.run(&mut sink),
        };
        let Stream { writer, trouble, .. } = sink;
        match (trouble, done) {
            (Some(error), _) => Err(error),
            (None, Ok(summary)) if summary.status == Status::Interrupted => self.interrupted(&summary, writer),
            (None, Ok(summary)) => {
                // a run that is killed while it is verified is resumed from its last checkpoint
                let verification = verify(settings, &mut simulation, &self.recorded, watch)?;
                drop(simulation);
                self.finished(&summary, verification, writer, start)
            }
            (None, Err(error)) => self.failed(error, writer),
        }
    }

    /// Keeps the rows up to the error.
    fn failed(mut self, error: SimError, writer: StreamWriter) -> Result<RunOutcome, Error> {
        let rows = writer.finish()?;
        self.record.insert("status".into(), json!("failed"));
        self.record.insert("error".into(), json!(error.to_string()));
        self.record.insert("results".into(), json!(rows));
        self.folder.write_record(&self.record)?;
        Err(Kind::SimulationEnded(error, self.folder.path().display().to_string()).into())
    }

    /// Writes the last checkpoint, from which the run will be resumed; rows first.
    fn interrupted(mut self, summary: &Summary, mut writer: StreamWriter) -> Result<RunOutcome, Error> {
        let (model, state) = (&self.job.inputs.loaded.model, summary.checkpoint.clone());
        let mut rows = writer.sync()?;
        if rows.rows as u64 != state.next_sample {
            // interrupted among the samples of a step, which is repeated
            writer = StreamWriter::resume(self.folder.file(RESULTS), state.next_sample as usize)?;
            rows = writer.sync()?;
        }
        checkpoint_file::save(self.folder, &Saved { model_sha256: self.checksum.to_owned(), rows, state })?;
        self.record.insert("status".into(), json!("interrupted"));
        self.folder.write_record(&self.record)?;
        Ok(RunOutcome {
            folder: self.folder.clone(),
            model: model.name().to_owned(),
            status: summary.status,
            audit: audit_rows(Audit::new(model, summary), None),
            choices: summary.choices(),
            events: events(summary.events()),
            event_count: summary.events().len(),
            verification: None,
            warnings: model.warning_lines(),
            notes: Vec::new(),
            peaks: Vec::new(),
        })
    }

    /// Writes the last files.
    fn finished(
        mut self,
        summary: &Summary,
        verification: Option<Verification>,
        writer: StreamWriter,
        start: Freedom,
    ) -> Result<RunOutcome, Error> {
        let Job { inputs, settings, command } = self.job;
        let model = &inputs.loaded.model;
        let rows = writer.finish()?;
        self.notes.extend(prepare::remarks(settings, model, summary));
        self.notes.extend(summary.observations().tracking_note(model));
        let outcome = finish(Finished {
            loaded: inputs.loaded,
            scenario: inputs.scenario,
            folder: self.folder.clone(),
            kind: "simulation",
            about: about(summary),
            choices: summary.choices(),
            command,
            record: self.record,
            results: &self.recorded.into_table()?,
            rows,
            audit: audit_rows(Audit::new(model, summary), verification.as_ref()),
            events: events(summary.events()),
            event_count: summary.events().len(),
            impacts: impacts(summary.events()),
            verification,
            status: summary.status,
            notes: self.notes,
            start,
            input: None,
            reactions: None,
        })?;
        checkpoint_file::remove(self.folder);
        Ok(outcome)
    }
}

/// Starts the results.
fn create(folder: &RunFolder, recorded: &Recorded<'_>) -> Result<StreamWriter, Error> {
    let columns: Vec<(&str, &str)> = recorded.header().iter().map(|(name, unit)| (&**name, &**unit)).collect();
    Ok(StreamWriter::create(folder.file(RESULTS), &columns)?)
}

/// A simulation that is ready to run.
pub(super) struct Ready<'m> {
    pub(super) simulation: Simulation<'m>,
    /// The mobility in the initial configuration.
    pub(super) start: Freedom,
    /// The trajectory that its controller tracks.
    pub(super) motion: Option<SharedMotion<'m>>,
    pub(super) output_step: f64,
    /// Remarks on the initial state and on tables.
    pub(super) notes: Vec<String>,
}

impl Ready<'_> {
    /// The number of rows of the results, if no event ends the simulation.
    pub(super) fn rows(&self, settings: &Simulate) -> f64 {
        (settings.duration / self.output_step).ceil() + 1.0
    }
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
    let mut notes: Vec<String> = closed.note(model).into_iter().collect();
    let motion = scenario.motion.as_ref().map(|spec| reference(spec, loaded, &start, base, &mut notes)).transpose()?;
    let controller = match controller {
        Some(controller) => controller,
        None => prepare::controller(scenario.controller.as_ref(), motion.clone(), model, &closed.q, base, &mut notes)?,
    };
    if scenario.controller.is_some() && !controller.explicit() {
        notes.extend(prepare::undriven(model));
    }
    let output_step = settings.output_step.unwrap_or_else(|| usual_output_step(settings.duration));
    let mut simulation = Simulation::new(model)
        .start(&closed.q, &closed.v)
        .duration(settings.duration)
        .output_step(output_step)
        .controller(controller)
        .limits(settings.limits)
        .joint_forces(settings.joint_forces)
        .dry_friction(settings.dry_friction)
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
    Ok(Ready { simulation, start, motion, output_step, notes })
}

/// Simulated time and integrator, for the subtitle of the report.
pub(super) fn about(summary: &Summary) -> String {
    let mut text = format!("{} s of simulated time", six(summary.t()));
    if summary.checkpoint.automatic.is_none() {
        text += &format!(", integrator {}", summary.checkpoint.integrator.info().keyword);
    }
    text
}

/// The trajectory that a controller tracks. With loops: the joints that it names drive, all others follow.
fn reference<'m>(
    spec: &MotionSpec,
    loaded: &'m Loaded,
    start: &Freedom,
    base: &Path,
    notes: &mut Vec<String>,
) -> Result<SharedMotion<'m>, Error> {
    let model = &*loaded.model;
    let motion = prepare::motion(spec, model, start.q(), base, notes)?;
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
    let stops = scenario.simulate.as_ref().is_some_and(|settings| columns::stops_act(model, settings.limits));
    Ok(header(model, stops, picture::traced(model, scenario.trace.as_deref())?, scenario.motion.is_some()))
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

/// Times and names of events; impacts of a joint on a stop are one event, at the time of the first.
pub(super) fn events(events: &[Occurrence]) -> Vec<(f64, String)> {
    let mut list: Vec<(f64, String)> = Vec::new();
    let mut stops: Vec<StopHits<'_>> = Vec::new();
    for event in events {
        match &event.impact {
            None => list.push((event.t, event.name.clone())),
            Some(impact) => match stops.iter_mut().find(|(_, first, _)| same_stop(first, impact)) {
                Some((_, _, all)) => all.push((event.t, impact)),
                None => {
                    stops.push((list.len(), impact, vec![(event.t, impact)]));
                    list.push((event.t, event.name.clone()));
                }
            },
        }
    }
    for (place, first, all) in stops.iter().filter(|(_, _, all)| all.len() > 1) {
        let [length, speed, _] = first.units();
        let fastest = all.iter().fold(0.0_f64, |most, (_, impact)| most.max(impact.before.abs()));
        list[*place].1 = format!(
            "joint \"{}\" hits its {} limit {} {length} {} times, the last at t = {} s, with speeds up to {} {speed}",
            first.joint,
            first.limit.keyword(),
            six(first.at),
            all.len(),
            six(all[all.len() - 1].0),
            six(fastest)
        );
    }
    list
}

/// The place of the event, the first impact, and all with their times.
type StopHits<'a> = (usize, &'a Impact, Vec<(f64, &'a Impact)>);

fn same_stop(one: &Impact, other: &Impact) -> bool {
    (&one.joint, one.limit) == (&other.joint, other.limit)
}

/// Impacts and their times.
pub(super) fn impacts(events: &[Occurrence]) -> Vec<(f64, Impact)> {
    events.iter().filter_map(|event| Some((event.t, event.impact.clone()?))).collect()
}

/// Writes samples and checkpoints while the simulation runs.
struct Stream<'a, 'm> {
    recorded: &'a mut Recorded<'m>,
    writer: StreamWriter,
    folder: &'a RunFolder,
    /// Checksum of the model.
    checksum: &'a str,
    watch: &'a mut dyn Watch,
    /// Simulated time between two offered checkpoints, s.
    interval: f64,
    /// When the next checkpoint is written; `None` for the first, which is written at once.
    due: Option<Instant>,
    /// The first error of a file.
    trouble: Option<Error>,
}

impl Stream<'_, '_> {
    fn write(&mut self, sample: &Sample) -> Result<(), Error> {
        Ok(self.writer.append(self.recorded.record(sample)?)?)
    }

    /// Rows first: a checkpoint must never be ahead of them, even after a power failure.
    fn save(&mut self, checkpoint: &Checkpoint) -> Result<(), Error> {
        let rows = self.writer.sync()?;
        let saved = Saved { model_sha256: self.checksum.to_owned(), rows, state: checkpoint.clone() };
        checkpoint_file::save(self.folder, &saved)
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

impl Sink for Stream<'_, '_> {
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
        let begun = Instant::now();
        // without its rows a checkpoint would be worth nothing
        if self.trouble.is_some() || self.due.is_some_and(|due| begun < due) {
            return;
        }
        let done = self.save(checkpoint);
        self.keep(done);
        let pause = files::interval(CHECKPOINT_EVERY.max(begun.elapsed() * PAUSE_PER_SAVE));
        self.due = Some(Instant::now() + pause);
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
