//! The process that elaborates one unit: what it is asked, and what it answers.
//!
//! It is this very program. What it takes of memory ends with it, texts of symbols included, which a process keeps for
//! good. The system gives it time that nobody else wants, and it rests between two statements when it is told to. It
//! ends when its standard input does, so it never outlives who started it.

use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::super::bytes::{Reader, Writer};
use super::names::GeneratedNames;
use crate::lsp::line_index::Encoding;

/// The command of the program that this is.
pub(in super::super) const COMMAND: &str = "generated-names";

/// Changes with the question and the answer. Somebody may put another program in the place of one that runs.
const VERSION: u32 = 2 << 16;
/// How often it is looked whether it should rest.
const MOMENT: Duration = Duration::from_millis(10);
/// How long it may work. The largest unit of LLVM takes a second, but all others go first.
const PATIENCE: Duration = Duration::from_secs(300);
/// How long an answer may be. The longest of LLVM's has a twentieth.
const MAX_ANSWER: u64 = 16 << 20;

/// What a byte on standard input says, once the question was read.
pub(super) const REST: u8 = b'r';
pub(super) const GO_ON: u8 = b'g';

/// How a unit is read, and how columns are counted: one line of JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in super::super) struct Question {
    pub version: u32,
    /// The program's version.
    pub program: String,
    pub folder: String,
    pub root: String,
    pub include_dirs: Vec<String>,
    pub macros: Vec<String>,
    pub release: u32,
    pub memory: usize,
    pub steps: u64,
    pub encoding: Encoding,
}

impl Question {
    /// What this program understands.
    pub(super) fn known() -> (u32, String) {
        (VERSION, env!("CARGO_PKG_VERSION").to_owned())
    }
}

/// What a unit makes.
#[derive(PartialEq, Eq, Debug)]
pub(in super::super) struct Answer {
    /// The files that it read, by their absolute paths, with the hash of the text of each.
    pub read: Vec<(String, u64)>,
    /// The names by the paths of the files.
    pub made: Vec<(String, GeneratedNames)>,
}

impl Answer {
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut out = Writer::new();
        out.u32(self.read.len());
        for (path, hash) in &self.read {
            out.text(path);
            out.bytes(&hash.to_le_bytes());
        }
        out.u32(self.made.len());
        for (path, names) in &self.made {
            out.text(path);
            out.block(names.bytes());
        }
        out.seal(VERSION)
    }

    fn decode(bytes: &[u8]) -> Option<Answer> {
        let mut rest = Reader::unseal(VERSION, bytes)?;
        let mut answer = Answer {
            read: Vec::new(),
            made: Vec::new(),
        };
        for _ in 0..rest.count(4 + 8)? {
            let path = rest.text()?.to_owned();
            answer.read.push((path, u64::from_le_bytes(rest.array()?)));
        }
        for _ in 0..rest.count(4 + 4)? {
            let path = rest.text()?.to_owned();
            answer
                .made
                .push((path, GeneratedNames::read(rest.block()?)?));
        }
        rest.is_empty().then_some(answer)
    }
}

/// What a process is to do now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Now {
    Work,
    Rest,
    /// Nobody wants the answer any more.
    End,
}

/// Why there is no answer.
#[derive(Debug)]
pub(in super::super) enum NoAnswer {
    /// Nobody wants it any more.
    Ended,
    /// The unit takes too much, or something went wrong.
    Failed,
    /// The program cannot be run.
    NotRun(io::Error),
}

/// Has a process answer a question, which is told what to do all the time.
pub(in super::super) fn ask(
    question: &Question,
    mut now: impl FnMut() -> Now,
) -> Result<Answer, NoAnswer> {
    let mut process = Process::start(question).map_err(NoAnswer::NotRun)?;
    let Some(mut output) = process.child.stdout.take() else {
        return Err(NoAnswer::Failed);
    };
    let (sender, answered) = channel();
    let read = move || {
        let mut bytes = Vec::new();
        let read = output.by_ref().take(MAX_ANSWER + 1).read_to_end(&mut bytes);
        let is_whole = read.is_ok() && bytes.len() as u64 <= MAX_ANSWER;
        // Nobody may wait any more.
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
        if !process.is_at_rest {
            worked += begin.elapsed();
        }
        if worked > PATIENCE {
            return Err(NoAnswer::Failed);
        }
        process.set_at_rest(now == Now::Rest);
    }
}

struct Process {
    child: Child,
    input: Option<ChildStdin>,
    is_at_rest: bool,
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
            is_at_rest: false,
        };
        let line = serde_json::to_string(question)? + "\n";
        process.tell(line.as_bytes());
        Ok(process)
    }

    fn set_at_rest(&mut self, at_rest: bool) {
        if at_rest != self.is_at_rest {
            self.is_at_rest = at_rest;
            self.tell(&[if at_rest { REST } else { GO_ON }]);
        }
    }

    fn tell(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input {
            // One that has ended hears nothing.
            let _ = input.write_all(bytes);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::bytes::testing;
    use super::super::names::NamedAt;
    use super::*;

    #[test]
    fn answers_are_whole_or_nothing() {
        let at = NamedAt {
            line: 1,
            column: 2,
            width: 3,
        };
        let answer = Answer {
            read: vec![("/a.td".to_owned(), 7), ("/é.td".to_owned(), 1 << 63)],
            made: vec![(
                "/a.td".to_owned(),
                GeneratedNames::new([(at, "A"), (at, "Ab")]),
            )],
        };
        let bytes = answer.encode();
        assert_eq!(Answer::decode(&bytes), Some(answer));
        testing::harm(VERSION, &bytes, |it| Answer::decode(it).is_some());
    }
}
