//! Curves over a common abscissa, in stacked panels; as SVG, as PNG of the same picture, and in the report page.

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

use crate::{Error, write_whole};
use std::path::Path;

/// How a curve is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Style {
    /// A thin line.
    #[default]
    Line,
    /// A broken line, for references and limits.
    Dashed,
    /// Points, for measurements.
    Dots,
}

/// The common abscissa of all panels.
#[derive(Debug, Clone, PartialEq)]
pub struct XAxis {
    /// What it is: `time`.
    pub label: String,
    /// Its unit.
    pub unit: String,
    /// One number per point.
    pub values: Vec<f64>,
    /// Whether it is the time of the scene, so that the report moves a cursor along it.
    pub time: bool,
    /// Logarithmic abscissa of pictures; zero and negative numbers are gaps.
    pub log: bool,
}

impl XAxis {
    /// The time in seconds.
    pub fn time(values: Vec<f64>) -> Self {
        XAxis { label: "time".into(), unit: "s".into(), values, time: true, log: false }
    }

    /// Anything else.
    pub fn new(label: impl Into<String>, unit: impl Into<String>, values: Vec<f64>) -> Self {
        XAxis { label: label.into(), unit: unit.into(), values, time: false, log: false }
    }

    /// With a logarithmic abscissa in pictures. Report pages draw it linearly.
    pub fn log(mut self) -> Self {
        self.log = true;
        self
    }
}

/// One curve.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// Name in the legend.
    pub name: String,
    /// One number per point of the abscissa; what is not finite is a gap.
    pub values: Vec<f64>,
    /// How it is drawn.
    pub style: Style,
    /// An abscissa of its own, for curves from elsewhere.
    pub x: Option<Vec<f64>>,
}

/// Curves with a common ordinate.
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    /// What the ordinate is: `joint torque`.
    pub label: String,
    /// Its unit.
    pub unit: String,
    /// Logarithmic ordinate; zero and negative numbers are gaps.
    pub log: bool,
    /// The curves.
    pub series: Vec<Series>,
}

impl Panel {
    /// A panel without curves.
    pub fn new(label: impl Into<String>, unit: impl Into<String>) -> Self {
        Panel { label: label.into(), unit: unit.into(), log: false, series: Vec::new() }
    }

    /// With a logarithmic ordinate.
    pub fn log(mut self) -> Self {
        self.log = true;
        self
    }

    /// With one more curve.
    pub fn series(self, name: impl Into<String>, values: Vec<f64>) -> Self {
        self.push(name, values, Style::Line, None)
    }

    /// With one more curve in a style.
    pub fn styled(self, name: impl Into<String>, values: Vec<f64>, style: Style) -> Self {
        self.push(name, values, style, None)
    }

    /// With one more curve over an abscissa of its own.
    pub fn over(self, name: impl Into<String>, x: Vec<f64>, values: Vec<f64>, style: Style) -> Self {
        self.push(name, values, style, Some(x))
    }

    fn push(mut self, name: impl Into<String>, values: Vec<f64>, style: Style, x: Option<Vec<f64>>) -> Self {
        self.series.push(Series { name: name.into(), values, style, x });
        self
    }
}

/// A picture: one or more panels, one above the other, over a common abscissa.
///
/// ```
/// use denoc_results::{Panel, Plot, XAxis};
/// let time: Vec<f64> = (0..100).map(|i| 0.1 * f64::from(i)).collect();
/// let sine = time.iter().map(|t| t.sin()).collect();
/// let plot = Plot::new("A swing", XAxis::time(time)).panel(Panel::new("angle", "rad").series("elbow", sine));
/// assert!(plot.to_svg()?.starts_with("<svg"));
/// # Ok::<(), denoc_results::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Plot {
    /// Head line.
    pub title: String,
    /// Common abscissa.
    pub x: XAxis,
    /// Panels from top to bottom.
    pub panels: Vec<Panel>,
    /// Whether a picture with one panel has the same scale in both directions: paths of points look as they are.
    pub equal_axes: bool,
}

impl Plot {
    /// A plot without panels.
    pub fn new(title: impl Into<String>, x: XAxis) -> Self {
        Plot { title: title.into(), x, panels: Vec::new(), equal_axes: false }
    }

    /// With one more panel below.
    pub fn panel(mut self, panel: Panel) -> Self {
        self.panels.push(panel);
        self
    }

    /// With the same scale in both directions.
    pub fn equal_axes(mut self) -> Self {
        self.equal_axes = true;
        self
    }

    /// The picture as SVG text, below 300 kB however many points there are.
    pub fn to_svg(&self) -> Result<String, Error> {
        self.check()?;
        Ok(svg::render(&layout::arrange(self), &self.title))
    }

    /// The picture as a PNG image, twice as fine as the SVG's units.
    pub fn to_png(&self) -> Result<Vec<u8>, Error> {
        self.check()?;
        let refuse = |problem| Error::Plot { plot: self.title.clone(), problem, remedy: "write it as SVG instead" };
        png::render(&layout::arrange(self), self.panels.len()).map_err(refuse)
    }

    /// Writes the SVG, whole or not at all.
    pub fn write_svg(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        write_whole(path, self.to_svg()?.as_bytes())
    }

    /// Writes the PNG, whole or not at all.
    pub fn write_png(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        write_whole(path, &self.to_png()?)
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        for series in self.panels.iter().flat_map(|panel| &panel.series) {
            let points = series.x.as_ref().unwrap_or(&self.x.values).len();
            if series.values.len() != points {
                return Err(Error::Plot {
                    plot: self.title.clone(),
                    problem: format!("{:?} has {} values over {points} points", series.name, series.values.len()),
                    remedy: "give one value per point of the abscissa",
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
