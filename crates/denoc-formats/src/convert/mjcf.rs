//! Writing MJCF.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use denoc_math::{Pose, Vec3, quaternion_rotation};
use denoc_model::checks::principal_moments;
use denoc_model::joints::SimpleMotion;
use denoc_model::{
    Configuration, Description, Geometry, JointProperties, JointSpec, LinkSpec, Purpose, RotationSpring, Shape,
};

use super::Written;
use super::losses::Losses;
use super::outward::{Outward, is_bare};
use super::steps::{Step, planar_steps, step_name, steps};
use super::text::{escaped, mjcf_pose, number, numbers, quaternion, vector};
use crate::FormatError;

const FORMAT: &str = "MJCF";
/// Maximum indentation of nested bodies.
const DEEPEST_INDENT: usize = 40;

/// Writes the mechanism as MJCF text, and lists what MJCF cannot represent. Link frames are moved to the joints; a site `LINK_frame`
/// marks the original frame of a link. Frames become sites, configurations keys, loop-closing joints equality constraints.
///
/// ```
/// let stanford = denoc_formats::catalogue::describe("stanford")?;
/// let written = denoc_formats::write_mjcf(&stanford)?;
/// let again = denoc_formats::parse_mjcf(&written.text, "stanford.xml")?;
/// assert_eq!(again.description.build()?.nv(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_mjcf(description: &Description) -> Result<Written, FormatError> {
    let mut lost = Losses::default();
    let Outward { tree, loops, .. } = Outward::new(description, FORMAT, &mut lost)?;
    let mut writer = Writer::new(&tree, lost)?;
    let closing = writer.closing(&loops);
    let mut out = format!("<mujoco model=\"{}\">\n", escaped(&tree.name));
    out += "  <compiler angle=\"radian\" autolimits=\"true\" inertiafromgeom=\"false\"/>\n";
    let _ = writeln!(out, "  <option gravity=\"{}\"/>", vector(tree.gravity));
    writer.assets(&mut out);
    writer.bodies(&mut out);
    writer.equality(&mut out, &closing);
    writer.actuators(&mut out);
    writer.keys(&mut out);
    writer.lost.add_constraints(&tree, FORMAT);
    writer.lost.add_rotation_springs(&tree, FORMAT, |spring| uniform(spring).is_none());
    for contact in &tree.contacts {
        writer.lost.add("contact", format!("contact point \"{}\" cannot be written as MJCF", contact.name));
    }
    out += "</mujoco>\n";
    Ok(Written { text: out, lost: writer.lost.finish() })
}

struct Writer<'t> {
    tree: &'t Description,
    /// For every joint of the tree: an equivalent chain of simple joints.
    steps: Vec<Vec<Step>>,
    /// Sites by link: name and pose.
    sites: HashMap<&'t str, Vec<(String, Pose<f64>)>>,
    site_names: HashSet<String>,
    meshes: Vec<(&'t str, Vec3<f64>)>,
    lost: Losses,
}

impl<'t> Writer<'t> {
    fn new(tree: &'t Description, mut lost: Losses) -> Result<Self, FormatError> {
        let mut all = Vec::with_capacity(tree.joints.len());
        for joint in &tree.joints {
            let mut row = steps(joint, FORMAT)?;
            if let [Step::Planar(normal)] = row[..] {
                row = planar_steps(joint, normal).to_vec();
            }
            check_free(tree, joint, &row, &mut lost)?;
            if row.len() > 1 {
                let (kind, name, count) = (joint.joint.keyword(), &joint.name, row.len());
                lost.add(
                    "split",
                    format!("{kind} joint \"{name}\" is written as a chain of {count} joints, \"{name}_1\" …"),
                );
            }
            if joint.properties.restitution != 0.0 {
                let what = format!(
                    "the restitution of joint \"{}\" cannot be written as MJCF: its limits are soft",
                    joint.name
                );
                lost.add("restitution", what);
            }
            if joint.properties.velocity_limit.is_some() {
                lost.add("speed", format!("the velocity limit of joint \"{}\" cannot be written as MJCF", joint.name));
            }
            all.push(row);
        }
        let mut sites: HashMap<&str, Vec<(String, Pose<f64>)>> = HashMap::new();
        for frame in &tree.frames {
            sites.entry(&frame.link).or_default().push((frame.name.clone(), frame.pose));
        }
        let site_names = tree.frames.iter().map(|f| f.name.clone()).collect();
        let mut meshes = Vec::new();
        for shape in tree.links.iter().flat_map(|l| &l.shapes) {
            if let Geometry::Mesh { file, scale } = &shape.geometry
                && !meshes.contains(&(file.as_str(), *scale))
            {
                meshes.push((file.as_str(), *scale));
            }
        }
        Ok(Self { tree, steps: all, sites, site_names, meshes, lost })
    }

    fn assets(&self, out: &mut String) {
        if self.meshes.is_empty() {
            return;
        }
        out.push_str("  <asset>\n");
        for (i, (file, scale)) in self.meshes.iter().enumerate() {
            let scale = if *scale == Vec3::new(1.0, 1.0, 1.0) {
                String::new()
            } else {
                format!(" scale=\"{}\"", vector(*scale))
            };
            let _ = writeln!(out, "    <mesh name=\"mesh{i}\" file=\"{}\"{scale}/>", escaped(file));
        }
        out.push_str("  </asset>\n");
    }

    /// Nested bodies, written without recursion.
    fn bodies(&mut self, out: &mut String) {
        let tree = self.tree;
        let links: HashMap<&str, &LinkSpec> = tree.links.iter().map(|l| (l.name.as_str(), l)).collect();
        let mut hanging: HashMap<&str, Vec<usize>> = HashMap::new();
        for (j, joint) in tree.joints.iter().enumerate() {
            hanging.entry(&joint.parent).or_default().push(j);
        }
        out.push_str("  <worldbody>\n");
        self.contents(out, links.get(tree.ground.as_str()).copied(), &tree.ground, 2);
        // joints to write, and bodies to close after them
        let mut pending: Vec<(Option<usize>, usize)> = Vec::new();
        let below = |link: &str, depth: usize, pending: &mut Vec<(Option<usize>, usize)>| {
            let joints = hanging.get(link).map_or(&[][..], Vec::as_slice);
            pending.extend(joints.iter().rev().map(|&j| (Some(j), depth)));
        };
        below(&tree.ground, 2, &mut pending);
        while let Some((next, depth)) = pending.pop() {
            let indent = "  ".repeat(depth.min(DEEPEST_INDENT));
            let Some(j) = next else {
                let _ = writeln!(out, "{indent}</body>");
                continue;
            };
            let row = self.fused(j, &links, &hanging);
            let child = row.last().map_or("", |&k| tree.joints[k].child.as_str());
            let pose = row.iter().fold(Pose::identity(), |pose, &k| pose * tree.joints[k].origin);
            let _ = writeln!(out, "{indent}<body name=\"{}\"{}>", escaped(child), mjcf_pose(pose));
            let indent = "  ".repeat((depth + 1).min(DEEPEST_INDENT));
            for (i, &k) in row.iter().enumerate() {
                // modelled pose of the body in the frame of the joint
                let body = row[i + 1..].iter().fold(Pose::identity(), |pose, &l| pose * tree.joints[l].origin);
                self.joints(out, k, body.inverse(), &indent);
            }
            self.contents(out, links.get(child).copied(), child, depth + 1);
            pending.push((None, depth));
            below(child, depth + 1, &mut pending);
        }
        out.push_str("  </worldbody>\n");
    }

    /// A joint and its successors that can be part of the same body: MuJoCo rejects moving bodies without mass, but accepts
    /// several joints per body.
    fn fused(&mut self, j: usize, links: &HashMap<&str, &LinkSpec>, hanging: &HashMap<&str, Vec<usize>>) -> Vec<usize> {
        let simple = |j: usize| self.steps[j].iter().all(|s| matches!(s, Step::Revolute(_) | Step::Prismatic(_)));
        let mut row = vec![j];
        let mut last = j;
        while let Some(&[next]) = hanging.get(self.tree.joints[last].child.as_str()).map(Vec::as_slice) {
            let link = self.tree.joints[last].child.as_str();
            let bare = links.get(link).is_some_and(|l| is_bare(l)) && !self.sites.contains_key(link);
            if !bare || !simple(last) || !simple(next) {
                break;
            }
            let into = &self.tree.joints[next].child;
            self.lost.add("fused", format!("link \"{link}\", which has no mass, is merged into \"{into}\""));
            row.push(next);
            last = next;
        }
        row
    }

    /// The joints of a body; `at` is the pose of their frame in the body.
    fn joints(&mut self, out: &mut String, j: usize, at: Pose<f64>, indent: &str) {
        let (joint, p) = (&self.tree.joints[j], &self.tree.joints[j].properties);
        for (i, step) in self.steps[j].iter().enumerate() {
            let (kind, axis) = match step {
                Step::Fixed | Step::Planar(_) => continue,
                Step::Revolute(axis) => ("hinge", Some(at.rotation.apply(*axis))),
                Step::Prismatic(axis) => ("slide", Some(at.rotation.apply(*axis))),
                Step::Ball => ("ball", None),
                Step::Free => ("free", None),
            };
            let name = escaped(&step_name(&joint.name, i, self.steps[j].len()));
            let mut text = format!("{indent}<joint name=\"{name}\" type=\"{kind}\"");
            if let Some(axis) = axis {
                text += &format!(" axis=\"{}\"", vector(axis));
            }
            if at.position != Vec3::zero() {
                text += &format!(" pos=\"{}\"", vector(at.position));
            }
            if let (Some([lower, upper]), Some(_)) = (p.limits, axis) {
                text += &format!(" range=\"{}\"", numbers(&[lower.max(-1e9), upper.min(1e9)]));
            }
            let free = matches!(step, Step::Free);
            if free && p.reflected_inertia() != 0.0 {
                let why = "MuJoCo applies the armature of a free joint along other axes";
                self.lost
                    .add("free armature", format!("the rotor inertia of joint \"{}\" is omitted: {why}", joint.name));
            }
            let (turn_stiffness, turn_damping) = p.rotation_spring.as_ref().and_then(uniform).unwrap_or_default();
            for (attribute, value) in [
                ("armature", if free { 0.0 } else { p.reflected_inertia() }),
                ("damping", p.viscous_friction + turn_damping),
                ("frictionloss", p.dry_friction),
                ("stiffness", p.spring_stiffness + turn_stiffness),
                ("springref", if p.spring_stiffness == 0.0 { 0.0 } else { p.spring_rest }),
            ] {
                if value != 0.0 {
                    text += &format!(" {attribute}=\"{}\"", number(value));
                }
            }
            if let Some(effort) = p.effort_limit.filter(|e| *e > 0.0 && e.is_finite()) {
                text += &format!(" actuatorfrcrange=\"{}\"", numbers(&[-effort, effort]));
            }
            let _ = writeln!(out, "{text}/>");
        }
    }

    /// Mass, shapes and sites of a link.
    fn contents(&mut self, out: &mut String, link: Option<&LinkSpec>, name: &str, depth: usize) {
        let indent = "  ".repeat(depth.min(DEEPEST_INDENT));
        if let Some(link) = link {
            self.inertial(out, link, &indent);
            for shape in &link.shapes {
                self.geom(out, shape, &indent);
            }
        }
        for (site, pose) in self.sites.get(name).into_iter().flatten() {
            let _ = writeln!(out, "{indent}<site name=\"{}\"{}/>", escaped(site), mjcf_pose(*pose));
        }
    }

    fn inertial(&mut self, out: &mut String, link: &LinkSpec, indent: &str) {
        let (m, i) = (&link.mass, link.mass.inertia);
        if link.name == self.tree.ground {
            return; // the world has no mass
        }
        let [least, middle, most] = principal_moments(i);
        if m.mass == 0.0 || least <= 0.0 || least + middle < most {
            let why = "MuJoCo rejects moving bodies without mass or with physically impossible moments of inertia";
            self.lost.add("refused", format!("link \"{}\": {why}", link.name));
        }
        if m.mass == 0.0 && i.trace() == 0.0 {
            return;
        }
        let (center, tensor) = (vector(m.center), numbers(&[i.xx, i.yy, i.zz, i.xy, i.xz, i.yz]));
        let _ =
            writeln!(out, "{indent}<inertial pos=\"{center}\" mass=\"{}\" fullinertia=\"{tensor}\"/>", number(m.mass));
    }

    fn geom(&mut self, out: &mut String, shape: &Shape, indent: &str) {
        let form = match &shape.geometry {
            Geometry::Box { sides } => format!("type=\"box\" size=\"{}\"", vector(sides.scale(0.5))),
            Geometry::Cylinder { radius, length } => {
                format!("type=\"cylinder\" size=\"{}\"", numbers(&[*radius, 0.5 * length]))
            }
            Geometry::Capsule { radius, length } => {
                format!("type=\"capsule\" size=\"{}\"", numbers(&[*radius, 0.5 * length]))
            }
            Geometry::Sphere { radius } => format!("type=\"sphere\" size=\"{}\"", number(*radius)),
            Geometry::Mesh { file, scale } => {
                if file.contains("://") {
                    self.lost.add("package", format!("mesh \"{file}\": MuJoCo accepts only plain paths"));
                }
                let ending = std::path::Path::new(file).extension().map(|e| e.to_string_lossy().to_lowercase());
                if ending.as_deref() == Some("dae") {
                    let remedy = "MuJoCo cannot read COLLADA; convert it to STL or OBJ";
                    self.lost.add("collada", format!("mesh \"{file}\": {remedy}"));
                }
                let number = self.meshes.iter().position(|m| *m == (file.as_str(), *scale)).unwrap_or(0);
                format!("type=\"mesh\" mesh=\"mesh{number}\"")
            }
        };
        let color = shape.color.map_or(String::new(), |rgba| format!(" rgba=\"{}\"", numbers(&rgba)));
        let purpose = match shape.purpose {
            Purpose::Both => "",
            Purpose::Visual => " contype=\"0\" conaffinity=\"0\" group=\"2\"",
            Purpose::Collision => " group=\"3\"",
        };
        let _ = writeln!(out, "{indent}<geom {form}{}{color}{purpose}/>", mjcf_pose(shape.pose));
    }

    /// Adds the sites of joints that close loops; returns the elements that connect them.
    fn closing(&mut self, loops: &[JointSpec]) -> Vec<String> {
        let mut elements = Vec::new();
        for joint in loops {
            let ahead = |axis: Vec3<f64>| Pose::translation(axis);
            let (element, points) = match joint.joint.simple_motions().as_deref() {
                Some([]) => ("weld", vec![Pose::identity()]),
                Some([SimpleMotion::Ball]) => ("connect", vec![Pose::identity()]),
                // two common points on an axis are equivalent to a hinge
                Some([SimpleMotion::Turn(axis)]) => {
                    self.lost.add(
                        "hinge",
                        format!("joint \"{}\" closes a loop: it is written as two common points", joint.name),
                    );
                    ("connect", vec![Pose::identity(), ahead(axis.scale(0.1))])
                }
                _ => {
                    let message = format!("{} joint \"{}\" closes a loop", joint.joint.keyword(), joint.name);
                    self.lost.add(
                        "closing",
                        format!("{message}; MJCF has no such joint: it is omitted, and the loop is open"),
                    );
                    continue;
                }
            };
            if joint.properties != JointProperties::default() {
                let message =
                    format!("limits, friction, spring and motor of joint \"{}\", which closes a loop", joint.name);
                self.lost.add("closing properties", format!("{message}, are omitted"));
            }
            for (i, point) in points.iter().enumerate() {
                let name = step_name(&joint.name, i, points.len());
                let first = self.site(&joint.parent, format!("{name}_parent"), joint.origin * *point);
                let second = self.site(&joint.child, format!("{name}_child"), joint.child_origin * *point);
                elements.push(format!(
                    "    <{element} name=\"{}\" site1=\"{}\" site2=\"{}\"/>",
                    escaped(&name),
                    escaped(&first),
                    escaped(&second)
                ));
            }
        }
        elements
    }

    fn site(&mut self, link: &str, mut name: String, pose: Pose<f64>) -> String {
        while !self.site_names.insert(name.clone()) {
            name.push('_');
        }
        // the key must live as long as the tree
        let names = self.tree.links.iter().map(|l| l.name.as_str()).chain([self.tree.ground.as_str()]);
        if let Some(link) = names.into_iter().find(|l| *l == link) {
            self.sites.entry(link).or_default().push((name.clone(), pose));
        }
        name
    }

    fn equality(&self, out: &mut String, closing: &[String]) {
        if closing.is_empty() && self.tree.couplings.is_empty() {
            return;
        }
        out.push_str("  <equality>\n");
        for element in closing {
            out.push_str(element);
            out.push('\n');
        }
        for c in &self.tree.couplings {
            let (joint, follows) = (escaped(&c.joint), escaped(&c.follows));
            let coefficients = numbers(&[c.offset, c.ratio, 0.0, 0.0, 0.0]);
            let active = if c.enforced { "" } else { " active=\"false\"" };
            let ends = format!("joint1=\"{joint}\" joint2=\"{follows}\"");
            let _ = writeln!(out, "    <joint {ends} polycoef=\"{coefficients}\"{active}/>");
        }
        out.push_str("  </equality>\n");
    }

    fn actuators(&self, out: &mut String) {
        if self.tree.actuators.is_empty() {
            return;
        }
        out.push_str("  <actuator>\n");
        for actuator in &self.tree.actuators {
            let rows = self.tree.joints.iter().zip(&self.steps).filter(|(joint, _)| joint.name == actuator.joint);
            for (joint, row) in rows {
                for i in 0..row.len() {
                    let name = escaped(&step_name(&actuator.name, i, row.len()));
                    let joint = escaped(&step_name(&joint.name, i, row.len()));
                    let range = actuator.effort_limit.filter(|e| *e > 0.0 && e.is_finite());
                    let range = range.map_or(String::new(), |e| format!(" ctrlrange=\"{}\"", numbers(&[-e, e])));
                    let _ = writeln!(out, "    <motor name=\"{name}\" joint=\"{joint}\"{range}/>");
                }
            }
        }
        out.push_str("  </actuator>\n");
    }

    fn keys(&self, out: &mut String) {
        if self.tree.configurations.is_empty() {
            return;
        }
        out.push_str("  <keyframe>\n");
        for configuration in &self.tree.configurations {
            let mut q = Vec::new();
            for (joint, row) in self.tree.joints.iter().zip(&self.steps) {
                q.extend(reordered(configuration, joint, row));
            }
            let _ = writeln!(out, "    <key name=\"{}\" qpos=\"{}\"/>", escaped(&configuration.name), numbers(&q));
        }
        out.push_str("  </keyframe>\n");
    }
}

/// Stiffness and damping of a rotation spring that resists all rotations alike, as those of MuJoCo's ball joints do.
fn uniform(spring: &RotationSpring) -> Option<(f64, f64)> {
    let alike = spring.bend_stiffness == spring.twist_stiffness && spring.bend_damping == spring.twist_damping;
    alike.then_some((spring.bend_stiffness, spring.bend_damping))
}

/// The coordinates of a joint in the order of MuJoCo.
fn reordered(configuration: &Configuration, joint: &JointSpec, row: &[Step]) -> Vec<f64> {
    let given = configuration.joints.iter().find(|(name, _)| *name == joint.name).map(|(_, q)| q.as_slice());
    let count: usize = row.iter().map(|step| step.coordinates()).sum();
    match (row, given) {
        ([Step::Free], q) => {
            let &[x, y, z, a, b, c, d] = q.unwrap_or(&[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]) else { return vec![0.0; 7] };
            let world = joint.origin * Pose::new(quaternion_rotation([a, b, c, d]), Vec3::new(x, y, z));
            [&world.position.to_array()[..], &quaternion(world.rotation)].concat()
        }
        ([Step::Ball], Some(&[x, y, z, w])) => vec![w, x, y, z],
        ([Step::Ball], _) => vec![1.0, 0.0, 0.0, 0.0],
        (_, Some(q)) => q.to_vec(),
        (_, None) => vec![0.0; count],
    }
}

/// Checks that a free joint connects the world and a body, as MJCF requires.
fn check_free(tree: &Description, joint: &JointSpec, row: &[Step], lost: &mut Losses) -> Result<(), FormatError> {
    if !matches!(row, [Step::Free]) {
        return Ok(());
    }
    if joint.parent != tree.ground {
        let reason =
            format!("it is a free joint on link \"{}\"; MJCF has free joints only on the ground", joint.parent);
        return Err(FormatError::Unwritable { format: FORMAT, part: format!("joint \"{}\"", joint.name), reason });
    }
    if joint.origin != Pose::identity() {
        let message = "is not at the origin of the ground: in MJCF its coordinates are relative to the world";
        lost.add("free", format!("free joint \"{}\" {message}", joint.name));
    }
    Ok(())
}
