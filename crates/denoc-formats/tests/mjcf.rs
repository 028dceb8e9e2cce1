//! MJCF files. Oracle: results of MuJoCo for the same files (`tests/data/mjcf_reference.json`, which states how they were
//! computed), converted to the conventions of denoc.

use std::path::{Path, PathBuf};

use denoc_dynamics::{Dynamics, Loads, Workspace};
use denoc_formats::{NoteKind, parse_mjcf, read_mjcf};
use denoc_math::Vec3;
use denoc_model::{Description, Joint};
use mujoco::{State, close, numbers};
use serde_json::Value;

#[path = "common/mujoco.rs"]
mod mujoco;

fn data(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file)
}

fn references() -> Vec<Value> {
    let text = std::fs::read_to_string(data("mjcf_reference.json")).unwrap();
    let all: Value = serde_json::from_str(&text).unwrap();
    all["models"].as_array().unwrap().clone()
}

fn description(reference: &Value) -> Description {
    let file = reference["file"].as_str().unwrap();
    read_mjcf(data("mjcf").join(file)).unwrap_or_else(|e| panic!("{e}")).description
}

#[test]
fn masses_are_those_of_mujoco() {
    for reference in references() {
        let d = description(&reference);
        // vertices of meshes are in single precision
        let tolerance = if d.name == "meshes" { 1e-6 } else { 1e-13 };
        close("gravity", &d.gravity.to_array(), &numbers(&reference["gravity"]), 0.0);
        for body in reference["bodies"].as_array().unwrap() {
            let name = body["name"].as_str().unwrap();
            let m = d.links.iter().find(|l| l.name == name).unwrap().mass;
            close(name, &[m.mass], &numbers(&body["mass"]), tolerance);
            close(name, &m.center.to_array(), &numbers(&body["center"]), tolerance);
            close(name, m.inertia.to_mat3().to_rows().as_flattened(), &numbers(&body["inertia"]), tolerance);
        }
    }
}

#[test]
fn joints_are_those_of_mujoco() {
    for reference in references() {
        let d = description(&reference);
        let moving: Vec<_> = d.joints.iter().filter(|j| !matches!(j.joint, Joint::Fixed(_)) && !j.cut).collect();
        let joints = reference["joints"].as_array().unwrap();
        assert_eq!(moving.len(), joints.len());
        for (ours, theirs) in moving.iter().zip(joints) {
            let p = &ours.properties;
            let limited = theirs["limited"] == true;
            assert_eq!(ours.name, theirs["name"].as_str().unwrap());
            assert_eq!(p.limits.is_some(), limited, "{}", ours.name);
            if let Some(limits) = p.limits {
                close(&ours.name, &limits, &numbers(&theirs["range"]), 1e-15);
            }
            for (word, value) in [
                ("stiffness", p.spring_stiffness),
                ("armature", p.reflected_inertia()),
                ("damping", p.viscous_friction),
                ("frictionloss", p.dry_friction),
            ] {
                close(&ours.name, &[value], &numbers(&theirs[word]), 0.0);
            }
            if p.spring_stiffness > 0.0 {
                close(&ours.name, &[p.spring_rest], &numbers(&theirs["springref"]), 1e-15);
            }
        }
    }
}

#[test]
fn forces_and_inertia_are_those_of_mujoco() {
    for reference in references() {
        let model = description(&reference).build().unwrap();
        let tolerance = if model.name() == "meshes" { 1e-6 } else { 1e-12 };
        let mut ws = Workspace::new(&model);
        let nv = model.nv();
        for state in reference["states"].as_array().unwrap() {
            let s = State::new(&model, ["q", "v", "a", "inverse"].map(|k| numbers(&state[k])));
            let (mut tau, mut gim) = (vec![0.0; nv], vec![0.0; nv * nv]);
            // of the tree: the states do not obey couplings
            let mut stage = ws.position(&model, &s.q).unwrap().velocity(&s.v).unwrap();
            stage.inverse(&s.a, Loads::NONE, &mut tau).unwrap();
            close(model.name(), &tau, &s.tau, tolerance);
            model.gim(&mut ws, &s.q, &mut gim).unwrap();
            let theirs = numbers(&state["inertia_matrix"]);
            let mut expected = vec![0.0; nv * nv];
            for i in 0..nv {
                for j in 0..nv {
                    for (k, l) in (0..nv * nv).map(|kl| (kl / nv, kl % nv)) {
                        expected[i * nv + j] += s.map[i][k] * theirs[k * nv + l] * s.map[j][l];
                    }
                }
            }
            close(model.name(), &gim, &expected, tolerance);
        }
    }
}

#[test]
fn poses_of_bodies_and_sites_are_those_of_mujoco() {
    for reference in references() {
        let model = description(&reference).build().unwrap();
        let mut ws = Workspace::new(&model);
        for state in reference["states"].as_array().unwrap() {
            let s = State::new(&model, ["q", "v", "a", "inverse"].map(|k| numbers(&state[k])));
            let position = ws.position(&model, &s.q).unwrap();
            let check = |name: &str, theirs: &Value| {
                let pose = position.frame_pose(model.frame(name).unwrap());
                close(name, &pose.position.to_array(), &numbers(&theirs["position"]), 1e-14);
                close(name, pose.rotation.to_rows().as_flattened(), &numbers(&theirs["rotation"]), 1e-14);
            };
            for (body, pose) in reference["bodies"].as_array().unwrap().iter().zip(state["poses"].as_array().unwrap()) {
                check(body["name"].as_str().unwrap(), pose);
            }
            for site in state["sites"].as_array().unwrap() {
                check(site["name"].as_str().unwrap(), site);
            }
        }
    }
}

// oracle: MuJoCo's keys and qpos0, by name and order of joints
#[test]
fn keys_become_configurations() {
    for reference in references() {
        let d = description(&reference);
        let model = d.build().unwrap();
        let mut expected: Vec<(String, Vec<f64>)> = Vec::new();
        let drawn = numbers(&reference["qpos0"]);
        if drawn.iter().any(|x| *x != 0.0) {
            expected.push(("qpos0".into(), drawn));
        }
        for key in reference["keys"].as_array().unwrap() {
            expected.push((key["name"].as_str().unwrap().into(), numbers(&key["qpos"])));
        }
        assert_eq!(d.configurations.len(), expected.len());
        for (ours, (name, theirs)) in d.configurations.iter().zip(expected) {
            assert_eq!(ours.name, name);
            // in our order: the quaternion of the floating body with w last
            let ours: Vec<f64> = ours.joints.iter().flat_map(|(_, q)| q.iter().copied()).collect();
            let mut theirs = theirs;
            let mut at = 0;
            for link in model.links() {
                if link.nq >= 4 {
                    theirs[at + link.nq - 4..at + link.nq].rotate_left(1);
                }
                at += link.nq;
            }
            // a quaternion and its opposite are the same rotation
            let sign = |q: &[f64]| q.iter().rev().find(|x| **x != 0.0).map_or(1.0, |x| x.signum());
            if model.nq() != model.nv() {
                let (a, b) = (sign(&ours[3..7]), sign(&theirs[3..7]));
                theirs[3..7].iter_mut().for_each(|x| *x *= a * b);
            }
            close(&name, &ours, &theirs, 1e-14);
        }
    }
}

// oracle: MuJoCo's key_qpos of this model: a key without qpos is at qpos0
#[test]
fn a_key_without_coordinates_is_the_modelled_pose() {
    let body = |name: &str| format!(r#"<body name="{name}"><joint name="{name}j" ref="90"/><geom size="0.1"/></body>"#);
    let text = format!(
        r#"<mujoco><worldbody>{}</worldbody><keyframe><key name="rest"/><key name="up" qpos="1"/></keyframe></mujoco>"#,
        body("a")
    );
    let found = parse_mjcf(&text, "m.xml").unwrap().description.configurations;
    let found: Vec<(&str, f64)> = found.iter().map(|c| (c.name.as_str(), c.joints[0].1[0])).collect();
    let quarter = core::f64::consts::FRAC_PI_2;
    assert_eq!(found, [("qpos0", quarter), ("rest", quarter), ("up", 1.0)]);
}

// oracle: the ranges in the file
#[test]
fn ranges_of_forces_that_differ_by_direction_are_noted() {
    let text = r#"<mujoco><worldbody><body name="a"><joint name="j" actuatorfrcrange="-3 5"/><geom size="0.1"/></body></worldbody>
<actuator><motor name="pull" joint="j" gear="2" forcerange="-4 0" ctrlrange="-9 9"/></actuator></mujoco>"#;
    let mjcf = parse_mjcf(text, "m.xml").unwrap();
    assert_eq!(mjcf.description.joints[0].properties.effort_limit, Some(5.0));
    assert_eq!(mjcf.description.actuators[0].effort_limit, Some(8.0));
    let notes: Vec<String> = mjcf.notes.iter().map(ToString::to_string).collect();
    let both = "in both directions";
    assert_eq!(
        notes,
        [
            format!("m.xml:1:35: joint \"j\": actuatorfrcrange=\"-3 5\" is read as an effort limit of 5 {both}"),
            format!("m.xml:2:11: <motor> \"pull\": forcerange=\"-4 0\" is read as an effort limit of 4 {both}"),
        ]
    );
}

// oracle: the names in the file
#[test]
fn an_equality_with_the_name_of_a_joint_is_renamed_with_a_note() {
    let text = r#"<mujoco><worldbody><body name="a"><joint name="j"/><geom size="0.1"/></body></worldbody>
<equality><connect name="j" body1="a" anchor="0 0 0"/><weld name="k" body1="a"/></equality></mujoco>"#;
    let mjcf = parse_mjcf(text, "m.xml").unwrap();
    let names: Vec<&str> = mjcf.description.joints.iter().map(|j| j.name.as_str()).collect();
    assert_eq!(names, ["j", "j_", "k"]);
    let notes: Vec<String> = mjcf.notes.iter().map(ToString::to_string).collect();
    assert_eq!(notes, ["m.xml:2:11: <connect> \"j\" has the name of a joint: it is renamed to \"j_\""]);
}

// oracle: the file by eye
#[test]
fn motors_couplings_and_sites_are_kept() {
    let arm = read_mjcf(data("mjcf/arm.xml")).unwrap();
    let d = &arm.description;
    let motors: Vec<_> = d.actuators.iter().map(|a| (a.name.as_str(), a.joint.as_str(), a.effort_limit)).collect();
    assert_eq!(motors, [("slew_motor", "slew", Some(200.0)), ("shoulder_position", "shoulder", Some(50.0))]);
    let grip = d.joints.iter().find(|j| j.name == "grip").unwrap();
    assert_eq!(grip.properties.effort_limit, Some(3.0));
    let coupling = &d.couplings[0];
    assert_eq!((coupling.joint.as_str(), coupling.follows.as_str(), coupling.ratio), ("grip", "slew", -0.5));
    // zero of MuJoCo's polynomial is where the joints stand as drawn
    assert_eq!(coupling.offset, 0.1 + 0.5 * 10f64.to_radians());
    assert_eq!(d.frames[0].name, "elbow_site");
    let kinds: Vec<NoteKind> = arm.notes.iter().map(|n| n.kind).collect();
    // two ranges of forces that differ by direction, and the gains of the servo
    assert_eq!(kinds, [vec![NoteKind::Shape; 2], vec![NoteKind::Unused; 3]].concat());
    assert!(coupling.enforced);
}

#[test]
fn loops_are_closed_by_joints_that_are_cut() {
    let text = r#"<mujoco>
  <worldbody>
    <body name="a" pos="1 0 0"><joint axis="0 1 0"/><geom size="0.1"/><site name="tip" pos="0 0 1"/></body>
    <body name="b" pos="3 0 0" euler="0 0 90"><joint axis="0 1 0"/><geom size="0.1"/><site name="eye" pos="0 2 1"/></body>
  </worldbody>
  <equality>
    <connect name="rod" body1="a" body2="b" anchor="0 0 1"/>
    <connect site1="tip" site2="eye"/>
    <weld body1="b"/>
    <connect body1="a" anchor="0 0 0" active="false"/>
  </equality>
</mujoco>"#;
    let mjcf = parse_mjcf(text, "l.xml").unwrap();
    let d = &mjcf.description;
    let loops: Vec<_> = d.joints.iter().filter(|j| j.cut).collect();
    assert_eq!(loops.iter().map(|j| j.joint.keyword()).collect::<Vec<_>>(), ["spherical", "spherical", "fixed"]);
    // oracle: by hand; (1, 0, 1) in the world is (0, 2, 1) in body b, which is turned by a right angle
    assert!((loops[0].child_origin.position - Vec3::new(0.0, 2.0, 1.0)).norm() < 1e-15);
    assert_eq!(loops[1].child_origin.position, Vec3::new(0.0, 2.0, 1.0));
    assert_eq!((loops[2].parent.as_str(), loops[2].child.as_str()), ("b", "world"));
    let world = loops[2].origin * loops[2].child_origin.inverse();
    assert!((world.point(Vec3::new(3.0, 0.0, 0.0))).norm() < 1e-15);
    assert_eq!(mjcf.notes.len(), 1);
    assert_eq!(mjcf.notes[0].to_string(), "l.xml:10:5: an inactive <connect> is ignored");
}

#[test]
fn ignored_data_that_would_change_the_motion_are_noted() {
    let text = r#"<mujoco>
  <compiler boundmas="0.1"/>
  <option density="1.2" gravitty="0 0 0"><flag actuation="disable" springs="disable"/></option>
  <worldbody>
    <body name="a" gravcomp="1">
      <joint name="j" type="ball" range="0 30" stiffness="2 1"/>
      <geom size="0.1" colour="red"/>
      <site name="a"/>
    </body>
    <body name="b" mocap="true"/>
  </worldbody>
  <tendon><spatial/></tendon>
  <sensor/>
  <actuator><motor tendon="t"/><muscle joint="j"/></actuator>
  <default><geom densty="2"/><joints damping="1"/></default>
  <equality><weld body1="a" relpos="0 0 0 1 0 0 0"/></equality>
  <keyframe><key qpos="1 0 0 0" qvel="1 0 0"/></keyframe>
</mujoco>"#;
    let mjcf = parse_mjcf(text, "m.xml").unwrap();
    let found: Vec<String> = mjcf.notes.iter().map(|n| n.to_string()).collect();
    assert_eq!(
        found,
        [
            "m.xml:13:3: <sensor> is ignored",
            "m.xml:2:13: attribute \"boundmas\" of <compiler> is unknown and ignored; did you mean \"boundmass\"?",
            "m.xml:3:25: attribute \"gravitty\" of <option> is unknown and ignored; did you mean \"gravity\"?",
            "m.xml:3:11: density=\"1.2\" of <option> is ignored",
            "m.xml:3:68: attribute \"springs\" of <flag> is unknown and ignored; did you mean \"spring\"?",
            "m.xml:3:48: actuation=\"disable\" of <flag> is ignored",
            "m.xml:15:30: <joints> in <default> is unknown and ignored; did you mean <joint>?",
            "m.xml:15:18: attribute \"densty\" of <geom> is unknown and ignored; did you mean \"density\"?",
            "m.xml:5:5: body \"a\": gravcomp is ignored",
            "m.xml:6:7: joint \"j\": the nonlinear part of its stiffness is ignored",
            "m.xml:6:7: joint \"j\": the range of a ball joint is ignored",
            "m.xml:7:24: attribute \"colour\" of <geom> is unknown and ignored",
            "m.xml:10:5: body \"b\" is moved by mocap: it stays at its modelled pose",
            "m.xml:10:5: body \"b\" has no mass",
            "m.xml:16:29: attribute \"relpos\" of <weld> is unknown and ignored; did you mean \"relpose\"?",
            "m.xml:14:13: a <motor> that does not act on a joint is ignored",
            "m.xml:14:32: <muscle> is ignored",
            "m.xml:17:13: qvel of key \"key0\" is ignored",
            "m.xml:12:3: <tendon> is ignored: its forces are missing",
            "m.xml:8:7: site \"a\" has the name of a body: it is renamed to \"a_site\"",
        ]
    );
}

// oracle: the message; the joint without the attribute
#[test]
fn armature_of_a_free_joint_is_ignored_with_a_note() {
    let text = r#"<mujoco>
  <default><joint armature="0.1" damping="2"/></default>
  <worldbody>
    <body name="a">
      <joint name="float" type="free"/>
      <geom size="0.1"/>
      <body name="b"><joint name="hinge"/><geom size="0.1"/></body>
    </body>
    <body name="c"><freejoint name="loose"/><geom size="0.1"/></body>
  </worldbody>
</mujoco>"#;
    let mjcf = parse_mjcf(text, "m.xml").unwrap();
    let of = |name: &str| &mjcf.description.joints.iter().find(|j| j.name == name).unwrap().properties;
    assert_eq!((of("float").rotor_inertia, of("float").viscous_friction), (0.0, 2.0));
    assert_eq!((of("hinge").rotor_inertia, of("loose").rotor_inertia), (0.1, 0.0));
    assert_eq!(mjcf.notes.len(), 1);
    assert_eq!(mjcf.notes[0].kind, NoteKind::LeftOut);
    assert_eq!(
        mjcf.notes[0].to_string(),
        "m.xml:5:7: joint \"float\": the armature of a free joint is ignored: write <freejoint/>, which has none"
    );
}

// oracle: the message; a body with <inertial> does not need the mesh
#[test]
fn a_mesh_that_is_not_closed_has_no_exact_mass() {
    let folder = std::env::temp_dir().join(format!("denoc-mjcf-open-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("open.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n").unwrap();
    let text = r#"<mujoco><asset><mesh name="open" file="open.obj" inertia="exact"/></asset><worldbody>
    <body name="a"><freejoint/><!-- --><geom type="mesh" mesh="open" mass="1"/></body>
  </worldbody></mujoco>"#;
    let file = folder.join("m.xml");
    std::fs::write(&file, text).unwrap();
    let error = read_mjcf(&file).unwrap_err().to_string();
    assert!(error.contains("the mesh is not closed (3 open edges)"), "{error}");
    assert!(error.contains("add an <inertial> to the body"), "{error}");
    std::fs::write(&file, text.replace("<!-- -->", "<inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 1 1\"/>"))
        .unwrap();
    assert!(read_mjcf(&file).is_ok());
    std::fs::remove_dir_all(folder).unwrap();
}

// oracle: the numbers in the files; locations by counting
#[test]
fn included_files_are_read_and_named_in_messages() {
    let folder = std::env::temp_dir().join(format!("denoc-mjcf-include-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("parts")).unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write(
        "model.xml",
        "<mujoco>\n  <include file=\"parts/top.xml\"/>\n  <worldbody>\n    <include file=\"parts/arm.xml\"/>\n    <geom type=\"plane\"/>\n  </worldbody>\n</mujoco>",
    );
    write("parts/top.xml", "<mujocoinclude>\n  <option gravity=\"0 0 -1\"/>\n</mujocoinclude>");
    // the next one is found beside the file that includes it
    write(
        "parts/arm.xml",
        "<mujoco>\n  <body name=\"arm\"><joint name=\"j\"/><include file=\"geom.xml\"/></body>\n</mujoco>",
    );
    write("parts/geom.xml", "<mujocoinclude>\n  <geom size=\"0.1\" mass=\"2\" colour=\"red\"/>\n</mujocoinclude>");
    let mjcf = read_mjcf(folder.join("model.xml")).unwrap();
    assert_eq!(mjcf.description.gravity, Vec3::new(0.0, 0.0, -1.0));
    assert_eq!(mjcf.description.links.iter().map(|l| l.mass.mass).collect::<Vec<_>>(), [2.0]);
    let place = mjcf.description.joints[0].place.clone().unwrap();
    assert_eq!((place.file, place.line, place.column), (folder.join("parts/arm.xml").display().to_string(), 2, 20));
    let notes: Vec<String> = mjcf.notes.iter().map(ToString::to_string).collect();
    let [model, geom] = ["model.xml", "parts/geom.xml"].map(|file| folder.join(file).display().to_string());
    assert_eq!(
        notes,
        [
            format!("{model}:5:5: a geom of type plane is omitted"),
            format!("{geom}:2:29: attribute \"colour\" of <geom> is unknown and ignored"),
        ]
    );
    // errors are in the file where they are
    write("parts/geom.xml", "<mujocoinclude>\n  <geom size=\"x\"/>\n</mujocoinclude>");
    let error = read_mjcf(folder.join("model.xml")).unwrap_err().to_string();
    assert!(error.starts_with(&format!("{geom}:2:15: ")) && error.contains("2 |   <geom size=\"x\"/>"), "{error}");
    write("parts/geom.xml", "<mujocoinclude>\n  <geom>\n</mujocoinclude>");
    let error = read_mjcf(folder.join("model.xml")).unwrap_err().to_string();
    assert!(error.starts_with(&format!("{geom}:3:")), "{error}");
    // no file twice, so that they cannot include each other
    write("parts/geom.xml", "<mujocoinclude><include file=\"arm.xml\"/></mujocoinclude>");
    let error = read_mjcf(folder.join("model.xml")).unwrap_err().to_string();
    assert!(error.contains("the file \"arm.xml\" is included a second time"), "{error}");
    std::fs::remove_dir_all(folder).unwrap();
}

// oracle: the message; a key of MuJoCo's frame would be a wrong configuration
#[test]
fn keys_of_aligned_free_joints_are_ignored() {
    let text = r#"<mujoco>
  <worldbody>
    <body name="a"><freejoint name="float" align="true"/><geom size="0.1" pos="1 0 0"/></body>
  </worldbody>
  <keyframe><key name="home" qpos="1 2 3 1 0 0 0"/></keyframe>
</mujoco>"#;
    let mjcf = parse_mjcf(text, "m.xml").unwrap();
    assert_eq!(mjcf.description.configurations, []);
    let notes: Vec<String> = mjcf.notes.iter().map(ToString::to_string).collect();
    let key = "key \"home\" is ignored: free joint \"float\" has align=\"true\", so its qpos is of another frame";
    assert_eq!(
        notes,
        [
            "m.xml:3:20: joint \"float\": align is ignored: its coordinates are those of the body frame as written"
                .to_owned(),
            format!("m.xml:5:13: {key}"),
        ]
    );
}
