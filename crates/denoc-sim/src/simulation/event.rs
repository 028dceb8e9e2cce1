use denoc_base::number::six;
use denoc_mechanism::MechanismError;
use denoc_mechanism::quantity::Quantity;
use denoc_model::Model;
use serde::{Deserialize, Serialize};

use super::equations::Placed;
use super::limits::{Gauge, Impact, Limited, Limits};
use crate::SimError;

/// The quantity that an event watches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EventQuantity {
    /// A coordinate of a joint, rad or m.
    Coordinate {
        /// The joint.
        joint: String,
        /// Which of its coordinates, from zero.
        index: usize,
    },
    /// A speed of a joint, rad/s or m/s.
    Speed {
        /// The joint.
        joint: String,
        /// Which of its speeds, from zero.
        index: usize,
    },
    /// The position of a frame's origin along a world axis, m.
    Frame {
        /// The frame.
        frame: String,
        /// 0, 1 or 2 for x, y or z (the height).
        axis: usize,
    },
}

/// Which crossings count.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Upward.
    Rising,
    /// Downward.
    Falling,
    /// Both.
    #[default]
    Both,
}

/// What happens at an event.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// Record it and continue.
    #[default]
    Record,
    /// Record it and end the run.
    Stop,
}

/// A quantity crosses a value. Every crossing of the computed motion is found, however long the steps of the integrator are, with
/// one exception: two crossings between which the quantity passes the value by less than 1e-12 of its size. Reaching the value counts
/// as crossing it, leaving it does not; where a quantity only touches the value, rounding decides whether it reaches it.
///
/// ```
/// use denoc_sim::Event;
///
/// let landing = Event::frame("tool", 2, 0.0).named("the tool touches the floor").falling().stop();
/// assert_eq!(landing.name.as_deref(), Some("the tool touches the floor"));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// A name for reports; by default the condition itself.
    #[serde(default)]
    pub name: Option<String>,
    /// What is watched.
    pub quantity: EventQuantity,
    /// The value to cross, in the unit of the quantity.
    pub value: f64,
    /// Which crossings count.
    #[serde(default)]
    pub direction: Direction,
    /// What happens.
    #[serde(default)]
    pub action: Action,
}

impl Event {
    /// A coordinate of a joint crosses a value.
    pub fn coordinate(joint: &str, index: usize, value: f64) -> Self {
        Self::new(EventQuantity::Coordinate { joint: joint.to_owned(), index }, value)
    }

    /// A speed of a joint crosses a value.
    pub fn speed(joint: &str, index: usize, value: f64) -> Self {
        Self::new(EventQuantity::Speed { joint: joint.to_owned(), index }, value)
    }

    /// The origin of a frame crosses a value along a world axis (2 is the height).
    pub fn frame(frame: &str, axis: usize, value: f64) -> Self {
        Self::new(EventQuantity::Frame { frame: frame.to_owned(), axis }, value)
    }

    fn new(quantity: EventQuantity, value: f64) -> Self {
        Self { name: None, quantity, value, direction: Direction::Both, action: Action::Record }
    }

    /// The same, with a name for reports.
    pub fn named(self, name: &str) -> Self {
        Self { name: Some(name.to_owned()), ..self }
    }

    /// The same, upward only.
    pub fn rising(self) -> Self {
        Self { direction: Direction::Rising, ..self }
    }

    /// The same, downward only.
    pub fn falling(self) -> Self {
        Self { direction: Direction::Falling, ..self }
    }

    /// The same, ending the run.
    pub fn stop(self) -> Self {
        Self { action: Action::Stop, ..self }
    }
}

/// An event that occurred.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Occurrence {
    /// Time, s.
    pub t: f64,
    /// Its name, or what crossed which value.
    pub name: String,
    /// Whether a joint passed a limit.
    pub limit: bool,
    /// The impact, if a joint hit the stop at its limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub impact: Option<Impact>,
}

impl Occurrence {
    /// One that is neither a joint limit nor an impact.
    pub(super) fn named(t: f64, name: String) -> Self {
        Self { t, name, limit: false, impact: None }
    }
}

/// A joint this near to its limit counts as at it, rad or m, so that rounding causes no event.
pub(super) const AT_LIMIT: f64 = 1e-9;

/// An event bound to a model.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    label: Label,
    gauge: Gauge,
    value: f64,
    direction: Direction,
    pub(super) action: Action,
    pub(super) limit: bool,
}

/// What the name of a watch is made of, when it is needed.
#[derive(Clone, Debug)]
enum Label {
    /// The name.
    Name(String),
    /// The joint, which limit of it, and the unit.
    Limit(String, &'static str, &'static str),
}

impl Watch {
    pub(super) fn new(model: &Model, event: &Event) -> Result<Self, SimError> {
        if !event.value.is_finite() {
            return Err(MechanismError::Setting {
                what: "the value of an event",
                value: event.value,
                rule: "it must be finite",
            }
            .into());
        }
        let entry = |joint: &str, what, index, speed: bool| -> Result<usize, MechanismError> {
            let link = &model.links()[model.joint(joint)?.0];
            let (first, count) = if speed { (link.v, link.nv) } else { (link.q, link.nq) };
            if index < count {
                return Ok(first + index);
            }
            let rule = "count from zero, up to the number of coordinates of its kind";
            Err(MechanismError::NoCoordinate { joint: joint.to_owned(), what, index, rule })
        };
        let (gauge, quantity) = match &event.quantity {
            EventQuantity::Coordinate { joint, index } => {
                (Gauge::Coordinate(entry(joint, "coordinate", *index, false)?), format!("coordinate of \"{joint}\""))
            }
            EventQuantity::Speed { joint, index } => {
                (Gauge::Speed(entry(joint, "speed", *index, true)?), format!("speed of \"{joint}\""))
            }
            EventQuantity::Frame { frame, axis } => {
                let Some(letter) = ["x", "y", "z"].get(*axis) else {
                    let rule = "0, 1 and 2 are x, y and z";
                    return Err(
                        MechanismError::Setting { what: "the axis of an event", value: *axis as f64, rule }.into()
                    );
                };
                (Gauge::Frame(model.frame(frame)?, *axis), format!("{letter} of \"{frame}\""))
            }
        };
        let name = event.name.clone().unwrap_or_else(|| format!("{quantity} crosses {}", six(event.value)));
        let Event { value, direction, action, .. } = *event;
        Ok(Self { label: Label::Name(name), gauge, value, direction, action, limit: false })
    }

    /// The name for reports.
    pub(super) fn name(&self) -> String {
        match &self.label {
            Label::Name(name) => name.clone(),
            Label::Limit(joint, which, unit) => {
                format!("joint \"{joint}\" passes its {which} limit {} {unit}", six(self.value))
            }
        }
    }

    /// The limits of all joints that are reported: of coordinates, except where stops act, and of speeds.
    pub(super) fn limits(limited: &[Limited<'_>], limits: Limits) -> Vec<Self> {
        let action = match limits {
            Limits::Report | Limits::Act => Action::Record,
            Limits::End => Action::Stop,
            Limits::Ignore => return Vec::new(),
        };
        let mut all = Vec::new();
        for one in limited {
            if let Some(gauge) = one.coordinate.as_ref().filter(|_| limits != Limits::Act) {
                Self::between(&mut all, one, action, gauge);
            }
            if let Some(gauge) = &one.speed {
                Self::slower(&mut all, one, action, gauge);
            }
        }
        all
    }

    /// Whether it is the limit of a speed.
    pub(super) fn is_speed_limit(&self) -> bool {
        self.limit && matches!(self.gauge, Gauge::Speed(_) | Gauge::CutRate(_))
    }

    /// Adds the limits of a coordinate.
    fn between(all: &mut Vec<Self>, one: &Limited<'_>, action: Action, gauge: &Gauge) {
        let Some([low, high]) = one.properties.limits else { return };
        let unit = Quantity::Q.unit(one.unit);
        let limits = [("lower", low, Direction::Falling), ("upper", high, Direction::Rising)];
        for (which, value, direction) in limits.into_iter().filter(|limit| limit.1.is_finite()) {
            let label = Label::Limit(one.joint.to_owned(), which, unit);
            all.push(Self { label, gauge: gauge.clone(), value, direction, action, limit: true });
        }
    }

    /// Adds the limits of a speed.
    fn slower(all: &mut Vec<Self>, one: &Limited<'_>, action: Action, gauge: &Gauge) {
        let Some(most) = one.properties.velocity_limit.filter(|most| most.is_finite()) else { return };
        let unit = Quantity::V.unit(one.unit);
        for (value, direction) in [(most, Direction::Rising), (-most, Direction::Falling)] {
            let label = Label::Limit(one.joint.to_owned(), "speed", unit);
            all.push(Self { label, gauge: gauge.clone(), value, direction, action, limit: true });
        }
    }

    /// Whether it measures the position of a frame or a link.
    pub(super) fn needs_poses(&self) -> bool {
        self.gauge.needs_poses()
    }

    /// Whether it measures a sum of entries of the state, in the coordinates of the tree: a polynomial along a step.
    pub(super) fn is_sum_of_state(&self, model: &Model) -> bool {
        match self.gauge {
            Gauge::Speed(_) | Gauge::CutAngle(_) | Gauge::CutRate(_) => true,
            Gauge::Coordinate(k) => model.links().iter().any(|l| l.nq == l.nv && (l.q..l.q + l.nq).contains(&k)),
            Gauge::Frame(..) | Gauge::CutLength(..) => false,
        }
    }

    /// The distance from the value.
    pub(super) fn measure(&self, at: &Placed<'_>) -> f64 {
        self.gauge.measure(at) - self.value
    }

    /// The size of the numbers whose difference is this distance, in a mechanism of this size.
    pub(super) fn size(&self, distance: f64, reach: f64) -> f64 {
        self.value.abs() + distance.abs() + if self.needs_poses() { reach } else { 0.0 }
    }

    /// The distance at which a crossing counts.
    pub(super) fn threshold(&self) -> f64 {
        match self.direction {
            Direction::Rising if self.limit => AT_LIMIT,
            Direction::Falling if self.limit => -AT_LIMIT,
            _ => 0.0,
        }
    }

    /// Whether this is a joint limit and the distance is beyond it.
    pub(super) fn is_beyond(&self, distance: f64) -> bool {
        self.limit && self.past(distance, AT_LIMIT)
    }

    fn past(&self, distance: f64, by: f64) -> bool {
        match self.direction {
            Direction::Rising => distance > by,
            Direction::Falling => distance < -by,
            Direction::Both => false,
        }
    }

    /// Whether the crossing that is being looked for lies before `middle`.
    pub(super) fn before(&self, start: f64, middle: f64) -> bool {
        if self.limit { self.past(middle, 0.0) } else { self.crosses(start, middle) }
    }

    /// Whether the value is crossed between two distances, in a direction that counts. Leaving the value is no crossing,
    /// except for limits: a joint at its limit is inside.
    pub(super) fn crosses(&self, before: f64, after: f64) -> bool {
        let (rising, falling) = match self.limit {
            true => (before <= AT_LIMIT && after > AT_LIMIT, before >= -AT_LIMIT && after < -AT_LIMIT),
            false => (before < 0.0 && after >= 0.0, before > 0.0 && after <= 0.0),
        };
        match self.direction {
            Direction::Rising => rising,
            Direction::Falling => falling,
            Direction::Both => rising || falling,
        }
    }
}
