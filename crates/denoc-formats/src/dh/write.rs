//! Writing a Denavit-Hartenberg table.

use std::collections::HashMap;
use std::fmt::Write;

use denoc_math::{Mat3, Pose};
use denoc_model::joints::SimpleMotion;
use denoc_model::{Description, DhJoint, DhRow, JointProperties, JointSpec, MassProperties};

use super::Convention;
use super::extract::{Axis, Extracted, extract, row_pose};
use crate::FormatError;
use crate::convert::{Losses, Outward, Written, number, numbers, rpy};

const FORMAT: &str = "a DH table";

/// Writes a serial arm of revolute and prismatic joints as a table. Links connected by fixed joints are merged. Frames are placed along
/// the common normals of the joint axes; link frames that satisfy the convention are kept.
///
/// ```
/// use denoc_formats::dh::{Convention, write_dh};
/// let stanford = denoc_formats::catalogue::describe("stanford")?;
/// let written = write_dh(&stanford, Convention::Standard)?;
/// assert!(written.text.contains("\njoint3,link3,prismatic,0,0,0,0,4,"));
/// # Ok::<(), denoc_formats::FormatError>(())
/// ```
pub fn write_dh(description: &Description, convention: Convention) -> Result<Written, FormatError> {
    let mut lost = Losses::default();
    let merged = description.clone().merge_fixed();
    if merged.joints.len() < description.joints.len() {
        lost.add("merged", "links connected by fixed joints are merged".into());
    }
    let Outward { tree, loops, described } = Outward::new(&merged, FORMAT, &mut Losses::default())?;
    if let Some(joint) = loops.first() {
        return Err(unwritable(joint, "it closes a loop, but a table describes a serial chain"));
    }
    add_losses(&merged, &mut lost);
    let chain = chain(&tree, |link| described.get(link).copied().unwrap_or(Pose::identity()))?;
    let axes: Vec<Axis> = chain.iter().map(|link| link.axis).collect();
    let Extracted { base, rows, frames } = extract(&axes);

    let mut out = format!("# convention: {}\n", convention.keyword());
    let _ = writeln!(out, "# name: {}", cell_text(&tree.name));
    let _ = writeln!(out, "# gravity: {}", numbers(&tree.gravity.to_array()));
    if base != Pose::identity() {
        let place = [base.position.to_array(), rpy(base.rotation)].concat();
        let _ = writeln!(out, "# base: {}", numbers(&place));
    }
    out += "joint,link,type,b,theta,a,alpha,mass,cx,cy,cz,ixx,ixy,ixz,iyy,iyz,izz\n";
    let mut start = (base, 0.0, 0.0);
    for ((link, row), far) in chain.iter().zip(&rows).zip(&frames) {
        let (before, a, alpha) = std::mem::replace(&mut start, (*far, row.a, row.alpha));
        let (row, frame) = match convention {
            Convention::Standard => (*row, *far),
            // α and a of the previous link; the frame at the joint
            Convention::Modified => {
                let on_joint = row_pose(&DhRow { a: 0.0, alpha: 0.0, ..*row });
                (DhRow { a, alpha, ..*row }, before * on_joint)
            }
        };
        let to_frame = frame.inverse();
        if differ(to_frame * link.axis.link) {
            let name = &link.joint.child;
            lost.add("frame", format!("the frame of link \"{name}\" is replaced, as the convention requires"));
        }
        write_row(&mut out, link.joint, &row, &link.mass.moved(to_frame * link.frame));
    }
    Ok(Written { text: out, lost: lost.finish() })
}

/// A link of the chain in the zero configuration.
struct ChainLink<'t> {
    joint: &'t JointSpec,
    axis: Axis,
    /// The frame at its joint, in the ground, and the mass properties in this frame.
    frame: Pose<f64>,
    mass: MassProperties,
}

fn chain(tree: &Description, described: impl Fn(&str) -> Pose<f64>) -> Result<Vec<ChainLink<'_>>, FormatError> {
    let masses: HashMap<&str, MassProperties> = tree.links.iter().map(|l| (l.name.as_str(), l.mass)).collect();
    let mut parent = tree.ground.as_str();
    let mut frame = Pose::identity();
    let mut chain = Vec::with_capacity(tree.joints.len());
    for joint in &tree.joints {
        if joint.parent != parent {
            return Err(unwritable(joint, "the mechanism branches there, but a table describes a serial chain"));
        }
        let (kind, axis) = match joint.joint.simple_motions().as_deref() {
            Some(&[SimpleMotion::Turn(axis)]) => (DhJoint::Revolute, axis),
            Some(&[SimpleMotion::Slide(axis)]) => (DhJoint::Prismatic, axis),
            _ => {
                let reason =
                    format!("it is {}, but a table has only revolute and prismatic joints", joint.joint.keyword());
                return Err(unwritable(joint, &reason));
            }
        };
        frame = frame * joint.origin;
        let mass = masses.get(joint.child.as_str()).copied().unwrap_or(MassProperties::none());
        let axis = Axis {
            joint: kind,
            point: frame.position,
            direction: frame.rotation.apply(axis),
            link: frame * described(&joint.child),
        };
        chain.push(ChainLink { joint, axis, frame, mass });
        parent = &joint.child;
    }
    if chain.is_empty() {
        let (part, reason) = (format!("\"{}\"", tree.name), "it has no moving joints".to_owned());
        return Err(FormatError::Unwritable { format: FORMAT, part, reason });
    }
    Ok(chain)
}

fn unwritable(joint: &JointSpec, reason: &str) -> FormatError {
    let part = format!("joint \"{}\"", joint.name);
    FormatError::Unwritable { format: FORMAT, part, reason: reason.to_owned() }
}

fn write_row(out: &mut String, joint: &JointSpec, row: &DhRow, mass: &MassProperties) {
    let kind = match row.joint {
        DhJoint::Revolute => "revolute",
        DhJoint::Prismatic => "prismatic",
    };
    let (c, i) = (mass.center, mass.inertia);
    let values = [row.b, row.theta, row.a, row.alpha, mass.mass, c.x, c.y, c.z, i.xx, i.xy, i.xz, i.yy, i.yz, i.zz];
    let values = values.map(number).join(",");
    let _ = writeln!(out, "{},{},{kind},{values}", cell_text(&joint.name), cell_text(&joint.child));
}

/// A name without characters that separate cells.
fn cell_text(name: &str) -> String {
    name.chars().map(|c| if c.is_control() || ",;\"#".contains(c) { '_' } else { c }).collect()
}

fn differ(pose: Pose<f64>) -> bool {
    let turn = (pose.rotation - Mat3::identity()).to_rows();
    turn.as_flattened().iter().chain(&pose.position.to_array()).any(|x| x.abs() > 1e-9)
}

/// Adds what a table cannot represent.
fn add_losses(d: &Description, lost: &mut Losses) {
    for link in d.links.iter().filter(|l| !l.shapes.is_empty()) {
        lost.add("shape", format!("the shapes of link \"{}\" are not in the table", link.name));
    }
    for joint in &d.joints {
        if joint.properties != JointProperties::default() {
            lost.add(
                "properties",
                format!("limits, friction, spring and motor of joint \"{}\" are not in the table", joint.name),
            );
        }
    }
    for frame in &d.frames {
        lost.add("frames", format!("frame \"{}\" is not in the table", frame.name));
    }
    lost.add_constraints(d, "a DH table");
    lost.add_rotation_springs(d, "a DH table", |_| true);
    for (kind, names) in [
        ("configuration", d.configurations.iter().map(|c| &c.name).collect::<Vec<_>>()),
        ("coupling", d.couplings.iter().map(|c| &c.joint).collect()),
        ("actuator", d.actuators.iter().map(|a| &a.name).collect()),
        ("contact point", d.contacts.iter().map(|c| &c.name).collect()),
    ] {
        for name in names {
            lost.add(kind, format!("{kind} \"{name}\" is not in the table"));
        }
    }
}
