//! All closure schemes with one mechanism.

use denoc_results::{Column, Panel, Plot, Style, Table, XAxis};
use serde::{Serialize, Serializer};

use super::{ClosureScheme, ErrorHistory, GrowthLaw, GrowthSettings, Specimen, StudyWatch, Unwatched};
use crate::ValidationError;

/// Smaller errors are drawn here: a logarithm has no place for zero.
const LEAST: f64 = 1e-18;
/// One dot for this many samples.
const DOTS: usize = 10;

/// Column heads of [`Study::rows`].
pub const COLUMNS: [&str; 8] =
    ["mechanism", "loops kept closed by", "error at end [m]", "largest [m]", "grows as", "printed", "steps", ""];

/// The column with what the paper prints, which is empty for other mechanisms.
pub const PRINTED_COLUMN: usize = 5;

/// The closure errors of one mechanism by several schemes. Serialises to an entry of `mechanisms` of `denoc growth --json`.
#[derive(Debug)]
pub struct Study {
    /// The mechanism and its initial state.
    pub specimen: Specimen,
    /// How it was integrated and fitted.
    pub settings: GrowthSettings,
    /// One run for each scheme.
    pub runs: Vec<SchemeRun>,
}

/// A run with one closure scheme.
#[derive(Debug)]
pub struct SchemeRun {
    /// What kept the loops closed.
    pub scheme: &'static ClosureScheme,
    /// The closure error over time.
    pub history: ErrorHistory,
}

impl Study {
    /// Simulates a specimen with each of the schemes.
    pub fn run(
        specimen: Specimen,
        schemes: &[&'static ClosureScheme],
        settings: GrowthSettings,
    ) -> Result<Self, ValidationError> {
        let study = Self::run_watched(specimen, schemes, settings, &mut Unwatched)?;
        study.ok_or_else(|| ValidationError::case("the study was stopped"))
    }

    /// The same with reports of progress; `None` if the watch stopped it.
    pub fn run_watched(
        specimen: Specimen,
        schemes: &[&'static ClosureScheme],
        settings: GrowthSettings,
        watch: &mut dyn StudyWatch,
    ) -> Result<Option<Self>, ValidationError> {
        let mut runs = Vec::new();
        for &scheme in schemes {
            let Some(history) = ErrorHistory::record(&specimen, scheme, &settings, watch)? else { return Ok(None) };
            runs.push(SchemeRun { scheme, history });
        }
        Ok(Some(Self { specimen, settings, runs }))
    }

    /// Whether the fitted powers are about those of theory; `None` if there is nothing to compare.
    pub fn follows_theory(&self) -> Option<bool> {
        let power = |run: &SchemeRun| run.scheme.power.zip(run.history.power(self.settings.fit_from));
        let known = self.runs.iter().filter_map(power);
        known.map(|(usual, power)| (power - usual).abs() < 0.35).reduce(|a, b| a && b)
    }

    /// The closure error of the scheme with this keyword.
    pub fn history(&self, keyword: &str) -> Option<&ErrorHistory> {
        self.runs.iter().find(|run| run.scheme.keyword == keyword).map(|run| &run.history)
    }

    /// Why a run ended early, or when it left the motion of the projected run; else empty.
    pub fn remark(&self, history: &ErrorHistory) -> String {
        if let Some(why) = &history.failure {
            let when = history.times.last().map_or(String::new(), |t| format!("ended at {t:.2} s: "));
            return format!("{when}{}", why.lines().next().unwrap_or_default());
        }
        let other = self.history("projected").and_then(|projected| history.departs(projected));
        other.map_or(String::new(), |t| format!("another motion than the projected one from {t:.2} s"))
    }

    /// What the paper prints about its mechanisms.
    fn claim(&self, scheme: &ClosureScheme) -> &'static str {
        if self.specimen.printed { scheme.claim } else { "" }
    }

    /// Rows of a table with the heads [`COLUMNS`], one per scheme.
    pub fn rows(&self) -> Vec<[String; 8]> {
        let row = |(k, SchemeRun { scheme, history }): (usize, &SchemeRun)| {
            let title = if k == 0 { self.specimen.title.clone() } else { String::new() };
            let grows = match history.law(self.settings.fit_from) {
                GrowthLaw::Power(power) => format!("t^{power:.2}"),
                GrowthLaw::Rounding => "rounding".to_owned(),
                GrowthLaw::TooFew => "too few samples".to_owned(),
                GrowthLaw::Ended => "–".to_owned(),
            };
            let figure = |x: f64| format!("{x:.1e}");
            let steps = if history.failure.is_some() { "–".to_owned() } else { history.steps.to_string() };
            let [last, largest] = [figure(history.last()), figure(history.largest())];
            let (summary, claim) = (scheme.summary.to_owned(), self.claim(scheme).to_owned());
            [title, summary, last, largest, grows, claim, steps, self.remark(history)]
        };
        self.runs.iter().enumerate().map(row).collect()
    }

    /// The instants of the longest run.
    fn times(&self) -> Vec<f64> {
        let longest = self.runs.iter().map(|run| &run.history.times).max_by_key(|times| times.len());
        longest.cloned().unwrap_or_default()
    }

    /// The largest error so far over time, both on logarithmic axes, with dashed lines for powers of time (also for the printed
    /// power, for mechanisms of the paper).
    pub fn plot(&self) -> Plot {
        let shown: Vec<f64> = self.times().into_iter().filter(|t| *t > 0.0).collect();
        let mut panel = Panel::new("largest error of the loops so far", "m").log();
        for SchemeRun { scheme, history } in &self.runs {
            let points = history.times.iter().copied().zip(history.running()).filter(|(t, _)| *t > 0.0);
            // where two methods drift alike one line would hide the other
            let (style, every) = if scheme.keyword == "multipliers" { (Style::Dots, DOTS) } else { (Style::Line, 1) };
            let (x, running) = points.step_by(every).map(|(t, gap)| (t, gap.max(LEAST))).unzip();
            panel = panel.over(scheme.summary, x, running, style);
        }
        let end = shown.last().copied().unwrap_or(1.0);
        let lines =
            [("t²", 2.0, "multipliers", None), ("t", 1.0, "speeds", None), ("t^0.7 as printed", 0.7, "", Some(1e-14))];
        let count = if self.specimen.printed { lines.len() } else { lines.len() - 1 };
        for (name, power, keyword, size) in lines.into_iter().take(count) {
            let Some(size) = size.or_else(|| self.history(keyword).map(ErrorHistory::largest)) else { continue };
            panel = panel.styled(name, shown.iter().map(|t| size * (t / end).powf(power)).collect(), Style::Dashed);
        }
        let title = format!("How loops open: {}", self.specimen.title);
        Plot::new(title, XAxis::new("time", "s", shown).log()).panel(panel)
    }

    /// The closure errors over time as columns, one per scheme; NaN after a run ended early.
    pub fn table(&self) -> Result<Table, ValidationError> {
        let times = self.times();
        let column = |SchemeRun { scheme, history }: &SchemeRun| {
            let mut values = history.gaps.clone();
            values.resize(times.len(), f64::NAN);
            Column::new(scheme.keyword, "m", values).describe(format!("error of the loops, {}", scheme.summary))
        };
        let columns = [Column::new("t", "s", times.clone())].into_iter().chain(self.runs.iter().map(column));
        Ok(Table::from_columns(columns)?)
    }
}

/// The JSON object of a study.
#[derive(Serialize)]
struct Record<'a> {
    mechanism: &'a str,
    title: &'a str,
    model: &'a str,
    time: f64,
    tolerance: f64,
    integrator: &'a str,
    fitted_from: f64,
    methods: Vec<RunRecord<'a>>,
}

/// The JSON object of a run.
#[derive(Serialize)]
struct RunRecord<'a> {
    method: &'a str,
    summary: &'a str,
    error_at_end: f64,
    largest_error: f64,
    exponent: Option<f64>,
    printed: Option<&'a str>,
    steps: u64,
    failure: Option<&'a str>,
    remark: String,
}

impl Study {
    fn record<'a>(&'a self, run: &'a SchemeRun) -> RunRecord<'a> {
        let SchemeRun { scheme, history } = run;
        RunRecord {
            method: scheme.keyword,
            summary: scheme.summary,
            error_at_end: history.last(),
            largest_error: history.largest(),
            exponent: history.power(self.settings.fit_from),
            printed: Some(self.claim(scheme)).filter(|claim| !claim.is_empty()),
            steps: history.steps,
            failure: history.failure.as_deref(),
            remark: self.remark(history),
        }
    }
}

impl Serialize for Study {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (specimen, settings) = (&self.specimen, &self.settings);
        let record = Record {
            mechanism: &specimen.name,
            title: &specimen.title,
            model: specimen.mechanism.model.name(),
            time: settings.duration_of(specimen),
            tolerance: settings.tolerance,
            integrator: settings.integrator.info().keyword,
            fitted_from: settings.fit_from,
            methods: self.runs.iter().map(|run| self.record(run)).collect(),
        };
        record.serialize(serializer)
    }
}
