//! Files of plots.

use std::path::Path;

use denoc_results::Plot;

use crate::output::Failure;

/// How a plot is written.
#[derive(Copy, Clone, Debug)]
pub(crate) enum ImageFormat {
    Svg,
    Png,
}

impl ImageFormat {
    /// The format that the name of a file stands for; `flag`: the option that gives it.
    pub(crate) fn of(path: &Path, flag: &str) -> Result<Self, Failure> {
        let extension = path.extension().and_then(|e| e.to_str()).map(str::to_lowercase);
        match extension.as_deref() {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            _ => Err(Failure::new(format!("{flag} {}: the name must end in .svg or .png", path.display()))),
        }
    }

    pub(crate) fn write(self, plot: &Plot, path: &Path) -> Result<(), Failure> {
        match self {
            Self::Svg => plot.write_svg(path)?,
            Self::Png => plot.write_png(path)?,
        }
        Ok(())
    }
}
