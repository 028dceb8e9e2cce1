//! Complements, singular masses, counts, numbers.

use denoc_math::{Dual, Operations, RigidMass, Sym3, Vec3, Wrench};
use denoc_testkit::{Random, close};

use super::super::printed::assemble_as_printed;
use super::super::{
    HandleJoint, PlanarMass, TwoHandle, TwoHandleError, assemble, close_on_body, close_on_ground, count_steps,
};

fn columns(random: &mut Random, dof: usize) -> Vec<[f64; 6]> {
    (0..dof).map(|_| std::array::from_fn(|_| random.signed(1.0))).collect()
}

fn body(random: &mut Random) -> TwoHandle<f64, 6> {
    let inertia = Sym3::diagonal(0.3, 0.4, 0.5).rotate(random.rotation());
    let mass = RigidMass::from_center(random.range(0.5, 2.0), random.point(0.3), inertia);
    let load = Wrench::new(random.point(1.0), random.point(5.0));
    TwoHandle::rigid(mass, random.point(0.5), random.point(2.0), load).unwrap()
}

// oracle: the definition, D^T H = 0, and independence: one free row of each column is a one
#[test]
fn complements_are_orthogonal_and_sparse() {
    let mut random = Random::new(3);
    for dof in 0..=6 {
        let h = columns(&mut random, dof);
        let joint = HandleJoint::new(&h).unwrap();
        assert_eq!((joint.dof(), joint.joint_motion().len()), (dof, dof));
        for i in 0..6 - dof {
            let d = joint.joint_complement(i);
            for h in &h {
                let product: f64 = h.iter().zip(&d).map(|(h, d)| h * d).sum();
                assert!(product.abs() < 1e-13, "{dof} {product:e}");
            }
            assert!(d.iter().filter(|&&d| d != 0.0).count() <= dof + 1 && d.contains(&1.0));
        }
        assert_eq!(joint.joint_complement(6 - dof), [0.0; 6]);
    }
    // the largest entry is the pivot: no factor is above one
    let slanted = HandleJoint::new(&[[1e-9, 0.0, 0.3, 0.2, 0.0, -0.1]]).unwrap();
    assert!((0..5).all(|i| slanted.joint_complement(i).iter().all(|d: &f64| d.abs() <= 1.0)));
}

// oracle: linear algebra by hand
#[test]
fn dependent_columns_are_refused() {
    let h = [[1.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.5, 0.0, 0.0, 0.0, 0.0, 0.0]];
    assert_eq!(HandleJoint::new(&h), Err(TwoHandleError::DependentColumns { dof: 2, rank: 1 }));
    let error = HandleJoint::<f64, 3>::new(&[[1.0; 3]; 4]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "only 3 of the 4 columns of the joint's motion are independent, so its accelerations are not known; leave out the \
         dependent ones"
    );
    assert_eq!(HandleJoint::spherical(&h[..1]), HandleJoint::new(&h[..1]));
}

// oracle: a slender rod takes no momentum by turning about itself, and moves in the plane all the same
#[test]
fn bodies_without_inertia_in_a_direction_are_refused_in_space_only() {
    let rod = RigidMass::from_center(2.0, Vec3::new(0.3, 0.4, 0.0), Sym3::diagonal(0.0, 0.0, 0.0));
    let error = TwoHandle::rigid(rod, Vec3::zero(), Vec3::zero(), Wrench::zero()).unwrap_err();
    let TwoHandleError::SingularMass { direction } = error else { panic!("{error}") };
    let momentum = rod.apply(denoc_math::Twist::from_array(direction));
    close(momentum.to_array(), [0.0; 6], 1e-12);
    assert!(direction.contains(&1.0));
    assert!(error.to_string().starts_with("the body has no inertia against the motion ["), "{error}");
    let flat = PlanarMass { mass: 2.0, first_moment: [0.6, 0.8], inertia: 0.6 };
    assert!(TwoHandle::planar(flat, [1.0, 0.0], 0.0, [0.0; 3]).is_ok());
    // all of it in one point: even in the plane it may turn
    let point = PlanarMass { inertia: 0.5, ..flat };
    let error = TwoHandle::planar(point, [1.0, 0.0], 0.0, [0.0; 3]).unwrap_err();
    assert!(matches!(error, TwoHandleError::SingularMass { .. }));
}

// oracle: the formulas in print, by full matrices
#[test]
fn assembly_is_that_of_the_printed_formulas() {
    let mut random = Random::new(11);
    for dof in 0..=6 {
        let (inner, outer) = (body(&mut random), body(&mut random));
        let bias = std::array::from_fn(|_| random.signed(3.0));
        let joint = HandleJoint::new(&columns(&mut random, dof)).unwrap();
        let joint = joint.with_bias(bias).with_drive(&random.vector(dof, 4.0));
        let ours = assemble(&inner, &outer, &joint).unwrap().handles;
        let printed = assemble_as_printed(&inner, &outer, &joint).unwrap();
        for (x, y) in
            [(ours.zeta_11, printed.zeta_11), (ours.zeta_12, printed.zeta_12), (ours.zeta_22, printed.zeta_22)]
        {
            close(x.concat(), y.concat(), 1e-11);
        }
        close(ours.zeta_13, printed.zeta_13, 1e-11);
        close(ours.zeta_23, printed.zeta_23, 1e-11);
    }
}

// oracle: a spherical joint by the general elimination
#[test]
fn the_short_complement_of_spherical_joints_is_a_complement() {
    let mut random = Random::new(5);
    let r = random.rotation();
    let turns = [r.x, r.y, r.z].map(|c| [c.x, c.y, c.z, 0.0, 0.0, 0.0]);
    let (short, long) = (HandleJoint::spherical(&turns).unwrap(), HandleJoint::new(&turns).unwrap());
    let (inner, outer) = (body(&mut random), body(&mut random));
    let [a, b] = [short, long].map(|joint| assemble(&inner, &outer, &joint).unwrap().handles);
    close(a.zeta_11.concat(), b.zeta_11.concat(), 1e-12);
    close(a.zeta_23, b.zeta_23, 1e-12);
}

// oracle: the counter of the allocator
#[test]
fn nothing_is_allocated() {
    let mut random = Random::new(8);
    let (a, b) = (body(&mut random), body(&mut random));
    let h = columns(&mut random, 1);
    let count = denoc_testkit::allocations(|| {
        let pin = HandleJoint::new(&h).unwrap().with_drive(&[0.5]);
        let looped = close_on_body(&a, &b, &pin, &pin);
        let both = assemble(&looped.handles, &b, &pin).unwrap();
        let ends = close_on_ground(&both.handles, &pin, &pin);
        let at = both.disassemble(&looped.handles, &b, &ends.forces[0], &ends.forces[1]);
        looped.disassemble(&a, &b, &ends.forces[0], &at.force).accelerations[0][0]
    });
    assert_eq!(count, 0);
}

// oracle: differences in the mass of a body, against dual numbers
#[test]
fn derivatives_pass_through() {
    type Slope = Dual<f64, 1>;
    let run = |extra: Slope| {
        let lift = |x: f64| Slope { value: x, parts: [0.0] };
        let mass = PlanarMass { mass: lift(1.0) + extra, first_moment: [lift(0.5), lift(0.1)], inertia: lift(0.6) };
        let body = TwoHandle::planar(mass, [lift(1.0), lift(0.0)], lift(0.7), [0.3, 1.0, -2.0].map(lift)).unwrap();
        let pin = HandleJoint::new(&[[lift(1.0), lift(0.0), lift(0.0)]]).unwrap().with_drive(&[lift(0.4)]);
        let both = assemble(&body, &body, &pin).unwrap();
        close_on_ground(&both.handles, &pin, &HandleJoint::free()).accelerations[0][0]
    };
    let (h, one) = (1e-5, run(Slope { value: 0.0, parts: [1.0] }));
    let [up, down] = [h, -h].map(|h| run(Slope { value: h, parts: [0.0] }).value);
    close([one.parts[0]], [(up - down) / (2.0 * h)], 1e-8);
}

// oracle: the counting number
#[test]
fn operation_counts_are_exactly_these() {
    let counts = count_steps();
    let pair = |n: Operations| [n.multiplications + n.divisions, n.additions];
    let table = counts.joints.map(|j| (j.joint, j.dof, [j.as_printed, j.assemble, j.disassemble].map(pair)));
    assert_eq!(
        table,
        [
            ("one degree of freedom", 1, [[2009, 1783], [893, 815], [230, 243]]),
            ("universal", 2, [[1810, 1616], [786, 725], [222, 242]]),
            ("spherical", 3, [[1581, 1416], [463, 418], [204, 231]]),
            ("free", 6, [[1224, 1164], [108, 141], [180, 228]]),
        ]
    );
    assert_eq!((pair(counts.body), pair(counts.recursion)), ([324, 255], [495, 431]));
}
