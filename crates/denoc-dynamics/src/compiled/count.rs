//! Operation counts of the kernels, obtained by running them with counting numbers.

use denoc_math::{Count, Operations, Vec3, count_operations};
use denoc_model::{Description, DhRow, MassProperties, Model};

use super::gim::{self, GimWork};
use super::outward::{Rates, sines, sweep};
use super::program::Program;
use super::work::Work;
use super::{forward, inverse};

/// A count that grows linearly with the number of joints: `[coefficient of n, constant]`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    /// Multiplications and divisions.
    pub multiplications: [i64; 2],
    /// Additions and subtractions.
    pub additions: [i64; 2],
}

/// A count that grows with the square of the number of joints: `[n², n, 1]`.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Quadratic {
    /// Multiplications and divisions.
    pub multiplications: [f64; 3],
    /// Additions and subtractions.
    pub additions: [f64; 3],
}

/// Operation counts for a chain of n revolute joints with general twists, lengths and masses. Sines and cosines are not
/// counted; the addition of a constant to each joint angle is.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct OperationCounts {
    /// Joint forces.
    pub inverse: Linear,
    /// Accelerations from given bias wrenches, which the literature calls forward dynamics.
    pub forward_without_bias: Linear,
    /// Accelerations, including the bias wrenches.
    pub forward: Linear,
    /// The generalised inertia matrix.
    pub gim: Quadratic,
}

/// Counts the operations of the compiled kernels.
///
/// ```
/// let counts = denoc_dynamics::compiled::operation_counts();
/// assert!(counts.inverse.multiplications[0] <= 81);
/// ```
pub fn operation_counts() -> OperationCounts {
    let linear = |work: fn(usize) -> Operations| {
        let [a, b, c] = [7, 8, 12].map(|n| totals(work(n)));
        let fit = |k: usize| {
            let slope = b[k] - a[k];
            debug_assert_eq!(c[k], b[k] + 4 * slope, "linear in n");
            [slope, a[k] - 7 * slope]
        };
        Linear { multiplications: fit(0), additions: fit(1) }
    };
    let [a, b, c] = [8, 9, 10].map(|n| totals(count_gim(n)).map(|x| x as f64));
    let fit = |k: usize| {
        let second = 0.5 * (c[k] - 2.0 * b[k] + a[k]);
        let first = b[k] - a[k] - second * (81.0 - 64.0);
        [second, first, a[k] - 64.0 * second - 8.0 * first]
    };
    OperationCounts {
        inverse: linear(count_inverse),
        forward_without_bias: linear(count_forward_without_bias),
        forward: linear(count_forward),
        gim: Quadratic { multiplications: fit(0), additions: fit(1) },
    }
}

/// Multiplications with divisions, additions.
fn totals(n: Operations) -> [i64; 2] {
    [(n.multiplications + n.divisions) as i64, n.additions as i64]
}

/// A chain of general geometry: no parameter is zero, no axes are parallel or perpendicular.
fn chain(n: usize) -> Model {
    let rows: Vec<_> = (0..n)
        .map(|i| {
            let x = i as f64;
            let row = DhRow::revolute(0.1 + 0.01 * x, 0.2, 0.3 + 0.02 * x, 0.7 + 0.05 * (x * 1.3).sin());
            let mut mass = MassProperties::cuboid(1.0 + 0.1 * x, Vec3::new(0.1, 0.2, 0.3), Vec3::new(0.1, 0.05, -0.07));
            (mass.inertia.xy, mass.inertia.xz, mass.inertia.yz) = (1e-4, -2e-4, 3e-4);
            (row, mass)
        })
        .collect();
    Description::from_modified_dh("chain", &rows).build().expect("a valid chain")
}

/// Runs a kernel with counting numbers on a chain of `n` joints.
fn count(n: usize, kernel: impl FnOnce(&Program<f64>, &mut Work<Count>, &[Count], &mut [Count])) -> Operations {
    let program = Program::new(&chain(n));
    let mut work = Work::new(&program);
    let state: Vec<Count> = (0..n).map(|i| Count(0.3 + 0.1 * i as f64)).collect();
    let mut out = vec![Count(0.0); n * n];
    count_operations(|| kernel(&program, &mut work, &state, &mut out)).1
}

fn rates(x: &[Count]) -> Rates<'_, Count> {
    Rates { q: x, v: x, a: x }
}

fn count_inverse(n: usize) -> Operations {
    count(n, |p, work, x, out| {
        sines(p, work, x);
        inverse::run(p, work, rates(x), out);
    })
}

fn count_forward(n: usize) -> Operations {
    count(n, |p, work, x, out| {
        sines(p, work, x);
        forward::run(p, work, rates(x), x, out);
    })
}

fn count_forward_without_bias(n: usize) -> Operations {
    // the sweep of bias wrenches is counted separately and subtracted
    let bias = count(n, |p, work, x, _| {
        sines(p, work, x);
        sweep::<Count, f64, false>(p, work, rates(x));
    });
    let all = count_forward(n);
    Operations {
        multiplications: all.multiplications - bias.multiplications,
        additions: all.additions - bias.additions,
        divisions: all.divisions - bias.divisions,
        sin_cos: all.sin_cos - bias.sin_cos,
        negations: all.negations - bias.negations,
    }
}

fn count_gim(n: usize) -> Operations {
    count(n, |p, work, x, out| {
        sines(p, work, x);
        gim::run(p, work, &mut GimWork::new(p), x, out);
    })
}

#[cfg(test)]
mod tests {
    use super::{Linear, Quadratic, operation_counts};

    // oracle: the counting number; the bounds are the goals of the design
    #[test]
    fn operation_counts_are_exactly_these() {
        let counts = operation_counts();
        assert_eq!(counts.inverse, Linear { multiplications: [81, -53], additions: [70, -42] });
        assert_eq!(counts.forward_without_bias, Linear { multiplications: [135, -141], additions: [130, -129] });
        assert_eq!(counts.forward, Linear { multiplications: [196, -172], additions: [181, -151] });
        let (multiplications, additions) = ([3.0, 90.0, -51.0], [2.5, 74.5, -43.0]);
        assert_eq!(counts.gim, Quadratic { multiplications, additions });
    }
}
