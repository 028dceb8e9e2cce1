//! The paths of points of a scene.

use denoc_math::{Mat3, Vec3};

use super::camera::{Camera, Seen};
use super::canvas::{Canvas, Corner};
use super::colors::Theme;
use super::moment::matrix;
use crate::Scene;

/// Most points of a path.
const MOST: usize = 2000;

/// The path of a point.
#[derive(Debug, Clone)]
pub(super) struct Path {
    /// Number of its trail.
    number: usize,
    /// The body it belongs to, and the point in its axes.
    body: usize,
    point: Vec3<f64>,
    times: Vec<f64>,
    points: Vec<Vec3<f64>>,
}

/// The paths of all trails whose points move, with z upwards.
pub(super) fn paths(scene: &Scene, upright: Mat3<f64>) -> Vec<Path> {
    let stride = scene.times.len().div_ceil(MOST).max(1);
    let kept = (0..scene.times.len()).filter(|i| i % stride == 0 || i + 1 == scene.times.len());
    let moving = scene.trails.iter().enumerate().filter(|(_, trail)| scene.bodies[trail.body].poses.len() > 1);
    moving
        .map(|(number, trail)| {
            let (body, point) = (trail.body, Vec3::from(trail.point));
            let at = |i: usize| upright.apply(matrix(&scene.bodies[body].poses[i]).point(point));
            let times = kept.clone().map(|i| scene.times[i]).collect();
            Path { number, body, point, times, points: kept.clone().map(at).collect() }
        })
        .collect()
}

impl Path {
    /// Draws the whole path faintly, and the part up to a time more clearly; lines are `width` pixels wide.
    pub(super) fn draw(
        &self,
        canvas: &mut Canvas,
        camera: &Camera,
        theme: Theme,
        poses: &[denoc_math::Pose<f64>],
        time: f64,
        width: f64,
    ) {
        let passed = self.times.partition_point(|&t| t <= time);
        let mut gone = self.points[..passed].to_vec();
        gone.push(poses[self.body].point(self.point));
        let pen = |part: f32, width: f64, nearer: f64| Pen { color: theme.trail(self.number, part), width, nearer };
        for (points, pen) in [(&self.points, pen(0.3, width, 1.001)), (&gone, pen(0.85, 1.6 * width, 1.003))] {
            let seen: Vec<Option<Seen>> = points.iter().map(|p| camera.see(*p)).collect();
            for pair in seen.windows(2) {
                if let [Some(from), Some(to)] = pair {
                    segment(canvas, *from, *to, &pen);
                }
            }
        }
    }
}

/// How a line is drawn.
struct Pen {
    color: [f32; 3],
    width: f64,
    /// How much nearer than its points it is drawn: of two lines in one place, the one with the larger factor is seen.
    nearer: f64,
}

/// A line as two triangles.
fn segment(canvas: &mut Canvas, from: Seen, to: Seen, pen: &Pen) {
    let Pen { color, width, nearer } = *pen;
    let (x, y) = (to.x - from.x, to.y - from.y);
    let length = x.hypot(y);
    if length.is_nan() || length <= 1e-3 {
        return;
    }
    let (across, along) = (
        [-y * width / (2.0 * length), x * width / (2.0 * length)],
        [x * width / (4.0 * length), y * width / (4.0 * length)],
    );
    let corner = |p: Seen, side: f64, end: f64| {
        let at = Seen {
            x: p.x + side * across[0] + end * along[0],
            y: p.y + side * across[1] + end * along[1],
            near: p.near * nearer,
        };
        Corner { at, color }
    };
    let [a, b, c, d] = [corner(from, 1.0, -1.0), corner(from, -1.0, -1.0), corner(to, -1.0, 1.0), corner(to, 1.0, 1.0)];
    canvas.triangle([a, b, c]);
    canvas.triangle([a, c, d]);
}
