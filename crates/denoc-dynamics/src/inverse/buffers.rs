use denoc_math::{Real, Twist, Wrench};
use denoc_model::Model;

/// Results of the two sweeps of inverse dynamics.
#[derive(Clone, Debug)]
pub(crate) struct InverseBuffers<T> {
    /// Twist-rate of every link (ω̇, classical acceleration of the origin), in link axes, relative to the base acceleration
    /// that stands for gravity.
    pub(crate) rates: Vec<Twist<T>>,
    /// w̃: the wrench that the joint transmits to the link, in link axes about its origin.
    pub(crate) wrenches: Vec<Wrench<T>>,
}

impl<T: Real> InverseBuffers<T> {
    pub(crate) fn new(model: &Model<T>) -> Self {
        let n = model.links().len();
        Self { rates: vec![Twist::zero(); n], wrenches: vec![Wrench::zero(); n] }
    }
}
