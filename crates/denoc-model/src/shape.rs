//! Shapes of links, for display, collision and the mass properties of uniform bodies.

use denoc_math::{Pose, Vec3};

use crate::mass_properties::MassProperties;

/// A shape fixed in a link.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The geometry.
    pub geometry: Geometry,
    /// Pose of the shape in the link frame.
    pub pose: Pose<f64>,
    /// Red, green, blue, opacity, each from 0 to 1.
    pub color: Option<[f64; 4]>,
    /// Its purpose.
    pub purpose: Purpose,
}

impl Shape {
    /// A shape for display and collision, at a pose in the link.
    pub fn new(geometry: Geometry, pose: Pose<f64>) -> Self {
        Self { geometry, pose, color: None, purpose: Purpose::Both }
    }
}

/// The purpose of a shape.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub enum Purpose {
    /// Display and collision.
    #[default]
    Both,
    /// Display.
    Visual,
    /// Collision.
    Collision,
}

/// A geometric form. All but meshes are centred at their own origin; long ones lie along z.
#[derive(Clone, Debug, PartialEq)]
pub enum Geometry {
    /// A box.
    Box {
        /// Side lengths along x, y, z, m.
        sides: Vec3<f64>,
    },
    /// A cylinder along z.
    Cylinder {
        /// Radius, m.
        radius: f64,
        /// Length along z, m.
        length: f64,
    },
    /// A cylinder along z with hemispheres at its ends.
    Capsule {
        /// Radius, m.
        radius: f64,
        /// Length of the cylinder without the hemispheres, m.
        length: f64,
    },
    /// A sphere.
    Sphere {
        /// Radius, m.
        radius: f64,
    },
    /// Triangles in a file.
    Mesh {
        /// File name, as written in the description.
        file: String,
        /// Scale factors along x, y, z.
        scale: Vec3<f64>,
    },
}

impl Geometry {
    /// Its volume in m³; `None` for meshes.
    pub fn volume(&self) -> Option<f64> {
        use std::f64::consts::PI;
        match *self {
            Self::Box { sides } => Some(sides.x * sides.y * sides.z),
            Self::Cylinder { radius, length } => Some(PI * radius * radius * length),
            Self::Capsule { radius, length } => Some(PI * radius * radius * (length + 4.0 / 3.0 * radius)),
            Self::Sphere { radius } => Some(4.0 / 3.0 * PI * radius * radius * radius),
            Self::Mesh { .. } => None,
        }
    }

    /// The uniform body of this form, in its own frame; `None` for meshes.
    ///
    /// ```
    /// use denoc_model::Geometry;
    /// let ball = Geometry::Sphere { radius: 0.1 };
    /// let steel = ball.volume().map(|v| 7850.0 * v).and_then(|mass| ball.uniform(mass));
    /// assert!(steel.is_some_and(|body| (body.mass - 32.88).abs() < 0.01));
    /// ```
    pub fn uniform(&self, mass: f64) -> Option<MassProperties> {
        match *self {
            Self::Box { sides } => Some(MassProperties::cuboid(mass, sides, Vec3::zero())),
            Self::Cylinder { radius, length } => Some(MassProperties::cylinder(mass, radius, length)),
            Self::Capsule { radius, length } => Some(MassProperties::capsule(mass, radius, length)),
            Self::Sphere { radius } => Some(MassProperties::sphere(mass, radius)),
            Self::Mesh { .. } => None,
        }
    }

    /// The radius of a sphere around its origin that contains it, m; `None` for meshes.
    pub fn reach(&self) -> Option<f64> {
        match *self {
            Self::Box { sides } => Some(0.5 * sides.norm()),
            Self::Cylinder { radius, length } => Some(radius.hypot(0.5 * length)),
            Self::Capsule { radius, length } => Some(radius + 0.5 * length),
            Self::Sphere { radius } => Some(radius),
            Self::Mesh { .. } => None,
        }
    }

    /// Its dimensions with their names, in the order of the fields.
    pub fn measures(&self) -> Vec<(&'static str, f64)> {
        match self {
            Self::Box { sides } => vec![("side x", sides.x), ("side y", sides.y), ("side z", sides.z)],
            Self::Cylinder { radius, length } | Self::Capsule { radius, length } => {
                vec![("radius", *radius), ("length", *length)]
            }
            Self::Sphere { radius } => vec![("radius", *radius)],
            Self::Mesh { scale, .. } => vec![("scale x", scale.x), ("scale y", scale.y), ("scale z", scale.z)],
        }
    }
}
