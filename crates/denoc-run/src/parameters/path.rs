//! Paths: keys separated by points. A key that contains a point is in double quotes.

/// The keys of a path.
pub(crate) fn split(path: &str) -> Result<Vec<String>, String> {
    let (mut keys, mut key, mut quoted) = (Vec::new(), String::new(), false);
    for sign in path.trim().chars() {
        match sign {
            '"' => quoted = !quoted,
            '.' if !quoted => keys.push(core::mem::take(&mut key)),
            other => key.push(other),
        }
    }
    keys.push(key);
    if quoted {
        return Err("a quote is not closed: write names with points as in joints.\"a.b\".origin.x".into());
    }
    if keys.iter().any(String::is_empty) {
        return Err("a key is missing: write paths such as links.crank.mass".into());
    }
    Ok(keys)
}

/// A path of these keys.
pub(crate) fn join<S: AsRef<str>>(keys: &[S]) -> String {
    let quoted = keys.iter().map(|key| match key.as_ref() {
        key if key.contains('.') => format!("\"{key}\""),
        key => key.to_owned(),
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
