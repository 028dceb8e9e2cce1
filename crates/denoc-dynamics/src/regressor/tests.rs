use denoc_math::{RigidMass, Sym3, Vec3};
use denoc_testkit::{close_within, largest};

use super::{PARAMETERS, inertial_parameters};
use crate::testing::{each, stage, times};
use crate::{Loads, Workspace};

// oracle: inverse dynamics less the forces of the rotors
#[test]
fn the_regressor_times_the_parameters_is_inverse_dynamics() {
    each(|model, s| {
        let (nv, count) = (model.nv(), PARAMETERS * model.links().len());
        let (mut y, mut pi, mut tau) = (vec![1.0; nv * count], vec![0.0; count], vec![0.0; nv]);
        inertial_parameters(model, &mut pi);
        let mut ws = Workspace::new(model);
        let mut stage = stage(&mut ws, model, &s.q, &s.v);
        stage.regressor(&s.a, &mut y).unwrap();
        stage.inverse(&s.a, Loads::NONE, &mut tau).unwrap();
        for l in model.links() {
            (l.v..l.v + l.nv).for_each(|k| tau[k] -= l.rotor_inertia * s.a[k]);
        }
        close_within(times(&y, &pi), &tau, 1e-12 * (1.0 + largest(&tau)));
    });
}

// oracle: inverse dynamics with one parameter of one link increased by one: every entry of a column
#[test]
fn columns_are_the_forces_per_unit_of_a_parameter() {
    let unit = |k: usize| {
        let x = |i: usize| if i == k { 1.0 } else { 0.0 };
        let inertia = Sym3 { xx: x(4), xy: x(5), yy: x(6), xz: x(7), yz: x(8), zz: x(9) };
        RigidMass { mass: x(0), first_moment: Vec3::new(x(1), x(2), x(3)), inertia }
    };
    let mut seen = 0;
    each(|model, s| {
        seen += 1;
        if seen % 10 != 0 {
            return;
        }
        let (nv, links) = (model.nv(), model.links().len());
        let count = PARAMETERS * links;
        let (mut y, mut tau, mut more) = (vec![0.0; nv * count], vec![0.0; nv], vec![0.0; nv]);
        let mut ws = Workspace::new(model);
        let mut here = stage(&mut ws, model, &s.q, &s.v);
        here.regressor(&s.a, &mut y).unwrap();
        here.inverse(&s.a, Loads::NONE, &mut tau).unwrap();
        for i in 0..links {
            for k in 0..PARAMETERS {
                let mut changed = model.clone();
                changed.links_mut()[i].mass += unit(k);
                stage(&mut Workspace::new(&changed), &changed, &s.q, &s.v)
                    .inverse(&s.a, Loads::NONE, &mut more)
                    .unwrap();
                let column: Vec<f64> = (0..nv).map(|r| y[r * count + PARAMETERS * i + k]).collect();
                let difference: Vec<f64> = more.iter().zip(&tau).map(|(more, tau)| more - tau).collect();
                close_within(&column, &difference, 1e-11 * (1.0 + largest(&more) + largest(&tau)));
            }
        }
    });
}
