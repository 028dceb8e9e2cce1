//! Digits in messages: at most six, so that people can read them.

/// Most significant digits of a number in a message.
const MOST: usize = 6;

/// Longest whole number: counts, sizes and seeds fit into 64 bits.
const WHOLE: usize = 20;

/// Numbers behind these words are to be copied into a file, where six digits would not do.
const TO_COPY: &str = "divide by its length: ";

/// Fails if a message contains a number with more than six significant digits. Allowed are whole numbers, numbers as the user wrote them
/// in `source` (names and excerpts of files), numbers to be copied, and two numbers that would read the same with fewer digits.
#[track_caller]
pub fn six_digits_at_most(message: &str, source: &str) {
    let found = long_numbers(message, source);
    assert!(found.is_empty(), "numbers with more than six digits, {found:?}, in: {message}");
}

/// The numbers of a message that [`six_digits_at_most`] does not allow.
pub fn long_numbers<'a>(message: &'a str, source: &str) -> Vec<&'a str> {
    let message = message.split(TO_COPY).next().unwrap_or(message);
    let all: Vec<&str> =
        message.lines().filter(|line| !is_excerpt(line)).flat_map(numbers).map(|(text, _)| text).collect();
    let written: Vec<&str> = numbers(source).map(|(text, _)| text).collect();
    let rounded = |text: &str| text.parse::<f64>().map(|x| format!("{x:.5e}")).unwrap_or_default();
    let has_neighbour = |text: &str| all.iter().any(|other| *other != text && rounded(other) == rounded(text));
    all.iter().copied().filter(|text| is_long(text) && !written.contains(text) && !has_neighbour(text)).collect()
}

/// Whether a line quotes one of a file: its number and a bar before it.
fn is_excerpt(line: &str) -> bool {
    let number = line.split_once(" |").map_or("", |(number, _)| number.trim());
    !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())
}

/// The same text with a tail of digits behind every number, ending in a zero, which no formatter writes: what a message takes from the file
/// differs from what it computes.
pub fn lengthened(text: &str) -> String {
    let mut long = String::new();
    let mut done = 0;
    for (number, end) in numbers(text) {
        let mantissa = number.split(['e', 'E']).next().unwrap_or(number);
        let cut = end - number.len() + mantissa.len();
        long += &text[done..cut];
        long += if mantissa.contains('.') { "1234567890" } else { ".1234567890" };
        done = cut;
    }
    long + &text[done..]
}

/// The numbers in a text without their signs, each with the position of its end. Parts of words and of versions are not numbers.
fn numbers(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let bytes = text.as_bytes();
    let digits = move |from: usize| from + bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let mut at = 0;
    core::iter::from_fn(move || {
        while at < bytes.len() {
            let start = at;
            at += 1;
            if !bytes[start].is_ascii_digit() {
                continue;
            }
            let mut end = digits(start);
            if bytes.get(end) == Some(&b'.') && digits(end + 1) > end + 1 {
                end = digits(end + 1);
            }
            if matches!(bytes.get(end), Some(b'e' | b'E')) {
                let sign = usize::from(matches!(bytes.get(end + 1), Some(b'-' | b'+')));
                let exponent = digits((end + 1 + sign).min(bytes.len()));
                end = if exponent > end + 1 + sign { exponent } else { end };
            }
            at = end;
            let in_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
            let goes_on = |rest: &str| rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
            if !text[..start].ends_with(in_word) && !goes_on(&text[end..]) {
                return Some((&text[start..end], end));
            }
        }
        None
    })
}

fn is_long(number: &str) -> bool {
    let mantissa = number.split(['e', 'E']).next().unwrap_or(number);
    // readers of JSON write 1e5 as 100000.0
    let whole = number.strip_suffix(".0").unwrap_or(number);
    if mantissa.len() == number.len() && !whole.contains('.') {
        return whole.len() > WHOLE;
    }
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    digits.trim_start_matches('0').len() > MOST
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: by hand
    #[test]
    fn long_numbers_are_found_and_others_are_not() {
        let found = |message| long_numbers(message, "mass = 0.12345670");
        assert_eq!(found("it is 1.4142135623730951: it must be 1"), ["1.4142135623730951"]);
        assert_eq!(found("[-0.30000000000000004, 1.234567e-9]"), ["0.30000000000000004", "1.234567e-9"]);
        assert_eq!(long_numbers(&"1".repeat(300), "").len(), 1);
        for fine in [
            "q[12345678] of 123456789 rows, 1.41421 and 0.000123457, 1e300, 1.5e-300, 100000.0.",
            "joint1.2345678, a_1.2345678, version 1.2.34567",
            "the length 1.0000001 is not 1",
            "mass 0.12345670 is odd",
            "m.toml:12:1: wrong\n   12 | x = 1.41421356237\n      | ^ write another",
        ] {
            assert!(found(fine).is_empty(), "{fine}: {:?}", found(fine));
        }
    }

    // oracle: by hand
    #[test]
    fn numbers_get_longer_and_words_do_not() {
        let long = lengthened("joint1 = [0.5, -2, 1.5e-3]\n");
        assert_eq!(long, "joint1 = [0.51234567890, -2.1234567890, 1.51234567890e-3]\n");
    }
}
