//! The physical quantities of the format and their units.

use denoc_model::joints;

use super::unit::Dimension;

/// A physical quantity.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) struct Quantity {
    /// Name with article, for messages.
    pub(super) name: &'static str,
    pub(super) dimension: Dimension,
    /// Common units, for messages; empty for plain numbers.
    pub(super) units: &'static str,
    /// Whether rad may be omitted in a denominator: N m s for N m s/rad.
    radians_optional: bool,
}

const fn quantity(name: &'static str, dimension: Dimension, units: &'static str) -> Quantity {
    Quantity { name, dimension, units, radians_optional: false }
}

const fn per_angle(name: &'static str, dimension: Dimension, units: &'static str) -> Quantity {
    Quantity { name, dimension, units, radians_optional: true }
}

pub(super) const NUMBER: Quantity = quantity("a plain number", [0; 4], "");
pub(super) const ANGLE: Quantity = quantity("an angle", [0, 0, 0, 1], "deg, rad or turn");
pub(super) const LENGTH: Quantity = quantity("a length", [1, 0, 0, 0], "m, cm, mm or in");
pub(super) const MASS: Quantity = quantity("a mass", [0, 1, 0, 0], "kg, g, t or lb");
pub(super) const DENSITY: Quantity = quantity("a density", [-3, 1, 0, 0], "kg/m^3 or g/cm^3");
pub(super) const INERTIA: Quantity = quantity("a moment of inertia", [2, 1, 0, 0], "kg m^2, g cm^2 or kg mm^2");
pub(super) const ACCELERATION: Quantity = quantity("an acceleration", [1, 0, -2, 0], "m/s^2");
/// Lead of a screw per angle.
pub(super) const PITCH: Quantity = quantity("a length per angle", [1, 0, 0, -1], "m/rad or mm/turn");
const PER_LENGTH: Quantity = quantity("an angle per length", [-1, 0, 0, 1], "rad/m or deg/mm");
const SPEED: Quantity = quantity("a speed", [1, 0, -1, 0], "m/s or mm/s");
const ANGULAR_SPEED: Quantity = quantity("an angular speed", [0, 0, -1, 1], "deg/s, rad/s or rpm");
const FORCE: Quantity = quantity("a force", [1, 1, -2, 0], "N or kN");
const TORQUE: Quantity = quantity("a torque", [2, 1, -2, 0], "N m or mN m");
pub(super) const STIFFNESS: Quantity = quantity("a stiffness", [0, 1, -2, 0], "N/m or N/mm");
pub(super) const ANGULAR_STIFFNESS: Quantity = per_angle("an angular stiffness", [2, 1, -2, -1], "N m/rad or N m/deg");
pub(super) const DAMPING: Quantity = quantity("a viscous friction", [0, 1, -1, 0], "N s/m");
pub(super) const ANGULAR_DAMPING: Quantity = per_angle("an angular viscous friction", [2, 1, -1, -1], "N m s/rad");
pub(super) const MASS_PER_LENGTH: Quantity = quantity("a mass per length", [-1, 1, 0, 0], "kg/m or g/m");
/// E I or G J of a cable.
pub(super) const BENDING: Quantity = quantity("a bending stiffness", [3, 1, -2, 0], "N m^2 or N mm^2");
pub(super) const BENDING_DAMPING: Quantity = quantity("a bending damping", [3, 1, -1, 0], "N m^2 s");
pub(super) const DRAG: Quantity = quantity("a drag per length", [-1, 1, -1, 0], "N s/m^2");
const TIME: Quantity = quantity("a time", [0, 0, 1, 0], "s or ms");
/// Of a joint that has both angles and lengths as coordinates, so that no unit applies to all of them.
const MIXED: Quantity = quantity("a plain number for both angles and lengths", [i8::MAX; 4], "");

const ALL: &[Quantity] = &[
    ANGLE,
    LENGTH,
    MASS,
    DENSITY,
    INERTIA,
    ACCELERATION,
    PITCH,
    PER_LENGTH,
    SPEED,
    ANGULAR_SPEED,
    FORCE,
    TORQUE,
    STIFFNESS,
    ANGULAR_STIFFNESS,
    DAMPING,
    ANGULAR_DAMPING,
    MASS_PER_LENGTH,
    BENDING,
    BENDING_DAMPING,
    DRAG,
    TIME,
];

impl Quantity {
    /// Whether a unit of this dimension is valid.
    pub(super) fn accepts(&self, dimension: Dimension) -> bool {
        let [length, mass, time, angle] = self.dimension;
        dimension == self.dimension || (self.radians_optional && angle < 0 && dimension == [length, mass, time, 0])
    }
}

/// The name of the quantity of this dimension.
pub(super) fn name(dimension: Dimension) -> &'static str {
    match ALL.iter().find(|q| q.dimension == dimension) {
        Some(quantity) => quantity.name,
        None if dimension == [0; 4] => "a plain number",
        None => "another quantity",
    }
}

/// The quantities of a joint, which depend on its coordinates.
#[derive(Copy, Clone, Debug)]
pub(super) struct OfJoint {
    pub(super) coordinate: Quantity,
    pub(super) speed: Quantity,
    pub(super) effort: Quantity,
    pub(super) rotor: Quantity,
    pub(super) stiffness: Quantity,
    pub(super) damping: Quantity,
}

impl OfJoint {
    /// `speeds` are the units of v: those of quaternions are angular speeds.
    pub(super) fn new(speeds: &[joints::Unit]) -> Self {
        if !speeds.is_empty() && speeds.iter().all(|u| *u == joints::Unit::Angle) {
            return Self {
                coordinate: ANGLE,
                speed: ANGULAR_SPEED,
                effort: TORQUE,
                rotor: INERTIA,
                stiffness: ANGULAR_STIFFNESS,
                damping: ANGULAR_DAMPING,
            };
        }
        if !speeds.is_empty() && speeds.iter().all(|u| *u == joints::Unit::Length) {
            return Self {
                coordinate: LENGTH,
                speed: SPEED,
                effort: FORCE,
                rotor: MASS,
                stiffness: STIFFNESS,
                damping: DAMPING,
            };
        }
        Self { coordinate: MIXED, speed: MIXED, effort: MIXED, rotor: MIXED, stiffness: MIXED, damping: MIXED }
    }
}

/// The quantity of a parameter of a joint.
pub(super) fn of_measure(measure: joints::Measure) -> Quantity {
    match measure {
        joints::Measure::Plain => NUMBER,
        joints::Measure::Angle => ANGLE,
        joints::Measure::Length => LENGTH,
        joints::Measure::LengthPerAngle => PITCH,
        joints::Measure::AnglePerLength => PER_LENGTH,
    }
}

/// The quantity of a coordinate.
pub(super) fn of_coordinate(unit: joints::Unit) -> Quantity {
    match unit {
        joints::Unit::Angle => ANGLE,
        joints::Unit::Length => LENGTH,
        joints::Unit::Quaternion => NUMBER,
    }
}

/// The ratio of two coordinates.
pub(super) fn ratio(joint: joints::Unit, follows: joints::Unit) -> Quantity {
    match (joint, follows) {
        (joints::Unit::Length, joints::Unit::Angle) => PITCH,
        (joints::Unit::Angle, joints::Unit::Length) => PER_LENGTH,
        _ => NUMBER,
    }
}
