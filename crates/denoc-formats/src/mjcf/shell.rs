//! Geoms with `shellinertia`: their mass is on the surface.

use std::f64::consts::PI;

use denoc_math::{Sym3, Vec3};
use denoc_model::MassProperties;

/// The area of a shell and its mass properties for unit mass. Sizes are those of the geom: half sizes, or radius and half length.
pub(super) fn body(kind: &str, [a, b, c]: [f64; 3]) -> (f64, MassProperties) {
    let (area, [xx, yy, zz]) = match kind {
        "sphere" => (4.0 * PI * a * a, [2.0 / 3.0 * a * a; 3]),
        "capsule" => capsule(a, b),
        "cylinder" => cylinder(a, b),
        "box" => cuboid([a, b, c]),
        _ => ellipsoid([a, b, c]),
    };
    (area, MassProperties { mass: 1.0, center: Vec3::zero(), inertia: Sym3::diagonal(xx, yy, zz) })
}

/// Moments about x (and y) and z of an open cylinder of unit mass.
fn tube(radius: f64, half: f64) -> [f64; 2] {
    [0.5 * radius * radius + half * half / 3.0, radius * radius]
}

fn capsule(radius: f64, half: f64) -> (f64, [f64; 3]) {
    let (caps, side) = (4.0 * PI * radius * radius, 4.0 * PI * radius * half);
    let area = caps + side;
    let [across, along] = tube(radius, half);
    let ball = 2.0 / 3.0 * radius * radius;
    // the centres of the two hemispheres are at ±(half + radius/2)
    let moved = half * (half + radius);
    let x = (side * across + caps * (ball + moved)) / area;
    (area, [x, x, (side * along + caps * ball) / area])
}

fn cylinder(radius: f64, half: f64) -> (f64, [f64; 3]) {
    let (disks, side) = (2.0 * PI * radius * radius, 4.0 * PI * radius * half);
    let area = disks + side;
    let [across, along] = tube(radius, half);
    let x = (side * across + disks * (0.25 * radius * radius + half * half)) / area;
    (area, [x, x, (side * along + disks * 0.5 * radius * radius) / area])
}

fn cuboid(halves: [f64; 3]) -> (f64, [f64; 3]) {
    // mean square of each coordinate over the two faces across each axis
    let faces = [0, 1, 2].map(|axis| 8.0 * halves[(axis + 1) % 3] * halves[(axis + 2) % 3]);
    let area: f64 = faces.iter().sum();
    let squares = [0, 1, 2].map(|axis: usize| {
        let on = |face: usize| if face == axis { 1.0 } else { 1.0 / 3.0 };
        (0..3).map(|face| faces[face] * on(face)).sum::<f64>() / area * halves[axis] * halves[axis]
    });
    (area, [squares[1] + squares[2], squares[0] + squares[2], squares[0] + squares[1]])
}

/// As MuJoCo approximates it: Thomsen's formula for the area, and for the moments the difference of two solids.
fn ellipsoid(halves: [f64; 3]) -> (f64, [f64; 3]) {
    const POWER: f64 = 1.6075;
    const THICKNESS: f64 = 1e-6;
    let [a, b, c] = halves;
    let sum = (a * b).powf(POWER) + (b * c).powf(POWER) + (c * a).powf(POWER);
    let area = 4.0 * PI * (sum / 3.0).powf(1.0 / POWER);
    let solid = |[a, b, c]: [f64; 3]| {
        let volume = a * b * c;
        (volume, [b * b + c * c, a * a + c * c, a * a + b * b].map(|x| volume * x / 5.0))
    };
    let ((inner, inside), (outer, outside)) = (solid(halves), solid(halves.map(|x| x + THICKNESS)));
    (area, [0, 1, 2].map(|i| (outside[i] - inside[i]) / (outer - inner)))
}
