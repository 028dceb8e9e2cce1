//! One source for many numbers: single precision, lanes, dual numbers, nested dual numbers, counting numbers.

use denoc_dynamics::{Dynamics, Workspace};
use denoc_math::{Count, Dual, F64x4, Lanes, Real, RigidMass, Vec3, count_operations};
use denoc_model::Model;
use denoc_model::joints::KINDS;
use denoc_testkit::{Kinds, Options, Shape, State, close, close_within, largest, random_model, random_state};

/// τ, q̈ and the inertia matrix with numbers of any kind.
fn evaluate<T: Real>(model: &Model<T>, q: &[T], v: &[T], a: &[T], tau: &[T]) -> [Vec<T>; 3] {
    let nv = model.nv();
    let zero = |n: usize| vec![T::zero(); n];
    let mut out = [zero(nv), zero(nv), zero(nv * nv)];
    let mut ws = Workspace::new(model);
    model.inverse_dynamics(&mut ws, q, v, a, &mut out[0]).unwrap();
    model.forward_dynamics(&mut ws, q, v, tau, &mut out[1]).unwrap();
    model.gim(&mut ws, q, &mut out[2]).unwrap();
    out
}

fn lift<T: Real>(x: &[f64]) -> Vec<T> {
    x.iter().map(|&x| T::lift(x)).collect()
}

fn evaluate_f64(model: &Model, s: &State) -> [Vec<f64>; 3] {
    evaluate(model, &s.q, &s.v, &s.a, &s.tau)
}

fn models(joints: usize) -> impl Iterator<Item = (Model, u64)> {
    (0..12).map(move |seed| {
        let shape = [Shape::Tree, Shape::Chain, Shape::Star][seed as usize % 3];
        let options = Options { joints, shape, floating: seed % 2 == 1, ..Options::default() };
        (random_model(seed, &options), seed)
    })
}

// oracle: double precision
#[test]
fn single_precision_has_the_digits_of_single_precision() {
    for (model, seed) in models(9) {
        let s = random_state(&model, seed);
        let wide = evaluate_f64(&model, &s);
        let narrow = |x: &[f64]| x.iter().map(|&x| x as f32).collect::<Vec<_>>();
        let out = evaluate(&model.cast::<f32>(), &narrow(&s.q), &narrow(&s.v), &narrow(&s.a), &narrow(&s.tau));
        let widen = |x: &[f32]| x.iter().map(|&x| f64::from(x)).collect::<Vec<_>>();
        close(widen(&out[0]), &wide[0], 2e-5);
        close(widen(&out[2]), &wide[2], 2e-6);
        // accelerations by the forces they need
        let mut tau = vec![0.0; model.nv()];
        model.inverse_dynamics(&mut Workspace::new(&model), &s.q, &s.v, &widen(&out[1]), &mut tau).unwrap();
        let size = largest(&s.tau) + largest(&wide[2]) * largest(widen(&out[1])) + largest(&wide[0]);
        close_within(&tau, &s.tau, 2e-5 * size);
    }
}

/// Four states side by side.
fn four(states: &[State], pick: fn(&State) -> &Vec<f64>) -> Vec<F64x4> {
    (0..pick(&states[0]).len()).map(|k| Lanes(std::array::from_fn(|lane| pick(&states[lane])[k]))).collect()
}

fn lanes_against_single(model: &Model, seed: u64) {
    let states: Vec<State> = (0..4).map(|lane| random_state(model, 100 * seed + lane)).collect();
    let lanes = evaluate(
        &model.cast::<F64x4>(),
        &four(&states, |s| &s.q),
        &four(&states, |s| &s.v),
        &four(&states, |s| &s.a),
        &four(&states, |s| &s.tau),
    );
    for (lane, s) in states.iter().enumerate() {
        for (lanes, single) in lanes.iter().zip(evaluate_f64(model, s)) {
            let found: Vec<f64> = lanes.iter().map(|x| x.0[lane]).collect();
            assert_eq!(found, single, "lane {lane} of {}", model.name());
        }
    }
}

// oracle: the single evaluation, bit for bit
#[test]
fn lanes_carry_the_bits_of_single_states() {
    let without = ["spherical", "free", "reversed"];
    let kinds: Vec<&str> = KINDS.iter().map(|k| k.keyword).filter(|k| !without.contains(k)).collect();
    for seed in 0..12 {
        let options = Options { joints: 9, kinds: Kinds::Only(kinds.clone()), ..Options::default() };
        lanes_against_single(&random_model(seed, &options), seed);
    }
}

// oracle: the single evaluation, bit for bit; joints with quaternions
#[test]
fn lanes_with_quaternions_carry_the_bits_of_single_states() {
    for (model, seed) in models(9) {
        lanes_against_single(&model, seed);
    }
}

/// The derivative of all results along one direction by central differences with one step of Richardson's extrapolation.
fn differences(f: impl Fn(f64) -> [Vec<f64>; 3]) -> [Vec<f64>; 3] {
    let central = |h: f64| {
        let (plus, minus) = (f(h), f(-h));
        std::array::from_fn::<Vec<f64>, 3, _>(|k| {
            plus[k].iter().zip(&minus[k]).map(|(p, m)| (p - m) / (2.0 * h)).collect()
        })
    };
    let (coarse, fine) = (central(2e-4), central(1e-4));
    std::array::from_fn(|k| fine[k].iter().zip(&coarse[k]).map(|(f, c)| (4.0 * f - c) / 3.0).collect())
}

/// A body whose mass is scaled: mass, first moment and inertia are proportional to it.
fn heavier<T: Real>(m: RigidMass<T>, factor: T) -> RigidMass<T> {
    RigidMass { mass: m.mass * factor, first_moment: m.first_moment.scale(factor), inertia: m.inertia.scale(factor) }
}

/// The model with the mass of one link scaled by 1 + x, and its placement moved by y along the parent's x axis.
fn changed<T: Real>(model: &Model, link: usize, x: T, y: T) -> Model<T> {
    let mut model = model.cast::<T>();
    let l = &mut model.links_mut()[link];
    l.mass = heavier(l.mass, T::one() + x);
    l.placement.position += Vec3::new(y, T::zero(), T::zero());
    model
}

type D = Dual<f64, 3>;
/// The results as a function of one number.
type Along<'a> = dyn Fn(f64) -> [Vec<f64>; 3] + 'a;

// oracle: central differences
#[test]
fn dual_numbers_differentiate_by_mass_length_and_coordinate() {
    for seed in 0..10 {
        let options = Options { floating: seed % 2 == 0, ..Options::revolute(6, Shape::Chain) };
        let model = random_model(seed, &options);
        let s = random_state(&model, seed);
        let (link, at) = (model.links().len() - 2, model.nq() - 3);
        let dual = changed(&model, link, D::variable(0.0, 0), D::variable(0.0, 1));
        let mut q = lift::<D>(&s.q);
        q[at] = D::variable(s.q[at], 2);
        let exact = evaluate(&dual, &q, &lift(&s.v), &lift(&s.a), &lift(&s.tau));
        let by: [Box<Along<'_>>; 3] = [
            Box::new(|h| evaluate_f64(&changed(&model, link, h, 0.0), &s)),
            Box::new(|h| evaluate_f64(&changed(&model, link, 0.0, h), &s)),
            Box::new(|h| {
                let mut s = s.clone();
                s.q[at] += h;
                evaluate_f64(&model, &s)
            }),
        ];
        for (direction, f) in by.iter().enumerate() {
            for ((exact, difference), value) in exact.iter().zip(differences(f)).zip(f(0.0)) {
                let slope: Vec<f64> = exact.iter().map(|x| x.parts[direction]).collect();
                assert!(largest(&slope) > 0.0, "nothing depends on direction {direction}");
                close_within(&slope, difference, 1e-8 * (largest(&value) + largest(&slope)));
                // the value is not disturbed
                close(exact.iter().map(|x| x.value).collect::<Vec<_>>(), value, 1e-15);
            }
        }
    }
}

// oracle: mechanics: τ is linear in the masses, so that the sum of derivatives by all of them is τ itself
#[test]
fn forces_are_the_sum_of_their_derivatives_by_the_masses() {
    for (model, seed) in models(7) {
        let s = random_state(&model, seed);
        let mut dual = model.cast::<Dual<f64, 1>>();
        for l in dual.links_mut() {
            l.mass = heavier(l.mass, Dual::variable(1.0, 0));
            // the rotors are masses too
            l.rotor_inertia = l.rotor_inertia * Dual::variable(1.0, 0);
        }
        let tau = &evaluate(&dual, &lift(&s.q), &lift(&s.v), &lift(&s.a), &lift(&s.tau))[0];
        let value: Vec<f64> = tau.iter().map(|x| x.value).collect();
        close(tau.iter().map(|x| x.parts[0]).collect::<Vec<_>>(), &value, 1e-14);
    }
}

// oracle: differences of first derivatives, and the symmetry of mixed ones
#[test]
fn nested_dual_numbers_give_second_derivatives() {
    type Second = Dual<Dual<f64, 2>, 2>;
    let model = random_model(4, &Options::revolute(5, Shape::Chain));
    let s = random_state(&model, 4);
    let (i, j) = (2, 4);
    let first_at = |x: f64, y: f64| {
        let mut q = lift::<Dual<f64, 2>>(&s.q);
        (q[i], q[j]) = (Dual::variable(s.q[i] + x, 0), Dual::variable(s.q[j] + y, 1));
        evaluate(&model.cast(), &q, &lift(&s.v), &lift(&s.a), &lift(&s.tau))
    };
    let mut q = lift::<Second>(&s.q);
    let variable = |x: f64, k: usize| Dual { value: Dual::variable(x, k), ..Dual::variable(Dual::constant(x), k) };
    (q[i], q[j]) = (variable(s.q[i], 0), variable(s.q[j], 1));
    let second = evaluate(&model.cast(), &q, &lift(&s.v), &lift(&s.a), &lift(&s.tau));
    let first = first_at(0.0, 0.0);
    for kind in 0..3 {
        for (x, y) in second[kind].iter().zip(&first[kind]) {
            let size = 1.0 + largest(first[kind].iter().map(|x| x.value).collect::<Vec<_>>());
            close_within(x.value.value, y.value, 1e-13 * size);
            close_within(x.value.parts, y.parts, 1e-12 * size);
            close_within(x.parts[0].parts[1], x.parts[1].parts[0], 1e-11 * size);
        }
        // ∂²/∂qi∂qj by differences of ∂/∂qj along qi
        let slope = differences(|h| first_at(h, 0.0).map(|r| r.iter().map(|x| x.parts[1]).collect()));
        let found: Vec<f64> = second[kind].iter().map(|x| x.parts[0].parts[1]).collect();
        close_within(&found, &slope[kind], 1e-7 * (1.0 + largest(&found)));
    }
}

// oracle: the same numbers without a counter; and counts that grow linearly with the chain
#[test]
fn counting_numbers_compute_and_count() {
    let count = |n: usize| {
        let model = denoc_testkit::chain(n);
        let s = random_state(&model, 1);
        let counting = model.cast::<Count>();
        let mut ws = Workspace::new(&counting);
        let mut tau = lift::<Count>(&s.tau);
        let (q, v, a) = (lift(&s.q), lift(&s.v), lift(&s.a));
        let (result, done) = count_operations(|| counting.inverse_dynamics(&mut ws, &q, &v, &a, &mut tau));
        result.unwrap();
        close(tau.iter().map(|x| x.0).collect::<Vec<_>>(), &evaluate_f64(&model, &s)[0], 1e-14);
        assert_eq!(done.sin_cos as usize, n);
        done
    };
    let [ten, twenty, thirty] = [10, 20, 30].map(count);
    assert!(ten.multiplications > 0);
    assert_eq!(thirty.multiplications - twenty.multiplications, twenty.multiplications - ten.multiplications);
    assert_eq!(thirty.additions - twenty.additions, twenty.additions - ten.additions);
}
