//! Fallbacks for when the descent from the initial guess stops before the loops are closed.

use denoc_math::random::Random;

use super::Closing;
use super::descent::{Descent, Goal};
use super::options::AssemblyMethod;
use crate::MechanismError;

/// Allowed error at an intermediate target.
const ON_THE_WAY: f64 = 1e-8;

/// The best that was found for a cluster.
pub(super) struct Found {
    pub(super) descent: Descent,
    pub(super) path: AssemblyMethod,
}

/// Continuation: reduces the errors of the guess to zero in small steps.
pub(super) fn continuation(
    c: &mut Closing<'_, '_>,
    drawn: &[f64],
    cluster: usize,
) -> Result<Option<Descent>, MechanismError> {
    c.k.place(drawn)?;
    let at_start: Vec<f64> = c.k.residuals.iter().zip(&c.k.row_units).map(|(r, unit)| r / unit).collect();
    let (mut q, mut left, mut part, mut iterations) = (drawn.to_vec(), 1.0_f64, 0.2_f64, 0);
    while left > 0.0 {
        let next = if left - part < 1e-6 { 0.0 } else { left - part };
        let targets: Vec<f64> = at_start.iter().map(|x| next * x).collect();
        let d = c.descend(&q, &[cluster], &Goal::Targets(&targets), 25)?;
        iterations += d.iterations;
        if d.errors[cluster] <= ON_THE_WAY && c.distance(&q, &d.q, cluster) < 1.0 {
            (q, left, part) = (d.q, next, part * 1.5);
        } else {
            part *= 0.5;
            if part < 2e-3 {
                return Ok(None);
            }
        }
    }
    let mut end = c.descend(&q, &[cluster], &Goal::Closed, c.options.iterations)?;
    end.iterations += iterations;
    Ok((end.errors[cluster] <= c.tolerance).then_some(end))
}

/// Starts at random coordinates, farther and farther from the guess. Returns the closed configuration nearest to the guess, or, if
/// none was found, the one with the smallest error.
pub(super) fn restarts(
    c: &mut Closing<'_, '_>,
    drawn: &[f64],
    cluster: usize,
) -> Result<Option<Found>, MechanismError> {
    let (model, starts) = (c.k.model, c.options.restarts);
    let mut random = Random::new(c.options.random_seed.wrapping_add(cluster as u64));
    let mut best: Option<(Found, f64)> = None;
    let mut start = drawn.to_vec();
    for i in 0..starts {
        let spread = core::f64::consts::PI * (i + 1) as f64 / starts as f64;
        let mut step = vec![0.0; model.nv()];
        for &s in c.k.speeds[cluster].iter().filter(|&&s| c.freedom.free[s]) {
            step[s] = random.signed(spread) * c.k.speed_units[s];
        }
        model.integrate(drawn, &step, &mut start)?;
        c.freedom.clamp(&mut start);
        let descent = c.descend(&start, &[cluster], &Goal::Closed, c.options.iterations)?;
        let closed = descent.errors[cluster] <= c.tolerance;
        let distance = c.distance(drawn, &descent.q, cluster);
        // any closed configuration beats any open one
        let rank = if closed { distance } else { 1e6 * (1.0 + descent.errors[cluster]) };
        if best.as_ref().is_none_or(|(_, least)| rank < *least) {
            best = Some((Found { descent, path: AssemblyMethod::Restarts { tried: starts } }, rank));
        }
    }
    Ok(best.map(|(found, _)| found))
}

#[cfg(test)]
mod tests {
    use denoc_math::{Pose, Vec3};
    use denoc_model::{Description, Joint, MassProperties};

    use super::*;
    use crate::assembly::{AssemblyOptions, Kinematics};

    // oracle: the tip of two rods of 1 m is at the pivot, 1.2 m away
    #[test]
    fn gaps_shrink_step_by_step() {
        let (x, z) = (Vec3::unit(0), Vec3::unit(2));
        let rod = MassProperties::rod(1.0, 1.0, x);
        let model = Description::new("triangle")
            .link("a", rod)
            .link("b", rod)
            .joint("first", "ground", "a", Joint::revolute(z), Pose::identity())
            .joint("second", "a", "b", Joint::revolute(z), Pose::translation(x))
            .joint("third", "ground", "b", Joint::revolute(z), Pose::translation(x.scale(1.2)))
            .child_origin(Pose::translation(x))
            .cut()
            .build()
            .unwrap();
        let (options, drawn) = (AssemblyOptions::default(), [2.0, -0.7]);
        let mut k = Kinematics::new(&model);
        let mut c = Closing::new(&mut k, &options, &drawn).unwrap();
        let q = continuation(&mut c, &drawn, 0).unwrap().unwrap().q;
        let tip = [q[0].cos() + (q[0] + q[1]).cos(), q[0].sin() + (q[0] + q[1]).sin()];
        assert!((tip[0] - 1.2).abs() < 1e-13 && tip[1].abs() < 1e-13);
        // the elbow stays on the side where it was drawn
        assert!((q[0] - 0.6_f64.acos()).abs() < 1e-12);
        // and from random starts the nearest of both ways
        let found = restarts(&mut c, &drawn, 0).unwrap().unwrap();
        assert_eq!(found.path, AssemblyMethod::Restarts { tried: options.restarts });
        assert!((found.descent.q[0] - 0.6_f64.acos()).abs() < 1e-12);
    }
}
