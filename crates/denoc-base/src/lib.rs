//! What every crate may use: the rows of an audit, numbers as text, plurals, the CSV parser, [`input`], through which files of users are
//! read, and [`files`], through which all files are written.
//!
//! It knows nothing of mechanisms or pages, and depends on nothing but `serde`. So the simulator can fill an audit and the
//! report page can print it without either depending on the other.
//!
//! ```
//! use denoc_base::{AuditRow, Verdict, number, plural};
//!
//! let row = AuditRow::bounded("closure error", 2.5e-12, "m", 1e-9, "largest at the samples");
//! assert_eq!(row.verdict, Verdict::Passed);
//! assert_eq!(number::brief(row.value), "2.500e-12");
//! assert_eq!(format!("{} row{}", 2, plural(2)), "2 rows");
//! ```

#![forbid(unsafe_code)]

mod audit;
pub mod csv;
pub mod files;
pub mod input;
pub mod number;

pub use audit::{AuditOutcome, AuditRow, Verdict};

/// The beginning of a text from a file, for messages: files may hold anything.
///
/// ```
/// use denoc_base::excerpt;
/// assert_eq!(excerpt("joint1"), "joint1");
/// assert_eq!(excerpt(&"(".repeat(1000)).chars().count(), 61);
/// ```
pub fn excerpt(text: &str) -> std::borrow::Cow<'_, str> {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => text.into(),
    }
}

/// `""` for one, `"s"` for any other count.
///
/// ```
/// assert_eq!(format!("1 joint{}, 0 loop{}", denoc_base::plural(1), denoc_base::plural(0)), "1 joint, 0 loops");
/// ```
pub fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}
