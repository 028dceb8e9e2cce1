//! The model file: what is read from it.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_6, PI};

use denoc_formats::{Native, parse_native, read_native};
use denoc_math::{Pose, Sym3, Vec3};
use denoc_model::{Description, Geometry, Joint, MassProperties, Purpose};

fn read(text: &str) -> Native {
    parse_native(text, "m.toml").unwrap_or_else(|e| panic!("{e}"))
}

/// The description without locations.
fn without_places(mut d: Description) -> Description {
    d.links.iter_mut().for_each(|x| x.place = None);
    d.joints.iter_mut().for_each(|x| x.place = None);
    d.frames.iter_mut().for_each(|x| x.place = None);
    d.configurations.iter_mut().for_each(|x| x.place = None);
    d.couplings.iter_mut().for_each(|x| x.place = None);
    d.actuators.iter_mut().for_each(|x| x.place = None);
    d.contacts.iter_mut().for_each(|x| x.place = None);
    d.constraints.iter_mut().for_each(|x| x.place = None);
    d.springs.iter_mut().for_each(|x| x.place = None);
    d
}

/// The examples of the format's specification.
fn examples() -> Vec<String> {
    let page = include_str!("../../../docs/model-file.md");
    page.split("```toml\n").skip(1).filter_map(|part| part.split("```").next()).map(str::to_owned).collect()
}

// oracle: the specification
#[test]
fn the_example_of_the_specification_is_read() {
    let native = read(&examples()[0]);
    let d = &native.description;
    assert_eq!(native.one_line.as_deref(), Some("one line for tables"));
    assert_eq!(native.source.as_deref(), Some("where the numbers come from"));
    assert_eq!((d.name.as_str(), d.ground.as_str()), ("two rods", "ground"));
    assert_eq!(d.links[0].mass.inertia, Sym3::diagonal(0.0, 0.02, 0.02));
    let lower = &d.links[1];
    assert_eq!(lower.shapes[0].geometry, Geometry::Cylinder { radius: 0.02, length: 0.5 });
    assert_eq!(lower.shapes[0].pose.rotation.apply(Vec3::unit(2)), Vec3::unit(0));
    assert_eq!(lower.shapes[0].color, Some([78.0 / 255.0, 121.0 / 255.0, 167.0 / 255.0, 1.0]));
    assert_eq!(lower.shapes[0].purpose, Purpose::Both);
    let mass = 2700.0 * PI * 0.02 * 0.02 * 0.5;
    assert!((lower.mass.mass - mass).abs() < 1e-15);
    assert!((lower.mass.inertia.yy - mass * (3.0 * 0.02 * 0.02 + 0.25) / 12.0).abs() < 1e-15);
    assert!((lower.mass.inertia.xx - 0.5 * mass * 0.02 * 0.02).abs() < 1e-15);
    assert_eq!(lower.mass.center, Vec3::new(0.25, 0.0, 0.0));
    let shoulder = &d.joints[0];
    assert_eq!(shoulder.joint, Joint::revolute(Vec3::unit(1)));
    assert_eq!(shoulder.origin, Pose::translation(Vec3::new(0.0, 0.0, 0.5)));
    assert_eq!(shoulder.properties.limits, Some([-FRAC_PI_2, FRAC_PI_2]));
    assert_eq!(shoulder.properties.velocity_limit, Some(PI));
    assert_eq!((shoulder.properties.spring_stiffness, shoulder.properties.gear_ratio), (3.0, 100.0));
    assert_eq!(d.joints[1].origin, d.frames[0].pose);
    assert_eq!(d.contacts[0].radius, 0.01);
    assert_eq!((d.couplings[0].ratio, d.actuators[0].effort_limit), (-2.0, Some(10.0)));
    assert_eq!(d.configurations[0].joints, [("shoulder".into(), vec![FRAC_PI_6]), ("elbow".into(), vec![-0.5])]);
    assert!(native.notes.is_empty() && d.couplings[0].enforced);
    let place = d.joints[1].place.as_ref().unwrap();
    assert_eq!(examples()[0].lines().nth(place.line as usize - 1), Some("name = \"elbow\""));
    assert_eq!(d.build().unwrap().nv(), 2);
}

// oracle: the same table in code
#[test]
fn dh_tables_are_those_built_in_code() {
    let text = r#"
[model]
name = "kuka_kr5"
[[dh]]
b = 0.4
a = 0.18
alpha = "90 deg"
mass = 26.98
r = [0.091, 0.067, 0.006]
inertia = { xx = 0.322, xy = -0.018, xz = -0.145, yy = 0.467, yz = -0.014, zz = 0.478 }
[[dh]]
b = "135 mm"
a = 0.6
alpha = "180 deg"
mass = 15.92
r = [0.333, 0.002, 0.039]
inertia = { xx = 0.541, xy = 0.000435, xz = -0.005, yy = 0.552, yz = 0.017, zz = 0.044 }
[[dh]]
b = 0.135
a = 0.12
alpha = "-90 deg"
mass = 25.852
r = [0.032, -0.008, -0.034]
inertia = { xx = 0.775, xy = -0.009, xz = 0.025, yy = 0.75, yz = 0.007, zz = 0.208 }
[[dh]]
b = 0.62
alpha = "90 deg"
mass = 4.008
r = [0, 0.109, -0.008]
inertia = { xx = 0.01, xy = 0.002, yy = 0.02, zz = 0.024 }
[[dh]]
alpha = "-0.25 turn"
mass = 1.615
r = [0, -0.01, -0.033]
inertia = { xx = 0.002, yy = 0.004, zz = 0.004 }
[[dh]]
b = 0.115
mass = "16 g"
r = [0, 0, -0.111]
"#;
    let read = without_places(read(text).description);
    let mass = |mass: f64, r: [f64; 3], [xx, xy, xz, yy, yz, zz]: [f64; 6]| MassProperties {
        mass,
        center: Vec3::from(r.map(|x| 0.0 - x)),
        inertia: Sym3 { xx, xy, xz, yy, yz, zz },
    };
    let row = denoc_model::DhRow::revolute;
    let rows = [
        (
            row(0.4, 0.0, 0.18, FRAC_PI_2),
            mass(26.98, [0.091, 0.067, 0.006], [0.322, -0.018, -0.145, 0.467, -0.014, 0.478]),
        ),
        (row(0.135, 0.0, 0.6, PI), mass(15.92, [0.333, 0.002, 0.039], [0.541, 0.000435, -0.005, 0.552, 0.017, 0.044])),
        (
            row(0.135, 0.0, 0.12, -FRAC_PI_2),
            mass(25.852, [0.032, -0.008, -0.034], [0.775, -0.009, 0.025, 0.75, 0.007, 0.208]),
        ),
        (row(0.62, 0.0, 0.0, FRAC_PI_2), mass(4.008, [0.0, 0.109, -0.008], [0.01, 0.002, 0.0, 0.02, 0.0, 0.024])),
        (row(0.0, 0.0, 0.0, -FRAC_PI_2), mass(1.615, [0.0, -0.01, -0.033], [0.002, 0.0, 0.0, 0.004, 0.0, 0.004])),
        (row(0.115, 0.0, 0.0, 0.0), mass(0.016, [0.0, 0.0, -0.111], [0.0; 6])),
    ];
    let code = Description::from_dh("kuka_kr5", &rows);
    assert_eq!(read, code);
    // also the signs of zeros
    assert_eq!(format!("{read:?}"), format!("{code:?}"));
    let modified = without_places(parse_native(&text.replace("[[dh]]", "[[modified_dh]]"), "m").unwrap().description);
    assert_eq!(format!("{modified:?}"), format!("{:?}", Description::from_modified_dh("kuka_kr5", &rows)));
}

#[test]
fn a_dh_row_has_what_links_and_joints_have() {
    let text = format!("[model]\nname = \"arm\"\n{}", examples()[1])
        + "limits = [-1, 1]\nrotor_inertia = \"3 kg cm^2\"\n\
           [[dh]]\ntype = \"prismatic\"\nb = \"1 cm\"\nlimits = [0, \"300 mm\"]\neffort_limit = \"2 kN\"\n\
           [[dh.shape]]\ntype = \"rod\"\nlength = 0.5\nmass = 2\n\
           [[frame]]\nname = \"tool\"\nlink = \"link2\"\n";
    let d = read(&text).description;
    assert_eq!(d.joints[0].properties.rotor_inertia, 3e-4);
    assert_eq!(d.joints[1].joint, Joint::prismatic(Vec3::unit(2)));
    assert_eq!(d.joints[1].properties.limits, Some([0.0, 0.3]));
    assert_eq!(d.joints[1].properties.effort_limit, Some(2000.0));
    assert_eq!((d.joints[1].parent.as_str(), d.joints[1].child.as_str()), ("link1", "link2"));
    let moment = 2.0 * 0.5 * 0.5 / 12.0;
    let rod = MassProperties { mass: 2.0, center: Vec3::zero(), inertia: Sym3::diagonal(moment, moment, 0.0) };
    assert_eq!(d.links[1].mass, rod);
    assert_eq!(d.build().unwrap().nv(), 2);
}

/// One joint of a kind between the ground and a link.
fn joint(lines: &str) -> Joint<f64> {
    let text = format!(
        "[model]\nname = \"m\"\n[[link]]\nname = \"a\"\n[[joint]]\nname = \"j\"\nparent = \"ground\"\nchild = \"a\"\n{lines}\n"
    );
    read(&text).description.joints.remove(0).joint
}

// oracle: the constructors
#[test]
fn every_kind_of_joint_is_read() {
    let axis = Vec3::new(1.0, 2.0, -2.0);
    assert_eq!(joint("type = \"fixed\""), Joint::fixed());
    assert_eq!(joint("type = \"revolute\"\naxis = [1, 2, -2]"), Joint::revolute(axis));
    assert_eq!(joint("type = \"prismatic\"\naxis = [1, 2, -2]"), Joint::prismatic(axis));
    assert_eq!(joint("type = \"cylindrical\"\naxis = [1, 2, -2]"), Joint::cylindrical(axis));
    assert_eq!(joint("type = \"helical\"\naxis = [1, 2, -2]\npitch = 0.25"), Joint::helical(axis, 0.25));
    let Joint::Helical(screw) = joint("type = \"helical\"\naxis = [0, 0, 1]\npitch = \"5 mm/turn\"") else { panic!() };
    assert!((screw.pitch - 0.005 / (2.0 * PI)).abs() < 1e-18);
    let (x, y) = (Vec3::unit(0), Vec3::unit(1));
    assert_eq!(joint("type = \"universal\"\naxes = [[1, 0, 0], [0, 1, 0]]"), Joint::universal(x, y));
    assert_eq!(joint("type = \"spherical\""), Joint::spherical());
    assert_eq!(Some(joint("type = \"euler\"\nsequence = \"zyx\"")), Joint::euler("zyx"));
    assert_eq!(joint("type = \"planar\"\nnormal = [1, 2, -2]"), Joint::planar(axis));
    assert_eq!(joint("type = \"planar\"\naxis = [1, 2, -2]"), Joint::planar(axis));
    assert_eq!(joint("type = \"translational\""), Joint::translational());
    assert_eq!(joint("type = \"free\""), Joint::free());
    let kinds = denoc_model::joints::KINDS.iter().map(|k| k.keyword).filter(|k| !["custom", "reversed"].contains(k));
    for kind in kinds {
        let text =
            format!("[model]\nname = \"m\"\n[[link]]\nname = \"a\"\n[[joint]]\nname = \"j\"\ntype = \"{kind}\"\n");
        let error = parse_native(&text, "m").unwrap_err().to_string();
        assert!(error.contains("the key \"parent\" of "), "{error}"); // the kind is known
    }
}

// oracle: the same rotation in five ways
#[test]
fn orientations_agree() {
    let pose = |origin: &str| {
        let text = format!(
            "[model]\nname = \"m\"\n[[link]]\nname = \"a\"\n[[joint]]\nname = \"j\"\ntype = \"fixed\"\nparent = \"ground\"\n\
             child = \"a\"\n[[frame]]\nname = \"f\"\nlink = \"a\"\norigin = {origin}\n"
        );
        read(&text).description.frames.remove(0).pose
    };
    let expected =
        Pose::new(denoc_math::Mat3::from_rows([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]), Vec3::unit(0));
    assert_eq!(pose("{ xyz = [1, 0, 0], rpy = [0, 0, \"90 deg\"] }"), expected);
    assert_eq!(pose("{ xyz = [1, 0, 0], rpy = [0, 0, 1.5707963267948966] }"), expected);
    assert_eq!(pose("{ xyz = [1, 0, 0], axis_angle = { axis = [0, 0, 7], angle = \"0.25 turn\" } }"), expected);
    assert_eq!(pose("{ xyz = [1, 0, 0], matrix = [[0, -1, 0], [1, 0, 0], [0, 0, 1]] }"), expected);
    let quaternion = pose("{ xyz = [\"100 cm\", 0, 0], quaternion = [0, 0, 0.7071067811865476, 0.7071067811865476] }");
    let error = quaternion.rotation - expected.rotation;
    assert!(error.to_rows().as_flattened().iter().all(|x| x.abs() < 1e-15));
}

/// A temporary folder.
fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("denoc-native-{name}-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("parts")).unwrap();
    folder
}

// oracle: a box of the same sides, density and mass
#[test]
fn the_mass_of_a_mesh_is_that_of_the_enclosed_solid() {
    let folder = folder("mesh");
    let mut corners = String::new();
    for i in 0..8 {
        let [x, y, z] = [i & 1, i >> 1 & 1, i >> 2].map(|b| b * 100);
        corners += &format!("v {x} {y} {z}\n");
    }
    let faces = "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
    std::fs::write(folder.join("parts/cube.obj"), format!("{corners}{faces}")).unwrap();
    let text = "[model]\nname = \"m\"\n[[link]]\nname = \"a\"\n[[link.shape]]\ntype = \"mesh\"\nfile = \"parts/cube.obj\"\n\
                scale = [0.001, 0.002, 0.003]\ndensity = 1000\n[[joint]]\nname = \"j\"\ntype = \"free\"\nparent = \"ground\"\n\
                child = \"a\"\n";
    let sides = Vec3::new(0.1, 0.2, 0.3);
    for (text, mass) in [(text.to_owned(), 6.0), (text.replace("density = 1000", "mass = \"250 g\""), 0.25)] {
        std::fs::write(folder.join("m.toml"), &text).unwrap();
        let body = read_native(folder.join("m.toml")).unwrap().description.links[0].mass;
        let expected = MassProperties::cuboid(mass, sides, sides.scale(0.5));
        // vertices of meshes are in single precision
        assert!((body.mass - expected.mass).abs() < 1e-6 * mass);
        assert!((body.center - expected.center).norm() < 1e-7);
        for (found, expected) in [(body.inertia.xx, expected.inertia.xx), (body.inertia.zz, expected.inertia.zz)] {
            assert!((found - expected).abs() < 1e-6 * expected);
        }
        // without a path, the mesh cannot be found
        let error = parse_native(&text, "m.toml").unwrap_err().to_string();
        assert!(error.contains("the mass of mesh \"parts/cube.obj\" cannot be computed"), "{error}");
    }
    // a face is missing, a face is reversed, there are only faces
    let turned = faces.replace("f 1 3 4 2", "f 2 4 3 1");
    for (faces, reason) in [
        (&faces[10..], "the mesh is not closed (4 open edges)"),
        (&turned, "the mesh is not closed (4 open edges)"),
        ("f 1 3 4 2\nf 2 4 3 1\n", "the mesh does not enclose a volume"),
    ] {
        std::fs::write(folder.join("parts/cube.obj"), format!("{corners}{faces}")).unwrap();
        std::fs::write(folder.join("m.toml"), text).unwrap();
        let error = read_native(folder.join("m.toml")).unwrap_err().to_string();
        assert!(
            error.contains(&format!("the mass of mesh \"parts/cube.obj\" cannot be computed: {reason}")),
            "{error}"
        );
        assert!(error.contains("specify mass, center and inertia of the link, or"), "{error}");
        std::fs::write(folder.join("m.toml"), text.replace("density = 1000\n", "")).unwrap();
        assert!(read_native(folder.join("m.toml")).is_ok(), "a visual mesh may be open");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

// oracle: the same torque without unit
#[test]
fn ball_joints_have_torques() {
    let text = "[model]\nname = \"m\"\n[[link]]\nname = \"a\"\n[[joint]]\nname = \"j\"\ntype = \"spherical\"\nparent = \"ground\"\n\
                child = \"a\"\nviscous_friction = \"2 mN m s\"\n[[actuator]]\nname = \"m\"\njoint = \"j\"\neffort_limit = \"3 kN m\"\n";
    let d = read(text).description;
    assert_eq!((d.joints[0].properties.viscous_friction, d.actuators[0].effort_limit), (0.002, Some(3000.0)));
}

// oracle: the registry of joints
#[test]
fn every_kind_of_joint_in_the_registry_is_read_as_that_kind() {
    for kind in denoc_model::joints::KINDS {
        let parameters: Vec<String> = kind.parameters.iter().map(|p| p.line()).collect();
        let text = format!(
            "[model]\nname = \"one joint\"\n[[link]]\nname = \"body\"\nmass = 1\n[[joint]]\nname = \"joint\"\n\
             type = \"{}\"\nparent = \"ground\"\nchild = \"body\"\n{}\n",
            kind.keyword,
            parameters.join("\n")
        );
        match parse_native(&text, "one.toml") {
            Ok(read) => {
                assert!(kind.in_files, "{} is made in code only", kind.keyword);
                assert_eq!(read.description.joints[0].joint.keyword(), kind.keyword);
            }
            Err(error) => assert!(!kind.in_files, "{}: {error}", kind.keyword),
        }
    }
}
