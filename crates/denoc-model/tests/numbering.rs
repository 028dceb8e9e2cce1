//! From descriptions to numbers.

mod common;

use common::{body, pivot, pose, same_pose, tree};
use denoc_formats::catalogue;
use denoc_math::{Mat3, Pose, Vec3};
use denoc_model::{Description, Joint, LinkId, MassProperties, Model};
use denoc_testkit::{Options, random_model};

fn names(model: &Model) -> Vec<&str> {
    model.link_names().iter().map(String::as_str).collect()
}

// oracle: drawn by hand
#[test]
fn links_are_numbered_depth_first_in_the_order_of_the_joints() {
    let d = tree(&[("ground", "hip"), ("hip", "left"), ("hip", "right"), ("left", "foot"), ("ground", "pole")]);
    let model = d.build().unwrap();
    assert_eq!(names(&model), ["hip", "left", "foot", "right", "pole"]);
    let parents: Vec<Option<usize>> = model.links().iter().map(|l| l.parent.map(|p| p.0)).collect();
    assert_eq!(parents, [None, Some(0), Some(1), Some(0), None]);
    assert_eq!(model.joint_names(), ["ground-hip", "hip-left", "left-foot", "hip-right", "ground-pole"]);
    let modules: Vec<_> = model.modules().iter().map(|m| (m.first, m.end, m.parent)).collect();
    assert_eq!(modules, [(0, 1, None), (1, 3, Some(0)), (3, 4, Some(0)), (4, 5, None)]);
    assert_eq!(model.link("foot"), Ok(LinkId(2)));
    assert_eq!(model.joint("hip-right"), Ok(LinkId(3)));
}

// oracle: the order of the description does not matter for the structure
#[test]
fn joints_may_be_listed_in_any_order() {
    let model = tree(&[("b", "c"), ("a", "b"), ("ground", "a")]).build().unwrap();
    assert_eq!(names(&model), ["a", "b", "c"]);
    assert_eq!(model.modules().len(), 1);
}

// oracle: the definitions
#[test]
fn numbers_of_random_trees_are_consistent() {
    for seed in 0..50 {
        let model = random_model(seed, &Options { floating: seed % 2 == 0, ..Options::default() });
        let (mut q, mut v) = (0, 0);
        let mut children = vec![0; model.links().len()];
        for (i, link) in model.links().iter().enumerate() {
            assert!(link.parent.is_none_or(|p| p.0 < i));
            assert_eq!((link.q, link.v), (q, v));
            (q, v) = (q + link.joint.q_units().len(), v + link.joint.v_units().len());
            (link.v..v).for_each(|k| assert_eq!(model.joint_of_speed(k), LinkId(i)));
            link.parent.into_iter().for_each(|p| children[p.0] += 1);
        }
        assert_eq!((model.nq(), model.nv()), (q, v));
        // modules cover the links in order; inside, each link is attached to the one before, which has no other child
        let mut next = 0;
        for module in model.modules() {
            assert_eq!(module.first, next);
            next = module.end;
            for i in module.first + 1..module.end {
                assert_eq!((model.links()[i].parent, children[i - 1]), (Some(LinkId(i - 1)), 1));
            }
            let parent = model.links()[module.first].parent;
            assert_eq!(parent.map(|p| p.0 + 1), module.parent.map(|m| model.modules()[m].end));
            assert!(parent.is_none_or(|p| children[p.0] > 1));
        }
        assert_eq!(next, model.links().len());
    }
}

// oracle: the product of poses
#[test]
fn origins_on_both_sides_of_a_joint() {
    let (near, far) = (
        Pose::new(Mat3::from_rpy([0.1, 0.2, 0.3]), Vec3::new(1.0, 2.0, 3.0)),
        Pose::new(Mat3::from_rpy([-0.4, 0.5, 0.6]), Vec3::new(-0.3, 0.2, 0.1)),
    );
    let tool = Pose::translation(Vec3::new(0.0, 0.0, 0.7));
    let mut d = Description::new("origins").link("a", body()).joint("j", "ground", "a", pivot(), near);
    d.joints[0].child_origin = far;
    let model = d.frame("tool", "a", tool).frame("mark", "ground", tool).build().unwrap();
    let q = [0.8];
    let expected = near * pivot().pose(&q) * far.inverse();
    same_pose(pose(&model, &q, "a"), expected);
    same_pose(pose(&model, &q, "tool"), expected * tool);
    same_pose(pose(&model, &q, "mark"), tool);
    same_pose(pose(&model, &q, "ground"), Pose::identity());
    // the mass centre moves with the link frame of the description
    let link = &model.links()[0];
    let center = (near * pivot().pose(&q)).point(link.mass.first_moment.scale(1.0 / link.mass.mass));
    denoc_testkit::close(center, expected.point(body().center), 1e-14);
}

// oracle: the same joint passed the other way
#[test]
fn a_joint_listed_from_child_to_parent_is_reversed() {
    let origin = Pose::translation(Vec3::new(0.0, 0.0, 0.5));
    for joint in [pivot(), Joint::spherical(), Joint::free(), Joint::universal(Vec3::unit(0), Vec3::unit(1))] {
        let model = Description::new("reversed")
            .link("a", body())
            .joint("j", "a", "ground", joint.clone(), origin)
            .build()
            .unwrap();
        let mut q = model.neutral();
        q[0] = 0.6;
        let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
        if model.nq() == 4 {
            q.iter_mut().for_each(|x| *x /= norm);
        }
        same_pose(pose(&model, &q, "a"), (origin * joint.pose(&q)).inverse());
    }
}

// oracle: the text itself
#[test]
fn the_table_is_for_people() {
    let text = catalogue::describe("stanford").unwrap().build().unwrap().to_string();
    let expected = "\
stanford: 6 links, 6 degrees of freedom (nq = 6, nv = 6), 1 module, gravity (0.0000, 0.0000, -9.8100) m/s²
  #  link   parent  joint   kind       q  v  mass [kg]  mass centre in link frame [m]
  0  link1  ground  joint1  revolute   0  0  9.000000   0.0000 0.1000 0.0000
  1  link2  link1   joint2  revolute   1  1  6.000000   0.0000 0.0000 0.0000
  2  link3  link2   joint3  prismatic  2  2  4.000000   0.0000 0.0000 0.0000
  3  link4  link3   joint4  revolute   3  3  1.000000   0.0000 0.1000 0.0000
  4  link5  link4   joint5  revolute   4  4  0.600000   0.0000 0.0000 0.0600
  5  link6  link5   joint6  revolute   5  5  0.500000   0.0000 0.0000 0.2000
";
    assert_eq!(text, expected);
    // several coordinates, none, and a warning
    let rod = MassProperties::rod(1.0, 0.5, Vec3::unit(0));
    let model = Description::new("mixed")
        .link("body", body())
        .link("tool", rod)
        .joint("float", "ground", "body", Joint::free(), Pose::identity())
        .joint("weld", "body", "tool", Joint::fixed(), Pose::identity())
        .build()
        .unwrap();
    let expected = "\
mixed: 2 links, 6 degrees of freedom (nq = 7, nv = 6), 1 module, gravity (0.0000, 0.0000, -9.8100) m/s²
  #  link  parent  joint  kind   q    v    mass [kg]  mass centre in link frame [m]
  0  body  ground  float  free   0–6  0–5  1.000000   0.0500 0.0000 0.1000
  1  tool  body    weld   fixed  –    –    1.000000   0.2500 0.0000 0.0000
";
    assert_eq!(model.to_string(), expected);
}

// no recursion on the call stack, linear time: a few seconds; the bound allows for a busy machine
#[test]
fn a_million_links() {
    let n = 1_000_000;
    let start = std::time::Instant::now();
    let mut d = Description::new("long");
    for i in 0..n {
        let parent = if i == 0 { "ground".to_owned() } else { format!("l{}", i - 1) };
        d = d.link(format!("l{i}"), body()).joint(format!("j{i}"), parent, format!("l{i}"), pivot(), Pose::identity());
    }
    let model = d.build().unwrap();
    assert_eq!((model.nv(), model.modules().len()), (n, 1));
    assert_eq!(model.link("l999999"), Ok(LinkId(n - 1)));
    assert!(start.elapsed().as_secs() < 120, "{:?}", start.elapsed());
}
