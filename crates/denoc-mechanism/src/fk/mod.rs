//! Forward kinematics of one configuration, as plain data: poses, Jacobians and their conditioning, and Denavit-Hartenberg parameters
//! of serial chains.
//!
//! ```
//! use denoc_model::{Description, DhRow, MassProperties};
//! let row = DhRow::revolute(0.0, 0.0, 0.5, 0.0);
//! let arm = Description::from_dh("arm", &[(row, MassProperties::none()), (row, MassProperties::none())]).build()?;
//! let all = denoc_mechanism::fk::kinematics(&arm, &[0.0, 0.0])?;
//! assert_eq!(all.links[1].pose.position, [1.0, 0.0, 0.0]);
//! let tip = denoc_mechanism::fk::jacobian(&arm, arm.frame("link2")?, &[0.0, 0.0])?;
//! assert_eq!(tip.translation.rank, 1); // stretched: singular
//! assert_eq!(tip.translation.generic_rank, 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chain;
mod dh;
mod jacobian;
mod pose;
mod tool_frame;

use denoc_dynamics::Workspace;
use denoc_math::Pose;
use denoc_model::{FrameId, Model};
use serde::Serialize;

use crate::MechanismError;

pub(crate) use chain::{Axis, Chain};
pub use dh::{DhConvention, DhParameters, dh_table};
pub(crate) use jacobian::rank_of;
pub use jacobian::{JacobianReport, Measures, jacobian};
pub use pose::PoseReport;
pub use tool_frame::tool_frame;

/// Poses of all links and frames, computed by [`kinematics`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Kinematics {
    /// The moving links, parents first.
    pub links: Vec<LinkReport>,
    /// Every frame that is not a link frame, the ground included.
    pub frames: Vec<PoseReport>,
    /// The mass centre of all moving links, m, in world axes.
    pub center_of_mass: [f64; 3],
}

/// The pose of a link.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LinkReport {
    /// The joint that moves it.
    pub joint: String,
    /// Its parent link.
    pub parent: String,
    /// Its link frame in the world.
    pub pose: PoseReport,
    /// Its link frame in that of its parent, as a homogeneous matrix by rows: Tᵢ of Denavit-Hartenberg tables.
    pub relative: [[f64; 4]; 4],
    /// Its link frame in the world, as a homogeneous matrix by rows.
    pub to_base: [[f64; 4]; 4],
}

/// Poses of all links and frames.
pub fn kinematics(model: &Model, q: &[f64]) -> Result<Kinematics, MechanismError> {
    let mut ws = Workspace::new(model);
    let position = ws.position(model, q)?;
    let n = model.links().len();
    // frame i below the number of links is the link frame of link i
    let poses: Vec<Pose<f64>> = (0..model.frames().len()).map(|f| position.frame_pose(FrameId(f))).collect();
    let links = model.links().iter().enumerate().map(|(i, link)| {
        let base = link.parent.map_or(Pose::identity(), |p| poses[p.0]);
        LinkReport {
            joint: model.joint_names()[i].clone(),
            parent: link.parent.map_or(model.ground_name(), |p| &model.link_names()[p.0]).to_owned(),
            pose: PoseReport::new(&model.link_names()[i], poses[i]),
            relative: (base.inverse() * poses[i]).to_matrix(),
            to_base: poses[i].to_matrix(),
        }
    });
    let frames = (n..poses.len()).map(|f| PoseReport::new(&model.frame_names()[f], poses[f]));
    let center_of_mass = position.center_of_mass().to_array();
    Ok(Kinematics { links: links.collect(), frames: frames.collect(), center_of_mass })
}
