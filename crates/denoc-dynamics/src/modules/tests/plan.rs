//! Oracle: trees drawn by hand; the rules of a plan.

use denoc_testkit::{Options, random_model};

use super::rods;
use crate::modules::plan::{Plan, PlanPiece};

/// Pieces in words: `t` modules of the trunk, `b` those of a branch.
fn pieces(plan: &Plan) -> String {
    let piece_text = |piece: &PlanPiece| match piece {
        PlanPiece::Trunk(m) => format!("t{}-{}", m.start, m.end),
        PlanPiece::Branch(b) => format!("b{}-{}", b.modules.start, b.modules.end),
    };
    plan.pieces.iter().map(piece_text).collect::<Vec<_>>().join(" ")
}

/// A chain attached to link `on`.
fn chain(parents: &mut Vec<Option<usize>>, on: Option<usize>, links: usize) {
    for k in 0..links {
        parents.push(if k == 0 { on } else { Some(parents.len() - 1) });
    }
}

#[test]
fn plans_of_small_trees() {
    // a chain has no branches
    let mut parents = Vec::new();
    chain(&mut parents, None, 20);
    assert_eq!(pieces(&Plan::new(&rods(&parents), 4, 1)), "t0-1");
    // two arms on the ground need no trunk
    chain(&mut parents, None, 20);
    assert_eq!(pieces(&Plan::new(&rods(&parents), 2, 5)), "b0-1 b1-2");
    assert_eq!(pieces(&Plan::new(&rods(&parents), 1, 5)), "t0-2"); // one thread
    assert_eq!(pieces(&Plan::new(&rods(&parents), 2, 21)), "t0-2"); // too small
    // a hub with two legs and a short one
    let mut parents = vec![None];
    for links in [10, 2, 10] {
        chain(&mut parents, Some(0), links);
    }
    assert_eq!(pieces(&Plan::new(&rods(&parents), 2, 5)), "t0-1 b1-2 t2-3 b3-4");
    // twigs go together
    let mut parents = vec![None];
    (0..9).for_each(|_| chain(&mut parents, Some(0), 2));
    assert_eq!(pieces(&Plan::new(&rods(&parents), 2, 6)), "t0-1 b1-4 b4-7 b7-10");
    assert_eq!(pieces(&Plan::new(&rods(&parents), 2, 7)), "t0-1 b1-5 b5-9 t9-10");
}

#[test]
fn long_stems_are_not_opened_for_twigs() {
    // two stems of 50 links, each with two twigs: the stems are the branches
    let mut parents = Vec::new();
    for _ in 0..2 {
        chain(&mut parents, None, 50);
        let end = parents.len() - 1;
        chain(&mut parents, Some(end), 5);
        chain(&mut parents, Some(end), 5);
    }
    assert_eq!(pieces(&Plan::new(&rods(&parents), 2, 4)), "b0-3 b3-6");
}

// oracle: every module occurs once, in order; a branch is closed outward and is attached to one link of the trunk
#[test]
fn plans_of_random_trees_are_complete() {
    let mut found = 0;
    for seed in 0..30 {
        let model = random_model(seed, &Options { joints: 120, ..Options::revolute(120, denoc_testkit::Shape::Tree) });
        for (threads, grain) in [(2, 1), (3, 5), (8, 2), (2, 20)] {
            let plan = Plan::new(&model, threads, grain);
            let mut next = 0;
            let mut trunk = vec![false; model.links().len()];
            for piece in &plan.pieces {
                let modules = match piece {
                    PlanPiece::Trunk(m) => m,
                    PlanPiece::Branch(b) => &b.modules,
                };
                assert_eq!(modules.start, next);
                next = modules.end;
                if let PlanPiece::Trunk(modules) = piece {
                    let links = model.modules()[modules.start].first..model.modules()[modules.end - 1].end;
                    trunk[links].fill(true);
                }
            }
            assert_eq!(next, model.modules().len());
            for branch in plan.branches() {
                found += 1;
                assert!(branch.links.len() >= grain);
                assert!(branch.on.is_none_or(|on| trunk[on]));
                for i in branch.links.clone() {
                    let parent = model.links()[i].parent.map(|p| p.0);
                    let inside = parent.is_some_and(|p| branch.links.contains(&p));
                    assert_eq!(inside, !branch.roots.contains(&i));
                    assert!(inside || parent == branch.on);
                }
            }
            for (i, link) in model.links().iter().enumerate() {
                assert!(!trunk[i] || link.parent.is_none_or(|p| trunk[p.0]));
            }
        }
    }
    assert!(found > 300, "{found}");
}
