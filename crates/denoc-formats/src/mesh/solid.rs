//! Does a mesh bound a body?

use std::collections::{HashMap, HashSet};

use denoc_base::plural;

use super::Mesh;
use crate::FormatError;

/// Every edge must be passed as often in one direction as in the other: otherwise the volume that a mesh bounds is not
/// defined. No triangle may be there twice: its body would count twice.
pub(super) fn check(mesh: &Mesh) -> Result<(), FormatError> {
    let corners = welded(mesh);
    let corner = |i: u32| corners.get(i as usize).copied().unwrap_or_default();
    // passes from the lower to the higher corner, less those back
    let mut passes: HashMap<[u32; 2], i64> = HashMap::new();
    let (mut seen, mut twice) = (HashSet::new(), 0_usize);
    for triangle in &mesh.triangles {
        let [a, b, c] = triangle.map(corner);
        if a == b || b == c || c == a {
            continue; // a line: it goes there and back
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
        (0, n) => format!("the mesh has {n} triangle{} twice", plural(n)),
        (n, _) => format!("the mesh is not closed ({n} open edge{})", plural(n)),
    };
    Err(FormatError::NotSolid { reason })
}

/// For every corner the first one at the same place: STL files repeat them.
fn welded(mesh: &Mesh) -> Vec<u32> {
    let mut first = HashMap::new();
    let places = mesh.positions.iter().zip(0_u32..);
    // −0 is 0
    places.map(|(p, i)| *first.entry(p.map(|x| (x + 0.0).to_bits())).or_insert(i)).collect()
}
