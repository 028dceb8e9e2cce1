//! Checks that a mesh bounds a solid.

use std::collections::{HashMap, HashSet};

use denoc_base::plural;

use super::Mesh;
use crate::FormatError;

/// Each edge must be traversed equally often in both directions, otherwise the enclosed volume is not defined. No triangle may occur
/// twice, since its volume would be counted twice.
pub(super) fn check(mesh: &Mesh) -> Result<(), FormatError> {
    let corners = welded(mesh);
    let corner = |i: u32| corners.get(i as usize).copied().unwrap_or_default();
    // traversals from the lower to the higher vertex, minus those back
    let mut passes: HashMap<[u32; 2], i64> = HashMap::new();
    let (mut seen, mut twice) = (HashSet::new(), 0_usize);
    for triangle in &mesh.triangles {
        let [a, b, c] = triangle.map(corner);
        if a == b || b == c || c == a {
            continue; // a degenerate triangle: its edges cancel
        }
        let first = a.min(b).min(c);
        let turned = if a == first {
            [a, b, c]
        } else if b == first {
            [b, c, a]
        } else {
            [c, a, b]
        };
        twice += usize::from(!seen.insert(turned));
        for [from, to] in [[a, b], [b, c], [c, a]] {
            *passes.entry([from.min(to), from.max(to)]).or_default() += if from < to { 1 } else { -1 };
        }
    }
    let open = passes.values().filter(|n| **n != 0).count();
    let reason = match (open, twice) {
        (0, 0) => return Ok(()),
        (0, n) => format!("the mesh has {n} duplicate triangle{}", plural(n)),
        (n, _) => format!("the mesh is not closed ({n} open edge{})", plural(n)),
    };
    Err(FormatError::NotSolid { reason })
}

/// For every vertex, the first one at the same position: STL files repeat them.
fn welded(mesh: &Mesh) -> Vec<u32> {
    let mut first = HashMap::new();
    let places = mesh.positions.iter().zip(0_u32..);
    // −0 is 0
    places.map(|(p, i)| *first.entry(p.map(|x| (x + 0.0).to_bits())).or_insert(i)).collect()
}
