//! Oracle: the recursion over links, bit for bit, in trees of so many modules that recursion from module to module would
//! overflow the small stacks of caller and threads.

use denoc_dynamics::modules::ModularDynamics;
use denoc_dynamics::{Dynamics, Loads, Workspace};
use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Joint, MassProperties, Model};

const STACK: usize = 256 << 10;

fn tree(parents: &[Option<usize>]) -> Model {
    let rod = MassProperties::cuboid(1.0, Vec3::new(0.1, 0.02, 0.02), Vec3::new(0.05, 0.0, 0.01));
    let mut d = Description::new("many modules");
    for (i, parent) in parents.iter().enumerate() {
        let on = parent.map_or(d.ground.clone(), |p| format!("link{p}"));
        let (name, joint) = (format!("link{i}"), Joint::revolute(Vec3::unit(i % 3)));
        let place = Pose::translation(Vec3::new(0.1, 0.0, 0.0));
        d = d.link(&name, rod).joint(format!("joint{i}"), &on, &name, joint, place);
    }
    d.build().expect("a valid tree")
}

/// Evaluates with both recursions on small stacks; how many branches were evaluated side by side.
fn compare(parents: &[Option<usize>], modules: usize) -> usize {
    let model = tree(parents);
    assert_eq!(model.modules().len(), modules);
    let n = model.nv();
    let wave = |size: f64, speed: f64| (0..n).map(|i| size * (speed * i as f64).sin()).collect::<Vec<f64>>();
    let (q, v, x) = (wave(0.3, 1.0), wave(0.01, 1.7), wave(1.0, 0.3));
    let mut ws = Workspace::new(&model);
    let evaluation = move || {
        let pool = rayon_pool();
        let mut by = pool.install(|| ModularDynamics::new(&model).with_grain(100));
        let (mut flat, mut modular) = (vec![0.0; n], vec![0.0; n]);
        model.forward_dynamics(&mut ws, &q, &v, &x, &mut flat).unwrap();
        pool.install(|| by.forward_dynamics(&q, &v, &x, Loads::NONE, &mut modular)).unwrap();
        assert!(flat == modular, "forward");
        model.inverse_dynamics(&mut ws, &q, &v, &x, &mut flat).unwrap();
        pool.install(|| by.inverse_dynamics(&q, &v, &x, Loads::NONE, &mut modular)).unwrap();
        assert!(flat == modular, "inverse");
        by.branches()
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(evaluation).expect("a thread");
    thread.join().expect("evaluation on a small stack")
}

fn rayon_pool() -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(2).stack_size(STACK).build().expect("two threads")
}

#[test]
fn a_comb_of_twenty_thousand_modules() {
    // the spine goes on from every other link: a tooth, then the next piece of the spine
    let mut parents = vec![None];
    for _ in 0..10_000 {
        let spine = parents.len() - 1;
        parents.extend([Some(spine), Some(spine)]);
    }
    // teeth of one link are no work for a thread
    assert_eq!(compare(&parents, 20_001), 0);
}

#[test]
fn a_comb_with_long_teeth() {
    let mut parents = vec![None];
    for _ in 0..100 {
        let spine = parents.len() - 1;
        parents.push(Some(spine));
        (1..150).for_each(|_| parents.push(Some(parents.len() - 1)));
        parents.push(Some(spine));
    }
    assert!(compare(&parents, 201) > 50);
}

#[test]
fn a_star_of_twenty_thousand_modules() {
    let mut parents = vec![None];
    parents.extend([Some(0); 20_000]);
    assert_eq!(compare(&parents, 20_001), 200);
}
