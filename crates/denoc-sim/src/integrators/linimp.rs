//! Extrapolation of the linearly implicit Euler method with an approximate Jacobian: order seven, for long chains with stiff
//! springs, dampers and tensions.
//!
//! A basic step of length H is made of 1, 2, 3, 4, 6, 8 and 12 equal steps y ← y + (1 − hA)⁻¹ h f(y) in turn, and the ends are extrapolated
//! to h = 0 (Aitken-Neville). The error of each has an expansion in powers of h whatever A is, as long as the step is a smooth
//! function of y and h; so the order does not depend on A, only the stability does. A is what the system can solve with cheaply
//! ([`System::implicit_step`]).
//!
//! Between steps: the derivatives at the end from extrapolated backward differences. They use nothing but states of the
//! implicit steps, so that stiff forces, which amplify the smallest errors, are not asked.
//!
//! Sources: P. Deuflhard, *Recent progress in extrapolation methods for ordinary differential equations*, SIAM Review 27
//! (1985); Hairer-Wanner II, IV.9; E. Hairer, A. Ostermann, *Dense output for extrapolation methods*, Numer. Math. 58 (1990).

use super::{Estimate, IntegratorInfo, Span, Stepper, System, norm};
use crate::SimError;

/// Rows of the table of extrapolation.
const ROWS: usize = 7;
/// Small steps in each row. With 1, 2, 3, 4, 5, … the extrapolation would amplify the rounding errors of long chains ten times
/// as much.
const SMALL_STEPS: [usize; ROWS] = [1, 2, 3, 4, 6, 8, 12];
/// Small steps in all rows.
const ALL_STEPS: usize = first(ROWS);

pub(super) const INFO: IntegratorInfo = IntegratorInfo {
    keyword: "linimp",
    summary: "linearly implicit Euler, extrapolated to order 7, error control; for stiff chains and cables of many links",
    order: ROWS as u32,
    dense_order: ROWS as u32,
    control_order: Some(ROWS as u32),
    stiff: true,
    make: |dimension| Box::new(LinearlyImplicit::new(dimension)),
};

struct LinearlyImplicit {
    /// Changes of the state in all small steps, row by row.
    changes: Vec<Vec<f64>>,
    /// The last row of the table: changes of the state along the whole step, from one row to all of them.
    table: Vec<Vec<f64>>,
    y: Vec<f64>,
    /// The polynomial of the step in powers of s − 1: the end, scaled derivatives there, and a term that meets the start.
    polynomial: Vec<Vec<f64>>,
}

impl LinearlyImplicit {
    fn new(dimension: usize) -> Self {
        let zeros = |count: usize| vec![vec![0.0; dimension]; count];
        Self { changes: zeros(ALL_STEPS), table: zeros(ROWS), y: vec![0.0; dimension], polynomial: zeros(ROWS + 2) }
    }

    /// The small steps of a row.
    fn walk(&mut self, system: &mut dyn System, span: Span<'_>, row: usize) -> Result<(), SimError> {
        let steps = SMALL_STEPS[row];
        let h = span.h / steps as f64;
        self.y.copy_from_slice(span.y);
        for (i, change) in self.changes[first(row)..][..steps].iter_mut().enumerate() {
            let t = if i + 1 == steps { span.end } else { span.t + (i + 1) as f64 * h };
            system.implicit_step(t, &self.y, h, change)?;
            self.y.iter_mut().zip(&*change).for_each(|(y, change)| *y += change);
        }
        Ok(())
    }

    /// Puts the result of a row into the table and extrapolates; the difference of the last two entries is the error.
    fn extrapolate(&mut self, row: usize, allowed: &[f64]) -> Estimate {
        let mut error = Estimate::default();
        let (older, newest) = self.table.split_at_mut(row);
        newest[0].fill(0.0);
        for change in &self.changes[first(row)..][..SMALL_STEPS[row]] {
            newest[0].iter_mut().zip(change).for_each(|(sum, change)| *sum += change);
        }
        // older[k] is the entry of the row before that k + 1 rows made; the new row takes its place
        for (k, entry) in older.iter_mut().enumerate() {
            let factor = factor(row, row - k - 1);
            if k + 1 == row {
                let difference = newest[0].iter().zip(&*entry).map(|(new, old)| factor * (new - old));
                error = norm(difference, allowed);
            }
            for (old, new) in entry.iter_mut().zip(&mut newest[0]) {
                let better = *new + factor * (*new - *old);
                (*old, *new) = (*new, better);
            }
        }
        error
    }
}

/// The number of small steps before a row.
const fn first(row: usize) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < row {
        sum += SMALL_STEPS[i];
        i += 1;
    }
    sum
}

/// The share of the difference between two entries that leads to a step of length zero.
fn factor(row: usize, above: usize) -> f64 {
    SMALL_STEPS[above] as f64 / (SMALL_STEPS[row] - SMALL_STEPS[above]) as f64
}

impl Stepper for LinearlyImplicit {
    fn attempt(&mut self, system: &mut dyn System, span: Span<'_>, end: &mut [f64]) -> Result<Estimate, SimError> {
        system.prepare_implicit(span)?;
        let mut error = Estimate::default();
        for row in 0..ROWS {
            self.walk(system, span, row)?;
            let last = error;
            error = self.extrapolate(row, span.allowed);
            // rows that do not approach each other will not do so later: half the step
            let diverging = row > 1 && error.size > 1.0 && error.size >= last.size;
            if diverging || error.size.is_nan() {
                return Ok(Estimate { size: 2.0_f64.powi(ROWS as i32), ..error });
            }
        }
        end.iter_mut().zip(span.y).zip(&self.table[ROWS - 1]).for_each(|((end, y), change)| *end = y + change);
        Ok(error)
    }

    fn prepare(&mut self, _: &mut dyn System, span: Span<'_>, end: &[f64], _: &[f64]) -> Result<(), SimError> {
        for i in 0..end.len() {
            let mut differences = [[0.0; ROWS]; ROWS];
            for (row, differences) in differences.iter_mut().enumerate() {
                let steps = SMALL_STEPS[row];
                for (entry, change) in differences.iter_mut().zip(self.changes[first(row)..][..steps].iter().rev()) {
                    *entry = steps as f64 * change[i];
                }
                // backward differences at the end, in place: entry m becomes the scaled derivative m + 1
                for m in 1..ROWS.min(steps) {
                    for k in (m..ROWS.min(steps)).rev() {
                        differences[k] = steps as f64 * (differences[k - 1] - differences[k]);
                    }
                }
            }
            let mut at_start = end[i];
            let mut factorial = 1.0;
            self.polynomial[0][i] = end[i];
            for order in 1..=ROWS {
                factorial *= order as f64;
                let coefficient = extrapolated(&differences, order) / factorial;
                self.polynomial[order][i] = coefficient;
                at_start += if order.is_multiple_of(2) { coefficient } else { -coefficient };
            }
            let sign = if ROWS.is_multiple_of(2) { -1.0 } else { 1.0 };
            self.polynomial[ROWS + 1][i] = sign * (span.y[i] - at_start);
        }
        Ok(())
    }

    fn interpolate(&self, s: f64, y: &mut [f64]) {
        y.fill(0.0);
        for coefficients in self.polynomial.iter().rev() {
            y.iter_mut().zip(coefficients).for_each(|(y, c)| *y = *y * (s - 1.0) + c);
        }
    }
}

/// A derivative at the end, from its differences in all rows that have enough small steps: row i has more than i.
fn extrapolated(differences: &[[f64; ROWS]; ROWS], order: usize) -> f64 {
    let mut table = [0.0; ROWS];
    for row in order - 1..ROWS {
        table[row] = differences[row][order - 1];
        for k in (order - 1..row).rev() {
            table[k] = table[k + 1] + factor(row, k) * (table[k + 1] - table[k]);
        }
    }
    table[order - 1]
}
