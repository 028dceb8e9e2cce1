//! One run of one mechanism: how far its loops open.

use denoc::dynamics::Workspace;
use denoc::dynamics::loops::Loops;
use denoc::model::joints::Unit;
use denoc::sim::{Flow, Limits, Method, Progress, Sample, Simulation, Sink};

use super::{Bar, Subject, Way};
use crate::output::Failure;

/// Errors below this are rounding: no power of time is fitted to them.
const ROUNDING: f64 = 1e-12;
/// Coordinates that differ by more than this from the projected run belong to another motion.
const APART: f64 = 0.01;

/// Fewer samples tell no power.
const FEW: usize = 10;

/// How runs are integrated and fitted.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) method: Method,
    pub(crate) tolerance: f64,
    /// The power is fitted from here to the end, s.
    pub(crate) from: f64,
    /// Instead of the mechanism's own time, s.
    pub(crate) time: Option<f64>,
    /// Time between samples, s.
    pub(crate) output: f64,
}

impl Default for Settings {
    /// As in the paper: ode45, which is Dormand-Prince 5(4), at 1e-8.
    fn default() -> Self {
        Self { method: Method::Dopri5, tolerance: 1e-8, from: 2.0, time: None, output: 0.02 }
    }
}

impl Settings {
    /// How long a mechanism runs, s.
    pub(crate) fn time_of(&self, subject: &Subject) -> f64 {
        self.time.unwrap_or(subject.time)
    }
}

/// The errors of one run.
#[derive(Debug)]
pub(crate) struct Course {
    pub(crate) times: Vec<f64>,
    /// The largest distance of two points that should be one, m (rad where closures bind angles alone).
    pub(crate) gaps: Vec<f64>,
    pub(crate) steps: u64,
    pub(crate) coordinates: Vec<Vec<f64>>,
    /// Why it ended early.
    pub(crate) failure: Option<String>,
}

/// How errors grow.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) enum Growth {
    /// With this power of time.
    Power(f64),
    /// They are rounding.
    Rounding,
    /// There are too few samples to tell.
    TooFew,
    /// The run ended early.
    Ended,
}

/// Keeps samples while somebody looks on.
struct Recorder<'a> {
    samples: Vec<Sample>,
    bar: &'a mut Bar,
    stopped: bool,
}

impl Sink for Recorder<'_> {
    fn sample(&mut self, sample: &Sample) -> Flow {
        self.samples.push(sample.clone());
        Flow::Continue
    }

    fn progress(&mut self, progress: &Progress) -> Flow {
        let flow = self.bar.progress(progress);
        self.stopped |= flow == Flow::Stop && progress.t < progress.end;
        flow
    }
}

impl Course {
    /// `None` if somebody stopped it.
    pub(crate) fn new(
        subject: &Subject,
        way: &Way,
        settings: Settings,
        bar: &mut Bar,
    ) -> Result<Option<Self>, Failure> {
        let model = &subject.arm.model;
        let mut simulation = Simulation::new(model)
            .start(&subject.q, &subject.v)
            .duration(settings.time_of(subject))
            .output_step(settings.output)
            .method(settings.method)
            .tolerance(settings.tolerance)
            .limits(Limits::Ignore)
            .loops(way.settings());
        simulation.check()?;
        bar.begin(&subject.title, way);
        let mut recorder = Recorder { samples: Vec::new(), bar, stopped: false };
        let ended = simulation.run(&mut recorder);
        let Recorder { samples, stopped, .. } = recorder;
        if stopped {
            return Ok(None);
        }
        let (mut ws, mut loops) = (Workspace::new(model), Loops::new(model));
        let lengths = loops.rows().iter().any(|row| row.unit == Unit::Length);
        let mut residuals = vec![0.0; loops.count()];
        let mut gaps = Vec::with_capacity(samples.len());
        for sample in &samples {
            let stage = ws.position(model, &sample.q)?;
            loops.place(&stage);
            loops.residuals(&stage, &mut residuals)?;
            let own = loops.rows().iter().zip(&residuals).filter(|(row, _)| !lengths || row.unit == Unit::Length);
            gaps.push(own.fold(0.0, |m: f64, (_, residual)| m.max(residual.abs())));
        }
        Ok(Some(Self {
            times: samples.iter().map(|sample| sample.t).collect(),
            gaps,
            steps: ended.as_ref().map_or(0, |summary| summary.counters().steps),
            coordinates: samples.into_iter().map(|sample| sample.q).collect(),
            failure: ended.err().map(|error| error.to_string()),
        }))
    }

    /// The largest error so far.
    pub(crate) fn running(&self) -> Vec<f64> {
        let mut largest = 0.0_f64;
        let so_far = |gap: &f64| {
            largest = largest.max(*gap);
            largest
        };
        self.gaps.iter().map(so_far).collect()
    }

    pub(crate) fn largest(&self) -> f64 {
        self.gaps.iter().fold(0.0, |m, gap| m.max(*gap))
    }

    pub(crate) fn last(&self) -> f64 {
        self.gaps.last().copied().unwrap_or(f64::NAN)
    }

    /// The power p of error ~ t^p: the slope of the largest error so far over time, both as logarithms, by least squares
    /// from a time to the end.
    pub(crate) fn growth(&self, from: f64) -> Growth {
        if self.failure.is_some() {
            return Growth::Ended;
        }
        if self.largest() < ROUNDING {
            return Growth::Rounding;
        }
        let points: Vec<(f64, f64)> = (self.times.iter().zip(self.running()))
            .filter(|(t, gap)| **t >= from && *gap > 0.0)
            .map(|(t, gap)| (t.ln(), gap.ln()))
            .collect();
        slope(&points).filter(|_| points.len() >= FEW).map_or(Growth::TooFew, Growth::Power)
    }

    /// The power, if there is one.
    pub(crate) fn power(&self, from: f64) -> Option<f64> {
        match self.growth(from) {
            Growth::Power(power) => Some(power),
            _ => None,
        }
    }

    /// When the coordinates left those of another run for good.
    pub(crate) fn departs(&self, other: &Self) -> Option<f64> {
        let far = |(a, b): (&Vec<f64>, &Vec<f64>)| a.iter().zip(b).any(|(a, b)| (a - b).abs() > APART);
        let last = self.coordinates.iter().zip(&other.coordinates).rposition(|pair| !far(pair));
        let next = last.map_or(0, |k| k + 1);
        (next < self.coordinates.len().min(other.coordinates.len())).then(|| self.times[next])
    }
}

/// The slope of the line nearest to points.
fn slope(points: &[(f64, f64)]) -> Option<f64> {
    let n = points.len() as f64;
    let mean = |part: fn(&(f64, f64)) -> f64| points.iter().map(part).sum::<f64>() / n;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let (mut across, mut up) = (0.0, 0.0);
    for (a, b) in points {
        across += (a - x) * (a - x);
        up += (a - x) * (b - y);
    }
    (points.len() > 2 && across > 0.0).then(|| up / across)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(error: fn(f64) -> f64) -> Course {
        let times: Vec<f64> = (0..=500).map(|k| 0.02 * f64::from(k)).collect();
        let coordinates = times.iter().map(|t| vec![t.sin()]).collect();
        Course { gaps: times.iter().map(|t| error(*t)).collect(), times, steps: 1, coordinates, failure: None }
    }

    // oracle: errors made with a known power
    #[test]
    fn powers_are_found() {
        for (power, found) in [(2.0, course(|t| 1e-9 * t * t)), (0.7, course(|t| 1e-9 * t.powf(0.7)))] {
            assert!((found.power(2.0).unwrap() - power).abs() < 1e-12);
        }
        assert_eq!(course(|_| 1e-15).growth(2.0), Growth::Rounding);
        assert_eq!(course(|t| 1e-9 * t).growth(20.0), Growth::TooFew);
        assert_eq!(course(|t| 1e-9 * t).growth(9.9), Growth::TooFew);
        // a wave under the envelope does not count
        let wave = course(|t| 1e-9 * t * (1.0 + 0.2 * (40.0 * t).sin()));
        assert!((wave.power(2.0).unwrap() - 1.0).abs() < 0.05);
    }

    // oracle: curves that part at a known time
    #[test]
    fn departure_is_found() {
        let (here, mut other) = (course(|t| t), course(|t| t));
        assert_eq!(here.departs(&other), None);
        other.coordinates[300..].iter_mut().for_each(|q| q[0] += 0.1);
        assert_eq!(here.departs(&other), Some(here.times[300]));
    }
}
