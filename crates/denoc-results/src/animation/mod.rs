//! Scenes as pictures and films: PNG, animated GIF, binary glTF, drawn in software.

mod camera;
mod canvas;
mod colors;
mod follow;
mod gif_file;
mod gltf;
mod ground;
mod moment;
mod options;
mod palette;
mod paths;
mod png_file;
mod solid;
mod stage;
mod survey;

pub use options::{Background, Follow, Pace, RenderOptions, View};

use stage::Stage;

use crate::{ResultsError, Scene};

/// An animation as the contents of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Animated {
    /// The contents of the file.
    pub bytes: Vec<u8>,
    /// Number of frames; for glTF, of key frames.
    pub frames: usize,
    /// Duration of the animation, s.
    pub duration: f64,
}

impl Scene {
    /// The picture at a time as PNG; times before the first and after the last are those.
    ///
    /// ```
    /// use denoc_results::{Body, RenderOptions, Scene, ScenePose, SceneShape, ShapeKind};
    /// let ball = SceneShape::new(ShapeKind::Sphere { radius: 0.1 }, ScenePose::IDENTITY);
    /// let body = Body::new("ball", vec![ball], vec![ScenePose::at([0.0, 0.0, 1.0])]);
    /// let scene = Scene { bodies: vec![body], times: vec![0.0], ..Scene::default() };
    /// let picture = scene.to_png(&RenderOptions { size: [64, 48], ..RenderOptions::default() }, 0.0)?;
    /// assert_eq!(&picture[1..4], b"PNG");
    /// # Ok::<(), denoc_results::ResultsError>(())
    /// ```
    ///
    /// # Errors
    /// If the scene is not complete (poses, indices) or the options are out of range.
    pub fn to_png(&self, options: &RenderOptions, time: f64) -> Result<Vec<u8>, ResultsError> {
        let mut stage = Stage::new(self, options)?;
        let pixels = stage.draw(time);
        let bytes = match options.few_colors {
            true => png_file::encode_small(options.size, &pixels, stage.paper()),
            false => png_file::encode(options.size, &pixels),
        };
        bytes.map_err(|error| broken(format!("the picture cannot be encoded as PNG ({error})")))
    }

    /// The motion as an animated GIF that repeats forever.
    ///
    /// # Errors
    /// As [`Scene::to_png`], and if there would be too many frames.
    pub fn to_gif(&self, options: &RenderOptions, pace: Pace) -> Result<Animated, ResultsError> {
        let times = pace.times(&self.times)?;
        let mut stage = Stage::new(self, options)?;
        let delays = delays(times.len(), pace.fps);
        let bytes = gif_file::encode(&mut stage, options.size.map(|side| side as u16), &times, &delays);
        let bytes = bytes.map_err(|error| broken(format!("the animation cannot be encoded as GIF ({error})")))?;
        let duration = f64::from(delays.iter().map(|&delay| u32::from(delay)).sum::<u32>()) * 0.01;
        Ok(Animated { bytes, frames: times.len(), duration })
    }

    /// The motion as binary glTF 2.0: a node for each body, with its name, and one animation that begins at 0 s. In files of this format
    /// y points upwards; a root node turns the scene.
    ///
    /// # Errors
    /// If the scene is not complete (poses, indices) or the speed is not positive.
    pub fn to_glb(&self, speed: f64) -> Result<Animated, ResultsError> {
        self.check()?;
        Pace { speed, ..Pace::default() }.check()?;
        Ok(gltf::encode(self, speed))
    }
}

/// How long each frame is shown, in hundredths of a second: rounded so that no error adds up.
fn delays(frames: usize, fps: f64) -> Vec<u16> {
    let until = |frame: usize| (100.0 * frame as f64 / fps).round();
    (0..frames).map(|frame| (until(frame + 1) - until(frame)) as u16).collect()
}

fn broken(problem: String) -> ResultsError {
    ResultsError::Scene { part: "picture".into(), problem, remedy: "report this as a fault of denoc" }
}

#[cfg(test)]
mod tests {
    use super::delays;

    // oracle: by hand; 30 frames per second last a second
    #[test]
    fn delays_add_up() {
        assert_eq!(delays(4, 25.0), [4; 4]);
        assert_eq!(delays(3, 30.0), [3, 4, 3]);
        assert_eq!(delays(30, 30.0).iter().sum::<u16>(), 100);
    }
}
