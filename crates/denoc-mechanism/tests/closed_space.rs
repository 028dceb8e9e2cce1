//! Corrections of closed states.

use denoc_dynamics::Workspace;
use denoc_dynamics::loops::Loops;
use denoc_formats::catalogue;
use denoc_mechanism::closed::ClosedSpace;

// oracle: the definition: the nearest speeds are the orthogonal projection onto those that keep the loops closed, and a matrix is such
// a projection if it is symmetric and its square is itself
#[test]
fn the_nearest_speeds_are_an_orthogonal_projection() {
    for (name, freedoms) in
        [("fourbar", 1), ("slider_crank", 1), ("robot_3rrr", 3), ("delta", 3), ("andrews_squeezer", 1)]
    {
        let model = catalogue::describe(name).unwrap().build().unwrap();
        let (nv, mut ws) = (model.nv(), Workspace::new(&model));
        let (mut q, mut rest) = (model.configuration("start").unwrap().to_vec(), vec![0.0; nv]);
        let mut space = ClosedSpace::without_bases(&model, &mut ws, &mut q, &mut rest).unwrap();
        // angles count by themselves, lengths in units of the mechanism
        let units = Loops::new(&model).speed_units().to_vec();
        let mut project = |v: &[f64]| {
            let mut full: Vec<f64> = v.iter().zip(&units).map(|(v, unit)| v * unit).collect();
            space.nearest_speeds(&mut ws, &q, &mut full).unwrap();
            full.iter().zip(&units).map(|(v, unit)| v / unit).collect::<Vec<f64>>()
        };
        let unit = |k: usize| (0..nv).map(|i| f64::from(u8::from(i == k))).collect::<Vec<f64>>();
        let columns: Vec<Vec<f64>> = (0..nv).map(|k| project(&unit(k))).collect();
        for (i, column) in columns.iter().enumerate() {
            for (j, other) in columns[..i].iter().enumerate() {
                assert!((column[j] - other[i]).abs() < 1e-12, "{name}: {} {}", column[j], other[i]);
            }
            let again = project(column);
            assert!(again.iter().zip(column).all(|(a, b)| (a - b).abs() < 1e-12), "{name}: {again:?}");
        }
        let trace: f64 = (0..nv).map(|k| columns[k][k]).sum();
        assert!((trace - f64::from(freedoms)).abs() < 1e-10, "{name}: {trace} freedoms");
    }
}
