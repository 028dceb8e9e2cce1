//! Running the program.

#![allow(dead_code)] // every file of tests uses a part of it

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What the program said.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Said {
    /// The output of a command that worked.
    #[track_caller]
    pub(crate) fn ok(self) -> String {
        assert_eq!(self.code, 0, "{}", self.err);
        self.out
    }

    /// The output of a command that worked, as JSON.
    #[track_caller]
    pub(crate) fn json(self) -> serde_json::Value {
        serde_json::from_str(&self.ok()).expect("JSON")
    }

    /// The message of a command that refused: exit code 1 (2 for files), nothing on standard output, no panic.
    #[track_caller]
    pub(crate) fn refused(self) -> String {
        assert!(matches!(self.code, 1 | 2) && self.out.is_empty(), "{} {}", self.code, self.err);
        self.err.strip_prefix("error: ").expect("an error").trim_end().to_owned()
    }
}

/// Runs `denoc` with these words in a folder.
pub(crate) fn denoc_in(folder: &Path, words: &[&str], input: &str) -> Said {
    let mut child = Command::new(env!("CARGO_BIN_EXE_denoc"))
        .args(words)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // a command that does not read its input may be gone already
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let said = text(output.stderr.clone());
    // what was written on the command line may be quoted
    denoc_testkit::six_digits_at_most(&said, &words.join(" "));
    Said { code: output.status.code().expect("an exit code"), out: text(output.stdout), err: text(output.stderr) }
}

/// Runs `denoc` where the test robots are.
pub(crate) fn denoc(words: &[&str]) -> Said {
    denoc_in(&data(), words, "")
}

/// The folder of the test robots.
pub(crate) fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

/// An empty folder of its own for a test; removed at the end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(test: &str) -> Self {
        Self::below(&std::env::temp_dir(), test)
    }

    /// In memory, where the system has such a place: for many small files that are synced one by one.
    pub(crate) fn in_memory(test: &str) -> Self {
        let memory = Path::new("/dev/shm");
        if memory.is_dir() { Self::below(memory, test) } else { Self::new(test) }
    }

    fn below(place: &Path, test: &str) -> Self {
        let path = place.join(format!("denoc-cli-{test}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    pub(crate) fn file(&self, name: &str, text: &str) -> &Self {
        std::fs::write(self.0.join(name), text).expect("a file");
        self
    }

    pub(crate) fn run(&self, words: &[&str]) -> Said {
        denoc_in(&self.0, words, "")
    }

    /// The names of all files.
    pub(crate) fn files(&self) -> Vec<String> {
        Self::names(&self.0)
    }

    /// The names of all files in a folder.
    pub(crate) fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).expect("a folder");
        let mut names: Vec<String> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
