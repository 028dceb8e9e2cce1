//! Where the links are during a motion, and how large the mechanism is.

use denoc_dynamics::Workspace;
use denoc_math::{Pose, Vec3};
use denoc_model::{Frame, LinkId, Model, PointSpring};

use super::connection::{Connection, Movement};
use crate::Error;

/// More configurations would not change what is drawn.
const MOST: usize = 60;
/// Radius of a bar as a fraction of the size of the mechanism, and at most as one of the usual length of its links.
const SLENDER: f64 = 0.017;
const STOUT: f64 = 0.1;

/// Poses of all links in some configurations.
pub(crate) struct Stance {
    poses: Vec<Vec<Pose<f64>>>,
    /// The first of them.
    pub(crate) q: Vec<f64>,
}

impl Stance {
    /// Some of the configurations `q`, one after the other; the neutral one if there are none.
    pub(crate) fn new(model: &Model, q: &[f64]) -> Result<Self, Error> {
        let neutral = model.neutral();
        let q = if q.is_empty() { &neutral } else { q };
        let count = q.len().checked_div(model.nq()).unwrap_or(1).max(1);
        let mut ws = Workspace::new(model);
        let mut poses = Vec::new();
        for k in (0..count).step_by(count.div_ceil(MOST)) {
            let position = ws.position(model, &q[k * model.nq()..][..model.nq()])?;
            poses.push((0..model.links().len()).map(|i| position.link_pose(LinkId(i))).collect());
        }
        Ok(Self { poses, q: q[..model.nq()].to_vec() })
    }

    /// A point of a link in the first configuration, in world axes.
    pub(crate) fn first(&self, link: Option<LinkId>) -> Pose<f64> {
        link.map_or(Pose::identity(), |LinkId(i)| self.poses[0][i])
    }

    pub(crate) fn place(&self, frame: &Frame<f64>) -> Pose<f64> {
        self.first(frame.link) * frame.pose
    }

    /// The smallest and the largest displacement of the moving frame of a joint along an axis of the fixed one.
    pub(crate) fn travel(&self, [fixed, moving]: &[Frame<f64>; 2], axis: Vec3<f64>) -> [f64; 2] {
        self.poses.iter().fold([f64::MAX, f64::MIN], |[least, most], poses| {
            let world = |frame: &Frame<f64>| frame.link.map_or(frame.pose, |LinkId(i)| poses[i] * frame.pose);
            let (from, to) = (world(fixed), world(moving));
            let along = from.rotation.apply(axis).dot(to.position - from.position);
            [least.min(along), most.max(along)]
        })
    }
}

/// Lengths from which those of simple shapes follow.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Measure {
    /// Diagonal of the box around the joints, tools and mass centres.
    pub(crate) size: f64,
    /// Radius of a bar.
    pub(crate) bar: f64,
}

impl Measure {
    pub(crate) fn new(model: &Model, connections: &[Connection<'_>], stance: &Stance) -> Self {
        let size = [extent(model, connections, stance), widest(model)].into_iter().find(|size| *size > 0.0);
        let size = size.unwrap_or(1.0);
        let mut lengths = link_lengths(model, connections);
        lengths.retain(|length| *length > 1e-6 * size);
        lengths.sort_by(f64::total_cmp);
        let usual = lengths.get(lengths.len() / 2).copied().unwrap_or(size);
        Self { size, bar: (SLENDER * size).min(STOUT * usual).max(0.003 * size) }
    }

    /// Whether a spring is about as long as the mechanism; others lead to a point that is far away on purpose.
    pub(crate) fn is_near(&self, stance: &Stance, spring: &PointSpring<f64>) -> bool {
        let [from, to] = [&spring.from, &spring.to].map(|end| stance.place(end).position);
        (to - from).norm() < 3.0 * self.size
    }

    /// Whether two points are the same, as far as can be seen.
    pub(crate) fn same(&self, a: Vec3<f64>, b: Vec3<f64>) -> bool {
        (a - b).norm() < 2e-3 * self.size
    }
}

/// Diagonal of the box around the points that make up the mechanism, in the first configuration.
fn extent(model: &Model, connections: &[Connection<'_>], stance: &Stance) -> f64 {
    let mut points: Vec<Vec3<f64>> = Vec::new();
    for connection in connections {
        let [fixed, moving] = &connection.ends;
        points.push(stance.place(moving).position);
        // how a loose body hangs on the world says nothing about its size
        if connection.movement() != Movement::Loose {
            points.push(stance.place(fixed).position);
        }
    }
    for closure in model.closures() {
        points.extend(closure.ends().into_iter().flatten().map(|end| stance.place(end).position));
    }
    let named = &model.frames()[model.links().len() + 1..];
    points.extend(named.iter().filter(|frame| frame.link.is_some()).map(|frame| stance.place(frame).position));
    for (i, link) in model.links().iter().enumerate().filter(|(_, link)| link.mass.mass > 0.0) {
        let center = link.mass.first_moment.scale(1.0 / link.mass.mass);
        points.push(stance.first(Some(LinkId(i))).point(center));
    }
    let corner = |pick: fn(f64, f64) -> f64, start: f64| {
        [0, 1, 2].map(|k| points.iter().map(|p| p.to_array()[k]).fold(start, pick))
    };
    let (low, high) = (Vec3::from(corner(f64::min, f64::MAX)), Vec3::from(corner(f64::max, f64::MIN)));
    if points.is_empty() { 0.0 } else { (high - low).norm() }
}

/// About the diameter of the widest link, from its inertia.
fn widest(model: &Model) -> f64 {
    let links = model.links().iter().filter(|link| link.mass.mass > 0.0);
    links.map(|link| 2.0 * (link.mass.inertia.trace().max(0.0) / link.mass.mass).sqrt()).fold(0.0, f64::max)
}

/// The largest distance between the joints of every link.
fn link_lengths(model: &Model, connections: &[Connection<'_>]) -> Vec<f64> {
    let mut points: Vec<Vec<Vec3<f64>>> = vec![Vec::new(); model.links().len()];
    for connection in connections.iter().filter(|connection| connection.movement() != Movement::Loose) {
        for end in &connection.ends {
            if let Some(LinkId(i)) = end.link {
                points[i].push(end.pose.position);
            }
        }
    }
    let longest = |points: &Vec<Vec3<f64>>| {
        points.iter().flat_map(|a| points.iter().map(|b| (*a - *b).norm())).fold(0.0, f64::max)
    };
    points.iter().map(longest).collect()
}
