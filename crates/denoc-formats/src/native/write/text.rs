//! Lines of TOML.

use denoc_base::number::exact;
use denoc_math::Pose;

use super::super::unit::Unit;
use super::pose;

/// A file that grows.
#[derive(Default)]
pub(super) struct Text {
    text: String,
    /// Whether orientations are written as matrices, bit by bit, and not in the form that is shortest.
    canonical: bool,
}

impl Text {
    pub(super) fn canonical() -> Self {
        Self { text: String::new(), canonical: true }
    }

    /// Begins a table, with an empty line before it.
    pub(super) fn header(&mut self, header: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text += header;
        self.text.push('\n');
    }

    /// Begins a table that belongs to the one before.
    pub(super) fn inner_header(&mut self, header: &str) {
        self.text += header;
        self.text.push('\n');
    }

    pub(super) fn line(&mut self, key: &str, value: String) {
        self.text += &format!("{key} = {value}\n");
    }

    /// A line that is left out where the value is the default.
    pub(super) fn unless(&mut self, default: bool, key: &str, value: impl FnOnce() -> String) {
        if !default {
            self.line(key, value());
        }
    }

    /// A pose, left out where it is the identity.
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

/// The shortest digits that give the same number.
pub(super) fn number(x: f64) -> String {
    exact(x + 0.0) // no −0
}

pub(super) fn array<const N: usize>(numbers: [f64; N]) -> String {
    format!("[{}]", numbers.map(number).join(", "))
}

/// An angle: in degrees where few digits give exactly the same number.
pub(super) fn angle(x: f64) -> String {
    degrees(x).map_or_else(|| number(x), |d| format!("\"{d} deg\""))
}

/// The degrees of an angle, if few digits give exactly the same number; not for 0.
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

/// A name as a key.
pub(super) fn key(name: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !name.is_empty() && name.chars().all(bare) { name.to_owned() } else { string(name) }
}
