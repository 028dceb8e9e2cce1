use denoc_math::{Real, RigidMass};
use denoc_model::Model;

/// Composite bodies.
#[derive(Clone, Debug)]
pub(crate) struct GimBuffers<T> {
    /// M̃: every link with everything outward of it, in link axes about the link's origin.
    pub(crate) composite: Vec<RigidMass<T>>,
}

impl<T: Real> GimBuffers<T> {
    pub(crate) fn new(model: &Model<T>) -> Self {
        Self { composite: vec![RigidMass::zero(); model.links().len()] }
    }
}
