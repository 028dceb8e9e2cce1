use crate::ResultsError;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

/// Writes a file completely or not at all: to a temporary file first, which is then renamed to `path`. A reader never sees a
/// partial file.
///
/// ```
/// let path = std::env::temp_dir().join(format!("denoc-atomic-{}.txt", std::process::id()));
/// denoc_results::write_atomically(&path, b"all of it")?;
/// assert_eq!(std::fs::read(&path).unwrap(), b"all of it");
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), denoc_results::ResultsError>(())
/// ```
pub fn write_atomically(path: impl AsRef<Path>, bytes: &[u8]) -> Result<(), ResultsError> {
    let path = path.as_ref();
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    let written = File::create(&temporary)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_data()))
        .and_then(|()| fs::rename(&temporary, path));
    written.map_err(|source| {
        // The first error is the one to report; if the file could not be created, removing it fails as well.
        let _ = fs::remove_file(&temporary);
        ResultsError::file("write", path)(source)
    })
}
