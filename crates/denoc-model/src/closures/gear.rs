use denoc_base::number::six;
use denoc_math::{Pose, Real, Vec3, Wrench};

use super::kind::link_name;
use super::mesh::{self, Mesh};
use super::teeth::Hub;
use super::{
    Attachment, ClosureKind, Condition, Configured, ConstraintDescription, ExampleState, Moving, Numbering, Part, Row,
};
use crate::ModelError;
use crate::description::Description;
use crate::joints::Unit;
use crate::model::{Frame, LinkId, Model};
use crate::parameters::{Form, LinkRule, Measure, Parameter, Value, Values};

/// Two meshing wheels: they have the same velocity along the tangent at the pitch point, which is fixed in their carrier.
///
/// The row is a pair of opposite unit forces on both wheels, so bearings carry the tangential force λ. Revolute joints of the tree
/// connect both wheels with the carrier, so the row is constant in their speeds, and its residual is linear in their coordinates:
/// wheels mesh after any number of turns. Teeth under pressure also push the wheels apart by |λ| tan α; this force does no work
/// (`idle`).
#[derive(Clone, Debug, PartialEq)]
pub struct Gear<T> {
    /// The wheels.
    pub wheels: [Option<LinkId>; 2],
    /// The pitch point in the carrier: x pushes the second wheel away from the first, y is along the tangential force on it.
    pub pitch: Frame<T>,
    /// Joints, by the links they move, with factors: the sum of factor · coordinate is zero, m.
    pub turns: Vec<(LinkId, T)>,
    /// The wheels with their teeth.
    pub hubs: Box<[Hub<Option<LinkId>>; 2]>,
    /// tan α of the pressure angle.
    pub slope: T,
}

impl<T: Real> Gear<T> {
    /// Pitch point and tangent in the world.
    fn tangent(&self, at: &Configured<'_, T>) -> [Vec3<T>; 2] {
        let world = self.pitch.link.map_or(self.pitch.pose, |link| at.world[link.0] * self.pitch.pose);
        [world.position, world.rotation.apply(Vec3::unit(1))]
    }
}

impl<T: Real> ClosureKind<T> for Gear<T> {
    const KEYWORD: &'static str = "gear";
    const FORCE_ONLY: bool = true;
    type Over<U: Real> = Gear<U>;
    fn map<U: Real>(&self, number: impl Fn(T) -> U + Copy) -> Gear<U> {
        Gear {
            wheels: self.wheels,
            pitch: self.pitch.map(number),
            turns: self.turns.iter().map(|&(joint, factor)| (joint, number(factor))).collect(),
            hubs: self.hubs.clone(),
            slope: number(self.slope),
        }
    }
    fn links(&self) -> [Option<LinkId>; 2] {
        self.wheels
    }
    fn moving_frame(&self) -> Option<Frame<T>> {
        Some(self.pitch.clone())
    }
    fn planar_conditions(&self) -> Option<i64> {
        Some(1)
    }
    fn relation(&self) -> Vec<(LinkId, T)> {
        self.turns.clone()
    }
    fn idle(&self, lambda: &[T]) -> Option<Wrench<T>> {
        let pressing = if lambda[0].value() < 0.0 { -lambda[0] } else { lambda[0] };
        Some(Wrench::new(Vec3::zero(), Vec3::unit(0).scale(pressing * self.slope)))
    }
    fn between(&self, model: &Model<T>) -> String {
        let [a, b] = self.wheels.map(|link| link_name(model, link));
        let terms = self.turns.iter().map(|&(joint, factor)| (&model.joint_names()[joint.0], factor.value()));
        let unit = self.turns.first().map_or(1.0, |turn| turn.1.value());
        let terms: String = terms
            .enumerate()
            .map(|(k, (joint, factor))| {
                let (sign, size) = (if factor / unit < 0.0 { "−" } else { "+" }, (factor / unit).abs());
                let size = if size == 1.0 { String::new() } else { format!("{} · ", six(size)) };
                if k == 0 { format!("{size}{joint}") } else { format!(" {sign} {size}{joint}") }
            })
            .collect();
        format!("{a} - {b}, {terms} = 0")
    }
    fn conditions(&self, _: &Model<T>) -> Vec<Condition> {
        vec![Condition { unit: Unit::Length, holonomic: true }]
    }
    #[inline]
    fn place(&self, at: Configured<'_, T>, rows: &mut [Row<T>]) {
        let [point, tangent] = self.tangent(&at);
        let [first, second] = self.wheels;
        rows[0].wrenches = [at.force_on(first, point, -tangent), at.force_on(second, point, tangent)];
    }
    fn residuals(&self, at: Configured<'_, T>, out: &mut [T]) {
        out[0] = self.turns.iter().fold(T::zero(), |sum, &(joint, factor)| factor.mul_add(at.coordinate(joint), sum));
    }
    #[inline]
    fn rates(&self, at: Configured<'_, T>, motion: Moving<'_, T>, _: &[Row<T>], out: &mut [T]) {
        let [point, tangent] = self.tangent(&at);
        let along = motion.velocity(&at, &self.pitch);
        // the velocity of each wheel at the pitch point, and its rate as the point moves with the carrier
        let [first, second] = self.wheels.map(|link| {
            let Some(LinkId(i)) = link else { return [Vec3::zero(); 2] };
            let rotation = at.world[i].rotation;
            let (t, rate) = (motion.twists[i].rotate(rotation), motion.rates[i].rotate(rotation));
            let arm = point - at.world[i].position;
            let velocity = t.linear + t.angular.cross(arm);
            [velocity, rate.linear + rate.angular.cross(arm) + t.angular.cross(along - t.linear)]
        });
        let turning = self.pitch.link.map_or(Vec3::zero(), |LinkId(i)| {
            at.world[i].rotation.apply(motion.twists[i].angular).cross(tangent)
        });
        out[0] = tangent.dot(second[1] - first[1]) + turning.dot(second[0] - first[0]);
    }
}

/// Two meshing gear wheels on links that a third link, the carrier, connects by revolute joints.
#[derive(Clone, Debug, PartialEq)]
pub struct GearSpec {
    /// The first wheel.
    pub parent: String,
    /// The second wheel.
    pub child: String,
    /// Their numbers of teeth.
    pub teeth: [f64; 2],
    /// Pitch diameter per tooth, m.
    pub module: f64,
    /// Whether the wheel with more teeth is a ring around the other.
    pub internal: bool,
    /// Pressure angle, rad.
    pub pressure_angle: f64,
}

impl GearSpec {
    /// Half the module times the teeth, m.
    pub fn pitch_radii(&self) -> [f64; 2] {
        self.teeth.map(|teeth| 0.5 * self.module * teeth)
    }

    /// The sum of the pitch radii, m.
    pub(super) fn size(&self) -> f64 {
        self.pitch_radii().iter().sum()
    }

    /// The joints whose coordinates it relates, with factors: the sum of factor · coordinate is constant, m. Empty if it is invalid.
    pub fn relation<'d>(&'d self, d: &'d Description) -> Vec<(&'d str, f64)> {
        mesh::find(d, self).map_or(Vec::new(), |mesh| mesh.turns)
    }

    /// The wheels, from their hubs in link frames of the description, which `place` may replace.
    pub(super) fn hubs<L>(
        &self,
        hubs: [Pose<f64>; 2],
        place: impl Fn(&str, Pose<f64>) -> (L, Pose<f64>),
    ) -> [Hub<L>; 2] {
        let (links, radii) = ([&self.parent, &self.child], self.pitch_radii());
        [0, 1].map(|k| {
            let (link, pose) = place(links[k], hubs[k]);
            let is_ring = self.internal && self.teeth[k] > self.teeth[1 - k];
            Hub { link, pose, radius: radii[k], teeth: self.teeth[k], is_ring }
        })
    }

    fn mesh<'d>(
        &'d self,
        d: &'d Description,
        name: &str,
        place: &Option<crate::description::Place>,
    ) -> Result<Mesh<'d>, ModelError> {
        mesh::find(d, self).map_err(|why| ModelError::Mesh {
            name: name.to_owned(),
            rule: why.rule,
            remedy: why.remedy,
            place: place.clone(),
        })
    }
}

impl ConstraintDescription for GearSpec {
    type Closure = Gear<f64>;
    const SUMMARY: &'static str = "Two meshing gear wheels by their teeth, with tooth forces; their carrier may move";
    const SYNONYMS: &'static [&'static str] = &["gears", "gear_pair"];
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            key: "parent",
            alternatives: &[],
            form: Form::Link(LinkRule::Any),
            meaning: "The link of the first wheel",
            example: "\"sun\"",
        },
        Parameter {
            key: "teeth",
            alternatives: &[],
            form: Form::Positive(Measure::Plain),
            meaning: "Its number of teeth",
            example: "24",
        },
        Parameter {
            key: "child",
            alternatives: &[],
            form: Form::Link(LinkRule::OtherThan("parent")),
            meaning: "The link of the second wheel",
            example: "\"planet\"",
        },
        Parameter {
            key: "child_teeth",
            alternatives: &[],
            form: Form::Positive(Measure::Plain),
            meaning: "Its number of teeth",
            example: "18",
        },
        Parameter {
            key: "module",
            alternatives: &[],
            form: Form::Positive(Measure::Length),
            meaning: "Pitch diameter per tooth; of bevel gears, in the middle of the teeth",
            example: "\"2 mm\"",
        },
        Parameter {
            key: "internal",
            alternatives: &[],
            form: Form::Flag { default: false },
            meaning: "Whether the wheel with more teeth is a ring around the other",
            example: "true",
        },
        Parameter {
            key: "pressure_angle",
            alternatives: &[],
            form: Form::Number { measure: Measure::Angle, default: Some(20.0 * core::f64::consts::PI / 180.0) },
            meaning: "Angle between the line of action and the tangent",
            example: "\"25 deg\"",
        },
    ];
    fn from_values(values: &Values) -> Option<Self> {
        Some(Self {
            parent: values.name("parent")?,
            child: values.name("child")?,
            teeth: [values.number("teeth")?, values.number("child_teeth")?],
            module: values.number("module")?,
            internal: values.flag("internal")?,
            pressure_angle: values.number("pressure_angle")?,
        })
    }
    fn values(&self) -> Values {
        Values::default()
            .with("parent", Value::Name(self.parent.clone()))
            .with("teeth", Value::Number(self.teeth[0]))
            .with("child", Value::Name(self.child.clone()))
            .with("child_teeth", Value::Number(self.teeth[1]))
            .with("module", Value::Number(self.module))
            .with("internal", Value::Flag(self.internal))
            .with("pressure_angle", Value::Number(self.pressure_angle))
    }
    fn check(&self, part: &Part<'_>) -> Result<(), ModelError> {
        part.link(&self.parent)?;
        part.link(&self.child)?;
        part.two_links(&self.parent, &self.child)?;
        self.teeth.into_iter().try_for_each(|teeth| part.whole("number of teeth", teeth))?;
        part.positive("module", self.module)?;
        part.below("pressure angle", self.pressure_angle, core::f64::consts::FRAC_PI_4, "it must be at least 0 and below 0.785398 rad (45 deg)")?;
        self.mesh(part.description, part.name, part.place).map(|_| ())
    }
    fn number(&self, numbering: &Numbering<'_>) -> Result<Gear<f64>, ModelError> {
        let mesh = self.mesh(numbering.description, numbering.owner, numbering.place)?;
        let turn = |&(joint, factor): &(&str, f64)| Ok((numbering.joint(joint)?, factor));
        Ok(Gear {
            wheels: [&self.parent, &self.child].map(|link| numbering.frame(link, Pose::identity()).link),
            pitch: numbering.frame(mesh.carrier, mesh.pitch),
            turns: mesh.turns.iter().map(turn).collect::<Result<_, ModelError>>()?,
            hubs: Box::new(self.hubs(mesh.hubs, |link, pose| {
                let frame = numbering.frame(link, pose);
                (frame.link, frame.pose)
            })),
            slope: self.pressure_angle.tan(),
        })
    }
    fn attachments(&mut self) -> Vec<Attachment<'_>> {
        let whole = |link| Attachment { link, points: Vec::new(), directions: Vec::new() };
        vec![whole(&mut self.parent), whole(&mut self.child)]
    }
    fn is_void(&self, _: &str) -> bool {
        self.parent == self.child
    }
    fn tree_joints<'d>(&'d self, d: &'d Description) -> Vec<&'d str> {
        self.relation(d).into_iter().map(|(joint, _)| joint).collect()
    }
    /// None: wheels need joints with a common carrier, which random mechanisms do not have.
    fn example(_: &mut ExampleState<'_>) -> Option<Self> {
        None
    }
}
