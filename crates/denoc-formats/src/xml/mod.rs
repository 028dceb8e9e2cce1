//! XML with locations, shared by the readers of URDF, MJCF and SDF.

mod assembly;
mod document;
mod element;
mod number;
mod vocabulary;

pub(crate) use assembly::{Assembly, File};
pub(crate) use document::{Undeclared, with_document};
pub(crate) use element::{Element, Text};
pub(crate) use vocabulary::{KnownElement, Vocabulary};
