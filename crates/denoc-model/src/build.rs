//! Builds a model from a description: validation, numbering, serial runs.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use denoc_math::{Pose, RigidMass};

use crate::checks::{self, Warning};
use crate::closures::{self, Numbering};
use crate::description::{Description, JointProperties};
use crate::model::{Frame, Link, LinkId, Model, Module, Structure};
use crate::{ModelError, details, point_spring, size, thin, topology};

impl Description {
    /// Validates the description and numbers its links. Implausible mass properties become [`Model::warnings`].
    pub fn build(&self) -> Result<Model, ModelError> {
        let mut warnings = Vec::new();
        for link in &self.links {
            // the ground's own mass never moves
            if link.name != self.ground {
                warnings.extend(checks::link(link)?);
            }
        }
        for joint in &self.joints {
            checks::joint(joint)?;
        }
        checks::names_are_visible(self)?;
        checks::frames_and_gravity(self)?;
        details::check(self)?;
        point_spring::check(self)?;
        closures::check(self)?;
        let tree = topology::walk(self)?;
        let steps = &tree.steps;
        let welded: HashSet<&str> = steps
            .iter()
            .filter(|s| self.joints[s.joint].joint.v_units().is_empty())
            .map(|s| if s.reversed { &self.joints[s.joint].parent } else { &self.joints[s.joint].child })
            .map(String::as_str)
            .collect();
        let warned: HashSet<String> = warnings.iter().map(|w: &Warning| w.link.clone()).collect();
        let welded_or_warned = |w: &Warning| welded.contains(w.link.as_str()) || warned.contains(&w.link);
        warnings.extend(size::warnings(self).into_iter().filter(|w| !welded_or_warned(w)));
        number(self, &tree, warnings)
    }

    /// Like [`Description::build`], but warnings are errors.
    pub fn build_strict(&self) -> Result<Model, ModelError> {
        let model = self.build()?;
        match model.warnings().first() {
            None => Ok(model),
            Some(warning) => Err(ModelError::Doubtful(warning.clone())),
        }
    }
}

fn number(d: &Description, tree: &topology::Tree, warnings: Vec<Warning>) -> Result<Model, ModelError> {
    let spec_of: HashMap<&str, usize> = d.links.iter().enumerate().map(|(i, l)| (l.name.as_str(), i)).collect();
    let mut links: Vec<Link<f64>> = Vec::with_capacity(tree.steps.len());
    // pose of the user's link frame in our link frame (at the joint)
    let mut link_frames: Vec<Pose<f64>> = Vec::with_capacity(tree.steps.len());
    let (mut link_names, mut joint_names, mut properties, mut drag) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut reversed = HashSet::new();
    let (mut q, mut v) = (0, 0);
    for step in &tree.steps {
        let spec = &d.joints[step.joint];
        let (near, far, joint, child) = if step.reversed {
            (spec.child_origin, spec.origin, spec.joint.reversed(), &spec.parent)
        } else {
            (spec.origin, spec.child_origin, spec.joint.clone(), &spec.child)
        };
        if step.reversed {
            reversed.insert(links.len());
        }
        let base = step.parent.map_or(Pose::identity(), |p| link_frames[p]);
        let link_frame = far.inverse();
        let mass = spec_of.get(child.as_str()).map_or(RigidMass::zero(), |&i| {
            let m = &d.links[i].mass;
            RigidMass::from_center(m.mass, m.center, m.inertia).to_parent(link_frame)
        });
        let (nq, nv) = (joint.q_units().len(), joint.v_units().len());
        links.push(Link {
            parent: step.parent.map(LinkId),
            placement: base * near,
            joint,
            mass,
            rotor_inertia: spec.properties.reflected_inertia(),
            moves: nv > 0 || step.parent.is_some_and(|p| links[p].moves),
            q,
            v,
            nq,
            nv,
        });
        link_frames.push(link_frame);
        (q, v) = (q + nq, v + nv);
        link_names.push(child.clone());
        joint_names.push(spec.name.clone());
        if let Some(link_drag) = spec_of.get(child.as_str()).and_then(|&i| d.links[i].drag) {
            drag.resize(link_names.len(), None);
            drag[link_names.len() - 1] = Some(link_drag.to_parent(link_frame));
        }
        if spec.properties != JointProperties::NONE || !properties.is_empty() {
            properties.resize(link_names.len(), JointProperties::NONE);
            properties[link_names.len() - 1] = spec.properties;
        }
    }

    let index = |names: &[String]| names.iter().cloned().enumerate().map(|(i, n)| (n, i)).collect::<HashMap<_, _>>();
    let link_index = index(&link_names);
    let mut frames: Vec<Frame<f64>> =
        link_frames.iter().enumerate().map(|(i, &pose)| Frame { link: Some(LinkId(i)), pose }).collect();
    let mut frame_names = link_names.clone();
    frames.push(Frame { link: None, pose: Pose::identity() });
    frame_names.push(d.ground.clone());
    for frame in &d.frames {
        let link = link_index.get(&frame.link).map(|&i| LinkId(i));
        let base = link.map_or(Pose::identity(), |l| link_frames[l.0]);
        frames.push(Frame { link, pose: base * frame.pose });
        frame_names.push(frame.name.clone());
    }

    let modules = modules(&links);
    let joint_index = index(&joint_names);
    let numbering = Numbering {
        description: d,
        links: &link_index,
        joints: &joint_index,
        own_frames: &link_frames,
        owner: "",
        place: &None,
    };
    let (closure_names, closures) = closures::number(d, &tree.cuts, &numbering)?;
    let warnings = thin::relevant(warnings, &links, &link_names, &closures);
    let springs = point_spring::number(d, &numbering);
    // these are large for long chains
    drop((link_frames, spec_of));
    let cut_of = |name: &String| d.joints.iter().find(|j| j.name == *name).map(|j| j.properties);
    let closure_properties = closure_names.iter().map(cut_of).collect();
    let loops = topology::loops(&links, &closures);
    let clusters = topology::clusters(&links, &loops);
    let (motors, closure_motors) = (motors(d, &joint_names), motors(d, &closure_names));
    let structure = Structure {
        name: d.name.clone(),
        ground: d.ground.clone(),
        link_index,
        joint_index,
        frame_index: frame_names[links.len()..].iter().cloned().zip(links.len()..).collect(),
        link_names,
        joint_names,
        frame_names,
        properties,
        reversed,
        drag,
        modules,
        warnings,
        configurations: Vec::new(),
        closure_names,
        closure_properties,
        loops,
        clusters,
        motors,
        closure_motors,
        nq: q,
        nv: v,
    };
    let mut model = Model { structure: Arc::new(structure), gravity: d.gravity, links, frames, closures, springs };
    let configurations = d.configurations.iter().map(|c| (c.name.clone(), model.coordinates_of(c))).collect();
    if let Some(structure) = Arc::get_mut(&mut model.structure) {
        structure.configurations = configurations;
    }
    Ok(model)
}

/// Splits the tree into serial runs.
fn modules(links: &[Link<f64>]) -> Vec<Module> {
    let mut children = vec![0usize; links.len()];
    for link in links {
        if let Some(LinkId(p)) = link.parent {
            children[p] += 1;
        }
    }
    let mut modules: Vec<Module> = Vec::new();
    let mut of_link: Vec<usize> = Vec::with_capacity(links.len());
    for (i, link) in links.iter().enumerate() {
        match link.parent {
            Some(LinkId(p)) if children[p] == 1 => modules[of_link[p]].end = i + 1,
            parent => modules.push(Module { first: i, end: i + 1, parent: parent.map(|LinkId(p)| of_link[p]) }),
        }
        of_link.push(match link.parent {
            Some(LinkId(p)) if children[p] == 1 => of_link[p],
            _ => modules.len() - 1,
        });
    }
    modules
}

/// The motors of each joint; their limits add up, and one without a limit has none.
fn motors(d: &Description, joint_names: &[String]) -> HashMap<usize, Option<f64>> {
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
