//! Mesh paths of converted models: written to another folder, they are found from there.

use std::path::{Path, PathBuf};

use denoc_formats::{Format, convert, mesh, read};

const SHAPES: [&str; 3] = ["package://arm_pkg/meshes/a.obj", "../meshes/a.obj", "missing.stl"];

fn robot() -> String {
    let visual = |file: &&str| format!("<visual><geometry><mesh filename=\"{file}\"/></geometry></visual>");
    let visuals: String = SHAPES.iter().map(visual).collect();
    format!(
        "<robot name=\"arm\"><link name=\"base\"/><link name=\"rod\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" ixy=\"0\" \
         ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial>{visuals}</link><joint name=\"j\" type=\"continuous\"><parent link=\"base\"/>\
         <child link=\"rod\"/></joint></robot>"
    )
}

fn folder() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("denoc_relocate_{}", std::process::id()));
    for part in ["ws/arm_pkg/urdf", "ws/arm_pkg/meshes", "ws/arm_pkg/converted", "elsewhere/deep"] {
        std::fs::create_dir_all(folder.join(part)).unwrap();
    }
    std::fs::write(folder.join("ws/arm_pkg/meshes/a.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").unwrap();
    std::fs::write(folder.join("ws/arm_pkg/urdf/arm.urdf"), robot()).unwrap();
    folder
}

fn converted(from: &Path, to: &Path, format: Format) -> Vec<String> {
    let mut description = read(from).unwrap().description;
    let missing = mesh::relocate(&mut description, from.parent().unwrap(), to, format != Format::Mjcf);
    assert_eq!(missing.len(), 1, "{missing:?}");
    assert!(missing[0].to_string().starts_with("mesh not found: \"missing.stl\""));
    std::fs::write(to, convert(&description, format).unwrap().text).unwrap();
    // oracle: the reader looks for the files
    let again = read(to).unwrap();
    let found: Vec<String> = mesh::files(&again.description).into_iter().map(str::to_owned).collect();
    for file in &found {
        assert_eq!(mesh::locate(file, to).is_ok(), file != "missing.stl", "{file} from {}", to.display());
    }
    found
}

#[test]
fn meshes_are_found_from_the_new_place() {
    let folder = folder();
    let from = folder.join("ws/arm_pkg/urdf/arm.urdf");
    let to = |place: &str| folder.join(place);
    // in the same package the address still leads there, and the other path by chance
    let beside = converted(&from, &to("ws/arm_pkg/converted/arm.urdf"), Format::Urdf);
    assert_eq!(beside, SHAPES);
    for (name, format) in [("arm.urdf", Format::Urdf), ("arm.toml", Format::Native), ("arm.xml", Format::Mjcf)] {
        let found = converted(&from, &to("elsewhere/deep").join(name), format);
        assert_eq!(found, ["../../ws/arm_pkg/meshes/a.obj", "missing.stl"], "{name}");
    }
    // MuJoCo knows no packages
    let mjcf = converted(&from, &to("ws/arm_pkg/converted/arm.xml"), Format::Mjcf);
    assert_eq!(mjcf, ["../meshes/a.obj", "missing.stl"]);
    std::fs::remove_dir_all(&folder).unwrap();
}
