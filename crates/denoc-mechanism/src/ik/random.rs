//! Random coordinates with fixed seeds, so that results repeat.

use std::f64::consts::PI;

use denoc_math::random::Random;
use denoc_model::joints::{JointSpace, Unit};
use denoc_model::{LinkId, Model};

/// Coordinates of a model: within the limits of joints that have some; otherwise angles anywhere, lengths up to a metre
/// from `around` (the zero configuration if there is none).
pub(crate) fn random_coordinates(random: &mut Random, model: &Model, around: Option<&[f64]>) -> Vec<f64> {
    let mut q = around.map_or_else(|| model.neutral(), <[f64]>::to_vec);
    for (i, link) in model.links().iter().enumerate() {
        let limits = model.properties(LinkId(i)).limits.filter(|_| link.nq == link.nv);
        let units = link.joint.v_units();
        let numbers = random.vector(units.len(), 1.0);
        let range = link.q..link.q + link.nq;
        if let Some([low, high]) = limits.filter(|[low, high]| low.is_finite() && high.is_finite()) {
            for ((q, x), unit) in q[range].iter_mut().zip(&numbers).zip(units) {
                let (middle, half) = (0.5 * (low + high), 0.5 * (high - low));
                // limits of several turns: one turn around the middle is enough
                *q = middle + x * if *unit == Unit::Length { half } else { half.min(PI) };
            }
        } else {
            let from = q[range.clone()].to_vec();
            let wide = |unit: &Unit| if *unit == Unit::Length { 1.0 } else { PI };
            let step: Vec<f64> = numbers.iter().zip(units).map(|(x, unit)| x * wide(unit)).collect();
            link.joint.integrate(&from, &step, &mut q[range]);
        }
    }
    q
}
