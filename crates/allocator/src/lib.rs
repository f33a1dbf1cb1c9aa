//! Memory of the program: the system's own, and mimalloc's for small blocks where `play`, `experiment` and `stuck` run.
//!
//! A game takes and gives back small blocks by the hundred thousand. Engines under a limit of memory are to have all of it,
//! and to have it counted; mimalloc sets aside more than it is asked for.
//!
//! A program that names this crate has its allocator.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use libmimalloc_sys::mi_is_in_heap_region;
use mimalloc::MiMalloc;

/// Blocks of this many bytes and more are always the system's: mimalloc cannot tell whether blocks of a gibibyte are its own.
const LARGE_BLOCK: usize = 1 << 20;

/// True once games are played.
static GAMES: AtomicBool = AtomicBool::new(false);

/// From now on games are played: small blocks that are taken are mimalloc's.
pub fn for_games() {
    GAMES.store(true, Relaxed);
}

/// Both of them.
struct Allocator;

// Here and not in the program, which is built small: every allocation passes through it.
#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

/// Whether a block to be taken is mimalloc's.
fn is_small(bytes: usize) -> bool {
    bytes < LARGE_BLOCK && GAMES.load(Relaxed)
}

/// Whether a block of this size is mimalloc's: not if it was taken before there were games, or is large.
fn is_own(block: *mut u8, bytes: usize) -> bool {
    // SAFETY: any address may be asked for.
    is_small(bytes) && unsafe { mi_is_in_heap_region(block.cast()) }
}

// SAFETY: a block is taken from one of the two, and goes back to the same: mimalloc's are not large, and the system's are
// not in mimalloc's regions.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        unsafe { if is_small(layout.size()) { MiMalloc.alloc(layout) } else { System.alloc(layout) } }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        unsafe { if is_small(layout.size()) { MiMalloc.alloc_zeroed(layout) } else { System.alloc_zeroed(layout) } }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe {
            if is_own(block, layout.size()) { MiMalloc.dealloc(block, layout) } else { System.dealloc(block, layout) }
        }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        unsafe {
            match (is_own(block, layout.size()), bytes < LARGE_BLOCK) {
                (true, true) => MiMalloc.realloc(block, layout, bytes),
                (true, false) => {
                    let large = System.alloc(Layout::from_size_align_unchecked(bytes, layout.align()));
                    if !large.is_null() {
                        large.copy_from_nonoverlapping(block, layout.size());
                        MiMalloc.dealloc(block, layout);
                    }
                    large
                }
                (false, _) => System.realloc(block, layout, bytes),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blocks taken before there are games, and after, keep what they hold and go back to whom they are of.
    #[test]
    fn blocks_go_back_to_whom_they_are_of() {
        let layout = |bytes: usize| Layout::from_size_align(bytes, 16).unwrap();
        let filled = |bytes: usize| unsafe {
            let block = Allocator.alloc(layout(bytes));
            block.write_bytes(7, bytes);
            block
        };
        let sizes = [1, 24, 1000, 100_000, LARGE_BLOCK - 16, 3 << 19, 3 << 20];
        let before = sizes.map(|bytes| (filled(bytes), bytes));
        for_games();
        let after = sizes.map(|bytes| (filled(bytes), bytes));
        assert!(before.iter().all(|b| !is_own(b.0, b.1)));
        assert!(after.iter().all(|b| is_own(b.0, b.1) == (b.1 < LARGE_BLOCK)));
        for (block, bytes) in before.into_iter().chain(after) {
            for other in [2 * bytes, bytes.div_ceil(3)] {
                let (block, kept) = (filled(bytes), bytes.min(other));
                let moved = unsafe { Allocator.realloc(block, layout(bytes), other) };
                assert!((0..kept).all(|i| unsafe { moved.add(i).read() } == 7));
                unsafe { Allocator.dealloc(moved, layout(other)) };
            }
            assert!((0..bytes).all(|i| unsafe { block.add(i).read() } == 7));
            unsafe { Allocator.dealloc(block, layout(bytes)) };
        }
        let vast = 1 << 30;
        let block = unsafe { Allocator.alloc(layout(vast)) };
        unsafe { Allocator.dealloc(block, layout(vast)) };
        let zeroed = unsafe { Allocator.alloc_zeroed(layout(5000)) };
        assert!((0..5000).all(|i| unsafe { zeroed.add(i).read() } == 0));
        unsafe { Allocator.dealloc(zeroed, layout(5000)) };
    }
}
