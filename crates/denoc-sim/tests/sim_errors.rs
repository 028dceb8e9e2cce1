//! The words of errors.

use denoc_formats::catalogue;
use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Joint, MassProperties, Model};
use denoc_sim::controllers::{ConstantForces, Controller, Moment, Pd, Reference};
use denoc_sim::{Event, Integrator, Load, LoadProfile, Plant, SimError, Simulation};
use denoc_testkit::reference;

fn pendulum(stiffness: f64) -> Model {
    let rod = MassProperties::rod(1.0, 0.5, Vec3::unit(0));
    let mut all = Description::new("pendulum");
    all = all.link("rod", rod).joint("pivot", "ground", "rod", Joint::revolute(Vec3::unit(1)), Pose::identity());
    all.joints[0].properties.spring_stiffness = stiffness;
    all.build().unwrap()
}

fn words(mut simulation: Simulation<'_>) -> String {
    simulation.run_collect().unwrap_err().to_string()
}

// oracle: the words
#[test]
fn settings_out_of_range_are_named() {
    let model = pendulum(0.0);
    let new = || Simulation::new(&model);
    let cases = [
        (new().duration(-1.0), "the duration is -1: it must be positive and finite"),
        (new().duration(f64::NAN), "the duration is NaN: it must be positive and finite"),
        (new().output_step(0.0), "the output step is 0: it must be positive and finite"),
        (
            new().output_step(1e-12),
            "the output step is 1e-12: this gives more than 50 million samples: choose a longer one",
        ),
        (new().tolerance(0.5), "the tolerance is 0.5: choose one between 1e-14 and 1e-2"),
        (new().step(0.0), "the step is 0: it must be positive and finite"),
        (new().longest_step(f64::NAN), "the longest step is NaN: it must be positive"),
        (new().start(&[0.0, 1.0], &[0.0]), "q has 2 entries"),
        (new().start(&[0.0], &[f64::INFINITY]), "v[0] (joint \"pivot\") is inf"),
        (new().controller(Box::new(ConstantForces::new(vec![1.0, 2.0]))), "tau has 2 entries"),
        (new().load(Load::force("rot", [1.0; 3])), "there is no link called \"rot\""),
        (new().load(Load::force("rod", [f64::NAN; 3])), "a load is NaN: its numbers must be finite"),
        (new().event(Event::coordinate("pivot", 1, 0.0)), "joint \"pivot\" has no coordinate 1: count from zero"),
        (new().event(Event::speed("pivt", 0, 0.0)), "there is no joint called \"pivt\""),
        (new().event(Event::frame("rod", 3, 0.0)), "the axis of an event is 3: 0, 1 and 2 are x, y and z"),
    ];
    for (simulation, expected) in cases {
        let found = words(simulation);
        assert!(found.starts_with(expected), "{found}\n{expected}");
    }
    let table = LoadProfile::Table { times: vec![0.0, 1.0, 1.0], factors: vec![0.0; 3] };
    let found = words(new().load(Load::force("rod", [1.0; 3]).profile(table)));
    assert_eq!(found, "a time in the table of a load is 1: times must be finite and increase");
    let error = Pd::new(&model, Reference::Hold(vec![0.0]), &[1.0, 2.0], &[1.0]).unwrap_err().to_string();
    let rule = "give one gain for every degree of freedom, or a single one for all";
    assert_eq!(error, format!("the proportional gain has 2 entries, but 1 are needed: {rule}"));
    let error = Integrator::from_keyword("euler").unwrap_err().to_string();
    assert_eq!(
        error,
        "there is no integrator called \"euler\": choose one of auto, rk4, rkf45, dopri5, dop853, radau5, linimp, gauss4"
    );
}

// oracle: the words; a thin rod cannot resist turning about itself
#[test]
fn a_singular_mechanism_is_named_with_its_time() {
    let rod = MassProperties::rod(1.0, 0.5, Vec3::unit(0));
    let all = Description::new("thin").link("rod", rod);
    let model = all.joint("ball", "ground", "rod", Joint::spherical(), Pose::identity()).build().unwrap();
    let mut simulation = Simulation::new(&model);
    let error = simulation.run_collect().unwrap_err();
    assert!(matches!(&error, SimError::Singular { time: 0.0, joint, .. } if joint == "ball"), "{error}");
    let start = "at t = 0 s: joint \"ball\" (link \"rod\") can accelerate without resistance";
    assert!(error.to_string().starts_with(start), "{error}");
}

/// A force that is infinite at t = 1, or NaN from then on.
struct Explosion {
    nan: bool,
}

impl Controller for Explosion {
    fn keyword(&self) -> &'static str {
        "explosion"
    }
    fn torques(&mut self, now: Moment<'_>, _: &mut Plant<'_>, tau: &mut [f64], _: &mut [f64]) -> Result<(), SimError> {
        tau[0] = if self.nan { (1.0 - now.t).sqrt() } else { (1.0 - now.t).powi(-2) };
        Ok(())
    }
}

// oracle: the words; samples before the trouble are in the sink
#[test]
fn trouble_on_the_way_says_when_where_and_what_to_do() {
    let model = pendulum(0.0);
    for &method in Integrator::ALL.iter().filter(|m| m.adapts()) {
        let mut samples = Vec::new();
        let simulation = Simulation::new(&model).controller(Box::new(Explosion { nan: false })).integrator(method);
        let error = { simulation.tolerance(1e-6) }.run(&mut samples).unwrap_err();
        let SimError::StepTooSmall { time, joint, .. } = &error else { panic!("{method:?}: {error}") };
        assert!((time - 1.0).abs() < 1e-6 && joint == "pivot", "{error}");
        let cause = if method.info().stiff { "a force that jumps" } else { "very stiff springs, dampers or gains" };
        assert!(error.to_string().contains(&format!("likely cause: {cause}")), "{error}");
        assert_eq!(samples.len(), 100, "{method:?}");
    }
    for &method in Integrator::ALL {
        let simulation = Simulation::new(&model).controller(Box::new(Explosion { nan: true })).integrator(method);
        let error = { simulation.tolerance(1e-6) }.run_collect().unwrap_err();
        let SimError::NotFinite { time, joint, .. } = &error else { panic!("{method:?}: {error}") };
        assert!((time - 1.0).abs() < 2e-3 && joint == "pivot", "{error}");
        let end = "is no longer finite: tau[0] (joint \"pivot\") is NaN; shorten the step or tighten the tolerance, and \
                   check forces, gains and units at joint \"pivot\"";
        assert!(error.to_string().ends_with(end), "{error}");
    }
}

// oracle: the words
#[test]
fn fixed_steps_that_are_too_long_are_refused() {
    let body = reference::intermediate_axis().model;
    let simulation =
        Simulation::new(&body).start(&body.neutral(), &[0.0, 100.0, 0.0]).integrator(Integrator::Rk4).step(0.1);
    let expected = "at t = 0.05 s joint \"ball\" turns by 5 rad in one step, more than half a turn: shorten the step or \
                    use an integrator with error control";
    assert_eq!(words(simulation), expected);
    let stiff = pendulum(1e6);
    let simulation = Simulation::new(&stiff).start(&[0.1], &[0.0]).integrator(Integrator::Gauss4).step(0.1);
    let found = words(simulation);
    let expected = "at t = 0 s the equations of an implicit step of 1.000e-1 s were not solved (joint \"pivot\" changes \
                    most): shorten the step, or use the integrator radau5 if springs, dampers or gains are stiff";
    assert_eq!(found, expected);
}

// oracle: none needed: any model of the catalogue must simulate or be refused without a panic
#[test]
fn the_kuka_of_the_book_is_refused_by_name() {
    let model = catalogue::describe("kuka_kr5").unwrap().build().unwrap();
    let found = words(Simulation::new(&model).duration(0.1));
    assert!(found.starts_with("at t = 0 s: joint \""), "{found}");
}
