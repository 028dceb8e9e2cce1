//! Comparison with the method of multipliers; operation and allocation counts.

use denoc_math::{Count, Pose, Real, Vec3, Wrench, count_operations};
use denoc_model::closures::DistanceSpec;
use denoc_model::{Description, Joint, MassProperties, Model, PointSpec};
use denoc_testkit::{
    Options, Random, Shape, State, add_four_bar, allocations, close, close_within, four_bar_motion, four_bar_mount,
    four_bars, four_bars_state, largest, random_description, random_state, random_wrenches,
};

use crate::loops::{LoopForward, LoopMethod, LoopOutcome};
use crate::{Loads, Workspace};

type Solution = (Vec<f64>, Vec<f64>, LoopOutcome);

fn solve(model: &Model, s: &State, loads: &[Wrench<f64>], target: Option<&[f64]>, method: LoopMethod) -> Solution {
    let mut forward = LoopForward::new(model, method);
    if let Some(target) = target {
        forward.set_target(target);
    }
    let (mut ws, mut a) = (Workspace::new(model), vec![0.0; model.nv()]);
    let mut stage = ws.position(model, &s.q).unwrap().velocity(&s.v).unwrap();
    let outcome = forward.forward(&mut stage, &s.tau, Loads::per_link(loads), &mut a).unwrap();
    (a, forward.lambda().to_vec(), outcome)
}

/// Both methods give the same, with loads, with and without a target that can be met.
fn agree(model: &Model, s: &State, tolerance: f64) -> LoopOutcome {
    let loads = random_wrenches(model, 5);
    let nv = model.nv();
    // J x for some x is a target without contradictions
    let (mut ws, mut loops) = (Workspace::new(model), crate::loops::Loops::new(model));
    let position = ws.position(model, &s.q).unwrap();
    loops.place(&position);
    let mut jacobian = vec![0.0; loops.count() * nv];
    loops.jacobian(&position, &mut jacobian).unwrap();
    let mut residuals = vec![0.0; loops.count()];
    loops.residuals(&position, &mut residuals).unwrap();
    close_within(&residuals, vec![0.0; loops.count()], 1e-12);
    close_within(crate::testing::times(&jacobian, &s.v), vec![0.0; loops.count()], 1e-11);
    let target = crate::testing::times(&jacobian, &Random::new(9).vector(nv, 3.0));
    let mut last = None;
    for target in [None, Some(&target[..])] {
        let (a, lambda, outcome) = solve(model, s, &loads, target, LoopMethod::Modular);
        let (expected, multipliers, by_multipliers) = solve(model, s, &loads, target, LoopMethod::Multipliers);
        close(&a, &expected, tolerance);
        close_within(&lambda, &multipliers, tolerance * largest(&multipliers).max(1.0));
        assert_eq!(outcome.rank, by_multipliers.rank);
        assert!(outcome.contradiction < 1e-9, "{outcome:?}");
        assert!(outcome.smallest_pivot > 0.0 && outcome.smallest_pivot <= 1.0, "{outcome:?}");
        last = Some(outcome);
    }
    last.unwrap()
}

// oracle: multipliers; each four-bar has five rows of which two are independent
#[test]
fn chains_of_four_bars() {
    for k in [1, 2, 5, 20] {
        let model = four_bars(k);
        for seed in 0..4 {
            let outcome = agree(&model, &four_bars_state(k, seed), 1e-9);
            assert_eq!(outcome.rank, 2 * k);
        }
    }
}

/// A floating trunk with four-bars on branches: tree joints before, between and behind them, a coupling, a rotor.
fn creature() -> (Model, State) {
    let body = |m: f64| MassProperties::cuboid(m, Vec3::new(0.3, 0.2, 0.1), Vec3::new(0.05, -0.02, 0.03));
    let at = |x: f64, y: f64, z: f64| Pose::translation(Vec3::new(x, y, z));
    let mut d = Description::new("creature")
        .link("trunk", body(5.0))
        .link("hip", body(1.0))
        .joint("base", "ground", "trunk", Joint::free(), Pose::identity())
        .joint("swing", "trunk", "hip", Joint::spherical(), at(0.2, 0.1, 0.0));
    d = add_four_bar(d, 0, "hip", four_bar_mount(0));
    d = d.link("slide", body(0.5)).joint(
        "rail",
        "coupler0",
        "slide",
        Joint::prismatic(Vec3::unit(1)),
        at(0.1, 0.0, 0.2),
    );
    d = add_four_bar(d, 1, "slide", four_bar_mount(1));
    d = add_four_bar(d, 2, "trunk", four_bar_mount(2));
    d = d
        .link("toe", body(0.2))
        .joint("ankle", "output1", "toe", Joint::cylindrical(Vec3::unit(0)), at(0.0, 0.1, 0.0))
        .link("fin", body(0.3))
        .joint("fin", "trunk", "fin", Joint::revolute(Vec3::unit(1)), at(-0.2, 0.0, 0.1))
        .properties(denoc_model::JointProperties { rotor_inertia: 0.3, ..Default::default() })
        .link("tail", body(0.1))
        .joint("tail", "fin", "tail", Joint::prismatic(Vec3::unit(0)), at(-0.2, 0.0, 0.0))
        .coupling("tail", "fin", 0.2, 0.1);
    let model = d.build().unwrap();
    let mut s = random_state(&model, 3);
    for (i, (angle, rate)) in [(0.7, 1.1), (-1.9, 0.4), (2.5, -0.8)].into_iter().enumerate() {
        let (q, v) = four_bar_motion(angle, rate);
        for (joint, (q, v)) in ["rocker", "pivot", "pin"].iter().zip(q.into_iter().zip(v)) {
            let link = &model.links()[model.joint(&format!("{joint}{i}")).unwrap().0];
            (s.q[link.q], s.v[link.v]) = (q, v);
        }
    }
    let [fin, tail] = ["fin", "tail"].map(|joint| model.links()[model.joint(joint).unwrap().0].clone());
    s.q[tail.q] = 0.2 * s.q[fin.q] + 0.1;
    s.v[tail.v] = 0.2 * s.v[fin.v];
    (model, s)
}

// oracle: multipliers
#[test]
fn loops_in_branches_of_a_floating_tree() {
    let (model, s) = creature();
    let outcome = agree(&model, &s, 1e-9);
    assert_eq!(outcome.rank, 7);
}

/// A random tree with cuts that close at a random pose, and speeds that keep them closed.
fn random_loops(seed: u64, options: &Options, cuts: usize) -> (Model, State) {
    let d = random_description(seed, options);
    let tree = d.build().unwrap();
    let s = random_state(&tree, seed);
    let mut random = Random::new(seed);
    let mut ws = Workspace::new(&tree);
    let position = ws.position(&tree, &s.q).unwrap();
    let mut d = d;
    for cut in 0..cuts {
        let n = tree.links().len();
        let a = random.below(n);
        let b = (a + 1 + random.below(n - 1)) % n;
        let pose = |i: usize| position.frame_pose(tree.frame(&tree.link_names()[i]).unwrap());
        let origin = Pose::new(random.rotation(), random.point(0.3));
        let child = pose(b).inverse() * (pose(a) * origin);
        let joint = match random.below(4) {
            0 => Joint::spherical(),
            1 => Joint::cylindrical(random.direction()),
            2 => Joint::revolute(random.direction()),
            _ => Joint::prismatic(random.direction()),
        };
        let [a, b] = [a, b].map(|i| tree.link_names()[i].clone());
        d = d.joint(format!("cut {cut}"), a, b, joint, origin).child_origin(child).cut();
    }
    let model = d.build().unwrap();
    let mut s = State { v: consistent(&model, &s), ..s };
    s.tau.resize(model.nv(), 1.0);
    (model, s)
}

/// The speeds nearest to a state's that keep the loops closed.
fn consistent(model: &Model, s: &State) -> Vec<f64> {
    let (mut ws, mut loops) = (Workspace::new(model), crate::loops::Loops::new(model));
    let position = ws.position(model, &s.q).unwrap();
    loops.place(&position);
    let mut jacobian = vec![0.0; loops.count() * model.nv()];
    loops.jacobian(&position, &mut jacobian).unwrap();
    let j = nalgebra::DMatrix::from_row_slice(loops.count(), model.nv(), &jacobian);
    // without their parts along the rows, which are made orthonormal, twice to reduce rounding errors; a singular value
    // decomposition leaves 1e-11 where conditions are redundant
    let mut basis: Vec<nalgebra::DVector<f64>> = Vec::new();
    let remove = |basis: &[nalgebra::DVector<f64>], x: &mut nalgebra::DVector<f64>| {
        for along in basis.iter().chain(basis) {
            x.axpy(-along.dot(x), along, 1.0);
        }
    };
    for row in j.row_iter() {
        let mut row = row.transpose();
        remove(&basis, &mut row);
        if row.norm() > 1e-9 * j.amax() {
            basis.push(row.normalize());
        }
    }
    let mut v = nalgebra::DVector::from_column_slice(&s.v);
    remove(&basis, &mut v);
    v.as_slice().to_vec()
}

// oracle: multipliers
#[test]
fn random_spatial_loops() {
    let mut loops = 0;
    for seed in 0..30 {
        let options = Options { joints: 12, shape: Shape::Tree, rotors: 0.3, ..Options::default() };
        for (options, cuts) in [(options.clone(), 1), (options.clone().floating(), 2), (options.floating(), 3)] {
            let (model, s) = random_loops(seed, &options, cuts);
            let outcome = agree(&model, &s, 1e-7);
            loops += outcome.rank;
        }
    }
    assert!(loops > 200, "{loops}");
}

// oracle: the limit of a vanishing mass, by the method that needs none to vanish
#[test]
fn links_of_loops_may_be_without_mass() {
    let build = |mass: f64| {
        let x = Vec3::unit(0);
        let z = Vec3::unit(2);
        let along = |length: f64| Pose::translation(x.scale(length));
        // the output hangs at the end of the tree: alone it would be free
        Description::new("light four-bar")
            .link("crank", MassProperties::rod(1.5, 0.15, x))
            .link("coupler", MassProperties::rod(5.0, 0.35, x))
            .link("output", MassProperties::rod(mass, 0.3, x))
            .joint("pivot", "ground", "crank", Joint::revolute(z), Pose::identity())
            .joint("pin", "crank", "coupler", Joint::revolute(z), along(0.15))
            .joint("rocker", "coupler", "output", Joint::revolute(z), along(0.35))
            .joint("closure", "ground", "output", Joint::revolute(z), along(0.4))
            .child_origin(along(0.3))
            .cut()
            .build()
            .unwrap()
    };
    let ([c, a, b], [vc, va, vb]) = four_bar_motion(0.8, 2.0);
    let pi = core::f64::consts::PI;
    // the output is turned round: its frame is at the other end
    let s = State { q: vec![a, b, c - a - b + pi], v: vec![va, vb, vc - va - vb], a: vec![], tau: vec![0.3, 0.0, 0.0] };
    let none = vec![Wrench::zero(); 3];
    let (exact, lambda, outcome) = solve(&build(0.0), &s, &none, None, LoopMethod::Modular);
    assert_eq!(outcome.rank, 2);
    let (limit, limit_lambda, _) = solve(&build(1e-9), &s, &none, None, LoopMethod::Multipliers);
    close(&exact, &limit, 1e-6);
    close_within(&lambda, &limit_lambda, 1e-6 * largest(&limit_lambda));
    let mut ws = Workspace::new(&build(0.0));
    assert!(ws.position(&build(0.0), &s.q).unwrap().udut().is_err());
}

// oracle: multipliers, which take the largest pivots first
#[test]
fn a_row_that_vanishes_is_found_although_it_comes_first_in_the_order() {
    let x = Vec3::unit(0);
    let mut d = Description::new("chain");
    for i in 0..6 {
        let parent = if i == 0 { "ground".to_owned() } else { format!("link{}", i - 1) };
        let place = if i == 0 { Pose::identity() } else { Pose::translation(x) };
        let link = format!("link{i}");
        d = d.link(&*link, MassProperties::rod(1.0, 1.0, x));
        d = d.joint(format!("joint{i}"), parent, link, Joint::revolute(Vec3::unit(2)), place);
    }
    let point = |link: &str, x: f64, y: f64| PointSpec { link: link.into(), position: Vec3::new(x, y, 0.0) };
    let rod = |from, link: &str| DistanceSpec { from, to: point(link, 1.0, 0.0), length: 1.0 };
    // the ends of the first rod nearly meet
    let d = d.constraint("first", rod(point("ground", 6.0, 1e-12), "link5"));
    let model = d.constraint("second", rod(point("ground", 3.0, 1.0), "link2")).build().unwrap();
    let zero = [0.0; 6];
    let rank = |method, order: &[(usize, usize)]| {
        let (mut forward, mut ws) = (LoopForward::new(&model, method), Workspace::new(&model));
        forward.limit_ranks(&[2]);
        forward.set_order(order.iter().copied());
        let mut stage = ws.position(&model, &zero).unwrap().velocity(&zero).unwrap();
        forward.forward(&mut stage, &[1.0; 6], Loads::NONE, &mut [0.0; 6]).unwrap().rank
    };
    assert_eq!(rank(LoopMethod::Multipliers, &[]), 1);
    assert_eq!(rank(LoopMethod::Modular, &[(0, 5), (1, 0)]), 1);
}

// oracle: the rule that nothing without inertia can be accelerated
#[test]
fn a_loop_without_any_mass_is_refused() {
    let d = Description::new("nothing").link("a", MassProperties::none()).link("b", MassProperties::none());
    let z = Vec3::unit(2);
    let model = d
        .joint("first", "ground", "a", Joint::revolute(z), Pose::identity())
        .joint("second", "ground", "b", Joint::revolute(z), Pose::identity())
        .coupling("second", "first", 2.0, 0.0)
        .build()
        .unwrap();
    let mut forward = LoopForward::new(&model, LoopMethod::Modular);
    let mut ws = Workspace::new(&model);
    let mut stage = ws.position(&model, &[0.0; 2]).unwrap().velocity(&[0.0; 2]).unwrap();
    let error = forward.forward(&mut stage, &[1.0, 0.0], Loads::NONE, &mut [0.0; 2]).unwrap_err();
    assert!(error.to_string().contains("has mass"), "{error}");
}

// oracle: the allocation counter
#[test]
fn nothing_is_allocated() {
    let (model, s) = creature();
    let (mut ws, mut forward) = (Workspace::new(&model), LoopForward::new(&model, LoopMethod::Modular));
    let mut a = vec![0.0; model.nv()];
    let count = allocations(|| {
        let mut stage = ws.position(&model, &s.q).unwrap().velocity(&s.v).unwrap();
        forward.forward(&mut stage, &s.tau, Loads::NONE, &mut a).unwrap();
    });
    assert_eq!(count, 0);
}

/// Operations of one evaluation.
fn operations(k: usize) -> f64 {
    let model: Model<Count> = four_bars(k).cast();
    let s = four_bars_state(k, 1);
    let [q, v, tau] = [&s.q, &s.v, &s.tau].map(|x| x.iter().map(|&x| Count::lift(x)).collect::<Vec<_>>());
    let (mut ws, mut forward) = (Workspace::new(&model), LoopForward::new(&model, LoopMethod::Modular));
    let mut a = vec![Count::zero(); model.nv()];
    let ((), done) = count_operations(|| {
        let mut stage = ws.position(&model, &q).unwrap().velocity(&v).unwrap();
        forward.forward(&mut stage, &tau, Loads::NONE, &mut a).unwrap();
    });
    (done.multiplications + done.additions + done.divisions) as f64
}

// oracle: the counting number; pivots may lie at other places from one loop to the next, so that a few operations differ
#[test]
fn the_cost_is_linear_in_the_number_of_loops() {
    let [one, ten, hundred] = [1, 10, 100].map(operations);
    let per_loop = (hundred - ten) / 90.0;
    let predicted = one + 9.0 * per_loop;
    assert!((ten / predicted - 1.0).abs() < 0.01, "{one} {ten} {hundred}");
    assert!(per_loop < 6000.0, "{per_loop}");
}

// oracle: the rates of the rows themselves
#[test]
fn a_thousand_loops() {
    let k = 1000;
    let model = four_bars(k);
    let mut s = four_bars_state(k, 1);
    s.v.iter_mut().for_each(|v| *v *= 0.01);
    s.tau.fill(0.0);
    let mut forward = LoopForward::new(&model, LoopMethod::Modular);
    let (mut ws, mut a) = (Workspace::new(&model), vec![0.0; model.nv()]);
    let mut stage = ws.position(&model, &s.q).unwrap().velocity(&s.v).unwrap();
    let outcome = forward.forward(&mut stage, &s.tau, Loads::NONE, &mut a).unwrap();
    assert_eq!(outcome.rank, 2 * k);
    let mut rates = vec![0.0; 5 * k];
    forward.loops.rates(&stage, Some(&a), &mut rates);
    assert!(largest(&rates) < 1e-9 * largest(&a), "{}", largest(&rates));
}
