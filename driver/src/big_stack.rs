//! Large stacks, which deeply nested values need: those of [`elaborate::stack`], in a process whose memory may be
//! limited.

use elaborate::stack;

use crate::{resources, terminal};

/// Runs `f` on a large stack.
pub fn run<R: Send>(f: impl FnOnce() -> R + Send) -> std::io::Result<R> {
    std::thread::scope(|scope| {
        let thread = spawn_scoped("main", scope, f)?;
        Ok(thread
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// Runs `f` on a large stack and ends the process with the exit code that it returns. If there is no memory for the
/// stack, `program` reports an error. The process ends without dropping the values of `f`, which would take as long as
/// the work on a small input.
pub fn exit_with(program: &str, f: impl FnOnce() -> u8 + Send) -> ! {
    /// The stack gets one part in this many of the address space: there is one such stack, and few others.
    const SHARE: usize = 4;
    limit(SHARE);
    let code = on_large_stack(f).unwrap_or_else(|| {
        let message = format!(
            "{program}: cannot start: no room for a stack of {} MiB (see `ulimit -v`)\n",
            stack::LEAST >> 20
        );
        terminal::eprint(message.as_bytes());
        1
    });
    std::process::exit(code.into())
}

/// Limits the size of each stack to one `share`th of the process's address space, if that is limited.
fn limit(share: usize) {
    if let Some(most) = resources::address_space() {
        stack::limit(most / share);
        resources::share_arena();
    }
}

/// Limits the size of each stack in a process that has many threads with large stacks.
pub fn limit_each() {
    const SHARE: usize = 64;
    limit(SHARE);
}

/// Runs `f` in this thread, on a stack that is never freed, if there is room for it.
///
/// Starting a thread and waiting for it takes a twentieth of the time of a small input. A library that switches stacks
/// would first look up the end of the current one, in a list of all mappings, for half of that.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[expect(
    unsafe_code,
    reason = "memory of the system's, and to go on in it, are unsafe"
)]
fn on_large_stack<R>(f: impl FnOnce() -> R) -> Option<R> {
    use nix::sys::mman::{MapFlags, ProtFlags, mmap_anonymous, mprotect};
    use std::num::NonZeroUsize;
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

    /// The size in bytes of the guard pages below the stack, which an overflow hits.
    const GUARD: usize = 1 << 16;
    let flags = MapFlags::MAP_PRIVATE | MapFlags::MAP_NORESERVE | MapFlags::MAP_STACK;
    let usable = ProtFlags::PROT_READ | ProtFlags::PROT_WRITE;
    // SAFETY: the memory is new, so nothing else refers to it. No panic unwinds out of `f`.
    unsafe {
        let (size, memory) = stack::largest(stack::wanted(), |size| {
            let len = NonZeroUsize::new(GUARD + size).ok_or(())?;
            let memory = mmap_anonymous(None, len, ProtFlags::PROT_NONE, flags).map_err(drop)?;
            let memory = memory.byte_add(GUARD);
            mprotect(memory, size, usable).map_err(drop)?;
            Ok::<_, ()>((size, memory))
        })
        .ok()?;
        let f = || catch_unwind(AssertUnwindSafe(|| stack::declare(size, f)));
        let done = psm::on_stack(memory.cast().as_ptr(), size, f);
        Some(done.unwrap_or_else(|panic| resume_unwind(panic)))
    }
}

#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
fn on_large_stack<R: Send>(f: impl FnOnce() -> R + Send) -> Option<R> {
    run(f).ok()
}

pub use elaborate::stack::{spawn, spawn_scoped};
