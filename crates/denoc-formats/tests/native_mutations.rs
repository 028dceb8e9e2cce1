//! Thousands of damaged model files with fixed seeds: each gives a result or an error with a location, never a panic.

use denoc_formats::catalogue;
use denoc_formats::{NativeExtra, build_with_excerpt, parse_native, write_native};
use denoc_testkit::Random;

const MECHANISM: &str = r##"# größer
[model]
name = "漢字"
ground = "wall"
gravity = [0, 0, "-9.81 m/s^2"]

[[link]]
name = "arm"
mass = "1.5 kg"
center = [0, "100 mm", -2e-3]
inertia = { xx = 1, yy = "1 kg·m²", zz = 1, xy = 0.1 }

[[link]]
name = "tip"
[[link.shape]]
type = "capsule"
radius = 0.1
length = "20 cm"
density = "2.7 g/cm^3"
color = "#4e79a7"
origin = { xyz = [0, 0, 0.1], rpy = [0, "90 deg", 1.5708] }
[[link.shape]]
type = "mesh"
file = "ä.stl"
purpose = "visual"

[[link]]
name = "wheel"

[[joint]]
name = "shoulder"
type = "revolute"
parent = "wall"
child = "arm"
axis = [0, 0, 1]
limits = ["-90 deg", inf]
velocity_limit = "30 rpm"
spring = { stiffness = "3 N m/rad", rest = "5 deg" }

[[joint]]
name = "ball"
type = "spherical"
parent = "arm"
parent_frame = "flange"
child = "tip"

[[joint]]
name = "cardan"
type = "universal"
parent = "tip"
child = "wheel"
axes = [[1, 0, 0], [0, 1, 0]]
child_origin = { quaternion = [0, 0, 0.6, 0.8] }

[[frame]]
name = "flange"
link = "arm"
origin = { axis_angle = { axis = [1, 1, 0], angle = "0.1 turn" } }

[[link]]
name = "sled"
mass = 1

[[joint]]
name = "slide"
type = "prismatic"
parent = "wall"
child = "sled"
axis = [1, 0, 0]

[[joint]]
name = "back"
type = "spherical"
parent = "sled"
child = "wheel"
cut = true

[[coupling]]
joint = "slide"
follows = "shoulder"
lead = "5 mm"

[[distance]]
name = "rod"
parent = "arm"
point = [0, "10 cm", 0]
child = "sled"
length = 0.3

[[cam]]
name = "cam"
joint = "slide"
follows = "shoulder"
profile = [[0, 0], ["90 deg", "5 mm"], ["1 turn", 0]]

[[rolling]]
name = "contact"
link = "wheel"
axis = [0, 1, 0]
radius = 0.05
plane = { point = [0, 0, -1], normal = [0, 0.1, 1] }

[[spring]]
name = "coil"
parent = "wall"
child = "tip"
child_point = [0, 0, 0.1]
stiffness = "2 N/mm"

[[contact]]
name = "toe"
link = "tip"
position = [0.5, 0, 0]

[[actuator]]
name = "motor"
joint = "shoulder"
effort_limit = "10 Nm"

[configuration.home]
shoulder = "30 deg"
ball = [0, 0, 0, 1]
"##;

const PLANAR: &str = r#"[model]
name = "lift"
[planar]
plane = "xz"
unit = "mm"
points = { A = [0, 0], B = ["4 cm", 40], C = [120.5, 80], D = [100, 0], E = [60, 100], F = [200, 0] }
ground = ["A", "D"]
mass_per_length = "2 kg/m"
bars.crank = ["A", "B"]
bars.coupler = { points = ["B", "C", "E"], mass = 1.5, center = [60, 60], inertia = "10 kg mm^2" }
bars.rocker = { points = ["C", "D"], mass_per_length = 1 }
sliders.ram = { point = "F", along = ["A", "D"], mass = 0.5 }
cylinders.lift = { points = ["E", "F"], mass = 1 }
masses = { E = "1 kg" }
springs.coil = { points = ["A", "C"], stiffness = "2 N/mm", rest_length = "50 mm", damping = 1 }
joints = { A = { viscous_friction = 0.1 }, lift = { limits = ["-5 mm", 0.1] } }
input = ["A", "lift"]
"#;

fn bases() -> Vec<String> {
    let page = include_str!("../../../docs/model-file.md");
    let mut bases: Vec<String> =
        page.split("```toml\n").skip(1).filter_map(|part| part.split("```").next()).map(str::to_owned).collect();
    bases[1].insert_str(0, "[model]\nname = \"arm\"\n");
    bases.truncate(3);
    bases.push(MECHANISM.to_owned());
    bases.push(PLANAR.to_owned());
    bases.push(write_native(&catalogue::describe("puma").unwrap(), &NativeExtra::default()).unwrap());
    bases
}

const PIECES: &[&str] = &[
    "[",
    "]",
    "[[",
    "]]",
    "{",
    "}",
    "\"",
    "'",
    "\"\"\"",
    "=",
    ",",
    ".",
    "#",
    "\\",
    "\\u0000",
    "\n",
    "\r",
    "\u{0}",
    "\u{feff}",
    "é",
    "漢",
    " ",
    "-",
    "1e999",
    "nan",
    "inf",
    "0x",
    "1_",
    "_",
    "1979-05-27",
    "true",
    "[model]",
    "[[link]]",
    "[[distance]]",
    "cut = true\n",
    "name = ",
    "mass = 1\n",
    "a.b.c = 1\n",
    "deg",
    "^",
    "/",
    "·",
];

const VALUES: &[&str] = &[
    "0",
    "-1",
    "1e308",
    "1e-308",
    "-1e308",
    "1e200",
    "1e999",
    "nan",
    "inf",
    "-inf",
    "true",
    "\"\"",
    "\" \"",
    "\"a\"",
    "\"arm\"",
    "\"wall\"",
    "\"ground\"",
    "\"tip\"",
    "\"90 deg\"",
    "\"1 mm\"",
    "\"1e400 kg\"",
    "\"1 kg^9\"",
    "\"free\"",
    "\"fixed\"",
    "\"spherical\"",
    "\"box\"",
    "\"rod\"",
    "\"mesh\"",
    "[]",
    "[0, 0, 0]",
    "[1e200, 1e200, 1e200]",
    "[1e-200, 0, 0]",
    "[1, 2, 3, 4]",
    "[[0, 0, 1], [0, 0, 1]]",
    "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]",
    "[[0, 0], [1e-300, 1e300], [1, 0]]",
    "[[0, 0], [1, 1], [2, 0]]",
    "[20, 40]",
    "{ }",
    "{ xyz = [0, 0, 1] }",
    "{ rpy = [1, 2, 3] }",
    "{ quaternion = [0, 0, 0, 1] }",
    "1979-05-27",
    "0xFF",
    "0o7",
    "\"#fff\"",
    "\"zyx\"",
];

/// Bytes removed, copied, changed, inserted.
fn damage(text: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(text.len().max(1));
    let longest = [1, 4, 40, 400][random.below(4)];
    let length = 1 + random.below(longest);
    let end = (at + length).min(text.len());
    match random.below(5) {
        0 => drop(text.drain(at.min(end)..end)),
        1 | 2 => {
            let copy = text.get(at..end).unwrap_or(&[]).to_vec();
            let to = random.below(text.len() + 1);
            let stop = (to + random.below(40)).min(text.len());
            text.splice(to..stop, copy);
        }
        3 if at < text.len() => text[at] = random.bits() as u8,
        _ => {
            let at = at.min(text.len());
            text.splice(at..at, PIECES[random.below(PIECES.len())].bytes());
        }
    }
}

/// Lines removed, doubled, exchanged; values and keys replaced; sections doubled. Mostly TOML afterwards.
fn rearrange(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let (at, other) = (random.below(lines.len()), random.below(lines.len()));
    match random.below(7) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[other].clone()),
        2 => lines.swap(at, other),
        3 => {
            // a section once more
            let end = lines[at..].iter().position(String::is_empty).map_or(lines.len(), |n| at + n);
            let copy: Vec<String> = lines[at..end].to_vec();
            lines.splice(other..other, copy);
        }
        4 => {
            let keys: Vec<&str> = lines.iter().filter_map(|l| l.split_once('=').map(|(k, _)| k)).collect();
            let key = keys.get(random.below(keys.len().max(1))).copied().unwrap_or("x ").to_owned();
            if let Some((_, value)) = lines[at].split_once('=') {
                lines[at] = format!("{key}={value}");
            }
        }
        _ => {
            if let Some((key, _)) = lines[at].split_once('=') {
                lines[at] = format!("{key}= {}", VALUES[random.below(VALUES.len())]);
            }
        }
    }
    lines.join("\n") + "\n"
}

/// Reads it, shows every error and note, builds the model; returns the number of stages passed.
fn survives(text: &str) -> usize {
    let native = match parse_native(text, "m.toml") {
        Ok(native) => native,
        Err(error) => {
            let shown = error.to_string();
            assert!(shown.starts_with("m.toml:"), "{shown}");
            assert_eq!(shown.lines().count(), 3, "{shown}");
            return 0;
        }
    };
    assert!(native.notes.iter().all(|n| n.to_string().starts_with("m.toml:")));
    match build_with_excerpt(&native.description, "m.toml", text) {
        Err(error) => {
            assert!(error.to_string().starts_with("m.toml:"), "{error}\n{text}");
            1
        }
        Ok(model) => {
            assert!(model.links().iter().all(|l| l.mass.mass.is_finite()));
            // it can be written and read again
            let written = write_native(&native.description, &NativeExtra::default()).unwrap();
            if let Err(error) = parse_native(&written, "again.toml") {
                panic!("{text}\n{written}\n{error}");
            }
            2
        }
    }
}

#[test]
fn undamaged_files_are_read() {
    for base in bases() {
        assert_eq!(survives(&base), 2, "{base}");
    }
}

#[test]
fn damaged_files_never_panic() {
    let bases = bases();
    let mut reached = [0; 3];
    for seed in 0..2500 {
        let mut random = Random::new(seed);
        let mut bytes = bases[seed as usize % bases.len()].clone().into_bytes();
        for _ in 0..=random.below(4) {
            damage(&mut bytes, &mut random);
        }
        reached[survives(&String::from_utf8_lossy(&bytes))] += 1;
    }
    // some damage is harmless
    assert!(reached[0] > 1000 && reached[2] > 50, "{reached:?}");
}

#[test]
fn rearranged_files_never_panic() {
    let bases = bases();
    let mut reached = [0; 3];
    for seed in 0..3500 {
        let mut random = Random::new(1_000_000 + seed);
        let mut text = bases[seed as usize % bases.len()].clone();
        for _ in 0..=random.below(3) {
            text = rearrange(&text, &mut random);
        }
        reached[survives(&text)] += 1;
    }
    // nearly everything wrong is found while reading
    assert!(reached[0] > 1000 && reached[1] > 0 && reached[2] > 200, "{reached:?}");
}

#[test]
fn every_beginning_of_a_file_has_an_answer() {
    for (end, _) in MECHANISM.char_indices() {
        survives(&MECHANISM[..end]);
    }
}

#[test]
fn deep_nesting_and_long_files_are_no_trouble() {
    let depth = 100_000;
    for text in [format!("a = {}", "[".repeat(depth)), format!("a = {}", "{ a = ".repeat(depth)), "a.".repeat(depth)] {
        assert_eq!(survives(&text), 0);
    }
    let mut text = "[model]\nname = \"chain\"\n".to_owned();
    for _ in 0..5000 {
        text += "[[dh]]\na = 0.1\nmass = 1\n";
    }
    assert!(parse_native(&text, "m.toml").is_ok_and(|native| native.description.joints.len() == 5000));
}
