//! Data that a run collects for its audit.

use denoc_base::number::six;
use denoc_math::{Vec3, Wrench};
use denoc_mechanism::GimbalLockDistance;
use denoc_model::joints::Unit;
use denoc_model::{LinkId, Model};
use serde::{Deserialize, Serialize};

use super::equations::{Equations, RoundTrip};
use super::sample::{Energies, Sample, Works};
use crate::SimError;

/// Data for the audit, collected by [`Simulation`](crate::Simulation) at samples and at the ends of steps.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Observations {
    /// Number of samples.
    pub samples: u64,
    /// Energies at the start, J.
    pub start: Energies,
    /// Energies at the end of the last step, J.
    pub end: Energies,
    /// Works up to the end of the last step, J.
    pub works: Works,
    /// The energy exchanged, J: the largest value over samples and steps of K + |ΔU| + |ΔS| + |W_actuators| + |W_friction| +
    /// |W_external| + |W_stops|, with kinetic energy K and changes since the start of energies in gravity U and springs S.
    pub exchanged: f64,
    /// The largest sum of absolute energies, J, which bounds the rounding of their differences.
    pub size: f64,
    /// Largest unexplained change of energy at a sample, J.
    pub largest_unexplained: f64,
    /// Momentum, if it should be conserved.
    pub momentum: Option<Momentum>,
    /// Largest deviation of the length of a quaternion from one.
    pub quaternion_deviation: f64,
    /// Largest closure errors at the samples, lengths in m and angles in rad; `None` for trees.
    #[serde(default)]
    pub closure: Option<[f64; 2]>,
    /// How often the motion changed its branch in a singular configuration.
    #[serde(default)]
    pub branch_changes: u64,
    /// How far a coordinate was beyond a stop at a sample, at most, rad or m; `None` without stops.
    #[serde(default)]
    pub beyond_stops: Option<f64>,
    /// The joint that was farthest outside its limits at a sample because it started there; `None` if none did.
    #[serde(default)]
    pub outside_limits: Option<OutsideLimits>,
    /// The smallest distance of an Euler-angle joint from gimbal lock, at samples and ends of steps
    /// ([`GimbalLockDistance`]); `None` without such joints.
    #[serde(default)]
    pub gimbal_lock: Option<GimbalLock>,
    /// Largest difference between joint forces and inverse dynamics of the computed accelerations, N m or N.
    pub round_trip_difference: f64,
    /// Largest joint forces of the run, N m or N; at least those that the weight of all links could cause.
    pub forces: f64,
    /// Trace of the generalized inertia matrix at the start, kg m² or kg.
    pub inertia: f64,
    /// Tracking errors, if the controller has a reference.
    pub tracking: Option<TrackingErrors>,
    /// Time with a saturated actuator, s, to the resolution of the steps.
    pub saturated: f64,
}

/// A joint that started outside its limits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OutsideLimits {
    /// Name of the joint.
    pub joint: String,
    /// How far outside it was, rad or m.
    pub by: f64,
}

/// The nearest approach to gimbal lock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GimbalLock {
    /// Name of the joint.
    pub joint: String,
    /// When, s.
    pub t: f64,
    /// The sine of the angle from gimbal lock.
    pub distance: f64,
}

/// Momentum about the mass centre and its change: [angular; linear], kg m²/s and kg m/s, world axes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Momentum {
    /// At the start.
    pub start: [f64; 6],
    /// Largest change of the angular part, kg m²/s.
    pub angular_change: f64,
    /// Largest change of the linear part, kg m/s.
    pub linear_change: f64,
    /// Size of the mechanism, m: the largest distance of a link from the mass centre plus its radius of gyration.
    pub length: f64,
    /// Mass of all links, kg.
    pub mass: f64,
}

/// Differences between coordinates and their reference at the samples, one entry per speed, rad or m.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrackingErrors {
    /// Sum of squares over the samples, rad² or m².
    pub squares: Vec<f64>,
    /// Largest absolute difference, rad or m.
    pub largest: Vec<f64>,
    /// Difference at the last sample, rad or m.
    #[serde(default)]
    pub last: Vec<f64>,
    /// The coordinates at the first sample.
    #[serde(default)]
    pub start: Vec<f64>,
    /// How far the reference was from them, at most, rad or m.
    #[serde(default)]
    pub travel: Vec<f64>,
}

impl TrackingErrors {
    /// The joints with motors whose error at the end exceeds a part of the motion: the largest of its distances in the same unit.
    fn large(&self, model: &Model, part: f64) -> Vec<(String, f64, &'static str)> {
        let mut found = Vec::new();
        let unit = |link: &denoc_model::Link<f64>, k: usize| link.joint.v_units()[k];
        let speeds = || model.links().iter().enumerate().flat_map(|(i, l)| (0..l.nv).map(move |k| (i, l, k)));
        let at = |values: &[f64], speed: usize| values.get(speed).copied().unwrap_or_default();
        for (i, link, k) in speeds().filter(|(i, ..)| model.is_actuated(LinkId(*i))) {
            let alike = speeds().filter(|&(_, l, j)| unit(l, j) == unit(link, k));
            let motion = alike.map(|(_, l, j)| at(&self.travel, l.v + j)).fold(0.0, f64::max);
            let error = at(&self.last, link.v + k).abs();
            if motion > 0.0 && error > part * motion {
                let joint = &model.joint_names()[i];
                let name = if link.nv == 1 { joint.clone() } else { format!("{joint}[{k}]") };
                found.push((name, error, if unit(link, k) == Unit::Length { "m" } else { "rad" }));
            }
        }
        found.sort_by(|a, b| b.1.total_cmp(&a.1));
        found
    }
}

impl Observations {
    /// A sentence on joints whose tracking error at the end exceeds a tenth of the motion, if there are any.
    pub fn tracking_note(&self, model: &Model) -> Option<String> {
        const PART: f64 = 0.1;
        let large = self.tracking.as_ref()?.large(model, PART);
        let (joint, error, unit) = large.first()?;
        let others = match large.len() {
            1 => String::new(),
            n => format!(", the largest of {n} such errors"),
        };
        Some(format!(
            "the controller does not reach its reference: at the end, joint \"{joint}\" is {} {unit} away from it, more than a tenth \
             of the motion{others}",
            six(*error)
        ))
    }

    /// The unexplained change of energy at the end, J.
    pub fn unexplained(&self) -> f64 {
        self.end.total() - self.start.total() - self.works.total()
    }

    /// [`Observations::round_trip_difference`] relative to [`Observations::forces`].
    pub fn round_trip(&self) -> f64 {
        if self.forces == 0.0 { self.round_trip_difference } else { self.round_trip_difference / self.forces }
    }

    /// The unexplained change relative to the energy exchanged; zero if none was.
    pub fn relative_unexplained(&self) -> f64 {
        if self.exchanged == 0.0 { 0.0 } else { self.unexplained().abs() / self.exchanged }
    }

    /// The change since the start that no work explains.
    pub(super) fn unexplained_at(&self, energies: Energies, works: Works) -> f64 {
        energies.total() - self.start.total() - works.total()
    }

    /// Records energies and works, at samples and at the ends of steps.
    pub(super) fn exchange(&mut self, e: Energies, w: Works) {
        let stored = (e.gravity - self.start.gravity).abs() + (e.springs - self.start.springs).abs();
        let exchanged = e.kinetic + stored + w.actuators.abs() + w.friction.abs() + w.external.abs() + w.stops.abs();
        self.exchanged = self.exchanged.max(exchanged);
        self.size = self.size.max(e.kinetic + e.gravity.abs() + e.springs);
    }

    /// Records a sample: the state that was evaluated last.
    pub(super) fn observe(
        &mut self,
        mechanism: &mut Equations<'_, '_>,
        sample: &Sample,
        round_trip: RoundTrip,
    ) -> Result<(), SimError> {
        self.samples += 1;
        self.exchange(sample.energies, sample.works);
        self.largest_unexplained = self.largest_unexplained.max(sample.unexplained.abs());
        let deviation = mechanism.manifold.quaternion_deviation(&sample.q);
        self.quaternion_deviation = self.quaternion_deviation.max(deviation);
        if let Some(errors) = mechanism.closure_errors(&sample.q)? {
            let so_far = self.closure.unwrap_or_default();
            self.closure = Some([so_far[0].max(errors[0]), so_far[1].max(errors[1])]);
        }
        if let Some(beyond) = mechanism.beyond_stops()? {
            self.beyond_stops = Some(self.beyond_stops.unwrap_or_default().max(beyond));
        }
        if let Some(outside) = mechanism.outside_limits()?
            && self.outside_limits.as_ref().is_none_or(|so_far| so_far.by < outside.by)
        {
            self.outside_limits = Some(outside);
        }
        self.observe_gimbal_lock(mechanism.model(), sample.t, &sample.q);
        self.round_trip_difference = self.round_trip_difference.max(round_trip.difference);
        self.forces = self.forces.max(round_trip.size);
        self.observe_momentum(mechanism, sample)?;
        self.observe_tracking(mechanism, sample)
    }

    /// Records how near Euler angles are to gimbal lock, and returns it.
    pub(super) fn observe_gimbal_lock(&mut self, model: &Model, t: f64, q: &[f64]) -> Option<GimbalLockDistance> {
        let near = GimbalLockDistance::nearest(model, q)?;
        if self.gimbal_lock.as_ref().is_none_or(|so_far| near.distance < so_far.distance) {
            self.gimbal_lock = Some(GimbalLock { joint: near.joint.clone(), t, distance: near.distance });
        }
        Some(near)
    }

    fn observe_momentum(&mut self, mechanism: &mut Equations<'_, '_>, sample: &Sample) -> Result<(), SimError> {
        let model = mechanism.model();
        if self.samples == 1 && mechanism.isolated() {
            let h = momentum(mechanism, sample)?;
            let length = size(mechanism, sample)?;
            let mass = model.total_mass();
            self.momentum =
                Some(Momentum { start: h.to_array(), angular_change: 0.0, linear_change: 0.0, length, mass });
        }
        self.momentum = self.momentum.take().filter(|_| !mechanism.pushed);
        if self.momentum.is_none() {
            return Ok(());
        }
        let h = momentum(mechanism, sample)?;
        if let Some(m) = &mut self.momentum {
            let change = h - Wrench::from_array(m.start);
            m.angular_change = m.angular_change.max(change.moment.norm());
            m.linear_change = m.linear_change.max(change.force.norm());
        }
        Ok(())
    }

    fn observe_tracking(&mut self, mechanism: &mut Equations<'_, '_>, sample: &Sample) -> Result<(), SimError> {
        let Equations { controller, plant, reference, .. } = mechanism;
        if !controller.reference(sample.t, reference)? {
            return Ok(());
        }
        let nv = sample.v.len();
        let mut error = vec![0.0; nv];
        plant.difference(&sample.q, reference, &mut error)?;
        let zeros = || vec![0.0; nv];
        let none = || TrackingErrors {
            squares: zeros(),
            largest: zeros(),
            last: zeros(),
            start: sample.q.clone(),
            travel: zeros(),
        };
        let tracking = self.tracking.get_or_insert_with(none);
        if !tracking.start.is_empty() {
            let mut travelled = zeros();
            plant.difference(&tracking.start, reference, &mut travelled)?;
            tracking.travel.iter_mut().zip(travelled).for_each(|(far, x)| *far = far.max(x.abs()));
        }
        tracking.last.clone_from(&error);
        for (k, e) in error.iter().enumerate() {
            tracking.squares[k] += e * e;
            tracking.largest[k] = tracking.largest[k].max(e.abs());
        }
        Ok(())
    }
}

fn momentum(mechanism: &mut Equations<'_, '_>, sample: &Sample) -> Result<Wrench<f64>, SimError> {
    let plant = &mut mechanism.plant;
    Ok(plant.ws.position(plant.model, &sample.q)?.velocity(&sample.v)?.momentum_about_com())
}

fn size(mechanism: &mut Equations<'_, '_>, sample: &Sample) -> Result<f64, SimError> {
    let plant = &mut mechanism.plant;
    let stage = plant.ws.position(plant.model, &sample.q)?;
    let center = stage.center_of_mass();
    let reach = |(i, link): (usize, &denoc_model::Link<f64>)| {
        let arm: Vec3<f64> = stage.link_pose(LinkId(i)).position - center;
        let gyration = 0.5 * link.mass.inertia.trace() / link.mass.mass;
        arm.norm() + if link.mass.mass > 0.0 { gyration.sqrt() } else { 0.0 }
    };
    Ok(plant.model.links().iter().enumerate().map(reach).fold(0.0, f64::max))
}
