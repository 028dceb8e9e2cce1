//! The kinds of files, and what reads them.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use denoc_formats::{Format, catalogue, convert};
use denoc_results::Table;
use denoc_run::Base;
use denoc_run::run::{Flow, Progress, RunFolder, Watch, resume, run, simulate};
use denoc_run::scenario::Scenario;
use denoc_run::sweep::{self, SweepEvaluator, SweepOptions};
use denoc_testkit::repository;

/// Stops a simulation soon: what is tested is that it starts or is refused.
struct Briefly(Instant);

impl Watch for Briefly {
    fn progress(&mut self, _: &Progress) -> Flow {
        if self.0.elapsed() > Duration::from_millis(50) { Flow::Stop } else { Flow::Continue }
    }
}

fn briefly() -> Briefly {
    Briefly(Instant::now())
}

/// Reads the bytes of a damaged file, with a folder for files; the message if they are refused.
pub(crate) type Reader = Box<dyn Fn(&[u8], &Path) -> Result<(), String>>;

/// Files of one kind, and what reads them; `Ok` and `Err` are both fine.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) files: Vec<Vec<u8>>,
    pub(crate) read: Reader,
}

fn text(bytes: &[u8]) -> Result<String, String> {
    String::from_utf8(bytes.to_vec()).map_err(|e| e.to_string())
}

/// Reads a model file and evaluates the model.
fn model(bytes: &[u8], name: &str) -> Result<(), String> {
    let loaded = denoc_run::load_text(text(bytes)?, name, Base::Fixed).map_err(|e| e.to_string())?;
    let model: &denoc_model::Model = &loaded.model;
    if model.nv() > 200 {
        return Ok(());
    }
    let (mut ws, mut gim) = (denoc_dynamics::Workspace::new(model), vec![0.0; model.nv() * model.nv()]);
    let q = model.neutral();
    let mut stage = ws.position(model, &q).map_err(|e| e.to_string())?;
    stage.gim(&mut gim).map_err(|e| e.to_string())
}

fn scenario(bytes: &[u8]) -> Result<(), String> {
    let scenario = Scenario::parse(&text(bytes)?, "scenario.toml").map_err(|e| e.to_string())?;
    let base = repository().join("examples/scenarios");
    let loaded = denoc_run::run::model(&scenario, &base).map_err(|e| e.to_string())?;
    // inverse runs compute all of their motion; long chains take long to start
    if scenario.simulate.is_none() || loaded.model.nv() > 100 {
        return Ok(());
    }
    simulate(&loaded, &scenario, &base, None, &mut briefly()).map(drop).map_err(|e| e.to_string())
}

fn swept(bytes: &[u8]) -> Result<(), String> {
    let scenario = Scenario::parse(&text(bytes)?, "sweep.toml").map_err(|e| e.to_string())?;
    let sweep =
        SweepEvaluator::new(&scenario, &repository().join("examples/sweeps"), None).map_err(|e| e.to_string())?;
    let points = sweep.points().map_err(|e| e.to_string())?;
    let first = points.first().ok_or("no point")?;
    sweep.evaluate_watched(first, &mut briefly()).map(drop).map_err(|e| e.to_string())
}

/// A run that was interrupted, in a folder.
fn interrupted(folder: &Path) -> PathBuf {
    struct AtOnce;
    impl Watch for AtOnce {
        fn progress(&mut self, _: &Progress) -> Flow {
            Flow::Stop
        }
    }
    let text = "model = \"planar_3r\"\n[simulate]\nduration = 0.5\noutput_step = 0.01\n";
    let scenario = Scenario::parse(text, "scenario.toml").unwrap();
    let path = folder.join("interrupted");
    run(&scenario, folder, RunFolder::create(&path).unwrap(), "denoc run", &mut AtOnce).unwrap();
    path
}

/// Resumes a copy of an interrupted run with one file damaged.
fn resumed(original: &Path, name: &str, bytes: &[u8], scratch: &Path) -> Result<(), String> {
    let copy = scratch.join("copy");
    let _ = std::fs::remove_dir_all(&copy);
    std::fs::create_dir_all(&copy).unwrap();
    for entry in std::fs::read_dir(original).unwrap().flatten().filter(|entry| entry.path().is_file()) {
        std::fs::copy(entry.path(), copy.join(entry.file_name())).unwrap();
    }
    std::fs::write(copy.join(name), bytes).unwrap();
    let folder = RunFolder::open(&copy).map_err(|e| e.to_string())?;
    resume(folder, &mut briefly()).map(drop).map_err(|e| e.to_string())
}

pub(crate) fn kinds(scratch: &Path) -> Vec<Kind> {
    let catalogued = |names: &[&str]| -> Vec<Vec<u8>> {
        names.iter().map(|name| catalogue::entry(name).unwrap().text.as_bytes().to_vec()).collect()
    };
    let written =
        |name: &str, format: Format| convert(&catalogue::describe(name).unwrap(), format).unwrap().text.into_bytes();
    let examples = |folder: &str| -> Vec<Vec<u8>> {
        let mut files: Vec<PathBuf> =
            std::fs::read_dir(repository().join(folder)).unwrap().flatten().map(|entry| entry.path()).collect();
        files.sort();
        files.retain(|file| file.extension().is_some_and(|e| e == "toml"));
        files.iter().map(|file| std::fs::read(file).unwrap()).collect()
    };
    let sdf = |name: &str| {
        std::fs::read(repository().join(format!("crates/denoc-formats/tests/data/sdf/{name}.sdf"))).unwrap()
    };
    let mesh = |ending: &'static str, file: &[u8]| Kind {
        name: ending,
        files: vec![file.to_vec()],
        read: Box::new(move |bytes, scratch| {
            let path = scratch.join(format!("mesh.{ending}"));
            std::fs::write(&path, bytes).unwrap();
            let mesh = denoc_formats::mesh::load(&path).map_err(|e| e.to_string())?;
            // the meshes here are open; what matters is that this is noticed
            let _ = denoc_formats::mesh::uniform(&mesh, 1000.0);
            Ok(())
        }),
    };
    let stl = b"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid a\n";
    let mut binary = vec![0_u8; 80];
    binary.extend(2_u32.to_le_bytes());
    binary.extend([0_u8; 100]);
    let obj = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1/1/1 2/2/2 4/3/3\nf -1 -2 -3\n";
    let dae = br##"<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><unit meter="0.01"/><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="a" count="9">0 0 0 1 0 0 0 1 0</float_array>
<technique_common><accessor source="#a" count="3" stride="3"/></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
</mesh></geometry></library_geometries></COLLADA>"##;
    let table = b"time [s],tau[joint1] [N m],tau[joint2] [N m]\n0,0.1,-2e-3\n0.5,1,2\n1.0,0,-0\n";
    let original = interrupted(scratch);
    let runs = ["run.json", "checkpoint.json", "results.csv"].into_iter().filter_map(|name| {
        let file = std::fs::read(original.join(name)).ok()?;
        let original = original.clone();
        Some(Kind {
            name: "run folder",
            files: vec![file],
            read: Box::new(move |bytes, scratch| resumed(&original, name, bytes, scratch)),
        })
    });
    let mut all = vec![
        Kind {
            name: "model file",
            files: catalogued(&["fourbar", "puma", "cable", "quadruped", "stewart", "planar_3r"]),
            read: Box::new(|bytes, _| model(bytes, "model.toml")),
        },
        Kind {
            name: "URDF",
            files: vec![written("puma", Format::Urdf), written("quadruped", Format::Urdf)],
            read: Box::new(|bytes, _| model(bytes, "model.urdf")),
        },
        Kind {
            name: "MJCF",
            files: vec![written("puma", Format::Mjcf), written("fourbar", Format::Mjcf)],
            read: Box::new(|bytes, _| model(bytes, "model.xml")),
        },
        Kind {
            name: "SDF",
            files: ["arm", "loop"].map(sdf).to_vec(),
            read: Box::new(|bytes, _| model(bytes, "model.sdf")),
        },
        Kind {
            name: "DH table",
            files: vec![written("puma", Format::Dh)],
            read: Box::new(|bytes, _| model(bytes, "model.csv")),
        },
        mesh("stl", stl),
        mesh("stl", &binary),
        mesh("obj", obj),
        mesh("dae", dae),
        Kind { name: "scenario", files: examples("examples/scenarios"), read: Box::new(|bytes, _| scenario(bytes)) },
        Kind { name: "sweep", files: examples("examples/sweeps"), read: Box::new(|bytes, _| swept(bytes)) },
        Kind {
            name: "table",
            files: vec![table.to_vec()],
            read: Box::new(|bytes, scratch| {
                let path = scratch.join("table.csv");
                std::fs::write(&path, bytes).unwrap();
                Table::read_csv(&path).map(drop).map_err(|e| e.to_string())
            }),
        },
    ];
    all.extend(runs);
    all.extend(tables(scratch));
    all.extend(parts());
    all.extend(sweep_files(scratch));
    all
}

/// Simulates for a short time with a table that is damaged.
fn tabled(file: &str, more: &str, bytes: &[u8], scratch: &Path) -> Result<(), String> {
    std::fs::write(scratch.join(file), bytes).unwrap();
    let scenario = format!("model = \"planar_3r\"\n[simulate]\nduration = 0.1\n{more}");
    let scenario = Scenario::parse(&scenario, "scenario.toml").map_err(|e| e.to_string())?;
    let loaded = denoc_run::run::model(&scenario, scratch).map_err(|e| e.to_string())?;
    simulate(&loaded, &scenario, scratch, None, &mut briefly()).map(drop).map_err(|e| e.to_string())
}

/// Plots results and compares them with intact ones.
fn compared(file: &str, bytes: &[u8], scratch: &Path) -> Result<(), String> {
    use denoc_run::compare::{DiffOptions, PlotOptions, Results, diff, plot};
    std::fs::write(scratch.join(file), bytes).unwrap();
    std::fs::write(scratch.join("intact.csv"), "t,q[joint1]\n0,0\n0.5,1\n1.0,0\n").unwrap();
    let [found, intact] = [file, "intact.csv"].map(|file| Results::read(scratch.join(file)));
    let both = [found.map_err(|e| e.to_string())?, intact.unwrap()];
    plot(&both, &PlotOptions::default()).map_err(|e| e.to_string())?.plot.to_svg().map_err(|e| e.to_string())?;
    diff(&both[0], &both[1], &DiffOptions::default()).map(drop).map_err(|e| e.to_string())
}

/// Tables of forces and motions, read by a controller and a trajectory, as text and as npz.
fn tables(scratch: &Path) -> Vec<Kind> {
    const FORCES: &str =
        "t [s],tau[joint1] [N m],tau[joint2] [N m],tau[joint3] [N m]\n0,0.1,-2e-3,0\n0.5,1,2,3\n1,0,-0,1\n";
    const MOTION: &str = "t,q[joint1],q[joint2],q[joint3]\n0,0,0,0\n0.5,1,0.2,0\n1.0,0,-0.5,1\n2,0,0,0\n";
    const BY_FORCES: &str = "[controller]\nlaw = \"table\"\n";
    const BY_MOTION: &str = "[controller]\nlaw = \"computed-torque\"\nkp = 10\nkd = 5\n[motion]\nprofile = \"table\"\n";
    let as_npz = |text: &str| {
        let (from, to) = (scratch.join("original.csv"), scratch.join("original.npz"));
        std::fs::write(&from, text).unwrap();
        Table::read_csv(&from).unwrap().write_npz(&to).unwrap();
        std::fs::read(&to).unwrap()
    };
    let kind = |name, file: &'static str, more: &'static str, original: Vec<u8>| Kind {
        name,
        files: vec![original],
        read: Box::new(move |bytes, scratch| tabled(file, &format!("{more}file = \"{file}\"\n"), bytes, scratch)),
    };
    let results = |file: &'static str, original: Vec<u8>| Kind {
        name: "results",
        files: vec![original],
        read: Box::new(move |bytes, scratch| compared(file, bytes, scratch)),
    };
    vec![
        results("results.csv", MOTION.into()),
        results("results.npz", as_npz(MOTION)),
        kind("force table", "forces.csv", BY_FORCES, FORCES.into()),
        kind("force table", "forces.npz", BY_FORCES, as_npz(FORCES)),
        kind("motion table", "motion.csv", BY_MOTION, MOTION.into()),
        kind("motion table", "motion.npz", BY_MOTION, as_npz(MOTION)),
    ]
}

/// An MJCF file that includes a damaged one, and the masses of a damaged mesh.
fn parts() -> Vec<Kind> {
    const WHOLE: &str = "<mujoco><worldbody><include file=\"part.xml\"/></worldbody></mujoco>";
    const PART: &str = "<mujocoinclude>\n  <body name=\"arm\" pos=\"0 0 1\">\n    <joint name=\"hinge\" axis=\"0 1 0\"/>\n    \
                        <geom type=\"capsule\" size=\"0.05 0.2\"/>\n  </body>\n</mujocoinclude>";
    const TETRAHEDRON: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    let included = |bytes: &[u8], scratch: &Path| {
        std::fs::write(scratch.join("whole.xml"), WHOLE).unwrap();
        std::fs::write(scratch.join("part.xml"), bytes).unwrap();
        denoc_run::load(scratch.join("whole.xml")).map(drop).map_err(|e| e.to_string())
    };
    let solid = |bytes: &[u8], scratch: &Path| {
        let path = scratch.join("solid.obj");
        std::fs::write(&path, bytes).unwrap();
        let mesh = denoc_formats::mesh::load(&path).map_err(|e| e.to_string())?;
        denoc_formats::mesh::uniform(&mesh, 1000.0).map(drop).map_err(|e| e.to_string())
    };
    vec![
        Kind { name: "included MJCF", files: vec![PART.into()], read: Box::new(included) },
        Kind { name: "closed mesh", files: vec![TETRAHEDRON.into()], read: Box::new(solid) },
    ]
}

/// Files of a finished sweep: each is damaged in a copy of its folder, which is read and continued.
fn sweep_files(scratch: &Path) -> Vec<Kind> {
    let text = "model = \"planar_3r\"\n[simulate]\nduration = 0.01\n[sweep]\nsampling = \"grid\"\n[[sweep.parameter]]\n\
                path = \"start.q.joint1\"\nvalues = [0.1, 0.2, 0.3]\n[sweep.metrics]\nend = \"final q[joint1]\"\n";
    let scenario = Scenario::parse(text, "sweep.toml").unwrap();
    let original = scratch.join("sweep");
    sweep::run(&scenario, scratch, &original, &SweepOptions::default(), &mut briefly()).unwrap();
    let mut files = vec![PathBuf::from("sweep.json"), PathBuf::from("results.csv")];
    let parts = std::fs::read_dir(original.join("parts")).unwrap().flatten();
    files.extend(parts.map(|entry| Path::new("parts").join(entry.file_name())));
    let kind = |file: PathBuf| {
        let (scenario, original) = (scenario.clone(), original.clone());
        let bytes = std::fs::read(original.join(&file)).unwrap();
        let read = move |bytes: &[u8], scratch: &Path| {
            let copy = scratch.join("sweep copy");
            let _ = std::fs::remove_dir_all(&copy);
            std::fs::create_dir_all(copy.join("parts")).unwrap();
            for folder in ["", "parts"] {
                let entries = std::fs::read_dir(original.join(folder)).unwrap().flatten();
                for entry in entries.filter(|entry| entry.path().is_file()) {
                    std::fs::copy(entry.path(), copy.join(folder).join(entry.file_name())).unwrap();
                }
            }
            std::fs::write(copy.join(&file), bytes).unwrap();
            sweep::read(&copy).map_err(|e| e.to_string())?;
            let options = SweepOptions::default();
            sweep::run(&scenario, scratch, &copy, &options, &mut briefly()).map(drop).map_err(|e| e.to_string())
        };
        Kind { name: "sweep folder", files: vec![bytes], read: Box::new(read) }
    };
    files.into_iter().map(kind).collect()
}
