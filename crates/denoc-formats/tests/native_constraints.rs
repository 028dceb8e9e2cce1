//! Couplings, rods, cams, rolling wheels and springs in model files: what is read from them.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use denoc_formats::{NoteKind, parse_native, read_native};
use denoc_math::Vec3;
use denoc_model::{CamProfile, CamSpec, ConstraintKind, Description, DistanceSpec, PointSpec, RollingSpec};

/// The example of the specification.
fn press() -> Description {
    let page = include_str!("../../../docs/model-file.md");
    let text = page.split("```toml\n").nth(3).and_then(|part| part.split("```").next()).unwrap();
    let native = parse_native(text, "press.toml").unwrap_or_else(|e| panic!("{e}"));
    assert!(native.notes.is_empty());
    native.description
}

/// Two joints that turn and two that slide, and something else.
fn with(more: &str) -> String {
    let mut text = "[model]\nname = \"m\"\n".to_owned();
    for (joint, kind) in [("turn", "revolute"), ("turn2", "revolute"), ("slide", "prismatic"), ("slide2", "prismatic")]
    {
        text +=
            &format!("[[link]]\nname = \"{joint}_link\"\nmass = 1\n[[joint]]\nname = \"{joint}\"\ntype = \"{kind}\"\n");
        text += &format!("parent = \"ground\"\nchild = \"{joint}_link\"\naxis = [0, 0, 1]\n");
    }
    text + more
}

fn read(more: &str) -> Description {
    parse_native(&with(more), "m.toml").unwrap_or_else(|e| panic!("{e}")).description
}

fn point(link: &str, x: f64, y: f64, z: f64) -> PointSpec {
    PointSpec { link: link.into(), position: Vec3::new(x, y, z) }
}

// oracle: the words of the specification
#[test]
fn the_press_of_the_specification_is_read() {
    let d = press();
    let [rod, cam] = &d.constraints[..] else { panic!("{:?}", d.constraints) };
    let (from, to) = (point("rocker", 0.2, 0.0, 0.0), point("ram", 0.0, 0.0, 0.0));
    assert_eq!(
        (rod.name.as_str(), &rod.kind),
        ("rod", &ConstraintKind::Distance(DistanceSpec { from, to, length: 0.25 }))
    );
    let points = [[0.0, 0.0], [2.0 * PI / 3.0, 0.008], [PI, 0.008], [5.0 * PI / 3.0, 0.0], [TAU, 0.0]];
    let ConstraintKind::Cam(CamSpec { joint, follows, profile }) = &cam.kind else { panic!("{cam:?}") };
    assert_eq!((joint.as_str(), follows.as_str(), profile.is_periodic()), ("lift", "spin", true));
    for (found, expected) in profile.points().iter().flatten().zip(points.iter().flatten()) {
        assert!((found - expected).abs() < 1e-15);
    }
    let spring = &d.springs[0];
    assert_eq!((&spring.from, &spring.to), (&point("ground", -0.15, 0.3, 0.0), &point("tappet", 0.0, 0.0, 0.0)));
    assert_eq!((spring.stiffness, spring.rest_length, spring.damping), (2000.0, 0.15, 0.5));
    assert_eq!((d.couplings[0].ratio, d.couplings[0].enforced), (-0.5, true));
    let model = d.build().unwrap();
    assert_eq!(model.closure_names(), ["rocker pin", "spin follows drive", "rod", "cam"]);
    assert_eq!(model.nv(), 6);
}

// oracle: teeth that meet run at the same speed; a pinion moves its rack by the arc; a screw moves by its lead per turn
#[test]
fn gears_racks_and_screws_are_ratios() {
    for (joint, follows, words, ratio) in [
        ("turn", "turn2", "teeth = [20, 40]", -2.0),
        ("turn", "turn2", "teeth = [40, 20]", -0.5),
        ("turn", "turn2", "teeth = [20, 60]\ninternal = true", 3.0),
        ("turn", "turn2", "teeth = [20, 60]\ninternal = false", -3.0),
        ("slide", "turn", "radius = \"20 mm\"", 0.02),
        ("turn", "slide", "radius = \"20 mm\"", 50.0),
        ("slide", "turn", "lead = \"5 mm\"", 0.005 / TAU),
        ("turn", "slide", "lead = \"5 mm\"", TAU / 0.005),
        ("turn", "slide", "lead = \"-5 mm\"", -TAU / 0.005),
        ("slide", "slide2", "ratio = 0.25", 0.25),
        ("slide", "slide2", "", 1.0),
    ] {
        let d = read(&format!("[[coupling]]\njoint = \"{joint}\"\nfollows = \"{follows}\"\n{words}\n"));
        let found = d.couplings[0].ratio;
        assert!((found - ratio).abs() <= 1e-15 * ratio.abs(), "{words}: {found}");
        assert!(d.couplings[0].enforced);
    }
}

/// A shaft on the ground, and a wheel on it or beside it.
fn wheels(shaft: &str, wheel: &str, teeth: &str) -> Result<f64, String> {
    let mut text =
        "[model]\nname = \"m\"\n[[link]]\nname = \"arm\"\nmass = 1\n[[link]]\nname = \"disk\"\nmass = 1\n".to_owned();
    for (name, words) in [("shaft", shaft), ("wheel", wheel)] {
        text += &format!("[[joint]]\nname = \"{name}\"\ntype = \"revolute\"\n{words}\n");
    }
    text += &format!("[[coupling]]\njoint = \"wheel\"\nfollows = \"shaft\"\n{teeth}\n");
    parse_native(&text, "m.toml").map(|n| n.description.couplings[0].ratio).map_err(|e| e.to_string())
}

// oracle: at the point where they touch, seen from the carrier, both wheels have the same velocity ω × r
#[test]
fn gears_mesh_whatever_way_their_joints_are_said() {
    let on_ground = |child: &str, more: &str| format!("parent = \"ground\"\nchild = \"{child}\"\n{more}");
    let up = on_ground("arm", "axis = [0, 0, 1]");
    let outside = "teeth = [20, 40]";
    let inside = "teeth = [20, 40]\ninternal = true";
    // both on the ground: by the axis, or by the orientation of the joint
    for (wheel, sign) in [
        ("axis = [0, 0, 1]", 1.0),
        ("axis = [0, 0, -3]", -1.0),
        ("axis = [0, 0, 1]\norigin = { rpy = [\"180 deg\", 0, 0] }", -1.0),
        ("axis = [1, 0, 0]\norigin = { rpy = [0, \"-90 deg\", 0] }", 1.0),
        ("axis = [0, 0, 1]\nchild_origin = { rpy = [\"90 deg\", 0, 0] }", 1.0),
    ] {
        assert_eq!(wheels(&up, &on_ground("disk", wheel), outside), Ok(-2.0 * sign), "{wheel}");
        assert_eq!(wheels(&up, &on_ground("disk", wheel), inside), Ok(2.0 * sign), "{wheel}");
    }
    // a planet on an arm that turns round a fixed wheel: round a sun it turns with the arm, in a ring against it
    let planet = "parent = \"arm\"\nchild = \"disk\"\naxis = [0, 0, 1]";
    assert_eq!(wheels(&up, planet, outside), Ok(2.0));
    assert_eq!(wheels(&up, planet, inside), Ok(-2.0));
    // the joint of the arm is turned over in the arm, not on the ground
    let over = on_ground("arm", "axis = [0, 0, 1]\nchild_origin = { rpy = [\"180 deg\", 0, 0] }");
    assert_eq!(wheels(&over, planet, outside), Ok(-2.0));
    // the same planet, said from the other side
    let back = "parent = \"disk\"\nchild = \"arm\"\naxis = [0, 0, 1]";
    assert_eq!(wheels(&up, back, outside), Ok(-2.0));
    let tilt = |angle: &str| on_ground("disk", &format!("axis = [0, 0, 1]\norigin = {{ rpy = [{angle}, 0, 0] }}"));
    assert_eq!(wheels(&up, &tilt("5e-7"), outside), Ok(-2.0));
    assert!(wheels(&up, &tilt("5e-6"), outside).unwrap_err().contains("need parallel axes"));
}

#[test]
fn only_couplings_that_are_not_enforced_are_noted() {
    let text = with("[[coupling]]\njoint = \"turn\"\nfollows = \"turn2\"\nratio = 2\nenforced = false\n");
    let native = parse_native(&text, "m.toml").unwrap();
    assert!(!native.description.couplings[0].enforced);
    assert_eq!(native.notes[0].kind, NoteKind::Mimic);
    let words = "joint \"turn\" follows \"turn2\" (ratio 2, offset 0); it moves independently here";
    assert_eq!(native.notes[0].message, words);
    assert!(native.description.build().unwrap().closures().is_empty());
    assert!(parse_native(&text.replace("false", "true"), "m.toml").unwrap().notes.is_empty());
}

// oracle: the order of the lines
#[test]
fn constraints_keep_the_order_of_the_file() {
    let rod = |name: &str| {
        let ends = "parent = \"turn_link\"\nchild = \"slide_link\"";
        format!("[[distance]]\nname = \"{name}\"\n{ends}\nlength = 1\n")
    };
    let wheel = "[[rolling]]\nname = \"wheel\"\nlink = \"turn_link\"\naxis = [0, 2, 0]\nradius = \"5 cm\"\n";
    let cam =
        "[[cam]]\nname = \"cam\"\njoint = \"turn\"\nfollows = \"slide\"\nprofile = [[0, 0], [1, \"90 deg\"], [2, 1]]\n";
    let d = read(&[&rod("one"), wheel, &rod("two"), cam, &rod("three")].concat());
    let names: Vec<&str> = d.constraints.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names, ["one", "wheel", "two", "cam", "three"]);
    let expected = RollingSpec {
        link: "turn_link".into(),
        center: Vec3::zero(),
        axis: Vec3::new(0.0, 2.0, 0.0),
        radius: 0.05,
        plane_point: Vec3::zero(),
        plane_normal: Vec3::unit(2),
        keep_height: true,
    };
    assert_eq!(d.constraints[1].kind, ConstraintKind::Rolling(expected));
    // a joint that slides drives a curve that does not repeat, unless that is said
    let profile = CamProfile::new(&[[0.0, 0.0], [1.0, FRAC_PI_2], [2.0, 1.0]], false).unwrap();
    let (joint, follows) = ("turn".into(), "slide".into());
    assert_eq!(d.constraints[3].kind, ConstraintKind::Cam(CamSpec { joint, follows, profile }));
    let moved = "center = [0, \"1 cm\", 0]\nplane = { point = [0, 0, 1], normal = [0, 1, 0] }\nkeep_height = false\n";
    let d = read(&(wheel.to_owned() + moved));
    let ConstraintKind::Rolling(r) = &d.constraints[0].kind else { panic!() };
    assert_eq!((r.center, r.plane_point), (Vec3::new(0.0, 0.01, 0.0), Vec3::unit(2)));
    assert_eq!((r.plane_normal, r.keep_height), (Vec3::unit(1), false));
}

// oracle: the same points in the model file
#[test]
fn the_points_of_a_cam_may_stand_in_a_table_beside_the_model() {
    let folder = std::env::temp_dir().join(format!("denoc-cam-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("tables")).unwrap();
    let cam = "[[cam]]\nname = \"cam\"\njoint = \"slide\"\nfollows = \"turn\"\n";
    std::fs::write(folder.join("tables/lift.csv"), "# made by hand\nangle, lift\r\n0, 0\n\n 1.5,5e-3\n6.25,0\n")
        .unwrap();
    let text = with(&format!("{cam}file = \"tables/lift.csv\"\n"));
    std::fs::write(folder.join("m.toml"), &text).unwrap();
    let found = read_native(folder.join("m.toml")).unwrap_or_else(|e| panic!("{e}")).description;
    let expected = read(&format!("{cam}profile = [[0, 0], [1.5, \"5 mm\"], [6.25, 0]]\n"));
    assert_eq!(found.constraints[0].kind, expected.constraints[0].kind);
    // units stand in the header, as in DH tables
    for table in [
        "angle [deg],lift [mm]\n0,0\n90,5\n360,0\n",
        "# remark\nangle (turn);\"lift [cm]\"\n0;0\n0.25;0.5\n1;0\n",
        "a [rad],b [m]\n0,0\n1.5707963267948966,5e-3\n6.283185307179586,0\n",
    ] {
        std::fs::write(folder.join("tables/lift.csv"), table).unwrap();
        let found = read_native(folder.join("m.toml")).unwrap_or_else(|e| panic!("{e}")).description;
        let expected = read(&format!("{cam}profile = [[0, 0], [\"90 deg\", \"5 mm\"], [\"360 deg\", 0]]\n"));
        assert_eq!(found.constraints[0].kind, expected.constraints[0].kind, "{table}");
    }
    // the text alone does not know where the table is
    let error = parse_native(&text, "m.toml").unwrap_err().to_string();
    assert!(error.contains("the table \"tables/lift.csv\" cannot be read: the model is not a file"), "{error}");
    std::fs::remove_dir_all(folder).unwrap();
}

// oracle: the names of the tables
#[test]
fn every_table_of_constraints_is_read_as_that_kind() {
    let texts = [
        ("distance", "parent = \"turn_link\"\nchild = \"slide_link\"\nlength = 1"),
        ("cam", "joint = \"slide\"\nfollows = \"turn\"\nprofile = [[0, 0], [1, 0.1], [3, 0.2]]\nperiodic = false"),
        ("rolling", "link = \"turn_link\"\naxis = [0, 1, 0]\nradius = 0.1"),
    ];
    for (word, text) in texts {
        let d = read(&format!("[[{word}]]\nname = \"one\"\n{text}\n"));
        assert_eq!(d.constraints.iter().map(|c| c.kind.keyword()).collect::<Vec<_>>(), [word]);
    }
}
