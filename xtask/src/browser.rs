//! The report page: its bundle is rebuilt and compared, and pages are tried in a browser.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::steps::{Output, Steps};
use crate::{program, root, work};

/// Scenarios whose report pages are opened.
const SCENARIOS: [&str; 3] = ["planar_fall", "puma_torques", "stanford_torques"];

/// The page, built.
pub(crate) struct Page {
    npm: PathBuf,
    chromium: PathBuf,
    web: PathBuf,
}

/// Builds and tests the page; `Ok(false)` where Node or Chromium cannot be had.
pub(crate) fn run(steps: &Steps) -> Result<bool, String> {
    let Some(page) = build(steps, Output::Live)? else { return Ok(false) };
    page.test(steps, Output::Live, &program::build(steps, Output::Live)?)?;
    Ok(true)
}

/// Checks the script and that the committed bundle is made of it; `None`, with a prominent warning, where Node or
/// Chromium cannot be had.
pub(crate) fn build(steps: &Steps, output: Output) -> Result<Option<Page>, String> {
    let (Some(npm), Some(chromium)) = (find("npm", &["nodejs", "npm"]), find("chromium", &["chromium"])) else {
        let line = "!".repeat(100);
        eprintln!("{line}\n!!! NODE (npm) OR CHROMIUM IS MISSING: THE REPORT PAGE IS NOT TESTED IN A BROWSER.\n{line}");
        return Ok(None);
    };
    let page = Page { npm, chromium, web: root().join("crates/denoc-results/web") };
    steps.run(output, "web packages", &mut page.npm(&["ci", "--no-audit", "--no-fund"]))?;
    steps.run(output, "web types", &mut page.npm(&["run", "check"]))?;
    let dist = page.web.join("dist");
    let before = bundle(&dist)?;
    steps.run(output, "web bundle", &mut page.npm(&["run", "build"]))?;
    if bundle(&dist)? != before {
        return Err("crates/denoc-results/web/dist is not what its sources give: commit the rebuilt one".into());
    }
    Ok(Some(page))
}

impl Page {
    /// Opens reports that `program` writes in a browser.
    pub(crate) fn test(&self, steps: &Steps, output: Output, program: &Path) -> Result<(), String> {
        let pages = work().join("browser");
        let _ = std::fs::remove_dir_all(&pages);
        let mut arguments = vec!["test".to_owned(), "--".to_owned()];
        for scenario in SCENARIOS {
            let folder = pages.join(scenario);
            let mut command = Command::new(program);
            command.current_dir(root()).arg("run").arg(format!("examples/scenarios/{scenario}.toml"));
            steps.run(output, "a report", command.arg("--out").arg(&folder))?;
            // pages are told apart by their names
            let page = pages.join(format!("{scenario}.html"));
            std::fs::copy(folder.join("report.html"), &page).map_err(|e| format!("{}: {e}", page.display()))?;
            arguments.push(page.display().to_string());
        }
        let screenshots = pages.join("screenshots").display().to_string();
        let chromium = self.chromium.display().to_string();
        arguments.extend(["--chromium".into(), chromium, "--screenshots".into(), screenshots]);
        steps.run(output, "browser", &mut self.npm(&arguments.iter().map(String::as_str).collect::<Vec<_>>()))
    }

    fn npm(&self, words: &[&str]) -> Command {
        let mut command = Command::new(&self.npm);
        command.args(words).current_dir(&self.web);
        command
    }
}

/// The files of the bundle.
fn bundle(dist: &Path) -> Result<Vec<Vec<u8>>, String> {
    let read = |name| std::fs::read(dist.join(name)).map_err(|e| format!("{}: {e}", dist.join(name).display()));
    ["report.js", "report.css", "LICENSES.txt"].into_iter().map(read).collect()
}

/// A program that is installed.
pub(crate) fn installed(program: &str) -> Option<PathBuf> {
    let paths = std::env::var_os("PATH")?;
    std::env::split_paths(&paths).map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// A program, installed as Debian packages if it is missing and we may.
fn find(program: &str, packages: &[&str]) -> Option<PathBuf> {
    let there = || installed(program);
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
