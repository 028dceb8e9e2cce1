//! Polynomials with speeds (and accelerations) given at both ends.

use denoc_model::Model;

use super::chart::Chart;
use super::{Motion, check, hermite};
use crate::SimError;

/// From one state to another: a cubic polynomial in every coordinate for given end speeds, a quintic for given end speeds
/// and accelerations.
#[derive(Clone, Debug)]
pub struct Polynomial {
    chart: Chart,
    segment: hermite::Segment,
    keyword: &'static str,
}

impl Polynomial {
    /// Cubic: coordinates and speeds at both ends.
    pub fn cubic(
        model: &Model,
        (start, start_speed): (&[f64], &[f64]),
        (goal, goal_speed): (&[f64], &[f64]),
        duration: f64,
    ) -> Result<Self, SimError> {
        check::duration("cubic", duration)?;
        model.check_speeds("start speed", start_speed)?;
        model.check_speeds("goal speed", goal_speed)?;
        let chart = Chart::new(model, start)?;
        let end = chart.point(goal)?;
        let zero = vec![0.0; model.nv()];
        let [from, _] = chart.rates(&zero, start_speed, &zero);
        let [to, _] = chart.rates(&end, goal_speed, &zero);
        let segment = hermite::Segment::cubic(0.0, duration, [&zero, &end], [&from, &to]);
        Ok(Self { chart, segment, keyword: "cubic" })
    }

    /// Quintic: coordinates, speeds and accelerations at both ends.
    pub fn quintic(
        model: &Model,
        (start, start_speed, start_acceleration): (&[f64], &[f64], &[f64]),
        (goal, goal_speed, goal_acceleration): (&[f64], &[f64], &[f64]),
        duration: f64,
    ) -> Result<Self, SimError> {
        check::duration("quintic", duration)?;
        model.check_speeds("start speed", start_speed)?;
        model.check_speeds("goal speed", goal_speed)?;
        model.check_speeds("start acceleration", start_acceleration)?;
        model.check_speeds("goal acceleration", goal_acceleration)?;
        let chart = Chart::new(model, start)?;
        let end = chart.point(goal)?;
        let zero = vec![0.0; model.nv()];
        let from = chart.rates(&zero, start_speed, start_acceleration);
        let to = chart.rates(&end, goal_speed, goal_acceleration);
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
