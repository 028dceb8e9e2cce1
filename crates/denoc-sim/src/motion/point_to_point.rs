//! From one configuration to another along the shortest path in the coordinates.

use denoc_model::Model;

use super::chart::Chart;
use super::{Motion, TimeLaw, check};
use crate::SimError;

/// From `start` to `goal` with one time law for all joints: they start and stop together.
///
/// q(t) = q₀ ⊕ s(t)·(q_T ⊖ q₀): ball joints turn about a fixed axis by at most 180°, a free body moves along a straight
/// line while it turns.
///
/// ```
/// use denoc_math::{Pose, Vec3};
/// use denoc_model::{Description, Joint, MassProperties};
/// use denoc_sim::motion::{Motion, PointToPoint, TimeLaw};
///
/// let arm = Description::new("arm")
///     .link("rod", MassProperties::rod(1.0, 0.5, Vec3::unit(0)))
///     .joint("pivot", "ground", "rod", Joint::revolute(Vec3::unit(2)), Pose::identity())
///     .build()?;
/// let motion = PointToPoint::new(&arm, &[0.0], &[1.0], 10.0, TimeLaw::Cycloidal)?;
/// let (mut q, mut v, mut a) = ([0.0], [0.0], [0.0]);
/// motion.sample(5.0, &mut q, &mut v, &mut a)?;
/// assert!((q[0] - 0.5).abs() < 1e-15 && (v[0] - 0.2).abs() < 1e-15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PointToPoint {
    chart: Chart,
    step: Vec<f64>,
    law: TimeLaw,
    duration: f64,
}

impl PointToPoint {
    /// A trajectory of given duration, s.
    pub fn new(model: &Model, start: &[f64], goal: &[f64], duration: f64, law: TimeLaw) -> Result<Self, SimError> {
        check::duration(law.keyword(), duration)?;
        law.check()?;
        let chart = Chart::new(model, start)?;
        let step = chart.point(goal)?;
        Ok(Self { chart, step, law, duration })
    }

    /// The fastest trajectory within speed and acceleration limits, one per speed (infinite: no limit). A trapezoidal law adapts its
    /// blend.
    pub fn fastest(
        model: &Model,
        start: &[f64],
        goal: &[f64],
        law: TimeLaw,
        max_speed: &[f64],
        max_acceleration: &[f64],
    ) -> Result<Self, SimError> {
        law.check()?;
        check::limits(law.keyword(), "speed", model, max_speed)?;
        check::limits(law.keyword(), "acceleration", model, max_acceleration)?;
        let chart = Chart::new(model, start)?;
        let step = chart.point(goal)?;
        // the slowest joint sets the pace of s
        let pace = |limits: &[f64]| {
            let each = limits.iter().zip(&step).map(|(limit, x)| limit / x.abs());
            each.filter(|x| x.is_finite()).fold(f64::INFINITY, f64::min)
        };
        let (law, duration) = law.fastest(pace(max_speed), pace(max_acceleration));
        if duration == 0.0 {
            let rule = "start and goal are equal, or nothing limits the motion: give a duration";
            return Err(check::number(law.keyword(), "the duration", duration, rule));
        }
        Ok(Self { chart, step, law, duration })
    }

    /// The time law, with the blend that [`PointToPoint::fastest`] chose.
    pub fn law(&self) -> TimeLaw {
        self.law
    }
}

impl Motion for PointToPoint {
    fn duration(&self) -> f64 {
        self.duration
    }

    fn sample(&self, t: f64, q: &mut [f64], v: &mut [f64], a: &mut [f64]) -> Result<(), SimError> {
        check::instant(self.law.keyword(), t)?;
        let scaled = |s: f64| self.step.iter().map(|x| x * s).collect::<Vec<_>>();
        let [x, rate, second] = self.law.at(t, self.duration).map(scaled);
        self.chart.state([&x, &rate, &second], q, v, a)
    }

    fn breakpoints(&self) -> Vec<f64> {
        self.law.breakpoints(self.duration)
    }
}
