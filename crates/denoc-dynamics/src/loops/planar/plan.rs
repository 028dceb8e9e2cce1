//! The part that depends on the model only: which mechanisms move in a plane, and their constants there.
//!
//! Every link has axes that coincide with those of the plane where all coordinates are zero, so that joints need no constant rotations.
//! Positions are relative to the first joint, so that the place of a mechanism in the world costs no digits.

use denoc_math::{Mat3, Pose, Vec3};
use denoc_model::closures::Constraint;
use denoc_model::joints::{SimpleMotion, Unit};
use denoc_model::{Closure, CutJoint, Frame, LinkId, Model};

use super::vec2::Vec2;

/// Axes that deviate by more than this from the normal of the plane, or from the plane, do not belong to a planar mechanism.
const PLANAR: f64 = 1e-13;

/// How a link moves relative to its parent.
#[derive(Copy, Clone, Debug)]
pub(super) enum Motion {
    Fixed,
    /// Rotation about the normal, in this sense (±1).
    Turn(f64),
    /// Translation along a direction, in axes of the parent.
    Slide(Vec2),
}

/// A link with its joint.
#[derive(Clone, Debug)]
pub(super) struct PlanarLink {
    pub(super) parent: Option<usize>,
    /// The joint in axes of the parent.
    pub(super) place: Vec2,
    pub(super) motion: Motion,
    /// Its coordinate and its speed, unless it is fixed.
    pub(super) q: usize,
    pub(super) v: usize,
    pub(super) mass: f64,
    /// First moment about the joint, in link axes.
    pub(super) first_moment: Vec2,
    /// Inertia about the joint.
    pub(super) inertia: f64,
    pub(super) rotor: f64,
}

/// A point of a link; `None` is the ground.
#[derive(Clone, Debug)]
pub(super) struct Point {
    pub(super) link: Option<usize>,
    pub(super) place: Vec2,
    /// The moving links from this one to the ground.
    pub(super) path: Vec<usize>,
}

/// A closure.
#[derive(Clone, Debug)]
pub(super) enum PlanarClosure {
    /// Two points coincide.
    Pin([Point; 2]),
    /// The second point stays on a line through the first, and both links keep their relative angle: the normal of the line, in axes
    /// of the second link.
    Rail([Point; 2], Vec2),
    /// Two points keep their distance.
    Rod([Point; 2]),
    /// A speed is a multiple of another: entries of v and the ratio.
    Gear([usize; 2], f64),
}

impl PlanarClosure {
    /// Number of its conditions.
    pub(super) fn count(&self) -> usize {
        match self {
            Self::Pin(_) | Self::Rail(..) => 2,
            Self::Rod(_) | Self::Gear(..) => 1,
        }
    }
}

/// A spring with a damper between two points.
#[derive(Clone, Debug)]
pub(super) struct PlanarSpring {
    pub(super) ends: [Point; 2],
    /// The distance of its ends along the normal of the plane.
    pub(super) beside: f64,
}

#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) links: Vec<PlanarLink>,
    pub(super) closures: Vec<PlanarClosure>,
    pub(super) springs: Vec<PlanarSpring>,
    pub(super) gravity: Vec2,
    /// What speeds are multiplied by so that angles and lengths can be compared.
    pub(super) units: Vec<f64>,
    /// The size of the mechanism, m.
    pub(super) size: f64,
}

/// The plane, and the links where all coordinates are zero.
struct Plane {
    axes: [Vec3<f64>; 2],
    normal: Vec3<f64>,
    /// The world position of the point that is the origin of the plane.
    origin: Vec3<f64>,
    poses: Vec<Pose<f64>>,
}

impl Plane {
    /// The plane normal to the axis of the first rotation.
    fn of(model: &Model) -> Option<Self> {
        let mut poses: Vec<Pose<f64>> = Vec::new();
        for link in model.links() {
            poses.push(link.parent.map_or(link.placement, |LinkId(p)| poses[p] * link.placement));
        }
        let axis =
            |(link, pose): (&denoc_model::Link<f64>, &Pose<f64>)| Some(pose.rotation.apply(link.joint.turn_axis()?));
        let normal = model.links().iter().zip(&poses).find_map(axis)?;
        let [x, y, z] = normal.to_array().map(f64::abs);
        // the coordinate axis that is nearest to the plane; x for the usual normal z
        let nearest = if x <= y && x <= z {
            0
        } else if y <= z {
            1
        } else {
            2
        };
        let unit = Vec3::unit(nearest);
        let first = normal.neg_mul_add(normal.dot(unit), unit).normalized();
        let origin = poses.first()?.position;
        Some(Self { axes: [first, normal.cross(first)], normal, origin, poses })
    }

    fn rotation(&self, link: Option<LinkId>) -> Mat3<f64> {
        link.map_or(Mat3::identity(), |LinkId(i)| self.poses[i].rotation)
    }

    /// A vector in axes of a link; what is along the normal is left out.
    fn vector(&self, link: Option<LinkId>, v: Vec3<f64>) -> Vec2 {
        let v = self.rotation(link).apply(v);
        Vec2::new(v.dot(self.axes[0]), v.dot(self.axes[1]))
    }

    /// A point in axes of a link, about the link's origin; of the ground, about the origin of the plane.
    fn place(&self, link: Option<LinkId>, p: Vec3<f64>) -> Vec2 {
        self.vector(link, if link.is_some() { p } else { p - self.origin })
    }

    /// The sense of a direction along the normal, if it is parallel to it.
    fn sense(&self, link: Option<LinkId>, axis: Vec3<f64>) -> Option<f64> {
        let axis = self.rotation(link).apply(axis);
        (axis.cross(self.normal).norm() <= PLANAR).then(|| self.normal.dot(axis).signum())
    }

    /// A direction in the plane, if it is in it.
    fn direction(&self, link: Option<LinkId>, axis: Vec3<f64>) -> Option<Vec2> {
        let along = self.rotation(link).apply(axis).dot(self.normal);
        (along.abs() <= PLANAR).then(|| self.vector(link, axis))
    }

    fn point(&self, model: &Model, frame: &Frame<f64>) -> Point {
        let mut path = Vec::new();
        let mut inward = frame.link;
        while let Some(LinkId(i)) = inward {
            if model.links()[i].nv > 0 {
                path.push(i);
            }
            inward = model.links()[i].parent;
        }
        Point { link: frame.link.map(|LinkId(i)| i), place: self.place(frame.link, frame.pose.position), path }
    }

    fn closure(&self, model: &Model, closure: &Closure<f64>) -> Option<PlanarClosure> {
        match closure {
            Closure::Joint(CutJoint { joint, parent, child }) => {
                let points = [parent, child].map(|frame| self.point(model, frame));
                let inside = |frame: &Frame<f64>, axis| frame.pose.rotation.apply(axis);
                match *joint.simple_motions()? {
                    [SimpleMotion::Ball] => Some(PlanarClosure::Pin(points)),
                    [SimpleMotion::Turn(axis)] => {
                        let parallel = |frame: &Frame<f64>| self.sense(frame.link, inside(frame, axis)).is_some();
                        (parallel(parent) && parallel(child)).then_some(PlanarClosure::Pin(points))
                    }
                    [SimpleMotion::Slide(axis)] => {
                        self.direction(parent.link, inside(parent, axis))?;
                        let along = self.direction(child.link, inside(child, axis))?;
                        Some(PlanarClosure::Rail(points, along.turned()))
                    }
                    _ => None,
                }
            }
            Closure::Constraint(Constraint::Distance(rod)) => {
                Some(PlanarClosure::Rod([&rod.from, &rod.to].map(|frame| self.point(model, frame))))
            }
            Closure::Constraint(Constraint::LinearCoupling(c)) => {
                let speed = |link: LinkId| model.links()[link.0].v;
                Some(PlanarClosure::Gear([speed(c.joint), speed(c.follows)], c.ratio))
            }
            Closure::Constraint(_) => None,
        }
    }

    fn link(&self, i: usize, link: &denoc_model::Link<f64>) -> Option<PlanarLink> {
        let (here, id) = (Some(LinkId(i)), link.parent);
        let motion = match *link.joint.simple_motions()? {
            [] => Motion::Fixed,
            [SimpleMotion::Turn(axis)] => Motion::Turn(self.sense(here, axis)?),
            [SimpleMotion::Slide(axis)] => Motion::Slide(self.direction(here, axis)?),
            _ => return None,
        };
        let normal = self.poses[i].rotation.apply_transpose(self.normal);
        Some(PlanarLink {
            parent: id.map(|LinkId(p)| p),
            place: self.place(id, link.placement.position),
            motion,
            q: link.q,
            v: link.v,
            mass: link.mass.mass,
            first_moment: self.vector(here, link.mass.first_moment),
            inertia: normal.dot(link.mass.inertia.apply(normal)),
            rotor: link.rotor_inertia,
        })
    }
}

impl Plan {
    /// `None` if a joint or a closure can leave a plane, or is of a kind that is not treated here.
    pub(super) fn new(model: &Model) -> Option<Self> {
        let plane = Plane::of(model)?;
        let links = model.links().iter().enumerate().map(|(i, link)| plane.link(i, link)).collect::<Option<_>>()?;
        let closures = model.closures().iter().map(|c| plane.closure(model, c)).collect::<Option<_>>()?;
        let height = |frame: &Frame<f64>| {
            let pose = frame.link.map_or(Pose::identity(), |LinkId(i)| plane.poses[i]);
            pose.point(frame.pose.position).dot(plane.normal)
        };
        let springs = model.point_springs().iter().map(|spring| PlanarSpring {
            ends: [&spring.from, &spring.to].map(|frame| plane.point(model, frame)),
            beside: height(&spring.to) - height(&spring.from),
        });
        let size = crate::loops::size(model);
        let units = model.links().iter().flat_map(|link| link.joint.v_units());
        Some(Self {
            links,
            closures,
            springs: springs.collect(),
            gravity: plane.vector(None, model.gravity()),
            units: units.map(|&unit| if unit == Unit::Length { size } else { 1.0 }).collect(),
            size,
        })
    }
}
