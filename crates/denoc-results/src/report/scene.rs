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

/// A body of an animation: rigid, or a spring that changes its length.
#[derive(Debug, Clone, PartialEq)]
pub struct Body {
    /// Name in the legend.
    pub name: String,
    /// Its shapes.
    pub shapes: Vec<SceneShape>,
    /// Its pose in world axes at each time of the scene; a single pose if it does not move.
    pub poses: Vec<ScenePose>,
    /// The factor by which its shapes are stretched along the z axis of the body at each time; empty for rigid bodies.
    pub stretch: Vec<f64>,
}

impl Body {
    /// A rigid body.
    pub fn new(name: impl Into<String>, shapes: Vec<SceneShape>, poses: Vec<ScenePose>) -> Self {
        Body { name: name.into(), shapes, poses, stretch: Vec::new() }
    }
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

/// A named frame or joint, shown on request.
#[derive(Debug, Clone, PartialEq)]
pub struct Marker {
    /// Name, written beside it.
    pub name: String,
    /// Index of the body in the scene, from 0.
    pub body: usize,
    /// Pose in the frame of the body.
    pub pose: ScenePose,
    /// What it marks.
    pub kind: MarkerKind,
}

/// What a marker marks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum MarkerKind {
    /// A frame: its three axes are drawn.
    Frame,
    /// A joint: its axis, the z axis of the marker, is drawn if it has one.
    Joint {
        /// Whether it turns about, or slides along, one axis.
        axis: bool,
    },
}

/// A force or a moment that is drawn as an arrow, with a length proportional to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Arrow {
    /// Name in the list of the largest values.
    pub name: String,
    /// What it is.
    pub kind: ArrowKind,
    /// Whether it is a moment in N m; otherwise a force in N.
    pub moment: bool,
    /// Index of the body on which it acts, from 0.
    pub body: usize,
    /// Where it acts, in the frame of the body, m.
    pub point: [f64; 3],
    /// The vector in world axes at each time of the scene; a single one if it is constant.
    pub vectors: Vec<[f64; 3]>,
}

/// Groups of arrows, shown together and to the same scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ArrowKind {
    /// An external load.
    Load,
    /// A joint reaction.
    Reaction,
    /// The weight of a link.
    Weight,
}

/// A point that the camera can follow.
#[derive(Debug, Clone, PartialEq)]
pub struct Followed {
    /// Name of the switch.
    pub name: String,
    /// Its position in world axes at each time of the scene, m.
    pub points: Vec<[f64; 3]>,
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
    /// Frames and joints with their names.
    pub markers: Vec<Marker>,
    /// Forces and moments.
    pub arrows: Vec<Arrow>,
    /// What the camera can follow; `None` if the mechanism stays where it is.
    pub follow: Option<Followed>,
    /// Upward direction in world axes.
    pub up: [f64; 3],
    /// The ground plane.
    pub ground: Ground,
    /// Gravity in world axes, m/s²; its direction is drawn as an arrow next to the axes.
    pub gravity: Option<[f64; 3]>,
    /// Whether frames are shown initially: those of the markers, or of the bodies if no marker is a frame.
    pub frames: bool,
}

impl Default for Scene {
    /// An empty scene, z up.
    fn default() -> Self {
        Scene {
            bodies: Vec::new(),
            times: Vec::new(),
            trails: Vec::new(),
            markers: Vec::new(),
            arrows: Vec::new(),
            follow: None,
            up: [0.0, 0.0, 1.0],
            ground: Ground::Below,
            gravity: None,
            frames: false,
        }
    }
}

impl Scene {
    pub(crate) fn check(&self) -> Result<(), ResultsError> {
        if self.times.is_empty() || !ascending(&self.times) {
            let problem = format!("the {} times are not finite and ascending", self.times.len());
            return refuse("times".into(), problem, "pass at least one time, in ascending order");
        }
        self.bodies.iter().try_for_each(|body| self.check_body(body))?;
        let trails = self.trails.iter().map(|trail| ("trail", &trail.name, trail.body));
        let markers = self.markers.iter().map(|marker| ("marker", &marker.name, marker.body));
        let arrows = self.arrows.iter().map(|arrow| ("arrow", &arrow.name, arrow.body));
        if let Some((what, name, body)) = trails.chain(markers).chain(arrows).find(|part| part.2 >= self.bodies.len()) {
            let problem = format!("its body is {body}, but there are {}", self.bodies.len());
            return refuse(format!("{what} {name:?}"), problem, "count bodies from 0");
        }
        for arrow in &self.arrows {
            let part = || format!("arrow {:?}", arrow.name);
            if arrow.vectors.len() != 1 && arrow.vectors.len() != self.times.len() {
                let problem = format!("{} vectors for {} times", arrow.vectors.len(), self.times.len());
                return refuse(part(), problem, "pass one vector per time, or a single one if it is constant");
            }
            if arrow.vectors.iter().flatten().chain(&arrow.point).any(|number| !number.is_finite()) {
                return refuse(part(), "it contains a number that is not finite".into(), "leave the arrow out");
            }
        }
        match &self.follow {
            Some(followed) if followed.points.len() != self.times.len() => {
                let problem = format!("{} points for {} times", followed.points.len(), self.times.len());
                refuse(format!("followed point {:?}", followed.name), problem, "pass one point per time")
            }
            _ => Ok(()),
        }
    }

    fn check_body(&self, body: &Body) -> Result<(), ResultsError> {
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
        if !body.stretch.is_empty() && body.stretch.len() != body.poses.len() {
            let problem = format!("{} stretches for {} poses", body.stretch.len(), body.poses.len());
            return refuse(part(), problem, "pass one stretch per pose, or none if the body is rigid");
        }
        if body.stretch.iter().any(|stretch| !stretch.is_finite()) {
            let problem = "a stretch is not finite".into();
            return refuse(part(), problem, "end the animation before the motion diverges");
        }
        for shape in &body.shapes {
            let ShapeKind::Mesh { positions, indices } = &shape.kind else { continue };
            if let Some(vertex) = indices.iter().flatten().find(|vertex| **vertex as usize >= positions.len()) {
                let problem = format!("a triangle refers to vertex {vertex}, but there are {}", positions.len());
                return refuse(part(), problem, "count vertices from 0");
            }
        }
        Ok(())
    }
}

fn refuse(part: String, problem: String, remedy: &'static str) -> Result<(), ResultsError> {
    Err(ResultsError::Scene { part, problem, remedy })
}
