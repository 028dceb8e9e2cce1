//! Reading files of any format.

use std::path::Path;

use denoc_model::Description;

use crate::source::read_text;
use crate::{FormatError, Note, dh, mjcf, native, sdf, urdf};

/// The formats.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Model files (TOML).
    Native,
    /// URDF.
    Urdf,
    /// MJCF, the format of MuJoCo.
    Mjcf,
    /// SDF, the format of Gazebo.
    Sdf,
    /// A table of Denavit-Hartenberg parameters (CSV).
    Dh,
    /// A table of modified Denavit-Hartenberg parameters (CSV).
    ModifiedDh,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 6] = [Self::Native, Self::Urdf, Self::Mjcf, Self::Sdf, Self::Dh, Self::ModifiedDh];

    /// Those that can be written.
    pub const WRITTEN: [Self; 5] = [Self::Native, Self::Urdf, Self::Mjcf, Self::Dh, Self::ModifiedDh];

    /// Its keyword on the command line.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Native => "toml",
            Self::Urdf => "urdf",
            Self::Mjcf => "mjcf",
            Self::Sdf => "sdf",
            Self::Dh => "dh",
            Self::ModifiedDh => "modified_dh",
        }
    }

    /// The file name extension, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Native => "toml",
            Self::Urdf => "urdf",
            Self::Mjcf => "xml",
            Self::Sdf => "sdf",
            Self::Dh | Self::ModifiedDh => "csv",
        }
    }

    /// Detects the format of a file from its extension and, where several formats share one, from its content.
    ///
    /// ```
    /// use denoc_formats::Format;
    /// assert_eq!(Format::detect("arm.toml".as_ref(), ""), Some(Format::Native));
    /// assert_eq!(Format::detect("arm.xml".as_ref(), "<?xml version='1.0'?><mujoco/>"), Some(Format::Mjcf));
    /// assert_eq!(Format::detect("arm.xml".as_ref(), "<robot name='r'/>"), Some(Format::Urdf));
    /// assert_eq!(Format::detect("arm.csv".as_ref(), "# convention: modified_dh\n"), Some(Format::ModifiedDh));
    /// assert_eq!(Format::detect("arm.sdf".as_ref(), ""), Some(Format::Sdf));
    /// assert_eq!(Format::detect("arm.step".as_ref(), ""), None);
    /// ```
    pub fn detect(path: &Path, text: &str) -> Option<Self> {
        let extension = path.extension()?.to_string_lossy().to_lowercase();
        match extension.as_str() {
            "toml" => Some(Self::Native),
            // the reader names macros that are not expanded
            "urdf" | "xacro" => Some(Self::Urdf),
            "sdf" | "world" => Some(Self::Sdf),
            "mjcf" => Some(Self::Mjcf),
            "csv" => Some(match dh::convention(text) {
                Some(dh::Convention::Modified) => Self::ModifiedDh,
                _ => Self::Dh,
            }),
            // MJCF unless it is another format: the MJCF reader reports best what is wrong
            "xml" => Some(match outermost(text) {
                Some("robot") => Self::Urdf,
                Some("sdf") => Self::Sdf,
                _ => Self::Mjcf,
            }),
            _ => None,
        }
    }
}

/// The name of the root element.
fn outermost(text: &str) -> Option<&str> {
    let mut rest = text;
    loop {
        rest = &rest[rest.find('<')?..];
        let skip = match rest {
            r if r.starts_with("<!--") => r.find("-->")? + 3,
            r if r.starts_with("<?") => r.find("?>")? + 2,
            r => return r[1..].split(|c: char| c.is_whitespace() || c == '/' || c == '>').next(),
        };
        rest = &rest[skip..];
    }
}

/// What a file says.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Read {
    /// Links, joints and the rest, with their places.
    pub description: Description,
    /// What was read but not used, or simplified.
    pub notes: Vec<Note>,
    /// The format of the file.
    pub format: Format,
    /// The text of the file, for excerpts in messages ([`crate::build_with_excerpt`]).
    pub text: String,
}

/// Reads a file of any format.
///
/// ```
/// let path = std::env::temp_dir().join(format!("denoc-read-{}.csv", std::process::id()));
/// std::fs::write(&path, "# convention: dh\njoint,a,alpha [deg],mass\nj1,0.5,90,1\nj2,0.5,0,1\n")?;
/// let arm = denoc_formats::read(&path)?;
/// assert_eq!(arm.format, denoc_formats::Format::Dh);
/// assert_eq!(arm.description.joints.len(), 2);
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(path: impl AsRef<Path>) -> Result<Read, FormatError> {
    let path = path.as_ref();
    parse(read_text(path)?, path)
}

/// Reads the text of a file of any format. The path determines the format and the folder in which meshes and other files are
/// searched; the file need not exist.
///
/// ```
/// let text = "# convention: dh\njoint,a,alpha [deg],mass\nj1,0.5,90,1\n".to_owned();
/// assert_eq!(denoc_formats::parse(text, "arm.csv")?.description.joints.len(), 1);
/// # Ok::<(), denoc_formats::FormatError>(())
/// ```
pub fn parse(text: String, path: impl AsRef<Path>) -> Result<Read, FormatError> {
    let path = path.as_ref();
    let file = path.display().to_string();
    let format = Format::detect(path, &text).ok_or_else(|| FormatError::UnknownFormat {
        file: file.clone(),
        remedy: "the extension must be .toml, .urdf, .sdf, .xml (MJCF) or .csv (DH table)".into(),
    })?;
    let (description, notes) = match format {
        Format::Native => {
            let native = native::parse(&text, &file, Some(path))?;
            (native.description, native.notes)
        }
        Format::Urdf => {
            let urdf = urdf::parse(&text, &file, Some(path))?;
            (urdf.description, urdf.notes)
        }
        Format::Mjcf => {
            let mjcf = mjcf::parse(&text, &file, Some(path))?;
            (mjcf.description, mjcf.notes)
        }
        Format::Sdf => {
            let sdf = sdf::parse(&text, &file, Some(path))?;
            (sdf.description, sdf.notes)
        }
        Format::Dh | Format::ModifiedDh => {
            let table = dh::parse_dh_csv(&text, &file, None)?;
            (table.description, table.notes)
        }
    };
    Ok(Read { description, notes, format, text })
}
