//! Ends the server after its client's process: a killed client sends nothing, and another process may hold the server's
//! standard input open.

use std::time::Duration;

/// The interval between two checks for the client's process.
const INTERVAL: Duration = Duration::from_secs(3);

/// Starts a thread that calls `at_end` and ends the server soon after the client's process has ended. Does nothing on
/// systems other than Unix.
#[cfg(unix)]
pub(super) fn watch(client: u32, at_end: impl FnOnce() + Send + 'static) {
    use nix::errno::Errno;
    use nix::sys::signal::kill;
    use nix::unistd::Pid;
    let Some(client) = i32::try_from(client).ok().filter(|it| *it > 0) else {
        return;
    };
    let thread = std::thread::Builder::new().name("parent".to_owned());
    let watch = move || {
        while kill(Pid::from_raw(client), None) != Err(Errno::ESRCH) {
            std::thread::sleep(INTERVAL);
        }
        at_end();
        std::process::exit(1);
    };
    if let Err(error) = thread.spawn(watch) {
        eprintln!("tablegen-analyzer: the client is not watched: {error}");
    }
}

#[cfg(not(unix))]
pub fn watch(_: u32, _: impl FnOnce()) {
    let _ = INTERVAL;
}
