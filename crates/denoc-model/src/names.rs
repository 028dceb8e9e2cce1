//! Suggestions for misspelt names.

/// The most similar of `names`, if it is similar enough to `name` to be a misspelling.
pub fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
    let limit = 1 + name.len() / 4;
    // texts whose lengths differ by more need no comparison, which takes long for long ones
    names
        .filter(|n| n.chars().count().abs_diff(name.chars().count()) <= limit)
        .map(|n| (distance(&name.to_lowercase(), &n.to_lowercase()), n))
        // with no letter in common, as among names of one letter, nothing is similar
        .filter(|(d, n)| *d <= limit && *d < n.chars().count().max(name.chars().count()))
        .min() // ties in alphabetical order, because callers iterate over hash maps
        .map(|(_, n)| n.to_owned())
}

/// What to do about a keyword that is not one of `known`: the most similar one, if it may be meant, and all of them.
///
/// ```
/// use denoc_model::names::choose;
/// assert_eq!(choose("pdi", &["pd", "pid"]), "did you mean \"pd\"? choose one of pd, pid");
/// assert_eq!(choose("gravity", &["pd"]), "choose pd");
/// ```
pub fn choose(keyword: &str, known: &[&str]) -> String {
    let meant =
        nearest(keyword, known.iter().copied()).map_or(String::new(), |near| format!("did you mean \"{near}\"? "));
    match known {
        [one] => format!("{meant}choose {one}"),
        all => format!("{meant}choose one of {}", all.join(", ")),
    }
}

/// What to do about a name of a model that does not exist: the most similar one, else the first twelve; `what` is its kind.
///
/// ```
/// use denoc_model::names::suggest;
/// assert_eq!(suggest("link", "cranc", ["crank", "rod"].into_iter()), "did you mean \"crank\"?");
/// assert_eq!(suggest("link", "wheel", ["crank", "rod"].into_iter()), "links are crank, rod");
/// assert_eq!(suggest("link", "wheel", [].into_iter()), "the model has no links");
/// ```
pub fn suggest<'a>(what: &str, name: &str, all: impl Iterator<Item = &'a str> + Clone) -> String {
    const MOST: usize = 12;
    match nearest(name, all.clone()) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => match all.clone().count() {
            0 => format!("the model has no {what}s"),
            n => {
                let more = if n > MOST { ", …" } else { "" };
                format!("{what}s are {}{more}", all.take(MOST).collect::<Vec<_>>().join(", "))
            }
        },
    }
}

/// Edit distance: how many letters must be inserted, removed or changed, or exchanged with the next.
fn distance(a: &str, b: &str) -> usize {
    let [a, b] = [a, b].map(|text| text.chars().collect::<Vec<char>>());
    let mut row: Vec<usize> = (0..=b.len()).collect();
    let mut before = row.clone();
    for i in 0..a.len() {
        let mut next = vec![i + 1];
        for j in 0..b.len() {
            let mut least = (row[j] + usize::from(a[i] != b[j])).min(next[j] + 1).min(row[j + 1] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                least = least.min(before[j - 1] + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}

/// The first character of a name that cannot be seen, or that changes the direction of the text around it, so that messages and tables
/// would mislead: control characters, marks and isolates of bidirectional text, and separators of lines.
pub(crate) fn invisible(name: &str) -> Option<char> {
    let hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    name.chars().find(|&c| hidden(c))
}

#[cfg(test)]
mod tests {
    use super::nearest;

    // oracle: by hand
    #[test]
    fn exchanged_letters_are_one_slip() {
        assert_eq!(super::distance("lgo", "log"), 1);
        assert_eq!(super::distance("urfd", "urdf"), 1);
        assert_eq!(super::distance("kitten", "sitting"), 3);
        assert_eq!(nearest("gmi", ["gim", "mci"].into_iter()).as_deref(), Some("gim"));
    }

    #[test]
    fn slips_are_found_and_strangers_are_not() {
        let names = ["shoulder_pan_joint", "elbow_joint", "wrist_1_joint"];
        assert_eq!(nearest("elbw_joint", names.into_iter()).as_deref(), Some("elbow_joint"));
        assert_eq!(nearest("gripper", names.into_iter()), None);
        assert_eq!(nearest("p", ["q", "v"].into_iter()), None);
    }
}
