//! What a reader saw but did not use, or used in a simplified way.

use core::fmt;
use std::collections::HashMap;

use denoc_model::Place;

use crate::excerpt::one_line;

/// One kind of thing that was read but not used, or simplified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What kind of thing.
    pub kind: NoteKind,
    /// In words, about the first of them.
    pub message: String,
    /// How many there are.
    pub count: usize,
    /// Where the first stands.
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
    /// A shape that is left out.
    Shape,
    /// A mesh file that is not found.
    Mesh,
    /// Textures, and materials without colour.
    Material,
    /// Transmissions (gear ratios and motors).
    Transmission,
    /// Elements meant for another program.
    Extension,
    /// An element that nobody knows.
    UnknownElement,
    /// An attribute that nobody knows.
    UnknownAttribute,
    /// A joint that follows another one and is treated as independent.
    Mimic,
    /// A joint that follows one that does not exist, or itself.
    UnknownMimic,
    /// A moving link without mass.
    Massless,
    /// A hinge or slider without limits.
    NoLimits,
    /// Limits, axis or friction of a joint for which they mean nothing.
    Unused,
    /// A limit of effort or velocity that is zero.
    ZeroLimit,
    /// An angle that is nearly, but not quite, a multiple of a right angle.
    NearlyRightAngle,
    /// An axis whose length is not one.
    AxisLength,
    /// A quaternion whose length is not one.
    QuaternionLength,
    /// A joint type that is an extension of the format.
    JointType,
    /// Something that would change the motion and is left out.
    LeftOut,
    /// A name that was changed because another part has it.
    Renamed,
    /// A namespace prefix that was never declared.
    Namespace,
}

/// Collects notes, one for each kind and subject.
#[derive(Default)]
pub(crate) struct Notes {
    list: Vec<Note>,
    index: HashMap<(NoteKind, String), usize>,
}

impl Notes {
    /// Counts one more of a kind; place and words are asked for the first time only. Notes of the same kind with different
    /// subjects stay apart.
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
