//! Reactions: the wrenches that joints transmit.

use denoc_mechanism::evaluate::{Acting, Evaluator, JointForces, State, reaction_names};
use pyo3::prelude::*;

use crate::external::External;
use crate::failures::Batch;
use crate::model::Model;
use crate::states::{Object, Out, States, Width};

#[pymethods]
impl Model {
    /// Wrench that every joint transmits to its child for a motion, (joints, 6): [moment; force] in world axes, about the joint's
    /// origin, including driving force, spring and friction; in the order of reaction_names. Indeterminate reactions (see
    /// reactions_determined) are those of the minimum-norm multipliers. Moments in N m, forces in N.
    ///
    /// >>> import denoc
    /// >>> arm = denoc.load("planar_3r")
    /// >>> wrenches = arm.reactions([0.1, 0.2, 0.3], [0, 0, 0], [0, 0, 0])
    /// >>> wrenches.shape == (len(arm.reaction_names), 6)
    /// True
    #[pyo3(signature = (q, v, a, external=None, *, joint_forces=false, out=None, threads=None, on_failure="raise"))]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn reactions<'py>(
        &self,
        q: Object<'_, 'py>,
        v: Object<'_, 'py>,
        a: Object<'_, 'py>,
        external: Option<&Bound<'py, PyAny>>,
        joint_forces: bool,
        out: Out<'_, 'py>,
        threads: Option<usize>,
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let model = self.inner.model();
        let external = External::new(&self.inner, q.py(), external)?;
        let states = States::new(&self.inner, &[("q", q, Width::Q), ("v", v, Width::V), ("a", a, Width::V)])?;
        let states = states.beside("external", external.rows)?;
        let joint_forces = JointForces::included(joint_forces);
        let one = |evaluator: &mut Evaluator, k, [q, v, a]: [&[f64]; 3], [out, ..]: [&mut [f64]; 3]| {
            let wrenches = external.of(k);
            let all = evaluator.reactions(State { q, v }, a, Acting { external: &wrenches, joint_forces })?;
            for (reaction, row) in all.iter().zip(out.chunks_exact_mut(6)) {
                row[..3].copy_from_slice(&reaction.moment);
                row[3..].copy_from_slice(&reaction.force);
            }
            Ok(())
        };
        states.compute([&[reaction_names(model).len(), 6]], [out], Batch { threads, on_failure }, one)
    }

    /// Which reaction components are determined, (joints, 6) of bool: redundant constraints make some indeterminate.
    ///
    /// >>> import denoc
    /// >>> fourbar = denoc.load("fourbar")
    /// >>> bool(fourbar.reactions_determined(fourbar.assemble().q).all())
    /// False
    fn reactions_determined<'py>(&self, q: Object<'_, 'py>) -> PyResult<Bound<'py, PyAny>> {
        let model = self.inner.model();
        let states = States::new(&self.inner, &[("q", q, Width::Q)])?;
        let one = |evaluator: &mut Evaluator, _, [q, ..]: [&[f64]; 3], [out, ..]: [&mut [f64]; 3]| {
            let open = evaluator.indeterminate_reactions(q)?;
            let known = open.iter().flatten().map(|open| f64::from(u8::from(!open)));
            out.iter_mut().zip(known).for_each(|(out, known)| *out = known);
            Ok(())
        };
        let batch = Batch { threads: None, on_failure: "raise" };
        let result = states.compute([&[reaction_names(model).len(), 6]], [None], batch, one)?;
        result.call_method1("astype", ("bool",))
    }
}
