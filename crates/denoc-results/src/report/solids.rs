//! Solids of machine parts as triangle meshes: plates, gears, racks, springs. All lie in the xy plane of their shape, centred in z,
//! except springs, which lie along z.

use std::f64::consts::{PI, TAU};

use super::ShapeKind;

/// A point in the plane of an outline.
pub type Point = [f64; 2];

/// Segments of a rounded corner that turns by half a turn.
const ROUND: usize = 10;

/// A plate of constant thickness whose outline is the convex hull of discs of one radius around points.
///
/// ```
/// use denoc_results::{ShapeKind, solids};
/// let ShapeKind::Mesh { positions, indices } = solids::plate(&[[0.0, 0.0], [0.3, 0.0]], 0.02, 0.01) else { panic!() };
/// assert!(positions.iter().all(|[x, y, z]| (-0.021..0.321).contains(x) && y.abs() < 0.021 && z.abs() < 0.006));
/// assert!(indices.len() > 40);
/// ```
pub fn plate(points: &[Point], radius: f64, thickness: f64) -> ShapeKind {
    let outline = rounded(&hull(points), radius);
    let middle = mean(&outline);
    extrude(&outline, &vec![middle; outline.len()], thickness, true)
}

/// A plate with any outline, counter-clockwise, all of which can be seen from the origin.
pub fn star(outline: &[Point], thickness: f64) -> ShapeKind {
    extrude(outline, &vec![[0.0; 2]; outline.len()], thickness, true)
}

/// A disc with a circle of teeth outside, between the radii of root and tip; the first tooth lies on x. `bore` is the radius of a hole.
pub fn gear(teeth: usize, pitch_radius: f64, bore: f64, thickness: f64) -> ShapeKind {
    let (root, tip) = tooth_radii(teeth, pitch_radius);
    let outside = toothed(teeth, root, tip);
    let inside = outside.iter().map(|[x, y]| y.atan2(*x)).map(|angle| polar(bore.max(0.0), angle)).collect::<Vec<_>>();
    extrude(&outside, &inside, thickness, true)
}

/// A ring with teeth inside; there is a tooth gap on x.
pub fn ring_gear(teeth: usize, pitch_radius: f64, outer_radius: f64, thickness: f64) -> ShapeKind {
    let (root, tip) = tooth_radii(teeth, pitch_radius);
    let inside = toothed(teeth, 2.0 * pitch_radius - tip, 2.0 * pitch_radius - root);
    let turned: Vec<Point> = inside.iter().map(|[x, y]| (y.atan2(*x), x.hypot(*y))).map(|(a, r)| polar(r, a)).collect();
    let outside = turned.iter().map(|[x, y]| polar(outer_radius.max(tip), y.atan2(*x))).collect::<Vec<_>>();
    extrude(&outside, &turned, thickness, true)
}

/// A bar along x from `from` to `to` with teeth towards +y; its pitch line is y = 0.
pub fn rack(from: f64, to: f64, pitch: f64, height: f64, thickness: f64) -> ShapeKind {
    let (root, tip) = (-0.4 * pitch, 0.32 * pitch);
    let count = ((to - from) / pitch).round().max(1.0);
    let step = (to - from) / count;
    let profile = [(0.0, root), (0.28, root), (0.4, tip), (0.6, tip), (0.72, root)];
    let mut top: Vec<Point> = Vec::new();
    for tooth in 0..count as usize {
        top.extend(profile.map(|(part, y)| [from + (tooth as f64 + part) * step, y]));
    }
    top.push([to, root]);
    // against the x axis, so that the outline has its inside on the left
    top.reverse();
    let bottom: Vec<Point> = top.iter().map(|[x, _]| [*x, root - height]).collect();
    extrude(&top, &bottom, thickness, false)
}

/// A helical spring along z from 0 to `length`, whose ends lead to the axis.
pub fn coil(radius: f64, wire: f64, turns: usize, length: f64, fineness: usize) -> ShapeKind {
    let steps = turns * (12 + 4 * fineness);
    // parts of the length that lead straight along the axis, and from there to the coils
    let (straight, ramp) = (0.08, 0.06);
    let mut path: Vec<[f64; 3]> = vec![[0.0; 3]];
    for i in 0..=steps {
        let part = i as f64 / steps as f64;
        let angle = TAU * turns as f64 * part;
        let z = straight + (1.0 - 2.0 * straight) * part;
        let from_end = (z - straight).min(1.0 - straight - z) / ramp;
        let here = radius * (from_end.clamp(0.0, 1.0) * PI / 2.0).sin();
        path.push([here * angle.cos(), here * angle.sin(), z * length]);
    }
    path.push([0.0, 0.0, length]);
    sweep(&path, wire, 7 + 4 * fineness)
}

/// A round wire along a path that turns around z.
fn sweep(path: &[[f64; 3]], radius: f64, sides: usize) -> ShapeKind {
    let mut positions = Vec::with_capacity(path.len() * sides + 2);
    let mut indices = Vec::new();
    for (i, at) in path.iter().enumerate() {
        let (before, after) = (path[i.saturating_sub(1)], path[(i + 1).min(path.len() - 1)]);
        let along = unit([0, 1, 2].map(|k| after[k] - before[k]));
        let outward = if at[0].hypot(at[1]) > 0.0 { [at[0], at[1], 0.0] } else { [1.0, 0.0, 0.0] };
        let lean = dot(outward, along);
        let first = unit([0, 1, 2].map(|k| outward[k] - lean * along[k]));
        let second = cross(along, first);
        for side in 0..sides {
            let (sin, cos) = (TAU * side as f64 / sides as f64).sin_cos();
            positions.push([0, 1, 2].map(|k| (at[k] + radius * (cos * first[k] + sin * second[k])) as f32));
        }
    }
    for ring in 1..path.len() {
        for side in 0..sides {
            let next = (side + 1) % sides;
            let [a, b, c, d] = [(ring - 1, side), (ring - 1, next), (ring, next), (ring, side)]
                .map(|(ring, side)| (ring * sides + side) as u32);
            indices.extend([[a, b, c], [a, c, d]]);
        }
    }
    for (end, ring) in [(path[0], 0), (path[path.len() - 1], path.len() - 1)] {
        let middle = positions.len() as u32;
        positions.push(end.map(|x| x as f32));
        for side in 0..sides {
            let [a, b] = [side, (side + 1) % sides].map(|side| (ring * sides + side) as u32);
            indices.push(if ring == 0 { [middle, b, a] } else { [middle, a, b] });
        }
    }
    ShapeKind::Mesh { positions, indices }
}

/// A solid between two lines with equally many points, `outer` counter-clockwise around `inner`; lines that are not closed get ends.
/// Points of both lines that coincide are joined.
fn extrude(outer: &[Point], inner: &[Point], thickness: f64, closed: bool) -> ShapeKind {
    let count = outer.len();
    let mut positions = Vec::with_capacity(4 * count);
    for z in [0.5 * thickness, -0.5 * thickness] {
        positions.extend(outer.iter().chain(inner).map(|[x, y]| [*x as f32, *y as f32, z as f32]));
    }
    let at = |top: bool, out: bool, i: usize| {
        (if top { 0 } else { 2 * count } + if out { 0 } else { count } + i % count) as u32
    };
    let mut indices = Vec::new();
    let mut quad = |corners: [u32; 4]| {
        let [a, b, c, d] = corners;
        indices.extend([[a, b, c], [a, c, d]]);
    };
    for i in 0..if closed { count } else { count - 1 } {
        let j = i + 1;
        quad([at(true, true, i), at(true, true, j), at(true, false, j), at(true, false, i)]);
        quad([at(false, true, j), at(false, true, i), at(false, false, i), at(false, false, j)]);
        quad([at(false, true, i), at(false, true, j), at(true, true, j), at(true, true, i)]);
        quad([at(false, false, j), at(false, false, i), at(true, false, i), at(true, false, j)]);
    }
    if !closed {
        let last = count - 1;
        quad([at(false, false, 0), at(false, true, 0), at(true, true, 0), at(true, false, 0)]);
        quad([at(false, true, last), at(false, false, last), at(true, false, last), at(true, true, last)]);
    }
    let place = |vertex: u32| positions[vertex as usize];
    indices.retain(|&[a, b, c]| place(a) != place(b) && place(b) != place(c) && place(c) != place(a));
    ShapeKind::Mesh { positions, indices }
}

/// Radii of the roots and the tips of teeth; thin rims of small gears are not pierced.
fn tooth_radii(teeth: usize, pitch_radius: f64) -> (f64, f64) {
    let module = 2.0 * pitch_radius / teeth as f64;
    (pitch_radius - 1.15 * module, pitch_radius + 0.95 * module)
}

fn toothed(teeth: usize, root: f64, tip: f64) -> Vec<Point> {
    let profile = [(-0.28, root), (-0.13, tip), (0.13, tip), (0.28, root)];
    let tooth = |i: usize| profile.map(|(part, r)| polar(r, TAU * (i as f64 + part) / teeth as f64));
    (0..teeth).flat_map(tooth).collect()
}

fn polar(radius: f64, angle: f64) -> Point {
    [radius * angle.cos(), radius * angle.sin()]
}

fn mean(points: &[Point]) -> Point {
    [0, 1].map(|k| points.iter().map(|p| p[k]).sum::<f64>() / points.len().max(1) as f64)
}

/// The convex hull, counter-clockwise, without points on its edges.
fn hull(points: &[Point]) -> Vec<Point> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let half = |points: &mut dyn Iterator<Item = &Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for &p in points {
            while let [.., a, b] = chain[..]
                && (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) <= 0.0
            {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut all = half(&mut sorted.iter());
    all.extend(half(&mut sorted.iter().rev()));
    all
}

/// The outline around discs at the corners of a convex polygon.
fn rounded(corners: &[Point], radius: f64) -> Vec<Point> {
    let count = corners.len();
    let direction = |from: Point, to: Point| (to[1] - from[1]).atan2(to[0] - from[0]);
    let mut outline = Vec::new();
    for (i, &[x, y]) in corners.iter().enumerate() {
        let (before, after) = (corners[(i + count - 1) % count], corners[(i + 1) % count]);
        let (first, turn) = match count {
            1 => (0.0, TAU * (1.0 - 1.0 / (2 * ROUND) as f64)),
            _ => {
                let incoming = direction(before, [x, y]);
                // a corner of two points turns by half a turn, whichever way rounding decides
                let turn = if count == 2 { PI } else { (direction([x, y], after) - incoming).rem_euclid(TAU) };
                (incoming - PI / 2.0, turn)
            }
        };
        let steps = ((turn / PI * ROUND as f64).ceil() as usize).max(1);
        for step in 0..=steps {
            let [dx, dy] = polar(radius, first + turn * step as f64 / steps as f64);
            outline.push([x + dx, y + dy]);
        }
    }
    outline
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn unit(a: [f64; 3]) -> [f64; 3] {
    let size = dot(a, a).sqrt();
    if size > 0.0 { a.map(|x| x / size) } else { [0.0, 0.0, 1.0] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Volume enclosed by a mesh, by the divergence theorem; every edge must belong to two triangles in opposite directions.
    fn volume(kind: &ShapeKind) -> f64 {
        let ShapeKind::Mesh { positions, indices } = kind else { panic!("not a mesh") };
        // edges between places, because equal points are several vertices where lines meet
        let key = |vertex: u32| positions[vertex as usize].map(f32::to_bits);
        let mut edges: HashMap<_, i32> = HashMap::new();
        let mut sum = 0.0;
        for &[a, b, c] in indices {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                *edges.entry((key(from), key(to))).or_default() += 1;
                *edges.entry((key(to), key(from))).or_default() -= 1;
            }
            let [a, b, c] = [a, b, c].map(|vertex| positions[vertex as usize].map(f64::from));
            sum += dot(a, cross(b, c)) / 6.0;
        }
        assert!(edges.values().all(|count| *count == 0), "the mesh is not closed");
        sum
    }

    #[track_caller]
    fn close(found: f64, expected: f64, part: f64) {
        assert!((found - expected).abs() < part * expected, "{found} instead of {expected}");
    }

    // oracle: areas of rectangle and circle by hand; round corners are polygons inside the circle
    #[test]
    fn plates_are_closed_and_have_the_volume_of_their_outline() {
        let (r, h) = (0.1, 0.05);
        close(volume(&plate(&[[0.0, 0.0], [1.0, 0.0]], r, h)), h * (2.0 * r + PI * r * r), 0.01);
        close(volume(&plate(&[[0.3, 0.2]], r, h)), h * PI * r * r, 0.03);
        // a right triangle with a point on an edge and one inside: area, strips along the edges, a circle
        let points = [[0.0, 0.0], [3.0, 0.0], [0.0, 4.0], [1.5, 0.0], [1.0, 1.0]];
        close(volume(&plate(&points, r, h)), h * (6.0 + 12.0 * r + PI * r * r), 0.01);
    }

    // oracle: circles on the pitch radius; tooth and gap have about the same width
    #[test]
    fn gears_are_closed_and_about_as_large_as_their_pitch_circles() {
        let (teeth, r, h) = (30, 0.5, 0.1);
        close(volume(&gear(teeth, r, 0.1, h)), h * PI * (r * r - 0.01), 0.05);
        close(volume(&ring_gear(teeth, r, 0.7, h)), h * PI * (0.49 - r * r), 0.08);
        close(volume(&rack(-1.0, 1.0, 0.1, 0.2, h)), h * 2.0 * 0.2, 0.25);
        let ShapeKind::Mesh { positions, .. } = gear(teeth, r, 0.0, h) else { panic!() };
        let far = positions.iter().map(|p| p[0].hypot(p[1])).fold(0.0, f32::max);
        assert!(far > 0.5 && far < 0.54, "{far}");
    }

    // oracle: area of the wire times the length of a helix
    #[test]
    fn coils_are_closed_and_reach_both_ends() {
        let (radius, wire, turns, length) = (0.1, 0.01, 8, 1.0);
        let spring = coil(radius, wire, turns, length, 1);
        let helix = TAU * radius * turns as f64;
        close(volume(&spring), PI * wire * wire * helix, 0.2);
        let ShapeKind::Mesh { positions, .. } = spring else { panic!() };
        let heights = positions.iter().map(|p| p[2]);
        assert_eq!((heights.clone().fold(f32::MAX, f32::min), heights.fold(f32::MIN, f32::max)), (0.0, 1.0));
    }
}
