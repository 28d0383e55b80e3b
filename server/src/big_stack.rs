//! A stack for values inside values.

use crate::terminal;

/// Elaboration goes down one level of the stack for each level of nesting, and stops at a limit of its own
/// (`elaborate::eval`), which this leaves room for even where nothing is optimized. Only what is used takes memory.
pub(crate) const STACK: usize = 1 << 30;

/// Runs `f` where it may recurse deeply.
pub(crate) fn run<R: Send>(f: impl FnOnce() -> R + Send) -> std::io::Result<R> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name("main".to_owned())
            .stack_size(STACK)
            .spawn_scoped(scope, f)?;
        Ok(thread
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// Runs `f` where it may recurse deeply and ends the process with the code that it gives, or says in the name of
/// `program` that there is no room for it. Nobody waits for what `f` used to be taken apart: that takes as long as the
/// work on a small input.
pub(crate) fn exit_with(program: &str, f: impl FnOnce() -> u8 + Send) -> ! {
    let code = on_large_stack(f).unwrap_or_else(|| {
        let message = format!(
            "{program}: cannot start: no room for a stack of {} MiB (see `ulimit -v`)\n",
            STACK >> 20
        );
        terminal::eprint(message.as_bytes());
        1
    });
    std::process::exit(code.into())
}

/// Runs `f` in this thread, on a stack that stays as long as the process, if there is room for it.
///
/// To start a thread and to wait for it takes a twentieth of the time of a small input. A library that switches stacks
/// would look up first where the one at hand ends, in a list of all memory, for half of that.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[expect(
    unsafe_code,
    reason = "memory of the system's, and to go on in it, are unsafe"
)]
fn on_large_stack<R>(f: impl FnOnce() -> R) -> Option<R> {
    use nix::sys::mman::{MapFlags, ProtFlags, mmap_anonymous, mprotect};
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

    /// Below the stack is memory that nobody may touch, as a stack that overflows would.
    const GUARD: usize = 1 << 16;
    const LEN: std::num::NonZeroUsize = std::num::NonZeroUsize::new(GUARD + STACK).unwrap();
    let flags = MapFlags::MAP_PRIVATE | MapFlags::MAP_NORESERVE | MapFlags::MAP_STACK;
    let usable = ProtFlags::PROT_READ | ProtFlags::PROT_WRITE;
    // SAFETY: the memory is new, so nobody else has a part in it. Nothing unwinds out of what runs on it.
    unsafe {
        let memory = mmap_anonymous(None, LEN, ProtFlags::PROT_NONE, flags).ok()?;
        let stack = memory.byte_add(GUARD);
        mprotect(stack, STACK, usable).ok()?;
        let f = || catch_unwind(AssertUnwindSafe(f));
        let done = psm::on_stack(stack.cast().as_ptr(), STACK, f);
        Some(done.unwrap_or_else(|panic| resume_unwind(panic)))
    }
}

#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
fn on_large_stack<R: Send>(f: impl FnOnce() -> R + Send) -> Option<R> {
    run(f).ok()
}

/// Runs `f` on a thread of this name where it may recurse deeply, while others go on.
pub(crate) fn spawn_scoped<'scope, R: Send + 'scope>(
    name: &str,
    scope: &'scope std::thread::Scope<'scope, '_>,
    f: impl FnOnce() -> R + Send + 'scope,
) -> std::io::Result<std::thread::ScopedJoinHandle<'scope, R>> {
    let thread = std::thread::Builder::new().name(name.to_owned());
    thread.stack_size(STACK).spawn_scoped(scope, f)
}

/// Starts a thread that may recurse deeply and lives as long as the process.
pub(crate) fn spawn(name: &str, f: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    let thread = std::thread::Builder::new().name(name.to_owned());
    thread.stack_size(STACK).spawn(f)?;
    Ok(())
}
