//! Shapes as triangles.

use std::collections::HashMap;
use std::f64::consts::{PI, TAU};

use crate::ShapeKind;

/// Corners around a cylinder, capsule or sphere.
const AROUND: usize = 28;
/// Rows of a hemisphere.
const ROWS: usize = 7;
/// Faces of a mesh that meet at a smaller angle, rad, look like one smooth surface.
const CREASE: f32 = 0.6;
/// Of more faces around a point, the others are ignored: the time would grow with the square of their number.
const MOST_FACES: usize = 200;

/// A triangulated surface.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Solid {
    pub(super) positions: Vec<[f32; 3]>,
    /// Unit normals of the vertices.
    pub(super) normals: Vec<[f32; 3]>,
    /// Counter-clockwise seen from outside.
    pub(super) triangles: Vec<[u32; 3]>,
    /// Whether the surface encloses a volume, so that its inside is never seen.
    pub(super) closed: bool,
}

impl Solid {
    /// The surface of a shape, in its own axes.
    pub(super) fn of(kind: &ShapeKind) -> Self {
        match kind {
            ShapeKind::Box { size } => cuboid(size.map(|side| side / 2.0)),
            ShapeKind::Cylinder { radius, length } => cylinder(*radius, length / 2.0),
            ShapeKind::Sphere { radius } => rounded(*radius, 0.0),
            ShapeKind::Capsule { radius, length } => rounded(*radius, length / 2.0),
            ShapeKind::Mesh { positions, indices } => creased(positions, indices),
        }
    }

    fn vertex(&mut self, position: [f64; 3], normal: [f64; 3]) -> u32 {
        self.positions.push(position.map(|x| x as f32));
        self.normals.push(normal.map(|x| x as f32));
        (self.positions.len() - 1) as u32
    }

    /// Joins two equally long rows of vertices; `lower` is on the right of `upper` seen from outside, going along the rows.
    fn band(&mut self, lower: &[u32], upper: &[u32]) {
        for (low, high) in lower.windows(2).zip(upper.windows(2)) {
            self.triangles.push([low[0], low[1], high[1]]);
            self.triangles.push([low[0], high[1], high[0]]);
        }
    }

    /// A ring of vertices about z, closed by a second vertex at its start.
    fn ring(&mut self, radius: f64, z: f64, normal: impl Fn([f64; 2]) -> [f64; 3]) -> Vec<u32> {
        let corner = |i: usize| (TAU * i as f64 / AROUND as f64).sin_cos();
        (0..=AROUND)
            .map(|i| {
                let (sin, cos) = corner(i);
                self.vertex([radius * cos, radius * sin, z], normal([cos, sin]))
            })
            .collect()
    }
}

fn cuboid(half: [f64; 3]) -> Solid {
    let mut solid = Solid { closed: true, ..Solid::default() };
    for axis in 0..3 {
        let (across, up) = ((axis + 1) % 3, (axis + 2) % 3);
        for side in [-1.0, 1.0] {
            let corner = |u: f64, v: f64| {
                let (mut at, mut normal) = ([0.0; 3], [0.0; 3]);
                (at[axis], at[across], at[up]) = (side * half[axis], u * half[across], v * half[up]);
                normal[axis] = side;
                (at, normal)
            };
            let corners = [(-1.0, -1.0), (side, -side), (1.0, 1.0), (-side, side)];
            let [a, b, c, d] = corners.map(|(u, v)| {
                let (at, normal) = corner(u, v);
                solid.vertex(at, normal)
            });
            solid.triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    solid
}

fn cylinder(radius: f64, half: f64) -> Solid {
    let mut solid = Solid { closed: true, ..Solid::default() };
    let [low, high] = [-half, half].map(|z| solid.ring(radius, z, |[x, y]| [x, y, 0.0]));
    solid.band(&low, &high);
    for side in [-1.0, 1.0] {
        let rim = solid.ring(radius, side * half, |_| [0.0, 0.0, side]);
        let middle = solid.vertex([0.0, 0.0, side * half], [0.0, 0.0, side]);
        let fan =
            rim.windows(2).map(|pair| if side > 0.0 { [middle, pair[0], pair[1]] } else { [middle, pair[1], pair[0]] });
        solid.triangles.extend(fan.collect::<Vec<_>>());
    }
    solid
}

/// A sphere, or a capsule whose hemispheres are `half` above and below the middle.
fn rounded(radius: f64, half: f64) -> Solid {
    let mut solid = Solid { closed: true, ..Solid::default() };
    let rows: Vec<Vec<u32>> = (0..=2 * ROWS + 1)
        .map(|row| {
            // the equator twice: once for each hemisphere
            let (step, shift) = if row <= ROWS { (row, -half) } else { (row - 1, half) };
            let (sin, cos) = (PI * step as f64 / (2 * ROWS) as f64 - PI / 2.0).sin_cos();
            solid.ring(radius * cos, radius * sin + shift, |[x, y]| [x * cos, y * cos, sin])
        })
        .collect();
    rows.windows(2).for_each(|pair| solid.band(&pair[0], &pair[1]));
    solid
}

/// A mesh with normals that are smooth except across edges. It may have holes and triangles with either orientation.
fn creased(positions: &[[f32; 3]], indices: &[[u32; 3]]) -> Solid {
    let corner = |vertex: u32| positions[vertex as usize];
    let mut around: HashMap<[u32; 3], Vec<u32>> = HashMap::new();
    // twice the area of each triangle times its normal, and the normal
    let faces: Vec<([f32; 3], [f32; 3])> = indices
        .iter()
        .enumerate()
        .map(|(face, triangle)| {
            triangle.iter().for_each(|&vertex| around.entry(key(corner(vertex))).or_default().push(face as u32));
            let [a, b, c] = triangle.map(corner);
            let area = cross(minus(b, a), minus(c, a));
            (area, unit(area))
        })
        .collect();
    let mut solid = Solid::default();
    let mut made: HashMap<([u32; 3], [u32; 3]), u32> = HashMap::new();
    for (triangle, (_, own)) in indices.iter().zip(&faces) {
        if *own == [0.0; 3] {
            continue;
        }
        let vertices = triangle.map(|vertex| {
            let at = corner(vertex);
            let mut sum = [0.0; 3];
            for (area, normal) in around[&key(at)].iter().take(MOST_FACES).map(|&face| &faces[face as usize]) {
                if dot(*normal, *own) > CREASE.cos() {
                    (0..3).for_each(|k| sum[k] += area[k]);
                }
            }
            let normal = if sum == [0.0; 3] { *own } else { unit(sum) };
            *made.entry((key(at), key(normal))).or_insert_with(|| {
                solid.positions.push(at);
                solid.normals.push(normal);
                (solid.positions.len() - 1) as u32
            })
        });
        solid.triangles.push(vertices);
    }
    solid
}

/// The bits of a point, for which -0 is 0.
fn key(at: [f32; 3]) -> [u32; 3] {
    at.map(|x| (x + 0.0).to_bits())
}

fn minus(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The unit vector; zero for zero.
fn unit(a: [f32; 3]) -> [f32; 3] {
    // small triangles have areas that are not normal numbers in single precision
    let largest = a.iter().fold(0.0_f32, |most, x| most.max(x.abs()));
    if !(largest > 0.0 && largest.is_finite()) {
        return [0.0; 3];
    }
    let a = a.map(|x| x / largest);
    let norm = dot(a, a).sqrt();
    a.map(|x| x / norm)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Volume by the divergence theorem: positive only if triangles are counter-clockwise seen from outside.
    fn volume(solid: &Solid) -> f64 {
        let corners = |t: &[u32; 3]| t.map(|v| solid.positions[v as usize]);
        solid.triangles.iter().map(corners).map(|[a, b, c]| f64::from(dot(a, cross(b, c))) / 6.0).sum()
    }

    // oracle: volumes by hand; polygons with n corners have the area n/2 sin(2π/n) r²
    #[test]
    fn solids_enclose_their_volumes() {
        let polygon = AROUND as f64 / 2.0 * (TAU / AROUND as f64).sin();
        let cube = Solid::of(&ShapeKind::Box { size: [0.2, 0.3, 0.4] });
        assert!((volume(&cube) - 0.024).abs() < 1e-8);
        let cylinder = Solid::of(&ShapeKind::Cylinder { radius: 0.5, length: 2.0 });
        assert!((volume(&cylinder) - polygon * 0.25 * 2.0).abs() < 1e-6);
        let sphere = volume(&Solid::of(&ShapeKind::Sphere { radius: 0.5 }));
        assert!((0.97..1.0).contains(&(sphere / (4.0 / 3.0 * PI * 0.125))), "{sphere}");
        let capsule = volume(&Solid::of(&ShapeKind::Capsule { radius: 0.5, length: 2.0 }));
        assert!((capsule - sphere - polygon * 0.25 * 2.0).abs() < 1e-6, "{capsule}");
    }

    // oracle: outward normals; those of a sphere are along its radii
    #[test]
    fn normals_point_outwards() {
        let sphere = Solid::of(&ShapeKind::Sphere { radius: 2.0 });
        for (at, normal) in sphere.positions.iter().zip(&sphere.normals) {
            assert!((dot(*at, *normal) - 2.0).abs() < 1e-5);
        }
        for kind in [
            ShapeKind::Box { size: [1.0, 2.0, 3.0] },
            ShapeKind::Cylinder { radius: 1.0, length: 2.0 },
            ShapeKind::Capsule { radius: 1.0, length: 2.0 },
        ] {
            let solid = Solid::of(&kind);
            for triangle in &solid.triangles {
                let [a, b, c] = triangle.map(|v| solid.positions[v as usize]);
                let face = cross(minus(b, a), minus(c, a));
                assert!(triangle.iter().all(|&v| dot(face, solid.normals[v as usize]) >= 0.0), "{kind:?}");
            }
        }
    }

    // oracle: by hand; a roof of two faces at a right angle keeps its edge, one of 20° is smooth
    #[test]
    fn meshes_keep_their_edges() {
        let roof = |angle: f32| {
            let (sin, cos) = angle.sin_cos();
            let positions = vec![[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [cos, 0.0, -sin]];
            Solid::of(&ShapeKind::Mesh { positions, indices: vec![[0, 1, 2], [0, 3, 1]] })
        };
        assert_eq!(roof(PI as f32 / 2.0).positions.len(), 6);
        let smooth = roof(0.35);
        assert_eq!(smooth.positions.len(), 4);
        let half = [0.175_f32.sin(), 0.0, 0.175_f32.cos()];
        assert!(smooth.normals.iter().any(|n| (0..3).all(|k| (n[k] - half[k]).abs() < 1e-6)), "{:?}", smooth.normals);
    }

    // oracle: none; a triangle without area has no normal
    #[test]
    fn degenerate_triangles_are_left_out() {
        let positions = vec![[0.0; 3], [0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let solid = Solid::of(&ShapeKind::Mesh { positions, indices: vec![[0, 1, 2], [0, 2, 3]] });
        assert_eq!(solid.triangles.len(), 1);
        assert!(solid.normals.iter().all(|n| n.iter().all(|x| x.is_finite())));
    }
}
