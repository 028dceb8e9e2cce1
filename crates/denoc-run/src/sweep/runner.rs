//! Runs all points of a sweep on all cores.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use denoc_base::files::interval;

use super::rows::one_line;
use super::{Finished, Folder, Manifest, Row, SweepEvaluator};
use crate::Error;
use crate::run::{Flow, Progress, Watch};
use crate::scenario::Scenario;

/// Longest time between two writes while points finish …
const WRITE_EVERY: Duration = Duration::from_millis(200);
/// … and the number of waiting rows that triggers one.
const MOST_WAITING: usize = 100;
/// Time between two calls of the watch.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// How a sweep is run; none of it changes the results.
#[derive(Clone, Debug)]
pub struct SweepOptions {
    /// Number of points computed at the same time; default: the number of cores.
    pub threads: Option<usize>,
    /// Maximum number of rows of a part.
    pub part_rows: usize,
    /// Whether another sweep in the folder is replaced.
    pub force: bool,
    /// Whether a sweep that another version of the program began is continued.
    pub any_version: bool,
}

impl Default for SweepOptions {
    fn default() -> Self {
        Self { threads: None, part_rows: 1000, force: false, any_version: false }
    }
}

/// Progress of a sweep.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SweepProgress {
    /// Number of points.
    pub points: usize,
    /// Number of finished points.
    pub finished: usize,
    /// Number of finished points that failed.
    pub failed: usize,
}

/// Result of a sweep.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SweepSummary {
    /// Number of points.
    pub points: usize,
    /// Number of points that were finished before this call.
    pub before: usize,
    /// Number of finished points.
    pub finished: usize,
    /// Number of finished points that failed.
    pub failed: usize,
    /// The first point that failed, with its error message.
    pub first_error: Option<(usize, String)>,
    /// Minimum and maximum of every metric.
    pub ranges: Vec<MetricRange>,
    /// `results.csv`, if all points are finished.
    pub results: Option<PathBuf>,
}

/// Minimum and maximum of a metric over the points of a sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct MetricRange {
    /// Name of the metric.
    pub name: String,
    /// Its SI unit.
    pub unit: String,
    /// Point and value of the minimum.
    pub least: Option<(usize, f64)>,
    /// Point and value of the maximum.
    pub greatest: Option<(usize, f64)>,
}

/// Runs the `[sweep]` of a scenario and writes its folder. Points that are finished there are not repeated; a point that fails is
/// recorded with its error. Relative paths of the scenario start at `base`.
pub fn run(
    scenario: &Scenario,
    base: &Path,
    folder: &Path,
    options: &SweepOptions,
    watch: &mut dyn Watch,
) -> Result<SweepSummary, Error> {
    let evaluator = SweepEvaluator::new(scenario, base, None)?;
    let points = evaluator.points()?;
    let manifest = Manifest::of(&evaluator, &points)?;
    let mut folder = Folder::open(folder, &manifest, options)?;
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
    work.run(options, &mut folder, &mut finished, watch)?;
    let complete = finished.rows.len() == points.len();
    let results = if complete { Some(folder.write_results(&finished)?) } else { None };
    Ok(summary(points.len(), before, &finished, results))
}

/// The points that are left, shared by the threads that compute them.
struct Work<'a> {
    evaluator: &'a SweepEvaluator,
    points: &'a [Vec<f64>],
    todo: &'a [usize],
    next: AtomicUsize,
    stop: AtomicBool,
}

impl Work<'_> {
    /// Computes in several threads; this one writes.
    fn run(
        &self,
        options: &SweepOptions,
        folder: &mut Folder,
        finished: &mut Finished,
        watch: &mut dyn Watch,
    ) -> Result<(), Error> {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = options.threads.unwrap_or_else(cores).clamp(1, self.todo.len().max(1));
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
                let due = waiting.len() >= MOST_WAITING || written.elapsed() >= interval(WRITE_EVERY) || ended;
                if due && !waiting.is_empty() && outcome.is_ok() {
                    outcome = keep(folder, finished, &mut waiting);
                    written = Instant::now();
                }
                let done = finished.rows.len() + waiting.len();
                let flow = watch.sweep_progress(SweepProgress { points: self.points.len(), finished: done, failed });
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
            // a panic at one point must not lose the others
            let done = catch_unwind(AssertUnwindSafe(evaluate))
                .unwrap_or_else(|_| Err("the program panicked at this point".into()));
            let (metrics, error) = match done {
                Ok(None) => return, // interrupted
                Ok(Some(metrics)) => (metrics, None),
                Err(message) => (vec![f64::NAN; self.evaluator.metrics().len()], Some(one_line(&message))),
            };
            if sender.send(Row { point, parameters: x.clone(), metrics, error }).is_err() {
                return;
            }
        }
    }
}

/// Ends a simulation when the sweep ends.
struct Stop<'a>(&'a AtomicBool);

impl Watch for Stop<'_> {
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

fn summary(points: usize, before: usize, all: &Finished, results: Option<PathBuf>) -> SweepSummary {
    let heads = all.metrics.iter();
    let mut ranges: Vec<MetricRange> = heads
        .map(|h| MetricRange { name: h.name.clone(), unit: h.unit.clone(), least: None, greatest: None })
        .collect();
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
    SweepSummary { points, before, finished: all.rows.len(), failed, first_error, ranges, results }
}
