//! Files that users name: regular files only. A pipe may wait forever for its other end, and a device may never end.

use std::fs::{self, File};
use std::io::{Error, ErrorKind, Result};
use std::path::Path;

/// The bytes of a regular file.
///
/// # Errors
/// Those of the system; [`ErrorKind::InvalidInput`] for pipes and devices.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    check(path)?;
    fs::read(path)
}

/// Opens a regular file.
///
/// # Errors
/// As [`read`].
pub fn open(path: &Path) -> Result<File> {
    check(path)?;
    File::open(path)
}

/// Reason of a failure, for messages.
///
/// ```
/// use denoc_base::input;
///
/// let error = input::read(std::path::Path::new(".")).unwrap_err();
/// assert_eq!(input::reason(&error), "is a directory");
/// ```
pub fn reason(error: &Error) -> String {
    match error.kind() {
        ErrorKind::InvalidInput => error.to_string(),
        kind => kind.to_string(),
    }
}

fn check(path: &Path) -> Result<()> {
    let kind = fs::metadata(path)?.file_type();
    if kind.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    if !kind.is_file() {
        return Err(Error::new(ErrorKind::InvalidInput, "a pipe or device, not a file"));
    }
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    // oracle: the kind of file; reading any of them would never end
    #[test]
    fn devices_are_refused() {
        for device in ["/dev/zero", "/dev/random"] {
            for result in [read(Path::new(device)).map(drop), open(Path::new(device)).map(drop)] {
                let error = result.unwrap_err();
                assert_eq!(
                    (error.kind(), reason(&error).as_str()),
                    (ErrorKind::InvalidInput, "a pipe or device, not a file")
                );
            }
        }
        assert_eq!(read(Path::new("/missing")).unwrap_err().kind(), ErrorKind::NotFound);
    }
}
