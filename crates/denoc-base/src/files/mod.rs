//! Changes to files. All writing goes through this module: a test searches the other sources for calls that would bypass it.
//!
//! [`replace`] writes a file completely or not at all, [`FileWriter`] writes a long file piece by piece, and [`Lock`] keeps other
//! processes away. Each create, write, sync, rename and remove is an *operation*. With the feature `fault-injection`, the environment
//! variable `DENOC_FAULT` interferes with one of them, so that tests can end a command at every point:
//!
//! | `DENOC_FAULT` | Effect |
//! |---|---|
//! | `count` | prints each operation with its number to standard error |
//! | `K:kill` | the process ends before operation K, without any cleaning up |
//! | `K:torn` | likewise, but if operation K is a write, half of it is done |
//! | `K:enospc` | operation K fails as on a full disk, a write after half of its bytes |
//!
//! ```
//! let path = std::env::temp_dir().join(format!("denoc-files-{}.txt", std::process::id()));
//! denoc_base::files::replace(&path, b"all of it")?;
//! assert_eq!(std::fs::read(&path)?, b"all of it");
//! denoc_base::files::remove(&path)?;
//! # Ok::<(), std::io::Error>(())
//! ```

#[cfg(feature = "fault-injection")]
mod fault;
mod lock;
mod replace;
mod writer;

pub use lock::Lock;
pub use replace::{is_leftover, remove_leftovers, replace, replace_all};
pub use writer::FileWriter;

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::Duration;

/// Without fault injection nothing happens here.
#[cfg(not(feature = "fault-injection"))]
mod fault {
    pub(super) fn before(_: &str, _: &std::path::Path, _: impl FnOnce()) -> std::io::Result<()> {
        Ok(())
    }

    pub(super) fn is_active() -> bool {
        false
    }
}

/// Creates a folder and the folders above it. Existing ones are kept.
pub fn create_folder(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    fault::before("create", path, || {})?;
    fs::create_dir_all(path)
}

/// Renames a file; an existing file of the new name is replaced.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fault::before("rename", to, || {})?;
    fs::rename(from, to)
}

/// Removes a file. A missing file is not an error.
pub fn remove(path: &Path) -> io::Result<()> {
    if !path.exists() {
        return Ok(());
    }
    fault::before("remove", path, || {})?;
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

/// Removes a folder with everything in it.
pub fn remove_folder(path: &Path) -> io::Result<()> {
    fault::before("remove", path, || {})?;
    fs::remove_dir_all(path)
}

/// The wall-clock time between two regular writes, such as checkpoints. While faults are injected it is zero: the operations of a
/// command then depend on its input only.
pub fn interval(usual: Duration) -> Duration {
    if fault::is_active() { Duration::ZERO } else { usual }
}

/// Waits until the names of the files in a folder are on disk, so that new files survive a power failure. Systems on which folders
/// cannot be opened, or synced, do this by themselves.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    let Ok(folder) = File::open(path) else { return Ok(()) };
    fault::before("sync", path, || {})?;
    match folder.sync_all() {
        Err(error) if error.kind() != io::ErrorKind::StorageFull => Ok(()),
        done => done,
    }
}

/// The folder of a file, also where its path is only a name.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
