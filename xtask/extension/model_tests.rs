//! Whether a kind of joint and a kind of constraint, each one file and one line of a registry, are there everywhere.

use denoc_dynamics::loops::{LoopForward, LoopMethod};
use denoc_dynamics::{Loads, Workspace};
use denoc_formats::{NativeExtra, model_file_help, native::MODEL_SCHEMA, parse_native, write_native};
use denoc_math::{Dual, Pose, Sym3, Vec3};
use denoc_model::joints::KINDS;
use denoc_model::{Description, Joint, MassProperties, Model};
use denoc_testkit::{Kinds, Options, close, random_description, random_model, random_state};

const RADIUS: f64 = 0.2;

fn file(radius: &str) -> String {
    format!(
        "[model]\nname = \"rack\"\n[[link]]\nname = \"wheel\"\nmass = 1\n[[joint]]\nname = \"rolls\"\ntype = \"pinion\"\n\
         parent = \"ground\"\nchild = \"wheel\"\naxes = [[0, 0, 1], [1, 0, 0]]\n{radius}"
    )
}

#[test]
fn the_model_file_has_it() {
    let joint = |text: &str| parse_native(&file(text), "m.toml").unwrap().description.joints[0].joint.clone();
    let (z, x) = (Vec3::unit(2), Vec3::unit(0));
    assert_eq!(joint("radius = \"200 mm\""), Joint::pinion(z, x, RADIUS));
    assert_eq!(joint(""), Joint::pinion(z, x, 0.05));
    let error = parse_native(&file("pitch = 1"), "m.toml").unwrap_err().to_string();
    assert!(error.contains("pinion joint \"rolls\"") && error.contains("radius"), "{error}");
    let error = parse_native(&file("radius = \"2 kg\""), "m.toml").unwrap_err().to_string();
    assert!(error.contains("a length"), "{error}");
    let error = parse_native(&file("").replace("pinion", "gear wheel"), "m.toml").unwrap_err().to_string();
    assert!(error.contains("\"pinion\""), "{error}");
}

#[test]
fn what_is_written_is_read_again() {
    for text in ["", "radius = 0.125"] {
        let read = parse_native(&file(text), "m.toml").unwrap().description;
        let written = write_native(&read, &NativeExtra::default()).unwrap();
        assert_eq!(written.contains("radius"), !text.is_empty(), "{written}");
        let again = parse_native(&written, "m.toml").unwrap().description;
        assert_eq!(again.joints[0].joint, read.joints[0].joint);
    }
}

#[test]
fn schema_specification_and_help_have_it() {
    let schema: serde_json::Value = serde_json::from_str(MODEL_SCHEMA).unwrap();
    let joint = &schema["$defs"]["joint"];
    let kinds = joint["properties"]["type"]["enum"].as_array().unwrap();
    assert!(kinds.iter().any(|kind| kind == "pinion"), "{kinds:?}");
    let radius = joint["properties"]["radius"]["description"].as_str().unwrap();
    assert!(radius.contains("Radius of the pinion (pinion)"), "{radius}");
    let page = include_str!("../../../docs/model-file.md");
    assert!(page.contains("| `pinion` | pinion that rolls on a rack; q = angle | `axes = [[0, 0, 1], [1, 0, 0]]`"));
    assert!(model_file_help().lines().any(|line| line.trim_start().starts_with("pinion ")), "{}", model_file_help());
}

#[test]
fn random_mechanisms_have_it() {
    let options = Options { joints: KINDS.len(), ..Options::default() };
    let d = random_description(1, &options);
    assert!(d.joints.iter().any(|j| j.joint.keyword() == "pinion"));
    d.build().unwrap();
}

fn only() -> Options {
    Options { joints: 5, kinds: Kinds::Only(vec!["pinion", "revolute"]), ..Options::default() }
}

type D = Dual<f64, 1>;

// oracle: dual numbers through the recursion of inverse dynamics
#[test]
fn forces_are_differentiated() {
    for seed in 0..10 {
        let model: Model = random_model(seed, &only());
        let (s, n) = (random_state(&model, seed), model.nv());
        let (mut dq, mut dv) = (vec![0.0; n * n], vec![0.0; n * n]);
        let mut ws = Workspace::new(&model);
        let mut stage = ws.position(&model, &s.q).unwrap().velocity(&s.v).unwrap();
        stage.inverse_derivatives(&s.a, Loads::NONE, &mut dq, &mut dv).unwrap();
        let dual = model.cast::<D>();
        let constant = |x: &[f64]| x.iter().map(|&x| D::constant(x)).collect::<Vec<D>>();
        let a = constant(&s.a);
        for m in 0..n {
            for (found, at_q) in [(&dq, true), (&dv, false)] {
                let (mut q, mut v) = (constant(&s.q), constant(&s.v));
                let varied = if at_q { &mut q } else { &mut v };
                varied[m].parts = [1.0];
                let mut tau = vec![D::constant(0.0); n];
                let mut ws = Workspace::new(&dual);
                let mut stage = ws.position(&dual, &q).unwrap().velocity(&v).unwrap();
                stage.inverse(&a, Loads::NONE, &mut tau).unwrap();
                let column: Vec<f64> = (0..n).map(|k| found[k * n + m]).collect();
                close(&column, &tau.iter().map(|x| x.parts[0]).collect::<Vec<_>>(), 1e-11);
            }
        }
    }
}

// oracle: both layers
#[test]
fn the_compiled_layer_has_it() {
    use denoc_dynamics::compiled::Compile;
    for seed in 0..10 {
        let model = random_model(seed, &only());
        let s = random_state(&model, seed);
        let (mut a, mut compiled) = (vec![0.0; model.nv()], vec![0.0; model.nv()]);
        let mut ws = Workspace::new(&model);
        let mut stage = ws.position(&model, &s.q).unwrap().velocity(&s.v).unwrap();
        stage.forward(&s.tau, Loads::NONE, &mut a).unwrap();
        model.compile().forward_dynamics(&s.q, &s.v, &s.tau, &mut compiled).unwrap();
        close(&compiled, &a, 1e-10);
    }
}

fn slope(keys: &str) -> String {
    format!(
        "[model]\nname = \"slope\"\ngravity = [0, -9.81, 0]\n[[link]]\nname = \"cart\"\nmass = 3\n[[link]]\nname = \"block\"\n\
         mass = 2\n[[joint]]\nname = \"x\"\ntype = \"prismatic\"\nparent = \"ground\"\nchild = \"cart\"\naxis = [1, 0, 0]\n\
         [[joint]]\nname = \"y\"\ntype = \"prismatic\"\nparent = \"cart\"\nchild = \"block\"\naxis = [0, 1, 0]\n\
         [[on_plane]]\nname = \"slides\"\n{keys}"
    )
}

const ON_SLOPE: &str = "link = \"block\"\npoint = [0, \"100 mm\", 0]\nnormal = [-3, 4, 0]\nheight = \"80 mm\"";

#[test]
fn the_model_file_has_the_constraint() {
    let read = parse_native(&slope(ON_SLOPE), "m.toml").unwrap().description;
    let [constraint] = &read.constraints[..] else { panic!("{:?}", read.constraints) };
    assert_eq!((constraint.name.as_str(), constraint.kind.keyword()), ("slides", "on_plane"));
    let written = write_native(&read, &NativeExtra::default()).unwrap();
    assert!(written.contains("[[on_plane]]\nname = \"slides\"\nlink = \"block\"\npoint = [0, 0.1, 0]\n"), "{written}");
    let again = parse_native(&written, "m.toml").unwrap().description;
    assert_eq!(again.constraints[0].kind, constraint.kind);
    // what is the default is not written
    let flat = parse_native(&slope("link = \"block\""), "m.toml").unwrap().description;
    let written = write_native(&flat, &NativeExtra::default()).unwrap();
    assert!(written.ends_with("name = \"slides\"\nlink = \"block\"\n"), "{written}");
    let refused = |text: &str| parse_native(text, "m.toml").unwrap_err().to_string();
    let error = refused(&slope("link = \"ground\""));
    assert!(error.contains("is the ground, which does not slide"), "{error}");
    let error = refused(&slope("link = \"block\"\nheigth = 1"));
    assert!(error.contains("height"), "{error}");
    let error = refused(&slope(ON_SLOPE).replace("80 mm", "80 kg"));
    assert!(error.contains("a length"), "{error}");
    // other names, and messages that list all tables
    let error = refused(&slope(ON_SLOPE).replace("[[on_plane]]", "[[plane]]"));
    assert!(error.contains("\"on_plane\""), "{error}");
    let error = refused("wrong = 1");
    assert!(error.contains("on_plane"), "{error}");
    let error = read.change_base("block").unwrap_err().to_string();
    assert!(error.contains("on_plane constraint \"slides\""), "{error}");
}

#[test]
fn schema_specification_and_help_have_the_constraint() {
    let schema: serde_json::Value = serde_json::from_str(MODEL_SCHEMA).unwrap();
    assert_eq!(schema["properties"]["on_plane"]["items"]["$ref"], "#/$defs/on_plane");
    let properties = &schema["$defs"]["on_plane"]["properties"];
    let height = properties["height"]["description"].as_str().unwrap();
    assert!(height.starts_with("Distance of the plane from the origin, along the normal. Default: 0."), "{height}");
    let page = include_str!("../../../docs/model-file.md");
    assert!(page.contains("| `[[on_plane]]` | A point of a link that stays in a plane of the ground | `name`; `link = "));
    let help = model_file_help();
    assert!(help.lines().any(|line| line.trim_start().starts_with("on_plane ")), "{help}");
}

// oracle: Lagrange's equation of the one coordinate, (m₁ + m₂ + m₂ tan²β) ẍ = −m₂ g tan β
#[test]
fn a_loop_is_closed_with_the_constraint() {
    let model = parse_native(&slope(ON_SLOPE), "m.toml").unwrap().description.build().unwrap();
    let tangent = 0.75;
    let x = -2.0 * 9.81 * tangent / (5.0 + 2.0 * tangent * tangent);
    for &method in LoopMethod::ALL {
        let mut forward = LoopForward::new(&model, method);
        let mut a = vec![0.0; 2];
        let mut ws = Workspace::new(&model);
        let (q, v) = ([0.4, 0.3], [1.0, tangent]);
        let mut stage = ws.position(&model, &q).unwrap().velocity(&v).unwrap();
        forward.forward(&mut stage, &[0.0; 2], Loads::NONE, &mut a).unwrap();
        close(&a, &vec![x, x * tangent], 1e-8);
        let mut residuals = vec![1.0; forward.loops().count()];
        forward.loops().residuals(&stage, &mut residuals).unwrap();
        assert!(residuals[0].abs() < 1e-12, "{residuals:?}");
    }
}

/// A wheel on a rack, pinned to a carriage that slides along it; the loop is cut at one of the joints.
fn carriage(cut: &str) -> Model {
    let inertia = Sym3::diagonal(0.01, 0.01, 0.03);
    let wheel = MassProperties { mass: 2.0, center: Vec3::new(0.1, 0.0, 0.0), inertia };
    let carriage = MassProperties { mass: 3.0, center: Vec3::zero(), inertia };
    let (x, z) = (Vec3::unit(0), Vec3::unit(2));
    let mut d = Description::new("carriage")
        .gravity(Vec3::new(0.0, -9.81, 0.0))
        .link("wheel", wheel)
        .link("carriage", carriage)
        .joint("slide", "ground", "carriage", Joint::prismatic(x), Pose::identity())
        .joint("rolls", "ground", "wheel", Joint::pinion(z, x, RADIUS), Pose::identity())
        .joint("pin", "carriage", "wheel", Joint::revolute(z), Pose::identity());
    d.joints.iter_mut().for_each(|joint| joint.cut = joint.name == cut);
    d.build().unwrap()
}

// oracle: Lagrange's equation of the one coordinate
#[test]
fn a_loop_is_closed_with_it() {
    let (m, both, c, i) = (2.0, 5.0, 0.1, 0.03);
    // more than a turn, which only the way rolled can tell
    for (angle, speed) in [(0.4_f64, 3.0_f64), (-1.2, 0.5), (7.0, -2.0)] {
        let inertia = i + m * c * c + both * RADIUS * RADIUS - 2.0 * m * RADIUS * c * angle.sin();
        let expected = (m * RADIUS * c * angle.cos() * speed * speed - m * 9.81 * c * angle.cos()) / inertia;
        for cut in ["rolls", "pin", "slide"] {
            let model = carriage(cut);
            let along = |x: f64, slide: &str, name: &str| if name == slide { RADIUS * x } else { x };
            let of = |x: f64| model.joint_names().iter().map(|n| along(x, "slide", n)).collect::<Vec<f64>>();
            let (q, v, tau) = (of(angle), of(speed), [0.0; 2]);
            for &method in LoopMethod::ALL {
                let mut forward = LoopForward::new(&model, method);
                let mut ws = Workspace::new(&model);
                let mut stage = ws.position(&model, &q).unwrap().velocity(&v).unwrap();
                let mut a = vec![0.0; 2];
                forward.forward(&mut stage, &tau, Loads::NONE, &mut a).unwrap();
                let off = a.iter().zip(of(expected)).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
                assert!(off < 1e-8 * (1.0 + expected.abs()), "{cut}, {method:?}: {a:?}, not {:?}", of(expected));
                let mut residuals = vec![1.0; forward.loops().count()];
                forward.loops().residuals(&stage, &mut residuals).unwrap();
                assert!(residuals.iter().all(|r| r.abs() < 1e-12), "{cut}: {residuals:?}");
            }
        }
    }
}
