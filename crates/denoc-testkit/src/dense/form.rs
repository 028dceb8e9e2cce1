use denoc_math::{Mat3, Sym3, Twist, Vec3};
use nalgebra::{DMatrix, DVector};

use super::{Body, dense3};

/// The matrices of M ṫ + K t = w, t = N v for one choice of the point whose velocity a twist contains.
#[derive(Clone, Debug)]
pub struct Form {
    /// N_l: block (i, j) propagates the twist of link j to link i, zero unless i is outward of j
    /// [SahaIR (9.6b)], [Saha13 (44)].
    pub noc_lower: DMatrix<f64>,
    /// N_d: joint-motion columns p_i on its block diagonal.
    pub noc_diag: DMatrix<f64>,
    /// N = N_l N_d, the natural orthogonal complement.
    pub noc: DMatrix<f64>,
    /// Ṅ = Ṅ_l N_d + N_l Ṅ_d.
    pub noc_rate: DMatrix<f64>,
    /// M: mass matrices of the links.
    pub mass: DMatrix<f64>,
    /// W at the mass centre [SahaIR (9.2b)]; Ω at the joint origin [Saha13 (47b)].
    pub angular: DMatrix<f64>,
    /// K: W M at the mass centre, Ω M E at the joint origin.
    pub convective: DMatrix<f64>,
}

/// The reference point of a link's twist, and the quantities at that point.
struct Point {
    position: Vec3<f64>,
    velocity: Vec3<f64>,
    columns: Vec<Twist<f64>>,
    column_rates: Vec<Twist<f64>>,
}

impl Form {
    /// Twists of the mass centres [SahaIR (9.1)-(9.10)].
    pub(super) fn at_center(bodies: &[Body], parents: &[Option<usize>], first: &[usize], nv: usize) -> Self {
        let points = bodies.iter().map(|b| {
            let d = b.center - b.pose.position;
            let turning = b.angular.cross(d);
            // p = [e; l + e × d], ṗ = [ė; l̇ + ė × d + e × (ω × d)]
            let columns = b.columns.iter().map(|p| Twist::new(p.angular, p.linear + p.angular.cross(d))).collect();
            let column_rates = b
                .columns
                .iter()
                .zip(&b.column_rates)
                .map(|(p, rate)| {
                    Twist::new(rate.angular, rate.linear + rate.angular.cross(d) + p.angular.cross(turning))
                })
                .collect();
            Point { position: b.center, velocity: b.velocity + turning, columns, column_rates }
        });
        let mass = |b: &Body| blocks(b.inertia.to_mat3(), Mat3::zero(), Mat3::zero(), diagonal(b.mass));
        let angular = |b: &Body| blocks(b.angular.skew(), Mat3::zero(), Mat3::zero(), Mat3::zero());
        let mut form = Self::kinematics(&points.collect::<Vec<_>>(), parents, first, nv);
        (form.mass, form.angular) = (block_diagonal(bodies, mass), block_diagonal(bodies, angular));
        form.convective = &form.angular * &form.mass;
        form
    }

    /// Twists of the joint origins [Saha13 (36)-(49)].
    pub(super) fn at_origin(bodies: &[Body], parents: &[Option<usize>], first: &[usize], nv: usize) -> Self {
        let points = bodies.iter().map(|b| Point {
            position: b.pose.position,
            velocity: b.velocity,
            columns: b.columns.clone(),
            column_rates: b.column_rates.clone(),
        });
        // [Saha13 (47b)], I about O
        let mass = |b: &Body| {
            let d = b.center - b.pose.position;
            let about_origin = b.inertia + Sym3::parallel_axis(d).scale(b.mass);
            let moment = d.scale(b.mass).skew();
            blocks(about_origin.to_mat3(), moment, -moment, diagonal(b.mass))
        };
        let angular = |b: &Body| blocks(b.angular.skew(), Mat3::zero(), Mat3::zero(), b.angular.skew());
        let select = |_: &Body| blocks(Mat3::identity(), Mat3::zero(), Mat3::zero(), Mat3::zero());
        let mut form = Self::kinematics(&points.collect::<Vec<_>>(), parents, first, nv);
        (form.mass, form.angular) = (block_diagonal(bodies, mass), block_diagonal(bodies, angular));
        form.convective = &form.angular * &form.mass * block_diagonal(bodies, select);
        form
    }

    /// N_l, N_d, N and Ṅ.
    fn kinematics(points: &[Point], parents: &[Option<usize>], first: &[usize], nv: usize) -> Self {
        let size = 6 * points.len();
        let (mut lower, mut lower_rate) = (DMatrix::identity(size, size), DMatrix::zeros(size, size));
        let (mut diag, mut diag_rate) = (DMatrix::zeros(size, nv), DMatrix::zeros(size, nv));
        for (i, point) in points.iter().enumerate() {
            let mut inward = parents[i];
            while let Some(j) = inward {
                // the propagation matrix with the vector from point i to point j [SahaIR (9.4d)], and its rate
                let arm = dense3((points[j].position - point.position).skew());
                let arm_rate = dense3((points[j].velocity - point.velocity).skew());
                lower.view_mut((6 * i, 6 * j), (6, 6)).fill_with_identity();
                lower.view_mut((6 * i + 3, 6 * j), (3, 3)).copy_from(&arm);
                lower_rate.view_mut((6 * i + 3, 6 * j), (3, 3)).copy_from(&arm_rate);
                inward = parents[j];
            }
            for (k, (column, rate)) in point.columns.iter().zip(&point.column_rates).enumerate() {
                diag.view_mut((6 * i, first[i] + k), (6, 1)).copy_from(&vector(column));
                diag_rate.view_mut((6 * i, first[i] + k), (6, 1)).copy_from(&vector(rate));
            }
        }
        let noc = &lower * &diag;
        let noc_rate = lower_rate * &diag + &lower * diag_rate;
        let none = DMatrix::zeros(0, 0);
        let (mass, angular, convective) = (none.clone(), none.clone(), none);
        Self { noc_lower: lower, noc_diag: diag, noc, noc_rate, mass, angular, convective }
    }

    /// I = Nᵀ M N, without rotors [SahaIR (9.11a)].
    pub fn gim(&self) -> DMatrix<f64> {
        self.noc.tr_mul(&(&self.mass * &self.noc))
    }

    /// C = Nᵀ (M Ṅ + K N) [SahaIR after (9.10a)].
    pub fn mci(&self) -> DMatrix<f64> {
        self.noc.tr_mul(&(&self.mass * &self.noc_rate + &self.convective * &self.noc))
    }
}

fn vector(t: &Twist<f64>) -> DVector<f64> {
    DVector::from_column_slice(&t.to_array())
}

fn diagonal(m: f64) -> Mat3<f64> {
    Sym3::diagonal(m, m, m).to_mat3()
}

/// The 6×6 matrix [a, b; c, d].
fn blocks(a: Mat3<f64>, b: Mat3<f64>, c: Mat3<f64>, d: Mat3<f64>) -> DMatrix<f64> {
    let mut m = DMatrix::zeros(6, 6);
    for (block, at) in [(a, (0, 0)), (b, (0, 3)), (c, (3, 0)), (d, (3, 3))] {
        m.view_mut(at, (3, 3)).copy_from(&dense3(block));
    }
    m
}

fn block_diagonal(bodies: &[Body], block: impl Fn(&Body) -> DMatrix<f64>) -> DMatrix<f64> {
    let mut all = DMatrix::zeros(6 * bodies.len(), 6 * bodies.len());
    for (i, body) in bodies.iter().enumerate() {
        all.view_mut((6 * i, 6 * i), (6, 6)).copy_from(&block(body));
    }
    all
}
