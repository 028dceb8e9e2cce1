//! Writing model files: what is written is read again.

use denoc_formats::catalogue;
use denoc_formats::{FormatError, NativeExtra, parse_native, parse_urdf, write_native};
use denoc_math::{Mat3, Pose, Vec3};
use denoc_model::joints::Value;
use denoc_model::{
    ActuatorSpec, CamProfile, CamSpec, ConstraintKind, ContactPoint, Description, DistanceSpec, Drag, Geometry, Joint,
    JointProperties, JointSpec, MassProperties, PointSpec, Purpose, RollingSpec, RotationSpring, Shape, SpringSpec,
};
use denoc_testkit::{Kinds, Options, Random, quarter_turns, random_description};

fn write(d: &Description) -> String {
    write_native(d, &NativeExtra::default()).unwrap_or_else(|e| panic!("{e}"))
}

fn again(d: &Description) -> Description {
    let text = write(d);
    parse_native(&text, "m.toml").unwrap_or_else(|e| panic!("{e}\n{text}")).description
}

/// As the writer has it: no joint is passed backwards.
fn forwards(mut d: Description) -> Description {
    for j in &mut d.joints {
        if let Joint::Reversed(reversed) = &j.joint {
            let inner = reversed.inner().clone();
            j.joint = inner;
            std::mem::swap(&mut j.parent, &mut j.child);
            std::mem::swap(&mut j.origin, &mut j.child_origin);
        }
    }
    d
}

/// Every number among the parameters of a joint.
fn axes(joint: &Joint<f64>) -> Vec<f64> {
    let values = joint.values();
    let numbers = values.iter().flat_map(|(_, value)| match value {
        Value::Direction(d) => d.to_array().to_vec(),
        Value::Directions(all) => all.iter().flat_map(|d| d.to_array()).collect(),
        Value::Number(x) => vec![*x],
        Value::Choice(_) | Value::Point(_) | Value::Flag(_) | Value::Name(_) | Value::Curve(_) | Value::Table(_) => {
            vec![]
        }
    });
    numbers.collect()
}

fn numbers(pose: &Pose<f64>) -> Vec<f64> {
    pose.rotation.to_rows().as_flattened().iter().chain(&pose.position.to_array()).copied().collect()
}

#[track_caller]
fn near(a: &[f64], b: &[f64]) {
    let largest = a.iter().fold(1.0_f64, |m, x| m.max(x.abs()));
    assert_eq!(a.len(), b.len());
    assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-15 * largest), "{a:?}\n{b:?}");
}

/// Equal, up to the last digit of directions.
fn same(a: &Description, b: &Description) {
    assert_eq!((&a.name, &a.ground, a.gravity), (&b.name, &b.ground, b.gravity));
    assert_eq!(a.links.len(), b.links.len());
    for (a, b) in a.links.iter().zip(&b.links) {
        assert_eq!((&a.name, a.mass, a.drag), (&b.name, b.mass, b.drag));
        assert_eq!(a.shapes.len(), b.shapes.len());
        for (a, b) in a.shapes.iter().zip(&b.shapes) {
            assert_eq!((&a.geometry, a.color, a.purpose), (&b.geometry, b.color, b.purpose));
            near(&numbers(&a.pose), &numbers(&b.pose));
        }
    }
    assert_eq!(a.joints.len(), b.joints.len());
    for (a, b) in a.joints.iter().zip(&b.joints) {
        let plain = |j: &JointSpec| (j.name.clone(), j.parent.clone(), j.child.clone(), j.properties, j.cut);
        assert_eq!(plain(a), plain(b));
        assert_eq!(a.joint.keyword(), b.joint.keyword());
        near(&axes(&a.joint), &axes(&b.joint));
        near(&numbers(&a.origin), &numbers(&b.origin));
        near(&numbers(&a.child_origin), &numbers(&b.child_origin));
    }
    assert_eq!(a.frames.len(), b.frames.len());
    for (a, b) in a.frames.iter().zip(&b.frames) {
        assert_eq!((&a.name, &a.link), (&b.name, &b.link));
        near(&numbers(&a.pose), &numbers(&b.pose));
    }
    let details = |d: &Description| {
        let mut d = d.clone();
        d.configurations.iter_mut().for_each(|c| c.place = None);
        d.couplings.iter_mut().for_each(|c| c.place = None);
        d.actuators.iter_mut().for_each(|c| c.place = None);
        d.contacts.iter_mut().for_each(|c| c.place = None);
        d.constraints.iter_mut().for_each(|c| c.place = None);
        d.springs.iter_mut().for_each(|c| c.place = None);
        (d.configurations, d.couplings, d.actuators, d.contacts, d.constraints, d.springs)
    };
    assert_eq!(details(a), details(b));
}

// oracle: the description itself
#[test]
fn random_mechanisms_are_read_as_they_were_written() {
    let kinds = denoc_model::joints::KINDS.iter().map(|k| k.keyword).filter(|k| *k != "custom").collect();
    for seed in 0..40 {
        let floating = seed % 3 == 0;
        let options = Options { kinds: Kinds::Only(Vec::clone(&kinds)), floating, ..Options::default() };
        let d = random_description(seed, &options);
        same(&forwards(d.clone()), &again(&d));
    }
}

#[test]
fn the_arms_of_the_catalogue_are_read_as_they_were_written() {
    for entry in catalogue::ENTRIES {
        let d = entry.describe().unwrap();
        same(&d, &again(&d));
    }
}

// oracle: the description itself; every word of the format once
#[test]
fn everything_a_description_can_say_is_written() {
    let mut random = Random::new(7);
    let properties = JointProperties {
        rotor_inertia: 1e-5,
        gear_ratio: -100.0,
        viscous_friction: 0.1,
        dry_friction: 0.2,
        spring_stiffness: 3.0,
        spring_rest: 0.25f64.to_radians(),
        limits: Some([-std::f64::consts::PI, f64::INFINITY]),
        velocity_limit: Some(f64::INFINITY),
        effort_limit: Some(0.0),
        ..JointProperties::default()
    };
    let mut d = Description::new("quotes \" and \\, größer")
        .ground("the wall")
        .gravity(Vec3::new(0.0, -1.62, 0.0))
        .link(
            "a",
            MassProperties { mass: 0.0, center: Vec3::zero(), inertia: denoc_math::Sym3::diagonal(1.0, 1.0, 1.5) },
        )
        .link("b", MassProperties::none())
        .joint("j a", "the wall", "a", Joint::revolute(Vec3::unit(0)), Pose::identity())
        .properties(properties)
        .joint("k", "a", "b", Joint::free(), Pose::new(random.rotation(), random.point(1.0)))
        .joint("loop", "b", "the wall", Joint::spherical(), Pose::new(Mat3::from_rpy([0.1, -0.2, 0.3]), Vec3::zero()))
        .frame("tip", "b", Pose::new(quarter_turns(&mut random), Vec3::zero()))
        .frame("base", "the wall", Pose::identity())
        .configuration("home", &[("j a", &[0.52]), ("k", &[0.0, 1.0, 2.0, 0.0, 0.0, 0.6, 0.8])])
        .configuration("other pose", &[("j a", &[std::f64::consts::FRAC_PI_6])]);
    d.joints[2].cut = true;
    let spring = RotationSpring::new(Vec3::new(0.6, 0.0, 0.8), 2.0, 0.0).with_damping(0.0, 1e-3);
    let line = Drag::of_line(0.7, [random.point(1.0), random.point(1.0)]);
    d = d.link("e", MassProperties::none()).drag(Drag { center: None, ..line });
    d = d.joint("ball", "b", "e", Joint::spherical(), Pose::identity());
    d = d.properties(JointProperties { rotation_spring: Some(spring), ..JointProperties::default() });
    let skewed = Mat3::from_rpy([1.0, 0.1, 0.1]).map(|x| x * (1.0 + 1e-8)); // not quite a rotation, but accepted
    let shapes = [
        (Geometry::Box { sides: Vec3::new(1.0, 2.0, 1e-7) }, Some([1.0, 0.2, 0.4, 1.0]), Purpose::Both),
        (Geometry::Cylinder { radius: 0.1, length: 1e20 }, Some([0.1, 0.2, 0.3, 0.4]), Purpose::Visual),
        (Geometry::Capsule { radius: 0.1, length: 0.3 }, Some([0.0, 0.0, 0.0, 0.0]), Purpose::Collision),
        (Geometry::Sphere { radius: 1.0 / 3.0 }, None, Purpose::Both),
        (Geometry::Mesh { file: "a b.stl".into(), scale: Vec3::new(1.0, 1.0, -1.0) }, None, Purpose::Both),
        (Geometry::Mesh { file: "c.obj".into(), scale: Vec3::new(0.001, 0.001, 0.001) }, None, Purpose::Both),
        (Geometry::Mesh { file: "c.obj".into(), scale: Vec3::new(1.0, 1.0, 1.0) }, None, Purpose::Both),
    ];
    for (geometry, color, purpose) in shapes {
        d.links[1].shapes.push(Shape { geometry, pose: Pose::new(skewed, random.point(1.0)), color, purpose });
    }
    d = d.link("c", MassProperties::none()).drag(Drag { axis: None, ..line }).joint(
        "s",
        "b",
        "c",
        Joint::prismatic(Vec3::unit(2)),
        Pose::identity(),
    );
    d = d.coupling("j a", "s", -0.1, 0.5).coupling("s", "j a", 1.0, 0.0);
    d.couplings[1].enforced = false;
    let end = |link: &str, position| PointSpec { link: link.into(), position };
    let ends = || (end("a", Vec3::new(0.1, 0.0, 1.0 / 3.0)), end("the wall", Vec3::zero()));
    let (from, to) = ends();
    d = d.constraint("rod", ConstraintKind::Distance(DistanceSpec { from, to, length: 0.3 }));
    let curve = |points: &[[f64; 2]], periodic| CamProfile::new(points, periodic).unwrap();
    let quarter = std::f64::consts::FRAC_PI_2;
    for (name, joint, follows, profile) in [
        ("cam", "s", "j a", curve(&[[0.0, 0.0], [quarter, 0.005], [4.0 * quarter, 0.0]], true)),
        ("open cam", "s", "j a", curve(&[[-0.1, 0.0], [0.1, 1.0 / 3.0], [0.2, 0.0], [1e3, 2.0]], false)),
        ("bar", "j a", "s", curve(&[[0.0, 1.0], [1.0, quarter], [2.0, 1.0]], true)),
        ("open bar", "j a", "s", curve(&[[0.0, 1.0], [1.0, quarter], [2.0, 3.0]], false)),
    ] {
        d = d.constraint(name, ConstraintKind::Cam(CamSpec { joint: joint.into(), follows: follows.into(), profile }));
    }
    let wheel = RollingSpec {
        link: "c".into(),
        center: Vec3::zero(),
        axis: Vec3::new(0.0, 2.0, 0.0),
        radius: 0.05,
        plane_point: Vec3::zero(),
        plane_normal: Vec3::unit(2),
        keep_height: true,
    };
    let on_ramp = RollingSpec {
        center: Vec3::new(0.0, 0.1, 0.0),
        plane_point: Vec3::new(0.0, 0.0, -1.0),
        plane_normal: Vec3::new(0.0, 0.1, 1.0),
        keep_height: false,
        ..wheel.clone()
    };
    d = d.constraint("wheel", ConstraintKind::Rolling(wheel)).constraint("ramp", ConstraintKind::Rolling(on_ramp));
    let (from, to) = ends();
    d = d.constraint("second rod", ConstraintKind::Distance(DistanceSpec { from: to, to: from, length: 1e-3 }));
    for (name, rest_length, damping) in [("soft", 0.0, 0.0), ("hard", 0.07785, 2.5)] {
        let (from, to) = ends();
        let name = name.into();
        d.springs.push(SpringSpec { name, from, to, stiffness: 4530.0, rest_length, damping, place: None });
    }
    let motor =
        |name: &str, effort_limit| ActuatorSpec { name: name.into(), joint: "s".into(), effort_limit, place: None };
    d.actuators = vec![motor("one", None), motor("two", Some(12.5))];
    let point = |name: &str, radius| {
        let position = Vec3::new(0.1, 0.0, -0.0);
        ContactPoint { name: name.into(), link: "c".into(), position, radius, place: None }
    };
    d.contacts = vec![point("heel", 0.0), point("toe", 0.01)];
    same(&d, &again(&d));
}

// oracle: the file that was read
#[test]
fn gears_are_kept() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/mechanisms/planetary_gear.toml");
    let d = denoc_formats::read_native(path).unwrap().description;
    assert_eq!(d.constraints.iter().filter(|c| c.kind.keyword() == "gear").count(), 6);
    same(&d, &again(&d));
}

#[test]
fn remarks_are_kept() {
    let extra = NativeExtra { one_line: Some("two\nlines".into()), source: Some("a book".into()) };
    let text = write_native(&catalogue::describe("puma").unwrap(), &extra).unwrap();
    let native = parse_native(&text, "m.toml").unwrap();
    assert_eq!((native.one_line, native.source), (extra.one_line, extra.source));
}

// oracle: what a person would write
#[test]
fn files_are_short() {
    let urdf = r#"<robot name="r"><link name="a"/><link name="b"><inertial><mass value="1"/>
      <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
      <joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 1 0"/>
      <origin xyz="0.1 0 0" rpy="0.1 1.5707963267948966 -0.3"/><limit lower="-3.141592653589793" upper="1" effort="1" velocity="2"/>
      </joint></robot>"#;
    let d = parse_urdf(urdf, "r.urdf").unwrap().description;
    let expected = r#"[model]
name = "r"
ground = "a"

[[link]]
name = "a"

[[link]]
name = "b"
mass = 1
inertia = { xx = 1, yy = 1, zz = 1 }

[[joint]]
name = "j"
type = "revolute"
parent = "a"
child = "b"
axis = [0, 1, 0]
origin = { xyz = [0.1, 0, 0], rpy = [0.4, "90 deg", 0] }
limits = ["-180 deg", 1]
velocity_limit = 2
effort_limit = 1
"#;
    assert_eq!(write(&d), expected);
}

#[test]
fn joints_of_code_cannot_be_written() {
    struct Cam;
    impl denoc_model::JointLaw for Cam {
        fn units(&self) -> &'static [denoc_model::joints::Unit] {
            &[denoc_model::joints::Unit::Angle]
        }
        fn pose<T: denoc_math::Real>(&self, q: &[T]) -> Pose<T> {
            Pose::translation(Vec3::new(q[0].sin_cos().0, T::zero(), T::zero()))
        }
    }
    let d = Description::new("m").link("a", MassProperties::none()).joint(
        "cam",
        "ground",
        "a",
        Joint::custom(&Cam),
        Pose::identity(),
    );
    let error = write_native(&d, &NativeExtra::default()).unwrap_err();
    assert!(matches!(error, FormatError::Unwritable { .. }));
    assert_eq!(
        error.to_string(),
        "joint \"cam\" cannot be written as a model file: its type, custom, is defined in code"
    );
}

/// Every `.urdf` below a folder.
fn urdf_files(folder: &std::path::Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            urdf_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "urdf") {
            found.push(path);
        }
    }
}

// oracle: the description of the URDF file
#[test]
fn real_robots_are_read_as_they_were_written() {
    let workspace = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let fetched = "target/robots/example-robot-data-6.0.0/cmeel.prefix/share/example-robot-data/robots";
    let folder = std::env::var_os("DENOC_ROBOTS").map_or(workspace.join(fetched), Into::into);
    let mut files = Vec::new();
    urdf_files(&folder, &mut files);
    if files.is_empty() {
        eprintln!("{} DOES NOT EXIST: TEST AGAINST URDF ROBOTS SKIPPED", folder.display());
        return;
    }
    let mut compared = 0;
    for file in files {
        let Ok(urdf) = denoc_formats::read_urdf(&file) else { continue };
        // a robot without joints is nothing to compute, and no model file
        if !urdf.description.joints.is_empty() {
            same(&urdf.description, &again(&urdf.description));
            compared += 1;
        }
    }
    assert!(compared > 50, "{compared}");
}
