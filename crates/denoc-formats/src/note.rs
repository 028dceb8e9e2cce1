//! Notes of readers: data that were ignored or simplified.

use core::fmt;
use std::collections::HashMap;

use denoc_model::Place;

use crate::excerpt::one_line;

/// A note about data that were read but ignored, or simplified. Notes of the same kind are combined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Kind of note.
    pub kind: NoteKind,
    /// Message about the first occurrence.
    pub message: String,
    /// Number of occurrences.
    pub count: usize,
    /// Location of the first occurrence.
    pub place: Place,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)?;
        if self.count > 1 {
            write!(f, " (and {} more)", self.count - 1)?;
        }
        Ok(())
    }
}

/// The kinds of notes.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NoteKind {
    /// A shape that is omitted.
    Shape,
    /// A mesh file that is not found, or a mesh that is heavier in another program than its volume.
    Mesh,
    /// Textures, and materials without colour.
    Material,
    /// Transmissions (gear ratios and motors).
    Transmission,
    /// Elements for other programs.
    Extension,
    /// An unknown element.
    UnknownElement,
    /// An unknown attribute.
    UnknownAttribute,
    /// A joint that mimics another one; whether this is enforced.
    Mimic,
    /// A joint that mimics itself or a joint that does not exist.
    UnknownMimic,
    /// A moving link without mass.
    Massless,
    /// A mass that is assumed: that of a bar without mass, or of a link for which the format prescribes one.
    AssumedMass,
    /// Redundant constraints of a planar mechanism.
    Redundant,
    /// Gears whose teeth cannot mesh, or a radius of a wheel that contradicts its teeth.
    Teeth,
    /// Gravity that acts across the plane of a planar mechanism.
    AcrossThePlane,
    /// A negligible negative moment of inertia that is taken as zero.
    NegativeMoment,
    /// A revolute or prismatic joint without limits.
    NoLimits,
    /// Limits, axis or friction of a joint to which they do not apply.
    Unused,
    /// An effort or velocity limit of zero.
    ZeroLimit,
    /// An angle that is nearly, but not exactly, a multiple of 90°.
    NearlyRightAngle,
    /// An axis whose length is not one.
    AxisLength,
    /// A quaternion whose length is not one.
    QuaternionLength,
    /// A joint type that is an extension of the format.
    JointType,
    /// A body that no joint connects to the others.
    FreeBody,
    /// Gravity in the axes of a base that is turned in the world.
    Turned,
    /// Data that would change the motion and are ignored.
    LeftOut,
    /// A part that was renamed because another part has its name.
    Renamed,
    /// A namespace prefix that is not declared.
    Namespace,
}

impl NoteKind {
    /// Whether the file is probably wrong, so that the mechanism may not move as intended.
    pub fn is_warning(self) -> bool {
        self == Self::UnknownMimic
    }
}

/// Collects notes, one for each kind and subject.
#[derive(Default)]
pub(crate) struct Notes {
    list: Vec<Note>,
    index: HashMap<(NoteKind, String), usize>,
}

impl Notes {
    /// Counts one more note of a kind; location and message are taken from the first. Notes of the same kind about different
    /// subjects are kept separate.
    pub(crate) fn add(&mut self, kind: NoteKind, subject: &str, first: impl FnOnce() -> (Place, String)) {
        if let Some(&i) = self.index.get(&(kind, subject.to_owned())) {
            self.list[i].count += 1;
            return;
        }
        let (place, message) = first();
        self.index.insert((kind, subject.to_owned()), self.list.len());
        self.list.push(Note { kind, message: one_line(&message), count: 1, place });
    }

    pub(crate) fn finish(self) -> Vec<Note> {
        self.list
    }
}
