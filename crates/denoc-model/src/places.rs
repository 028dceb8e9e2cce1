//! From joints, couplings, constraints and motors of a description to the closures, springs and motors of its model.

use std::collections::HashMap;
use std::sync::Arc;

use denoc_math::Pose;

use crate::ModelError;
use crate::closure::{Closure, PointSpring};
use crate::constraints::ConstraintKind;
use crate::description::{Description, Place};
use crate::model::{Frame, LinkId};

/// Where the links and joints of a description went.
pub(crate) struct Places<'a> {
    pub(crate) d: &'a Description,
    pub(crate) links: &'a HashMap<String, usize>,
    pub(crate) joints: &'a HashMap<String, usize>,
    pub(crate) own_frame: &'a [Pose<f64>],
}

impl Places<'_> {
    fn frame(&self, link: &str, pose: Pose<f64>) -> Frame<f64> {
        let link = self.links.get(link).map(|&i| LinkId(i));
        Frame { link, pose: link.map_or(Pose::identity(), |l| self.own_frame[l.0]) * pose }
    }

    /// The link moved by a joint whose coordinate is needed.
    fn joint(&self, name: &str, joint: &str, place: &Option<Place>) -> Result<LinkId, ModelError> {
        self.joints.get(joint).map(|&i| LinkId(i)).ok_or_else(|| ModelError::CutNeeded {
            name: name.to_owned(),
            joint: joint.to_owned(),
            place: place.clone(),
        })
    }

    pub(crate) fn springs(&self) -> Vec<PointSpring<f64>> {
        let springs = self.d.springs.iter().map(|s| PointSpring {
            from: self.frame(&s.from.link, Pose::translation(s.from.position)),
            to: self.frame(&s.to.link, Pose::translation(s.to.position)),
            stiffness: s.stiffness,
            rest_length: s.rest_length,
            damping: s.damping,
        });
        springs.collect()
    }

    /// Cut joints in the order of the file, then couplings, then the other constraints.
    pub(crate) fn closures(&self, cuts: &[usize]) -> Result<(Vec<String>, Vec<Closure<f64>>), ModelError> {
        let (mut names, mut closures) = (Vec::new(), Vec::new());
        for spec in cuts.iter().map(|&j| &self.d.joints[j]) {
            let p = &spec.properties;
            let needs = [("rotor inertia", p.rotor_inertia != 0.0), ("rotation spring", p.rotation_spring.is_some())];
            if let Some((name, _)) = needs.into_iter().find(|(_, there)| *there) {
                let (name, joint) = (name.to_owned(), spec.name.clone());
                return Err(ModelError::CutNeeded { name, joint, place: spec.place.clone() });
            }
            names.push(spec.name.clone());
            closures.push(Closure::Joint {
                joint: spec.joint.clone(),
                parent: self.frame(&spec.parent, spec.origin),
                child: self.frame(&spec.child, spec.child_origin),
            });
        }
        for c in self.d.couplings.iter().filter(|c| c.enforced) {
            let name = format!("{} follows {}", c.joint, c.follows);
            let (joint, follows) = (self.joint(&name, &c.joint, &c.place)?, self.joint(&name, &c.follows, &c.place)?);
            names.push(name);
            closures.push(Closure::Coupling { joint, follows, ratio: c.ratio, offset: c.offset });
        }
        for c in &self.d.constraints {
            names.push(c.name.clone());
            closures.push(match &c.kind {
                ConstraintKind::Distance { from, to, length } => Closure::Distance {
                    from: self.frame(&from.link, Pose::translation(from.position)),
                    to: self.frame(&to.link, Pose::translation(to.position)),
                    length: *length,
                },
                ConstraintKind::Cam { joint, follows, profile } => Closure::Cam {
                    joint: self.joint(&c.name, joint, &c.place)?,
                    follows: self.joint(&c.name, follows, &c.place)?,
                    profile: Arc::new(profile.clone()),
                },
                ConstraintKind::Rolling(r) => {
                    let Frame { link, pose } = self.frame(&r.link, Pose::identity());
                    let Some(link) = link else {
                        let place = c.place.clone();
                        return Err(ModelError::SelfJoint { joint: c.name.clone(), link: r.link.clone(), place });
                    };
                    Closure::Rolling {
                        link,
                        center: pose.point(r.center),
                        axis: pose.rotation.apply(r.axis.normalized()),
                        radius: r.radius,
                        plane_point: r.plane_point,
                        plane_normal: r.plane_normal.normalized(),
                        keep_height: r.keep_height,
                    }
                }
            });
        }
        Ok((names, closures))
    }
}

/// The motors of each joint; their limits add up, and one without a limit has none.
pub(crate) fn motors(d: &Description, joint_names: &[String]) -> HashMap<usize, Option<f64>> {
    let mut motors: HashMap<usize, Option<f64>> = HashMap::new();
    for actuator in &d.actuators {
        if let Some(link) = joint_names.iter().position(|name| *name == actuator.joint) {
            motors
                .entry(link)
                .and_modify(|sum| *sum = sum.zip(actuator.effort_limit).map(|(a, b)| a + b))
                .or_insert(actuator.effort_limit);
        }
    }
    motors
}
