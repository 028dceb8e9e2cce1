//! Paths: words with points between them. A word that holds a point stands in double quotes.

/// The words of a path.
pub(crate) fn split(path: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
    for sign in path.trim().chars() {
        match sign {
            '"' => quoted = !quoted,
            '.' if !quoted => words.push(core::mem::take(&mut word)),
            other => word.push(other),
        }
    }
    words.push(word);
    if quoted {
        return Err("a quote is not closed: write names with points as in joints.\"a.b\".origin.x".into());
    }
    if words.iter().any(String::is_empty) {
        return Err("a word is missing: write paths such as links.crank.mass, with one point between two words".into());
    }
    Ok(words)
}

/// A path of these words.
pub(crate) fn join<S: AsRef<str>>(words: &[S]) -> String {
    let quoted = words.iter().map(|word| match word.as_ref() {
        word if word.contains('.') => format!("\"{word}\""),
        word => word.to_owned(),
    });
    quoted.collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_points_are_quoted() {
        for path in ["links.crank.mass", "joints.\"a.b\".origin.x", "joints.crank pin.pitch"] {
            assert_eq!(join(&split(path).unwrap()), path);
        }
        assert_eq!(split("joints.\"crank pin\".pitch").unwrap()[1], "crank pin");
        for path in ["", "links..mass", ".links", "links.", "links.\"a.mass"] {
            assert!(split(path).is_err(), "{path}");
        }
    }
}
