//! The camera: where points of the scene appear in the picture.

use denoc_math::Vec3;

/// Vertical angle of view, rad: that of the report page.
const ANGLE: f64 = 32.0 * std::f64::consts::PI / 180.0;
/// The part of the picture that the motion fills.
const FILLED: f64 = 0.9;

/// A point in the picture: pixels to the right and down, and the reciprocal of its distance along the view, 1/m.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Seen {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) near: f64,
}

/// A camera in axes whose z points upwards.
#[derive(Debug, Clone, Copy)]
pub(super) struct Camera {
    right: Vec3<f64>,
    over: Vec3<f64>,
    /// The direction from what it looks at to the camera.
    pub(super) away: Vec3<f64>,
    /// What it looks at, in the middle of the picture.
    target: Vec3<f64>,
    distance: f64,
    /// Width and height of the picture, pixels.
    size: [f64; 2],
}

impl Camera {
    /// Looks from an azimuth and elevation at the origin.
    pub(super) fn new([azimuth, elevation]: [f64; 2], size: [u32; 2]) -> Self {
        let ((sin, cos), (rise, level)) = (azimuth.sin_cos(), elevation.sin_cos());
        let right = Vec3::new(-sin, cos, 0.0);
        let away = Vec3::new(cos * level, sin * level, rise);
        let size = size.map(f64::from);
        Self { right, over: away.cross(right), away, target: Vec3::zero(), distance: 1.0, size }
    }

    /// The nearest position from which all points are in view, with a margin.
    pub(super) fn fit(self, points: &[Vec3<f64>]) -> Self {
        let along = |p: &Vec3<f64>| [p.dot(self.right), p.dot(self.over), p.dot(self.away)];
        let seen: Vec<[f64; 3]> = points.iter().map(along).collect();
        let middle = |axis: usize| {
            let low = seen.iter().map(|p| p[axis]).fold(f64::INFINITY, f64::min);
            let high = seen.iter().map(|p| p[axis]).fold(f64::NEG_INFINITY, f64::max);
            if low <= high { 0.5 * (low + high) } else { 0.0 }
        };
        let [x, y, z] = [middle(0), middle(1), middle(2)];
        let tall = (0.5 * ANGLE).tan() * FILLED;
        let wide = tall * self.size[0] / self.size[1];
        let needs = |p: &[f64; 3]| ((p[0] - x).abs() / wide).max((p[1] - y).abs() / tall) + p[2] - z;
        let distance = seen.iter().map(needs).fold(0.0, f64::max);
        let target = self.right.scale(x) + self.over.scale(y) + self.away.scale(z);
        Self { target, distance: if distance > 0.0 { distance } else { 1.0 }, ..self }
    }

    /// The same view of a scene that has moved by `shift`.
    pub(super) fn moved(self, shift: Vec3<f64>) -> Self {
        Self { target: self.target + shift, ..self }
    }

    /// The same picture with another number of pixels.
    pub(super) fn enlarged(self, factor: f64) -> Self {
        Self { size: self.size.map(|side| side * factor), ..self }
    }

    /// Pixels per unit of the tangent.
    fn focal(&self) -> f64 {
        0.5 * self.size[1] / (0.5 * ANGLE).tan()
    }

    fn eye(&self) -> Vec3<f64> {
        self.target + self.away.scale(self.distance)
    }

    /// Where a point appears; `None` behind the camera or too close to it.
    pub(super) fn see(&self, point: Vec3<f64>) -> Option<Seen> {
        let p = point - self.eye();
        let depth = -p.dot(self.away);
        if depth.is_nan() || depth <= 0.01 * self.distance {
            return None;
        }
        let scale = self.focal() / depth;
        let (x, y) = (0.5 * self.size[0] + scale * p.dot(self.right), 0.5 * self.size[1] - scale * p.dot(self.over));
        Some(Seen { x, y, near: 1.0 / depth })
    }

    /// The point of a horizontal plane that appears at a pixel, and how much of the plane a pixel covers there, m; `None` if the plane
    /// is not seen there.
    pub(super) fn ground(&self, height: f64, x: f64, y: f64) -> Option<(Vec3<f64>, f64)> {
        let (u, v) = ((x - 0.5 * self.size[0]) / self.focal(), (0.5 * self.size[1] - y) / self.focal());
        let ray = self.right.scale(u) + self.over.scale(v) - self.away;
        let eye = self.eye();
        let way = (height - eye.z) / ray.z;
        if !(way > 0.0 && way.is_finite()) {
            return None;
        }
        let steepness = ray.z.abs() / ray.norm();
        Some((eye + ray.scale(way), way * ray.norm() / self.focal() / steepness))
    }

    /// From a point of the scene to the camera.
    pub(super) fn towards(&self, point: Vec3<f64>) -> Vec3<f64> {
        self.eye() - point
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(seen: Option<Seen>, x: f64, y: f64) {
        let seen = seen.unwrap();
        assert!((seen.x - x).abs() < 1e-9 && (seen.y - y).abs() < 1e-9, "{seen:?}, expected {x}, {y}");
    }

    // oracle: perspective by hand. A square of 2 m in the plane of x and z, seen along y in a picture of 200 × 100 pixels, fills 0.9 of
    // its height: 45 pixels per metre; a point 1 m behind the plane is nearer to the middle by distance / (distance + 1)
    #[test]
    fn points_appear_where_perspective_puts_them() {
        let corners = [[-1.0, 0.0, -1.0], [1.0, 0.0, -1.0], [1.0, 0.0, 1.0], [-1.0, 0.0, 1.0]].map(Vec3::from);
        let camera = Camera::new([-90.0_f64.to_radians(), 0.0], [200, 100]).fit(&corners);
        close(camera.see(Vec3::zero()), 100.0, 50.0);
        close(camera.see(Vec3::new(1.0, 0.0, 1.0)), 145.0, 5.0);
        close(camera.see(Vec3::new(-0.5, 0.0, -1.0)), 77.5, 95.0);
        let distance = 1.0 / ((16.0_f64).to_radians().tan() * 0.9);
        close(camera.see(Vec3::new(1.0, 1.0, 0.0)), 100.0 + 45.0 * distance / (distance + 1.0), 50.0);
        assert!(camera.see(Vec3::new(0.0, -2.0 * distance, 0.0)).is_none());
        let moved = camera.moved(Vec3::new(5.0, 0.0, 0.0)).enlarged(2.0);
        close(moved.see(Vec3::new(6.0, 0.0, 1.0)), 290.0, 10.0);
    }

    // oracle: the point appears where it was picked
    #[test]
    fn the_ground_is_found_behind_a_pixel() {
        let camera = Camera::new([-1.0, 0.4], [320, 240]).fit(&[Vec3::new(1.0, 2.0, 3.0), Vec3::new(-1.0, 0.5, 0.0)]);
        let (point, width) = camera.ground(-0.5, 100.0, 200.0).unwrap();
        assert!((point.z + 0.5).abs() < 1e-12 && width > 0.0);
        close(camera.see(point), 100.0, 200.0);
        assert!(camera.ground(100.0, 160.0, 239.0).is_none());
    }

    // oracle: by hand; seen from above x points right and y up
    #[test]
    fn axes_of_the_views() {
        let camera = Camera::new([-90.0_f64.to_radians(), 90.0_f64.to_radians()], [100, 100])
            .fit(&[Vec3::unit(0), -Vec3::unit(0)]);
        let [x, y] = [Vec3::unit(0), Vec3::unit(1)].map(|p| camera.see(p).unwrap());
        assert!(x.x > 90.0 && (x.y - 50.0).abs() < 1e-9 && (y.x - 50.0).abs() < 1e-9 && y.y < 10.0);
    }
}
