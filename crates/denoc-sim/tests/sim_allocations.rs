//! Steps need no new memory.

use denoc_formats::catalogue;
use denoc_sim::controllers::{Pid, Reference};
use denoc_sim::{Integrator, Simulation};
use denoc_testkit::{CountingAllocator, allocations};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

// oracle: the allocator; more steps, the same number of allocations
#[test]
fn steps_do_not_allocate() {
    let model = catalogue::describe("planar_3r").unwrap().build().unwrap();
    // auto allocates buffers of the method that takes over
    for &method in Integrator::ALL.iter().filter(|&&method| method != Integrator::Auto) {
        let count = |duration: f64| {
            let hold = Reference::Hold(vec![0.1, 0.2, 0.3]);
            let pid = Pid::new(&model, hold, &[5.0], &[1.0], &[1.0]).unwrap();
            let simulation = Simulation::new(&model).integrator(method).tolerance(1e-6).controller(Box::new(pid));
            let mut simulation = simulation.duration(duration).output_step(duration);
            let mut sink = Vec::with_capacity(4);
            let mut steps = 0;
            let n = allocations(|| steps = simulation.run(&mut sink).unwrap().counters().steps);
            (n, steps)
        };
        let (short, long) = (count(0.2), count(0.8));
        assert!(long.1 > short.1 + 3, "{method:?}: {short:?} {long:?}");
        assert_eq!(short.0, long.0, "{method:?}: {short:?} {long:?}");
    }
}
