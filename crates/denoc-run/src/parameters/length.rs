//! The length of a link: the distance between its two joints, and what happens when it changes.

use denoc_base::number::six;
use denoc_math::{Mat3, Pose, Sym3, Vec3};
use denoc_model::{Description, Geometry, MassProperties, Shape};

use super::hint;

/// A line across a link.
#[derive(Copy, Clone)]
struct Line {
    /// The end that stays where it is.
    from: Vec3<f64>,
    /// Unit vector towards the other end.
    direction: Vec3<f64>,
    length: f64,
}

/// The length of a link.
pub(super) fn of(d: &Description, link: &str) -> Result<f64, String> {
    line(d, link).map(|line| line.length)
}

/// Stretches a link to a new length, if there is one.
pub(super) fn set(d: &mut Description, link: &str, length: Option<f64>) -> Result<(), String> {
    let line = line(d, link)?;
    let Some(length) = length else { return Ok(()) };
    if length <= 0.0 {
        return Err(format!("a length of {} m is impossible: it must be above 0", six(length)));
    }
    if length != line.length {
        Stretch { line, length }.link(d, link);
    }
    Ok(())
}

/// The line between the two joints of a link; rods count as joints. With one joint: to its only frame.
fn line(d: &Description, link: &str) -> Result<Line, String> {
    if link != d.ground && !d.links.iter().any(|l| l.name == link) {
        let (near, names) =
            (hint(link, d.links.iter().map(|l| l.name.as_str())), d.links.iter().map(|l| l.name.as_str()));
        return Err(format!(
            "there is no link called \"{link}\"{near}there are {}",
            names.collect::<Vec<_>>().join(", ")
        ));
    }
    // the joint whose child the link is stays
    let inward = d.joints.iter().filter(|j| j.child == link).map(|j| (j.name.as_str(), j.child_origin.position));
    let outward = d.joints.iter().filter(|j| j.parent == link).map(|j| (j.name.as_str(), j.origin.position));
    let rods = d.constraints.iter().filter_map(|c| Some(c.kind.ends()?.map(|end| (end, c))));
    let rods = rods.flatten().filter(|(end, _)| end.link == link).map(|(end, c)| (c.name.as_str(), end.position));
    let mut ends: Vec<(&str, Vec3<f64>)> = inward.chain(outward).chain(rods).collect();
    let joints = ends.len();
    if joints == 1 {
        ends.extend(d.frames.iter().filter(|f| f.link == link).map(|f| (f.name.as_str(), f.pose.position)));
    }
    let [(one, from), (other, to)] = ends[..] else {
        let shown: Vec<&str> = ends.iter().take(8).map(|(name, _)| *name).collect();
        let found = match (joints, ends.len()) {
            (0, _) => "it has no joint".to_owned(),
            (1, 1) => format!("it has one joint, {}, and no frame", shown[0]),
            (1, n) => format!("it has one joint and {} frames ({})", n - 1, shown.join(", ")),
            (n, _) => format!("it has {n} ({})", shown.join(", ")),
        };
        return Err(format!(
            "the length of link \"{link}\" is the distance between its two joints (or its joint and its one frame), but {found}; \
             change the origins of its joints one by one, as in joints.NAME.origin.x"
        ));
    };
    let length = (to - from).norm();
    if length > 0.0 {
        return Ok(Line { from, direction: (to - from).map(|x| x / length), length });
    }
    Err(format!("\"{one}\" and \"{other}\" are at the same point of link \"{link}\": there is no line to stretch"))
}

/// Stretching along a line to a new length: what lies across it stays.
#[derive(Copy, Clone)]
struct Stretch {
    line: Line,
    length: f64,
}

impl Stretch {
    /// Everything that is fixed to a link.
    fn link(self, d: &mut Description, link: &str) {
        for joint in &mut d.joints {
            if joint.parent == link {
                self.pose(&mut joint.origin);
            }
            if joint.child == link {
                self.pose(&mut joint.child_origin);
            }
        }
        for frame in d.frames.iter_mut().filter(|f| f.link == link) {
            self.pose(&mut frame.pose);
        }
        for contact in d.contacts.iter_mut().filter(|c| c.link == link) {
            self.point(&mut contact.position);
        }
        let springs = d.springs.iter_mut().flat_map(|s| [&mut s.from, &mut s.to]);
        for end in springs.filter(|end| end.link == link) {
            self.point(&mut end.position);
        }
        let attachments = d.constraints.iter_mut().flat_map(|c| c.kind.attachments());
        for attachment in attachments.filter(|attachment| attachment.link == link) {
            attachment.points.into_iter().for_each(|point| self.point(point));
        }
        for spec in d.links.iter_mut().filter(|l| l.name == link) {
            spec.mass = self.body(spec.mass);
            spec.shapes.iter_mut().for_each(|shape| self.shape(shape));
        }
    }

    fn factor(self) -> f64 {
        self.length / self.line.length
    }

    fn point(self, x: &mut Vec3<f64>) {
        let Line { from, direction, length } = self.line;
        let along = (*x - from).dot(direction);
        let across = *x - from - direction.scale(along);
        // multiplied first: the far end comes to lie at the new length exactly
        *x = from + across + direction.scale(along * self.length / length);
    }

    fn pose(self, pose: &mut Pose<f64>) {
        self.point(&mut pose.position);
    }

    /// The same mass, moved along the line: second moments J = ½ tr(I) 1 − I become A J A.
    fn body(self, mut body: MassProperties) -> MassProperties {
        self.point(&mut body.center);
        let from_trace = |half: f64, m: Sym3<f64>| Sym3::diagonal(half, half, half) - m;
        let moments = from_trace(0.5 * body.inertia.trace(), body.inertia);
        let direction = self.line.direction;
        let column = |k: usize| {
            let e = Vec3::unit(k);
            e + direction.scale((self.factor() - 1.0) * e.dot(direction))
        };
        let stretched = moments.rotate(Mat3::from_columns(column(0), column(1), column(2)));
        body.inertia = from_trace(stretched.trace(), stretched);
        body
    }

    /// Moves a shape, and stretches it if one of its axes lies along the line.
    fn shape(self, shape: &mut Shape) {
        self.pose(&mut shape.pose);
        let local = shape.pose.rotation.apply_transpose(self.line.direction).to_array();
        let Some(axis) = local.iter().position(|x| x.abs() > 1.0 - 1e-9) else { return };
        let stretch = |v: &mut Vec3<f64>| {
            let mut all = v.to_array();
            all[axis] *= self.factor();
            *v = Vec3::from(all);
        };
        match &mut shape.geometry {
            Geometry::Box { sides } => stretch(sides),
            Geometry::Mesh { scale, .. } => stretch(scale),
            Geometry::Cylinder { length, .. } | Geometry::Capsule { length, .. } if axis == 2 => {
                *length *= self.factor()
            }
            _ => {}
        }
    }
}
