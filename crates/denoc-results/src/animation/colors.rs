//! Colours of backgrounds and bodies, and light.

use denoc_math::Vec3;

use super::options::Background;
use crate::Scene;

/// Links without a colour, as on the report page.
const LINKS: [u32; 9] = [0x4a7fd6, 0xf0a135, 0x2fa58a, 0xe0665d, 0x8d70d0, 0x57aed6, 0xc585b6, 0x94a34b, 0xb9804f];
/// Bodies that do not move.
const FIXED: u32 = 0x98a2b0;
/// Trails, as on the report page.
const TRAILS: [u32; 4] = [0xe4572e, 0x7b4fd0, 0x0f9d7a, 0xc2388b];

/// Colours of what is not a body, 0 to 255.
#[derive(Debug, Clone, Copy)]
pub(super) struct Theme {
    pub(super) paper: [u8; 3],
    /// Lines of the grid.
    pub(super) grid: [u8; 3],
    /// How much the paper is darkened in the shadow.
    pub(super) shadow: f32,
}

impl Theme {
    pub(super) fn of(background: Background) -> Self {
        let (paper, grid, shadow) = match background {
            Background::Light => (0xf2f5f9, 0xa9b4c4, 0.10),
            Background::Dark => (0x161e2a, 0x46546a, 0.35),
            Background::White => (0xffffff, 0xb9c2ce, 0.10),
        };
        Self { paper: rgb(paper), grid: rgb(grid), shadow }
    }

    /// The colour of a trail: faint if it is only the path, otherwise stronger.
    pub(super) fn trail(self, number: usize, part: f32) -> [f32; 3] {
        let ink = rgb(TRAILS[number % TRAILS.len()]);
        std::array::from_fn(|k| f32::from(self.paper[k]) + part * (f32::from(ink[k]) - f32::from(self.paper[k])))
    }
}

fn rgb(hex: u32) -> [u8; 3] {
    [(hex >> 16) as u8, (hex >> 8) as u8, hex as u8]
}

/// The colours, 0 to 1, of shapes without one, for each body.
pub(super) fn body_colors(scene: &Scene) -> Vec<[f32; 3]> {
    let mut moving = LINKS.iter().cycle();
    let color = |body: &crate::Body| {
        let hex = if body.poses.len() > 1 { moving.next().copied() } else { None };
        rgb(hex.unwrap_or(FIXED)).map(|x| f32::from(x) / 255.0)
    };
    scene.bodies.iter().map(color).collect()
}

/// The direction to the light, in axes whose z points upwards.
pub(super) fn to_light() -> Vec3<f64> {
    Vec3::new(-0.55, -1.0, 1.4).normalized()
}

/// The colour, 0 to 255, of a surface with this colour (0 to 1) and unit normal, seen from the unit direction `view`.
pub(super) fn lit(color: [f32; 3], normal: Vec3<f64>, view: Vec3<f64>) -> [f32; 3] {
    let light = to_light();
    let diffuse = normal.dot(light).max(0.0);
    // the sky is brighter than the ground, and something always comes from the camera
    let ambient = 0.46 + 0.12 * normal.z + 0.10 * normal.dot(view).max(0.0);
    let half = (light + view).normalized();
    let gloss = 26.0 * normal.dot(half).max(0.0).powi(24);
    let brightness = 255.0 * (ambient + 0.50 * diffuse);
    color.map(|part| (f64::from(part) * brightness + gloss).clamp(0.0, 255.0) as f32)
}

/// `part` of the second colour, the rest of the first.
pub(super) fn mixed(a: [u8; 3], b: [u8; 3], part: f32) -> [u8; 3] {
    std::array::from_fn(|k| (f32::from(a[k]) + part * (f32::from(b[k]) - f32::from(a[k])) + 0.5) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: a surface that faces the light is brighter than one beside it, that brighter than one which faces the ground
    #[test]
    fn light_comes_from_above() {
        let seen = |normal: Vec3<f64>| lit([0.5; 3], normal, -Vec3::unit(1))[0];
        let [up, front, down] = [Vec3::unit(2), -Vec3::unit(1), -Vec3::unit(2)].map(seen);
        assert!(up > front && front > down && down > 20.0, "{up} {front} {down}");
        assert_eq!(mixed([0, 100, 255], [100, 0, 255], 0.5), [50, 50, 255]);
    }
}
