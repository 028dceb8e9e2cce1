use denoc_math::{Mat3, Pose, Vec3};
use denoc_model::{FrameId, LinkId};

/// One of several tasks that [`solve_tasks`](super::solve_tasks) performs at once.
///
/// ```
/// use denoc_math::Vec3;
/// use denoc_mechanism::ik::tasks::{FrameTarget, Task};
/// # use denoc_formats::catalogue;
///
/// let arm = catalogue::describe("puma")?.build()?;
/// let place = Task::frame(arm.frame("link6")?, FrameTarget::Position(Vec3::new(0.5, 0.1, 0.2)));
/// let rest = Task { priority: 2, ..Task::posture(&[(arm.joint("joint4")?, &[0.3])]) };
/// assert!(place.priority < rest.priority);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// What is to be where.
    pub target: TaskTarget,
    /// Factor of the squared error, m² and rad² alike, beside the other tasks of the same priority.
    pub weight: f64,
    /// 1 is the highest. Tasks of lower priority use only the freedom that those of higher priority leave.
    pub priority: usize,
    /// Error up to which the task counts as performed, m and rad. `None`: [`TOLERANCE`], and for postures, which are preferences, any
    /// error.
    pub tolerance: Option<f64>,
}

/// The usual tolerance of tasks and targets: what six decimals can mean, m and rad.
pub const TOLERANCE: f64 = 1e-6;

/// What is to be where. Targets are in world axes, or in those of `base` if that is given.
#[derive(Clone, Debug, PartialEq)]
pub enum TaskTarget {
    /// Where a frame is.
    Frame {
        /// The frame.
        frame: FrameId,
        /// The frame in which the target is given; `None` is the world.
        base: Option<FrameId>,
        /// Its target.
        target: FrameTarget,
    },
    /// The mass centre of all moving links.
    MassCenter {
        /// Its coordinates, m; `None` leaves one free.
        position: [Option<f64>; 3],
    },
    /// Coordinates of joints, by the links they move: as many numbers as the joint has coordinates.
    Posture(Vec<(LinkId, Vec<f64>)>),
}

/// The target of a frame.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum FrameTarget {
    /// Position (m) and orientation.
    Pose(Pose<f64>),
    /// Position of the origin, m.
    Position(Vec3<f64>),
    /// Orientation.
    Orientation(Mat3<f64>),
    /// The direction of an axis.
    Pointing {
        /// A direction fixed in the frame, in frame axes.
        axis: Vec3<f64>,
        /// Its required direction.
        direction: Vec3<f64>,
    },
    /// An axis through the origin of the frame that passes through a point ahead of it.
    LookAt {
        /// A direction fixed in the frame, in frame axes.
        axis: Vec3<f64>,
        /// The point, m.
        point: Vec3<f64>,
    },
}

impl Task {
    /// A task of highest priority, weight 1 and the usual tolerance.
    pub fn new(target: TaskTarget) -> Self {
        Self { target, weight: 1.0, priority: 1, tolerance: None }
    }

    /// A frame at a target in the world.
    pub fn frame(frame: FrameId, target: FrameTarget) -> Self {
        Self::new(TaskTarget::Frame { frame, base: None, target })
    }

    /// The mass centre at a place; `None` leaves a coordinate free.
    pub fn mass_center(position: [Option<f64>; 3]) -> Self {
        Self::new(TaskTarget::MassCenter { position })
    }

    /// Joints at coordinates.
    pub fn posture(joints: &[(LinkId, &[f64])]) -> Self {
        Self::new(TaskTarget::Posture(joints.iter().map(|(link, q)| (*link, q.to_vec())).collect()))
    }

    /// The error up to which it counts as performed, m and rad.
    pub fn tolerance(&self) -> f64 {
        let usual = if matches!(self.target, TaskTarget::Posture(_)) { f64::INFINITY } else { TOLERANCE };
        self.tolerance.unwrap_or(usual)
    }
}
