//! The registry of settings: every key of a scenario, with its values, unit, default and a line of help.
//!
//! One entry feeds the help of the program, the messages about unknown and renamed keys, the JSON Schema
//! (`docs/scenario.schema.json`), the tables of the docs, and the checks of the Python keywords. The last two are written by
//! `cargo xtask generate`.
//!
//! ```
//! let integrator = denoc_run::settings::find("simulate", "integrator").unwrap();
//! assert!(integrator.choices().iter().any(|choice| choice.keyword == "radau5"));
//! assert_eq!(integrator.replaces, ["method"]);
//! ```
//!
//! Joint friction and springs (`joint_forces`) follow one rule: evaluations at a state (inverse, forward, matrices) ignore them by
//! default, motions over time (simulate, step, scenario runs) include them by default.

mod check;
mod choices;
mod controller;
mod event;
mod load;
mod motion;
#[cfg(test)]
mod reference_tests;
mod scenario;
mod simulate;
mod start;
mod sweep;
#[cfg(test)]
mod tests;

pub use choices::Choice;

pub(crate) use check::{check_json, key_rule};
pub(crate) use choices::profiles;

/// A table of a scenario file.
#[derive(Copy, Clone, Debug)]
pub struct Section {
    /// Its path, such as `simulate` or `sweep.parameter`; empty for the keys at the top of the file.
    pub path: &'static str,
    /// Whether the file may have any number of them (`[[load]]`).
    pub repeated: bool,
    /// One line of help.
    pub help: &'static str,
    /// Its keys.
    pub settings: &'static [Setting],
}

/// A key of a scenario file.
#[derive(Copy, Clone, Debug)]
pub struct Setting {
    /// The key.
    pub key: &'static str,
    /// What its values look like.
    pub form: Form,
    /// SI unit; empty if it has none or if it depends on the joint.
    pub unit: &'static str,
    /// The value if the key is missing.
    pub default: Preset,
    /// One line of help, without a full stop.
    pub help: &'static str,
    /// Older names of the key, which are refused.
    pub replaces: &'static [&'static str],
}

/// What the values of a key look like.
#[derive(Copy, Clone, Debug)]
pub enum Form {
    /// A text.
    Text,
    /// A number.
    Number,
    /// A number, or a text with a unit (`"30 deg"`).
    Quantity,
    /// A list of numbers or texts with units.
    Quantities,
    /// A whole number.
    Count,
    /// `true` or `false`.
    Switch,
    /// One of these keywords.
    Keyword(fn() -> Vec<Choice>),
    /// One of these keywords, or a table with a keyword and its numbers.
    KeywordOrTable {
        /// The keywords.
        keywords: fn() -> Vec<Choice>,
        /// The tables, as examples.
        tables: &'static [&'static str],
    },
    /// A list of this many numbers.
    Vector(usize),
    /// A list of numbers.
    Numbers,
    /// Values of joints: all in order, or a table by joint name; numbers or texts with units.
    JointValues,
    /// A list of values of joints.
    JointValuesList,
    /// One number for all joints, a list, or a table by joint name.
    Gains,
    /// A table of numbers by joint name.
    NumbersByJoint,
    /// A table of texts by name.
    TextsByName,
    /// A section with keys of its own.
    Table,
}

/// The value of a key that is missing.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Preset {
    /// The key is required.
    Required,
    /// This value, as JSON.
    Value(&'static str),
    /// Determined as described.
    Described(&'static str),
    /// The feature is not used.
    Unused,
}

impl Setting {
    /// A key whose feature is not used by default.
    const fn new(key: &'static str, form: Form, help: &'static str) -> Self {
        Self { key, form, unit: "", default: Preset::Unused, help, replaces: &[] }
    }

    const fn unit(mut self, unit: &'static str) -> Self {
        self.unit = unit;
        self
    }

    const fn required(mut self) -> Self {
        self.default = Preset::Required;
        self
    }

    const fn value(mut self, json: &'static str) -> Self {
        self.default = Preset::Value(json);
        self
    }

    const fn described(mut self, text: &'static str) -> Self {
        self.default = Preset::Described(text);
        self
    }

    const fn replaces(mut self, older: &'static [&'static str]) -> Self {
        self.replaces = older;
        self
    }

    /// Its keywords; empty if it takes other values.
    pub fn choices(&self) -> Vec<Choice> {
        match self.form {
            Form::Keyword(choices) | Form::KeywordOrTable { keywords: choices, .. } => choices(),
            _ => Vec::new(),
        }
    }

    /// Help with unit and keywords, without the default.
    pub fn summary(&self) -> String {
        let unit = if self.unit.is_empty() { String::new() } else { format!(", {}", self.unit) };
        let keywords: Vec<&str> = self.choices().iter().map(|choice| choice.keyword).collect();
        let keywords = if keywords.is_empty() { String::new() } else { format!(": {}", keywords.join(", ")) };
        format!("{}{unit}{keywords}", self.help)
    }

    /// Help for a command-line option: the summary, and the default where there is one.
    pub fn option_help(&self) -> String {
        match self.default_text() {
            Some(default) => format!("{} [default: {default}]", self.summary()),
            None => self.summary(),
        }
    }

    /// The default for people; `None` if the key is required or its feature is not used.
    pub fn default_text(&self) -> Option<String> {
        match self.default {
            Preset::Value(json) => Some(json.trim_matches('"').to_owned()),
            Preset::Described(text) => Some(text.to_owned()),
            Preset::Required | Preset::Unused => None,
        }
    }
}

/// Every section of a scenario, the keys at the top of the file first.
pub const SECTIONS: &[Section] = &[
    scenario::SECTION,
    start::SECTION,
    simulate::SECTION,
    motion::SECTION,
    controller::SECTION,
    load::SECTION,
    event::SECTION,
    sweep::SECTION,
    sweep::PARAMETER,
];

/// The section with this path.
pub fn section(path: &str) -> Option<&'static Section> {
    SECTIONS.iter().find(|section| section.path == path)
}

/// A setting by the path of its section and its key.
pub fn find(section_path: &str, key: &str) -> Option<&'static Setting> {
    section(section_path)?.settings.iter().find(|setting| setting.key == key)
}

/// [`Setting::option_help`] of a setting, for command-line options; the key alone if there is no such setting.
pub fn option_help(section: &str, key: &str) -> String {
    find(section, key).map_or_else(|| key.to_owned(), Setting::option_help)
}

/// [`Setting::summary`] of a setting, for command-line options with a default of their own.
pub fn summary(section: &str, key: &str) -> String {
    find(section, key).map_or_else(|| key.to_owned(), Setting::summary)
}
