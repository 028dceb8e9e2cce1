//! Derivatives through the methods, and their memory.

use denoc_math::Real;
use denoc_model::Model;
use denoc_model::joints::KINDS;
use denoc_testkit::{Kinds, Options, Random, State, allocations};

use super::four_bar;
use super::mechanisms::{Closed, Maker, consistent, each_kind};
use crate::loops::{LoopForward, LoopMethod};
use crate::testing::{Rate, moving, moving_coordinates, rates};
use crate::{Loads, Workspace};

fn accelerations<T: Real>(model: &Model<T>, method: LoopMethod, q: &[T], v: &[T], tau: &[T]) -> Vec<T> {
    let (mut ws, mut forward) = (Workspace::new(model), LoopForward::new(model, method));
    let mut a = vec![T::zero(); model.nv()];
    let mut stage = ws.position(model, q).unwrap().velocity(v).unwrap();
    forward.forward(&mut stage, tau, Loads::NONE, &mut a).unwrap();
    a
}

fn check(c: &Closed) {
    let (model, s) = (&c.model, &c.state);
    let mut random = Random::new(4);
    let [along, faster, stronger] = [1.0, 1.0, 5.0].map(|size| random.vector(model.nv(), size));
    // stay on the mechanism, so that redundant rows stay so
    let along = consistent(model, &s.q, &along);
    let dual: Model<Rate> = model.cast();
    let h = 1e-5;
    for &method in LoopMethod::ALL {
        let q = moving_coordinates(model, &s.q, &along);
        let a = accelerations(&dual, method, &q, &moving(&s.v, &faster), &moving(&s.tau, &stronger));
        let at = |h: f64| {
            let scaled = |x: &[f64]| -> Vec<f64> { x.iter().map(|x| x * h).collect() };
            let plus = |x: &[f64], d: &[f64]| -> Vec<f64> { x.iter().zip(d).map(|(x, d)| x + d * h).collect() };
            let mut q = s.q.clone();
            model.integrate(&s.q, &scaled(&along), &mut q).unwrap();
            accelerations(model, method, &q, &plus(&s.v, &faster), &plus(&s.tau, &stronger))
        };
        let difference: Vec<f64> = at(h).iter().zip(at(-h)).map(|(x, y)| (x - y) / (2.0 * h)).collect();
        let scale = denoc_testkit::largest(&difference);
        let off = denoc_testkit::distance(rates(&a), &difference);
        assert!(off < 1e-5, "{}, {method:?}: {off:e} of {scale:e}", c.name);
    }
}

// oracle: central differences
#[test]
fn dual_numbers_differentiate_every_method() {
    each_kind(1, check);
    let model = four_bar();
    let phi = 1.3453675552809108;
    let state = State {
        v: consistent(&model, &[0.0, phi, -2.0 * phi], &[1.0, 2.0, 3.0]),
        q: vec![0.0, phi, -2.0 * phi],
        a: vec![0.0; 3],
        tau: vec![0.1, 0.2, 0.3],
    };
    check(&Closed { name: "four-bar".into(), model, state });
}

// oracle: the counter of the allocator
#[test]
fn nothing_is_allocated_after_construction() {
    // joints defined outside the engine allocate if their recorded law is long
    let kinds: Vec<&str> = KINDS.iter().map(|k| k.keyword).filter(|&k| k != "custom").collect();
    for seed in 0..5 {
        let options = Options { joints: 13, kinds: Kinds::Only(kinds.clone()), ..Options::default() };
        let c = Maker::new(seed, &options).all().finish("all");
        let s = &c.state;
        for &method in LoopMethod::ALL {
            let (mut ws, mut forward) = (Workspace::new(&c.model), LoopForward::new(&c.model, method));
            let mut a = vec![0.0; c.model.nv()];
            let count = allocations(|| {
                let mut stage = ws.position(&c.model, &s.q).unwrap().velocity(&s.v).unwrap();
                forward.forward(&mut stage, &s.tau, Loads::NONE, &mut a).unwrap().rank
            });
            assert_eq!(count, 0, "{method:?}, seed {seed}");
        }
    }
}
