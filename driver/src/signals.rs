//! Calls a function before a signal ends the process.
//!
//! The crate `signal-hook` does the same in safe code, but does not report whether a signal was ignored before, as
//! under `nohup`. Such a signal must stay ignored.

#[cfg(unix)]
pub use unix::watch;

/// Does nothing. On Windows, the external programs that this process runs are in jobs (`windows::Job`), which the
/// system ends together with this process.
#[cfg(not(unix))]
pub fn watch(_: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    Ok(())
}

#[cfg(unix)]
mod unix {
    use std::io::{self, PipeWriter, Read, Write};
    use std::sync::OnceLock;

    use nix::errno::Errno;
    use nix::libc::c_int;
    use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, raise, sigaction};

    const SIGNALS: [Signal; 4] = [
        Signal::SIGTERM,
        Signal::SIGHUP,
        Signal::SIGINT,
        Signal::SIGQUIT,
    ];

    /// The pipe into which the handler writes the number of a signal.
    static NOTES: OnceLock<PipeWriter> = OnceLock::new();

    /// Calls `at_end` before a signal ends the process. An error if signals are watched already.
    pub fn watch(at_end: impl FnOnce() + Send + 'static) -> io::Result<()> {
        let (mut received, notes) = io::pipe()?;
        if NOTES.set(notes).is_err() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let thread = std::thread::Builder::new().name("signals".to_owned());
        thread.spawn(move || {
            let mut note = [0];
            // Reading does not fail, since the other end stays open for the life of the process.
            let _ = received.read_exact(&mut note);
            at_end();
            let signal = Signal::try_from(c_int::from(note[0])).unwrap_or(Signal::SIGTERM);
            // The default action of the signal ends the process, so that the parent process sees the right status.
            let _ = set(signal, SigHandler::SigDfl).and_then(|_| raise(signal));
            std::process::exit(1);
        })?;
        for signal in SIGNALS {
            let before = set(signal, SigHandler::Handler(note))?;
            if before.handler() == SigHandler::SigIgn {
                // The process was started with this signal ignored, so the signal must not end it.
                set(signal, SigHandler::SigIgn)?;
            }
        }
        Ok(())
    }

    /// The handler. It is async-signal-safe: no lock, no allocation.
    extern "C" fn note(signal: c_int) {
        let before = Errno::last_raw();
        if let (Some(mut notes), Ok(signal)) = (NOTES.get(), u8::try_from(signal)) {
            // If the pipe is full, the thread already has a signal to read.
            let _ = notes.write(&[signal]);
        }
        Errno::set_raw(before);
    }

    #[expect(unsafe_code, reason = "a handler of signals may interrupt anything")]
    fn set(signal: Signal, handler: SigHandler) -> nix::Result<SigAction> {
        let action = SigAction::new(handler, SaFlags::SA_RESTART, SigSet::empty());
        // SAFETY: our own handler only writes to a pipe and preserves `errno`.
        unsafe { sigaction(signal, &action) }
    }
}
