//! Plots: curves in stacked panels over a common abscissa, as SVG, as PNG and in the report page.

mod decimate;
mod drawing;
mod font;
mod layout;
mod palette;
mod png;
mod svg;
mod ticks;

pub(crate) use decimate::{ascending, extremes, shown};
pub(crate) use palette::themed;
pub(crate) use ticks::raised;

use crate::{ResultsError, write_atomically};
use std::path::Path;

/// Line style of a curve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Style {
    /// A solid line.
    #[default]
    Line,
    /// A dashed line, for references and limits.
    Dashed,
    /// A dotted line.
    Dotted,
    /// A line of dashes and dots in turn.
    DashDot,
    /// Markers, for measurements.
    Dots,
}

/// The abscissa, common to all panels.
#[derive(Debug, Clone, PartialEq)]
pub struct XAxis {
    /// Label: `time`.
    pub label: String,
    /// Unit.
    pub unit: String,
    /// Values, one per point.
    pub values: Vec<f64>,
    /// Whether it is the time of the animation; the report page then moves a cursor along it.
    pub time: bool,
    /// The time of the animation at each value, if the abscissa is not time itself, such as the angle of a crank; the report page then
    /// moves its cursor along it, too.
    pub times: Option<Vec<f64>>,
    /// Logarithmic scale in SVG and PNG; zero and negative numbers become gaps.
    pub log: bool,
}

impl XAxis {
    /// Time in seconds.
    pub fn time(values: Vec<f64>) -> Self {
        XAxis { label: "time".into(), unit: "s".into(), values, time: true, times: None, log: false }
    }

    /// Any other quantity.
    pub fn new(label: impl Into<String>, unit: impl Into<String>, values: Vec<f64>) -> Self {
        XAxis { label: label.into(), unit: unit.into(), values, time: false, times: None, log: false }
    }

    /// Adds the time of the animation at each value.
    pub fn at_times(mut self, times: Vec<f64>) -> Self {
        self.times = Some(times);
        self
    }

    /// Selects a logarithmic scale for SVG and PNG. Report pages use a linear scale.
    pub fn log(mut self) -> Self {
        self.log = true;
        self
    }
}

/// A curve.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// Name in the legend.
    pub name: String,
    /// Values, one per point of the abscissa; values that are not finite become gaps.
    pub values: Vec<f64>,
    /// Line style.
    pub style: Style,
    /// Separate abscissa, for curves from other sources.
    pub x: Option<Vec<f64>>,
    /// Number of the colour; by default, the place of the curve in its panel.
    pub color: Option<usize>,
}

/// A panel: curves with a common ordinate.
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    /// Label of the ordinate: `joint torque`.
    pub label: String,
    /// Unit.
    pub unit: String,
    /// Logarithmic ordinate; zero and negative numbers become gaps.
    pub log: bool,
    /// The curves.
    pub series: Vec<Series>,
}

impl Panel {
    /// A panel without curves.
    pub fn new(label: impl Into<String>, unit: impl Into<String>) -> Self {
        Panel { label: label.into(), unit: unit.into(), log: false, series: Vec::new() }
    }

    /// Selects a logarithmic ordinate.
    pub fn log(mut self) -> Self {
        self.log = true;
        self
    }

    /// Adds a curve.
    pub fn series(self, name: impl Into<String>, values: Vec<f64>) -> Self {
        self.push(name, values, Style::Line, None)
    }

    /// Adds a curve with a line style.
    pub fn styled(self, name: impl Into<String>, values: Vec<f64>, style: Style) -> Self {
        self.push(name, values, style, None)
    }

    /// Adds a curve with a separate abscissa.
    pub fn over(self, name: impl Into<String>, x: Vec<f64>, values: Vec<f64>, style: Style) -> Self {
        self.push(name, values, style, Some(x))
    }

    /// Gives the last curve the colour of this number, so that curves of one kind have one colour.
    pub fn colored(mut self, color: usize) -> Self {
        self.series.last_mut().into_iter().for_each(|series| series.color = Some(color));
        self
    }

    fn push(mut self, name: impl Into<String>, values: Vec<f64>, style: Style, x: Option<Vec<f64>>) -> Self {
        self.series.push(Series { name: name.into(), values, style, x, color: None });
        self
    }
}

/// A plot: one or more stacked panels over a common abscissa.
///
/// ```
/// use denoc_results::{Panel, Plot, XAxis};
/// let time: Vec<f64> = (0..100).map(|i| 0.1 * f64::from(i)).collect();
/// let sine = time.iter().map(|t| t.sin()).collect();
/// let plot = Plot::new("Swing", XAxis::time(time)).panel(Panel::new("angle", "rad").series("elbow", sine));
/// assert!(plot.to_svg()?.starts_with("<svg"));
/// # Ok::<(), denoc_results::ResultsError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Plot {
    /// Title.
    pub title: String,
    /// The abscissa.
    pub x: XAxis,
    /// Panels from top to bottom.
    pub panels: Vec<Panel>,
    /// Equal scales on both axes in SVG and PNG of plots with one panel, so that paths of points are not distorted.
    pub equal_axes: bool,
}

impl Plot {
    /// A plot without panels.
    pub fn new(title: impl Into<String>, x: XAxis) -> Self {
        Plot { title: title.into(), x, panels: Vec::new(), equal_axes: false }
    }

    /// Adds a panel at the bottom.
    pub fn panel(mut self, panel: Panel) -> Self {
        self.panels.push(panel);
        self
    }

    /// Selects equal scales on both axes.
    pub fn equal_axes(mut self) -> Self {
        self.equal_axes = true;
        self
    }

    /// The plot as SVG text, below 300 kB for any number of points.
    pub fn to_svg(&self) -> Result<String, ResultsError> {
        self.check()?;
        Ok(svg::render(&layout::arrange(self), &self.title))
    }

    /// The plot as a PNG image with twice the resolution of the SVG.
    pub fn to_png(&self) -> Result<Vec<u8>, ResultsError> {
        self.check()?;
        let refuse =
            |problem| ResultsError::Plot { plot: self.title.clone(), problem, remedy: "write it as SVG instead" };
        png::render(&layout::arrange(self), self.panels.len()).map_err(refuse)
    }

    /// Writes the SVG file, completely or not at all.
    pub fn write_svg(&self, path: impl AsRef<Path>) -> Result<(), ResultsError> {
        write_atomically(path, self.to_svg()?.as_bytes())
    }

    /// Writes the PNG file, completely or not at all.
    pub fn write_png(&self, path: impl AsRef<Path>) -> Result<(), ResultsError> {
        write_atomically(path, &self.to_png()?)
    }

    pub(crate) fn check(&self) -> Result<(), ResultsError> {
        if let Some(times) = self.x.times.as_ref().filter(|times| times.len() != self.x.values.len()) {
            return Err(ResultsError::Plot {
                plot: self.title.clone(),
                problem: format!("there are {} times, but the abscissa has {}", times.len(), self.x.values.len()),
                remedy: "pass one time per point of the abscissa",
            });
        }
        for series in self.panels.iter().flat_map(|panel| &panel.series) {
            let points = series.x.as_ref().unwrap_or(&self.x.values).len();
            if series.values.len() != points {
                return Err(ResultsError::Plot {
                    plot: self.title.clone(),
                    problem: format!(
                        "{:?} has {} values, but the abscissa has {points}",
                        series.name,
                        series.values.len()
                    ),
                    remedy: "pass one value per point of the abscissa",
                });
            }
        }
        Ok(())
    }
}

/// `label [unit]`, or the label alone.
pub(crate) fn with_unit(label: &str, unit: &str) -> String {
    if unit.is_empty() { label.to_string() } else { format!("{label} [{unit}]") }
}
