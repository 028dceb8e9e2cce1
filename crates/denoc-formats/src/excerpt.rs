//! The line of a file that a message speaks of, with a caret under the place.

use denoc_model::Place;

/// More characters than this of a line are not shown.
const WIDEST: usize = 110;

/// A place in a file together with the line that stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// File, line and column.
    pub place: Place,
    /// The line as shown: tabs as single spaces, long lines cut to the surroundings of the place.
    pub line: String,
    /// How many characters of `line` stand before the place.
    pub before: usize,
}

impl Spot {
    pub(crate) fn new(place: Place, line: &str) -> Box<Self> {
        let shown: Vec<char> = line.chars().map(printable).collect();
        let column = (place.column as usize).saturating_sub(1).min(shown.len());
        let (line, before) = window(&shown, column);
        Box::new(Self { place, line, before })
    }

    /// The whole message: place and rule; line; caret and remedy.
    pub(crate) fn report(&self, rule: impl std::fmt::Display, remedy: impl std::fmt::Display) -> String {
        format!("{}: {}\n{}", self.place, one_line(&rule.to_string()), self.excerpt(one_line(&remedy.to_string())))
    }

    /// The line, and below it the caret and some words.
    pub(crate) fn excerpt(&self, words: impl std::fmt::Display) -> String {
        let number = format!("{:>5}", self.place.line);
        let margin = " ".repeat(number.len());
        let indent = " ".repeat(self.before);
        let text = format!("{number} | {}\n{margin} | {indent}^ {words}", self.line.trim_end());
        text.trim_end().to_owned()
    }
}

/// Names in files can hold anything: line breaks and other control characters become spaces.
pub(crate) fn one_line(text: &str) -> String {
    text.chars().map(printable).collect()
}

fn printable(c: char) -> char {
    if c.is_control() { ' ' } else { c }
}

/// At most [`WIDEST`] characters around `column`, and where the column is among them.
fn window(line: &[char], column: usize) -> (String, usize) {
    if line.len() <= WIDEST {
        return (line.iter().collect(), column);
    }
    let start = column.saturating_sub(WIDEST / 2).min(line.len() - WIDEST);
    let end = start + WIDEST;
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
    fn the_caret_stands_under_the_place() {
        let text = spot("\t<link nme='a'/>", 8).report("rule", "remedy");
        assert_eq!(text, "f:7:8: rule\n    7 |  <link nme='a'/>\n      |        ^ remedy");
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let line: String = (0..100_000).map(|i| if i == 70_000 { 'X' } else { 'é' }).collect();
        let s = spot(&line, 70_001);
        assert_eq!(s.line.chars().count(), WIDEST + 2);
        assert_eq!(s.line.chars().nth(s.before), Some('X'));
        for column in [1, 50, 99_990, 100_000, 100_001, 900_000] {
            let s = spot(&line, column);
            assert!(s.before <= s.line.chars().count());
        }
    }
}
