//! A table of the file and its keys, with their places.

use denoc_model::{Place, names};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::words::{self, Keys};
use crate::source::Source;
use crate::{FormatError, Spot};

/// A table with the words for it in messages.
pub(super) struct Section<'a> {
    pub(super) source: &'a Source<'a>,
    /// Such as `link "upper"`.
    pub(super) title: String,
    table: &'a DeTable<'a>,
    /// Where it begins.
    pub(super) at: usize,
    /// Whether it is the whole file.
    top: bool,
}

/// A key of a table and its value.
pub(super) struct Item<'s, 'a> {
    pub(super) section: &'s Section<'a>,
    pub(super) key: &'a str,
    key_at: usize,
    pub(super) value: &'a Spanned<DeValue<'a>>,
}

impl<'a> Section<'a> {
    /// The whole file.
    pub(super) fn file(source: &'a Source<'a>, table: &'a DeTable<'a>) -> Self {
        Self { source, title: "the file".into(), table, at: 0, top: true }
    }

    /// The same with other words for it.
    pub(super) fn titled(self, title: String) -> Self {
        Self { title, ..self }
    }

    /// A copy with other words for it.
    pub(super) fn retitled(&self, title: String) -> Self {
        Self { source: self.source, title, table: self.table, at: self.at, top: self.top }
    }

    /// The value of a key, if it is there.
    pub(super) fn get(&self, key: &str) -> Option<Item<'_, 'a>> {
        let (name, value) = self.table.get_key_value(key)?;
        Some(self.item(name, value))
    }

    fn item(&self, name: &'a Spanned<std::borrow::Cow<'a, str>>, value: &'a Spanned<DeValue<'a>>) -> Item<'_, 'a> {
        Item { section: self, key: name.get_ref(), key_at: name.span().start, value }
    }

    /// The value of a key that must be there.
    pub(super) fn need(&self, key: &'static str, example: &str) -> Result<Item<'_, 'a>, FormatError> {
        self.get(key).ok_or_else(|| FormatError::MissingKey {
            owner: self.title.clone(),
            key,
            example: example.to_owned(),
            nearest: None,
            at: self.spot(),
        })
    }

    /// Every key with its value, in the order of the file.
    pub(super) fn items(&self) -> Vec<Item<'_, 'a>> {
        let mut items: Vec<_> = self.table.iter().map(|(name, value)| self.item(name, value)).collect();
        items.sort_by_key(|item| item.key_at);
        items
    }

    /// Refuses keys that are not known.
    pub(super) fn check_keys(&self, known: Keys) -> Result<(), FormatError> {
        self.check_keys_of(&self.title, &known.concat())
    }

    /// The same, with the kind of thing that does not have them.
    pub(super) fn check_keys_of(&self, owner: &str, known: &[&'static str]) -> Result<(), FormatError> {
        let Some(item) = self.items().into_iter().find(|item| !known.contains(&item.key)) else { return Ok(()) };
        Err(FormatError::UnknownKey {
            owner: owner.to_owned(),
            key: item.key.to_owned(),
            nearest: words::synonym(item.key, known)
                .map(str::to_owned)
                .or_else(|| similar(item.key, known.iter().copied())),
            known: known.to_vec(),
            at: item.key_spot(),
        })
    }

    /// Refuses two keys that say the same thing.
    pub(super) fn not_both(&self, first: &str, second: &str) -> Result<(), FormatError> {
        match (self.get(first), self.get(second)) {
            (Some(_), Some(item)) => Err(FormatError::Conflict {
                owner: self.title.clone(),
                first: format!("\"{first}\""),
                second: format!("\"{second}\""),
                remedy: "they say the same thing: keep one of them",
                at: item.key_spot(),
            }),
            _ => Ok(()),
        }
    }

    /// Where it begins.
    pub(super) fn spot(&self) -> Box<Spot> {
        self.source.spot(self.at)
    }

    /// Where it says its name, or where it begins.
    pub(super) fn place(&self, name: &str) -> Place {
        self.source.place(self.get(name).map_or(self.at, |item| item.at()))
    }
}

impl<'s, 'a> Item<'s, 'a> {
    /// The words for it in messages.
    pub(super) fn label(&self) -> String {
        format!("\"{}\" of {}", self.key, self.section.title)
    }

    /// A value within this one, under a name of its own.
    pub(super) fn within<'t>(
        &self,
        section: &'t Section<'a>,
        key: &'a str,
        value: &'a Spanned<DeValue<'a>>,
    ) -> Item<'t, 'a> {
        Item { section, key, key_at: self.key_at, value }
    }

    pub(super) fn at(&self) -> usize {
        self.value.span().start
    }

    /// Where the value stands.
    pub(super) fn spot(&self) -> Box<Spot> {
        self.section.source.spot(self.at())
    }

    /// Where the key stands.
    pub(super) fn key_spot(&self) -> Box<Spot> {
        self.section.source.spot(self.key_at)
    }

    /// A table, and its keys checked.
    pub(super) fn table(&self, known: Keys, example: &str) -> Result<Section<'a>, FormatError> {
        let table = self.open(example)?;
        table.check_keys(known)?;
        Ok(table)
    }

    /// A table whose keys are names.
    pub(super) fn open(&self, example: &str) -> Result<Section<'a>, FormatError> {
        let DeValue::Table(table) = self.value.get_ref() else {
            return Err(self.wrong_type("a table", example));
        };
        let title = if self.section.top { format!("[{}]", self.key) } else { self.label() };
        Ok(Section { source: self.section.source, title, table, at: self.at(), top: false })
    }

    /// The tables of an array: `[[link]]`.
    pub(super) fn tables(&self) -> Result<Vec<Section<'a>>, FormatError> {
        let top = self.section.top;
        let header = if top { format!("[[{}]]", self.key) } else { format!("[[link.{}]]", self.key) };
        let DeValue::Array(array) = self.value.get_ref() else {
            return Err(self.wrong_type("an array of tables", &format!("{header} with two brackets")));
        };
        let mut sections = Vec::with_capacity(array.len());
        for (i, value) in array.iter().enumerate() {
            let DeValue::Table(table) = value.get_ref() else {
                let what = format!("an entry of {}", self.label());
                return Err(wrong_type(self.section.source, value, what, "a table", &header));
            };
            let name = table.get("name").and_then(|v| v.get_ref().as_str()).filter(|_| top);
            let title = match name {
                Some(name) => format!("{} \"{name}\"", self.key),
                None if top => format!("[[{}]] number {}", self.key, i + 1),
                None => format!("{} {} of {}", self.key, i + 1, self.section.title),
            };
            sections.push(Section { source: self.section.source, title, table, at: value.span().start, top: false });
        }
        Ok(sections)
    }

    pub(super) fn wrong_type(&self, needed: &str, example: &str) -> FormatError {
        wrong_type(self.section.source, self.value, self.label(), needed, example)
    }
}

/// The name that was probably meant. One letter is near to any other: nothing can be said then.
pub(super) fn similar<'n>(name: &str, all: impl Iterator<Item = &'n str>) -> Option<String> {
    if name.chars().count() > 1 { names::nearest(name, all) } else { None }
}

pub(super) fn wrong_type(
    source: &Source,
    value: &Spanned<DeValue>,
    what: String,
    needed: &str,
    example: &str,
) -> FormatError {
    let found = match value.get_ref() {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "an array",
        DeValue::Table(_) => "a table",
    };
    FormatError::WrongType {
        what,
        found,
        needed: needed.to_owned(),
        example: example.to_owned(),
        at: source.spot(value.span().start),
    }
}
