//! Writing URDF.

use std::collections::HashSet;
use std::fmt::Write;

use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Geometry, JointProperties, JointSpec, MassProperties, Purpose, Shape};

use super::Written;
use super::losses::Losses;
use super::outward::Outward;
use super::steps::{Step, step_name, steps};
use super::text::{escaped, number, numbers, urdf_origin, vector};
use crate::FormatError;

const FORMAT: &str = "URDF";
/// URDF requires numbers where there are no limits.
const NO_LIMIT: f64 = 1e9;

/// Writes the mechanism as URDF text, and lists what URDF cannot represent. Link frames are moved to the joints; a frame
/// `LINK_frame` marks the original frame of a link. Frames become massless links.
///
/// ```
/// let puma = denoc_formats::catalogue::describe("puma")?;
/// let written = denoc_formats::write_urdf(&puma)?;
/// let again = denoc_formats::parse_urdf(&written.text, "puma.urdf")?;
/// assert_eq!(again.description.build()?.nv(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_urdf(description: &Description) -> Result<Written, FormatError> {
    let mut lost = Losses::default();
    let Outward { tree, loops, .. } = Outward::new(description, FORMAT, &mut lost)?;
    if tree.gravity != Vec3::new(0.0, 0.0, -9.81) {
        lost.add(
            "gravity",
            format!("gravity ({}) cannot be written as URDF; readers assume 0 0 -9.81", vector(tree.gravity)),
        );
    }
    for joint in &loops {
        lost.add(
            "loop",
            format!("joint \"{}\" closes a loop, but a URDF model must be a tree: it is omitted", joint.name),
        );
    }
    lost.add_constraints(&tree, FORMAT);
    lost.add_rotation_springs(&tree, FORMAT, |_| true);
    for configuration in &tree.configurations {
        lost.add("configuration", format!("configuration \"{}\" cannot be written as URDF", configuration.name));
    }
    for contact in &tree.contacts {
        lost.add("contact", format!("contact point \"{}\" cannot be written as URDF", contact.name));
    }
    for actuator in &tree.actuators {
        lost.add("actuator", format!("actuator \"{}\" cannot be written as URDF", actuator.name));
    }
    let mut out = format!("<?xml version=\"1.0\"?>\n<robot name=\"{}\">\n", escaped(&tree.name));
    if !tree.links.iter().any(|l| l.name == tree.ground) {
        let _ = writeln!(out, "  <link name=\"{}\"/>", escaped(&tree.ground));
    }
    for link in &tree.links {
        write_link(&mut out, &link.name, &link.mass, &link.shapes, &mut lost);
    }
    let mut names = Names::new(&tree);
    for joint in &tree.joints {
        write_joint(&mut out, &tree, joint, &mut names, &mut lost)?;
    }
    for frame in &tree.frames {
        let (name, fixed) = (escaped(&frame.name), names.joint(format!("{}_fixed", frame.name)));
        let _ = writeln!(out, "  <link name=\"{name}\"/>\n  <joint name=\"{}\" type=\"fixed\">", escaped(&fixed));
        write_ends(&mut out, &frame.link, &frame.name, frame.pose);
        out += "  </joint>\n";
    }
    out += "</robot>\n";
    Ok(Written { text: out, lost: lost.finish() })
}

/// Names of links and joints in use.
struct Names {
    links: HashSet<String>,
    joints: HashSet<String>,
}

impl Names {
    fn new(tree: &Description) -> Self {
        let links = tree.links.iter().map(|l| l.name.clone()).chain([tree.ground.clone()]);
        Self {
            links: links.chain(tree.frames.iter().map(|f| f.name.clone())).collect(),
            joints: tree.joints.iter().map(|j| j.name.clone()).collect(),
        }
    }

    fn joint(&mut self, mut name: String) -> String {
        while !self.joints.insert(name.clone()) {
            name.push('_');
        }
        name
    }

    fn link(&mut self, mut name: String) -> String {
        while !self.links.insert(name.clone()) {
            name.push('_');
        }
        name
    }
}

fn write_link(out: &mut String, name: &str, mass: &MassProperties, shapes: &[Shape], lost: &mut Losses) {
    if mass.mass == 0.0 && shapes.is_empty() && mass.inertia.trace() == 0.0 {
        let _ = writeln!(out, "  <link name=\"{}\"/>", escaped(name));
        return;
    }
    let _ = writeln!(out, "  <link name=\"{}\">", escaped(name));
    let i = mass.inertia;
    if mass.mass != 0.0 || i.trace() != 0.0 {
        let entries = [("ixx", i.xx), ("ixy", i.xy), ("ixz", i.xz), ("iyy", i.yy), ("iyz", i.yz), ("izz", i.zz)];
        let tensor: String = entries.iter().map(|(attribute, x)| format!(" {attribute}=\"{}\"", number(*x))).collect();
        let origin = urdf_origin(Pose::translation(mass.center));
        let _ =
            writeln!(out, "    <inertial>{origin}<mass value=\"{}\"/><inertia{tensor}/></inertial>", number(mass.mass));
    }
    for (k, shape) in shapes.iter().enumerate() {
        let geometry = match &shape.geometry {
            Geometry::Box { sides } => format!("<box size=\"{}\"/>", vector(*sides)),
            Geometry::Cylinder { radius, length } => {
                format!("<cylinder radius=\"{}\" length=\"{}\"/>", number(*radius), number(*length))
            }
            Geometry::Capsule { radius, length } => {
                lost.add(
                    "capsule",
                    format!("a shape of link \"{name}\" is a capsule, which some readers do not support"),
                );
                format!("<capsule radius=\"{}\" length=\"{}\"/>", number(*radius), number(*length))
            }
            Geometry::Sphere { radius } => format!("<sphere radius=\"{}\"/>", number(*radius)),
            Geometry::Mesh { file, scale } => {
                let scale = if *scale == Vec3::new(1.0, 1.0, 1.0) {
                    String::new()
                } else {
                    format!(" scale=\"{}\"", vector(*scale))
                };
                format!("<mesh filename=\"{}\"{scale}/>", escaped(file))
            }
        };
        let inside = format!("{}<geometry>{geometry}</geometry>", urdf_origin(shape.pose));
        if shape.purpose != Purpose::Collision {
            let material = shape.color.map_or(String::new(), |rgba| {
                format!("<material name=\"{}_{k}\"><color rgba=\"{}\"/></material>", escaped(name), numbers(&rgba))
            });
            let _ = writeln!(out, "    <visual>{inside}{material}</visual>");
        }
        if shape.purpose != Purpose::Visual {
            let _ = writeln!(out, "    <collision>{inside}</collision>");
        }
    }
    out.push_str("  </link>\n");
}

fn write_ends(out: &mut String, parent: &str, child: &str, origin: Pose<f64>) {
    let (parent, child) = (escaped(parent), escaped(child));
    let _ = writeln!(out, "    <parent link=\"{parent}\"/><child link=\"{child}\"/>{}", urdf_origin(origin));
}

fn write_joint(
    out: &mut String,
    tree: &Description,
    joint: &JointSpec,
    names: &mut Names,
    lost: &mut Losses,
) -> Result<(), FormatError> {
    let steps = steps(joint, FORMAT)?;
    if steps.len() > 1 {
        let (kind, count) = (joint.joint.keyword(), steps.len());
        lost.add(
            "split",
            format!("{kind} joint \"{}\" is written as a chain of {count} joints, \"{}_1\" …", joint.name, joint.name),
        );
    }
    lose_properties(joint, lost);
    let (mut parent, mut origin) = (joint.parent.clone(), joint.origin);
    for (i, step) in steps.iter().enumerate() {
        let step_name = step_name(&joint.name, i, steps.len());
        let name = if steps.len() == 1 { step_name } else { names.joint(step_name) };
        let child =
            if i + 1 == steps.len() { joint.child.clone() } else { names.link(format!("{}_{}", joint.child, i + 1)) };
        if i + 1 != steps.len() {
            let _ = writeln!(out, "  <link name=\"{}\"/>", escaped(&child));
        }
        let limited = joint.properties.limits.is_some();
        let (kind, axis) = match step {
            Step::Fixed => ("fixed", None),
            Step::Revolute(axis) => (if limited { "revolute" } else { "continuous" }, Some(*axis)),
            Step::Prismatic(axis) => ("prismatic", Some(*axis)),
            Step::Planar(normal) => ("planar", Some(*normal)),
            Step::Free => ("floating", None),
            Step::Ball => {
                lost.add("ball", format!("joint \"{name}\" has the type spherical, which is not in the URDF standard"));
                ("spherical", None)
            }
        };
        let _ = writeln!(out, "  <joint name=\"{}\" type=\"{kind}\">", escaped(&name));
        write_ends(out, &parent, &child, origin);
        if let Some(axis) = axis {
            let _ = writeln!(out, "    <axis xyz=\"{}\"/>", vector(axis));
        }
        write_properties(out, &name, kind, &joint.properties, lost);
        if let Some(coupling) = tree.couplings.iter().find(|c| c.joint == joint.name && steps.len() == 1) {
            let (follows, ratio, offset) =
                (escaped(&coupling.follows), number(coupling.ratio), number(coupling.offset));
            if coupling.enforced {
                let _ = writeln!(out, "    <mimic joint=\"{follows}\" multiplier=\"{ratio}\" offset=\"{offset}\"/>");
            } else {
                let what = format!("the coupling of joint \"{name}\" to \"{}\" is not enforced", coupling.follows);
                lost.add("mimic", what + ", but a <mimic> would be: it is omitted");
            }
        }
        out.push_str("  </joint>\n");
        (parent, origin) = (child, Pose::identity());
    }
    Ok(())
}

fn write_properties(out: &mut String, name: &str, kind: &str, p: &JointProperties, lost: &mut Losses) {
    if kind == "fixed" {
        return;
    }
    let range = match (kind, p.limits) {
        ("revolute" | "prismatic", Some(limits)) => Some(limits.map(|x| x.clamp(-NO_LIMIT, NO_LIMIT))),
        ("prismatic", None) => {
            lost.add("no limits", format!("joint \"{name}\" has no limits, which URDF requires: ±1e9 m is written"));
            Some([-NO_LIMIT, NO_LIMIT])
        }
        _ => None,
    };
    if range.is_some() || p.effort_limit.is_some() || p.velocity_limit.is_some() {
        let range = range.map_or(String::new(), |[l, u]| format!(" lower=\"{}\" upper=\"{}\"", number(l), number(u)));
        if p.effort_limit.is_none() || p.velocity_limit.is_none() {
            let what = "no effort or velocity limit, which URDF requires: 1e9 is written";
            lost.add("no bounds", format!("joint \"{name}\" has {what}"));
        }
        let [effort, velocity] =
            [p.effort_limit, p.velocity_limit].map(|x| number(x.unwrap_or(NO_LIMIT).min(NO_LIMIT)));
        let _ = writeln!(out, "    <limit{range} effort=\"{effort}\" velocity=\"{velocity}\"/>");
    }
    if p.viscous_friction != 0.0 || p.dry_friction != 0.0 {
        let (damping, friction) = (number(p.viscous_friction), number(p.dry_friction));
        let _ = writeln!(out, "    <dynamics damping=\"{damping}\" friction=\"{friction}\"/>");
    }
}

fn lose_properties(joint: &JointSpec, lost: &mut Losses) {
    let (p, name) = (&joint.properties, &joint.name);
    if p.rotor_inertia != 0.0 {
        lost.add(
            "rotor",
            format!("the rotor inertia of joint \"{name}\" cannot be written as URDF: the motion will differ"),
        );
    }
    if p.restitution != 0.0 {
        lost.add("restitution", format!("the restitution of joint \"{name}\" cannot be written as URDF"));
    }
    if p.spring_stiffness != 0.0 {
        lost.add("spring", format!("the spring of joint \"{name}\" cannot be written as URDF: the motion will differ"));
    }
}
