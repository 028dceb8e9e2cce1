//! Simulation of mechanisms with loops: references, singular configurations, closure.

use denoc_formats::catalogue;
use denoc_math::Vec3;
use denoc_mechanism::MechanismError;
use denoc_model::Model;
use denoc_sim::controllers::ConstantForces;
use denoc_sim::{Action, Audit, LoopClosure, LoopSettings, Sample, SimError, Simulation, Summary};
use denoc_testkit::reference::{self, Table};

fn mechanism(name: &str) -> (Model, Vec<f64>) {
    let model = catalogue::describe(name).unwrap().build().unwrap();
    let q = model.configuration("start").unwrap().to_vec();
    (model, q)
}

fn speeds(model: &Model, values: &[(&str, f64)]) -> Vec<f64> {
    let mut v = vec![0.0; model.nv()];
    for (joint, value) in values {
        v[model.links()[model.joint(joint).unwrap().0].v] = *value;
    }
    v
}

fn coordinate(model: &Model, sample: &Sample, joint: &str) -> f64 {
    sample.q[model.links()[model.joint(joint).unwrap().0].q]
}

/// The samples at the times of a table, which are equally spaced.
fn follow(simulation: Simulation<'_>, table: &Table, until: f64) -> (Vec<Sample>, Summary) {
    let t = table.column("t");
    let mut simulation = simulation.duration(until).output_step(t[1] - t[0]).tolerance(1e-11);
    simulation.run_collect().unwrap()
}

fn passed(model: &Model, summary: &Summary) {
    let audit = Audit::new(model, summary);
    assert!(audit.passed(), "{audit}");
    let [length, angle] = summary.observations().closure.unwrap();
    assert!(length < 1e-12 && angle < 1e-12, "{length:e} m, {angle:e} rad");
}

/// Largest difference of absolute angles, given by sums of joint coordinates.
fn differs(model: &Model, samples: &[Sample], table: &Table, angles: &[(&str, &[&str], f64)]) -> f64 {
    let mut worst = 0.0_f64;
    for (column, joints, offset) in angles {
        let wanted = table.column(column);
        for (sample, wanted) in samples.iter().zip(&wanted) {
            let found: f64 = joints.iter().map(|j| coordinate(model, sample, j)).sum::<f64>() + offset;
            let turns = ((found - wanted) / std::f64::consts::TAU).round();
            worst = worst.max((found - wanted - turns * std::f64::consts::TAU).abs());
        }
    }
    worst
}

// oracle: the last sample
#[test]
fn the_summary_has_all_speeds_at_the_end() {
    let (model, q) = mechanism("fourbar");
    for closure in [LoopClosure::Projected, LoopClosure::Corrected] {
        let loops = LoopSettings { closure: Some(closure), ..LoopSettings::default() };
        let mut simulation = Simulation::new(&model).start(&q, &[0.0; 3]).loops(loops).duration(0.1).output_step(0.1);
        let (samples, summary) = simulation.run_collect().unwrap();
        let last = samples.last().unwrap();
        assert!(last.v.iter().all(|v| v.abs() > 1e-3), "{:?}", last.v);
        assert_eq!(last.q, summary.q());
        denoc_testkit::close(summary.v(), &last.v, 1e-13);
    }
}

// oracle: A9, free fall of the survey's four-bar, quadruple precision
#[test]
fn four_bar_of_the_survey_falls() {
    let (model, q) = mechanism("fourbar");
    let table = reference::table("A9_fourbar_freefall_phi0_0");
    let (samples, summary) = follow(Simulation::new(&model).start(&q, &vec![0.0; model.nv()]), &table, 2.0);
    let angles: [(&str, &[&str], f64); 2] =
        [("phi1", &["crank_pivot"], 0.0), ("phi2", &["crank_pivot", "coupler_pin"], 0.0)];
    let worst = differs(&model, &samples, &table, &angles);
    assert!(worst < 1e-9, "{worst:e}");
    passed(&model, &summary);
}

// oracle: A10, three unit bars on pivots 2 m apart, quadruple precision
#[test]
fn unit_four_bar_falls() {
    let (model, q) = mechanism("odca_fourbar");
    let table = reference::table("A10_odca_fourbar");
    let (samples, summary) = follow(Simulation::new(&model).start(&q, &vec![0.0; model.nv()]), &table, 10.0);
    let first = model.joint_names()[0].clone();
    let worst = differs(&model, &samples, &table, &[("phi1", &[&first], 0.0)]);
    assert!(worst < 1e-9, "{worst:e}");
    passed(&model, &summary);
}

// oracle: A10, oscillation through the toggle, quadruple precision
#[test]
fn linkage_passes_its_toggle() {
    let (model, q) = mechanism("odca_toggle");
    let table = reference::table("A10_odca_toggle");
    let (samples, summary) = follow(Simulation::new(&model).start(&q, &vec![0.0; model.nv()]), &table, 20.0);
    let angles: [(&str, &[&str], f64); 2] =
        [("phi1", &["output_pivot"], 0.0), ("phi2", &["output_pivot", "output_pin"], 0.0)];
    let worst = differs(&model, &samples, &table, &angles);
    assert!(worst < 1e-9, "{worst:e}");
    passed(&model, &summary);
}

// oracle: A10, Jacobi elliptic functions; the parallelogram is singular twice per period
#[test]
fn parallelogram_keeps_its_branch() {
    let (model, q) = mechanism("odca_parallelogram");
    let table = reference::table("A10_odca_parallelogram_released_45deg");
    let (samples, summary) = follow(Simulation::new(&model).start(&q, &vec![0.0; model.nv()]), &table, 20.0);
    let worst = differs(&model, &samples, &table, &[("q", &["pivot_a"], 0.0), ("q", &["pivot_b"], 0.0)]);
    assert!(worst < 1e-9, "{worst:e}");
    passed(&model, &summary);
    // every crossing of zero is an event, at the time of the reference
    let (t, angle) = (table.column("t"), table.column("q"));
    let crossings: Vec<f64> = (1..t.len())
        .filter(|&i| angle[i - 1] * angle[i] < 0.0)
        .map(|i| t[i - 1] + (t[i] - t[i - 1]) * angle[i - 1] / (angle[i - 1] - angle[i]))
        .collect();
    let found: Vec<f64> = summary.events().iter().map(|e| e.t).collect();
    assert_eq!(found.len(), crossings.len(), "{:?}", summary.events());
    for (found, expected) in found.iter().zip(&crossings) {
        assert!((found - expected).abs() < 1e-3, "{found} {expected}");
    }
}

// oracle: IFToMM benchmark A02, elliptic functions; the linkage gains two freedoms whenever its cranks are horizontal
#[test]
fn n_four_bar_passes_its_singular_poses() {
    let (model, q) = mechanism("nfourbar_2");
    let table = reference::table("B2_A02_nfourbar_N2");
    let v = speeds(&model, &[("pivot0", 1.0), ("pivot1", 1.0), ("pivot2", 1.0), ("pin1a", -1.0), ("pin2a", -1.0)]);
    let until = *table.column("t").last().unwrap();
    let (samples, summary) = follow(Simulation::new(&model).start(&q, &v), &table, until);
    let frame = model.frame("B0").unwrap();
    let mut ws = denoc_dynamics::Workspace::new(&model);
    let (x, y) = (table.column("B0x"), table.column("B0y"));
    let mut worst = 0.0_f64;
    for (i, sample) in samples.iter().enumerate() {
        let p = ws.position(&model, &sample.q).unwrap().frame_pose(frame).position;
        worst = worst.max((p - Vec3::new(x[i], y[i], 0.0)).norm());
    }
    assert!(worst < 1e-8, "{worst:e}");
    passed(&model, &summary);
}

// oracle: Andrews' squeezer in quadruple precision, driven by a constant torque against a spring
#[test]
fn squeezer_runs() {
    let (model, q) = mechanism("andrews_squeezer");
    let table = reference::table("B3_andrews_ivptestset");
    let tau = speeds(&model, &[("beta", 0.033)]);
    let controller = Box::new(ConstantForces::new(tau));
    let simulation = Simulation::new(&model).start(&q, &vec![0.0; model.nv()]).controller(controller);
    let (samples, summary) = follow(simulation, &table, 0.03);
    for (column, joint) in [("beta", "beta"), ("gamma", "gamma"), ("delta", "delta"), ("epsilon", "epsilon")] {
        let wanted = table.column(column);
        for (sample, wanted) in samples.iter().zip(&wanted) {
            let found = coordinate(&model, sample, joint);
            assert!((found - wanted).abs() < 1e-9 * (1.0 + wanted.abs()), "{joint} at {}: {found} {wanted}", sample.t);
        }
    }
    passed(&model, &summary);
}

// oracle: slider-crank coasting at 150 rad/s, quadruple precision
#[test]
fn slider_crank_coasts() {
    let (model, q) = mechanism("slider_crank");
    let table = reference::table("B7_slider_crank_coasting_150rad_s");
    let v = speeds(&model, &[("crank_pivot", 150.0), ("crank_pin", -225.0)]);
    let until = *table.column("t").last().unwrap();
    let (samples, summary) = follow(Simulation::new(&model).start(&q, &v), &table, until);
    let worst = differs(&model, &samples, &table, &[("phi1", &["crank_pivot"], 0.0)]);
    assert!(worst < 1e-9, "{worst:e}");
    passed(&model, &summary);
}

// oracle: the two branches of the parallelogram whose bars are all in line: a pendulum each, whose energy is conserved
#[test]
fn branches_from_a_singular_start() {
    let (model, _) = mechanism("odca_parallelogram");
    let q = vec![0.0; model.nq()];
    // bars a and b swing, c stays vertical: T = 3.5/2 ω², U = −2 g cos
    let swing = speeds(&model, &[("pivot_a", 1.5), ("pivot_b", 1.5), ("pin_ac", -1.5)]);
    // bar a stays, b and c swing as one
    let fold = speeds(&model, &[("pivot_a", 0.0), ("pivot_b", 1.5), ("pin_ac", 1.5)]);
    for (v, together) in [(&swing, "pivot_a"), (&fold, "pin_ac")] {
        let mut simulation = Simulation::new(&model).start(&q, v).duration(5.0).tolerance(1e-12);
        let (samples, summary) = simulation.run_collect().unwrap();
        for sample in &samples {
            let (b, other) = (coordinate(&model, sample, "pivot_b"), coordinate(&model, sample, together));
            assert!((b - other).abs() < 1e-8, "{} {b} {other}", sample.t);
        }
        assert!(summary.observations().relative_unexplained() < 1e-8);
        assert!(summary.events()[0].name.starts_with("the start is a singular configuration; branch taken: "));
        passed(&model, &summary);
    }
    // keeps the loop closed to first order, but belongs to no branch
    let neither = speeds(&model, &[("pivot_a", 1.0), ("pivot_b", 2.0), ("pin_ac", 0.0)]);
    let refused = Simulation::new(&model).start(&q, &neither).run_collect().unwrap_err();
    assert!(matches!(refused, SimError::Mechanism(MechanismError::NoBranch { .. })), "{refused}");
    let open = speeds(&model, &[("pivot_a", 1.0)]);
    let refused = Simulation::new(&model).start(&q, &open).run_collect().unwrap_err();
    assert!(matches!(refused, SimError::Mechanism(MechanismError::OpeningSpeeds { .. })), "{refused}");
    let refused = Simulation::new(&model).start(&q, &vec![0.0; model.nv()]).run_collect().unwrap_err();
    assert!(matches!(refused, SimError::Mechanism(MechanismError::RestsSingular { .. })), "{refused}");
    let refused = Simulation::new(&model).start(&[0.3, 0.0, 0.0], &vec![0.0; model.nv()]).run_collect().unwrap_err();
    assert!(matches!(refused, SimError::Mechanism(MechanismError::OpenLoop { .. })), "{refused}");
}

// oracle: the methods without projection drift apart from the projected one, Baumgarte's less
#[test]
fn drift_without_projection() {
    let (model, q) = mechanism("odca_fourbar");
    let open = |closure| {
        let settings = LoopSettings { closure: Some(closure), ..LoopSettings::default() };
        let mut simulation = Simulation::new(&model).start(&q, &vec![0.0; model.nv()]).loops(settings);
        simulation = simulation.duration(5.0).tolerance(1e-6).most_steps(20_000);
        simulation.run_collect().unwrap().1.observations().closure.unwrap()[0]
    };
    let (projected, baumgarte, free) =
        (open(LoopClosure::Projected), open(LoopClosure::Baumgarte(20.0)), open(LoopClosure::Accelerations));
    assert!(projected < 1e-13 && baumgarte < 0.1 * free && free > 1e-9, "{projected:e} {baumgarte:e} {free:e}");
}

// oracle: a run that was interrupted continues bit by bit
#[test]
fn resumes_between_singular_poses() {
    let (model, q) = mechanism("odca_parallelogram");
    let v = vec![0.0; model.nv()];
    let make = |end: f64| Simulation::new(&model).start(&q, &v).duration(end).output_step(0.1);
    let (whole, _) = make(3.0).run_collect().unwrap();
    let (mut parts, summary) = make(1.3).run_collect().unwrap();
    let text = serde_json::to_string(&summary.checkpoint).unwrap();
    let checkpoint = serde_json::from_str(&text).unwrap();
    let mut rest = Vec::new();
    make(3.0).resume(&checkpoint, &mut rest).unwrap();
    parts.extend(rest);
    let last = (whole.last().unwrap(), parts.last().unwrap());
    denoc_testkit::close_within(&last.0.q, &last.1.q, 1e-9);
}

// oracle: the run that goes on; an event that ends the run does not claim that it was passed
#[test]
fn the_event_of_a_singular_pose_says_what_follows() {
    let (model, q) = mechanism("odca_parallelogram");
    let run = |singular| {
        let loops = LoopSettings { singular, ..LoopSettings::default() };
        let simulation = Simulation::new(&model).start(&q, &vec![0.0; model.nv()]).duration(3.0).loops(loops);
        let (_, summary) = { simulation }.run_collect().unwrap();
        summary.events()[0].clone()
    };
    let (passed, stopped) = (run(Action::Record), run(Action::Stop));
    assert_eq!(passed.t, stopped.t);
    assert!(passed.name.ends_with(", passed on the same branch"), "{passed:?}");
    assert!(stopped.name.ends_with(", where the run stops"), "{stopped:?}");
}

// oracle: by hand: output link and coupler in line and vertical, the coupler turns against the link. One condition is made of
// nothing but rounding there
#[test]
fn toggle_starts_in_line() {
    let (model, mut q) = mechanism("odca_toggle");
    let half = std::f64::consts::FRAC_PI_2;
    for (joint, angle) in [("crank_pivot", 2.0 * half), ("output_pivot", -half), ("output_pin", 0.0)] {
        q[model.links()[model.joint(joint).unwrap().0].q] = angle;
    }
    let v = speeds(&model, &[("output_pivot", 1.0), ("output_pin", -2.0)]);
    let (_, summary) = Simulation::new(&model).start(&q, &v).duration(1.0).tolerance(1e-11).run_collect().unwrap();
    passed(&model, &summary);
    let open = speeds(&model, &[("output_pivot", 1.0), ("output_pin", -2.001)]);
    let refused = Simulation::new(&model).start(&q, &open).run_collect().unwrap_err();
    assert!(matches!(refused, SimError::Mechanism(MechanismError::OpeningSpeeds { .. })), "{refused}");
}

// oracle: kinematics of a differential drive: heading and speed from the wheels, no sliding sideways
#[test]
fn wheels_roll_without_slip() {
    let (model, q) = mechanism("wheeled_robot");
    let given = speeds(&model, &[("left_axle", 1.0), ("right_axle", 2.0)]);
    let hold = [model.joint("left_axle").unwrap(), model.joint("right_axle").unwrap()];
    let v = denoc_mechanism::assembly::project_velocity(&model, &q, &given, &hold, Default::default()).unwrap();
    let (samples, summary) =
        Simulation::new(&model).start(&q, &v).duration(3.0).tolerance(1e-11).run_collect().unwrap();
    let floor = &model.links()[model.joint("floor").unwrap().0];
    let wheels = hold.map(|link| (model.links()[link.0].q, model.links()[link.0].v));
    // wheels of 0.05 m, 0.24 m apart (see the model file)
    for sample in &samples {
        let turned = |k: usize| sample.q[wheels[k].0] - q[wheels[k].0];
        let heading = sample.q[floor.q + 2];
        assert!((heading - q[floor.q + 2] - 0.05 * (turned(1) - turned(0)) / 0.24).abs() < 1e-9, "{}", sample.t);
        let (x, y) = (sample.v[floor.v], sample.v[floor.v + 1]);
        let forward = 0.05 * 0.5 * (sample.v[wheels[0].1] + sample.v[wheels[1].1]);
        assert!((x - forward * heading.cos()).abs() < 1e-12 && (y - forward * heading.sin()).abs() < 1e-12);
    }
    assert!(samples.last().unwrap().q[floor.q + 2] > 0.5);
    passed(&model, &summary);
}

// oracle: energy ledger and closure of every mechanism with loops of the catalogue, each from its drawing, moving
#[test]
fn catalogue_keeps_its_loops_closed() {
    for entry in catalogue::ENTRIES {
        let model = entry.describe().unwrap().build().unwrap();
        if model.closures().is_empty() {
            continue;
        }
        let drawn = model.configuration("start").unwrap();
        let q = denoc_mechanism::assembly::assemble(&model, drawn, &Default::default()).unwrap().q;
        let mut simulation = Simulation::new(&model).start(&q, &vec![0.0; model.nv()]).duration(0.2);
        let (_, summary) = simulation.run_collect().unwrap_or_else(|error| panic!("{}: {error}", entry.name));
        let audit = Audit::new(&model, &summary);
        assert!(audit.passed(), "{}: {audit}", entry.name);
        let [length, angle] = summary.observations().closure.unwrap();
        assert!(length < 1e-12 && angle < 1e-12, "{}: {length:e} m, {angle:e} rad", entry.name);
    }
}

// oracle: the same linkage cut elsewhere, with springs and friction in all its joints
#[test]
fn motion_does_not_depend_on_the_cut() {
    let mut drawn = catalogue::describe("odca_fourbar").unwrap();
    for joint in &mut drawn.joints {
        joint.properties.viscous_friction = 0.3;
        joint.properties.dry_friction = 0.1;
        joint.properties.spring_stiffness = 2.0;
        joint.properties.spring_rest = 0.2;
    }
    let names: Vec<String> = drawn.joints.iter().map(|j| j.name.clone()).collect();
    let mut ends: Vec<(denoc_math::Vec3<f64>, f64)> = Vec::new();
    for cut in &names {
        let mut d = drawn.clone();
        d.joints.iter_mut().for_each(|joint| joint.cut = joint.name == *cut);
        let model = d.build().unwrap();
        assert_eq!(model.closure_names(), std::slice::from_ref(cut));
        let q = denoc_mechanism::assembly::assemble(&model, model.configuration("start").unwrap(), &Default::default());
        let mut simulation = Simulation::new(&model).start(&q.unwrap().q, &vec![0.0; model.nv()]).duration(1.0);
        let (samples, summary) = simulation.run_collect().unwrap();
        passed(&model, &summary);
        let mut ws = denoc_dynamics::Workspace::new(&model);
        let link = model.link(&d.links.last().unwrap().name).unwrap();
        let last = samples.last().unwrap();
        let at = ws.position(&model, &last.q).unwrap().frame_pose(denoc_model::FrameId(link.0)).position;
        ends.push((at, last.works.friction));
    }
    for (at, friction) in &ends {
        assert!((*at - ends[0].0).norm() < 1e-8 && (friction - ends[0].1).abs() < 1e-8, "{ends:?}");
    }
    assert!(ends[0].1 < -0.1, "friction does work: {ends:?}");
}

// oracle: the linkage alone: what is not connected with it, however fast, changes nothing
#[test]
fn a_fast_rotor_beside_a_singular_pose() {
    let (alone, start) = mechanism("odca_parallelogram");
    let rotor = denoc_model::MassProperties::sphere(1.0, 0.1);
    let spin = denoc_model::Joint::revolute(Vec3::unit(2));
    let both = catalogue::describe("odca_parallelogram")
        .unwrap()
        .link("rotor", rotor)
        .joint("spin", "ground", "rotor", spin, denoc_math::Pose::identity())
        .build()
        .unwrap();
    let mut q = both.neutral();
    for (link, name) in alone.links().iter().zip(alone.joint_names()) {
        q[both.links()[both.joint(name).unwrap().0].q] = start[link.q];
    }
    let v = speeds(&both, &[("spin", 500.0)]);
    let (with, summary) = Simulation::new(&both).start(&q, &v).duration(1.0).run_collect().unwrap();
    let (without, _) = Simulation::new(&alone).start(&start, &[0.0; 3]).duration(1.0).run_collect().unwrap();
    assert!(summary.events().iter().any(|event| event.name.starts_with("singular configuration")));
    for (a, b) in with.iter().zip(&without) {
        assert!((coordinate(&both, a, "pivot_a") - coordinate(&alone, b, "pivot_a")).abs() < 1e-8, "{}", a.t);
    }
}

// oracle: the same jack cut elsewhere, over many turns
#[test]
fn a_cut_screw_turns_on() {
    let (body, z) = (denoc_model::MassProperties::sphere(1.0, 0.1), Vec3::unit(2));
    let jack = |cut: &str| {
        let mut d = denoc_model::Description::new("jack")
            .link("screw", body)
            .link("nut", body)
            .joint("bearing", "ground", "screw", denoc_model::Joint::revolute(z), denoc_math::Pose::identity())
            .joint("guide", "ground", "nut", denoc_model::Joint::prismatic(z), denoc_math::Pose::identity())
            .joint("thread", "screw", "nut", denoc_model::Joint::helical(z, 0.05), denoc_math::Pose::identity());
        d.joints.iter_mut().for_each(|joint| joint.cut = joint.name == cut);
        let model = d.build().unwrap();
        let (samples, _) = Simulation::new(&model)
            .start(&model.neutral(), &vec![0.0; model.nv()])
            .duration(3.0)
            .run_collect()
            .unwrap();
        coordinate(&model, samples.last().unwrap(), "bearing")
    };
    let (at_guide, at_thread) = (jack("guide"), jack("thread"));
    assert!(at_guide.abs() > 20.0 && (at_guide - at_thread).abs() < 1e-7 * at_guide.abs(), "{at_guide} {at_thread}");
}

// oracle: the start without rounding, which moves likewise
#[test]
fn rounded_starts_of_special_geometry() {
    for name in ["bennett", "bricard", "sarrus"] {
        let (model, q) = mechanism(name);
        for digits in [1e-12, 1e-9, 1e-8, 1e-7] {
            let off = |(i, x): (usize, &f64)| x + digits * [0.6, -0.9, 0.7, 0.4, -0.8][i % 5];
            let q: Vec<f64> = q.iter().enumerate().map(off).collect();
            let run = Simulation::new(&model).start(&q, &vec![0.0; model.nv()]).duration(0.1).run_collect();
            let (samples, summary) = run.unwrap_or_else(|error| panic!("{name}, {digits:e}: {error}"));
            assert!(samples.last().unwrap().v.iter().any(|v| v.abs() > 1e-3), "{name} moves");
            passed(&model, &summary);
        }
    }
}
