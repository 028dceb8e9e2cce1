//! The matrices of the equations of motion I(q) a + C(q, v) v + g(q) = τ + Jᵀ λ.

use denoc_dynamics::compiled::Compiled;
use denoc_dynamics::loops::Loops;
use denoc_dynamics::{DynamicsError, Workspace};
use denoc_model::{ClosureId, Model};

use super::States;
use super::batch::nth;
use crate::{Mechanism, MechanismError};

/// A matrix or vector of the equations of motion.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum MatrixKind {
    /// The generalised inertia matrix I, nv × nv: kg m², kg m, kg.
    Gim,
    /// The matrix C of convective inertia, nv × nv.
    Mci,
    /// The vector C v, nv: N m, N.
    Vci,
    /// The joint forces g that balance gravity, nv: N m, N.
    Gravity,
    /// The factors of I = U D Uᵀ.
    Udut,
    /// The Jacobian J of the loop closures, J v = 0: a row for each condition.
    LoopJacobian,
    /// The Jacobian of the mass centre, 3 × nv, world axes.
    ComJacobian,
    /// The matrix of the momentum about the mass centre, 6 × nv, angular rows first, world axes: kg m², kg m, kg.
    CentroidalMomentum,
}

impl MatrixKind {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Gim,
        Self::Mci,
        Self::Vci,
        Self::Gravity,
        Self::Udut,
        Self::LoopJacobian,
        Self::ComJacobian,
        Self::CentroidalMomentum,
    ];

    /// Its name in files and on the command line.
    pub fn keyword(self) -> &'static str {
        ["gim", "mci", "vci", "gravity", "udut", "loop_jacobian", "com_jacobian", "centroidal_momentum"][self as usize]
    }

    /// Whether it is a term of the equations of motion.
    pub fn is_term(self) -> bool {
        !matches!(self, Self::ComJacobian | Self::CentroidalMomentum)
    }

    /// Whether it is a vector.
    pub fn is_vector(self) -> bool {
        matches!(self, Self::Vci | Self::Gravity)
    }
}

/// The factors of the generalised inertia matrix I = U D Uᵀ.
#[derive(Clone, Debug, PartialEq)]
pub struct Factors {
    /// U, unit upper triangular, nv × nv by rows.
    pub u: Vec<f64>,
    /// The diagonal of D, nv: the pivots m̂.
    pub d: Vec<f64>,
    /// The determinant of I, the product of the pivots.
    pub determinant: f64,
}

/// The matrices of one state, by rows; `None` for those that were not requested. With loops, all but the loop Jacobian are those of
/// the spanning tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matrices {
    /// [`MatrixKind::Gim`].
    pub gim: Option<Vec<f64>>,
    /// [`MatrixKind::Mci`].
    pub mci: Option<Vec<f64>>,
    /// [`MatrixKind::Vci`].
    pub vci: Option<Vec<f64>>,
    /// [`MatrixKind::Gravity`].
    pub gravity: Option<Vec<f64>>,
    /// [`MatrixKind::Udut`].
    pub factors: Option<Factors>,
    /// [`MatrixKind::LoopJacobian`].
    pub loop_jacobian: Option<Vec<f64>>,
    /// [`MatrixKind::ComJacobian`].
    pub com_jacobian: Option<Vec<f64>>,
    /// [`MatrixKind::CentroidalMomentum`].
    pub centroidal_momentum: Option<Vec<f64>>,
}

impl Matrices {
    /// A matrix or vector by its kind, if it was requested; for [`MatrixKind::Udut`] see [`Self::factors`].
    pub fn get(&self, kind: MatrixKind) -> Option<&[f64]> {
        match kind {
            MatrixKind::Gim => self.gim.as_deref(),
            MatrixKind::Mci => self.mci.as_deref(),
            MatrixKind::Vci => self.vci.as_deref(),
            MatrixKind::Gravity => self.gravity.as_deref(),
            MatrixKind::LoopJacobian => self.loop_jacobian.as_deref(),
            MatrixKind::ComJacobian => self.com_jacobian.as_deref(),
            MatrixKind::CentroidalMomentum => self.centroidal_momentum.as_deref(),
            MatrixKind::Udut => None,
        }
    }
}

impl Mechanism {
    /// The requested matrices at all states. The faithful layer computes them; `compiled` takes the generalised inertia matrix from the
    /// compiled layer, which is faster and agrees to rounding.
    ///
    /// ```
    /// use denoc_mechanism::Mechanism;
    /// use denoc_mechanism::evaluate::{MatrixKind, States};
    /// # use denoc_formats::catalogue;
    ///
    /// let arm = Mechanism::new(catalogue::describe("two_r")?.build()?);
    /// let states = States { q: &[0.3, -0.5], v: &[1.0, 2.0] };
    /// let found = arm.matrices(states, &[MatrixKind::Gim, MatrixKind::Udut], false)?;
    /// let (gim, factors) = (found[0].gim.as_ref().unwrap(), found[0].factors.as_ref().unwrap());
    /// assert!((gim[0] * gim[3] - gim[1] * gim[2] - factors.determinant).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The error of the first state that fails, with its number: coordinates that do not fit, or a singular inertia matrix where its
    /// factors are requested.
    pub fn matrices(
        &self,
        states: States<'_>,
        kinds: &[MatrixKind],
        compiled: bool,
    ) -> Result<Vec<Matrices>, MechanismError> {
        let model = self.model();
        let count = states.q.len().checked_div(model.nq()).unwrap_or(1).max(1);
        model.check_length("q", states.q.len(), count * model.nq())?;
        model.check_length("v", states.v.len(), count * model.nv())?;
        let (mut ws, mut loops) = (Workspace::new(model), Loops::new(model));
        let mut all = |compiled: Option<&mut Compiled>| {
            let mut matrices = One { model, ws: &mut ws, loops: &mut loops, compiled };
            let mut one = |k| matrices.compute(nth(states.q, model.nq(), k), nth(states.v, model.nv(), k), kinds);
            let located = |k, error| MechanismError::from(DynamicsError::InBatch { index: k, error: Box::new(error) });
            (0..count).map(|k| one(k).map_err(|error| located(k, error))).collect()
        };
        if compiled { self.with_compiled(|compiled| all(Some(compiled))) } else { all(None) }
    }
}

/// The matrices of one state after another.
struct One<'a> {
    model: &'a Model,
    ws: &'a mut Workspace<f64>,
    loops: &'a mut Loops<f64>,
    compiled: Option<&'a mut Compiled>,
}

impl One<'_> {
    fn compute(&mut self, q: &[f64], v: &[f64], kinds: &[MatrixKind]) -> Result<Matrices, DynamicsError> {
        let nv = self.model.nv();
        let mut found = Matrices::default();
        let mut state = self.ws.position(self.model, q)?.velocity(v)?;
        for kind in kinds {
            let rows = match kind {
                MatrixKind::Vci | MatrixKind::Gravity => 1,
                MatrixKind::ComJacobian => 3,
                MatrixKind::CentroidalMomentum => 6,
                _ => nv,
            };
            let mut out = vec![0.0; rows * nv];
            match kind {
                MatrixKind::Gim => {
                    match &mut self.compiled {
                        Some(compiled) => compiled.gim(q, &mut out)?,
                        None => state.gim(&mut out)?,
                    }
                    found.gim = Some(out);
                }
                MatrixKind::Mci => {
                    state.mci(&mut out)?;
                    found.mci = Some(out);
                }
                MatrixKind::Vci => {
                    state.vci(&mut out)?;
                    found.vci = Some(out);
                }
                MatrixKind::Gravity => {
                    state.gravity_forces(&mut out)?;
                    found.gravity = Some(out);
                }
                MatrixKind::Udut => {
                    let udut = state.udut()?;
                    udut.u_matrix(&mut out)?;
                    found.factors = Some(Factors { u: out, d: udut.d().to_vec(), determinant: udut.determinant() });
                }
                MatrixKind::LoopJacobian => {
                    self.loops.place(&state);
                    let mut rows = vec![0.0; self.loops.count() * nv];
                    self.loops.jacobian(&state, &mut rows)?;
                    found.loop_jacobian = Some(rows);
                }
                MatrixKind::ComJacobian => {
                    state.com_jacobian(&mut out)?;
                    found.com_jacobian = Some(out);
                }
                MatrixKind::CentroidalMomentum => {
                    state.centroidal_momentum_matrix(&mut out)?;
                    found.centroidal_momentum = Some(out);
                }
            }
        }
        Ok(found)
    }
}

/// Names of the rows of the loop Jacobian: the closure, with a number if it has several conditions.
pub fn condition_labels(model: &Model) -> Vec<String> {
    let loops = Loops::new(model);
    let of = |(i, name): (usize, &String)| {
        let (name, count) = (name.clone(), loops.rows_of(ClosureId(i)).len());
        (1..=count).map(move |k| if count == 1 { name.clone() } else { format!("{name} {k}") })
    };
    model.closure_names().iter().enumerate().flat_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Draft;
    use crate::evaluate::Ask;

    // oracle: inverse dynamics: tau = I a + C v + g; speeds that the loops allow
    #[test]
    fn matrices_make_up_the_equations_of_motion() {
        let arm = Mechanism::new(denoc_formats::catalogue::describe("planar_3r").unwrap().build().unwrap());
        let (q, v, a) = ([0.1, 0.2, 0.3], [1.0, -0.5, 0.2], [0.7, 0.3, -0.4]);
        let states = States { q: &q, v: &v };
        let kinds = MatrixKind::ALL;
        let found = &arm.matrices(states, &kinds, false).unwrap()[0];
        let tau = arm.evaluate(states, &Ask::inverse(&a)).unwrap().tau;
        let product = |kind, x: &[f64], i: usize| -> f64 {
            found.get(kind).unwrap()[3 * i..][..3].iter().zip(x).map(|(m, x)| m * x).sum()
        };
        for (i, tau) in tau.iter().enumerate() {
            let (vci, g) = (found.vci.as_ref().unwrap()[i], found.gravity.as_ref().unwrap()[i]);
            assert!((product(MatrixKind::Gim, &a, i) + vci + g - tau).abs() < 1e-12);
            assert!((product(MatrixKind::Mci, &v, i) - vci).abs() < 1e-12);
        }
        assert!(found.loop_jacobian.as_ref().unwrap().is_empty());
        // the linear momentum is that of the mass centre
        let mass = arm.model().total_mass();
        for i in 0..3 {
            let velocity = product(MatrixKind::ComJacobian, &v, i);
            assert!((product(MatrixKind::CentroidalMomentum, &v, 3 + i) - mass * velocity).abs() < 1e-12);
        }
    }

    // oracle: J v = 0 for the speeds of a closed state
    #[test]
    fn the_loop_jacobian_belongs_to_the_closures() {
        let model = denoc_formats::catalogue::describe("fourbar").unwrap().build().unwrap();
        let crank = model.joint("crank_pivot").unwrap();
        let mut draft = Draft { driven: Some(vec![crank]), ..Draft::usual(&model) };
        draft.v[model.links()[crank.0].v] = 2.0;
        let state = draft.close(&model).unwrap();
        let labels = condition_labels(&model);
        assert_eq!((labels.len(), labels[4].as_str()), (5, "output_pin 5"));
        let fourbar = Mechanism::new(model);
        let states = States { q: &state.q, v: &state.v };
        let found = fourbar.matrices(states, &[MatrixKind::LoopJacobian], true).unwrap();
        for row in found[0].loop_jacobian.as_ref().unwrap().chunks_exact(3) {
            assert!(row.iter().zip(&state.v).map(|(j, v)| j * v).sum::<f64>().abs() < 1e-12);
        }
        assert!(found[0].gim.is_none() && found[0].get(MatrixKind::Udut).is_none());
    }
}
