//! Runs work on the large stacks of [`elaborate::stack`], because deeply nested values need much stack. The stacks are
//! smaller if the address space of the process is limited.

use elaborate::stack;

use crate::{resources, terminal};

/// Runs `f` on a new thread with a large stack, and waits for it. A panic of `f` continues in this thread. An error if
/// the thread cannot be started.
pub fn run<R: Send>(f: impl FnOnce() -> R + Send) -> std::io::Result<R> {
    std::thread::scope(|scope| {
        let thread = spawn_scoped("main", scope, f)?;
        Ok(thread
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// Runs `f` on a large stack and ends the process with the exit code that `f` returns. If there is no memory for the
/// stack, prints an error that starts with the name `program`. No destructors of the callers run.
pub fn exit_with(program: &str, f: impl FnOnce() -> u8 + Send) -> ! {
    /// The stack gets a quarter of the address space: the process has one such stack, and few other large stacks.
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

/// If the process's address space is limited, limits the size of each stack to 1/`share` of it.
fn limit(share: usize) {
    if let Some(most) = resources::address_space() {
        stack::limit(most / share);
        resources::share_arena();
    }
}

/// Limits the size of each stack to 1/64 of a limited address space, for a process that has many threads with large
/// stacks.
pub fn limit_each() {
    const SHARE: usize = 64;
    limit(SHARE);
}

/// Runs `f` in this thread, on a new stack that is never freed. `None` if there is no memory for the stack.
///
/// Starting a thread instead would take a twentieth of the time that a small input takes. The crate `stacker` would
/// take half of that, since it first looks up the end of the current stack in the list of all memory mappings. `psm`
/// only switches stacks.
#[cfg(all(target_os = "linux", target_arch = "x86_64", not(feature = "portable")))]
#[expect(
    unsafe_code,
    reason = "memory of the system's, and to go on in it, are unsafe"
)]
fn on_large_stack<R>(f: impl FnOnce() -> R) -> Option<R> {
    use nix::sys::mman::{MapFlags, ProtFlags, mmap_anonymous, mprotect};
    use std::num::NonZeroUsize;
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

    /// The size in bytes of the guard pages below the stack. A stack overflow hits these pages.
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

#[cfg(not(all(target_os = "linux", target_arch = "x86_64", not(feature = "portable"))))]
fn on_large_stack<R: Send>(f: impl FnOnce() -> R + Send) -> Option<R> {
    run(f).ok()
}

pub use elaborate::stack::{spawn, spawn_scoped};
