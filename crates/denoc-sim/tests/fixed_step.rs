//! Steps of fixed length.

use denoc_dynamics::compiled::Compile;
use denoc_model::Model;
use denoc_sim::{FixedStep, SimError, Simulation};
use denoc_testkit::{Options, random_model, random_state};

/// The largest error at the end of a tenth of a second, against a simulation with error control.
fn error(model: &Model, start: (&[f64], &[f64]), end: &[f64], steps: usize) -> f64 {
    let (mut q, mut v) = (start.0.to_vec(), start.1.to_vec());
    let (mut compiled, mut stepper) = (model.compile(), FixedStep::new(model));
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
    let mut checked = 0;
    for seed in 0..12 {
        let model = random_model(seed, &Options::default().floating());
        let state = random_state(&model, seed);
        let mut simulation =
            Simulation::new(&model).start(&state.q, &state.v).duration(0.1).tolerance(1e-13).joint_forces(false);
        let Ok((_, summary)) = simulation.run_collect() else { continue };
        let end = summary.q().to_vec();
        let (coarse, fine) =
            (error(&model, (&state.q, &state.v), &end, 40), error(&model, (&state.q, &state.v), &end, 80));
        if (1e-11..1e-3).contains(&fine) {
            assert!((10.0..26.0).contains(&(coarse / fine)), "seed {seed}: {coarse:e} {fine:e}");
            checked += 1;
        }
    }
    assert!(checked >= 5, "{checked}");
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
