//! Computations in the faithful layer, state by state.

use denoc_dynamics::{Acceleration, DynamicsError, Loads, Position, Velocity};
use denoc_mechanism::evaluate::Evaluator;
use denoc_model::Model;
use denoc_run::Error;
use numpy::{PyArrayMethods, PyReadwriteArrayDyn};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::arrays::{Argument, common_rows, is_single, output};
use crate::errors::OrRaise;
use crate::failures::{Batch, Failures, OnFailure, is_about_state, returned};
use crate::inner::Inner;
use crate::rows::{Block, Part};
use crate::threads::Crew;

/// An argument.
pub(crate) type Object<'a, 'py> = &'a Bound<'py, PyAny>;
/// An optional output array.
pub(crate) type Out<'a, 'py> = Option<&'a Bound<'py, PyAny>>;

/// The number of entries of an argument: nq or nv.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Width {
    Q,
    V,
}

/// The arguments of one call: a state, or a batch.
pub(crate) struct States<'a, 'py> {
    py: Python<'py>,
    inner: &'a Inner,
    arguments: Vec<Argument<'py, f64>>,
    pub(crate) rows: Option<usize>,
    /// Whether results are returned in single precision, because all arguments are.
    single: bool,
    /// Whether one state takes long.
    long: bool,
}

impl<'a, 'py> States<'a, 'py> {
    pub(crate) fn new(inner: &'a Inner, arguments: &[(&'static str, &Bound<'py, PyAny>, Width)]) -> PyResult<Self> {
        let py = arguments[0].1.py();
        let model = inner.model();
        let single = arguments.iter().all(|(_, object, _)| is_single(object));
        let take = |&(name, object, width): &(&'static str, &Bound<'py, PyAny>, Width)| {
            Argument::new(name, object, &[width.of(model)], || width.owner(model))
        };
        let arguments = arguments.iter().map(take).collect::<PyResult<Vec<_>>>()?;
        let rows = common_rows(py, arguments.iter().map(|a| (a.name, a.rows)))?;
        Ok(Self { py, inner, arguments, rows, single, long: inner.model().nv() >= 64 })
    }

    /// Adds a batch that must have the same number of rows, such as external wrenches.
    pub(crate) fn beside(mut self, name: &'static str, rows: Option<usize>) -> PyResult<Self> {
        let rows_of_arguments = self.arguments.iter().map(|a| (a.name, a.rows));
        self.rows = common_rows(self.py, rows_of_arguments.chain([(name, rows)]))?;
        Ok(self)
    }

    /// Marks the computation as long even for one state, so that it releases the GIL.
    pub(crate) fn long(mut self) -> Self {
        self.long = true;
        self
    }

    /// Computes results of these shapes; `one` writes those of one state.
    pub(crate) fn compute<const N: usize>(
        &self,
        shapes: [&[usize]; N],
        out: [Option<&Bound<'py, PyAny>>; N],
        batch: Batch<'_>,
        one: impl Fn(&mut Evaluator, usize, [&[f64]; 3], [&mut [f64]; 3]) -> Result<(), Error> + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.compute_and(shapes, out, batch, one, Ok)
    }

    /// The same, with results that `finish` converts.
    pub(crate) fn compute_and<const N: usize>(
        &self,
        shapes: [&[usize]; N],
        out: [Option<&Bound<'py, PyAny>>; N],
        batch: Batch<'_>,
        one: impl Fn(&mut Evaluator, usize, [&[f64]; 3], [&mut [f64]; 3]) -> Result<(), Error> + Sync,
        finish: impl Fn(Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let on_failure = OnFailure::new(self.py, batch.on_failure)?;
        let mut arrays: Vec<PyReadwriteArrayDyn<'py, f64>> = Vec::with_capacity(N);
        for (shape, out) in shapes.iter().zip(&out) {
            // results in single precision are rounded from double precision
            arrays.push(output::<f64>(self.py, out.filter(|_| !self.single), self.rows, shape)?);
        }
        let count = self.rows.unwrap_or(1);
        let widths: Vec<usize> = shapes.iter().map(|shape| shape.iter().product()).collect();
        let work = count * widths.iter().sum::<usize>().max(self.inner.model().nv());
        let crew = Crew::choose(self.py, batch.threads, work)?;
        let parts = arrays.iter_mut().zip(&widths).map(|(array, &width)| Part {
            // contiguous by construction
            numbers: array.as_slice_mut().unwrap_or(&mut []),
            width,
        });
        let all = Block { states: 0..count, parts: parts.collect() };
        let arguments: Vec<(&[f64], Option<usize>)> = self.arguments.iter().map(|a| (a.numbers(), a.rows)).collect();
        let job = Job { inner: self.inner, arguments: &arguments, one: &one, batch: self.rows.is_some(), on_failure };
        let failures = match self.rows {
            // releasing the GIL would cost more than the work
            None if !self.long => job.block(all),
            _ => self.py.detach(|| crew.run(|| job.all(&crew, all))),
        }
        .or_raise(self.py)?;
        let mut results = Vec::with_capacity(N + 1);
        for (array, given) in arrays.into_iter().zip(out) {
            let array = if self.single { narrowed(&array, given)? } else { array.as_any().clone() };
            results.push(finish(array)?);
        }
        returned(self.py, results, on_failure, count, &failures)
    }
}

/// The same in single precision, in `out` if it is given.
pub(crate) fn narrowed<'py>(
    array: &Bound<'py, numpy::PyArrayDyn<f64>>,
    given: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let narrow = array.call_method1("astype", ("float32",))?;
    let Some(given) = given else { return Ok(narrow) };
    let narrow = narrow.cast_into::<numpy::PyArrayDyn<f32>>()?;
    let shape: Vec<usize> = numpy::PyUntypedArrayMethods::shape(&narrow).to_vec();
    let mut target = output::<f32>(array.py(), Some(given), None, &shape)?;
    if let (Ok(target), Ok(numbers)) = (target.as_slice_mut(), narrow.readonly().as_slice()) {
        target.copy_from_slice(numbers);
    }
    Ok(given.clone())
}

impl Width {
    fn of(self, model: &Model) -> usize {
        match self {
            Self::Q => model.nq(),
            Self::V => model.nv(),
        }
    }

    /// Describes the expected length in error messages.
    pub(crate) fn owner(self, model: &Model) -> String {
        let what = match self {
            Self::Q => "nq",
            Self::V => "nv",
        };
        format!("model \"{}\" has {what} = {}", model.name(), self.of(model))
    }
}

fn nth((numbers, rows): (&[f64], Option<usize>), state: usize) -> &[f64] {
    match rows {
        None => numbers,
        Some(rows) => {
            let width = numbers.len() / rows.max(1);
            &numbers[state * width..(state + 1) * width]
        }
    }
}

struct Job<'a, F> {
    inner: &'a Inner,
    arguments: &'a [(&'a [f64], Option<usize>)],
    one: &'a F,
    batch: bool,
    on_failure: OnFailure,
}

impl<F> Job<'_, F>
where
    F: Fn(&mut Evaluator, usize, [&[f64]; 3], [&mut [f64]; 3]) -> Result<(), Error> + Sync,
{
    fn all(&self, crew: &Crew, all: Block<'_>) -> Result<Failures, Error> {
        if matches!(crew, Crew::One) {
            return self.block(all);
        }
        let each = all.states.len().div_ceil(8 * rayon::current_num_threads()).clamp(1, 1024);
        // of several errors, report that of the first state, whichever thread was fastest
        let done: Vec<Result<Failures, Error>> =
            all.divide(each).into_par_iter().map(|block| self.block(block)).collect();
        Ok(done.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }

    fn block(&self, mut block: Block<'_>) -> Result<Failures, Error> {
        let mut failures = Failures::new();
        self.inner.mechanism.with_evaluator(|evaluator| {
            for (k, at) in block.states.clone().enumerate() {
                let mut arguments = [&[][..]; 3];
                for (row, &argument) in arguments.iter_mut().zip(self.arguments) {
                    *row = nth(argument, at);
                }
                let mut rows: [&mut [f64]; 3] = Default::default();
                for (row, part) in rows.iter_mut().zip(&mut block.parts) {
                    *row = part.row(k);
                }
                match (self.one)(evaluator, at, arguments, rows) {
                    Ok(()) => (),
                    Err(error) if self.on_failure == OnFailure::Nan && is_about_state(&error) => {
                        block.parts.iter_mut().for_each(|part| part.row(k).fill(f64::NAN));
                        failures.push((at, error));
                    }
                    Err(error) => return Err(self.in_state(at, error)),
                }
            }
            Ok(failures)
        })
    }

    fn in_state(&self, index: usize, error: Error) -> Error {
        if self.batch { error.in_state(index) } else { error }
    }
}

impl crate::model::Model {
    /// A quantity that depends on coordinates.
    pub(crate) fn at_position<'py>(
        &self,
        q: Object<'_, 'py>,
        shape: &[usize],
        out: Out<'_, 'py>,
        batch: Batch<'_>,
        one: impl Fn(&mut Position<'_, f64>, &mut [f64]) -> Result<(), DynamicsError> + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        let model = self.inner.model();
        let states = States::new(&self.inner, &[("q", q, Width::Q)])?;
        let one = |evaluator: &mut Evaluator, _, [q, ..]: [&[f64]; 3], [out, ..]: [&mut [f64]; 3]| {
            Ok(one(&mut evaluator.workspace().position(model, q)?, out)?)
        };
        states.compute([shape], [out], batch, one)
    }

    /// A quantity that depends on coordinates and speeds.
    pub(crate) fn at_velocity<'py>(
        &self,
        (q, v): (Object<'_, 'py>, Object<'_, 'py>),
        shape: &[usize],
        out: Out<'_, 'py>,
        batch: Batch<'_>,
        one: impl Fn(&mut Velocity<'_, f64>, &mut [f64]) -> Result<(), DynamicsError> + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        let model = self.inner.model();
        let states = States::new(&self.inner, &[("q", q, Width::Q), ("v", v, Width::V)])?;
        let one = |evaluator: &mut Evaluator, _, [q, v, _]: [&[f64]; 3], [out, ..]: [&mut [f64]; 3]| {
            Ok(one(&mut evaluator.workspace().position(model, q)?.velocity(v)?, out)?)
        };
        states.compute([shape], [out], batch, one)
    }

    /// A quantity that depends on coordinates, speeds and accelerations.
    pub(crate) fn at_acceleration<'py>(
        &self,
        (q, v, a): (Object<'_, 'py>, Object<'_, 'py>, Object<'_, 'py>),
        shape: &[usize],
        out: Out<'_, 'py>,
        batch: Batch<'_>,
        one: impl Fn(&Acceleration<'_, f64>, &mut [f64]) -> Result<(), DynamicsError> + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        let model = self.inner.model();
        let states = States::new(&self.inner, &[("q", q, Width::Q), ("v", v, Width::V), ("a", a, Width::V)])?;
        let one = |evaluator: &mut Evaluator, _, [q, v, a]: [&[f64]; 3], [out, ..]: [&mut [f64]; 3]| {
            let velocity = evaluator.workspace().position(model, q)?.velocity(v)?;
            Ok(one(&velocity.acceleration(a, Loads::NONE)?, out)?)
        };
        states.compute([shape], [out], batch, one)
    }
}
