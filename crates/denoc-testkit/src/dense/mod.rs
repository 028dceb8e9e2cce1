//! The equations of the sources as dense matrices, in world axes: slow, simple, and independent of the recursions that they test.
//! Only the joint interface (pose, columns, rate) and the placement of links are shared with the engine.
//!
//! Uncoupled equations of all links M ṫ + K t = w, twists t = N v with N = N_l N_d, constrained equations by Nᵀ:
//! I = NᵀMN, C = Nᵀ(MṄ + KN), h = C v, τ = I a + h − Nᵀw. [`Form`] holds one such set of matrices; there are two:
//!
//! * [`Dense::at_center`]: twists of the mass centres, propagation B_ij, K = W M [SahaIR (9.2)-(9.10)]. İ − 2C is skew.
//! * [`Dense::at_origin`]: twists of the joint origins, propagation A_ij, K = Ω M E [Saha13 (36)-(49)]. Same I, same h, but
//!   its C differs and İ − 2C is **not** skew, since Ω M E − ½ Ṁ has a symmetric part.
//!
//! Published quantities come from the mass-centre form. Rotor inertia is on the diagonal of I.

use denoc_math::{Dual, Mat3, Pose, Sym3, Twist, Vec3, Wrench};
use denoc_model::{LinkId, Model};
use nalgebra::{DMatrix, DVector};

mod form;
mod udut;
pub use form::Form;
pub use udut::{Udut, udut};

/// A moving link in world axes.
#[derive(Clone, Debug)]
pub struct Body {
    /// Whether any joint between it and the ground can move.
    pub moves: bool,
    /// Pose of the link frame in the world; its position is O.
    pub pose: Pose<f64>,
    /// Mass.
    pub mass: f64,
    /// Mass centre C in the world (O for a link without mass).
    pub center: Vec3<f64>,
    /// Inertia tensor about C, world axes.
    pub inertia: Sym3<f64>,
    /// ω.
    pub angular: Vec3<f64>,
    /// Velocity of O.
    pub velocity: Vec3<f64>,
    /// Columns of the joint motion at O, world axes.
    columns: Vec<Twist<f64>>,
    /// Their rates, as seen from the world.
    column_rates: Vec<Twist<f64>>,
}

/// All matrices of one state.
#[derive(Clone, Debug)]
pub struct Dense {
    /// The links.
    pub bodies: Vec<Body>,
    /// Twists at the mass centres.
    pub at_center: Form,
    /// Twists at the joint origins.
    pub at_origin: Form,
    /// Generalised inertia matrix I.
    pub gim: DMatrix<f64>,
    /// Matrix of convective inertia C.
    pub mci: DMatrix<f64>,
    /// Vector of convective inertia h = C v.
    pub vci: DVector<f64>,
    /// Joint forces that hold the mechanism at rest against gravity.
    pub gravity: DVector<f64>,
    /// Kinetic energy of links and rotors.
    pub kinetic: f64,
    /// Potential energy, zero at the world origin.
    pub potential: f64,
    speeds: DVector<f64>,
    rotors: DVector<f64>,
}

impl Dense {
    /// Everything at coordinates `q` and speeds `v`.
    pub fn new(model: &Model, q: &[f64], v: &[f64]) -> Self {
        let bodies = bodies(model, q, v);
        let parents: Vec<Option<usize>> = model.links().iter().map(|l| l.parent.map(|LinkId(p)| p)).collect();
        let first: Vec<usize> = model.links().iter().map(|l| l.v).collect();
        let at_center = Form::at_center(&bodies, &parents, &first, model.nv());
        let at_origin = Form::at_origin(&bodies, &parents, &first, model.nv());
        let mut rotors = DVector::zeros(model.nv());
        for link in model.links() {
            rotors.rows_mut(link.v, link.nv).fill(link.rotor_inertia);
        }
        let speeds = DVector::from_column_slice(v);
        let gim = at_center.gim() + DMatrix::from_diagonal(&rotors);
        let mci = at_center.mci();
        let vci = &mci * &speeds;
        let (g, n) = (model.gravity(), &at_center.noc);
        let weight = stack(bodies.iter().map(|b| Wrench::new(Vec3::zero(), g.scale(b.mass))));
        let gravity = -n.tr_mul(&weight);
        let twist = n * &speeds;
        let kinetic = 0.5 * (twist.dot(&(&at_center.mass * &twist)) + speeds.dot(&rotors.component_mul(&speeds)));
        // links fixed to the ground are not counted
        let potential = -bodies.iter().filter(|b| b.moves).map(|b| b.mass * g.dot(b.center)).sum::<f64>();
        Self { bodies, at_center, at_origin, gim, mci, vci, gravity, kinetic, potential, speeds, rotors }
    }

    /// Joint forces for accelerations `a` under external wrenches (one per link, in link axes about the link origin; none
    /// if empty): τ = Nᵀ(M ṫ + W M t − w), ṫ = N a + Ṅ v.
    pub fn inverse(&self, a: &[f64], external: &[Wrench<f64>]) -> DVector<f64> {
        let a = DVector::from_column_slice(a);
        let Form { noc, noc_rate, mass, convective, .. } = &self.at_center;
        let rate = noc * &a + noc_rate * &self.speeds;
        let inertial = mass * rate + convective * (noc * &self.speeds);
        noc.tr_mul(&inertial) + self.rotors.component_mul(&a) + &self.gravity - self.applied(external)
    }

    /// Accelerations under joint forces `tau` and external wrenches, by Cholesky factors of I; `None` if I is singular.
    pub fn forward(&self, tau: &[f64], external: &[Wrench<f64>]) -> Option<DVector<f64>> {
        let drive = DVector::from_column_slice(tau) - &self.vci - &self.gravity + self.applied(external);
        Some(self.gim.clone().cholesky()?.solve(&drive))
    }

    /// The generalised forces of external wrenches (one per link, in link axes about the link origin).
    pub fn applied(&self, external: &[Wrench<f64>]) -> DVector<f64> {
        if external.is_empty() {
            return DVector::zeros(self.speeds.len());
        }
        assert_eq!(external.len(), self.bodies.len(), "one wrench per link");
        let wrenches = stack(self.bodies.iter().zip(external).map(|(body, w)| w.rotate(body.pose.rotation)));
        self.at_origin.noc.tr_mul(&wrenches)
    }

    /// I = U D Uᵀ by reverse Gaussian elimination.
    pub fn udut(&self) -> Udut {
        udut(&self.gim)
    }

    /// Twists of the links at O (6n numbers, world axes): N v.
    pub fn twists(&self) -> DVector<f64> {
        &self.at_origin.noc * &self.speeds
    }

    /// Twist-rates of the links at O (6n numbers, world axes), without gravity: N a + Ṅ v.
    pub fn twist_rates(&self, a: &[f64]) -> DVector<f64> {
        &self.at_origin.noc * DVector::from_column_slice(a) + &self.at_origin.noc_rate * &self.speeds
    }

    /// Centre of mass of the moving links.
    pub fn center_of_mass(&self) -> Vec3<f64> {
        let moving = || self.bodies.iter().filter(|b| b.moves);
        let total: f64 = moving().map(|b| b.mass).sum();
        moving().fold(Vec3::zero(), |sum, b| b.center.mul_add(b.mass / total, sum))
    }

    /// Momentum of the moving links about the world origin, world axes (rotors not counted).
    pub fn momentum(&self) -> Wrench<f64> {
        self.bodies.iter().fold(Wrench::zero(), |sum, b| {
            let force = (b.velocity + b.angular.cross(b.center - b.pose.position)).scale(b.mass);
            sum + Wrench::new(b.inertia.apply(b.angular) + b.center.cross(force), force)
        })
    }

    /// The wrench that each joint transmits from its parent to its link, at O, world axes: what the link and everything
    /// outward of it need beyond gravity and external wrenches (motor force included).
    pub fn joint_wrenches(&self, model: &Model, a: &[f64], external: &[Wrench<f64>]) -> DVector<f64> {
        let form = &self.at_origin;
        let mut w = &form.mass * self.twist_rates(a) + &form.convective * self.twists();
        for (i, body) in self.bodies.iter().enumerate() {
            let weight = model.gravity().scale(body.mass);
            let mut given = Wrench::new((body.center - body.pose.position).cross(weight), weight);
            if let Some(extra) = external.get(i) {
                given += extra.rotate(body.pose.rotation);
            }
            let mut rows = w.rows_mut(6 * i, 6);
            rows -= DVector::from_column_slice(&given.to_array());
        }
        form.noc_lower.tr_mul(&w)
    }
}

/// Six-vectors on top of each other.
fn stack(wrenches: impl Iterator<Item = Wrench<f64>>) -> DVector<f64> {
    DVector::from_vec(wrenches.flat_map(Wrench::to_array).collect())
}

fn bodies(model: &Model, q: &[f64], v: &[f64]) -> Vec<Body> {
    assert_eq!((q.len(), v.len()), (model.nq(), model.nv()), "lengths of q and v");
    let mut bodies: Vec<Body> = Vec::new();
    for link in model.links() {
        let (q, v) = (&q[link.q..link.q + link.nq], &v[link.v..link.v + link.nv]);
        let parent = link.parent.map(|LinkId(p)| &bodies[p]);
        let pose = parent.map_or(Pose::identity(), |p| p.pose) * link.placement * link.joint.pose(q);
        let r = pose.rotation;

        // columns and their rates in link axes: dual numbers along the rates of q
        let mut rates = vec![0.0; q.len()];
        link.joint.rate(q, v, &mut rates);
        let moving: Vec<_> = q.iter().zip(&rates).map(|(&value, &r)| Dual { value, parts: [r] }).collect();
        let mut dual = vec![Twist::<Dual<f64, 1>>::zero(); v.len()];
        link.joint.lift().columns(&moving, &mut dual);
        let columns: Vec<_> = dual.iter().map(|c| c.map(|x| x.value).rotate(r)).collect();

        // twist at O: t = A t_parent + Σ p v
        let mut twist = parent.map_or(Twist::zero(), |p| {
            Twist::new(p.angular, p.velocity + p.angular.cross(pose.position - p.pose.position))
        });
        for (column, &v) in columns.iter().zip(v) {
            twist = column.mul_add(v, twist);
        }
        let w = twist.angular;
        // from the world, a column also turns with its link
        let column_rates = dual
            .iter()
            .zip(&columns)
            .map(|(dual, c)| dual.map(|x| x.parts[0]).rotate(r) + Twist::new(w.cross(c.angular), w.cross(c.linear)))
            .collect();

        let m = link.mass.mass;
        let own_center = if m == 0.0 { Vec3::zero() } else { link.mass.first_moment.scale(1.0 / m) };
        let inertia = (link.mass.inertia - Sym3::parallel_axis(own_center).scale(m)).rotate(r);
        bodies.push(Body {
            moves: link.moves,
            pose,
            mass: m,
            center: pose.point(own_center),
            inertia,
            angular: w,
            velocity: twist.linear,
            columns,
            column_rates,
        });
    }
    bodies
}

/// A 3×3 matrix for nalgebra.
fn dense3(m: Mat3<f64>) -> DMatrix<f64> {
    DMatrix::from_fn(3, 3, |i, j| m.get(i, j))
}

#[cfg(test)]
mod tests;
