//! A frame follows a line or an arc, by inverse kinematics.

mod path;
mod rates;

use denoc_base::number::six;
use denoc_dynamics::Workspace;
use denoc_math::{Twist, Vec3};
use denoc_model::{FrameId, Model};

use super::spline::{Ends, Spline};
use super::{Motion, TimeLaw, check};
use crate::SimError;
use denoc_mechanism::ik::{self, IkOptions, Target};
use path::{Curve, Place};
use rates::{Rates, rates};

pub use path::{CartesianPath, Orientation};

/// Number of configurations solved in advance, to check that the path can be followed on one branch.
const KNOTS: usize = 200;
/// Largest deviation of a coordinate from the prediction of its speeds between knots, rad or m; more is a jump to another branch.
const JUMP: f64 = 0.3;

/// A path of a frame, followed from `start` on one branch of inverse kinematics.
///
/// If the mechanism has as many joints as the path has constraints, coordinates satisfy the path exactly at every time, and speeds and
/// accelerations come from the Jacobian and its rate. Redundant mechanisms follow a cubic spline through knots, each solved with
/// the least change from the previous one.
///
/// ```
/// use denoc_math::Vec3;
/// use denoc_sim::motion::{Cartesian, CartesianPath, Motion, Orientation, TimeLaw};
/// # use denoc_formats::catalogue;
///
/// let arm = catalogue::describe("two_r")?.build()?;
/// let tip = arm.frame(arm.link_names().last().unwrap())?;
/// let start = [0.3, 0.9];
/// let pose = denoc_dynamics::Workspace::new(&arm).position(&arm, &start)?.frame_pose(tip);
/// let to = pose.position.scale(0.95); // along the line to the base
/// let path = CartesianPath::Line { to };
/// let motion = Cartesian::new(&arm, tip, &start, path, Orientation::Free, 1.0, TimeLaw::Quintic)?;
/// assert_eq!(motion.duration(), 1.0);
/// # let _ = Vec3::<f64>::zero();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cartesian {
    model: Model,
    frame: FrameId,
    curve: Curve,
    law: TimeLaw,
    duration: f64,
    knots: Vec<Vec<f64>>,
    spline: Option<Spline>,
}

impl Cartesian {
    /// Follows `path` from the pose that the frame has at coordinates `start`.
    ///
    /// # Errors
    /// [`SimError::Path`] with the time, the position and the nearest point that can be reached.
    ///
    /// # Panics
    /// If the model has no such frame.
    pub fn new(
        model: &Model,
        frame: FrameId,
        start: &[f64],
        path: CartesianPath,
        orientation: Orientation,
        duration: f64,
        law: TimeLaw,
    ) -> Result<Self, SimError> {
        check::duration("line", duration)?;
        law.check()?;
        let pose = Workspace::new(model).position(model, start)?.frame_pose(frame);
        let curve = Curve::new(pose, &path, &orientation)?;
        let knots = vec![start.to_vec()];
        let mut all = Self { model: model.clone(), frame, curve, law, duration, knots, spline: None };
        for k in 1..=KNOTS {
            let next = all.next_knot(k)?;
            all.knots.push(next);
        }
        if ik::redundant(model, frame, all.target(0.0), start)? {
            let times: Vec<f64> = (0..=KNOTS).map(|k| all.time(k)).collect();
            let zero = vec![0.0; model.nv()];
            // time laws start and end at rest
            let ends = Ends::Clamped(zero.clone(), zero);
            all.spline = Some(Spline::new(model, &times, &all.knots, &ends)?);
        }
        Ok(all)
    }

    fn time(&self, knot: usize) -> f64 {
        self.duration * knot as f64 / KNOTS as f64
    }

    fn target(&self, t: f64) -> Target {
        let pose = self.curve.at(self.law.at(t, self.duration)[0]).pose;
        if self.curve.turn.is_some() { Target::Pose(pose) } else { Target::Position(pose.position) }
    }

    fn next_knot(&self, k: usize) -> Result<Vec<f64>, SimError> {
        let t = self.time(k);
        let before = &self.knots[k - 1];
        let (q, miss) = ik::refine(&self.model, self.frame, self.target(t), before)?;
        if miss.is_some() {
            return Err(self.out_of_reach(t, before)?);
        }
        let found = self.rates(t, &q)?;
        let start = self.rates(self.time(k - 1), before)?;
        let mut step = vec![0.0; self.model.nv()];
        self.model.difference(before, &q, &mut step)?;
        let half = 0.5 * self.duration / KNOTS as f64;
        let strange = |s: &usize| (step[*s] - half * (start.v[*s] + found.v[*s])).abs() > JUMP;
        if let Some(s) = (0..step.len()).find(strange) {
            let joint = &self.model.joint_names()[self.model.joint_of_speed(s).0];
            let cause = format!(
                "it passes (nearly) through a singular configuration, where joint \"{joint}\" would have to jump by {}",
                six(step[s])
            );
            return Err(self.cannot(t, cause, self.place(t).pose.position));
        }
        let size = self.place(t).first.norm() * self.law.at(t, self.duration)[1];
        if found.missed > 1e-6 * (1.0 + size) {
            let cause =
                String::from("the configuration is singular, and the path goes where no joint can move the frame");
            return Err(self.cannot(t, cause, self.place(t).pose.position));
        }
        for (i, link) in self.model.links().iter().enumerate().filter(|(_, l)| l.nq == l.nv) {
            let limits = self.model.properties(denoc_model::LinkId(i)).limits;
            let outside = |x: &&f64| limits.is_some_and(|[low, high]| **x < low - 1e-9 || **x > high + 1e-9);
            if let Some(x) = q[link.q..link.q + link.nq].iter().find(outside) {
                let joint = &self.model.joint_names()[i];
                let cause = format!("joint \"{joint}\" would be at {}, beyond its limits", six(*x));
                return Err(self.cannot(t, cause, self.place(t).pose.position));
            }
        }
        Ok(q)
    }

    fn place(&self, t: f64) -> Place {
        self.curve.at(self.law.at(t, self.duration)[0])
    }

    fn rates(&self, t: f64, q: &[f64]) -> Result<Rates, SimError> {
        let [s, speed, acceleration] = self.law.at(t, self.duration);
        let place = self.curve.at(s);
        let turn = self.curve.turn.unwrap_or(Vec3::zero());
        let twist = Twist::new(turn.scale(speed), place.first.scale(speed));
        let linear = place.first.scale(acceleration) + place.second.scale(speed * speed);
        let twist_rate = Twist::new(turn.scale(acceleration), linear);
        rates(&self.model, self.frame, q, [twist, twist_rate], self.curve.turn.is_none())
    }

    fn cannot(&self, time: f64, cause: String, nearest: Vec3<f64>) -> SimError {
        let position = self.place(time).pose.position;
        SimError::Path {
            frame: self.model.frame_names()[self.frame.0].clone(),
            time,
            position: position.to_array(),
            nearest: nearest.to_array(),
            missed: (position - nearest).norm(),
            cause,
        }
    }

    fn out_of_reach(&self, t: f64, before: &[f64]) -> Result<SimError, SimError> {
        let options = IkOptions { seed: Some(before.to_vec()), limits: false, ..IkOptions::default() };
        let found = ik::solve(&self.model, self.frame, self.target(t), &options)?;
        let cause = match found.cause {
            Some(ik::Cause::Orientation) => "the place is within range, but not with this orientation",
            Some(_) => "the place is out of range",
            None => "it can be reached only on another branch, beyond a singular configuration",
        };
        Ok(self.cannot(t, cause.to_owned(), Vec3::from(found.nearest.pose.position)))
    }
}

impl Motion for Cartesian {
    fn duration(&self) -> f64 {
        self.duration
    }

    fn sample(&self, t: f64, q: &mut [f64], v: &mut [f64], a: &mut [f64]) -> Result<(), SimError> {
        check::instant("line", t)?;
        if let Some(spline) = &self.spline {
            return spline.sample(t, q, v, a);
        }
        let (nq, nv) = (self.model.nq(), self.model.nv());
        check::lengths("line", [(q.len(), nq), (v.len(), nv), (a.len(), nv)])?;
        let inside = t.clamp(0.0, self.duration);
        // between two knots, not at the nearer one: Newton's method then has little left to do
        let at = inside / self.duration * KNOTS as f64;
        let k = (at as usize).min(KNOTS - 1);
        let mut step = vec![0.0; nv];
        self.model.difference(&self.knots[k], &self.knots[k + 1], &mut step)?;
        step.iter_mut().for_each(|x| *x *= at - k as f64);
        let mut from = vec![0.0; nq];
        self.model.integrate(&self.knots[k], &step, &mut from)?;
        let (solved, miss) = ik::refine(&self.model, self.frame, self.target(inside), &from)?;
        if miss.is_some() {
            return Err(self.out_of_reach(inside, &from)?);
        }
        let found = self.rates(t, &solved)?;
        q.copy_from_slice(&solved);
        v.copy_from_slice(&found.v);
        a.copy_from_slice(&found.a);
        Ok(())
    }

    fn breakpoints(&self) -> Vec<f64> {
        match &self.spline {
            Some(spline) => spline.breakpoints(),
            None => self.law.breakpoints(self.duration),
        }
    }
}
