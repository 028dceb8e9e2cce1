use nalgebra::{DMatrix, DVector};

/// I = U D Uᵀ with U unit upper triangular and D diagonal.
#[derive(Clone, Debug)]
pub struct Udut {
    /// U.
    pub u: DMatrix<f64>,
    /// The diagonal of D: the pivots m̂.
    pub d: DVector<f64>,
}

/// Reverse Gaussian elimination of a symmetric matrix, last row and column first [Saha99, appendix B].
pub fn udut(matrix: &DMatrix<f64>) -> Udut {
    let n = matrix.nrows();
    let mut rest = matrix.clone();
    let mut u = DMatrix::identity(n, n);
    for k in (0..n).rev() {
        let pivot = rest[(k, k)];
        for i in 0..k {
            u[(i, k)] = rest[(i, k)] / pivot;
            for j in 0..k {
                rest[(i, j)] -= u[(i, k)] * rest[(j, k)];
            }
        }
    }
    Udut { u, d: rest.diagonal() }
}
