//! Long tests on all cores.

use std::num::NonZero;
use std::sync::Mutex;
use std::thread;

/// Calls a check with every item, on all cores. A panic of the check is a panic of the caller.
pub fn in_parallel<T: Send>(items: impl IntoIterator<Item = T, IntoIter: Send>, check: impl Fn(T) + Sync) {
    let items = Mutex::new(items.into_iter());
    let next = || items.lock().expect("iterators do not panic").next();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                while let Some(item) = next() {
                    check(item);
                }
            });
        }
    });
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::in_parallel;

    // oracle: by definition
    #[test]
    fn every_item_is_checked_once() {
        let sum = AtomicU32::new(0);
        in_parallel(0..100, |i| _ = sum.fetch_add(i, Ordering::Relaxed));
        assert_eq!(sum.into_inner(), 4950);
    }

    // oracle: by definition
    #[test]
    #[should_panic]
    fn a_failed_check_is_noticed() {
        in_parallel(0..100, |i| assert_ne!(i, 70));
    }
}
