//! Faults at chosen operations, for tests.

use std::io;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// What `DENOC_FAULT` requests.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Fault {
    Count,
    Kill(u64),
    Torn(u64),
    Enospc(u64),
}

fn parse(text: &str) -> Option<Fault> {
    if text == "count" {
        return Some(Fault::Count);
    }
    let (number, kind) = text.split_once(':')?;
    let number = number.parse().ok()?;
    match kind {
        "kill" => Some(Fault::Kill(number)),
        "torn" => Some(Fault::Torn(number)),
        "enospc" => Some(Fault::Enospc(number)),
        _ => None,
    }
}

/// The requested fault. An unknown one ends the process: a test with a typing error must not pass.
fn requested() -> Option<Fault> {
    static FAULT: OnceLock<Option<Fault>> = OnceLock::new();
    *FAULT.get_or_init(|| {
        let text = std::env::var("DENOC_FAULT").ok()?;
        Some(parse(&text).unwrap_or_else(|| {
            eprintln!("DENOC_FAULT={text}: use count, K:kill, K:torn or K:enospc");
            std::process::abort()
        }))
    })
}

pub(super) fn is_active() -> bool {
    requested().is_some()
}

/// Called before an operation; `half` does half of it.
pub(super) fn before(operation: &str, path: &Path, half: impl FnOnce()) -> io::Result<()> {
    static DONE: AtomicU64 = AtomicU64::new(0);
    let Some(fault) = requested() else { return Ok(()) };
    let number = 1 + DONE.fetch_add(1, Ordering::SeqCst);
    match fault {
        Fault::Count => eprintln!("{number} {operation} {}", path.display()),
        Fault::Kill(k) if k == number => std::process::abort(),
        Fault::Torn(k) if k == number => {
            half();
            std::process::abort();
        }
        Fault::Enospc(k) if k == number => {
            half();
            return Err(io::ErrorKind::StorageFull.into());
        }
        _ => {}
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: the table on the page of the module
    #[test]
    fn requests_are_read() {
        assert_eq!(parse("count"), Some(Fault::Count));
        assert_eq!(parse("7:kill"), Some(Fault::Kill(7)));
        assert_eq!(parse("7:torn"), Some(Fault::Torn(7)));
        assert_eq!(parse("12:enospc"), Some(Fault::Enospc(12)));
        assert!(["", "7", "kill", "x:kill", "7:quit"].iter().all(|text| parse(text).is_none()));
    }
}
