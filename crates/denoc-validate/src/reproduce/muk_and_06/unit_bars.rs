//! Bars of length 1 m, mass 1 kg and inertia 1 kg m² in absolute coordinates: dense equations of motion from the
//! numbers of the text alone. They share nothing with the recursions.

use crate::ValidationError;
use crate::reproduce::dense::vector::solve;

/// g of the references.
pub(super) const GRAVITY: f64 = 9.81;

/// What a pin holds.
#[derive(Copy, Clone, Debug)]
pub(super) enum End {
    /// The start of a bar.
    Start(usize),
    /// The far end of a bar.
    Tip(usize),
    /// The ground.
    Ground,
}

/// Bars and pins, each between two ends.
pub(super) struct Linkage {
    pub(super) bars: usize,
    pub(super) pins: &'static [[End; 2]],
}

impl Linkage {
    /// Angular accelerations of the bars, for angles from X and angular speeds that close all loops.
    ///
    /// Unknown are the accelerations of each bar (x, y, angle) and the force of each pin (on its first end, its opposite
    /// on the second). Equations: Newton's and Euler's for each bar, and equal accelerations of the two ends of each pin.
    pub(super) fn accelerations(&self, angles: &[f64], speeds: &[f64]) -> Result<Vec<f64>, ValidationError> {
        let n = 3 * self.bars + 2 * self.pins.len();
        let (mut matrix, mut right) = (vec![vec![0.0; n]; n], vec![0.0; n]);
        for bar in 0..self.bars {
            // mass and inertia
            (0..3).for_each(|axis| matrix[3 * bar + axis][3 * bar + axis] = 1.0);
            right[3 * bar + 1] = -GRAVITY;
        }
        for (k, ends) in self.pins.iter().enumerate() {
            let row = 3 * self.bars + 2 * k;
            for (end, sign) in ends.iter().zip([1.0, -1.0]) {
                let (bar, lever) = match *end {
                    End::Start(bar) => (bar, -0.5),
                    End::Tip(bar) => (bar, 0.5),
                    End::Ground => continue,
                };
                let [x, y] = [lever * angles[bar].cos(), lever * angles[bar].sin()];
                // acceleration of the end: c̈ + α (−y, x) − ω² (x, y); its transpose is what the force does to the bar
                for (axis, turning) in [(0, -y), (1, x)] {
                    matrix[row + axis][3 * bar + axis] += sign;
                    matrix[row + axis][3 * bar + 2] += sign * turning;
                    matrix[3 * bar + axis][row + axis] -= sign;
                    matrix[3 * bar + 2][row + axis] -= sign * turning;
                }
                let square = sign * speeds[bar] * speeds[bar];
                right[row] += square * x;
                right[row + 1] += square * y;
            }
        }
        let solution = solve(matrix, right)?;
        Ok((0..self.bars).map(|bar| solution[3 * bar + 2]).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: a bar on a pivot is a pendulum: 1.25 α = −½ g cos φ; it was written for no loop
    #[test]
    fn one_bar_is_a_pendulum() {
        let linkage = Linkage { bars: 1, pins: &[[End::Ground, End::Start(0)]] };
        for (angle, speed) in [(0.0, 0.0), (0.7, 2.0), (-2.0, -1.0)] {
            let found = linkage.accelerations(&[angle], &[speed]).unwrap()[0];
            assert!((found + 0.4 * GRAVITY * angle.cos()).abs() < 1e-14, "{found}");
        }
    }
}
