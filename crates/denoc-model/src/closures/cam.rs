use core::marker::PhantomData;
use std::sync::Arc;

use denoc_math::Real;

use super::{
    ClosureKind, Condition, Configured, ConstraintDescription, ExampleState, Moving, Numbering, Part, Row,
};
use crate::ModelError;
use crate::model::{LinkId, Model};
use crate::parameters::{Form, Parameter, Value, Values};
use crate::cam_profile::CamProfile;

/// A joint coordinate that is a function of another: q − f(q') = 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Cam<T> {
    /// The joint that follows, by the link it moves.
    pub joint: LinkId,
    /// The joint that drives it.
    pub follows: LinkId,
    /// The function.
    pub profile: Arc<CamProfile>,
    number: PhantomData<T>,
}

impl<T: Real> ClosureKind<T> for Cam<T> {
    const KEYWORD: &'static str = "cam";
    type Over<U: Real> = Cam<U>;
    fn map<U: Real>(&self, _: impl Fn(T) -> U + Copy) -> Cam<U> {
        let profile = Arc::clone(&self.profile);
        Cam { joint: self.joint, follows: self.follows, profile, number: PhantomData }
    }
    fn links(&self) -> [Option<LinkId>; 2] {
        [Some(self.joint), Some(self.follows)]
    }
    fn bound_joints(&self) -> Option<[LinkId; 2]> {
        Some([self.joint, self.follows])
    }
    fn planar_conditions(&self) -> Option<i64> {
        Some(1)
    }
    fn between(&self, model: &Model<T>) -> String {
        let [joint, follows] = [self.joint, self.follows].map(|link| &model.joint_names()[link.0]);
        format!("{joint} follows {follows}")
    }
    fn conditions(&self, model: &Model<T>) -> Vec<Condition> {
        vec![Condition { unit: model.links()[self.joint.0].joint.v_units()[0], holonomic: true }]
    }
    #[inline]
    fn place(&self, at: Configured<'_, T>, rows: &mut [Row<T>]) {
        let [_, slope, _] = self.profile.at(at.coordinate(self.follows));
        rows[0].speeds = [Some((at.speed_index(self.joint), T::one())), Some((at.speed_index(self.follows), -slope))];
    }
    fn residuals(&self, at: Configured<'_, T>, out: &mut [T]) {
        out[0] = at.coordinate(self.joint) - self.profile.at(at.coordinate(self.follows))[0];
    }
    #[inline]
    fn rates(&self, at: Configured<'_, T>, motion: Moving<'_, T>, rows: &[Row<T>], out: &mut [T]) {
        let [_, _, curvature] = self.profile.at(at.coordinate(self.follows));
        let speed = motion.v[at.speed_index(self.follows)];
        out[0] = rows[0].acceleration(motion.a) - curvature * speed.square();
    }
}

/// A cam: the coordinate of one joint is a function of that of another; both have one coordinate.
#[derive(Clone, Debug, PartialEq)]
pub struct CamSpec {
    /// The joint that follows.
    pub joint: String,
    /// The joint that drives it.
    pub follows: String,
    /// The function.
    pub profile: CamProfile,
}

impl ConstraintDescription for CamSpec {
    type Closure = Cam<f64>;
    const SUMMARY: &'static str =
        "A joint that follows another by a curve: a cubic spline with continuous curvature through points";
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            key: "joint",
            alternatives: &[],
            form: Form::Joint { users: "cams", other_than: None },
            meaning: "The joint that follows; it has one coordinate",
            example: "\"follower\"",
        },
        Parameter {
            key: "follows",
            alternatives: &[],
            form: Form::Joint { users: "cams", other_than: Some("joint") },
            meaning: "The joint that drives it; it has one coordinate",
            example: "\"shaft\"",
        },
        Parameter {
            key: "profile",
            alternatives: &["file"],
            form: Form::Curve { of: "joint", over: "follows", periodic: "periodic" },
            meaning: "Points [coordinate of follows, coordinate of joint], in order: angles (deg, rad, turn) or lengths",
            example: "[[0, 0], [\"90 deg\", \"5 mm\"], [\"360 deg\", 0]]",
        },
    ];
    fn from_values(values: &Values) -> Option<Self> {
        let (joint, follows) = (values.name("joint")?, values.name("follows")?);
        Some(Self { joint, follows, profile: values.curve("profile")? })
    }
    fn values(&self) -> Values {
        Values::default()
            .with("joint", Value::Name(self.joint.clone()))
            .with("follows", Value::Name(self.follows.clone()))
            .with("profile", Value::Curve(self.profile.clone()))
    }
    fn check(&self, part: &Part<'_>) -> Result<(), ModelError> {
        part.one_coordinate(&self.joint, "cams are between joints with one coordinate")?;
        part.one_coordinate(&self.follows, "cams are between joints with one coordinate")?;
        part.two_joints(&self.joint, &self.follows)
    }
    fn number(&self, numbering: &Numbering<'_>) -> Result<Cam<f64>, ModelError> {
        let (joint, follows) = (numbering.joint(&self.joint)?, numbering.joint(&self.follows)?);
        Ok(Cam { joint, follows, profile: Arc::new(self.profile.clone()), number: PhantomData })
    }
    fn bound_joints(&self) -> Option<[&String; 2]> {
        Some([&self.joint, &self.follows])
    }
    fn follower(&self, leader: f64) -> Option<f64> {
        Some(self.profile.at(leader)[0])
    }
    fn example(state: &mut ExampleState<'_>) -> Option<Self> {
        let [(joint, q), (follows, leader)] = state.joints.clone()?;
        let mut points: Vec<[f64; 2]> = (0..7).map(|i| [f64::from(i) - 3.5, (state.random)()]).collect();
        let off = q - CamProfile::new(&points, false).ok()?.at(leader)[0];
        points.iter_mut().for_each(|p| p[1] += off);
        Some(Self { joint, follows, profile: CamProfile::new(&points, false).ok()? })
    }
}
