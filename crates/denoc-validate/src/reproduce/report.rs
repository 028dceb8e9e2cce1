//! A case with its findings.

use serde::{Serialize, Serializer};

use super::{Case, Check, Finding};

/// A case and what came of it. Serialises to an entry of `cases` of `denoc reproduce --json`.
#[derive(Clone, Debug)]
pub struct CaseReport {
    /// What was computed.
    pub case: &'static Case,
    /// What was found.
    pub finding: Finding,
}

impl CaseReport {
    /// Whether every check passed, and there is at least one.
    pub fn passed(&self) -> bool {
        !self.finding.checks.is_empty() && self.finding.checks.iter().all(Check::passed)
    }
}

/// The JSON object of a case.
#[derive(Serialize)]
struct Record<'a> {
    id: &'a str,
    title: &'a str,
    document: &'a str,
    model: &'a str,
    passed: bool,
    text: &'a str,
    remarks: &'a [String],
    checks: &'a [Check],
}

impl Serialize for CaseReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (case, Finding { text, remarks, checks, .. }) = (self.case, &self.finding);
        let (document, passed) = (case.source().key, self.passed());
        let record =
            Record { id: case.id, title: case.title, document, model: case.model(), passed, text, remarks, checks };
        record.serialize(serializer)
    }
}
