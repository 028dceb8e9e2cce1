//! A model with everything that is computed once for it.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use denoc_dynamics::compiled::{Compile, Compiled};
use denoc_model::Model;

use crate::MechanismError;
use crate::evaluate::{Algorithm, Evaluator, LoopFacts, SharedFacts};

/// A mechanism that is ready to be evaluated. It holds the model, the compiled program, the ranks of the loops and the motors,
/// each computed when first needed, and buffers that threads borrow. Share it by reference: all methods take `&self`.
///
/// ```
/// use denoc_mechanism::Mechanism;
/// use denoc_mechanism::evaluate::{Ask, States};
/// # use denoc_formats::catalogue;
///
/// let arm = Mechanism::new(catalogue::describe("puma")?.build()?);
/// let (q, v, a) = ([0.0; 6], [0.0; 6], [0.0; 6]);
/// let held = arm.evaluate(States { q: &q, v: &v }, &Ask::inverse(&a))?;
/// let back = arm.evaluate(States { q: &q, v: &v }, &Ask::forward(&held.tau))?;
/// assert!(back.a.iter().all(|a| a.abs() < 1e-9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Mechanism {
    model: Arc<Model>,
    facts: Arc<SharedFacts>,
    program: OnceLock<Compiled>,
    compiled: Mutex<Vec<Compiled>>,
    evaluators: Mutex<Vec<Evaluator>>,
}

impl Mechanism {
    /// Wraps a model; nothing is computed yet.
    pub fn new(model: impl Into<Arc<Model>>) -> Self {
        Self::wrap(model.into(), false)
    }

    /// Wraps a model whose first link moves in a prescribed way: inverse dynamics of a mechanism with loops then computes the wrench
    /// on it, as that of a motor at each of its speeds. (Trees have it anyway. A model with motors in cut joints does not.)
    ///
    /// ```
    /// use denoc_mechanism::evaluate::{Ask, States};
    /// use denoc_mechanism::{Draft, Mechanism};
    /// # use denoc_formats::catalogue;
    ///
    /// // a four-bar linkage on a base that is held still: the base carries its weight
    /// let model = catalogue::describe("fourbar")?.floating().build()?;
    /// let weight = 9.81 * model.total_mass();
    /// let start = Draft::usual(&model).close(&model)?;
    /// let rest = vec![0.0; model.nv()];
    /// let linkage = Mechanism::with_driven_base(model);
    /// let held = linkage.evaluate(States { q: &start.q, v: &rest }, &Ask::inverse(&rest))?;
    /// let force = held.tau[3..6].iter().map(|f| f * f).sum::<f64>().sqrt();
    /// assert!((force - weight).abs() < 1e-9 * weight);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_driven_base(model: impl Into<Arc<Model>>) -> Self {
        Self::wrap(model.into(), true)
    }

    fn wrap(model: Arc<Model>, driven_base: bool) -> Self {
        Self {
            facts: Arc::new(SharedFacts::new(Arc::clone(&model), driven_base)),
            model,
            program: OnceLock::new(),
            compiled: Mutex::default(),
            evaluators: Mutex::default(),
        }
    }

    /// A mechanism whose loops are driven at these speeds of the tree, whatever motors the model lists. `closed` is a configuration
    /// that satisfies the closures; the ranks of the loops are found near it.
    ///
    /// ```
    /// use denoc_mechanism::evaluate::{Ask, States};
    /// use denoc_mechanism::{Draft, Mechanism};
    /// # use denoc_formats::catalogue;
    ///
    /// let model = catalogue::describe("fourbar")?.build()?;
    /// let start = Draft::usual(&model).close(&model)?;
    /// let rest = vec![0.0; model.nv()];
    /// let output = model.links()[model.joint("output_pivot")?.0].v;
    /// let linkage = Mechanism::with_motors(model, &[output], &start.q)?;
    /// let holding = linkage.evaluate(States { q: &start.q, v: &start.v }, &Ask::inverse(&rest))?;
    /// assert!((0..rest.len()).all(|i| (holding.tau[i] != 0.0) == (i == output)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the loops cannot be analysed from `closed`. Speeds that do not exist are reported by the first inverse dynamics.
    pub fn with_motors(model: impl Into<Arc<Model>>, speeds: &[usize], closed: &[f64]) -> Result<Self, MechanismError> {
        let plain = Self::new(model);
        let facts = LoopFacts::driven(&plain.model, speeds, closed)?;
        Ok(Self { facts: Arc::new(SharedFacts::known(plain.shared_model(), facts)), ..plain })
    }

    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// A shared pointer to the model.
    pub fn shared_model(&self) -> Arc<Model> {
        Arc::clone(&self.model)
    }

    /// Whether the model has closures: loops or couplings.
    pub fn has_loops(&self) -> bool {
        !self.model.closures().is_empty()
    }

    /// Whether inverse dynamics gives the forces of all joints, rather than those of motors: in trees. Joints that follow others have no
    /// force of their own.
    ///
    /// ```
    /// use denoc_mechanism::Mechanism;
    /// # use denoc_formats::catalogue;
    ///
    /// let pair = catalogue::describe("two_r")?.coupling("joint2", "joint1", -1.0, 0.0).build()?;
    /// assert!(pair.is_coupled_tree() && Mechanism::new(pair).is_tree());
    /// assert!(!Mechanism::new(catalogue::describe("fourbar")?.build()?).is_tree());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_tree(&self) -> bool {
        !self.has_loops() || (self.model.is_coupled_tree() && !self.facts.are_known())
    }

    /// The default algorithm: [`Algorithm::usual`], or the recursion where motors were chosen
    /// ([`Mechanism::with_motors`]).
    pub fn usual_algorithm(&self) -> Algorithm {
        if self.is_tree() { Algorithm::usual(&self.model) } else { Algorithm::RECURSIVE }
    }

    /// Ranks and motors of the loops, computed at the usual start ([`usual_start`](crate::usual_start)) when first needed; empty for
    /// a tree.
    ///
    /// # Errors
    /// If the loops can be closed neither from the usual start nor from any named configuration.
    pub fn facts(&self) -> Result<&LoopFacts, MechanismError> {
        self.facts.get()
    }

    /// Indices (in v) of the actuated speeds: those that the model lists, otherwise, with loops, those chosen for inverse dynamics.
    pub fn actuated_speeds(&self) -> Result<Vec<usize>, MechanismError> {
        Ok(self.facts()?.actuated_speeds(&self.model))
    }

    /// Creates buffers to evaluate states one by one with an algorithm.
    pub fn evaluator(&self, algorithm: Algorithm) -> Evaluator {
        Evaluator::new(self.shared_model(), Arc::clone(&self.facts), algorithm)
    }

    /// Lends an [`Evaluator`] for the default algorithm to `work`. If `work` panics, only that evaluator is lost.
    pub fn with_evaluator<R>(&self, work: impl FnOnce(&mut Evaluator) -> R) -> R {
        lend(&self.evaluators, || self.evaluator(self.usual_algorithm()), work)
    }

    /// Lends the compiled program to `work`. Its inverse dynamics and inertia matrix ignore closures.
    pub fn with_compiled<R>(&self, work: impl FnOnce(&mut Compiled) -> R) -> R {
        lend(&self.compiled, || self.program.get_or_init(|| self.model.compile()).clone(), work)
    }
}

fn lend<T, R>(shelf: &Mutex<Vec<T>>, fresh: impl FnOnce() -> T, work: impl FnOnce(&mut T) -> R) -> R {
    let shelf = || shelf.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = shelf().pop();
    let mut memory = kept.unwrap_or_else(fresh);
    let result = work(&mut memory);
    shelf().push(memory);
    result
}
