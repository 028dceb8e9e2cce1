//! The ground plane: a grid that fades out.

use denoc_math::Vec3;

use super::camera::Camera;
use super::canvas::Canvas;
use super::colors::{Theme, mixed};

/// The ground plane.
#[derive(Debug, Clone, Copy)]
pub(super) struct Floor {
    pub(super) height: f64,
    /// The middle of the visible part.
    middle: Vec3<f64>,
    /// The size of the motion, m.
    reach: f64,
    /// Width of a cell of the grid, m.
    cell: f64,
}

impl Floor {
    pub(super) fn new(height: f64, middle: Vec3<f64>, reach: f64) -> Self {
        Self { height, middle, reach, cell: round(reach / 2.5) }
    }

    /// The same with its visible part elsewhere.
    pub(super) fn around(self, middle: Vec3<f64>) -> Self {
        Self { middle, ..self }
    }

    /// Draws the grid; lines are about a pixel of the finished picture wide, which has `fine` pixels here.
    pub(super) fn draw(&self, canvas: &mut Canvas, camera: &Camera, theme: Theme, fine: f64) {
        canvas.paint(|x, y| {
            let (point, pixel) = camera.ground(self.height, x, y)?;
            let away = (point - self.middle).norm() / (5.5 * self.reach);
            if away >= 1.0 {
                return None;
            }
            let fade = 1.0 - smooth((away - 0.15) / 0.85);
            let lines = |width: f64| {
                let to_line = |x: f64| (x / width - (x / width).round()).abs() * width;
                // lines closer than a few pixels would shimmer
                let calm = 1.0 - smooth((pixel / width - 0.15) / 0.35);
                let near = to_line(point.x).min(to_line(point.y)) / (pixel * fine);
                (1.0 - near).clamp(0.0, 1.0) * calm
            };
            let line = (0.5 * lines(self.cell)).max(lines(5.0 * self.cell));
            let part = line * fade * fade;
            (part > 0.01).then(|| mixed(theme.paper, theme.grid, part as f32))
        });
    }
}

/// From 0 to 1 with horizontal tangents.
fn smooth(x: f64) -> f64 {
    let x = x.clamp(0.0, 1.0);
    x * x * (3.0 - 2.0 * x)
}

/// 1, 2 or 5 times a power of ten, at most `length`.
fn round(length: f64) -> f64 {
    let power = 10_f64.powf(length.log10().floor());
    [5.0, 2.0].into_iter().map(|m| m * power).find(|cell| *cell <= length).unwrap_or(power)
}
