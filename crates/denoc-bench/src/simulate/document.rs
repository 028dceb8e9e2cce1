//! The end of the study: the table on the terminal, and table and plot in the documentation.

use std::path::Path;

use super::rows::Study;
use crate::options::Options;
use crate::report::cpu;

const BEGIN: &str = "<!-- simulations: made by `cargo xtask bench simulate --peers --write docs` -->\n";
const END: &str = "<!-- end of simulations -->\n";

/// Prints the table, to standard error if standard output carries JSON, and writes what `--write` asks for.
pub(super) fn print(study: &Study, versions: &[&str], options: &Options) -> Result<(), String> {
    let about = format!("{}, one thread; denoc {}", cpu(), env!("CARGO_PKG_VERSION"));
    let about = [&[about.as_str()], versions].concat().join(", ");
    let text = format!("{about}.\n\n{}\n", study.table());
    if options.json {
        eprintln!("\n{text}")
    } else {
        println!("\n{text}")
    }
    let Some(folder) = &options.write else { return Ok(()) };
    let (page, plot) = (folder.join("speed.md"), folder.join("simulations.svg"));
    let failed = |path: &Path, error: &dyn std::fmt::Display| format!("cannot write {}: {error}", path.display());
    let old = std::fs::read_to_string(&page).map_err(|error| format!("cannot read {}: {error}", page.display()))?;
    let new = replaced(&old, &format!("{text}\n![CPU time over final error](simulations.svg)\n"));
    let new = new.ok_or_else(|| format!("{} has no line \"{}\"", page.display(), BEGIN.trim()))?;
    std::fs::write(&page, new).map_err(|error| failed(&page, &error))?;
    study.write_plot(&plot).map_err(|error| failed(&plot, &error))
}

/// The page with `text` between its marks; `None` if it has none.
fn replaced(page: &str, text: &str) -> Option<String> {
    let start = page.find(BEGIN)? + BEGIN.len();
    let end = start + page[start..].find(END)?;
    Some(format!("{}{text}{}", &page[..start], &page[end..]))
}

#[cfg(test)]
mod tests {
    use super::{BEGIN, END, replaced};

    // oracle: written by hand
    #[test]
    fn text_between_the_marks_is_replaced() {
        let page = format!("a\n{BEGIN}old\n{END}b\n");
        assert_eq!(replaced(&page, "new\n"), Some(format!("a\n{BEGIN}new\n{END}b\n")));
        assert_eq!(replaced("a\n", "new\n"), None);
    }
}
