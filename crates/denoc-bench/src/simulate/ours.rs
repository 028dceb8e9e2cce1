//! denoc: the whole call of `Simulation::run`, set-up included, with default options except for the tolerance.

use std::time::Instant;

use denoc_sim::controllers::ConstantForces;
use denoc_sim::{Flow, Sample, Simulation, Sink, Summary};

use super::library::{Library, Method, Run};
use super::machine::Machine;

/// Of the solution that all others are compared with; an order of magnitude above the rounding errors of the machines.
const REFERENCE_TOLERANCE: f64 = 1e-13;

pub(super) struct Ours<'m> {
    machine: &'m Machine,
    methods: [Method; 1],
}

impl<'m> Ours<'m> {
    pub(super) fn new(machine: &'m Machine) -> Self {
        let settings = (4..=26).map(|halves| 10f64.powf(-0.5 * f64::from(halves))).collect();
        let methods = [Method { name: "default".into(), kind: "tolerance".into(), settings, check: 1e-8 }];
        Self { machine, methods }
    }

    /// Coordinates at the end, by far tighter tolerances than those that are timed.
    pub(super) fn reference(&self) -> Result<Vec<f64>, String> {
        let summary = self.simulate(REFERENCE_TOLERANCE)?;
        if let Some(event) = summary.events().first() {
            eprintln!("{}: denoc reports events, the first at {:.3} s", self.machine.name, event.t);
        }
        Ok(summary.q().to_vec())
    }

    /// CPU time of all that does not grow with the simulated time, s: of a run of a millionth of it.
    pub(super) fn setup(&self) -> Result<f64, String> {
        let mut least = f64::INFINITY;
        for _ in 0..20 {
            let clock = Clock::start();
            simulation(self.machine, 1e-6 * self.machine.duration)
                .run(&mut Nowhere)
                .map_err(|error| error.to_string())?;
            least = least.min(clock.seconds());
        }
        Ok(least)
    }

    fn simulate(&self, tolerance: f64) -> Result<Summary, String> {
        let mut simulation = simulation(self.machine, self.machine.duration).tolerance(tolerance);
        simulation.run(&mut Nowhere).map_err(|error| error.to_string())
    }
}

fn simulation(machine: &Machine, duration: f64) -> Simulation<'_> {
    let simulation =
        Simulation::new(&machine.model).start(&machine.q, &machine.v).duration(duration).output_step(duration);
    if machine.tau.iter().all(|&force| force == 0.0) {
        return simulation;
    }
    simulation.controller(Box::new(ConstantForces::new(machine.tau.clone())))
}

/// Accelerations at the start.
pub(super) fn accelerations(machine: &Machine) -> Result<Vec<f64>, String> {
    let (samples, _) = simulation(machine, 1e-6 * machine.duration).run_collect().map_err(|error| error.to_string())?;
    Ok(samples[0].a.clone())
}

impl Library for Ours<'_> {
    fn name(&self) -> &str {
        "denoc"
    }

    fn methods(&self) -> &[Method] {
        &self.methods
    }

    fn run(&mut self, _: &str, tolerance: f64, repeat: usize) -> Result<Run, String> {
        let clock = Clock::start();
        for _ in 1..repeat {
            self.simulate(tolerance)?;
        }
        let summary = self.simulate(tolerance)?;
        Ok(Run { cpu: clock.seconds() / repeat as f64, q: summary.q().to_vec() })
    }
}

/// Forgets all samples.
struct Nowhere;

impl Sink for Nowhere {
    fn sample(&mut self, _: &Sample) -> Flow {
        Flow::Continue
    }
}

/// CPU time of this thread where the system reports it (Linux), the time of the clock elsewhere.
struct Clock {
    cpu: Option<u64>,
    wall: Instant,
}

impl Clock {
    fn start() -> Self {
        Self { cpu: nanoseconds(), wall: Instant::now() }
    }

    fn seconds(&self) -> f64 {
        let wall = self.wall.elapsed().as_secs_f64();
        self.cpu.zip(nanoseconds()).map_or(wall, |(start, end)| 1e-9 * (end - start) as f64)
    }
}

/// CPU time of this thread so far.
fn nanoseconds() -> Option<u64> {
    // the system brings the number up to date when a thread gives up the processor
    std::thread::yield_now();
    std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::Clock;

    // oracle: the time of the clock; sleeping takes no CPU time
    #[test]
    fn the_clock_counts_work_only() {
        if !std::path::Path::new("/proc/thread-self/schedstat").exists() {
            return;
        }
        let clock = Clock::start();
        std::thread::sleep(Duration::from_millis(50));
        assert!(clock.seconds() < 0.02);
        let (clock, start) = (Clock::start(), Instant::now());
        while start.elapsed() < Duration::from_millis(100) {
            std::hint::black_box(0);
        }
        // other work on the machine may leave us a part of the time only
        let cpu = clock.seconds();
        assert!(cpu > 0.01 && cpu < 1.01 * start.elapsed().as_secs_f64(), "{cpu}");
    }
}
