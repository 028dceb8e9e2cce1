//! A picture with a depth for every pixel, on which triangles are drawn.

use super::camera::Seen;

/// A corner of a triangle in the picture, with its colour (0 to 255).
#[derive(Debug, Clone, Copy)]
pub(super) struct Corner {
    pub(super) at: Seen,
    pub(super) color: [f32; 3],
}

/// The picture.
#[derive(Debug, Clone)]
pub(super) struct Canvas {
    width: usize,
    height: usize,
    /// Red, green, blue.
    pub(super) pixels: Vec<[u8; 3]>,
    /// Reciprocal distances, 1/m; zero where nothing has been drawn.
    near: Vec<f32>,
}

impl Canvas {
    pub(super) fn new([width, height]: [u32; 2], color: [u8; 3]) -> Self {
        let (width, height) = (width as usize, height as usize);
        Self { width, height, pixels: vec![color; width * height], near: vec![0.0; width * height] }
    }

    /// Copies the pixels of another picture of the same size; nothing has been drawn in front of them.
    pub(super) fn reset(&mut self, backdrop: &Canvas) {
        self.pixels.copy_from_slice(&backdrop.pixels);
        self.near.fill(0.0);
    }

    /// The middle of every pixel, and its colour.
    pub(super) fn paint(&mut self, mut color: impl FnMut(f64, f64) -> Option<[u8; 3]>) {
        for (i, pixel) in self.pixels.iter_mut().enumerate() {
            if let Some(found) = color((i % self.width) as f64 + 0.5, (i / self.width) as f64 + 0.5) {
                *pixel = found;
            }
        }
    }

    /// Draws a triangle where it is nearer than what has been drawn.
    pub(super) fn triangle(&mut self, corners: [Corner; 3]) {
        self.fill(corners.map(|corner| corner.at), |canvas, pixel, [a, b, c], near| {
            if near > canvas.near[pixel] {
                canvas.near[pixel] = near;
                let mix = |k: usize| a * corners[0].color[k] + b * corners[1].color[k] + c * corners[2].color[k];
                canvas.pixels[pixel] = [mix(0) as u8, mix(1) as u8, mix(2) as u8];
            }
        });
    }

    /// Marks the pixels of a triangle.
    pub(super) fn mark(&mut self, corners: [Seen; 3], marks: &mut [bool]) {
        self.fill(corners, |_, pixel, _, _| marks[pixel] = true);
    }

    /// Calls a function for every pixel whose middle is in a triangle, with its weights at the corners and its reciprocal distance.
    fn fill(&mut self, [a, b, c]: [Seen; 3], mut draw: impl FnMut(&mut Self, usize, [f32; 3], f32)) {
        let area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
        if !(area.is_normal() && [a, b, c].iter().all(|p| p.x.is_finite() && p.y.is_finite() && p.near.is_finite())) {
            return;
        }
        let span = |values: [f64; 3], most: usize| {
            let low = values.iter().copied().fold(f64::INFINITY, f64::min);
            let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            // numbers beyond the range of integers saturate
            ((low - 0.5).ceil().max(0.0) as usize)..(((high - 0.5).floor() + 1.0).max(0.0) as usize).min(most)
        };
        let (columns, rows) = (span([a.x, b.x, c.x], self.width), span([a.y, b.y, c.y], self.height));
        // weights are linear in the position of a pixel
        let plane = |p: Seen, q: Seen| {
            let (by_x, by_y) = ((p.y - q.y) / area, (q.x - p.x) / area);
            (by_x, move |x: f64, y: f64| by_x * (x - p.x) + by_y * (y - p.y))
        };
        let (step_a, at_a) = plane(b, c);
        let (step_b, at_b) = plane(c, a);
        let near = [a.near, b.near, c.near];
        for row in rows {
            let (x, y) = (columns.start as f64 + 0.5, row as f64 + 0.5);
            let (mut of_a, mut of_b) = (at_a(x, y), at_b(x, y));
            for column in columns.clone() {
                let of_c = 1.0 - of_a - of_b;
                if of_a >= 0.0 && of_b >= 0.0 && of_c >= -1e-12 {
                    let nearness = of_a * near[0] + of_b * near[1] + of_c * near[2];
                    let weights = [of_a as f32, of_b as f32, of_c.max(0.0) as f32];
                    draw(self, row * self.width + column, weights, nearness as f32);
                }
                of_a += step_a;
                of_b += step_b;
            }
        }
    }

    /// The picture at half the width and height: every pixel is the mean of four.
    pub(super) fn halved(&self) -> Vec<[u8; 3]> {
        let mut small = Vec::with_capacity(self.pixels.len() / 4);
        for rows in self.pixels.chunks_exact(2 * self.width) {
            let (upper, lower) = rows.split_at(self.width);
            small.extend(upper.chunks_exact(2).zip(lower.chunks_exact(2)).map(|(u, l)| {
                let mean = |k: usize| {
                    (u16::from(u[0][k]) + u16::from(u[1][k]) + u16::from(l[0][k]) + u16::from(l[1][k]) + 2) / 4
                };
                [mean(0) as u8, mean(1) as u8, mean(2) as u8]
            }));
        }
        small
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corner(x: f64, y: f64, near: f64, color: [f32; 3]) -> Corner {
        Corner { at: Seen { x, y, near }, color }
    }

    const RED: [f32; 3] = [255.0, 0.0, 0.0];
    const BLUE: [f32; 3] = [0.0, 0.0, 255.0];

    fn triangle(corners: [[f64; 2]; 3], near: f64, color: [f32; 3]) -> [Corner; 3] {
        corners.map(|[x, y]| corner(x, y, near, color))
    }

    // oracle: by hand; a square of two triangles covers each pixel once, whatever their orientation, and nothing beyond
    #[test]
    fn triangles_that_share_an_edge_leave_no_gap() {
        for turned in [false, true] {
            let mut canvas = Canvas::new([6, 6], [9; 3]);
            let mut count = [0; 36];
            for mut corners in [[[1.0, 1.0], [5.0, 1.0], [5.0, 5.0]], [[1.0, 1.0], [5.0, 5.0], [1.0, 5.0]]] {
                if turned {
                    corners.reverse();
                }
                canvas.fill(triangle(corners, 1.0, RED).map(|c| c.at), |_, pixel, _, _| count[pixel] += 1);
            }
            let covered: Vec<bool> = count.iter().map(|n| *n > 0).collect();
            let expected: Vec<bool> = (0..36).map(|i| (1..5).contains(&(i % 6)) && (1..5).contains(&(i / 6))).collect();
            assert_eq!(covered, expected);
        }
    }

    // oracle: the nearer triangle is seen, in either order
    #[test]
    fn what_is_nearer_hides_what_is_behind() {
        let [far, close] =
            [(0.5, RED), (1.0, BLUE)].map(|(near, color)| triangle([[0.0, 0.0], [8.0, 0.0], [0.0, 8.0]], near, color));
        for order in [[far, close], [close, far]] {
            let mut canvas = Canvas::new([4, 4], [0; 3]);
            order.into_iter().for_each(|corners| canvas.triangle(corners));
            assert_eq!(canvas.pixels[0], [0, 0, 255]);
        }
    }

    // oracle: means by hand
    #[test]
    fn four_pixels_become_one() {
        let mut canvas = Canvas::new([4, 2], [0; 3]);
        (canvas.pixels[0], canvas.pixels[5], canvas.pixels[6]) = ([100, 0, 0], [100, 4, 0], [255; 3]);
        assert_eq!(canvas.halved(), [[50, 1, 0], [64, 64, 64]]);
    }

    // oracle: none of these may panic or draw
    #[test]
    fn odd_triangles_are_not_drawn() {
        let mut canvas = Canvas::new([4, 4], [7; 3]);
        for corners in [
            [[f64::NAN, 0.0], [4.0, 0.0], [0.0, 4.0]],
            [[1.0, 1.0]; 3],
            [[1e300, 0.0], [-1e300, 1e300], [0.0, -1e300]],
            [[-9.0, -9.0], [-5.0, -9.0], [-9.0, -5.0]],
        ] {
            canvas.triangle(triangle(corners, 1.0, RED));
        }
        assert!(canvas.pixels.iter().all(|pixel| *pixel == [7; 3]));
    }
}
