use super::{FileWriter, folder_of, remove, rename};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Writes a file completely or not at all: to a temporary file in the same folder first, which is then renamed. A reader, or a process
/// that is killed, never sees or leaves half a file. A symbolic link is followed; pipes and devices are written directly.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_all(&[(path, bytes)])
}

/// As [`replace`], for files that belong together: all temporary files are complete before the first one is renamed. If one cannot be
/// renamed, files that did not exist before are removed.
pub fn replace_all(files: &[(&Path, &[u8])]) -> io::Result<()> {
    let mut asides = Vec::with_capacity(files.len());
    for (path, bytes) in files {
        asides.push(Aside::write(path, bytes)?);
    }
    let mut created = Vec::new();
    for aside in asides.into_iter().flatten() {
        let (target, existed) = (aside.target.clone(), aside.target.exists());
        let done = aside.rename();
        created.extend((!existed).then_some(target));
        if let Err(error) = done {
            created.iter().for_each(|path: &PathBuf| drop(remove(path)));
            return Err(error);
        }
    }
    Ok(())
}

/// Removes the temporary files that killed processes have left in a folder.
pub fn remove_leftovers(folder: &Path) -> io::Result<()> {
    remove_abandoned(folder, ".")
}

/// Whether a file name is that of a temporary file of [`replace`]: `.NAME.PROCESS.tmp`.
pub fn is_leftover(name: &OsStr) -> bool {
    let parts = name.to_str().and_then(|name| name.strip_prefix('.')?.strip_suffix(".tmp")?.rsplit_once('.'));
    parts.is_some_and(|(name, process)| !name.is_empty() && process.parse::<u32>().is_ok())
}

/// A temporary file beside the one that it will replace; removed unless it is renamed.
struct Aside {
    path: PathBuf,
    target: PathBuf,
    renamed: bool,
    /// Open, and thus locked, until the end: other processes can tell that it is in use.
    _file: FileWriter,
}

impl Aside {
    /// Writes the temporary file of `path`; nothing if `path` is a pipe or a device, which is written at once.
    fn write(path: &Path, bytes: &[u8]) -> io::Result<Option<Self>> {
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if target.is_dir() {
            return Err(ErrorKind::IsADirectory.into());
        }
        if target.exists() && !target.is_file() {
            return FileWriter::create(&target)?.write(bytes).map(|()| None);
        }
        let start = format!(".{}.", target.file_name().unwrap_or_default().to_string_lossy());
        remove_abandoned(folder_of(&target), &start)?;
        let aside = target.with_file_name(format!("{start}{}.tmp", std::process::id()));
        let file = FileWriter::create(&aside)?;
        file.mark_in_use();
        let mut aside = Self { path: aside, target, renamed: false, _file: file };
        aside._file.write(bytes)?;
        aside._file.sync()?;
        Ok(Some(aside))
    }

    fn rename(mut self) -> io::Result<()> {
        rename(&self.path, &self.target)?;
        self.renamed = true;
        Ok(())
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        if !self.renamed {
            // the first error is the one to report
            let _ = remove(&self.path);
        }
    }
}

/// Removes temporary files with names that start like this, unless a process still writes them.
fn remove_abandoned(folder: &Path, start: &str) -> io::Result<()> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    for entry in entries.flatten() {
        let name = entry.file_name();
        if is_leftover(&name) && name.to_string_lossy().starts_with(start) && !is_in_use(&entry.path()) {
            remove(&entry.path())?;
        }
    }
    Ok(())
}

fn is_in_use(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(test: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("denoc-replace-{test}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        path
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    // oracle: by hand
    #[test]
    fn temporary_files_are_told_from_others() {
        assert!([".run.json.17.tmp", ".a.b.0.tmp"].iter().all(|name| is_leftover(name.as_ref())));
        let others = ["run.json.17.tmp", ".run.json.tmp", ".17.tmp", ".run.json.17", ".run.json.-1.tmp", "run.json"];
        assert!(!others.iter().any(|name| is_leftover(name.as_ref())));
    }

    // oracle: a file of a process that is gone, one that is locked, and one of another target
    #[test]
    fn temporary_files_of_killed_processes_are_removed() {
        let folder = folder("killed");
        for name in [".a.txt.1.tmp", ".a.txt.2.tmp", ".b.txt.3.tmp"] {
            fs::write(folder.join(name), "half").unwrap();
        }
        let used = File::open(folder.join(".a.txt.2.tmp")).unwrap();
        used.lock().unwrap();
        replace(&folder.join("a.txt"), b"new").unwrap();
        assert_eq!(names(&folder), [".a.txt.2.tmp", ".b.txt.3.tmp", "a.txt"]);
        drop(used);
        remove_leftovers(&folder).unwrap();
        assert_eq!(names(&folder), ["a.txt"]);
        fs::remove_dir_all(&folder).unwrap();
    }

    // oracle: by definition: a file in a folder that does not exist cannot be written
    #[test]
    fn files_that_belong_together_are_written_together() {
        let folder = folder("together");
        let (first, second) = (folder.join("first"), folder.join("none/second"));
        replace_all(&[(&first, b"1"), (&second, b"2")]).unwrap_err();
        assert!(names(&folder).is_empty());
        // a folder is in the place of the second
        let blocked = folder.join("second");
        fs::create_dir_all(&blocked).unwrap();
        replace_all(&[(&first, b"1"), (&blocked, b"2")]).unwrap_err();
        assert_eq!(names(&folder), ["second"]);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed() {
        let folder = folder("links");
        fs::write(folder.join("target"), "old").unwrap();
        std::os::unix::fs::symlink(folder.join("target"), folder.join("link")).unwrap();
        replace(&folder.join("link"), b"new").unwrap();
        assert_eq!(fs::read(folder.join("target")).unwrap(), b"new");
        assert!(folder.join("link").is_symlink());
        fs::remove_dir_all(&folder).unwrap();
    }
}
