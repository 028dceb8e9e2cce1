//! How loops are kept closed during a simulation.

use core::fmt;

use denoc_base::number::six;
use denoc_dynamics::compiled::supports;
use denoc_dynamics::loops::{Driven, LoopDerivatives, LoopForward, LoopMethod, Loops, PlanarForward};
use denoc_dynamics::{Loads, Velocity, Workspace};
use denoc_math::Wrench;
use denoc_mechanism::closed::{ClosedSpace, Node};
use denoc_mechanism::evaluate::LoopFacts;
use denoc_mechanism::has_many_freedoms;
use denoc_model::{Couplings, Model};
use serde::{Deserialize, Serialize};

use super::automatic::DENSE;
use super::event::Action;
use crate::SimError;
use crate::integrators::Integrator;

/// How loops are kept closed.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LoopClosure {
    /// [`LoopClosure::Corrected`] away from singular configurations, [`LoopClosure::Projected`] near them: the run changes between
    /// both by itself. Always `Corrected` if couplings are the only closures, which have no singular configurations, or if a cluster of
    /// loops has more than 50 speeds beyond its constraints; with the integrator `linimp`, always `Projected` otherwise.
    Auto,
    /// Integrates independent coordinates: every computed state satisfies all closures, in coordinates and in speeds, also through
    /// singular configurations. Time and memory grow with the number of joints of a loop times that of its independent motions.
    Projected,
    /// Integrates coordinates and speeds of the tree and projects both onto the closures after every step. Costs grow linearly with
    /// the number of joints of a loop. A run that comes to a singular configuration ends there, with an event or with
    /// [`SimError::SingularClosure`]. If couplings are the only closures, coordinates and speeds of joints that follow others are
    /// computed from these in every state.
    Corrected,
    /// Projects the speeds of every state onto the closures; coordinates are integrated, so their errors grow with time.
    Speeds,
    /// Baumgarte stabilization with this rate r, 1/s: J a + J̇ v = −2 r (J v) − r² (residuals).
    Baumgarte(f64),
    /// Closes the loops in accelerations only; errors of coordinates grow with the square of time.
    Accelerations,
}

impl LoopClosure {
    /// What [`LoopClosure::Auto`] means for a model: itself, or [`LoopClosure::Corrected`] if couplings are the only closures or a
    /// cluster of loops has more than 50 speeds beyond its constraints.
    pub fn usual(model: &Model) -> Self {
        if model.is_coupled_tree() || has_many_freedoms(model) { Self::Corrected } else { Self::Auto }
    }

    /// Its meaning for a model and an integrator.
    fn resolve(self, model: &Model, integrator: Integrator) -> Self {
        match self {
            // the matrices of linimp belong to one kind of state
            Self::Auto if integrator == Integrator::Linimp && Self::usual(model) == Self::Auto => Self::Projected,
            Self::Auto => Self::usual(model),
            other => other,
        }
    }
}

/// Nearer to a singular configuration than this fraction of the usual distance, independent coordinates are integrated.
pub(super) const NEAR: f64 = 0.1;
/// Farther away than this, those of the tree.
pub(super) const FAR: f64 = 0.2;

/// How [`LoopClosure::Auto`] kept loops closed.
#[derive(Copy, Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct ClosureUse {
    /// Steps whose ends were corrected ([`LoopClosure::Corrected`]).
    pub corrected: u64,
    /// Steps in independent coordinates ([`LoopClosure::Projected`]).
    pub projected: u64,
    /// Time at which independent coordinates were first chosen, s.
    pub first_projected: Option<f64>,
}

impl fmt::Display for ClosureUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps = |count: u64| format!("{count} step{}", if count == 1 { "" } else { "s" });
        match (self.projected, self.first_projected) {
            (0, _) | (_, None) => write!(f, "corrected after every step, no singular configuration was near"),
            (count, Some(t)) => write!(
                f,
                "corrected in {}, projected in {} near singular configurations, first at {} s",
                steps(self.corrected),
                steps(count),
                six(t)
            ),
        }
    }
}

/// How loops are kept closed, and which algorithm computes accelerations.
///
/// ```
/// use denoc_mechanism::Draft;
/// use denoc_sim::{LoopClosure, LoopSettings, Simulation};
/// # use denoc_formats::catalogue;
///
/// let fourbar = catalogue::describe("fourbar")?.build()?;
/// let start = Draft::usual(&fourbar).close(&fourbar)?;
/// let loops = LoopSettings { closure: Some(LoopClosure::Baumgarte(20.0)), ..LoopSettings::default() };
/// let mut run = Simulation::new(&fourbar).start(&start.q, &start.v).loops(loops).duration(0.1);
/// let (_, summary) = run.run_collect()?;
/// assert_eq!(summary.closure, Some(LoopClosure::Baumgarte(20.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Default)]
pub struct LoopSettings {
    /// How loops are kept closed; `None`: [`LoopClosure::Auto`].
    pub closure: Option<LoopClosure>,
    /// The algorithm of forward dynamics; `None` for the default (in the plane, [`PlanarForward`], where that is possible), or multipliers
    /// if a cluster of loops has more than 50 speeds beyond its constraints.
    pub method: Option<LoopMethod>,
    /// What happens at singular configurations (default: they are recorded).
    pub singular: Action,
}

impl LoopSettings {
    /// The settings suit a model and an integrator.
    pub(super) fn check(self, model: &Model, integrator: Integrator) -> Result<(), SimError> {
        let none = |setting| Err(SimError::NoLoops { model: model.name().to_owned(), setting });
        match (model.closures().is_empty(), self.closure, self.method) {
            (true, Some(_), _) => none("how loops are kept closed (closure)"),
            (true, _, Some(_)) => none("the algorithm for loops"),
            _ => self.for_integrator(integrator).map(drop),
        }
    }

    /// The implicit method of the integrator `auto`. Dense matrices serve up to [`DENSE`] speeds, and where closures leave few.
    pub(super) fn partner(self, model: &Model) -> Integrator {
        let many = model.nv() > DENSE && (model.closures().is_empty() || has_many_freedoms(model));
        let possible = matches!(self.method, None | Some(LoopMethod::Multipliers));
        if many && possible { Integrator::Linimp } else { Integrator::Radau5 }
    }

    /// The integrator `linimp` adds inertia to the equations, which only the algorithm `multipliers` supports.
    pub(super) fn for_integrator(self, integrator: Integrator) -> Result<Self, SimError> {
        match self.method {
            _ if integrator != Integrator::Linimp => Ok(self),
            None | Some(LoopMethod::Multipliers) => Ok(Self { method: Some(LoopMethod::Multipliers), ..self }),
            Some(other) => Err(SimError::Keyword {
                what: "algorithm for loops with the integrator linimp",
                word: other.info().keyword.to_owned(),
                known: vec![LoopMethod::Multipliers.info().keyword],
            }),
        }
    }
}

/// The closures of a model in a simulation.
pub(super) struct Closing<'m> {
    forward: LoopForward<f64>,
    /// For mechanisms that move in a plane, unless an algorithm was chosen or the closure is `Baumgarte`.
    planar: Option<Box<PlanarForward>>,
    /// Of trees with couplings and the closure `Corrected`.
    couplings: Option<Couplings<f64>>,
    /// Whether the compiled layer computes their accelerations.
    compiled: bool,
    /// Of the closure `Baumgarte`.
    loops: Option<Loops<f64>>,
    /// With bases of the independent motions if the closure is `Projected` or `Auto`.
    space: ClosedSpace<'m>,
    /// As set.
    closure: LoopClosure,
    /// In force: the same, or one of the two between which `Auto` changes.
    present: LoopClosure,
    target: Vec<f64>,
    /// For implicit integrators; made at their first derivatives.
    derivatives: Option<Box<LoopDerivatives>>,
    /// Number of speeds of the tree.
    speeds: usize,
}

impl<'m> Closing<'m> {
    /// For a start that closes all loops; `q` and `v` are corrected within rounding.
    pub(super) fn new(
        model: &'m Model,
        ws: &mut Workspace<f64>,
        (settings, integrator): (LoopSettings, Integrator),
        q: &mut [f64],
        v: &mut [f64],
    ) -> Result<Self, SimError> {
        let closure = settings.closure.unwrap_or(LoopClosure::Auto).resolve(model, integrator);
        let usual = if has_many_freedoms(model) { LoopMethod::Multipliers } else { LoopMethod::default() };
        let space = match closure {
            LoopClosure::Projected | LoopClosure::Auto => ClosedSpace::new(model, ws, q, v)?,
            _ => ClosedSpace::without_bases(model, ws, q, v)?,
        };
        // ranks are those of the branch of motion that the run starts on
        let facts = LoopFacts { ranks: Some(space.cluster_ranks()), ..LoopFacts::default() };
        let forward = facts.forward_solver(model, settings.method.unwrap_or(usual));
        let loops = matches!(closure, LoopClosure::Baumgarte(_)).then(|| Loops::new(model));
        let rank: usize = space.cluster_ranks().iter().sum();
        let planar = if settings.method.is_none() && loops.is_none() { PlanarForward::new(model) } else { None };
        let planar = planar.filter(|planar| planar.count() == rank).map(Box::new);
        let target = vec![0.0; forward.loops().count()];
        let couplings = (closure == LoopClosure::Corrected && model.is_coupled_tree()).then(|| model.couplings());
        let compiled = couplings.is_some() && settings.method.is_none() && supports(model);
        let (derivatives, speeds) = (None, model.nv());
        let mut closing = Self {
            forward,
            planar,
            couplings,
            compiled,
            target,
            loops,
            space,
            closure,
            present: closure,
            derivatives,
            speeds,
        };
        closing.adopt_order();
        closing.follow(model, q, v);
        if closing.is_automatic() {
            let near = closing.space.base_regularity() < FAR;
            closing.choose(if near { LoopClosure::Projected } else { LoopClosure::Corrected });
        }
        Ok(closing)
    }

    /// Whether closures are couplings that every state satisfies by construction.
    pub(super) fn is_coupled(&self) -> bool {
        self.couplings.is_some()
    }

    /// Whether the compiled layer computes the accelerations where nothing acts on links.
    pub(super) fn is_compiled(&self) -> bool {
        self.compiled
    }

    /// Computes joints that follow others from these, if closures are couplings.
    pub(super) fn follow(&self, model: &Model, q: &mut [f64], v: &mut [f64]) {
        if let Some(couplings) = &self.couplings {
            couplings.close(model, q);
            couplings.close_speeds(model, v);
        }
    }

    /// Lets forward dynamics eliminate the rows in the order that was found at the base of the space.
    pub(super) fn adopt_order(&mut self) {
        self.forward.set_order(self.space.pivots());
    }

    /// The setting.
    pub(super) fn closure(&self) -> LoopClosure {
        self.closure
    }

    /// The closure in force.
    pub(super) fn present(&self) -> LoopClosure {
        self.present
    }

    /// Whether the closure changes with the distance from singular configurations.
    pub(super) fn is_automatic(&self) -> bool {
        self.closure == LoopClosure::Auto
    }

    /// Chooses between `Projected` and `Corrected`. The bases of independent motions are not updated.
    pub(super) fn choose(&mut self, closure: LoopClosure) {
        self.present = closure;
        self.space.use_tree_coordinates(closure == LoopClosure::Corrected);
    }

    /// Number of speeds that the closures leave, whatever the coordinates of states are.
    pub(super) fn freedoms(&self) -> usize {
        self.speeds - self.space.cluster_ranks().iter().sum::<usize>()
    }

    /// Number of independent coordinates and speeds.
    pub(super) fn independent(&self) -> usize {
        self.space.coordinates() + self.space.speeds()
    }

    /// The space of closed states, with the closure `Projected`.
    pub(super) fn space(&self) -> Option<&ClosedSpace<'m>> {
        (self.present == LoopClosure::Projected).then_some(&self.space)
    }

    pub(super) fn space_mut(&mut self) -> Option<&mut ClosedSpace<'m>> {
        (self.present == LoopClosure::Projected).then_some(&mut self.space)
    }

    /// Projects coordinates and speeds onto the closures.
    pub(super) fn correct(&mut self, ws: &mut Workspace<f64>, q: &mut [f64], v: &mut [f64]) -> Result<(), SimError> {
        // states with couplings satisfy them already
        if !self.is_coupled() {
            self.space.correct(ws, q, v)?;
        }
        Ok(())
    }

    /// Whether the end of every step is projected onto the closures.
    pub(super) fn corrects(&self) -> bool {
        self.present == LoopClosure::Corrected
    }

    /// Projects the speeds of a state onto the closures, with the closure `Speeds`.
    pub(super) fn correct_speeds(&mut self, ws: &mut Workspace<f64>, q: &[f64], v: &mut [f64]) -> Result<(), SimError> {
        if self.closure == LoopClosure::Speeds {
            self.space.nearest_speeds(ws, q, v)?;
        }
        Ok(())
    }

    /// The largest closure errors: lengths in m, angles in rad.
    pub(super) fn errors(&mut self, ws: &mut Workspace<f64>, q: &[f64]) -> Result<[f64; 2], SimError> {
        Ok(self.space.closure_errors(ws, q)?.map(|(error, _)| error))
    }

    /// The space of closed states, with or without bases of the independent motions.
    pub(super) fn loops_mut(&mut self) -> &mut ClosedSpace<'m> {
        &mut self.space
    }

    pub(super) fn is_bridging(&self) -> bool {
        !self.space.nodes.is_empty()
    }

    pub(super) fn take_nodes(&mut self) -> Vec<Node> {
        core::mem::take(&mut self.space.nodes)
    }

    pub(super) fn give_nodes(&mut self, nodes: Vec<Node>) {
        self.space.nodes = nodes;
    }

    /// The accelerations.
    pub(super) fn forward(
        &mut self,
        stage: &mut Velocity<'_, f64>,
        total: &[f64],
        wrenches: &[Wrench<f64>],
        a: &mut [f64],
    ) -> Result<(), SimError> {
        if let (LoopClosure::Baumgarte(rate), Some(loops)) = (self.closure, &mut self.loops) {
            loops.place(stage);
            loops.residuals(stage, &mut self.target)?;
            for (i, target) in self.target.iter_mut().enumerate() {
                let mut opening = 0.0;
                loops.jacobian_row(stage, i, |s, x| opening += x * stage.v()[s]);
                *target = -2.0 * rate * opening - rate * rate * *target;
            }
            self.forward.set_target(&self.target);
        }
        self.forward.forward(stage, total, Loads::per_link(wrenches), a)?;
        Ok(())
    }

    /// The accelerations of a mechanism that moves in a plane, where only joint forces and, with `springs`, springs and dampers between
    /// points act; the power of these dampers. No multipliers. `None` for other mechanisms, and in states for [`Closing::forward`].
    pub(super) fn forward_in_plane(
        &mut self,
        model: &Model,
        state: [&[f64]; 3],
        springs: bool,
        a: &mut [f64],
    ) -> Option<f64> {
        self.planar.as_mut()?.forward(model, state, springs, a)
    }

    /// Whether accelerations follow from coordinates and speeds of the tree without corrections of either, so that
    /// [`Closing::linearise`] gives their derivatives.
    pub(super) fn is_plain(&self) -> bool {
        matches!(self.present, LoopClosure::Corrected | LoopClosure::Accelerations)
    }

    /// The derivatives of the accelerations `a` with respect to coordinates, speeds and forces; `false` if they cannot be found.
    pub(super) fn linearise(
        &mut self,
        stage: &mut Velocity<'_, f64>,
        driven: Driven<'_>,
        out: [&mut [f64]; 3],
    ) -> Result<bool, SimError> {
        let rank = self.space.cluster_ranks().iter().sum();
        let derivatives = self.derivatives.get_or_insert_with(|| Box::new(LoopDerivatives::new(stage.model())));
        derivatives.limit_rank(rank);
        derivatives.set_order(self.space.pivots());
        Ok(derivatives.forward(stage, driven, out)?)
    }

    /// The kinematics of the closures and the multipliers, at the last accelerations.
    pub(super) fn multipliers(&self) -> (&Loops<f64>, &[f64]) {
        (self.forward.loops(), self.forward.lambda())
    }

    /// Adds the forces of the closures at the last accelerations.
    pub(super) fn add_forces(&self, wrenches: &mut [Wrench<f64>], tau: &mut [f64]) {
        self.forward.loops().add_forces(self.forward.lambda(), wrenches, tau);
    }
}
