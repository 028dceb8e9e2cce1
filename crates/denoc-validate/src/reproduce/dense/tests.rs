use super::extrapolation::integrate;
use super::*;

// oracle: sine and cosine
#[test]
fn an_oscillator_is_followed_to_rounding() {
    let times = [0.0, 0.7, 5.0, 30.0];
    let swing = |y: &[f64], r: &mut [f64]| {
        (r[0], r[1]) = (y[1], -y[0]);
        Ok(())
    };
    let found = integrate(&[0.0, 1.0], &times, swing).unwrap();
    for (t, y) in times.iter().zip(&found.rows) {
        assert!((y[0] - t.sin()).abs() < 1e-12 && (y[1] - t.cos()).abs() < 1e-12, "{t}: {y:?}");
    }
}

// oracle: the equation of motion of a rod that hangs along X, m a²/3 θ̈ + m g a/2 sin θ = τ
#[test]
fn a_rod_by_hand() {
    let arm = Arm::new(&denoc_run::load("one_r").unwrap().description).unwrap();
    let tau = arm.forces(&[0.4], &[1.5], &[2.0])[0];
    assert!((tau - (2.0 / 3.0 + 0.5 * 9.81 * 0.4_f64.sin())).abs() < 1e-14);
}

// oracle: d/dt of the energy = power of the joint forces, by differences of the energies along a path; every term of the
// equations takes part, sliding joints included
#[test]
fn forces_times_speeds_are_the_rate_of_energy() {
    for name in ["puma", "stanford", "stanford_1999", "kuka_kr5"] {
        let description = denoc_run::load(name).unwrap().description;
        let arm = Arm::new(&description).unwrap();
        let q = |t: f64| (0..6).map(|i| (t + f64::from(i)).sin()).collect::<Vec<_>>();
        let v = |t: f64| (0..6).map(|i| (t + f64::from(i)).cos()).collect::<Vec<_>>();
        let energy = |t: f64| {
            let places = arm.places(&q(t));
            let height = places.iter().zip(&arm.parts).map(|(p, part)| part.mass * dot(arm.gravity, p.center));
            arm.kinetic_energy(&q(t), &v(t)) - height.sum::<f64>()
        };
        let (t, h) = (0.3, 1e-4);
        let rate = (8.0 * (energy(t + h) - energy(t - h)) - energy(t + 2.0 * h) + energy(t - 2.0 * h)) / (12.0 * h);
        let a: Vec<f64> = q(t).iter().map(|x| -x).collect();
        let power: f64 = arm.forces(&q(t), &v(t), &a).iter().zip(v(t)).map(|(tau, v)| tau * v).sum();
        assert!((rate - power).abs() < 1e-8 * power.abs().max(1.0), "{name}: {rate} {power}");
    }
}
