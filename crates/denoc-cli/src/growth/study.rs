//! All ways with one mechanism.

use denoc::results::{Column, Panel, Plot, Style, Table, XAxis};
use serde_json::{Value, json};

use super::course::{Course, Growth, Settings};
use super::{Bar, Subject, Way};
use crate::output::Failure;

/// Smaller errors are drawn here: a logarithm has no place for zero.
const LEAST: f64 = 1e-18;
/// Every so many samples a dot.
const DOTS: usize = 10;

/// Heads of the table.
pub(crate) const COLUMNS: [&str; 8] =
    ["mechanism", "loops kept closed by", "error at end [m]", "largest [m]", "grows as", "printed", "steps", ""];

/// The column of what the paper says, which it says of its own mechanisms only.
pub(crate) const PRINTED_COLUMN: usize = 5;

/// What was found for one mechanism.
#[derive(Debug)]
pub(crate) struct Study {
    pub(crate) subject: Subject,
    pub(crate) settings: Settings,
    pub(crate) courses: Vec<(&'static Way, Course)>,
}

impl Study {
    pub(crate) fn new(subject: Subject, ways: &[&'static Way], settings: Settings) -> Result<Self, Failure> {
        let study = Self::watched(subject, ways, settings, &mut Bar::new(0))?;
        study.ok_or_else(|| Failure::new("the study was stopped"))
    }

    /// The same while somebody looks on; `None` if it was stopped.
    pub(crate) fn watched(
        subject: Subject,
        ways: &[&'static Way],
        settings: Settings,
        bar: &mut Bar,
    ) -> Result<Option<Self>, Failure> {
        let mut courses = Vec::new();
        for way in ways {
            let Some(course) = Course::new(&subject, way, settings, bar)? else { return Ok(None) };
            courses.push((*way, course));
        }
        Ok(Some(Self { subject, settings, courses }))
    }

    /// Whether errors of accelerations grow with about the square of time, and those of speeds with about time; `None` if there is
    /// nothing to tell it from.
    pub(crate) fn has_usual_powers(&self) -> Option<bool> {
        let known = self.courses.iter().filter_map(|(way, course)| way.power.zip(course.power(self.settings.from)));
        known.map(|(usual, power)| (power - usual).abs() < 0.35).reduce(|a, b| a && b)
    }

    /// The course of a way.
    pub(crate) fn course(&self, keyword: &str) -> Option<&Course> {
        self.courses.iter().find(|(way, _)| way.keyword == keyword).map(|(_, course)| course)
    }

    /// What there is to say about a course besides its numbers.
    pub(crate) fn remark(&self, course: &Course) -> String {
        if let Some(why) = &course.failure {
            let when = course.times.last().map_or(String::new(), |t| format!("ended at {t:.2} s: "));
            return format!("{when}{}", why.lines().next().unwrap_or_default());
        }
        let other = self.course("projected").and_then(|projected| course.departs(projected));
        other.map_or(String::new(), |t| format!("another motion than the projected one from {t:.2} s"))
    }

    /// What the paper says, of its own mechanisms.
    fn claim(&self, way: &Way) -> &'static str {
        if self.subject.printed { way.claim } else { "" }
    }

    /// Rows of the table, one per way.
    pub(crate) fn rows(&self) -> Vec<[String; 8]> {
        let row = |(k, (way, course)): (usize, &(&'static Way, Course))| {
            let title = if k == 0 { self.subject.title.clone() } else { String::new() };
            let grows = match course.growth(self.settings.from) {
                Growth::Power(power) => format!("t^{power:.2}"),
                Growth::Rounding => "rounding".to_owned(),
                Growth::TooFew => "too few samples".to_owned(),
                Growth::Ended => "–".to_owned(),
            };
            let figure = |x: f64| format!("{x:.1e}");
            let steps = if course.failure.is_some() { "–".to_owned() } else { course.steps.to_string() };
            let numbers = [figure(course.last()), figure(course.largest())];
            let [last, largest] = numbers;
            [title, way.words.to_owned(), last, largest, grows, self.claim(way).to_owned(), steps, self.remark(course)]
        };
        self.courses.iter().enumerate().map(row).collect()
    }

    /// The largest error so far over time, both as logarithms, with powers as broken lines; those printed too for mechanisms of the
    /// paper.
    pub(crate) fn plot(&self) -> Plot {
        let longest = self.courses.iter().map(|(_, course)| &course.times).max_by_key(|times| times.len());
        let times = longest.cloned().unwrap_or_default();
        let shown: Vec<f64> = times.iter().copied().filter(|t| *t > 0.0).collect();
        let mut panel = Panel::new("largest error of the loops so far", "m").log();
        for (way, course) in &self.courses {
            let points = course.times.iter().copied().zip(course.running()).filter(|(t, _)| *t > 0.0);
            // where two methods drift alike one line would hide the other
            let (style, every) = if way.keyword == "multipliers" { (Style::Dots, DOTS) } else { (Style::Line, 1) };
            let (x, running) = points.step_by(every).map(|(t, gap)| (t, gap.max(LEAST))).unzip();
            panel = panel.over(way.words, x, running, style);
        }
        let end = shown.last().copied().unwrap_or(1.0);
        let lines =
            [("t²", 2.0, "multipliers", None), ("t", 1.0, "speeds", None), ("t^0.7 as printed", 0.7, "", Some(1e-14))];
        let count = if self.subject.printed { lines.len() } else { lines.len() - 1 };
        for (name, power, way, size) in lines.into_iter().take(count) {
            let Some(size) = size.or_else(|| self.course(way).map(Course::largest)) else { continue };
            panel = panel.styled(name, shown.iter().map(|t| size * (t / end).powf(power)).collect(), Style::Dashed);
        }
        let title = format!("How loops open: {}", self.subject.title);
        Plot::new(title, XAxis::new("time", "s", shown).log()).panel(panel)
    }

    /// Errors over time; gaps where a run had ended.
    pub(crate) fn table(&self) -> Result<Table, Failure> {
        let longest = self.courses.iter().map(|(_, course)| &course.times).max_by_key(|times| times.len());
        let times = longest.cloned().unwrap_or_default();
        let column = |(way, course): &(&'static Way, Course)| {
            let mut values = course.gaps.clone();
            values.resize(times.len(), f64::NAN);
            Column::new(way.keyword, "m", values).describe(format!("error of the loops, {}", way.words))
        };
        let columns = [Column::new("t", "s", times.clone())].into_iter().chain(self.courses.iter().map(column));
        Ok(Table::from_columns(columns)?)
    }

    /// For programs.
    pub(crate) fn object(&self) -> Value {
        let course = |(way, course): &(&'static Way, Course)| {
            let claim = self.claim(way);
            json!({
                "method": way.keyword, "words": way.words, "error_at_end": course.last(), "largest_error": course.largest(),
                "exponent": course.power(self.settings.from), "printed": (!claim.is_empty()).then_some(claim), "steps": course.steps,
                "failure": course.failure, "remark": self.remark(course),
            })
        };
        json!({
            "mechanism": self.subject.name, "title": self.subject.title, "model": self.subject.arm.model.name(),
            "time": self.settings.time_of(&self.subject), "tolerance": self.settings.tolerance,
            "integrator": self.settings.method.info().keyword, "fitted_from": self.settings.from,
            "methods": self.courses.iter().map(course).collect::<Vec<_>>(),
        })
    }
}
