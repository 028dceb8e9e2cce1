//! Damage to texts, with fixed seeds.

#![allow(dead_code)] // not every test uses everything

pub(crate) mod sdf;

use denoc_testkit::Random;

const PIECES: &[&str] = &[
    "<",
    ">",
    "/",
    "\"",
    "'",
    "&",
    "&amp;",
    "&#0;",
    "=",
    "-",
    "--",
    "-->",
    "<!--",
    "<![CDATA[",
    "]]>",
    "<?",
    "?>",
    "${",
    "xacro:",
    "a:",
    "é",
    "漢",
    "\u{0}",
    "\u{feff}",
    "\r",
    "\n",
    " ",
    "1e999",
    "nan",
    "0",
    "<joint",
    "</link>",
    "name=",
    "xmlns=\"\"",
    " xmlns:a=\"\"",
    "<!DOCTYPE a [<!ENTITY b 'c'>]>",
    "base",
    "tip",
];

pub(crate) fn damage(text: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(text.len());
    let longest = [1, 4, 40, 400][random.below(4)];
    let length = 1 + random.below(longest);
    let end = (at + length).min(text.len());
    match random.below(6) {
        0 => drop(text.drain(at..end)),
        1 => {
            let copy = text[at..end].to_vec();
            let to = random.below(text.len());
            text.splice(to..to, copy);
        }
        2 if at < text.len() => text[at] = random.below(256) as u8,
        3 => {
            let copy = text[at..end].to_vec();
            let to = random.below(text.len());
            let stop = (to + random.below(40)).min(text.len());
            text.splice(to..stop, copy);
        }
        4 => text.truncate(text.len() - random.below(text.len() / 4)),
        _ => {
            let piece = PIECES[random.below(PIECES.len())];
            text.splice(at..at, piece.bytes());
        }
    }
}

/// Damage that leaves the file well-formed XML: other values of attributes, attributes and elements renamed or removed.
pub(crate) fn rearrange(text: &mut String, values: &[&str], random: &mut Random) {
    let quotes: Vec<usize> = text.match_indices('"').map(|(i, _)| i).collect();
    let pair = random.below(quotes.len() / 2);
    let other = random.below(quotes.len() / 2);
    let value = quotes[2 * pair] + 1..quotes[2 * pair + 1];
    let replacement = match random.below(4) {
        0 => text[quotes[2 * other] + 1..quotes[2 * other + 1]].to_owned(),
        1 => values[random.below(values.len())].to_owned(),
        2 => format!("{} {}", &text[value.clone()], values[random.below(values.len())]),
        _ => {
            // rename what stands before the value
            let start = text[..value.start].rfind([' ', '<']).map_or(0, |i| i + 1);
            text.replace_range(start..value.start - 2, ["x", "name", "xyz", "a:b"][random.below(4)]);
            return;
        }
    };
    text.replace_range(value, &replacement);
}
