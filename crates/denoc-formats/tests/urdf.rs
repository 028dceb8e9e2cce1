//! Valid files: what is read from them. Oracles: numbers worked out by hand, and the model built in code.

use std::f64::consts::{FRAC_PI_2, PI};

use denoc_formats::{Note, NoteKind, Urdf, load_urdf, parse_urdf, read_urdf};
use denoc_math::{Mat3, Pose, Sym3, Vec3};
use denoc_model::{Coupling, Geometry, Joint, JointSpec, MassProperties, Place, Purpose};

/// A robot with one joint between "base" and "arm".
fn with_joint(kind: &str, inside: &str) -> Urdf {
    let text = format!(
        "<robot name=\"r\">\n<link name=\"base\"/><link name=\"arm\"/>\n<joint name=\"j\" type=\"{kind}\">\n\
         <parent link=\"base\"/><child link=\"arm\"/>{inside}</joint></robot>"
    );
    parse_urdf(&text, "r.urdf").unwrap_or_else(|e| panic!("{e}"))
}

fn joint(urdf: &Urdf) -> &JointSpec {
    &urdf.description.joints[0]
}

fn kinds(urdf: &Urdf) -> Vec<NoteKind> {
    urdf.notes.iter().map(|n| n.kind).collect()
}

fn vec(x: f64, y: f64, z: f64) -> Vec3<f64> {
    Vec3::new(x, y, z)
}

fn close(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-15 * b.abs().max(1.0), "{a} is not {b}");
}

#[test]
fn every_joint_type_has_its_joint() {
    let z = "<axis xyz=\"0 0 1\"/>";
    for (kind, inside, expected) in [
        ("revolute", z, Joint::revolute(vec(0.0, 0.0, 1.0))),
        ("continuous", z, Joint::revolute(vec(0.0, 0.0, 1.0))),
        ("prismatic", z, Joint::prismatic(vec(0.0, 0.0, 1.0))),
        ("planar", "<axis xyz=\"0 1 0\"/>", Joint::planar(vec(0.0, 1.0, 0.0))),
        ("fixed", "", Joint::fixed()),
        ("floating", "", Joint::free()),
        ("spherical", "", Joint::spherical()),
        ("ball", "", Joint::spherical()),
    ] {
        let urdf = with_joint(kind, inside);
        assert_eq!(joint(&urdf).joint, expected, "{kind}");
        let model = urdf.description.build().unwrap();
        assert_eq!(model.ground_name(), "base");
        assert_eq!(model.nv(), expected.v_units().len());
        assert_eq!(kinds(&urdf).contains(&NoteKind::JointType), matches!(kind, "spherical" | "ball"));
    }
}

#[test]
fn defaults_are_those_of_the_standard() {
    let urdf = with_joint("continuous", "");
    let j = joint(&urdf);
    assert_eq!(j.joint, Joint::revolute(vec(1.0, 0.0, 0.0)));
    assert_eq!(j.origin, Pose::identity());
    assert_eq!(j.child_origin, Pose::identity());
    assert_eq!(j.properties, Default::default());
    assert_eq!(urdf.description.links[1].mass, MassProperties::none());
    assert_eq!(urdf.description.gravity, vec(0.0, 0.0, -9.81));
    // a hinge with one limit: the other is zero
    let urdf = with_joint("revolute", "<limit upper=\"2\" effort=\"3\" velocity=\"4\"/>");
    let p = joint(&urdf).properties;
    assert_eq!((p.limits, p.effort_limit, p.velocity_limit), (Some([0.0, 2.0]), Some(3.0), Some(4.0)));
}

#[test]
fn limits_and_friction_are_read() {
    let urdf = with_joint(
        "prismatic",
        "<limit lower=\" -0.5 \" upper=\"+.5\" effort=\"1e2\" velocity=\"2.\"/><dynamics damping=\"0.1\" friction=\"0.2\"/>",
    );
    let p = joint(&urdf).properties;
    assert_eq!(p.limits, Some([-0.5, 0.5]));
    assert_eq!((p.effort_limit, p.velocity_limit), (Some(100.0), Some(2.0)));
    assert_eq!((p.viscous_friction, p.dry_friction), (0.1, 0.2));
    // infinite limits are none
    let urdf = with_joint("revolute", "<limit lower=\"-inf\" upper=\"inf\" effort=\"inf\" velocity=\"Infinity\"/>");
    assert_eq!(joint(&urdf).properties, Default::default());
}

#[test]
fn right_angles_are_exact_and_nothing_else_is() {
    let urdf = with_joint("continuous", "<origin xyz=\"1 2 3\" rpy=\"1.5707963267948966 0 -3.141592653589793\"/>");
    let expected = Mat3::from_rows([[-1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]);
    assert_eq!(joint(&urdf).origin, Pose::new(expected, vec(1.0, 2.0, 3.0)));
    assert!(!kinds(&urdf).contains(&NoteKind::NearlyRightAngle));

    let urdf = with_joint("continuous", "<origin rpy=\"1.570796 0 3.14159\"/>");
    let (roll, yaw): (f64, f64) = ("1.570796".parse().unwrap(), "3.14159".parse().unwrap());
    let plain = Mat3::from_rpy([roll, 0.0, yaw]);
    let difference = joint(&urdf).origin.rotation - plain;
    assert!(difference.to_rows().as_flattened().iter().all(|x| x.abs() < 1e-16));
    let note = &urdf.notes[0];
    assert_eq!(note.to_string(), "r.urdf:4:54: rpy 1.570796 differs from π/2 by 3.27e-7; kept as written (and 1 more)");
    assert_eq!(note.count, 2);
}

#[test]
fn quaternions_are_understood() {
    let h = 0.5f64.sqrt();
    let urdf = with_joint("fixed", &format!("<origin quat_xyzw=\"0 0 {h} {h}\"/>"));
    close(joint(&urdf).origin.rotation.get(1, 0), 1.0);
    assert_eq!(urdf.notes.len(), 1); // the arm has no mass
    let urdf = with_joint("fixed", "<origin quat_xyzw=\"0 0 2e200 2e200\"/>");
    close(joint(&urdf).origin.rotation.get(1, 0), 1.0);
    assert!(kinds(&urdf).contains(&NoteKind::QuaternionLength));
}

// oracle: a diagonal tensor with its axes exchanged by a quarter turn, and R I Rᵀ written out
#[test]
fn inertia_is_turned_into_link_axes() {
    let read = |rpy: &str, tensor: &str| {
        let text = format!(
            "<robot name=\"r\"><link name=\"a\"><inertial><mass value=\"2\"/><origin xyz=\"0.1 0.2 0.3\" rpy=\"{rpy}\"/>\
             <inertia {tensor}/></inertial></link></robot>"
        );
        parse_urdf(&text, "r.urdf").unwrap().description.links[0].mass
    };
    let diagonal = "ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"2\" iyz=\"0\" izz=\"2.5\"";
    let m = read("0 0 1.5707963267948966", diagonal);
    assert_eq!((m.mass, m.center), (2.0, vec(0.1, 0.2, 0.3)));
    assert_eq!(m.inertia, Sym3::diagonal(2.0, 1.0, 2.5));

    let full = "ixx=\"1\" ixy=\"0.1\" ixz=\"-0.2\" iyy=\"2\" iyz=\"0.3\" izz=\"2.5\"";
    let m = read("0.3 -0.4 0.5", full);
    let r = Mat3::from_rpy([0.3, -0.4, 0.5]);
    let tensor = Mat3::from_rows([[1.0, 0.1, -0.2], [0.1, 2.0, 0.3], [-0.2, 0.3, 2.5]]);
    let expected = r * tensor * r.transpose();
    let found = m.inertia.to_mat3();
    for i in 0..3 {
        for j in 0..3 {
            close(found.get(i, j), expected.get(i, j));
        }
    }
}

// oracle: three rotations by hand; x → y → z
#[test]
fn origins_nest() {
    let text = r#"<?xml version="1.0"?>
<!-- a comment -->
<robot name="nested">
  <joint name="second" type="fixed">
    <parent link="b"/> <child link="c"/>
    <origin xyz="0 1 0" rpy="1.5707963267948966 0 0"/>
  </joint>
  <joint name="first" type="continuous">
    <parent link="a"/> <child link="b"/>
    <origin xyz="1 0 0" rpy="0 0 1.5707963267948966"/> <axis xyz="0 0 2"/>
  </joint>
  <link name="c"/> <link name="b"/> <link name="a"/>
</robot>"#;
    let urdf = parse_urdf(text, "n.urdf").unwrap();
    let d = &urdf.description;
    assert_eq!((d.name.as_str(), d.ground.as_str()), ("nested", "a"));
    // the order of the file is kept, and fixed joints stay
    assert_eq!(d.joints.iter().map(|j| j.name.as_str()).collect::<Vec<_>>(), ["second", "first"]);
    assert_eq!(d.joints[1].place, Some(Place { file: "n.urdf".into(), line: 8, column: 3 }));
    assert_eq!(d.links[1].place, Some(Place { file: "n.urdf".into(), line: 12, column: 20 }));
    assert_eq!(d.joints[1].joint, Joint::revolute(vec(0.0, 0.0, 1.0)));
    let model = d.build().unwrap();
    assert_eq!(model.joint_names(), ["first", "second"]);
    let pose = model.links()[0].placement * model.links()[1].placement;
    assert_eq!(pose.position, vec(0.0, 0.0, 0.0)); // (1, 0, 0) + Rz (0, 1, 0)
    assert_eq!(pose.point(vec(0.0, 1.0, 0.0)), vec(0.0, 0.0, 1.0));
    assert_eq!(pose.point(vec(0.0, 0.0, 1.0)), vec(1.0, 0.0, 0.0));
    let axis = urdf.notes.iter().find(|n| n.kind == NoteKind::AxisLength).unwrap();
    assert_eq!(axis.to_string(), "n.urdf:10:56: the axis 0 0 2 of joint \"first\" has length 2; it is normalised");
}

#[test]
fn what_is_not_used_is_noted_once_per_kind() {
    let text = r#"<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <material name="blue"><color rgba="0 0 1 1"/></material>
  <link name="a">
    <visual><geometry><mesh filename="a.stl"/></geometry><material name="blue"/></visual>
    <visual><geometry>             <cone/></geometry></visual>
    <visual><geometry><box size="1 0 1"/></geometry></visual>
    <collision><geometry><mesh filename="a.stl"/></geometry></collision>
    <sensor:camera/>
  </link>
  <link name="b"><colision/></link>
  <link name="c"/>
  <joint name="one" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/><limits lower="1"/></joint>
  <joint name="two" type="continuous">
    <parent link="b"/><child link="c" mass="3"/><limit lower="-1" upper="1" effort="0" velocity="2"/>
    <mimic joint="one" multiplier="-2" offset="0.5"/>
  </joint>
  <transmission name="t"/>
  <gazebo/> <gazebo/> <gazebo/>
  <extra/>
</robot>"#;
    let urdf = parse_urdf(text, "r.urdf").unwrap();
    let found: Vec<String> = urdf.notes.iter().map(Note::to_string).collect();
    assert_eq!(
        found,
        [
            "r.urdf:1:1: the prefix \"sensor:\" is used but not declared",
            "r.urdf:18:3: <gazebo> is ignored (and 2 more)",
            "r.urdf:19:3: <extra> in <robot> is unknown and ignored",
            "r.urdf:8:5: <sensor:camera> is ignored",
            "r.urdf:5:36: <cone> in <geometry> is unknown and ignored",
            "r.urdf:5:36: <cone> in <visual> of link \"a\" is not a known shape: the shape is omitted (and 1 more)",
            "r.urdf:10:18: <colision> in <link> is unknown and ignored; did you mean <collision>?",
            "r.urdf:12:91: <limits> in <joint> is unknown and ignored; did you mean <limit>?",
            "r.urdf:12:3: joint \"one\" is revolute but has no <limit>; it moves without limits",
            "r.urdf:14:39: attribute \"mass\" of <child> is unknown and ignored",
            "r.urdf:14:49: lower and upper limit of a continuous joint: ignored",
            "r.urdf:14:49: the effort limit of joint \"two\" is 0; kept as written",
            "r.urdf:17:3: <transmission> is ignored: gear ratio and rotor inertia are not read from it",
            "r.urdf:10:3: link \"b\" has no <inertial>: its mass is zero (and 1 more)",
            "r.urdf:15:5: joint \"two\" mimics \"one\" (multiplier -2, offset 0.5): enforced",
        ]
    );
    let place = Some(Place { file: "r.urdf".into(), line: 15, column: 5 });
    let (joint, follows) = ("two".into(), "one".into());
    let expected = Coupling { joint, follows, ratio: -2.0, offset: 0.5, enforced: true, place };
    assert_eq!(urdf.description.couplings, [expected]);
}

#[test]
fn a_mimic_of_nobody_is_told_and_not_listed() {
    for (mimicked, message) in [
        ("k", "joint \"j\" mimics \"k\", which does not exist: it moves independently"),
        ("j", "joint \"j\" mimics itself: it moves independently"),
    ] {
        let urdf = with_joint("continuous", &format!("<mimic joint=\"{mimicked}\"/>"));
        assert!(urdf.description.couplings.is_empty());
        let note = urdf.notes.iter().find(|n| n.kind == NoteKind::UnknownMimic).unwrap();
        assert_eq!((note.message.as_str(), note.kind.is_warning()), (message, true));
    }
}

// oracle: the file by eye
#[test]
fn shapes_and_colours_are_kept() {
    let text = r#"<robot name="r">
  <link name="a">
    <visual><origin xyz="1 2 3"/><geometry><box size="1 2 3"/></geometry><material name="blue"/></visual>
    <collision><geometry><cylinder radius="0.1" length="0.4"/></geometry></collision>
    <visual>
      <geometry><mesh filename="package://r/a.stl" scale="1e-3 1e-3 -1e-3"/></geometry>
      <material name=""><color rgba="1 0 0 2"/></material>
    </visual>
    <visual><geometry><sphere radius="0.2"/></geometry><material name="green"/></visual>
  </link>
  <material name="blue"><color rgba="0 0 1 1"/></material>
</robot>"#;
    let urdf = parse_urdf(text, "r.urdf").unwrap();
    let shapes = &urdf.description.links[0].shapes;
    assert_eq!(shapes.iter().map(|s| s.purpose).collect::<Vec<_>>(), {
        use Purpose::{Collision, Visual};
        [Visual, Collision, Visual, Visual]
    });
    assert_eq!(shapes[0].geometry, Geometry::Box { sides: vec(1.0, 2.0, 3.0) });
    assert_eq!((shapes[0].pose.position, shapes[0].color), (vec(1.0, 2.0, 3.0), Some([0.0, 0.0, 1.0, 1.0])));
    assert_eq!(shapes[1].geometry, Geometry::Cylinder { radius: 0.1, length: 0.4 });
    let scale = vec(1e-3, 1e-3, -1e-3);
    assert_eq!(shapes[2].geometry, Geometry::Mesh { file: "package://r/a.stl".into(), scale });
    assert_eq!(shapes[2].color, Some([1.0, 0.0, 0.0, 1.0]));
    assert_eq!((&shapes[3].geometry, shapes[3].color), (&Geometry::Sphere { radius: 0.2 }, None));
    let notes: Vec<String> = urdf.notes.iter().map(Note::to_string).collect();
    assert_eq!(notes, ["r.urdf:9:56: the material \"green\" has no colour in this file"]);
}

// oracle: the file system
#[test]
fn missing_meshes_are_noted_when_a_file_is_read() {
    let directory = std::env::temp_dir().join(format!("denoc-urdf-mesh-{}", std::process::id()));
    std::fs::create_dir_all(directory.join("meshes")).unwrap();
    std::fs::write(directory.join("meshes/there.stl"), "").unwrap();
    let mesh = |file: &str| format!("<visual><geometry><mesh filename=\"{file}\"/></geometry></visual>");
    let text = format!(
        "<robot name=\"r\"><link name=\"a\">{}{}{}</link></robot>",
        mesh("meshes/there.stl"),
        mesh("meshes/away.stl"),
        mesh("package://nobody/away.stl")
    );
    let path = directory.join("r.urdf");
    std::fs::write(&path, text).unwrap();
    let notes = read_urdf(&path).unwrap().notes;
    std::fs::remove_dir_all(&directory).unwrap();
    assert_eq!(notes.len(), 1);
    assert_eq!((notes[0].kind, notes[0].count), (NoteKind::Mesh, 2));
    assert_eq!(notes[0].message, "mesh file \"meshes/away.stl\" not found");
}

#[test]
fn what_means_nothing_for_a_fixed_joint_is_not_kept() {
    let inside = "<axis xyz=\"0 0 0\"/><limit lower=\"1\" upper=\"0\" effort=\"0\"/><dynamics damping=\"3\"/>";
    let urdf = with_joint("fixed", inside);
    assert_eq!(joint(&urdf).properties, Default::default());
    let unused: Vec<&str> =
        urdf.notes.iter().filter(|n| n.kind == NoteKind::Unused).map(|n| n.message.as_str()).collect();
    assert_eq!(
        unused,
        ["axis of a fixed joint: ignored", "limit of a fixed joint: ignored", "dynamics of a fixed joint: ignored"]
    );
}

#[test]
fn files_with_bom_windows_lines_and_a_default_namespace_are_read() {
    let text = "\u{feff}<?xml version=\"1.0\"?>\r\n<robot name=\"r\" xmlns=\"http://www.ros.org\">\r\n\t<link name=\"ä\"/>\r\n\
                <link\r\n name = 'b' /><joint name=\"j\" type=\"fixed\"><parent link=\"ä\"/><child link=\"b\"/>\
                <origin xyz=\"1\r\n 2\t3\"/></joint></robot>";
    let urdf = parse_urdf(text, "r.urdf").unwrap();
    assert_eq!(urdf.description.ground, "ä");
    assert_eq!(urdf.description.links[0].place, Some(Place { file: "r.urdf".into(), line: 3, column: 2 }));
    assert_eq!(joint(&urdf).origin.position, vec(1.0, 2.0, 3.0));
}

#[test]
fn files_are_loaded_from_disk() {
    let directory = std::env::temp_dir().join(format!("denoc-urdf-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let path = directory.join("arm.urdf");
    let text = "<robot name=\"arm\"><link name=\"a\"/><link name=\"b\"/><joint name=\"j\" type=\"floating\">\
                <parent link=\"a\"/><child link=\"b\"/></joint></robot>";
    std::fs::write(&path, text).unwrap();
    let file = path.display().to_string();
    assert_eq!(read_urdf(&path).unwrap(), parse_urdf(text, &file).unwrap());
    let (model, notes) = load_urdf(&path).unwrap();
    assert_eq!((model.nv(), notes.len()), (6, 1));
    std::fs::remove_dir_all(&directory).unwrap();
}

// oracle: linear cost; a quadratic reader would need minutes
#[test]
fn long_chains_are_read() {
    let n = 20_000;
    for separator in ["\n", ""] {
        let mut text = String::from("<robot name=\"chain\"><link name=\"l0\"/>");
        for i in 1..=n {
            text += &format!(
                "<link name=\"l{i}\"/>{separator}<joint name=\"j{i}\" type=\"continuous\"><parent link=\"l{}\"/>\
                 <child link=\"l{i}\"/><origin rpy=\"0 1.57 {PI}\"/></joint>",
                i - 1
            );
        }
        text += "</robot>";
        let urdf = parse_urdf(&text, "chain.urdf").unwrap();
        assert_eq!(urdf.description.joints.len(), n);
        assert_eq!(urdf.notes.len(), 2);
        let last = urdf.description.joints[n - 1].origin.rotation;
        close(last.get(0, 2), -(1.57f64.sin()));
        assert_eq!(FRAC_PI_2.sin(), 1.0);
    }
}

// oracle: the tensor of xx = yy = 1e-8, xy = 3e-8 has the principal moments −2e-8 and 4e-8 along the diagonals of x and y
#[test]
fn negligible_negative_moments_are_taken_as_zero() {
    let with = |xx: f64, xy: f64| {
        let text = format!(
            "<robot name=\"r\"><link name=\"base\"/><link name=\"arm\"><inertial><mass value=\"1e-6\"/>\n\
             <inertia ixx=\"{xx}\" ixy=\"{xy}\" ixz=\"0\" iyy=\"{xx}\" iyz=\"0\" izz=\"3e-8\"/></inertial></link>\
             <joint name=\"j\" type=\"continuous\"><parent link=\"base\"/><child link=\"arm\"/></joint></robot>"
        );
        parse_urdf(&text, "r.urdf").unwrap_or_else(|e| panic!("{e}"))
    };
    let urdf = with(1e-8, 3e-8);
    let inertia = urdf.description.links[1].mass.inertia;
    for (found, expected) in [(inertia.xx, 2e-8), (inertia.xy, 2e-8), (inertia.yy, 2e-8), (inertia.zz, 3e-8)] {
        assert!((found - expected).abs() < 1e-20, "{inertia:?}");
    }
    let note = urdf.notes.iter().find(|n| n.kind == NoteKind::NegativeMoment).unwrap();
    assert_eq!(
        note.to_string(),
        "r.urdf:2:1: link \"arm\" has the principal moments of inertia -2.0000e-8, 3.0000e-8, 4.0000e-8 kg m² about its mass \
         centre: none may be negative; taken as zero, since it is negligible"
    );
    assert!(urdf.description.build().is_ok());
    // not negligible
    let urdf = with(1e-6, 3e-6);
    assert!(!kinds(&urdf).contains(&NoteKind::NegativeMoment) && urdf.description.build().is_err());
}
