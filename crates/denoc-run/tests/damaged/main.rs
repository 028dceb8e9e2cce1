//! Damaged files of every kind that the library reads, with fixed seeds: each gives a result or an error, within seconds.

mod kinds;

use std::time::{Duration, Instant};

use denoc_testkit::{Random, damaged, long_numbers};
use kinds::{Kind, kinds};

/// Most time of the processor for one input, beyond that for an undamaged file of its kind.
const MOST: Duration = Duration::from_secs(10);

/// Time that all threads of this process have had the processor; elsewhere than on Linux, time of the wall.
fn processor_time() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let wall = START.get_or_init(Instant::now).elapsed();
    let ticks = std::fs::read_to_string("/proc/self/stat").ok().and_then(|stat| {
        // behind the name in brackets: utime and stime are fields 14 and 15, in hundredths of a second
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
        let mut ticks = || fields.next()?.parse::<u64>().ok();
        Some(ticks()? + ticks()?)
    });
    ticks.map_or(wall, |ticks| Duration::from_millis(10 * ticks))
}

/// Reads `count` damaged inputs, evenly of all kinds.
fn survive(count: usize, seed: u64) {
    let scratch = std::env::temp_dir().join(format!("denoc_damaged_{}_{seed}", std::process::id()));
    std::fs::create_dir_all(&scratch).unwrap();
    let kinds = kinds(&scratch);
    assert!(kinds.iter().any(|kind| kind.name == "run folder") && kinds.iter().any(|kind| kind.name == "sweep folder"));
    let (mut accepted, mut slowest) = (0, (Duration::ZERO, ""));
    let undamaged = |kind: &Kind| {
        let one = |file: &Vec<u8>| {
            let start = processor_time();
            (kind.read)(file, &scratch).unwrap_or_else(|e| panic!("{}: {e}", kind.name));
            processor_time() - start
        };
        kind.files.iter().map(one).max().unwrap_or_default()
    };
    let usual: Vec<Duration> = kinds.iter().map(undamaged).collect();
    for i in 0..count {
        let kind = &kinds[i % kinds.len()];
        let mut random = Random::stream(seed, i as u64);
        let input = damaged(&kind.files[random.below(kind.files.len())], &mut random);
        let start = processor_time();
        let read = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| (kind.read)(&input, &scratch)));
        let taken = processor_time() - start;
        let describe = || {
            let saved = std::env::temp_dir().join(format!("denoc_damaged_{seed}_{i}"));
            std::fs::write(&saved, &input).unwrap();
            format!("{} number {i} of seed {seed}, kept in {}", kind.name, saved.display())
        };
        assert!(read.is_ok(), "panic: {}", describe());
        if let Ok(Err(message)) = &read {
            let long = long_numbers(message, &String::from_utf8_lossy(&input));
            assert!(long.is_empty(), "more than six digits, {long:?}, in {message}: {}", describe());
        }
        assert!(taken < MOST + usual[i % kinds.len()], "{taken:?}: {}", describe());
        accepted += usize::from(matches!(read, Ok(Ok(()))));
        slowest = slowest.max((taken, kind.name));
    }
    println!("{count} inputs, {accepted} accepted; slowest {slowest:?}");
    let _ = std::fs::remove_dir_all(&scratch);
    // most damage is noticed, some is harmless
    assert!(accepted > count / 50 && accepted < count * 9 / 10, "{accepted} of {count}");
}

// oracle: an error or a result: no panic, no endless reading, no exhausted memory
#[test]
fn damaged_files_are_refused_or_read() {
    survive(400, 1);
}

/// Run it with bounded memory and time of the processor:
/// `(ulimit -v 2097152; ulimit -t 3600; cargo test --release -p denoc-run --test damaged -- --ignored --nocapture)`
#[test]
#[ignore = "20,000 inputs take minutes"]
fn twenty_thousand_damaged_files_are_refused_or_read() {
    survive(20_000, 2);
}
