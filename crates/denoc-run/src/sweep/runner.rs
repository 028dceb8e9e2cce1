//! All points of a sweep, on all cores, into a folder.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use super::rows::one_line;
use super::{Evaluator, Finished, Folder, Manifest, Row};
use crate::Error;
use crate::run::{self, Flow, Progress};
use crate::scenario::Scenario;

/// Rows are written at least this often while points get finished …
const WRITE_EVERY: Duration = Duration::from_millis(200);
/// … or when so many wait.
const MOST_WAITING: usize = 100;
/// How often somebody who looks on is asked.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// How a sweep is run. None of it changes the results.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Points at the same time; as many as there are cores if nothing is said.
    pub threads: Option<usize>,
    /// The most rows of a part.
    pub part_rows: usize,
    /// Whether another sweep in the folder is removed.
    pub force: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { threads: None, part_rows: 1000, force: false }
    }
}

/// Somebody who looks on while a sweep goes on.
pub trait Watch {
    /// So many points are finished, so many of them failed; [`Flow::Stop`] ends it cleanly.
    fn progress(&mut self, finished: usize, points: usize, failed: usize) -> Flow;
}

impl Watch for run::Silent {
    fn progress(&mut self, _: usize, _: usize, _: usize) -> Flow {
        Flow::Continue
    }
}

/// What came out of a sweep.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Summary {
    /// Points of the sweep.
    pub points: usize,
    /// Points that were finished before.
    pub before: usize,
    /// Points that are finished now.
    pub finished: usize,
    /// Points among them that failed.
    pub failed: usize,
    /// The first point that failed, and why.
    pub first_error: Option<(usize, String)>,
    /// The least and the greatest of every metric.
    pub ranges: Vec<Range>,
    /// `results.csv`, if all points are finished.
    pub results: Option<PathBuf>,
}

/// The least and the greatest of a metric.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    /// Name of the metric.
    pub name: String,
    /// Its SI unit.
    pub unit: String,
    /// Point and value of the least.
    pub least: Option<(usize, f64)>,
    /// Point and value of the greatest.
    pub greatest: Option<(usize, f64)>,
}

/// Runs the `[sweep]` of a scenario into a folder. Points that are finished there are not run again; a point that fails is
/// recorded with its error. Relative paths of the scenario start at `base`.
pub fn run(
    scenario: &Scenario,
    base: &Path,
    folder: &Path,
    settings: &Settings,
    watch: &mut dyn Watch,
) -> Result<Summary, Error> {
    let evaluator = Evaluator::new(scenario, base, None)?;
    let points = evaluator.points()?;
    let manifest = Manifest::of(&evaluator, &points)?;
    let mut folder = Folder::open(folder, &manifest, settings.part_rows, settings.force)?;
    let mut finished = folder.finished()?;
    let before = finished.rows.len();
    let todo: Vec<usize> = (0..points.len()).filter(|point| !finished.rows.contains_key(point)).collect();
    let work = Work {
        evaluator: &evaluator,
        points: &points,
        todo: &todo,
        next: AtomicUsize::new(0),
        stop: AtomicBool::new(false),
    };
    work.run(settings, &mut folder, &mut finished, watch)?;
    let complete = finished.rows.len() == points.len();
    let results = if complete { Some(folder.write_results(&finished)?) } else { None };
    Ok(summary(points.len(), before, &finished, results))
}

/// Points that are waiting, and those who work on them.
struct Work<'a> {
    evaluator: &'a Evaluator,
    points: &'a [Vec<f64>],
    todo: &'a [usize],
    next: AtomicUsize,
    stop: AtomicBool,
}

impl Work<'_> {
    /// Computes in several threads; this one writes.
    fn run(
        &self,
        settings: &Settings,
        folder: &mut Folder,
        finished: &mut Finished,
        watch: &mut dyn Watch,
    ) -> Result<(), Error> {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = settings.threads.unwrap_or_else(cores).clamp(1, self.todo.len().max(1));
        let mut failed = finished.rows.values().filter(|row| row.error.is_some()).count();
        std::thread::scope(|scope| {
            let (sender, receiver) = channel();
            for _ in 0..threads {
                let sender = sender.clone();
                scope.spawn(move || self.compute(&sender));
            }
            drop(sender);
            let (mut waiting, mut written) = (Vec::new(), Instant::now());
            let mut outcome = Ok(());
            loop {
                let received = receiver.recv_timeout(LOOK_EVERY);
                let ended = matches!(received, Err(RecvTimeoutError::Disconnected));
                if let Ok(row) = received {
                    failed += usize::from(row.error.is_some());
                    waiting.push(row);
                }
                let due = waiting.len() >= MOST_WAITING || written.elapsed() >= WRITE_EVERY || ended;
                if due && !waiting.is_empty() && outcome.is_ok() {
                    outcome = keep(folder, finished, &mut waiting);
                    written = Instant::now();
                }
                let flow = watch.progress(finished.rows.len() + waiting.len(), self.points.len(), failed);
                if flow == Flow::Stop || outcome.is_err() {
                    self.stop.store(true, Ordering::Relaxed);
                }
                if ended {
                    return outcome;
                }
            }
        })
    }

    /// Takes one point after the other.
    fn compute(&self, sender: &Sender<Row>) {
        while !self.stop.load(Ordering::Relaxed) {
            let Some(&point) = self.todo.get(self.next.fetch_add(1, Ordering::Relaxed)) else { return };
            let x = &self.points[point];
            let evaluate = || self.evaluator.evaluate_watched(x, &mut Stop(&self.stop)).map_err(|e| e.to_string());
            // a fault of the program in one point shall not cost the others
            let done = catch_unwind(AssertUnwindSafe(evaluate))
                .unwrap_or_else(|_| Err("the program failed at this point".into()));
            let (metrics, error) = match done {
                Ok(None) => return, // interrupted
                Ok(Some(metrics)) => (metrics, None),
                Err(words) => (vec![f64::NAN; self.evaluator.metrics().len()], Some(one_line(&words))),
            };
            if sender.send(Row { point, parameters: x.clone(), metrics, error }).is_err() {
                return;
            }
        }
    }
}

/// Ends a simulation when the sweep ends.
struct Stop<'a>(&'a AtomicBool);

impl run::Watch for Stop<'_> {
    fn progress(&mut self, _: &Progress) -> Flow {
        if self.0.load(Ordering::Relaxed) { Flow::Stop } else { Flow::Continue }
    }
}

fn keep(folder: &mut Folder, finished: &mut Finished, waiting: &mut Vec<Row>) -> Result<(), Error> {
    waiting.sort_by_key(|row| row.point);
    folder.append(&finished.metrics, waiting)?;
    finished.rows.extend(waiting.drain(..).map(|row| (row.point, row)));
    Ok(())
}

fn summary(points: usize, before: usize, all: &Finished, results: Option<PathBuf>) -> Summary {
    let heads = all.metrics.iter();
    let mut ranges: Vec<Range> =
        heads.map(|h| Range { name: h.name.clone(), unit: h.unit.clone(), least: None, greatest: None }).collect();
    let (mut failed, mut first_error) = (0, None);
    for row in all.rows.values() {
        if let Some(error) = &row.error {
            failed += 1;
            first_error.get_or_insert((row.point, error.clone()));
            continue;
        }
        for (range, &x) in ranges.iter_mut().zip(&row.metrics).filter(|(_, x)| !x.is_nan()) {
            if range.least.is_none_or(|(_, least)| x < least) {
                range.least = Some((row.point, x));
            }
            if range.greatest.is_none_or(|(_, greatest)| x > greatest) {
                range.greatest = Some((row.point, x));
            }
        }
    }
    Summary { points, before, finished: all.rows.len(), failed, first_error, ranges, results }
}
