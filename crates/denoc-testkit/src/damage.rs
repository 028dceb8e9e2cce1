//! Damage to files, with fixed seeds: what editors, programs, transmissions and enemies do to them.

use crate::Random;

/// Numbers that replace others.
const NUMBERS: &[&str] = &[
    "nan",
    "inf",
    "-inf",
    "1e308",
    "-1e308",
    "1e-320",
    "-0",
    "0",
    "-1",
    "1e999",
    "9999999999999999999",
    "4294967296",
    "1_000",
    "0x10",
    "1e5",
    "1.41421356237309500",
    "-0.10000000000000000550",
    "123456789.123456780",
    "\"1\"",
    "[]",
    "",
];

/// Pieces that are inserted.
const PIECES: &[&str] = &[
    "\"",
    "'",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    "</",
    "/>",
    "<!--",
    "&#0;",
    "=",
    ",",
    ";",
    "\n",
    "\r",
    "\t",
    "\0",
    "\u{feff}",
    "\u{202e}",
    "é",
    "漢",
    "[[link]]\n",
    "name = \"\"",
    "<joint",
    "#",
    "\\",
    "\\u0000",
    "${",
    "-",
    "..",
];

/// Largest damaged file: repetitions of repetitions would only measure how fast long files are read.
const LARGEST: usize = 4 << 20;

/// A damaged copy of a file.
pub fn damaged(file: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = file.to_vec();
    for _ in 0..1 + random.below(3) {
        if bytes.is_empty() {
            return bytes;
        }
        once(&mut bytes, random);
        bytes.truncate(LARGEST);
    }
    bytes
}

fn once(bytes: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(bytes.len());
    let longest = [1, 8, 80, 800][random.below(4)];
    let end = (at + 1 + random.below(longest)).min(bytes.len());
    match random.below(12) {
        0 => bytes[at] ^= 1 << random.below(8),
        1 => drop(bytes.drain(at..end)),
        2 => bytes.truncate(at),
        3 => {
            let copy = bytes[at..end].to_vec();
            bytes.splice(at..at, copy);
        }
        4..=6 => replace_number(bytes, random),
        7 => exchange_words(bytes, random),
        8 => {
            // nested deeply
            let pair = [("[", "]"), ("{", "}"), ("<a>", "</a>"), ("(", ")"), ("{\"a\":", "}")][random.below(5)];
            let depth = [10, 1000, 50_000][random.below(3)];
            let nested = pair.0.repeat(depth) + &pair.1.repeat(if random.chance(0.5) { depth } else { 0 });
            bytes.splice(at..at, nested.into_bytes());
        }
        9 => match random.below(3) {
            // other encodings: UTF-16, Latin-1, a lone continuation byte
            0 => *bytes = String::from_utf8_lossy(bytes).encode_utf16().flat_map(u16::to_le_bytes).collect(),
            1 => bytes.insert(at, 0xe9),
            _ => bytes.insert(at, 0x80),
        },
        10 => {
            // a line many times
            let line = bytes[at..].iter().position(|&b| b == b'\n').map_or(bytes.len(), |k| at + k + 1);
            let copy = bytes[at..line].repeat([2, 50, 2000][random.below(3)]);
            bytes.splice(at..at, copy);
        }
        _ => {
            let piece = PIECES[random.below(PIECES.len())];
            bytes.splice(at..at, piece.bytes());
        }
    }
}

/// Puts another number in the place of one.
fn replace_number(bytes: &mut Vec<u8>, random: &mut Random) {
    let digit = |b: u8| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'+');
    let starts: Vec<usize> = (0..bytes.len())
        .filter(|&i| {
            bytes[i].is_ascii_digit() && (i == 0 || !(digit(bytes[i - 1]) || bytes[i - 1].is_ascii_alphabetic()))
        })
        .collect();
    if starts.is_empty() {
        return;
    }
    let start = starts[random.below(starts.len())];
    let end = (start..bytes.len()).find(|&i| !(digit(bytes[i]) || bytes[i] == b'e')).unwrap_or(bytes.len());
    bytes.splice(start..end, NUMBERS[random.below(NUMBERS.len())].bytes());
}

/// Exchanges two words: keys, names or values.
fn exchange_words(bytes: &mut Vec<u8>, random: &mut Random) {
    let mut words = Vec::new();
    let mut start = None;
    for (i, b) in bytes.iter().enumerate() {
        let inside = b.is_ascii_alphanumeric() || *b == b'_';
        match start {
            None if inside => start = Some(i),
            Some(first) if !inside => {
                words.push(first..i);
                start = None;
            }
            _ => {}
        }
    }
    if words.len() < 2 {
        return;
    }
    let (one, other) = (words[random.below(words.len())].clone(), words[random.below(words.len())].clone());
    let [first, second] = if one.start <= other.start { [one, other] } else { [other, one] };
    if first.end > second.start {
        return;
    }
    let (a, b) = (bytes[first.clone()].to_vec(), bytes[second.clone()].to_vec());
    bytes.splice(second, a);
    bytes.splice(first, b);
}
