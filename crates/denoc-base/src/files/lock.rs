use super::remove;
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// A lock file that keeps other processes away while the value lives. The operating system releases the lock if the process dies;
/// the file may then remain and is locked again by the next process.
///
/// ```
/// use denoc_base::files::Lock;
/// let path = std::env::temp_dir().join(format!("denoc-lock-{}", std::process::id()));
/// let lock = Lock::acquire(&path)?.expect("nobody else has it");
/// assert!(Lock::acquire(&path)?.is_none());
/// drop(lock);
/// assert!(!path.exists());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Locks a file, which is created if necessary; `None` if another process has locked it. File systems without locks give a lock
    /// that excludes nobody.
    pub fn acquire(path: &Path) -> io::Result<Option<Self>> {
        loop {
            if !path.exists() {
                super::fault::before("create", path, || {})?;
            }
            let file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => return Ok(None),
                // the process that had the lock may have removed the file between the two calls: then this lock excludes nobody
                Ok(()) if !is_at(&file, path) => continue,
                Ok(()) | Err(TryLockError::Error(_)) => return Ok(Some(Self { path: path.to_owned(), _file: file })),
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // while the lock is held: nobody else can have locked the file that is removed
        let _ = remove(&self.path);
    }
}

/// Whether an open file is the one at this path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |found: io::Result<std::fs::Metadata>| found.map(|data| (data.dev(), data.ino())).ok();
    identity(file.metadata()).is_some_and(|here| identity(path.metadata()) == Some(here))
}

#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}
