//! Shared utilities of the integration tests.
#![allow(dead_code)] // every test file uses its own part

pub(crate) mod parts;

use denoc_dynamics::compiled::{Compile, Compiled};
use denoc_dynamics::{Dynamics, DynamicsError, Workspace};
use denoc_math::simd::Level;
use denoc_model::Model;
use denoc_testkit::{Dense, State, largest};
use nalgebra::{DMatrix, DVector};

/// Every way to compile: best and portable instructions, limbs packed and one after the other.
pub(crate) fn variants(model: &Model) -> Vec<Compiled> {
    let levels = [Level::Best, Level::Portable];
    levels.iter().flat_map(|&level| [true, false].map(|packing| model.compile_for(level, packing))).collect()
}

/// The two layers with one interface.
pub(crate) enum Layer<'a> {
    Faithful(&'a Model, Box<Workspace<f64>>),
    Compiled(Box<Compiled>),
}

impl<'a> Layer<'a> {
    /// The faithful layer, then every way to compile.
    pub(crate) fn all(model: &'a Model) -> Vec<Self> {
        let faithful = Self::Faithful(model, Box::new(Workspace::new(model)));
        std::iter::once(faithful).chain(variants(model).into_iter().map(|c| Self::Compiled(Box::new(c)))).collect()
    }

    pub(crate) fn name(&self) -> String {
        match self {
            Self::Faithful(..) => "faithful".into(),
            Self::Compiled(c) => {
                format!("compiled, {}, {}", c.isa(), if c.packs_limbs() { "packed" } else { "unpacked" })
            }
        }
    }

    pub(crate) fn inverse(&mut self, q: &[f64], v: &[f64], a: &[f64]) -> Result<Vec<f64>, DynamicsError> {
        let mut tau = vec![f64::NAN; v.len()];
        match self {
            Self::Faithful(model, ws) => model.inverse_dynamics(ws, q, v, a, &mut tau)?,
            Self::Compiled(c) => c.inverse_dynamics(q, v, a, &mut tau)?,
        }
        Ok(tau)
    }

    pub(crate) fn forward(&mut self, q: &[f64], v: &[f64], tau: &[f64]) -> Result<Vec<f64>, DynamicsError> {
        let mut a = vec![f64::NAN; v.len()];
        match self {
            Self::Faithful(model, ws) => model.forward_dynamics(ws, q, v, tau, &mut a)?,
            Self::Compiled(c) => c.forward_dynamics(q, v, tau, &mut a)?,
        }
        Ok(a)
    }

    pub(crate) fn gim(&mut self, q: &[f64]) -> Result<DMatrix<f64>, DynamicsError> {
        let nv = match self {
            Self::Faithful(model, _) => model.nv(),
            Self::Compiled(c) => c.model().nv(),
        };
        let mut gim = vec![f64::NAN; nv * nv];
        match self {
            Self::Faithful(model, ws) => model.gim(ws, q, &mut gim)?,
            Self::Compiled(c) => c.gim(q, &mut gim)?,
        }
        Ok(DMatrix::from_row_slice(nv, nv, &gim))
    }
}

/// The worst differences met: forces, inertia matrix, residual of forward dynamics.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Worst {
    pub(crate) tau: f64,
    pub(crate) gim: f64,
    pub(crate) residual: f64,
}

/// The residual I a + h − τ relative to the largest of the terms it is made of.
pub(crate) fn residual(dense: &Dense, a: &[f64], tau: &[f64]) -> f64 {
    let (a, tau) = (DVector::from_column_slice(a), DVector::from_column_slice(tau));
    let bias = &dense.vci + &dense.gravity;
    let residual = &dense.gim * &a + &bias - &tau;
    let inertial = dense.gim.abs() * a.abs();
    let scale = largest(&inertial).max(largest(&bias)).max(largest(&tau));
    largest(&residual) / if scale == 0.0 { 1.0 } else { scale }
}

/// Both layers, in every variant, against the dense transcription of the equations.
#[track_caller]
pub(crate) fn against_dense(model: &Model, s: &State, tolerance: f64, worst: &mut Worst) {
    let dense = Dense::new(model, &s.q, &s.v);
    let tau = dense.inverse(&s.a, &[]);
    for mut layer in Layer::all(model) {
        let (name, of) = (layer.name(), model.name());
        let check = |what: &str, error: f64, worst: &mut f64| {
            // NaN is never within the tolerance
            assert!(error <= tolerance, "{of}, {name}: {what} differs from the dense equations by {error:.2e}");
            *worst = worst.max(error);
        };
        let found = layer.inverse(&s.q, &s.v, &s.a).unwrap_or_else(|e| panic!("{of}, {name}: {e}"));
        check("tau", denoc_testkit::distance(&found, &tau), &mut worst.tau);
        let found = layer.gim(&s.q).unwrap_or_else(|e| panic!("{of}, {name}: {e}"));
        check("gim", denoc_testkit::distance(&found, &dense.gim), &mut worst.gim);
        let found = layer.forward(&s.q, &s.v, &s.tau).unwrap_or_else(|e| panic!("{of}, {name}: {e}"));
        check("the residual of forward dynamics", residual(&dense, &found, &s.tau), &mut worst.residual);
    }
}
