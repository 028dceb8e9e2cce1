//! Thousands of damaged SDF files with fixed seeds: each gives a result or an error, never a panic.

mod common;

use common::{damage, rearrange};
use denoc_formats::{NativeExtra, parse_sdf, write_native};
use denoc_testkit::Random;

const ROBOT: &str = include_str!("data/sdf/arm.sdf");
const LOOP: &str = include_str!("data/sdf/loop.sdf");

const VALUES: &[&str] = &[
    "",
    " ",
    "0",
    "0 0 0",
    "-1",
    "1e308",
    "1e-308",
    "1e999",
    "nan",
    "0 0 0 0 0 0",
    "1e200 1e200 1e200 0 0 0",
    "${a}",
    "world",
    "base",
    "slew",
    "upper",
    "hand",
    "hand::palm",
    "__model__",
    "shelf",
    "wrist",
    "fork",
    "universal",
    "ball",
    "screw",
    "gearbox",
    "true",
    "1.4",
    "1.7",
    "1 2 3 4 5 6 7",
    "&#10;",
    "漢字",
];

/// Reads it, shows every error and note, builds the model, writes it; returns the number of stages passed.
fn survives(text: &str) -> usize {
    match parse_sdf(text, "m.sdf") {
        Err(error) => {
            let shown = error.to_string();
            assert!(shown.starts_with("m.sdf:"), "{shown}");
            assert_eq!(shown.lines().count(), 3, "{shown}");
            0
        }
        Ok(sdf) => {
            assert!(sdf.notes.iter().all(|n| n.to_string().starts_with("m.sdf:")));
            let _ = write_native(&sdf.description, &NativeExtra::default());
            match sdf.description.build() {
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    1
                }
                Ok(model) => {
                    assert!(model.links().iter().all(|l| l.mass.mass.is_finite()));
                    2
                }
            }
        }
    }
}

/// Another value between two tags.
fn replace_content(text: &mut String, random: &mut Random) {
    let contents: Vec<(usize, usize)> = text
        .match_indices('>')
        .filter_map(|(i, _)| Some((i + 1, i + 1 + text[i + 1..].find('<')?)))
        .filter(|&(start, end)| !text[start..end].trim().is_empty())
        .collect();
    let (start, end) = contents[random.below(contents.len())];
    let other = contents[random.below(contents.len())];
    let value = match random.below(3) {
        0 => text[other.0..other.1].to_owned(),
        1 => VALUES[random.below(VALUES.len())].to_owned(),
        _ => format!("{} {}", &text[start..end], VALUES[random.below(VALUES.len())]),
    };
    text.replace_range(start..end, &value);
}

#[test]
fn damaged_files_never_panic() {
    let mut reached = [0; 3];
    for seed in 1..=3000u64 {
        let mut random = Random::new(seed);
        let mut bytes = [ROBOT, LOOP][random.below(2)].as_bytes().to_vec();
        for _ in 0..=random.below(4) {
            damage(&mut bytes, &mut random);
        }
        reached[survives(&String::from_utf8_lossy(&bytes))] += 1;
    }
    assert!(reached[0] > 1000 && reached[2] > 50, "{reached:?}");
}

#[test]
fn files_with_other_values_never_panic() {
    let mut reached = [0; 3];
    for seed in 1..=6000u64 {
        let mut random = Random::new(1_000_000 + seed);
        let mut text = [ROBOT, LOOP][random.below(2)].to_owned();
        for _ in 0..=random.below(3) {
            match random.below(2) {
                0 => rearrange(&mut text, VALUES, &mut random),
                _ => replace_content(&mut text, &mut random),
            }
        }
        reached[survives(&text)] += 1;
    }
    assert!(reached.iter().all(|&n| n > 2), "{reached:?}");
}

#[test]
fn undamaged_files_are_read() {
    assert_eq!([survives(ROBOT), survives(LOOP)], [2, 2]);
}

#[test]
fn deep_nesting_does_not_exhaust_the_stack() {
    let depth = 20_000;
    let nested = format!("{}{}", "<model name='a'>".repeat(depth), "</model>".repeat(depth));
    assert_eq!(survives(&format!("<sdf version='1.9'>{nested}</sdf>")), 0);
    let wide: String = (0..depth)
        .map(|i| {
            let before = if i == 0 { "world".into() } else { format!("l{}", i - 1) };
            format!(
                "<link name='l{i}'><pose relative_to='j{i}'/></link><joint name='j{i}' type='revolute'><pose \
                 relative_to='{before}'>0 0 1 0 0 0</pose><parent>{before}</parent><child>l{i}</child>\
                 <axis><xyz>1 0 0</xyz></axis></joint>"
            )
        })
        .collect();
    assert_eq!(survives(&format!("<sdf version='1.9'><model name='chain'>{wide}</model></sdf>")), 2);
    let circle = "<sdf version='1.9'><model name='m'><link name='a'><pose relative_to='b'/></link>\
                  <frame name='b'><pose relative_to='a'/></frame></model></sdf>";
    assert_eq!(survives(circle), 0);
}
