//! Orders of convergence on problems with known solutions.

use super::*;

/// Rates that need no model.
struct Problem {
    dimension: usize,
    quadratures: usize,
    rates: fn(f64, &[f64], &mut [f64]),
    evaluations: usize,
}

impl System for Problem {
    fn dimension(&self) -> usize {
        self.dimension
    }
    fn controlled(&self) -> usize {
        self.dimension - self.quadratures
    }
    fn rates(&mut self, t: f64, y: &[f64], rates: &mut [f64]) -> Result<(), SimError> {
        self.evaluations += 1;
        (self.rates)(t, y, rates);
        Ok(())
    }
    fn joint_of(&self, entry: usize) -> String {
        entry.to_string()
    }
}

/// ẏ₀ = −2 t y₀², ẏ₁ = y₁ cos t, and the quadrature of y₀ y₁: from (1, 1, 0) at t = 0, y₀ = 1/(1 + t²), y₁ = exp(sin t).
fn smooth() -> Problem {
    let rates = |t: f64, y: &[f64], f: &mut [f64]| {
        f[0] = -2.0 * t * y[0] * y[0];
        f[1] = y[1] * t.cos();
        f[2] = -2.0 * t * y[0] * y[0] * y[1] + y[0] * y[1] * t.cos();
    };
    Problem { dimension: 3, quadratures: 1, rates, evaluations: 0 }
}

fn solution(t: f64) -> [f64; 3] {
    let (a, b) = (1.0 / (1.0 + t * t), t.sin().exp());
    [a, b, a * b - 1.0]
}

fn distance(y: &[f64], t: f64) -> f64 {
    y.iter().zip(solution(t)).map(|(y, exact)| (y - exact).abs()).fold(0.0, f64::max)
}

/// Largest error at the end of steps, and between them, of a run with fixed steps.
fn errors(method: Integrator, steps: usize) -> (f64, f64) {
    let mut problem = smooth();
    let mut stepper = (method.info().make)(3);
    let h = 2.0 / steps as f64;
    let mut y = vec![1.0, 1.0, 0.0];
    let (mut end, mut rates, mut end_rates, mut inside) = (vec![0.0; 3], vec![0.0; 3], vec![0.0; 3], vec![0.0; 3]);
    let allowed = [1e-12; 2];
    let (mut at_ends, mut between) = (0.0_f64, 0.0_f64);
    for step in 0..steps {
        let t = step as f64 * h;
        problem.rates(t, &y, &mut rates).unwrap();
        let span = Span { t, h, end: t + h, y: &y, rates: &rates, allowed: &allowed, tolerance: 1e-12 };
        stepper.attempt(&mut problem, span, &mut end).unwrap();
        problem.rates(t + h, &end, &mut end_rates).unwrap();
        if let Some(rates) = stepper.end_rates() {
            assert_eq!(rates, end_rates);
        }
        stepper.prepare(&mut problem, span, &end, &end_rates).unwrap();
        for s in [0.2, 0.5, 0.7, 0.9] {
            stepper.interpolate(s, &mut inside);
            between = between.max(distance(&inside, t + s * h));
        }
        for (s, exact) in [(0.0, &y), (1.0, &end)] {
            stepper.interpolate(s, &mut inside);
            assert!(inside.iter().zip(exact).all(|(a, b)| (a - b).abs() < 1e-14));
        }
        at_ends = at_ends.max(distance(&end, t + h));
        core::mem::swap(&mut y, &mut end);
    }
    (at_ends, between)
}

// oracle: the exact solution of a problem that depends on time, with a quadrature
#[test]
fn every_method_converges_with_its_order() {
    for &method in Integrator::ALL {
        let info = method.info();
        // few enough for errors well above rounding and the solution of implicit equations
        let steps = if info.order > 5 { 8 } else { 20 };
        let (coarse, fine) = (errors(method, steps), errors(method, 2 * steps));
        let order = |a: f64, b: f64| (a / b).log2();
        let (ends, between) = (order(coarse.0, fine.0), order(coarse.1, fine.1));
        println!("{info:?}: {ends:.2} {between:.2}; errors {fine:?}");
        assert!((ends - f64::from(info.order)).abs() < 0.6, "{info:?}: order {ends} at the ends of steps");
        assert!((between - f64::from(info.dense_order)).abs() < 0.6, "{info:?}: order {between} between steps");
    }
}

// oracle: the true error of single steps, and the order the step control reckons with
#[test]
fn estimates_shrink_with_their_order_and_cover_the_error() {
    for &method in Integrator::ALL.iter().filter(|m| m.adapts()) {
        let mut problem = smooth();
        let mut stepper = (method.info().make)(3);
        let mut step = |h: f64| {
            let (t, y) = (0.6, solution(0.6));
            let (mut rates, mut end) = ([0.0; 3], [0.0; 3]);
            problem.rates(t, &y, &mut rates).unwrap();
            // a tolerance of 1e-3 is not translated by radau5
            let span = Span { t, h, end: t + h, y: &y, rates: &rates, allowed: &[1.0; 2], tolerance: 1e-3 };
            (stepper.attempt(&mut problem, span, &mut end).unwrap().size, distance(&end[..2], t + h))
        };
        let ((large, error), (small, _)) = (step(0.2), step(0.1));
        assert!(large > 0.3 * error, "{method:?}: estimate {large:e}, error {error:e}");
        let (order, expected) = ((large / small).log2(), f64::from(method.info().control_order.unwrap()));
        // the mixed estimate of dop853 shrinks faster before its terms of lowest order rule
        assert!(
            order > expected - 1.0 && order < expected + 2.2,
            "{method:?}: estimate of order {order}, {expected} expected"
        );
    }
}

// oracle: the definition of a consistent table, cᵢ = Σ aᵢⱼ
#[test]
fn rows_of_the_large_table_sum_to_its_nodes() {
    use super::dop853_coefficients::{A, B, C, E3, E5};
    for (row, c) in A.iter().zip(&C[1..]) {
        assert!((row.iter().sum::<f64>() - c).abs() < 1e-14);
    }
    assert!((B.iter().sum::<f64>() - 1.0).abs() < 1e-14);
    assert!(E3.iter().sum::<f64>().abs() < 1e-14 && E5.iter().sum::<f64>().abs() < 1e-14);
}

// oracle: L-stability, the limit of a very stiff equation is its slow solution
#[test]
fn the_stiff_method_steps_over_fast_transients() {
    let rates = |t: f64, y: &[f64], f: &mut [f64]| f[0] = -1e8 * (y[0] - t.cos());
    let mut problem = Problem { dimension: 1, quadratures: 0, rates, evaluations: 0 };
    let mut stepper = (Integrator::Radau5.info().make)(1);
    let (y, mut f, mut end) = ([2.0], [0.0], [0.0]);
    problem.rates(0.0, &y, &mut f).unwrap();
    let span = Span { t: 0.0, h: 0.1, end: 0.1, y: &y, rates: &f, allowed: &[1e-6], tolerance: 1e-6 };
    stepper.attempt(&mut problem, span, &mut end).unwrap();
    assert!((end[0] - 0.1_f64.cos()).abs() < 1e-6, "{end:?}");
}

/// Coordinates x and speeds v with ẋ = v, v̇ = −(ω², 1) x − (d, 1) v, followed by an entry that decays with the rate 3.
struct Oscillator {
    stiffness: f64,
    damping: f64,
}

impl System for Oscillator {
    fn dimension(&self) -> usize {
        5
    }
    fn controlled(&self) -> usize {
        5
    }
    fn coordinates(&self) -> usize {
        2
    }
    fn rates(&mut self, _: f64, y: &[f64], f: &mut [f64]) -> Result<(), SimError> {
        (f[0], f[1]) = (y[2], y[3]);
        f[2] = -self.stiffness * y[0] - self.damping * y[2];
        (f[3], f[4]) = (-y[1] - y[3], -3.0 * y[4]);
        Ok(())
    }
    fn joint_of(&self, entry: usize) -> String {
        entry.to_string()
    }
}

fn derivatives_of(system: &mut Oscillator) -> linearised::Linearised {
    let (y, mut rates) = ([0.0; 5], [0.0; 5]);
    system.rates(0.0, &y, &mut rates).unwrap();
    let mut linear = linearised::Linearised::new(5, 2);
    linear.differentiate(system, Around { t: 0.0, y: &y, rates: &rates }).unwrap();
    linear
}

// oracle: eigenvalues by hand: ±iω without damping, about −d with much of it
#[test]
fn the_fastest_rate_is_that_of_oscillations_and_of_decay() {
    for (stiffness, damping, expected) in [(1e6, 0.0, 1e3), (4e4, 0.0, 200.0), (1.0, 1e4, 1e4), (1e6, 1e5, 1e5)] {
        let found = derivatives_of(&mut Oscillator { stiffness, damping }).fastest_rate();
        assert!((found / expected - 1.0).abs() < 0.1, "{stiffness} {damping}: {found} {expected}");
    }
}

// oracle: multiplication by μ − J, written out
#[test]
fn linear_systems_are_solved_with_both_shifts() {
    let (stiffness, damping) = (50.0, 3.0);
    let mut linear = derivatives_of(&mut Oscillator { stiffness, damping });
    let slopes = |x: [f64; 5]| [x[2], x[3], -stiffness * x[0] - damping * x[2], -x[1] - x[3], -3.0 * x[4]];
    let (real, [re, im]) = (4.0, [2.0, 5.0]);
    assert!(linear.factor(real, [re, im]));
    let (b, c) = ([1.0, -2.0, 0.5, 3.0, -1.0], [0.7, 0.2, -4.0, 1.0, 2.0]);
    let mut x = b;
    linear.solve_real(&mut x);
    let back = slopes(x);
    // derivatives are differences of linear functions
    (0..5).for_each(|i| assert!((real * x[i] - back[i] - b[i]).abs() < 1e-6, "{i}: {x:?}"));
    let (mut x, mut y) = (b, c);
    linear.solve_complex(&mut x, &mut y);
    let (back_re, back_im) = (slopes(x), slopes(y));
    for i in 0..5 {
        let found = [re * x[i] - im * y[i] - back_re[i], re * y[i] + im * x[i] - back_im[i]];
        assert!((found[0] - b[i]).abs() < 1e-6 && (found[1] - c[i]).abs() < 1e-6, "{i}: {found:?}");
    }
}

// oracle: conservation of the energy of a pendulum over 100,000 steps; rk4 loses it steadily
#[test]
fn the_symmetric_method_keeps_energy_in_long_runs() {
    let rates = |_: f64, y: &[f64], f: &mut [f64]| (f[0], f[1]) = (y[1], -y[0].sin());
    let energy = |y: &[f64]| 0.5 * y[1] * y[1] - y[0].cos();
    let run = |method: Integrator| {
        let mut problem = Problem { dimension: 2, quadratures: 0, rates, evaluations: 0 };
        let mut stepper = (method.info().make)(2);
        let (mut y, mut f, mut end) = (vec![2.0, 0.0], vec![0.0; 2], vec![0.0; 2]);
        let start = energy(&y);
        let mut drifts = Vec::new();
        for step in 0..100_000 {
            let (t, h) = (0.1 * f64::from(step), 0.1);
            problem.rates(t, &y, &mut f).unwrap();
            let span = Span { t, h, end: t + h, y: &y, rates: &f, allowed: &[1.0; 2], tolerance: 1.0 };
            stepper.attempt(&mut problem, span, &mut end).unwrap();
            core::mem::swap(&mut y, &mut end);
            drifts.push(energy(&y) - start);
        }
        let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len() as f64;
        let largest = drifts.iter().fold(0.0_f64, |m, d| m.max(d.abs()));
        (mean(&drifts[75_000..]) - mean(&drifts[..25_000]), largest)
    };
    let ((drift, largest), (rk4, _)) = (run(Integrator::Gauss4), run(Integrator::Rk4));
    println!("gauss4: drift {drift:e}, oscillation {largest:e}; rk4: drift {rk4:e}");
    assert!(drift.abs() < 1e-8 && largest < 1e-5, "{drift:e} {largest:e}");
    assert!(rk4 < -1e-4, "{rk4:e}");
}

// oracle: the names that files are read by
#[test]
fn keywords_are_the_names_of_the_variants() {
    for integrator in Integrator::ALL {
        assert_eq!(format!("{integrator:?}").to_lowercase(), integrator.info().keyword);
    }
}
