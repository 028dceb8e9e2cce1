//! dynibo, a Rust library, in this process. It reads URDF only, so models are written as URDF; its gravity is 9.80665 m/s².

use std::cell::RefCell;
use std::fmt::Write as _;
use std::rc::Rc;

use denoc_math::{Vec3, quaternion_rotation};
use denoc_model::Model;
use denoc_testkit::State;
use dynibo::{BaseState, FloatingRobot, Frame, Robot, Twist};
use nalgebra_of_dynibo::{Quaternion, Translation3, UnitQuaternion, Vector3};

use crate::bodies::{bodies, roll_pitch_yaw};
use crate::cases::{Case, cycled};
use crate::models::Subject;
use crate::pinocchio::Scratch;

/// dynibo's gravity.
pub(crate) const GRAVITY: f64 = 9.80665;

/// Fixed and floating bases have separate interfaces.
enum Kind {
    Fixed(Robot),
    Floating(FloatingRobot),
}

/// A loaded model and its states.
pub(crate) struct Dynibo {
    kind: Rc<RefCell<Kind>>,
    states: Rc<[Theirs]>,
    /// For every joint of ours (without the floating base), its number there.
    order: Vec<usize>,
    size: usize,
}

/// A state in dynibo's terms.
pub(crate) struct Theirs {
    base: BaseState,
    q: Vec<f64>,
    v: Vec<f64>,
    a: Vec<f64>,
    /// Generalised forces: of the base (world axes), then of the joints.
    tau: Vec<f64>,
}

/// Loads a model of revolute joints, on a fixed or a floating base.
pub(crate) fn load(subject: &Subject) -> Result<Dynibo, String> {
    let model = &subject.model;
    if model.nv() > 1000 {
        return Err("not used beyond 1,000 degrees of freedom".into());
    }
    let floating = model.nq() != model.nv();
    let file = Scratch(std::env::temp_dir().join(format!("denoc-bench-{}.urdf", std::process::id())));
    std::fs::write(&file.0, urdf(model, floating)?).map_err(|error| error.to_string())?;
    let failed = |error: dynibo::Error| error.to_string();
    let kind = if floating {
        Kind::Floating(FloatingRobot::from_urdf(&file.0).map_err(failed)?)
    } else {
        Kind::Fixed(Robot::from_urdf(&file.0).map_err(failed)?)
    };
    let joints = model.nv() - if floating { 6 } else { 0 };
    let name = |i: usize| match &kind {
        Kind::Fixed(robot) => robot.joint_name(i).map(str::to_owned),
        Kind::Floating(robot) => robot.joint_name(i).map(str::to_owned),
    };
    let mut order = vec![usize::MAX; joints];
    for theirs in 0..joints {
        let name = name(theirs).map_err(failed)?;
        let ours = name.strip_prefix("joint").and_then(|n| n.parse::<usize>().ok());
        let ours = ours.ok_or_else(|| format!("unexpected joint {name}"))?;
        order[if floating { ours - 1 } else { ours }] = theirs;
    }
    let states: Result<Vec<Theirs>, _> = subject.states.iter().map(|s| theirs(s, floating, &order)).collect();
    Ok(Dynibo { kind: Rc::new(RefCell::new(kind)), states: states.map_err(failed)?.into(), order, size: model.nv() })
}

type Call = fn(&mut Kind, &Theirs, &mut [f64]) -> dynibo::Result<()>;

const ALGORITHMS: [(&str, Call); 3] = [
    ("inverse", |kind, s, out| match kind {
        Kind::Fixed(r) => r.inverse_dynamics(&s.q, &s.v, &s.a, &[], out),
        Kind::Floating(r) => r.inverse_dynamics(&s.base, &s.q, &s.v, &s.a, &[], out),
    }),
    ("forward", |kind, s, out| match kind {
        Kind::Fixed(r) => r.forward_dynamics(&s.q, &s.v, &s.tau, &[], out),
        Kind::Floating(r) => r.forward_dynamics(&s.base, &s.q, &s.v, &s.tau, &[], out),
    }),
    ("gim", |kind, s, out| match kind {
        Kind::Fixed(r) => r.mass_matrix(&s.q, out),
        Kind::Floating(r) => r.mass_matrix(&s.base, &s.q, out),
    }),
];

fn result_size(algorithm: &str, nv: usize) -> usize {
    if algorithm == "gim" { nv * nv } else { nv }
}

/// The cases of a loaded model.
pub(crate) fn cases(peer: &Dynibo) -> Vec<Case> {
    let case = |(algorithm, call): (&'static str, Call)| {
        let (kind, mut out) = (Rc::clone(&peer.kind), vec![0.0; result_size(algorithm, peer.size)]);
        let evaluate = move |s: &Theirs| {
            let done = call(std::hint::black_box(&mut kind.borrow_mut()), s, &mut out);
            std::hint::black_box(&mut out);
            done
        };
        Case::single(algorithm, "dynibo", Box::new(cycled(&peer.states, evaluate)))
    };
    ALGORITHMS.into_iter().map(case).collect()
}

impl Dynibo {
    /// The result of an algorithm for a state, in our order and axes; for the inertia matrix, its product with `ours.a`.
    pub(crate) fn evaluate(&self, algorithm: &str, index: usize, ours: &State) -> Result<Vec<f64>, String> {
        let call = ALGORITHMS.iter().find(|(name, _)| *name == algorithm).expect("one of the three").1;
        let mut out = vec![0.0; result_size(algorithm, self.size)];
        call(&mut self.kind.borrow_mut(), &self.states[index], &mut out).map_err(|error| error.to_string())?;
        let n = self.size;
        let floating = n - self.order.len();
        if algorithm == "gim" {
            let mut x = vec![0.0; n];
            to_theirs(&ours.a, ours, floating, &self.order, &mut x);
            out = (0..n).map(|i| (0..n).map(|j| out[j * n + i] * x[j]).sum()).collect();
        }
        let mut result = vec![0.0; n];
        for (i, &theirs) in self.order.iter().enumerate() {
            result[floating + i] = out[floating + theirs];
        }
        if floating > 0 {
            let r = rotation(ours);
            let (first, second) = (r.apply_transpose(vector(&out[..3])), r.apply_transpose(vector(&out[3..6])));
            // classical acceleration in world axes to the rate of the velocity in link axes
            let (w, v) = (vector(&ours.v[..3]), vector(&ours.v[3..6]));
            let second = if algorithm == "forward" { second - w.cross(v) } else { second };
            result[..3].copy_from_slice(&first.to_array());
            result[3..6].copy_from_slice(&second.to_array());
        }
        Ok(result)
    }
}

fn vector(x: &[f64]) -> Vec3<f64> {
    Vec3::new(x[0], x[1], x[2])
}

fn rotation(s: &State) -> denoc_math::Mat3<f64> {
    quaternion_rotation([s.q[3], s.q[4], s.q[5], s.q[6]])
}

/// A vector with one entry per speed, to dynibo's order and axes.
fn to_theirs(ours: &[f64], s: &State, floating: usize, order: &[usize], out: &mut [f64]) {
    if floating > 0 {
        let r = rotation(s);
        out[..3].copy_from_slice(&r.apply(vector(&ours[..3])).to_array());
        out[3..6].copy_from_slice(&r.apply(vector(&ours[3..6])).to_array());
    }
    for (i, &theirs) in order.iter().enumerate() {
        out[floating + theirs] = ours[floating + i];
    }
}

fn theirs(s: &State, floating: bool, order: &[usize]) -> dynibo::Result<Theirs> {
    let skip = if floating { 6 } else { 0 };
    let joints = |x: &[f64]| {
        let mut out = vec![0.0; order.len()];
        order.iter().zip(x).for_each(|(&at, &x)| out[at] = x);
        out
    };
    let mut tau = vec![0.0; s.tau.len()];
    to_theirs(&s.tau, s, skip, order, &mut tau);
    let v3 = |v: Vec3<f64>| Vector3::new(v.x, v.y, v.z);
    let base = if floating {
        let r = rotation(s);
        let frame = Frame::from_parts(
            Translation3::new(s.q[0], s.q[1], s.q[2]),
            UnitQuaternion::from_quaternion(Quaternion::new(s.q[6], s.q[3], s.q[4], s.q[5])),
        );
        let (w, v) = (vector(&s.v[..3]), vector(&s.v[3..6]));
        let classical = vector(&s.a[3..6]) + w.cross(v);
        let turned = |x: Vec3<f64>| v3(r.apply(x));
        let rates = Twist::new(turned(vector(&s.a[..3])), turned(classical));
        BaseState::new(frame, Twist::new(turned(w), turned(v)), rates)?
    } else {
        let zero = || Twist::new(Vector3::zeros(), Vector3::zeros());
        BaseState::new(Frame::identity(), zero(), zero())?
    };
    let q = joints(&s.q[if floating { 7 } else { 0 }..]);
    Ok(Theirs { base, q, v: joints(&s.v[skip..]), a: joints(&s.a[skip..]), tau })
}

/// The model as URDF: `link0` … and `joint0` …, numbered as the moving joints; the free joint is left out, its body is
/// the root.
fn urdf(model: &Model, floating: bool) -> Result<String, String> {
    let bodies = bodies(model)?;
    let mut text = String::from("<robot name=\"model\">\n");
    if !floating {
        text += "<link name=\"ground\"/>\n";
    }
    for (i, body) in bodies.iter().enumerate() {
        let (c, inertia) = body.center();
        let put = |text: &mut String, line: std::fmt::Arguments<'_>| text.write_fmt(line).expect("a string");
        put(
            &mut text,
            format_args!(
                "<link name=\"link{i}\"><inertial><origin xyz=\"{:?} {:?} {:?}\"/><mass value=\"{:?}\"/><inertia \
                 ixx=\"{:?}\" ixy=\"{:?}\" ixz=\"{:?}\" iyy=\"{:?}\" iyz=\"{:?}\" izz=\"{:?}\"/></inertial></link>\n",
                c.x, c.y, c.z, body.mass.mass, inertia.xx, inertia.xy, inertia.xz, inertia.yy, inertia.yz, inertia.zz
            ),
        );
        let Some(axis) = body.axis else { continue };
        let parent = body.parent.map_or("ground".into(), |p| format!("link{p}"));
        let (p, [roll, pitch, yaw]) = (body.placement.position, roll_pitch_yaw(body.placement.rotation));
        put(
            &mut text,
            format_args!(
                "<joint name=\"joint{i}\" type=\"continuous\"><parent link=\"{parent}\"/><child link=\"link{i}\"/><origin \
                 xyz=\"{:?} {:?} {:?}\" rpy=\"{roll:?} {pitch:?} {yaw:?}\"/><axis xyz=\"{:?} {:?} {:?}\"/></joint>\n",
                p.x, p.y, p.z, axis.x, axis.y, axis.z
            ),
        );
    }
    Ok(text + "</robot>\n")
}

#[cfg(test)]
mod tests {
    use denoc_dynamics::compiled::Compile;
    use denoc_formats::parse_urdf;
    use denoc_testkit::{close, random_state};

    use super::urdf;
    use crate::synthetic;

    /// The exported model is the same mechanism; oracle: our reader and dynamics.
    #[test]
    fn the_written_model_is_the_model() {
        let descriptions = [synthetic::ur5(), synthetic::panda(), synthetic::quadruped(), synthetic::humanoid()];
        for description in descriptions.into_iter().chain([synthetic::iiwa(), synthetic::chain(12)]) {
            let model = description.clone().lock(&description.joints[3].name, &[0.4]).unwrap().build().unwrap();
            let floating = model.nq() != model.nv();
            let read = parse_urdf(&urdf(&model, floating).unwrap(), "written.urdf").unwrap().description;
            let read = if floating { read.floating() } else { read }.build().unwrap();
            let s = random_state(&model, 5);
            let [ours, theirs] = [&model, &read].map(|m| {
                let mut tau = vec![0.0; model.nv()];
                m.compile().inverse_dynamics(&s.q, &s.v, &s.a, &mut tau).unwrap();
                tau
            });
            close(ours, theirs, 1e-12);
        }
    }
}
