//! Examples 9.1 and 9.2, Exercises 9.6, 9.7 and 9.9: the one-link arm in symbols.

use std::f64::consts::PI;

use denoc_run::Loaded;

use crate::ValidationError;
use crate::reproduce::curves::{Curves, instants};
use crate::reproduce::finding::{Bound, Oracle};
use crate::reproduce::matrices::matrices;
use crate::reproduce::motion::Cycloid;
use crate::reproduce::{Case, Finding, Work, inverse};

pub(super) const CASE: Case = Case {
    id: "SahaIR Examples 9.1, 9.2",
    title: "one-link arm: the equation of motion",
    work: Work::Arm("one_r", run),
};

/// Our choice of mass and length.
const M: f64 = 1.0;
const A: f64 = 1.0;
const G: f64 = 9.81;

/// I = m a²/3 [SahaIR (9.23f)], C = 0, τ = I θ̈ + ½ m g a sin θ [SahaIR (9.24c)].
fn torque(q: f64, a: f64) -> f64 {
    M * A * A / 3.0 * a + 0.5 * M * G * A * q.sin()
}

fn run(arm: &Loaded) -> Result<Finding, ValidationError> {
    let mut finding = Finding::new(
        "The example is in symbols: I = m a²/3, C = 0, τ = I θ̈ + ½ m g a sin θ with gravity along +X (erratum E17: a convention). \
         Mass 1 kg and length 1 m are our choice. Inertia, convective term, kinetic energy (Exercise 9.6) at 13 angles, and \
         torques along the motion (9.36) from 0 to π in 10 s.",
    );
    let speed = 1.5;
    let mut worst = [0.0_f64; 4];
    for q in instants(2.0 * PI, 12).into_iter().map(|q| q - PI) {
        let found = matrices(&arm.model, &[q], &[speed])?;
        let pairs = [
            (found.gim[0], M * A * A / 3.0),
            (found.mci[0], 0.0),
            (found.gravity[0], torque(q, 0.0)),
            (found.kinetic_energy, 0.5 * M * A * A / 3.0 * speed * speed),
        ];
        for (worst, (computed, printed)) in worst.iter_mut().zip(pairs) {
            *worst = worst.max((computed - printed).abs());
        }
    }
    finding.check("inertia I = m a²/3, 13 angles", Oracle::ClosedForm, worst[0], 1e-15, "kg m²");
    finding.check("convective term C = 0", Oracle::ClosedForm, worst[1], 1e-15, "kg m²/s");
    finding.check("gravity ½ m g a sin θ", Oracle::ClosedForm, worst[2], 5e-15, "N m");
    finding.check("kinetic energy (Exercise 9.6)", Oracle::ClosedForm, worst[3], 1e-15, "J");
    let motion = Cycloid::new(&[0.0], &[PI]);
    let ours = inverse::against_formula(&mut finding, arm, &motion, |q, _, a| vec![torque(q[0], a[0])])?;
    let kept = Curves::kept(&[(0.0, [0.0]), (2.5, [1.44674876293]), (5.0, [4.905]), (7.5, [1.31515403758])]);
    finding.compare("torques at four instants", Oracle::Kept, &[&ours.compiled], &kept, Bound::Largest(1e-11));
    finding.remark(
        "Fig. 9.4 is a program for the same equation. Erratum E16: (9.23d) prints the turned inertia tensor with sine and cosine \
         exchanged; the result (9.23f) is right.",
    );
    Ok(finding)
}
