//! Self-stresses by hand.

use denoc_model::{ClosureId, LinkId};

use super::self_stresses;
use crate::Workspace;
use crate::loops::Loops;
use crate::loops::tests::four_bar;

// oracle: by hand: a plane linkage of bodies in space cannot tell forces across its plane and moments about axes in it
#[test]
fn stresses_of_a_plane_linkage_are_across_its_plane() {
    let model = four_bar();
    let phi = 1.3453675552809108;
    let q = [0.0, phi, -2.0 * phi];
    let (mut ws, mut loops) = (Workspace::new(&model), Loops::new(&model));
    let stresses = self_stresses(&mut loops, &ws.position(&model, &q).unwrap());
    assert_eq!(stresses.count, 3);
    let across = [true, true, false, false, false, true];
    for link in 0..3 {
        assert_eq!(stresses.in_joint(LinkId(link)), across, "{}", model.joint_names()[link]);
    }
    assert_eq!(stresses.in_closure(ClosureId(0)), across);
}
