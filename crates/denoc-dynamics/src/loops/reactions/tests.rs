//! Self-stresses by hand.

use denoc_math::{Pose, Vec3, Wrench};
use denoc_model::{ClosureId, Description, Joint, LinkId, MassProperties};
use denoc_testkit::{Random, close, close_within, largest};
use nalgebra::DVector;

use super::{Reaction, ReactionAxes, closure_pose, self_stresses};
use crate::Workspace;
use crate::loops::Loops;
use crate::loops::inverse::tests::mechanisms::{close as close_loop, each, jacobian};
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

// oracle: mechanisms without redundant conditions, and the definition: no body feels a self-stress
#[test]
fn self_stresses_balance_themselves() {
    each(50, |closed| {
        let (mut ws, mut loops) = (Workspace::new(&closed.model), Loops::new(&closed.model));
        let stresses = self_stresses(&mut loops, &ws.position(&closed.model, &closed.q).unwrap());
        assert_eq!(stresses.count, loops.count() - (closed.model.nv() - closed.freedoms));
    });
    // a spatial chain between the ground and itself, welded where it is: more conditions than joints
    for seed in 0..20 {
        let mut random = Random::new(seed);
        let mut d = Description::new("ring");
        let ball = MassProperties::sphere(1.0, 0.1);
        for i in 0..4 {
            let parent = if i == 0 { "ground".to_owned() } else { format!("link{}", i - 1) };
            let origin = Pose::new(random.rotation(), random.point(0.5));
            let link = format!("link{i}");
            d = d.link(&link, ball).joint(
                format!("joint{i}"),
                parent,
                link,
                Joint::revolute(random.direction()),
                origin,
            );
        }
        let q = random.vector(4, 3.0);
        let joint = Joint::cylindrical(random.direction());
        let d = close_loop(d, &q, "closer", ["link1", "link3"], joint, Pose::new(random.rotation(), random.point(0.3)));
        let joint = Joint::spherical();
        let d = close_loop(d, &q, "ball", ["link3", "ground"], joint, Pose::new(random.rotation(), random.point(0.3)));
        let model = d.build().unwrap();
        let (mut ws, mut loops) = (Workspace::new(&model), Loops::new(&model));
        let position = ws.position(&model, &q).unwrap();
        let stresses = self_stresses(&mut loops, &position);
        assert_eq!(stresses.count, 3);
        for k in 0..stresses.count {
            let lambda = DVector::from_column_slice(&stresses.lambda[k]);
            close_within(jacobian(&model, &q).transpose() * lambda, [0.0; 4], 1e-13);
            let world = |pose: Pose<f64>, w: Wrench<f64>| pose.propagate_back(w);
            for i in 0..4 {
                let pose = |i: usize| position.link_pose(LinkId(i));
                let mut parts = vec![world(pose(i), stresses.joints[k][i])];
                if i < 3 {
                    parts.push(-world(pose(i + 1), stresses.joints[k][i + 1]));
                }
                for (c, closure) in model.closures().iter().enumerate() {
                    let [from, on] = closure.links();
                    let here = world(closure_pose(&position, ClosureId(c)), stresses.closures[k][c]);
                    if on == Some(LinkId(i)) {
                        parts.push(here);
                    }
                    if from == Some(LinkId(i)) {
                        parts.push(-here);
                    }
                }
                let size = parts.iter().map(|w| largest(*w)).fold(0.0, f64::max);
                let sum = parts.into_iter().fold(Wrench::zero(), |sum, w| sum + w);
                close_within(sum, [0.0; 6], 1e-12 * size.max(1.0));
            }
        }
    }
}

// oracle: by hand: quarter turns about z and x, moved by one metre
#[test]
fn reactions_in_other_axes() {
    let quarter = denoc_math::Mat3::rotation(Vec3::unit(2), 1.0, 0.0);
    let reaction = Reaction {
        from: None,
        on: Some(LinkId(0)),
        pose: Pose::new(quarter, Vec3::unit(0)),
        wrench: Wrench::new(Vec3::zero(), Vec3::unit(0)),
        axes: Pose::new(denoc_math::Mat3::rotation(Vec3::unit(0), 1.0, 0.0), Vec3::unit(0)),
    };
    let force = |axes| reaction.along(axes).to_array();
    close(force(ReactionAxes::Joint), [0.0, 0.0, 0.0, 1.0, 0.0, 0.0], 1e-15);
    close(force(ReactionAxes::World), [0.0, 0.0, 0.0, 0.0, 1.0, 0.0], 1e-15);
    close(force(ReactionAxes::Link), [0.0, 0.0, 0.0, 0.0, 0.0, -1.0], 1e-15);
    close(reaction.about(Pose::identity()), [0.0, 0.0, 1.0, 0.0, 1.0, 0.0], 1e-15);
    let frame = Pose::new(quarter, Vec3::new(0.0, 5.0, 0.0));
    close(reaction.about(frame), [0.0, 0.0, 1.0, 1.0, 0.0, 0.0], 1e-15);
}

// oracle: Newton's third law in world axes; the axes of the link that the opposite wrench acts on; twice the opposite
#[test]
fn the_opposite_wrench_acts_on_the_other_link() {
    let model = four_bar();
    let phi = 1.3453675552809108;
    let mut ws = Workspace::new(&model);
    let q = [0.3, phi, -2.0 * phi];
    let stage = ws.position(&model, &q).unwrap();
    let child = (0..3).map(LinkId).find(|link| model.links()[link.0].parent.is_some()).unwrap();
    let parent = model.links()[child.0].parent.unwrap();
    let mut random = Random::new(5);
    let (pose, axes) = (stage.link_pose(child), stage.link_pose(child));
    let wrench = Wrench::new(random.point(1.0), random.point(1.0));
    let reaction = Reaction { from: Some(parent), on: Some(child), pose, wrench, axes };
    let frame = Pose::new(random.rotation(), random.point(0.5));
    let opposite = reaction.opposite(&stage, frame);
    assert_eq!((opposite.from, opposite.on), (Some(child), Some(parent)));
    let [there, here] = [&reaction, &opposite].map(|r| r.along(ReactionAxes::World));
    close_within(here.force.to_array(), (-there.force).to_array(), 1e-14);
    // moments about the two origins differ by that of the force
    let arm = pose.position - frame.position;
    close_within(here.moment.to_array(), (-(there.moment + arm.cross(there.force))).to_array(), 1e-14);
    let on_parent = here.rotate(stage.link_pose(parent).rotation.transpose());
    close_within(opposite.along(ReactionAxes::Link).to_array(), on_parent.to_array(), 1e-14);
    let back = opposite.opposite(&stage, pose);
    close_within(back.wrench.to_array(), wrench.to_array(), 1e-14);
    close_within(back.along(ReactionAxes::Link).to_array(), reaction.along(ReactionAxes::Link).to_array(), 1e-14);
}
