//! Polynomials with prescribed speeds (and accelerations) at both ends.

use denoc_mechanism::evaluate::State;
use denoc_model::Model;

use super::chart::Chart;
use super::{Motion, check, hermite};
use crate::SimError;

/// One end of a quintic polynomial.
#[derive(Copy, Clone, Debug)]
pub struct Waypoint<'a> {
    /// Coordinates, nq: rad, m, unit quaternions.
    pub q: &'a [f64],
    /// Speeds, nv: rad/s, m/s.
    pub v: &'a [f64],
    /// Accelerations, nv: rad/s², m/s².
    pub a: &'a [f64],
}

/// From one state to another: a cubic polynomial in every coordinate for given end speeds, a quintic for given end speeds
/// and accelerations.
///
/// ```
/// use denoc_mechanism::evaluate::State;
/// use denoc_sim::motion::{Motion, Polynomial};
/// # use denoc_formats::catalogue;
///
/// let pendulum = catalogue::describe("one_r")?.build()?;
/// let (start, goal) = (State { q: &[0.0], v: &[0.0] }, State { q: &[1.0], v: &[0.5] });
/// let motion = Polynomial::cubic(&pendulum, start, goal, 2.0)?;
/// let (mut q, mut v, mut a) = ([0.0], [0.0], [0.0]);
/// motion.sample(2.0, &mut q, &mut v, &mut a)?;
/// assert!((q[0] - 1.0).abs() < 1e-14 && (v[0] - 0.5).abs() < 1e-14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Polynomial {
    chart: Chart,
    segment: hermite::Segment,
    keyword: &'static str,
}

impl Polynomial {
    /// Cubic: coordinates and speeds at both ends.
    pub fn cubic(model: &Model, start: State<'_>, goal: State<'_>, duration: f64) -> Result<Self, SimError> {
        check::duration("cubic", duration)?;
        model.check_speeds("start speed", start.v)?;
        model.check_speeds("goal speed", goal.v)?;
        let chart = Chart::new(model, start.q)?;
        let end = chart.point(goal.q)?;
        let zero = vec![0.0; model.nv()];
        let [from, _] = chart.rates(&zero, start.v, &zero);
        let [to, _] = chart.rates(&end, goal.v, &zero);
        let segment = hermite::Segment::cubic(0.0, duration, [&zero, &end], [&from, &to]);
        Ok(Self { chart, segment, keyword: "cubic" })
    }

    /// Quintic: coordinates, speeds and accelerations at both ends.
    pub fn quintic(model: &Model, start: Waypoint<'_>, goal: Waypoint<'_>, duration: f64) -> Result<Self, SimError> {
        check::duration("quintic", duration)?;
        model.check_speeds("start speed", start.v)?;
        model.check_speeds("goal speed", goal.v)?;
        model.check_speeds("start acceleration", start.a)?;
        model.check_speeds("goal acceleration", goal.a)?;
        let chart = Chart::new(model, start.q)?;
        let end = chart.point(goal.q)?;
        let zero = vec![0.0; model.nv()];
        let from = chart.rates(&zero, start.v, start.a);
        let to = chart.rates(&end, goal.v, goal.a);
        let segment = hermite::Segment::quintic(0.0, duration, [&zero, &end], [&from[0], &to[0]], [&from[1], &to[1]]);
        Ok(Self { chart, segment, keyword: "quintic" })
    }
}

impl Motion for Polynomial {
    fn duration(&self) -> f64 {
        self.segment.length
    }

    fn sample(&self, t: f64, q: &mut [f64], v: &mut [f64], a: &mut [f64]) -> Result<(), SimError> {
        check::instant(self.keyword, t)?;
        let [x, mut rate, mut second] = self.segment.at(t.clamp(0.0, self.segment.length));
        if t < 0.0 || t > self.segment.length {
            rate.fill(0.0);
            second.fill(0.0);
        }
        self.chart.state([&x, &rate, &second], q, v, a)
    }
}
