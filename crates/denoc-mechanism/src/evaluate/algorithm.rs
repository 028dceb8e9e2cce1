//! The algorithms of dynamics: one list for trees and mechanisms with loops.

use denoc_dynamics::compiled::supports;
use denoc_dynamics::loops::LoopMethod;
use denoc_model::Model;

use crate::MechanismError;

/// The algorithm of inverse or forward dynamics.
///
/// ```
/// use denoc_mechanism::evaluate::Algorithm;
///
/// assert_eq!(Algorithm::from_keyword("odca"), Some(Algorithm::ODCA));
/// assert!(Algorithm::all().all(|a| Algorithm::from_keyword(a.keyword()) == Some(a)));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// The compiled layer: the fastest, for trees, also with couplings.
    Compiled,
    /// The faithful layer, which follows the literature in every detail; loops are solved by this method.
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

    /// Its keyword in files and on command lines.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Compiled => "compiled",
            Self::Faithful(method) => method.info().keyword,
        }
    }

    /// One line for tables and help.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Compiled => "compiled kernels, for trees and couplings",
            Self::Faithful(method) => method.info().summary,
        }
    }

    /// The algorithm with this keyword.
    pub fn from_keyword(keyword: &str) -> Option<Self> {
        Self::all().find(|algorithm| algorithm.keyword() == keyword)
    }

    /// The default algorithm of a model: compiled for trees, also with couplings ([`supports`]), recursive for mechanisms with loops.
    pub fn usual(model: &Model) -> Self {
        if supports(model) { Self::Compiled } else { Self::RECURSIVE }
    }

    /// Whether it computes forward dynamics of a tree. Without closures, the multiplier method reduces to the recursion.
    fn takes_trees(self) -> bool {
        let methods = [LoopMethod::Modular, LoopMethod::Odca, LoopMethod::Multipliers];
        self == Self::Compiled || methods.into_iter().any(|method| self == Self::Faithful(method))
    }

    /// Whether it supports forward (otherwise inverse) dynamics of a model.
    pub fn suits(self, model: &Model, forward: bool) -> bool {
        match (model.closures().is_empty(), forward) {
            (true, true) => self.takes_trees(),
            (false, true) => self != Self::Compiled || supports(model),
            (true, false) => self == Self::Compiled || self == Self::RECURSIVE,
            (false, false) => self == Self::RECURSIVE || (self == Self::Compiled && supports(model)),
        }
    }

    /// Returns an error if it does not support forward (otherwise inverse) dynamics of a model.
    pub(super) fn check(self, model: &Model, forward: bool) -> Result<(), MechanismError> {
        if self.suits(model, forward) {
            return Ok(());
        }
        let rule = match (model.closures().is_empty(), forward) {
            (true, true) => "it is for mechanisms with loops",
            (false, true) => "the compiled layer is for trees and couplings, and the model has loops",
            (_, false) => "inverse dynamics does not use it",
        };
        let instead: Vec<&str> = Self::all().filter(|a| a.suits(model, forward)).map(Self::keyword).collect();
        let (algorithm, model) = (self.keyword(), model.name().to_owned());
        Err(MechanismError::Algorithm { algorithm, model, rule, instead: instead.join(", ") })
    }
}
