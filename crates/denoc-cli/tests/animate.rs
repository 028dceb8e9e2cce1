//! `denoc animate`: files by hand, exact messages.

mod common;

use common::Folder;
use serde_json::json;

/// A table by hand: a pendulum that swings for 0.4 s.
fn desk(test: &str) -> Folder {
    let folder = Folder::new(test);
    folder.file("swing.csv", "t [s],q[joint1] [rad]\n0,0.5\n0.2,0\n0.4,-0.5\n");
    folder
}

// oracle: by hand: 0.4 s at 10 frames per second and a quarter of the speed are 17 frames
#[test]
fn a_table_becomes_a_film() {
    let folder = desk("animate");
    let words = "animate swing.csv --model one_r --out swing.gif --fps 10 --speed 0.25 --size 64x48 --json";
    let said = folder.run(&words.split(' ').collect::<Vec<_>>()).json();
    let known = json!({"file": "swing.gif", "format": "gif", "model": "one_r", "frames": 17, "fps": 10.0, "speed": 0.25, "size": [64, 48]});
    for (key, value) in known.as_object().unwrap() {
        assert_eq!(&said[key], value, "{key}");
    }
    let film = std::fs::read(folder.0.join("swing.gif")).unwrap();
    assert_eq!((&film[..6], Some(film.len() as u64)), (&b"GIF89a"[..], said["bytes"].as_u64()));
    let said = folder.run(&["animate", "swing.csv", "--model", "one_r", "--out", "swing.glb"]);
    assert!(said.out.starts_with("swing.glb: 3 frames, 0.4 s, ") && said.err.is_empty(), "{} {}", said.out, said.err);
    let said =
        folder.run(&["animate", "swing.csv", "--model", "one_r", "--out", "a.gif", "--size", "64x48", "--fps", "5"]);
    assert!(said.err.contains("note: only 3 frames; --speed 0.1 would show slow motion"), "{}", said.err);
    let words = "animate swing.csv --model one_r --out a.gif --size 64x48 --fps 5 --speed 1";
    let said = folder.run(&words.split(' ').collect::<Vec<_>>());
    assert!(said.err.contains("only 3 frames; a larger --fps (at most 50) or a smaller --speed"), "{}", said.err);
}

#[test]
fn what_cannot_be_shown_is_explained() {
    let folder = desk("animate-refused");
    std::fs::create_dir(folder.0.join("empty")).unwrap();
    for (words, message) in [
        (
            "animate one_r --out a.gif",
            "one_r is a model, which has no motion: simulate it first (denoc simulate one_r --out runs/film), then animate runs/film; \
             or choose .png or .glb without times.",
        ),
        ("animate one_r --out a.mp4", "a.mp4: the format is not known; choose a name that ends in .gif, .glb or .png"),
        ("animate empty --out a.gif", "empty: the folder contains no run (no run.json)"),
        ("animate empty --model one_r --out a.gif", "--model one_r: a run folder names its model"),
        (
            "animate swing.csv --out a.gif",
            "swing.csv: add --model MODEL, the model whose coordinates the file contains",
        ),
        ("animate one_r --out a.png --view 0,91", "view: \"0,91\" is not known"),
        (
            "animate swing.npz --out a.gif",
            "swing.npz: add --model MODEL, the model whose coordinates the file contains",
        ),
        ("animate swing.csv --model puma --out a.gif", "the results of \"puma\" have no column q[joint2]"),
        (
            "animate swing.csv --model one_r --q joint1=1 --out a.gif",
            "--q and --configuration are for models; a table has a motion",
        ),
        ("animate swing.csv --model one_r --out a.gif --size 9x9", "size: the picture would have 9 × 9 pixels"),
        (
            "animate swing.csv --model one_r --out a.png --at 0.5",
            "there are no results at 0.5 s; choose a time from 0 to 0.4 s",
        ),
        ("animate swing.csv --model one_r --out a.png --from 0.5", "there are no results after 0.5 s"),
        ("animate one_r --out a.png --view bottom", "view: \"bottom\" is not known"),
        ("animate one_r --out empty", "empty: the format is not known"),
    ] {
        let said = folder.run(&words.split(' ').collect::<Vec<_>>()).refused();
        assert!(said.starts_with(message), "{words}: {said}");
    }
    let left = std::fs::read_dir(&folder.0).unwrap().count();
    assert_eq!(left, 2, "nothing but the table and the folder");
}
