//! SDF: joints, frames, loops, bases, couplings, masses, included files. Oracles are named at each test.

use std::f64::consts::{FRAC_PI_2, PI, TAU};
use std::path::PathBuf;

use denoc_dynamics::{Dynamics, Workspace};
use denoc_formats::{NoteKind, Sdf, parse_sdf, read_sdf};
use denoc_math::{Mat3, Pose, Sym3, Vec3};
use denoc_model::{Description, Geometry, Joint, MassProperties, Model};

/// A body of 2 kg away from its frame.
const BODY: &str = "<inertial><pose>0.1 0.2 0.3 0 0 0</pose><mass>2</mass><inertia><ixx>0.4</ixx><iyy>0.5</iyy>\
                    <izz>0.6</izz></inertia></inertial>";

fn body() -> MassProperties {
    MassProperties { mass: 2.0, center: Vec3::new(0.1, 0.2, 0.3), inertia: Sym3::diagonal(0.4, 0.5, 0.6) }
}

fn sdf(version: &str, model: &str) -> Sdf {
    let text = format!("<sdf version=\"{version}\"><model name=\"m\">{model}</model></sdf>");
    parse_sdf(&text, "m.sdf").unwrap_or_else(|error| panic!("{error}"))
}

/// Two links: one at a pose, the other on it by a joint.
fn pair(joint: &str) -> Description {
    let links = format!(
        "<link name=\"a\">{BODY}</link><link name=\"b\"><pose>1 0 0.5 0.3 0.2 0.1</pose>{BODY}</link>\
         <joint name=\"first\" type=\"revolute\"><parent>world</parent><child>a</child><axis><xyz>0 0 1</xyz></axis></joint>"
    );
    sdf("1.11", &(links + joint)).description
}

fn pair_in_code(joint: Joint<f64>) -> Description {
    let pose = Pose::new(Mat3::from_rpy([0.3, 0.2, 0.1]), Vec3::new(1.0, 0.0, 0.5));
    Description::new("m")
        .ground("world")
        .link("a", body())
        .link("b", body())
        .joint("first", "world", "a", Joint::revolute(Vec3::unit(2)), Pose::identity())
        .joint("j", "a", "b", joint, pose)
}

fn same(found: &Description, expected: &Description, q: &[f64]) {
    let (found, expected) = (found.build().unwrap(), expected.build().unwrap());
    let n = expected.nv();
    assert_eq!(found.nv(), n);
    let numbers = |phase: f64| (0..n).map(|i| (i as f64 + phase).sin()).collect::<Vec<_>>();
    let torques = |model: &Model| {
        let (mut tau, mut ws) = (vec![0.0; n], Workspace::new(model));
        model.inverse_dynamics(&mut ws, q, &numbers(1.0), &numbers(2.0), &mut tau).unwrap();
        tau
    };
    for (a, b) in torques(&found).iter().zip(torques(&expected)) {
        assert!((a - b).abs() < 1e-11, "{:?} is not {:?}", torques(&found), torques(&expected));
    }
}

const AXIS: &str = "<axis><xyz>0.6 0 0.8</xyz></axis>";
const AXIS2: &str = "<axis2><xyz>0 1 0</xyz></axis2>";

// oracle: the same joint built in code
#[test]
fn every_type_of_joint_is_that_of_the_model() {
    let (axis, second) = (Vec3::new(0.6, 0.0, 0.8), Vec3::unit(1));
    let ball = [0.1, 0.5, 0.1, 0.73f64.sqrt()];
    for (kind, more, joint, q) in [
        ("revolute", AXIS.to_owned(), Joint::revolute(axis), vec![0.3]),
        ("continuous", AXIS.to_owned(), Joint::revolute(axis), vec![0.3]),
        ("prismatic", AXIS.to_owned(), Joint::prismatic(axis), vec![0.3]),
        ("fixed", String::new(), Joint::fixed(), vec![]),
        ("ball", String::new(), Joint::spherical(), ball.to_vec()),
        ("universal", format!("{AXIS}{AXIS2}"), Joint::universal(axis, second), vec![0.3, 0.4]),
        ("revolute2", format!("{AXIS}{AXIS2}"), Joint::universal(axis, second), vec![0.3, 0.4]),
        // right-handed: 0.2 m per turn
        (
            "screw",
            format!("{AXIS}<screw_thread_pitch>0.2</screw_thread_pitch>"),
            Joint::helical(axis, 0.2 / TAU),
            vec![0.3],
        ),
        // left-handed: 5 rad per metre
        ("screw", format!("{AXIS}<thread_pitch>5</thread_pitch>"), Joint::helical(axis, -0.2), vec![0.3]),
        ("screw", AXIS.to_owned(), Joint::helical(axis, 1.0 / TAU), vec![0.3]),
    ] {
        let text = format!("<joint name=\"j\" type=\"{kind}\"><parent>a</parent><child>b</child>{more}</joint>");
        let coordinates = [&[0.7][..], &q].concat();
        same(&pair(&text), &pair_in_code(joint), &coordinates);
    }
}

// oracle: two revolute joints built in code
#[test]
fn a_universal_joint_with_two_different_axes_becomes_two_joints() {
    let d = pair(
        "<joint name=\"j\" type=\"universal\"><parent>a</parent><child>b</child><pose>0 0 0.2 0 0 0</pose>
         <axis><xyz>1 0 0</xyz><limit><lower>-1</lower><upper>2</upper></limit></axis>
         <axis2><xyz>0 1 0</xyz><dynamics><damping>0.5</damping></dynamics></axis2></joint>",
    );
    let mut expected = pair_in_code(Joint::universal(Vec3::unit(0), Vec3::unit(1)));
    let up = Pose::translation(Vec3::new(0.0, 0.0, 0.2));
    expected.joints[1].origin = expected.joints[1].origin * up;
    expected.joints[1].child_origin = up;
    same(&d, &expected, &[0.7, 0.3, 0.4]);
    let [_, first, second] = &d.joints[..] else { panic!() };
    assert_eq!((first.name.as_str(), second.name.as_str()), ("j", "j_axis2"));
    assert_eq!((first.properties.limits, second.properties.limits), (Some([-1.0, 2.0]), None));
    assert_eq!((first.properties.viscous_friction, second.properties.viscous_friction), (0.0, 0.5));
}

// oracle: the specification
#[test]
fn limits_friction_and_springs_are_read() {
    let d = pair(
        "<joint name=\"j\" type=\"revolute\"><parent>a</parent><child>b</child><axis><xyz>0 0 2</xyz>
         <limit><lower>-1e16</lower><upper>1.5</upper><effort>30</effort><velocity>-1</velocity></limit>
         <dynamics><damping>0.1</damping><friction>0.2</friction><spring_reference>0.3</spring_reference>
         <spring_stiffness>4</spring_stiffness></dynamics></axis></joint>",
    );
    let p = &d.joints[1].properties;
    assert_eq!(p.limits, Some([f64::NEG_INFINITY, 1.5]));
    assert_eq!((p.effort_limit, p.velocity_limit), (Some(30.0), None));
    assert_eq!((p.viscous_friction, p.dry_friction, p.spring_stiffness, p.spring_rest), (0.1, 0.2, 4.0, 0.3));
}

// oracle: the mobility of a four-bar; its closure at the modelled pose
#[test]
fn a_link_with_two_parents_closes_a_loop() {
    let bar = |name: &str, pose: &str| format!("<link name=\"{name}\"><pose>{pose}</pose>{BODY}</link>");
    let pin = |name: &str, parent: &str, child: &str, pose: &str| {
        format!(
            "<joint name=\"{name}\" type=\"revolute\"><pose>{pose}</pose><parent>{parent}</parent><child>{child}</child>\
             <axis><xyz>0 1 0</xyz></axis></joint>"
        )
    };
    let model = [
        bar("crank", "0 0 0 0 0 0"),
        bar("coupler", "0 0 1 0 0 0"),
        bar("rocker", "3 0 0 0 0 0"),
        pin("a", "world", "crank", "0 0 0 0 0 0"),
        pin("b", "crank", "coupler", "0 0 0 0 0 0"),
        pin("c", "coupler", "rocker", "0 0 1 0 0 0"),
        pin("d", "world", "rocker", "0 0 0 0 0 0"),
    ];
    let d = sdf("1.7", &model.concat()).description;
    let loops = d.build().unwrap();
    assert_eq!((loops.nv(), loops.closures().len()), (3, 1));
    assert_eq!(loops.configuration("start").unwrap(), [0.0; 3]);
    // pin c is where both bars have it
    let c = d.joints.iter().find(|j| j.name == "c").unwrap();
    assert_eq!((c.origin.position, c.child_origin.position), (Vec3::new(3.0, 0.0, 0.0), Vec3::new(0.0, 0.0, 1.0)));
    // the file may say where the loop is cut
    let simbody = "<physics><simbody><must_be_loop_joint>true</must_be_loop_joint></simbody></physics></joint>";
    let cut = model[4].replace("</joint>", simbody);
    let d = sdf("1.7", &model.concat().replace(&model[4], &cut)).description;
    assert!(d.joints[1].cut);
    assert_eq!(d.build().unwrap().closure_names(), ["b"]);
}

// oracle: multiplication of the poses by hand
#[test]
fn frames_are_nested_and_move_with_their_links() {
    let d = sdf(
        "1.8",
        "<pose>5 0 0 0 0 0</pose>
         <frame name=\"mast\"><pose>0 0 2 0 0 1.5707963267948966</pose></frame>
         <frame name=\"arm\" attached_to=\"mast\"><pose>1 0 0 0 0 0</pose></frame>
         <link name=\"base\"/>
         <link name=\"tip\"><pose relative_to=\"arm\">1 0 0 0 0 0</pose></link>
         <frame name=\"tool\" attached_to=\"j\"><pose relative_to=\"tip\">0 0 -0.1 0 0 0</pose></frame>
         <joint name=\"j\" type=\"revolute\"><parent>base</parent><child>tip</child>
           <axis><xyz expressed_in=\"mast\">1 0 0</xyz></axis></joint>",
    )
    .description;
    assert_eq!(d.ground, "base");
    assert_eq!(d.joints[0].origin.position, Vec3::new(0.0, 2.0, 2.0));
    // the axis x of the mast is y of the model, which is x of the tip
    assert_eq!(d.joints[0].joint.turn_axis(), Some(Vec3::unit(0)));
    let frame = |name: &str| d.frames.iter().find(|f| f.name == name).unwrap();
    assert_eq!((frame("mast").link.as_str(), frame("mast").pose.position), ("base", Vec3::new(0.0, 0.0, 2.0)));
    assert_eq!((frame("arm").link.as_str(), frame("arm").pose.position), ("base", Vec3::new(0.0, 1.0, 2.0)));
    assert_eq!((frame("tool").link.as_str(), frame("tool").pose.position), ("tip", Vec3::new(0.0, 0.0, -0.1)));
    assert!(d.build().is_ok());
}

// oracle: the specification of `frame` before 1.7
#[test]
fn frames_of_poses_had_another_name_before() {
    let d = sdf(
        "1.6",
        "<link name=\"a\"><pose>1 0 0 0 0 0</pose></link><link name=\"b\"><pose frame=\"a\">0 2 0 0 0 0</pose></link>
         <joint name=\"j\" type=\"fixed\"><parent>world</parent><child>b</child></joint>
         <joint name=\"k\" type=\"fixed\"><parent>world</parent><child>a</child></joint>",
    )
    .description;
    assert_eq!(d.joints[0].origin.position, Vec3::new(1.0, 2.0, 0.0));
}

// oracle: positions by hand
#[test]
fn models_in_models_have_their_own_names_and_places() {
    let d = sdf(
        "1.9",
        "<link name=\"base\"/>
         <model name=\"arm\" placement_frame=\"flange\">
           <pose>0 0 1 0 0 0</pose>
           <link name=\"base\"><pose>0.5 0 0 0 0 0</pose></link>
           <frame name=\"flange\"><pose>0.25 0 0 0 0 0</pose></frame>
           <link name=\"tip\"><pose>2 0 0 0 0 0</pose></link>
           <joint name=\"j\" type=\"prismatic\"><parent>base</parent><child>tip</child><axis><xyz>1 0 0</xyz></axis></joint>
         </model>
         <joint name=\"mount\" type=\"fixed\"><parent>base</parent><child>arm::base</child></joint>",
    )
    .description;
    assert_eq!(d.links.iter().map(|l| l.name.as_str()).collect::<Vec<_>>(), ["base", "arm::base", "arm::tip"]);
    let joint = |name: &str| d.joints.iter().find(|j| j.name == name).unwrap();
    assert_eq!(joint("mount").origin.position, Vec3::new(0.25, 0.0, 1.0));
    assert_eq!(joint("arm::j").origin.position, Vec3::new(1.5, 0.0, 0.0));
    assert_eq!(d.build().unwrap().nv(), 1);
}

// oracle: the reader of URDF, whose root link is the ground; gravity in the axes of that link
#[test]
fn without_a_joint_to_the_world_the_canonical_link_is_the_ground() {
    let links = "<link name=\"a\"><pose>0 0 3 0 1.5707963267948966 0</pose></link><link name=\"b\"/>
                 <joint name=\"j\" type=\"revolute\"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis></joint>";
    let first = sdf("1.7", links);
    assert_eq!(first.description.ground, "a");
    let gravity = first.description.gravity;
    assert!((gravity - Vec3::new(9.81, 0.0, 0.0)).norm() < 1e-15, "{gravity:?}");
    assert!(first.notes.iter().any(|n| n.kind == NoteKind::Turned));
    let text = format!("<sdf version=\"1.7\"><model name=\"m\" canonical_link=\"b\">{links}</model></sdf>");
    let other = parse_sdf(&text, "m.sdf").unwrap();
    assert_eq!((other.description.ground.as_str(), other.description.gravity.z), ("b", -9.81));
    assert!(other.description.clone().floating().build().is_ok());
}

// oracle: counting of coordinates
#[test]
fn links_without_joints_move_freely_and_static_ones_not_at_all() {
    let found = sdf("1.7", "<link name=\"a\"/><link name=\"b\"><pose>1 2 3 0 0 0</pose></link>");
    assert_eq!(found.description.joints[0].joint.keyword(), "free");
    assert_eq!(found.description.joints[0].origin.position, Vec3::new(1.0, 2.0, 3.0));
    assert!(found.notes.iter().any(|n| n.kind == NoteKind::FreeBody));
    assert_eq!(found.description.build().unwrap().nv(), 6);
    let still = sdf(
        "1.7",
        "<static>true</static><link name=\"a\"/><link name=\"b\"/><joint name=\"j\" type=\"revolute\">
         <parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis></joint>",
    );
    assert_eq!((still.description.ground.as_str(), still.description.build().unwrap().nv()), ("world", 0));
}

// oracle: the specification: θ₂ = −ratio θ₁
#[test]
fn a_gearbox_couples_the_joints_of_its_reference_body() {
    let model = |rotor: [&str; 2], axis: &str| {
        format!(
            "<link name=\"base\"/><link name=\"rotor\"/><link name=\"arm\"/>
             <joint name=\"fast\" type=\"revolute\"><parent>{}</parent><child>{}</child><axis><xyz>0 0 1</xyz></axis></joint>
             <joint name=\"slow\" type=\"revolute\"><parent>base</parent><child>arm</child><axis><xyz>0 0 {axis}</xyz></axis></joint>
             <joint name=\"gear\" type=\"gearbox\"><parent>rotor</parent><child>arm</child>
               <gearbox_reference_body>base</gearbox_reference_body><gearbox_ratio>0.04</gearbox_ratio>
               <axis><xyz>0 0 1</xyz></axis><axis2><xyz>0 0 1</xyz></axis2></joint>",
            rotor[0], rotor[1]
        )
    };
    let plain = ["base", "rotor"];
    for (rotor, axis, ratio) in [(plain, "1", -0.04), (plain, "-1", 0.04), (["rotor", "base"], "1", 0.04)] {
        let d = sdf("1.7", &model(rotor, axis)).description;
        let [coupling] = &d.couplings[..] else { panic!("{:?}", d.couplings) };
        assert_eq!((coupling.joint.as_str(), coupling.follows.as_str()), ("slow", "fast"));
        assert_eq!((coupling.ratio, coupling.offset, coupling.enforced), (ratio, 0.0, true));
        assert_eq!(d.joints.len(), 2);
        assert_eq!(d.build().unwrap().closures().len(), 1);
    }
}

// oracle: the specification: multiplier · (leader − reference) + offset
#[test]
fn mimics_become_couplings() {
    let d = pair(
        "<joint name=\"j\" type=\"prismatic\"><parent>a</parent><child>b</child><axis><xyz>1 0 0</xyz>
         <mimic joint=\"first\"><multiplier>2</multiplier><offset>0.5</offset><reference>0.1</reference></mimic></axis></joint>",
    );
    let coupling = &d.couplings[0];
    assert_eq!((coupling.joint.as_str(), coupling.follows.as_str()), ("j", "first"));
    assert!(coupling.ratio == 2.0 && (coupling.offset - 0.3).abs() < 1e-15);
}

// oracle: the mass properties of uniform bodies
#[test]
fn masses_are_those_of_the_format() {
    let found = sdf("1.11", "<link name=\"base\"/><link name=\"a\"/>");
    assert_eq!(found.description.links[1].mass.mass, 1.0);
    assert_eq!(found.description.links[1].mass.inertia, Sym3::diagonal(1.0, 1.0, 1.0));
    let assumed = found.notes.iter().find(|n| n.kind == NoteKind::AssumedMass).unwrap();
    assert_eq!(
        assumed.to_string(),
        "m.sdf:1:37: link \"base\" has no <inertial>: 1 kg and moments of inertia of 1 kg m² are assumed, as the format \
         prescribes (and 1 more)"
    );
    let text = |version: &str, more: &str| {
        let model = format!(
            "<link name=\"a\"><inertial auto=\"true\">{more}<density>500</density></inertial>
             <collision name=\"c\"><pose>0 0 1 0 0 0</pose><geometry><box><size>1 2 3</size></box></geometry></collision>
             <collision name=\"d\"><density>8000</density><geometry><sphere><radius>0.1</radius></sphere></geometry>
             </collision></link>"
        );
        sdf(version, &model).description.links[0].mass
    };
    let ball = 8000.0 * 4.0 / 3.0 * PI * 1e-3;
    let block = MassProperties::cuboid(3000.0, Vec3::new(1.0, 2.0, 3.0), Vec3::new(0.0, 0.0, 1.0));
    let expected = MassProperties::welded(&[block, MassProperties::sphere(ball, 0.1)]);
    let close = |found: MassProperties, factor: f64| {
        assert!((found.mass - factor * expected.mass).abs() < 1e-9 * expected.mass);
        assert!((found.center - expected.center).norm() < 1e-12);
        assert!((found.inertia.xx - factor * expected.inertia.xx).abs() < 1e-9 * expected.inertia.xx);
    };
    close(text("1.11", ""), 1.0);
    // 1.12: the mass determines the density
    close(text("1.12", "<mass>10</mass>"), 10.0 / expected.mass);
    close(text("1.11", "<mass>10</mass>"), 1.0);
}

// oracle: the file
#[test]
fn shapes_have_their_poses_and_colours() {
    let found = sdf(
        "1.6",
        "<link name=\"a\"><visual name=\"v\"><pose>0 0 1 0 0 0</pose><geometry><cylinder><radius>0.1</radius><length>2</length>
         </cylinder></geometry><material><ambient>0.1 0.2 0.3 1</ambient></material></visual>
         <collision name=\"c\"><geometry><plane><normal>0 0 1</normal></plane></geometry></collision>
         <visual name=\"w\"><geometry><mesh><uri>model://nowhere/a.stl</uri><scale>1 2 3</scale></mesh></geometry></visual></link>",
    );
    let shapes = &found.description.links[0].shapes;
    assert_eq!(shapes[0].geometry, Geometry::Cylinder { radius: 0.1, length: 2.0 });
    assert_eq!((shapes[0].pose.position.z, shapes[0].color), (1.0, Some([0.1, 0.2, 0.3, 1.0])));
    assert_eq!(
        shapes[1].geometry,
        Geometry::Mesh { file: "model://nowhere/a.stl".into(), scale: Vec3::new(1.0, 2.0, 3.0) }
    );
    assert!(found.notes.iter().any(|n| n.message.contains("<plane>")));
}

/// A folder of files, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let folder = std::env::temp_dir().join(format!("denoc_sdf_{name}_{}", std::process::id()));
        for (file, text) in files {
            let path = folder.join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const WHEEL: &str = "<?xml version=\"1.0\"?>\n<sdf version=\"1.4\"><model name=\"wheel\"><pose>9 9 9 0 0 0</pose>\
                     <link name=\"rim\"><pose>0 0 0.5 0 0 0</pose><visual name=\"v\"><geometry><mesh><uri>tyre.stl</uri></mesh>\
                     </geometry></visual></link></model></sdf>";
const CART: &str = "<sdf version=\"1.9\"><world name=\"w\"><include><uri>model://sun</uri></include><model name=\"cart\">
<link name=\"body\"/>
<include><uri>model://wheel</uri><name>left</name><pose>0 1 0 0 0 0</pose></include>
<include merge=\"true\"><uri>wheel</uri><name>right</name><pose>0 -1 0 0 0 1.5707963267948966</pose></include>
<joint name=\"l\" type=\"continuous\"><parent>body</parent><child>left::rim</child><axis><xyz>0 1 0</xyz></axis></joint>
<joint name=\"r\" type=\"continuous\"><parent>body</parent><child>rim</child><axis><xyz expressed_in=\"body\">0 1 0</xyz></axis></joint>
</model></world></sdf>";
const CONFIG: &str = "<model><sdf version=\"1.4\">old.sdf</sdf><sdf version=\"1.10\">wheel.sdf</sdf><sdf version=\"1.9\">x</sdf></model>";

// oracle: positions by hand
#[test]
fn included_models_are_put_in_their_place() {
    let folder = Folder::new(
        "include",
        &[("cart.world", CART), ("wheel/model.config", CONFIG), ("wheel/wheel.sdf", WHEEL), ("wheel/tyre.stl", "")],
    );
    let found = read_sdf(folder.0.join("cart.world")).unwrap();
    let d = &found.description;
    assert_eq!(d.links.iter().map(|l| l.name.as_str()).collect::<Vec<_>>(), ["body", "left::rim", "rim"]);
    assert_eq!(d.joints[0].origin.position, Vec3::new(0.0, 1.0, 0.5));
    assert_eq!(d.joints[1].origin.position, Vec3::new(0.0, -1.0, 0.5));
    assert!((d.joints[1].joint.turn_axis().unwrap() - Vec3::unit(0)).norm() < 1e-15);
    // the mesh is beside the file that names it
    assert!(matches!(&d.links[1].shapes[0].geometry, Geometry::Mesh { file, .. } if file == "wheel/tyre.stl"));
    assert!(found.notes.iter().all(|n| n.kind != NoteKind::Mesh), "{:?}", found.notes);
    // places are those in the included file
    let place = d.links[1].place.as_ref().unwrap();
    assert!(place.file.ends_with("wheel.sdf") && (place.line, place.column) == (2, 64), "{place}");
    // a world is read without its sun
    assert!(found.notes.iter().any(|n| n.message == "<include> is ignored: its model is not found"));
    assert_eq!(d.gravity, Vec3::new(0.0, 0.0, -9.8));
}

// oracle: the words
#[test]
fn models_that_include_themselves_or_nothing_are_refused() {
    let own = "<sdf version=\"1.9\"><model name=\"m\"><include><uri>own.sdf</uri></include></model></sdf>";
    let lost = "<sdf version=\"1.9\"><model name=\"m\"><link name=\"a\"/>\n<include><uri>model://lost</uri></include></model></sdf>";
    let folder = Folder::new("own", &[("own.sdf", own), ("lost.sdf", lost)]);
    let message = |file: &str| read_sdf(folder.0.join(file)).unwrap_err().to_string();
    assert!(message("own.sdf").contains("\"own.sdf\" includes itself"), "{}", message("own.sdf"));
    assert!(message("lost.sdf").contains("lost.sdf:2:1: the model \"model://lost\" of <include> is not found"));
    assert!(message("lost.sdf").contains("GZ_SIM_RESOURCE_PATH"));
}

// oracle: counting
#[test]
fn a_world_has_one_model_that_moves() {
    let world = |models: &str| {
        format!("<sdf version=\"1.7\"><world name=\"w\"><gravity>0 0 -1.6</gravity>{models}</world></sdf>")
    };
    let floor = "<model name=\"floor\"><static>1</static><link name=\"slab\"/></model>";
    let cart = "<model name=\"cart\"><link name=\"a\"/></model>";
    let found = parse_sdf(&world(&format!("{floor}{cart}")), "w.world").unwrap();
    assert_eq!((found.description.name.as_str(), found.description.gravity.z), ("cart", -1.6));
    assert!(found.notes.iter().any(|n| n.message == "model \"floor\" is ignored: it does not move"));
    let error =
        parse_sdf(&world(&format!("{cart}{}", cart.replace("cart", "bus"))), "w.world").unwrap_err().to_string();
    assert!(error.contains("the file has 2 models: \"cart\", \"bus\"; a file must describe one mechanism"), "{error}");
}

// oracle: rotation by hand: the tensor is given in the axes of its pose
#[test]
fn inertia_is_turned_by_its_pose() {
    let found = sdf(
        "1.7",
        &format!(
            "<link name=\"a\"><inertial><pose>1 2 3 0 0 {FRAC_PI_2:?}</pose><mass>4</mass><inertia><ixx>1</ixx><iyy>2</iyy>\
             <izz>2.5</izz></inertia></inertial></link>"
        ),
    );
    let mass = found.description.links[0].mass;
    assert_eq!((mass.mass, mass.center), (4.0, Vec3::new(1.0, 2.0, 3.0)));
    assert!((mass.inertia.xx - 2.0).abs() + (mass.inertia.yy - 1.0).abs() + mass.inertia.xy.abs() < 1e-15);
}
