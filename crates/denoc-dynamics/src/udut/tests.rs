use denoc_model::LinkId;
use denoc_testkit::{Dense, Random, close, close_within, largest};

use crate::testing::{by_rows, each, planar_arm, times};
use crate::{AddedInertia, Dynamics, Loads, Workspace};

// oracles: U D Uᵀ = GIM; reverse Gaussian elimination of the dense GIM
#[test]
fn the_recursion_decomposes_the_gim() {
    each(|model, s| {
        let nv = model.nv();
        let (mut gim, mut u, mut d) = (vec![0.0; nv * nv], vec![0.0; nv * nv], vec![0.0; nv * nv]);
        let mut ws = Workspace::new(model);
        model.gim(&mut ws, &s.q, &mut gim).unwrap();
        let mut position = ws.position(model, &s.q).unwrap();
        let udut = position.udut().unwrap();
        udut.u_matrix(&mut u).unwrap();
        udut.d_matrix(&mut d).unwrap();
        let product: Vec<f64> = (0..nv * nv)
            .map(|k| (0..nv).map(|l| u[(k / nv) * nv + l] * d[l * nv + l] * u[(k % nv) * nv + l]).sum())
            .collect();
        close(&product, &gim, 1e-12);
        for i in 0..nv {
            for j in 0..nv {
                assert_eq!(udut.u(i, j), u[i * nv + j]);
            }
            let psi = udut.psi(i).scale(udut.m_hat(i));
            close(psi, udut.psi_hat(i), 1e-14);
        }
        let dense = Dense::new(model, &s.q, &s.v).udut();
        for (found, expected) in udut.d().iter().zip(dense.d.iter()) {
            assert!((found - expected).abs() < 1e-9 * expected, "{found} {expected}");
        }
        let scale = largest(&u);
        close_within(&u, by_rows(nv, dense.u.as_slice()), 1e-8 * scale);
    });
}

// oracles: product of pivots; I x = b; I⁻¹ I = 1
#[test]
fn determinant_solution_and_inverse() {
    each(|model, s| {
        let nv = model.nv();
        let (mut gim, mut inverse, mut x) = (vec![0.0; nv * nv], vec![0.0; nv * nv], vec![0.0; nv]);
        let mut ws = Workspace::new(model);
        model.gim(&mut ws, &s.q, &mut gim).unwrap();
        let mut position = ws.position(model, &s.q).unwrap();
        let mut udut = position.udut().unwrap();
        let determinant = Dense::new(model, &s.q, &s.v).gim.determinant();
        close(udut.determinant(), determinant, 1e-9);
        assert!((udut.log_determinant() - determinant.ln()).abs() < 1e-9);
        udut.solve(&s.tau, &mut x).unwrap();
        let size = largest(&gim) * largest(&x);
        close_within(times(&gim, &x), &s.tau, 1e-13 * size);
        udut.inverse(&mut inverse).unwrap();
        for j in 0..nv {
            let mut unit = vec![0.0; nv];
            unit[j] = 1.0;
            let column = &inverse[j * nv..(j + 1) * nv];
            close_within(times(&gim, column), &unit, 1e-12 * largest(&gim) * largest(column));
        }
    });
}

// oracle: closed form for two links: m̂₂ = i₂₂, m̂₁ = i₁₁ − i₁₂²/i₂₂; the outer articulated mass is the link's own
#[test]
fn two_links_by_hand() {
    let model = planar_arm(&[1.3, 0.9], &[0.7, 0.5]);
    let mut ws = Workspace::new(&model);
    let mut i = [0.0; 4];
    model.gim(&mut ws, &[0.3, -0.8], &mut i).unwrap();
    let mut position = ws.position(&model, &[0.3, -0.8]).unwrap();
    let udut = position.udut().unwrap();
    close(udut.d(), [i[0] - i[1] * i[1] / i[3], i[3]], 1e-14);
    close(udut.u(0, 1), i[1] / i[3], 1e-14);
    let rigid = denoc_math::ArticulatedMass::from(model.links()[1].mass);
    assert_eq!(udut.mass_articulated(LinkId(1)), rigid);
}

// oracle: the dense matrix, GIM + D + Σ JᵢᵀAᵢJᵢ with columns Jᵢ of unit speeds; bits of the plain solution after taking it away
#[test]
fn added_inertia_is_seen_by_the_solution_alone() {
    each(|model, s| {
        let (nv, mut random) = (model.nv(), Random::new(model.nv() as u64));
        let mut added = AddedInertia::zero(model);
        added.speeds.iter_mut().for_each(|d| *d = random.range(0.0, 2.0));
        for mass in &mut added.links {
            let center = denoc_math::Vec3::new(random.range(-1.0, 1.0), 0.3, random.range(-1.0, 1.0));
            let inertia = denoc_math::Sym3::diagonal(random.range(0.0, 3.0), 0.2, random.range(0.0, 1.0));
            *mass = denoc_math::RigidMass::from_center(random.range(0.0, 2.0), center, inertia);
        }
        let mut ws = Workspace::new(model);
        let (mut matrix, mut bias, mut before) = (vec![0.0; nv * nv], vec![0.0; nv], vec![0.0; nv]);
        let mut twists = Vec::new();
        for j in 0..nv {
            let mut unit = vec![0.0; nv];
            unit[j] = 1.0;
            let stage = ws.position(model, &s.q).unwrap().velocity(&unit).unwrap();
            twists.push((0..model.links().len()).map(|i| stage.link_twist(LinkId(i))).collect::<Vec<_>>());
        }
        let mut stage = ws.position(model, &s.q).unwrap().velocity(&s.v).unwrap();
        stage.gim(&mut matrix).unwrap();
        stage.bias(&mut bias).unwrap();
        stage.forward(&s.tau, Loads::NONE, &mut before).unwrap();
        for i in 0..nv {
            matrix[i * nv + i] += added.speeds[i];
            for j in 0..nv {
                let terms = added.links.iter().enumerate().map(|(k, a)| twists[i][k].dot(a.apply(twists[j][k])));
                matrix[i * nv + j] += terms.sum::<f64>();
            }
        }
        assert_eq!(ws.set_added_inertia(model, Some(added.clone())).unwrap(), None);
        let (mut a, mut again, mut after) = (vec![0.0; nv], vec![0.0; nv], vec![0.0; nv]);
        let mut stage = ws.position(model, &s.q).unwrap().velocity(&s.v).unwrap();
        stage.forward(&s.tau, Loads::NONE, &mut a).unwrap();
        stage.bias(&mut again).unwrap();
        assert_eq!(again, bias);
        let right: Vec<f64> = s.tau.iter().zip(&bias).map(|(tau, h)| tau - h).collect();
        close_within(times(&matrix, &a), &right, 1e-12 * (largest(&matrix) * largest(&a) + largest(&right)));
        assert_eq!(ws.set_added_inertia(model, None).unwrap(), Some(added));
        model.forward_dynamics(&mut ws, &s.q, &s.v, &s.tau, &mut after).unwrap();
        assert_eq!(before, after);
    });
}

// oracle: the message text
#[test]
fn added_inertia_of_another_model_is_refused() {
    let (model, other) = (planar_arm(&[1.3, 0.9], &[0.7, 0.5]), planar_arm(&[1.0], &[1.0]));
    let error = Workspace::new(&model).set_added_inertia(&model, Some(AddedInertia::zero(&other))).unwrap_err();
    assert!(error.to_string().contains("added inertia of speeds has 1 entry"), "{error}");
    let mut short = AddedInertia::zero(&model);
    short.links.pop();
    let error = Workspace::new(&model).set_added_inertia(&model, Some(short)).unwrap_err();
    assert!(error.to_string().contains("added inertia of links has 1 entry"), "{error}");
}
