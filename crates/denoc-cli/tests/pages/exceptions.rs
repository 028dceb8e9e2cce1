//! Commands of the pages that do not run as they stand, and what is done about each.

/// How a command is tried.
pub(crate) enum Way {
    /// Unchanged.
    AsItStands,
    /// Another one runs in its place.
    Instead(&'static str),
    /// Only the name of a command is mentioned: its help runs.
    Help(String),
    /// It is not run by this test.
    Elsewhere,
    /// It runs a scenario of the examples: runs.rs runs all of them, so that only the file has to be there.
    Example(String),
}

/// The SDF file of a reader.
pub(crate) const SDF_ROBOT: &str = r#"<sdf version="1.7"><model name="mine">
  <link name="base"/> <link name="arm"/>
  <joint name="joint1" type="revolute"><parent>base</parent><child>arm</child><axis><xyz>0 1 0</xyz></axis></joint>
</model></sdf>"#;

/// A robot as a reader has it: two joints and a tool.
pub(crate) const ROBOT: &str = r#"<robot name="mine">
  <link name="base"><inertial><mass value="5"/>
    <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="upper"><inertial><origin xyz="0.2 0 0"/><mass value="2"/>
    <inertia ixx="0.01" iyy="0.04" izz="0.04" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="lower"><inertial><origin xyz="0.2 0 0"/><mass value="1"/>
    <inertia ixx="0.005" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="tool0"/>
  <joint name="joint1" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 1 0"/>
    <limit lower="-2" upper="2" effort="50" velocity="3"/></joint>
  <joint name="joint2" type="revolute"><parent link="upper"/><child link="lower"/><origin xyz="0.4 0 0"/><axis xyz="0 1 0"/>
    <limit lower="-2" upper="2" effort="50" velocity="3"/></joint>
  <joint name="flange" type="fixed"><parent link="lower"/><child link="tool0"/><origin xyz="0.4 0 0"/></joint>
</robot>"#;

/// Commands of the program with another one in their place: arguments that the page leaves open, and runs that take minutes.
const INSTEAD: &[(&str, &str)] = &[
    // arguments are left open
    ("denoc COMMAND --help", "denoc simulate --help"),
    ("denoc simulate MODEL --help", "denoc simulate puma --help"),
    ("denoc animate MODEL --out FILE.png", "denoc animate puma --out puma.png --size 64x48"),
    ("denoc modules MODEL", "denoc modules quadruped"),
    ("denoc modules MODEL --module NAME_OR_NUMBER", "denoc modules quadruped --module 2"),
    ("denoc sweep SCENARIO.toml", "denoc sweep examples/sweeps/fourbar.toml --dry-run"),
    ("denoc sweep sweep.toml", "denoc sweep examples/sweeps/fourbar.toml --dry-run"),
    ("denoc balance …", "denoc balance fourbar --input crank_pivot --on crank,output"),
    (
        "denoc rope new --kind cable --links 100 …",
        "denoc rope new cable.toml --kind cable --links 100 --length 2.5 --to 2,0,0 --bending-stiffness 0.05",
    ),
    // a shell would list the files
    ("denoc check models/*.toml", "denoc check models/puma.toml models/fourbar.toml"),
    // the runs are a reader's own
    ("denoc diff runs/a runs/b", "denoc diff runs/puma runs/puma"),
    // the scenario is a reader's own
    // `the_scenario_in_the_help_runs` in claims.rs
    ("denoc run fall.toml", "denoc run examples/scenarios/puma_torques.toml --no-report"),
    (
        "denoc run fall.toml --out results/fall --strict",
        "denoc run examples/scenarios/puma_torques.toml --out results/fall",
    ),
    // minutes: shorter here, whole elsewhere (`every_case_passes_…` in reproduce.rs, numbers_and_files in growth.rs)
    ("denoc reproduce", "denoc reproduce --only \"Example 9.1\" --out runs/nine"),
    ("denoc growth", "denoc growth odca_fourbar --duration 0.5 --from 0.1 --schemes multipliers,speeds"),
    (
        "denoc growth -o growth",
        "denoc growth odca_fourbar --duration 0.5 --from 0.1 --schemes multipliers,speeds -o growth",
    ),
    (
        "denoc growth fourbar --duration 60 --schemes multipliers,speeds",
        "denoc growth fourbar --duration 1 --from 0.2 --schemes multipliers,speeds",
    ),
    ("denoc compare stewart --states 200 --seed 7", "denoc compare stewart --states 3 --seed 7"),
    ("denoc bench puma", "denoc bench puma --seconds 0"),
    ("denoc bench robot.urdf --base floating --seconds 5", "denoc bench robot.urdf --base floating --seconds 0"),
    ("denoc bench loops", "denoc bench loops --seconds 0"),
    ("denoc bench odca", "denoc bench odca --largest 1000"),
    ("denoc bench odca --largest 100000", "denoc bench odca --largest 1000"),
    // ten hours of simulated time, to be interrupted: resuming is tested in runs.rs
    ("denoc simulate one_r --q joint1=2 --duration 36000", "denoc simulate one_r --q joint1=2 --duration 1"),
];

/// Commands that this test does not run.
const ELSEWHERE: &[&str] = &[
    // counts the freedoms of the whole catalogue, six seconds in a build for tests: commands.rs does it
    "denoc models",
    // half a minute: `cases_that_pages_name_exist` looks for it, reproduce.rs runs its cases
    "denoc reproduce --only \"section 4\"",
    // runs.rs runs it and looks at its files
    "denoc demo",
    // need an interrupted run: runs.rs kills one and resumes it
    "denoc simulate --resume FOLDER",
    "denoc simulate --resume runs/one_r",
    // this very test is part of it
    "cargo xtask test",
    "cargo xtask python",
    "cargo xtask wheels",
    "cargo xtask pictures",
    "cargo xtask extend-check",
    // writes into the repository; tests compare what it writes
    "cargo xtask generate",
    "cargo test -p denoc-model",
    // the first step of the README: `denoc demo` of the same build runs in runs.rs
    "cargo run --release -- demo",
    // benchmarks: `cargo xtask test` runs them with --check
    "cargo xtask bench",
    "cargo xtask bench --check",
    "cargo xtask bench --peers",
    "cargo xtask bench loops --peers",
    "cargo xtask bench ropes --mujoco PYTHON",
    "cargo xtask bench simulate --peers",
    "cargo xtask bench simulate --peers --write docs",
    "python benchmarks/compare_pinocchio.py",
    // needs valgrind
    "cargo xtask bench --callgrind",
    // install; `cargo xtask python` builds and installs the wheel
    "cargo install --path crates/denoc-cli",
    "pip install ./crates/denoc-py",
    "pip install \"./crates/denoc-py[plot,pandas,polars,gym,sweep,ray]\"",
    "maturin develop --release",
    // builds; `cargo xtask test` builds the documentation and formats
    "cargo doc --open -p denoc",
    "cargo build --release",
    "cargo fmt",
];

/// Commands that need no arguments; others whose name stands alone are shown with `--help`.
const ALONE: &[&str] = &["denoc opcount", "denoc --help"];

pub(crate) fn way(command: &str) -> Way {
    if let Some((_, line)) = INSTEAD.iter().find(|(text, _)| *text == command) {
        return Way::Instead(line);
    }
    if ELSEWHERE.contains(&command) {
        return Way::Elsewhere;
    }
    if let Some(file) = command.strip_prefix("denoc run ").filter(|file| file.starts_with("examples/scenarios/")) {
        return Way::Example(file.to_owned());
    }
    let bare = command.split(' ').count() == 2 || command == "denoc rope equilibrium";
    if bare && command.starts_with("denoc ") && !ALONE.contains(&command) {
        return Way::Help(format!("{command} --help"));
    }
    Way::AsItStands
}

/// All commands of the lists.
pub(crate) fn listed() -> impl Iterator<Item = &'static str> {
    INSTEAD.iter().map(|(text, _)| *text).chain(ELSEWHERE.iter().copied())
}
