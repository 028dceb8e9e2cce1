//! Motors, dead points, poses near singular ones, ranks, structures.

use denoc_math::{Pose, Vec3};
use denoc_model::{ClosureId, Description, Joint, MassProperties, Model};
use denoc_testkit::{Random, close, close_within, largest};

use super::mechanisms::consistent;
use super::references::three_rods;
use crate::loops::{LoopForward, LoopMethod, LoopOutcome, Loops};
use crate::{Loads, Workspace};

struct Solved {
    a: Vec<f64>,
    lambda: Vec<f64>,
    outcome: LoopOutcome,
}

fn solve(model: &Model, (q, v, tau): (&[f64], &[f64], &[f64]), forward: &mut LoopForward<f64>) -> Solved {
    let (mut ws, mut a) = (Workspace::new(model), vec![0.0; model.nv()]);
    let mut stage = ws.position(model, q).unwrap().velocity(v).unwrap();
    let outcome = forward.forward(&mut stage, tau, Loads::NONE, &mut a).unwrap();
    Solved { a, lambda: forward.lambda().to_vec(), outcome }
}

/// A crank-rocker of unit masses with motors on these joints.
pub(crate) fn driven(motors: &[&str]) -> Model {
    let (x, z) = (Vec3::unit(0), Vec3::unit(2));
    let along = |length: f64| Pose::translation(x.scale(length));
    let mut d = Description::new("crank-rocker")
        .gravity(Vec3::new(0.0, -9.81, 0.0))
        .link("crank", MassProperties::rod(1.0, 1.0, x))
        .link("coupler", MassProperties::rod(1.0, 2.0, x))
        .link("rocker", MassProperties::rod(1.0, 2.0, x))
        .joint("crank", "ground", "crank", Joint::revolute(z), Pose::identity())
        .joint("pin", "crank", "coupler", Joint::revolute(z), along(1.0))
        .joint("tip", "coupler", "rocker", Joint::revolute(z), along(2.0))
        .joint("pivot", "ground", "rocker", Joint::revolute(z), along(2.0))
        .child_origin(along(2.0))
        .cut();
    for motor in motors {
        d = d.actuator(format!("motor of {motor}"), *motor);
    }
    d.build().unwrap()
}

/// Coordinates for a crank angle: the rocker's tip where the circles of radius 2 meet.
pub(crate) fn pose(angle: f64) -> [f64; 3] {
    let (x, y) = (2.0 - angle.cos(), -angle.sin());
    let (reach, toward) = (x.hypot(y), y.atan2(x));
    let lift = (reach / 4.0).acos();
    [angle, toward + lift - angle, -2.0 * lift]
}

// oracle: the method of multipliers, which does not know of motors
#[test]
fn any_motors_give_the_same_motion() {
    let all: [&[&str]; 6] =
        [&[], &["crank"], &["pivot"], &["tip"], &["crank", "pin"], &["crank", "pin", "tip", "pivot"]];
    for motors in all {
        let model = driven(motors);
        // the last angle: crank and coupler in line, a dead point of the rocker's motor
        let dead = ((3.0_f64.powi(2) + 4.0 - 4.0) / (2.0 * 3.0 * 2.0)).acos();
        for angle in [0.3, 1.7, -2.0, dead] {
            let q = pose(angle);
            let v = consistent(&model, &q, &[1.3, -0.4, 0.8]);
            assert!(largest(&v) > 0.1);
            let tau = [0.5, -0.1, 0.2];
            let mut reference = LoopForward::new(&model, LoopMethod::Multipliers);
            let expected = solve(&model, (&q, &v, &tau), &mut reference);
            let mut uncut = LoopForward::new(&model, LoopMethod::Uncut);
            let found = solve(&model, (&q, &v, &tau), &mut uncut);
            assert_eq!(found.outcome.rank, 2, "{motors:?} {:?}", found.outcome);
            close(&found.a, &expected.a, 1e-10);
            close(&found.lambda, &expected.lambda, 1e-9);
        }
    }
}

// oracle: far from the singular pose the method of multipliers; near it multipliers that stay bounded
#[test]
fn proximal_multipliers_stay_bounded() {
    let model = three_rods([(1.0, 1.0, 1.0); 3], [0.0, -1.0]);
    let quarter = std::f64::consts::FRAC_PI_2;
    let mut exact = LoopForward::new(&model, LoopMethod::Multipliers);
    let mut proximal = LoopForward::new(&model, LoopMethod::Proximal);
    for forward in [&mut exact, &mut proximal] {
        // in the plane, where the conditions are independent
        let directions = forward.loops().directions(ClosureId(0)).iter();
        let target: Vec<f64> = directions.map(|d| d.force.x.abs() + d.force.y.abs()).collect();
        forward.set_target(&target);
    }
    for (angle, near) in [(0.5, false), (1e-2, false), (1e-7, true), (1e-8, true)] {
        let q = [angle - quarter, -angle, angle + 2.0 * quarter];
        let state = (&q[..], &[0.0; 3][..], &[0.0; 3][..]);
        let (expected, found) = (solve(&model, state, &mut exact), solve(&model, state, &mut proximal));
        assert_eq!((expected.outcome.rank, found.outcome.rank), (2, 2));
        if near {
            assert!(largest(&expected.lambda) > 1e12);
            assert!(largest(&found.lambda) < 1e-3 * largest(&expected.lambda));
        } else {
            close(&found.lambda, &expected.lambda, 1e-8);
            close(&found.a, &expected.a, 1e-8);
        }
    }
}

// oracle: a parallelogram in line has two branches of motion; speeds of one of them can be kept up, a mixture cannot
#[test]
fn speeds_of_no_branch_are_contradictions() {
    let model = three_rods([(1.0, 1.0, 1.0); 3], [0.0, -1.0]);
    let quarter = std::f64::consts::FRAC_PI_2;
    let q = [-quarter, 0.0, 2.0 * quarter];
    // absolute rates: both cranks turn, or the coupler and the second crank together about the pivot, or a bit of both
    for (rates, possible) in [([1.0, 0.0, 1.0], true), ([0.0, 1.0, 1.0], true), ([0.5, 0.5, 1.0], false)] {
        let v = [rates[0], rates[1] - rates[0], rates[2] - rates[1]];
        for &method in LoopMethod::ALL {
            let solved = solve(&model, (&q, &v, &[0.0; 3]), &mut LoopForward::new(&model, method));
            assert_eq!(solved.outcome.rank, 1, "{method:?}");
            let contradiction = solved.outcome.contradiction;
            assert!(if possible { contradiction < 1e-12 } else { contradiction > 0.1 }, "{method:?} {contradiction:e}");
        }
    }
}

// oracle: the same mechanism without the disturbance
#[test]
fn limited_ranks_keep_special_mechanisms_movable() {
    let disturbed = |tilt: f64| {
        let mut model = driven(&[]);
        let turn = denoc_math::Mat3::rotation(Vec3::unit(0), tilt.sin(), tilt.cos());
        model.links_mut()[2].placement.rotation = turn * model.links_mut()[2].placement.rotation;
        model
    };
    let exact = disturbed(0.0);
    let q = pose(0.9);
    let v = consistent(&exact, &q, &[1.0, 0.0, 0.0]);
    let tau = [1.0, 0.0, 0.0];
    for &method in LoopMethod::ALL {
        // divide and conquer sees the squares of what the others see
        let tilt = if method == LoopMethod::Odca { 1e-4 } else { 1e-7 };
        let off = disturbed(tilt);
        let expected = solve(&exact, (&q, &v, &tau), &mut LoopForward::new(&exact, method));
        let mut forward = LoopForward::new(&off, method);
        let locked = solve(&off, (&q, &v, &tau), &mut forward);
        assert!(locked.outcome.rank > 2, "{method:?}: {:?}", locked.outcome);
        forward.limit_ranks(&[2]);
        let found = solve(&off, (&q, &v, &tau), &mut forward);
        assert_eq!(found.outcome.rank, 2);
        close_within(&found.a, &expected.a, 100.0 * tilt);
    }
}

// oracle: statics: a triangle of two bars and the ground carries its weight, half of it at each support
#[test]
fn structures_do_not_move() {
    let (x, z) = (Vec3::unit(0), Vec3::unit(2));
    let third = std::f64::consts::FRAC_PI_3;
    let model = Description::new("triangle")
        .gravity(Vec3::new(0.0, -9.81, 0.0))
        .link("left", MassProperties::rod(2.0, 1.0, x))
        .link("right", MassProperties::rod(2.0, 1.0, x))
        .joint("support", "ground", "left", Joint::revolute(z), Pose::identity())
        .joint("top", "left", "right", Joint::revolute(z), Pose::translation(x))
        .joint("other", "ground", "right", Joint::revolute(z), Pose::translation(x))
        .child_origin(Pose::translation(x))
        .cut()
        .build()
        .unwrap();
    let q = [third, -2.0 * third];
    for &method in LoopMethod::ALL {
        let mut forward = LoopForward::new(&model, method);
        let solved = solve(&model, (&q, &[0.0; 2], &[0.0; 2]), &mut forward);
        close_within(&solved.a, [0.0; 2], 1e-12);
        assert_eq!(solved.outcome.rank, 2);
        let (_, wrench) = forward.loops().wrench(ClosureId(0), &solved.lambda).unwrap();
        // the bar on the right points down at 60°
        let (c, s) = (third.cos(), -third.sin());
        let world = [c * wrench.force.x - s * wrench.force.y, s * wrench.force.x + c * wrench.force.y];
        // the thrust keeps one bar in balance about the top
        let weight = 2.0 * 9.81;
        close_within(world, [-weight * c / (2.0 * third.sin()), weight], 1e-11);
    }
}

// oracle: forward dynamics of the tree
#[test]
fn trees_are_mechanisms_without_closures() {
    let model = crate::testing::planar_arm(&[1.0, 2.0, 0.5], &[0.4, 0.3, 0.2]);
    let mut random = Random::new(2);
    let [q, v, tau] = [1.0, 2.0, 5.0].map(|size| random.vector(3, size));
    let mut expected = [0.0; 3];
    let mut ws = Workspace::new(&model);
    let mut stage = ws.position(&model, &q).unwrap().velocity(&v).unwrap();
    stage.forward(&tau, Loads::NONE, &mut expected).unwrap();
    for &method in LoopMethod::ALL {
        let solved = solve(&model, (&q, &v, &tau), &mut LoopForward::new(&model, method));
        close(&solved.a, expected, 1e-12);
        assert_eq!((solved.outcome.rank, solved.outcome.contradiction), (0, 0.0));
    }
}

// oracle: the recursive algorithm, which works with J, not with J I⁻¹ Jᵀ; the exact accelerations of the row
#[test]
fn near_singular_poses_are_solved_or_refused() {
    for n in [1, 3] {
        let model = denoc_testkit::four_bar_row(n);
        for away in [0.0, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-3] {
            let state = denoc_testkit::four_bar_row_state(&model, core::f64::consts::FRAC_PI_2 + away, 1.0);
            let solve = |method| {
                let mut forward = LoopForward::new(&model, method);
                forward.limit_ranks(&vec![2 * n; model.clusters().len()]);
                let (mut ws, mut a) = (Workspace::new(&model), vec![0.0; model.nv()]);
                let mut stage = ws.position(&model, &state.q).unwrap().velocity(&state.v).unwrap();
                forward.forward(&mut stage, &state.tau, Loads::NONE, &mut a).map(|outcome| (a, outcome.rank))
            };
            let (recursive, rank) = solve(LoopMethod::Modular).unwrap();
            match solve(LoopMethod::Odca) {
                Ok((a, found)) => {
                    assert_eq!(found, rank, "{n}, {away:e}");
                    close_within(&a, &recursive, 1e-4 * largest(&recursive));
                }
                Err(crate::DynamicsError::Unresolved { .. }) => assert!(away > 0.0 && away < 1e-4, "{n}, {away:e}"),
                Err(other) => panic!("{n}, {away:e}: {other}"),
            }
        }
    }
}

// oracle: the algorithm with multipliers, which decomposes dense rows; rods are not 1 m long, so that units matter
#[test]
fn many_loops_together_are_eliminated_as_sparse_rows() {
    let n = 12; // 25 speeds in one cluster
    let (x, y, turn) = (Vec3::unit(0), Vec3::unit(1), Joint::revolute(-Vec3::unit(2)));
    let (crank, base) = (0.25, 0.4);
    let (top, end) = (Pose::translation(y.scale(crank)), Pose::translation(x.scale(base)));
    let mut d = Description::new("parallelograms in a row").gravity(y.scale(-9.81));
    for i in 0..=n {
        let (name, pivot) = (format!("crank{i}"), Pose::translation(x.scale(base * i as f64)));
        let rod = MassProperties::rod(1.0 + 0.1 * i as f64, crank, y);
        d = d.link(&name, rod).joint(format!("pivot{i}"), "ground", name, turn.clone(), pivot);
    }
    for i in 1..=n {
        let (name, before, after) = (format!("coupler{i}"), format!("crank{}", i - 1), format!("crank{i}"));
        d = d
            .link(&name, MassProperties::rod(2.0, base, x))
            .joint(format!("pin{i}a"), before, &name, turn.clone(), top)
            .joint(format!("pin{i}b"), name, after, turn.clone(), end)
            .child_origin(top)
            .cut();
    }
    let model = d.build().unwrap();
    // couplers stay level: their pins turn back
    let all = |x: f64| -> Vec<f64> {
        model.joint_names().iter().map(|name| if name.starts_with("pivot") { x } else { -x }).collect()
    };
    // speeds that do not keep the loops closed have J̇ v of every kind
    let mut random = Random::new(3);
    let (q, v, tau) = (all(0.7), random.vector(model.nv(), 3.0), random.vector(model.nv(), 2.0));
    let [expected, found] = [LoopMethod::Multipliers, LoopMethod::Modular].map(|method| {
        let mut forward = LoopForward::new(&model, method);
        forward.limit_ranks(&vec![2 * n; model.clusters().len()]);
        solve(&model, (&q, &v, &tau), &mut forward)
    });
    assert_eq!((expected.outcome.rank, found.outcome.rank), (2 * n, 2 * n));
    close_within(&found.a, &expected.a, 1e-10 * largest(&expected.a));
    close_within(&found.lambda, &expected.lambda, 1e-10 * largest(&expected.lambda));
}

// oracle: by hand: angles count by themselves, lengths in units of the longest link, whatever their directions
#[test]
fn the_pace_adds_the_sizes_of_all_speeds() {
    let rod = MassProperties::rod(1.0, 1.0, Vec3::unit(0));
    let model = Description::new("crane")
        .link("boom", rod)
        .link("trolley", rod)
        .joint("slew", "ground", "boom", Joint::revolute(Vec3::unit(2)), Pose::identity())
        .joint("slide", "boom", "trolley", Joint::prismatic(Vec3::unit(0)), Pose::translation(Vec3::new(2.0, 0.0, 0.0)))
        .build()
        .unwrap();
    let loops = Loops::new(&model);
    close([loops.pace(&[1.5, -3.0]), loops.pace(&[-1.5, -3.0])], [3.0, 3.0], 1e-15);
}
