//! Real robots for tests and benchmarks: URDF files from the PyPI package `example-robot-data`.
//!
//! They are fetched rather than copied into the repository because their licences differ from ours.

use crate::peers::{python, run};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const VERSION: &str = "6.0.0";

/// Of the whole wheel, checked by pip: no file in it can differ from those our reference data was
/// computed with.
const WHEEL_SHA256: &str = "424092a8093411ac2cd4ccc0572382bfc6b5eb4833aa984ef5e671dd67cd0a6e";

/// Name in benchmark tables, file below the folder that [`fetch`] returns. (The package has no KUKA
/// iiwa.)
pub(crate) const URDFS: [(&str, &str); 6] = [
    ("ur5", "ur_description/urdf/ur5_robot.urdf"),
    ("panda", "panda_description/urdf/panda.urdf"),
    ("solo12", "solo_description/robots/solo12.urdf"),
    ("anymal", "anymal_b_simple_description/robots/anymal.urdf"),
    ("talos", "talos_data/robots/talos_reduced.urdf"),
    ("talos_full", "talos_data/robots/talos_full_v2.urdf"),
];

/// Extracts the descriptions only: the meshes are 99 % of the package, and nothing here reads them.
const EXTRACT: &str = "
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as wheel:
    wheel.extractall(sys.argv[2], [f for f in wheel.namelist() if f.endswith('.urdf') or '/licenses/' in f])
";

/// Brings the URDF files into `work` (usually `target/robots`), unless they are there already, and
/// returns the folder that the paths of [`URDFS`] start from.
pub(crate) fn fetch(work: &Path) -> Result<PathBuf, String> {
    let home = work.join(format!("example-robot-data-{VERSION}"));
    let robots = home.join("cmeel.prefix/share/example-robot-data/robots");
    if missing(&robots).is_empty() {
        return Ok(robots);
    }

    // Everything happens in a folder of this process and is moved at the end: an interrupted or
    // concurrent call leaves nothing half done under the final name.
    let scratch = work.join(format!("fetching-{}", std::process::id()));
    let result = download(&scratch).and_then(|extracted| {
        let _ = fs::remove_dir_all(&home);
        match fs::rename(&extracted, &home) {
            Err(error) if !missing(&robots).is_empty() => Err(format!("cannot create {}: {error}", home.display())),
            _ => Ok(()), // also when another process was faster
        }
    });
    let _ = fs::remove_dir_all(&scratch);
    result?;

    match missing(&robots).as_slice() {
        [] => Ok(robots),
        files => Err(format!("example-robot-data {VERSION} does not contain {}", files.join(", "))),
    }
}

fn missing(robots: &Path) -> Vec<&'static str> {
    URDFS.iter().map(|&(_, file)| file).filter(|file| !robots.join(file).is_file()).collect()
}

/// Downloads the wheel into `scratch` and returns the folder of the extracted files.
fn download(scratch: &Path) -> Result<PathBuf, String> {
    let python = python()?;
    fs::create_dir_all(scratch).map_err(|error| format!("cannot create {}: {error}", scratch.display()))?;
    // pip takes hashes from a requirements file only.
    let requirements = scratch.join("requirements.txt");
    fs::write(&requirements, format!("example-robot-data=={VERSION} --hash=sha256:{WHEEL_SHA256}\n"))
        .map_err(|error| format!("cannot write {}: {error}", requirements.display()))?;

    eprintln!("fetching example-robot-data {VERSION} (131 MB) from PyPI");
    let mut pip = Command::new(&python);
    pip.args(["-m", "pip", "download", "--quiet", "--disable-pip-version-check"]).args([
        "--no-deps",
        "--only-binary",
        ":all:",
        "--require-hashes",
    ]);
    run(pip.arg("--dest").arg(scratch).arg("--requirement").arg(&requirements))?;

    let wheel = fs::read_dir(scratch)
        .map_err(|error| error.to_string())?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .find(|path| path.extension().is_some_and(|extension| extension == "whl"))
        .ok_or("pip downloaded no wheel of example-robot-data")?;
    let extracted = scratch.join("extracted");
    run(Command::new(&python).args(["-c", EXTRACT]).arg(&wheel).arg(&extracted))?;
    Ok(extracted)
}
