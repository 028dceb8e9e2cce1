//! One error for everything in this crate.

/// Why a validation could not be carried out.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ValidationError {
    /// The library refused a model or a state, or could not compute it.
    #[error(transparent)]
    Library(denoc_run::Error),
    /// A case of the literature could not be computed.
    #[error("{reason}")]
    Case {
        /// What is missing or wrong.
        reason: String,
    },
    /// A model without loops, where loops are studied.
    #[error("model \"{model}\" has no loops; choose a mechanism with loops, such as fourbar or sevenbar")]
    NoLoops {
        /// Name of the model.
        model: String,
    },
    /// A closure scheme that does not exist.
    #[error("there is no closure scheme \"{keyword}\"; {}", denoc_model::names::choose(.keyword, &.known.split(", ").collect::<Vec<_>>()))]
    UnknownScheme {
        /// The keyword that was given.
        keyword: String,
        /// All keywords, separated by commas.
        known: String,
    },
    /// A closure scheme that is listed twice.
    #[error("the closure scheme \"{keyword}\" is listed twice; name each scheme once")]
    RepeatedScheme {
        /// The keyword that was given.
        keyword: String,
    },
    /// A loop too long for the dense methods that are compared.
    #[error(
        "the loop that \"{closure}\" closes has {speeds} speeds; some of the methods use dense matrices, so only loops of up to \
         {most} speeds are compared; use a model with fewer links"
    )]
    LoopTooLong {
        /// The closure of that loop.
        closure: String,
        /// Generalised speeds of the loop.
        speeds: usize,
        /// Generalised speeds of the longest loop that is compared.
        most: usize,
    },
    /// A chain length outside the range that can be timed.
    #[error("{links} links cannot be timed; choose a number of links from 2 to {most}")]
    ChainLength {
        /// The number of links that was given.
        links: usize,
        /// The largest number of links.
        most: usize,
    },
}

impl ValidationError {
    pub(crate) fn case(reason: impl Into<String>) -> Self {
        Self::Case { reason: reason.into() }
    }
}

impl<E: Into<denoc_run::Error>> From<E> for ValidationError {
    fn from(error: E) -> Self {
        Self::Library(error.into())
    }
}
