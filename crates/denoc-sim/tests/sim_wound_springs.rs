//! Springs and limits of joints that close loops: full turns count, and what is not monitored is named.

use denoc_dynamics::Workspace;
use denoc_formats::catalogue;
use denoc_math::Vec3;
use denoc_mechanism::Draft;
use denoc_model::{Description, Joint, Model};
use denoc_sim::{Limits, SimError, Simulation};

/// A linkage of the catalogue with springs in all pins, cut at one of them; another one may be listed from child to parent.
fn sprung(name: &str, cut: &str, backwards: Option<&str>) -> Description {
    let mut all = catalogue::describe(name).unwrap();
    all.actuators.clear();
    for (k, joint) in all.joints.iter_mut().enumerate() {
        joint.properties.spring_stiffness = 0.5 + 0.1 * k as f64;
        joint.properties.spring_rest = 0.2 * k as f64;
        joint.cut = joint.name == cut;
        if backwards == Some(&*joint.name) {
            std::mem::swap(&mut joint.parent, &mut joint.child);
            std::mem::swap(&mut joint.origin, &mut joint.child_origin);
            joint.joint = Joint::revolute(-Vec3::unit(2)); // the angle keeps its sign
        }
    }
    all
}

/// The same start for every choice of cut: the pose of the links that the catalogue shows, with a speed of the crank.
fn start(model: &Model, speed: f64) -> (Vec<f64>, Vec<f64>) {
    let mut draft = Draft::usual(model);
    let crank = model.joint("crank_pivot").unwrap();
    draft.v[model.links()[crank.0].v] = speed;
    draft.driven = Some(vec![crank]);
    let start = draft.close(model).unwrap();
    (start.q, start.v)
}

fn positions(model: &Model, q: &[f64]) -> Vec<Vec3<f64>> {
    let mut ws = Workspace::new(model);
    let stage = ws.position(model, q).unwrap();
    ["crank", "coupler", "output"]
        .map(|name| {
            let pose = stage.frame_pose(model.frame(name).unwrap());
            pose.position + pose.rotation.apply(Vec3::new(0.1, 0.0, 0.0))
        })
        .to_vec()
}

// oracle: another place to cut the loop, with the springs that wind up in joints of the tree
#[test]
fn a_wound_spring_does_not_depend_on_the_cut() {
    let run = |cut: &str, backwards: Option<&str>| {
        let model = sprung("fourbar", cut, backwards).build().unwrap();
        let (q, v) = start(&model, 60.0);
        let mut simulation = Simulation::new(&model).start(&q, &v).duration(0.25).output_step(0.05).tolerance(1e-10);
        let (samples, _) = simulation.run_collect().unwrap();
        samples.iter().flat_map(|sample| positions(&model, &sample.q)).collect::<Vec<Vec3<f64>>>()
    };
    let expected = run("output_pin", None);
    for (cut, backwards) in [
        ("coupler_pin", None),
        ("coupler_pin", Some("output_pin")),
        ("coupler_pin", Some("coupler_pin")),
        ("output_pin", Some("crank_pivot")),
    ] {
        for (found, expected) in run(cut, backwards).into_iter().zip(&expected) {
            assert!((found - *expected).norm() < 1e-8, "cut at {cut}, {backwards:?} backwards: {found:?} {expected:?}");
        }
    }
}

// oracle: Bennett's linkage, whose axes are not parallel, turns fully
#[test]
fn a_run_ends_where_turns_would_have_to_be_counted() {
    let run = |cut: &str, sprung: &str| {
        let mut all = catalogue::describe("bennett").unwrap();
        all.actuators.clear();
        all.gravity = Vec3::zero();
        for joint in &mut all.joints {
            joint.cut = joint.name == cut;
            joint.properties.spring_stiffness = if joint.name == sprung { 1e-3 } else { 0.0 };
        }
        let model = all.build().unwrap();
        let mut draft = Draft::usual(&model);
        draft.v[0] = 10.0;
        draft.driven = Some(vec![denoc_model::LinkId(0)]);
        let start = draft.close(&model).unwrap();
        Simulation::new(&model).start(&start.q, &start.v).duration(2.0).output_step(0.1).run_collect().map(drop)
    };
    let joints: Vec<String> =
        catalogue::describe("bennett").unwrap().joints.iter().map(|joint| joint.name.clone()).collect();
    let (last, other) = (&joints[joints.len() - 1], &joints[joints.len() - 2]);
    assert!(run(last, other).is_ok());
    match run(last, last) {
        Err(SimError::SpringTurns { joint, time }) => assert!(&joint == last && time < 2.0, "{joint} {time}"),
        other => panic!("{other:?}"),
    }
}

/// Times and names of the limits that a linkage with limits in all joints passes or hits.
fn events_at_limits(all: &Description, cut: &str, duration: f64, limits: Limits) -> Vec<(f64, String)> {
    let mut all = all.clone();
    all.joints.iter_mut().for_each(|joint| joint.cut = joint.name == cut);
    let model = all.build().unwrap();
    let (q, v) = start(&model, 60.0);
    let simulation = Simulation::new(&model).start(&q, &v).duration(duration).output_step(duration).tolerance(1e-10);
    let (_, summary) = simulation.limits(limits).run_collect().unwrap();
    // without speeds and impulses, whose last digits are rounding
    let name = |name: &str| name.split(" with speed").next().unwrap_or_default().to_owned();
    let mut all: Vec<(f64, String)> = summary.events().iter().map(|event| (event.t, name(&event.name))).collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
    all
}

// oracle: another place to cut the loop; the tree has the same limits, which are passed or act as stops, with rebounds
#[test]
fn limits_do_not_depend_on_the_cut() {
    let mut fourbar = catalogue::describe("fourbar").unwrap();
    fourbar.actuators.clear();
    for joint in &mut fourbar.joints {
        (joint.properties.limits, joint.properties.velocity_limit) = (Some([-4.0, 2.0]), Some(25.0));
        joint.properties.restitution = 0.5;
    }
    let mut slider = catalogue::describe("slider_crank").unwrap();
    slider.actuators.clear();
    for joint in slider.joints.iter_mut().filter(|joint| joint.joint.keyword() == "prismatic") {
        let from = slider.configurations.iter().flat_map(|c| &c.joints).find(|(name, _)| *name == joint.name);
        let start = from.map_or(0.0, |(_, q)| q[0]);
        joint.properties.limits = Some([start - 0.02, start + 0.02]);
        joint.properties.restitution = 0.5;
    }
    let cases = [
        (&fourbar, Limits::Report, 10),
        (&slider, Limits::Report, 2),
        (&fourbar, Limits::Act, 6),
        (&slider, Limits::Act, 2),
    ];
    for (all, limits, least) in cases {
        let joints: Vec<String> =
            all.joints.iter().map(|joint| joint.name.clone()).filter(|n| n != "crank_pivot").collect();
        let lists: Vec<_> = joints
            .iter()
            .map(|cut| events_at_limits(all, cut, if limits == Limits::Act { 0.05 } else { 0.3 }, limits))
            .collect();
        assert!(lists.len() == 3 && lists[0].len() >= least, "{lists:?}");
        for list in &lists {
            let same = |(a, b): (&(f64, String), &(f64, String))| a.1 == b.1 && (a.0 - b.0).abs() < 1e-8;
            assert!(list.len() == lists[0].len() && list.iter().zip(&lists[0]).all(same), "{list:#?}\n{:#?}", lists[0]);
        }
    }
}

// oracle: the description: Bennett's linkage is spatial
#[test]
fn limits_that_are_not_monitored_are_named() {
    let mut all = catalogue::describe("bennett").unwrap();
    for joint in &mut all.joints {
        joint.properties.limits = Some([-1e3, 1e3]);
    }
    let model = all.build().unwrap();
    let start = Draft::usual(&model).close(&model).unwrap();
    let (_, summary) = Simulation::new(&model).start(&start.q, &start.v).duration(0.01).run_collect().unwrap();
    let names: Vec<&str> = summary.events().iter().map(|event| event.name.as_str()).collect();
    let cut = &model.closure_names()[0];
    assert!(names.len() == 1 && names[0].starts_with(&format!("not all limits of joint \"{cut}\"")), "{names:?}");
}
