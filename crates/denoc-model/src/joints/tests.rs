//! The contract of every kind in the registry. Oracle: dual numbers through the pose.

use denoc_math::random::Random;
use denoc_math::{Dual, Mat3, Pose, Real, Twist, Vec3};

use super::{
    Chart, ColumnChange, Form, Guess, Joint, JointSpace, JointState, KINDS, MAX_COLUMNS, SimpleMotion, Slopes, Unit,
    Value,
};

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

/// The columns for dual coordinates that change at this rate.
fn columns_along(joint: &Joint<f64>, q: &[f64], rate: &[f64]) -> Vec<Twist<D>> {
    let at: Vec<D> = q.iter().zip(rate).map(|(&value, &r)| D { value, parts: [r] }).collect();
    let mut columns = vec![Twist::zero(); joint.v_units().len()];
    joint.lift::<D>().columns(&at, &mut columns);
    columns
}

#[test]
fn slopes_are_the_derivatives_of_columns_and_bias() {
    each(|joint, q, v, _| {
        let n = v.len();
        let mut columns = vec![Twist::zero(); n];
        joint.columns(q, &mut columns);
        // previous contents must be overwritten
        let mut slopes = vec![Twist::new(Vec3::unit(0), Vec3::unit(1)); n * MAX_COLUMNS];
        let mut bias = [Twist::new(Vec3::unit(0), Vec3::unit(1)); MAX_COLUMNS];
        joint.slopes(JointState { q, v }, &columns, Slopes { columns: &mut slopes, bias: &mut bias });
        if joint.column_change() == ColumnChange::Constant {
            assert!(slopes.iter().chain(&bias).all(|t| *t == Twist::zero()), "{}", joint.keyword());
        }
        if q.len() != n {
            return; // quaternions: derivatives are along the motion
        }
        for m in 0..n {
            let unit: Vec<f64> = (0..n).map(|k| if k == m { 1.0 } else { 0.0 }).collect();
            for (k, column) in columns_along(joint, q, &unit).iter().enumerate() {
                close("slope", joint, slopes[m * MAX_COLUMNS + k], column.map(|x| x.parts[0]));
            }
            let at: Vec<D> = q.iter().zip(&unit).map(|(&value, &r)| D { value, parts: [r] }).collect();
            let speeds: Vec<D> = v.iter().map(|&v| D::constant(v)).collect();
            close("slope of bias", joint, bias[m], joint.lift::<D>().bias(&at, &speeds).map(|x| x.parts[0]));
        }
    });
}

/// Extends an orthonormal basis by a six-vector; returns whether the vector was outside its span.
fn extends(basis: &mut Vec<[f64; 6]>, t: Twist<f64>) -> bool {
    let dot = |a: &[f64; 6], b: &[f64; 6]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    let mut left = t.to_array();
    for _ in 0..2 {
        for b in basis.iter() {
            let along = dot(b, &left);
            left.iter_mut().zip(b).for_each(|(x, b)| *x -= along * b);
        }
    }
    let size = dot(&left, &left).sqrt();
    if size < 1e-10 {
        return false;
    }
    basis.push(left.map(|x| x / size));
    true
}

#[test]
fn constant_columns_and_spans_are_what_they_say() {
    each(|joint, q, v, _| {
        let n = v.len();
        let mut zero = vec![0.0; q.len()];
        joint.neutral(&mut zero);
        let (mut here, mut there) = (vec![Twist::zero(); n], vec![Twist::zero(); n]);
        joint.columns(&zero, &mut here);
        joint.columns(q, &mut there);
        if joint.column_change() == ColumnChange::Constant {
            assert_eq!(here, there, "{}", joint.keyword());
            assert!(joint.has_constant_span(), "{}", joint.keyword());
        }
        if joint.has_constant_span() {
            let mut basis = Vec::new();
            here.iter().for_each(|column| _ = extends(&mut basis, *column));
            let new = there.iter().any(|column| extends(&mut basis, *column));
            assert!(!new, "{}: the span of the columns moves", joint.keyword());
        }
    });
}

#[test]
fn quaternion_joints_obey_their_rules() {
    each(|joint, q, _, _| {
        let (units, speeds) = (joint.q_units(), joint.v_units());
        let mut zero = vec![0.0; units.len()];
        joint.neutral(&mut zero);
        let of_zero = |i: usize| if units[i] == Unit::Quaternion && i + 1 == units.len() { 1.0 } else { 0.0 };
        assert_eq!(zero, (0..units.len()).map(of_zero).collect::<Vec<_>>(), "{}", joint.keyword());
        assert!(speeds.len() <= MAX_COLUMNS && !speeds.contains(&Unit::Quaternion), "{}", joint.keyword());
        let expected: &[Unit] = match joint.chart() {
            Chart::Vector => speeds,
            Chart::Ball => &[Unit::Quaternion; 4],
            Chart::Free => units,
        };
        assert_eq!(units, expected, "{}: the chart does not fit the coordinates", joint.keyword());
        let quaternion = units.contains(&Unit::Quaternion);
        assert_eq!(quaternion, joint.chart() != Chart::Vector, "{}", joint.keyword());
        assert_eq!(quaternion, joint.quaternion_norm(q).is_some(), "{}", joint.keyword());
        assert!(!joint.kind().rotation_spring || joint.chart() == Chart::Ball, "{}", joint.keyword());
    });
}

// oracle: the pose of the coordinates found
#[test]
fn coordinates_of_a_pose_have_that_pose() {
    each(|joint, q, _, _| {
        let target = joint.pose(q);
        let mut found = vec![0.0; q.len()];
        joint.neutral(&mut found);
        let guess = joint.coordinates(target, &mut found);
        if joint.q_units().contains(&Unit::Quaternion) || q.is_empty() {
            let known = joint.original().is_some() || guess == Guess::Exact;
            assert!(known, "{}: the search does not support quaternions", joint.keyword());
        }
        if guess != Guess::Unknown {
            let off = joint.pose(&found).inverse() * target;
            assert!(off.position.norm() < 1e-12 && (off.rotation.x.x - 1.0).abs() < 1e-12, "{}", joint.keyword());
        }
    });
}

// oracle: at the nearest pose, what leads to the given one is at right angles to all that the joint can do
#[test]
fn coordinates_of_poses_off_the_joint_are_nearest() {
    each(|joint, q, _, random| {
        let mut vector = || Vec3::new(0.3 * random(), 0.3 * random(), 0.3 * random());
        let (turn, shift) = (vector(), vector());
        let (sin, cos) = turn.norm().sin_cos();
        let off = Pose::new(Mat3::rotation(turn.scale(turn.norm().recip()), sin, cos), shift);
        let (target, mut found) = (joint.pose(q) * off, vec![0.0; q.len()]);
        joint.neutral(&mut found);
        if joint.coordinates(target, &mut found) != Guess::Exact {
            return;
        }
        let off = joint.pose(&found).inverse() * target;
        let r = off.rotation;
        let away = Twist::new(Vec3::new(r.y.z - r.z.y, r.z.x - r.x.z, r.x.y - r.y.x), off.position);
        let mut columns = vec![Twist::zero(); joint.v_units().len()];
        joint.columns(&found, &mut columns);
        for column in columns {
            let along = column.angular.dot(away.angular) + column.linear.dot(away.linear);
            assert!(along.abs() < 1e-14, "{}: {along:e}", joint.keyword());
        }
    });
}

#[test]
fn full_turns_repeat_where_the_joint_says_so() {
    each(|joint, q, _, _| {
        if !joint.full_turns_repeat() {
            return;
        }
        for i in (0..q.len()).filter(|&i| joint.q_units()[i] == Unit::Angle) {
            let mut turned = q.to_vec();
            turned[i] += core::f64::consts::TAU;
            let off = joint.pose(q).inverse() * joint.pose(&turned);
            assert!(off.position.norm() < 1e-13 && (off.rotation.x.x - 1.0).abs() < 1e-13, "{}", joint.keyword());
        }
    });
}

// oracle: rotations and translations multiplied out
#[test]
fn simple_motions_make_up_the_pose() {
    each(|joint, q, _, _| {
        let Some(motions) = joint.simple_motions() else { return };
        let mut pose = Pose::identity();
        let mut rest = q;
        for motion in motions.iter() {
            let count = match motion {
                SimpleMotion::Turn(_) | SimpleMotion::Slide(_) => 1,
                SimpleMotion::Ball => 4,
                SimpleMotion::Free => 7,
            };
            let (coordinates, others) = rest.split_at(count);
            rest = others;
            pose = pose
                * match motion {
                    SimpleMotion::Turn(axis) => {
                        Pose::new(Mat3::rotation(*axis, coordinates[0].sin(), coordinates[0].cos()), Vec3::zero())
                    }
                    SimpleMotion::Slide(axis) => Pose::translation(axis.scale(coordinates[0])),
                    SimpleMotion::Ball => Joint::spherical().pose(coordinates),
                    SimpleMotion::Free => Joint::free().pose(coordinates),
                };
        }
        assert!(rest.is_empty(), "{}", joint.keyword());
        let off = joint.pose(q).inverse() * pose;
        assert!(off.position.norm() < 1e-13 && (off.rotation.x.x - 1.0).abs() < 1e-13, "{}", joint.keyword());
    });
}

// oracle: two columns that become parallel there, and nowhere else
#[test]
fn columns_are_dependent_where_the_joint_locks() {
    each(|joint, q, _, _| {
        let Some(lock) = joint.gimbal_lock() else { return };
        for (angle, free) in [(0.0, false), (core::f64::consts::PI, false), (0.5, true)] {
            let mut at = q.to_vec();
            at[lock.coordinate] = lock.angle + angle;
            let mut columns = vec![Twist::zero(); at.len()];
            joint.columns(&at, &mut columns);
            let mut basis = Vec::new();
            let independent = columns.iter().all(|column| extends(&mut basis, *column));
            assert_eq!(independent, free, "{}", joint.keyword());
        }
    });
}

#[test]
fn values_fit_the_parameters_and_make_the_joint_again() {
    each(|joint, q, _, _| {
        let kind = joint.kind();
        assert_eq!(kind.keyword, joint.keyword());
        if !kind.in_files {
            assert!(kind.parameters.is_empty(), "{}", joint.keyword());
            return;
        }
        let values = joint.values();
        let keys: Vec<&str> = values.iter().map(|(key, _)| key).collect();
        assert_eq!(keys, kind.parameters.iter().map(|p| p.key).collect::<Vec<_>>(), "{}", joint.keyword());
        for ((key, value), parameter) in values.iter().zip(kind.parameters) {
            let fits = match (value, parameter.form) {
                (Value::Direction(d), Form::Direction) => (d.norm() - 1.0).abs() < 1e-14,
                (Value::Directions(all), Form::Directions(count)) => all.len() == count,
                (Value::Number(_), Form::Number { .. }) => joint.with_number(key, 0.125).is_some(),
                (Value::Choice(choice), Form::Choice { choices, .. }) => choices.contains(choice),
                _ => false,
            };
            assert!(fits, "{}: {key}", joint.keyword());
        }
        let again = (kind.from_values)(&values).unwrap_or_else(|| panic!("{}: {values:?}", joint.keyword()));
        let off = joint.pose(q).inverse() * again.pose(q);
        assert!(off.position.norm() < 1e-14 && (off.rotation.x.x - 1.0).abs() < 1e-14, "{}", joint.keyword());
    });
}

#[test]
fn keywords_and_synonyms_are_unique() {
    let mut keywords: Vec<&str> = KINDS.iter().flat_map(|k| k.synonyms.iter().copied().chain([k.keyword])).collect();
    let count = keywords.len();
    keywords.sort_unstable();
    keywords.dedup();
    assert_eq!(keywords.len(), count);
}

#[test]
fn all_twelve_sequences_have_letters() {
    for sequence in super::EULER_SEQUENCES {
        let joint = super::Euler::<f64>::new(sequence).unwrap();
        assert_eq!(super::Euler::from_letters(joint.letters()), Some(joint));
    }
    assert_eq!(super::Euler::<f64>::from_letters("xxy"), None);
    assert_eq!(super::Euler::<f64>::from_letters("abc"), None);
    assert_eq!(super::Euler::<f64>::from_letters("xyzx"), None);
}
