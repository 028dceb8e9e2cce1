//! The estimate of the global error.

use denoc_formats::catalogue;
use denoc_sim::controllers::{Pd, Reference};
use denoc_sim::{Event, Flow, Integrator, Simulation, Verdict, Verification};

fn verify(simulation: Simulation<'_>) -> Verification {
    let mut simulation = simulation;
    let (samples, _) = simulation.run_collect().unwrap();
    simulation.verify(&samples, &mut |_| Flow::Continue).unwrap()
}

// oracle: a run at a much smaller tolerance: near the top, the pendulum loses its phase
#[test]
fn a_lost_phase_is_noticed() {
    let model = catalogue::describe("one_r").unwrap().build().unwrap();
    let simulation = |tolerance| Simulation::new(&model).start(&[3.1], &[0.0]).duration(60.0).tolerance(tolerance);
    let (exact, _) = simulation(1e-13).run_collect().unwrap();
    let (loose, _) = simulation(1e-5).run_collect().unwrap();
    let apart = loose.iter().zip(&exact).map(|(a, b)| (a.q[0] - b.q[0]).abs()).fold(0.0, f64::max);
    let found = verify(simulation(1e-5));
    assert_eq!((found.second_run.as_str(), found.samples, found.until), ("tolerance 1.000e-6", exact.len(), 60.0));
    assert!(apart > 1.0 && (found.differences[0].largest / apart - 1.0).abs() < 0.3, "{apart} {found:?}");
    let part = loose.iter().zip(&exact).find(|(a, b)| (a.q[0] - b.q[0]).abs() > 0.01 * 6.2).unwrap().0.t;
    assert!((found.parted.unwrap() - part).abs() < 3.0, "{part} {found:?}");
    let row = &found.rows()[0];
    assert!(row.verdict == Verdict::Missed && row.meaning.contains("the runs part at t = "), "{row:?}");
    let good = verify(simulation(1e-11));
    assert!(good.parted.is_none() && good.rows()[0].verdict == Verdict::Passed, "{good:?}");
    // an estimate: of the size of the error
    let (close, _) = simulation(1e-11).run_collect().unwrap();
    let error = close.iter().zip(&exact).map(|(a, b)| (a.q[0] - b.q[0]).abs()).fold(0.0, f64::max);
    assert!(good.differences[0].largest > 0.3 * error && good.differences[0].largest < 3.0 * error + 1e-9, "{error:e}");
}

// oracle: runs at a much smaller tolerance, for every integrator; quaternions; a controller with integrals
#[test]
fn every_integrator_estimates_its_error() {
    let model = catalogue::describe("space_3link").unwrap().build().unwrap();
    let v: Vec<f64> = (0..model.nv()).map(|k| 0.3 * (k as f64 + 1.0)).collect();
    let hold = || Box::new(Pd::new(&model, Reference::Hold(model.neutral()), &[20.0], &[1.0]).unwrap());
    let simulation = |method| {
        let run = Simulation::new(&model).start(&model.neutral(), &v).duration(2.0).output_step(0.1).controller(hold());
        run.integrator(method).tolerance(1e-7).step(0.01)
    };
    let (exact, _) = simulation(Integrator::Dop853).tolerance(1e-13).run_collect().unwrap();
    for &method in Integrator::ALL {
        let (samples, _) = simulation(method).run_collect().unwrap();
        let found = verify(simulation(method));
        let pairs = samples.iter().zip(&exact);
        let error = pairs.flat_map(|(a, b)| a.v.iter().zip(&b.v)).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        let speeds = found.differences.iter().filter(|d| d.name.starts_with("v["));
        let estimate = speeds.map(|d| d.largest).fold(0.0, f64::max);
        assert!(estimate > 0.3 * error && estimate < 3.0 * error, "{method:?} {estimate:e} {error:e}");
        assert_eq!(found.differences.len(), 2 * model.nv());
    }
}

// oracle: by hand
#[test]
fn runs_that_end_early_are_compared_up_to_there() {
    let model = catalogue::describe("one_r").unwrap().build().unwrap();
    let simulation = || Simulation::new(&model).start(&[1.0], &[0.0]).duration(4.0).output_step(0.1);
    let stopped = verify(simulation().event(Event::speed("joint1", 0, 1.0).rising().stop()));
    assert!(stopped.parted.is_none() && stopped.incomplete.is_none() && stopped.until < 4.0, "{stopped:?}");
    // interrupted: what was not compared is not verified
    let (samples, _) = simulation().run_collect().unwrap();
    let mut calls = 0;
    let interrupted = simulation().verify(&samples, &mut |_| {
        calls += 1;
        Flow::Stop
    });
    let interrupted = interrupted.unwrap();
    assert!(calls > 0 && interrupted.incomplete.as_deref() == Some("interrupted"), "{interrupted:?}");
    assert_eq!(interrupted.rows()[0].verdict, Verdict::Missed);
    // a run at rest has no error
    let rest = verify(Simulation::new(&model).start(&[0.0], &[0.0]).duration(1.0).joint_forces(false));
    assert!(rest.rows()[0].verdict == Verdict::Passed, "{rest:?}");
    // of a motion smaller than what the tolerance resolves, the difference is no error
    let tiny = verify(Simulation::new(&model).start(&[1e-7], &[0.0]).duration(5.0).tolerance(1e-5));
    assert!(tiny.differences[0].largest > 1e-9 && tiny.differences[0].largest < 1e-6, "{tiny:?}");
    assert!(tiny.parted.is_none() && tiny.rows()[0].verdict == Verdict::Passed, "{tiny:?}");
    // a first run that ended at half time, and a second that goes on: they part where the first one ends
    let half = samples[..=20].to_vec();
    let longer = simulation().verify(&half, &mut |_| Flow::Continue).unwrap();
    assert!(longer.relative > 0.01 && longer.parted == Some(2.0) && longer.samples == 21, "{longer:?}");
    let refused = simulation().tolerance(1e-14).verify(&samples, &mut |_| Flow::Continue).unwrap_err();
    assert!(refused.to_string().contains("choose at least 1e-13"), "{refused}");
}

// oracle: samples that are cut off by hand, as by an event that the second run does not meet
#[test]
fn an_end_that_the_second_run_does_not_reach_is_an_error() {
    let model = catalogue::describe("one_r").unwrap().build().unwrap();
    let mut simulation = Simulation::new(&model).start(&[1.0], &[0.0]).duration(60.0).output_step(0.01);
    let (mut samples, _) = simulation.run_collect().unwrap();
    samples.truncate(101);
    let found = simulation.verify(&samples, &mut |_| Flow::Continue).unwrap();
    let row = &found.rows()[0];
    assert!(row.verdict == Verdict::Missed && found.parted == Some(1.0), "{found:?}");
    assert!(row.meaning.contains("the runs part at t = 1"), "{row:?}");
    // as far as it goes, it agrees
    assert!(found.samples == 101 && found.differences[..2].iter().all(|d| d.relative < 1e-5), "{found:?}");
    assert_eq!(found.differences[2].name, "end of the run; the second run goes on");
    assert!(found.rows().iter().any(|row| row.name == "estimated error of the end"), "{:?}", found.rows());
}

// oracle: a time of the event that is moved by hand, by 5 % of it
#[test]
fn the_time_of_an_end_is_judged_by_itself_and_not_by_the_duration() {
    let model = catalogue::describe("one_r").unwrap().build().unwrap();
    let stop = || Event::speed("joint1", 0, 1.0).rising().stop();
    let mut simulation = Simulation::new(&model).start(&[1.0], &[0.0]).duration(600.0).event(stop());
    let (mut samples, summary) = simulation.run_collect().unwrap();
    assert!(summary.t() < 2.0);
    for (factor, verdict) in [(1.0, Verdict::Passed), (0.95, Verdict::Missed), (1.05, Verdict::Missed)] {
        samples.last_mut().unwrap().t = factor * summary.t();
        let found = simulation.verify(&samples, &mut |_| Flow::Continue).unwrap();
        assert_eq!(found.rows()[0].verdict, verdict, "{factor} {found:?}");
    }
}

// oracle: an angle that is changed by hand, by a sixth of a turn after dozens of turns
#[test]
fn the_phase_of_a_rotor_is_judged_by_a_turn() {
    let model = catalogue::describe("one_r").unwrap().build().unwrap();
    let mut simulation = Simulation::new(&model).start(&[0.0], &[20.0]).duration(20.0).tolerance(1e-9);
    let (mut samples, _) = simulation.run_collect().unwrap();
    assert!(samples.last().unwrap().q[0].abs() > 200.0);
    assert_eq!(simulation.verify(&samples, &mut |_| Flow::Continue).unwrap().rows()[0].verdict, Verdict::Passed);
    samples.last_mut().unwrap().q[0] += 1.0;
    let found = simulation.verify(&samples, &mut |_| Flow::Continue).unwrap();
    assert!(found.rows()[0].verdict == Verdict::Missed && found.parted == Some(20.0), "{found:?}");
}

// oracle: samples that are spoilt by hand
#[test]
fn what_cannot_be_compared_is_not_verified() {
    let model = catalogue::describe("one_r").unwrap().build().unwrap();
    let mut simulation = Simulation::new(&model).start(&[1.0], &[0.0]).duration(1.0).output_step(0.1);
    let (samples, _) = simulation.run_collect().unwrap();
    let mut verify = |samples: &Vec<_>| simulation.verify(samples, &mut |_| Flow::Continue).unwrap();
    let mut spoilt = samples.clone();
    spoilt[5].v[0] = f64::NAN;
    let found = verify(&spoilt);
    assert!(found.rows()[0].verdict == Verdict::Missed && found.parted == Some(0.5), "{found:?}");
    let mut spoilt = samples.clone();
    spoilt.iter_mut().for_each(|sample| sample.t += 1e-3);
    let found = verify(&spoilt);
    assert!(found.rows()[0].verdict == Verdict::Missed && found.samples == 0, "{found:?}");
    assert!(found.incomplete.as_deref().is_some_and(|why| why.contains("other times")), "{found:?}");
}

// oracle: the settings: nothing ends early
#[test]
fn a_duration_that_is_no_multiple_of_the_output_step_is_no_early_end() {
    let model = catalogue::describe("one_r").unwrap().build().unwrap();
    for (duration, step) in [(0.95, 0.1), (0.7, 0.1), (1.0, 3.0), (0.3, 1.0 / 3.0)] {
        for &method in Integrator::ALL {
            let found = verify(
                Simulation::new(&model)
                    .start(&[1.0], &[0.0])
                    .duration(duration)
                    .output_step(step)
                    .integrator(method)
                    .step(0.001),
            );
            assert_eq!(found.differences.len(), 2, "{duration} {step} {method:?} {found:?}");
            assert!(found.parted.is_none() && found.incomplete.is_none(), "{duration} {step} {method:?} {found:?}");
        }
    }
}
