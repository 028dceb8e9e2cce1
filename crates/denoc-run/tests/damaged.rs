//! Damaged files of every kind that the library reads, with fixed seeds: each gives a result or an error, within seconds.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use denoc_formats::{Format, catalogue, convert};
use denoc_results::Table;
use denoc_run::Base;
use denoc_run::run::{Flow, Progress, RunFolder, Watch, resume, run, simulate};
use denoc_run::scenario::Scenario;
use denoc_run::sweep::SweepEvaluator;
use denoc_testkit::{Random, damaged, long_numbers, repository};

/// Most time of the processor for one input, beyond that for an undamaged file of its kind.
const MOST: Duration = Duration::from_secs(10);

/// Time that all threads of this process have had the processor; elsewhere than on Linux, time of the wall.
fn processor_time() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let wall = START.get_or_init(Instant::now).elapsed();
    let ticks = std::fs::read_to_string("/proc/self/stat").ok().and_then(|stat| {
        // behind the name in brackets: utime and stime are fields 14 and 15, in hundredths of a second
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
        let mut ticks = || fields.next()?.parse::<u64>().ok();
        Some(ticks()? + ticks()?)
    });
    ticks.map_or(wall, |ticks| Duration::from_millis(10 * ticks))
}

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
type Reader = Box<dyn Fn(&[u8], &Path) -> Result<(), String>>;

/// Files of one kind, and what reads them; `Ok` and `Err` are both fine.
struct Kind {
    name: &'static str,
    files: Vec<Vec<u8>>,
    read: Reader,
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

fn sweep(bytes: &[u8]) -> Result<(), String> {
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

fn kinds(scratch: &Path) -> Vec<Kind> {
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
            name: "DH table",
            files: vec![written("puma", Format::Dh)],
            read: Box::new(|bytes, _| model(bytes, "model.csv")),
        },
        mesh("stl", stl),
        mesh("stl", &binary),
        mesh("obj", obj),
        mesh("dae", dae),
        Kind { name: "scenario", files: examples("examples/scenarios"), read: Box::new(|bytes, _| scenario(bytes)) },
        Kind { name: "sweep", files: examples("examples/sweeps"), read: Box::new(|bytes, _| sweep(bytes)) },
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
    all
}

/// Reads `count` damaged inputs, evenly of all kinds.
fn survive(count: usize, seed: u64) {
    let scratch = std::env::temp_dir().join(format!("denoc_damaged_{}_{seed}", std::process::id()));
    std::fs::create_dir_all(&scratch).unwrap();
    let kinds = kinds(&scratch);
    assert!(kinds.iter().any(|kind| kind.name == "run folder"));
    let (mut accepted, mut slowest) = (0, (Duration::ZERO, ""));
    let undamaged = |kind: &Kind| {
        let one = |file: &Vec<u8>| {
            let start = processor_time();
            (kind.read)(file, &scratch).unwrap_or_else(|e| panic!("{}: {e}", kind.name));
            processor_time() - start
        };
        kind.files.iter().map(one).max().unwrap_or_default()
    };
    let usual: Vec<Duration> = kinds.iter().map(undamaged).collect();
    for i in 0..count {
        let kind = &kinds[i % kinds.len()];
        let mut random = Random::stream(seed, i as u64);
        let input = damaged(&kind.files[random.below(kind.files.len())], &mut random);
        let start = processor_time();
        let read = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| (kind.read)(&input, &scratch)));
        let taken = processor_time() - start;
        let describe = || {
            let saved = std::env::temp_dir().join(format!("denoc_damaged_{seed}_{i}"));
            std::fs::write(&saved, &input).unwrap();
            format!("{} number {i} of seed {seed}, kept in {}", kind.name, saved.display())
        };
        assert!(read.is_ok(), "panic: {}", describe());
        if let Ok(Err(message)) = &read {
            let long = long_numbers(message, &String::from_utf8_lossy(&input));
            assert!(long.is_empty(), "more than six digits, {long:?}, in {message}: {}", describe());
        }
        assert!(taken < MOST + usual[i % kinds.len()], "{taken:?}: {}", describe());
        accepted += usize::from(matches!(read, Ok(Ok(()))));
        slowest = slowest.max((taken, kind.name));
    }
    println!("{count} inputs, {accepted} accepted; slowest {slowest:?}");
    let _ = std::fs::remove_dir_all(&scratch);
    // most damage is noticed, some is harmless
    assert!(accepted > count / 50 && accepted < count * 9 / 10, "{accepted} of {count}");
}

// oracle: an error or a result: no panic, no endless reading, no exhausted memory
#[test]
fn damaged_files_are_refused_or_read() {
    survive(260, 1);
}

/// Run it with bounded memory and time of the processor:
/// `(ulimit -v 2097152; ulimit -t 3600; cargo test --release -p denoc-run --test damaged -- --ignored --nocapture)`
#[test]
#[ignore = "20,000 inputs take minutes"]
fn twenty_thousand_damaged_files_are_refused_or_read() {
    survive(20_000, 2);
}
