//! What a designer asks of a computed cycle besides its summary.

use core::f64::consts::PI;

use super::{Cycle, Statistics};

/// Inputs closer to a dead point than this part of their range are near it.
const NEAR: f64 = 0.01;

impl Cycle {
    /// Whether the input comes within 1 % of its range of a dead point: at constant input speed, the speeds of the other joints grow
    /// without bound there.
    pub fn approaches_dead_point(&self) -> bool {
        let Some(range) = self.range else { return false };
        let near = NEAR * (range.high - range.low);
        self.samples.iter().any(|s| {
            (range.low_is_dead && s.input - range.low < near) || (range.high_is_dead && range.high - s.input < near)
        })
    }

    /// The coordinate of the input at a sample, rad or m. Samples beyond the end belong to the next revolution of a closed cycle, as
    /// [`Straightness::last`](super::Straightness::last) may.
    pub fn input_at(&self, sample: usize) -> f64 {
        let input = |i: usize| self.samples.get(i).map_or(0.0, |s| s.input);
        let steps = self.samples.len().saturating_sub(1);
        match sample.checked_sub(steps) {
            None => input(sample),
            Some(beyond) => input(beyond) + input(steps) - input(0),
        }
    }

    /// The transmission angle over the cycle, rad; obtuse angles as 180° − angle. `None` if the mechanism has none.
    pub fn transmission_angles(&self) -> Option<Statistics> {
        let angles = self.samples.iter().filter_map(|s| s.transmission_angle);
        let acute: Vec<f64> = angles.map(|angle| angle.min(PI - angle)).collect();
        (!acute.is_empty()).then(|| Statistics::of(&acute))
    }

    /// The smallest magnitude of the mechanical advantage of an output, by its number. `None` if there is no such output, or if it
    /// stands still in all samples.
    pub fn least_mechanical_advantage(&self, output: usize) -> Option<f64> {
        let sampled = self.samples.iter().filter_map(|s| s.outputs.get(output)?.mechanical_advantage);
        sampled.map(f64::abs).reduce(f64::min)
    }
}

#[cfg(test)]
mod tests {
    use core::f64::consts::TAU;

    use denoc_mechanism::Draft;

    use super::*;
    use crate::cycle::{AtDeadPoint, CycleOptions, Output};

    fn cycle(name: &str, change: impl FnOnce(&mut CycleOptions)) -> Cycle {
        let model = denoc_formats::catalogue::describe(name).unwrap().build().unwrap();
        let mut options = CycleOptions::new("crank_pivot", TAU);
        options.start = Some(Draft::usual(&model).close(&model).unwrap().q);
        options.samples = 24;
        change(&mut options);
        Cycle::compute(&model, &options).unwrap()
    }

    // oracle: a full turn has no dead points; its inputs are equally spaced, also in the next turn
    #[test]
    fn a_full_turn() {
        let turn = cycle("fourbar", |options| options.outputs = vec![Output::Joint("output_pivot".into())]);
        assert!(turn.closed && !turn.approaches_dead_point());
        let start = turn.input_at(0);
        for sample in [0, 7, 24, 31] {
            assert!((turn.input_at(sample) - start - TAU * sample as f64 / 24.0).abs() < 1e-9);
        }
        let angles = turn.transmission_angles().unwrap();
        assert_eq!(Some(angles.min), turn.summary().min_transmission_angle);
        assert!(angles.max <= 0.5 * PI);
        let least = turn.least_mechanical_advantage(0).unwrap();
        let all = turn.samples.iter().filter_map(|s| s.outputs[0].mechanical_advantage);
        assert!(all.into_iter().all(|x| x.abs() >= least) && turn.least_mechanical_advantage(1).is_none());
    }

    // oracle: the output of a crank-rocker cannot turn round, so that driving it ends at dead points
    #[test]
    fn a_rocker_that_is_driven_ends_at_dead_points() {
        let swing = cycle("fourbar", |options| {
            options.input = "output_pivot".into();
            options.at_dead_point = AtDeadPoint::BackAndForth;
        });
        assert!(swing.approaches_dead_point());
    }
}
