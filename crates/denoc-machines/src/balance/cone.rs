//! The conic problem: a norm and linear costs, within linear bounds.

use clarabel::algebra::CscMatrix;
use clarabel::solver::{
    DefaultSettings, DefaultSolver, IPSolver, NonnegativeConeT, SecondOrderConeT, SolverStatus, SupportedConeT,
};
use nalgebra::{DMatrix, DVector};

/// Rows g·x ≤ h: the entries of g that are not zero, and h.
#[derive(Clone, Debug, Default)]
pub(super) struct Bounds {
    pub(super) rows: Vec<(Vec<(usize, f64)>, f64)>,
}

/// Minimizes |A x + b| + c·x within bounds; returns the status of the solver if it fails.
pub(super) fn minimise(a: &DMatrix<f64>, b: &DVector<f64>, c: &[f64], bounds: &Bounds) -> Result<Vec<f64>, String> {
    let (rows, n) = a.shape();
    let (m, above) = (bounds.rows.len(), n);
    // columns of the conditions: bounds, then the cone of (size, A x + b)
    let mut columns: Vec<Vec<(usize, f64)>> = vec![Vec::new(); n + 1];
    let mut right = vec![0.0; m + 1 + rows];
    for (i, (row, h)) in bounds.rows.iter().enumerate() {
        for &(j, x) in row {
            columns[j].push((i, x));
        }
        right[i] = *h;
    }
    columns[above].push((m, -1.0));
    for i in 0..rows {
        for (j, column) in columns.iter_mut().enumerate().take(n).filter(|(j, _)| a[(i, *j)] != 0.0) {
            column.push((m + 1 + i, -a[(i, j)]));
        }
        right[m + 1 + i] = b[i];
    }
    let (mut starts, mut places, mut values) = (vec![0], Vec::new(), Vec::new());
    for column in &columns {
        places.extend(column.iter().map(|x| x.0));
        values.extend(column.iter().map(|x| x.1));
        starts.push(places.len());
    }
    let conditions = CscMatrix::new(m + 1 + rows, n + 1, starts, places, values);
    let mut cost = c.to_vec();
    cost.push(1.0);
    let cones: [SupportedConeT<f64>; 2] = [NonnegativeConeT(m), SecondOrderConeT(rows + 1)];
    let settings = DefaultSettings {
        verbose: false,
        tol_gap_abs: 1e-11,
        tol_gap_rel: 1e-11,
        tol_feas: 1e-11,
        ..DefaultSettings::default()
    };
    let none = CscMatrix::zeros((n + 1, n + 1));
    let mut solver =
        DefaultSolver::new(&none, &cost, &conditions, &right, &cones, settings).map_err(|e| e.to_string())?;
    solver.solve();
    let status = solver.solution.status;
    let good = matches!(status, SolverStatus::Solved | SolverStatus::AlmostSolved | SolverStatus::InsufficientProgress);
    if good && solver.solution.x.iter().all(|x| x.is_finite()) {
        Ok(solver.solution.x[..n].to_vec())
    } else {
        Err(format!("{status:?}"))
    }
}
