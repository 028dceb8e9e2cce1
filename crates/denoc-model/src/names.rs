//! Suggestions for misspelt names.

/// The most similar of `names`, if it is similar enough to `name` to be a misspelling.
pub fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
    let limit = 1 + name.len() / 4;
    names
        .map(|n| (distance(&name.to_lowercase(), &n.to_lowercase()), n))
        .filter(|(d, _)| *d <= limit)
        .min() // ties in alphabetical order, because callers iterate over hash maps
        .map(|(_, n)| n.to_owned())
}

/// Edit distance: how many letters must be inserted, removed or changed.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &cb) in b.iter().enumerate() {
            let change = diagonal + usize::from(ca != cb);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn slips_are_found_and_strangers_are_not() {
        let names = ["shoulder_pan_joint", "elbow_joint", "wrist_1_joint"];
        assert_eq!(nearest("elbw_joint", names.into_iter()).as_deref(), Some("elbow_joint"));
        assert_eq!(nearest("gripper", names.into_iter()), None);
    }
}
