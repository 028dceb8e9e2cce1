//! `[[dh]]` and `[[modified_dh]]`: serial arms as DH tables.

use denoc_model::{Description, DhRow, JointSpec, LinkSpec};

use super::known::Known;
use super::mesh::Meshes;
use super::section::Section;
use super::{body, keys, properties, quantity};
use crate::FormatError;
use crate::note::Notes;

/// Converts rows to a description.
type Make = fn(&str, &[(DhRow, denoc_model::MassProperties)]) -> Description;

/// The two conventions with their keys.
const TABLES: [(&str, Make); 2] = [
    ("dh", |n, rows| Description::from_dh(n, rows)),
    ("modified_dh", |n, rows| Description::from_modified_dh(n, rows)),
];

/// Adds the arms of both tables, each from the ground outward.
pub(super) fn read(
    file: &Section,
    description: &mut Description,
    known: &mut Known,
    meshes: &Meshes,
    notes: &mut Notes,
) -> Result<(), FormatError> {
    for (key, make) in TABLES {
        let Some(item) = file.get(key) else { continue };
        let mut parent = description.ground.clone();
        for (i, section) in item.tables()?.iter().enumerate() {
            section.check_keys(keys::DH)?;
            let name = |key: &str| match section.get(key) {
                Some(item) => item.name().map(str::to_owned),
                None => Ok(format!("{key}{}", i + 1)),
            };
            let (joint, link) = (name("joint")?, name("link")?);
            for (what, name) in [("joint", &joint), ("link", &link)] {
                let spot = || section.get(what).map_or_else(|| section.spot(), |item| item.spot());
                known.unique_at(what, name, section.place(what), spot)?;
            }
            let (mass, shapes) = body::read(section, meshes, notes)?;
            // a single row gives the joint with the same bits as the complete table
            let Some(made) = make("", &[(row(section)?, mass)]).joints.pop() else { continue };
            known.add_link(&link);
            known.add_joint(&joint, &made.joint);
            description.links.push(LinkSpec {
                name: link.clone(),
                mass,
                shapes,
                drag: body::drag(section)?,
                place: Some(section.place("link")),
            });
            description.joints.push(JointSpec {
                parent: std::mem::replace(&mut parent, link.clone()),
                child: link,
                properties: properties::read(section, &joint, &made.joint)?,
                place: Some(section.place("joint")),
                name: joint,
                ..made
            });
        }
    }
    Ok(())
}

fn row(section: &Section) -> Result<DhRow, FormatError> {
    let length = |key: &str| section.number_or(key, quantity::LENGTH, 0.0);
    let angle = |key: &str| section.number_or(key, quantity::ANGLE, 0.0);
    let kind = section
        .get("type")
        .map_or(Ok("revolute"), |item| item.keyword(keys::DH_TYPES.iter().copied(), &keys::joint_synonyms()))?;
    let make = if kind == "prismatic" { DhRow::prismatic } else { DhRow::revolute };
    Ok(make(length("b")?, angle("theta")?, length("a")?, angle("alpha")?))
}
