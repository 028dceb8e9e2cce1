//! What is compared: libraries that simulate a machine with some method and some setting of it.

/// A method of a library, with its settings from coarse to fine: tolerances, or numbers of steps.
#[derive(Clone, Debug)]
pub(super) struct Method {
    pub(super) name: String,
    /// What the settings are: `tolerance` or `steps`.
    pub(super) kind: String,
    pub(super) settings: Vec<f64>,
    /// The one that `--check` runs.
    pub(super) check: f64,
}

/// The end of a simulation.
pub(super) struct Run {
    /// CPU time of one run, s.
    pub(super) cpu: f64,
    /// Coordinates at the end, in the order of denoc.
    pub(super) q: Vec<f64>,
}

/// A library that has loaded a machine.
pub(super) trait Library {
    fn name(&self) -> &str;

    fn methods(&self) -> &[Method];

    /// Simulates the machine `repeat` times.
    fn run(&mut self, method: &str, setting: f64, repeat: usize) -> Result<Run, String>;
}
