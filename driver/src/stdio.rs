//! Standard input and output as the process inherited them.
//!
//! The streams of the standard library hide two errors: before `main`, a closed stream is opened as the null device,
//! and writing to a stream that is not open for writing seems to succeed. A build would not notice the lost output.

use std::fs::File;
use std::io::{self, Write};

/// A handle of standard input. An error if the stream was closed when the process started.
pub fn input() -> io::Result<File> {
    open(0, &io::stdin())
}

/// Standard output. An error if the stream was closed when the process started.
#[cfg(unix)]
pub fn output() -> io::Result<impl Write + Send + 'static> {
    open(1, &io::stdout())
}

/// Standard output. If it is a console, the standard library converts the output to the console's encoding.
#[cfg(windows)]
pub fn output() -> io::Result<impl Write + Send + 'static> {
    let output: Box<dyn Write + Send> = if io::IsTerminal::is_terminal(&io::stdout()) {
        Box::new(Console)
    } else {
        Box::new(open(1, &io::stdout())?)
    };
    Ok(output)
}

#[cfg(windows)]
struct Console;

#[cfg(windows)]
impl Write for Console {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // The standard library refuses to write bytes that are not UTF-8 to a console.
        io::stdout().write_all(String::from_utf8_lossy(bytes).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
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
    reason = "only unsafe code can run before the standard library opens closed streams"
)]
mod at_start {
    use std::sync::atomic::{AtomicBool, Ordering};

    static CLOSED: [AtomicBool; 2] = [const { AtomicBool::new(false) }; 2];

    /// Whether the stream with the descriptor `number` was closed when the process started. Descriptor 0 is standard
    /// input, and descriptor 1 is standard output.
    pub(super) fn was_closed(number: usize) -> bool {
        CLOSED[number].load(Ordering::Relaxed)
    }

    // SAFETY: functions in this section are called once before `main`, when the C library is ready.
    #[used]
    #[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
    #[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
    static LOOK: extern "C" fn() = look;

    extern "C" fn look() {
        for (number, closed) in (0..).zip(&CLOSED) {
            // SAFETY: a query about a descriptor, which may be closed.
            let flags = unsafe { nix::libc::fcntl(number, nix::libc::F_GETFD) };
            closed.store(flags == -1, Ordering::Relaxed);
        }
    }
}

#[cfg(all(unix, not(any(target_os = "linux", target_os = "macos"))))]
mod at_start {
    pub(super) fn was_closed(_: usize) -> bool {
        false
    }
}
