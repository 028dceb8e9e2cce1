//! The global error of a run, estimated by a second run that is more accurate.

use core::fmt::Write as _;

use denoc_base::AuditRow;
use denoc_base::number::brief;
use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_model::Model;
use serde::{Deserialize, Serialize};

use crate::SimError;
use crate::simulation::{Flow, Progress, Sample, Sink};

/// Differences above this fraction of the motion are errors: the two runs have parted.
const PARTED: f64 = 0.01;
/// Motion is at least this many tolerances: smaller differences are no errors.
const LEAST_MOTION: f64 = 100.0;
/// Angles are at most this large, rad: a rotor that is half a turn off has lost its phase, however many turns it makes.
const TURN: f64 = core::f64::consts::TAU;

/// Samples of a completed run.
pub trait Recording {
    /// Number of samples.
    fn count(&self) -> usize;

    /// Writes coordinates (nq) and speeds (nv) of a sample; its time, s.
    fn read(&self, index: usize, q: &mut [f64], v: &mut [f64]) -> f64;
}

impl Recording for Vec<Sample> {
    fn count(&self) -> usize {
        self.len()
    }

    fn read(&self, index: usize, q: &mut [f64], v: &mut [f64]) -> f64 {
        let sample = &self[index];
        q.copy_from_slice(&sample.q);
        v.copy_from_slice(&sample.v);
        sample.t
    }
}

/// An estimate of the global error of a run: how far it is from a second run of the same simulation with a tenth of the tolerance, or
/// with half of a fixed step. Computed by [`Simulation::verify`](crate::Simulation::verify).
///
/// The tolerance of a run bounds the error of each step. Errors of steps accumulate, and the motion may amplify them, which
/// neither the energy nor any other row of the audit reveals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Verification {
    /// The settings of the second run: `tolerance 1.000e-11`.
    pub second_run: String,
    /// Number of samples that were compared.
    pub samples: usize,
    /// Time up to which the runs were compared, s.
    pub until: f64,
    /// The largest differences of coordinates (as many as speeds: of ball joints, the components of the rotation between them), then
    /// of speeds, then of the time of the end if the run ended before its duration.
    pub differences: Vec<Difference>,
    /// The largest difference relative to the motion: to the largest displacement from the start (angles: at most one turn), or to
    /// the largest speed, of any joint with the same unit; of the time of the end: to that time.
    pub relative: f64,
    /// Time from which the difference exceeds 1 % of the motion, s.
    pub parted: Option<f64>,
    /// Why the second run is not complete.
    pub incomplete: Option<String>,
}

/// The largest difference of a coordinate or speed between two runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// The coordinate or speed: `q[joint1]`.
    pub name: String,
    /// Its SI unit.
    pub unit: String,
    /// The largest difference, in `unit`.
    pub largest: f64,
    /// The same, relative to the motion.
    pub relative: f64,
    /// When it occurred, s.
    pub t: f64,
}

impl Verification {
    /// Rows for the audit.
    pub fn rows(&self) -> Vec<AuditRow> {
        let mut meaning = format!("largest difference from a run with {}, relative to the motion", self.second_run);
        if let Some(t) = self.parted {
            let _ = write!(meaning, "; the runs part at t = {} s", brief(t));
        }
        if let Some(reason) = &self.incomplete {
            let _ = write!(meaning, "; compared up to t = {} s: {reason}", brief(self.until));
        }
        // what was not compared is not verified
        let value = if self.incomplete.is_some() && self.parted.is_none() { f64::NAN } else { self.relative };
        let mut rows = vec![AuditRow::bounded("estimated global error", value, "", PARTED, meaning)];
        for (what, units) in [("coordinates", &["rad", "m"][..]), ("speeds", &["rad/s", "m/s"]), ("the end", &["s"])] {
            for &unit in units {
                let largest = self.differences.iter().filter(|d| d.unit == unit);
                if let Some(d) = largest.max_by(|a, b| a.largest.total_cmp(&b.largest)) {
                    let meaning = format!("{} at t = {} s", d.name, brief(d.t));
                    rows.push(AuditRow::unjudged(format!("estimated error of {what}"), d.largest, unit, meaning));
                }
            }
        }
        rows
    }
}

/// Compares the samples of a second run with those of the first while it runs.
pub(crate) struct Comparison<'a> {
    model: &'a Model,
    first: &'a dyn Recording,
    progress: &'a mut dyn FnMut(&Progress) -> Flow,
    /// The motion that differences are relative to: of coordinates, then of speeds.
    motion: Vec<f64>,
    found: Verification,
    /// Samples that the second run has made.
    made: usize,
    /// Time of the last sample of the first run, s.
    first_end: f64,
    /// Whether the second run went on when the first had ended.
    outlived: bool,
    trouble: Option<SimError>,
    q: Vec<f64>,
    v: Vec<f64>,
    change: Vec<f64>,
}

impl<'a> Comparison<'a> {
    pub(crate) fn new(
        model: &'a Model,
        first: &'a dyn Recording,
        second_run: String,
        tolerance: f64,
        progress: &'a mut dyn FnMut(&Progress) -> Flow,
    ) -> Result<Self, SimError> {
        let entries = [Entries::new(model, Quantity::V), Entries::new(model, Quantity::V)];
        let coordinate = |i: usize| {
            let unit = if entries[0].units[i] == "m/s" { "m" } else { "rad" };
            (format!("q[{}]", entries[0].labels[i]), unit)
        };
        let speed = |i: usize| (entries[1].column(i), entries[1].units[i]);
        let nv = model.nv();
        let named = (0..nv).map(coordinate).chain((0..nv).map(speed));
        let differences =
            named.map(|(name, unit)| Difference { name, unit: unit.to_owned(), largest: 0.0, relative: 0.0, t: 0.0 });
        let found = Verification {
            second_run,
            samples: 0,
            until: 0.0,
            differences: differences.collect(),
            relative: 0.0,
            parted: None,
            incomplete: None,
        };
        let (q, v, change) = (model.neutral(), vec![0.0; nv], vec![0.0; nv]);
        let motion = vec![0.0; 2 * nv];
        #[rustfmt::skip]
        let mut this = Self {
            model, first, progress, motion, found, made: 0, first_end: 0.0, outlived: false, trouble: None, q, v, change,
        };
        this.measure_motion(LEAST_MOTION * tolerance)?;
        Ok(this)
    }

    /// The largest displacement and speed of any joint with the same unit.
    fn measure_motion(&mut self, least: f64) -> Result<(), SimError> {
        let mut start = self.q.clone();
        let nv = self.v.len();
        for k in 0..self.first.count() {
            self.first_end = self.first.read(k, &mut self.q, &mut self.v);
            if k == 0 {
                start.copy_from_slice(&self.q);
            }
            self.model.difference(&start, &self.q, &mut self.change)?;
            let both = self.change.iter().chain(&self.v);
            self.motion.iter_mut().zip(both).for_each(|(motion, x)| *motion = motion.max(x.abs()));
        }
        let units: Vec<&str> = self.found.differences.iter().map(|d| d.unit.as_str()).collect();
        let largest = |unit| (0..2 * nv).filter(|&k| units[k] == unit).map(|k| self.motion[k]).fold(least, f64::max);
        let most = |unit| if unit == "rad" { TURN } else { f64::INFINITY };
        self.motion = units.iter().map(|unit| largest(*unit).min(most(*unit))).collect();
        Ok(())
    }

    fn compare(&mut self, sample: &Sample) -> Result<(), SimError> {
        let t = self.first.read(self.made, &mut self.q, &mut self.v);
        if t != sample.t {
            return Ok(()); // one of them ended at an event
        }
        self.model.difference(&sample.q, &self.q, &mut self.change)?;
        let speeds = self.v.iter().zip(&sample.v).map(|(a, b)| a - b);
        let both = self.change.iter().copied().chain(speeds);
        for ((difference, x), motion) in self.found.differences.iter_mut().zip(both).zip(&self.motion) {
            // what is no number cannot be written to a file, and is no agreement
            let x = if x.is_finite() { x.abs() } else { f64::MAX };
            if x > difference.largest {
                (difference.largest, difference.relative, difference.t) = (x, (x / motion).min(f64::MAX), t);
                self.found.relative = self.found.relative.max(difference.relative);
            }
        }
        if self.found.relative > PARTED {
            self.found.parted.get_or_insert(t);
        }
        (self.found.samples, self.found.until) = (self.found.samples + 1, t);
        Ok(())
    }

    /// One of the runs ended at an event that the other met at another time, or not at all.
    fn compare_ends(&mut self, end: f64) {
        let (t, latest) = (end.min(self.first_end), end.max(self.first_end));
        let largest = latest - t;
        let relative = if latest > 0.0 { largest / latest } else { 0.0 };
        let name = if self.outlived { "end of the run; the second run goes on" } else { "end of the run" };
        self.found.differences.push(Difference { name: name.into(), unit: "s".into(), largest, relative, t });
        self.found.relative = self.found.relative.max(relative);
        if relative > PARTED {
            self.found.parted.get_or_insert(t);
        }
    }

    /// The result, after a run that ended at this time, or with an error.
    pub(crate) fn finish(mut self, end: Result<f64, SimError>, duration: f64) -> Result<Verification, SimError> {
        if let Some(error) = self.trouble {
            return Err(error);
        }
        match end {
            Err(error) => self.found.incomplete = Some(format!("the second run failed ({error})")),
            Ok(_) if self.found.incomplete.is_some() => {}
            // all but the ends, which events may move
            Ok(_) if self.found.samples + 1 < self.made => {
                self.found.incomplete = Some("the second run has rows at other times".into());
            }
            Ok(end) if end.min(self.first_end) < duration => self.compare_ends(end),
            Ok(_) => {}
        }
        Ok(self.found)
    }
}

impl Sink for Comparison<'_> {
    fn sample(&mut self, sample: &Sample) -> Flow {
        if self.made >= self.first.count() {
            // its end may be a little later
            self.outlived = self.first_end < (1.0 - 2.0 * PARTED) * sample.t;
            return if self.outlived { Flow::Stop } else { Flow::Continue };
        }
        if let Err(error) = self.compare(sample) {
            self.trouble.get_or_insert(error);
            return Flow::Stop;
        }
        self.made += 1;
        Flow::Continue
    }

    fn progress(&mut self, progress: &Progress) -> Flow {
        let flow = (self.progress)(progress);
        if flow == Flow::Stop && progress.t < progress.end {
            self.found.incomplete = Some("interrupted".into());
        }
        flow
    }
}
