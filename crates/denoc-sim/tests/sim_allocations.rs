//! Steps need no new memory, or little where dry friction holds loops.

use denoc_formats::catalogue;
use denoc_mechanism::Draft;
use denoc_model::Model;
use denoc_sim::controllers::{Pid, Reference};
use denoc_sim::{Counters, Integrator, LoopClosure, LoopSettings, Simulation};
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

/// The four-bar of the catalogue at rest, held by dry friction in the joints of its tree.
fn held_fourbar() -> Model {
    let mut description = catalogue::describe("fourbar").unwrap();
    for (joint, dry_friction) in description.joints.iter_mut().zip([30.0, 20.0, 25.0, 0.0]) {
        joint.properties.dry_friction = dry_friction;
    }
    description.joints[3].cut = true;
    description.build().unwrap()
}

// oracle: the allocator. The search for changes of friction allocates at the end of a step; evaluations, of which there are eleven in a
// step, with several solutions each, must not
#[test]
fn evaluations_with_speeds_that_stick_in_loops_do_not_allocate() {
    let model = held_fourbar();
    let start = Draft::usual(&model).close(&model).unwrap();
    for closure in [LoopClosure::Corrected, LoopClosure::Speeds] {
        let count = |duration: f64| {
            let loops = LoopSettings { closure: Some(closure), ..LoopSettings::default() };
            let simulation = Simulation::new(&model).integrator(Integrator::Rk4).step(1e-3).loops(loops);
            let mut simulation = simulation.start(&start.q, &start.v).duration(duration).output_step(duration);
            let mut sink = Vec::with_capacity(4);
            let mut counters = Counters::default();
            let n = allocations(|| counters = simulation.run(&mut sink).unwrap().counters());
            assert!(counters.evaluations > 10 * counters.steps, "{counters:?}");
            (n, counters.steps as usize)
        };
        let (short, long) = (count(0.02), count(0.06));
        let each = (long.0 - short.0) / (long.1 - short.1);
        assert!(each < 36, "{closure:?}: {each} in a step, {short:?} {long:?}");
    }
}
