//! Oracles: forms whose mass is known, the same mesh in other formats, the file system.

use std::path::PathBuf;

use denoc_math::Vec3;
use denoc_math::random::Random;
use denoc_model::{Description, Geometry, MassProperties, Shape};

use super::*;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("denoc-mesh-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
    fn write(&self, file: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A sphere of many triangles: an octahedron whose triangles are repeatedly split into four.
fn ball(times: usize) -> Mesh {
    let p = |x, y, z| [x, y, z];
    let mut mesh = Mesh {
        positions: vec![
            p(1.0, 0.0, 0.0),
            p(-1.0, 0.0, 0.0),
            p(0.0, 1.0, 0.0),
            p(0.0, -1.0, 0.0),
            p(0.0, 0.0, 1.0),
            p(0.0, 0.0, -1.0),
        ],
        triangles: vec![[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]],
    };
    for _ in 0..times {
        let mut triangles = Vec::new();
        for [a, b, c] in mesh.triangles.clone() {
            let [ab, bc, ca] = [[a, b], [b, c], [c, a]].map(|[i, j]| {
                let (p, q) = (mesh.positions[i as usize], mesh.positions[j as usize]);
                let m = Vec3::new(p[0] + q[0], p[1] + q[1], p[2] + q[2]).normalized();
                mesh.positions.push(m.to_array());
                mesh.positions.len() as u32 - 1
            });
            triangles.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
        }
        mesh.triangles = triangles;
    }
    mesh
}

fn close(a: MassProperties, b: MassProperties, tolerance: f64) {
    let entries = |m: MassProperties| {
        let (c, i) = (m.center, m.inertia);
        [m.mass, c.x, c.y, c.z, i.xx, i.xy, i.xz, i.yy, i.yz, i.zz]
    };
    for (x, y) in entries(a).iter().zip(entries(b)) {
        assert!((x - y).abs() <= tolerance * b.mass, "{a:?} is not {b:?}");
    }
}

const CUBE: &str = "v 1 2 3\nv 2 2 3\nv 2 4 3\nv 1 4 3\nv 1 2 6\nv 2 2 6\nv 2 4 6\nv 1 4 6\n\
                    f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

#[test]
fn a_box_has_the_mass_of_a_box() {
    let folder = Folder::new("box");
    let mesh = load(folder.write("box.obj", CUBE.as_bytes())).unwrap();
    assert_eq!((mesh.positions.len(), mesh.triangles.len()), (8, 12));
    let expected = MassProperties::cuboid(12.0, Vec3::new(1.0, 2.0, 3.0), Vec3::new(1.5, 3.0, 4.5));
    close(uniform(&mesh, 2.0).unwrap(), expected, 1e-14);
    // mirrored, and inside out
    let mirrored = MassProperties::cuboid(12.0, Vec3::new(1.0, 2.0, 3.0), Vec3::new(-1.5, 3.0, 4.5));
    close(uniform(&mesh.clone().scaled([-1.0, 1.0, 1.0]), 2.0).unwrap(), mirrored, 1e-14);
    let mut inside_out = mesh;
    inside_out.triangles.iter_mut().for_each(|t| t.reverse());
    close(uniform(&inside_out, 2.0).unwrap(), expected, 1e-14);
}

// oracle: counting by hand
#[test]
fn what_is_no_solid_has_no_mass() {
    let folder = Folder::new("open");
    let reason = |faces: &str| {
        let corners = CUBE.split_inclusive('\n').filter(|l| l.starts_with('v'));
        let text: String = corners.chain([faces]).collect();
        let mesh = load(folder.write("box.obj", text.as_bytes())).unwrap();
        // as in STL files: each triangle has separate vertices
        let apart = Mesh {
            positions: mesh.triangles.as_flattened().iter().map(|&i| mesh.positions[i as usize]).collect(),
            triangles: (0..mesh.triangles.len() as u32).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect(),
        };
        let results = [mesh, apart].map(|mesh| uniform(&mesh, 1.0));
        assert_eq!(results[0].is_ok(), results[1].is_ok());
        results.map(|r| r.err().map(|e| e.to_string()))[1].clone()
    };
    let whole = &CUBE[CUBE.find('f').unwrap()..];
    assert_eq!(reason(whole), None);
    // a tetrahedron at a corner of the box: shared edges are traversed four times
    let tetrahedron = "f 1 2 3\nf 1 3 6\nf 1 6 2\nf 2 6 3\n";
    assert_eq!(reason(&format!("{whole}{tetrahedron}")), None);
    for (faces, expected) in [
        (whole.replace("f 1 4 3 2\n", ""), "the mesh is not closed (4 open edges)"),
        (whole.replace("f 1 4 3 2\n", "f 1 2 3 4\n"), "the mesh is not closed (4 open edges)"),
        (format!("{whole}f 1 2 3\n"), "the mesh is not closed (3 open edges)"),
        (format!("{whole}{whole}"), "the mesh has 12 duplicate triangles"),
        ("f 1 2 3\nf 3 2 1\n".to_owned(), "the mesh does not enclose a volume"),
        ("f 1 1 2\n".to_owned(), "the mesh does not enclose a volume"),
    ] {
        let found = reason(&faces).unwrap_or_default();
        assert_eq!(
            found,
            format!("{expected}: specify mass and inertia explicitly, or repair the mesh in a 3D program")
        );
    }
}

// oracle: the textbook's pyramid on a square of side a, with height h: m a²/10, and m (a²/20 + 3 h²/80) across
#[test]
fn a_pyramid_has_the_mass_of_a_pyramid() {
    let (a, h) = (2.0, 3.0);
    let mesh = Mesh {
        positions: vec![[1.0, 1.0, 0.0], [-1.0, 1.0, 0.0], [-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 0.0, 3.0]],
        triangles: vec![[0, 2, 1], [0, 3, 2], [0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]],
    };
    let across = a * a / 20.0 + 3.0 * h * h / 80.0;
    let inertia = denoc_math::Sym3::diagonal(across, across, a * a / 10.0);
    let expected = MassProperties { mass: 1.0, center: Vec3::new(0.0, 0.0, h / 4.0), inertia };
    close(uniform(&mesh, 3.0 / (a * a * h)).unwrap(), expected, 1e-14);
}

#[test]
fn a_fine_ball_has_the_mass_of_a_ball() {
    let mesh = ball(5);
    let density = 3.0 / (4.0 * std::f64::consts::PI);
    // 8192 triangles: the error falls with their number
    close(uniform(&mesh, density).unwrap(), MassProperties::sphere(1.0, 1.0), 3e-3);
    assert!(uniform(&mesh, density).unwrap().mass < 1.0);
}

/// The box as text and binary STL.
fn stl(mesh: &Mesh, title: &str) -> (String, Vec<u8>) {
    let (mut text, mut bytes) = (format!("solid {title}\n"), vec![b' '; 80]);
    bytes[..title.len()].copy_from_slice(title.as_bytes());
    bytes.extend((mesh.triangles.len() as u32).to_le_bytes());
    for t in &mesh.triangles {
        text += "facet normal 0 0 0\nouter loop\n";
        bytes.extend([0; 12]);
        for p in t.map(|i| mesh.positions[i as usize]) {
            text += &format!("vertex {} {} {}\n", p[0], p[1], p[2]);
            p.iter().for_each(|x| bytes.extend((*x as f32).to_le_bytes()));
        }
        text += "endloop\nendfacet\n";
        bytes.extend([0, 0]);
    }
    (text + &format!("endsolid {title}\n"), bytes)
}

/// The box as COLLADA: in millimetres with y up, turned and moved back by its nodes.
fn dae() -> String {
    let corners: Vec<String> = CUBE.lines().filter_map(|l| l.strip_prefix("v ")).map(str::to_owned).collect();
    let faces = "0 9 3 9 2 9 1 9 4 9 5 9 6 9 7 9 0 9 1 9 5 9 4 9 1 9 2 9 6 9 5 9 2 9 3 9 7 9 6 9 3 9 0 9 4 9 7 9";
    format!(
        "<?xml version='1.0'?><COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema' version='1.4.1'>\
         <asset><unit name='mm' meter='0.001'/><up_axis>Y_UP</up_axis></asset>\
         <library_geometries><geometry id='g'><mesh>\
         <source id='s'><float_array id='f' count='24'>{}</float_array><technique_common><accessor source='#f' count='8' stride='3'/>\
         </technique_common></source><vertices id='v'><input semantic='POSITION' source='#s'/></vertices>\
         <polylist count='6'><input semantic='VERTEX' source='#v' offset='0'/><input semantic='NORMAL' source='#n' offset='1'/>\
         <vcount>4 4 4 4 4 4</vcount><p>{faces}</p></polylist></mesh></geometry></library_geometries>\
         <library_visual_scenes><visual_scene id='scene'><node>\
         <rotate>1 0 0 -90</rotate><translate>0 0 0</translate><node><matrix>1000 0 0 0 0 1000 0 0 0 0 1000 0 0 0 0 1</matrix>\
         <instance_geometry url='#g'/></node></node></visual_scene></library_visual_scenes></COLLADA>",
        corners.join(" ")
    )
}

#[test]
fn the_same_box_in_every_format() {
    let folder = Folder::new("formats");
    let mesh = load(folder.write("box.obj", CUBE.as_bytes())).unwrap();
    let expected = uniform(&mesh, 1.0).unwrap();
    let (text, bytes) = stl(&mesh, "box");
    // some programs begin the title of binary files with "solid"
    let (_, misleading) = stl(&mesh, "solid box");
    let untitled = text.replacen("solid box", "solid", 1);
    for (file, content) in [
        ("text.stl", text.as_bytes()),
        ("binary.STL", &bytes),
        ("misleading.stl", &misleading),
        ("untitled.stl", untitled.as_bytes()),
        ("box.dae", dae().as_bytes()),
    ] {
        let mesh = load(folder.write(file, content)).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(mesh.triangles.len(), 12, "{file}");
        close(uniform(&mesh, 1.0).unwrap(), expected, 1e-14);
    }
}

// oracle: a cube of side 0.1 in every text format, whose corners single precision cannot hold; scaled as drawings in millimetres are
#[test]
fn vertices_keep_double_precision() {
    let folder = Folder::new("precision");
    let written: Vec<&str> = CUBE.lines().filter_map(|l| l.strip_prefix("v ")).collect();
    let corners = written.iter().map(|corner| {
        let coordinates = corner.split(' ').zip(["1", "2", "3"]);
        coordinates.map(|(x, low)| if x == low { "0.1" } else { "0.2" }).collect::<Vec<_>>().join(" ")
    });
    let corners: Vec<String> = corners.collect();
    let obj = CUBE.replace(&written.join("\nv "), &corners.join("\nv "));
    let drawn = dae().replace(&written.join(" "), &corners.join(" "));
    let cube = load(folder.write("cube.obj", obj.as_bytes())).unwrap();
    let (text, bytes) = stl(&cube, "cube");
    let check = |mesh: Mesh| {
        let m = uniform(&mesh.scaled([1e-3; 3]), 1.0).unwrap();
        let expected = MassProperties::cuboid(1e-12, Vec3::new(1e-4, 1e-4, 1e-4), Vec3::new(1.5e-4, 1.5e-4, 1.5e-4));
        for (found, expected) in
            [(m.mass, expected.mass), (m.center.y, expected.center.y), (m.inertia.zz, expected.inertia.zz)]
        {
            assert!((found / expected - 1.0).abs() < 1e-14, "{found} is not {expected}");
        }
    };
    for (file, content) in [("cube.stl", text.as_bytes()), ("cube.dae", drawn.as_bytes())] {
        check(load(folder.write(file, content)).unwrap());
    }
    check(cube);
    // binary STL: exactly the single precision numbers of the file
    let single = |x: f64| f64::from(x as f32);
    let side = (single(0.2) - single(0.1)) * 1e-3;
    let found = uniform(&load(folder.write("binary.stl", &bytes)).unwrap().scaled([1e-3; 3]), 1.0).unwrap();
    assert!((found.mass / side.powi(3) - 1.0).abs() < 1e-14, "{found:?}");
    // a cube of exact numbers is as exact in every format
    let unit = load(folder.write("unit.obj", CUBE.as_bytes())).unwrap().scaled([1.0, 0.5, 1.0 / 3.0]);
    let found =
        uniform(&load(folder.write("unit.stl", &stl(&unit, "unit").1)).unwrap().scaled([1e-3; 3]), 1.0).unwrap();
    assert!((found.mass / 1e-9 - 1.0).abs() < 1e-15, "{found:?}");
}

// oracle: COLLADA 1.4.1, table of <up_axis>; assimp turns X_UP into y up by (x, y, z) → (−y, x, z), which is the same
#[test]
fn the_up_axis_points_up() {
    let folder = Folder::new("up");
    for (axis, images) in [
        ("X_UP", [[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]]),
        ("Y_UP", [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]]),
        ("Z_UP", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    ] {
        let text = format!(
            "<COLLADA><asset><up_axis>{axis}</up_axis></asset><library_geometries><geometry><mesh>\
             <source id='s'><float_array>1 0 0 0 1 0 0 0 1</float_array></source>\
             <vertices id='v'><input semantic='POSITION' source='#s'/></vertices>\
             <triangles><input semantic='VERTEX' source='#v' offset='0'/><p>0 1 2</p></triangles>\
             </mesh></geometry></library_geometries></COLLADA>"
        );
        let mesh = load(folder.write("axes.dae", text.as_bytes())).unwrap();
        assert_eq!(mesh.positions, images, "{axis}");
        let plain = load_turned(folder.write("axes.dae", text.as_bytes()), UpAxis::of(crate::Format::Urdf)).unwrap();
        assert_eq!(plain.positions, [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], "{axis}");
    }
}

#[test]
fn broken_meshes_name_the_file_and_the_reason() {
    let folder = Folder::new("broken");
    let (_, bytes) = stl(&ball(0), "ball");
    let dae = dae();
    for (file, content, reason) in [
        ("empty.stl", &b""[..], "this is not STL"),
        ("short.stl", &bytes[..200], "it ends after 2 of 8 triangles"),
        ("words.stl", b"solid x\nfacet normal 0 0 0\nouter loop\nvertex a b c\n", "this is not STL"),
        ("empty.obj", b"", "it has no triangles"),
        ("index.obj", b"v 0 0 0\nf 1 2 3\n", ""),
        ("words.obj", b"v a b c\n", "this is not OBJ"),
        ("words.dae", b"<COLLADA", "this is not XML"),
        ("other.dae", b"<robot/>", "the root element of a .dae file is <COLLADA>, but this file has <robot>"),
        ("index.dae", dae.replace("0 9 3 9", "0 9 33 9").as_bytes(), "<polylist> refers to vertex 33, but there are 8"),
        (
            "count.dae",
            dae.replace("4 4 4 4 4 4", "4 4 4 4 4 5").as_bytes(),
            "<vcount> needs more vertices than <p> has",
        ),
        ("source.dae", dae.replace("'#s'", "'#t'").as_bytes(), "<input> refers to \"#t\", which is not in the file"),
        ("mesh.ply", b"ply", "the extension \"ply\" is not supported; meshes are .stl, .obj or .dae files"),
    ] {
        let path = folder.write(file, content);
        let error = load(&path).unwrap_err().to_string();
        let expected = format!("{}: the mesh cannot be read: {reason}", path.display());
        assert!(error.starts_with(&expected), "{error}\nis not\n{expected}");
    }
    let nodes = dae.replace("<instance_geometry url='#g'/>", "<instance_node url='#scene'/>");
    let error = load(folder.write("endless.dae", nodes.as_bytes())).unwrap_err().to_string();
    assert!(error.contains("its nodes are nested too deeply"), "{error}");
}

// no file content may cause a panic
#[test]
fn damaged_meshes_never_panic() {
    let (text, bytes) = stl(&ball(0), "ball");
    let dae = dae();
    let mut random = Random::new(1);
    let mut next = move |below: usize| random.below(below);
    let mut read = 0;
    for round in 0..4000 {
        let original: &[u8] = [text.as_bytes(), &bytes, CUBE.as_bytes(), dae.as_bytes()][round % 4];
        let mut damaged = original.to_vec();
        for _ in 0..=next(3) {
            let (at, length) = (next(damaged.len()), next(20));
            let end = (at + length).min(damaged.len());
            match next(4) {
                0 => drop(damaged.drain(at..end)),
                1 => damaged[at] = next(256) as u8,
                2 => damaged[at] = b"0123456789-/. \n"[next(15)],
                _ => {
                    let copy = damaged[at..end].to_vec();
                    let to = next(damaged.len());
                    damaged.splice(to..to, copy);
                }
            }
        }
        let mesh = match round % 4 {
            0 | 1 => stl::parse(&damaged),
            2 => obj::parse(&damaged),
            _ => dae::parse(&damaged, UpAxis::Specified),
        };
        if let Ok(mesh) = mesh
            && check(&mesh).is_ok()
        {
            let _ = uniform(&mesh, 1.0);
            read += 1;
        }
    }
    assert!(read > 500, "{read}");
}

#[test]
fn meshes_are_found_in_packages_and_beside_the_model() {
    let folder = Folder::new("locate");
    let mesh = folder.write("src/arm_description/meshes/arm.stl", b"");
    folder.write("src/arm_description/package.xml", b"<package><name> arm_pkg </name></package>");
    let model = folder.write("src/arm_description/urdf/arm.urdf", b"");
    let found = |file: &str| locate(file, &model).map(|p| p.canonicalize().unwrap());
    let expected = Ok(mesh.canonicalize().unwrap());
    for file in [
        "../meshes/arm.stl",
        "package://arm_description/meshes/arm.stl",
        "package://arm_pkg/meshes/arm.stl",
        &format!("file://{}", mesh.display()),
        &mesh.display().to_string(),
    ] {
        assert_eq!(found(file), expected, "{file}");
    }
    let error = found("package://arm_pkg/meshes/leg.stl").unwrap_err().to_string();
    assert!(error.starts_with("mesh not found: \"package://arm_pkg/meshes/leg.stl\"; tried /"), "{error}");
    assert!(error.ends_with("src/arm_description/meshes/leg.stl"), "{error}");

    let shape = |file: &str| {
        Shape::new(Geometry::Mesh { file: file.into(), scale: Vec3::new(1.0, 1.0, 1.0) }, denoc_math::Pose::identity())
    };
    let d = Description::new("arm").link("a", MassProperties::none()).shape(shape("../meshes/arm.stl"));
    let errors = check_meshes(&d.shape(shape("no.stl")).shape(shape("no.stl")), &model);
    assert_eq!(errors.len(), 2);
    assert!(errors[0].to_string().contains("the mesh cannot be read"));
    assert!(errors[1].to_string().starts_with("mesh not found: \"no.stl\""));
}
