use denoc_math::{Mat3, Real, RigidMass, Twist, Vec3};
use denoc_model::Model;

/// Composite quantities of the convective terms, by link, in link axes about the link's origin.
#[derive(Clone, Debug)]
pub(crate) struct ConvectiveBuffers<T> {
    /// M̃.
    pub(crate) composite: Vec<RigidMass<T>>,
    /// Ẽ: moment per angular direction of a column, from the velocities of the mass centres and from ω × I.
    pub(crate) turning: Vec<Mat3<T>>,
    /// Linear momentum of the composite body.
    pub(crate) momentum: Vec<Vec3<T>>,
    /// [ė; u̇ − e × ȯ] of every column.
    pub(crate) rates: Vec<Twist<T>>,
}

impl<T: Real> ConvectiveBuffers<T> {
    pub(crate) fn new(model: &Model<T>) -> Self {
        let n = model.links().len();
        Self {
            composite: vec![RigidMass::zero(); n],
            turning: vec![Mat3::zero(); n],
            momentum: vec![Vec3::zero(); n],
            rates: vec![Twist::zero(); model.nv()],
        }
    }
}
