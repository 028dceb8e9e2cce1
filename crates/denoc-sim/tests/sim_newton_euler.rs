//! Simulations of random mechanisms of every kind against the equations of Newton and Euler of their bodies, integrated by an
//! extrapolation method of order 16 (`denoc_testkit::newton_euler`): nothing is shared with the engine.

use std::sync::Mutex;
use std::time::Instant;

use denoc_sim::controllers::{Controller, Moment};
use denoc_sim::{Plant, SimError, Simulation};
use denoc_testkit::newton_euler::Actions;
use denoc_testkit::{Closed, Random, State, in_model_order, in_parallel, largest, random_closed};

/// The largest difference between two motions, relative to the largest coordinate or speed.
const BOUND: f64 = 1e-8;

/// Tolerance of both integrations.
const TOLERANCE: f64 = 1e-12;

/// Forces that oscillate.
#[derive(Clone)]
struct Shaking {
    forces: Vec<f64>,
}

impl Shaking {
    /// rad/s.
    const FREQUENCY: f64 = 7.0;

    fn factor(t: f64) -> f64 {
        (Self::FREQUENCY * t).cos()
    }
}

impl Controller for Shaking {
    fn keyword(&self) -> &'static str {
        "shaking"
    }

    fn explicit(&self) -> bool {
        true
    }

    fn torques(&mut self, now: Moment<'_>, _: &mut Plant<'_>, tau: &mut [f64], _: &mut [f64]) -> Result<(), SimError> {
        tau.iter_mut().zip(&self.forces).for_each(|(tau, force)| *tau = force * Self::factor(now.t));
        Ok(())
    }
}

/// Without dry friction, whose change of direction takes thousands of steps; without springs in cut joints, whose angles do not count
/// full turns; and without motors, which simulations refuse in cut joints: forces act in all joints of the tree.
fn smooth(mut closed: Closed) -> Closed {
    let cuts = closed.model.closure_names().to_vec();
    closed.description.actuators.clear();
    for joint in &mut closed.description.joints {
        joint.properties.dry_friction = 0.0;
        if cuts.contains(&joint.name) {
            joint.cut = true;
            joint.properties.spring_stiffness = 0.0;
        }
    }
    closed.model = closed.description.build().expect("less friction");
    let order = |by_joint: &[Vec<f64>]| in_model_order(&closed.description, &closed.model, by_joint);
    closed.state = State { q: order(&closed.q), v: order(&closed.v), ..closed.state };
    closed
}

/// The difference at the end of the motion, relative to the largest coordinate or speed (at least 1); `None` if Euler angles come so near
/// to gimbal lock that the run ends there, or if the oracle is not accurate enough.
fn difference(seed: u64, duration: f64) -> Result<Option<f64>, String> {
    let closed = smooth(random_closed(seed));
    let (equations, start) = closed.bodies();
    let (d, model) = (&closed.description, &closed.model);
    let mut random = Random::stream(seed, 2);
    let by_joint: Vec<Vec<f64>> = (0..d.joints.len())
        .map(|joint| {
            let size = if model.joint(&d.joints[joint].name).is_ok() { 1.0 } else { 0.0 };
            (0..equations.freedoms(joint)).map(|_| random.signed(size)).collect()
        })
        .collect();
    let shaking = Shaking { forces: in_model_order(d, model, &by_joint) };
    let mut simulation = Simulation::new(model)
        .start(&closed.state.q, &closed.state.v)
        .duration(duration)
        .output_step(duration)
        .tolerance(TOLERANCE)
        .controller(Box::new(shaking.clone()));
    let samples = match simulation.run_collect() {
        Ok((samples, _)) => samples,
        Err(SimError::GimbalLock { .. }) => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    let last = samples.last().ok_or("no samples")?;
    let actions = |t: f64| {
        let factor = Shaking::factor(t);
        let motors = by_joint.iter().map(|forces| forces.iter().map(|force| force * factor).collect()).collect();
        Actions { motors, passive: true, ..Actions::default() }
    };
    let oracle = |tolerance: f64| {
        let end = equations.integrate(&start, duration, tolerance, &actions);
        [in_model_order(d, model, &end.q), in_model_order(d, model, &equations.speeds(&end))]
    };
    let [q, v] = oracle(TOLERANCE);
    let apart = |found: &[f64], expected: &[f64]| {
        let difference: Vec<f64> = found.iter().zip(expected).map(|(x, y)| x - y).collect();
        largest(difference) / largest(expected).max(1.0)
    };
    let [of_q, of_v] = [apart(&last.q, &q), apart(&last.v, &v)];
    if of_q.is_nan() || of_v.is_nan() {
        return Err(format!("no numbers: {:?} {:?} and {q:?}", last.q, last.v));
    }
    let found = of_q.max(of_v);
    if found > BOUND {
        // bodies drift apart in the oracle: where that matters it comes nearer, with its tolerance, to what does not change
        let [coarse_q, coarse_v] = oracle(100.0 * TOLERANCE);
        let change = apart(&coarse_q, &q).max(apart(&coarse_v, &v));
        if found < 0.1 * change {
            return Ok(None);
        }
    }
    Ok(Some(found))
}

/// Compares motions; at least `least` of them must be comparable.
fn check(seeds: impl Iterator<Item = u64> + Send, duration: f64, least: usize) {
    let wrong: Mutex<Vec<String>> = Mutex::default();
    let compared: Mutex<Vec<f64>> = Mutex::default();
    in_parallel(seeds, |seed| {
        let clock = Instant::now();
        let found = difference(seed, duration);
        eprintln!("mechanism {seed}: {found:?} in {:.1} s", clock.elapsed().as_secs_f64());
        match found {
            Ok(Some(size)) if size < BOUND => compared.lock().expect("no panic").push(size),
            Ok(None) => {}
            wrongly => wrong.lock().expect("no panic").push(format!("{seed}: {wrongly:?}")),
        }
    });
    let compared = compared.into_inner().expect("no panic");
    eprintln!("{} motions, largest difference {:.1e}", compared.len(), largest(compared.clone()));
    let wrong = wrong.into_inner().expect("no panic");
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(compared.len() >= least, "{} of {least}", compared.len());
}

// oracle: Newton and Euler, extrapolated
#[test]
fn random_motions() {
    let small = |seed: &u64| random_closed(*seed).description.links.len() <= 4;
    check((0..60).filter(small).take(6), 0.1, 6);
}

/// Takes minutes: `cargo test --release -p denoc-sim --test sim_newton_euler -- --ignored --nocapture`
// oracle: Newton and Euler, extrapolated
#[test]
#[ignore = "takes minutes"]
fn fifty_random_motions() {
    check((0..52).map(|i| 37 * i), 0.5, 50);
}
