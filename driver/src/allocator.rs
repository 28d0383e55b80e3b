//! The allocator of the programs: mimalloc.
//!
//! The crates that make mimalloc Rust's allocator pass an alignment with every request. For a request without an
//! alignment, mimalloc's blocks are sufficiently aligned for all common types. For a request with an alignment,
//! mimalloc takes a slow path and returns a larger block if the size is no power of two and no free block is at hand.
//! The slow path accounted for a twentieth of the instructions of reading Clang's diagnostics.
//!
//! The system provides memory in pages of 4 KiB and clears each page at its first use, which costs a page fault.
//! `use_huge_pages` reduces this cost for a program that soon needs many pages.

#![expect(
    unsafe_code,
    reason = "the trait of an allocator, and the functions of the one behind it, are unsafe"
)]

use std::alloc::{GlobalAlloc, Layout};

use elaborate::work::{allocated, freed};
use libmimalloc_sys::{
    mi_free, mi_malloc, mi_malloc_aligned, mi_realloc, mi_realloc_aligned, mi_zalloc,
    mi_zalloc_aligned,
};

/// The allocator to use as `#[global_allocator]`. It also counts allocated and freed bytes for `elaborate::work`.
pub struct Allocator;

/// Whether a block that is requested without an alignment satisfies the layout: mimalloc aligns blocks of 16 bytes and
/// more to 16 bytes, smaller ones to 8.
const fn is_given(layout: &Layout) -> bool {
    layout.align() <= 8 || (layout.align() == 16 && layout.size() >= 16)
}

// SAFETY: mimalloc's functions satisfy the trait's contract, and all blocks come from mimalloc. A block is only
// reallocated with the alignment that it was allocated with.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let (size, align) = (layout.size(), layout.align());
        allocated(size);
        if is_given(&layout) {
            unsafe { mi_malloc(size).cast() }
        } else {
            unsafe { mi_malloc_aligned(size, align).cast() }
        }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let (size, align) = (layout.size(), layout.align());
        allocated(size);
        if is_given(&layout) {
            unsafe { mi_zalloc(size).cast() }
        } else {
            unsafe { mi_zalloc_aligned(size, align).cast() }
        }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        freed(layout.size());
        unsafe { mi_free(block.cast()) }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        freed(layout.size());
        allocated(new_size);
        if layout.align() <= 8 {
            unsafe { mi_realloc(block.cast(), new_size).cast() }
        } else {
            unsafe { mi_realloc_aligned(block.cast(), new_size, layout.align()).cast() }
        }
    }
}

/// Requests huge pages, of 2 MiB, for the third to the 128th MiB of the allocator's memory. `soon` means that the
/// program is about to need several MiB: further blocks then come from the huge pages at once. If the system has no
/// huge pages, this does nothing.
///
/// If the system has a free huge page, clearing the page takes as long as fifty page faults and saves two hundred or
/// more. After a build, files fill all memory, and the system first moves them away to make room, which takes some
/// hundred times as long as a page fault. A small unit uses scattered pages in the first 10 MiB, so a program that
/// reads only small units does not call this, and the first 2 MiB stay small pages. Reading Clang's diagnostics or
/// options takes a tenth less time, reading large targets a twelfth less time and up to a tenth more memory. On a
/// virtual machine that returns free memory to its host, the first process after some idle seconds is slower, since the
/// host must first provide huge pages. A build is not affected, as it runs one process after the other.
#[cfg_attr(
    not(all(target_os = "linux", not(feature = "portable"))),
    expect(unused_variables)
)]
pub fn use_huge_pages(soon: bool) {
    #[cfg(all(target_os = "linux", not(feature = "portable")))]
    {
        use nix::sys::mman::{MmapAdvise, madvise};
        use std::ptr::{NonNull, without_provenance_mut};

        const HUGE: usize = 2 << 20;
        // When mimalloc allocates its first block, it reserves 128 MiB (`.cargo/config.toml`) and uses them from the
        // lowest address on.
        const RESERVED: usize = 128 << 20;
        let block = std::hint::black_box(Box::new(0_u64));
        let start = (&raw const *block).addr() / HUGE * HUGE;
        if let Some(from) = NonNull::new(without_provenance_mut(start + HUGE)) {
            // SAFETY: advice about pages changes none of their content.
            let _ = unsafe { madvise(from, RESERVED - HUGE, MmapAdvise::MADV_HUGEPAGE) };
        }
        if soon {
            // This block takes the rest of the first 2 MiB. It is never accessed, so it takes no physical memory.
            std::mem::forget(std::hint::black_box(Vec::<u8>::with_capacity(HUGE / 4 * 3)));
        }
    }
}

/// Gives this thread's free memory back to the system. This pays off after work that used much memory.
pub fn give_back() {
    unsafe extern "C" {
        fn mi_collect(force: bool);
    }
    // SAFETY: the function does not touch memory in use.
    unsafe { mi_collect(true) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_aligned_and_keep_what_is_in_them() {
        for align in (0..=12).map(|power| 1 << power) {
            for size in 1..200 {
                let layout = Layout::from_size_align(size, align).unwrap();
                let larger = Layout::from_size_align(size * 40, align).unwrap();
                // SAFETY: the layouts describe the block before and after the call.
                unsafe {
                    let block = Allocator.alloc_zeroed(layout);
                    assert_eq!(block.addr() % align, 0, "{layout:?}");
                    assert!((0..size).all(|at| *block.add(at) == 0), "{layout:?}");
                    block.write_bytes(7, size);
                    let grown = Allocator.realloc(block, layout, larger.size());
                    assert_eq!(grown.addr() % align, 0, "{larger:?}");
                    assert!((0..size).all(|at| *grown.add(at) == 7), "{layout:?}");
                    Allocator.dealloc(grown, larger);
                    let other = Allocator.alloc(layout);
                    assert_eq!(other.addr() % align, 0, "{layout:?}");
                    Allocator.dealloc(other, layout);
                }
            }
        }
    }
}
