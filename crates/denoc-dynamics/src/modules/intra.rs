//! Passes within one module: every link is attached to the one before it, the first to the base that the caller gives [Saha13 (37)-(39)].

use core::ops::Range;

use denoc_math::{ArticulatedMass, Pose, Real, Twist, Vec3, Wrench};
use denoc_model::{Link, Model};

use super::memory::{Carrier, LinkMemory, SpeedMemory};
use crate::kinematics::MAX_COLUMNS;
use crate::udut::{Vanished, singular, tolerance, vanishes};
use crate::{DynamicsError, Loads};

/// A module with its buffers.
pub(super) struct Chain<'a, T> {
    /// Number of its first link.
    pub(super) first: usize,
    pub(super) links: &'a [Link<T>],
    pub(super) memory: &'a mut [LinkMemory<T>],
    pub(super) speeds: &'a mut [SpeedMemory<T>],
}

/// The inputs, for the whole model.
#[derive(Copy, Clone)]
pub(super) struct Given<'a, T> {
    pub(super) q: &'a [T],
    pub(super) v: &'a [T],
    pub(super) task: Task<'a, T>,
    pub(super) loads: Loads<'a, T>,
}

/// What is computed.
#[derive(Copy, Clone)]
pub(super) enum Task<'a, T> {
    /// Joint forces for these accelerations.
    Inverse(&'a [T]),
    /// Accelerations for these joint forces.
    Forward(&'a [T]),
}

/// A joint with a vanishing pivot.
pub(super) struct Stop {
    pub(super) link: usize,
    pub(super) error: Box<DynamicsError>,
}

impl<T: Real> Chain<'_, T> {
    /// Poses, twists, twist-rates, wrenches of the single links; masses as far as they are needed. `base` is the motion of the
    /// link that the module is attached to.
    pub(super) fn outward(&mut self, base: Option<Carrier<T>>, gravity: Vec3<T>, given: &Given<'_, T>) {
        let mut carrier = base;
        for (k, link) in self.links.iter().enumerate() {
            let (q, v) = (&given.q[link.q..link.q + link.nq], &given.v[link.v..link.v + link.nv]);
            let relative = link.placement * link.joint.pose(q);
            let mut columns = [Twist::zero(); MAX_COLUMNS];
            let columns = &mut columns[..link.nv];
            link.joint.columns(q, columns);
            let joint = columns.iter().zip(v).fold(Twist::zero(), |sum, (p, &v)| p.mul_add(v, sum));
            let mut b = link.joint.bias(q, v); // P a + Ṗ v
            if let Task::Inverse(a) = given.task {
                b = columns.iter().zip(&a[link.v..]).fold(b, |sum, (p, &a)| p.mul_add(a, sum));
            }
            let here = match carrier {
                Some(from) => carried(relative, joint, b, from),
                None => grounded(relative, joint, b, gravity),
            };
            let wrench = link.mass.wrench(here.twist.angular, here.rate);
            let speeds = self.local_speeds(link);
            for (speed, &column) in self.speeds[speeds].iter_mut().zip(columns.iter()) {
                speed.column = column;
            }
            let to = &mut self.memory[k];
            (to.relative, to.twist, to.rate) = (relative, here.twist, here.rate);
            to.wrench = given.loads.on(self.first + k).map_or(wrench, |load| wrench - load);
            if let Task::Forward(_) = given.task {
                (to.mass, to.size, to.eta) = (link.mass.into(), [T::zero(); 2], Wrench::zero());
            }
            carrier = Some(here);
        }
    }

    /// Joint wrenches and forces, τ = Pᵀ w̃ + J a; what is attached to the last link has been added to it.
    pub(super) fn forces(&mut self, a: &[T]) {
        for (k, link) in self.links.iter().enumerate().rev() {
            let speeds = self.local_speeds(link);
            let wrench = self.memory[k].wrench;
            for (speed, &a) in self.speeds[speeds].iter_mut().zip(&a[link.v..]) {
                speed.x = link.rotor_inertia.mul_add(a, speed.column.dot(wrench));
            }
            if let [.., parent, child] = &mut self.memory[..=k] {
                child.hand_wrench(parent);
            }
        }
    }

    /// Elimination of the joints: M̂, ψ, m̂, and φ̃ of the solution of I q̈ = φ = τ − h.
    pub(super) fn eliminate(&mut self, model: &Model<T>, q: &[T], tau: &[T]) -> Result<(), Stop> {
        for (k, link) in self.links.iter().enumerate().rev() {
            let speeds = self.local_speeds(link);
            eliminate(link, &mut self.memory[k], &mut self.speeds[speeds], tau).map_err(|found| {
                let (q, [m_hat, scale]) = (&q[link.q..link.q + link.nq], found);
                let at = Vanished { link: self.first + k, q, m_hat, scale, size: self.memory[k].size };
                Stop { link: self.first + k, error: Box::new(singular(model, at)) }
            })?;
            if let [.., parent, child] = &mut self.memory[..=k] {
                child.hand_on(link, parent);
            }
        }
        Ok(())
    }

    /// Accelerations from φ̃; `mu` is that of the link that the module is attached to.
    pub(super) fn accelerate(&mut self, mu: Option<Twist<T>>) {
        let mut from = mu;
        for (k, link) in self.links.iter().enumerate() {
            let speeds = self.local_speeds(link);
            let mut mu = from.map_or(Twist::zero(), |mu| self.memory[k].relative.propagate(mu));
            for speed in &mut self.speeds[speeds] {
                speed.x -= mu.dot(speed.psi);
                mu = speed.column.mul_add(speed.x, mu);
            }
            self.memory[k].mu = mu;
            from = Some(mu);
        }
    }

    /// Speeds of a link, as indices within the module.
    fn local_speeds(&self, link: &Link<T>) -> Range<usize> {
        let start = link.v - self.links[0].v;
        start..start + link.nv
    }
}

/// Twist [Saha13 (36)] and twist-rate of a link on another one; see [`crate::inverse`].
#[inline]
fn carried<T: Real>(relative: Pose<T>, joint: Twist<T>, b: Twist<T>, from: Carrier<T>) -> Carrier<T> {
    let (r, p) = (relative.rotation, relative.position);
    let twist = relative.propagate(from.twist) + joint;
    let (w, carrier) = (twist.angular, from.twist.angular);
    let linear = from.rate.linear + from.rate.angular.cross(p) + carrier.cross(carrier.cross(p));
    let seen = r.apply_transpose(carrier);
    let rate = Twist {
        angular: r.apply_transpose(from.rate.angular) + w.cross(joint.angular) + b.angular,
        linear: r.apply_transpose(linear) + (seen + w).cross(joint.linear) + b.linear,
    };
    Carrier { twist, rate }
}

/// The same on the ground, which accelerates against gravity.
#[inline]
fn grounded<T: Real>(relative: Pose<T>, joint: Twist<T>, b: Twist<T>, gravity: Vec3<T>) -> Carrier<T> {
    let linear = relative.rotation.apply_transpose(-gravity) + joint.angular.cross(joint.linear) + b.linear;
    Carrier { twist: joint, rate: Twist { angular: b.angular, linear } }
}

/// The columns of one joint, last to first [SahaIR (9.39c)]; the pivot and its scale if it vanishes.
#[inline]
fn eliminate<T: Real>(
    link: &Link<T>,
    at: &mut LinkMemory<T>,
    speeds: &mut [SpeedMemory<T>],
    tau: &[T],
) -> Result<(), [T; 2]> {
    let square = |x: Vec3<T>| x.dot(x);
    let tolerance = tolerance();
    let rigid = ArticulatedMass::from(link.mass);
    at.size = [at.size[0] + rigid.angular.trace(), at.size[1] + rigid.linear.trace()];
    for (s, speed) in speeds.iter_mut().enumerate().rev() {
        let p = speed.column;
        let psi_hat = at.mass.apply(p);
        let m_hat = p.dot(psi_hat) + link.rotor_inertia;
        let scale = square(p.angular).mul_add(at.size[0], square(p.linear) * at.size[1]);
        if vanishes(m_hat, scale, tolerance) {
            return Err([m_hat, scale]);
        }
        let share = m_hat.recip();
        speed.psi = psi_hat.scale(share);
        at.mass = at.mass.deflate(psi_hat, speed.psi);
        let phi = tau[link.v + s] - p.dot(at.wrench); // τ − h
        let phi_hat = phi - p.dot(at.eta);
        at.eta = speed.psi.mul_add(phi_hat, at.eta);
        speed.x = phi_hat * share;
    }
    Ok(())
}

impl<T: Real> LinkMemory<T> {
    /// Adds the wrench of this link to the one that it is attached to.
    #[inline]
    pub(super) fn hand_wrench(&self, parent: &mut Self) {
        parent.wrench += self.relative.propagate_back(self.wrench);
    }

    /// Adds the mass and wrench of this link, whose joint is eliminated, to its parent.
    #[inline]
    pub(super) fn hand_on(&self, link: &Link<T>, parent: &mut Self) {
        self.hand_wrench(parent);
        parent.mass += self.mass.to_parent(self.relative);
        parent.eta += self.relative.propagate_back(self.eta);
        let share = T::lift(if link.nv == 0 { 1.0 } else { 0.5 });
        let p = self.relative.position;
        parent.size[0] += share * p.dot(p).mul_add(self.size[1], self.size[0]);
        parent.size[1] += share * self.size[1];
    }
}
