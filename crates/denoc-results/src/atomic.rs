use crate::ResultsError;
use denoc_base::files;
use std::path::Path;

/// Writes a file completely or not at all ([`files::replace`]).
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
    files::replace(path, bytes).map_err(ResultsError::file("write", path))
}
