use denoc_math::{Pose, Sym3, Vec3, quaternion_rotation};
use denoc_model::{Description, Joint, MassProperties, Model};

use super::table;

/// A motion in time, in our conventions.
#[derive(Clone, Debug)]
pub struct Motion {
    /// The mechanism.
    pub model: Model,
    /// Times of the samples, equally spaced.
    pub times: Vec<f64>,
    /// Coordinates.
    pub q: Vec<Vec<f64>>,
    /// Speeds.
    pub v: Vec<Vec<f64>>,
}

/// B9: a body with principal moments 1, 2, 3 kg m² turning freely about its intermediate axis.
pub fn intermediate_axis() -> Motion {
    let table = table("B9_intermediate_axis");
    let body = MassProperties { mass: 1.0, center: Vec3::zero(), inertia: Sym3::diagonal(1.0, 2.0, 3.0) };
    let model = Description::new("intermediate axis")
        .gravity(Vec3::zero())
        .link("body", body)
        .joint("ball", "ground", "body", Joint::spherical(), Pose::identity())
        .build()
        .expect("a valid body");
    let (q, v) = (table.columns(&["qx", "qy", "qz", "qw"]), table.columns(&["wx", "wy", "wz"]));
    Motion { model, times: table.column("t"), q, v }
}

/// B12: a free-floating base with a two-link arm under [`space_robot_forces`].
pub fn space_robot() -> Motion {
    let table = table("B12_space_robot_at_rest");
    let body = |mass, x, [a, b, c]: [f64; 3]| MassProperties {
        mass,
        center: Vec3::new(x, 0.0, 0.0),
        inertia: Sym3::diagonal(a, b, c),
    };
    let at = |x, y, z| Pose::translation(Vec3::new(x, y, z));
    let model = Description::new("space robot")
        .gravity(Vec3::zero())
        .link("base", body(20.0, 0.0, [1.2, 1.5, 1.0]))
        .link("link1", body(3.0, 0.3, [0.004, 0.09, 0.09]))
        .link("link2", body(2.0, 0.25, [0.003, 0.045, 0.045]))
        .joint("floating_base", "ground", "base", Joint::free(), Pose::identity())
        .joint("joint1", "base", "link1", Joint::revolute(Vec3::unit(2)), at(0.4, 0.05, 0.1))
        .joint("joint2", "link1", "link2", Joint::revolute(Vec3::unit(1)), at(0.6, 0.0, 0.0))
        .build()
        .expect("a valid robot");
    let q = table.columns(&["px", "py", "pz", "qx", "qy", "qz", "qw", "th1", "th2"]);
    let mut v = table.columns(&["wx", "wy", "wz", "vx", "vy", "vz", "th1d", "th2d"]);
    // the file has the base velocity in world axes, we in base axes
    for (q, v) in q.iter().zip(&mut v) {
        let r = quaternion_rotation([q[3], q[4], q[5], q[6]]);
        let velocity = r.apply_transpose(Vec3::new(v[3], v[4], v[5]));
        v[3..6].copy_from_slice(&velocity.to_array());
    }
    Motion { model, times: table.column("t"), q, v }
}

/// The joint forces of B12 at time `t`: only the arm is driven.
pub fn space_robot_forces(t: f64) -> Vec<f64> {
    vec![0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0 * (2.0 * t).sin(), -(3.0 * t).cos()]
}
