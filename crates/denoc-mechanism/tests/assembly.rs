//! Closing loops: closed forms, distances computed by hand, and the relative poses themselves.

mod loop_mechanisms;

use denoc_dynamics::Workspace;
use denoc_math::{Pose, Vec3};
use denoc_mechanism::MechanismError;
use denoc_mechanism::assembly::{AssemblyMethod, AssemblyOptions, Metric, assemble, branches, project_velocity};
use denoc_model::{Closure, CutJoint, Description, Joint, LinkId, Model};
use loop_mechanisms::*;

/// The pose of the moving frame of the first cut joint in its fixed frame, by products of poses.
fn at_cut(model: &Model, q: &[f64]) -> Pose<f64> {
    let mut ws = Workspace::new(model);
    let position = ws.position(model, q).unwrap();
    let place = |f: &denoc_model::Frame<f64>| f.link.map_or(f.pose, |l| position.link_pose(l) * f.pose);
    let Closure::Joint(CutJoint { parent, child, .. }) = &model.closures()[0] else { panic!("a cut joint") };
    place(parent).inverse() * place(child)
}

fn crank() -> [LinkId; 1] {
    [LinkId(0)]
}

/// Angles of coupler and output of a four-bar linkage for a crank angle: the law of cosines, one of two branches.
fn by_cosines([g, a, b, c]: [f64; 4], theta: f64, sign: f64) -> [f64; 2] {
    let (x, y) = (a * theta.cos() - g, a * theta.sin());
    let d = x.hypot(y);
    // seen from the crank pin B: the direction to D, and the angle at B
    let at_b = ((b * b + d * d - c * c) / (2.0 * b * d)).acos();
    let coupler = (-y).atan2(-x) + sign * at_b;
    let pin = [a * theta.cos() + b * coupler.cos(), a * theta.sin() + b * coupler.sin()];
    let output = (-pin[1]).atan2(g - pin[0]);
    [coupler, output]
}

fn same_angle(a: f64, b: f64) {
    assert!(((a - b) / 2.0).sin().abs() < 1e-12, "{a} {b}");
}

// oracle: the law of cosines
#[test]
fn four_bar_for_every_crank_angle() {
    let lengths = [0.5, 0.15, 0.4, 0.35];
    let model = four_bar(lengths);
    for i in 0..24 {
        let theta = 0.3 + i as f64 * 0.26;
        for sign in [1.0, -1.0] {
            let [coupler, output] = by_cosines(lengths, theta, sign);
            let drawn = [theta, coupler - theta + 0.3, output - coupler - 0.25];
            let closed = assemble(&model, &drawn, &AssemblyOptions::holding(&crank())).unwrap();
            assert_eq!(closed.q[0], theta);
            assert_eq!(closed.path, AssemblyMethod::Descent);
            assert!(closed.closure_error_length < 1e-14 && closed.closure_error_angle < 1e-14);
            same_angle(closed.q[0] + closed.q[1], coupler);
            same_angle(closed.q.iter().sum(), output);
        }
    }
}

// oracle: the pose of the cut joint by products of poses
#[test]
fn rough_drawings_close() {
    let check = |model: &Model, drawn: &[f64], position_only: bool| {
        let closed = assemble(model, drawn, &AssemblyOptions::default()).unwrap_or_else(|e| panic!("{e}"));
        let left = at_cut(model, &closed.q);
        assert!(left.position.norm() < 1e-12, "{}: {:?}", model.name(), left.position);
        if !position_only {
            assert!((left.rotation.z - Z).norm() < 1e-12, "{}: the axes", model.name());
        }
        closed
    };
    for shift in [0.05, -0.1, 0.2] {
        let (model, q) = bennett(1.1);
        check(&model, &[q[0] + shift, q[1] - shift, q[2] + 0.5 * shift], false);
        let (model, mut q) = bricard(0.9);
        q.iter_mut().step_by(2).for_each(|x| *x += shift);
        check(&model, &q, false);
        let mut q = rssr().neutral();
        q[0] = 1.0 + shift;
        check(&rssr(), &q, true);
        let mut q = stewart().neutral();
        q[2] = shift;
        check(&stewart(), &q, true);
    }
}

// oracle: the stationary point of the distance: what is left of the way back is along the conditions' gradients, and a finer
// search along the motion finds nothing nearer
#[test]
fn the_nearest_pose_is_taken() {
    let lengths = [0.5, 0.15, 0.4, 0.35];
    let model = four_bar(lengths);
    let [coupler, output] = by_cosines(lengths, 1.0, 1.0);
    let drawn = [1.15, coupler - 1.0 - 0.2, output - coupler + 0.3];
    let closed = assemble(&model, &drawn, &AssemblyOptions::default()).unwrap();
    let distance = |q: &[f64]| q.iter().zip(&drawn).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
    assert!((closed.distance - distance(&closed.q)).abs() < 1e-12);
    for shift in [-0.1, -1e-2, -1e-3, 1e-3, 1e-2, 0.1] {
        let mut near = closed.q.clone();
        near[0] += shift;
        let other = assemble(&model, &near, &AssemblyOptions::holding(&crank())).unwrap();
        assert!(distance(&other.q) > closed.distance, "{shift}");
    }
}

// oracle: a closed drawing is the answer, bit by bit
#[test]
fn what_is_closed_stays() {
    let model = sarrus();
    let closed = assemble(&model, &model.neutral(), &AssemblyOptions::default()).unwrap();
    assert_eq!(closed.q, model.neutral());
    assert_eq!((closed.path, closed.iterations, closed.distance), (AssemblyMethod::Drawn, 0, 0.0));
}

// oracle: hinges that point the wrong way are half a turn from closed
#[test]
fn antiparallel_axes_are_not_closed() {
    let flat = |axis: Vec3<f64>| {
        Description::new("wrong way")
            .link("a", rod(1.0))
            .link("b", rod(1.0))
            .joint("first", "ground", "a", Joint::revolute(Z), Pose::identity())
            .joint("second", "a", "b", Joint::revolute(Z), along(1.0))
            .joint("third", "ground", "b", Joint::revolute(axis), along(1.2))
            .child_origin(Pose::new(
                // turned by half a turn about x: its axis z points down
                denoc_math::Mat3::rotation(X, 0.0, -1.0),
                X,
            ))
            .cut()
            .build()
            .unwrap()
    };
    let error = assemble(&flat(Z), &[0.5, -1.0], &AssemblyOptions::default()).unwrap_err();
    let MechanismError::NotClosed { closure, angle, .. } = &error else { panic!("{error}") };
    assert_eq!(closure, "third");
    assert!((angle - core::f64::consts::PI).abs() < 0.2, "{angle}");
}

// oracle: links of 0.2, 0.3 and 0.3 m end 0.1 m short of a pivot at 0.9 m
#[test]
fn links_that_are_too_short_say_by_how_much() {
    let error = assemble(&four_bar([0.9, 0.2, 0.3, 0.3]), &[0.4, -0.5, 0.3], &AssemblyOptions::default()).unwrap_err();
    let MechanismError::NotClosed { length, .. } = &error else { panic!("{error}") };
    assert!((length - 0.1).abs() < 1e-7, "{length}");
    assert_eq!(
        error.to_string(),
        "the loops of \"four-bar\" cannot be closed: at best \"output_pivot\" stays open by 1.0000e-1 m and 0.0000e0 rad (loop \
         ground - crank - coupler - output - ground); check the lengths and axes of these links, and the limits of their joints"
    );
}

// oracle: limits by inspection; the crossed branch is the only one within them
#[test]
fn limits_are_kept() {
    let lengths = [0.5, 0.15, 0.4, 0.35];
    let [coupler, output] = by_cosines(lengths, 1.0, -1.0);
    let (pin, last) = (coupler - 1.0, output - coupler);
    let mut d = four_bar_description(lengths);
    d.joints[1].properties = limited(pin - 0.3, pin + 0.3);
    let model = d.build().unwrap();
    let other = by_cosines(lengths, 1.0, 1.0);
    let drawn = [1.0, other[0] - 1.0, other[1] - other[0]];
    let closed = assemble(&model, &drawn, &AssemblyOptions::holding(&crank())).unwrap();
    assert!((closed.q[1] - pin).abs() < 0.3);
    same_angle(closed.q[2], last);
    // from a limit the way inside is free
    for edge in [pin - 0.3, pin + 0.3] {
        let closed = assemble(&model, &[1.0, edge, last], &AssemblyOptions::holding(&crank())).unwrap();
        assert_eq!(closed.path, AssemblyMethod::Descent);
        same_angle(closed.q[1], pin);
    }
    // nothing is closed within limits that both branches break
    let mut d = four_bar_description(lengths);
    d.joints[1].properties = limited(pin + 0.05, pin + 0.06);
    let error = assemble(&d.build().unwrap(), &drawn, &AssemblyOptions::holding(&crank())).unwrap_err();
    assert!(error.to_string().contains("do not hold crank_pivot"), "{error}");
}

// oracle: the law of cosines for both branches; segments by inspection
#[test]
fn four_bars_have_two_branches() {
    let lengths = [0.5, 0.15, 0.4, 0.35];
    let model = four_bar(lengths);
    for i in 0..12 {
        let theta = 0.2 + 0.5 * i as f64;
        let start = by_cosines(lengths, theta, 1.0);
        let drawn = [theta, start[0] - theta + 0.1, start[1] - start[0]];
        let all = branches(&model, &drawn, &AssemblyOptions::holding(&crank())).unwrap();
        assert_eq!(all.len(), 2);
        for (branch, sign) in all.iter().zip([1.0, -1.0]) {
            same_angle(branch.q[0] + branch.q[1], by_cosines(lengths, theta, sign)[0]);
        }
        for branch in &all {
            // twice the area of the triangle of the passive hinges, with the longest moving link as unit of length
            let (a, b) = (branch.q[0], branch.q[0] + branch.q[1]);
            let pin = [0.15 * a.cos(), 0.15 * a.sin()];
            let (coupler, frame) = ([0.4 * b.cos(), 0.4 * b.sin()], [0.5 - pin[0], -pin[1]]);
            let area = coupler[0] * frame[1] - coupler[1] * frame[0];
            assert!((branch.determinant.unwrap().abs() - area.abs() / 0.16).abs() < 1e-12);
        }
        assert!(all[0].determinant.unwrap() * all[1].determinant.unwrap() < 0.0);
    }
    let [coupler, output] = by_cosines(lengths, 1.2, 1.0);
    let all = branches(&model, &[1.2, coupler - 1.2, output - coupler], &AssemblyOptions::holding(&crank())).unwrap();
    let words: Vec<&str> = all.iter().map(|b| b.label.split(' ').next().unwrap()).collect();
    assert_eq!((words[0], words[1]), ("open", "crossed"));
    let error = branches(&model, &all[0].q, &AssemblyOptions::default()).unwrap_err();
    assert!(error.to_string().contains("still has 1 degrees of freedom with nothing held"), "{error}");
}

// oracle: the slider is at r cos θ ± √(l² − r² sin² θ)
#[test]
fn slider_cranks_have_two_branches() {
    let (r, l, theta) = (0.1_f64, 0.3_f64, 0.8_f64);
    let model = slider_crank(r, l);
    let (at, slide) = (model.joint("pivot").unwrap(), model.joint("guide").unwrap());
    let mut drawn = model.neutral();
    drawn[model.links()[at.0].q] = theta;
    drawn[model.links()[slide.0].q] = 0.3;
    let all = branches(&model, &drawn, &AssemblyOptions::holding(&[at])).unwrap();
    let root = (l * l - (r * theta.sin()).powi(2)).sqrt();
    let found: Vec<f64> = all.iter().map(|b| b.q[model.links()[slide.0].q]).collect();
    assert_eq!(found.len(), 2);
    for (found, expected) in found.iter().zip([r * theta.cos() + root, r * theta.cos() - root]) {
        assert!((found - expected).abs() < 1e-13, "{found} {expected}");
    }
    assert!(all[0].determinant.unwrap() * all[1].determinant.unwrap() < 0.0);
}

// oracle: differences of closed configurations for the crank's speed; the kinetic energy of other allowed changes is larger
#[test]
fn speeds_follow_the_crank() {
    let lengths = [0.5, 0.15, 0.4, 0.35];
    let model = four_bar(lengths);
    let at = |theta: f64| {
        let [coupler, output] = by_cosines(lengths, theta, 1.0);
        [theta, coupler - theta, output - coupler]
    };
    let (q, h) = (at(1.3), 1e-5);
    let v = project_velocity(&model, &q, &[2.0, 0.4, -0.1], &crank(), Metric::Identity).unwrap();
    for (i, v) in v.iter().enumerate() {
        let rate = 2.0 * (at(1.3 + h)[i] - at(1.3 - h)[i]) / (2.0 * h);
        assert!((v - rate).abs() < 1e-8, "{i}: {v} {rate}");
    }
    // one degree of freedom: t is the only direction; the nearest is the projection on it, in either metric
    let wish = [0.7, -0.2, 1.0];
    let identity = project_velocity(&model, &q, &wish, &[], Metric::Identity).unwrap();
    let inertia = project_velocity(&model, &q, &wish, &[], Metric::Inertia).unwrap();
    let mut gim = [0.0; 9];
    Workspace::new(&model).position(&model, &q).unwrap().gim(&mut gim).unwrap();
    let dot = |a: &[f64], b: &[f64], m: &dyn Fn(usize, usize) -> f64| -> f64 {
        (0..3).map(|i| (0..3).map(|j| a[i] * m(i, j) * b[j]).sum::<f64>()).sum()
    };
    let unit = |i: usize, j: usize| if i == j { 1.0 } else { 0.0 };
    let mass = |i: usize, j: usize| gim[3 * i + j];
    for (found, m) in [(identity, &unit as &dyn Fn(usize, usize) -> f64), (inertia, &mass)] {
        let part = dot(&v, &wish, m) / dot(&v, &v, m);
        for i in 0..3 {
            assert!((found[i] - part * v[i]).abs() < 1e-12);
        }
    }
    let error = project_velocity(&model, &q, &[1.0, 1.0, 0.0], &[LinkId(0), LinkId(1)], Metric::Identity).unwrap_err();
    assert!(
        error.to_string().starts_with("the speeds held at crank_pivot, crank_pin break \"output_pivot\" by "),
        "{error}"
    );
}

// oracle: the law of cosines in each of the linkages; work grows with their number
#[test]
fn long_chains_close_at_once() {
    let count = 60;
    let model = chain(count);
    let lengths = [0.3, 0.1, 0.25, 0.25];
    let (mut drawn, mut hold) = (model.neutral(), Vec::new());
    for i in 0..count {
        let theta = 0.4 + 0.1 * (i % 9) as f64;
        let [coupler, output] = by_cosines(lengths, theta, 1.0);
        for (name, x) in [("a", theta), ("b", coupler - theta + 0.1), ("c", output - coupler - 0.1)] {
            let link = model.joint(&format!("{name}{i}")).unwrap();
            drawn[model.links()[link.0].q] = x;
            hold.extend((name == "a").then_some(link));
        }
    }
    let closed = assemble(&model, &drawn, &AssemblyOptions::holding(&hold)).unwrap();
    assert!(closed.iterations < 60, "{}", closed.iterations);
    for i in 0..count {
        let at = |name: &str| closed.q[model.links()[model.joint(&format!("{name}{i}")).unwrap().0].q];
        same_angle(at("a") + at("b"), by_cosines(lengths, at("a"), 1.0)[0]);
    }
}

// oracle: the pose of the cut joint by products of poses; drawings without any sense
#[test]
fn wild_drawings_close() {
    let models =
        [four_bar([0.5, 0.15, 0.4, 0.35]), slider_crank(0.1, 0.3), bennett(1.1).0, bricard(0.9).0, rssr(), stewart()];
    for model in models {
        for seed in 0..6 {
            let drawn = denoc_testkit::random_state(&model, seed).q;
            let closed = assemble(&model, &drawn, &AssemblyOptions::default()).unwrap_or_else(|e| panic!("{e}"));
            let left = at_cut(&model, &closed.q);
            assert!(left.position.norm() < 1e-12);
            let Closure::Joint(CutJoint { joint, .. }) = &model.closures()[0] else { panic!("a cut joint") };
            assert!(joint.keyword() != "revolute" || (left.rotation.z - Z).norm() < 1e-12);
        }
    }
}

// oracle: the start of the file, which closes the loop to its last digit
#[test]
fn a_closed_start_beyond_limits_is_kept() {
    use denoc_mechanism::Draft;

    let mut d = denoc_formats::catalogue::describe("fourbar").unwrap();
    // a motor would be held where it is
    d.actuators.clear();
    let free = d.build().unwrap();
    let start = Draft::usual(&free).close(&free).unwrap().q;
    let crank = free.joint_names()[0].clone();
    let joint = d.joints.iter_mut().find(|joint| joint.name == crank).unwrap();
    joint.properties.limits = Some([start[0] + 0.1, start[0] + 0.2]);
    let limited = d.build().unwrap();
    let closed = |q: Vec<f64>| Draft { q, ..Draft::usual(&limited) }.close(&limited).unwrap();
    assert_eq!(closed(start.clone()).q, start);
    // an open one moves within its limits
    let mut open = start.clone();
    open[1] += 0.01;
    let moved = closed(open).q;
    assert!((start[0] + 0.1 - 1e-9..start[0] + 0.2 + 1e-9).contains(&moved[0]), "{moved:?}");
}
