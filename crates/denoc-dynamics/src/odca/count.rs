//! Operation counts of the steps, obtained by running them with counting numbers.

use denoc_math::{Count, Operations, Vec3, count_operations};
use denoc_model::{Description, DhRow, MassProperties};

use super::solver::{Input, Solver};
use crate::Loads;

/// Multiplications (including divisions) and additions for chains of general geometry with joints of one degree of freedom.
/// Poses, twists and bias are included; sines and cosines are not, nor the wrenches that joints transmit.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct PieceCounts {
    /// For each link of the outermost piece: the recursion, without channels.
    pub outermost: [f64; 2],
    /// For each link of a piece with an outer handle.
    pub inner: [f64; 2],
    /// For each assembly and disassembly of two pieces.
    pub join: [f64; 2],
}

impl PieceCounts {
    /// How many times the operations of the recursion a chain of n links costs on the busiest of `cores` cores: pieces of `grain`
    /// links, all assembled in log₂ levels.
    pub fn relative_time(&self, n: f64, grain: f64, cores: f64) -> f64 {
        let sum = |x: [f64; 2]| x[0] + x[1];
        let pieces = (n / grain).max(1.0);
        let cores = cores.min(pieces);
        // the levels above the cores are not divided
        let joins = (pieces / cores - 1.0).max(0.0) + cores.log2();
        (n / cores * sum(self.inner) + joins * sum(self.join)) / (n * sum(self.outermost))
    }
}

/// Counts the operations of the assembly by pieces.
///
/// ```
/// let counts = denoc_dynamics::odca::piece_counts();
/// assert!(counts.inner[0] < 2.0 * counts.outermost[0]);
/// ```
pub fn piece_counts() -> PieceCounts {
    // three pieces of g links: one without an outer handle, two with, two assemblies
    let [whole_10, whole_20] = [10, 20].map(|n| count(n, usize::MAX));
    let [three_20, three_40] = [20, 40].map(|grain| count(3 * grain, grain));
    let each = |f: &dyn Fn(usize) -> f64| [f(0), f(1)];
    let outermost = each(&|k| (whole_20[k] - whole_10[k]) / 10.0);
    // T(g) = g outermost + 2 g inner + 2 join + constant of the recursion
    let constant = each(&|k| whole_10[k] - 10.0 * outermost[k]);
    let inner = each(&|k| ((three_40[k] - three_20[k]) / 20.0 - outermost[k]) / 2.0);
    let join = each(&|k| (three_20[k] - constant[k] - 20.0 * outermost[k] - 40.0 * inner[k]) / 2.0);
    PieceCounts { outermost, inner, join }
}

fn count(n: usize, grain: usize) -> [f64; 2] {
    let mass = MassProperties::cuboid(1.0, Vec3::new(0.1, 0.2, 0.3), Vec3::new(0.1, 0.05, -0.07));
    let rows = vec![(DhRow::revolute(0.1, 0.2, 0.3, 0.7), mass); n];
    let model = Description::from_modified_dh("chain", &rows).build().expect("a proper chain").cast::<Count>();
    let (state, mut a) = (vec![Count(0.3); n], vec![Count(0.0); n]);
    let mut solver = Solver::new(&model, None, grain);
    let input =
        Input { model: &model, q: &state, v: &state, tau: &state, given: &[], loads: Loads::NONE, task: usize::MAX };
    let (done, Operations { multiplications, additions, divisions, .. }) =
        count_operations(|| solver.solve(input, None, &mut [], &mut a, false));
    done.expect("a proper chain");
    [(multiplications + divisions) as f64, additions as f64]
}
