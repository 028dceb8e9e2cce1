//! Oracles: the dense transcription of the equations, and the faithful layer; lanes and threads against single states.

use denoc_math::simd::Level;
use denoc_model::Model;
use denoc_testkit::{Dense, Kinds, Options, Shape, State, close, distance, largest, random_model, random_state};

use super::{Compile, Compiled, Layout, Threads};
use crate::States;

/// Every way to compile.
fn variants(model: &Model) -> Vec<Compiled> {
    let mut all = Vec::new();
    for level in [Level::Best, Level::Portable] {
        for packing in [true, false] {
            all.push(model.compile_for(level, packing));
        }
    }
    all
}

fn against_dense(model: &Model, state: &State, tolerance: f64) {
    let dense = Dense::new(model, &state.q, &state.v);
    let nv = model.nv();
    let tau = dense.inverse(&state.a, &[]);
    for mut fast in variants(model) {
        let mut out = vec![0.0; nv];
        fast.inverse_dynamics(&state.q, &state.v, &state.a, &mut out).unwrap();
        close(&out[..], tau.as_slice(), tolerance);
        let mut gim = vec![0.0; nv * nv];
        fast.gim(&state.q, &mut gim).unwrap();
        close(&gim[..], dense.gim.as_slice(), tolerance);
        let mut acc = vec![0.0; nv];
        fast.forward_dynamics(&state.q, &state.v, &state.tau, &mut acc).unwrap();
        // forward dynamics is judged by its residual I q̈ + h − τ, relative to the terms that it is made of
        let a = nalgebra_vector(&acc);
        let inertial = &dense.gim * &a;
        let residual = &inertial + &dense.vci + &dense.gravity - nalgebra_vector(&state.tau);
        let magnitude = dense.gim.map(f64::abs) * a.map(f64::abs);
        let scale = largest(magnitude.as_slice()).max(largest(&state.tau[..])).max(largest(dense.gravity.as_slice()));
        let worst = largest(residual.as_slice()) / scale;
        assert!(worst < tolerance, "{}: residual {worst:.2e} with {}", model.name(), fast.isa());
    }
}

fn nalgebra_vector(x: &[f64]) -> nalgebra::DVector<f64> {
    nalgebra::DVector::from_column_slice(x)
}

#[test]
fn trees_of_all_joint_kinds_agree_with_the_dense_equations() {
    for seed in 0..60 {
        let options = Options { floating: seed % 2 == 1, joints: 5 + seed as usize % 17, ..Options::default() };
        let model = random_model(seed, &options);
        against_dense(&model, &random_state(&model, seed), 1e-12);
    }
}

#[test]
fn revolute_trees_of_every_class_agree_with_the_dense_equations() {
    for seed in 0..90 {
        let shape = [Shape::Chain, Shape::Tree, Shape::Star][seed as usize % 3];
        let special = [0.0, 0.5, 1.0][seed as usize / 3 % 3];
        let rotors = if seed % 7 == 0 { 0.5 } else { 0.0 };
        let options =
            Options { special, rotors, floating: seed % 2 == 0, ..Options::revolute(4 + seed as usize % 15, shape) };
        let model = random_model(seed, &options);
        against_dense(&model, &random_state(&model, seed), 1e-12);
    }
}

#[test]
fn nearly_parallel_axes_lose_no_digits() {
    for seed in 0..60 {
        let options = Options {
            kinds: Kinds::Revolute,
            nearly_parallel: 0.5,
            special: 0.0,
            floating: seed % 3 == 0,
            ..Options { joints: 8, ..Options::default() }
        };
        let model = random_model(seed, &options);
        against_dense(&model, &random_state(&model, seed), 1e-12);
    }
}

/// A batch of states of one model, by rows.
fn batch(model: &Model, states: usize) -> State {
    let all: Vec<State> = (0..states as u64).map(|s| random_state(model, s)).collect();
    let join = |pick: fn(&State) -> &Vec<f64>| all.iter().flat_map(|s| pick(s).clone()).collect();
    State { q: join(|s| &s.q), v: join(|s| &s.v), a: join(|s| &s.a), tau: join(|s| &s.tau) }
}

fn to_blocks(rows: &[f64], n: usize, lanes: usize) -> Vec<f64> {
    let mut out = vec![0.0; rows.len()];
    for (s, row) in rows.chunks_exact(n).enumerate() {
        for (k, &x) in row.iter().enumerate() {
            out[(s / lanes * n + k) * lanes + s % lanes] = x;
        }
    }
    out
}

// oracle: the single evaluation without packed limbs, bit for bit
#[test]
fn batches_lanes_and_threads_carry_the_bits_of_the_single_evaluation() {
    for seed in 0..6 {
        let options = Options { floating: seed % 2 == 0, joints: 9, ..Options::default() };
        let model = random_model(seed, &options);
        let (nq, nv, count) = (model.nq(), model.nv(), 24);
        let all = batch(&model, count);
        for level in [Level::Best, Level::Portable] {
            let mut fast = model.compile_for(level, false);
            let (mut tau, mut acc) = (vec![0.0; count * nv], vec![0.0; count * nv]);
            let mut gim = vec![0.0; count * nv * nv];
            for s in 0..count {
                let (q, v) = (&all.q[s * nq..][..nq], &all.v[s * nv..][..nv]);
                fast.inverse_dynamics(q, v, &all.a[s * nv..][..nv], &mut tau[s * nv..][..nv]).unwrap();
                fast.forward_dynamics(q, v, &all.tau[s * nv..][..nv], &mut acc[s * nv..][..nv]).unwrap();
                fast.gim(q, &mut gim[s * nv * nv..][..nv * nv]).unwrap();
            }
            for threads in [Threads::One, Threads::Pool] {
                // 21 states do not fill the last block
                for states in [count, 21] {
                    let part = |x: &[f64], n: usize| x[..states * n].to_vec();
                    let (q, v) = (part(&all.q, nq), part(&all.v, nv));
                    let mut out = vec![0.0; states * nv];
                    fast.inverse_dynamics_batch(
                        States { q: &q, v: &v },
                        &part(&all.a, nv),
                        &mut out,
                        Layout::Rows,
                        threads,
                    )
                    .unwrap();
                    assert_eq!(out, tau[..states * nv]);
                    fast.forward_dynamics_batch(
                        States { q: &q, v: &v },
                        &part(&all.tau, nv),
                        &mut out,
                        Layout::Rows,
                        threads,
                    )
                    .unwrap();
                    assert_eq!(out, acc[..states * nv]);
                    let mut out = vec![0.0; states * nv * nv];
                    fast.gim_batch(&q, &mut out, Layout::Rows, threads).unwrap();
                    assert_eq!(out, gim[..states * nv * nv]);
                }
                let blocks = |x: &[f64], n: usize| to_blocks(x, n, 4);
                let mut out = vec![0.0; count * nv];
                let input = States { q: &blocks(&all.q, nq), v: &blocks(&all.v, nv) };
                fast.inverse_dynamics_batch(input, &blocks(&all.a, nv), &mut out, Layout::Blocks, threads).unwrap();
                assert_eq!(out, blocks(&tau, nv));
            }
        }
    }
}

// oracle: the same tree with limbs one after the other
#[test]
fn packed_limbs_agree_with_limbs_one_after_the_other() {
    let mut packed_models = 0;
    for seed in 0..40 {
        let shape = if seed % 2 == 0 { Shape::Star } else { Shape::Tree };
        let options = Options { special: 0.4, ..Options::revolute(6 + seed as usize % 20, shape) }.floating();
        let model = random_model(seed, &options);
        let state = random_state(&model, seed);
        let (mut packed, mut plain) = (model.compile_for(Level::Best, true), model.compile_for(Level::Best, false));
        packed_models += usize::from(packed.packs_limbs());
        let (mut a, mut b) = (vec![0.0; model.nv()], vec![0.0; model.nv()]);
        packed.inverse_dynamics(&state.q, &state.v, &state.a, &mut a).unwrap();
        plain.inverse_dynamics(&state.q, &state.v, &state.a, &mut b).unwrap();
        close(&a[..], &b[..], 1e-14);
        packed.forward_dynamics(&state.q, &state.v, &state.tau, &mut a).unwrap();
        plain.forward_dynamics(&state.q, &state.v, &state.tau, &mut b).unwrap();
        assert!(distance(&a[..], &b[..]) < 1e-11);
    }
    assert!(packed_models > 30, "only {packed_models} of 40 models had limbs to pack");
}

// oracle: double precision
#[test]
fn single_precision_batches_are_as_good_as_single_precision_can_be() {
    let model = random_model(3, &Options { special: 0.5, ..Options::revolute(7, Shape::Chain) });
    let all = batch(&model, 16);
    let narrow = |x: &[f64]| x.iter().map(|&x| x as f32).collect::<Vec<f32>>();
    let (q, v) = (narrow(&all.q), narrow(&all.v));
    let mut fast = model.compile();
    let n = all.v.len();
    let (mut wide_out, mut out) = (vec![0.0; n], vec![0.0f32; n]);
    fast.inverse_dynamics_batch(States { q: &all.q, v: &all.v }, &all.a, &mut wide_out, Layout::Rows, Threads::One)
        .unwrap();
    for threads in [Threads::One, Threads::Pool] {
        fast.inverse_dynamics_batch_f32(States { q: &q, v: &v }, &narrow(&all.a), &mut out, Layout::Rows, threads)
            .unwrap();
        let widened: Vec<f64> = out.iter().map(|&x| f64::from(x)).collect();
        close(&widened[..], &wide_out[..], 1e-5);
    }
    fast.forward_dynamics_batch(States { q: &all.q, v: &all.v }, &all.tau, &mut wide_out, Layout::Rows, Threads::One)
        .unwrap();
    fast.forward_dynamics_batch_f32(States { q: &q, v: &v }, &narrow(&all.tau), &mut out, Layout::Rows, Threads::One)
        .unwrap();
    let widened: Vec<f64> = out.iter().map(|&x| f64::from(x)).collect();
    close(&widened[..], &wide_out[..], 1e-3);
}

#[test]
fn bad_states_are_named() {
    let model = random_model(1, &Options { floating: true, joints: 4, ..Options::default() });
    let mut fast = model.compile();
    let mut s = random_state(&model, 1);
    let nv = model.nv();
    let mut out = vec![0.0; nv];
    let message = |r: Result<(), crate::DynamicsError>| r.unwrap_err().to_string();
    assert_eq!(
        message(fast.inverse_dynamics(&s.q[1..], &s.v, &s.a, &mut out)),
        format!("q has {} entries, but model \"random 1\" needs {}", model.nq() - 1, model.nq())
    );
    s.a[2] = f64::NAN;
    let error = message(fast.inverse_dynamics(&s.q, &s.v, &s.a, &mut out));
    assert_eq!(error, "a[2] (joint \"floating_base\") is NaN: states must be finite numbers");
    let mut q = s.q.clone();
    q[6] *= 1.01;
    let error = message(fast.forward_dynamics(&q, &s.v, &s.tau, &mut out));
    assert!(
        error.starts_with("the quaternion of joint \"floating_base\" (q[3..7], stored x, y, z, w) has length 1."),
        "{error}"
    );
    let rows = |x: &[f64]| [x, x, x].concat();
    let mut q = rows(&s.q);
    q[model.nq() * 2 + 1] = f64::INFINITY;
    let error = message(fast.forward_dynamics_batch(
        States { q: &q, v: &rows(&s.v) },
        &rows(&s.tau),
        &mut vec![0.0; 3 * nv],
        Layout::Rows,
        Threads::One,
    ));
    assert_eq!(error, "state 2 of the batch: q[1] (joint \"floating_base\") is inf: states must be finite numbers");
    let error = message(fast.inverse_dynamics_batch(
        States { q: &rows(&s.q), v: &rows(&s.v) },
        &rows(&s.tau),
        &mut vec![0.0; 3 * nv],
        Layout::Blocks,
        Threads::One,
    ));
    assert_eq!(error, "a batch of 3 states does not fill blocks of 4: pad it to a multiple of 4, or use Layout::Rows");
}

#[test]
fn a_singular_inertia_matrix_is_an_error_of_forward_dynamics_only() {
    let model = random_model(5, &Options { massless_leaves: true, rotors: 0.0, ..Options::revolute(6, Shape::Tree) });
    let s = random_state(&model, 5);
    for mut fast in variants(&model) {
        let mut out = vec![0.0; model.nv()];
        fast.inverse_dynamics(&s.q, &s.v, &s.a, &mut out).unwrap();
        close(&out[..], Dense::new(&model, &s.q, &s.v).inverse(&s.a, &[]).as_slice(), 1e-12);
        let error = fast.forward_dynamics(&s.q, &s.v, &s.tau, &mut out).unwrap_err();
        assert!(matches!(error, crate::DynamicsError::Singular { .. }), "{error}");
    }
}

// oracle: double precision; stretched out, the pivot of a bob on a massless link is noise in single precision
#[test]
fn small_pivots_in_single_precision_are_computed_in_double_precision() {
    use denoc_math::{Pose, Sym3, Vec3};
    use denoc_model::{Description, Joint, MassProperties};
    let down = Vec3::new(0.0, 0.0, -1.0);
    let bob = MassProperties { mass: 1.0, center: down, inertia: Sym3::diagonal(1e-8, 1e-8, 1e-8) };
    let model = Description::new("pendulum")
        .link("thread", MassProperties::none())
        .link("bob", bob)
        .joint("upper", "ground", "thread", Joint::revolute(Vec3::unit(1)), Pose::identity())
        .joint("lower", "thread", "bob", Joint::revolute(Vec3::unit(1)), Pose::translation(down))
        .build()
        .unwrap();
    let mut fast = model.compile();
    let (q, v, tau) = ([0.3f32, 0.0], [0.1f32, -0.2], [1e-3f32, 2e-3]);
    let wide = |x: &[f32]| x.iter().map(|&x| f64::from(x)).collect::<Vec<_>>();
    let mut exact = [0.0; 2];
    fast.forward_dynamics(&wide(&q), &wide(&v), &wide(&tau), &mut exact).unwrap();
    for threads in [Threads::One, Threads::Pool] {
        let mut out = [0.0f32; 6];
        let rows = |x: &[f32]| [x, x, x].concat();
        let states = States { q: &rows(&q), v: &rows(&v) };
        fast.forward_dynamics_batch_f32(states, &rows(&tau), &mut out, Layout::Rows, threads).unwrap();
        for state in out.chunks(2) {
            close(&wide(state)[..], &exact[..], 1e-6);
        }
    }
}

#[test]
fn batches_of_models_that_cannot_move_still_check_their_arguments() {
    use denoc_math::Pose;
    use denoc_model::{Description, Joint, MassProperties};
    let model = Description::new("statue")
        .link("a", MassProperties::none())
        .joint("weld", "ground", "a", Joint::fixed(), Pose::identity())
        .build()
        .unwrap();
    let mut fast = model.compile();
    fast.inverse_dynamics_batch(States { q: &[], v: &[] }, &[], &mut [], Layout::Rows, Threads::One).unwrap();
    let error = fast
        .inverse_dynamics_batch(States { q: &[0.0], v: &[] }, &[], &mut [], Layout::Rows, Threads::One)
        .unwrap_err();
    assert_eq!(error.to_string(), "q has 1 entry, but model \"statue\" needs 0");
}

/// Numbers as single precision.
fn narrow(x: &[f64]) -> Vec<f32> {
    x.iter().map(|&x| x as f32).collect()
}

// oracle: with masses and lengths in units of their own (M, L) accelerations times L are the same for all M; beyond the range of the
// number type there is no answer, which must not read as zero accelerations
#[test]
fn pivots_that_overflow_are_not_large_pivots() {
    use denoc_math::{Pose, Sym3, Vec3};
    use denoc_model::{Description, Joint, MassProperties};
    // inertia about the joint overflows, about the mass centre it does not
    let bob = |mass: f64, length: f64| MassProperties {
        mass,
        center: Vec3::new(length, 0.0, 0.0),
        inertia: Sym3::diagonal(mass, mass, mass),
    };
    let arm = |mass: f64, length: f64, slides: bool| {
        let tip = Pose::translation(Vec3::new(length, 0.0, 0.0));
        let second = if slides { Joint::prismatic(Vec3::unit(0)) } else { Joint::revolute(Vec3::unit(1)) };
        Description::new("arm")
            .link("upper", bob(mass, length))
            .link("lower", bob(mass, length))
            .joint("shoulder", "ground", "upper", Joint::revolute(Vec3::unit(1)), Pose::identity())
            .joint("elbow", "upper", "lower", second, tip)
            .build()
            .unwrap()
    };
    let overflows = |error: &crate::DynamicsError| match error {
        crate::DynamicsError::InBatch { error, .. } => matches!(**error, crate::DynamicsError::NotFinite { .. }),
        error => matches!(error, crate::DynamicsError::NotFinite { .. }),
    };
    let floating = |mass: f64, length: f64| {
        Description::new("body")
            .link("body", bob(mass, length))
            .joint("base", "ground", "body", Joint::free(), Pose::identity())
            .build()
            .unwrap()
    };
    let models = [
        (arm(1e200, 1e100, false), "arm"),
        (arm(1e200, 1e200, false), "longer"),
        (arm(1.0, 1e200, true), "slide"),
        (floating(1e200, 1e200), "base"),
    ];
    for (model, name) in models {
        let (nq, nv) = (model.nq(), model.nv());
        let (mut q, v, tau) = (model.neutral(), vec![0.0; nv], vec![1.0; nv]);
        q[nq - 1] += if nq == nv { 0.3 } else { 0.0 };
        for mut fast in variants(&model) {
            let mut a = vec![0.0; nv];
            let error = fast.forward_dynamics(&q, &v, &tau, &mut a).expect_err(name);
            assert!(overflows(&error), "{name}: {error}");
            let five = |x: &[f64]| x.repeat(5);
            for threads in [Threads::One, Threads::Pool] {
                let (rows, mut out) = ((five(&q), five(&v)), vec![0.0; 5 * nv]);
                let states = States { q: &rows.0, v: &rows.1 };
                let batch = fast.forward_dynamics_batch(states, &five(&tau), &mut out, Layout::Rows, threads);
                assert!(overflows(batch.as_ref().expect_err(name)), "{name}: {batch:?}");
                let (q, v, tau) = (narrow(&five(&q)), narrow(&five(&v)), narrow(&five(&tau)));
                let (states, mut out) = (States { q: &q, v: &v }, vec![0.0; 5 * nv]);
                let batch = fast.forward_dynamics_batch_f32(states, &tau, &mut out, Layout::Rows, threads);
                assert!(overflows(batch.as_ref().expect_err(name)), "{name}: {batch:?}");
            }
        }
    }
    // speeds whose squares overflow
    let model = arm(1.0, 1.0, false);
    for mut fast in variants(&model) {
        for speed in [1e200, 1e300] {
            let mut a = [0.0; 2];
            let error = fast.forward_dynamics(&[0.1, 0.3], &[speed, speed], &[0.0; 2], &mut a).expect_err("speed");
            assert!(overflows(&error), "{speed}: {error}");
            let rows = [0.1, 0.3].repeat(5);
            let states = States { q: &rows, v: &[speed].repeat(10) };
            let batch = fast.forward_dynamics_batch(states, &[0.0; 10], &mut [0.0; 10], Layout::Rows, Threads::One);
            assert!(overflows(batch.as_ref().expect_err("speed")), "{speed}: {batch:?}");
        }
    }
    // beyond the range of single precision, within that of double precision
    let model = arm(1e30, 1e6, false);
    let (q, v, tau) = ([0.1, 0.3], [0.2, -0.1], [1e20, 1e30]);
    for mut fast in variants(&model) {
        let mut exact = [0.0; 2];
        fast.forward_dynamics(&q, &v, &tau, &mut exact).unwrap();
        let [q, v, tau] = [q, v, tau].map(|x| narrow(&x));
        let mut out = [0.0_f32; 2];
        let states = States { q: &q, v: &v };
        fast.forward_dynamics_batch_f32(states, &tau, &mut out, Layout::Rows, Threads::One).unwrap();
        close(&out.map(f64::from)[..], &exact[..], 1e-6);
    }
}
