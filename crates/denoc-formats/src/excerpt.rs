//! The source line of a message, with a caret at the location.

use denoc_model::Place;

/// Longer lines are truncated to this many characters.
const MAX_WIDTH: usize = 110;

/// A location in a file together with its source line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// File, line and column.
    pub place: Place,
    /// The line as it is shown: tabs as single spaces, long lines truncated around the location.
    pub line: String,
    /// Number of characters of `line` before the location.
    pub before: usize,
}

impl Spot {
    pub(crate) fn new(place: Place, line: &str) -> Box<Self> {
        let shown: Vec<char> = line.chars().map(printable).collect();
        let column = (place.column as usize).saturating_sub(1).min(shown.len());
        let (line, before) = window(&shown, column);
        Box::new(Self { place, line, before })
    }

    /// The complete message: location and rule; source line; caret and remedy.
    pub(crate) fn report(&self, rule: impl std::fmt::Display, remedy: impl std::fmt::Display) -> String {
        format!("{}: {}\n{}", self.place, one_line(&rule.to_string()), self.excerpt(one_line(&remedy.to_string())))
    }

    /// The source line, and below it the caret and a text.
    pub(crate) fn excerpt(&self, text: impl std::fmt::Display) -> String {
        let number = format!("{:>5}", self.place.line);
        let margin = " ".repeat(number.len());
        let indent = " ".repeat(self.before);
        let excerpt = format!("{number} | {}\n{margin} | {indent}^ {text}", self.line.trim_end());
        excerpt.trim_end().to_owned()
    }
}

/// Replaces line breaks and other control characters, which names in files can contain, by spaces.
pub(crate) fn one_line(text: &str) -> String {
    text.chars().map(printable).collect()
}

fn printable(c: char) -> char {
    if c.is_control() { ' ' } else { c }
}

/// At most [`MAX_WIDTH`] characters around `column`, and the position of the column among them.
fn window(line: &[char], column: usize) -> (String, usize) {
    if line.len() <= MAX_WIDTH {
        return (line.iter().collect(), column);
    }
    let start = column.saturating_sub(MAX_WIDTH / 2).min(line.len() - MAX_WIDTH);
    let end = start + MAX_WIDTH;
    let mut text = String::new();
    if start > 0 {
        text.push('…');
    }
    text.extend(&line[start..end]);
    if end < line.len() {
        text.push('…');
    }
    (text, column - start + usize::from(start > 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spot(line: &str, column: u32) -> Box<Spot> {
        Spot::new(Place { file: "f".into(), line: 7, column }, line)
    }

    #[test]
    fn the_caret_is_under_the_location() {
        let text = spot("\t<link nme='a'/>", 8).report("rule", "remedy");
        assert_eq!(text, "f:7:8: rule\n    7 |  <link nme='a'/>\n      |        ^ remedy");
    }

    #[test]
    fn long_lines_are_truncated_around_the_location() {
        let line: String = (0..100_000).map(|i| if i == 70_000 { 'X' } else { 'é' }).collect();
        let s = spot(&line, 70_001);
        assert_eq!(s.line.chars().count(), MAX_WIDTH + 2);
        assert_eq!(s.line.chars().nth(s.before), Some('X'));
        for column in [1, 50, 99_990, 100_000, 100_001, 900_000] {
            let s = spot(&line, column);
            assert!(s.before <= s.line.chars().count());
        }
    }
}
