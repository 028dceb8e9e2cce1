//! What a film shows and how fast.

use std::ffi::OsStr;
use std::path::Path;

use denoc_base::number::six;
use denoc_model::names;
use denoc_results::{Background, Follow, RenderOptions, View};

use crate::Error;
use crate::error::scenario_error;

/// A kind of file.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum FileFormat {
    /// A picture.
    Png,
    /// A film.
    Gif,
    /// A film in three dimensions: binary glTF.
    Glb,
}

impl FileFormat {
    /// Its extension.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Gif => "gif",
            Self::Glb => "glb",
        }
    }

    /// The format that the name of a file stands for.
    ///
    /// ```
    /// use denoc_run::animate::FileFormat;
    /// assert_eq!(FileFormat::of("swing.GIF")?, FileFormat::Gif);
    /// let error = FileFormat::of("swing.mp4").unwrap_err();
    /// assert_eq!(error.to_string(), "swing.mp4: the format is not known; choose a name that ends in .gif, .glb or .png");
    /// # Ok::<(), denoc_run::Error>(())
    /// ```
    pub fn of(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let extension = path.extension().and_then(OsStr::to_str).map(str::to_lowercase);
        let found = [Self::Png, Self::Gif, Self::Glb].into_iter().find(|f| extension.as_deref() == Some(f.extension()));
        found.ok_or_else(|| {
            let remedy = "choose a name that ends in .gif, .glb or .png";
            crate::error::folder_error(path, "the format is not known", remedy)
        })
    }
}

/// How a film is made. Settings that are not given have defaults, which depend on the format.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct FilmOptions {
    /// The direction of the view.
    pub view: View,
    /// Width and height, pixels.
    pub size: Option<[u32; 2]>,
    /// What is behind the bodies.
    pub background: Background,
    /// What the camera follows.
    pub follow: Follow,
    /// Whether the traced path is left out.
    pub no_path: bool,
    /// Whether a PNG has at most 255 colours, which makes it smaller.
    pub few_colors: bool,
    /// Frames per second of a GIF.
    pub fps: Option<f64>,
    /// Seconds of the motion per second of the film.
    pub speed: Option<f64>,
    /// The time of a PNG, s.
    pub at: Option<f64>,
}

impl FilmOptions {
    /// Reads the view: `iso`, `front`, `side`, `top`, or azimuth and elevation in degrees.
    pub fn parse_view(text: &str) -> Result<View, Error> {
        View::parse(text).ok_or_else(|| {
            let remedy = format!(
                "{}, or give azimuth and elevation (-90 to 90) in degrees, such as -60,30",
                names::choose(text, &View::NAMES)
            );
            scenario_error("view", format!("\"{text}\" is not known"), remedy)
        })
    }

    /// Reads the size: `640x480`.
    pub fn parse_size(text: &str) -> Result<[u32; 2], Error> {
        let sides = text.split_once(['x', '×']).map(|(width, height)| [width.trim(), height.trim()].map(str::parse));
        match sides {
            Some([Ok(width), Ok(height)]) => Ok([width, height]),
            _ => Err(scenario_error(
                "size",
                format!("\"{text}\" is not a size"),
                "give width and height in pixels, such as 640x480",
            )),
        }
    }

    /// Reads the background: `light`, `dark` or `white`.
    pub fn parse_background(text: &str) -> Result<Background, Error> {
        Background::parse(text).ok_or_else(|| {
            let remedy = names::choose(text, &Background::NAMES.map(|(name, _)| name));
            scenario_error("background", format!("\"{text}\" is not known"), remedy)
        })
    }

    /// Reads what the camera follows: a link, or all links if the text is empty.
    pub fn parse_follow(text: &str) -> Follow {
        if text.is_empty() { Follow::Middle } else { Follow::Body(text.to_owned()) }
    }

    /// Refuses settings that the format does not have.
    pub(super) fn check(&self, format: FileFormat) -> Result<(), Error> {
        let refuse = |key: &str, only: &str| {
            let rule = format!("a .{} file has no such setting", format.extension());
            Err(scenario_error(key, rule, format!("leave it out; it is for {only}")))
        };
        let view = self.view != View::default() || self.background != Background::default() || self.no_path;
        match format {
            FileFormat::Glb if self.size.is_some() => refuse("size", ".gif and .png"),
            FileFormat::Glb if view => refuse("view, background, no path", ".gif and .png"),
            FileFormat::Glb if self.follow != Follow::Nothing => refuse("follow", ".gif and .png"),
            FileFormat::Glb | FileFormat::Png if self.fps.is_some() => refuse("fps", ".gif"),
            FileFormat::Png if self.speed.is_some() => refuse("speed", ".gif and .glb"),
            FileFormat::Glb | FileFormat::Gif if self.few_colors => refuse("few colors", ".png; a .gif has few anyway"),
            FileFormat::Glb | FileFormat::Gif if self.at.is_some() => refuse("at", ".png"),
            _ => Ok(()),
        }?;
        match self.at.filter(|at| !at.is_finite()) {
            Some(at) => Err(scenario_error("at", format!("{} is not a time", six(at)), "give seconds")),
            None => Ok(()),
        }
    }

    /// Width and height of a picture or film in pixels; `None` for glTF.
    pub fn pixels(&self, format: FileFormat) -> Option<[u32; 2]> {
        let usual = match format {
            FileFormat::Png => [1280, 960],
            FileFormat::Gif => [640, 480],
            FileFormat::Glb => return None,
        };
        Some(self.size.unwrap_or(usual))
    }

    pub(super) fn render(&self, format: FileFormat) -> RenderOptions {
        let usual = RenderOptions::default();
        RenderOptions {
            view: self.view,
            size: self.pixels(format).unwrap_or(usual.size),
            background: self.background,
            follow: self.follow.clone(),
            trails: !self.no_path,
            few_colors: self.few_colors,
        }
    }
}
