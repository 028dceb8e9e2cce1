//! Random coordinates with fixed seeds, so that results repeat.

use std::f64::consts::PI;

use denoc_model::joints::{JointSpace, Unit};
use denoc_model::{LinkId, Model};

/// A small generator (splitmix64).
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Uniform in [−size, size).
    pub(crate) fn signed(&mut self, size: f64) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^= x >> 31;
        ((x >> 11) as f64 / (1u64 << 53) as f64 * 2.0 - 1.0) * size
    }

    /// Coordinates of a model: within the limits of joints that have some; otherwise angles anywhere, lengths up to a metre
    /// from `around` (the zero pose if there is none).
    pub(crate) fn coordinates(&mut self, model: &Model, around: Option<&[f64]>) -> Vec<f64> {
        let mut q = around.map_or_else(|| model.neutral(), <[f64]>::to_vec);
        for (i, link) in model.links().iter().enumerate() {
            let limits = model.properties(LinkId(i)).limits.filter(|_| link.nq == link.nv);
            let units = link.joint.v_units();
            let random: Vec<f64> = units.iter().map(|_| self.signed(1.0)).collect();
            let range = link.q..link.q + link.nq;
            if let Some([low, high]) = limits.filter(|[low, high]| low.is_finite() && high.is_finite()) {
                for ((q, x), unit) in q[range].iter_mut().zip(&random).zip(units) {
                    let (middle, half) = (0.5 * (low + high), 0.5 * (high - low));
                    // limits of several turns: one turn around the middle is enough
                    *q = middle + x * if *unit == Unit::Length { half } else { half.min(PI) };
                }
            } else {
                let from = q[range.clone()].to_vec();
                let wide = |unit: &Unit| if *unit == Unit::Length { 1.0 } else { PI };
                let step: Vec<f64> = random.iter().zip(units).map(|(x, unit)| x * wide(unit)).collect();
                link.joint.integrate(&from, &step, &mut q[range]);
            }
        }
        q
    }
}
