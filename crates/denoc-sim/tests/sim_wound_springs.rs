//! Springs in joints that close loops count full turns, or the run ends where they would have to.

use denoc_dynamics::Workspace;
use denoc_formats::catalogue;
use denoc_math::Vec3;
use denoc_mechanism::Draft;
use denoc_model::{Description, Joint, Model};
use denoc_sim::{SimError, Simulation};

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
