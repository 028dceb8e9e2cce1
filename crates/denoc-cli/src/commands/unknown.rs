//! Unknown names: the most similar one, or all that exist.

use denoc_model::names;

use crate::output::Failure;

/// An error for an option with an unknown name: with the most similar name, else with all names.
pub(crate) fn unknown<'a>(flag: &str, what: &str, name: &str, all: impl Iterator<Item = &'a str> + Clone) -> Failure {
    let hint = names::suggest(what, name, all);
    Failure::new(format!("{flag}: there is no {what} called \"{name}\"; {hint}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_names_are_suggested_else_all_are_listed() {
        let say = |name| unknown("--on", "link", name, ["crank", "rod"].into_iter()).to_string();
        assert_eq!(say("cranc"), "--on: there is no link called \"cranc\"; did you mean \"crank\"?");
        assert_eq!(say("wheel"), "--on: there is no link called \"wheel\"; links are crank, rod");
        let none = unknown("--configuration", "configuration", "x", [].into_iter()).to_string();
        assert!(none.ends_with("the model has no configurations"), "{none}");
    }
}
