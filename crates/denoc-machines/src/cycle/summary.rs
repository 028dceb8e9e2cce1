//! Statistics of a cycle.

use serde::Serialize;

use super::{Cycle, CycleSample, Output};

/// Statistics of one quantity over a cycle, in its unit; means are over time.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct Statistics {
    /// Smallest sample.
    pub min: f64,
    /// Largest sample.
    pub max: f64,
    /// Mean.
    pub mean: f64,
    /// Root mean square.
    pub rms: f64,
    /// Root mean square of the deviation from the mean.
    pub ripple: f64,
}

/// One output over a cycle, computed by [`Cycle::summary`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OutputSummary {
    /// The output.
    pub output: Output,
    /// Smallest coordinate, rad or m.
    pub min: f64,
    /// Largest coordinate, rad or m.
    pub max: f64,
    /// Difference of the two, rad or m.
    pub stroke: f64,
    /// Time from the smallest to the largest coordinate, s; `None` unless the output moves there and back once per closed cycle.
    pub forward_time: Option<f64>,
    /// Time back, s.
    pub return_time: Option<f64>,
    /// Duration of the slower stroke over that of the faster one.
    pub time_ratio: Option<f64>,
}

/// Statistics of a cycle, computed by [`Cycle::summary`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CycleSummary {
    /// Duration, s.
    pub duration: f64,
    /// Torque or force of the input, N m or N.
    pub torque: Statistics,
    /// Power of the input, W.
    pub power: Statistics,
    /// Magnitude of the shaking force, N.
    pub shaking_force: Statistics,
    /// Magnitude of the shaking moment about the world origin, N m.
    pub shaking_moment: Statistics,
    /// The smallest transmission angle, rad; obtuse angles are reported as π − angle.
    pub min_transmission_angle: Option<f64>,
    /// The outputs.
    pub outputs: Vec<OutputSummary>,
}

/// The weights of the samples in means over time (trapezoidal rule, exact up to high harmonics for closed cycles).
pub(crate) fn weights(samples: usize) -> Vec<f64> {
    let steps = samples.saturating_sub(1).max(1) as f64;
    let ends = |i: usize| if i == 0 || i + 1 == samples { 0.5 } else { 1.0 };
    (0..samples).map(|i| ends(i) / steps).collect()
}

impl Statistics {
    /// Statistics of equally spaced samples, both ends included.
    pub fn of(samples: &[f64]) -> Self {
        let weights = weights(samples.len());
        let mean = |f: &dyn Fn(f64) -> f64| samples.iter().zip(&weights).map(|(&x, w)| w * f(x)).sum::<f64>();
        let average = mean(&|x| x);
        Self {
            min: samples.iter().copied().fold(f64::INFINITY, f64::min),
            max: samples.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            mean: average,
            rms: mean(&|x| x * x).sqrt(),
            ripple: mean(&|x| (x - average).powi(2)).sqrt(),
        }
    }
}

fn length(v: [f64; 3]) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}

impl Cycle {
    /// Computes the statistics of the cycle.
    pub fn summary(&self) -> CycleSummary {
        let all = |f: &dyn Fn(&CycleSample) -> f64| Statistics::of(&self.samples.iter().map(f).collect::<Vec<_>>());
        let angles = self.samples.iter().filter_map(|s| s.transmission_angle);
        let acute = angles.map(|angle| angle.min(core::f64::consts::PI - angle));
        let speeds = self.samples.iter().map(|s| self.input_speed(s));
        let powers: Vec<f64> = self.samples.iter().zip(speeds).map(|(s, speed)| s.torque * speed).collect();
        CycleSummary {
            duration: self.duration(),
            torque: all(&|s| s.torque),
            power: Statistics::of(&powers),
            shaking_force: all(&|s| length(s.shaking_force)),
            shaking_moment: all(&|s| length(s.shaking_moment)),
            min_transmission_angle: acute.fold(None, |least, x| Some(least.map_or(x, |l: f64| l.min(x)))),
            outputs: (0..self.outputs.len()).map(|i| self.output_summary(i)).collect(),
        }
    }

    fn input_speed(&self, sample: &CycleSample) -> f64 {
        sample.v.get(self.input_place).copied().unwrap_or(0.0)
    }

    fn output_summary(&self, i: usize) -> OutputSummary {
        let sampled = self.samples.iter().map(|s| [s.time, s.outputs[i].value]);
        let all: Vec<[f64; 2]> = sampled.chain(self.turning_points[i].iter().copied()).collect();
        let least = all.iter().copied().fold([0.0, f64::INFINITY], |a, b| if b[1] < a[1] { b } else { a });
        let most = all.iter().copied().fold([0.0, f64::NEG_INFINITY], |a, b| if b[1] > a[1] { b } else { a });
        let duration = self.duration();
        let forward = (most[0] - least[0]).rem_euclid(duration);
        let (first, last) = (self.samples.first(), self.samples.last());
        let ends = first.zip(last).map_or(0.0, |(a, b)| (a.outputs[i].value - b.outputs[i].value).abs());
        let stroke = most[1] - least[1];
        // an output that makes full turns does not return
        let returns = self.closed && ends < 1e-6 * stroke && forward > 0.0 && forward < duration;
        let time = |x: f64| returns.then_some(x);
        OutputSummary {
            output: self.outputs[i].clone(),
            min: least[1],
            max: most[1],
            stroke,
            forward_time: time(forward),
            return_time: time(duration - forward),
            time_ratio: time((forward / (duration - forward)).max((duration - forward) / forward)),
        }
    }
}
