//! Motors in joints where loops are cut.

use std::f64::consts::PI;

use denoc_math::{Mat3, Twist};
use denoc_model::{ClosureId, LinkId, Model};
use denoc_testkit::{close, close_within};

use super::mechanisms::{each, four_bar_cut_at_the_crank};
use super::references::{relative, survey};
use crate::loops::inverse::motors::cut_wrench;
use crate::loops::tests::four_bar;
use crate::loops::{Actuation, LoopInverse, Loops, ReactionAxes, Strategy};
use crate::{Loads, Workspace};

/// Forces of the motors in the order pivot, pin of the crank, and the reactions on crank, coupler, output.
fn solve(model: &Model, inverse: LoopInverse<f64>, strategy: Strategy, [q, v, a]: [&[f64]; 3]) -> (Vec<f64>, Vec<f64>) {
    let mut inverse = inverse.strategy(strategy);
    let mut ws = Workspace::new(model);
    let mut stage = ws.position(model, q).unwrap().velocity(v).unwrap();
    let mut tau = [0.0; 3];
    let outcome = inverse.inverse(&mut stage, a, Loads::NONE, &mut tau).unwrap();
    assert_eq!(outcome.strategy, strategy);
    let over = if outcome.motors == 1 { Actuation::Exact } else { Actuation::Over };
    assert_eq!((outcome.actuation(), outcome.unmet), (over, None));
    let pin = match inverse.cut_forces() {
        [force] => *force,
        _ => tau[1],
    };
    let reactions = inverse.reactions(&mut stage, a, Loads::NONE).unwrap();
    let world = |name: &str| {
        let reaction = match model.joint(name) {
            Ok(link) => reactions.joint(link),
            Err(_) => reactions.closure(model.closure(name).unwrap()).unwrap(),
        };
        let wrench = reaction.along(ReactionAxes::World);
        // one tree has the coupler on the output, the other the output on the coupler
        let reversed = name == "output_pin" && reaction.on == model.link("output").ok();
        if reversed { -wrench } else { wrench }.to_array()
    };
    let names = ["crank_pivot", "crank_pin", "output_pin", "output_pivot"];
    (vec![tau[0], pin], names.into_iter().flat_map(world).collect())
}

// oracle: the same linkage cut at another joint, where the motor is in the tree
#[test]
fn a_motor_may_be_where_the_loop_is_cut() {
    let phi = [0.0, 1.3453675552809108, -1.3453675552809108];
    let w = [2.0 * PI, -4.636136731511151, -4.636136731511151];
    let alpha = [0.0, -11.609310620165832, 11.609310620165832];
    let tree = four_bar();
    let (q, v, a) = (relative(&phi, 0.0), relative(&w, 0.0), relative(&alpha, 0.0));
    let (cut_q, cut_v, cut_a) = (survey(&phi, PI), survey(&w, 0.0), survey(&alpha, 0.0));
    for strategy in [Strategy::Subsystems, Strategy::Multipliers] {
        for motors in [&["crank_pin"][..], &["crank_pivot", "crank_pin"]] {
            let cut = four_bar_cut_at_the_crank(Mat3::identity(), motors);
            let speeds: &[usize] = if motors.len() == 1 { &[1] } else { &[0, 1] };
            let inverse = LoopInverse::new(&tree).actuated(speeds).unwrap();
            let (forces, reactions) = solve(&tree, inverse, strategy, [&q, &v, &a]);
            let found = solve(&cut, LoopInverse::new(&cut), strategy, [&cut_q, &cut_v, &cut_a]);
            close(found.0, &forces, 1e-11);
            close(found.1, &reactions, 1e-11);
            assert!(forces[1].abs() > 0.1);
        }
    }
    let cut = four_bar_cut_at_the_crank(Mat3::identity(), &["crank_pin"]);
    let mut inverse = LoopInverse::new(&cut);
    let mut ws = Workspace::new(&cut);
    let mut stage = ws.position(&cut, &cut_q).unwrap().velocity(&cut_v).unwrap();
    inverse.inverse(&mut stage, &cut_a, Loads::NONE, &mut [0.0; 3]).unwrap();
    assert_eq!((inverse.motors(), inverse.cut_motors()), (&[][..], &[(ClosureId(0), 0)][..]));
    assert!(inverse.subsystems().iter().any(|s| s.cut_motors == [(ClosureId(0), 0)] && s.joints.contains(&LinkId(0))));
}

// oracle: the definition: power in its own speed alone
#[test]
fn a_motor_has_power_in_its_own_speed_alone() {
    let mut seen = 0;
    each(100, |closed| {
        let (model, q) = (&closed.model, &closed.q);
        let (mut ws, mut loops) = (Workspace::new(model), Loops::new(model));
        loops.place(&ws.position(model, q).unwrap());
        for (i, closure) in model.closures().iter().enumerate() {
            let Some(joint) = closure.cut_joint() else { continue };
            let nv = joint.v_units().len();
            let mut columns = vec![Twist::zero(); nv];
            joint.columns(&loops.cut_coordinates(model, ClosureId(i)), &mut columns);
            for k in 0..nv {
                let wrench = cut_wrench(model, &loops, ClosureId(i), k);
                for (j, column) in columns.iter().enumerate() {
                    close_within(column.dot(wrench), f64::from(u8::from(j == k)), 1e-12);
                }
                seen = seen.max(nv);
            }
        }
    });
    assert_eq!(seen, 3);
}
