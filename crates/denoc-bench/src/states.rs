//! States of a batch in memory.

use denoc_dynamics::States;
use denoc_dynamics::compiled::Layout;
use denoc_testkit::State;

/// The inputs of a batch, laid out.
pub(crate) struct Batch<E> {
    pub(crate) q: Vec<E>,
    pub(crate) v: Vec<E>,
    pub(crate) a: Vec<E>,
    pub(crate) tau: Vec<E>,
}

impl<E> Batch<E> {
    /// Coordinates and speeds.
    pub(crate) fn states(&self) -> States<'_, E> {
        States { q: &self.q, v: &self.v }
    }
}

/// Lays out states as `layout` says, in blocks of `lanes`.
pub(crate) fn batch<E: Copy>(
    states: &[State],
    layout: Layout,
    lanes: usize,
    number: impl Fn(f64) -> E + Copy,
) -> Batch<E> {
    let pick = |entries: fn(&State) -> &[f64]| -> Vec<E> {
        let block = |block: &[State]| -> Vec<E> {
            (0..entries(&block[0]).len()).flat_map(|k| block.iter().map(move |s| number(entries(s)[k]))).collect()
        };
        match layout {
            Layout::Rows => states.iter().flat_map(|s| entries(s).iter().map(|&x| number(x))).collect(),
            Layout::Blocks => states.chunks_exact(lanes).flat_map(block).collect(),
        }
    };
    Batch { q: pick(|s| &s.q), v: pick(|s| &s.v), a: pick(|s| &s.a), tau: pick(|s| &s.tau) }
}

#[cfg(test)]
mod tests {
    use super::{Layout, State, batch};

    #[test]
    fn blocks_put_lanes_side_by_side() {
        let state = |x: f64| State { q: vec![x, 10.0 * x], v: vec![], a: vec![], tau: vec![] };
        let states = [1.0, 2.0, 3.0, 4.0].map(state);
        assert_eq!(batch(&states, Layout::Blocks, 2, |x| x).q, [1.0, 2.0, 10.0, 20.0, 3.0, 4.0, 30.0, 40.0]);
        assert_eq!(batch(&states, Layout::Rows, 2, |x| x).q, [1.0, 10.0, 2.0, 20.0, 3.0, 30.0, 4.0, 40.0]);
    }
}
