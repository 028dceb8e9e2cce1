//! Numbers of other programs.

use std::f64::consts::PI;

use denoc_math::{Mat3, Vec3};
use denoc_model::{ClosureId, LinkId, Model};
use denoc_testkit::{close_within, reference};

use super::mechanisms::{four_bar_cut_at_the_crank, slider_crank};
use crate::loops::tests::four_bar;
use crate::loops::{Actuation, LoopForward, LoopInverse, LoopMethod, ReactionAxes, Strategy};
use crate::{Loads, Workspace};

/// Relative angles of a chain of absolute ones.
pub(super) fn relative(x: &[f64], turn: f64) -> Vec<f64> {
    vec![x[0], x[1] - x[0] + turn, x[2] - x[1]]
}

/// Angles of the survey's cut: output and coupler point the other way, the output comes first.
pub(super) fn survey(x: &[f64], half_turn: f64) -> Vec<f64> {
    vec![x[0], x[2] + half_turn, x[1] - x[2]]
}

// oracle: reference A9 (Newton-Euler of three free bodies, 40 digits; Pinocchio): torque and all reactions along a turn
#[test]
fn four_bar_at_constant_speed() {
    let table = reference::table("A9_fourbar_id_constant_speed");
    let columns = |name: &str| table.numbered(name);
    let (phi, w, alpha) = (columns("phi"), columns("w"), columns("alpha"));
    let (torque, rx, ry) = (table.column("tau_crank"), columns("Rx"), columns("Ry"));
    let plane = Mat3::identity();
    let tilted = denoc_testkit::Random::new(7).rotation();
    let chain = (four_bar(), plane, relative as fn(&[f64], f64) -> Vec<f64>, 0.0);
    let cut_at_crank =
        |turn| (four_bar_cut_at_the_crank(turn, &["crank_pivot"]), turn, survey as fn(&[f64], f64) -> Vec<f64>, PI);
    for (model, plane, angles, turn) in [chain, cut_at_crank(plane), cut_at_crank(tilted)] {
        for strategy in [Strategy::Subsystems, Strategy::Multipliers] {
            let mut ws = Workspace::new(&model);
            let mut inverse = LoopInverse::new(&model).strategy(strategy);
            for i in 0..phi.len() {
                let (q, v, a) = (angles(&phi[i], turn), angles(&w[i], 0.0), angles(&alpha[i], 0.0));
                let mut stage = ws.position(&model, &q).unwrap().velocity(&v).unwrap();
                let mut tau = [0.0; 3];
                let outcome = inverse.inverse(&mut stage, &a, Loads::NONE, &mut tau).unwrap();
                assert_eq!((outcome.strategy, outcome.actuation()), (strategy, Actuation::Exact));
                assert_eq!((outcome.rank, outcome.freedoms, outcome.unmet), (2, 1, None));
                close_within(tau, [torque[i], 0.0, 0.0], 1e-11);
                let reactions = inverse.reactions(&mut stage, &a, Loads::NONE).unwrap();
                // on crank, coupler, output, ground, as in the reference
                let joint = |name: &str| match model.joint(name) {
                    Ok(link) => reactions.joint(link),
                    Err(_) => reactions.closure(model.closure(name).unwrap()).unwrap(),
                };
                let toward = |name: &str, on: &str| {
                    let reaction = joint(name);
                    let acts = reaction.on.map_or("ground", |link| &model.link_names()[link.0]);
                    let force = plane.apply_transpose(reaction.along(ReactionAxes::World).force);
                    if acts == on { force } else { -force }
                };
                for (k, (name, on)) in [
                    ("crank_pivot", "crank"),
                    ("crank_pin", "coupler"),
                    ("output_pin", "output"),
                    ("output_pivot", "ground"),
                ]
                .into_iter()
                .enumerate()
                {
                    close_within(toward(name, on), Vec3::new(rx[i][k], ry[i][k], 0.0), 1e-9);
                }
            }
        }
    }
}

// oracle: by hand: output and coupler give both multipliers, then the crank its torque, as in the survey. The force along the
// last link has no moment about the joint before it, so that even those two equations come one after the other
#[test]
fn subsystems_of_the_four_bar() {
    let phi = 1.3453675552809108;
    let absolute = [0.0, phi, -phi];
    let names = |model: &Model, q: &[f64]| {
        let mut ws = Workspace::new(model);
        let mut inverse = LoopInverse::new(model);
        let mut stage = ws.position(model, q).unwrap().velocity(&[0.0; 3]).unwrap();
        inverse.inverse(&mut stage, &[0.0; 3], Loads::NONE, &mut [0.0; 3]).unwrap();
        assert_eq!(inverse.motors(), [0]);
        let of =
            |s: &crate::loops::Subsystem| (s.names(model).join(" "), s.closures.len(), s.motors.len(), s.determinate);
        inverse.subsystems().iter().map(of).collect::<Vec<_>>()
    };
    let expected = |joints: [&str; 3]| {
        let [first, second, last] = joints.map(str::to_owned);
        vec![(first, 1, 0, true), (second, 1, 0, true), (last, 0, 1, true)]
    };
    let at_crank = names(&four_bar_cut_at_the_crank(Mat3::identity(), &["crank_pivot"]), &survey(&absolute, PI));
    assert_eq!(at_crank, expected(["output_pin", "output_pivot", "crank_pivot"]));
    assert_eq!(names(&four_bar(), &relative(&absolute, 0.0)), expected(["output_pin", "crank_pin", "crank_pivot"]));
}

// oracle: reference B7 (absolute coordinates in quadruple precision): nothing drives it, so no force is needed
#[test]
fn coasting_slider_crank() {
    let table = reference::table("B7_slider_crank_coasting_150rad_s");
    let model = slider_crank([0.15, 0.3], [0.36, 0.151104, 0.075552]);
    let states = table.columns(&["phi1", "phi2", "x_slider", "w1", "w2", "v_slider"]);
    let forces = table.columns(&["R1x", "R1y", "R2x", "R2y", "R3x", "R3y", "N"]);
    let mut ws = Workspace::new(&model);
    let mut forward = LoopForward::new(&model, LoopMethod::Multipliers);
    let mut inverse = LoopInverse::new(&model).actuated(&[0]).unwrap();
    for (s, expected) in states.iter().zip(&forces) {
        let (q, v) = ([s[0], s[1] - s[0], s[2]], [s[3], s[4] - s[3], s[5]]);
        let mut stage = ws.position(&model, &q).unwrap().velocity(&v).unwrap();
        let (mut a, mut tau) = ([0.0; 3], [1.0; 3]);
        forward.forward(&mut stage, &[0.0; 3], Loads::NONE, &mut a).unwrap();
        let outcome = inverse.inverse(&mut stage, &a, Loads::NONE, &mut tau).unwrap();
        assert_eq!(outcome.strategy, Strategy::Subsystems);
        let reactions = inverse.reactions(&mut stage, &a, Loads::NONE).unwrap();
        let joints = (0..2).map(|link| reactions.joint(LinkId(link)).along(ReactionAxes::World).force);
        let wrist = reactions.closure(ClosureId(0)).unwrap().along(ReactionAxes::World).force;
        let mut found: Vec<f64> = joints.chain([wrist]).flat_map(|f| [f.x, f.y]).collect();
        let guide = reactions.joint(LinkId(2)).along(ReactionAxes::Joint).force;
        found.push(guide.y);
        // forces of up to 1600 N; the states of the table carry 1e-12 of their own
        close_within(&found, expected, 1e-9 * 1600.0);
        close_within([tau[0], tau[1], tau[2], guide.x], [0.0; 4], 1e-10 * 1600.0);
    }
}
