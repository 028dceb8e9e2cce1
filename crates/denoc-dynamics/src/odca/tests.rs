//! Comparison with the recursion, multipliers, reactions, and between numbers of threads.

use denoc_math::Wrench;
use denoc_model::{LinkId, Model};
use denoc_testkit::{Options, Shape, State, close_within, random_model, random_state, random_wrenches};

use super::*;
use crate::testing::stage;

mod hybrid;

fn largest(x: &[f64]) -> f64 {
    x.iter().fold(0.0, |m, x| x.abs().max(m))
}

/// Accelerations and wrenches of a tree against the recursion, in parts of `tolerance`.
fn check(model: &Model, s: &State, grain: usize, tolerance: f64) -> Pieces {
    let wrenches = random_wrenches(model, 5);
    let loads = Loads::per_link(&wrenches);
    let mut ws = Workspace::new(model);
    let mut expected = vec![0.0; model.nv()];
    let mut velocity = stage(&mut ws, model, &s.q, &s.v);
    velocity.forward(&s.tau, loads, &mut expected).unwrap();
    refine(&mut velocity, &s.tau, loads, &mut expected);
    let mut odca = Odca::with_grain(model, grain);
    let mut a = vec![0.0; model.nv()];
    odca.forward(model, crate::State { q: &s.q, v: &s.v }, &s.tau, loads, Threads::One, &mut a).unwrap();
    let (mut odca_alone, mut alone) = (Odca::with_grain(model, grain).without_reactions(), vec![0.0; model.nv()]);
    odca_alone.forward(model, crate::State { q: &s.q, v: &s.v }, &s.tau, loads, Threads::One, &mut alone).unwrap();
    assert_eq!(a, alone);
    let scale = largest(&expected);
    close_within(
        a.iter().map(|x| x / scale).collect::<Vec<_>>(),
        expected.iter().map(|x| x / scale).collect::<Vec<_>>(),
        tolerance,
    );
    let acceleration = velocity.acceleration(&expected, loads).unwrap();
    let all: Vec<Wrench<f64>> = (0..model.links().len()).map(|i| acceleration.reaction(LinkId(i))).collect();
    let size = all.iter().fold(0.0, |m, w| largest(&w.to_array()).max(m));
    for (ours, reaction) in odca.reactions().iter().zip(&all) {
        close_within((*ours - *reaction).to_array().map(|x| x / size), [0.0; 6], 10.0 * tolerance);
    }
    odca.pieces()
}

/// One step of refinement: in chains of thousands of links that spin, the recursion loses digits between the bias and the
/// elimination (2e-9 for 2,000 links), which divide and conquer does not separate.
fn refine(velocity: &mut crate::Velocity<'_, f64>, tau: &[f64], loads: Loads<'_, f64>, a: &mut [f64]) {
    let (mut found, mut step) = (vec![0.0; a.len()], vec![0.0; a.len()]);
    velocity.inverse(a, loads, &mut found).unwrap();
    let missing: Vec<f64> = tau.iter().zip(&found).map(|(a, b)| a - b).collect();
    velocity.udut().unwrap().solve(&missing, &mut step).unwrap();
    a.iter_mut().zip(&step).for_each(|(a, step)| *a += step);
}

// oracle: the recursion UDUᵀ and inverse dynamics
#[test]
fn trees_of_every_joint_in_pieces_of_every_size() {
    crate::testing::each(|model, state| {
        for grain in [1, 2, 5, 1000] {
            check(model, state, grain, 1e-10);
        }
    });
}

/// The largest of the numbers of wrenches.
fn size(wrenches: &[Wrench<f64>]) -> f64 {
    wrenches.iter().fold(0.0, |m, w| largest(&w.to_array()).max(m))
}

// oracle: the recursion UDUᵀ and inverse dynamics; the depth of a balanced tree
#[test]
fn trees_of_two_thousand_links() {
    for (seed, shape) in [Shape::Tree, Shape::Chain, Shape::Star].into_iter().enumerate() {
        for floating in [false, true] {
            let options = Options { joints: 2000, shape, floating, ..Options::default() };
            let model = random_model(seed as u64, &options);
            let pieces = check(&model, &random_state(&model, seed as u64), GRAIN, 1e-10);
            assert!(pieces.count >= 15 && pieces.depth <= 14, "{pieces:?}");
        }
    }
}

// oracle: counts by hand
#[test]
fn depth_is_logarithmic_for_chains_stars_and_combs() {
    use denoc_math::{Pose, Vec3};
    use denoc_model::{Description, Joint, MassProperties};
    let inertia = denoc_math::Sym3::diagonal(0.1, 0.2, 0.25);
    let bar = MassProperties { mass: 1.0, center: Vec3::new(0.1, 0.0, 0.0), inertia };
    let grow = |parent: &dyn Fn(usize) -> Option<usize>| {
        let mut d = Description::new("grown");
        for i in 0..4096 {
            let parent = parent(i).map_or("ground".to_owned(), |p| format!("l{p}"));
            let place = Pose::translation(Vec3::new(0.2, 0.0, 0.0));
            d = d.link(format!("l{i}"), bar);
            d = d.joint(format!("j{i}"), parent, format!("l{i}"), Joint::revolute(Vec3::unit(1)), place);
        }
        d.build().unwrap()
    };
    let chain = grow(&|i| i.checked_sub(1));
    let star = grow(&|i| (i > 0).then_some(0));
    let comb = grow(&|i| if i % 64 == 0 { i.checked_sub(64) } else { Some(i - 1) });
    for (model, deepest) in [(chain, 14), (star, 3), (comb, 18)] {
        let pieces = Odca::with_grain(&model, 1).pieces();
        assert!(pieces.depth <= deepest, "{pieces:?}");
        check(&model, &random_state(&model, 1), GRAIN, 1e-9);
    }
}

// oracle: one thread
#[test]
fn bits_do_not_depend_on_threads() {
    for shape in [Shape::Tree, Shape::Chain, Shape::Star] {
        let model = random_model(3, &Options { joints: 1500, shape, ..Options::default() });
        let s = random_state(&model, 3);
        let mut found = [Threads::One, Threads::Pool].map(|threads| {
            let (mut odca, mut a) = (Odca::with_grain(&model, 16), vec![0.0; model.nv()]);
            let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
            pool.install(|| {
                odca.forward(&model, crate::State { q: &s.q, v: &s.v }, &s.tau, Loads::NONE, threads, &mut a)
            })
            .unwrap();
            let wrenches = odca.reactions().into_iter().flat_map(|w| w.to_array());
            a.iter().copied().chain(wrenches).map(f64::to_bits).collect::<Vec<_>>()
        });
        found.sort_unstable();
        assert_eq!(found[0], found[1]);
    }
}

/// How exact accelerations are, relative to the largest. Inverse dynamics multiplies their errors by the inertia of everything
/// outward: a light base below heavy limbs has large accelerations, whose effects on the limbs cancel, and small reactions.
const ROUNDING: f64 = 1e-12;

/// The largest sum of the terms of I a, each without its sign.
fn inertia_terms(stage: &mut crate::Velocity<'_, f64>, a: &[f64]) -> f64 {
    let mut gim = vec![0.0; a.len() * a.len()];
    stage.gim(&mut gim).unwrap();
    let sum = |row: &[f64]| row.iter().zip(a).map(|(inertia, a)| (inertia * a).abs()).sum::<f64>();
    gim.chunks_exact(a.len().max(1)).map(sum).fold(0.0, f64::max)
}

/// Accelerations, wrenches and conditions of a mechanism with loops against the multipliers.
pub(crate) fn check_loops(model: &Model, s: &State, grain: usize, tolerance: f64) -> Vec<ClosingReport> {
    use crate::loops::{LoopForward, LoopMethod};
    let wrenches = random_wrenches(model, 5);
    let loads = Loads::per_link(&wrenches);
    let (mut ws, mut forward) = (Workspace::new(model), LoopForward::new(model, LoopMethod::Multipliers));
    let mut expected = vec![0.0; model.nv()];
    let mut velocity = stage(&mut ws, model, &s.q, &s.v);
    let outcome = forward.forward(&mut velocity, &s.tau, loads, &mut expected).unwrap();
    let (mut odca, mut a) = (Odca::with_grain(model, grain), vec![0.0; model.nv()]);
    let found = odca.forward(model, crate::State { q: &s.q, v: &s.v }, &s.tau, loads, Threads::Pool, &mut a).unwrap();
    assert_eq!(found.rank, outcome.rank, "{} in pieces of {grain}", model.name());
    let scale = largest(&expected).max(1.0);
    let apart = a.iter().zip(&expected).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
    assert!(apart < tolerance * scale, "{} in pieces of {grain}: {:e}", model.name(), apart / scale);
    // the wrenches are those of inverse dynamics with the forces of these closures
    let mut total = wrenches.clone();
    if let Some(closed) = &odca.closed {
        closed.1.add_forces(odca.lambda(), &mut total, &mut vec![0.0; model.nv()]);
    }
    let terms = inertia_terms(&mut velocity, &a);
    let acceleration = velocity.acceleration(&a, Loads::per_link(&total)).unwrap();
    let all: Vec<Wrench<f64>> = (0..model.links().len()).map(|i| acceleration.reaction(LinkId(i))).collect();
    for (i, (ours, reaction)) in odca.reactions().iter().zip(&all).enumerate() {
        let off = largest(&(*ours - *reaction).to_array());
        let allowed = tolerance * size(&all) + ROUNDING * terms;
        assert!(off < allowed, "{}, {i}, pieces of {grain}: {off:e} > {allowed:e}", model.name());
    }
    odca.closings()
}

/// Speeds that keep the loops closed, near some random ones.
fn allowed_speeds(model: &Model, q: &[f64], seed: u64) -> Vec<f64> {
    let (mut ws, mut loops) = (Workspace::new(model), Loops::new(model));
    let position = ws.position(model, q).unwrap();
    loops.place(&position);
    let (m, nv) = (loops.count(), model.nv());
    let mut rows = vec![0.0; m * nv];
    loops.jacobian(&position, &mut rows).unwrap();
    let jacobian = nalgebra::DMatrix::from_row_slice(m, nv, &rows);
    let v = nalgebra::DVector::from_vec(denoc_testkit::Random::new(seed).vector(nv, 1.0));
    let svd = (jacobian.transpose() * &jacobian).symmetric_eigen();
    let least = 1e-12 * svd.eigenvalues.amax();
    let mut allowed = v.clone();
    for (value, direction) in svd.eigenvalues.iter().zip(svd.eigenvectors.column_iter()) {
        if *value > least {
            allowed -= direction * direction.dot(&v);
        }
    }
    allowed.as_slice().to_vec()
}

// oracle: multipliers with the decomposition of J, inverse dynamics
#[test]
fn every_mechanism_with_loops_of_the_catalogue() {
    let mut count = 0;
    for entry in denoc_formats::catalogue::ENTRIES {
        let model = entry.describe().unwrap().build().unwrap();
        if model.closures().is_empty() {
            continue;
        }
        count += 1;
        for (name, q) in model.configurations() {
            let tau = denoc_testkit::Random::new(1).vector(model.nv(), 1.0);
            let s = State { v: allowed_speeds(&model, q, 2), q: q.clone(), a: vec![0.0; model.nv()], tau };
            for grain in [1, 3, 1000] {
                let places = check_loops(&model, &s, grain, 1e-9);
                let contradiction = places.iter().fold(0.0, |m, x| x.contradiction.max(m));
                assert!(contradiction < 1e-6, "{} {name}: {contradiction:e}", entry.name);
            }
        }
    }
    assert!(count > 10, "{count}");
}

// oracle: the rule
#[test]
fn memory_for_another_model_is_refused() {
    use crate::loops::{LoopForward, LoopMethod};
    let [small, large] =
        [3, 5].map(|joints| random_model(1, &Options { joints, shape: Shape::Chain, ..Options::default() }));
    for (other, model) in [(&small, &large), (&large, &small)] {
        let (s, mut a) = (random_state(model, 1), vec![0.0; model.nv()]);
        let found = Odca::new(other).forward(
            model,
            crate::State { q: &s.q, v: &s.v },
            &s.tau,
            Loads::NONE,
            Threads::One,
            &mut a,
        );
        assert!(matches!(found, Err(DynamicsError::Workspace { .. })), "{found:?}");
        for &method in LoopMethod::ALL {
            let mut ws = Workspace::new(model);
            let mut stage = stage(&mut ws, model, &s.q, &s.v);
            let found = LoopForward::new(other, method).forward(&mut stage, &s.tau, Loads::NONE, &mut a);
            assert!(matches!(found, Err(DynamicsError::Workspace { .. })), "{found:?}");
        }
    }
}

// oracle: the counter
#[test]
fn operation_counts_are_exactly_these() {
    let counts = piece_counts();
    // the sequence of pieces of a long chain: two cores are enough to be even with the recursion in the same frames
    assert!(counts.relative_time(1e5, 64.0, 1.0) < 1.7 && counts.relative_time(1e5, 64.0, 2.0) < 0.9);
    assert_eq!((counts.outermost, counts.inner, counts.join), ([558.0, 482.0], [900.0, 767.0], [1609.0, 1450.5]));
}
