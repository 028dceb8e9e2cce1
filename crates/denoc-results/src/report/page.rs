//! The HTML document: head, top bar, contents, data and script.

use super::body::{self, Plots};
use super::data::PageData;
use super::scene_data::SceneData;
use super::{AuditOutcome, Report, Tally, Verdict};
use crate::ResultsError;
use crate::escape::escape;

static SCRIPT: &str = include_str!("../../web/dist/report.js");
static STYLE: &str = include_str!("../../web/dist/report.css");

/// Blocks all external resources, whatever the data contain.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data: blob:; font-src data:";
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect \
    width='32' height='32' rx='8' fill='%231f5fbf'/%3E%3Cpath d='M8 24 15 13 24 9' stroke='%23fff' stroke-width='3.4' \
    fill='none' stroke-linecap='round' stroke-linejoin='round'/%3E%3Ccircle cx='24' cy='9' r='3' \
    fill='%23ffb454'/%3E%3C/svg%3E";

pub(super) fn render(report: &Report) -> Result<String, ResultsError> {
    if let Some(scene) = &report.scene {
        scene.check()?;
    }
    let mut plots = Plots::default();
    let parts = body::parts(report, &mut plots)?;
    let data = PageData { scene: report.scene.as_ref().map(SceneData::new), plots: plots.data };
    // All numbers in the data are finite or in base 64, so JSON can represent them.
    let data = serde_json::to_string(&data).unwrap_or_default();
    let long = !report.sections.is_empty();
    let links: String = parts.iter().map(|part| link(&part.id, &part.name, part.verdict)).collect();
    let contents = match long {
        true => format!("<nav class=\"toc\" aria-label=\"Contents\"><h2>Contents</h2><ol>{links}</ol></nav>"),
        false => String::new(),
    };
    let bar_links = if long { String::new() } else { format!("<nav aria-label=\"Contents\"><ol>{links}</ol></nav>") };
    let (title, kind) = (escape(&report.title), escape(&report.kind));
    let content: String = parts.into_iter().map(|part| part.html).collect();
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"generator\" content=\"denoc {version}\">\n<title>{title}</title>\n\
         <link rel=\"icon\" href=\"{ICON}\">\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#main\">Skip to content</a>\n\
         <header class=\"bar\"><span class=\"brand\"><i></i>denoc</span><span class=\"kind\">{kind}</span>{bar_links}\
         <button id=\"theme\" class=\"icon\" type=\"button\" aria-label=\"Switch between light and dark theme\"></button>\
         </header>\n<div class=\"page{layout}\">\n{contents}<main id=\"main\">\n{hero}{content}</main>\n</div>\n\
         <footer>Created by denoc {version}. This page is self-contained and works offline.</footer>\n\
         <noscript><p class=\"noscript\">JavaScript is disabled: the animation and the plots are not shown.</p></noscript>\n\
         <script type=\"application/json\" id=\"data\">{data}</script>\n<script>{SCRIPT}</script>\n</body>\n</html>\n",
        version = env!("CARGO_PKG_VERSION"),
        layout = if long { " long" } else { "" },
        hero = hero(report),
        data = data.replace('<', "\\u003c"),
    ))
}

fn link(id: &str, name: &str, verdict: Option<Verdict>) -> String {
    format!("<li><a href=\"#{id}\">{}{}</a></li>", body::mark(verdict), escape(name))
}

/// Title, subtitle and the overall outcome.
fn hero(report: &Report) -> String {
    let Tally { checks, missed, unchecked } = report.tally();
    let target = if report.audit.is_empty() { "main" } else { "audit" };
    let badge = |class: &str, verdict: Verdict, text: &str, count: String| {
        let mark = body::mark(Some(verdict));
        format!("<a class=\"badge {class}\" href=\"#{target}\">{mark}<b>{text}</b><span>{count}</span></a>")
    };
    let badge = match report.outcome() {
        Some(AuditOutcome::Passed) => {
            badge("passed", Verdict::Passed, "Audit passed", format!("{checks} of {checks} checks passed"))
        }
        Some(AuditOutcome::Incomplete) => {
            let count = format!("{unchecked} of {checks} checks could not be made");
            badge("unchecked", Verdict::Unchecked, "Audit incomplete", count)
        }
        Some(AuditOutcome::Missed) => {
            let only = report.audit.iter().find(|row| row.missed()).filter(|_| missed == 1);
            let which = only.map_or(String::new(), |row| format!(": {}", escape(&row.name)));
            badge("missed", Verdict::Missed, "Audit failed", format!("{missed} of {checks} checks failed{which}"))
        }
        None => String::new(),
    };
    let subtitle = body::paragraphs(&report.subtitle, "subtitle");
    format!("<div class=\"hero\"><div><h1>{}</h1>{subtitle}</div>{badge}</div>\n", escape(&report.title))
}
