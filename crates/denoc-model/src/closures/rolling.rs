use denoc_base::number::six;
use denoc_math::{Pose, Real, Vec3, Wrench};

use super::kind::link_name;
use super::{
    Attachment, ClosureKind, Condition, Configured, ConstraintDescription, ExampleState, Moving, Numbering, Part, Row,
};
use crate::ModelError;
use crate::joints::Unit;
use crate::model::{Frame, LinkId, Model};
use crate::parameters::{Form, LinkRule, Measure, Parameter, Value, Values};

/// A disk that rolls on a plane of the ground: the point of it that touches the plane has no velocity.
///
/// With the centre c, the axis e and the normal n of the plane, the lowest point of the disk is c + ρ, ρ = −r u, where u is the
/// unit vector along the component of n normal to e. Rows 1 and 2 are the velocities of that point along two directions of the
/// plane, row 3 (if the height is kept) its velocity along n, which is the rate of its height.
#[derive(Clone, Debug, PartialEq)]
pub struct Rolling<T> {
    /// The wheel.
    pub link: LinkId,
    /// Its centre in the link frame of the model.
    pub center: Vec3<T>,
    /// Its axis, a unit vector, in the same frame.
    pub axis: Vec3<T>,
    /// Its radius.
    pub radius: T,
    /// A point of the plane.
    pub plane_point: Vec3<T>,
    /// The unit normal of the plane.
    pub plane_normal: Vec3<T>,
    /// Whether the wheel is also kept on the plane.
    pub keep_height: bool,
}

/// The disk in one configuration, in world axes.
struct Disk<T> {
    /// From the origin of the link to the lowest point.
    arm: Vec3<T>,
    /// From the centre to the lowest point.
    rho: Vec3<T>,
    /// u.
    up: Vec3<T>,
    /// e.
    axis: Vec3<T>,
    /// Length of the component of n normal to e.
    tilt: T,
    directions: [Vec3<T>; 3],
}

impl<T: Real> Rolling<T> {
    fn disk(&self, world: &[Pose<T>]) -> Disk<T> {
        let (pose, n) = (world[self.link.0], self.plane_normal);
        let axis = pose.rotation.apply(self.axis);
        let flat = n - axis.scale(n.dot(axis));
        let tilt = flat.dot(flat).sqrt();
        let up = flat.scale(tilt.recip());
        let rho = -up.scale(self.radius);
        // two directions that only depend on the plane: rows that do not turn with the wheel
        let helper = if n.x.value().abs() < 0.9 { Vec3::unit(0) } else { Vec3::unit(1) };
        let second = n.cross(helper);
        let second = second.scale(second.dot(second).sqrt().recip());
        let directions = [second.cross(n), second, n];
        let arm = pose.rotation.apply(self.center) + rho;
        Disk { arm, rho, up, axis, tilt, directions }
    }
}

impl<T: Real> ClosureKind<T> for Rolling<T> {
    const KEYWORD: &'static str = "rolling";
    const NONHOLONOMIC: bool = true;
    type Over<U: Real> = Rolling<U>;
    fn map<U: Real>(&self, number: impl Fn(T) -> U + Copy) -> Rolling<U> {
        Rolling {
            link: self.link,
            center: self.center.map(number),
            axis: self.axis.map(number),
            radius: number(self.radius),
            plane_point: self.plane_point.map(number),
            plane_normal: self.plane_normal.map(number),
            keep_height: self.keep_height,
        }
    }
    fn links(&self) -> [Option<LinkId>; 2] {
        [None, Some(self.link)]
    }
    fn length(&self) -> Option<&T> {
        Some(&self.radius)
    }
    fn moving_frame(&self) -> Option<Frame<T>> {
        Some(Frame { link: Some(self.link), pose: Pose::translation(self.center) })
    }
    fn between(&self, model: &Model<T>) -> String {
        let wheel = link_name(model, Some(self.link));
        format!("{wheel} on the ground, radius {} m", six(self.radius.value()))
    }
    fn conditions(&self, _: &Model<T>) -> Vec<Condition> {
        let slip = Condition { unit: Unit::Length, holonomic: false };
        let height = self.keep_height.then_some(Condition { unit: Unit::Length, holonomic: true });
        [slip, slip].into_iter().chain(height).collect()
    }
    #[inline]
    fn place(&self, at: Configured<'_, T>, rows: &mut [Row<T>]) {
        let disk = self.disk(at.world);
        for (row, &direction) in rows.iter_mut().zip(&disk.directions) {
            let wrench = Wrench::new(disk.arm.cross(direction), direction);
            row.wrenches = [None, Some((self.link, wrench.rotate(at.world[self.link.0].rotation.transpose())))];
        }
    }
    fn residuals(&self, at: Configured<'_, T>, out: &mut [T]) {
        out.fill(T::zero());
        if let [_, _, height] = out {
            let disk = self.disk(at.world);
            let lowest = at.world[self.link.0].position + disk.arm;
            *height = disk.directions[2].dot(lowest - self.plane_point);
        }
    }
    #[inline]
    fn rates(&self, at: Configured<'_, T>, motion: Moving<'_, T>, _: &[Row<T>], out: &mut [T]) {
        let disk = self.disk(at.world);
        let rotation = at.world[self.link.0].rotation;
        let (t, rate) = (motion.twists[self.link.0].rotate(rotation), motion.rates[self.link.0].rotate(rotation));
        // d/dt (v + ω × arm) with arm = c − o + ρ: the centre turns with the wheel, ρ turns with the lowest point
        let n = disk.directions[2];
        let turn = t.angular.cross(disk.axis);
        let flat_rate = -(disk.axis.scale(n.dot(turn)) + turn.scale(n.dot(disk.axis)));
        let up_rate = (flat_rate - disk.up.scale(disk.up.dot(flat_rate))).scale(disk.tilt.recip());
        let radius = disk.rho.dot(disk.rho).sqrt();
        let center = disk.arm - disk.rho;
        let arm_rate = t.angular.cross(center) - up_rate.scale(radius);
        let total = rate.linear + rate.angular.cross(disk.arm) + t.angular.cross(arm_rate);
        for (out, &direction) in out.iter_mut().zip(&disk.directions) {
            *out = direction.dot(total);
        }
    }
}

/// A wheel (a thin disk) that rolls on a plane of the ground without slipping. Two of its conditions constrain speeds alone
/// (nonholonomic).
#[derive(Clone, Debug, PartialEq)]
pub struct RollingSpec {
    /// The wheel.
    pub link: String,
    /// Its centre in the link frame, m.
    pub center: Vec3<f64>,
    /// Its axis in the link frame.
    pub axis: Vec3<f64>,
    /// Its radius, m.
    pub radius: f64,
    /// A point of the plane, in ground axes, m.
    pub plane_point: Vec3<f64>,
    /// The normal of the plane, in ground axes, towards the wheel.
    pub plane_normal: Vec3<f64>,
    /// Whether the wheel is also kept on the plane; false where the rest of the mechanism does that already.
    pub keep_height: bool,
}

impl ConstraintDescription for RollingSpec {
    type Closure = Rolling<f64>;
    const SUMMARY: &'static str = "A wheel (a thin disk) that rolls on a plane of the ground without slipping";
    const SYNONYMS: &'static [&'static str] = &["wheel"];
    const ON_GROUND: bool = true;
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            key: "link",
            alternatives: &[],
            form: Form::Link(LinkRule::Moving { verb: "roll", remedy: "name the wheel" }),
            meaning: "The wheel",
            example: "\"wheel\"",
        },
        Parameter {
            key: "center",
            alternatives: &[],
            form: Form::Point,
            meaning: "Its centre in the link frame",
            example: "[0, 0, 0]",
        },
        Parameter {
            key: "axis",
            alternatives: &[],
            form: Form::Direction,
            meaning: "Direction of its axis in the link frame, of any length",
            example: "[0, 1, 0]",
        },
        Parameter {
            key: "radius",
            alternatives: &[],
            form: Form::Positive(Measure::Length),
            meaning: "Its radius",
            example: "0.05",
        },
        Parameter {
            key: "plane",
            alternatives: &[],
            form: Form::Table(PLANE),
            meaning: "The plane, in ground axes",
            example: "{ point = [0, 0, 0], normal = [0, 0, 1] }",
        },
        Parameter {
            key: "keep_height",
            alternatives: &[],
            form: Form::Flag { default: true },
            meaning: "Whether the wheel is kept on the plane; false where the rest of the mechanism already does that",
            example: "false",
        },
    ];
    fn from_values(values: &Values) -> Option<Self> {
        let plane = values.table("plane")?;
        Some(Self {
            link: values.name("link")?,
            center: values.point("center")?,
            axis: values.direction("axis")?,
            radius: values.number("radius")?,
            plane_point: plane.point("point")?,
            plane_normal: plane.direction("normal")?,
            keep_height: values.flag("keep_height")?,
        })
    }
    fn values(&self) -> Values {
        let plane = Values::default()
            .with("point", Value::Point(self.plane_point))
            .with("normal", Value::Direction(self.plane_normal));
        Values::default()
            .with("link", Value::Name(self.link.clone()))
            .with("center", Value::Point(self.center))
            .with("axis", Value::Direction(self.axis))
            .with("radius", Value::Number(self.radius))
            .with("plane", Value::Table(plane))
            .with("keep_height", Value::Flag(self.keep_height))
    }
    fn check(&self, part: &Part<'_>) -> Result<(), ModelError> {
        part.link(&self.link)?;
        part.two_links(&self.link, part.ground())?;
        part.finite("coordinate of centre", self.center)?;
        part.finite("component of axis", self.axis)?;
        part.finite("coordinate of the plane's point", self.plane_point)?;
        part.finite("component of the plane's normal", self.plane_normal)?;
        part.positive("radius", self.radius)?;
        part.positive("length of axis", self.axis.norm())?;
        part.positive("length of normal", self.plane_normal.norm())
    }
    fn number(&self, numbering: &Numbering<'_>) -> Result<Rolling<f64>, ModelError> {
        let (link, pose) = numbering.moving(&self.link)?;
        Ok(Rolling {
            link,
            center: pose.point(self.center),
            axis: pose.rotation.apply(self.axis.normalized()),
            radius: self.radius,
            plane_point: self.plane_point,
            plane_normal: self.plane_normal.normalized(),
            keep_height: self.keep_height,
        })
    }
    fn attachments(&mut self) -> Vec<Attachment<'_>> {
        vec![Attachment { link: &mut self.link, points: vec![&mut self.center], directions: vec![&mut self.axis] }]
    }
    fn is_void(&self, ground: &str) -> bool {
        self.link == ground
    }
    fn example(state: &mut ExampleState<'_>) -> Option<Self> {
        let (center, axis, normal) = (state.point(), state.direction(), state.direction());
        let (link, pose) = state.moving.clone();
        let (radius, keep_height) = (0.25 + 0.15 * (state.random)(), (state.random)() > 0.0);
        let e = pose.rotation.apply(axis);
        let lowest = pose.point(center) - (normal - e.scale(normal.dot(e))).normalized().scale(radius);
        let plane_point = lowest + normal.cross(state.direction()).scale(0.7);
        Some(Self { link, center, axis, radius, plane_point, plane_normal: normal, keep_height })
    }
}

/// The keys of the table `plane`.
const PLANE: &[Parameter] = &[
    Parameter {
        key: "point",
        alternatives: &[],
        form: Form::Point,
        meaning: "A point of it",
        example: "[0, 0, 0]",
    },
    Parameter {
        key: "normal",
        alternatives: &[],
        form: Form::DirectionOr([0.0, 0.0, 1.0]),
        meaning: "Direction of its normal, towards the wheel, of any length",
        example: "[0, 0, 1]",
    },
];
