//! A sequence of trajectories.

use denoc_model::Model;

use super::{Motion, check};
use crate::SimError;

/// How far apart the end of a phase and the start of the next may be, in rad or m.
const GAP: f64 = 1e-6;

/// A sequence of trajectories. Each must start where the previous one ends; speeds may jump.
///
/// ```
/// use denoc_sim::motion::{ConstantMotion, Motion, PointToPoint, Sequence, TimeLaw};
/// # use denoc_formats::catalogue;
///
/// let pendulum = catalogue::describe("one_r")?.build()?;
/// let go = PointToPoint::new(&pendulum, &[0.0], &[1.0], 2.0, TimeLaw::Quintic)?;
/// let wait = ConstantMotion::new(&pendulum, &[1.0], 0.5)?;
/// let both = Sequence::new(&pendulum, vec![Box::new(go), Box::new(wait)])?;
/// assert_eq!(both.duration(), 2.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Sequence {
    /// The phases and when each starts.
    phases: Vec<(f64, Box<dyn Motion>)>,
    duration: f64,
}

impl Sequence {
    /// Joins the phases.
    pub fn new(model: &Model, phases: Vec<Box<dyn Motion>>) -> Result<Self, SimError> {
        if phases.is_empty() {
            return Err(check::number("sequence", "the number of phases", 0.0, "give at least one"));
        }
        let (mut start, mut timed) = (0.0, Vec::new());
        let mut before: Option<Vec<f64>> = None;
        for (k, phase) in phases.into_iter().enumerate() {
            let (mut q, mut v, mut a) = (vec![0.0; model.nq()], vec![0.0; model.nv()], vec![0.0; model.nv()]);
            phase.sample(0.0, &mut q, &mut v, &mut a)?;
            if let Some(end) = &before {
                let mut gap = vec![0.0; model.nv()];
                model.difference(end, &q, &mut gap)?;
                let widest = gap.iter().fold(0.0f64, |m, x| m.max(x.abs()));
                if widest > GAP {
                    let far = |i: &usize| (end[*i] - q[*i]).abs();
                    let index = (0..q.len()).max_by(|i, j| far(i).total_cmp(&far(j))).unwrap_or(0);
                    return Err(SimError::Phases { phase: k + 1, index, expected: end[index], found: q[index] });
                }
            }
            phase.sample(phase.duration(), &mut q, &mut v, &mut a)?;
            before = Some(q);
            let length = phase.duration();
            timed.push((start, phase));
            start += length;
        }
        Ok(Self { phases: timed, duration: start })
    }
}

impl Motion for Sequence {
    fn duration(&self) -> f64 {
        self.duration
    }

    fn sample(&self, t: f64, q: &mut [f64], v: &mut [f64], a: &mut [f64]) -> Result<(), SimError> {
        check::instant("sequence", t)?;
        let at = self.phases.partition_point(|(start, _)| *start <= t).saturating_sub(1);
        let (start, phase) = &self.phases[at];
        phase.sample(t - start, q, v, a)
    }

    fn breakpoints(&self) -> Vec<f64> {
        let mut all: Vec<f64> = self
            .phases
            .iter()
            .flat_map(|(start, phase)| phase.breakpoints().into_iter().map(move |t| start + t))
            .collect();
        all.dedup_by(|a, b| (*a - *b).abs() <= 1e-12 * self.duration);
        all
    }
}
