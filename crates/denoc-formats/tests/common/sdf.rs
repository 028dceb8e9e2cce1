//! An SDF writer for tests: the same tree in every dialect of the format, so that the reader can be compared with the original.

use std::fmt::Write;

use denoc_math::{Mat3, Pose, Vec3, quaternion_from_rotation};
use denoc_model::{Description, Joint, JointSpec};

/// Where poses and axes are given.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) enum Dialect {
    /// 1.4: axes in the frame of the model.
    Old,
    /// 1.6: axes in the frame of the joint.
    Joint,
    /// 1.6: axes in the frame of the model, by `use_parent_model_frame`.
    Parent,
    /// 1.7: axes in the frame of the parent link, by `expressed_in`; links relative to their parents.
    Expressed,
    /// 1.7: links relative to their joints, and joints relative to their parents, as URDF has them.
    Nested,
    /// 1.9: quaternions; everything relative to a frame that is turned.
    Quaternion,
    /// 1.11: angles in degrees; axes in the frame of the model, by `expressed_in`.
    Degrees,
}

impl Dialect {
    pub(crate) const ALL: [Self; 7] =
        [Self::Old, Self::Joint, Self::Parent, Self::Expressed, Self::Nested, Self::Quaternion, Self::Degrees];

    fn version(self) -> &'static str {
        match self {
            Self::Old => "1.4",
            Self::Joint | Self::Parent => "1.6",
            Self::Expressed | Self::Nested => "1.7",
            Self::Quaternion => "1.9",
            Self::Degrees => "1.11",
        }
    }
}

fn angles(r: Mat3<f64>) -> [f64; 3] {
    let level = r.get(0, 0).hypot(r.get(1, 0));
    [r.get(2, 1).atan2(r.get(2, 2)), (-r.get(2, 0)).atan2(level), r.get(1, 0).atan2(r.get(0, 0))]
}

fn list(numbers: &[f64]) -> String {
    numbers.iter().map(|x| format!("{x:?}")).collect::<Vec<_>>().join(" ")
}

fn pose(pose: Pose<f64>, relative_to: &str, dialect: Dialect) -> String {
    let mut attributes = match relative_to {
        "" => String::new(),
        name => format!(" relative_to=\"{name}\""),
    };
    let p = pose.position.to_array();
    let rotation = match dialect {
        Dialect::Quaternion => {
            attributes += " rotation_format=\"quat_xyzw\"";
            list(&quaternion_from_rotation(pose.rotation))
        }
        Dialect::Degrees => {
            attributes += " degrees=\"true\"";
            list(&angles(pose.rotation).map(f64::to_degrees))
        }
        _ => list(&angles(pose.rotation)),
    };
    format!("<pose{attributes}>{} {rotation}</pose>", list(&p))
}

/// Poses of the links of a tree at zero, in the world.
fn placed(d: &Description) -> Vec<(String, Pose<f64>)> {
    let mut placed = vec![(d.ground.clone(), Pose::identity())];
    let known = |placed: &[(String, Pose<f64>)], name: &str| placed.iter().find(|(n, _)| n == name).map(|(_, p)| *p);
    while placed.len() <= d.joints.len() {
        for j in &d.joints {
            match (known(&placed, &j.parent), known(&placed, &j.child)) {
                (Some(parent), None) => placed.push((j.child.clone(), parent * j.origin * j.child_origin.inverse())),
                (None, Some(child)) => placed.push((j.parent.clone(), child * j.child_origin * j.origin.inverse())),
                _ => {}
            }
        }
    }
    placed
}

/// A tree of revolute and prismatic joints.
pub(crate) fn write_sdf(d: &Description, dialect: Dialect) -> String {
    // the model is not where the world is
    let model = Pose::new(Mat3::from_rpy([0.2, 0.4, -0.7]), Vec3::new(1.0, -2.0, 0.5));
    let shelf = Pose::new(Mat3::from_rpy([-0.9, 0.1, 0.3]), Vec3::new(0.3, 0.2, 0.1));
    let placed = placed(d);
    let of = |name: &str| model.inverse() * placed.iter().find(|(n, _)| n == name).unwrap().1;
    let mut text = format!("<sdf version=\"{}\">\n<world name=\"w\">\n", dialect.version());
    writeln!(text, "<gravity>{}</gravity>\n<model name=\"{}\">", list(&d.gravity.to_array()), d.name).unwrap();
    writeln!(text, "{}", pose(model, "", dialect)).unwrap();
    if dialect == Dialect::Quaternion {
        writeln!(text, "<frame name=\"shelf\">{}</frame>", pose(shelf, "", dialect)).unwrap();
    }
    for link in &d.links {
        let joint = d.joints.iter().find(|j| j.child == link.name && j.parent != d.ground);
        let (base, relative) = match (dialect, joint) {
            (Dialect::Expressed, Some(j)) if !backwards(d, j) => (of(&j.parent), j.parent.as_str()),
            (Dialect::Nested, Some(j)) if !backwards(d, j) => (of(&j.parent) * j.origin, j.name.as_str()),
            (Dialect::Quaternion, _) => (shelf, "shelf"),
            _ => (Pose::identity(), ""),
        };
        let m = &link.mass;
        // about axes of its own
        let turned = Mat3::from_rpy([0.5, -0.6, 0.7]);
        let i = m.inertia.rotate(turned.transpose());
        let inertial = match dialect {
            Dialect::Degrees | Dialect::Quaternion => pose(Pose::new(turned, m.center), "", dialect),
            _ => pose(Pose::new(turned, m.center), "", Dialect::Joint),
        };
        writeln!(
            text,
            "<link name=\"{}\">{}<inertial>{inertial}<mass>{:?}</mass><inertia><ixx>{:?}</ixx><ixy>{:?}</ixy>\
             <ixz>{:?}</ixz><iyy>{:?}</iyy><iyz>{:?}</iyz><izz>{:?}</izz></inertia></inertial></link>",
            link.name,
            pose(base.inverse() * of(&link.name), relative, dialect),
            m.mass,
            i.xx,
            i.xy,
            i.xz,
            i.yy,
            i.yz,
            i.zz
        )
        .unwrap();
    }
    for j in &d.joints {
        let parent = if j.parent == d.ground { "world" } else { &j.parent };
        let here = of(&j.child) * j.child_origin;
        let placed = match dialect {
            Dialect::Nested if !backwards(d, j) && parent != "world" => pose(j.origin, parent, dialect),
            Dialect::Quaternion => pose(shelf.inverse() * here, "shelf", dialect),
            _ => pose(j.child_origin, "", dialect),
        };
        let (kind, own) = match &j.joint {
            Joint::Revolute(r) => ("revolute", r.axis),
            Joint::Prismatic(p) => ("prismatic", p.axis),
            other => panic!("{}", other.keyword()),
        };
        let in_model = here.rotation.apply(own);
        let (axis, frame, flag) = match dialect {
            Dialect::Old => (in_model, "", ""),
            Dialect::Parent => (in_model, "", "<use_parent_model_frame>1</use_parent_model_frame>"),
            Dialect::Expressed if parent != "world" => (j.origin.rotation.apply(own), parent, ""),
            Dialect::Degrees => (in_model, "__model__", ""),
            _ => (own, "", ""),
        };
        let frame = if frame.is_empty() { String::new() } else { format!(" expressed_in=\"{frame}\"") };
        writeln!(
            text,
            "<joint name=\"{}\" type=\"{kind}\">{placed}<parent>{parent}</parent><child>{}</child>\
             <axis><xyz{frame}>{}</xyz>{flag}</axis></joint>",
            j.name,
            j.child,
            list(&axis.to_array())
        )
        .unwrap();
    }
    text + "</model>\n</world>\n</sdf>\n"
}

/// Whether a joint leads towards the ground.
fn backwards(d: &Description, joint: &JointSpec) -> bool {
    let number = |name: &str| d.links.iter().position(|l| l.name == name);
    number(&joint.parent) > number(&joint.child)
}
