mod bits;
mod plan;
mod view;

use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Joint, MassProperties, Model};
use rayon::{ThreadPool, ThreadPoolBuilder};

fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
}

/// Rods on hinges: link i is attached to link `parents[i]`, or on the ground.
fn rods(parents: &[Option<usize>]) -> Model {
    let rod = MassProperties::cuboid(1.0, Vec3::new(0.2, 0.03, 0.05), Vec3::new(0.1, 0.0, 0.01));
    let mut d = Description::new("rods");
    for (i, parent) in parents.iter().enumerate() {
        let on = parent.map_or(d.ground.clone(), |p| format!("link{p}"));
        let axis = Vec3::unit(i % 3);
        let place = Pose::translation(Vec3::new(0.2, 0.0, 0.01 * (i % 7) as f64));
        d = d.link(format!("link{i}"), rod).joint(
            format!("joint{i}"),
            &on,
            format!("link{i}"),
            Joint::revolute(axis),
            place,
        );
    }
    d.build().unwrap()
}
