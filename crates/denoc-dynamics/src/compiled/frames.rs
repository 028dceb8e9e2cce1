//! Second step of compilation: modified Denavit-Hartenberg frames along serial runs, and regrouped masses.
//!
//! The frame of a revolute body may be turned about and shifted along its own axis. That freedom is used to put its x axis
//! on the common normal to the axis of its first child, whose placement is then a screw about x followed by the joint's own
//! screw about z: Rx(α) Tx(a) · Rz(q + offset) Tz(d). Further children need a constant screw about z in front.
//!
//! In such frames the mass m, the moment m c_z and the moment E_zz of a revolute body act on the system exactly as if they
//! belonged to its parent: they are moved there, and seven numbers remain of ten.

use denoc_math::{Mat3, Pose, Sym3, Vec3};

use super::lower::{Body, EulerMass, Motion};

/// Axes closer to parallel than this, but not parallel, have their common normal far away: such joints keep their general
/// placement. At 0.03 the normal lies within about 30 link lengths, and the loss of accuracy stays below 1e-12.
const NEARLY_PARALLEL: f64 = 3e-2;
/// Below this sine, axes are parallel up to rounding.
const PARALLEL: f64 = 4e-15;

/// A revolute body with the parameters of its placement.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Screws {
    /// Turn about and shift along the parent's z axis, in front.
    pub(super) gamma: f64,
    pub(super) b: f64,
    /// Twist about and shift along the common normal.
    pub(super) sin_alpha: f64,
    pub(super) cos_alpha: f64,
    pub(super) a: f64,
    /// Constant part of the angle, and shift along the joint axis.
    pub(super) offset: f64,
    pub(super) d: f64,
}

impl Screws {
    fn before_joint(&self) -> Pose<f64> {
        let (s, c) = self.gamma.sin_cos();
        let twist = Mat3::from_rows([
            [1.0, 0.0, 0.0],
            [0.0, self.cos_alpha, -self.sin_alpha],
            [0.0, self.sin_alpha, self.cos_alpha],
        ]);
        let first = Pose::new(Mat3::rotation(Vec3::unit(2), s, c), Vec3::new(0.0, 0.0, self.b));
        first * Pose::new(twist, Vec3::new(self.a, 0.0, 0.0))
    }

    /// Pose of the body frame in the parent frame at q = 0.
    pub(super) fn pose(&self) -> Pose<f64> {
        let (s, c) = self.offset.sin_cos();
        self.before_joint() * Pose::new(Mat3::rotation(Vec3::unit(2), s, c), Vec3::new(0.0, 0.0, self.d))
    }

    /// Rotation from the parent frame to the frame in front of the joint angle.
    pub(super) fn fixed_rotation(&self) -> Mat3<f64> {
        self.before_joint().rotation
    }
}

/// A body in its final frame.
#[derive(Clone, Debug)]
pub(super) struct Framed {
    pub(super) body: Body,
    /// `None`: general placement and the joint's own motion.
    pub(super) screws: Option<Screws>,
    /// Whether it continues the serial run of its parent: no screw in front.
    pub(super) chained: bool,
    /// The scale of its pivots.
    pub(super) scale: Scale,
}

/// Magnitude of the masses near a joint, traces of inertia (kg m²) for rotations and of mass (kg) for translations: that of the
/// body itself plus half of that of each child, so that the sum stays bounded in long chains.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Scale {
    pub(super) angular: f64,
    pub(super) linear: f64,
}

fn scales(bodies: &[Body]) -> Vec<Scale> {
    // trace of the inertia tensor about the origin is twice that of the Euler tensor
    let of_body = |b: &Body| Scale { angular: 2.0 * b.mass.euler.trace(), linear: 3.0 * b.mass.mass };
    let mut scales: Vec<Scale> = bodies.iter().map(of_body).collect();
    for (i, body) in bodies.iter().enumerate().rev() {
        if let Some(p) = body.parent {
            let child = scales[i];
            let arm = body.placement.position.dot(body.placement.position);
            scales[p].angular += 0.5 * (child.angular + 2.0 / 3.0 * child.linear * arm);
            scales[p].linear += 0.5 * child.linear;
        }
    }
    scales
}

/// How a child's axis lies relative to z of its parent.
struct Normal {
    phi: f64,
    h: f64,
    screws: Screws,
}

/// The common normal between z and the axis of `placement`; `None` when the axes are nearly parallel. On the ground only its
/// direction matters.
fn common_normal(placement: Pose<f64>, on_ground: bool) -> Option<Normal> {
    let u = placement.rotation.z;
    let p = placement.position;
    let z = Vec3::unit(2);
    let cross = z.cross(u);
    let sine = cross.norm();
    let (normal, h, t, sin_alpha, cos_alpha) = if sine <= PARALLEL {
        let side = Vec3::new(p.x, p.y, 0.0);
        let normal = if side.norm() > 0.0 { side.normalized() } else { Vec3::unit(0) };
        (normal, p.z, 0.0, 0.0, u.z.signum())
    } else if on_ground {
        (cross.scale(1.0 / sine), 0.0, 0.0, sine, u.z)
    } else if sine < NEARLY_PARALLEL {
        return None;
    } else {
        // p = h z + a n + t u
        let (pz, pu, determinant) = (p.z, p.dot(u), sine * sine);
        let h = (pz - u.z * pu) / determinant;
        let t = (pu - u.z * pz) / determinant;
        (cross.scale(1.0 / sine), h, t, sine, u.z)
    };
    let mut screws =
        Screws { sin_alpha: snap(sin_alpha), cos_alpha: snap(cos_alpha), a: normal.dot(p), ..Screws::default() };
    // lengths that are zero up to rounding would prevent a special class
    let size = p.norm();
    let clean = |x: f64| if x.abs() <= 4.0 * f64::EPSILON * size { 0.0 } else { x };
    screws.a = clean(screws.a);
    screws.d = clean(t);
    let phi = normal.y.atan2(normal.x);
    let (s, c) = phi.sin_cos();
    let about_z = Mat3::rotation(z, s, c);
    let rest = Screws { gamma: 0.0, ..screws }.fixed_rotation().transpose() * about_z.transpose() * placement.rotation;
    screws.offset = rest.x.y.atan2(rest.x.x);
    Some(Normal { phi, h: clean(h), screws })
}

/// Replaces values that differ from 0 or ±1 by rounding only.
fn snap(x: f64) -> f64 {
    if x.abs() < 1e-15 {
        0.0
    } else if (x.abs() - 1.0).abs() < 1e-15 {
        x.signum()
    } else {
        x
    }
}

/// Chooses the frames and regroups the masses.
pub(super) fn frame(bodies: Vec<Body>) -> Vec<Framed> {
    let n = bodies.len();
    let normals: Vec<Option<Normal>> = bodies
        .iter()
        .map(|b| match b.motion {
            Motion::Revolute => common_normal(b.placement, b.parent.is_none()),
            Motion::General(_) => None,
        })
        .collect();
    // the first child continues the run: it is the next body in depth-first order
    let continues =
        |i: usize| i + 1 < n && bodies[i + 1].parent == Some(i) && normals[i + 1].is_some() && normals[i].is_some();

    // own turn and shift of every frame: for the first child, or such that the joint needs neither offset nor shift
    let adjustments: Vec<(f64, f64)> = (0..n)
        .map(|i| match (&normals[i], continues(i)) {
            (None, _) => (0.0, 0.0),
            (Some(_), true) => normals[i + 1].as_ref().map_or((0.0, 0.0), |x| (x.phi, x.h)),
            (Some(x), false) => (-x.screws.offset, -x.screws.d),
        })
        .collect();

    let scales = scales(&bodies);
    let mut framed: Vec<Framed> = Vec::with_capacity(n);
    for (i, body) in bodies.iter().enumerate() {
        let (parent_phi, parent_h) = body.parent.map_or((0.0, 0.0), |p| adjustments[p]);
        let mut body = body.clone();
        let (turn, shift) = adjustments[i];
        let (s, c) = turn.sin_cos();
        let own_pose = Pose::new(Mat3::rotation(Vec3::unit(2), s, c), Vec3::new(0.0, 0.0, shift));
        let screws = normals[i].as_ref().map(|x| {
            let mut screws = x.screws;
            screws.gamma = x.phi - parent_phi;
            screws.b = x.h - parent_h;
            screws.offset += turn;
            screws.d += shift;
            screws
        });
        let chained = body.parent.is_some_and(|p| p + 1 == i && continues(p));
        // general placements are seen from the parent's turned and shifted frame
        let (ps, pc) = parent_phi.sin_cos();
        let parent_pose = Pose::new(Mat3::rotation(Vec3::unit(2), ps, pc), Vec3::new(0.0, 0.0, parent_h));
        body.placement = parent_pose.inverse() * body.placement;
        body.mass = body.mass.to_parent(own_pose.inverse());
        framed.push(Framed { body, screws, chained, scale: scales[i] });
    }
    regroup(&mut framed);
    framed
}

/// Moves m, m c_z and E_zz of every revolute body in screw frames to its parent.
fn regroup(framed: &mut [Framed]) {
    for i in (0..framed.len()).rev() {
        let Some(screws) = framed[i].screws else { continue };
        let mass = &mut framed[i].body.mass;
        let moved = EulerMass {
            mass: mass.mass,
            first_moment: Vec3::new(0.0, 0.0, mass.first_moment.z),
            euler: Sym3::diagonal(0.0, 0.0, mass.euler.zz),
        };
        mass.mass = 0.0;
        mass.first_moment.z = 0.0;
        mass.euler.zz = 0.0;
        if let Some(parent) = framed[i].body.parent {
            framed[parent].body.mass.add(moved.to_parent(screws.pose()));
        }
    }
}
