//! Planar mechanisms in model files: the links and joints that points and bars stand for.

use denoc_formats::native::{NativeExtra, write_native};
use denoc_formats::{NoteKind, parse_native};
use denoc_math::{Pose, Sym3, Vec3};
use denoc_model::{Description, Joint, MassProperties};

fn notes(text: &str) -> (Description, Vec<(NoteKind, String)>) {
    let native = parse_native(text, "planar.toml").unwrap_or_else(|e| panic!("{e}"));
    let notes = native.notes.into_iter().map(|note| (note.kind, note.to_string())).collect();
    (native.description.without_places(), notes)
}

fn read(text: &str) -> Description {
    let (description, notes) = notes(text);
    assert_eq!(notes, []);
    description
}

/// The example of the specification.
fn example() -> &'static str {
    let page = include_str!("../../../docs/model-file.md");
    let found =
        page.split("```toml\n").filter_map(|part| part.split("```").next()).find(|text| text.contains("[planar]"));
    found.unwrap()
}

fn at(x: f64, z: f64) -> Pose<f64> {
    Pose::translation(Vec3::new(x, 0.0, z))
}

fn close(a: MassProperties, b: MassProperties) {
    let tensor = |i: Sym3<f64>| [i.xx, i.xy, i.xz, i.yy, i.yz, i.zz];
    assert!((a.mass - b.mass).abs() < 1e-14 && (a.center - b.center).norm() < 1e-14, "{a:?} {b:?}");
    assert!(tensor(a.inertia).iter().zip(tensor(b.inertia)).all(|(a, b)| (a - b).abs() < 1e-14), "{a:?} {b:?}");
}

// oracle: the same four-bar made in code, with slender rods m L²/12
#[test]
fn the_example_of_the_specification_is_a_four_bar() {
    let (found, notes) = notes(example());
    let bar = |x: f64, z: f64| MassProperties::rod(x.hypot(z), x.hypot(z), Vec3::new(x, 0.0, z));
    let pin = || Joint::revolute(Vec3::new(0.0, -1.0, 0.0));
    let made = Description::new("four-bar")
        .link("crank", bar(0.0, 0.04))
        .link("coupler", bar(0.12, 0.04))
        .link("rocker", bar(-0.02, -0.08))
        .joint("A", "ground", "crank", pin(), at(0.0, 0.0))
        .joint("B", "crank", "coupler", pin(), at(0.0, 0.04))
        .joint("C", "coupler", "rocker", pin(), at(0.12, 0.08 - 0.04))
        .joint("D", "ground", "rocker", pin(), at(0.1, 0.0))
        .child_origin(at(0.1 - 0.12, -0.08))
        .frame("A", "ground", at(0.0, 0.0))
        .frame("B", "crank", at(0.0, 0.04))
        .frame("C", "coupler", at(0.12, 0.04))
        .frame("D", "ground", at(0.1, 0.0))
        .actuator("A", "A");
    assert_eq!(found.joints, made.joints);
    assert_eq!(found.frames, made.frames);
    assert_eq!(found.actuators, made.actuators);
    for (found, made) in found.links.iter().zip(&made.links) {
        assert_eq!((&found.name, &found.shapes), (&made.name, &made.shapes));
        close(found.mass, made.mass);
    }
    let message = "planar.toml:8:18: \"crank\" of bars has no mass: 1 kg/m is assumed; write mass_per_length in [planar], or \
                   mass (and 2 more)";
    assert_eq!(notes, [(NoteKind::AssumedMass, message.to_owned())]);
}

// oracle: the same plain numbers with a unit each
#[test]
fn plain_coordinates_are_in_the_unit_of_the_file() {
    let with_units = example().replace("unit = \"mm\"\n", "").replace("[0, 40]", "[0, \"40 mm\"]");
    let with_units = with_units.replace("[120, 80]", "[\"12 cm\", 0.08]").replace("[100, 0]", "[0.1, 0]");
    assert_eq!(notes(example()).0.joints, notes(&with_units).0.joints);
}

// oracle: statics of a triangle of rods: mass centre at the middle of its sides, moments by Steiner
#[test]
fn masses_are_spread_along_the_sides() {
    let text = "[model]\nname = \"m\"\n[planar]\nplane = \"xy\"\nmass_per_length = 2\nground = [\"A\"]\n\
                points = { A = [0, 0], B = [3, 0], C = [0, 4], M = [1.5, 0] }\nmasses = { C = 5 }\n\
                bars = { plate = [\"A\", \"M\", \"B\", \"C\", \"A\"] }\n";
    let (found, noted) = notes(text);
    assert_eq!(noted.len(), 1);
    let note = "planar.toml:3:1: gravity acts along -z, across the plane, and does not move the mechanism; if y is up, write \
                gravity = [0, -9.81, 0] in [model]";
    assert_eq!(noted[0], (NoteKind::AcrossThePlane, note.to_owned()));
    let sides = [(3.0, 1.5, 0.0), (4.0, 0.0, 2.0), (5.0, 1.5, 2.0)];
    let mass = sides.iter().map(|(l, ..)| 2.0 * l).sum::<f64>() + 5.0;
    let center =
        |f: fn(&(f64, f64, f64)) -> f64, c: f64| (sides.iter().map(|s| 2.0 * s.0 * f(s)).sum::<f64>() + 5.0 * c) / mass;
    let (x, y) = (center(|s| s.1, 0.0), center(|s| s.2, 4.0));
    let own: f64 = sides.iter().map(|(l, ..)| 2.0 * l * l * l / 12.0).sum();
    let steiner: f64 = sides.iter().map(|(l, u, v)| 2.0 * l * ((u - x).powi(2) + (v - y).powi(2))).sum();
    let zz = own + steiner + 5.0 * (x * x + (4.0 - y).powi(2));
    let link = found.links[0].mass;
    assert!((link.mass - mass).abs() < 1e-13);
    assert!((link.center - Vec3::new(x, y, 0.0)).norm() < 1e-14);
    assert!((link.inertia.zz - zz).abs() < 1e-12 && (link.inertia.xx + link.inertia.yy - zz).abs() < 1e-12);
    assert_eq!(found.joints[0].joint, Joint::revolute(Vec3::unit(2)));
    // given masses
    let given = text.replace(
        "bars = { plate = [\"A\", \"M\", \"B\", \"C\", \"A\"] }",
        "bars = { plate = { points = [\"A\", \"B\", \"C\", \"M\"], mass = 3, center = [1, 2], inertia = 0.6 } }",
    );
    let link = notes(&given.replace("masses = { C = 5 }\n", "")).0.links[0].mass;
    close(link, MassProperties { mass: 3.0, center: Vec3::new(1.0, 2.0, 0.0), inertia: Sym3::diagonal(0.3, 0.3, 0.6) });
}

// oracle: the rules of the specification, applied by hand
#[test]
fn names_follow_from_points_and_bars() {
    let d = read(
        "[model]\nname = \"m\"\n[planar]\nmass_per_length = 1\nground = [\"A\", \"D\", \"S\"]\n\
         points = { A = [0, 0], B = [0, 1], C = [2, 1], D = [2, 0], E = [1, 1], F = [3, 0.5], S = [5, 0] }\n\
         bars = { a = [\"A\", \"B\"], b = [\"B\", \"E\", \"C\"], c = [\"C\", \"D\"], e = [\"C\", \"F\"] }\n\
         sliders = { block = { point = \"F\", along = [\"A\", \"S\"], mass = 0.5, inertia = 0.01 } }\n\
         cylinders = { push = { points = [\"A\", \"E\"], mass = 3 } }\n\
         springs = { s = { points = [\"F\", \"S\"], stiffness = 100, rest_length = 1 }, d = { points = [\"A\", \"C\"], damping = 2 } }\n\
         joints = { push = { limits = [\"-10 mm\", inf] }, A_a = { viscous_friction = 0.3 } }\n\
         input = [\"push\"]\n",
    );
    let joints: Vec<String> =
        d.joints.iter().map(|j| format!("{}: {} {} {}", j.name, j.joint.keyword(), j.parent, j.child)).collect();
    assert_eq!(
        joints,
        [
            "block: prismatic ground block",
            "push: prismatic push_barrel push_rod",
            "A_a: revolute ground a",
            "A_push_barrel: revolute ground push_barrel",
            "B: revolute a b",
            "C_c: revolute b c",
            "C_e: revolute b e",
            "D: revolute ground c",
            "E: revolute b push_rod",
            "F: revolute e block",
        ]
    );
    assert_eq!(
        d.links.iter().map(|l| l.name.as_str()).collect::<Vec<_>>(),
        ["a", "b", "c", "e", "block", "push_barrel", "push_rod"]
    );
    assert_eq!(
        d.frames.iter().map(|f| format!("{} {}", f.name, f.link)).collect::<Vec<_>>(),
        ["A ground", "B a", "C b", "D ground", "E b", "F e", "S ground"]
    );
    let push = d.joints.iter().find(|j| j.name == "push").unwrap();
    let along = Vec3::new(1.0, 0.0, 1.0);
    assert_eq!(push.joint, Joint::prismatic(along));
    // both frames are at the end of the rod
    assert_eq!((push.origin, push.child_origin), (at(1.0, 1.0), at(0.0, 0.0)));
    assert_eq!(push.properties.limits, Some([-0.01, f64::INFINITY]));
    let [barrel, rod] = ["push_barrel", "push_rod"].map(|name| d.links.iter().find(|l| l.name == name).unwrap().mass);
    let half = 0.5 * 2f64.sqrt();
    close(barrel, MassProperties::rod(1.5, half, along));
    close(rod, MassProperties::rod(1.5, half, -along));
    assert_eq!(d.joints[2].properties.viscous_friction, 0.3);
    assert_eq!((d.springs[0].from.link.as_str(), d.springs[0].to.link.as_str()), ("e", "ground"));
    assert_eq!(
        (d.springs[0].from.position, d.springs[0].to.position),
        (Vec3::new(1.0, 0.0, -0.5), Vec3::new(5.0, 0.0, 0.0))
    );
    assert_eq!((d.springs[1].stiffness, d.springs[1].damping), (0.0, 2.0));
    assert_eq!(d.actuators.iter().map(|a| a.joint.as_str()).collect::<Vec<_>>(), ["push"]);
}

// oracle: the direction of the lever of a quick-return, drawn
#[test]
fn a_block_slides_along_a_bar() {
    let d = read(
        "[model]\nname = \"m\"\n[planar]\nmass_per_length = 1\nground = [\"A\", \"O\"]\n\
         points = { O = [0, 0], A = [0, 1], B = [1, 1], T = [2, 2] }\n\
         bars = { crank = [\"A\", \"B\"], lever = [\"O\", \"T\"] }\nsliders = { block = { point = \"B\", on = \"lever\" } }\n",
    );
    let slide = d.joints.iter().find(|j| j.name == "block").unwrap();
    assert_eq!((slide.parent.as_str(), slide.child.as_str()), ("lever", "block"));
    assert_eq!(slide.joint, Joint::prismatic(Vec3::new(1.0, 0.0, 1.0)));
    assert_eq!((slide.origin, slide.child_origin), (at(1.0, 1.0), at(0.0, 0.0)));
    assert_eq!(d.build().unwrap().closures().len(), 1);
}

// oracle: the count by hand: a parallelogram with a third crank
#[test]
fn redundant_constraints_are_noted() {
    let text = "[model]\nname = \"m\"\n[planar]\nmass_per_length = 1\nground = [\"A\", \"D\", \"G\"]\n\
                points = { A = [0, 0], B = [0, 1], C = [2, 1], D = [2, 0], G = [1, 0], H = [1, 1] }\n\
                bars = { a = [\"A\", \"B\"], b = [\"B\", \"H\", \"C\"], c = [\"C\", \"D\"], e = [\"G\", \"H\"] }\n";
    let message = "planar.toml:3:1: 4 moving parts with 6 pins have mobility 3·4 − 2·6 = 0, but 1 motion is possible in the \
                   drawn position: some constraints are redundant, and reactions may be indeterminate; see denoc mobility";
    assert_eq!(notes(text).1, [(NoteKind::Redundant, message.to_owned())]);
}

// oracle: what was read
#[test]
fn the_full_form_is_the_same_mechanism() {
    let (planar, _) = notes(example());
    let text = write_native(&planar, &NativeExtra::default()).unwrap();
    assert!(!text.contains("[planar]"));
    assert_eq!(read(&text), planar);
}

fn pair(wheels: &str, teeth: [u32; 2]) -> String {
    let [a, b] = teeth;
    format!(
        "[model]\nname = \"pair\"\n[planar]\npoints = {{ A = [0, 0], B = [0.05, 0] }}\nground = [\"A\", \"B\"]\n\
         wheels = {{ {wheels} }}\n[[gear]]\nname = \"mesh\"\nparent = \"a\"\nteeth = {a}\nchild = \"b\"\nchild_teeth = {b}\n\
         module = \"2 mm\"\n"
    )
}

// oracle: pitch radii m z/2; a wheel without inertia is moved by the other one; one motion of two wheels, none with a gear and a bar on both
#[test]
fn wheels_with_gears_need_no_bars_and_have_the_radii_of_their_teeth() {
    let b = "b = { point = \"B\", mass = 1, radius = 0.03 }";
    let d = read(&pair(&format!("a = \"A\", {b}"), [20, 30]));
    assert!(d.links.iter().all(|link| link.shapes.is_empty()));
    assert!((d.links[1].mass.inertia.yy - 0.5 * 0.03 * 0.03).abs() < 1e-15);
    let model = d.build().unwrap();
    assert_eq!((model.nv(), model.warnings()), (2, &[][..]));
    // a point mass at the centre: it resists only with the other wheel
    let model = read(&pair(&format!("a = {{ point = \"A\", mass = 2 }}, {b}"), [20, 30])).build().unwrap();
    assert_eq!(model.warnings(), []);
    let (_, notes) = notes(&pair(&format!("a = {{ point = \"A\", mass = 1, radius = 0.03 }}, {b}"), [20, 30]));
    let rule = "wheel \"a\" has a radius of 30 mm, but its teeth and module give a pitch radius of 20 mm";
    assert!(notes.len() == 1 && notes[0].0 == NoteKind::Teeth && notes[0].1.contains(rule), "{notes:?}");
}

// oracle: one motion of a four-bar; a gear between crank and rocker takes it, as their speeds are not in the ratio of the teeth
#[test]
fn gears_with_which_nothing_can_move() {
    let text = |[a, b]: [u32; 2]| {
        format!(
            "[model]\nname = \"x\"\n[planar]\npoints = {{ A = [0, 0], B = [0, 0.1], C = [0.3, 0.2], D = [0.25, 0] }}\n\
             ground = [\"A\", \"D\"]\nbars = {{ crank = [\"A\", \"B\"], coupler = [\"B\", \"C\"], rocker = [\"C\", \"D\"] }}\n\
             mass_per_length = 1\n[[gear]]\nname = \"g\"\nparent = \"crank\"\nteeth = {a}\nchild = \"rocker\"\nchild_teeth = {b}\n\
             module = \"10 mm\"\n"
        )
    };
    let error = parse_native(&text([20, 30]), "x.toml").unwrap_err().to_string();
    assert!(error.contains("nothing can move") && error.contains("1 gear"), "{error}");
}

// oracle: (20 + 54)/3 and (20 + 52)/3
#[test]
fn planets_that_do_not_fit() {
    let text = |[sun, planet, ring]: [u32; 3]| {
        let radius = f64::from(sun + planet);
        let mut text =
            String::from("[model]\nname = \"p\"\n[planar]\nunit = \"mm\"\nground = [\"O\"]\nmass_per_length = 1\n");
        let at = |i: u32| (f64::from(i) * std::f64::consts::TAU / 3.0).sin_cos();
        let points: Vec<String> =
            (0..3).map(|i| format!("P{i} = [{}, {}]", radius * at(i).1, radius * at(i).0)).collect();
        text += &format!("points = {{ O = [0, 0], {} }}\n", points.join(", "));
        text += "bars = { arm = [\"O\", \"P0\", \"P1\", \"P2\"] }\n";
        text += "wheels = { sun = \"O\", w0 = \"P0\", w1 = \"P1\", w2 = \"P2\" }\n";
        for i in 0..3 {
            let rest = format!("child = \"w{i}\"\nchild_teeth = {planet}\nmodule = \"2 mm\"\n");
            text += &format!("[[gear]]\nname = \"s{i}\"\nparent = \"sun\"\nteeth = {sun}\n{rest}");
            text += &format!("[[gear]]\nname = \"r{i}\"\nparent = \"ground\"\nteeth = {ring}\ninternal = true\n{rest}");
        }
        text
    };
    assert_eq!(notes(&text([20, 16, 52])).1, []);
    let (_, found) = notes(&text([20, 17, 54]));
    let rule = "they are 0.333333 of a pitch apart";
    assert!(found.len() == 1 && found[0].0 == NoteKind::Teeth && found[0].1.contains(rule), "{found:?}");
}
