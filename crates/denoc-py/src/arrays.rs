//! NumPy arrays as arguments and results: one state `(n,)` or a batch `(N, n)`.
//!
//! C-contiguous arrays of the right type are used in place. Anything else that NumPy can convert to numbers (lists,
//! integers, slices with strides) is copied.

use numpy::{
    Element, PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyReadonlyArrayDyn, PyReadwriteArrayDyn,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyModule;

use crate::errors::input;

static NUMPY: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

/// Numbers of a batch: double or single precision.
pub(crate) trait Number: Element + Copy + Send + Sync + 'static {
    const NAME: &'static str;
    const NAN: Self;
}

impl Number for f64 {
    const NAME: &'static str = "float64";
    const NAN: Self = f64::NAN;
}

impl Number for f32 {
    const NAME: &'static str = "float32";
    const NAN: Self = f32::NAN;
}

/// An argument: one state, or a batch of them.
pub(crate) struct Argument<'py, T: Number> {
    pub(crate) name: &'static str,
    array: PyReadonlyArrayDyn<'py, T>,
    /// Rows of a batch.
    pub(crate) rows: Option<usize>,
}

impl<'py, T: Number> Argument<'py, T> {
    /// Takes an array whose last axes have the lengths `shape`, with or without a leading axis for the batch. `expected` describes
    /// the numbers in error messages.
    pub(crate) fn new(
        name: &'static str,
        object: &Bound<'py, PyAny>,
        shape: &[usize],
        expected: impl FnOnce() -> String,
    ) -> PyResult<Self> {
        let array = match object.cast::<PyArrayDyn<T>>() {
            Ok(array) if array.is_c_contiguous() && is_aligned(array) => array.clone(),
            _ => converted(name, object)?,
        };
        let rows = match array.shape() {
            found if found == shape => None,
            [rows, found @ ..] if found == shape => Some(*rows),
            found => {
                let (found, one) = (tuple(found, None), tuple(shape, None));
                let many = tuple(shape, Some("N"));
                let message = format!("{name} has shape {found}; expected {one} or {many}: {}", expected());
                return Err(input(object.py(), message, "state.length"));
            }
        };
        let borrowed = array.try_readonly();
        let array = borrowed.map_err(|_| in_use(object.py(), name))?;
        Ok(Self { name, array, rows })
    }

    /// All numbers, row by row.
    pub(crate) fn numbers(&self) -> &[T] {
        // contiguous by construction
        self.array.as_slice().unwrap_or(&[])
    }
}

/// Copies the numbers to a new array.
fn converted<'py, T: Number>(name: &str, object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let py = object.py();
    let numpy = numpy(py)?;
    let refuse = |found: String| PyTypeError::new_err(format!("{name} must be an array of real numbers, not {found}"));
    let ragged =
        |_| refuse(format!("{} of rows of different lengths, or of objects that are not numbers", kind_of(object)));
    let array = numpy.call_method1("asarray", (object,)).map_err(ragged)?;
    let kind: char = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if !matches!(kind, 'f' | 'i' | 'u' | 'b') {
        return Err(refuse(format!("{} of dtype {}", kind_of(object), array.getattr("dtype")?)));
    }
    let copy = numpy.call_method1("require", (array, T::NAME, ("C", "A")))?;
    copy.cast_into::<PyArrayDyn<T>>().map_err(|_| refuse(kind_of(object)))
}

/// Whether the numbers are aligned in memory; views into packed records may not be.
fn is_aligned<T: Number>(array: &Bound<'_, PyArrayDyn<T>>) -> bool {
    array.data().is_aligned()
}

fn kind_of(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "this".into(), |name| name.to_string())
}

fn numpy(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    NUMPY.get_or_try_init(py, || PyModule::import(py, "numpy").map(Bound::unbind)).map(|module| module.bind(py).clone())
}

/// `(7,)`, `(N, 7)`.
pub(crate) fn tuple(shape: &[usize], first: Option<&str>) -> String {
    let sizes: Vec<String> = first.map(str::to_owned).into_iter().chain(shape.iter().map(usize::to_string)).collect();
    if sizes.len() == 1 { format!("({},)", sizes[0]) } else { format!("({})", sizes.join(", ")) }
}

fn in_use(py: Python<'_>, name: &str) -> PyErr {
    let message = format!(
        "{name} shares memory with an array that is being written: with \"out\" of this call, or with that of a call in another \
         thread; pass a copy"
    );
    input(py, message, "array.in-use")
}

/// Whether an object is an array in single precision.
pub(crate) fn is_single(object: &Bound<'_, PyAny>) -> bool {
    object.cast::<PyArrayDyn<f32>>().is_ok()
}

/// The rows of a call, if any argument is a batch; an error if two batches differ.
pub(crate) fn common_rows(
    py: Python<'_>,
    arguments: impl IntoIterator<Item = (&'static str, Option<usize>)>,
) -> PyResult<Option<usize>> {
    let mut known: Option<(&str, usize)> = None;
    for (name, rows) in arguments {
        let Some(rows) = rows else { continue };
        match known {
            Some((first, count)) if count != rows => {
                let message =
                    format!("{first} has {count} rows, {name} has {rows}; batches must have the same number of states");
                return Err(input(py, message, "state.length"));
            }
            _ => known = Some((name, rows)),
        }
    }
    Ok(known.map(|(_, rows)| rows))
}

/// The result: a new array, or the one given as `out`, of exactly this shape.
pub(crate) fn output<'py, T: Number>(
    py: Python<'py>,
    given: Option<&Bound<'py, PyAny>>,
    rows: Option<usize>,
    shape: &[usize],
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    let mut dims = [0; 4];
    let dims = match rows {
        Some(rows) => {
            dims[0] = rows;
            dims[1..=shape.len()].copy_from_slice(shape);
            &dims[..=shape.len()]
        }
        None => shape,
    };
    let Some(given) = given else {
        return Ok(PyArrayDyn::<T>::zeros(py, dims, false).readwrite());
    };
    let refuse = |found: String| {
        let message = format!(
            "out must be a C-contiguous, writable array of {} and shape {}, {found}",
            T::NAME,
            tuple(dims, None)
        );
        input(py, message, "array.out")
    };
    let Ok(array) = given.cast::<PyArrayDyn<T>>() else {
        let dtype = given.getattr("dtype").map_or_else(|_| kind_of(given), |dtype| dtype.to_string());
        return Err(refuse(format!("not {dtype}")));
    };
    if array.shape() != dims {
        return Err(refuse(format!("not {}", tuple(array.shape(), None))));
    }
    if !array.is_c_contiguous() {
        return Err(refuse("but it is not contiguous".into()));
    }
    if !is_aligned(array) {
        return Err(refuse("but its numbers are not aligned in memory".into()));
    }
    array.try_readwrite().map_err(|error| match error {
        numpy::BorrowError::NotWriteable => refuse("but it cannot be written".into()),
        _ => in_use(py, "out"),
    })
}

/// The arrays given as `out` for three results: a tuple or list of three, or nothing.
pub(crate) fn three_outputs<'py>(given: Option<&Bound<'py, PyAny>>) -> PyResult<[Option<Bound<'py, PyAny>>; 3]> {
    let Some(given) = given else { return Ok([None, None, None]) };
    let one = given.cast::<PyArrayDyn<f64>>().is_ok() || given.cast::<PyArrayDyn<f32>>().is_ok();
    match given.extract::<Vec<Bound<'py, PyAny>>>() {
        Ok(arrays) if !one && arrays.len() == 3 => {
            if arrays[0].is(&arrays[1]) || arrays[0].is(&arrays[2]) || arrays[1].is(&arrays[2]) {
                return Err(in_use(given.py(), "out"));
            }
            let mut arrays = arrays.into_iter();
            Ok([arrays.next(), arrays.next(), arrays.next()])
        }
        _ => {
            let message = format!("out must be a tuple of three arrays, one for each result, not {}", kind_of(given));
            Err(input(given.py(), message, "array.out"))
        }
    }
}

/// All rows of an argument; a single state is repeated to match a batch.
pub(crate) fn repeated<'a, T: Number>(argument: &'a Argument<'_, T>, rows: Option<usize>) -> std::borrow::Cow<'a, [T]> {
    match (argument.rows, rows) {
        (None, Some(rows)) => argument.numbers().repeat(rows).into(),
        _ => argument.numbers().into(),
    }
}

/// The numbers of a contiguous array of this length in double precision; `None` for anything else.
pub(crate) fn few(object: &Bound<'_, PyAny>, length: usize) -> Option<Vec<f64>> {
    let array = object.cast::<PyArray1<f64>>().ok()?;
    if array.len() == length { array.to_vec().ok() } else { None }
}

/// The numbers of a vector, in order, whatever its strides.
pub(crate) fn vector(array: &PyReadonlyArray1<'_, f64>) -> Vec<f64> {
    array.as_array().to_vec()
}
