//! Colours: `"#4e79a7"`, `"#4e79a780"`, or three or four numbers from 0 to 1.

use denoc_base::number::six;
use toml::de::DeValue;

use super::quantity;
use super::section::Item;
use crate::FormatError;

const REMEDY: &str = "write \"#rrggbb\", \"#rrggbbaa\", or three or four numbers from 0 to 1";

pub(super) fn read(item: &Item) -> Result<[f64; 4], FormatError> {
    match item.value.get_ref() {
        DeValue::String(text) => hex(text).ok_or_else(|| bad(item, format!("\"{text}\""))),
        DeValue::Array(array) => {
            let color = match array.len() {
                3 => {
                    let [r, g, b] = item.numbers::<3>(quantity::NUMBER)?;
                    [r, g, b, 1.0]
                }
                4 => item.numbers::<4>(quantity::NUMBER)?,
                n => return Err(item.wrong_length(item.value, n, "3 or 4".into(), "[red, green, blue]")),
            };
            match color.iter().find(|x| !(0.0..=1.0).contains(*x)) {
                None => Ok(color),
                Some(x) => Err(bad(item, six(*x))),
            }
        }
        _ => Err(item.wrong_type("a string or an array", "color = \"#4e79a7\"")),
    }
}

fn bad(item: &Item, found: String) -> FormatError {
    let rule = format!("{found} in {} is not a colour", item.label());
    FormatError::BadValue { rule, remedy: REMEDY.into(), at: item.spot() }
}

fn hex(text: &str) -> Option<[f64; 4]> {
    let digits = text.strip_prefix('#')?;
    if !matches!(digits.len(), 6 | 8) || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let mut color = [1.0; 4];
    for (slot, i) in color.iter_mut().zip((0..digits.len()).step_by(2)) {
        *slot = f64::from(u8::from_str_radix(digits.get(i..i + 2)?, 16).ok()?) / 255.0;
    }
    Some(color)
}

/// Hexadecimal digits, if they represent the colour exactly.
pub(super) fn write(color: [f64; 4]) -> Option<String> {
    let mut text = String::from("#");
    let shown = if color[3] == 1.0 { 3 } else { 4 };
    for &x in &color[..shown] {
        text += &format!("{:02x}", (x * 255.0).round() as u8);
    }
    (hex(&text) == Some(color)).then_some(text)
}
