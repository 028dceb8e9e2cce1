//! Sparsity pattern of the equations, and the order in which groups of them can be solved.
//!
//! An equation belongs to a joint of the tree. It contains the force of the joint's motor and the multipliers of the closures
//! whose loops pass through the joint; rows that vanish (in planar mechanisms those normal to the plane) are omitted. Equations are
//! matched with unknowns; what can be reached from unknowns that are left over is indeterminate; the rest falls into groups
//! that need each other, as many unknowns as equations each, and groups are ordered so that each needs only those before it
//! (the decomposition of Dulmage and Mendelsohn).

use std::collections::VecDeque;

/// The pattern: for every equation its unknowns, for every unknown its equations.
#[derive(Clone, Debug, Default)]
pub(super) struct Pattern {
    pub(super) of_equation: Vec<Vec<usize>>,
    pub(super) of_unknown: Vec<Vec<usize>>,
}

/// Equations with the unknowns that they determine, or leave indeterminate together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) equations: Vec<usize>,
    pub(super) unknowns: Vec<usize>,
    pub(super) determinate: bool,
}

impl Pattern {
    pub(super) fn new(equations: usize, unknowns: usize) -> Self {
        Self { of_equation: vec![Vec::new(); equations], of_unknown: vec![Vec::new(); unknowns] }
    }

    pub(super) fn add(&mut self, equation: usize, unknown: usize) {
        self.of_equation[equation].push(unknown);
        self.of_unknown[unknown].push(equation);
    }

    /// The groups in the order of solution, the indeterminate one last; `None` if some equations have too few unknowns.
    pub(super) fn groups(&self) -> Option<Vec<Group>> {
        let (unknown_of, equation_of) = self.matching()?;
        // from the unknowns left over, through their equations, to the unknowns these are matched with
        let mut loose: Vec<bool> = equation_of.iter().map(Option::is_none).collect();
        let mut indeterminate = vec![false; unknown_of.len()];
        let mut waiting: Vec<usize> = (0..loose.len()).filter(|&u| loose[u]).collect();
        while let Some(unknown) = waiting.pop() {
            for &e in &self.of_unknown[unknown] {
                indeterminate[e] = true;
                if !loose[unknown_of[e]] {
                    loose[unknown_of[e]] = true;
                    waiting.push(unknown_of[e]);
                }
            }
        }
        let mut groups = self.strong_parts(&unknown_of, &equation_of, &indeterminate);
        let equations: Vec<usize> = (0..indeterminate.len()).filter(|&e| indeterminate[e]).collect();
        if !equations.is_empty() {
            // an unknown without equations is ignored
            let known = |&u: &usize| loose[u] && !self.of_unknown[u].is_empty();
            let unknowns = (0..loose.len()).filter(known).collect();
            groups.push(Group { equations, unknowns, determinate: false });
        }
        Some(groups)
    }

    /// An unknown for every equation, and the reverse.
    fn matching(&self) -> Option<(Vec<usize>, Vec<Option<usize>>)> {
        let mut equation_of: Vec<Option<usize>> = vec![None; self.of_unknown.len()];
        let mut unknown_of: Vec<Option<usize>> = vec![None; self.of_equation.len()];
        for start in 0..self.of_equation.len() {
            // breadth first along alternating paths to a free unknown
            let mut came_from: Vec<Option<usize>> = vec![None; self.of_unknown.len()];
            let mut waiting = VecDeque::from([start]);
            let mut free = None;
            'search: while let Some(e) = waiting.pop_front() {
                for &u in &self.of_equation[e] {
                    if came_from[u].is_some() {
                        continue;
                    }
                    came_from[u] = Some(e);
                    match equation_of[u] {
                        Some(next) => waiting.push_back(next),
                        None => {
                            free = Some(u);
                            break 'search;
                        }
                    }
                }
            }
            let mut path = Some(free?);
            while let Some((u, e)) = path.and_then(|u| Some((u, came_from[u]?))) {
                path = unknown_of[e].replace(u);
                equation_of[u] = Some(e);
            }
        }
        Some((unknown_of.into_iter().collect::<Option<_>>()?, equation_of))
    }

    /// Groups of determinate equations that need each other, those needed first (Tarjan's algorithm without recursion).
    fn strong_parts(&self, unknown_of: &[usize], equation_of: &[Option<usize>], skip: &[bool]) -> Vec<Group> {
        let count = self.of_equation.len();
        let (mut number, mut low, mut open) = (vec![usize::MAX; count], vec![0; count], vec![false; count]);
        let (mut next, mut stack, mut groups) = (0, Vec::new(), Vec::new());
        for start in (0..count).filter(|&e| !skip[e]) {
            if number[start] != usize::MAX {
                continue;
            }
            let mut visits = vec![(start, 0)];
            while let Some((e, at)) = visits.pop() {
                if number[e] == usize::MAX {
                    (number[e], low[e], open[e]) = (next, next, true);
                    next += 1;
                    stack.push(e);
                }
                let needed = self.of_equation[e][at..].iter().enumerate().find_map(|(k, &u)| {
                    let other = equation_of[u]?;
                    if number[other] == usize::MAX {
                        return Some((at + k, other));
                    }
                    if open[other] {
                        low[e] = low[e].min(low[other]);
                    }
                    None
                });
                if let Some((k, other)) = needed {
                    // visit the same unknown again after the other equation
                    visits.push((e, k));
                    visits.push((other, 0));
                    continue;
                }
                if low[e] == number[e] {
                    let from = stack.iter().rposition(|&x| x == e).unwrap_or(0);
                    let mut equations = stack.split_off(from);
                    equations.sort_unstable();
                    for &e in &equations {
                        open[e] = false;
                    }
                    let mut unknowns: Vec<usize> = equations.iter().map(|&e| unknown_of[e]).collect();
                    unknowns.sort_unstable();
                    groups.push(Group { equations, unknowns, determinate: true });
                }
            }
        }
        groups
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(equations: &[&[usize]], unknowns: usize) -> Option<Vec<Group>> {
        let mut pattern = Pattern::new(equations.len(), unknowns);
        for (e, known) in equations.iter().enumerate() {
            for &u in *known {
                pattern.add(e, u);
            }
        }
        pattern.groups()
    }

    fn group(equations: &[usize], unknowns: &[usize], determinate: bool) -> Group {
        Group { equations: equations.to_vec(), unknowns: unknowns.to_vec(), determinate }
    }

    // oracle: by hand
    #[test]
    fn groups_come_in_the_order_of_solution() {
        // the crank knows both multipliers and its motor, the other two joints the multipliers
        let four_bar = groups(&[&[0, 1, 2], &[0, 1], &[0, 1]], 3);
        assert_eq!(four_bar, Some(vec![group(&[1, 2], &[0, 1], true), group(&[0], &[2], true)]));
        // a chain of needs, and a ring of three
        let chain = groups(&[&[0, 1], &[1, 2], &[2]], 3);
        assert_eq!(chain, Some(vec![group(&[2], &[2], true), group(&[1], &[1], true), group(&[0], &[0], true)]));
        let ring = groups(&[&[0, 1], &[1, 2], &[2, 0], &[3, 0]], 4);
        assert_eq!(ring, Some(vec![group(&[0, 1, 2], &[0, 1, 2], true), group(&[3], &[3], true)]));
    }

    // oracle: by hand
    #[test]
    fn what_is_left_over_is_indeterminate() {
        // two motors for one freedom: only what no motor sees is determinate; unknown 4 is in no equation
        let over = groups(&[&[0, 1, 2], &[0, 1, 3], &[0]], 5);
        assert_eq!(over, Some(vec![group(&[2], &[0], true), group(&[0, 1], &[1, 2, 3], false)]));
        assert_eq!(groups(&[&[0], &[0]], 1), None);
        assert_eq!(groups(&[&[]], 2), None);
        assert_eq!(groups(&[], 0), Some(vec![]));
    }
}
