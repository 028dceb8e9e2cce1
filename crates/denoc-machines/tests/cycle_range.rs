//! Dead points, branches that cross, and words for what cannot be.

use std::f64::consts::{PI, TAU};

use denoc_dynamics::Workspace;
use denoc_dynamics::loops::Loops;
use denoc_machines::cycle::{AtDeadPoint, Cycle, CycleOptions, Follower, Output};
use denoc_testkit::close_within;

mod cycle_support;
use cycle_support::{catalogued, four_bar, four_bar_q, from_start, rods};

/// A double rocker: the crank stops where coupler and rocker are in line.
const DOUBLE_ROCKER: [f64; 4] = [0.4, 0.3, 0.2, 0.35];

fn double_rocker() -> (denoc_model::Model, CycleOptions, f64) {
    let [g, a, b, c] = DOUBLE_ROCKER;
    let model = four_bar(DOUBLE_ROCKER, rods(DOUBLE_ROCKER, [1.0, 1.0, 1.0])).build().unwrap();
    let mut options = CycleOptions::new("crank_pivot", 2.0);
    options.start = Some(four_bar_q(DOUBLE_ROCKER, 0.9));
    // the diagonal between crank pin and rocker pivot is at most b + c
    let limit = ((g * g + a * a - (b + c) * (b + c)) / (2.0 * g * a)).acos();
    (model, options, limit)
}

// oracle: the crank angle where the diagonal is as long as coupler and rocker together, or as their difference
#[test]
fn a_rocker_refuses_and_tells_its_range() {
    let (model, options, high) = double_rocker();
    let [g, a, b, c] = DOUBLE_ROCKER;
    let low = ((g * g + a * a - (c - b) * (c - b)) / (2.0 * g * a)).acos();
    let error = Cycle::compute(&model, &options).unwrap_err();
    let denoc_machines::MachineError::DeadPoint { low: found_low, high: found_high, .. } = &error else {
        panic!("{error}")
    };
    close_within([*found_low, *found_high], [low, high], 1e-9);
    let text = error.to_string();
    assert!(text.starts_with("joint \"crank_pivot\" cannot go from 0.9 to 7.18"), "{text}");
    assert!(text.contains("restrict the cycle to this range, or let it go back and forth"), "{text}");
}

// oracle: the closed form of the four-bar at every sample, on the way there and back
#[test]
fn a_rocker_goes_back_and_forth() {
    let (model, mut options, high) = double_rocker();
    options.samples = 60;
    options.outputs = vec![Output::Joint("rocker_pivot".into())];
    options.at_dead_point = AtDeadPoint::BackAndForth;
    let cycle = Cycle::compute(&model, &options).unwrap();
    let range = cycle.range.unwrap();
    assert!(range.low_is_dead && range.high_is_dead && cycle.closed);
    assert_eq!(cycle.samples.len(), 121);
    for s in &cycle.samples {
        close_within(&s.q[..], &four_bar_q(DOUBLE_ROCKER, s.input)[..], 1e-11);
    }
    let (margin, top) = (1e-3 * (range.high - range.low), &cycle.samples[60]);
    assert!((top.input - (high - margin)).abs() < 1e-9);
    assert!((cycle.samples[30].v[0] - 2.0).abs() < 1e-15 && (cycle.samples[90].v[0] + 2.0).abs() < 1e-15);
    close_within(&cycle.samples[30].q[..], &cycle.samples[90].q[..], 1e-12);
    options.at_dead_point = AtDeadPoint::Restrict;
    let restricted = Cycle::compute(&model, &options).unwrap();
    assert_eq!(restricted.samples.len(), 61);
    assert!(!restricted.closed);
    close_within(&restricted.samples[17].a[..], &cycle.samples[17].a[..], 1e-12);
    // part of a turn that is within reach needs no permission
    (options.from, options.to) = (Some(0.8), Some(1.2));
    options.at_dead_point = AtDeadPoint::Refuse;
    let part = Cycle::compute(&model, &options).unwrap();
    assert_eq!((part.samples[0].input, part.samples[60].input), (0.8, 1.2));
    close_within(&part.samples[60].q[..], &four_bar_q(DOUBLE_ROCKER, 1.2)[..], 1e-12);
}

// oracle: dead points of Watt's linkage driven at its left pin, by mirror symmetry of the linkage; samples close to them close
#[test]
fn samples_close_to_dead_points_are_found() {
    let model = catalogued("watt_straight_line");
    let mut options = from_start(&model, "left_pin", 1.0);
    options.at_dead_point = AtDeadPoint::Restrict;
    for margin in [1e-6, 1e-3, 0.1] {
        options.margin = margin;
        let cycle = Cycle::compute(&model, &options).unwrap();
        let range = cycle.range.unwrap();
        assert!(range.low_is_dead && range.high_is_dead && (range.low + range.high).abs() < 1e-9);
        let from = cycle.samples[0].input - range.low;
        assert!((from - margin * (range.high - range.low)).abs() < 1e-12);
    }
}

// oracle: a parallelogram stays one, all the way through the two poses where it could fold over
#[test]
fn a_parallelogram_goes_through_its_singular_poses() {
    let lengths = [0.4, 0.15, 0.4, 0.15];
    let model = four_bar(lengths, rods(lengths, [1.0, 2.0, 1.0])).build().unwrap();
    let mut options = CycleOptions::new("crank_pivot", 3.0);
    options.start = Some(vec![0.5, -0.5, 0.5]);
    (options.from, options.to) = (Some(-PI), Some(2.0 * PI));
    options.samples = 60; // samples in the singular configurations
    let mut samples = Cycle::compute(&model, &options).unwrap().samples;
    // and just beside them
    (options.from, options.to) = (Some(-1e-3), Some(2e-3));
    samples.extend(Cycle::compute(&model, &options).unwrap().samples);
    for s in &samples {
        close_within(&s.q[..], [s.input, -s.input, s.input], 1e-12);
        close_within(&s.v[..], [3.0, -3.0, 3.0], 1e-10);
        close_within(&s.a[..], [0.0; 3], 1e-8);
        // all gravity: crank and rocker by half their length, the coupler by all of it
        let torque = 9.81 * 0.15 * s.input.cos() * (0.5 * 1.0 + 2.0 + 0.5 * 1.0);
        assert!((s.torque - torque).abs() < 1e-9, "{} {torque}", s.torque);
    }
}

// oracle: by reflection: a kite is symmetric about its diagonal from the crank pin to the rocker pivot, also where it is flat
#[test]
fn a_kite_goes_through_its_singular_poses() {
    let [long, short, speed] = [0.4, 0.15, 3.0];
    let lengths = [long, short, short, long];
    let model = four_bar(lengths, rods(lengths, [1.0, 2.0, 1.0])).build().unwrap();
    // the direction of the diagonal, and its derivatives by the angle of the crank
    let diagonal = |phi: f64| {
        let (s, c) = phi.sin_cos();
        let (square, product) = (long * long + short * short - 2.0 * long * short * c, long * short);
        let (first, rate) = (short * short - product * c, product * s);
        let theta = (short * s).atan2(short * c - long);
        let theta = if theta < 0.0 { theta + TAU } else { theta };
        [theta, first / square, (rate * square - first * 2.0 * rate) / (square * square)]
    };
    let q = |phi: f64| {
        let [theta, ..] = diagonal(phi);
        [phi, 2.0 * (theta - phi) - PI, 2.0 * theta - PI]
    };
    let (mut ws, mut loops) = (Workspace::new(&model), Loops::new(&model));
    let (mut rates, mut jacobian) = (vec![0.0; loops.count()], vec![0.0; loops.count() * model.nv()]);
    let mut options = CycleOptions::new("crank_pivot", speed);
    options.start = Some(q(0.5).to_vec());
    for (from, to, samples) in [(-0.5, 0.5, 20), (-1e-3, 2e-3, 60), (2.9, 3.3, 40), (PI - 1e-3, PI + 2e-3, 60)] {
        (options.from, options.to, options.samples) = (Some(from), Some(to), samples);
        for s in &Cycle::compute(&model, &options).unwrap().samples {
            let [_, first, second] = diagonal(s.input);
            close_within(&s.q[..], q(s.input), 1e-11);
            // in the singular configuration itself constraints do not tell the branch: speeds are interpolated only
            let beside = [0.0, PI].iter().all(|flat| (s.input - flat).abs() > 1e-5);
            let bound = if beside { 3e-11 } else { 3e-10 };
            close_within(&s.v[..], [1.0, 2.0 * first - 2.0, 2.0 * first].map(|x| x * speed), bound);
            close_within(&s.a[..], [0.0, 2.0 * second, 2.0 * second].map(|x| x * speed * speed), 1e-7);
            // J a + J̇ v = 0
            let stage = ws.position(&model, &s.q).unwrap().velocity(&s.v).unwrap();
            loops.place(&stage);
            loops.bias(&stage, &mut rates).unwrap();
            loops.jacobian(&stage, &mut jacobian).unwrap();
            for (row, rate) in jacobian.chunks_exact(model.nv()).zip(&rates) {
                let unmet: f64 = row.iter().zip(&s.a).map(|(j, a)| j * a).sum::<f64>() + rate;
                assert!(!beside || unmet.abs() < 1e-12, "{unmet:e} at {}", s.input);
            }
        }
    }
}

// oracle: the words themselves
#[test]
fn what_cannot_be_is_said() {
    let model = catalogued("fourbar");
    let fail = |change: &dyn Fn(&mut CycleOptions)| {
        let mut options = from_start(&model, "crank_pivot", 1.0);
        change(&mut options);
        Cycle::compute(&model, &options).unwrap_err().to_string()
    };
    let cut = model.closure_names()[0].clone();
    let text = fail(&|o| o.input = cut.clone());
    assert!(text.contains("cuts its loop"), "{text}");
    assert!(fail(&|o| o.input = "crank_pivt".into()).contains("crank_pivot"));
    assert!(
        fail(&|o| o.law = denoc_machines::cycle::InputLaw::Speed(0.0)).contains("must be a number other than zero")
    );
    assert!(fail(&|o| o.to = Some(-1.0)).contains("must lead from the start"));
    assert!(fail(&|o| o.samples = 0).contains("number of samples is 0"));
    let twice = vec![Follower { joint: "crank_pivot".into(), ratio: 1.0 }];
    assert!(fail(&|o| o.followers = twice.clone()).contains("driven twice"));
    let sideways = Output::Frame { frame: "coupler_end".into(), direction: [0.0; 3] };
    assert!(fail(&|o| o.outputs = vec![sideways.clone()]).contains("give a direction of the world"));
    // with the output pivot driven too there is nothing left to move
    let both = vec![Follower { joint: "output_pivot".into(), ratio: 0.0 }];
    let text = fail(&|o| o.followers = both.clone());
    assert!(text.contains("crank_pivot"), "{text}");
    let (double, mut options, high) = double_rocker();
    options.start = Some(four_bar_q(DOUBLE_ROCKER, high));
    let text = Cycle::compute(&double, &options).unwrap_err().to_string();
    assert!(text.contains("dead point") || text.contains("cannot be closed"), "{text}");
}

// oracle: the other mechanisms of the catalogue close at every sample, and the turn ends where it began
#[test]
fn linkages_of_the_catalogue_make_their_turns() {
    for (name, input) in [
        ("watt_sixbar", "crank_pivot"),
        ("stephenson_sixbar", "crank_pivot"),
        ("cam_pump", "shaft"),
        ("spatial_fourbar", "crank_pivot"),
        ("bennett", "crank_pivot"),
    ] {
        let model = catalogued(name);
        let input = match model.joint(input) {
            Ok(_) => input.to_owned(),
            Err(_) => model.joint_names()[0].clone(),
        };
        let start = model.configurations().first().map_or(model.neutral(), |c| c.1.clone());
        let mut options = CycleOptions::new(input, TAU);
        options.start = Some(start);
        options.samples = 24;
        let cycle = Cycle::compute(&model, &options).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(cycle.closed, "{name}");
        let mut loops = denoc_dynamics::loops::Loops::new(&model);
        let mut ws = denoc_dynamics::Workspace::new(&model);
        let mut residuals = vec![0.0; loops.count()];
        for s in &cycle.samples {
            let position = ws.position(&model, &s.q).unwrap();
            loops.place(&position);
            loops.residuals(&position, &mut residuals).unwrap();
            assert!(residuals.iter().all(|r| r.abs() < 1e-12), "{name}");
        }
    }
}

/// A crank press whose pinion drives the crank through gears; radii of crank and rod 50 and 300 mm.
fn press(teeth: [u32; 2]) -> denoc_model::Model {
    let [wheel, pinion] = teeth;
    // the axes are 160 mm apart
    let module = 320.0 / f64::from(wheel + pinion);
    let radius = 0.5 * module * f64::from(pinion);
    let text = format!(
        r#"
[model]
name = "press"
[planar]
unit = "mm"
points = {{ O = [0, 0], C = [0, 50], R = [0, -250], M = [160, 0] }}
ground = ["O", "M"]
bars = {{ crank = {{ points = ["O", "C"], mass = 8 }}, rod = {{ points = ["C", "R"], mass = 5 }} }}
sliders = {{ ram = {{ point = "R", along = [0, 1], mass = 30 }} }}
wheels = {{ pinion = {{ point = "M", mass = 20, radius = "{radius} mm" }} }}
input = "M"
[[gear]]
name = "mesh"
parent = "crank"
teeth = {wheel}
child = "pinion"
child_teeth = {pinion}
module = "{module} mm"
"#
    );
    denoc_formats::parse_native(&text, "press.toml").unwrap().description.build().unwrap()
}

// oracle: by hand: the crank turns once while the pinion turns 60/20 and 45/30·2 times; the stroke is twice the crank radius
#[test]
fn geared_cycles_last_until_all_links_are_back() {
    for (teeth, turns) in [([60, 20], 3.0), ([45, 30], 3.0), ([20, 40], 1.0)] {
        let model = press(teeth);
        let mut options = CycleOptions::new("M", -2.0);
        (options.samples, options.start) = (24, Some(denoc_mechanism::usual_start(&model)));
        options.outputs = vec![Output::Joint("ram".into())];
        let cycle = Cycle::compute(&model, &options).unwrap();
        assert!(cycle.closed && cycle.open_end.is_none(), "{teeth:?}");
        assert_eq!(cycle.samples.len(), 24 * turns as usize + 1);
        close_within(cycle.samples.last().unwrap().input - cycle.samples[0].input, -turns * TAU, 1e-12);
        close_within(cycle.summary().outputs[0].stroke, 0.1, 1e-9);
        // a given end is kept
        options.to = Some(cycle.samples[0].input - TAU);
        let one = Cycle::compute(&model, &options).unwrap();
        assert!(one.closed == (turns == 1.0) && one.open_end.is_none() && one.samples.len() == 25);
    }
}

// oracle: by hand: 20/61 of a turn of the crank, which only 61 turns of the pinion close
#[test]
fn cycles_that_do_not_close_name_the_joint_that_stays_away() {
    let model = press([61, 20]);
    let mut options = CycleOptions::new("M", 2.0);
    (options.samples, options.start) = (24, Some(denoc_mechanism::usual_start(&model)));
    let cycle = Cycle::compute(&model, &options).unwrap();
    let end = cycle.open_end.unwrap();
    assert!(!cycle.closed && end.joint == "O", "{end}");
    close_within(end.by.abs(), TAU * 20.0 / 61.0, 1e-9);
    assert_eq!(end.to_string(), "joint \"O\" ends 118.033° from its start");
    let goals = denoc_machines::balance::Goals { shaking_force: 1.0, shaking_moment: 0.0, torque_ripple: 0.0 };
    let candidates = vec![denoc_machines::balance::Candidate::around("crank", 5.0, 0.1)];
    let options = denoc_machines::balance::BalanceOptions { cycle: options, candidates, goals };
    let error = denoc_machines::balance::balance(&model, &options).unwrap_err().to_string();
    assert!(
        error.starts_with("the cycle is not closed: joint \"O\" ends 118.033° from its start after a turn of \"M\"")
    );
}
