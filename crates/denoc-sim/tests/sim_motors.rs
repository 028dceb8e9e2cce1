//! Motors, limits at the start, and audits near equilibria.

use denoc_formats::{catalogue, parse_native};
use denoc_model::Model;
use denoc_sim::controllers::{ComputedTorque, ConstantForces, Reference};
use denoc_sim::{Audit, Integrator, Limits, Load, Simulation, Status};

fn model(name: &str) -> Model {
    catalogue::describe(name).unwrap().build().unwrap()
}

/// Two joints that slide along z in a row; a motor at the first only.
fn sliders() -> Model {
    let link = |name: &str| format!("[[link]]\nname = \"{name}\"\nmass = 1\n");
    let joint = |name: &str, parent: &str, child: &str| {
        format!(
            "[[joint]]\nname = \"{name}\"\ntype = \"prismatic\"\nparent = \"{parent}\"\nchild = \"{child}\"\naxis = [0, 0, 1]\n\
             limits = [0, 2]\neffort_limit = 1000\n"
        )
    };
    let motor = "[[actuator]]\nname = \"motor\"\njoint = \"first\"\neffort_limit = 5\n";
    let text = format!(
        "[model]\nname = \"sliders\"\n{}{}{}{}{motor}",
        link("a"),
        link("b"),
        joint("first", "ground", "a"),
        joint("second", "a", "b")
    );
    parse_native(&text, "sliders.toml").unwrap().description.build().unwrap()
}

// oracle: the description: a joint without a motor is passive, one with a motor ends at the motor's limit
#[test]
fn only_motors_drive_and_only_up_to_their_limit() {
    let model = sliders();
    let hold = || Reference::Hold(vec![1.0, 0.5]);
    let controller = ComputedTorque::new(&model, hold(), &[100.0], &[20.0]).unwrap();
    let mut run = Simulation::new(&model)
        .start(&[1.0, 0.5], &[0.0; 2])
        .duration(0.2)
        .controller(Box::new(controller))
        .saturate(true)
        .limits(Limits::Ignore);
    let (samples, _) = run.run_collect().unwrap();
    assert!(samples.iter().all(|s| s.tau[1] == 0.0 && s.tau[0].abs() <= 5.0));
    assert!(samples.iter().any(|s| s.tau[0].abs() == 5.0));

    let forces = ConstantForces::new(vec![1.0, 2.0]);
    let refused = Simulation::new(&model).controller(Box::new(forces)).check().unwrap_err().to_string();
    assert!(refused.starts_with("joint \"second\" gets the force 2, but the model lists motors"), "{refused}");
}

// oracle: momentum: a satellite must turn against its arm
#[test]
fn a_floating_base_is_not_driven() {
    let model = model("space_3link");
    let mut goal = model.neutral();
    *goal.last_mut().unwrap() = 1.0;
    let controller = ComputedTorque::new(&model, Reference::Hold(goal), &[4.0], &[4.0]).unwrap();
    let mut run = Simulation::new(&model).duration(2.0).controller(Box::new(controller));
    let (samples, summary) = run.run_collect().unwrap();
    assert!(samples.iter().all(|s| s.tau[..6] == [0.0; 6]));
    assert!(summary.q()[..3].iter().any(|x| x.abs() > 1e-4), "the base moves");
    let audit = Audit::new(&model, &summary);
    assert!(audit.passed() && audit.row("linear momentum, largest change").is_some(), "{audit}");
}

// oracle: a joint that starts at its limit is inside, one that starts beyond is not
#[test]
fn limits_act_from_the_start() {
    let model = sliders();
    let run = |q: [f64; 2], limits| {
        let mut run = Simulation::new(&model).start(&q, &[0.0; 2]).duration(0.5).limits(limits);
        run.run_collect().unwrap().1
    };
    let falls = run([0.0, 1.0], Limits::End);
    assert_eq!((falls.status, falls.events().len()), (Status::Event, 1));
    assert!(falls.t() < 1e-4 && falls.events()[0].name.contains("\"first\" passes its lower limit 0"));
    let outside = run([3.0, 1.0], Limits::End);
    assert_eq!((outside.status, outside.t()), (Status::Event, 0.0));
    assert!(outside.events()[0].name.ends_with("at the start"), "{:?}", outside.events());
    assert_eq!(run([3.0, 1.0], Limits::Report).status, Status::Finished);
}

// oracle: nothing happens, and that is right
#[test]
fn runs_at_rest_and_with_loads_alone_pass_their_audits() {
    for name in ["chain_20", "one_r", "iiwa_like"] {
        let model = model(name);
        let summary = Simulation::new(&model).duration(0.3).run_collect().unwrap().1;
        let audit = Audit::new(&model, &summary);
        assert!(audit.passed(), "{name}\n{audit}");
    }
    let model = model("space_3link");
    let mut pushed = Simulation::new(&model).duration(1.0).load(Load::force("base", [0.0, 0.1, 0.0]).during(0.2, 0.6));
    let summary = pushed.run_collect().unwrap().1;
    let audit = Audit::new(&model, &summary);
    assert!(audit.passed(), "{audit}");
}

// oracle: energy: such steps cannot be right
#[test]
fn exploded_and_loose_runs_do_not_pass() {
    let model = model("planar_3r");
    let audit = |run: &mut Simulation<'_>| {
        let summary = run.run_collect().unwrap().1;
        Audit::new(&model, &summary)
    };
    assert!(!audit(&mut Simulation::new(&model).duration(1.0).integrator(Integrator::Rk4).step(0.02)).passed());
    assert!(!audit(&mut Simulation::new(&model).duration(20.0).integrator(Integrator::Rkf45).tolerance(1e-2)).passed());
}
