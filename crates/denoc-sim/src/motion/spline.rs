//! Cubic splines through via points, twice continuously differentiable.

use denoc_model::Model;

use super::chart::Chart;
use super::hermite::Segment;
use super::{Motion, check};
use crate::SimError;

/// What is prescribed at the ends of a spline.
#[derive(Clone, Debug, PartialEq)]
pub enum Ends {
    /// Accelerations are zero.
    Natural,
    /// Prescribed speeds (at the start, at the end).
    Clamped(Vec<f64>, Vec<f64>),
    /// The first two pieces are one cubic, and the last two: for samples of a smooth motion. Three points lie on a parabola,
    /// two on a line.
    NotAKnot,
}

/// A cubic spline through via points. Ball joints may turn up to five radians away from their start.
///
/// ```
/// use denoc_sim::motion::{Ends, Motion, Spline};
/// # use denoc_formats::catalogue;
///
/// let pendulum = catalogue::describe("one_r")?.build()?;
/// let points = [vec![0.0], vec![1.0], vec![0.5]];
/// let spline = Spline::new(&pendulum, &[0.0, 1.0, 3.0], &points, &Ends::Clamped(vec![0.0], vec![0.0]))?;
/// let (mut q, mut v, mut a) = ([0.0], [0.0], [0.0]);
/// spline.sample(3.0, &mut q, &mut v, &mut a)?;
/// assert!((q[0] - 0.5).abs() < 1e-14 && v[0].abs() < 1e-14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Spline {
    chart: Chart,
    segments: Vec<Segment>,
}

/// How far a ball joint may turn from the start of a spline: at a full turn rotation vectors are singular.
const LARGEST_TURN: f64 = 5.0;

impl Spline {
    /// Through `points` (coordinates) at `times`. The motion starts at time zero, whatever the first time is.
    pub fn new(model: &Model, times: &[f64], points: &[Vec<f64>], ends: &Ends) -> Result<Self, SimError> {
        check::times("spline", times)?;
        let (chart, values) = chart_points(model, times.len(), points)?;
        let speeds = match ends {
            Ends::Clamped(start, end) => {
                model.check_speeds("start speed", start)?;
                model.check_speeds("end speed", end)?;
                let zero = vec![0.0; model.nv()];
                let last = values.last().unwrap_or(&zero);
                let [from, _] = chart.rates(&zero, start, &zero);
                let [to, _] = chart.rates(last, end, &zero);
                Some([from, to])
            }
            _ => None,
        };
        let not_a_knot = *ends == Ends::NotAKnot && times.len() > 2;
        Ok(Self { segments: segments(times, &values, speeds, not_a_knot), chart })
    }

    /// Through `points` from rest to rest, as fast as the largest speeds and accelerations of the joints allow with times
    /// between the points in proportion to the slowest joint.
    pub fn fastest(
        model: &Model,
        points: &[Vec<f64>],
        max_speed: &[f64],
        max_acceleration: &[f64],
    ) -> Result<Self, SimError> {
        check::limits("spline", "speed", model, max_speed)?;
        check::limits("spline", "acceleration", model, max_acceleration)?;
        let (_, values) = chart_points(model, points.len(), points)?;
        let zero = vec![0.0; model.nv()];
        let rest = Ends::Clamped(zero.clone(), zero);
        let mut times = vec![0.0];
        for (k, pair) in values.windows(2).enumerate() {
            let each = pair[0].iter().zip(&pair[1]).zip(max_speed).map(|((a, b), limit)| (b - a).abs() / limit);
            let step = each.fold(0.0, f64::max);
            if step <= 0.0 {
                let what = format!("the way from point {} to the next", k + 1);
                return Err(check::number("spline", what, step, "remove equal points, and give finite speed limits"));
            }
            times.push(times[k] + step);
        }
        let first = Self::new(model, &times, points, &rest)?;
        // times k-fold: speeds 1/k, accelerations 1/k²
        let mut factor: f64 = 0.0;
        for k in 0..model.nv() {
            for segment in &first.segments {
                let [speed, acceleration] = segment.cubic_peaks(k);
                factor = factor.max(speed / max_speed[k]).max((acceleration / max_acceleration[k]).sqrt());
            }
        }
        let times: Vec<f64> = times.iter().map(|t| t * factor).collect();
        Self::new(model, &times, points, &rest)
    }
}

/// The points in the chart of the first.
fn chart_points(model: &Model, count: usize, points: &[Vec<f64>]) -> Result<(Chart, Vec<Vec<f64>>), SimError> {
    if points.len() != count || count < 2 {
        let rule = "give at least two points, one for every time";
        return Err(check::number("spline", "the number of points", points.len() as f64, rule));
    }
    let chart = Chart::new(model, &points[0])?;
    let mut values: Vec<Vec<f64>> = vec![vec![0.0; model.nv()]];
    for (k, point) in points.iter().enumerate().skip(1) {
        let value = chart.point_near(point, &values[k - 1])?;
        let turn = chart.largest_turn(&value);
        if turn > LARGEST_TURN {
            let what = format!("the turn of a ball joint from the start to point {}", k + 1);
            return Err(check::number("spline", what, turn, "it must stay below 5 rad: split the motion into phases"));
        }
        values.push(value);
    }
    Ok((chart, values))
}

/// The pieces, from the second derivatives at the knots.
fn segments(times: &[f64], values: &[Vec<f64>], speeds: Option<[Vec<f64>; 2]>, not_a_knot: bool) -> Vec<Segment> {
    let nv = values.first().map_or(0, Vec::len);
    let h: Vec<f64> = times.windows(2).map(|w| w[1] - w[0]).collect();
    let n = h.len();
    let mut rates = vec![vec![0.0; nv]; n + 1];
    for k in 0..nv {
        let slope: Vec<f64> = (0..n).map(|i| (values[i + 1][k] - values[i][k]) / h[i]).collect();
        let ends = speeds.as_ref().map(|[from, to]| [from[k], to[k]]);
        let m = moments(&h, &slope, ends, not_a_knot);
        for i in 0..n {
            rates[i][k] = slope[i] - h[i] * (2.0 * m[i] + m[i + 1]) / 6.0;
        }
        rates[n][k] = slope[n - 1] + h[n - 1] * (m[n - 1] + 2.0 * m[n]) / 6.0;
    }
    let begin = times[0];
    (0..n)
        .map(|i| Segment::cubic(times[i] - begin, h[i], [&values[i], &values[i + 1]], [&rates[i], &rates[i + 1]]))
        .collect()
}

/// Second derivatives at the knots: hᵢ₋₁ mᵢ₋₁ + 2(hᵢ₋₁ + hᵢ) mᵢ + hᵢ mᵢ₊₁ = 6 (sᵢ − sᵢ₋₁), tridiagonal.
fn moments(h: &[f64], slope: &[f64], ends: Option<[f64; 2]>, not_a_knot: bool) -> Vec<f64> {
    let n = h.len();
    if not_a_knot && n == 2 {
        // both pieces are one cubic whatever its third derivative is: the parabola
        return vec![2.0 * (slope[1] - slope[0]) / (h[0] + h[1]); 3];
    }
    let (mut lower, mut middle) = (vec![0.0; n + 1], vec![1.0; n + 1]);
    let (mut upper, mut right) = (vec![0.0; n + 1], vec![0.0; n + 1]);
    for i in 1..n {
        lower[i] = h[i - 1];
        middle[i] = 2.0 * (h[i - 1] + h[i]);
        upper[i] = h[i];
        right[i] = 6.0 * (slope[i] - slope[i - 1]);
    }
    if let Some([from, to]) = ends {
        (middle[0], upper[0], right[0]) = (2.0 * h[0], h[0], 6.0 * (slope[0] - from));
        (middle[n], lower[n], right[n]) = (2.0 * h[n - 1], h[n - 1], 6.0 * (to - slope[n - 1]));
    } else if not_a_knot {
        // m₀ = (1 + r) m₁ − r m₂ put into the first inner equation, and the same at the end
        let r = h[0] / h[1];
        (middle[1], upper[1], lower[1]) = (middle[1] + h[0] * (1.0 + r), upper[1] - h[0] * r, 0.0);
        let r = h[n - 1] / h[n - 2];
        (middle[n - 1], lower[n - 1], upper[n - 1]) =
            (middle[n - 1] + h[n - 1] * (1.0 + r), lower[n - 1] - h[n - 1] * r, 0.0);
    }
    for i in 1..=n {
        let factor = lower[i] / middle[i - 1];
        middle[i] -= factor * upper[i - 1];
        right[i] -= factor * right[i - 1];
    }
    let mut m = vec![0.0; n + 1];
    m[n] = right[n] / middle[n];
    for i in (0..n).rev() {
        m[i] = (right[i] - upper[i] * m[i + 1]) / middle[i];
    }
    if not_a_knot && ends.is_none() {
        let r = h[0] / h[1];
        m[0] = (1.0 + r) * m[1] - r * m[2];
        let r = h[n - 1] / h[n - 2];
        m[n] = (1.0 + r) * m[n - 1] - r * m[n - 2];
    }
    m
}

impl Motion for Spline {
    fn duration(&self) -> f64 {
        self.segments.last().map_or(0.0, |s| s.start + s.length)
    }

    fn sample(&self, t: f64, q: &mut [f64], v: &mut [f64], a: &mut [f64]) -> Result<(), SimError> {
        check::instant("spline", t)?;
        let segment = piece(&self.segments, t);
        let [x, mut rate, mut second] = segment.at(t.clamp(0.0, self.duration()));
        if t < 0.0 || t > self.duration() {
            rate.fill(0.0);
            second.fill(0.0);
        }
        self.chart.state([&x, &rate, &second], q, v, a)
    }

    fn breakpoints(&self) -> Vec<f64> {
        let starts = self.segments.iter().map(|s| s.start);
        starts.chain([self.duration()]).collect()
    }
}

/// The piece that holds time `t`.
pub(super) fn piece(segments: &[Segment], t: f64) -> &Segment {
    let at = segments.partition_point(|s| s.start <= t).saturating_sub(1);
    &segments[at]
}
