//! Ends the server when the client's process has ended. The end of the standard input does not suffice: if the client
//! was killed, another process may still hold the server's standard input open.

#[cfg(unix)]
use std::time::Duration;

/// Starts a thread that waits until the client's process has ended, then calls `at_end` and ends the server.
pub(super) fn watch(client: u32, at_end: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().name("parent".to_owned());
    let watch = move || {
        if !wait_for_end(client) {
            return;
        }
        at_end();
        std::process::exit(1);
    };
    if let Err(error) = thread.spawn(watch) {
        eprintln!("tablegen-analyzer: the client is not watched: {error}");
    }
}

/// Waits until a process has ended. Returns `false` at once if the process cannot be watched.
#[cfg(unix)]
fn wait_for_end(process: u32) -> bool {
    use nix::errno::Errno;
    use nix::sys::signal::kill;
    use nix::unistd::Pid;
    /// The interval between two checks for the process.
    const INTERVAL: Duration = Duration::from_secs(3);
    let Some(process) = i32::try_from(process).ok().filter(|it| *it > 0) else {
        return false;
    };
    while kill(Pid::from_raw(process), None) != Err(Errno::ESRCH) {
        std::thread::sleep(INTERVAL);
    }
    true
}

#[cfg(windows)]
use driver::windows::wait_for_end;
