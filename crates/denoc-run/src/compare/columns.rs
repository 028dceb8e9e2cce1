//! Columns by name, with wildcards.

use denoc_model::names;

use super::Results;
use crate::Error;
use crate::error::scenario_error;

/// How many names a message lists.
const MOST: usize = 16;

/// The names of all columns of these results that one of the patterns selects: in the order of the patterns, then of the tables. In a
/// pattern, `*` stands for any characters.
pub(super) fn select(all: &[&Results], patterns: &[String]) -> Result<Vec<String>, Error> {
    let names = union(all);
    let mut selected: Vec<String> = Vec::new();
    for pattern in patterns {
        let pattern = pattern.trim();
        let mut found = names.iter().filter(|name| matches(pattern, name)).peekable();
        if found.peek().is_none() {
            return Err(unknown(pattern, &names));
        }
        for name in found {
            if !selected.iter().any(|known| known == name) {
                selected.push((*name).to_owned());
            }
        }
    }
    Ok(selected)
}

/// The names of all columns of these results.
pub(super) fn union<'a>(all: &[&'a Results]) -> Vec<&'a str> {
    let mut seen = std::collections::HashSet::new();
    let names = all.iter().flat_map(|results| results.table.columns()).map(|column| column.name.as_str());
    names.filter(|name| seen.insert(*name)).collect()
}

/// The error for a name that selects nothing.
pub(super) fn unknown(name: &str, known: &[&str]) -> Error {
    // a misspelt pattern is most like a pattern
    let patterns: Vec<String> = match name.contains('*') {
        true => known.iter().filter_map(|name| Some(format!("{}[*]", name.split_once('[')?.0))).collect(),
        false => known.iter().map(|name| (*name).to_owned()).collect(),
    };
    let nearest = names::nearest(name, patterns.iter().map(String::as_str));
    let nearest = nearest.map_or(String::new(), |near| format!("did you mean \"{near}\"? "));
    let remedy = format!("{nearest}the columns are {}", summary(known));
    scenario_error("", format!("there is no column \"{name}\""), remedy)
}

/// Names with brackets are counted: `t, q[…] (6), v[…] (6), kinetic energy`.
fn summary(names: &[&str]) -> String {
    let mut groups: Vec<(String, usize)> = Vec::new();
    for name in names {
        let group = name.split_once('[').map_or_else(|| (*name).to_owned(), |(symbol, _)| format!("{symbol}[…]"));
        match groups.iter_mut().find(|(known, _)| *known == group) {
            Some((_, count)) => *count += 1,
            None => groups.push((group, 1)),
        }
    }
    let shown = groups.iter().take(MOST).map(|(group, count)| match count {
        1 => group.clone(),
        _ => format!("{group} ({count})"),
    });
    let more = if groups.len() > MOST { ", …" } else { "" };
    shown.collect::<Vec<_>>().join(", ") + more
}

/// Whether a pattern matches a name: `*` stands for any characters, everything else for itself.
fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(rest) = parts.next().and_then(|first| name.strip_prefix(first)) else { return false };
    if !pattern.contains('*') {
        return rest.is_empty();
    }
    let mut parts: Vec<&str> = parts.collect();
    let last = parts.pop().unwrap_or_default();
    let middle = parts.into_iter().try_fold(rest, |rest, part| rest.find(part).map(|at| &rest[at + part.len()..]));
    middle.is_some_and(|rest| rest.ends_with(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: by hand, as a shell would match, with brackets for themselves
    #[test]
    fn patterns() {
        for (pattern, name, fits) in [
            ("q[*]", "q[joint1]", true),
            ("q[*]", "reference q[joint1]", false),
            ("*q[*]", "reference q[joint1]", true),
            ("q[joint1]", "q[joint1]", true),
            ("q[joint]", "q[joint1]", false),
            ("*", "", true),
            ("*energy", "kinetic energy", true),
            ("*energy", "energy exchanged", false),
            ("a*b*c", "aXbYbZc", true),
            ("a*b*c", "aXbYbZ", false),
            ("a*a", "a", false),
            ("tau[*_left*]", "tau[leg_left_1]", true),
            ("", "q", false),
        ] {
            assert_eq!(matches(pattern, name), fits, "{pattern} {name}");
        }
    }
}
