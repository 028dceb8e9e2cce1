//! Cycles of mechanisms against closed forms, outside references and conservation laws.

use std::f64::consts::{FRAC_PI_2, PI, TAU};
use std::sync::Arc;

use denoc_dynamics::Workspace;
use denoc_machines::cycle::{
    AtDeadPoint, Cycle, CycleOptions, Follower, InputLaw, Output, TransmissionKind, straightness,
};
use denoc_math::{Pose, Vec3, Wrench};
use denoc_model::{Closure, Drag, Frame, Joint, MassProperties, Model};
use denoc_sim::motion::{PointToPoint, TimeLaw};
use denoc_testkit::{close_within, reference};

mod cycle_support;
use cycle_support::{along, catalogued, four_bar, four_bar_angles, four_bar_q, from_start, rods};

// oracle: reference A9, Newton-Euler equations of three free bodies with 40 digits
#[test]
fn torque_and_reactions_of_the_survey_four_bar() {
    let table = reference::table("A9_fourbar_id_constant_speed");
    let model = catalogued("fourbar");
    let mut options = from_start(&model, "crank_pivot", TAU);
    let time = table.column("t");
    let last = *time.last().unwrap();
    options.samples = time.len() - 1;
    options.to = Some(last * TAU);
    options.pin_forces = true;
    let cycle = Cycle::compute(&model, &options).unwrap();
    let torque: Vec<f64> = cycle.samples.iter().map(|s| s.torque).collect();
    close_within(&torque[..], &table.column("tau_crank")[..], 1e-11);
    // on the ground: minus what it exerts on crank and output link
    let ground = table.columns(&["Rx1", "Ry1", "Rx4", "Ry4"]);
    for (sample, r) in cycle.samples.iter().zip(ground) {
        close_within(&sample.shaking_force[..2], [r[2] - r[0], r[3] - r[1]], 1e-9);
        let pivot = sample.pin_forces.iter().find(|p| p.joint == "crank_pivot").unwrap();
        close_within(&pivot.force[..2], [r[0], r[1]], 1e-9);
        // of the motor and of the output pivot's force, about the crank pivot
        let moment = -sample.torque + 0.0895 * r[3];
        assert!((sample.shaking_moment[2] - moment).abs() < 1e-9, "{} {moment}", sample.shaking_moment[2]);
    }
}

// oracle: dE/dt = τ ω by differences, and the rate of momentum by differences
#[test]
fn power_and_momentum() {
    for (name, input) in [("fourbar", "crank_pivot"), ("quick_return", "crank_pivot"), ("hoeken", "crank_pivot")] {
        let model = catalogued(name);
        let speed = 5.0;
        let mut options = from_start(&model, input, speed);
        let place = model.links()[model.joint(input).unwrap().0].q;
        options.to = Some(model.configuration("start").unwrap()[place] + 1.3);
        options.samples = 800;
        let cycle = Cycle::compute(&model, &options).unwrap();
        let h = cycle.samples[1].time;
        let energy = |i: usize| cycle.samples[i].kinetic_energy + cycle.samples[i].potential_energy;
        let momentum = |i: usize| {
            let (mut ws, s) = (Workspace::new(&model), &cycle.samples[i]);
            ws.position(&model, &s.q).unwrap().velocity(&s.v).unwrap().momentum()
        };
        let mut ws = Workspace::new(&model);
        let most = cycle.summary();
        for i in (2..798).step_by(47) {
            let s = &cycle.samples[i];
            // five points: the error of three is larger than the bound
            let slope = |f: [f64; 4]| (f[0] - 8.0 * f[1] + 8.0 * f[2] - f[3]) / (12.0 * h);
            let power = slope([energy(i - 2), energy(i - 1), energy(i + 1), energy(i + 2)]);
            let scale = most.power.max.abs().max(most.power.min.abs());
            assert!((power - s.torque * speed).abs() < 1e-6 * scale, "{name}: {power} {}", s.torque * speed);
            let p = [i - 2, i - 1, i + 1, i + 2].map(momentum);
            let rate = slope(p.map(|p| p.force.x));
            assert!((rate + s.shaking_force[0]).abs() < 1e-6 * most.shaking_force.max, "{name}");
            let mass = ws.position(&model, &s.q).unwrap().total_mass();
            let rate = slope(p.map(|p| p.force.y)) + mass * 9.81;
            assert!((rate + s.shaking_force[1]).abs() < 1e-6 * most.shaking_force.max, "{name}");
            let center = ws.position(&model, &s.q).unwrap().center_of_mass();
            let rate = slope(p.map(|p| p.moment.z)) + mass * 9.81 * center.x;
            assert!((rate + s.shaking_moment[2]).abs() < 1e-6 * most.shaking_moment.max, "{name}");
        }
    }
}

// oracle: x = r cos φ + √(l² − r² sin² φ) and its derivatives
#[test]
fn slider_crank_in_closed_form() {
    let model = catalogued("slider_crank");
    let (r, l, speed) = (0.15, 0.3, 7.0);
    let mut options = from_start(&model, "crank_pivot", speed);
    options.outputs = vec![
        Output::Joint("slide".into()),
        Output::Frame { frame: "wrist_pin".into(), direction: [2.0, 0.0, 0.0] },
        Output::Joint("slider_pin".into()),
    ];
    options.samples = 92; // one at 90°
    let cycle = Cycle::compute(&model, &options).unwrap();
    assert_eq!(cycle.transmission, Some(TransmissionKind::SliderCrank));
    for s in &cycle.samples {
        let (sin, cos) = s.input.sin_cos();
        let root = (l * l - r * r * sin * sin).sqrt();
        let (x, slope) = (r * cos + root, -r * sin - r * r * sin * cos / root);
        for output in &s.outputs[..2] {
            close_within([output.value, output.velocity_ratio, output.rate], [x, slope, slope * speed], 1e-13);
            if slope.abs() > 1e-9 {
                assert!((output.mechanical_advantage.unwrap() * slope + 1.0).abs() < 1e-12);
            }
        }
        // the angle of the rod against the normal of the slide
        let rod = (r * sin / l).asin();
        close_within([s.outputs[2].value, s.outputs[2].velocity_ratio], [rod, r * cos / root], 1e-13);
        assert!((s.transmission_angle.unwrap() - (FRAC_PI_2 - rod.abs())).abs() < 1e-13);
    }
    let summary = cycle.summary();
    close_within([summary.outputs[0].stroke, summary.outputs[0].time_ratio.unwrap()], [2.0 * r, 1.0], 1e-10);
    assert!((summary.min_transmission_angle.unwrap() - (r / l).acos()).abs() < 1e-12);
}

// oracle: the cosine law in the triangle of coupler, rocker and diagonal
#[test]
fn transmission_angle_of_a_four_bar() {
    let lengths = [0.4, 0.1, 0.35, 0.3];
    let [g, a, b, c] = lengths;
    let model = four_bar(lengths, rods(lengths, [1.0, 2.0, 3.0])).build().unwrap();
    let mut options = CycleOptions::new("crank_pivot", -3.0);
    options.start = Some(four_bar_q(lengths, 0.3));
    options.samples = 72;
    let cycle = Cycle::compute(&model, &options).unwrap();
    assert_eq!(cycle.transmission, Some(TransmissionKind::FourBar));
    for s in &cycle.samples {
        let d2 = g * g + a * a - 2.0 * g * a * s.input.cos();
        let angle = ((b * b + c * c - d2) / (2.0 * b * c)).acos();
        assert!((s.transmission_angle.unwrap() - angle).abs() < 1e-13);
        close_within(&s.q[..], &four_bar_q(lengths, s.input)[..], 1e-12);
    }
    let extreme = |d: f64| {
        let angle = ((b * b + c * c - d * d) / (2.0 * b * c)).acos();
        angle.min(PI - angle)
    };
    let least = extreme(g - a).min(extreme(g + a));
    // the extremes are at crank angles 0 and π, between samples
    assert!((cycle.summary().min_transmission_angle.unwrap() - least).abs() < 2e-3);
}

// oracle: crank angles of the extreme positions where crank and coupler are in line
#[test]
fn time_ratios_in_closed_form() {
    let model = catalogued("quick_return");
    let mut options = from_start(&model, "crank_pivot", 2.0);
    options.outputs = vec![Output::Joint("ram_guide".into()), Output::Joint("lever_pivot".into())];
    options.samples = 100;
    let summary = Cycle::compute(&model, &options).unwrap().summary();
    // strokes of 240° and 120° of the crank
    close_within([summary.outputs[0].stroke, summary.outputs[0].time_ratio.unwrap()], [0.12, 2.0], 1e-9);
    // the lever turns all the way round
    assert_eq!(summary.outputs[1].time_ratio, None);
    assert!((summary.outputs[1].stroke - TAU).abs() < 1e-9);

    let lengths = [0.4, 0.1, 0.35, 0.3];
    let [g, a, b, c] = lengths;
    let model = four_bar(lengths, rods(lengths, [1.0, 2.0, 3.0])).build().unwrap();
    let mut options = CycleOptions::new("crank_pivot", 3.0);
    options.start = Some(four_bar_q(lengths, 0.3));
    options.outputs = vec![Output::Joint("rocker_pivot".into()), Output::Joint("rocker_pin".into())];
    options.samples = 50;
    let summary = Cycle::compute(&model, &options).unwrap().summary();
    let angle = |side: f64| ((g * g + side * side - c * c) / (2.0 * g * side)).acos();
    // in line: stretched at angle(b + a), folded at angle(b − a) + π
    let between = angle(b - a) + PI - angle(b + a);
    let ratio = between / (TAU - between);
    assert!((summary.outputs[0].time_ratio.unwrap() - ratio.max(1.0 / ratio)).abs() < 1e-9);
    let rocker = |side: f64| PI - ((g * g + c * c - side * side) / (2.0 * g * c)).acos();
    assert!((summary.outputs[0].stroke - (rocker(b - a) - rocker(b + a)).abs()).abs() < 1e-12);
}

// oracle: the pen of Hoeken's linkage by its formula, a line through the best half turn
#[test]
fn hoekens_pen_is_straight() {
    let model = catalogued("hoeken");
    let mut options = from_start(&model, "crank_pivot", 1.0);
    options.frames = vec!["pen".into()];
    options.samples = 360;
    let cycle = Cycle::compute(&model, &options).unwrap();
    let lengths = [0.08, 0.04, 0.1, 0.1];
    for s in &cycle.samples {
        let [coupler, _] = four_bar_angles(lengths, s.input);
        let pen = [0.04 * s.input.cos() + 0.2 * coupler.cos(), 0.04 * s.input.sin() + 0.2 * coupler.sin(), 0.0];
        close_within(s.points[0], pen, 1e-13);
    }
    let half = straightness(&cycle, 0, 0.5).unwrap();
    // nearly from 90° to 270° (the start is at 180°): along x, four cranks long, at the height of four cranks
    assert!((264..=276).contains(&half.first) && half.last == half.first + 180);
    assert!((half.direction[0].abs() - 1.0).abs() < 1e-5 && (half.length - 0.16).abs() < 1e-3);
    let strip = |first: usize, slope: f64| {
        let heights = (first..=first + 180).map(|i| {
            let crank = PI + i as f64 * PI / 180.0;
            let coupler = four_bar_angles(lengths, crank)[0];
            let (x, y) = (0.04 * crank.cos() + 0.2 * coupler.cos(), 0.04 * crank.sin() + 0.2 * coupler.sin());
            (y - slope * x) / slope.hypot(1.0)
        });
        let (low, high) = heights.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), y| (l.min(y), h.max(y)));
        0.5 * (high - low)
    };
    let best = |first: usize| (-4000..=4000).map(|i| strip(first, f64::from(i) * 1e-6)).fold(f64::INFINITY, f64::min);
    assert!((half.deviation - best(half.first)).abs() < 1e-7, "{} {}", half.deviation, best(half.first));
    assert!(half.deviation <= best(270) && half.deviation <= best(half.first + 2) && half.deviation > 1e-5);
    let third = straightness(&cycle, 0, 0.3).unwrap();
    assert!(third.deviation < half.deviation);
}

// oracle: the same samples at constant speed, by the chain rule; work of the motor against change of energy
#[test]
fn any_law_of_the_input() {
    let model = catalogued("fourbar");
    let start = model.configuration("start").unwrap();
    let mut goal = start.to_vec();
    let place = model.links()[model.joint("crank_pivot").unwrap().0].q;
    goal[place] += 2.0;
    let law = PointToPoint::new(&model, start, &goal, 0.5, TimeLaw::Cycloidal).unwrap();
    let mut options = from_start(&model, "crank_pivot", 1.0);
    options.law = InputLaw::Motion(Arc::new(law));
    options.samples = 2000;
    options.outputs = vec![Output::Joint("output_pivot".into())];
    let cycle = Cycle::compute(&model, &options).unwrap();
    let lengths = [0.0895, 0.038, 0.1152, 0.1152];
    for s in cycle.samples.iter().step_by(50) {
        let time = s.time / 0.5;
        close_within(
            [s.input, s.outputs[0].value],
            [2.0 * (time - (TAU * time).sin() / TAU), four_bar_angles(lengths, s.input)[1]],
            1e-12,
        );
    }
    let h = cycle.samples[1].time;
    for i in (1..1999).step_by(111) {
        let (before, s, after) = (&cycle.samples[i - 1], &cycle.samples[i], &cycle.samples[i + 1]);
        for k in 0..model.nv() {
            assert!(((after.q[k] - before.q[k]) / (2.0 * h) - s.v[k]).abs() < 2e-4);
            assert!(((after.v[k] - before.v[k]) / (2.0 * h) - s.a[k]).abs() < 2e-2 * (1.0 + s.a[k].abs()));
        }
    }
    // at rest at both ends: the work of the motor is the change of potential energy
    let work: f64 = cycle.samples.iter().map(|s| s.torque * s.v[place] * h).sum();
    let (first, last) = (cycle.samples.first().unwrap(), cycle.samples.last().unwrap());
    assert!((work - (last.potential_energy - first.potential_energy)).abs() < 1e-6);
}

// oracle: power of both motors against the change of energy; a held joint has the same torque by inverse dynamics of loops
#[test]
fn a_five_bar_with_two_inputs() {
    use denoc_math::{Pose, Vec3};
    use denoc_model::{Description, Joint};
    let rod = |l: f64| denoc_model::MassProperties::rod(1.0, l, cycle_support::X);
    let z = cycle_support::Z;
    let model = Description::new("five-bar")
        .gravity(Vec3::new(0.0, -9.81, 0.0))
        .link("left", rod(0.2))
        .link("left_rod", rod(0.4))
        .link("right", rod(0.2))
        .link("right_rod", rod(0.4))
        .joint("left_pivot", "ground", "left", Joint::revolute(z), Pose::identity())
        .joint("left_pin", "left", "left_rod", Joint::revolute(z), along(0.2))
        .joint("right_pivot", "ground", "right", Joint::revolute(z), along(0.3))
        .joint("right_pin", "right", "right_rod", Joint::revolute(z), along(0.2))
        .joint("tip", "left_rod", "right_rod", Joint::revolute(z), along(0.4))
        .child_origin(along(0.4))
        .cut()
        .build()
        .unwrap();
    let mut options = CycleOptions::new("left_pivot", 2.0);
    let names = model.joint_names();
    let drawn = |name: &str| match name {
        "left_pivot" => 1.8,
        "right_pivot" => 1.2,
        "left_pin" => -1.0,
        _ => 1.0,
    };
    options.start = Some(names.iter().map(|n| drawn(n)).collect());
    options.to = Some(2.3);
    options.samples = 400;
    options.pin_forces = true;
    let error = Cycle::compute(&model, &options).unwrap_err().to_string();
    assert_eq!(
        error,
        "\"five-bar\" has 1 degrees of freedom besides the driven joints (left_pivot): drive or hold as many joints more"
    );
    for ratio in [0.0, -0.5] {
        options.followers = vec![Follower { joint: "right_pivot".into(), ratio }];
        let cycle = Cycle::compute(&model, &options).unwrap();
        assert_eq!(cycle.transmission, Some(TransmissionKind::LastMember));
        let h = cycle.samples[1].time;
        let energy = |i: usize| cycle.samples[i].kinetic_energy + cycle.samples[i].potential_energy;
        for i in (1..399).step_by(41) {
            let s = &cycle.samples[i];
            let power = (energy(i + 1) - energy(i - 1)) / (2.0 * h);
            assert!((power - 2.0 * (s.torque + ratio * s.follower_torques[0])).abs() < 1e-4 * (1.0 + power.abs()));
            // the moment about the pivot of the held arm
            let pivot = s.pin_forces.iter().find(|p| p.joint == "right_pivot").unwrap();
            assert!((pivot.moment[2] - s.follower_torques[0]).abs() < 1e-9);
        }
    }
}

// oracle: reactions of the ground's joints, summed
#[test]
fn shaking_is_the_sum_of_reactions() {
    let model = catalogued("quick_return");
    let mut options = from_start(&model, "crank_pivot", 20.0);
    options.pin_forces = true;
    options.samples = 24;
    let cycle = Cycle::compute(&model, &options).unwrap();
    for s in &cycle.samples {
        let on_links = |name: &str| s.pin_forces.iter().find(|p| p.joint == name).map(|p| p.force);
        let sum = ["crank_pivot", "lever_pivot", "ram_guide"]
            .iter()
            .filter_map(|n| on_links(n))
            .fold([0.0; 3], |a, b| [a[0] + b[0], a[1] + b[1], a[2] + b[2]]);
        close_within(s.shaking_force, sum.map(|x| -x), 1e-9 * (1.0 + sum[0].abs() + sum[1].abs()));
    }
}

// oracle: the machine without its stand, which is part of the ground: gravity counts for what moves only
#[test]
fn links_fixed_to_the_ground_do_not_shake() {
    let lengths = [0.4, 0.1, 0.35, 0.3];
    let bare = four_bar(lengths, rods(lengths, [1.0, 2.0, 1.5]));
    let stand = MassProperties::cuboid(7.0, Vec3::new(0.3, 0.2, 0.1), Vec3::new(0.1, 0.05, 0.02));
    let place = Pose::translation(Vec3::new(0.2, -0.3, 0.1));
    let stood = bare.clone().link("stand", stand).joint("bolts", "ground", "stand", Joint::fixed(), place);
    let [bare, stood] = [bare, stood].map(|description| {
        let mut options = CycleOptions::new("crank_pivot", 5.0);
        options.start = Some(four_bar_q(lengths, 0.4));
        options.samples = 12;
        Cycle::compute(&description.build().unwrap(), &options).unwrap().samples
    });
    for (bare, stood) in bare.iter().zip(&stood) {
        close_within(stood.shaking_force, bare.shaking_force, 1e-11);
        close_within(stood.shaking_moment, bare.shaking_moment, 1e-11);
    }
}

// oracle: virtual work of springs, k (β − β₀) dβ/dφ, with the angles of the four-bar by formula
#[test]
fn springs_in_joints_of_the_tree_and_of_the_cut() {
    let lengths = [0.4, 0.1, 0.35, 0.3];
    let (stiffness, rest) = (2.0, 0.4);
    let spring = denoc_model::JointProperties { spring_stiffness: stiffness, spring_rest: rest, ..Default::default() };
    let torques = |sprung: &str| {
        let mut d = four_bar(lengths, rods(lengths, [1.0, 2.0, 3.0]));
        for joint in d.joints.iter_mut().filter(|j| j.name == sprung) {
            joint.properties = spring;
        }
        let mut options = CycleOptions::new("crank_pivot", 3.0);
        options.start = Some(four_bar_q(lengths, 0.3));
        options.samples = 24;
        let cycle = Cycle::compute(&d.build().unwrap(), &options).unwrap();
        cycle.samples.iter().map(|s| (s.input, s.torque)).collect::<Vec<_>>()
    };
    let without = torques("none");
    let angle = |joint: &str, crank: f64| {
        let [coupler, rocker] = four_bar_angles(lengths, crank);
        if joint == "rocker_pivot" { rocker } else { rocker - coupler }
    };
    for joint in ["rocker_pivot", "rocker_pin"] {
        for ((crank, with), (_, without)) in torques(joint).into_iter().zip(&without) {
            let h = 1e-4;
            let slope = (angle(joint, crank + h) - angle(joint, crank - h)) / (2.0 * h);
            let wanted = stiffness * (angle(joint, crank) - rest) * slope;
            assert!((with - without - wanted).abs() < 1e-7, "{joint} at {crank}: {} {wanted}", with - without);
        }
    }
}

// oracle: Peaucellier's cell draws an exact straight line
#[test]
fn peaucelliers_pen_is_exactly_straight() {
    let model = catalogued("peaucellier");
    let mut options = from_start(&model, "crank_pivot", 1.0);
    options.frames = vec!["pen".into()];
    options.at_dead_point = AtDeadPoint::Restrict;
    options.samples = 60;
    let cycle = Cycle::compute(&model, &options).unwrap();
    let line = straightness(&cycle, 0, 1.0).unwrap();
    assert!(line.length > 0.1 && line.deviation < 1e-12 * line.length, "{line:?}");
    assert_eq!((straightness(&cycle, 1, 0.5), straightness(&cycle, 0, 0.0)), (None, None));
}

// oracle: the closed form of the slider-crank turned round: cos φ = (x² + r² − l²)/(2 x r)
#[test]
fn a_slide_as_input() {
    let model = catalogued("slider_crank");
    let (r, l) = (0.15_f64, 0.3_f64);
    let crank = 1.0_f64;
    let x = r * crank.cos() + (l * l - (r * crank.sin()).powi(2)).sqrt();
    let mut options = CycleOptions::new("slide", -0.5);
    let drawn = |name: &String| match name.as_str() {
        "crank_pivot" => 1.1,
        "crank_pin" => -1.5,
        _ => x,
    };
    options.start = Some(model.joint_names().iter().map(drawn).collect());
    options.outputs = vec![Output::Joint("crank_pivot".into())];
    options.at_dead_point = AtDeadPoint::Restrict;
    options.samples = 40;
    let cycle = Cycle::compute(&model, &options).unwrap();
    let range = cycle.range.unwrap();
    close_within([range.low, range.high], [l - r, l + r], 1e-9);
    for s in &cycle.samples {
        let angle = ((s.input * s.input + r * r - l * l) / (2.0 * s.input * r)).acos();
        assert!((s.outputs[0].value - angle).abs() < 1e-12);
    }
    assert!(cycle.samples[0].input > cycle.samples[40].input);
    let json = serde_json::to_value(&cycle).unwrap();
    assert_eq!(json["samples"][3]["outputs"][0]["value"], cycle.samples[3].outputs[0].value);
    assert_eq!(json["range"]["low_is_dead"], true);
}

/// Every mechanism of the catalogue with loops that some joint can drive alone, dragged by a medium, with a cycle of it.
fn dragged_machines() -> Vec<(Model, Cycle)> {
    let entries = denoc_formats::catalogue::ENTRIES.iter().map(|entry| entry.name);
    entries.filter_map(dragged_machine).collect()
}

fn dragged_machine(name: &str) -> Option<(Model, Cycle)> {
    let mut description = denoc_formats::catalogue::describe(name).unwrap();
    for (i, link) in description.links.iter_mut().enumerate() {
        let linear = 0.1 + 0.01 * i as f64;
        link.drag = Some(Drag { linear, angular: 0.002, center: None, axis: None });
    }
    let model = description.build().unwrap();
    let start = model.configuration("start").map_or_else(|_| model.neutral(), <[f64]>::to_vec);
    let links = model.links().iter().enumerate().filter(|(_, l)| l.parent.is_none() && l.nv == 1 && l.nq == 1);
    let inputs = links.take(4).map(|(i, _)| model.joint_names()[i].clone());
    if model.closures().is_empty() || model.nv() > 40 {
        return None;
    }
    let cycle = inputs.filter_map(|input| {
        let mut options = CycleOptions::new(input, 2.0);
        let q = start[model.links()[model.joint(&options.input).unwrap().0].q];
        (options.start, options.samples, options.pin_forces) = (Some(start.clone()), 6, true);
        (options.from, options.to) = (Some(q), Some(q + 0.1));
        Cycle::compute(&model, &options).ok()
    });
    let cycle = cycle.into_iter().next();
    cycle.map(|cycle| (model, cycle))
}

// oracle: the wrenches of all joints and springs on the ground, about its origin
#[test]
fn the_ground_feels_drag_too() {
    let machines = dragged_machines();
    assert!(machines.len() >= 20, "{} machines", machines.len());
    for (model, cycle) in &machines {
        let mut ws = Workspace::new(model);
        for s in &cycle.samples {
            let stage = ws.position(model, &s.q).unwrap();
            let world =
                |frame: &Frame<f64>| frame.link.map_or(frame.pose, |link| stage.link_pose(link) * frame.pose).position;
            let mut sum = Wrench::zero();
            let mut size = 0.0;
            let mut add = |moment: Vec3<f64>, force: Vec3<f64>, origin: Vec3<f64>| {
                sum += Wrench::new(moment + origin.cross(force), force);
                size += force.norm() + moment.norm();
            };
            for pin in &s.pin_forces {
                let (sign, origin) = match (model.joint(&pin.joint), model.closure(&pin.joint)) {
                    (Ok(link), _) if model.links()[link.0].parent.is_none() => (-1.0, stage.link_pose(link).position),
                    (_, Ok(closure)) => match &model.closures()[closure.0] {
                        Closure::Joint(cut) if cut.parent.link.is_none() => (-1.0, world(&cut.child)),
                        Closure::Joint(cut) if cut.child.link.is_none() => (1.0, world(&cut.child)),
                        _ => continue,
                    },
                    _ => continue,
                };
                add(Vec3::from(pin.moment).scale(sign), Vec3::from(pin.force).scale(sign), origin);
            }
            for spring in model.point_springs().iter().filter(|spring| spring.damping == 0.0) {
                let (from, to) = (world(&spring.from), world(&spring.to));
                let pull = (to - from).scale(spring.stiffness * (1.0 - spring.rest_length / (to - from).norm()));
                for (end, force, at) in [(&spring.from, pull, from), (&spring.to, -pull, to)] {
                    if end.link.is_none() {
                        add(Vec3::zero(), force, at);
                    }
                }
            }
            assert!(!s.pin_forces.is_empty(), "{}", model.name());
            let off = |a: [f64; 3], b: Vec3<f64>| (Vec3::from(a) - b).norm();
            let error = off(s.shaking_force, sum.force).max(off(s.shaking_moment, sum.moment));
            assert!(error < 1e-10 * size, "{} at {}: {error:e} of {size}", model.name(), s.input);
        }
    }
}

// oracle: both jaws of the gripper stay on parallelograms: at constant speed nothing accelerates but along circles. Every sample
// count meets the flat, singular configurations in another way
#[test]
fn reactions_near_flat_parallelograms() {
    let model = catalogued("gripper_loop");
    for (samples, from) in [(90, None), (100, Some(0.0)), (360, Some(0.2)), (400, Some(0.2))] {
        let mut options = from_start(&model, "left_driver", TAU);
        (options.pin_forces, options.samples) = (true, samples);
        (options.from, options.to) = (from, from.map(|from| from + TAU));
        let cycle = Cycle::compute(&model, &options).unwrap();
        let (mut v_error, mut a_error) = (0.0_f64, 0.0_f64);
        for s in &cycle.samples {
            v_error = s.v.iter().fold(v_error, |most, v| most.max((v.abs() / TAU - 1.0).abs()));
            a_error = s.a.iter().fold(a_error, |most, a| most.max(a.abs() / (TAU * TAU)));
        }
        assert!(v_error < 1e-10 && a_error < 1e-8, "{samples} samples: {v_error:e}, {a_error:e}");
    }
}
