//! What model files can contain, as text for `--help`, made from the registries.

use denoc_model::closures::CONSTRAINTS;
use denoc_model::parameters::Parameter;

use super::words;

/// The types of joints and the constraints that model files can have, with their keys.
pub fn model_file_help() -> String {
    let joints = list(words::joints().map(|kind| (kind.keyword, kind.summary, kind.parameters)).collect());
    let constraints = list(CONSTRAINTS.iter().map(|kind| (kind.keyword, kind.summary, kind.parameters)).collect());
    format!(
        "Types of joints in model files, and their keys:\n{joints}\n\
         Constraints in model files ([[distance]] and so on), and their keys:\n{constraints}"
    )
}

fn list(kinds: Vec<(&str, &str, &[Parameter])>) -> String {
    let width = kinds.iter().map(|(keyword, ..)| keyword.len()).max().unwrap_or(0);
    let line = |(keyword, summary, parameters): (&str, &str, &[Parameter])| {
        let keys: Vec<&str> = parameters.iter().map(|p| p.key).collect();
        let keys = if keys.is_empty() { String::new() } else { format!(" [{}]", keys.join(", ")) };
        format!("  {keyword:width$}  {summary}{keys}\n")
    };
    kinds.into_iter().map(line).collect()
}
