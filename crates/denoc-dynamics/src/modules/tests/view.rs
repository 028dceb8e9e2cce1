//! Oracles: the dense equations of the test kit, the matrices of [`Position`](crate::Position), the recursions over links.

use denoc_math::Wrench;
use denoc_model::{LinkId, Model};
use denoc_testkit::{Dense, State, close, random_wrenches};
use nalgebra::DMatrix;

use crate::modules::{ModuleId, ModuleInfo, ModuleView};
use crate::testing::each;
use crate::{Loads, Matrix, Workspace};

fn views(model: &Model, s: &State, loads: Loads<'_, f64>) -> Vec<ModuleView<f64>> {
    let mut ws = Workspace::new(model);
    let state = crate::State { q: &s.q, v: &s.v };
    let view = |m| ModuleView::new(&mut ws, model, state, &s.a, loads, ModuleId(m)).unwrap();
    (0..model.modules().len()).map(view).collect()
}

fn dense(m: &Matrix<f64>) -> DMatrix<f64> {
    DMatrix::from_row_slice(m.rows, m.columns, &m.data)
}

fn six(m: &[[f64; 6]; 6]) -> DMatrix<f64> {
    DMatrix::from_fn(6, 6, |i, j| m[i][j])
}

// oracle: N_l from the propagations Ā along the tree of modules, N_d from N̄: N_l N_d is the complement of the links, and
// NᵀMN with the masses of the modules the inertia matrix (dense, of the test kit)
#[test]
fn modules_make_up_the_complement_and_the_inertia_matrix() {
    each(|model, s| {
        let all = views(model, s, Loads::NONE);
        let (n, nv) = (model.links().len(), model.nv());
        let (mut lower, mut diagonal) = (DMatrix::zeros(6 * n, 6 * n), DMatrix::zeros(6 * n, nv));
        let (mut mass, mut rotors) = (DMatrix::zeros(6 * n, 6 * n), DMatrix::zeros(nv, nv));
        for view in &all {
            let (rows, size) = (6 * view.info.links.start, 6 * view.info.links.len());
            lower.view_mut((rows, rows), (size, size)).fill_with_identity();
            // Ā_ij = Ā_iβ Ā_βj
            let (mut propagation, mut inward) = (dense(&view.twist_propagation), view.info.parent);
            while let Some(ModuleId(j)) = inward {
                let from = &all[j];
                lower.view_mut((rows, 6 * from.info.links.start), propagation.shape()).copy_from(&propagation);
                propagation *= dense(&from.twist_propagation);
                inward = from.info.parent;
            }
            let motion = dense(&view.joint_motion);
            diagonal.view_mut((rows, view.info.speeds.start), motion.shape()).copy_from(&motion);
            for (k, block) in view.masses.iter().enumerate() {
                mass.view_mut((rows + 6 * k, rows + 6 * k), (6, 6)).copy_from(&six(block));
            }
        }
        for link in model.links() {
            (link.v..link.v + link.nv).for_each(|s| rotors[(s, s)] = link.rotor_inertia);
        }
        let noc = &lower * &diagonal;
        let oracle = Dense::new(model, &s.q, &s.v);
        close(&noc, &oracle.at_origin.noc, 1e-12);
        close(noc.tr_mul(&(&mass * &noc)) + rotors, &oracle.gim, 1e-12);
        // t̄ = Ā t̄_β + N̄ θ̄̇ is the twist of the links
        let twists: Vec<f64> = all.iter().flat_map(|v| v.twists.iter().flat_map(|t| t.to_array())).collect();
        close(twists, oracle.twists(), 1e-12);
    });
}

// oracle: Position::gim; blocks that are not listed are zero
#[test]
fn blocks_are_those_of_the_inertia_matrix() {
    each(|model, s| {
        let nv = model.nv();
        let mut gim = vec![0.0; nv * nv];
        Workspace::new(model).position(model, &s.q).unwrap().gim(&mut gim).unwrap();
        let mut found = vec![0.0; nv * nv];
        for view in views(model, s, Loads::NONE) {
            let modules = ModuleInfo::all(model);
            for (id, block) in view.coupling.iter().chain([&(view.info.id, view.gim.clone())]) {
                let columns = modules[id.0].speeds.clone();
                assert_eq!((block.rows, block.columns), (view.info.speeds.len(), columns.len()));
                for (i, row) in view.info.speeds.clone().enumerate() {
                    for (j, column) in columns.clone().enumerate() {
                        found[row * nv + column] = block.get(i, j);
                    }
                }
            }
            assert!(view.coupling.iter().all(|(id, _)| *id != view.info.id));
        }
        close(&found, &gim, 1e-13);
    });
}

// oracles: reactions and forces of the recursion over links; the dense composite mass; Newton's law for the module alone: what
// its parent feels of it is a mass that nobody needs to know more about
#[test]
fn wrenches_forces_and_masses() {
    each(|model, s| {
        let wrenches: Vec<Wrench<f64>> = random_wrenches(model, 2);
        let loads = Loads::per_link(&wrenches);
        let oracle = Dense::new(model, &s.q, &s.v);
        let tau = oracle.inverse(&s.a, &wrenches);
        let joints = oracle.joint_wrenches(model, &s.a, &wrenches);
        for view in views(model, s, loads) {
            let scale = denoc_testkit::largest(&tau);
            let expected: Vec<f64> = view.info.speeds.clone().map(|i| tau[i]).collect();
            denoc_testkit::close_within(&view.tau, &expected, 1e-11 * scale);
            let found: Vec<f64> = view.joint_wrenches.iter().flat_map(|w| w.to_array()).collect();
            let expected = joints.rows(6 * view.info.links.start, 6 * view.info.links.len()).clone_owned();
            denoc_testkit::close_within(&found, &expected, 1e-11 * denoc_testkit::largest(&joints));
            assert_eq!(view.wrench, view.joint_wrenches[0]);
            // composite: Σ AᵀMA over all outward links, by the dense lower matrix
            let (first, form) = (6 * view.info.links.start, &oracle.at_origin);
            let carried = form.noc_lower.columns(first, 6);
            close(six(&view.composite), carried.tr_mul(&(&form.mass * carried)), 1e-12);
        }
    });
}

// oracle: the same branch cut off and hung on a joint that may move anyhow: its free mass is I of six speeds less what its own
// joints take, by dense elimination
#[test]
fn the_parent_feels_the_mass_with_free_joints() {
    each(|model, s| {
        let oracle = Dense::new(model, &s.q, &s.v);
        let form = &oracle.at_origin;
        for view in views(model, s, Loads::NONE) {
            let first = view.info.links.start;
            let end = (first + 1..model.links().len())
                .find(|&i| model.links()[i].parent.is_none_or(|LinkId(p)| p < first))
                .unwrap_or(model.links().len());
            // columns: six unit twists of the base of the module, then its speeds and all outward
            let speeds = model.links()[first].v..model.links()[end - 1].v + model.links()[end - 1].nv;
            let n = speeds.len();
            let mut noc = DMatrix::zeros(6 * (end - first), 6 + n);
            let rows = (6 * first, 6 * (end - first));
            noc.columns_mut(0, 6).copy_from(&form.noc_lower.view((rows.0, 6 * first), (rows.1, 6)));
            noc.columns_mut(6, n).copy_from(&form.noc.view((rows.0, speeds.start), (rows.1, n)));
            let mass = form.mass.view((rows.0, rows.0), (rows.1, rows.1));
            let mut whole = noc.tr_mul(&(mass * &noc));
            for link in &model.links()[first..end] {
                (0..link.nv).for_each(|k| {
                    let at = 6 + link.v + k - speeds.start;
                    whole[(at, at)] += link.rotor_inertia;
                });
            }
            let eliminated = |from: usize| {
                let inner = whole.view((from, from), (6 + n - from, 6 + n - from)).clone_owned();
                let mixed = whole.view((from, 0), (6 + n - from, 6)).clone_owned();
                let rigid = whole.view((0, 0), (6, 6)).clone_owned();
                if inner.is_empty() {
                    return rigid;
                }
                rigid - mixed.tr_mul(&inner.cholesky().expect("masses everywhere").solve(&mixed))
            };
            let found = view.articulated.as_ref().unwrap();
            let first_speeds = model.links()[first].nv;
            let scale = 1e-9 * denoc_testkit::largest(whole.view((0, 0), (6, 6)).clone_owned());
            denoc_testkit::close_within(six(&found.felt_by_parent), eliminated(6), scale);
            denoc_testkit::close_within(six(&found.first_link), eliminated(6 + first_speeds), scale);
        }
    });
}

// oracle: the twist of the parent's last link, at the first joint of the module
#[test]
fn the_base_of_a_module_moves_with_its_parent() {
    each(|model, s| {
        let oracle = Dense::new(model, &s.q, &s.v);
        for view in views(model, s, Loads::NONE) {
            let first = &oracle.bodies[view.info.links.start];
            let expected = model.links()[view.info.links.start].parent.map_or([0.0; 6], |LinkId(p)| {
                let (body, at) = (&oracle.bodies[p], first.pose.position);
                let velocity = body.velocity + body.angular.cross(at - body.pose.position);
                denoc_math::Twist::new(body.angular, velocity).to_array()
            });
            close(view.base_twist, expected, 1e-11);
        }
    });
}

// oracle: a tree drawn by hand
#[test]
fn the_tree_of_modules() {
    // 0-1 carry 2 and 3-4; 4 carries 5 and 6; 7 stands alone
    let tree = super::rods(&[None, Some(0), Some(1), Some(1), Some(3), Some(4), Some(4), None]);
    let all = ModuleInfo::all(&tree);
    let found: Vec<_> = all.iter().map(|m| (m.links.clone(), m.parent.map(|p| p.0), m.depth, m.siblings)).collect();
    assert_eq!(
        found,
        [
            (0..2, None, 0, 1),
            (2..3, Some(0), 1, 1),
            (3..5, Some(0), 1, 1),
            (5..6, Some(2), 2, 1),
            (6..7, Some(2), 2, 1),
            (7..8, None, 0, 1)
        ]
    );
    assert_eq!(all[2].children, [ModuleId(3), ModuleId(4)]);
}

// oracle: the message text of forward dynamics; the rest of the view is there
#[test]
fn a_module_without_resistance_is_told_and_shown() {
    let mut model = super::rods(&[None, Some(0), Some(0)]);
    model.links_mut()[2].mass = denoc_math::RigidMass::zero();
    let x = [0.3; 3];
    let mut ws = Workspace::new(&model);
    let view = ModuleView::new(&mut ws, &model, crate::State { q: &x, v: &x }, &x, Loads::NONE, ModuleId(2)).unwrap();
    let expected = ws.position(&model, &x).unwrap().udut().unwrap_err();
    assert_eq!(view.articulated.unwrap_err(), expected);
    assert_eq!(view.gim.data, [0.0]);
}
