use super::*;
use crate::sources::data::Reference;

fn arm(name: &str) -> DenseArm {
    DenseArm::from_description(&denoc::load(name).unwrap().description)
}

// oracle: the equation of motion of a rod that hangs along X, m a²/3 θ̈ + m g a/2 sin θ = τ
#[test]
fn a_rod_by_hand() {
    let tau = arm("one_r").torques(&[0.4], &[1.5], &[2.0])[0];
    assert!((tau - (2.0 / 3.0 + 0.5 * 9.81 * 0.4_f64.sin())).abs() < 1e-14);
}

// oracle: d/dt of the energy = power of the joint forces, by differences of the energies along a path; every term of the
// equations takes part, sliding joints included
#[test]
fn forces_times_speeds_are_the_rate_of_energy() {
    for name in ["puma", "stanford", "stanford_1999", "kuka_kr5"] {
        let arm = arm(name);
        let q = |t: f64| (0..6).map(|i| (t + f64::from(i)).sin()).collect::<Vec<_>>();
        let v = |t: f64| (0..6).map(|i| (t + f64::from(i)).cos()).collect::<Vec<_>>();
        let energy = |t: f64| arm.energy(&q(t), &v(t));
        let (t, h) = (0.3, 1e-4);
        let rate = (8.0 * (energy(t + h) - energy(t - h)) - energy(t + 2.0 * h) + energy(t - 2.0 * h)) / (12.0 * h);
        let a: Vec<f64> = q(t).iter().map(|x| -x).collect();
        let power: f64 = arm.torques(&q(t), &v(t), &a).iter().zip(v(t)).map(|(tau, v)| tau * v).sum();
        assert!((rate - power).abs() < 1e-8 * power.abs().max(1.0), "{name}: {rate} {power}");
    }
}

// oracle: torques of other engines (A1 to A4) for the cycloid, written out here
#[test]
fn torques_of_other_engines() {
    use std::f64::consts::{FRAC_PI_2, FRAC_PI_3, PI, TAU};
    let third = 5.0 * PI / 6.0;
    let cases: [(&str, &str, &[f64], &[f64]); 4] = [
        ("planar_3r", "A1_planar3R_id_table", &[0.0; 3], &[PI; 3]),
        ("puma", "A2_puma_id_R", &[0.0; 6], &[PI; 6]),
        (
            "stanford",
            "A3_stanford_id_R",
            &[0.0, -FRAC_PI_2, 0.635, 0.0, PI, PI],
            &[FRAC_PI_3, -third, 0.735, FRAC_PI_3, third, third],
        ),
        ("kuka_kr5", "A4_kuka_id_R", &[0.0; 6], &[FRAC_PI_3; 6]),
    ];
    for (name, file, start, goal) in cases {
        let (arm, reference) = (arm(name), Reference::read(file));
        let expected = reference.numbered("tau", start.len());
        let largest = expected.iter().flatten().fold(0.0_f64, |m, x| m.max(x.abs()));
        for (t, row) in reference.column("t").iter().zip(&expected) {
            let s = TAU * t / 10.0;
            let at = |f: f64| start.iter().zip(goal).map(|(a, b)| (b - a) * f).collect::<Vec<_>>();
            let q: Vec<f64> = start.iter().zip(at((s - s.sin()) / TAU)).map(|(a, b)| a + b).collect();
            let tau = arm.torques(&q, &at((1.0 - s.cos()) / 10.0), &at(TAU * s.sin() / 100.0));
            for (found, expected) in tau.iter().zip(row) {
                assert!((found - expected).abs() < 1e-12 * largest, "{name} {t}: {found} {expected}");
            }
        }
    }
}

// oracle: free fall of the PUMA by other engines (A6), and initial accelerations of another transcription of the equations
#[test]
fn free_fall_of_other_engines() {
    let arm = arm("puma");
    let reference = Reference::read("A6_puma_freefall_R");
    let times: Vec<f64> = reference.column("t").into_iter().take(41).collect();
    let rows = arm.integrate(&[0.0; 6], &[0.0; 6], &times);
    for (found, expected) in rows.iter().zip(reference.numbered("q", 6)) {
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-11), "{found:?}");
    }
    let a = arm.accelerations(&[0.0; 6], &[0.0; 6], &[0.0; 6]);
    let known = [-0.00249045932644, 6.48544860859, -6.40534364939, -0.00249045932644, 0.0754710142984, 0.0];
    assert!(a.iter().zip(known).all(|(a, b)| (a - b).abs() < 1e-11), "{a:?}");
}

// oracle: link 6 of the KUKA has no inertia about its axis; a tree is no arm
#[test]
fn what_cannot_be_computed_is_not_a_number() {
    let a = arm("kuka_kr5").accelerations(&[0.0; 6], &[0.0; 6], &[0.0; 6]);
    assert!(a.iter().any(|x| !x.is_finite() || x.abs() > 1e6), "{a:?}");
    let tree = arm("biped");
    let n = tree.parts.len();
    assert!(tree.torques(&vec![0.0; n], &vec![0.0; n], &vec![0.0; n]).iter().any(|x| x.is_nan()));
}
