use denoc_math::{Pose, Vec3, Wrench};
use denoc_model::Model;
use nalgebra::DMatrix;
use serde_json::Value;

use super::{angular_first, json, matrix, number, numbers, pose};

/// Reference states of a robot described by a URDF file.
#[derive(Clone, Debug)]
pub struct Robot {
    /// The URDF file inside the package `example-robot-data`.
    pub urdf: String,
    /// Its SHA-256.
    pub urdf_sha256: String,
    /// Package and version, such as `"example-robot-data 6.0.0"`.
    pub package: String,
    /// Whether its base floats.
    pub floating_base: bool,
    /// Mass of the moving links, kg.
    pub moving_mass: f64,
    /// The frame whose Jacobian is given.
    pub jacobian_frame: String,
    q_order: Vec<String>,
    v_order: Vec<String>,
    states: Vec<Value>,
}

/// A state of a robot, in the order and conventions of our model.
#[derive(Clone, Debug)]
pub struct RobotState {
    /// Coordinates.
    pub q: Vec<f64>,
    /// Speeds.
    pub v: Vec<f64>,
    /// Accelerations.
    pub a: Vec<f64>,
    /// Joint forces of inverse dynamics for (q, v, a).
    pub tau_inverse: Vec<f64>,
    /// Joint forces for (q, 0, 0).
    pub gravity: Vec<f64>,
    /// Generalised inertia matrix.
    pub gim: DMatrix<f64>,
    /// Joint forces given to forward dynamics.
    pub tau_forward: Vec<f64>,
    /// Its accelerations.
    pub a_forward: Vec<f64>,
    /// Kinetic energy.
    pub kinetic: f64,
    /// Potential energy, zero at the world origin.
    pub potential: f64,
    /// Centre of mass.
    pub center_of_mass: Vec3<f64>,
    /// Its velocity.
    pub center_of_mass_velocity: Vec3<f64>,
    /// Momentum about the centre of mass, world axes.
    pub momentum: Wrench<f64>,
    /// Poses of some links in the world, by name.
    pub poses: Vec<(String, Pose<f64>)>,
    /// Jacobian of [`Robot::jacobian_frame`], world axes, at the frame's origin, angular rows first.
    pub jacobian: DMatrix<f64>,
    /// Derivatives of the joint forces along q (tangent directions as in v) and along v; the first five states only.
    pub derivatives: Option<[DMatrix<f64>; 2]>,
}

/// The robot of this case, such as `"C_ur5"`.
pub fn robot(case: &str) -> Robot {
    let all = json(case);
    let text = |key: &str| all[key].as_str().unwrap_or_else(|| panic!("{case} has no {key}")).to_owned();
    let list = |key: &str| all[key].as_array().unwrap_or_else(|| panic!("{case} has no {key}"));
    let names = |key: &str| list(key).iter().map(|n| n.as_str().expect("a name").to_owned()).collect();
    Robot {
        urdf: text("urdf"),
        urdf_sha256: text("urdf_sha256"),
        package: text("package"),
        floating_base: all["floating_base"] == true,
        moving_mass: number(&all["moving_mass"]),
        jacobian_frame: text("jacobian_frame"),
        q_order: names("q_order"),
        v_order: names("v_order"),
        states: list("states").clone(),
    }
}

impl Robot {
    /// The states in the order of `model`, whose moving joints must have the names of the URDF file; the base, if it floats,
    /// is the model's joint with six degrees of freedom.
    pub fn states(&self, model: &Model) -> Vec<RobotState> {
        // files: position, quaternion (w, x, y, z); linear, then angular speed
        let q_order = order(model, &self.q_order, &[0, 1, 2, 4, 5, 6, 3], |link| model.links()[link].nq);
        let v_order = order(model, &self.v_order, &[3, 4, 5, 0, 1, 2], |link| model.links()[link].nv);
        let pick = |value: &Value, order: &[usize]| {
            let all = numbers(value);
            order.iter().map(|&k| all[k]).collect::<Vec<_>>()
        };
        let speeds = |value: &Value| pick(value, &v_order);
        let columns = |m: DMatrix<f64>| m.select_columns(&v_order);
        let both = |value: &Value| columns(matrix(value).select_rows(&v_order));
        self.states
            .iter()
            .map(|s| RobotState {
                q: pick(&s["q"], &q_order),
                v: speeds(&s["v"]),
                a: speeds(&s["a"]),
                tau_inverse: speeds(&s["tau_rnea"]),
                gravity: speeds(&s["gravity_torque"]),
                gim: both(&s["M"]),
                tau_forward: speeds(&s["tau_in"]),
                a_forward: speeds(&s["aba_acc"]),
                kinetic: number(&s["kinetic"]),
                potential: number(&s["potential"]),
                center_of_mass: vec3(&numbers(&s["com"])),
                center_of_mass_velocity: vec3(&numbers(&s["vcom"])),
                momentum: {
                    let h = numbers(&s["centroidal_momentum"]);
                    Wrench::new(vec3(&h[3..]), vec3(&h[..3]))
                },
                poses: poses(&s["frames"]),
                jacobian: columns(angular_first(matrix(&s["jacobian"]))),
                derivatives: s.get("dtau_dq").map(|dq| [both(dq), both(&s["dtau_dv"])]),
            })
            .collect()
    }
}

fn vec3(v: &[f64]) -> Vec3<f64> {
    Vec3::new(v[0], v[1], v[2])
}

fn poses(frames: &Value) -> Vec<(String, Pose<f64>)> {
    let frames = frames.as_object().expect("frames");
    frames.iter().map(|(name, f)| (name.clone(), pose(&f["p"], &f["R"]))).collect()
}

/// Index in the file of each entry of the model.
fn order(model: &Model, names: &[String], base: &[usize], length: impl Fn(usize) -> usize) -> Vec<usize> {
    let mut index = Vec::new();
    for (i, joint) in model.joint_names().iter().enumerate() {
        match (length(i), model.links()[i].nv) {
            (0, _) => {}
            (_, 6) => index.extend_from_slice(base),
            (1, _) => {
                let at = names.iter().position(|n| n == joint);
                index.push(at.unwrap_or_else(|| panic!("joint {joint} is not among {names:?}")));
            }
            (n, _) => panic!("joint {joint} has {n} coordinates: the reference robots have single-axis joints only"),
        }
    }
    assert_eq!(index.len(), names.len(), "the model has other joints than the reference: {names:?}");
    index
}
