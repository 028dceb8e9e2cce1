//! Runge-Kutta of fifth order with an error estimate of fourth order (Dormand, Prince), as "ODE45" of MATLAB.

/// Nodes do not matter: the equations of a fall do not know the time. Row k: weights of the stages before stage k + 1.
const STAGES: [&[f64]; 6] = [
    &[1.0 / 5.0],
    &[3.0 / 40.0, 9.0 / 40.0],
    &[44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0],
    &[19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0],
    &[9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0],
    &[35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0],
];

/// Fifth less fourth order.
const ERROR: [f64; 7] =
    [71.0 / 57600.0, 0.0, -71.0 / 16695.0, 71.0 / 1920.0, -17253.0 / 339200.0, 22.0 / 525.0, -1.0 / 40.0];

/// For the state inside a step.
const INSIDE: [f64; 7] = [
    -12715105075.0 / 11282082432.0,
    0.0,
    87487479700.0 / 32700410799.0,
    -10690763975.0 / 1880347072.0,
    701980252875.0 / 199316789632.0,
    -1453857185.0 / 822651844.0,
    69997945.0 / 29380423.0,
];

/// The state at the given times, which increase; the first is that of `start`. `relative` and `absolute` bound the error of a
/// step. Rows are NaN from where the steps become too short.
pub(super) fn integrate<const N: usize>(
    start: [f64; N],
    times: &[f64],
    [relative, absolute]: [f64; 2],
    rates: impl Fn([f64; N]) -> [f64; N],
) -> Vec<Vec<f64>> {
    let (Some(&first), Some(&end)) = (times.first(), times.last()) else { return Vec::new() };
    let (mut t, mut y, mut rate) = (first, start, rates(start));
    let longest = 0.1 * (end - first);
    let mut h = longest * relative.powf(0.2);
    let mut rows = Vec::with_capacity(times.len());
    rows.push(start.to_vec());
    while rows.len() < times.len() {
        let step = Step::new(y, rate, h, &rates);
        let size = step.error(y, relative, absolute);
        if size <= 1.0 {
            let last = t + h >= end;
            while let Some(&at) = times.get(rows.len()).filter(|at| **at <= t + h || last) {
                rows.push(step.inside(y, ((at - t) / h).min(1.0)).to_vec());
            }
            (t, y, rate) = (t + h, step.end, step.stages[6]);
        } else if !(h > 1e-9) || size.is_nan() {
            rows.resize(times.len(), vec![f64::NAN; N]);
        }
        h = (h * (0.8 * size.max(1e-10).powf(-0.2)).clamp(0.1, 5.0)).min(longest);
    }
    rows
}

/// A step that was tried.
struct Step<const N: usize> {
    h: f64,
    stages: [[f64; N]; 7],
    end: [f64; N],
}

impl<const N: usize> Step<N> {
    fn new(y: [f64; N], rate: [f64; N], h: f64, rates: impl Fn([f64; N]) -> [f64; N]) -> Self {
        let (mut stages, mut end) = ([rate; 7], y);
        for (k, weights) in STAGES.iter().enumerate() {
            end = core::array::from_fn(|i| y[i] + h * sum(weights, &stages, i));
            stages[k + 1] = rates(end);
        }
        Self { h, stages, end }
    }

    /// The largest error in parts of what is allowed.
    fn error(&self, y: [f64; N], relative: f64, absolute: f64) -> f64 {
        let part = |i: usize| {
            let allowed = absolute.max(relative * y[i].abs().max(self.end[i].abs()));
            (self.h * sum(&ERROR, &self.stages, i)).abs() / allowed
        };
        (0..N).map(part).fold(0.0, |m: f64, x| if x.is_nan() || m.is_nan() { f64::NAN } else { m.max(x) })
    }

    /// The state at the fraction `s` of the step, to fourth order.
    fn inside(&self, y: [f64; N], s: f64) -> [f64; N] {
        core::array::from_fn(|i| {
            let way = self.end[i] - y[i];
            let before = self.h * self.stages[0][i] - way;
            let behind = way - self.h * self.stages[6][i] - before;
            let fourth = self.h * sum(&INSIDE, &self.stages, i);
            y[i] + s * (way + (1.0 - s) * (before + s * (behind + (1.0 - s) * fourth)))
        })
    }
}

fn sum<const N: usize>(weights: &[f64], stages: &[[f64; N]; 7], i: usize) -> f64 {
    weights.iter().zip(stages).map(|(w, stage)| w * stage[i]).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: cosine and sine
    #[test]
    fn an_oscillator_oscillates_between_steps_too() {
        let times: Vec<f64> = (0..=100).map(|k| 0.0973 * f64::from(k)).collect();
        for (tolerance, bound) in [(1e-12, 1e-10), (1e-6, 1e-4)] {
            let rows = integrate([1.0, 0.0], &times, [tolerance; 2], |[x, v]| [v, -x]);
            let gap = |(row, t): (&Vec<f64>, &f64)| (row[0] - t.cos()).abs().max((row[1] + t.sin()).abs());
            let worst = rows.iter().zip(&times).map(gap).fold(0.0, f64::max);
            assert!(rows.len() == times.len() && worst < bound && worst > 1e-3 * tolerance, "{tolerance}: {worst}");
        }
    }

    // oracle: ẏ = y² with y(0) = 1 has no solution beyond t = 1
    #[test]
    fn it_gives_up_instead_of_lying() {
        let rows = integrate([1.0], &[0.0, 0.5, 2.0], [1e-8; 2], |[y]| [y * y]);
        assert!((rows[1][0] - 2.0).abs() < 1e-6 && rows[2][0].is_nan());
    }
}
