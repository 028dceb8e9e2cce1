//! R. M. Mukherjee, K. S. Anderson, Orthogonal Complement Based Divide-and-Conquer Algorithm (O-DCA), 2006: its
//! mechanisms, by our methods for loops and by the algorithm of the paper.

mod coupled_loops;
mod growth;
mod odca;
mod parallelogram;
mod ranks;
mod single_loop;
mod singular_start;
mod toggle;
mod unit_bars;
mod unstabilised;

use super::Source;

pub(super) const SOURCE: Source = Source {
    key: "MukAnd06",
    title: "R. M. Mukherjee, K. S. Anderson, Orthogonal Complement Based Divide-and-Conquer Algorithm (O-DCA) for \
            Constrained Multibody Systems, 2006, sections 3 and 4: the mechanisms, by our methods for loops \
            and by O-DCA",
    cases: &[
        ranks::CASE,
        single_loop::CASE,
        coupled_loops::CASE,
        growth::CASE,
        parallelogram::CASE,
        singular_start::CASE,
        toggle::CASE,
    ],
};
