//! Runs external programs with a time limit. They can be stopped at any time.

use std::io::{self, Read, Write};
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use elaborate::records;
use parking_lot::{Mutex, MutexGuard};

use crate::process_group::Leader;

/// The maximum number of bytes that are read from each output stream of a command.
const MAX_BYTES: u64 = 1 << 30;

/// A handle that stops a command and work on records. The command may be running or not yet started.
#[derive(Clone, Default)]
pub struct Stop {
    state: Arc<Mutex<State>>,
    work: records::Stop,
}

#[derive(Default)]
struct State {
    is_stopped: bool,
    /// The running process. `None` once the process was waited for, since the system may then reuse its id.
    child: Option<Leader>,
}

/// The results of a command that has ended.
pub struct Finished {
    /// The exit status.
    pub status: ExitStatus,
    /// The standard output, decoded. If it is longer than 1 GiB, the rest is missing.
    pub text: String,
    /// The standard error, decoded, with the same limit.
    pub printed: String,
}

type Pipes = (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>);

/// Runs a command with `input` as its standard input, and waits for its end. If the command is stopped, or runs longer
/// than `patience`, it is killed and an error is returned.
pub fn finish(
    command: &mut Command,
    input: String,
    stop: &Stop,
    patience: Duration,
) -> io::Result<Finished> {
    let pipes = stop.start(command)?;
    let finished = follow(pipes, input, stop, Instant::now() + patience);
    if finished.is_err() {
        stop.end();
    }
    // The output of a command that was killed does not count.
    if stop.is_stopped() {
        Err(stopped())
    } else {
        finished
    }
}

fn follow(
    (stdin, stdout, stderr): Pipes,
    input: String,
    stop: &Stop,
    end: Instant,
) -> io::Result<Finished> {
    if let Some(mut stdin) = stdin {
        // A command may end without reading all of its input.
        std::thread::spawn(move || stdin.write_all(&syntax::text::encode(&input)));
    }
    let (sender, written) = channel();
    let (error_sender, said) = channel();
    std::thread::spawn(move || sender.send(read(stdout)));
    std::thread::spawn(move || error_sender.send(read(stderr)));
    Ok(Finished {
        text: stop.receive(&written, end)?,
        printed: stop.receive(&said, end)?,
        status: stop.wait(end)?,
    })
}

fn read(stream: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    if let Some(stream) = stream {
        // If reading fails, the output before the error is returned.
        let _ = stream.take(MAX_BYTES).read_to_end(&mut bytes);
    }
    syntax::text::decode(&bytes)
}

impl Stop {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    /// The handle for work on records. [`Self::stop`] cancels that work.
    pub fn of_work(&self) -> &records::Stop {
        &self.work
    }

    /// Kills the command and its process group, and cancels work on records. If the command has not been started yet,
    /// starting it will fail.
    pub fn stop(&self) {
        self.work.stop();
        let mut state = self.state();
        state.is_stopped = true;
        if let Some(child) = &mut state.child {
            child.kill();
        }
    }

    /// Whether [`Self::stop`] was called, perhaps before the command started.
    pub fn is_stopped(&self) -> bool {
        self.state().is_stopped
    }

    /// Whether both handles stop the same command.
    pub fn is_same(&self, other: &Stop) -> bool {
        Arc::ptr_eq(&self.state, &other.state)
    }

    fn start(&self, command: &mut Command) -> io::Result<Pipes> {
        let mut state = self.state();
        if state.is_stopped {
            return Err(stopped());
        }
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut leader = Leader::start(command)?;
        let child = &mut leader.child;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        state.child = Some(leader);
        Ok(pipes)
    }

    /// Fails if the command was stopped or the deadline `end` has passed.
    fn check(&self, end: Instant) -> io::Result<()> {
        if self.is_stopped() {
            return Err(stopped());
        }
        if Instant::now() < end {
            Ok(())
        } else {
            Err(io::Error::other("it takes too long"))
        }
    }

    /// Waits for a thread's result until the deadline `end`. The thread may not finish by itself: a process that left
    /// the command's process group can keep the pipe open.
    fn receive(&self, text: &Receiver<String>, end: Instant) -> io::Result<String> {
        loop {
            match text.recv_timeout(Duration::from_millis(20)) {
                Ok(text) => return Ok(text),
                Err(RecvTimeoutError::Timeout) => self.check(end)?,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(io::Error::other("it cannot be read"));
                }
            }
        }
    }

    /// Waits until the process ends or the deadline `end` has passed. The process may go on after closing its output.
    fn wait(&self, end: Instant) -> io::Result<ExitStatus> {
        loop {
            let mut state = self.state();
            let Some(child) = &mut state.child else {
                return Err(stopped());
            };
            if let Some(status) = child.child.try_wait()? {
                state.child = None;
                return Ok(status);
            }
            drop(state);
            self.check(end)?;
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Kills the command's whole process group, and waits for the command.
    fn end(&self) {
        let child = self.state().child.take();
        if let Some(mut child) = child {
            child.kill();
            // The process was killed, so its status does not matter.
            let _ = child.child.wait();
        }
    }
}

fn stopped() -> io::Error {
    io::Error::other("it was stopped")
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const PATIENCE: Duration = Duration::from_secs(60);

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn a_command_that_comes_to_its_end() {
        let mut command = shell("cat; echo oh >&2; exit 3");
        let stop = Stop::default();
        let finished = finish(&mut command, "text".to_owned(), &stop, PATIENCE).unwrap();
        assert_eq!(finished.text, "text");
        assert_eq!(finished.printed, "oh\n");
        assert_eq!(finished.status.code(), Some(3));
    }

    #[test]
    fn a_command_that_takes_too_long() {
        let patience = Duration::from_millis(50);
        let finished = finish(
            &mut shell("sleep 600"),
            String::new(),
            &Stop::default(),
            patience,
        );
        assert_eq!(finished.err().unwrap().to_string(), "it takes too long");
    }

    #[test]
    fn a_command_that_is_stopped() {
        let scripts = ["sleep 600; echo", "exec >&- 2>&-; sleep 600"];
        for script in scripts {
            let stop = Stop::default();
            let running = std::thread::spawn({
                let stop = stop.clone();
                move || finish(&mut shell(script), String::new(), &stop, PATIENCE)
            });
            while stop.state().child.is_none() {
                std::thread::sleep(Duration::from_millis(1));
            }
            stop.stop();
            assert!(running.join().unwrap().is_err());
            assert!(finish(&mut shell("echo"), String::new(), &stop, PATIENCE).is_err());
        }
    }
}
