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

// oracle: J v by multiplication, in the scale of the speeds; rows that serve coordinates beside them leave nothing of speeds that are far off
#[test]
fn corrected_speeds_keep_the_loops_closed_within_rounding() {
    let mut random = denoc_math::random::Random::new(3);
    // without quaternions, which random changes would spoil
    for name in ["fourbar", "slider_crank", "robot_3rrr", "andrews_squeezer"] {
        let model = catalogue::describe(name).unwrap().build().unwrap();
        let mut ws = Workspace::new(&model);
        let (mut q, mut v) = (model.configuration("start").unwrap().to_vec(), vec![0.0; model.nv()]);
        let mut space = ClosedSpace::without_bases(&model, &mut ws, &mut q, &mut v).unwrap();
        let mut loops = Loops::new(&model);
        for apart in [0.0, 1e-9, 1e-6, 1e-5, 1e-3] {
            let mut near: Vec<f64> = q.iter().map(|q| q + random.signed(apart * loops.size())).collect();
            let mut speeds = random.vector(model.nv(), loops.size());
            space.correct(&mut ws, &mut near, &mut speeds).unwrap();
            let stage = ws.position(&model, &near).unwrap();
            loops.place(&stage);
            for row in 0..loops.rows().len() {
                let (mut rate, mut size) = (0.0_f64, 0.0_f64);
                loops.jacobian_row(&stage, row, |s, x| {
                    (rate, size) = (rate + x * speeds[s], size + (x * speeds[s]).abs())
                });
                assert!(rate.abs() <= 1e-13 * size.max(loops.units()[row]), "{name} {apart:e}: {rate:e} of {size:e}");
            }
        }
    }
}
