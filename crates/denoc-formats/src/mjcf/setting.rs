//! An element together with its defaults.

use std::collections::HashMap;

use denoc_model::names;

use super::compiler::attribute_spot;
use crate::FormatError;
use crate::note::Notes;
use crate::xml::{Element, Text};

/// The classes of `<default>`.
#[derive(Default)]
pub(super) struct Defaults<'a, 'i> {
    /// The settings of each class, those that it inherits first.
    classes: HashMap<String, Vec<Element<'a, 'i>>>,
    /// The outermost class, which is the default.
    main: Option<String>,
}

/// An element and its defaults, nearest first.
pub(super) struct Setting<'a, 'i> {
    pub(super) element: Element<'a, 'i>,
    defaults: Vec<Element<'a, 'i>>,
}

/// Tags that share their defaults.
pub(super) const ACTUATORS: &[&str] = &[
    "general",
    "motor",
    "position",
    "velocity",
    "intvelocity",
    "damper",
    "cylinder",
    "muscle",
    "adhesion",
    "pid",
    "dcmotor",
];

impl<'a, 'i> Defaults<'a, 'i> {
    /// Adds a `<default>` of the outermost level and its children.
    pub(super) fn read(&mut self, outermost: Element<'a, 'i>, notes: &mut Notes) -> Result<(), FormatError> {
        let mut pending: Vec<(Element<'a, 'i>, Option<String>)> = vec![(outermost, None)];
        while let Some((element, parent)) = pending.pop() {
            element.check_words(notes)?;
            let name = match element.attribute("class") {
                Some(_) => element.needed_name("class")?.to_owned(),
                None if parent.is_none() => "main".to_owned(),
                None => element.needed_name("class")?.to_owned(),
            };
            if parent.is_none() {
                self.main.get_or_insert_with(|| name.clone());
            }
            // a class inherits what its parent is when it begins: a later section that changes the parent does not change it
            let inherited = parent.and_then(|parent| self.classes.get(&parent)).cloned().unwrap_or_default();
            let class = self.classes.entry(name.clone()).or_insert(inherited);
            for child in element.children() {
                match child.name() {
                    "default" => pending.push((child, Some(name.clone()))),
                    _ => {
                        child.check_words(notes)?;
                        class.push(child);
                    }
                }
            }
        }
        Ok(())
    }

    /// The element with the defaults of its class, of the enclosing class, or of the outermost class.
    pub(super) fn of(&self, element: Element<'a, 'i>, around: Option<&str>) -> Result<Setting<'a, 'i>, FormatError> {
        self.of_kind(element.name(), element, around)
    }

    /// As `of`, with the defaults for elements of this name: those of `<connect>` are in `<equality>`.
    pub(super) fn of_kind(
        &self,
        tag: &str,
        element: Element<'a, 'i>,
        around: Option<&str>,
    ) -> Result<Setting<'a, 'i>, FormatError> {
        let class = match element.attribute("class") {
            Some(_) => Some(element.needed_name("class")?),
            None => None,
        };
        if let Some(name) = class {
            self.check(element, "class", name)?;
        }
        let class = class.or(around).or(self.main.as_deref()).and_then(|name| self.classes.get(name));
        let same = |other: &str| other == tag || (ACTUATORS.contains(&other) && ACTUATORS.contains(&tag));
        // later settings of a class override earlier ones
        let settings = class.into_iter().flatten().rev();
        Ok(Setting { element, defaults: settings.filter(|e| same(e.name())).copied().collect() })
    }

    /// Rejects a class that does not exist.
    pub(super) fn check(&self, element: Element, attribute: &str, name: &str) -> Result<(), FormatError> {
        if self.classes.contains_key(name) || (name == "main" && self.classes.is_empty()) {
            return Ok(());
        }
        let at = element.attribute(attribute).map_or(element.offset(), |t| t.at(name));
        Err(FormatError::UnknownReference {
            what: format!("the class of <{}>", element.name()),
            kind: "class",
            name: name.to_owned(),
            nearest: names::nearest(name, self.classes.keys().map(String::as_str)),
            remedy: format!("add <default class=\"{name}\"> or correct the name"),
            at: element.spot_at(at),
        })
    }
}

impl<'a, 'i> Setting<'a, 'i> {
    /// The element itself, then its defaults, nearest first.
    pub(super) fn levels(&self) -> impl Iterator<Item = Element<'a, 'i>> + '_ {
        std::iter::once(self.element).chain(self.defaults.iter().copied())
    }

    /// The level that specifies an attribute.
    pub(super) fn level(&self, attribute: &str) -> Option<Element<'a, 'i>> {
        self.levels().find(|e| e.attribute(attribute).is_some())
    }

    pub(super) fn attribute(&self, name: &str) -> Option<(Element<'a, 'i>, Text<'a>)> {
        self.levels().find_map(|e| e.attribute(name).map(|text| (e, text)))
    }

    pub(super) fn number(&self, attribute: &str) -> Result<Option<f64>, FormatError> {
        self.level(attribute).map_or(Ok(None), |e| e.number(attribute))
    }

    pub(super) fn numbers<const N: usize>(&self, attribute: &str) -> Result<Option<[f64; N]>, FormatError> {
        self.level(attribute).map_or(Ok(None), |e| e.numbers(attribute))
    }

    /// Up to `most` numbers, which may be fewer than the defaults, whose remaining numbers then hold.
    pub(super) fn list(&self, attribute: &str, most: usize) -> Result<Option<Vec<f64>>, FormatError> {
        let mut list: Option<Vec<f64>> = None;
        for level in self.levels() {
            let Some(more) = list_of(level, attribute, most)? else { continue };
            let list = list.get_or_insert_default();
            list.extend(more.into_iter().skip(list.len()));
        }
        Ok(list)
    }

    pub(super) fn switch(&self, attribute: &'static str) -> Result<Option<bool>, FormatError> {
        Ok(self.keyword(attribute, &["true", "false"])?.map(|answer| answer == "true"))
    }

    /// The first of several coefficients, which must not be negative; zero if it is missing. The others are those of higher powers.
    pub(super) fn coefficients(&self, owner: &str, attribute: &'static str) -> Result<(f64, bool), FormatError> {
        let list = self.list(attribute, 3)?.unwrap_or_default();
        let (first, higher) = list.split_first().map_or((0.0, &[][..]), |(first, higher)| (*first, higher));
        if first >= 0.0 {
            return Ok((first, higher.iter().any(|c| *c != 0.0)));
        }
        let (owner, at) = (owner.to_owned(), self.spot(attribute));
        Err(FormatError::Negative { owner, quantity: attribute, value: first, at })
    }

    /// A keyword of a list.
    pub(super) fn keyword(
        &self,
        attribute: &'static str,
        known: &'static [&'static str],
    ) -> Result<Option<&'static str>, FormatError> {
        self.level(attribute).map_or(Ok(None), |e| keyword(e, attribute, known))
    }

    /// A number that must not be negative; zero if it is missing.
    pub(super) fn not_negative(&self, owner: &str, attribute: &'static str) -> Result<f64, FormatError> {
        let Some(level) = self.level(attribute) else { return Ok(0.0) };
        let value = level.number(attribute)?.unwrap_or(0.0);
        if value >= 0.0 {
            return Ok(value);
        }
        Err(FormatError::Negative { owner: owner.to_owned(), quantity: attribute, value, at: self.spot(attribute) })
    }

    /// Location of an attribute, or of the element if it is missing.
    pub(super) fn spot(&self, attribute: &str) -> Box<crate::Spot> {
        attribute_spot(self.level(attribute).unwrap_or(self.element), attribute)
    }
}

/// Up to `most` numbers of an attribute, if it is present.
pub(super) fn list_of(element: Element, attribute: &str, most: usize) -> Result<Option<Vec<f64>>, FormatError> {
    let list = element.list(attribute)?;
    match &list {
        Some(numbers) if numbers.len() > most => Err(FormatError::WrongCount {
            element: element.name().to_owned(),
            attribute: attribute.to_owned(),
            found: numbers.len(),
            needed: most,
            at: attribute_spot(element, attribute),
        }),
        _ => Ok(list),
    }
}

/// A keyword of a list, if the attribute is present.
pub(super) fn keyword(
    element: Element,
    attribute: &'static str,
    known: &'static [&'static str],
) -> Result<Option<&'static str>, FormatError> {
    let Some(text) = element.attribute(attribute) else { return Ok(None) };
    let found = text.text.trim();
    match known.iter().find(|w| **w == found) {
        Some(keyword) => Ok(Some(keyword)),
        None => Err(FormatError::UnknownKeyword {
            what: format!("attribute \"{attribute}\" of <{}>", element.name()),
            found: found.to_owned(),
            nearest: names::nearest(found, known.iter().copied()),
            known: known.to_vec(),
            at: element.spot_at(text.at(found)),
        }),
    }
}
