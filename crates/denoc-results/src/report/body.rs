//! The sections of the page, each with its entry in the table of contents.

use super::data::{PlotData, is_function};
use super::{AuditRow, PlotGroup, Report, Section, TextTable, Verdict};
use crate::escape::escape;
use crate::plot::{raised, themed};
use crate::{Plot, ResultsError};
use denoc_base::number::Digits;

/// Tables with more rows than this have a scroll bar.
const LONG_TABLE: usize = 24;
/// Tables are truncated to this many rows.
const MOST_ROWS: usize = 1_000;

/// A section of the page.
pub(super) struct Part {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) verdict: Option<Verdict>,
    pub(super) html: String,
}

/// Interactive plots collected so far; the page refers to them by index.
#[derive(Default)]
pub(super) struct Plots<'a> {
    pub(super) data: Vec<PlotData<'a>>,
}

impl<'a> Plots<'a> {
    fn grid(&mut self, plots: &'a [Plot]) -> Result<String, ResultsError> {
        let cards = plots.iter().map(|plot| self.card(plot)).collect::<Result<String, _>>()?;
        let single = if plots.len() == 1 { " single" } else { "" };
        Ok(if plots.is_empty() { cards } else { format!("<div class=\"plots{single}\">{cards}</div>\n") })
    }

    fn card(&mut self, plot: &'a Plot) -> Result<String, ResultsError> {
        plot.check()?;
        if !is_function(plot) {
            return Ok(format!("<figure class=\"card still\">{}</figure>\n", themed(&plot.to_svg()?)));
        }
        self.data.push(PlotData::new(plot));
        let (number, title) = (self.data.len() - 1, escape(&plot.title));
        Ok(format!("<figure class=\"card plot\" data-plot=\"{number}\"><figcaption>{title}</figcaption></figure>\n"))
    }
}

pub(super) fn parts<'a>(report: &'a Report, plots: &mut Plots<'a>) -> Result<Vec<Part>, ResultsError> {
    let mut parts = Vec::new();
    let mut add = |id: &str, name: &str, verdict, html: String| {
        let html = format!("<section id=\"{id}\">{html}</section>\n");
        parts.push(Part { id: id.into(), name: name.into(), verdict, html });
    };
    if !report.warnings.is_empty() {
        let items: String = report.warnings.iter().map(|text| format!("<li>{}</li>", inline(text))).collect();
        add(
            "warnings",
            "Warnings",
            None,
            format!("<div class=\"card warnings\"><h2>Warnings</h2><ul>{items}</ul></div>"),
        );
    }
    if report.scene.is_some() {
        add("motion", "Motion", None, "<h2 class=\"unseen\">Motion</h2><div class=\"card viewer\"></div>".into());
    }
    for (number, PlotGroup { title, short, text, plots: group, tables }) in report.plots.iter().enumerate() {
        let tables: String = tables.iter().map(|it| table(it, 3)).collect();
        let html = format!("<h2>{}</h2>{}{}{tables}", escape(title), paragraphs(text, "lead"), plots.grid(group)?);
        add(&format!("plots-{}", number + 1), if short.is_empty() { title } else { short }, None, html);
    }
    if !report.audit.is_empty() {
        add("audit", "Audit", None, audit(&report.audit));
    }
    for (number, section) in report.sections.iter().enumerate() {
        let Section { title, text, plots: section_plots, tables, verdict } = section;
        let tables: String = tables.iter().map(|it| table(it, 3)).collect();
        let (mark, title_text) = (mark(*verdict), escape(title));
        let html =
            format!("<h2>{mark}{title_text}</h2>{}{}{tables}", paragraphs(text, "lead"), plots.grid(section_plots)?);
        add(&format!("section-{}", number + 1), title, *verdict, html);
    }
    for (number, it) in report.tables.iter().enumerate() {
        add(&format!("table-{}", number + 1), &it.title, None, table(it, 2));
    }
    if !report.notes.is_empty() {
        let items: String = report.notes.iter().map(|text| format!("<li>{}</li>", inline(text))).collect();
        add("notes", "Notes", None, format!("<h2>Notes</h2><div class=\"card\"><ul>{items}</ul></div>"));
    }
    if !report.conventions.is_empty() {
        let html = format!("<h2>Conventions</h2><div class=\"card\">{}</div>", pairs(&report.conventions));
        add("conventions", "Conventions", None, html);
    }
    if !(report.provenance.is_empty() && report.command.is_empty() && report.downloads.is_empty()) {
        add("provenance", "Provenance", None, provenance(report));
    }
    Ok(parts)
}

/// A symbol for an outcome, with a label for screen readers.
pub(super) fn mark(verdict: Option<Verdict>) -> &'static str {
    match verdict {
        Some(Verdict::Passed) => "<i class=\"mark passed\" role=\"img\" aria-label=\"passed\">✓</i>",
        Some(Verdict::Missed) => "<i class=\"mark missed\" role=\"img\" aria-label=\"failed\">✗</i>",
        Some(Verdict::Unchecked) => "<i class=\"mark unchecked\" role=\"img\" aria-label=\"not checked\">?</i>",
        Some(Verdict::Unjudged) => "<i class=\"mark\" role=\"img\" aria-label=\"for information\">·</i>",
        None => "",
    }
}

/// Paragraphs, separated by blank lines.
pub(super) fn paragraphs(text: &str, class: &str) -> String {
    let parts = text.split("\n\n").map(str::trim).filter(|part| !part.is_empty());
    parts.map(|part| format!("<p class=\"{class}\">{}</p>", inline(part))).collect()
}

/// Escaped text; `code` in backticks.
fn inline(text: &str) -> String {
    let code = |(place, part): (usize, &str)| match place % 2 {
        1 => format!("<code>{}</code>", escape(part)),
        _ => escape(part),
    };
    text.split('`').enumerate().map(code).collect()
}

fn audit(rows: &[AuditRow]) -> String {
    let row = |row: &AuditRow| {
        let class = match row.verdict {
            Verdict::Missed => " class=\"missed\"",
            Verdict::Unchecked => " class=\"unchecked\"",
            Verdict::Passed | Verdict::Unjudged => "",
        };
        let tolerance = row.tolerance.map_or("–".to_string(), |tolerance| format!("≤ {}", number(tolerance)));
        format!(
            "<tr{class}><td>{}</td><th scope=\"row\">{}</th><td class=\"num\">{} <small>{}</small></td>\
             <td class=\"num\">{tolerance}</td><td class=\"text\">{}</td></tr>",
            mark(Some(row.verdict)),
            escape(&row.name),
            number(row.value),
            escape(&row.unit),
            inline(&row.meaning)
        )
    };
    let rows: String = rows.iter().map(row).collect();
    format!(
        "<h2>Audit</h2><div class=\"card scroll\"><table class=\"audit\"><thead><tr><th><span class=\"unseen\">outcome\
         </span></th><th scope=\"col\">check</th><th scope=\"col\" class=\"num\">value</th><th scope=\"col\" \
         class=\"num\">tolerance</th><th scope=\"col\">meaning</th></tr></thead><tbody>{rows}</tbody></table></div>"
    )
}

/// Four significant digits, with a typeset power of ten for very small and very large numbers.
fn number(value: f64) -> String {
    const DIGITS: Digits = Digits { significant: 4, plain: 1e-3..1e5, mantissa: 2 };
    let text = DIGITS.text(value);
    let text = match text.split_once('e') {
        Some((mantissa, power)) => format!("{mantissa}×10{}", raised(power.parse().unwrap_or(0))),
        None => text,
    };
    text.replace('-', "−")
}

fn table(table: &TextTable, level: usize) -> String {
    let numeric: Vec<bool> = (0..table.columns.len()).map(|column| is_numeric(table, column)).collect();
    let class = |column: usize| if numeric.get(column) == Some(&true) { " class=\"num\"" } else { "" };
    let head = table.columns.iter().enumerate();
    let head: String = head.map(|(i, it)| format!("<th scope=\"col\"{}>{}</th>", class(i), escape(it))).collect();
    let cells = |row: &Vec<String>| -> String {
        row.iter().enumerate().map(|(i, it)| format!("<td{}>{}</td>", class(i), inline(it))).collect()
    };
    let rows: String = table.rows.iter().take(MOST_ROWS).map(|row| format!("<tr>{}</tr>", cells(row))).collect();
    let (class, tab) = match table.rows.len() > LONG_TABLE {
        // only an element that takes the focus can be scrolled with the keyboard
        true => ("card scroll tall", " tabindex=\"0\""),
        false => ("card scroll", ""),
    };
    let count = match table.rows.len() {
        0..=LONG_TABLE => String::new(),
        n @ ..=MOST_ROWS => format!(" <small>{n} rows</small>"),
        n => format!(" <small>first {MOST_ROWS} of {n} rows</small>"),
    };
    format!(
        "<h{level}>{}{count}</h{level}><div class=\"{class}\"{tab}><table><thead><tr>{head}</tr></thead>\
         <tbody>{rows}</tbody></table></div>{}",
        escape(&table.title),
        paragraphs(&table.note, "note")
    )
}

/// Whether all cells of a column begin like numbers; such columns are right-aligned.
fn is_numeric(table: &TextTable, column: usize) -> bool {
    let mut cells = table.rows.iter().filter_map(|row| row.get(column)).filter(|cell| !cell.is_empty());
    let number = |cell: &String| cell.trim_start_matches(['-', '−', '+']).starts_with(|c: char| c.is_ascii_digit());
    let blank = |cell: &String| matches!(cell.as_str(), "–" | "—" | "-" | "NaN" | "∞");
    cells.all(|cell| number(cell) || blank(cell))
}

fn pairs(pairs: &[(String, String)]) -> String {
    let row = |(name, value): &(String, String)| format!("<dt>{}</dt><dd>{}</dd>", escape(name), inline(value));
    format!("<dl>{}</dl>", pairs.iter().map(row).collect::<String>())
}

fn provenance(report: &Report) -> String {
    let command = match report.command.is_empty() {
        true => String::new(),
        false => format!(
            "<p class=\"note\">Command that reproduces this report:</p><pre tabindex=\"0\">{}</pre>",
            escape(&report.command)
        ),
    };
    let link = |file: &super::Download| {
        let path = file.file.replace('%', "%25").replace('#', "%23").replace('?', "%3F");
        // With the leading dot, a name that contains a colon remains a path.
        format!("<a class=\"file\" href=\"./{}\" download>{}</a>", escape(&path), escape(&file.label))
    };
    let files: String = report.downloads.iter().map(link).collect();
    let files = if files.is_empty() { files } else { format!("<p class=\"files\">{files}</p>") };
    format!("<h2>Provenance</h2><div class=\"card\">{}{command}{files}</div>", pairs(&report.provenance))
}
