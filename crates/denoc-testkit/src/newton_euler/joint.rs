//! What each type of joint allows, from its parameters: relative rotation and displacement, their rates and the rates of these.

use denoc_model::Joint;

use super::vectors::{Frame, Matrix, Vector, frame, vector};

/// The motion of the moving frame of a joint relative to its fixed frame, in axes of the fixed frame. The accelerations are those
/// at constant speeds.
#[derive(Copy, Clone, Debug)]
pub(super) struct Relative {
    pub(super) pose: Frame,
    pub(super) angular: Vector,
    pub(super) linear: Vector,
    pub(super) angular_rate: Vector,
    pub(super) linear_rate: Vector,
}

/// One motion of a sequence.
#[derive(Copy, Clone, Debug)]
pub(super) enum Step {
    /// About a unit vector.
    Turn(Vector),
    /// Along a vector.
    Slide(Vector),
}

/// The law of a joint.
#[derive(Clone, Debug)]
pub(super) enum Law {
    /// Successive motions, each in the axes that those before it have turned, by one coordinate each.
    Steps(Vec<(usize, Step)>),
    /// A quaternion; speeds are the angular velocity in axes of the moving frame.
    Ball,
    /// Position and quaternion; speeds are angular and linear velocity in axes of the moving frame.
    Free,
    /// The law of the moving frame seen from the other side.
    Inverse(Box<Law>),
    /// A pose given as a function only.
    Function(Joint<f64>),
}

impl Law {
    pub(super) fn new(joint: &Joint<f64>) -> Self {
        if let Some(original) = joint.original() {
            return Self::Inverse(Box::new(Self::new(original)));
        }
        let values = joint.values();
        let direction = |key| vector(values.direction(key).expect("a direction")).normalized();
        let steps = match joint.keyword() {
            "fixed" => vec![],
            "revolute" => vec![(0, Step::Turn(direction("axis")))],
            "prismatic" => vec![(0, Step::Slide(direction("axis")))],
            "helical" => {
                let (axis, pitch) = (direction("axis"), values.number("pitch").expect("a pitch"));
                vec![(0, Step::Turn(axis)), (0, Step::Slide(axis * pitch))]
            }
            "cylindrical" => vec![(0, Step::Turn(direction("axis"))), (1, Step::Slide(direction("axis")))],
            "universal" => {
                let axes = values.directions::<2>("axes").expect("two axes");
                axes.into_iter().map(|axis| Step::Turn(vector(axis).normalized())).enumerate().collect()
            }
            "euler" => {
                let axis = |letter: char| Vector::unit("xyz".find(letter).expect("x, y or z"));
                let letters = values.choice("sequence").expect("a sequence");
                letters.chars().map(|letter| Step::Turn(axis(letter))).enumerate().collect()
            }
            "planar" => {
                let [x, y, z] = plane_axes(direction("normal"));
                vec![(0, Step::Slide(x)), (1, Step::Slide(y)), (2, Step::Turn(z))]
            }
            "translational" => (0..3).map(|k| (k, Step::Slide(Vector::unit(k)))).collect(),
            "spherical" => return Self::Ball,
            "free" => return Self::Free,
            // custom joints, and types that are not written down here
            _ => return Self::Function(joint.clone()),
        };
        Self::Steps(steps)
    }

    /// Number of speeds.
    pub(super) fn freedoms(&self) -> usize {
        match self {
            Self::Steps(steps) => steps.iter().map(|(k, _)| k + 1).max().unwrap_or(0),
            Self::Ball => 3,
            Self::Free => 6,
            Self::Inverse(law) => law.freedoms(),
            Self::Function(joint) => joint.q_units().len(),
        }
    }

    /// Whether the coordinates are those that speeds are the rates of.
    pub(super) fn has_rates_as_speeds(&self) -> bool {
        match self {
            Self::Ball | Self::Free => false,
            Self::Inverse(law) => law.has_rates_as_speeds(),
            Self::Steps(_) | Self::Function(_) => true,
        }
    }

    pub(super) fn relative(&self, q: &[f64], v: &[f64]) -> Relative {
        match self {
            Self::Steps(steps) => successive(steps, q, v),
            Self::Ball => {
                let rotation = Matrix::from_quaternion([q[0], q[1], q[2], q[3]]);
                let pose = Frame { rotation, origin: Vector::ZERO };
                still(pose, rotation * Vector([v[0], v[1], v[2]]), Vector::ZERO)
            }
            Self::Free => {
                let rotation = Matrix::from_quaternion([q[3], q[4], q[5], q[6]]);
                let pose = Frame { rotation, origin: Vector([q[0], q[1], q[2]]) };
                let (angular, linear) = (Vector([v[0], v[1], v[2]]), Vector([v[3], v[4], v[5]]));
                let linear_rate = rotation * angular.cross(linear);
                Relative { linear_rate, ..still(pose, rotation * angular, rotation * linear) }
            }
            Self::Inverse(law) => inverse(law.relative(q, v)),
            Self::Function(joint) => differentiated(joint, q, v),
        }
    }

    /// The rates of the coordinates.
    pub(super) fn rates(&self, q: &[f64], v: &[f64]) -> Vec<f64> {
        match self {
            Self::Ball => quaternion_rate([q[0], q[1], q[2], q[3]], Vector([v[0], v[1], v[2]])).to_vec(),
            Self::Free => {
                let quaternion = [q[3], q[4], q[5], q[6]];
                let velocity = Matrix::from_quaternion(quaternion) * Vector([v[3], v[4], v[5]]);
                let turning = quaternion_rate(quaternion, Vector([v[0], v[1], v[2]]));
                [&velocity.0[..], &turning[..]].concat()
            }
            Self::Inverse(law) => law.rates(q, v),
            Self::Steps(_) | Self::Function(_) => v.to_vec(),
        }
    }
}

fn still(pose: Frame, angular: Vector, linear: Vector) -> Relative {
    Relative { pose, angular, linear, angular_rate: Vector::ZERO, linear_rate: Vector::ZERO }
}

/// x is turned by the shortest rotation that takes z to the normal; for a normal along −z it stays.
fn plane_axes(normal: Vector) -> [Vector; 3] {
    let z = Vector::unit(2);
    let across = z.cross(normal);
    let x = match across.norm() > 1e-12 {
        true => Matrix::about(across.normalized(), across.norm().atan2(normal.dot(z))) * Vector::unit(0),
        false => Vector::unit(0),
    };
    [x, normal.cross(x), normal]
}

/// Velocities and accelerations add up from motion to motion.
fn successive(steps: &[(usize, Step)], q: &[f64], v: &[f64]) -> Relative {
    let mut all = still(Frame::IDENTITY, Vector::ZERO, Vector::ZERO);
    for &(k, step) in steps {
        let (q, v) = (q[k], v[k]);
        let Relative { pose, angular, angular_rate, .. } = all;
        match step {
            Step::Turn(axis) => {
                let turning = pose.rotation * axis * v;
                all.angular_rate += angular.cross(turning);
                all.angular += turning;
                all.pose.rotation = pose.rotation * Matrix::about(axis, q);
            }
            Step::Slide(along) => {
                let along = pose.rotation * along;
                let arm = along * q;
                all.pose.origin += arm;
                all.linear += angular.cross(arm) + along * v;
                all.linear_rate +=
                    angular_rate.cross(arm) + angular.cross(angular.cross(arm)) + angular.cross(along) * (2.0 * v);
            }
        }
    }
    all
}

/// The fixed frame seen from the moving one: R' = Rᵀ, p' = −Rᵀ p, and their derivatives with Ṙ = [ω]× R.
fn inverse(of: Relative) -> Relative {
    let (back, p, w) = (of.pose.rotation.transpose(), of.pose.origin, of.angular);
    let velocity = of.linear - w.cross(p);
    let acceleration = of.linear_rate - of.angular_rate.cross(p) - w.cross(of.linear) * 2.0 + w.cross(w.cross(p));
    Relative {
        pose: of.pose.inverse(),
        angular: -(back * w),
        linear: -(back * velocity),
        angular_rate: -(back * of.angular_rate),
        linear_rate: -(back * acceleration),
    }
}

/// Points on either side in central differences of order 16.
const POINTS: usize = 8;

/// Derivatives of the pose along the speeds, by central differences of order 16. The functions in tests are sines and polynomials
/// of coordinates of size one: truncation and rounding are both near 1e-13.
fn differentiated(joint: &Joint<f64>, q: &[f64], v: &[f64]) -> Relative {
    let fastest = v.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
    let at = |t: f64| frame(joint.pose(&q.iter().zip(v).map(|(q, v)| q + v * t).collect::<Vec<_>>()));
    let here = at(0.0);
    if fastest == 0.0 {
        return still(here, Vector::ZERO, Vector::ZERO);
    }
    let step = 0.3 / fastest;
    let columns = |f: Frame| [f.rotation.column(0), f.rotation.column(1), f.rotation.column(2), f.origin];
    let (mut first, mut second) = ([Vector::ZERO; 4], [Vector::ZERO; 4]);
    let mut weight = 1.0; // (n!)² / ((n − k)! (n + k)!)
    for k in 1..=POINTS {
        weight *= (POINTS + 1 - k) as f64 / (POINTS + k) as f64;
        let (sign, k) = (if k % 2 == 1 { 1.0 } else { -1.0 }, k as f64);
        let (after, before) = (columns(at(k * step)), columns(at(-k * step)));
        for (i, middle) in columns(here).into_iter().enumerate() {
            first[i] += (after[i] - before[i]) * (sign * weight / (k * step));
            second[i] += (after[i] + before[i] - middle * 2.0) * (2.0 * sign * weight / (k * step).powi(2));
        }
    }
    let ([a, b, c, linear], [d, e, f, linear_rate]) = (first, second);
    let (rate, curvature) = (Matrix::from_columns([a, b, c]), Matrix::from_columns([d, e, f]));
    // [ω]× = Ṙ Rᵀ, and the skew part of R̈ Rᵀ is [ω̇]×
    let back = here.rotation.transpose();
    let (angular, angular_rate) = ((rate * back).skew_vector(), (curvature * back).skew_vector());
    Relative { pose: here, angular, linear, angular_rate, linear_rate }
}

/// The rate of a quaternion [x, y, z, w] for an angular velocity in turned axes: half its product with it.
pub(super) fn quaternion_rate([x, y, z, w]: [f64; 4], Vector([a, b, c]): Vector) -> [f64; 4] {
    [w * a + y * c - z * b, w * b + z * a - x * c, w * c + x * b - y * a, -(x * a + y * b + z * c)].map(|r| 0.5 * r)
}
