//! Tables of Denavit-Hartenberg parameters. Oracle: the descriptions that the catalogue builds from the same numbers.

use std::f64::consts::{FRAC_PI_2, PI};

use denoc_formats::dh::{Convention, parse_dh_csv};
use denoc_math::{Mat3, Pose, Sym3, Vec3};
use denoc_model::{Description, DhRow, Joint, MassProperties};

const KUKA: &str = "\
# The first two links of the KUKA KR5, in other units
# convention: dh
Joint; Type; d (mm); theta; a [cm]; alpha [deg]; m [g]; rx; ry; rz; ixx; ixy; ixz; iyy; iyz; izz [kg cm^2]
a1; revolute; 400; 0; 18; 90; 26980; 0.091; 0.067; 0.006; 0.322; -0.018; -0.145; 0.467; -0.014; 4780

a2; R; 135; 0; 60; 180; 15920; 0.333; 0.002; 0.039; 0.541; 0.000435; -0.005; 0.552; 0.017; 440
";

#[test]
fn units_and_order_of_columns_do_not_matter() {
    let table = parse_dh_csv(KUKA, "kuka.csv", None).unwrap();
    let (d, expected) = (&table.description, denoc_formats::catalogue::describe("kuka_kr5").unwrap());
    assert_eq!((table.convention, d.name.as_str()), (Convention::Standard, "kuka"));
    assert_eq!(d.joints.iter().map(|j| j.name.as_str()).collect::<Vec<_>>(), ["a1", "a2"]);
    assert_eq!(d.joints[1].place.as_ref().map(|p| p.line), Some(6));
    for i in 0..2 {
        assert_eq!(d.joints[i].child_origin, expected.joints[i].child_origin);
        let (m, e) = (d.links[i].mass, expected.links[i].mass);
        assert!((m.mass - e.mass).abs() < 1e-14 && (m.center - e.center).norm() < 1e-17);
        assert!((m.inertia.zz - e.inertia.zz).abs() < 1e-15 && m.inertia.xy == e.inertia.xy);
    }
}

#[test]
fn the_argument_overrides_the_text() {
    let text = "# convention: dh\nalpha,a\n1.5707963267948966,0.5\n";
    let modified = parse_dh_csv(text, "t.csv", Some(Convention::Modified)).unwrap().description;
    let row = [(DhRow::revolute(0.0, 0.0, 0.5, FRAC_PI_2), MassProperties::none())];
    let mut expected = Description::from_modified_dh("t", &row);
    let place = modified.links[0].place.clone();
    (expected.joints[0].place, expected.links[0].place) = (place.clone(), place);
    assert_eq!(modified, expected);
}

#[test]
fn base_and_gravity_are_read() {
    let text = format!(
        "# convention: dh\n# base: 1 2 3 0 0 {FRAC_PI_2}\n# gravity: 0 -9.81 0\njoint,type,a\nj,prismatic,0.5\n"
    );
    let d = parse_dh_csv(&text, "t.csv", None).unwrap().description;
    assert_eq!(d.gravity, Vec3::new(0.0, -9.81, 0.0));
    let turned = Mat3::from_rows([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]);
    assert_eq!(d.joints[0].origin, Pose::new(turned, Vec3::new(1.0, 2.0, 3.0)));
    assert_eq!(d.joints[0].joint, Joint::prismatic(Vec3::unit(2)));
}

// oracle: parameters worked out by hand for axes that are parallel, the same, opposite, crossing
#[test]
fn special_axes_have_the_expected_parameters() {
    let (x, z) = (Vec3::unit(0), Vec3::unit(2));
    let at = |x, y, z| Pose::translation(Vec3::new(x, y, z));
    let mut d = Description::new("special");
    let mut parent = d.ground.clone();
    let mass = MassProperties { mass: 1.0, center: Vec3::zero(), inertia: Sym3::diagonal(1.0, 1.0, 1.0) };
    for (i, (axis, origin)) in [
        (z, at(0.0, 0.0, 0.0)),
        (z, at(0.0, 0.5, 0.2)),  // parallel
        (z, at(0.0, 0.0, 0.3)),  // the same line
        (-z, at(0.4, 0.0, 0.0)), // opposite
        (x, at(0.0, 0.0, -0.1)), // crossing
    ]
    .into_iter()
    .enumerate()
    {
        let link = format!("l{i}");
        d = d.link(&link, mass).joint(format!("j{i}"), &parent, &link, Joint::revolute(axis), origin);
        parent = link;
    }
    let text = denoc_formats::write_dh(&d, Convention::Standard).unwrap().text;
    let rows: Vec<Vec<f64>> = text
        .lines()
        .filter(|l| l.starts_with('j') && !l.starts_with("joint"))
        .map(|l| l.split(',').skip(3).take(4).map(|x| x.parse().unwrap()).collect())
        .collect();
    // b, theta, a, alpha
    let expected = [
        [0.2, FRAC_PI_2, 0.5, 0.0], // the link frame has another x axis: see below
        [0.0, 0.0, 0.0, 0.0],
        [0.0, -FRAC_PI_2, 0.4, PI],
    ];
    // the first row ends on the parallel axis; its offset along z is free
    assert!((rows[0][1] - expected[0][1]).abs() < 1e-15 && (rows[0][2] - 0.5).abs() < 1e-15, "{rows:?}");
    assert_eq!(rows[1][2..], expected[1][2..]);
    assert!((rows[2][2] - 0.4).abs() < 1e-15 && (rows[2][3].abs() - PI).abs() < 1e-15, "{rows:?}");
    assert!((rows[3][3].abs() - FRAC_PI_2).abs() < 1e-15 && rows[3][2] == 0.0, "{rows:?}");
}
