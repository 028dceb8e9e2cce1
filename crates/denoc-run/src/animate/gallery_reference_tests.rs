//! The gallery in docs/gallery.md comes from the catalogue and the examples: `cargo xtask pictures` writes it, `cargo xtask generate` only
//! its text.

use std::path::Path;

use denoc_base::plural;
use denoc_formats::catalogue::ENTRIES;
use denoc_mechanism::Draft;
use denoc_mechanism::mobility::degrees_of_freedom;
use denoc_model::Model;
use denoc_testkit::{check_generated, repository};

/// Where the pictures are, from docs.
const PICTURES: &str = "pictures/gallery";
/// Largest picture, bytes.
const LARGEST: u64 = 25_000;
/// Chains with more links are simulated for a shorter time.
const LONG: usize = 30;

const HEAD: &str = "\
# Gallery

All mechanisms of the catalogue (`denoc models`) and of `examples/mechanisms`, each with a command to begin with. Simulations write a report page
with the animated mechanism. `denoc animate MODEL --out FILE.png` draws a larger picture; MODEL is a name of the catalogue or a path, such as
`examples/mechanisms/five_bar.toml`. Robots with a configuration `ready` are drawn in it: add `--configuration ready`. The pictures and this page
are made by `cargo xtask pictures`.
";

/// A picture, what it shows and how to run it.
struct Row {
    name: String,
    text: String,
    command: String,
}

impl Row {
    fn line(&self) -> String {
        let Self { name, text, command } = self;
        format!("| ![{name}]({PICTURES}/{name}.png) | **{name}**: {text}<br>`{command}` |\n")
    }
}

/// A simulation, or holding torques where accelerations are not determined.
fn command(name: &str, model: &Model) -> String {
    let at_rest = || {
        let start = Draft::usual(model).close(model).ok()?;
        let zero = vec![0.0; model.nv()];
        let mechanism = denoc_mechanism::Mechanism::new(std::sync::Arc::new(model.clone()));
        let state = denoc_mechanism::evaluate::States { q: &start.q, v: &zero };
        mechanism.evaluate(state, &denoc_mechanism::evaluate::Ask::forward(&zero)).ok()
    };
    let Some(found) = at_rest() else { return format!("denoc inverse {name} --q {}=0.5", model.joint_names()[0]) };
    if model.links().len() > LONG {
        return format!("denoc simulate {name} --duration 0.05");
    }
    // what stays at rest is given a speed
    let rests = found.a.iter().all(|a| a.abs() < 1e-9);
    let first = model.links().iter().position(|link| link.nv == 1).filter(|_| rests);
    let speed = first.map_or(String::new(), |i| format!(" --v {}=1", model.joint_names()[i]));
    format!("denoc simulate {name}{speed} --duration 1")
}

fn freedoms(model: &Model) -> String {
    degrees_of_freedom(model).map_or(String::new(), |n| format!(", {n} degree{} of freedom", plural(n)))
}

fn catalogue() -> [Vec<Row>; 2] {
    let mut rows = [Vec::new(), Vec::new()];
    for entry in ENTRIES {
        let model = entry.describe().unwrap().build().unwrap();
        let text = entry.summary().unwrap().one_line + &freedoms(&model);
        let looped = usize::from(!model.closures().is_empty());
        rows[looped].push(Row { name: entry.name.into(), text, command: command(entry.name, &model) });
    }
    rows
}

/// The files of examples/mechanisms: the first sentence of their comments, and the last simulation or other command that they name.
fn examples() -> Vec<Row> {
    let folder = repository().join("examples/mechanisms");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let row = |path: &Path| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = std::fs::read_to_string(path).unwrap();
        let comment: Vec<&str> = text.lines().map_while(|line| line.strip_prefix('#')).map(str::trim).collect();
        let about = comment.join(" ");
        let end = [": ", ". "].iter().filter_map(|mark| about.find(mark)).min().unwrap_or(about.len());
        let said: Vec<&str> = comment.iter().copied().filter(|line| line.starts_with("denoc ")).collect();
        let simulation = said.iter().rfind(|line| line.starts_with("denoc simulate"));
        let command = simulation.or(said.last()).unwrap_or_else(|| panic!("{name}.toml names no command"));
        let model = crate::load(path).unwrap().model;
        Row { name, text: about[..end].to_owned() + &freedoms(&model), command: (*command).to_owned() }
    };
    files.iter().map(|path| row(path)).collect()
}

// oracle: the catalogue, the folder of examples and the folder of pictures
#[test]
fn the_gallery_is_complete() {
    let [trees, loops] = catalogue();
    let groups = [("Machines drawn as files", examples()), ("With closed loops", loops), ("Robots and chains", trees)];
    let mut page = HEAD.to_owned();
    for (title, rows) in &groups {
        page += &format!("\n## {title}\n\n| | |\n|---|---|\n");
        rows.iter().for_each(|row| page += &row.line());
    }
    check_generated("docs/gallery.md", &page);
    if std::env::var_os("DENOC_WRITE_REFERENCE").is_some() {
        return;
    }
    let folder = repository().join("docs").join(PICTURES);
    let mut named: Vec<String> =
        groups.iter().flat_map(|(_, rows)| rows).map(|row| format!("{}.png", row.name)).collect();
    let found =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().to_str().unwrap().to_owned());
    let mut found: Vec<String> = found.collect();
    named.sort();
    found.sort();
    assert_eq!(named, found, "run `cargo xtask pictures`");
    for name in &named {
        let bytes = std::fs::read(folder.join(name)).unwrap();
        assert!(bytes.starts_with(b"\x89PNG"), "{name} is not a PNG file");
        assert!(bytes.len() as u64 <= LARGEST, "{name} has {} bytes", bytes.len());
    }
}
