//! Buffers of the recursions.

use denoc_math::Real;
use denoc_model::Model;

use crate::convective::ConvectiveBuffers;
use crate::derivatives::DerivativesBuffers;
use crate::gim::GimBuffers;
use crate::inverse::InverseBuffers;
use crate::kinematics::{self, KinematicsBuffers};
use crate::stages::Position;
use crate::udut::UdutBuffers;
use crate::{DynamicsError, ModelSize};

/// The buffers for computations with one model, one per algorithm. They are allocated once; later computations allocate nothing.
/// Memory is linear in the number of links. Use one workspace per thread.
///
/// ```
/// use denoc_dynamics::Workspace;
/// use denoc_math::{Pose, Vec3};
/// use denoc_model::{Description, Joint, MassProperties};
///
/// let model = Description::new("pendulum")
///     .link("rod", MassProperties::rod(2.0, 1.0, Vec3::new(1.0, 0.0, 0.0)))
///     .joint("pivot", "ground", "rod", Joint::revolute(Vec3::new(0.0, 1.0, 0.0)), Pose::identity())
///     .build()?;
/// let mut ws = Workspace::new(&model);
/// let mut gravity = [0.0];
/// ws.position(&model, &[0.0])?.gravity_forces(&mut gravity)?;
/// assert!((gravity[0] + 2.0 * 9.81 * 0.5).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// While a stage exists, its inputs cannot change; reading a stale result does not compile:
///
/// ```compile_fail,E0506
/// # use denoc_dynamics::Workspace;
/// # use denoc_math::{Pose, Vec3};
/// # use denoc_model::{Description, Joint, LinkId, MassProperties};
/// # let model = Description::new("pendulum")
/// #     .link("rod", MassProperties::rod(2.0, 1.0, Vec3::new(1.0, 0.0, 0.0)))
/// #     .joint("pivot", "ground", "rod", Joint::revolute(Vec3::new(0.0, 1.0, 0.0)), Pose::identity())
/// #     .build().unwrap();
/// # let mut ws = Workspace::new(&model);
/// let mut q = [0.0];
/// let stage = ws.position(&model, &q).unwrap();
/// q[0] = 1.0; // error: `q` is borrowed by the stage
/// stage.link_pose(LinkId(0));
/// ```
#[derive(Clone, Debug)]
pub struct Workspace<T> {
    size: ModelSize,
    pub(crate) kinematics: KinematicsBuffers<T>,
    pub(crate) inverse: InverseBuffers<T>,
    pub(crate) gim: GimBuffers<T>,
    pub(crate) convective: ConvectiveBuffers<T>,
    pub(crate) udut: UdutBuffers<T>,
    pub(crate) derivatives: DerivativesBuffers<T>,
}

impl<T: Real> Workspace<T> {
    /// Allocates the buffers for a model.
    #[inline(never)]
    pub fn new(model: &Model<T>) -> Self {
        Self {
            size: ModelSize::of(model),
            kinematics: KinematicsBuffers::new(model),
            inverse: InverseBuffers::new(model),
            gim: GimBuffers::new(model),
            convective: ConvectiveBuffers::new(model),
            udut: UdutBuffers::new(model),
            derivatives: DerivativesBuffers::new(model),
        }
    }

    /// Checks the coordinates (length, finite numbers, unit quaternions) and computes the poses of all links. The stage borrows the
    /// workspace, the model and the coordinates.
    #[doc(alias = "forward_kinematics")]
    pub fn position<'a>(&'a mut self, model: &'a Model<T>, q: &'a [T]) -> Result<Position<'a, T>, DynamicsError> {
        self.size.fits(model)?;
        model.check_coordinates(q)?;
        kinematics::place(model, q, &mut self.kinematics);
        Ok(Position { ws: self, model, q })
    }
}
