use denoc_base::number::six;
use thiserror::Error;

/// Why two-handle equations do not exist.
#[derive(Copy, Clone, Debug, PartialEq, Error)]
pub enum TwoHandleError<const N: usize> {
    /// ζ is the inverse of a mass: a body without inertia in some direction has none.
    #[error(
        "the body has no inertia against the motion [{}] (rotation first), so its two-handle equations do not \
         exist; give it some, take the plane it moves in (TwoHandle<T, 3>), or join it rigidly to a neighbour",
        .direction.map(six).join(", ")
    )]
    SingularMass {
        /// A motion about handle 1 that takes no momentum.
        direction: [f64; N],
    },
    /// The columns of a joint's motion are not independent.
    #[error(
        "only {rank} of the {dof} columns of the joint's motion are independent, so its accelerations are not known; \
         leave out the dependent ones"
    )]
    DependentColumns {
        /// Degrees of freedom claimed.
        dof: usize,
        /// Independent columns.
        rank: usize,
    },
    /// No force of the joint moves the two pieces apart in some direction: one of them is held, or far too heavy.
    #[error(
        "the joint's constraint force [{}] (moment first) accelerates neither piece, so it cannot be found; \
         check the masses on both sides, or close loops last",
        .direction.map(six).join(", ")
    )]
    UndeterminedForce {
        /// The constraint force without effect.
        direction: [f64; N],
    },
}
