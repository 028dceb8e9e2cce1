//! Commands in pages of the documentation and in help.

use std::path::Path;

/// A command that a reader may try.
#[derive(Clone, Debug)]
pub(crate) struct Command {
    /// File and line.
    pub(crate) place: String,
    /// Without what is only said about it.
    pub(crate) text: String,
    /// What it prints, where the page shows that.
    pub(crate) prints: Option<String>,
}

/// A page in Markdown.
pub(crate) struct Page {
    name: String,
    text: String,
}

/// First words of commands.
const PROGRAMS: [&str; 5] = ["denoc", "cargo", "python", "pip", "maturin"];

impl Page {
    pub(crate) fn read(root: &Path, file: &Path) -> Self {
        let name = file.strip_prefix(root).unwrap_or(file).display().to_string();
        Self { text: std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{name}: {e}")), name }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Its text with single spaces between all words.
    pub(crate) fn plain(&self) -> String {
        self.text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The first block of a language.
    pub(crate) fn block(&self, language: &str) -> String {
        let start = format!("```{language}\n");
        let rest = self.text.split_once(&start).unwrap_or_else(|| panic!("{} has no {start}", self.name)).1;
        rest.split_once("\n```").expect("the end of a block").0.to_owned()
    }

    /// In the order of the page: the lines of blocks `sh`, those after `$` in blocks `console` with what they print, and
    /// what stands between backquotes in the text.
    pub(crate) fn commands(&self) -> Vec<Command> {
        let mut commands = Vec::new();
        let mut lines = self.text.lines().enumerate();
        let mut prose = String::new();
        let mut first = 1;
        while let Some((i, line)) = lines.next() {
            let Some(language) = line.strip_prefix("```") else {
                prose += line;
                prose.push('\n');
                continue;
            };
            self.inline(&prose, first, &mut commands);
            prose.clear();
            let body: Vec<&str> = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```").collect();
            match language {
                "sh" => self.shell(&body, i + 2, &mut commands),
                "console" => self.console(&body, i + 2, &mut commands),
                _ => {}
            }
            first = i + body.len() + 3;
        }
        self.inline(&prose, first, &mut commands);
        commands
    }

    fn command(&self, line: usize, text: &str, prints: Option<String>) -> Command {
        Command { place: format!("{}:{line}", self.name), text: text.to_owned(), prints }
    }

    fn shell(&self, body: &[&str], first: usize, commands: &mut Vec<Command>) {
        let mut whole = String::new();
        for (i, line) in body.iter().enumerate() {
            let line = line.split(" #").next().unwrap_or_default().trim();
            match line.strip_suffix('\\') {
                Some(part) => whole += part,
                None => {
                    whole += line;
                    if !whole.is_empty() {
                        commands.push(self.command(first + i, &whole, None));
                    }
                    whole.clear();
                }
            }
        }
    }

    fn console(&self, body: &[&str], first: usize, commands: &mut Vec<Command>) {
        for (i, line) in body.iter().enumerate() {
            if let Some(text) = line.strip_prefix("$ ") {
                let prints: Vec<&str> = body[i + 1..].iter().copied().take_while(|l| !l.starts_with("$ ")).collect();
                commands.push(self.command(first + i, text, Some(prints.join("\n"))));
            }
        }
    }

    fn inline(&self, prose: &str, first: usize, commands: &mut Vec<Command>) {
        let mut line = first;
        for (i, part) in prose.split('`').enumerate() {
            let text = part.split_whitespace().collect::<Vec<_>>().join(" ");
            let mut words = text.split(' ');
            if i % 2 == 1
                && PROGRAMS.contains(&words.next().unwrap_or_default())
                && words.next().is_some_and(|w| w != "=")
            {
                commands.push(self.command(line, &text, None));
            }
            line += part.matches('\n').count();
        }
    }
}

/// The examples of a help text: lines that begin with the name of the program; two spaces end the command.
pub(crate) fn of_help(place: &str, text: &str) -> Vec<Command> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("  denoc "));
    let commands = lines.map(|line| format!("denoc {}", line.split("  ").next().unwrap_or_default().trim()));
    commands.map(|text| Command { place: place.to_owned(), text, prints: None }).collect()
}

/// Splits a command into words, as a shell does; a redirection ends it.
pub(crate) fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            '>' if !quoted => break,
            ' ' if !quoted => words.extend(Some(std::mem::take(&mut word)).filter(|w| !w.is_empty())),
            c => word.push(c),
        }
    }
    words.extend(Some(word).filter(|w| !w.is_empty()));
    words
}
