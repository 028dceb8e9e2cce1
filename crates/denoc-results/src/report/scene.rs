use crate::Error;
use crate::plot::ascending;

/// Position and orientation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// Position in metres.
    pub position: [f64; 3],
    /// Quaternion x, y, z, w.
    pub rotation: [f64; 4],
}

impl Pose {
    /// At the origin, not turned.
    pub const IDENTITY: Pose = Pose { position: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0] };

    /// Moved, not turned.
    pub fn at(position: [f64; 3]) -> Pose {
        Pose { position, ..Pose::IDENTITY }
    }
}

/// A solid, centred at its own origin; lengths in metres.
#[derive(Debug, Clone, PartialEq)]
pub enum ShapeKind {
    /// A box with these edges.
    Box {
        /// Edges along x, y and z.
        size: [f64; 3],
    },
    /// A cylinder along z.
    Cylinder {
        /// Radius.
        radius: f64,
        /// Length along z.
        length: f64,
    },
    /// A ball.
    Sphere {
        /// Radius.
        radius: f64,
    },
    /// A cylinder along z with round ends.
    Capsule {
        /// Radius.
        radius: f64,
        /// Length of the cylinder, without the ends.
        length: f64,
    },
    /// Triangles.
    Mesh {
        /// Corners.
        positions: Vec<[f32; 3]>,
        /// Numbers of three corners, counter-clockwise seen from outside.
        indices: Vec<[u32; 3]>,
    },
}

/// A solid on a body.
#[derive(Debug, Clone, PartialEq)]
pub struct Shape {
    /// What it is.
    pub kind: ShapeKind,
    /// Where it is on the body.
    pub pose: Pose,
    /// Red, green and blue from 0 to 1 (sRGB); `None`: the colour of the body.
    pub color: Option<[f32; 3]>,
}

impl Shape {
    /// A solid in the colour of its body.
    pub fn new(kind: ShapeKind, pose: Pose) -> Self {
        Shape { kind, pose, color: None }
    }
}

/// Something that moves as one.
#[derive(Debug, Clone, PartialEq)]
pub struct Body {
    /// Name in the legend.
    pub name: String,
    /// Its solids.
    pub shapes: Vec<Shape>,
    /// Its pose at every time of the scene; one single pose if it stands still.
    pub poses: Vec<Pose>,
}

/// A point on a body whose path is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Trail {
    /// Name in the legend.
    pub name: String,
    /// Number of the body.
    pub body: usize,
    /// The point in axes of the body.
    pub point: [f64; 3],
}

/// The floor with its grid.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Ground {
    /// At height 0 if nothing goes below, else below everything.
    #[default]
    Below,
    /// At this height.
    At(f64),
    /// None.
    Hidden,
}

/// Bodies and their motion.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// The bodies.
    pub bodies: Vec<Body>,
    /// Times in seconds, ascending.
    pub times: Vec<f64>,
    /// Paths of points, such as the end effector.
    pub trails: Vec<Trail>,
    /// Upwards.
    pub up: [f64; 3],
    /// The floor.
    pub ground: Ground,
    /// Gravity, drawn as an arrow beside the axes.
    pub gravity: Option<[f64; 3]>,
    /// Whether the axes of the bodies are shown from the start.
    pub frames: bool,
}

impl Default for Scene {
    /// An empty scene, z up.
    fn default() -> Self {
        Scene {
            bodies: Vec::new(),
            times: Vec::new(),
            trails: Vec::new(),
            up: [0.0, 0.0, 1.0],
            ground: Ground::Below,
            gravity: None,
            frames: false,
        }
    }
}

impl Scene {
    pub(super) fn check(&self) -> Result<(), Error> {
        let refuse = |part: String, problem: String, remedy| Err(Error::Scene { part, problem, remedy });
        if self.times.is_empty() || !ascending(&self.times) {
            let problem = format!("{} times, not finite and ascending", self.times.len());
            return refuse("times".into(), problem, "give at least one time, each after the one before");
        }
        for body in &self.bodies {
            let part = || format!("body {:?}", body.name);
            if body.poses.len() != 1 && body.poses.len() != self.times.len() {
                let problem = format!("{} poses for {} times", body.poses.len(), self.times.len());
                return refuse(part(), problem, "give one pose per time, or one if the body stands still");
            }
            let poses = body.poses.iter().chain(body.shapes.iter().map(|shape| &shape.pose));
            if poses.flat_map(|pose| pose.position.iter().chain(&pose.rotation)).any(|number| !number.is_finite()) {
                let problem = "a pose holds a number that is not finite".into();
                return refuse(part(), problem, "cut the motion before it leaves the finite numbers");
            }
            for shape in &body.shapes {
                let ShapeKind::Mesh { positions, indices } = &shape.kind else { continue };
                if let Some(corner) = indices.iter().flatten().find(|corner| **corner as usize >= positions.len()) {
                    let problem = format!("a triangle names corner {corner} of {}", positions.len());
                    return refuse(part(), problem, "count corners from 0");
                }
            }
        }
        match self.trails.iter().find(|trail| trail.body >= self.bodies.len()) {
            Some(trail) => refuse(
                format!("trail {:?}", trail.name),
                format!("body {} of {}", trail.body, self.bodies.len()),
                "count bodies from 0",
            ),
            None => Ok(()),
        }
    }
}
