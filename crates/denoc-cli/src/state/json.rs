//! `{"q": [0.1, 0.2], "v": {"joint2": 1.0}}`, or a list of such objects.

use std::fmt;

use denoc_base::excerpt;
use denoc_model::Model;
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use super::{Filling, Raw, Vector, all, near};
use crate::output::Failure;
use denoc_mechanism::quantity::{Entries, Quantity};

/// What is in a file, in its own order.
enum Json {
    Number(f64),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
    /// Nothing that a state can have.
    Other(&'static str),
}

/// What a file should contain.
const REMEDY: &str = "write a state such as {\"q\": [0.1, 0.2]}, or a list of them";

pub(super) fn parse(
    model: &Model,
    entries: &[Entries; 4],
    file: &str,
    text: &str,
) -> Result<(Vec<Raw>, bool), Failure> {
    let json: Json = serde_json::from_str(text).map_err(|e| {
        let (line, column) = (e.line(), e.column());
        let message = e.to_string();
        let reason = message.rsplit_once(" at line ").map_or(message.as_str(), |(reason, _)| reason);
        let message = if e.is_data() { reason.to_owned() } else { format!("this is not JSON: {reason}; {REMEDY}") };
        Failure::new(message).at(&format!("{file}:{line}:{column}"))
    })?;
    match json {
        Json::List(list) if list.is_empty() => Err(Failure::new(format!("the list has no states; {REMEDY}")).at(file)),
        Json::List(list) => {
            let state = |(k, json)| state(model, entries, format!("{file}: state {k}"), json);
            Ok((list.into_iter().enumerate().map(state).collect::<Result<_, _>>()?, true))
        }
        json => Ok((vec![state(model, entries, file.to_owned(), json)?], false)),
    }
}

fn state(model: &Model, entries: &[Entries; 4], place: String, json: Json) -> Result<Raw, Failure> {
    let Json::Object(members) = json else {
        let message = format!("a state is an object such as {{\"q\": [0.1, 0.2]}}, not {}", json.word());
        return Err(Failure::new(message).at(&place));
    };
    let mut raw = Raw { place, ..Raw::default() };
    for (key, value) in members {
        let at = |e: Failure| e.at(&format!("{}: \"{}\"", raw.place, excerpt(&key)));
        match (Quantity::of(&key), value) {
            (Some(quantity), value) => {
                let vector = vector(model, &entries[quantity as usize], value).map_err(at)?;
                raw.given[quantity as usize] = Some(vector);
            }
            (None, Json::Number(t)) if key == "t" => raw.time = Some(t),
            (None, _) => {
                let hint = near(&key).map_or(String::new(), |near| format!("; did you mean \"{near}\"?"));
                return Err(at(Failure::new(format!("a state has q, v, a, tau and t (a number), nothing else{hint}"))));
            }
        }
    }
    Ok(raw)
}

fn vector(model: &Model, entries: &Entries, json: Json) -> Result<Vector, Failure> {
    match json {
        Json::List(list) => all(model, entries, numbers(list)?),
        Json::Object(members) => {
            let mut filling = Filling::new(model, entries);
            for (name, value) in members {
                match value {
                    Json::List(list) => filling.set(&name, &numbers(list)?)?,
                    value => filling.set(&name, &[value.number()?])?,
                }
            }
            Ok(filling.vector())
        }
        Json::Number(x) => all(model, entries, vec![x]),
        Json::Other(word) => Err(Failure::new(format!(
            "a list of numbers or names with numbers is needed, not {word}; write [0.1, 0.2]"
        ))),
    }
}

fn numbers(list: Vec<Json>) -> Result<Vec<f64>, Failure> {
    list.into_iter().map(Json::number).collect()
}

impl Json {
    fn number(self) -> Result<f64, Failure> {
        match self {
            Self::Number(x) => Ok(x),
            other => Err(Failure::new(format!("a number is needed, not {}; write one such as 0.25", other.word()))),
        }
    }

    fn word(&self) -> &'static str {
        match self {
            Self::Number(_) => "a number",
            Self::List(_) => "a list",
            Self::Object(_) => "an object",
            Self::Other(word) => word,
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }
    fn visit_f64<E>(self, x: f64) -> Result<Json, E> {
        Ok(Json::Number(x))
    }
    fn visit_i64<E>(self, x: i64) -> Result<Json, E> {
        Ok(Json::Number(x as f64))
    }
    fn visit_u64<E>(self, x: u64) -> Result<Json, E> {
        Ok(Json::Number(x as f64))
    }
    fn visit_bool<E>(self, _: bool) -> Result<Json, E> {
        Ok(Json::Other("true or false"))
    }
    fn visit_str<E>(self, _: &str) -> Result<Json, E> {
        Ok(Json::Other("text"))
    }
    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Other("null"))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Json::List(list))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut members: Vec<(String, Json)> = Vec::new();
        while let Some(key) = items.next_key::<String>()? {
            if members.iter().any(|(before, _)| *before == key) {
                return Err(de::Error::custom(format!("\"{}\" is given twice; keep one of them", excerpt(&key))));
            }
            members.push((key, items.next_value()?));
        }
        Ok(Json::Object(members))
    }
}
