//! A stack for values inside values.

use crate::cli;

/// Elaboration goes down one level of the stack for each level of nesting, and stops at a limit of its own
/// (`analysis::eval`), which this leaves room for even where nothing is optimized. Only what is used takes memory.
pub const STACK: usize = 1 << 30;

/// Runs `f` where it may recurse deeply.
pub fn run<R: Send>(f: impl FnOnce() -> R + Send) -> std::io::Result<R> {
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
/// work on a small input. There is no other thread: to start one and to wait for it takes a twentieth of the time of a
/// small input.
pub fn exit_with(program: &str, f: impl FnOnce() -> u8) -> ! {
    let message = format!(
        "{program}: cannot start: no room for a stack of {} MiB (see `ulimit -v`)\n",
        STACK >> 20
    );
    // A stack that cannot be had is a panic, which nothing but a hook can keep from printing itself.
    std::panic::set_hook(Box::new(move |_| {
        cli::eprint(message.as_bytes());
        std::process::exit(1);
    }));
    stacker::grow(STACK, || {
        drop(std::panic::take_hook());
        std::process::exit(f().into())
    })
}

/// Starts a thread that may recurse deeply and lives as long as the process.
pub fn spawn(name: &str, f: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    let thread = std::thread::Builder::new().name(name.to_owned());
    thread.stack_size(STACK).spawn(f)?;
    Ok(())
}
