//! The contract of every kind in the registry. Oracle: dual numbers through the pose.

use denoc_math::random::Random;
use denoc_math::{Dual, Pose, Real, Twist, Vec3};

use super::{Joint, JointSpace, KINDS};

type D = Dual<f64, 1>;

fn random(seed: u64) -> impl FnMut() -> f64 {
    let mut random = Random::new(seed);
    move || random.signed(1.0)
}

fn each(mut check: impl FnMut(&Joint<f64>, &[f64], &[f64], &mut dyn FnMut() -> f64)) {
    for kind in KINDS {
        for seed in 1..40 {
            let mut random = random(seed);
            let joint = (kind.example)(&mut random);
            let (nq, nv) = (joint.q_units().len(), joint.v_units().len());
            let mut zero = vec![0.0; nq];
            joint.neutral(&mut zero);
            let step: Vec<f64> = (0..nv).map(|_| 2.0 * random()).collect();
            let mut q = zero.clone();
            joint.integrate(&zero, &step, &mut q);
            let v: Vec<f64> = (0..nv).map(|_| random()).collect();
            check(&joint, &q, &v, &mut random);
        }
    }
}

/// q with its rate for speeds v attached.
fn moving(joint: &Joint<f64>, q: &[f64], v: &[f64]) -> Vec<D> {
    let mut rate = vec![0.0; q.len()];
    joint.rate(q, v, &mut rate);
    q.iter().zip(&rate).map(|(&value, &r)| D { value, parts: [r] }).collect()
}

fn twist_of(pose: Pose<D>) -> Twist<f64> {
    let (r, dr) = (pose.rotation.map(|x| x.value), pose.rotation.map(|x| x.parts[0]));
    let w = r.transpose() * dr;
    let linear = r.apply_transpose(pose.position.map(|x| x.parts[0]));
    Twist::new(Vec3::new(w.y.z, w.z.x, w.x.y), linear)
}

fn combine<T: Real>(columns: &[Twist<T>], v: &[T]) -> Twist<T> {
    columns.iter().zip(v).fold(Twist::zero(), |sum, (c, &v)| c.mul_add(v, sum))
}

fn close(what: &str, joint: &Joint<f64>, a: Twist<f64>, b: Twist<f64>) {
    for (x, y) in a.to_array().into_iter().zip(b.to_array()) {
        assert!((x - y).abs() < 1e-12, "{what} of {}: {a:?} {b:?}", joint.keyword());
    }
}

#[test]
fn the_neutral_pose_is_the_identity_or_finite() {
    each(|joint, _, _, _| {
        let mut zero = vec![0.0; joint.q_units().len()];
        joint.neutral(&mut zero);
        let p = joint.pose(&zero);
        assert!(p.position.norm() < 1e-15 && (p.rotation.x.x - 1.0).abs() < 1e-15, "{}", joint.keyword());
    });
}

#[test]
fn columns_are_the_rate_of_the_pose() {
    each(|joint, q, v, _| {
        let mut columns = vec![Twist::zero(); v.len()];
        joint.columns(q, &mut columns);
        let by_pose = twist_of(joint.lift::<D>().pose(&moving(joint, q, v)));
        close("columns", joint, combine(&columns, v), by_pose);
    });
}

#[test]
fn bias_is_the_rate_of_the_columns() {
    each(|joint, q, v, _| {
        let mut columns = vec![Twist::zero(); v.len()];
        joint.lift::<D>().columns(&moving(joint, q, v), &mut columns);
        let constant: Vec<D> = v.iter().map(|&v| D::constant(v)).collect();
        let rate = combine(&columns, &constant).map(|x| x.parts[0]);
        close("bias", joint, joint.bias(q, v), rate);
    });
}

#[test]
fn steps_and_differences_are_inverse() {
    each(|joint, q, v, _| {
        let mut to = vec![0.0; q.len()];
        joint.integrate(q, v, &mut to);
        let mut back = vec![0.0; v.len()];
        joint.difference(q, &to, &mut back);
        for (a, b) in back.iter().zip(v) {
            assert!((a - b).abs() < 1e-12, "{}: {back:?} {v:?}", joint.keyword());
        }
        if let Some(norm) = joint.quaternion_norm(&to) {
            assert!((norm - 1.0).abs() < 1e-15);
        }
    });
}

// oracle: central difference of `integrate`
#[test]
fn small_steps_follow_the_rate() {
    each(|joint, q, v, _| {
        let mut rate = vec![0.0; q.len()];
        joint.rate(q, v, &mut rate);
        let h = 1e-5;
        let step = |sign: f64| {
            let mut out = vec![0.0; q.len()];
            joint.integrate(q, &v.iter().map(|v| sign * h * v).collect::<Vec<_>>(), &mut out);
            out
        };
        for ((a, b), r) in step(1.0).iter().zip(step(-1.0)).zip(&rate) {
            assert!(((a - b) / (2.0 * h) - r).abs() < 1e-8, "{}", joint.keyword());
        }
    });
}

#[test]
fn a_joint_reversed_undoes_the_joint() {
    each(|joint, q, v, _| {
        let back = joint.reversed();
        let identity = joint.pose(q) * back.pose(q);
        assert!(identity.position.norm() < 1e-13 && (identity.rotation.x.x - 1.0).abs() < 1e-13);
        let mut columns = vec![Twist::zero(); v.len()];
        back.columns(q, &mut columns);
        close("reversed", joint, combine(&columns, v), twist_of(back.lift::<D>().pose(&moving(joint, q, v))));
        assert_eq!(&back.reversed(), joint);
    });
}

#[test]
fn all_twelve_sequences_have_letters() {
    for sequence in super::EULER_SEQUENCES {
        let joint = super::Euler::<f64>::new(sequence).unwrap();
        assert_eq!(super::Euler::from_letters(&joint.letters()), Some(joint));
    }
    assert_eq!(super::Euler::<f64>::from_letters("xxy"), None);
    assert_eq!(super::Euler::<f64>::from_letters("abc"), None);
    assert_eq!(super::Euler::<f64>::from_letters("xyzx"), None);
}
