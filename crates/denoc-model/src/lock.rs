//! Locking joints, with the joints that are coupled to them.

use std::collections::HashMap;

use crate::ModelError;
use crate::closures::ConstraintKind;
use crate::description::{Description, JointProperties, Place};
use crate::joints::{Fixed, Joint};

/// Two values of one coordinate are the same if they differ by less than this, relative to the larger one or to 1.
const SAME: f64 = 1e-9;

impl Description {
    /// Locks a joint at the coordinates `q`: it becomes a fixed joint. The rest of the mechanism moves as it would if the joint
    /// were held there.
    ///
    /// * **Couplings and cams** lock more joints: a joint that follows the locked one is locked at ratio · q + offset (a cam: at
    ///   its profile), and a joint that the locked one follows is locked where it puts the locked one. This goes on until
    ///   nothing else is determined. A coupling with ratio 0 does not determine the joint that is followed, which stays
    ///   free. All these couplings and cams disappear. Couplings that are not enforced lock nothing; they disappear too,
    ///   because a fixed joint has no coordinate to follow.
    /// * **Spring, friction, rotor inertia and limits** of a locked joint disappear: they do no work. (The energy stored in its
    ///   spring is constant and no longer counted.) Limits are not checked.
    /// * **Configurations** keep the coordinates of the other joints.
    /// * **Motors** of locked joints disappear, unless no motor would be left: in a description without motors every joint is
    ///   actuated.
    ///
    /// Errors: an unknown joint, a wrong number of coordinates, coordinates that contradict a coupling, and the follower of a
    /// cam (its position does not determine that of the joint that drives it: lock that one).
    ///
    /// ```
    /// use denoc_math::{Pose, Vec3};
    /// use denoc_model::{Description, Joint, MassProperties};
    ///
    /// let finger = MassProperties::sphere(0.1, 0.01);
    /// let slide = |y| Joint::prismatic(Vec3::new(0.0, y, 0.0));
    /// let gripper = Description::new("gripper")
    ///     .link("hand", MassProperties::sphere(1.0, 0.1))
    ///     .link("left", finger)
    ///     .link("right", finger)
    ///     .joint("wrist", "ground", "hand", Joint::revolute(Vec3::unit(2)), Pose::identity())
    ///     .joint("left_slide", "hand", "left", slide(1.0), Pose::identity())
    ///     .joint("right_slide", "hand", "right", slide(-1.0), Pose::identity())
    ///     .coupling("right_slide", "left_slide", 1.0, 0.0);
    /// let held = gripper.lock("left_slide", &[0.02])?.build()?; // and with it the right one
    /// assert_eq!((held.nv(), held.closures().len()), (1, 0));
    /// # Ok::<(), denoc_model::ModelError>(())
    /// ```
    pub fn lock(mut self, joint: &str, q: &[f64]) -> Result<Self, ModelError> {
        let spec = self.joints.iter().find(|j| j.name == joint).ok_or_else(|| ModelError::UnknownName {
            what: "joint",
            name: joint.to_owned(),
            nearest: crate::names::nearest(joint, self.joints.iter().map(|j| j.name.as_str())),
        })?;
        let needed = spec.joint.q_units().len();
        if q.len() != needed {
            return Err(ModelError::Property {
                joint: joint.to_owned(),
                property: "number of coordinates to lock at",
                value: q.len() as f64,
                rule: match needed {
                    0 => {
                        "it must be 0: the joint is fixed, or was locked before, alone or with a joint it is coupled with"
                    }
                    _ => "it must equal the number of coordinates of the joint",
                },
                place: spec.place.clone(),
            });
        }
        let held = match q {
            &[value] => held_with(&self, joint, value)?,
            _ => HashMap::new(),
        };
        self.fix(joint, q);
        held.iter().filter(|(name, _)| *name != joint).for_each(|(name, value)| self.fix(name, &[*value]));
        self.forget_coordinates(|name| name == joint || held.contains_key(name));
        Ok(self)
    }

    /// Replaces the joint of this name by a fixed one at coordinates `q`.
    fn fix(&mut self, joint: &str, q: &[f64]) {
        for spec in self.joints.iter_mut().filter(|j| j.name == joint && j.joint.q_units().len() == q.len()) {
            spec.origin = spec.origin * spec.joint.pose(q);
            spec.joint = Joint::Fixed(Fixed::new());
            spec.properties = JointProperties::NONE;
        }
    }

    /// Removes references to coordinates of joints that are now fixed.
    fn forget_coordinates(&mut self, locked: impl Fn(&str) -> bool) {
        self.couplings.retain(|c| !locked(&c.joint) && !locked(&c.follows));
        self.constraints.retain(|c| !c.kind.bound_joints().into_iter().flatten().any(|joint| locked(joint)));
        for configuration in &mut self.configurations {
            configuration.joints.retain(|(joint, _)| !locked(joint));
        }
        if self.actuators.iter().any(|a| !locked(&a.joint)) {
            self.actuators.retain(|a| !locked(&a.joint));
        }
    }
}

/// One joint that follows another.
struct Tie<'d> {
    joint: &'d str,
    follows: &'d str,
    law: Law<'d>,
    place: &'d Option<Place>,
}

/// The coordinate of the joint that follows, as a function of the other.
enum Law<'d> {
    Line { ratio: f64, offset: f64 },
    Constraint(&'d ConstraintKind),
}

impl Tie<'_> {
    /// Where the joint that follows must be; `None` if the leader does not tell.
    fn at(&self, leader: f64) -> Option<f64> {
        match self.law {
            Law::Line { ratio, offset } => Some(ratio * leader + offset),
            Law::Constraint(kind) => kind.follower(leader),
        }
    }

    /// The coordinate of the joint that is followed; `None` if the follower does not determine it.
    fn back(&self, follower: f64) -> Option<f64> {
        match self.law {
            Law::Line { ratio, offset } if ratio != 0.0 => Some((follower - offset) / ratio),
            Law::Line { .. } | Law::Constraint(_) => None,
        }
    }

    /// Checks the values of both ends.
    fn check(&self, held: &HashMap<&str, f64>) -> Result<(), ModelError> {
        let Some(&value) = held.get(self.joint) else { return Ok(()) };
        let needed = match (&self.law, held.get(self.follows)) {
            (_, Some(&leader)) => self.at(leader),
            (Law::Line { offset, .. }, None) => Some(*offset),
            (Law::Constraint(kind), None) => {
                return Err(ModelError::LockedCam {
                    kind: kind.keyword(),
                    joint: self.joint.to_owned(),
                    driver: self.follows.to_owned(),
                    place: self.place.clone(),
                });
            }
        };
        let Some(needed) = needed else { return Ok(()) };
        if (value - needed).abs() <= SAME * value.abs().max(needed.abs()).max(1.0) {
            return Ok(());
        }
        Err(ModelError::LockedApart {
            joint: self.joint.to_owned(),
            follows: self.follows.to_owned(),
            value,
            needed,
            place: self.place.clone(),
        })
    }
}

/// All joints that are locked with this one, and their coordinates.
fn held_with(d: &Description, joint: &str, value: f64) -> Result<HashMap<String, f64>, ModelError> {
    let couplings = d.couplings.iter().filter(|c| c.enforced).map(|c| Tie {
        joint: &c.joint,
        follows: &c.follows,
        law: Law::Line { ratio: c.ratio, offset: c.offset },
        place: &c.place,
    });
    let constraints = d.constraints.iter().filter_map(|c| {
        let [joint, follows] = c.kind.bound_joints()?;
        Some(Tie { joint, follows, law: Law::Constraint(&c.kind), place: &c.place })
    });
    let ties: Vec<Tie<'_>> = couplings.chain(constraints).collect();
    let mut at: HashMap<&str, Vec<&Tie<'_>>> = HashMap::new();
    for tie in &ties {
        at.entry(tie.joint).or_default().push(tie);
        at.entry(tie.follows).or_default().push(tie);
    }
    let mut held: HashMap<&str, f64> = HashMap::from([(joint, value)]);
    let mut pending = vec![joint];
    while let Some(name) = pending.pop() {
        for tie in at.get(name).into_iter().flatten() {
            let (other, value) = match name == tie.follows {
                true => (tie.joint, tie.at(held[name])),
                false => (tie.follows, tie.back(held[name])),
            };
            if let (Some(value), false) = (value, held.contains_key(other)) {
                held.insert(other, value);
                pending.push(other);
            }
        }
    }
    ties.iter().try_for_each(|tie| tie.check(&held))?;
    Ok(held.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}
