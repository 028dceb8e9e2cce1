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
    T::deserialize(Object(object.clone()))
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

/// A Python object to read.
struct Object<'py>(Bound<'py, PyAny>);

impl<'py> Object<'py> {
    fn unsupported(&self) -> ObjectError {
        let class = self.0.get_type().name().map_or_else(|_| "this type".into(), |name| name.to_string());
        serde::de::Error::custom(format!("a value of type {class} is not allowed here"))
    }

    fn entries(dict: &Bound<'py, PyDict>) -> Result<Entries<'py>, ObjectError> {
        let entry = |(key, value): (Bound<'py, PyAny>, _)| Ok((key.extract::<String>()?, value));
        let entries = dict.iter().map(entry).collect::<PyResult<Vec<_>>>()?;
        Ok(Entries { rest: entries.into_iter(), current: None })
    }
}

impl<'de> Deserializer<'de> for Object<'_> {
    type Error = ObjectError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ObjectError> {
        let object = &self.0;
        if object.is_none() {
            visitor.visit_unit()
        } else if let Ok(value) = object.cast::<PyBool>() {
            visitor.visit_bool(value.is_true())
        } else if let Ok(text) = object.cast::<PyString>() {
            visitor.visit_str(text.to_str()?)
        } else if object.is_instance_of::<PyInt>() {
            match object.extract::<i64>() {
                Ok(number) => visitor.visit_i64(number),
                Err(_) => visitor.visit_u64(object.extract()?),
            }
        } else if let Ok(number) = object.cast::<PyFloat>() {
            visitor.visit_f64(number.value())
        } else if let Ok(dict) = object.cast::<PyDict>() {
            visitor.visit_map(Self::entries(dict)?)
        } else if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
            let items = object.try_iter()?.collect::<PyResult<Vec<_>>>()?;
            visitor.visit_seq(Items { rest: items.into_iter(), index: 0 })
        } else {
            Err(self.unsupported())
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ObjectError> {
        if self.0.is_none() { visitor.visit_none() } else { visitor.visit_some(self) }
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
        if let Ok(text) = self.0.cast::<PyString>() {
            let variant: StrDeserializer<'_, ObjectError> = text.to_str()?.into_deserializer();
            visitor.visit_enum(variant)
        } else if let Ok(dict) = self.0.cast::<PyDict>() {
            visitor.visit_enum(MapAccessDeserializer::new(Self::entries(dict)?))
        } else {
            Err(self.unsupported())
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

/// Entries of a dictionary.
struct Entries<'py> {
    rest: std::vec::IntoIter<(String, Bound<'py, PyAny>)>,
    current: Option<(String, Bound<'py, PyAny>)>,
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
        seed.deserialize(Object(value)).map_err(|error| error.below_key(&key))
    }
}

/// Items of a list or a tuple.
struct Items<'py> {
    rest: std::vec::IntoIter<Bound<'py, PyAny>>,
    index: usize,
}

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = ObjectError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, ObjectError> {
        let Some(item) = self.rest.next() else { return Ok(None) };
        self.index += 1;
        seed.deserialize(Object(item)).map(Some).map_err(|error| error.below_index(self.index - 1))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}
