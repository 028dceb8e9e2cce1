//! Loops against references, identities and each other.

pub(crate) mod mechanisms;
mod numbers;
mod oracle;
mod references;
mod rows;
pub(crate) mod special;

use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Joint, MassProperties, Model};

use super::{LoopForward, LoopMethod};
use crate::{Loads, Workspace};

/// The four-bar linkage of the survey (section 4.1): lengths and masses of crank, coupler and output; rods.
pub(crate) fn four_bar() -> Model {
    let (x, z) = (Vec3::unit(0), Vec3::unit(2));
    let along = |length: f64| Pose::translation(x.scale(length));
    Description::new("four-bar")
        .gravity(Vec3::new(0.0, -9.81, 0.0))
        .link("crank", MassProperties::rod(1.5, 0.038, x))
        .link("coupler", MassProperties::rod(5.0, 0.1152, x))
        .link("output", MassProperties::rod(3.0, 0.1152, x))
        .joint("crank_pivot", "ground", "crank", Joint::revolute(z), Pose::identity())
        .joint("crank_pin", "crank", "coupler", Joint::revolute(z), along(0.038))
        .joint("output_pin", "coupler", "output", Joint::revolute(z), along(0.1152))
        .joint("output_pivot", "ground", "output", Joint::revolute(z), along(0.0895))
        .child_origin(along(0.1152))
        .cut()
        .build()
        .unwrap()
}

// oracle: reference A9 (absolute coordinates in quadruple precision), first sample
#[test]
fn four_bar_from_rest() {
    let model = four_bar();
    let phi = 1.3453675552809108;
    let q = [0.0, phi, -2.0 * phi];
    for &method in LoopMethod::ALL {
        let mut ws = Workspace::new(&model);
        let mut forward = LoopForward::new(&model, method);
        let mut a = [0.0; 3];
        let mut stage = ws.position(&model, &q).unwrap().velocity(&[0.0; 3]).unwrap();
        let outcome = forward.forward(&mut stage, &[0.0; 3], Loads::NONE, &mut a).unwrap();
        assert_eq!(outcome.rank, 2, "{method:?}");
        let absolute = [a[0], a[0] + a[1], a[0] + a[1] + a[2]];
        denoc_testkit::close_within(absolute, [-82.92934628528819, 61.190585608562145, 61.190585608562145], 1e-10);
    }
}
