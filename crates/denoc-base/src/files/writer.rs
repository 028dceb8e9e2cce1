use super::fault;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that is written piece by piece.
///
/// After a failed write the file may end within a piece. Further writes are refused, so that no complete piece follows half a piece.
#[derive(Debug)]
pub struct FileWriter {
    path: PathBuf,
    file: File,
    failed: bool,
}

impl FileWriter {
    /// Creates a file; the contents of an existing file are removed.
    pub fn create(path: &Path) -> io::Result<Self> {
        Self::open(path, OpenOptions::new().write(true).create(true).truncate(true))
    }

    /// Creates a file that must not exist yet.
    pub fn create_new(path: &Path) -> io::Result<Self> {
        Self::open(path, OpenOptions::new().write(true).create_new(true))
    }

    /// Continues an existing file after its first `length` bytes; the rest is removed.
    pub fn reopen(path: &Path, length: u64) -> io::Result<Self> {
        let mut file = OpenOptions::new().write(true).open(path)?;
        if file.metadata()?.len() > length {
            fault::before("write", path, || {})?;
            file.set_len(length)?;
        }
        file.seek(SeekFrom::End(0))?;
        Ok(Self { path: path.to_owned(), file, failed: false })
    }

    fn open(path: &Path, options: &OpenOptions) -> io::Result<Self> {
        fault::before("create", path, || {})?;
        Ok(Self { path: path.to_owned(), file: options.open(path)?, failed: false })
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends bytes.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.failed {
            return Err(io::Error::other("an earlier write to this file failed"));
        }
        if bytes.is_empty() {
            return Ok(());
        }
        let Self { path, file, .. } = self;
        let done = fault::before("write", path, || {
            let _ = file.write_all(&bytes[..bytes.len() / 2]);
        })
        .and_then(|()| file.write_all(bytes));
        self.failed = done.is_err();
        done
    }

    /// Waits until all that was written is on disk.
    pub fn sync(&self) -> io::Result<()> {
        fault::before("sync", &self.path, || {})?;
        self.file.sync_data()
    }

    /// Locks the file for this process while it is open. File systems without locks have none.
    pub(super) fn mark_in_use(&self) {
        let _ = self.file.try_lock();
    }
}
