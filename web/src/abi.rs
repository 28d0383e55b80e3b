//! The functions of the WebAssembly module, and its allocator.
//!
//! The page calls `__wasm_call_ctors` first. Then it calls `room` with the length of a request, writes the request to
//! the returned address, and calls `answer`. The result of `answer` is the address of the answer's length, which has
//! four bytes in little-endian order. The answer follows its length and stays there until the next request.
//!
//! A browser keeps a part of each call's variables on a separate stack of about 1 MiB, whose use a module cannot
//! measure. So the page passes the number of bytes of the module's stack that may be used, and passes a smaller number
//! after the browser's stack has overflowed.

#![expect(
    unsafe_code,
    reason = "exported names, and the trait of an allocator, are unsafe"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::RefCell;

use elaborate::stack;
use elaborate::work::{allocated, freed};

use crate::Session;

#[derive(Default)]
struct Page {
    session: Session,
    request: Vec<u8>,
    answer: Vec<u8>,
}

thread_local! {
    static PAGE: RefCell<Page> = RefCell::default();
}

/// Makes room for a request of `len` bytes, and returns its address.
#[unsafe(no_mangle)]
extern "C" fn room(len: usize) -> *mut u8 {
    PAGE.with_borrow_mut(|page| {
        page.request = vec![0; len];
        page.request.as_mut_ptr()
    })
}

/// Answers the request, using at most `stack` bytes of the stack. Returns the address of the answer's length.
#[unsafe(no_mangle)]
extern "C" fn answer(stack: usize) -> *const u8 {
    PAGE.with_borrow_mut(|page| {
        let request = std::mem::take(&mut page.request);
        let request = String::from_utf8_lossy(&request);
        page.answer = Vec::new();
        let answer = stack::declare(stack, || page.session.answer(&request));
        let len = u32::try_from(answer.len()).unwrap_or(u32::MAX);
        page.answer = [&len.to_le_bytes(), answer.as_bytes()].concat();
        page.answer.as_ptr()
    })
}

/// The system's allocator, which counts allocated and freed bytes for [`elaborate::work`].
struct Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

// SAFETY: all calls are passed on.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        allocated(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        allocated(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        freed(layout.size());
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        freed(layout.size());
        allocated(new_size);
        unsafe { System.realloc(block, layout, new_size) }
    }
}
