//! How scenes are drawn.

use crate::ResultsError;

/// The direction from which a scene is seen.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum View {
    /// From the front, the right and above.
    #[default]
    Iso,
    /// Along +y.
    Front,
    /// Along −x.
    Side,
    /// From above, y upwards.
    Top,
    /// From this azimuth (of the camera, about the upward direction, from x towards y) and elevation, in degrees.
    Angles {
        /// Azimuth.
        azimuth: f64,
        /// Elevation above the horizon.
        elevation: f64,
    },
}

impl View {
    /// The names of the views with one.
    pub const NAMES: [&'static str; 4] = ["iso", "front", "side", "top"];

    /// A view by its name, or by azimuth and elevation in degrees: `-60,30`.
    ///
    /// ```
    /// use denoc_results::View;
    /// assert_eq!(View::parse("top"), Some(View::Top));
    /// assert_eq!(View::parse("-60, 30"), Some(View::Angles { azimuth: -60.0, elevation: 30.0 }));
    /// assert_eq!([View::parse("back"), View::parse("0, 91")], [None, None]);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "iso" => Some(Self::Iso),
            "front" => Some(Self::Front),
            "side" => Some(Self::Side),
            "top" => Some(Self::Top),
            _ => {
                let (azimuth, elevation) = text.split_once(',')?;
                let number = |text: &str| text.trim().parse::<f64>().ok().filter(|x| x.is_finite());
                let upright = |elevation: &f64| (-90.0..=90.0).contains(elevation);
                Some(Self::Angles { azimuth: number(azimuth)?, elevation: number(elevation).filter(upright)? })
            }
        }
    }

    /// Azimuth and elevation of the camera, rad.
    pub(super) fn angles(self) -> [f64; 2] {
        let degrees = match self {
            // that of the report page: (0.85, -1.5, 0.72)
            Self::Iso => [-60.461, 22.666],
            Self::Front => [-90.0, 0.0],
            Self::Side => [0.0, 0.0],
            Self::Top => [-90.0, 90.0],
            Self::Angles { azimuth, elevation } => [azimuth, elevation.clamp(-90.0, 90.0)],
        };
        degrees.map(f64::to_radians)
    }
}

/// What is behind the bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Background {
    /// Light grey.
    #[default]
    Light,
    /// Dark grey.
    Dark,
    /// White.
    White,
}

impl Background {
    /// All of them with their names.
    pub const NAMES: [(&'static str, Self); 3] = [("light", Self::Light), ("dark", Self::Dark), ("white", Self::White)];

    /// The background with this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, background)| *background)
    }
}

/// What the camera follows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Follow {
    /// Nothing: the camera stands where it sees the whole motion.
    #[default]
    Nothing,
    /// The middle of all bodies that move.
    Middle,
    /// The origin of a body, by its name.
    Body(String),
}

/// How a scene is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct RenderOptions {
    /// The direction of the view.
    pub view: View,
    /// Width and height, pixels.
    pub size: [u32; 2],
    /// What is behind the bodies.
    pub background: Background,
    /// What the camera follows.
    pub follow: Follow,
    /// Whether the paths of the trails are drawn.
    pub trails: bool,
    /// Whether a PNG has at most 255 colours, which makes it smaller. A GIF always has.
    pub few_colors: bool,
}

impl Default for RenderOptions {
    fn default() -> Self {
        Self {
            view: View::Iso,
            size: [640, 480],
            background: Background::Light,
            follow: Follow::Nothing,
            trails: true,
            few_colors: false,
        }
    }
}

/// Pixels along an edge of a picture.
const SIDES: std::ops::RangeInclusive<u32> = 16..=4096;

impl RenderOptions {
    pub(super) fn check(&self) -> Result<(), ResultsError> {
        let [width, height] = self.size;
        if self.size.iter().all(|side| SIDES.contains(side)) {
            return Ok(());
        }
        Err(ResultsError::Scene {
            part: "size".into(),
            problem: format!("the picture would have {width} × {height} pixels"),
            remedy: "choose a width and a height from 16 to 4096 pixels",
        })
    }
}

/// The course of an animation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pace {
    /// Frames per second.
    pub fps: f64,
    /// Seconds of the motion per second of the animation: 0.1 is slow motion.
    pub speed: f64,
}

impl Default for Pace {
    fn default() -> Self {
        Self { fps: 25.0, speed: 1.0 }
    }
}

/// Most frames of an animation.
const MOST_FRAMES: usize = 3000;

fn refuse<T>(problem: String, remedy: &'static str) -> Result<T, ResultsError> {
    Err(ResultsError::Scene { part: "animation".into(), problem, remedy })
}

impl Pace {
    pub(super) fn check(self) -> Result<(), ResultsError> {
        let Self { fps, speed } = self;
        if !(1.0..=50.0).contains(&fps) {
            let problem = format!("there would be {} frames per second", denoc_base::number::six(fps));
            return refuse(problem, "choose from 1 to 50, the most that viewers show");
        }
        if !(speed > 0.0 && speed.is_finite()) {
            let problem = format!("its speed would be {}", denoc_base::number::six(speed));
            return refuse(problem, "choose a positive number: 1 is real time, 0.1 slow motion");
        }
        Ok(())
    }

    /// The times of the frames of a motion: the first and the last time are among them.
    pub(super) fn times(self, motion: &[f64]) -> Result<Vec<f64>, ResultsError> {
        self.check()?;
        let Self { fps, speed } = self;
        let (Some(&first), Some(&last)) = (motion.first(), motion.last()) else { return Ok(Vec::new()) };
        let steps = (fps * (last - first) / speed - 1e-9).ceil();
        if steps >= MOST_FRAMES as f64 {
            let problem = format!("it would have {steps} frames, but the limit is {MOST_FRAMES}");
            return refuse(problem, "choose a higher speed, fewer frames per second, or a part of the motion");
        }
        Ok((0..=steps as usize).map(|k| (first + k as f64 * speed / fps).min(last)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: by hand
    #[test]
    fn frames_cover_the_motion() {
        let times = |fps, speed| Pace { fps, speed }.times(&[1.0, 1.7, 2.0]).unwrap();
        assert_eq!(times(4.0, 1.0), [1.0, 1.25, 1.5, 1.75, 2.0]);
        assert_eq!(times(2.0, 0.4), [1.0, 1.2, 1.4, 1.6, 1.8, 2.0]);
        assert_eq!(times(2.0, 1.5), [1.0, 1.75, 2.0]);
        assert_eq!(Pace::default().times(&[3.0]).unwrap(), [3.0]);
        let refused = |fps, speed| Pace { fps, speed }.times(&[0.0, 1000.0]).unwrap_err().to_string();
        assert!(refused(25.0, 1.0).contains("25000 frames"), "{}", refused(25.0, 1.0));
        assert!(
            refused(0.0, 1.0).contains("0 frames per second") && refused(f64::NAN, 1.0).contains("frames per second")
        );
        assert!(refused(25.0, -1.0).contains("speed would be -1") && refused(25.0, f64::INFINITY).contains("speed"));
    }

    // oracle: the direction of the camera of the report page
    #[test]
    fn the_usual_view_is_that_of_the_page() {
        let [azimuth, elevation] = View::Iso.angles();
        let norm = (0.85_f64.powi(2) + 1.5 * 1.5 + 0.72 * 0.72).sqrt();
        let found = [azimuth.cos() * elevation.cos(), azimuth.sin() * elevation.cos(), elevation.sin()];
        for (x, expected) in found.iter().zip([0.85, -1.5, 0.72]) {
            assert!((x - expected / norm).abs() < 1e-4, "{found:?}");
        }
    }
}
