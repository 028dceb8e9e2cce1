//! The rope of a model.

use core::f64::consts::{FRAC_PI_2, TAU};

use denoc_dynamics::Workspace;
use denoc_math::{Mat3, Pose, Twist, Vec3, quaternion_from_rotation};
use denoc_model::joints::SimpleMotion;
use denoc_model::{Joint, LinkId, Model};

use super::serial::{Serial, TieAxes, center, unfit};
use super::{Catenary, Links, Resting};
use crate::MachineError;

/// The rope of a model: a series of straight links with spherical, universal or revolute joints, from a point of the ground to another
/// or to a free end, hanging in a vertical plane.
///
/// ```
/// use denoc_machines::rope::Hanging;
/// # use denoc_formats::catalogue;
///
/// let model = catalogue::describe("chain_between")?.build()?;
/// let rope = Hanging::of(&model, None)?;
/// let rest = rope.rest()?;
/// let q = rope.coordinates(&model, &rest); // the equilibrium of the model
/// assert!(rope.distance(&model, &q, &rest)? < 1e-9); // m
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Hanging {
    /// Lengths, masses and stiffnesses of the links, in the plane.
    pub links: Links,
    /// Position of the second end relative to the first, m: horizontal, up. `None` for a free end.
    pub to: Option<[f64; 2]>,
    serial: Serial,
    /// Unit vectors of the plane, world axes: to the side and up.
    plane: [Vec3<f64>; 2],
    /// Turned into the plane: the pose of every link where all joints are at zero.
    straight: Vec<Mat3<f64>>,
}

const TIE: &str = "it does not turn in the plane of both ends and gravity: set an axis along the normal of that plane, in the \
                   last link too, or use a spherical joint";
/// Directions and places agree to this.
const ALIKE: f64 = 1e-9;

impl Hanging {
    /// The rope of a model: the only one, or the one with this name (the name of its first link, without `_1`).
    ///
    /// # Errors
    /// [`MachineError::NotARope`] if the model has no such rope, or if it does not hang in a plane.
    pub fn of(model: &Model, name: Option<&str>) -> Result<Self, MachineError> {
        let gravity = model.gravity().norm();
        if gravity == 0.0 {
            return Err(unfit(model.name(), "there is no gravity: every shape is an equilibrium"));
        }
        let up = model.gravity().scale(-1.0 / gravity);
        let serial = Serial::find(model, name)?;
        let zero = zero_rotations(model, &serial);
        let first = zero[0].apply(serial.ways[0]);
        let chord = serial.held.as_ref().map(|held| held.place - serial.origin.position);
        let flat = |v: Vec3<f64>| v - up.scale(v.dot(up));
        // a free end hangs in the plane that the first joint prefers
        let aside = [chord.map(flat), Some(flat(first)), Some(flat(Vec3::unit(0))), Some(flat(Vec3::unit(1)))];
        let size: f64 = serial.ways.iter().map(|way| way.norm()).sum();
        let side = aside.into_iter().flatten().find(|v| v.norm() > ALIKE * size.min(1.0));
        let plane = [side.unwrap_or(Vec3::zero()).normalized(), up];
        let n = serial.links.len();
        let links = Links {
            lengths: serial.ways.iter().map(|way| way.norm()).collect(),
            masses: serial.links.iter().map(|&i| model.links()[i].mass.mass).collect(),
            centers: vec![0.0; n],
            stiffness: vec![0.0; n],
            rest: vec![0.0; n],
            gravity,
        };
        let to = chord.map(|c| plane.map(|axis| c.dot(axis)));
        let mut rope = Self { links, to, straight: zero, serial, plane };
        rope.turn_into_plane(model)?;
        for k in 0..n {
            rope.read_link(model, k)?;
        }
        rope.check_tie()?;
        Ok(rope)
    }

    /// Computes the equilibrium.
    pub fn rest(&self) -> Result<Resting, MachineError> {
        match self.to {
            Some(to) => self.links.hang(to),
            None => self.links.dangle([0.0; 2]),
        }
    }

    /// The catenary of the same length and weight, without stiffness; `None` for a free end, which hangs straight down.
    pub fn catenary(&self) -> Option<Result<Catenary, MachineError>> {
        self.to.map(|to| self.links.catenary(to))
    }

    /// The length near the ends over which bending stiffness matters, m: √(E I/H) with the horizontal force H, N (the weight, for a
    /// free end). E I is stiffness times length of the links, except at the first joint, where a clamp has another stiffness.
    pub fn bending_length(&self, horizontal: f64) -> f64 {
        let inner = self.links.stiffness.iter().zip(&self.links.lengths).skip(1);
        let rigid = inner.map(|(k, l)| k * l).fold(0.0, f64::max);
        (rigid / horizontal.abs()).sqrt()
    }

    /// The coordinates of the model in equilibrium, nq; joints outside the rope are at zero.
    pub fn coordinates(&self, model: &Model, rest: &Resting) -> Vec<f64> {
        let mut q = model.neutral();
        let normal = self.normal();
        let mut turned = 0.0;
        for (k, &i) in self.serial.links.iter().enumerate() {
            let (link, straight) = (&model.links()[i], self.straight[k]);
            let turn = rest.angles[k] - self.angle(straight.apply(self.serial.ways[k]));
            let about = |angle: f64| Mat3::rotation(normal, angle.sin(), angle.cos());
            let entries = &mut q[link.q..link.q + link.nq];
            let before = if k == 0 {
                self.serial.origin.rotation
            } else {
                about(turned) * self.straight[k - 1] * link.placement.rotation
            };
            let relative = before.transpose() * about(turn) * straight;
            match (ball(&link.joint), in_plane(&link.joint, straight.apply_transpose(normal))) {
                (Some(Ball::Forward), _) => entries.copy_from_slice(&quaternion_from_rotation(relative)),
                (Some(Ball::Reversed), _) => entries.copy_from_slice(&quaternion_from_rotation(relative.transpose())),
                (None, Some((column, sign))) => entries[column] = sign * (turn - turned),
                (None, None) => {}
            }
            turned = turn;
        }
        q
    }

    /// The largest distance, m, of joints (and of the free end) in a state from their equilibrium positions.
    pub fn distance(&self, model: &Model, q: &[f64], rest: &Resting) -> Result<f64, MachineError> {
        let mut ws = Workspace::new(model);
        let stage = ws.position(model, q)?;
        let poses = self.serial.links.iter().map(|&i| stage.link_pose(LinkId(i)));
        let ends = poses.zip(&self.serial.ways).map(|(pose, way)| pose.point(*way));
        let [side, up] = self.plane;
        let distance = |(end, [x, y]): (Vec3<f64>, &[f64; 2])| {
            (end - self.serial.origin.position - side.scale(*x) - up.scale(*y)).norm()
        };
        Ok(ends.zip(&rest.points[1..]).map(distance).fold(0.0, f64::max))
    }

    fn normal(&self) -> Vec3<f64> {
        self.plane[0].cross(self.plane[1])
    }

    fn angle(&self, direction: Vec3<f64>) -> f64 {
        direction.dot(self.plane[1]).atan2(direction.dot(self.plane[0]))
    }

    /// A ball joint without stiffness on the ground lets all links be turned into the plane together.
    fn turn_into_plane(&mut self, model: &Model) -> Result<(), MachineError> {
        let first = self.serial.links[0];
        let direction = self.straight[0].apply(self.serial.ways[0]).normalized();
        let normal = self.normal();
        if direction.dot(normal).abs() < ALIKE {
            return Ok(());
        }
        let free = model.properties(LinkId(first)).rotation_spring.is_none_or(|s| s.bend_stiffness == 0.0);
        if !(free && ball(&model.links()[first].joint).is_some()) {
            let part = format!("joint \"{}\"", model.joint_names()[first]);
            return Err(unfit(
                part,
                "it holds the first link in a direction out of the plane of both ends and gravity",
            ));
        }
        let aim = (direction - normal.scale(direction.dot(normal))).normalized();
        let turn = if aim.norm() > 0.5 { aim } else { self.plane[0] };
        let axis = direction.cross(turn);
        let (sin, cos) = (axis.norm(), direction.dot(turn));
        let rotation = if sin > 0.0 { Mat3::rotation(axis.scale(1.0 / sin), sin, cos) } else { Mat3::identity() };
        self.straight.iter_mut().for_each(|straight| *straight = rotation * *straight);
        Ok(())
    }

    /// Mass centre and spring of a link.
    fn read_link(&mut self, model: &Model, k: usize) -> Result<(), MachineError> {
        let i = self.serial.links[k];
        let (link, way, p) = (&model.links()[i], self.serial.ways[k], model.properties(LinkId(i)));
        let refuse = |rule| Err(unfit(format!("link \"{}\"", model.link_names()[i]), rule));
        let joint = |rule| Err(unfit(format!("joint \"{}\"", model.joint_names()[i]), rule));
        let length = self.links.lengths[k];
        if length == 0.0 {
            return refuse("it has no length");
        }
        let (along, mass_center) = (way.scale(1.0 / length), center(model, i));
        if mass_center.cross(along).norm() > ALIKE * length {
            return refuse("its mass centre is beside the line between its joints");
        }
        self.links.centers[k] = mass_center.dot(along);
        let normal = self.straight[k].apply_transpose(self.normal());
        let hinge = in_plane(&link.joint, normal);
        if ball(&link.joint).is_none() && hinge.is_none() {
            return joint("it does not turn in the plane of both ends and gravity: use spherical joints");
        }
        let mut rest = 0.0;
        match (p.rotation_spring, hinge) {
            (Some(spring), _) => {
                let twisted = spring.axis.cross(along).norm() > ALIKE;
                if twisted && spring.bend_stiffness != spring.twist_stiffness {
                    return joint("the axis of its rotation spring must lie along the link");
                }
                self.links.stiffness[k] = spring.bend_stiffness;
            }
            (None, Some((_, sign))) => {
                if link.nv > 1 && p.spring_stiffness != 0.0 && p.spring_rest != 0.0 {
                    return joint(
                        "its spring rests at an angle about the axis out of the plane too: set its rest to 0, or use a \
                         revolute joint",
                    );
                }
                self.links.stiffness[k] = p.spring_stiffness;
                rest = sign * p.spring_rest;
            }
            _ => {}
        }
        if self.links.stiffness[k] == 0.0 {
            return Ok(());
        }
        let here = self.straight[k].apply(along);
        if here.dot(self.normal()).abs() > ALIKE {
            return joint("its spring bends the rope out of the plane of both ends and gravity");
        }
        let before = if k == 0 { 0.0 } else { self.angle(self.straight[k - 1].apply(self.serial.ways[k - 1])) };
        // the shorter way round; for the first link, seen from straight down
        let near = if k == 0 { -FRAC_PI_2 } else { 0.0 };
        let bend = self.angle(here) - before - near;
        self.links.rest[k] = near + bend - TAU * (bend / TAU).round() + rest;
        Ok(())
    }

    /// What holds the last end must let it turn in the plane.
    fn check_tie(&self) -> Result<(), MachineError> {
        let (Some(held), Some(last)) = (&self.serial.held, self.straight.last()) else { return Ok(()) };
        let normal = self.normal();
        let along = |axis: Vec3<f64>| axis.cross(normal).norm() < ALIKE;
        let across = |axis: Vec3<f64>| axis.dot(normal).abs() < ALIKE;
        let fits = match held.axes {
            TieAxes::None => true,
            TieAxes::Same([ground, link]) => along(ground) && (last.apply(link) - ground).norm() < ALIKE,
            TieAxes::Across([ground, link]) => {
                let link = last.apply(link);
                (along(ground) && across(link)) || (across(ground) && along(link))
            }
        };
        if fits { Ok(()) } else { Err(unfit(held.part.clone(), TIE)) }
    }
}

/// A ball joint, and from which side it is passed.
enum Ball {
    Forward,
    Reversed,
}

fn ball(joint: &Joint<f64>) -> Option<Ball> {
    match joint.original() {
        Some(original) => original.is_ball().then_some(Ball::Reversed),
        None => joint.is_ball().then_some(Ball::Forward),
    }
}

/// The coordinate of a joint with axes that bends in the plane, and its sign; `normal` in link axes where the joint is at zero.
fn in_plane(joint: &Joint<f64>, normal: Vec3<f64>) -> Option<(usize, f64)> {
    let count = joint.v_units().len();
    let motions = joint.original().unwrap_or(joint).simple_motions()?;
    if !matches!(*motions, [SimpleMotion::Turn(_)] | [SimpleMotion::Turn(_), SimpleMotion::Turn(_)]) {
        return None;
    }
    let mut columns = vec![Twist::zero(); count];
    joint.columns(&vec![0.0; count], &mut columns);
    let along = |(k, column): (usize, &Twist<f64>)| {
        let cos = column.angular.dot(normal);
        (column.angular.cross(normal).norm() < ALIKE).then_some((k, cos.signum()))
    };
    columns.iter().enumerate().find_map(along)
}

/// The rotation of every link where all joints are at zero, world axes.
fn zero_rotations(model: &Model, serial: &Serial) -> Vec<Mat3<f64>> {
    let neutral = model.neutral();
    let mut rotation = Mat3::identity();
    let turned = serial.links.iter().enumerate().map(|(k, &i)| {
        let link = &model.links()[i];
        let pose: Pose<f64> = link.joint.pose(&neutral[link.q..link.q + link.nq]);
        let before = if k == 0 { serial.origin.rotation } else { rotation * link.placement.rotation };
        rotation = before * pose.rotation;
        rotation
    });
    turned.collect()
}
