//! Python objects as Rust values: dictionaries with the keys of scenario files, without a text between.

use std::fmt;

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::{Serialize, forward_to_deserialize_any};
use serde_json::Value;

/// Converts an object of dictionaries, lists, strings, numbers, booleans and None; an error names the key.
pub(crate) fn from_python<T: DeserializeOwned>(object: &Bound<'_, PyAny>) -> Result<T, ObjectError> {
    T::deserialize(Object { object: object.clone(), depth: 0 })
}

/// Converts a value to dictionaries, lists, strings, numbers, booleans and None.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let tree =
        serde_json::to_value(value).map_err(|error| pyo3::exceptions::PyValueError::new_err(error.to_string()))?;
    tree_to_python(py, &tree)
}

fn tree_to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(value) => PyBool::new(py, *value).to_owned().into_any(),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(number), _) => number.into_pyobject(py)?.into_any(),
            (_, Some(number)) => number.into_pyobject(py)?.into_any(),
            _ => number.as_f64().into_pyobject(py)?.into_any(),
        },
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Array(entries) => {
            let entries = entries.iter().map(|entry| tree_to_python(py, entry)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, entries)?.into_any()
        }
        Value::Object(entries) => {
            let dict = PyDict::new(py);
            for (key, entry) in entries {
                dict.set_item(key, tree_to_python(py, entry)?)?;
            }
            dict.into_any()
        }
    })
}

/// Why an object cannot be converted, and at which key.
#[derive(Debug)]
pub(crate) struct ObjectError {
    /// Keys and indices from the outermost: `controller.kp`, `load[0].link`; empty for the object itself.
    pub(crate) path: String,
    message: String,
}

impl ObjectError {
    fn below_key(self, key: &str) -> Self {
        let joint = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        Self { path: format!("{key}{joint}{}", self.path), ..self }
    }

    fn below_index(self, index: usize) -> Self {
        self.below_key(&format!("[{index}]"))
    }
}

impl fmt::Display for ObjectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() { write!(f, "{}", self.message) } else { write!(f, "{}: {}", self.path, self.message) }
    }
}

impl std::error::Error for ObjectError {}

impl serde::de::Error for ObjectError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self { path: String::new(), message: message.to_string() }
    }
}

impl From<PyErr> for ObjectError {
    fn from(error: PyErr) -> Self {
        serde::de::Error::custom(error)
    }
}

/// Lists and dictionaries inside each other; more, such as a list that contains itself, are refused.
const MOST_LEVELS: usize = 100;

/// A Python object to read.
struct Object<'py> {
    object: Bound<'py, PyAny>,
    /// Number of lists and dictionaries around it.
    depth: usize,
}

impl<'py> Object<'py> {
    fn unsupported(&self) -> ObjectError {
        let class = self.object.get_type().name().map_or_else(|_| "this type".into(), |name| name.to_string());
        serde::de::Error::custom(format!("a value of type {class} is not allowed here"))
    }

    /// The depth of what it contains.
    fn inside(&self) -> Result<usize, ObjectError> {
        match self.depth < MOST_LEVELS {
            true => Ok(self.depth + 1),
            false => Err(serde::de::Error::custom("lists and dictionaries are nested too deeply")),
        }
    }

    fn entries(&self, dict: &Bound<'py, PyDict>) -> Result<Entries<'py>, ObjectError> {
        let entry = |(key, value): (Bound<'py, PyAny>, _)| Ok((key.extract::<String>()?, value));
        let entries = dict.iter().map(entry).collect::<PyResult<Vec<_>>>()?;
        Ok(Entries { rest: entries.into_iter(), current: None, depth: self.inside()? })
    }

    /// The items, if it is a list or a tuple.
    fn items(&self) -> Result<Items<'py>, ObjectError> {
        if !self.object.is_instance_of::<PyList>() && !self.object.is_instance_of::<PyTuple>() {
            return Err(self.unsupported());
        }
        let items = self.object.try_iter()?.collect::<PyResult<Vec<_>>>()?;
        Ok(Items { rest: items.into_iter(), index: 0, depth: self.inside()? })
    }

    /// The dictionary that is needed here.
    fn dict(&self) -> Result<&Bound<'py, PyDict>, ObjectError> {
        self.object.cast().map_err(|_| serde::de::Error::custom("a dictionary is needed here"))
    }
}

impl<'de> Deserializer<'de> for Object<'_> {
    type Error = ObjectError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ObjectError> {
        let object = &self.object;
        if object.is_none() {
            visitor.visit_unit()
        } else if let Ok(value) = object.cast::<PyBool>() {
            visitor.visit_bool(value.is_true())
        } else if let Ok(text) = object.cast::<PyString>() {
            visitor.visit_str(text.to_str()?)
        } else if object.is_instance_of::<PyInt>() {
            match (object.extract::<i64>(), object.extract::<u64>()) {
                (Ok(number), _) => visitor.visit_i64(number),
                (_, Ok(number)) => visitor.visit_u64(number),
                _ => visitor.visit_f64(object.extract()?),
            }
        } else if let Ok(number) = object.cast::<PyFloat>() {
            visitor.visit_f64(number.value())
        } else if let Ok(dict) = object.cast::<PyDict>() {
            visitor.visit_map(self.entries(dict)?)
        } else {
            visitor.visit_seq(self.items()?)
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, ObjectError> {
        let items = self.items()?;
        match items.rest.len() {
            found if found == length => visitor.visit_seq(items),
            found => Err(serde::de::Error::custom(format!("{length} entries are needed here, not {found}"))),
        }
    }

    // a list in place of a dictionary would be taken by position
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ObjectError> {
        visitor.visit_map(self.entries(self.dict()?)?)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ObjectError> {
        visitor.visit_map(self.entries(self.dict()?)?)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ObjectError> {
        if self.object.is_none() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, ObjectError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ObjectError> {
        if let Ok(text) = self.object.cast::<PyString>() {
            let variant: StrDeserializer<'_, ObjectError> = text.to_str()?.into_deserializer();
            visitor.visit_enum(variant)
        } else if let Ok(dict) = self.object.cast::<PyDict>() {
            if dict.len() != 1 {
                return Err(serde::de::Error::custom(format!("one key is needed here, not {}", dict.len())));
            }
            visitor.visit_enum(MapAccessDeserializer::new(self.entries(dict)?))
        } else {
            Err(self.unsupported())
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq
        tuple_struct identifier ignored_any
    }
}

/// Entries of a dictionary.
struct Entries<'py> {
    rest: std::vec::IntoIter<(String, Bound<'py, PyAny>)>,
    current: Option<(String, Bound<'py, PyAny>)>,
    depth: usize,
}

impl<'de> MapAccess<'de> for Entries<'_> {
    type Error = ObjectError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, ObjectError> {
        self.current = self.rest.next();
        let Some((key, _)) = &self.current else { return Ok(None) };
        let key: StrDeserializer<'_, ObjectError> = key.as_str().into_deserializer();
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, ObjectError> {
        let Some((key, value)) = self.current.take() else {
            return Err(serde::de::Error::custom("a value was read before its key"));
        };
        seed.deserialize(Object { object: value, depth: self.depth }).map_err(|error| error.below_key(&key))
    }
}

/// Items of a list or a tuple.
struct Items<'py> {
    rest: std::vec::IntoIter<Bound<'py, PyAny>>,
    index: usize,
    depth: usize,
}

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = ObjectError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, ObjectError> {
        let Some(item) = self.rest.next() else { return Ok(None) };
        self.index += 1;
        let object = Object { object: item, depth: self.depth };
        seed.deserialize(object).map(Some).map_err(|error| error.below_index(self.index - 1))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}
