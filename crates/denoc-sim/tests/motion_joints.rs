//! Motions of joints. Oracles are named at each test.

mod motion_support;

use denoc_mechanism::evaluate::State;
use denoc_model::{Description, DhRow, MassProperties, Model};
use denoc_sim::SimError;
use denoc_sim::motion::{
    ConstantMotion, Ends, Motion, PointToPoint, Polynomial, Sequence, Spline, TableMotion, TimeLaw, Waypoint,
};
use denoc_testkit::{Options, Random, close, close_within, cycloidal, random_model, random_state};
use motion_support::{at, check_rates};

const LAWS: [TimeLaw; 5] = [
    TimeLaw::Cycloidal,
    TimeLaw::Cubic,
    TimeLaw::Quintic,
    TimeLaw::Trapezoidal { blend: 0.2 },
    TimeLaw::Trapezoidal { blend: 0.5 },
];

/// Every kind of joint, on a floating base.
fn tree() -> Model {
    random_model(5, &Options { joints: 13, ..Options::default() }.floating())
}

fn planar() -> Model {
    let row = DhRow::revolute(0.0, 0.0, 0.5, 0.0);
    Description::from_dh("planar", &[(row, MassProperties::none()), (row, MassProperties::none())]).build().unwrap()
}

fn goal(model: &Model, from: &[f64], seed: u64) -> Vec<f64> {
    let step = Random::new(seed).vector(model.nv(), 1.2);
    let mut q = vec![0.0; model.nq()];
    model.integrate(from, &step, &mut q).unwrap();
    q
}

// oracle: the printed formula in the test kit
#[test]
fn the_cycloidal_motion_is_that_of_the_book() {
    let model = planar();
    let motion = PointToPoint::new(&model, &[0.1, -0.2], &[3.0, 1.0], 10.0, TimeLaw::Cycloidal).unwrap();
    for k in 0..=20 {
        let t = 0.5 * f64::from(k);
        let (q, v, a) = at(&model, &motion, t);
        let expected = cycloidal(0.1, 3.0, 10.0, t);
        close_within([q[0], v[0], a[0]], expected, 1e-14);
        close_within([q[1], v[1], a[1]], cycloidal(-0.2, 1.0, 10.0, t), 1e-14);
    }
}

// oracle: central differences on the manifold; the ends
#[test]
fn speeds_and_accelerations_are_rates_for_every_joint_and_law() {
    let model = tree();
    let start = random_state(&model, 3).q;
    let end = goal(&model, &start, 4);
    for law in LAWS {
        let motion = PointToPoint::new(&model, &start, &end, 2.0, law).unwrap();
        check_rates(&model, &motion, 9, 1e-6);
        for (t, expected) in [(0.0, &start), (2.0, &end), (-1.0, &start), (5.0, &end)] {
            let (q, v, _) = at(&model, &motion, t);
            let mut off = vec![0.0; model.nv()];
            model.difference(&q, expected, &mut off).unwrap();
            close_within(off, vec![0.0; model.nv()], 1e-12);
            close_within(v, vec![0.0; model.nv()], 1e-12);
        }
    }
}

// oracle: the definition, limits kept everywhere and touched somewhere
#[test]
fn the_fastest_motion_touches_a_limit_and_breaks_none() {
    let model = planar();
    for law in LAWS {
        for limits in [[0.5, 0.7, 2.0, 0.9], [5.0, 5.0, 0.3, 0.4], [0.1, 9.0, 9.0, 9.0]] {
            let (speed, acceleration) = (&limits[..2], &limits[2..]);
            let motion = PointToPoint::fastest(&model, &[0.0, 1.0], &[1.3, -0.4], law, speed, acceleration).unwrap();
            let mut used = 0.0f64;
            for k in 0..=2000 {
                let (_, v, a) = at(&model, &motion, motion.duration() * f64::from(k) / 2000.0);
                for i in 0..2 {
                    used = used.max(v[i].abs() / speed[i]).max(a[i].abs() / acceleration[i]);
                }
            }
            assert!((used - 1.0).abs() < 1e-5, "{law:?} {limits:?}: {used}");
        }
    }
}

// oracles: the prescribed ends; central differences
#[test]
fn polynomials_keep_speeds_and_accelerations_at_their_ends() {
    let model = tree();
    let (s, e) = (random_state(&model, 8), random_state(&model, 9));
    let end = goal(&model, &s.q, 10);
    let cubic = Polynomial::cubic(&model, State { q: &s.q, v: &s.v }, State { q: &end, v: &e.v }, 1.5).unwrap();
    let quintic = Polynomial::quintic(
        &model,
        Waypoint { q: &s.q, v: &s.v, a: &s.a },
        Waypoint { q: &end, v: &e.v, a: &e.a },
        1.5,
    )
    .unwrap();
    for motion in [&cubic as &dyn Motion, &quintic] {
        check_rates(&model, motion, 7, 3e-5);
        close(at(&model, motion, 0.0).1, &s.v, 1e-12);
        let (q, v, _) = at(&model, motion, 1.5);
        let mut off = vec![0.0; model.nv()];
        model.difference(&q, &end, &mut off).unwrap();
        close_within(off, vec![0.0; model.nv()], 1e-12);
        close(v, &e.v, 1e-11);
    }
    close(at(&model, &quintic, 0.0).2, &s.a, 1e-11);
    close(at(&model, &quintic, 1.5).2, &e.a, 1e-10);
}

// oracles: the points; continuity of accelerations; central differences; a cubic, which not-a-knot ends reproduce
#[test]
fn splines_pass_through_their_points_with_continuous_accelerations() {
    let model = tree();
    let mut points = vec![random_state(&model, 20).q];
    for k in 0..4 {
        let step = Random::new(30 + k).vector(model.nv(), 0.6);
        let mut q = vec![0.0; model.nq()];
        model.integrate(&points[k as usize], &step, &mut q).unwrap();
        points.push(q);
    }
    let times = [1.0, 1.5, 2.7, 3.0, 4.0];
    let (from, to) = (random_state(&model, 21).v, random_state(&model, 22).v);
    for ends in [Ends::Natural, Ends::Clamped(from.clone(), to.clone()), Ends::NotAKnot] {
        let motion = Spline::new(&model, &times, &points, &ends).unwrap();
        check_rates(&model, &motion, 9, 1e-4);
        for (t, point) in times.iter().zip(&points) {
            let mut off = vec![0.0; model.nv()];
            model.difference(&at(&model, &motion, t - 1.0).0, point, &mut off).unwrap();
            close_within(off, vec![0.0; model.nv()], 1e-11);
        }
        for t in &times[1..4] {
            let [left, right] = [-1e-9, 1e-9].map(|d| at(&model, &motion, t - 1.0 + d).2);
            close_within(left, right, 1e-5);
        }
        if let Ends::Clamped(..) = ends {
            close(at(&model, &motion, 0.0).1, &from, 1e-12);
            close(at(&model, &motion, 3.0).1, &to, 1e-11);
        }
    }
    let planar = planar();
    let points: Vec<Vec<f64>> = times.iter().map(|t| vec![t.sin(), t.cos()]).collect();
    let natural = Spline::new(&planar, &times, &points, &Ends::Natural).unwrap();
    for t in [0.0, 3.0] {
        close_within(at(&planar, &natural, t).2, [0.0; 2], 1e-12);
    }
    let cubic = |t: f64| vec![1.0 - t + 0.3 * t * t * t, t * t];
    let samples: Vec<Vec<f64>> = times.iter().map(|t| cubic(t - 1.0)).collect();
    let motion = TableMotion::new(&planar, &times, &samples, None, None).unwrap();
    for k in 0..30 {
        let t = 0.1 * f64::from(k);
        close_within(at(&planar, &motion, t).0, cubic(t), 1e-12);
    }
    // through three points the two pieces are one parabola, through two a line
    let parabola =
        TableMotion::new(&planar, &[0.0, 1.0, 3.0], &[vec![0.0, 1.0], vec![1.0, 0.0], vec![9.0, -2.0]], None, None);
    let parabola = parabola.unwrap();
    for k in 0..=30 {
        let t = 0.1 * f64::from(k);
        let (q, v, a) = at(&planar, &parabola, t);
        close_within(q, [t * t, 1.0 - t], 1e-12);
        close_within(v, [2.0 * t, -1.0], 1e-12);
        close_within(a, [2.0, 0.0], 1e-12);
    }
    let line = TableMotion::new(&planar, &[0.0, 2.0], &[vec![0.0, 1.0], vec![1.0, 0.0]], None, None).unwrap();
    close_within(at(&planar, &line, 1.0).1, [0.5, -0.5], 1e-12);
}

// oracle: limits kept everywhere and touched somewhere
#[test]
fn the_fastest_spline_touches_a_limit_and_breaks_none() {
    let model = planar();
    let points = [vec![0.0, 0.0], vec![1.0, 0.3], vec![0.5, -0.6], vec![2.0, 0.0]];
    for (speed, acceleration) in [([1.0, 0.7], [100.0, 100.0]), ([5.0, 5.0], [1.0, 1.2])] {
        let motion = Spline::fastest(&model, &points, &speed, &acceleration).unwrap();
        let mut used = 0.0f64;
        for k in 0..=3000 {
            let (_, v, a) = at(&model, &motion, motion.duration() * f64::from(k) / 3000.0);
            for i in 0..2 {
                used = used.max(v[i].abs() / speed[i]).max(a[i].abs() / acceleration[i]);
            }
        }
        assert!((used - 1.0).abs() < 1e-3, "{used}");
    }
}

// oracles: the motion that was sampled (a quintic, which quintics reproduce); central differences
#[test]
fn tables_with_speeds_and_accelerations() {
    let model = tree();
    let s = random_state(&model, 40);
    let end = goal(&model, &s.q, 42);
    let truth = PointToPoint::new(&model, &s.q, &end, 1.0, TimeLaw::Quintic).unwrap();
    let times: Vec<f64> = (0..=10).map(|k| 0.1 * f64::from(k)).collect();
    let rows: Vec<_> = times.iter().map(|&t| at(&model, &truth, t)).collect();
    let q: Vec<Vec<f64>> = rows.iter().map(|r| r.0.clone()).collect();
    let v: Vec<Vec<f64>> = rows.iter().map(|r| r.1.clone()).collect();
    let a: Vec<Vec<f64>> = rows.iter().map(|r| r.2.clone()).collect();
    let full = TableMotion::new(&model, &times, &q, Some(&v), Some(&a)).unwrap();
    let speeds = TableMotion::new(&model, &times, &q, Some(&v), None).unwrap();
    check_rates(&model, &full, 7, 1e-6);
    check_rates(&model, &speeds, 7, 1e-6);
    for k in 0..20 {
        let t = 0.05 * f64::from(k) + 0.013;
        let (truth, full, speeds) = (at(&model, &truth, t), at(&model, &full, t), at(&model, &speeds, t));
        close_within(full.0, &truth.0, 1e-12);
        close_within(full.2, &truth.2, 1e-9);
        // cubics: h⁴/384 times the fourth derivative
        close_within(speeds.0, &truth.0, 1e-4);
    }
}

// oracle: the phases alone
#[test]
fn sequences_play_their_phases_one_after_another() {
    let model = planar();
    let first = || PointToPoint::new(&model, &[0.0, 0.0], &[1.0, 2.0], 2.0, TimeLaw::Quintic).unwrap();
    let hold = || ConstantMotion::new(&model, &[1.0, 2.0], 0.5).unwrap();
    let back =
        || PointToPoint::new(&model, &[1.0, 2.0], &[0.0, 0.0], 1.0, TimeLaw::Trapezoidal { blend: 0.25 }).unwrap();
    let all = Sequence::new(&model, vec![Box::new(first()), Box::new(hold()), Box::new(back())]).unwrap();
    assert_eq!(all.duration(), 3.5);
    assert_eq!(all.breakpoints(), vec![0.0, 2.0, 2.5, 2.75, 3.25, 3.5]);
    assert_eq!(at(&model, &all, 0.7), at(&model, &first(), 0.7));
    assert_eq!(at(&model, &all, 2.2), at(&model, &hold(), 0.2));
    assert_eq!(at(&model, &all, 3.0), at(&model, &back(), 0.5));
    assert_eq!(at(&model, &all, 9.0).0, vec![0.0, 0.0]);
    let error = Sequence::new(&model, vec![Box::new(hold()), Box::new(first())]).unwrap_err().to_string();
    assert!(error.contains("phase 2 starts at 0 in coordinate 1, but the phase before ends at 2"), "{error}");
}

// oracle: the words
#[test]
fn senseless_motions_are_refused_with_words() {
    let model = planar();
    let words = |r: Result<(), SimError>| r.unwrap_err().to_string();
    let (a, b) = ([0.0, 0.0], [1.0, 1.0]);
    let go = |t: f64, law: TimeLaw| PointToPoint::new(&model, &a, &b, t, law).map(|_| ());
    assert!(words(go(-1.0, TimeLaw::Cubic)).contains("motion \"cubic\": the duration is -1"));
    assert!(words(go(f64::NAN, TimeLaw::Cubic)).contains("NaN"));
    assert!(words(go(1.0, TimeLaw::Trapezoidal { blend: 0.7 })).contains("blend is 0.7"));
    assert!(words(PointToPoint::new(&model, &[f64::NAN, 0.0], &b, 1.0, TimeLaw::Cubic).map(|_| ())).contains("NaN"));
    assert!(words(PointToPoint::new(&model, &[0.0], &b, 1.0, TimeLaw::Cubic).map(|_| ())).contains("1 entry"));
    let same = PointToPoint::fastest(&model, &a, &a, TimeLaw::Cubic, &[1.0; 2], &[1.0; 2]).map(|_| ());
    assert!(words(same).contains("start and goal are equal"));
    let zero = PointToPoint::fastest(&model, &a, &b, TimeLaw::Cubic, &[1.0, 0.0], &[1.0; 2]).map(|_| ());
    assert!(words(zero).contains("the speed limit of joint \"joint2\" is 0"));
    let rows = [a.to_vec(), b.to_vec()];
    assert!(words(Spline::new(&model, &[0.0, 0.0], &rows, &Ends::Natural).map(|_| ())).contains("times must rise"));
    assert!(words(Spline::new(&model, &[0.0], &rows[..1], &Ends::Natural).map(|_| ())).contains("at least two"));
    let short = TableMotion::new(&model, &[0.0, 1.0], &rows, Some(&rows[..1]), None).map(|_| ());
    assert!(words(short).contains("the number of rows of v is 1"));
    assert!(words(Sequence::new(&model, vec![]).map(|_| ())).contains("at least one"));
    assert!(words(TimeLaw::from_keyword("cubik").map(|_| ())).contains("cycloidal, cubic"));
    let rest = ConstantMotion::new(&model, &a, 1.0).unwrap();
    let (mut q, mut v, mut c) = ([0.0; 2], [0.0; 2], [0.0; 2]);
    assert!(words(rest.sample(f64::NAN, &mut q, &mut v, &mut c)).contains("the time is NaN"));
    assert!(words(rest.sample(0.0, &mut q[..1], &mut v, &mut c)).contains("the length of q is 1"));
}
