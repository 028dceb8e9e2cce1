//! Values of joints on the command line: `0.1,0.2` or `joint1=0.1,joint4=30 deg`.

use std::collections::BTreeMap;

use denoc_run::scenario::{Number, Values};

use crate::output::Failure;

pub(crate) fn parse(flag: &str, text: &str) -> Result<Values, Failure> {
    let parts: Vec<&str> = text.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    let named = parts.iter().filter(|part| part.contains('=')).count();
    if named == 0 {
        return Ok(Values::All(parts.into_iter().map(number).collect()));
    }
    if named < parts.len() {
        let message = format!("{flag}: \"{text}\" mixes plain numbers with name=value; write one kind only");
        return Err(Failure::new(message));
    }
    let mut all = BTreeMap::new();
    for (name, value) in parts.into_iter().filter_map(|part| part.split_once('=')) {
        if all.insert(name.trim().to_owned(), vec![number(value.trim())]).is_some() {
            return Err(Failure::new(format!("{flag}: \"{}\" is given twice; keep one of them", name.trim())));
        }
    }
    Ok(Values::Named(all))
}

pub(crate) fn number(text: &str) -> Number {
    text.parse().map_or_else(|_| Number::WithUnit(text.to_owned()), Number::Plain)
}

/// `joint6=1e-6,joint5=2e-6`.
pub(crate) fn pairs(flag: &str, text: &str) -> Result<BTreeMap<String, f64>, Failure> {
    let one = |pair: &str| {
        let wrong = || Failure::new(format!("{flag}: \"{pair}\" is not of the form joint=value"));
        let (name, value) = pair.split_once('=').ok_or_else(wrong)?;
        Ok((name.trim().to_owned(), value.trim().parse().map_err(|_| wrong())?))
    };
    text.split(',').map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_may_have_units() {
        let Ok(Values::Named(named)) = parse("--q", "joint1=30 deg, joint2=-0.5") else { panic!("named") };
        assert_eq!(named["joint1"], [Number::WithUnit("30 deg".into())]);
        assert_eq!(named["joint2"], [Number::Plain(-0.5)]);
        assert!(parse("--q", "1,joint2=3").is_err() && parse("--q", "a=1,a=2").is_err());
    }
}
