//! Signals that end the process: what it has begun is ended before.

#[cfg(unix)]
pub use unix::watch;

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

    /// Where a signal is noted.
    static NOTES: OnceLock<PipeWriter> = OnceLock::new();

    /// Has `at_end` called before the process ends by a signal.
    pub fn watch(at_end: impl FnOnce() + Send + 'static) -> io::Result<()> {
        let (mut received, notes) = io::pipe()?;
        if NOTES.set(notes).is_err() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let thread = std::thread::Builder::new().name("signals".to_owned());
        thread.spawn(move || {
            let mut note = [0];
            // The other end stays open as long as the process.
            let _ = received.read_exact(&mut note);
            at_end();
            let signal = Signal::try_from(c_int::from(note[0])).unwrap_or(Signal::SIGTERM);
            // It ends as if nobody had listened, so that who waits for it learns why.
            let _ = set(signal, SigHandler::SigDfl).and_then(|_| raise(signal));
            std::process::exit(1);
        })?;
        for signal in SIGNALS {
            let before = set(signal, SigHandler::Handler(note))?;
            if before.handler() == SigHandler::SigIgn {
                // Whoever started the process does not want it to end so.
                set(signal, SigHandler::SigIgn)?;
            }
        }
        Ok(())
    }

    /// Nothing but what may be done in the middle of anything: no lock, no memory.
    extern "C" fn note(signal: c_int) {
        let before = Errno::last_raw();
        if let (Some(mut notes), Ok(signal)) = (NOTES.get(), u8::try_from(signal)) {
            // A full pipe holds enough notes.
            let _ = notes.write(&[signal]);
        }
        Errno::set_raw(before);
    }

    #[expect(
        unsafe_code,
        reason = "what runs when a signal comes may interrupt anything"
    )]
    fn set(signal: Signal, handler: SigHandler) -> nix::Result<SigAction> {
        let action = SigAction::new(handler, SaFlags::SA_RESTART, SigSet::empty());
        // SAFETY: the handler, if it is ours, only writes to a pipe and keeps the error number.
        unsafe { sigaction(signal, &action) }
    }
}
