//! The stages of explicit Runge-Kutta methods, and their weighted sums.

use super::{Span, System};
use crate::SimError;

/// Entries that are summed together: a row of stages is padded with zeros to a multiple of this, so that the sums stay in registers.
const LANES: usize = 16;

/// Stages and states, each padded to `stride` entries.
#[derive(Clone, Debug)]
pub(super) struct Stages {
    dimension: usize,
    stride: usize,
    /// The rates of all stages, stage by stage.
    k: Vec<f64>,
    /// The state at the start of the step.
    start: Vec<f64>,
    /// The last sum.
    sum: Vec<f64>,
}

impl Stages {
    pub(super) fn new(stages: usize, dimension: usize) -> Self {
        let stride = dimension.max(1).next_multiple_of(LANES);
        let zeros = || vec![0.0; stride];
        Self { dimension, stride, k: vec![0.0; stages * stride], start: zeros(), sum: zeros() }
    }

    /// Begins a step: its first stage is known.
    pub(super) fn begin(&mut self, span: Span<'_>) {
        self.start[..self.dimension].copy_from_slice(span.y);
        self.set(0, span.rates);
    }

    /// The rates of a stage.
    pub(super) fn get(&self, stage: usize) -> &[f64] {
        &self.k[stage * self.stride..][..self.dimension]
    }

    pub(super) fn get_mut(&mut self, stage: usize) -> &mut [f64] {
        &mut self.k[stage * self.stride..][..self.dimension]
    }

    /// Sets the rates of a stage.
    pub(super) fn set(&mut self, stage: usize, rates: &[f64]) {
        self.get_mut(stage).copy_from_slice(rates);
    }

    /// Computes the stages `range`; stage i needs row i − 1 of `a` and entry i of `c`. A node at one is the end of the step.
    pub(super) fn compute(
        &mut self,
        system: &mut dyn System,
        span: Span<'_>,
        range: core::ops::Range<usize>,
        c: &[f64],
        a: &[&[f64]],
    ) -> Result<(), SimError> {
        for i in range {
            self.advance(span.h, a[i - 1]);
            let t = if c[i] == 1.0 { span.end } else { span.t + c[i] * span.h };
            let rates = &mut self.k[i * self.stride..][..self.dimension];
            system.rates(t, &self.sum[..self.dimension], rates)?;
        }
        Ok(())
    }

    /// y + h Σ wⱼ kⱼ.
    pub(super) fn advance(&mut self, h: f64, weights: &[f64]) -> &[f64] {
        let Self { k, start, sum, stride, .. } = self;
        accumulate(k, *stride, weights, |w| h * w, Some(start), sum);
        &self.sum[..self.dimension]
    }

    /// y + h Σ wⱼ kⱼ, and the rates of a stage.
    pub(super) fn advance_beside(&mut self, h: f64, weights: &[f64], stage: usize) -> [&[f64]; 2] {
        self.advance(h, weights);
        [&self.sum[..self.dimension], self.get(stage)]
    }

    /// Σ wⱼ kⱼ.
    pub(super) fn weighted(&mut self, weights: &[f64]) -> &[f64] {
        let Self { k, sum, stride, .. } = self;
        accumulate(k, *stride, weights, |w| w, None, sum);
        &self.sum[..self.dimension]
    }
}

/// The sum of `start` (zero if there is none) and the stages times the factors of their weights, in the order of the stages.
#[inline(always)]
fn accumulate(
    k: &[f64],
    stride: usize,
    weights: &[f64],
    factor: impl Fn(f64) -> f64,
    start: Option<&[f64]>,
    sum: &mut [f64],
) {
    let (sums, _) = sum.as_chunks_mut::<LANES>();
    for (at, sum) in sums.iter_mut().enumerate() {
        let mut lanes = start.map_or([0.0; LANES], |start| start.as_chunks::<LANES>().0[at]);
        for (&weight, stage) in weights.iter().zip(k.chunks_exact(stride)) {
            if weight != 0.0 {
                let (factor, stage) = (factor(weight), &stage.as_chunks::<LANES>().0[at]);
                for (lane, k) in lanes.iter_mut().zip(stage) {
                    *lane += factor * k;
                }
            }
        }
        *sum = lanes;
    }
}
