//! Writes a description in any format.

mod losses;
mod mjcf;
mod outward;
mod steps;
mod text;
mod urdf;

use denoc_model::Description;

use crate::dh::{Convention, write_dh};
use crate::native::{NativeExtra, write_native};
use crate::{Format, FormatError};

pub(crate) use losses::Losses;
pub use mjcf::write_mjcf;
pub(crate) use outward::Outward;
pub(crate) use text::{number, numbers, rpy};
pub use urdf::write_urdf;

/// A mechanism as text in some format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The text of the file.
    pub text: String,
    /// Messages about what the format cannot represent, or only differently.
    pub lost: Vec<String>,
}

/// Writes a description in a format; SDF cannot be written.
///
/// ```
/// use denoc_formats::{Format, convert};
/// let puma = denoc_formats::catalogue::describe("puma")?;
/// for format in Format::WRITTEN {
///     assert!(convert(&puma, format)?.text.contains("joint6"));
/// }
/// # Ok::<(), denoc_formats::FormatError>(())
/// ```
pub fn convert(description: &Description, format: Format) -> Result<Written, FormatError> {
    match format {
        Format::Native => Ok(Written { text: write_native(description, &NativeExtra::default())?, lost: Vec::new() }),
        Format::Urdf => write_urdf(description),
        Format::Mjcf => write_mjcf(description),
        Format::Sdf => Err(FormatError::Unwritable {
            format: "SDF",
            part: format!("model \"{}\"", description.name),
            reason: "SDF is only read; write URDF (trees), MJCF or a model file".into(),
        }),
        Format::Dh => write_dh(description, Convention::Standard),
        Format::ModifiedDh => write_dh(description, Convention::Modified),
    }
}
