use denoc_math::{Pose, Real, Vec3};

use super::{
    Attachment, ClosureKind, Condition, Configured, ConstraintDescription, ExampleState, Moving, Numbering, Part,
    PointSpec, Row,
};
use crate::ModelError;
use crate::joints::Unit;
use crate::model::{Frame, LinkId, Model};
use crate::parameters::{Form, LinkRule, Measure, Parameter, Value, Values};

/// A point that stays in a plane of the ground: n · p − h = 0.
#[derive(Clone, Debug, PartialEq)]
pub struct OnPlane<T> {
    /// The point; only the position of the frame matters.
    pub point: Frame<T>,
    /// The unit normal n of the plane.
    pub normal: Vec3<T>,
    /// The distance h of the plane from the origin, along the normal.
    pub height: T,
}

impl<T: Real> ClosureKind<T> for OnPlane<T> {
    const KEYWORD: &'static str = "on_plane";
    const FORCE_ONLY: bool = true;
    type Over<U: Real> = OnPlane<U>;
    fn map<U: Real>(&self, number: impl Fn(T) -> U + Copy) -> OnPlane<U> {
        OnPlane { point: self.point.map(number), normal: self.normal.map(number), height: number(self.height) }
    }
    fn links(&self) -> [Option<LinkId>; 2] {
        [None, self.point.link]
    }
    fn moving_frame(&self) -> Option<Frame<T>> {
        Some(self.point.clone())
    }
    fn conditions(&self, _: &Model<T>) -> Vec<Condition> {
        vec![Condition { unit: Unit::Length, holonomic: true }]
    }
    #[inline]
    fn place(&self, at: Configured<'_, T>, rows: &mut [Row<T>]) {
        rows[0].wrenches = [None, at.force_at(&self.point, self.normal)];
    }
    fn residuals(&self, at: Configured<'_, T>, out: &mut [T]) {
        out[0] = self.normal.dot(at.point(&self.point)) - self.height;
    }
    #[inline]
    fn rates(&self, at: Configured<'_, T>, motion: Moving<'_, T>, _: &[Row<T>], out: &mut [T]) {
        out[0] = self.normal.dot(motion.acceleration(&at, &self.point));
    }
}

/// A point of a link that stays in a plane of the ground.
#[derive(Clone, Debug, PartialEq)]
pub struct OnPlaneSpec {
    /// The point.
    pub point: PointSpec,
    /// The normal of the plane, in ground axes.
    pub normal: Vec3<f64>,
    /// The distance of the plane from the origin, along the normal, m.
    pub height: f64,
}

impl ConstraintDescription for OnPlaneSpec {
    type Closure = OnPlane<f64>;
    const SUMMARY: &'static str = "A point of a link that stays in a plane of the ground";
    const SYNONYMS: &'static [&'static str] = &["plane"];
    const ON_GROUND: bool = true;
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            key: "link",
            alternatives: &[],
            form: Form::Link(LinkRule::Moving { verb: "slide", remedy: "name a link that moves" }),
            meaning: "The link",
            example: "\"slider\"",
        },
        Parameter {
            key: "point",
            alternatives: &[],
            form: Form::Point,
            meaning: "The point in the link frame",
            example: "[0.1, 0, 0]",
        },
        Parameter {
            key: "normal",
            alternatives: &[],
            form: Form::DirectionOr([0.0, 0.0, 1.0]),
            meaning: "Direction of the normal of the plane, of any length",
            example: "[0, 0, 1]",
        },
        Parameter {
            key: "height",
            alternatives: &[],
            form: Form::Number { measure: Measure::Length, default: Some(0.0) },
            meaning: "Distance of the plane from the origin, along the normal",
            example: "\"50 mm\"",
        },
    ];
    fn from_values(values: &Values) -> Option<Self> {
        let point = PointSpec { link: values.name("link")?, position: values.point("point")? };
        Some(Self { point, normal: values.direction("normal")?, height: values.number("height")? })
    }
    fn values(&self) -> Values {
        Values::default()
            .with("link", Value::Name(self.point.link.clone()))
            .with("point", Value::Point(self.point.position))
            .with("normal", Value::Direction(self.normal))
            .with("height", Value::Number(self.height))
    }
    fn check(&self, part: &Part<'_>) -> Result<(), ModelError> {
        part.link(&self.point.link)?;
        part.two_links(&self.point.link, part.ground())?;
        part.finite("coordinate of the point", self.point.position)?;
        part.finite("component of the normal", self.normal)?;
        part.positive("length of the normal", self.normal.norm())
    }
    fn number(&self, numbering: &Numbering<'_>) -> Result<OnPlane<f64>, ModelError> {
        let point = numbering.frame(&self.point.link, Pose::translation(self.point.position));
        Ok(OnPlane { point, normal: self.normal.normalized(), height: self.height })
    }
    fn attachments(&mut self) -> Vec<Attachment<'_>> {
        vec![self.point.attachment()]
    }
    fn is_void(&self, ground: &str) -> bool {
        self.point.link == ground
    }
    fn example(state: &mut ExampleState<'_>) -> Option<Self> {
        let (position, normal) = (state.point(), state.direction());
        let (link, pose) = state.moving.clone();
        let height = normal.dot(pose.point(position));
        Some(Self { point: PointSpec { link, position }, normal, height })
    }
}
