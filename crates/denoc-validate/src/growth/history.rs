//! One run of one mechanism: its closure error over time.

use denoc_dynamics::Workspace;
use denoc_dynamics::loops::Loops;
use denoc_model::Model;
use denoc_model::joints::Unit;
use denoc_sim::{Flow, Integrator, Limits, Progress, Sample, Simulation, Sink};

use super::{ClosureScheme, Specimen, StudyWatch};
use crate::ValidationError;

/// Errors below this are rounding: no power of time is fitted to them.
const ROUNDING: f64 = 1e-12;
/// Coordinates that differ by more than this from the projected run belong to another motion.
const APART: f64 = 0.01;
/// Fewer samples determine no power.
const FEW: usize = 10;

/// How runs are integrated and how the growth of their errors is fitted.
#[derive(Copy, Clone, Debug)]
pub struct GrowthSettings {
    /// The integrator.
    pub integrator: Integrator,
    /// Relative and absolute tolerance of a step.
    pub tolerance: f64,
    /// The power of time is fitted from here to the end, s.
    pub fit_from: f64,
    /// Simulated time; that of the specimen unless given, s.
    pub duration: Option<f64>,
    /// Time between samples, s.
    pub output_step: f64,
}

impl Default for GrowthSettings {
    /// As in the paper: ode45, which is Dormand-Prince 5(4), at 1e-8.
    fn default() -> Self {
        Self { integrator: Integrator::Dopri5, tolerance: 1e-8, fit_from: 2.0, duration: None, output_step: 0.02 }
    }
}

impl GrowthSettings {
    /// The simulated time of a specimen, s.
    pub fn duration_of(&self, specimen: &Specimen) -> f64 {
        self.duration.unwrap_or(specimen.duration)
    }
}

/// The closure error of one run over time.
#[derive(Debug)]
pub struct ErrorHistory {
    /// Instants of the samples, s.
    pub times: Vec<f64>,
    /// The largest distance of two points that should coincide, m (rad where the closures constrain angles only).
    pub gaps: Vec<f64>,
    /// Steps of the integrator; 0 if the run failed.
    pub steps: u64,
    /// Generalised coordinates of each sample.
    pub coordinates: Vec<Vec<f64>>,
    /// Why the run ended early, if it did.
    pub failure: Option<String>,
}

/// How the closure error grows.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum GrowthLaw {
    /// With this power of time.
    Power(f64),
    /// Not at all: the error is rounding.
    Rounding,
    /// Unknown: there are too few samples to fit.
    TooFew,
    /// Unknown: the run ended early.
    Ended,
}

/// Keeps samples and reports progress.
struct Recorder<'a> {
    samples: Vec<Sample>,
    watch: &'a mut dyn StudyWatch,
    stopped: bool,
}

impl Sink for Recorder<'_> {
    fn sample(&mut self, sample: &Sample) -> Flow {
        self.samples.push(sample.clone());
        Flow::Continue
    }

    fn progress(&mut self, progress: &Progress) -> Flow {
        let flow = self.watch.progress(progress);
        self.stopped |= flow == Flow::Stop && progress.t < progress.end;
        flow
    }
}

impl ErrorHistory {
    /// Simulates a specimen; `None` if the watch stopped it.
    pub(super) fn record(
        specimen: &Specimen,
        scheme: &ClosureScheme,
        settings: &GrowthSettings,
        watch: &mut dyn StudyWatch,
    ) -> Result<Option<Self>, ValidationError> {
        let model = &specimen.mechanism.model;
        let mut simulation = Simulation::new(model)
            .start(&specimen.q, &specimen.v)
            .duration(settings.duration_of(specimen))
            .output_step(settings.output_step)
            .integrator(settings.integrator)
            .tolerance(settings.tolerance)
            .limits(Limits::Ignore)
            .loops(scheme.settings());
        simulation.check()?;
        watch.begin(specimen, scheme);
        let mut recorder = Recorder { samples: Vec::new(), watch, stopped: false };
        let ended = simulation.run(&mut recorder);
        let Recorder { samples, stopped, .. } = recorder;
        if stopped {
            return Ok(None);
        }
        Ok(Some(Self {
            times: samples.iter().map(|sample| sample.t).collect(),
            gaps: gaps(model, &samples)?,
            steps: ended.as_ref().map_or(0, |summary| summary.counters().steps),
            coordinates: samples.into_iter().map(|sample| sample.q).collect(),
            failure: ended.err().map(|error| error.to_string()),
        }))
    }

    /// The largest error so far.
    pub fn running(&self) -> Vec<f64> {
        let mut largest = 0.0_f64;
        let so_far = |gap: &f64| {
            largest = largest.max(*gap);
            largest
        };
        self.gaps.iter().map(so_far).collect()
    }

    /// The largest error of the run.
    pub fn largest(&self) -> f64 {
        self.gaps.iter().fold(0.0, |m, gap| m.max(*gap))
    }

    /// The error at the end.
    pub fn last(&self) -> f64 {
        self.gaps.last().copied().unwrap_or(f64::NAN)
    }

    /// The power p of error ~ t^p: the slope of the logarithm of the largest error so far over the logarithm of time, by least
    /// squares from a time to the end.
    pub fn law(&self, from: f64) -> GrowthLaw {
        if self.failure.is_some() {
            return GrowthLaw::Ended;
        }
        if self.largest() < ROUNDING {
            return GrowthLaw::Rounding;
        }
        let points: Vec<(f64, f64)> = (self.times.iter().zip(self.running()))
            .filter(|(t, gap)| **t >= from && *gap > 0.0)
            .map(|(t, gap)| (t.ln(), gap.ln()))
            .collect();
        slope(&points).filter(|_| points.len() >= FEW).map_or(GrowthLaw::TooFew, GrowthLaw::Power)
    }

    /// The power of [`ErrorHistory::law`], if there is one.
    pub fn power(&self, from: f64) -> Option<f64> {
        match self.law(from) {
            GrowthLaw::Power(power) => Some(power),
            _ => None,
        }
    }

    /// The time from which the coordinates differ for good from those of another run, s.
    pub fn departs(&self, other: &Self) -> Option<f64> {
        let far = |(a, b): (&Vec<f64>, &Vec<f64>)| a.iter().zip(b).any(|(a, b)| (a - b).abs() > APART);
        let last = self.coordinates.iter().zip(&other.coordinates).rposition(|pair| !far(pair));
        let next = last.map_or(0, |k| k + 1);
        (next < self.coordinates.len().min(other.coordinates.len())).then(|| self.times[next])
    }
}

/// The largest distance of two points that should coincide, sample by sample.
fn gaps(model: &Model, samples: &[Sample]) -> Result<Vec<f64>, ValidationError> {
    let (mut ws, mut loops) = (Workspace::new(model), Loops::new(model));
    let lengths = loops.rows().iter().any(|row| row.unit == Unit::Length);
    let mut residuals = vec![0.0; loops.count()];
    let mut gaps = Vec::with_capacity(samples.len());
    for sample in samples {
        let stage = ws.position(model, &sample.q)?;
        loops.place(&stage);
        loops.residuals(&stage, &mut residuals)?;
        let counted = loops.rows().iter().zip(&residuals).filter(|(row, _)| !lengths || row.unit == Unit::Length);
        gaps.push(counted.fold(0.0, |m: f64, (_, residual)| m.max(residual.abs())));
    }
    Ok(gaps)
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

    fn history(error: fn(f64) -> f64) -> ErrorHistory {
        let times: Vec<f64> = (0..=500).map(|k| 0.02 * f64::from(k)).collect();
        let coordinates = times.iter().map(|t| vec![t.sin()]).collect();
        ErrorHistory { gaps: times.iter().map(|t| error(*t)).collect(), times, steps: 1, coordinates, failure: None }
    }

    // oracle: errors made with a known power
    #[test]
    fn powers_are_found() {
        for (power, found) in [(2.0, history(|t| 1e-9 * t * t)), (0.7, history(|t| 1e-9 * t.powf(0.7)))] {
            assert!((found.power(2.0).unwrap() - power).abs() < 1e-12);
        }
        assert_eq!(history(|_| 1e-15).law(2.0), GrowthLaw::Rounding);
        assert_eq!(history(|t| 1e-9 * t).law(20.0), GrowthLaw::TooFew);
        assert_eq!(history(|t| 1e-9 * t).law(9.9), GrowthLaw::TooFew);
        // a wave under the envelope does not count
        let wave = history(|t| 1e-9 * t * (1.0 + 0.2 * (40.0 * t).sin()));
        assert!((wave.power(2.0).unwrap() - 1.0).abs() < 0.05);
    }

    // oracle: curves that part at a known time
    #[test]
    fn departure_is_found() {
        let (here, mut other) = (history(|t| t), history(|t| t));
        assert_eq!(here.departs(&other), None);
        other.coordinates[300..].iter_mut().for_each(|q| q[0] += 0.1);
        assert_eq!(here.departs(&other), Some(here.times[300]));
    }
}
