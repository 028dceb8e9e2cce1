//! Mechanisms with loops, built in code from their geometry.
#![allow(dead_code)] // each test uses some of them

use core::f64::consts::{FRAC_PI_2, PI};

use denoc_math::{Mat3, Pose, Vec3};
use denoc_model::{
    ConstraintKind, Description, DistanceSpec, Joint, JointProperties, MassProperties, Model, PointSpec, RollingSpec,
};

pub(crate) const X: Vec3<f64> = Vec3 { x: 1.0, y: 0.0, z: 0.0 };
pub(crate) const Y: Vec3<f64> = Vec3 { x: 0.0, y: 1.0, z: 0.0 };
pub(crate) const Z: Vec3<f64> = Vec3 { x: 0.0, y: 0.0, z: 1.0 };

pub(crate) fn rod(length: f64) -> MassProperties {
    MassProperties::rod(1.0, length, X)
}

fn body() -> MassProperties {
    MassProperties::sphere(1.0, 0.05)
}

pub(crate) fn along(length: f64) -> Pose<f64> {
    Pose::translation(X.scale(length))
}

fn at(x: f64, y: f64, z: f64) -> Pose<f64> {
    Pose::translation(Vec3::new(x, y, z))
}

/// A four-bar linkage in the plane of x and y: lengths of ground, crank, coupler and output. q = crank, coupler, output
/// (relative angles).
pub(crate) fn four_bar_description([ground, crank, coupler, output]: [f64; 4]) -> Description {
    Description::new("four-bar")
        .gravity(Vec3::new(0.0, -9.81, 0.0))
        .link("crank", rod(crank))
        .link("coupler", rod(coupler))
        .link("output", rod(output))
        .joint("crank_pivot", "ground", "crank", Joint::revolute(Z), Pose::identity())
        .joint("crank_pin", "crank", "coupler", Joint::revolute(Z), along(crank))
        .joint("output_pin", "coupler", "output", Joint::revolute(Z), along(coupler))
        .joint("output_pivot", "ground", "output", Joint::revolute(Z), along(ground))
        .child_origin(along(output))
        .cut()
}

pub(crate) fn four_bar(lengths: [f64; 4]) -> Model {
    four_bar_description(lengths).build().unwrap()
}

/// The four-bar linkage of the survey's section 4.1.
pub(crate) const SURVEY: [f64; 4] = [0.0895, 0.038, 0.1152, 0.1152];

/// A slider-crank: crank, rod, slider along x.
pub(crate) fn slider_crank(crank: f64, rod_length: f64) -> Model {
    Description::new("slider-crank")
        .link("crank", rod(crank))
        .link("rod", rod(rod_length))
        .link("slider", body())
        .joint("pivot", "ground", "crank", Joint::revolute(Z), Pose::identity())
        .joint("crank_pin", "crank", "rod", Joint::revolute(Z), along(crank))
        .joint("guide", "ground", "slider", Joint::prismatic(X), Pose::identity())
        .joint("wrist_pin", "rod", "slider", Joint::revolute(Z), along(rod_length))
        .cut()
        .build()
        .unwrap()
}

/// A loop of hinges by Denavit-Hartenberg parameters (a, alpha), without offsets; the last hinge is cut.
fn hinges(name: &str, parameters: &[(f64, f64)]) -> Model {
    let step = |(a, alpha): (f64, f64)| Pose::new(Mat3::rotation(X, alpha.sin(), alpha.cos()), X.scale(a));
    let n = parameters.len();
    let mut d = Description::new(name);
    for i in 1..n {
        d = d.link(format!("link{i}"), body());
    }
    d = d.joint("hinge1", "ground", "link1", Joint::revolute(Z), Pose::identity());
    for i in 2..n {
        let (parent, child) = (format!("link{}", i - 1), format!("link{i}"));
        d = d.joint(format!("hinge{i}"), parent, child, Joint::revolute(Z), step(parameters[i - 2]));
    }
    d.joint(format!("hinge{n}"), format!("link{}", n - 1), "ground", Joint::revolute(Z), step(parameters[n - 2]))
        .child_origin(step(parameters[n - 1]).inverse())
        .cut()
        .build()
        .unwrap()
}

/// Bennett's linkage, and a closed configuration: tan(θ₁/2) tan(θ₂/2) = sin((β+α)/2)/sin((β−α)/2), θ₃ = −θ₁.
pub(crate) fn bennett(theta: f64) -> (Model, Vec<f64>) {
    let (a, b, alpha) = (1.0_f64, 0.6, 0.7_f64);
    let beta = (b * alpha.sin() / a).asin();
    let model = hinges("bennett", &[(a, alpha), (b, beta), (a, alpha), (b, beta)]);
    let factor = ((beta + alpha) / 2.0).sin() / ((beta - alpha) / 2.0).sin();
    let second = 2.0 * (factor / (theta / 2.0).tan()).atan();
    (model, vec![theta, second, -theta])
}

/// Bricard's threefold-symmetric linkage with right angles, and a closed configuration: cos φ + cos ψ + cos φ cos ψ = 0.
pub(crate) fn bricard(phi: f64) -> (Model, Vec<f64>) {
    let sides: Vec<(f64, f64)> = (0..6).map(|i| (1.0, if i % 2 == 0 { FRAC_PI_2 } else { -FRAC_PI_2 })).collect();
    let psi = (-phi.cos() / (1.0 + phi.cos())).acos();
    (hinges("bricard", &sides), vec![phi, psi, phi, psi, phi])
}

/// Sarrus's linkage: two legs of three parallel hinges each; the platform moves along z. Closed at zero.
pub(crate) fn sarrus() -> Model {
    Description::new("sarrus")
        .link("a_lower", body())
        .link("a_upper", body())
        .link("platform", body())
        .link("b_lower", body())
        .link("b_upper", body())
        .joint("a1", "ground", "a_lower", Joint::revolute(Y), at(1.0, 0.0, 0.0))
        .joint("a2", "a_lower", "a_upper", Joint::revolute(Y), at(0.5, 0.0, 0.8))
        .joint("a3", "a_upper", "platform", Joint::revolute(Y), at(-0.5, 0.0, 0.8))
        .joint("b1", "ground", "b_lower", Joint::revolute(X), at(0.0, 1.0, 0.0))
        .joint("b2", "b_lower", "b_upper", Joint::revolute(X), at(0.0, 0.5, 0.8))
        .joint("b3", "b_upper", "platform", Joint::revolute(X), at(0.0, -0.5, 0.8))
        .child_origin(at(-1.0, 1.0, 0.0))
        .cut()
        .build()
        .unwrap()
}

/// A hexapod of six legs with universal joint, slide (driven) and ball joint. Closed at zero.
pub(crate) fn stewart() -> Model {
    let ring = |radius: f64, angle: f64, z: f64| Vec3::new(radius * angle.cos(), radius * angle.sin(), z);
    let mut d = Description::new("stewart").link("platform", body());
    for i in 0..6 {
        let turn = PI / 3.0 * (i / 2 * 2) as f64;
        let side = if i % 2 == 0 { -1.0 } else { 1.0 };
        let (foot, head) = (ring(1.0, turn + 0.25 * side, 0.0), ring(0.6, turn + 0.85 * side, 1.0));
        let leg = head - foot;
        let z = leg.normalized();
        let x = Y.cross(z).normalized();
        let turned = Mat3::from_columns(x, z.cross(x), z);
        let (cylinder, piston) = (format!("cylinder{i}"), format!("piston{i}"));
        d = d
            .link(&cylinder, body())
            .link(&piston, body())
            .joint(format!("universal{i}"), "ground", &cylinder, Joint::universal(X, Y), Pose::new(turned, foot))
            .joint(format!("slide{i}"), &cylinder, &piston, Joint::prismatic(Z), at(0.0, 0.0, leg.norm()))
            .actuator(format!("motor{i}"), format!("slide{i}"));
        let ball = Pose::new(turned.transpose(), Vec3::zero());
        d = d.joint(format!("ball{i}"), &piston, "platform", Joint::spherical(), ball);
        d = d.child_origin(Pose::translation(head - Vec3::new(0.0, 0.0, 1.0)));
        if i > 0 {
            d = d.cut();
        }
    }
    d.build().unwrap()
}

/// A delta robot: three driven arms, six rods without mass. Closed at zero to the lengths of its rods.
pub(crate) fn delta() -> Model {
    let mut d = Description::new("delta").link("platform", body()).joint(
        "pose",
        "ground",
        "platform",
        Joint::free(),
        at(0.0, 0.0, -0.7),
    );
    for i in 0..3 {
        let angle = 2.0 * PI / 3.0 * i as f64;
        let turned = Mat3::rotation(Z, angle.sin(), angle.cos());
        let arm = format!("arm{i}");
        d = d
            .link(&arm, body())
            .joint(
                format!("shoulder{i}"),
                "ground",
                &arm,
                Joint::revolute(Y),
                Pose::new(turned, turned.apply(X.scale(0.3))),
            )
            .actuator(format!("motor{i}"), format!("shoulder{i}"));
        for side in [-0.1, 0.1] {
            let elbow = Vec3::new(0.4, side, 0.0);
            let on_platform = turned.apply(Vec3::new(0.1, side, 0.0));
            let length = (turned.apply(X.scale(0.3) + elbow) - on_platform + Vec3::new(0.0, 0.0, 0.7)).norm();
            d = d.constraint(
                format!("rod{i}{}", if side < 0.0 { "a" } else { "b" }),
                ConstraintKind::Distance(DistanceSpec {
                    from: PointSpec { link: arm.clone(), position: elbow },
                    to: PointSpec { link: "platform".into(), position: on_platform },
                    length,
                }),
            );
        }
    }
    d.build().unwrap()
}

/// A crank and a rocker with skew axes, tied by a rod with ball joints.
pub(crate) fn rssr() -> Model {
    rssr_description().build().unwrap()
}

pub(crate) fn rssr_description() -> Description {
    Description::new("rssr")
        .link("crank", rod(0.2))
        .link("rod", rod(1.0))
        .link("rocker", rod(0.6))
        .joint("crank_pivot", "ground", "crank", Joint::revolute(Z), Pose::identity())
        .joint("first_ball", "crank", "rod", Joint::spherical(), along(0.2))
        .joint("rocker_pivot", "ground", "rocker", Joint::revolute(X), at(0.9, 0.1, -0.5))
        .joint("second_ball", "rod", "rocker", Joint::spherical(), along(1.0))
        .child_origin(at(0.0, 0.0, 0.6))
        .cut()
        .actuator("motor", "crank_pivot")
}

/// The same mechanism, cut at the pivot of the rocker.
pub(crate) fn rssr_cut_at_the_rocker() -> Model {
    Description::new("rssr")
        .link("crank", rod(0.2))
        .link("rod", rod(1.0))
        .link("rocker", rod(0.6))
        .joint("crank_pivot", "ground", "crank", Joint::revolute(Z), Pose::identity())
        .joint("first_ball", "crank", "rod", Joint::spherical(), along(0.2))
        .joint("second_ball", "rod", "rocker", Joint::spherical(), along(1.0))
        .child_origin(at(0.0, 0.0, 0.6))
        .joint("rocker_pivot", "ground", "rocker", Joint::revolute(X), at(0.9, 0.1, -0.5))
        .cut()
        .actuator("motor", "crank_pivot")
        .build()
        .unwrap()
}

/// A cart on two wheels that roll on the plane z = 0; a castor that slides holds it level.
pub(crate) fn cart() -> Model {
    let wheel = |link: &str| {
        ConstraintKind::Rolling(RollingSpec {
            link: link.into(),
            center: Vec3::zero(),
            axis: Y,
            radius: 0.1,
            plane_point: Vec3::zero(),
            plane_normal: Z,
            keep_height: false,
        })
    };
    Description::new("cart")
        .link("body", body())
        .link("left", body())
        .link("right", body())
        .joint("ground_plane", "ground", "body", Joint::planar(Z), at(0.0, 0.0, 0.1))
        .joint("left_axle", "body", "left", Joint::revolute(Y), at(0.0, 0.2, 0.0))
        .joint("right_axle", "body", "right", Joint::revolute(Y), at(0.0, -0.2, 0.0))
        .constraint("left_rolls", wheel("left"))
        .constraint("right_rolls", wheel("right"))
        .actuator("left_motor", "left_axle")
        .actuator("right_motor", "right_axle")
        .build()
        .unwrap()
}

/// `count` four-bar linkages, each on the coupler of the one before.
pub(crate) fn chain(count: usize) -> Model {
    let [ground, crank, coupler, output] = [0.3, 0.1, 0.25, 0.25];
    let mut d = Description::new("chain");
    for i in 0..count {
        let base = if i == 0 { "ground".to_owned() } else { format!("coupler{}", i - 1) };
        let name = |what: &str| format!("{what}{i}");
        d = d
            .link(name("crank"), rod(crank))
            .link(name("coupler"), rod(coupler))
            .link(name("output"), rod(output))
            .joint(name("a"), &base, name("crank"), Joint::revolute(Z), Pose::identity())
            .joint(name("b"), name("crank"), name("coupler"), Joint::revolute(Z), along(crank))
            .joint(name("c"), name("coupler"), name("output"), Joint::revolute(Z), along(coupler))
            .joint(name("d"), &base, name("output"), Joint::revolute(Z), along(ground))
            .child_origin(along(output))
            .cut();
    }
    d.build().unwrap()
}

pub(crate) fn limited(low: f64, high: f64) -> JointProperties {
    JointProperties { limits: Some([low, high]), ..JointProperties::default() }
}
