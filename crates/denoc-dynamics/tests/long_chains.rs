//! Oracle: the residual of the equation of motion, in chains so long that anything but linear time and memory would fail,
//! evaluated on a stack so small that recursion over links would overflow it.

use denoc_dynamics::compiled::Compile;
use denoc_dynamics::{Dynamics, States, Workspace};
use denoc_math::Vec3;
use denoc_model::{Description, DhRow, MassProperties, Model};
use denoc_testkit::{Random, largest};

const STACK: usize = 256 << 10;

/// A spatial chain: the axes turn from joint to joint.
fn chain(links: usize) -> Model {
    let rod = MassProperties::cuboid(1.0, Vec3::new(0.1, 0.02, 0.02), Vec3::new(0.05, 0.0, 0.0));
    let twist = |i: usize| [std::f64::consts::FRAC_PI_2, 0.0, 0.7][i % 3];
    let rows: Vec<_> = (0..links).map(|i| (DhRow::revolute(0.0, 0.0, 0.1, twist(i)), rod)).collect();
    Description::from_modified_dh("long chain", &rows).build().expect("a valid chain")
}

fn evaluate(links: usize) {
    let model = chain(links);
    assert_eq!(model.nv(), links);
    let wave = |size: f64, speed: f64| (0..links).map(|i| size * (speed * i as f64).sin()).collect::<Vec<f64>>();
    let (q, v, tau) = (wave(0.3, 1.0), wave(0.01, 1.7), wave(1.0, 0.3));
    let mut fast = model.compile();
    let mut ws = Workspace::new(&model);
    let evaluation = std::thread::Builder::new().stack_size(STACK).spawn(move || {
        let (mut faithful, mut compiled) = (vec![0.0; links], vec![0.0; links]);
        model.forward_dynamics(&mut ws, &q, &v, &tau, &mut faithful).unwrap();
        fast.forward_dynamics(&q, &v, &tau, &mut compiled).unwrap();
        let mut inverse = |a: &[f64]| {
            let mut forces = [vec![0.0; links], vec![0.0; links]];
            model.inverse_dynamics(&mut ws, &q, &v, a, &mut forces[0]).unwrap();
            fast.inverse_dynamics(&q, &v, a, &mut forces[1]).unwrap();
            forces
        };
        let off = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
        // what the forces lose if the accelerations are rounded, one up, one down
        let mut random = Random::new(1);
        let rounded: Vec<f64> = faithful.iter().map(|a| a * (1.0 + random.sign() * f64::EPSILON)).collect();
        let [exact, shaken] = [&faithful, &rounded].map(|a| inverse(a)[0].clone());
        let rounding = off(&exact, &shaken);
        let residuals = [&faithful, &compiled].map(|a| inverse(a).map(|forces| off(&forces, &tau)));
        let layers = off(&exact, &inverse(&faithful)[1]);
        eprintln!(
            "{links} links: largest acceleration {:.1e}, rounding {rounding:.1e}, residuals {residuals:?}, layers {layers:.1e}",
            largest(&faithful)
        );
        assert!(residuals.as_flattened().iter().all(|&r| r <= 10.0 * rounding), "{residuals:?}");
        assert!(layers <= 10.0 * rounding);
    });
    evaluation.expect("a thread").join().expect("evaluation on a small stack");
}

#[test]
fn a_hundred_thousand_links() {
    evaluate(100_000);
}

#[test]
#[ignore = "a million links: half a minute and 3 GB"]
fn a_million_links() {
    evaluate(1_000_000);
}

// oracle: the same chain evaluated state by state; lanes multiply the memory
#[test]
fn batches_of_long_chains() {
    let (links, states) = (20_000, 4);
    let model = chain(links);
    let x: Vec<f64> = (0..links * states).map(|i| 0.1 * (i as f64).sin()).collect();
    let mut fast = model.compile();
    let (mut all, mut one) = (vec![0.0; links * states], vec![0.0; links]);
    use denoc_dynamics::compiled::{Layout, Threads};
    fast.forward_dynamics_batch(States { q: &x, v: &x }, &x, &mut all, Layout::Rows, Threads::One).unwrap();
    for (x, all) in x.chunks_exact(links).zip(all.chunks_exact(links)) {
        fast.forward_dynamics(x, x, x, &mut one).unwrap();
        assert_eq!(one, all);
    }
}
