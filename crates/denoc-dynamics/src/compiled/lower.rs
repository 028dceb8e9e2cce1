//! First step of compilation: eliminates fixed joints, aligns joint axes with z.

use denoc_math::{Mat3, Pose, RigidMass, Sym3, Vec3};
use denoc_model::{Joint, LinkId, Model};

/// Mass about the origin in ten numbers, with the Euler tensor E = ∫ r rᵀ dm in place of the inertia tensor: it is E that
/// the convective terms need, and parts of E can be moved from link to link.
#[derive(Copy, Clone, Debug)]
pub(super) struct EulerMass {
    pub(super) mass: f64,
    pub(super) first_moment: Vec3<f64>,
    pub(super) euler: Sym3<f64>,
}

impl EulerMass {
    fn from_rigid(m: RigidMass<f64>) -> Self {
        let half = 0.5 * m.inertia.trace();
        Self { mass: m.mass, first_moment: m.first_moment, euler: Sym3::diagonal(half, half, half) - m.inertia }
    }

    /// Seen from the parent of the frame.
    pub(super) fn to_parent(self, pose: Pose<f64>) -> Self {
        let p = pose.position;
        let c = pose.rotation.apply(self.first_moment);
        let outer = |a: Vec3<f64>, b: Vec3<f64>| Sym3 {
            xx: 2.0 * a.x * b.x,
            xy: a.x * b.y + a.y * b.x,
            xz: a.x * b.z + a.z * b.x,
            yy: 2.0 * a.y * b.y,
            yz: a.y * b.z + a.z * b.y,
            zz: 2.0 * a.z * b.z,
        };
        Self {
            mass: self.mass,
            first_moment: c + p.scale(self.mass),
            euler: self.euler.rotate(pose.rotation) + outer(c, p) + outer(p, p).scale(0.5 * self.mass),
        }
    }

    pub(super) fn add(&mut self, o: Self) {
        self.mass += o.mass;
        self.first_moment += o.first_moment;
        self.euler += o.euler;
    }
}

/// The joint of a body.
#[derive(Clone, Debug)]
pub(super) enum Motion {
    /// Rotation about z of the body frame.
    Revolute,
    /// Any other joint.
    General(Joint<f64>),
}

/// A moving body: a link together with everything fixed to it.
#[derive(Clone, Debug)]
pub(super) struct Body {
    pub(super) parent: Option<usize>,
    /// The joint's fixed frame in the parent's body frame.
    pub(super) placement: Pose<f64>,
    pub(super) motion: Motion,
    pub(super) mass: EulerMass,
    pub(super) rotor: f64,
    /// First entries in q and v.
    pub(super) q: usize,
    pub(super) v: usize,
    /// Number of entries of v.
    pub(super) nv: usize,
}

/// The moving bodies of a model, parents first, children of a serial run contiguous.
pub(super) fn lower(model: &Model<f64>) -> Vec<Body> {
    let mut bodies: Vec<Body> = Vec::new();
    // for every link: the body that carries it and the pose of the link frame in the body frame
    let mut carried: Vec<(Option<usize>, Pose<f64>)> = Vec::with_capacity(model.links().len());
    for link in model.links() {
        let (parent, base) = match link.parent {
            Some(LinkId(p)) => carried[p],
            None => (None, Pose::identity()),
        };
        let placement = base * link.placement;
        let mass = EulerMass::from_rigid(link.mass);
        let (motion, turn) = match &link.joint {
            joint if link.nv == 0 => {
                let placement = placement * joint.pose(&[]);
                if let Some(body) = parent {
                    bodies[body].mass.add(mass.to_parent(placement));
                }
                carried.push((parent, placement));
                continue;
            }
            joint => match joint.turn_axis() {
                Some(axis) => (Motion::Revolute, align_z(axis)),
                None => (Motion::General(joint.clone()), Mat3::identity()),
            },
        };
        // body axes are link axes turned so that the joint axis is z
        let body_from_link = Pose::new(turn.transpose(), Vec3::zero());
        carried.push((Some(bodies.len()), body_from_link));
        bodies.push(Body {
            parent,
            placement: placement * Pose::new(turn, Vec3::zero()),
            motion,
            mass: mass.to_parent(body_from_link),
            rotor: link.rotor_inertia,
            q: link.q,
            v: link.v,
            nv: link.nv,
        });
    }
    bodies
}

/// A rotation that takes z to `axis`; exact for coordinate axes, so that right angles between axes are preserved.
fn align_z(axis: Vec3<f64>) -> Mat3<f64> {
    let z = axis;
    // the coordinate axis least along z
    let (x, y) = (z.x.abs(), z.y.abs());
    let side = if x <= y && x <= z.z.abs() {
        Vec3::unit(0)
    } else if y <= z.z.abs() {
        Vec3::unit(1)
    } else {
        Vec3::unit(2)
    };
    let x = (side - z.scale(z.dot(side))).normalized();
    Mat3::from_columns(x, z.cross(x), z)
}
