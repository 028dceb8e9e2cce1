//! The report page: its bundle is rebuilt and compared, and pages are tried in a browser.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::steps::Steps;
use crate::{cargo, root, work};

/// Scenarios whose report pages are opened.
const SCENARIOS: [&str; 3] = ["planar_fall", "puma_torques", "stanford_torques"];

/// Runs the tests of the page; `Ok(false)`, with a message that is hard to overlook, where Node or Chromium cannot be had.
pub(crate) fn run(steps: &mut Steps) -> Result<bool, String> {
    let (Some(npm), Some(chromium)) = (find("npm", &["nodejs", "npm"]), find("chromium", &["chromium"])) else {
        let line = "!".repeat(100);
        eprintln!("{line}\n!!! NODE (npm) OR CHROMIUM IS MISSING: THE REPORT PAGE IS NOT TESTED IN A BROWSER.\n{line}");
        return Ok(false);
    };
    let web = root().join("crates/denoc-results/web");
    let npm = |words: &[&str]| {
        let mut command = Command::new(&npm);
        command.args(words).current_dir(&web);
        command
    };
    steps.run("web packages", &mut npm(&["ci", "--no-audit", "--no-fund"]))?;
    steps.run("web types", &mut npm(&["run", "check"]))?;
    let before = bundle(&web.join("dist"))?;
    steps.run("web bundle", &mut npm(&["run", "build"]))?;
    if bundle(&web.join("dist"))? != before {
        return Err("crates/denoc-results/web/dist is not what its sources give: commit the rebuilt one".into());
    }

    let pages = work().join("browser");
    let _ = std::fs::remove_dir_all(&pages);
    let mut arguments = vec!["test".to_owned(), "--".to_owned()];
    for scenario in SCENARIOS {
        let folder = pages.join(scenario);
        let mut command = cargo();
        command.args(["run", "--quiet", "-p", "denoc-cli", "--", "run"]);
        command.arg(format!("examples/scenarios/{scenario}.toml")).arg("--out").arg(&folder);
        steps.run("a report", &mut command)?;
        // pages are told apart by their names
        let page = pages.join(format!("{scenario}.html"));
        std::fs::copy(folder.join("report.html"), &page).map_err(|e| format!("{}: {e}", page.display()))?;
        arguments.push(page.display().to_string());
    }
    let screenshots = pages.join("screenshots").display().to_string();
    arguments.extend(["--chromium".into(), chromium.display().to_string(), "--screenshots".into(), screenshots]);
    steps.run("browser", &mut npm(&arguments.iter().map(String::as_str).collect::<Vec<_>>()))?;
    Ok(true)
}

/// The files of the bundle.
fn bundle(dist: &Path) -> Result<Vec<Vec<u8>>, String> {
    let read = |name| std::fs::read(dist.join(name)).map_err(|e| format!("{}: {e}", dist.join(name).display()));
    ["report.js", "report.css", "LICENSES.txt"].into_iter().map(read).collect()
}

/// A program, installed as Debian packages if it is missing and we may.
fn find(program: &str, packages: &[&str]) -> Option<PathBuf> {
    let there = || {
        let paths = std::env::var_os("PATH")?;
        std::env::split_paths(&paths).map(|folder| folder.join(program)).find(|path| path.is_file())
    };
    there().or_else(|| {
        let quiet = |words: &[&str]| {
            let mut command = Command::new("apt-get");
            command.args(words).env("DEBIAN_FRONTEND", "noninteractive").stdout(Stdio::null());
            command.status().is_ok_and(|status| status.success())
        };
        eprintln!("=== {program} is missing: trying apt-get install {}", packages.join(" "));
        let install = [&["install", "-y", "--no-install-recommends"], packages].concat();
        (quiet(&["update"]) && quiet(&install)).then(there)?
    })
}
