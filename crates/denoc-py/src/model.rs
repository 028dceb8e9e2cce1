//! The Python class: loading, names, numbers that describe the mechanism.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_model::{Couplings, LinkId, Model as Mechanism, names};
use denoc_run::scenario::{Number, Values};
use denoc_run::{Base, Mimic, parameters};
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyBool, PyDict, PySlice, PyType};

use crate::arrays::{Argument, output, vector};
use crate::errors::{OrRaise, input};
use crate::inner::Inner;
use crate::objects::from_python;
use crate::results::result;
use crate::source::Source;
use crate::states::Width;

/// A mechanism, ready for computation. Immutable and thread-safe.
#[pyclass(subclass, frozen, module = "denoc._denoc")]
pub(crate) struct Model {
    pub(crate) inner: Arc<Inner>,
}

/// Arguments of the constructor, from which a pickle makes the model again.
type Arguments = (String, String, String, Option<[f64; 3]>, Option<String>, Vec<(String, f64)>);

impl Model {
    fn numbers<'py>(&self, py: Python<'py>, values: Vec<f64>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_vec(py, values)
    }

    fn model(&self) -> &Mechanism {
        self.inner.model()
    }

    /// The configuration in which the mechanism is drawn, with its loops closed.
    pub(crate) fn drawn_q(&self) -> Vec<f64> {
        let closed = denoc_run::scenario::Start::default().close(self.model());
        closed.map_or_else(|_| denoc_run::scenario::usual_start(self.model()), |state| state.q)
    }

    fn arguments(source: &Source) -> Arguments {
        let s = source.clone();
        (s.path, s.base.keyword().to_owned(), s.mimic.keyword().to_owned(), s.gravity, s.text, s.parameters)
    }

    /// A copy of states in which joints follow others.
    fn followed<'py>(
        &self,
        given: &Bound<'py, PyAny>,
        (name, width): (&'static str, Width),
        close: impl Fn(&Couplings<f64>, &Mechanism, &mut [f64]),
    ) -> PyResult<Bound<'py, PyAny>> {
        let (model, couplings) = (self.model(), self.model().couplings());
        let each = if width == Width::Q { model.nq() } else { model.nv() };
        let argument = Argument::<f64>::new(name, given, &[each], || width.owner(model))?;
        let mut result = output::<f64>(given.py(), None, argument.rows, &[each])?;
        let out = result.as_slice_mut().unwrap_or(&mut []);
        out.copy_from_slice(argument.numbers());
        out.chunks_exact_mut(each.max(1)).for_each(|state| close(&couplings, model, state));
        Ok(result.as_any().clone())
    }

    /// A number for each speed of a joint.
    fn for_speeds(&self, value: impl Fn(LinkId) -> Option<f64>) -> Vec<f64> {
        let links = self.model().links().iter().enumerate();
        links.flat_map(|(i, l)| vec![value(LinkId(i)).unwrap_or(f64::INFINITY); l.nv]).collect()
    }

    /// A limit for each coordinate; quaternions and joints without limits have none.
    fn for_coordinates(&self, which: usize, none: f64) -> Vec<f64> {
        let links = self.model().links().iter().enumerate();
        let limit = |(i, l): (usize, &denoc_model::Link<f64>)| {
            let limits = self.model().properties(LinkId(i)).limits.filter(|_| l.nq == l.nv);
            vec![limits.map_or(none, |limits| limits[which]); l.nq]
        };
        links.flat_map(limit).collect()
    }
}

#[pymethods]
impl Model {
    #[new]
    #[pyo3(signature = (name, base="fixed", mimic="enforced", gravity=None, text=None, parameters=Vec::new()))]
    fn new(
        py: Python<'_>,
        name: String,
        base: &str,
        mimic: &str,
        gravity: Option<[f64; 3]>,
        text: Option<String>,
        parameters: Vec<(String, f64)>,
    ) -> PyResult<Self> {
        let base = Base::from_keyword(base).or_raise(py)?;
        let mimic = Mimic::from_keyword(mimic).or_raise(py)?;
        let source = match text {
            None => Source { parameters, ..Source::find(name, base, mimic, gravity).or_raise(py)? },
            text => Source { path: name.clone(), name, text, base, mimic, gravity, parameters },
        };
        let loaded = py.detach(|| source.load()).or_raise(py)?;
        Ok(Self { inner: Arc::new(Inner::new(loaded, source)) })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, Arguments) {
        (slf.get_type(), Self::arguments(&slf.get().inner.source))
    }

    /// Whether two models are equal: everything that their files and options determine, the names included; not where the files are.
    fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, op: CompareOp) -> Bound<'py, PyAny> {
        let py = other.py();
        let equal = || other.cast::<Self>().ok().map(|other| self.inner.same_as(&other.get().inner));
        let answer = match op {
            CompareOp::Eq => equal(),
            CompareOp::Ne => equal().map(|equal| !equal),
            _ => None,
        };
        // Python then asks the other object
        answer.map_or_else(|| py.NotImplemented().into_bound(py), |yes| PyBool::new(py, yes).to_owned().into_any())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let model = self.model();
        (model.name(), model.link_names(), model.joint_names(), model.nq()).hash(&mut hasher);
        model.total_mass().to_bits().hash(&mut hasher);
        hasher.finish()
    }

    /// A copy of the model with other parameter values: a dict from paths such as "links.crank.length" or
    /// "joints.elbow.viscous_friction" to values (SI, or a string with a unit, "30 mm").
    ///
    /// >>> import denoc
    /// >>> fourbar = denoc.load("fourbar").with_parameters({"links.crank.length": "30 mm"})
    /// >>> fourbar.parameters()["links.crank.length"]
    /// 0.03
    fn with_parameters<'py>(slf: &Bound<'py, Self>, changes: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
        let (py, inner) = (slf.py(), &slf.get().inner);
        let mut source = inner.source.clone();
        for (path, value) in changes {
            let path: String = path.extract()?;
            let value = match value.extract::<f64>() {
                Ok(number) => number,
                Err(_) => {
                    let text: String = value.extract()?;
                    let unit = parameters::unit(&inner.loaded, &path).or_raise(py)?;
                    Number::WithUnit(text).in_si(if unit.is_empty() { "1" } else { unit }).or_raise(py)?
                }
            };
            source.parameters.push((path, value));
        }
        slf.get_type().call1(Self::arguments(&source))
    }

    /// The parameters that with_parameters can change: paths and values (SI).
    ///
    /// >>> import denoc
    /// >>> "links.crank.length" in denoc.load("fourbar").parameters()
    /// True
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for parameter in parameters::parameters(&self.inner.loaded) {
            // no negative zeros
            all.set_item(parameter.path, parameter.value + 0.0)?;
        }
        Ok(all)
    }

    /// The name given in the file.
    #[getter]
    fn name(&self) -> &str {
        self.model().name()
    }

    /// The catalogue name or the path it was loaded from.
    #[getter]
    fn source(&self) -> &str {
        &self.inner.source.name
    }

    /// Number of coordinates.
    #[getter]
    fn nq(&self) -> usize {
        self.model().nq()
    }

    /// Number of speeds.
    #[getter]
    fn nv(&self) -> usize {
        self.model().nv()
    }

    /// Joints of the tree, in the order of q and v.
    #[getter]
    fn joint_names(&self) -> Vec<String> {
        self.model().joint_names().to_vec()
    }

    /// Types of these joints.
    #[getter]
    fn joint_types(&self) -> Vec<&'static str> {
        self.model().links().iter().map(|l| l.joint.keyword()).collect()
    }

    /// Moving links; link i is moved by joint i.
    #[getter]
    fn link_names(&self) -> Vec<String> {
        self.model().link_names().to_vec()
    }

    /// The parent of every link; ground_name for the ground.
    #[getter]
    fn link_parents(&self) -> Vec<String> {
        let model = self.model();
        let name = |parent: Option<LinkId>| parent.map_or(model.ground_name(), |p| &model.link_names()[p.0]).to_owned();
        model.links().iter().map(|l| name(l.parent)).collect()
    }

    /// Frames: first those of the links, then those defined in the file.
    #[getter]
    fn frame_names(&self) -> Vec<String> {
        self.model().frame_names().to_vec()
    }

    /// The link that each frame is fixed to.
    #[getter]
    fn frame_links(&self) -> Vec<String> {
        let model = self.model();
        let name = |link: Option<LinkId>| link.map_or(model.ground_name(), |p| &model.link_names()[p.0]).to_owned();
        model.frames().iter().map(|f| name(f.link)).collect()
    }

    /// The fixed link.
    #[getter]
    fn ground_name(&self) -> &str {
        self.model().ground_name()
    }

    /// Gravitational acceleration, in world axes.
    #[getter]
    fn gravity_vector<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.numbers(py, self.model().gravity().to_array().to_vec())
    }

    /// Mass of all moving links, kg. Links fixed to the ground are part of the ground: center_of_mass, momentum and energy leave
    /// them out, too. link_masses has all links.
    #[getter]
    fn mass(&self) -> f64 {
        self.model().total_mass()
    }

    /// Masses of the links, kg, (links,).
    #[getter]
    fn link_masses<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.numbers(py, self.model().links().iter().map(|l| l.mass.mass).collect())
    }

    /// Whether the mechanism has closures: closed loops, or couplings of joints.
    #[getter]
    fn is_closed(&self) -> bool {
        self.inner.is_closed()
    }

    /// Closures: cut joints, couplings, rods, cams.
    #[getter]
    fn closure_names(&self) -> Vec<String> {
        self.model().closure_names().to_vec()
    }

    /// Joints that follow others, such as mimic joints: for each the independent joint that it follows, directly or through others, the
    /// ratio and the offset (SI units): q = ratio q_independent + offset.
    ///
    /// >>> import denoc
    /// >>> denoc.load("fourbar").couplings
    /// {}
    #[getter]
    fn couplings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (model, couplings) = (self.model(), PyDict::new(py));
        for f in model.couplings().followers() {
            let [joint, leader] = [f.joint, f.leader].map(|link| &model.joint_names()[link.0]);
            couplings.set_item(joint, (leader, f.ratio, f.offset))?;
        }
        Ok(couplings)
    }

    /// Coordinates in which joints that follow others are where those put them, for one state or a batch (N, nq).
    ///
    /// >>> import denoc
    /// >>> denoc.load("planar_3r").follow([0.1, 0.2, 0.3]).tolist()
    /// [0.1, 0.2, 0.3]
    fn follow<'py>(&self, q: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.followed(q, ("q", Width::Q), |couplings, model, q| couplings.close(model, q))
    }

    /// Speeds, or accelerations, in which joints that follow others move as those make them, for one state or a batch (N, nv).
    ///
    /// >>> import denoc
    /// >>> denoc.load("planar_3r").follow_velocity([1, 2, 3]).tolist()
    /// [1.0, 2.0, 3.0]
    fn follow_velocity<'py>(&self, v: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.followed(v, ("v", Width::V), |couplings, model, v| couplings.close_speeds(model, v))
    }

    /// The joints for which reactions are computed: those of the tree, then the cut joints.
    #[getter]
    fn reaction_names(&self) -> Vec<String> {
        denoc_mechanism::evaluate::reaction_names(self.model())
    }

    /// The links between which reactions act, in the order of reaction_names: the one that exerts the wrench (the parent of the joint)
    /// and the one on which it acts (the child).
    #[getter]
    fn reaction_links(&self) -> Vec<(String, String)> {
        let links = denoc_mechanism::evaluate::reaction_links(self.model());
        links.into_iter().map(|[from, on]| (from.to_owned(), on.to_owned())).collect()
    }

    /// Which speeds are actuated, (nv,) of bool. With loops and no listed motors: those chosen for inverse dynamics.
    #[getter]
    fn actuated<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let mut driven = vec![false; self.model().nv()];
        let speeds = py.detach(|| self.inner.mechanism.actuated_speeds()).or_raise(py)?;
        speeds.into_iter().for_each(|s| driven[s] = true);
        Ok(PyArray1::from_vec(py, driven))
    }

    /// Lower limits of the coordinates, (nq,); -inf where there are none.
    #[getter]
    fn lower<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.numbers(py, self.for_coordinates(0, f64::NEG_INFINITY))
    }

    /// Upper limits of the coordinates, (nq,); inf where there are none.
    #[getter]
    fn upper<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.numbers(py, self.for_coordinates(1, f64::INFINITY))
    }

    /// Speed limits, (nv,); inf where there are none.
    #[getter]
    fn velocity_limit<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.numbers(py, self.for_speeds(|link| self.model().properties(link).velocity_limit))
    }

    /// Effort limits, (nv,); inf where there are none.
    #[getter]
    fn effort_limit<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.numbers(py, self.for_speeds(|link| self.model().effort_limit(link)))
    }

    /// Named configurations.
    #[getter]
    fn configurations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for (name, q) in self.model().configurations() {
            all.set_item(name, PyArray1::from_slice(py, q))?;
        }
        Ok(all)
    }

    /// Contact points of the model file.
    #[getter]
    fn contacts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let contact = |point: &denoc_model::ContactPoint| {
            let position = PyArray1::from_slice(py, &point.position.to_array());
            result!(py, ContactPoint { name: &point.name, link: &point.link, position: position, radius: point.radius })
        };
        self.inner.loaded.description.contacts.iter().map(contact).collect()
    }

    /// Warnings about implausible properties of the mechanism.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.model().warnings().iter().map(ToString::to_string).collect()
    }

    /// Notes on parts of the file that were ignored or simplified.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.inner.loaded.notes.iter().map(ToString::to_string).collect()
    }

    /// Indices of the coordinates of a joint in q.
    ///
    /// >>> import denoc
    /// >>> denoc.load("puma", base="floating").q_index("joint1")
    /// slice(7, 8, 1)
    fn q_index<'py>(&self, py: Python<'py>, joint: &str) -> PyResult<Bound<'py, PySlice>> {
        let l = &self.model().links()[self.inner.joint(py, joint)?.0];
        Ok(PySlice::new(py, l.q as isize, (l.q + l.nq) as isize, 1))
    }

    /// Indices of the speeds of a joint in v.
    ///
    /// >>> import denoc
    /// >>> denoc.load("puma", base="floating").v_index("joint1")
    /// slice(6, 7, 1)
    fn v_index<'py>(&self, py: Python<'py>, joint: &str) -> PyResult<Bound<'py, PySlice>> {
        let l = &self.model().links()[self.inner.joint(py, joint)?.0];
        Ok(PySlice::new(py, l.v as isize, (l.v + l.nv) as isize, 1))
    }

    /// The neutral configuration: all joints at zero, (nq,).
    ///
    /// >>> import denoc
    /// >>> denoc.load("planar_3r").neutral().tolist()
    /// [0.0, 0.0, 0.0]
    fn neutral<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.numbers(py, self.model().neutral())
    }

    /// The configuration in which the mechanism is drawn: that of its file if it has loops, otherwise zero.
    fn _drawn<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.numbers(py, denoc_run::scenario::usual_start(self.model()))
    }

    /// A page with the mechanism as it is drawn.
    fn _portrait(&self, py: Python<'_>) -> PyResult<String> {
        let q = self.drawn_q();
        py.detach(|| denoc_run::run::portrait(&self.inner.loaded, &q)).or_raise(py)
    }

    /// Where quaternions begin in q.
    #[getter]
    fn _quaternions(&self) -> Vec<usize> {
        let links = self.model().links().iter();
        links.filter(|l| l.nq != l.nv).map(|l| l.q + l.nq - 4).collect()
    }

    /// Units of the entries of q: rad, m, or 1 for entries of quaternions.
    #[getter]
    fn q_units(&self) -> Vec<&'static str> {
        Entries::new(self.model(), Quantity::Q).units
    }

    /// Names of the entries of q: the joint, with its component where it has several.
    #[getter]
    fn q_labels(&self) -> Vec<String> {
        Entries::new(self.model(), Quantity::Q).labels
    }

    /// Names of the entries of v.
    #[getter]
    fn v_labels(&self) -> Vec<String> {
        Entries::new(self.model(), Quantity::V).labels
    }

    /// The entries of `base`, which belong to a quantity (q, v, a or tau), with other values for the joints named.
    fn _configuration<'py>(
        &self,
        py: Python<'py>,
        base: PyReadonlyArray1<'py, f64>,
        values: &Bound<'py, PyDict>,
        quantity: &str,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let quantity = Quantity::of(quantity).ok_or_else(|| {
            let remedy = names::choose(quantity, &Quantity::ALL.map(Quantity::symbol));
            input(py, format!("there is no quantity \"{quantity}\": {remedy}"), "state")
        })?;
        let values: Values =
            from_python(values).map_err(|error| input(py, format!("{}: {error}", quantity.symbol()), "scenario"))?;
        let entries = values.resolve(&Entries::new(self.model(), quantity), vector(&base)).or_raise(py)?;
        Ok(self.numbers(py, entries))
    }
}
