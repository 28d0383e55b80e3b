//! Standard input and output as the process was given them.
//!
//! Rust's own hide two things: what was closed is opened as the null device before `main`, and what cannot be written to
//! takes everything in silence. A build would take an output that is nowhere for one that was made.

use std::fs::File;
use std::io;

/// Standard input. Fails if it was closed.
pub fn input() -> io::Result<File> {
    open(0, &io::stdin())
}

/// Standard output. Fails if it was closed.
pub fn output() -> io::Result<File> {
    open(1, &io::stdout())
}

#[cfg(unix)]
fn open(number: usize, stream: &impl std::os::fd::AsFd) -> io::Result<File> {
    if at_start::was_closed(number) {
        return Err(nix::errno::Errno::EBADF.into());
    }
    Ok(stream.as_fd().try_clone_to_owned()?.into())
}

#[cfg(windows)]
fn open(_: usize, stream: &impl std::os::windows::io::AsHandle) -> io::Result<File> {
    Ok(stream.as_handle().try_clone_to_owned()?.into())
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
#[expect(
    unsafe_code,
    reason = "nothing safe runs before Rust's own start opens what is closed"
)]
mod at_start {
    use std::sync::atomic::{AtomicBool, Ordering};

    static CLOSED: [AtomicBool; 2] = [const { AtomicBool::new(false) }; 2];

    /// Whether a stream was closed when the process started.
    pub(super) fn was_closed(number: usize) -> bool {
        CLOSED[number].load(Ordering::Relaxed)
    }

    // SAFETY: what is in this section is called before `main`, once, when the C library is ready.
    #[used]
    #[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
    #[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
    static LOOK: extern "C" fn() = look;

    extern "C" fn look() {
        for (number, closed) in (0..).zip(&CLOSED) {
            // SAFETY: this asks about a number, which may be no stream.
            let flags = unsafe { nix::libc::fcntl(number, nix::libc::F_GETFD) };
            closed.store(flags == -1, Ordering::Relaxed);
        }
    }
}

#[cfg(all(unix, not(any(target_os = "linux", target_os = "macos"))))]
mod at_start {
    pub fn was_closed(_: usize) -> bool {
        false
    }
}
