//! Counting of allocations, to show that a computation makes none.
#![allow(unsafe_code)] // `GlobalAlloc` is an unsafe trait; every call goes straight to the system allocator

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

/// The system allocator with a counter for each thread, so that tests in parallel do not disturb each other. A test binary
/// installs it:
///
/// ```
/// use denoc_testkit::{CountingAllocator, allocations};
///
/// #[global_allocator]
/// static ALLOCATOR: CountingAllocator = CountingAllocator;
///
/// assert_eq!(allocations(|| 1 + 1), 0);
/// assert_eq!(allocations(|| drop(vec![1])), 1);
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct CountingAllocator;

fn count() {
    // while a thread ends, its counter may be gone already; it is no longer needed
    let _ = COUNT.try_with(|c| c.set(c.get() + 1));
}

// SAFETY: every method passes its arguments unchanged to `System`, which fulfils the contract; counting neither allocates
// nor unwinds (the counter is a constant-initialised `Cell` without destructor).
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: as above
        unsafe { System.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: as above
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        count();
        // SAFETY: as above
        unsafe { System.realloc(ptr, layout, new_size) }
    }
    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        // SAFETY: as above
        unsafe { System.dealloc(ptr, layout) }
    }
}

/// Number of allocations (and reallocations) of this thread while `work` runs. Panics if the test binary did not install
/// [`CountingAllocator`].
pub fn allocations<R>(work: impl FnOnce() -> R) -> usize {
    let before = COUNT.get();
    drop(std::hint::black_box(Box::new(0u8)));
    assert!(COUNT.get() > before, "CountingAllocator is not the #[global_allocator] of this test binary");
    let before = COUNT.get();
    let result = work();
    let after = COUNT.get();
    drop(std::hint::black_box(result));
    after - before
}
