//! The size of results, estimated before anything is computed.

use crate::Error;
use crate::error::scenario_error;
use crate::scenario::Scenario;

/// Larger results, in memory or on disk, must be requested explicitly.
const MOST_BYTES: f64 = 4e9;
/// Memory for one number: the column, and a copy while files and plots are written.
const IN_MEMORY: f64 = 16.0;
/// Disk space for one number: as text in CSV, which has up to 25 characters, and as eight bytes in npz.
const ON_DISK: f64 = 28.0;

/// Where the results go; they are in memory in any case.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Destination {
    Memory,
    Disk,
}

/// Refuses results that are very large, unless the scenario allows it.
pub(super) fn check(scenario: &Scenario, rows: f64, columns: usize, to: Destination) -> Result<(), Error> {
    let numbers = rows * columns as f64;
    let memory = IN_MEMORY * numbers;
    let disk = if to == Destination::Disk { ON_DISK * numbers } else { 0.0 };
    if scenario.large_output || memory.max(disk) <= MOST_BYTES {
        return Ok(());
    }
    let disk = if to == Destination::Disk { format!(" and {} on disk", bytes(disk)) } else { String::new() };
    let rule = format!(
        "the results have {rows:.0} rows of {columns} numbers: they need about {} of memory{disk}",
        bytes(memory)
    );
    let key = if scenario.simulate.is_some() { "simulate.output_step" } else { "motion.samples" };
    let fewer = if scenario.simulate.is_some() { "choose a longer output step" } else { "choose fewer samples" };
    let remedy = format!("{fewer}, or add --force (in a scenario: large_output = true)");
    Err(scenario_error(key, rule, remedy))
}

/// A number of bytes, with three digits at most.
fn bytes(count: f64) -> String {
    let (value, unit) = match count {
        count if count < 1e6 => (count / 1e3, "kB"),
        count if count < 1e9 => (count / 1e6, "MB"),
        count if count < 1e12 => (count / 1e9, "GB"),
        count => (count / 1e12, "TB"),
    };
    if value < 10.0 { format!("{value:.1} {unit}") } else { format!("{value:.0} {unit}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Simulate;

    // oracle: by hand: 1e8 rows of 10 numbers
    #[test]
    fn large_results_are_refused_with_their_size() {
        let mut scenario = Scenario::new("one_r");
        scenario.simulate = Some(Simulate::new(1.0));
        let message = check(&scenario, 1e8, 10, Destination::Disk).unwrap_err().to_string();
        let expected = "simulate.output_step: the results have 100000000 rows of 10 numbers: they need about 16 GB of memory and \
                        28 GB on disk; choose a longer output step, or add --force (in a scenario: large_output = true)";
        assert_eq!(message, expected);
        // twenty times less: 1.4 GB on disk
        assert!(check(&scenario, 5e6, 10, Destination::Disk).is_ok());
        assert!(
            check(&scenario, 2e7, 10, Destination::Disk).is_err()
                && check(&scenario, 2e7, 10, Destination::Memory).is_ok()
        );
        scenario.large_output = true;
        assert!(check(&scenario, 1e12, 10, Destination::Disk).is_ok());
        assert_eq!([bytes(5e3), bytes(4.2e9), bytes(2.5e13)], ["5.0 kB", "4.2 GB", "25 TB"]);
    }
}
