//! The process that elaborates one unit: how it is started, its question and its answer.
//!
//! The process runs this program. Its memory is freed when it ends, including interned symbols, which are never freed
//! while a process runs. The process has the lowest priority, and pauses between two statements on request. It ends
//! when its standard input is closed, so it never outlives the server.

use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use syntax::line_index::Encoding;

use super::names::GeneratedNames;
use crate::bytes::{Reader, Writer};

/// The command of this program that the process runs.
pub(crate) const COMMAND: &str = "generated-names";

/// The version of the protocol, incremented whenever the question or the answer changes. It is checked because the
/// program's file may be replaced while the server runs.
const VERSION: u32 = 3 << 16;
/// The interval at which the server checks whether the process should work, pause or end.
const MOMENT: Duration = Duration::from_millis(10);
/// The time limit of the process, without its pauses. The largest unit of LLVM takes a second, but the process has the
/// lowest priority.
const PATIENCE: Duration = Duration::from_secs(300);
/// The largest size of an answer in bytes. The largest answer for LLVM has a twentieth of this size.
const MAX_ANSWER: u64 = 16 << 20;

/// The bytes on standard input after the question: pause, and continue.
pub(super) const PAUSE: u8 = b'r';
pub(super) const GO_ON: u8 = b'g';

/// The question, one line of JSON: the command line and the budget of a unit, and the encoding that columns are counted
/// in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Question {
    pub version: u32,
    /// The version of the program that sends the question.
    pub program: String,
    pub folder: String,
    pub root: String,
    pub include_dirs: Vec<String>,
    pub macros: Vec<String>,
    pub release: u32,
    pub memory: usize,
    pub steps: u64,
    #[serde(with = "EncodingName")]
    pub encoding: Encoding,
}

/// The names of column encodings in a question.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Encoding")]
enum EncodingName {
    Utf8,
    Utf16,
    Utf32,
}

impl Question {
    /// The versions of the protocol and of the program. A question with other versions is not answered.
    pub(crate) fn known() -> (u32, String) {
        (VERSION, env!("CARGO_PKG_VERSION").to_owned())
    }
}

/// The names that the elaboration of a unit yields.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Answer {
    /// The absolute paths of the files that the unit read, each with the hash of its text.
    pub read: Vec<(String, u64)>,
    /// The names, each list with the absolute path of its file.
    pub names: Vec<(String, GeneratedNames)>,
}

impl Answer {
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut out = Writer::new();
        out.u32(self.read.len());
        for (path, hash) in &self.read {
            out.text(path);
            out.bytes(&hash.to_le_bytes());
        }
        out.u32(self.names.len());
        for (path, names) in &self.names {
            out.text(path);
            out.block(names.bytes());
        }
        out.seal(VERSION)
    }

    fn decode(bytes: &[u8]) -> Option<Answer> {
        let mut rest = Reader::unseal(VERSION, bytes)?;
        let mut answer = Answer {
            read: Vec::new(),
            names: Vec::new(),
        };
        for _ in 0..rest.count(4 + 8)? {
            let path = rest.text()?.to_owned();
            answer.read.push((path, u64::from_le_bytes(rest.array()?)));
        }
        for _ in 0..rest.count(4 + 4)? {
            let path = rest.text()?.to_owned();
            answer
                .names
                .push((path, GeneratedNames::read(rest.block()?)?));
        }
        rest.is_empty().then_some(answer)
    }
}

/// What the process has to do next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Now {
    Work,
    Pause,
    /// End, because the answer is not needed any more.
    End,
}

/// The reason why the process gave no answer.
#[derive(Debug)]
pub(crate) enum NoAnswer {
    /// The process was ended, because its answer was not needed any more.
    Ended,
    /// The unit exceeds its limits, or another error occurred.
    Failed,
    /// The process cannot be started.
    NotRun(io::Error),
}

/// Starts a process to answer a question, and waits for the answer. `now` is called every ten milliseconds and decides
/// whether the process works, pauses or ends.
pub(crate) fn ask(question: &Question, mut now: impl FnMut() -> Now) -> Result<Answer, NoAnswer> {
    let mut process = Process::start(question).map_err(NoAnswer::NotRun)?;
    let Some(mut output) = process.child.stdout.take() else {
        return Err(NoAnswer::Failed);
    };
    let (sender, answered) = channel();
    let read = move || {
        let mut bytes = Vec::new();
        let read = output.by_ref().take(MAX_ANSWER + 1).read_to_end(&mut bytes);
        let is_whole = read.is_ok() && bytes.len() as u64 <= MAX_ANSWER;
        // The receiver is dropped if the process was ended.
        let _ = sender.send(is_whole.then_some(bytes));
    };
    let reader = std::thread::Builder::new().name("names".to_owned());
    reader.spawn(read).map_err(NoAnswer::NotRun)?;
    let mut worked = Duration::ZERO;
    loop {
        let begin = Instant::now();
        match answered.recv_timeout(MOMENT) {
            Ok(None) => return Err(NoAnswer::Failed),
            Ok(Some(bytes)) => {
                let has_ended_well = process.child.wait().is_ok_and(|it| it.success());
                let answer = Answer::decode(&bytes).filter(|_| has_ended_well);
                return answer.ok_or(NoAnswer::Failed);
            }
            Err(RecvTimeoutError::Disconnected) => return Err(NoAnswer::Failed),
            Err(RecvTimeoutError::Timeout) => {}
        }
        let now = now();
        if now == Now::End {
            return Err(NoAnswer::Ended);
        }
        if !process.is_paused {
            worked += begin.elapsed();
        }
        if worked > PATIENCE {
            return Err(NoAnswer::Failed);
        }
        process.set_paused(now == Now::Pause);
    }
}

struct Process {
    child: Child,
    input: Option<ChildStdin>,
    is_paused: bool,
}

impl Process {
    fn start(question: &Question) -> io::Result<Process> {
        let program = std::env::current_exe()?;
        let mut child = Command::new(program)
            .arg(COMMAND)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let input = child.stdin.take();
        let mut process = Process {
            child,
            input,
            is_paused: false,
        };
        let line = serde_json::to_string(question)? + "\n";
        process.tell(line.as_bytes());
        Ok(process)
    }

    fn set_paused(&mut self, is_paused: bool) {
        if is_paused != self.is_paused {
            self.is_paused = is_paused;
            self.tell(&[if is_paused { PAUSE } else { GO_ON }]);
        }
    }

    fn tell(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input {
            // Writing fails if the process has ended, which is noticed elsewhere.
            let _ = input.write_all(bytes);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Killing fails if the process has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::testing;
    use crate::place::NamePlace;

    #[test]
    fn answers_are_whole_or_nothing() {
        let at = NamePlace {
            line: 1,
            column: 2,
            width: 3,
        };
        let answer = Answer {
            read: vec![("/a.td".to_owned(), 7), ("/é.td".to_owned(), 1 << 63)],
            names: vec![(
                "/a.td".to_owned(),
                GeneratedNames::new([(at, "A"), (at, "Ab")]),
            )],
        };
        let bytes = answer.encode();
        assert_eq!(Answer::decode(&bytes), Some(answer));
        testing::harm(VERSION, &bytes, |it| Answer::decode(it).is_some());
    }
}
