//! Broken files: each file of `tests/broken*` gives exactly the message in the `.txt` of the same name.
//!
//! To see all messages, or after changing a message deliberately, run `DENOC_WRITE_MESSAGES=1 cargo test -p denoc-formats`
//! and review the diff.

use std::path::{Path, PathBuf};

use denoc_formats::{FormatError, LoadError, build_with_excerpt, read, read_urdf};
use denoc_testkit::{lengthened, six_digits_at_most};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

fn files(name: &str, ending: &str, least: usize) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder(name)).unwrap().map(|e| e.unwrap().path()).collect();
    files.retain(|p| p.extension().is_some_and(|e| e == ending));
    files.sort();
    assert!(files.len() >= least, "only {} files", files.len());
    files
}

/// The message for a file, with the file named without its folder.
fn message(path: &Path) -> String {
    let error = match read(path) {
        Err(error) => error.to_string(),
        Ok(file) => match build_with_excerpt(&file.description, &path.display().to_string(), &file.text) {
            Err(LoadError::Format(error)) => error.to_string(),
            Err(error) => error.to_string(),
            Ok(_) => panic!("{} was read without an error", path.display()),
        },
    };
    error.replace(&format!("{}/", path.parent().unwrap().display()), "")
}

fn check_messages(files: Vec<PathBuf>) {
    let write = std::env::var_os("DENOC_WRITE_MESSAGES").is_some();
    let mut wrong = Vec::new();
    for path in files {
        let found = message(&path) + "\n";
        let expected = path.with_extension("txt");
        if write {
            std::fs::write(&expected, &found).unwrap();
        }
        let expected = std::fs::read_to_string(&expected).unwrap_or_default();
        if found != expected {
            wrong.push(format!("{}\nexpected:\n{expected}found:\n{found}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Checks that each message has a location, the source line and a remedy; `without` are files whose error has no location.
fn check_places(files: Vec<PathBuf>, without: &[&str]) {
    for path in files.iter().filter(|p| !without.iter().any(|w| p.ends_with(w))) {
        let text = message(path);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3, "{text}");
        assert!(lines[0].starts_with(&format!("{}:", path.file_name().unwrap().display())), "{text}");
        assert!(lines[1].contains(" | ") && lines[2].contains("^ "), "{text}");
    }
}

#[test]
fn every_broken_urdf_file_gives_its_message() {
    check_messages(files("broken", "urdf", 70));
}

#[test]
fn every_broken_mjcf_file_gives_its_message() {
    check_messages(files("broken_mjcf", "xml", 40));
}

#[test]
fn every_broken_sdf_file_gives_its_message() {
    check_messages(files("broken_sdf", "sdf", 60));
}

#[test]
fn every_broken_table_gives_its_message() {
    check_messages(files("broken_dh", "csv", 20));
}

#[test]
fn every_message_names_a_place_and_a_remedy() {
    // a robot without joints is valid URDF, but cannot be built
    check_places(files("broken", "urdf", 70), &["tree_single_link.urdf"]);
    check_places(files("broken_mjcf", "xml", 40), &["no_joints.xml"]);
    // the mistake is in another file
    check_places(files("broken_sdf", "sdf", 60), &["include_urdf.sdf"]);
    check_places(files("broken_dh", "csv", 20), &[]);
}

// oracle: the rule: at most six digits, whatever the file contains
#[test]
fn messages_about_long_numbers_are_short() {
    let folder = std::env::temp_dir().join(format!("denoc_long_{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut refused = 0;
    for (name, ending) in [
        ("broken", "urdf"),
        ("broken_mjcf", "xml"),
        ("broken_sdf", "sdf"),
        ("data/sdf", "sdf"),
        ("broken_dh", "csv"),
        ("broken_native", "toml"),
        ("data/mjcf", "xml"),
    ] {
        for file in files(name, ending, 1) {
            let Ok(text) = std::fs::read_to_string(&file) else { continue };
            let path = folder.join(file.file_name().unwrap());
            let long = lengthened(&text);
            std::fs::write(&path, &long).unwrap();
            let messages = match read(&path) {
                Err(error) => vec![error.to_string()],
                Ok(file) => {
                    let built = build_with_excerpt(&file.description, "robot", &file.text);
                    let notes = file.notes.iter().map(ToString::to_string);
                    notes.chain(built.err().map(|error| error.to_string())).collect()
                }
            };
            refused += messages.len();
            messages.iter().for_each(|message| six_digits_at_most(message, &long));
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(refused > 150, "{refused}");
}

#[test]
fn missing_files_are_named() {
    let path = folder("broken").join("tree_loup.urdf");
    let expected = format!("{}: there is no such file; did you mean \"tree_loop.urdf\"?", path.display());
    assert_eq!(read_urdf(&path).unwrap_err().to_string(), expected);
    assert_eq!(
        read_urdf("/nowhere/at/all.urdf").unwrap_err().to_string(),
        "/nowhere/at/all.urdf: there is no such file; check the path"
    );
}

#[test]
fn folders_are_not_files() {
    let error = read_urdf(folder("broken")).unwrap_err();
    assert!(matches!(error, FormatError::Unreadable { .. }));
    let file = folder("broken").display().to_string();
    let expected = format!(
        "{file}: the file cannot be read (is a directory); check that it is a regular file and that you have permission to read it"
    );
    assert_eq!(error.to_string(), expected);
}

#[test]
fn files_of_other_kinds_are_refused() {
    let path = folder("broken").join("name_empty.txt");
    let error = read(&path).unwrap_err().to_string();
    let remedy = "the extension must be .toml, .urdf, .sdf, .xml (MJCF) or .csv (DH table)";
    assert_eq!(error, format!("{}: files of this format cannot be read; {remedy}", path.display()));
}

// oracle: the kind of file: reading a device or a pipe without a writer never ends
#[cfg(unix)]
#[test]
fn devices_and_pipes_are_refused() {
    let folder = std::env::temp_dir().join(format!("denoc_pipes_{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for ending in ["toml", "urdf", "sdf", "xml", "csv"] {
        let pipe = folder.join(format!("robot.{ending}"));
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let device = folder.join(format!("zero.{ending}"));
        std::os::unix::fs::symlink("/dev/zero", &device).unwrap();
        for file in [pipe, device] {
            let message = denoc_formats::read(&file).unwrap_err().to_string();
            assert!(message.contains("a pipe or device, not a file"), "{message}");
        }
    }
    for mesh in ["stl", "obj", "dae"] {
        let device = folder.join(format!("zero.{mesh}"));
        std::os::unix::fs::symlink("/dev/zero", &device).unwrap();
        assert!(denoc_formats::mesh::load(&device).unwrap_err().to_string().contains("a pipe or device, not a file"));
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
