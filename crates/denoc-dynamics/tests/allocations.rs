//! Oracles: an allocator that counts; results compared bit for bit between numbers of threads.

use denoc_dynamics::compiled::{Compile, Compiled, Layout, Threads};
use denoc_dynamics::odca::Odca;
use denoc_dynamics::{Dynamics, Loads, Reference, States, Workspace};
use denoc_math::simd::Level;
use denoc_model::joints::KINDS;
use denoc_testkit::{CountingAllocator, Kinds, Options, Shape, State, allocations, random_model, random_state};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// Trees of all joint types; those defined outside the engine allocate if their recorded law is long.
fn options(seed: u64) -> Options {
    let kinds = KINDS.iter().map(|k| k.keyword).filter(|&k| k != "custom").collect();
    let shape = [Shape::Tree, Shape::Star, Shape::Chain][seed as usize % 3];
    let kinds = if seed.is_multiple_of(2) { Kinds::Only(kinds) } else { Kinds::Revolute };
    Options { joints: 17, floating: seed % 4 < 2, kinds, shape, ..Options::default() }
}

#[test]
fn compiled_evaluations_allocate_nothing_after_the_first() {
    let mut packed = 0;
    for seed in 0..16 {
        let model = random_model(seed, &options(seed));
        let (s, nv) = (random_state(&model, seed), model.nv());
        for level in [Level::Best, Level::Portable] {
            for packing in [true, false] {
                let mut fast = model.compile_for(level, packing);
                packed += usize::from(fast.packs_limbs());
                let (mut x, mut gim) = (vec![0.0; nv], vec![0.0; nv * nv]);
                let mut evaluate = |fast: &mut Compiled| {
                    fast.inverse_dynamics(&s.q, &s.v, &s.a, &mut x).unwrap();
                    fast.forward_dynamics(&s.q, &s.v, &s.tau, &mut x).unwrap();
                    fast.gim(&s.q, &mut gim).unwrap();
                };
                evaluate(&mut fast);
                assert_eq!(allocations(|| evaluate(&mut fast)), 0, "seed {seed}, {level:?}, packing {packing}");
            }
        }
    }
    assert!(packed > 0);
}

#[test]
fn stages_of_the_faithful_layer_allocate_nothing() {
    for seed in 0..16 {
        let model = random_model(seed, &options(seed));
        let (s, nv) = (random_state(&model, seed), model.nv());
        let (mut x, mut square) = (vec![0.0; nv], vec![0.0; nv * nv]);
        let (mut dq, mut dv) = (square.clone(), square.clone());
        let (mut regressor, mut hessian) = (vec![0.0; 10 * model.links().len() * nv], vec![0.0; 6 * nv * nv]);
        let frame = denoc_model::FrameId(model.frames().len() - 1);
        let mut ws = Workspace::new(&model);
        let count = allocations(|| {
            model.inverse_dynamics(&mut ws, &s.q, &s.v, &s.a, &mut x).unwrap();
            model.forward_dynamics(&mut ws, &s.q, &s.v, &s.tau, &mut x).unwrap();
            model.bias(&mut ws, &s.q, &s.v, &mut x).unwrap();
            model.gravity_forces(&mut ws, &s.q, &mut x).unwrap();
            model.gim(&mut ws, &s.q, &mut square).unwrap();
            let mut position = ws.position(&model, &s.q).unwrap();
            position.com_jacobian(&mut hessian[..3 * nv]).unwrap();
            position.centroidal_momentum_matrix(&mut hessian[..6 * nv]).unwrap();
            let mut stage = ws.position(&model, &s.q).unwrap().velocity(&s.v).unwrap();
            stage.mci(&mut square).unwrap();
            stage.regressor(&s.a, &mut regressor).unwrap();
            stage.kinematic_hessian(frame, Reference::Local, &mut hessian).unwrap();
            stage.jacobian_rate_in(frame, Reference::World, &mut hessian[..6 * nv]).unwrap();
            std::hint::black_box(stage.centroidal_momentum_bias());
            stage.udut().unwrap().inverse(&mut square).unwrap();
            stage.inverse_derivatives(&s.a, Loads::NONE, &mut dq, &mut dv).unwrap();
            stage.forward_derivatives(&s.tau, Loads::NONE, &mut x, &mut dq, &mut dv, &mut square).unwrap();
            stage.acceleration(&s.a, Loads::NONE).unwrap().tau(&mut x).unwrap();
        });
        assert_eq!(count, 0, "seed {seed}");
    }
}

#[test]
fn divide_and_conquer_allocates_nothing_after_the_first_evaluation() {
    for (seed, shape) in [Shape::Chain, Shape::Tree, Shape::Star].into_iter().enumerate() {
        let seed = seed as u64;
        let model = random_model(seed, &Options { joints: 300, shape, ..options(seed) });
        let (s, mut a) = (random_state(&model, seed), vec![0.0; model.nv()]);
        let mut odca = Odca::with_grain(&model, 16);
        let mut evaluate = || {
            odca.forward(&model, denoc_dynamics::State { q: &s.q, v: &s.v }, &s.tau, Loads::NONE, Threads::One, &mut a)
                .map(drop)
                .unwrap()
        };
        evaluate();
        assert_eq!(allocations(&mut evaluate), 0, "{shape:?}");
    }
}

// oracle: the calling thread alone, bit for bit
#[test]
fn batches_do_not_depend_on_the_number_of_threads() {
    for seed in 0..6 {
        let model = random_model(seed, &Options { joints: 8, ..options(seed) });
        let (nv, states) = (model.nv(), 203);
        let all: Vec<State> = (0..states).map(|s| random_state(&model, s)).collect();
        let join = |pick: fn(&State) -> &Vec<f64>| all.iter().flat_map(|s| pick(s).clone()).collect::<Vec<f64>>();
        let (q, v, a, tau) = (join(|s| &s.q), join(|s| &s.v), join(|s| &s.a), join(|s| &s.tau));
        let narrow = |x: &[f64]| x.iter().map(|&x| x as f32).collect::<Vec<f32>>();
        let states = states as usize;
        let evaluate = |threads: Threads| {
            let mut fast = model.compile();
            let mut out = [vec![0.0; states * nv], vec![0.0; states * nv], vec![0.0; states * nv * nv]];
            let batch = States { q: &q, v: &v };
            fast.inverse_dynamics_batch(batch, &a, &mut out[0], Layout::Rows, threads).unwrap();
            fast.forward_dynamics_batch(batch, &tau, &mut out[1], Layout::Rows, threads).unwrap();
            fast.gim_batch(&q, &mut out[2], Layout::Rows, threads).unwrap();
            let mut single = vec![0.0f32; states * nv];
            let batch = States { q: &narrow(&q), v: &narrow(&v) };
            fast.inverse_dynamics_batch_f32(batch, &narrow(&a), &mut single, Layout::Rows, threads).unwrap();
            (out, single)
        };
        let alone = evaluate(Threads::One);
        for threads in [1, 2, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            assert!(pool.install(|| evaluate(Threads::Pool)) == alone, "seed {seed}: {threads} threads");
        }
    }
}
