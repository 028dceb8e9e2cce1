//! Registry of the algorithms of forward dynamics with loops: one file and one line each.

use denoc_math::Real;
use denoc_model::Model;

use super::{LoopOutcome, Loops, modular, multipliers, odca, proximal, reduced, uncut};
use crate::stages::Velocity;
use crate::{DynamicsError, Loads};

/// Description of an algorithm.
#[derive(Copy, Clone, Debug)]
pub struct LoopMethodInfo {
    /// Keyword in files and on command lines.
    pub keyword: &'static str,
    /// One-line summary for tables and help.
    pub summary: &'static str,
}

/// The inputs of an algorithm.
pub(crate) struct Problem<'a, T> {
    pub(crate) loops: &'a mut Loops<T>,
    pub(crate) target: &'a [T],
    pub(crate) lambda: &'a mut [T],
    pub(crate) ranks: &'a [usize],
    pub(crate) tau: &'a [T],
    pub(crate) loads: Loads<'a, T>,
}

impl<T> Problem<'_, T> {
    /// The largest number of independent constraints of all clusters together.
    pub(crate) fn rank_limit(&self) -> usize {
        self.ranks.iter().fold(0, |sum, &rank| sum.saturating_add(rank))
    }
}

macro_rules! registry {
    ($($(#[$default:meta])? $method:ident => $module:ident),* $(,)?) => {
        /// An algorithm of forward dynamics with loops.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
        #[non_exhaustive]
        #[allow(missing_docs)] // each variant is described by its info
        pub enum LoopMethod {
            $($(#[$default])? $method,)*
        }

        impl LoopMethod {
            /// All algorithms.
            pub const ALL: &'static [LoopMethod] = &[$(LoopMethod::$method,)*];

            /// Its description.
            pub fn info(self) -> LoopMethodInfo {
                match self { $(LoopMethod::$method => $module::INFO,)* }
            }

            /// The algorithm with this keyword.
            pub fn from_keyword(keyword: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|method| method.info().keyword == keyword)
            }
        }

        /// An algorithm with its buffers.
        #[derive(Clone, Debug)]
        pub(crate) enum Solver<T> {
            $($method(Box<$module::Buffers<T>>),)*
        }

        impl<T: Real> Solver<T> {
            #[inline(never)]
            pub(crate) fn new(model: &Model<T>, loops: &Loops<T>, method: LoopMethod) -> Self {
                match method { $(LoopMethod::$method => Self::$method(Box::new($module::Buffers::new(model, loops))),)* }
            }

            pub(crate) fn method(&self) -> LoopMethod {
                match self { $(Self::$method(_) => LoopMethod::$method,)* }
            }

            #[inline(never)]
            pub(crate) fn solve(
                &mut self,
                stage: &mut Velocity<'_, T>,
                problem: Problem<'_, T>,
                a: &mut [T],
            ) -> Result<LoopOutcome, DynamicsError> {
                match self { $(Self::$method(buffers) => buffers.solve(stage, problem, a),)* }
            }
        }
    };
}

registry! {
    Multipliers => multipliers,
    #[default] Modular => modular,
    Reduced => reduced,
    Proximal => proximal,
    Uncut => uncut,
    Odca => odca,
}
