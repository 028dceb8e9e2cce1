//! What the gears of a file say about the drawing: whether it can move with them, and how large its wheels are.

use denoc_base::number::six;
use denoc_base::plural;
use denoc_model::{ConstraintKind, Description, GearSpec, Geometry};

use super::super::section::Section;
use super::{Drawing, count};
use crate::FormatError;
use crate::note::{NoteKind, Notes};

/// A radius may differ by this part from that of the pitch circle.
const ROUNDED: f64 = 0.01;
/// Teeth reach so many modules beyond the pitch circle.
const BEYOND: f64 = 1.5;

impl Drawing {
    /// Rejects gears with which nothing can move. Wheels that mesh are drawn with their teeth, not as the disks of their radii, which
    /// must suit the teeth.
    pub(in super::super) fn mesh(
        &self,
        file: &Section,
        d: &mut Description,
        notes: &mut Notes,
    ) -> Result<(), FormatError> {
        self.check_motion(file, d)?;
        let gears: Vec<GearSpec> = gears(d).cloned().collect();
        let Some(wheels) = file.get("planar").and_then(|item| item.open("").ok()?.get("wheels")?.open("").ok()) else {
            return Ok(());
        };
        for item in wheels.items() {
            let radii: Vec<(f64, f64, bool)> = gears.iter().flat_map(|gear| pitch_circle(gear, item.key)).collect();
            let Some(link) = d.links.iter_mut().find(|link| link.name == item.key && !radii.is_empty()) else {
                continue;
            };
            let given = link.shapes.iter().find_map(|shape| match shape.geometry {
                Geometry::Cylinder { radius, .. } => Some(radius),
                _ => None,
            });
            link.shapes.clear();
            let suits = |given: f64| {
                let reach = |&(radius, module, is_ring): &(f64, f64, bool)| {
                    let most = if is_ring { f64::INFINITY } else { radius + BEYOND * module };
                    (radius * (1.0 - ROUNDED)..=most.max(radius * (1.0 + ROUNDED))).contains(&given)
                };
                radii.iter().any(reach)
            };
            if let Some(given) = given.filter(|given| !suits(*given)) {
                notes.add(NoteKind::Teeth, item.key, || {
                    let message = format!(
                        "wheel \"{}\" has a radius of {} mm, but its teeth and module give a pitch radius of {} mm; its moment of \
                         inertia follows from the radius: correct it, or the teeth",
                        item.key,
                        six(1e3 * given),
                        six(1e3 * radii[0].0)
                    );
                    (item.section.source.place(item.at()), message)
                });
            }
        }
        Ok(())
    }

    fn check_motion(&self, file: &Section, d: &Description) -> Result<(), FormatError> {
        let Some(item) = file.get("planar").filter(|_| !self.rows.is_empty()) else { return Ok(()) };
        let columns = 3 * (self.bodies - 1);
        let meshes: Vec<Vec<f64>> = gears(d).filter_map(|gear| self.row(gear, d, columns)).collect();
        let count = meshes.len();
        let rows: Vec<Vec<f64>> = self.rows.iter().cloned().chain(meshes).collect();
        if count == 0 || count::rank(rows) < columns {
            return Ok(());
        }
        let rule =
            format!("nothing can move: pins and slides would allow it, but not with {count} gear{}", plural(count));
        Err(FormatError::BadValue {
            rule,
            remedy: "remove a gear, a pin or a slide, or add a bar".into(),
            at: item.spot(),
        })
    }

    /// The condition of a gear on the angles of the bodies; `None` if joints outside the drawing take part.
    fn row(&self, gear: &GearSpec, d: &Description, columns: usize) -> Option<Vec<f64>> {
        let relation = gear.relation(d);
        let most = relation.iter().fold(0.0_f64, |most, (_, factor)| most.max(factor.abs()));
        let mut row = vec![0.0; columns];
        for (joint, factor) in &relation {
            let pin = self.connections.iter().find(|c| c.name == *joint && c.along.is_none())?;
            for (body, sign) in [(pin.parent, -1.0), (pin.child, 1.0)].into_iter().filter(|(body, _)| *body > 0) {
                row[3 * (body - 1) + 2] += sign * factor / most;
            }
        }
        (!relation.is_empty()).then_some(row)
    }
}

fn gears(d: &Description) -> impl Iterator<Item = &GearSpec> {
    d.constraints.iter().filter_map(|constraint| match &constraint.kind {
        ConstraintKind::Gear(gear) => Some(gear),
        _ => None,
    })
}

/// Pitch radius and module of a gear's wheels on a link, and whether it is a ring.
fn pitch_circle(gear: &GearSpec, link: &str) -> Option<(f64, f64, bool)> {
    let k = [&gear.parent, &gear.child].iter().position(|name| *name == link)?;
    Some((gear.pitch_radii()[k], gear.module, gear.internal && gear.teeth[k] > gear.teeth[1 - k]))
}
