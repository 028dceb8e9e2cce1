use denoc_base::number::six;
use denoc_math::{Pose, Real};

use super::kind::link_name;
use super::{
    Attachment, ClosureKind, Condition, Configured, ConstraintDescription, ExampleState, Moving, Numbering, Part,
    PointSpec, Row,
};
use crate::ModelError;
use crate::joints::Unit;
use crate::model::{Frame, LinkId, Model};
use crate::parameters::{Form, LinkRule, Measure, Parameter, Value, Values};

/// Two points at a constant distance: (|d|² − L²)/(2 L) = 0 for the vector d between them, so that the rate is along d/L. Only
/// the positions of the frames matter.
#[derive(Clone, Debug, PartialEq)]
pub struct Distance<T> {
    /// One end.
    pub from: Frame<T>,
    /// The other.
    pub to: Frame<T>,
    /// The distance L.
    pub length: T,
}

impl<T: Real> ClosureKind<T> for Distance<T> {
    const KEYWORD: &'static str = "distance";
    const FORCE_ONLY: bool = true;
    type Over<U: Real> = Distance<U>;
    fn map<U: Real>(&self, number: impl Fn(T) -> U + Copy) -> Distance<U> {
        Distance { from: self.from.map(number), to: self.to.map(number), length: number(self.length) }
    }
    fn links(&self) -> [Option<LinkId>; 2] {
        [self.from.link, self.to.link]
    }
    fn ends(&self) -> Option<[&Frame<T>; 2]> {
        Some([&self.from, &self.to])
    }
    fn length(&self) -> Option<&T> {
        Some(&self.length)
    }
    fn moving_frame(&self) -> Option<Frame<T>> {
        Some(self.to.clone())
    }
    fn between(&self, model: &Model<T>) -> String {
        let [a, b] = self.links().map(|link| link_name(model, link));
        format!("{a} - {b}, {} m", six(self.length.value()))
    }
    fn conditions(&self, _: &Model<T>) -> Vec<Condition> {
        vec![Condition { unit: Unit::Length, holonomic: true }]
    }
    #[inline]
    fn place(&self, at: Configured<'_, T>, rows: &mut [Row<T>]) {
        let direction = (at.point(&self.to) - at.point(&self.from)).scale(self.length.recip());
        rows[0].wrenches = [at.force_at(&self.from, -direction), at.force_at(&self.to, direction)];
    }
    fn residuals(&self, at: Configured<'_, T>, out: &mut [T]) {
        let d = at.point(&self.to) - at.point(&self.from);
        out[0] = (d.dot(d) - self.length.square()) * (self.length + self.length).recip();
    }
    #[inline]
    fn rates(&self, at: Configured<'_, T>, motion: Moving<'_, T>, _: &[Row<T>], out: &mut [T]) {
        let d = at.point(&self.to) - at.point(&self.from);
        let v = motion.velocity(&at, &self.to) - motion.velocity(&at, &self.from);
        let a = motion.acceleration(&at, &self.to) - motion.acceleration(&at, &self.from);
        out[0] = (d.dot(a) + v.dot(v)) * self.length.recip();
    }
}

/// Two points keep their distance, as if a massless rod connected them by ball joints.
#[derive(Clone, Debug, PartialEq)]
pub struct DistanceSpec {
    /// One end.
    pub from: PointSpec,
    /// The other.
    pub to: PointSpec,
    /// The distance, m.
    pub length: f64,
}

impl ConstraintDescription for DistanceSpec {
    type Closure = Distance<f64>;
    const SUMMARY: &'static str =
        "Two points that keep their distance, as if a massless rod connected them by ball joints";
    const SYNONYMS: &'static [&'static str] = &["rod"];
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            key: "parent",
            alternatives: &[],
            form: Form::Link(LinkRule::Any),
            meaning: "The link at one end",
            example: "\"crank\"",
        },
        Parameter {
            key: "point",
            alternatives: &[],
            form: Form::Point,
            meaning: "That end in the link frame",
            example: "[0.1, 0, 0]",
        },
        Parameter {
            key: "child",
            alternatives: &[],
            form: Form::Link(LinkRule::OtherThan("parent")),
            meaning: "The link at the other end",
            example: "\"slider\"",
        },
        Parameter {
            key: "child_point",
            alternatives: &[],
            form: Form::Point,
            meaning: "That end in the link frame",
            example: "[0, 0, 0.2]",
        },
        Parameter {
            key: "length",
            alternatives: &[],
            form: Form::Positive(Measure::Length),
            meaning: "The distance",
            example: "0.3",
        },
    ];
    fn from_values(values: &Values) -> Option<Self> {
        let end = |link, point| Some(PointSpec { link: values.name(link)?, position: values.point(point)? });
        let [from, to] = [end("parent", "point")?, end("child", "child_point")?];
        Some(Self { from, to, length: values.number("length")? })
    }
    fn values(&self) -> Values {
        Values::default()
            .with("parent", Value::Name(self.from.link.clone()))
            .with("point", Value::Point(self.from.position))
            .with("child", Value::Name(self.to.link.clone()))
            .with("child_point", Value::Point(self.to.position))
            .with("length", Value::Number(self.length))
    }
    fn check(&self, part: &Part<'_>) -> Result<(), ModelError> {
        for end in [&self.from, &self.to] {
            part.link(&end.link)?;
            part.finite("coordinate of a point", end.position)?;
        }
        part.two_links(&self.from.link, &self.to.link)?;
        part.positive("length", self.length)
    }
    fn number(&self, numbering: &Numbering<'_>) -> Result<Distance<f64>, ModelError> {
        let end = |end: &PointSpec| numbering.frame(&end.link, Pose::translation(end.position));
        Ok(Distance { from: end(&self.from), to: end(&self.to), length: self.length })
    }
    fn attachments(&mut self) -> Vec<Attachment<'_>> {
        vec![self.from.attachment(), self.to.attachment()]
    }
    fn ends(&self) -> Option<[&PointSpec; 2]> {
        Some([&self.from, &self.to])
    }
    fn is_void(&self, _: &str) -> bool {
        let distance = (self.to.position - self.from.position).norm();
        self.from.link == self.to.link && (distance - self.length).abs() < 1e-9
    }
    fn example(state: &mut ExampleState<'_>) -> Option<Self> {
        let (p, r) = (state.point(), state.point());
        let [(from, a), (to, b)] = state.links.clone();
        let length = (a.point(p) - b.point(r)).norm();
        Some(Self { from: PointSpec { link: from, position: p }, to: PointSpec { link: to, position: r }, length })
    }
}
