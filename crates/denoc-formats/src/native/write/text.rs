//! TOML text.

use denoc_base::number::exact;
use denoc_math::Pose;

use super::super::unit::Unit;
use super::pose;

/// The text of a file under construction.
#[derive(Default)]
pub(super) struct Text {
    text: String,
    /// Whether orientations are written as exact matrices rather than in the shortest form.
    canonical: bool,
}

impl Text {
    pub(super) fn canonical() -> Self {
        Self { text: String::new(), canonical: true }
    }

    /// Begins a table, after a blank line.
    pub(super) fn header(&mut self, header: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text += header;
        self.text.push('\n');
    }

    /// Begins a table that belongs to the previous one.
    pub(super) fn inner_header(&mut self, header: &str) {
        self.text += header;
        self.text.push('\n');
    }

    pub(super) fn line(&mut self, key: &str, value: String) {
        self.text += &format!("{key} = {value}\n");
    }

    /// Adds a line unless the value is the default.
    pub(super) fn unless(&mut self, default: bool, key: &str, value: impl FnOnce() -> String) {
        if !default {
            self.line(key, value());
        }
    }

    /// Adds a pose unless it is the identity.
    pub(super) fn pose(&mut self, key: &str, pose: Pose<f64>) {
        let canonical = self.canonical;
        self.unless(pose == Pose::identity(), key, || match canonical {
            true => pose::canonical(pose),
            false => pose::write(pose),
        });
    }

    pub(super) fn finish(self) -> String {
        self.text
    }
}

/// The shortest decimal representation of a number.
pub(super) fn number(x: f64) -> String {
    exact(x + 0.0) // no −0
}

pub(super) fn array<const N: usize>(numbers: [f64; N]) -> String {
    format!("[{}]", numbers.map(number).join(", "))
}

/// An angle, in degrees if few digits represent it exactly.
pub(super) fn angle(x: f64) -> String {
    degrees(x).map_or_else(|| number(x), |d| format!("\"{d} deg\""))
}

/// An angle in degrees, if few digits represent it exactly; not for 0.
pub(super) fn degrees(x: f64) -> Option<String> {
    let rounded = (x.to_degrees() * 1e4).round() / 1e4;
    let text = number(rounded);
    let same = Unit::parse("deg").is_ok_and(|unit| unit.value(&text) == x);
    (same && x != 0.0 && !text.contains('e')).then_some(text)
}

pub(super) fn string(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted += "\\\"",
            '\\' => quoted += "\\\\",
            '\n' => quoted += "\\n",
            '\t' => quoted += "\\t",
            c if c.is_control() => quoted += &format!("\\u{:04X}", u32::from(c)),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// A name as a TOML key.
pub(super) fn key(name: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !name.is_empty() && name.chars().all(bare) { name.to_owned() } else { string(name) }
}
