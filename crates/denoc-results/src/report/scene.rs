use crate::ResultsError;
use crate::plot::ascending;

/// Position and orientation of a body or shape in an animation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScenePose {
    /// Position, m.
    pub position: [f64; 3],
    /// Unit quaternion x, y, z, w.
    pub rotation: [f64; 4],
}

impl ScenePose {
    /// The origin without rotation.
    pub const IDENTITY: ScenePose = ScenePose { position: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0] };

    /// A translation.
    pub fn at(position: [f64; 3]) -> ScenePose {
        ScenePose { position, ..ScenePose::IDENTITY }
    }
}

/// Geometry of a shape, centred at the origin of the shape; lengths in metres.
#[derive(Debug, Clone, PartialEq)]
pub enum ShapeKind {
    /// A box.
    Box {
        /// Edge lengths along x, y and z.
        size: [f64; 3],
    },
    /// A cylinder along z.
    Cylinder {
        /// Radius.
        radius: f64,
        /// Length along z.
        length: f64,
    },
    /// A sphere.
    Sphere {
        /// Radius.
        radius: f64,
    },
    /// A cylinder along z with hemispherical ends.
    Capsule {
        /// Radius.
        radius: f64,
        /// Length of the cylinder without the ends.
        length: f64,
    },
    /// A triangle mesh.
    Mesh {
        /// Vertices.
        positions: Vec<[f32; 3]>,
        /// Three vertex indices per triangle, counter-clockwise seen from outside.
        indices: Vec<[u32; 3]>,
    },
}

/// A shape fixed to a body.
#[derive(Debug, Clone, PartialEq)]
pub struct SceneShape {
    /// Geometry.
    pub kind: ShapeKind,
    /// Pose in the frame of the body.
    pub pose: ScenePose,
    /// Red, green and blue from 0 to 1 (sRGB); `None` for the colour of the body.
    pub color: Option<[f32; 3]>,
}

impl SceneShape {
    /// A shape in the colour of its body.
    pub fn new(kind: ShapeKind, pose: ScenePose) -> Self {
        SceneShape { kind, pose, color: None }
    }
}

/// A rigid body of an animation.
#[derive(Debug, Clone, PartialEq)]
pub struct Body {
    /// Name in the legend.
    pub name: String,
    /// Its shapes.
    pub shapes: Vec<SceneShape>,
    /// Its pose in world axes at each time of the scene; a single pose if it does not move.
    pub poses: Vec<ScenePose>,
}

/// A point of a body whose path is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Trail {
    /// Name in the legend.
    pub name: String,
    /// Index of the body in the scene, from 0.
    pub body: usize,
    /// The point in the frame of the body, m.
    pub point: [f64; 3],
}

/// The ground plane with its grid.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Ground {
    /// At height 0 if nothing goes below it, otherwise below everything.
    #[default]
    Below,
    /// At this height, m.
    At(f64),
    /// Not drawn.
    Hidden,
}

/// An animation: bodies and their motion.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// The bodies.
    pub bodies: Vec<Body>,
    /// Times, s, ascending.
    pub times: Vec<f64>,
    /// Points whose paths are drawn, such as the end effector.
    pub trails: Vec<Trail>,
    /// Upward direction in world axes.
    pub up: [f64; 3],
    /// The ground plane.
    pub ground: Ground,
    /// Gravity in world axes, m/s²; its direction is drawn as an arrow next to the axes.
    pub gravity: Option<[f64; 3]>,
    /// Whether body frames are shown initially.
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
    pub(crate) fn check(&self) -> Result<(), ResultsError> {
        let refuse = |part: String, problem: String, remedy| Err(ResultsError::Scene { part, problem, remedy });
        if self.times.is_empty() || !ascending(&self.times) {
            let problem = format!("the {} times are not finite and ascending", self.times.len());
            return refuse("times".into(), problem, "pass at least one time, in ascending order");
        }
        for body in &self.bodies {
            let part = || format!("body {:?}", body.name);
            if body.poses.len() != 1 && body.poses.len() != self.times.len() {
                let problem = format!("{} poses for {} times", body.poses.len(), self.times.len());
                return refuse(part(), problem, "pass one pose per time, or a single pose if the body does not move");
            }
            let poses = body.poses.iter().chain(body.shapes.iter().map(|shape| &shape.pose));
            if poses.flat_map(|pose| pose.position.iter().chain(&pose.rotation)).any(|number| !number.is_finite()) {
                let problem = "a pose contains a number that is not finite".into();
                return refuse(part(), problem, "end the animation before the motion diverges");
            }
            for shape in &body.shapes {
                let ShapeKind::Mesh { positions, indices } = &shape.kind else { continue };
                if let Some(vertex) = indices.iter().flatten().find(|vertex| **vertex as usize >= positions.len()) {
                    let problem = format!("a triangle refers to vertex {vertex}, but there are {}", positions.len());
                    return refuse(part(), problem, "count vertices from 0");
                }
            }
        }
        match self.trails.iter().find(|trail| trail.body >= self.bodies.len()) {
            Some(trail) => refuse(
                format!("trail {:?}", trail.name),
                format!("its body is {}, but there are {}", trail.body, self.bodies.len()),
                "count bodies from 0",
            ),
            None => Ok(()),
        }
    }
}
