//! `cargo xtask extend-check`: are a joint, a constraint, a controller and an integrator one file and one line each?
//!
//! The workspace is copied to `target/extend/workspace`. There one of each is added that the project does not have, as a file and
//! a line of its registry. Generated files are made anew, the tests of the registries run, and further tests look for the new
//! parts everywhere. Dependencies compiled for the project are used again: both builds share the folder `target`.

use std::path::Path;
use std::{fs, io};

use crate::steps::{Output, Steps};
use crate::{cargo, generate, root, work};

/// A part that is added: its file, and a line after the last one of its registry.
struct Extension {
    file: &'static str,
    content: &'static str,
    registry: &'static str,
    last_line: &'static str,
    line: &'static str,
}

const EXTENSIONS: &[Extension] = &[
    Extension {
        file: "crates/denoc-model/src/joints/pinion.rs",
        content: include_str!("../extension/pinion.rs"),
        registry: "crates/denoc-model/src/joints/mod.rs",
        last_line: "    reversed::Reversed,\n",
        line: "    pinion::Pinion,\n",
    },
    Extension {
        file: "crates/denoc-model/src/closures/on_plane.rs",
        content: include_str!("../extension/on_plane.rs"),
        registry: "crates/denoc-model/src/closures/mod.rs",
        last_line: "        gear::Gear from GearSpec,\n",
        line: "        on_plane::OnPlane from OnPlaneSpec,\n",
    },
    Extension {
        file: "crates/denoc-sim/src/controllers/damping.rs",
        content: include_str!("../extension/damping.rs"),
        registry: "crates/denoc-sim/src/controllers/mod.rs",
        last_line: "    sinusoid,\n}",
        line: "    damping,\n",
    },
    Extension {
        file: "crates/denoc-sim/src/integrators/heun.rs",
        content: include_str!("../extension/heun.rs"),
        registry: "crates/denoc-sim/src/integrators/mod.rs",
        last_line: "    Gauss4 => gauss4,\n",
        line: "    Heun => heun,\n",
    },
];

/// Tests that look for the new parts.
const TESTS: &[(&str, &str)] = &[
    ("crates/denoc-formats/tests/extension.rs", include_str!("../extension/model_tests.rs")),
    ("crates/denoc-run/tests/extension.rs", include_str!("../extension/run_tests.rs")),
];

/// Folders and files of the project that are built or tested here.
const PARTS: &[&str] = &["Cargo.toml", "Cargo.lock", ".cargo", "crates", "docs", "models", "examples", "xtask"];

/// Crates that are compiled here.
const CRATES: &[&str] =
    &["base", "math", "model", "dynamics", "testkit", "formats", "mechanism", "sim", "machines", "results", "run"];

pub(crate) fn run(steps: &Steps, output: Output) -> Result<(), String> {
    let copy = work().join("extend/workspace");
    add(&copy).map_err(|error| format!("cannot extend a copy of the workspace in {}: {error}", copy.display()))?;
    let cargo = || {
        let mut cargo = cargo();
        cargo.current_dir(&copy).env("CARGO_TARGET_DIR", work());
        for name in CRATES {
            // settings of their own give the crates of the copy names of their own in `target`: those of the project stay
            let profile = format!("profile.dev.package.denoc-{name}");
            cargo.arg("--config").arg(format!("{profile}.opt-level=0"));
            cargo.arg("--config").arg(format!("{profile}.codegen-units=2"));
        }
        cargo
    };
    let test =
        |title, arguments: &str| steps.run(output, title, cargo().args(["test", "-q"]).args(arguments.split(' ')));
    generate::models(steps, output, cargo())?;
    test("extensions: joints", "-p denoc-model --lib joints::")?;
    test("extensions: schema and reader", "-p denoc-formats --lib native::")?;
    test("extensions: model files and dynamics", "-p denoc-formats --test extension")?;
    test("extensions: constraints", "-p denoc-dynamics --lib loops::tests::rows::")?;
    generate::scenarios(steps, output, cargo())?;
    test("extensions: runs", "-p denoc-run --test extension")
}

/// Copies what has changed since the last time, so that little is built again, and adds the extensions.
fn add(copy: &Path) -> io::Result<()> {
    let new = EXTENSIONS.iter().flat_map(|extension| [extension.file, extension.registry]);
    let new: Vec<_> = new.chain(TESTS.iter().map(|(file, _)| *file)).map(|file| copy.join(file)).collect();
    let folders: Vec<_> = new.iter().filter_map(|file| file.parent()).collect();
    for part in PARTS {
        mirror(&root().join(part), &copy.join(part), &|path| {
            new.iter().any(|new| path == new) || folders.contains(&path)
        })?;
    }
    for Extension { file, content, registry, last_line, line } in EXTENSIONS {
        let text = fs::read_to_string(root().join(registry))?;
        let (before, after) = text
            .split_once(last_line)
            .ok_or_else(|| io::Error::other(format!("{registry} has no line `{}`", last_line.trim())))?;
        let (last, rest) = last_line.split_once('\n').unwrap_or((last_line, ""));
        put(&copy.join(registry), format!("{before}{last}\n{line}{rest}{after}").as_bytes())?;
        put(&copy.join(file), content.as_bytes())?;
    }
    TESTS.iter().try_for_each(|(file, content)| put(&copy.join(file), content.as_bytes()))
}

/// Makes `to` a copy of `from`; files and folders for which `keep` is true are left alone.
fn mirror(from: &Path, to: &Path, keep: &dyn Fn(&Path) -> bool) -> io::Result<()> {
    if !from.is_dir() {
        return if keep(to) { Ok(()) } else { put(to, &fs::read(from)?) };
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(to)? {
        let path = entry?.path();
        let gone = !from.join(path.file_name().unwrap_or_default()).exists() && !keep(&path);
        if gone && path.is_dir() {
            fs::remove_dir_all(&path)?;
        } else if gone {
            fs::remove_file(&path)?;
        }
    }
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default();
        // what is fetched or built is not part of the project
        if !["node_modules", "target", "__pycache__"].iter().any(|built| name == *built) {
            mirror(&path, &to.join(name), keep)?;
        }
    }
    Ok(())
}

/// Writes a file unless it has this content already.
fn put(path: &Path, content: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|old| old == content) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, content)
}
