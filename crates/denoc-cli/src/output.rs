//! The output of a command, and its errors.

use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use denoc_base::files;
use denoc_validate::ValidationError;

/// The output of a command: results for standard output, remarks for standard error.
#[derive(Debug, Default)]
pub(crate) struct Output {
    pub(crate) text: String,
    remarks: Vec<String>,
    /// The exit code, where it is not 0.
    pub(crate) code: Option<Code>,
}

impl Output {
    pub(crate) fn text(text: String) -> Self {
        Self { text, ..Self::default() }
    }

    /// Adds a remark.
    pub(crate) fn note(&mut self, remark: String) {
        self.remarks.push(remark);
    }

    /// Prints it. A closed pipe is not an error.
    pub(crate) fn print(self) -> Result<Option<Code>, Failure> {
        let mut stdout = io::stdout().lock();
        match stdout.write_all(self.text.as_bytes()).and_then(|()| stdout.flush()) {
            Err(e) if e.kind() != ErrorKind::BrokenPipe => {
                return Err(Failure::new(format!("cannot write to standard output: {}", e.kind())));
            }
            _ => {}
        }
        for remark in &self.remarks {
            complain(remark);
        }
        Ok(self.code)
    }
}

/// Prints a line to standard error; a closed pipe is not an error.
pub(crate) fn complain(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// The exit code.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Code {
    /// Something cannot be computed.
    Failed = 1,
    /// A file or the command line is invalid.
    BadInput = 2,
    /// The audit missed a tolerance, with `--strict`.
    AuditMissed = 3,
    /// Stopped by Ctrl-C; the results so far are kept.
    Interrupted = 130,
}

/// Why a command failed, with its exit code.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    pub(crate) code: Code,
}

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), code: Code::Failed }
    }

    pub(crate) fn with_code(self, code: Code) -> Self {
        Self { code, ..self }
    }

    /// The failure of a validation.
    pub(crate) fn of_validation(error: ValidationError) -> Self {
        let code = match &error {
            ValidationError::Library(error) => return error.clone().into(),
            ValidationError::NoLoops { .. }
            | ValidationError::UnknownScheme { .. }
            | ValidationError::RepeatedScheme { .. } => Code::BadInput,
            _ => Code::Failed,
        };
        Self::new(error.to_string()).with_code(code)
    }

    /// The same, with its location in front.
    pub(crate) fn at(self, place: &str) -> Self {
        let message = if place.is_empty() { self.message } else { format!("{place}: {}", self.message) };
        Self { message, ..self }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl<E: Into<denoc_run::Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        let error = error.into();
        let broken = error.is_bad_file() || error.is_bad_model() || error.is_not_found();
        let code = if broken { Code::BadInput } else { Code::Failed };
        let failure = Self::new(match error.joint() {
            // rotor inertia at a floating base would not help
            Some(joint) if error.is_singular() && joint != "floating_base" => {
                format!("{error}\non the command line, add --rotor-inertia {joint}=VALUE, such as 1e-6")
            }
            _ => error.to_string(),
        });
        failure.with_code(code)
    }
}

/// Writes a file completely or not at all.
pub(crate) fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    write_files(&[(path, text)])
}

/// Writes files that belong together: all of them or none.
pub(crate) fn write_files(files: &[(&Path, &str)]) -> Result<(), Failure> {
    let bytes: Vec<(&Path, &[u8])> = files.iter().map(|(path, text)| (*path, text.as_bytes())).collect();
    files::replace_all(&bytes).map_err(|e| {
        let reason = match e.kind() {
            ErrorKind::NotFound => "there is no such folder".to_owned(),
            kind => kind.to_string(),
        };
        let paths: Vec<String> = files.iter().map(|(path, _)| path.display().to_string()).collect();
        Failure::new(format!("{}: cannot be written ({reason})", paths.join(", ")))
    })
}
