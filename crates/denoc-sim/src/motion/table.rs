//! Sampled trajectories.

use denoc_model::Model;

use super::chart::Chart;
use super::hermite::Segment;
use super::spline::{Ends, Spline, piece};
use super::{Motion, check};
use crate::SimError;

/// A trajectory through samples: coordinates; coordinates and speeds; or coordinates, speeds and accelerations.
///
/// Coordinates alone are interpolated by a cubic spline (not-a-knot), with speeds by cubics, with speeds and accelerations by
/// quintics.
///
/// ```
/// use denoc_sim::motion::{Motion, TableMotion};
/// # use denoc_formats::catalogue;
///
/// let pendulum = catalogue::describe("one_r")?.build()?;
/// let q = [vec![0.0], vec![0.5], vec![0.2]];
/// let motion = TableMotion::new(&pendulum, &[0.0, 1.0, 2.0], &q, None, None)?;
/// let (mut q, mut v, mut a) = ([0.0], [0.0], [0.0]);
/// motion.sample(1.0, &mut q, &mut v, &mut a)?;
/// assert!((q[0] - 0.5).abs() < 1e-14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TableMotion {
    pieces: Pieces,
}

#[derive(Clone, Debug)]
enum Pieces {
    Spline(Spline),
    /// Every piece in the chart of its own start: ball joints may tumble.
    Hermite {
        charts: Vec<Chart>,
        segments: Vec<Segment>,
    },
}

impl TableMotion {
    /// Samples at `times` (s): one row of `q`, and of `v` and `a` if given, per time. The trajectory starts at time zero, whatever the
    /// first time is.
    pub fn new(
        model: &Model,
        times: &[f64],
        q: &[Vec<f64>],
        v: Option<&[Vec<f64>]>,
        a: Option<&[Vec<f64>]>,
    ) -> Result<Self, SimError> {
        check::times("table", times)?;
        for (what, rows) in [("q", Some(q.len())), ("v", v.map(<[_]>::len)), ("a", a.map(<[_]>::len))] {
            if let Some(rows) = rows
                && rows != times.len()
            {
                let what = format!("the number of rows of {what}");
                return Err(check::number("table", what, rows as f64, "there must be one row for every time"));
            }
        }
        let Some(v) = v else {
            if a.is_some() {
                let rule = "accelerations need speeds: give both";
                return Err(check::number("table", "the number of columns of v", 0.0, rule));
            }
            return Ok(Self { pieces: Pieces::Spline(Spline::new(model, times, q, &Ends::NotAKnot)?) });
        };
        for row in v {
            model.check_speeds("v", row)?;
        }
        for row in a.unwrap_or_default() {
            model.check_speeds("a", row)?;
        }
        let (mut charts, mut segments) = (Vec::new(), Vec::new());
        let zero = vec![0.0; model.nv()];
        let first = Chart::new(model, &q[0])?;
        for i in 0..times.len() - 1 {
            let chart = first.around(&q[i])?;
            let end = chart.point(&q[i + 1])?;
            let second = |row: usize| a.map_or(&zero, |a| &a[row]);
            let from = chart.rates(&zero, &v[i], second(i));
            let to = chart.rates(&end, &v[i + 1], second(i + 1));
            let (start, length) = (times[i] - times[0], times[i + 1] - times[i]);
            let (values, rates) = ([&zero[..], &end], [&from[0][..], &to[0]]);
            segments.push(if a.is_some() {
                Segment::quintic(start, length, values, rates, [&from[1], &to[1]])
            } else {
                Segment::cubic(start, length, values, rates)
            });
            charts.push(chart);
        }
        Ok(Self { pieces: Pieces::Hermite { charts, segments } })
    }
}

impl Motion for TableMotion {
    fn duration(&self) -> f64 {
        match &self.pieces {
            Pieces::Spline(spline) => spline.duration(),
            Pieces::Hermite { segments, .. } => segments.last().map_or(0.0, |s| s.start + s.length),
        }
    }

    fn sample(&self, t: f64, q: &mut [f64], v: &mut [f64], a: &mut [f64]) -> Result<(), SimError> {
        check::instant("table", t)?;
        let (charts, segments) = match &self.pieces {
            Pieces::Spline(spline) => return spline.sample(t, q, v, a),
            Pieces::Hermite { charts, segments } => (charts, segments),
        };
        let at = segments.partition_point(|s| s.start <= t).saturating_sub(1);
        let [x, mut rate, mut second] = piece(segments, t).at(t.clamp(0.0, self.duration()));
        if t < 0.0 || t > self.duration() {
            rate.fill(0.0);
            second.fill(0.0);
        }
        charts[at].state([&x, &rate, &second], q, v, a)
    }

    fn breakpoints(&self) -> Vec<f64> {
        match &self.pieces {
            Pieces::Spline(spline) => spline.breakpoints(),
            Pieces::Hermite { segments, .. } => segments.iter().map(|s| s.start).chain([self.duration()]).collect(),
        }
    }
}
