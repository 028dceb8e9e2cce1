//! How dynamics is computed: one list for trees and mechanisms with loops.

use denoc_dynamics::loops::LoopMethod;
use denoc_model::Model;

use crate::MechanismError;

/// How inverse or forward dynamics is computed.
///
/// ```
/// use denoc_mechanism::evaluate::Algorithm;
///
/// assert_eq!(Algorithm::from_keyword("odca"), Some(Algorithm::ODCA));
/// assert!(Algorithm::all().all(|a| Algorithm::from_keyword(a.keyword()) == Some(a)));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// The compiled layer: trees only, the fastest.
    Compiled,
    /// The faithful layer, which follows the literature in every detail, with loops by this method.
    Faithful(LoopMethod),
}

impl Algorithm {
    /// The recursions: UDUᵀ for trees, loops cluster by cluster.
    pub const RECURSIVE: Self = Self::Faithful(LoopMethod::Modular);
    /// Divide and conquer with orthogonal complements.
    pub const ODCA: Self = Self::Faithful(LoopMethod::Odca);

    /// Every algorithm.
    pub fn all() -> impl Iterator<Item = Self> {
        core::iter::once(Self::Compiled).chain(LoopMethod::ALL.iter().map(|&method| Self::Faithful(method)))
    }

    /// The word for it in files and on command lines.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Compiled => "compiled",
            Self::Faithful(method) => method.info().keyword,
        }
    }

    /// One line for tables and help.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Compiled => "compiled kernels, for trees",
            Self::Faithful(method) => method.info().summary,
        }
    }

    /// The algorithm of a word.
    pub fn from_keyword(word: &str) -> Option<Self> {
        Self::all().find(|algorithm| algorithm.keyword() == word)
    }

    /// The algorithm that a model gets if none is chosen: compiled for trees, recursive for mechanisms with loops.
    pub fn usual(model: &Model) -> Self {
        if model.closures().is_empty() { Self::Compiled } else { Self::RECURSIVE }
    }

    /// Whether it computes forward dynamics of a tree. Without closures there are no multipliers: what is left is the recursion.
    fn takes_trees(self) -> bool {
        let methods = [LoopMethod::Modular, LoopMethod::Odca, LoopMethod::Multipliers];
        self == Self::Compiled || methods.into_iter().any(|method| self == Self::Faithful(method))
    }

    /// Whether it computes a task for a model.
    pub fn suits(self, model: &Model, forward: bool) -> bool {
        match (model.closures().is_empty(), forward) {
            (true, true) => self.takes_trees(),
            (false, true) => self != Self::Compiled,
            (true, false) => self == Self::Compiled || self == Self::RECURSIVE,
            (false, false) => self == Self::RECURSIVE,
        }
    }

    /// Checks that it can compute a task for a model.
    pub(super) fn check(self, model: &Model, forward: bool) -> Result<(), MechanismError> {
        if self.suits(model, forward) {
            return Ok(());
        }
        let rule = match (model.closures().is_empty(), forward) {
            (true, true) => "it is for mechanisms with loops",
            (false, true) => "the compiled layer is for trees, and the model has loops",
            (_, false) => "inverse dynamics does not use it",
        };
        let instead: Vec<&str> = Self::all().filter(|a| a.suits(model, forward)).map(Self::keyword).collect();
        let (algorithm, model) = (self.keyword(), model.name().to_owned());
        Err(MechanismError::Algorithm { algorithm, model, rule, instead: instead.join(", ") })
    }
}
