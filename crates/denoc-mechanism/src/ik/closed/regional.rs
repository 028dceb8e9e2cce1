//! Three joints that bring a point to a place: exp(ξ₁ q₁) exp(ξ₂ q₂) exp(ξ₃ q₃) x = y, for any revolute and prismatic joints.
//!
//! The point runs on a circle (or line) f about the third axis, the place, seen from behind the first joint, on g. The second
//! joint can bring f to g if, for a revolute joint, both have the same height along its axis and the same distance from a
//! point of it; for a prismatic one, if both are on a line along it. These are two equations in q₁ and q₃, linear in sines,
//! cosines and lengths but for the squared distance along a line. Eliminating one coordinate leaves at most a quartic
//! (Pieper).

use denoc_math::Vec3;
use nalgebra::{Matrix2, Vector2};

use super::trigonometry::{linear, quadratic, real_roots};
use super::{Candidate, angle_about};
use crate::fk::Axis;

/// A function of one coordinate: k + c cos q + s sin q, or k + m q + n q².
#[derive(Copy, Clone, Debug, Default)]
struct Form {
    k: f64,
    c: f64,
    s: f64,
    m: f64,
    n: f64,
}

/// Where a point goes: a + b cos q + c sin q, or a + b q.
#[derive(Copy, Clone, Debug)]
enum Curve {
    Circle { a: Vec3<f64>, b: Vec3<f64>, c: Vec3<f64> },
    Line { a: Vec3<f64>, b: Vec3<f64> },
}

impl Curve {
    fn new(axis: &Axis, point: Vec3<f64>) -> Self {
        if !axis.is_revolute() {
            return Self::Line { a: point, b: axis.direction };
        }
        let arm = point - axis.point;
        let center = axis.point + axis.direction.scale(axis.direction.dot(arm));
        Self::Circle { a: center, b: point - center, c: axis.direction.cross(arm) }
    }

    fn at(&self, q: f64) -> Vec3<f64> {
        match *self {
            Self::Circle { a, b, c } => a + b.scale(q.cos()) + c.scale(q.sin()),
            Self::Line { a, b } => a + b.scale(q),
        }
    }

    /// The component along `u`.
    fn along(&self, u: Vec3<f64>) -> Form {
        match *self {
            Self::Circle { a, b, c } => Form { k: a.dot(u), c: b.dot(u), s: c.dot(u), ..Form::default() },
            Self::Line { a, b } => Form { k: a.dot(u), m: b.dot(u), ..Form::default() },
        }
    }

    /// Half the squared distance from `o`, over `size`.
    fn square(&self, o: Vec3<f64>, size: f64) -> Form {
        let half = 0.5 / size;
        match *self {
            Self::Circle { a, b, c } => {
                let r = a - o;
                let k = (r.dot(r) + b.dot(b)) * half;
                Form { k, c: r.dot(b) / size, s: r.dot(c) / size, ..Form::default() }
            }
            Self::Line { a, b } => {
                let r = a - o;
                Form { k: r.dot(r) * half, m: r.dot(b) / size, n: half, ..Form::default() }
            }
        }
    }
}

/// All candidates; `None` if the geometry is degenerate (say two axes on one line) so that a numeric search must help.
pub(super) fn solve(
    axes: &[Axis; 3],
    point: Vec3<f64>,
    place: Vec3<f64>,
    seed: &[f64],
    size: f64,
) -> Option<Vec<Candidate>> {
    let second = &axes[1];
    let (f, g) = (Curve::new(&axes[2], point), Curve::new(&axes[0].reversed(), place));
    let w = second.direction;
    let forms = |curve: &Curve| {
        if second.is_revolute() {
            [curve.along(w), curve.square(second.point, size)]
        } else {
            let side = if w.x.abs() < 0.9 { Vec3::unit(0) } else { Vec3::unit(1) };
            let u = w.cross(side).normalized();
            [curve.along(u), curve.along(w.cross(u))]
        }
    };
    let (left, right) = (forms(&f), forms(&g));
    // lengths over size: equations are of order one
    let pairs = match (&g, &f) {
        (Curve::Circle { .. }, Curve::Circle { .. }) => two_angles(left, right, [seed[0], seed[2]], size)?,
        (Curve::Circle { .. }, Curve::Line { .. }) => {
            let found = angle_and_length(left, right, size)?;
            found.into_iter().map(|(angle, length)| (angle, length, false)).collect()
        }
        (Curve::Line { .. }, Curve::Circle { .. }) => {
            let found = angle_and_length(right, left, size)?;
            found.into_iter().map(|(angle, length)| (length, angle, false)).collect()
        }
        (Curve::Line { .. }, Curve::Line { .. }) => two_lengths(left, right)?,
    };
    let finish = |(q1, q3, family): (f64, f64, bool)| {
        let (from, to) = (f.at(q3), g.at(q1));
        let (q2, free) = if second.is_revolute() {
            let turn = angle_about(w, from - second.point, to - second.point, size);
            (turn.unwrap_or(seed[1]), turn.is_none())
        } else {
            (w.dot(to - from), false)
        };
        Candidate { q: vec![q1, q2, q3], family: family || free }
    };
    Some(pairs.into_iter().map(finish).collect())
}

/// Relative size below which a coefficient counts as zero.
const ZERO: f64 = 1e-9;

/// Both coordinates are angles: A u₁ = k + B u₃ with u = (cos, sin).
fn two_angles(f: [Form; 2], g: [Form; 2], seed: [f64; 2], size: f64) -> Option<Vec<(f64, f64, bool)>> {
    let a = Matrix2::new(g[0].c, g[0].s, g[1].c, g[1].s) / size;
    let b = Matrix2::new(f[0].c, f[0].s, f[1].c, f[1].s) / size;
    let k = Vector2::new(f[0].k - g[0].k, f[1].k - g[1].k) / size;
    let (rank_a, rank_b) = (rank(&a), rank(&b));
    if rank_a == 2 && rank_b == 2 {
        let inverse = a.try_inverse()?;
        let (alpha, beta, gamma) = (inverse * k, inverse * b.column(0), inverse * b.column(1));
        // |u₁| = 1
        let form = [
            alpha.norm_squared() - 1.0,
            2.0 * alpha.dot(&beta),
            2.0 * alpha.dot(&gamma),
            beta.norm_squared(),
            2.0 * beta.dot(&gamma),
            gamma.norm_squared(),
        ];
        let back = |angle: f64| {
            let u = alpha + beta * angle.cos() + gamma * angle.sin();
            (u.y.atan2(u.x), angle, false)
        };
        return Some(quadratic(form).into_iter().map(back).collect());
    }
    if rank_a <= rank_b {
        eliminate(&a, &b, k, rank_a, seed[0])
    } else {
        // B u₃ = −k + A u₁
        eliminate(&b, &a, -k, rank_b, seed[1]).map(|all| all.into_iter().map(|(x, y, free)| (y, x, free)).collect())
    }
}

/// A u = k + B w where A has rank 0 or 1: a combination of the equations is free of u. Pairs (angle of u, angle of w).
fn eliminate(
    a: &Matrix2<f64>,
    b: &Matrix2<f64>,
    k: Vector2<f64>,
    rank: usize,
    seed: f64,
) -> Option<Vec<(f64, f64, bool)>> {
    // the longer row of A carries what there is of it; n is at right angles to that in the space of equations
    let column = if a.column(0).norm() >= a.column(1).norm() { a.column(0) } else { a.column(1) };
    let along = if rank == 0 { stronger(b)? } else { column.normalize() };
    let n = Vector2::new(-along.y, along.x);
    let (without, with) = (b.transpose() * n, b.transpose() * along);
    if rank == 0 {
        // u does not matter: any angle, as long as w solves one equation (the check of the candidates sees to the other)
        let found = linear(with.x, with.y, -along.dot(&k));
        return Some(found.into_iter().map(|w| (seed, w, true)).collect());
    }
    if without.norm() < ZERO {
        return None;
    }
    let unknown = a.transpose() * along;
    let mut pairs = Vec::new();
    for w in linear(without.x, without.y, -n.dot(&k)) {
        let right = along.dot(&k) + with.x * w.cos() + with.y * w.sin();
        pairs.extend(linear(unknown.x, unknown.y, right).into_iter().map(|u| (u, w, false)));
    }
    Some(pairs)
}

/// The equation (as a direction) in which B is largest.
fn stronger(b: &Matrix2<f64>) -> Option<Vector2<f64>> {
    let rows = [b.row(0).norm(), b.row(1).norm()];
    if rows[0].max(rows[1]) < ZERO {
        return None;
    }
    Some(if rows[0] >= rows[1] { Vector2::x() } else { Vector2::y() })
}

fn rank(m: &Matrix2<f64>) -> usize {
    let (square, det) = (m.norm_squared(), m.determinant().abs());
    let largest = square.sqrt();
    if largest < ZERO {
        0
    } else if det < ZERO * largest {
        1
    } else {
        2
    }
}

/// One coordinate is a length (k + m q + n q² on its side), the other an angle: pairs (angle, length).
fn angle_and_length(length: [Form; 2], angle: [Form; 2], size: f64) -> Option<Vec<(f64, f64)>> {
    let k = [length[0].k - angle[0].k, length[1].k - angle[1].k];
    let (m, n) = ([length[0].m, length[1].m], length[1].n);
    let (c, s) = ([angle[0].c, angle[1].c], [angle[0].s, angle[1].s]);
    // the first equation is linear in the length; where the second is too, the better one counts
    let first = usize::from(n == 0.0 && m[1].abs() > m[0].abs());
    let other = 1 - first;
    if m[first].abs() > ZERO {
        let [alpha, beta, gamma] = [-k[first], c[first], s[first]].map(|x| x / m[first]);
        let forms = [
            k[other] + m[other] * alpha + n * alpha * alpha,
            m[other] * beta + 2.0 * n * alpha * beta - c[other],
            m[other] * gamma + 2.0 * n * alpha * gamma - s[other],
        ];
        let angles = if n == 0.0 {
            linear(forms[1], forms[2], -forms[0])
        } else {
            let [p, q, r] = forms;
            quadratic([p, q, r, n * beta * beta, 2.0 * n * beta * gamma, n * gamma * gamma])
        };
        return Some(angles.into_iter().map(|x| (x, alpha + beta * x.cos() + gamma * x.sin())).collect());
    }
    if n == 0.0 || c[0].hypot(s[0]) < ZERO * size {
        return None;
    }
    let mut pairs = Vec::new();
    for x in linear(c[0], s[0], k[0]) {
        let constant = k[1] - c[1] * x.cos() - s[1] * x.sin();
        pairs.extend(real_roots(&[constant, m[1], n]).into_iter().map(|q| (x, q)));
    }
    Some(pairs)
}

/// Both coordinates are lengths: triples (q₁, q₃, free).
fn two_lengths(f: [Form; 2], g: [Form; 2]) -> Option<Vec<(f64, f64, bool)>> {
    let k = [f[0].k - g[0].k, f[1].k - g[1].k];
    if f[1].n == 0.0 {
        let m = Matrix2::new(g[0].m, -f[0].m, g[1].m, -f[1].m);
        let q = m.try_inverse().filter(|_| rank(&m) == 2)? * Vector2::new(k[0], k[1]);
        return Some(vec![(q.x, q.y, false)]);
    }
    // k₀ + m₃ q₃ = m₁ q₁ solved for the coordinate with the larger coefficient, put into the difference of squares
    let solve = |unknown: [Form; 2], rest: [Form; 2], k: [f64; 2]| {
        let (alpha, beta) = (k[0] / unknown[0].m, rest[0].m / unknown[0].m);
        let coefficients = [
            k[1] - unknown[1].m * alpha - unknown[1].n * alpha * alpha,
            rest[1].m - unknown[1].m * beta - 2.0 * unknown[1].n * alpha * beta,
            rest[1].n - unknown[1].n * beta * beta,
        ];
        real_roots(&coefficients).into_iter().map(|q| (alpha + beta * q, q)).collect::<Vec<_>>()
    };
    if g[0].m.abs().max(f[0].m.abs()) < ZERO {
        return None;
    }
    Some(if g[0].m.abs() >= f[0].m.abs() {
        solve(g, f, k).into_iter().map(|(q1, q3)| (q1, q3, false)).collect()
    } else {
        solve(f, g, [-k[0], -k[1]]).into_iter().map(|(q3, q1)| (q1, q3, false)).collect()
    })
}
