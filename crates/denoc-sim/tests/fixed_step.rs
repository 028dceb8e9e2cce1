//! Steps of fixed length.

use denoc_dynamics::compiled::Compile;
use denoc_model::Model;
use denoc_sim::{FixedStep, Integrator, SimError, Simulation};
use denoc_testkit::{Options, random_model, random_state};

/// The largest error at the end of a tenth of a second, against a simulation with error control.
fn error(model: &Model, integrator: Integrator, start: (&[f64], &[f64]), end: &[f64], steps: usize) -> f64 {
    let (mut q, mut v) = (start.0.to_vec(), start.1.to_vec());
    let (mut compiled, mut stepper) = (model.compile(), FixedStep::with_integrator(model, integrator).unwrap());
    let nothing = vec![0.0; model.nv()];
    for _ in 0..steps {
        let accelerate = |q: &[f64], v: &[f64], a: &mut [f64]| -> Result<(), SimError> {
            Ok(compiled.forward_dynamics(q, v, &nothing, a)?)
        };
        stepper.step(&mut q, &mut v, 0.1 / steps as f64, accelerate).unwrap();
    }
    let mut off = vec![0.0; model.nv()];
    model.difference(end, &q, &mut off).unwrap();
    off.iter().fold(0.0, |most: f64, x| most.max(x.abs()))
}

// oracle: the adaptive integrator; half the step leaves a sixteenth of the error, with every kind of joint and a free base
#[test]
fn the_order_is_four_on_every_joint() {
    let fixed = || Integrator::ALL.iter().copied().filter(|integrator| !integrator.adapts());
    let mut checked = vec![0; fixed().count()];
    for seed in 0..12 {
        let model = random_model(seed, &Options::default().floating());
        let state = random_state(&model, seed);
        let mut simulation =
            Simulation::new(&model).start(&state.q, &state.v).duration(0.1).tolerance(1e-13).joint_forces(false);
        let Ok((_, summary)) = simulation.run_collect() else { continue };
        let end = summary.q().to_vec();
        for (integrator, checked) in fixed().zip(&mut checked) {
            let error = |steps| error(&model, integrator, (&state.q, &state.v), &end, steps);
            let (coarse, fine) = (error(40), error(80));
            if (1e-11..1e-3).contains(&fine) {
                let ratio = coarse / fine;
                assert!((10.0..26.0).contains(&ratio), "{integrator:?}, seed {seed}: {coarse:e} {fine:e}");
                *checked += 1;
            }
        }
    }
    assert!(checked.iter().all(|&checked| checked >= 5), "{checked:?}");
}

// oracle: the same steps inside a simulation
#[test]
fn steps_are_those_of_simulations() {
    for seed in 0..4 {
        let model = random_model(seed, &Options::default().floating());
        let state = random_state(&model, seed);
        for integrator in [Integrator::Rk4, Integrator::Gauss4] {
            let simulation = Simulation::new(&model).start(&state.q, &state.v).duration(0.01).step(1e-3);
            let mut simulation = simulation.integrator(integrator).joint_forces(false);
            let Ok((_, summary)) = simulation.run_collect() else { continue };
            let difference = error(&model, integrator, (&state.q, &state.v), summary.q(), 0);
            assert!(difference > 1e-6, "nothing moves");
            let (mut q, mut v) = (state.q.clone(), state.v.clone());
            let (mut compiled, nothing) = (model.compile(), vec![0.0; model.nv()]);
            let mut stepper = FixedStep::with_integrator(&model, integrator).unwrap();
            for _ in 0..10 {
                let accelerate = |q: &[f64], v: &[f64], a: &mut [f64]| -> Result<(), SimError> {
                    Ok(compiled.forward_dynamics(q, v, &nothing, a)?)
                };
                stepper.step(&mut q, &mut v, 1e-3, accelerate).unwrap();
            }
            let mut off = vec![0.0; model.nv()];
            model.difference(summary.q(), &q, &mut off).unwrap();
            assert!(off.iter().all(|x| x.abs() < 1e-11), "{integrator:?}, seed {seed}: {off:?}");
        }
    }
}

// oracle: a spinning body turns by less than half a turn in a step, or is refused with its joint
#[test]
fn a_step_that_turns_too_far_is_refused() {
    let model = random_model(1, &Options::default().floating());
    let (mut q, mut v) = (model.neutral(), vec![0.0; model.nv()]);
    v[..3].fill(10.0);
    let refused = FixedStep::new(&model).step(&mut q, &mut v, 1.0, |_, _, a| {
        a.fill(0.0);
        Ok::<(), SimError>(())
    });
    assert!(matches!(refused, Err(SimError::TurnTooLarge { joint, .. }) if joint == "floating_base"));
}
