//! From a file to a model in one call.

use std::path::Path;

use denoc_model::{Description, Model, ModelError, Place};

use crate::source::{Source, read_text};
use crate::{FormatError, Note, native, urdf};

/// Why no model could be built from a file.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file cannot be read.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The file can be read, but it does not describe a valid mechanism.
    #[error("{error}{excerpt}")]
    Model {
        /// The error.
        error: Box<ModelError>,
        /// The source line with a caret, on separate lines; empty if the error has no location.
        excerpt: String,
    },
}

impl LoadError {
    fn model(error: ModelError, source: &Source) -> Self {
        // the error may be in a file that this one includes
        let here = place(&error).filter(|place| place.file == source.file);
        let excerpt = here.map_or(String::new(), |p| format!("\n{}", source.spot_at(p).excerpt("here")));
        Self::Model { error: Box::new(error), excerpt }
    }
}

/// Builds the model of a URDF file; also returns the notes of the reader. The root link is the ground; for a floating base use
/// [`crate::read_urdf`] and [`denoc_model::Description::floating`].
///
/// ```
/// let path = std::env::temp_dir().join(format!("denoc-load-{}.urdf", std::process::id()));
/// std::fs::write(&path, r#"<robot name="slider">
///   <link name="rail"/> <link name="sled"/>
///   <joint name="slide" type="prismatic">
///     <parent link="rail"/> <child link="sled"/> <axis xyz="1 0 0"/> <limit lower="0" upper="2" effort="9" velocity="1"/>
///   </joint>
/// </robot>"#)?;
/// let (model, notes) = denoc_formats::load_urdf(&path)?;
/// assert_eq!(model.joint_names(), ["slide"]);
/// assert!(notes[0].to_string().ends_with(": link \"sled\" has no <inertial>: its mass is zero"));
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn load_urdf(path: impl AsRef<Path>) -> Result<(Model, Vec<Note>), LoadError> {
    let path = path.as_ref();
    let text = read_text(path)?;
    let file = path.display().to_string();
    let urdf = urdf::parse(&text, &file, Some(path))?;
    Ok((build_with_excerpt(&urdf.description, &file, &text)?, urdf.notes))
}

/// Builds the model of a model file (TOML); also returns the notes of the reader.
///
/// ```
/// let path = std::env::temp_dir().join(format!("denoc-load-{}.toml", std::process::id()));
/// std::fs::write(&path, r#"
/// [model]
/// name = "arm"
/// [[dh]]
/// a = "300 mm"
/// mass = 0.5
/// r = ["150 mm", 0, 0]
/// "#)?;
/// let (model, notes) = denoc_formats::load_native(&path)?;
/// assert_eq!(model.joint_names(), ["joint1"]);
/// assert!(notes.is_empty());
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn load_native(path: impl AsRef<Path>) -> Result<(Model, Vec<Note>), LoadError> {
    let path = path.as_ref();
    let text = read_text(path)?;
    let file = path.display().to_string();
    let native = native::parse(&text, &file, Some(path))?;
    Ok((build_with_excerpt(&native.description, &file, &text)?, native.notes))
}

/// Builds a description that was read from `text`; errors show the source line.
pub fn build_with_excerpt(description: &Description, file: &str, text: &str) -> Result<Model, LoadError> {
    description.build().map_err(|e| LoadError::model(e, &Source::new(file, text)))
}

fn place(error: &ModelError) -> Option<&Place> {
    match error {
        ModelError::DuplicateName { place, .. }
        | ModelError::InvisibleCharacter { place, .. }
        | ModelError::UnknownLink { place, .. }
        | ModelError::UnknownJoint { place, .. }
        | ModelError::CoordinateCount { place, .. }
        | ModelError::SelfCoupling { place, .. }
        | ModelError::Mesh { place, .. }
        | ModelError::CircularCoupling { place, .. }
        | ModelError::Measure { place, .. }
        | ModelError::RopeTooShort { place, .. }
        | ModelError::Disconnected { place, .. }
        | ModelError::CutAway { place, .. }
        | ModelError::CutNeeded { place, .. }
        | ModelError::LockedApart { place, .. }
        | ModelError::LockedCam { place, .. }
        | ModelError::FixedToGround { place, .. }
        | ModelError::SelfJoint { place, .. }
        | ModelError::WithinLink { place, .. }
        | ModelError::NotFinite { place, .. }
        | ModelError::NegativeMass { place, .. }
        | ModelError::NegativeMoment { place, .. }
        | ModelError::ZeroAxis { place, .. }
        | ModelError::ParallelAxes { place, .. }
        | ModelError::NotRotation { place, .. }
        | ModelError::Property { place, .. }
        | ModelError::LimitsReversed { place, .. } => place.as_ref(),
        ModelError::Doubtful(warning) => warning.place.as_ref(),
        _ => None,
    }
}
