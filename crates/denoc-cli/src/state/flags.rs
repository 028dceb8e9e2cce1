//! `--q 0.1,0.2` and `--q joint1=0.1,joint4=0.2`.

use denoc::model::Model;

use super::{Filling, all};
use crate::output::Failure;
use denoc::quantity::Entries;

pub(super) fn parse(model: &Model, entries: &Entries, text: &str) -> Result<Vec<f64>, Failure> {
    let parts: Vec<&str> = text.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    let named = parts.iter().filter(|part| part.contains('=')).count();
    if named == 0 {
        let values = parts.into_iter().map(number).collect::<Result<Vec<_>, _>>()?;
        return all(model, entries, values);
    }
    if named < parts.len() {
        return Err(Failure::new(format!("\"{text}\" mixes plain numbers with name=value; write one kind only")));
    }
    let mut filling = Filling::new(model, entries);
    for (name, value) in parts.into_iter().filter_map(|part| part.split_once('=')) {
        filling.set(name.trim(), &[number(value.trim())?])?;
    }
    Ok(filling.values)
}

pub(super) fn number(text: &str) -> Result<f64, Failure> {
    text.parse().map_err(|_| Failure::new(format!("\"{text}\" is not a number; write one such as 0.25 or -1e-3")))
}
