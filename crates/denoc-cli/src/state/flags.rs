//! `--q 0.1,0.2` and `--q joint1=0.1,joint4=0.2`; a joint with several numbers has them between spaces, `ball="0 0 0 1"`.

use denoc_model::Model;

use super::{Filling, Vector, all};
use crate::output::Failure;
use denoc_mechanism::quantity::Entries;

pub(super) fn parse(model: &Model, entries: &Entries, text: &str) -> Result<Vector, Failure> {
    let parts: Vec<&str> = text.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    let named = parts.iter().filter(|part| part.contains('=')).count();
    if named == 0 {
        let unit = |i: usize| entries.units.get(i).copied().unwrap_or("rad");
        let units: Vec<bool> = parts.iter().map(|part| has_unit(part)).collect();
        let values =
            parts.into_iter().enumerate().map(|(i, part)| quantity(part, unit(i))).collect::<Result<Vec<_>, _>>()?;
        let with_unit = (0..units.len()).filter(|&i| units[i]).collect();
        return Ok(Vector { with_unit, ..all(model, entries, values)? });
    }
    if named < parts.len() {
        return Err(Failure::new(format!("\"{text}\" mixes plain numbers with name=value; write one kind only")));
    }
    let mut filling = Filling::new(model, entries);
    let mut with_unit = Vec::new();
    for (name, value) in parts.into_iter().filter_map(|part| part.split_once('=')) {
        let range = entries.find(name.trim());
        let unit = range.as_ref().and_then(|range| entries.units.get(range.start).copied()).unwrap_or("rad");
        with_unit.extend(range.filter(|_| has_unit(value)).into_iter().flatten());
        filling.set(name.trim(), &quantities(value.trim(), unit)?)?;
    }
    Ok(Vector { with_unit, ..filling.vector() })
}

/// Whether a value is followed by a unit, rather than by more numbers.
fn has_unit(text: &str) -> bool {
    text.split_whitespace().any(|word| word.parse::<f64>().is_err())
}

/// One quantity, or several numbers between spaces.
fn quantities(text: &str, unit: &str) -> Result<Vec<f64>, Failure> {
    let several: Result<Vec<f64>, _> = text.split_whitespace().map(number).collect();
    several.ok().filter(|numbers| numbers.len() > 1).map_or_else(|| Ok(vec![quantity(text, unit)?]), Ok)
}

/// A number, or one with a unit such as `30 deg` or `30deg`.
fn quantity(text: &str, unit: &str) -> Result<f64, Failure> {
    denoc_formats::number_in_si(text, unit).map_err(Failure::new)
}

pub(super) fn number(text: &str) -> Result<f64, Failure> {
    let shown = || denoc_base::excerpt(text);
    text.parse().map_err(|_| Failure::new(format!("\"{}\" is not a number; write one such as 0.25 or -1e-3", shown())))
}
