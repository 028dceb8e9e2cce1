//! `cargo xtask pictures`: the pictures of README.md and docs, drawn by the program itself.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::steps::{Output, Steps};
use crate::{browser, generate, program, root, work};

/// Largest picture of the gallery, all pictures together, bytes.
const LARGEST: u64 = 25_000;
const ALL: u64 = 3_000_000;
/// Where the pictures are, from docs/pictures.
const GALLERY: &str = "gallery";

/// Films: name, what makes the motion, and how it is drawn; `RUN` is a folder or file of its own.
const FILMS: [(&str, &str, &str); 3] = [
    (
        "fourbar",
        "cycle fourbar --input crank_pivot --speed=60rpm --samples 100 --csv RUN.csv",
        "RUN.csv --model fourbar --size 400x300 --view -70,15",
    ),
    (
        "panda",
        "simulate panda_like --controller computed-torque --configuration ready --to joint1=0.8,joint2=0.5,joint4=-1,joint6=2.2 --duration 2 --out RUN",
        "RUN --size 400x300 --fps 20",
    ),
    ("stewart", "run examples/scenarios/stewart_moves.toml --out RUN", "RUN --size 400x300 --fps 15"),
];

/// Draws all pictures anew, and the text of the gallery; `given` is a program that has been built already.
pub(crate) fn run(given: Option<&str>) -> Result<(), String> {
    let steps = Steps::default();
    let program = match given {
        Some(path) => std::path::absolute(path).map_err(|e| format!("{path}: {e}"))?,
        None => program::build(&steps, Output::Live)?,
    };
    make(&steps, Output::Live, &program, &root().join("docs/pictures"))?;
    generate::gallery(&steps, Output::Live, crate::cargo())
}

/// Draws all pictures into a folder and checks their sizes.
pub(crate) fn make(steps: &Steps, output: Output, program: &Path, folder: &Path) -> Result<(), String> {
    let runs = work().join("pictures-runs");
    let _ = std::fs::remove_dir_all(&runs);
    let gallery = folder.join(GALLERY);
    for made in [&runs, &gallery] {
        std::fs::create_dir_all(made).map_err(|e| format!("{}: {e}", made.display()))?;
    }
    let denoc = |words: Vec<String>| {
        let mut command = Command::new(program);
        command.args(words).current_dir(root());
        steps.run(output, "pictures", &mut command)
    };
    for (name, motion, drawing) in FILMS {
        let run = runs.join(name).display().to_string();
        let words = |text: &str| text.split(' ').map(|word| word.replace("RUN", &run)).collect::<Vec<String>>();
        denoc(words(motion))?;
        let film = folder.join(format!("{name}.gif")).display().to_string();
        denoc([vec!["animate".into()], words(drawing), vec!["--out".into(), film]].concat())?;
    }
    let panda = runs.join("panda");
    let plot =
        ["plot", &panda.display().to_string(), "--columns", "tau[*]", "--title", "joint torques of a motion", "--out"];
    let plot = plot.iter().map(|word| (*word).to_owned()).chain([folder.join("torques.svg").display().to_string()]);
    denoc(plot.collect())?;
    for (name, model, ready) in mechanisms()? {
        let picture = gallery.join(format!("{name}.png")).display().to_string();
        let mut words: Vec<String> =
            ["animate", &model, "--size", "280x210", "--few-colors", "--out", &picture].map(str::to_owned).to_vec();
        if ready {
            words.extend(["--configuration", "ready"].map(str::to_owned));
        }
        denoc(words)?;
    }
    match browser::installed("chromium") {
        Some(chromium) => {
            steps.run(output, "screenshot", &mut screenshot(&chromium, &panda, &folder.join("report.png")))?
        }
        None => eprintln!("=== there is no Chromium: the screenshot of the report page is left as it is"),
    }
    check(folder)
}

/// The page of a run in a browser window.
fn screenshot(chromium: &Path, run: &Path, picture: &Path) -> Command {
    let mut command = Command::new(chromium);
    command.args([
        "--headless",
        "--no-sandbox",
        "--hide-scrollbars",
        "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader",
    ]);
    command.args(["--window-size=1100,760", "--virtual-time-budget=4000"]);
    command.arg(format!("--screenshot={}", picture.display()));
    command.arg(format!("file://{}", run.join("report.html").display()));
    command
}

/// All mechanisms of the catalogue and the examples: name, model for the command line, whether it has the configuration `ready`.
fn mechanisms() -> Result<Vec<(String, String, bool)>, String> {
    let mut found = Vec::new();
    for (folder, in_catalogue) in [("models", true), ("examples/mechanisms", false)] {
        let entries = std::fs::read_dir(root().join(folder)).map_err(|e| format!("{folder}: {e}"))?;
        let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        files.sort();
        for path in files.iter().filter(|path| path.extension().is_some_and(|e| e == "toml")) {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
            let model = if in_catalogue { name.clone() } else { format!("{folder}/{name}.toml") };
            found.push((name, model, text.contains("\n[configuration.ready]")));
        }
    }
    Ok(found)
}

/// Refuses pictures that are too large for a repository.
fn check(folder: &Path) -> Result<(), String> {
    let size = |folder: &Path, most: u64| -> Result<u64, String> {
        let mut sum = 0;
        for entry in std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?.flatten() {
            let Ok(data) = entry.metadata() else { continue };
            if data.is_file() && data.len() > most {
                return Err(format!("{} has {} bytes, the limit is {most}", entry.path().display(), data.len()));
            }
            sum += if data.is_file() { data.len() } else { 0 };
        }
        Ok(sum)
    };
    let sum = size(&folder.join(GALLERY), LARGEST)? + size(folder, ALL)?;
    if sum > ALL {
        return Err(format!("the pictures have {sum} bytes altogether, the limit is {ALL}"));
    }
    eprintln!("=== pictures: {} kB altogether", sum / 1000);
    Ok(())
}
