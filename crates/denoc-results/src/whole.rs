use crate::Error;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

/// Writes a file whole or not at all: aside first, then renamed over `path`. A reader never sees half a file.
///
/// ```
/// let path = std::env::temp_dir().join(format!("denoc-whole-{}.txt", std::process::id()));
/// denoc_results::write_whole(&path, b"all of it")?;
/// assert_eq!(std::fs::read(&path).unwrap(), b"all of it");
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), denoc_results::Error>(())
/// ```
pub fn write_whole(path: impl AsRef<Path>, bytes: &[u8]) -> Result<(), Error> {
    let path = path.as_ref();
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.aside", std::process::id()));
    let aside = path.with_file_name(name);
    let written = File::create(&aside)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_data()))
        .and_then(|()| fs::rename(&aside, path));
    written.map_err(|source| {
        // The first error is the one to report; a file that could not be made cannot be removed either.
        let _ = fs::remove_file(&aside);
        Error::file("write", path)(source)
    })
}
