//! Reading bytes from the client and writing bytes to it.
//!
//! tower-lsp's own transport ends at the first malformed message, does not end while standard input stays open, and
//! stops reading while the client does not read. So a thread reads standard input and passes on only messages that
//! tower-lsp can decode, and another thread writes a queue to standard output at the speed of the client.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use driver::terminal;
use parking_lot::{Condvar, Mutex, MutexGuard};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::mpsc;

use super::frames::{Frame, Frames};

/// Reading pauses while this many messages wait to be decoded.
const WAITING: usize = 256;
const PARSE_ERROR: i64 = -32700;
const INVALID_REQUEST: i64 = -32600;

/// The messages as the byte stream that tower-lsp reads.
pub(super) struct Input {
    messages: mpsc::Receiver<Vec<u8>>,
    current: Vec<u8>,
    taken: usize,
}

impl AsyncRead for Input {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.taken == self.current.len() {
            match self.messages.poll_recv(context) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(None) => return Poll::Ready(Ok(())),
                Poll::Ready(Some(message)) => {
                    self.current = message;
                    self.taken = 0;
                }
            }
        }
        let rest = &self.current[self.taken..];
        let len = rest.len().min(buffer.remaining());
        buffer.put_slice(&rest[..len]);
        self.taken += len;
        Poll::Ready(Ok(()))
    }
}

/// Whether the client sent `shutdown`.
#[derive(Clone, Default)]
pub(super) struct ShutdownState {
    shut_down: Arc<AtomicBool>,
}

impl ShutdownState {
    /// The exit code that the protocol demands: 0 if the client sent `shutdown`, else 1.
    pub(super) fn exit_code(&self) -> i32 {
        i32::from(!self.shut_down.load(Ordering::Relaxed))
    }
}

/// Starts the thread that reads `stream`. The thread calls `at_end` after the message `exit`, or at the end of the
/// stream.
pub(super) fn input(
    stream: impl Read + Send + 'static,
    output: Output,
    shutdown: ShutdownState,
    at_end: impl FnOnce() + Send + 'static,
) -> io::Result<Input> {
    let (sender, messages) = mpsc::channel(WAITING);
    let thread = std::thread::Builder::new().name("input".to_owned());
    thread.spawn(move || {
        let mut frames = Frames::new(stream);
        while let Some(next) = frames.next_frame() {
            let Frame::Body(body) = next else {
                output.send(&error(PARSE_ERROR, "no message starts here", Value::Null));
                continue;
            };
            match check(&body) {
                Err(error) => {
                    output.send(&error);
                    if error["error"]["code"] == PARSE_ERROR {
                        // The length in the header may be wrong, and the next message may begin within this body.
                        frames.give_back(body);
                    }
                }
                Ok(MessageKind::Exit) => break,
                Ok(kind) => {
                    if kind == MessageKind::Shutdown {
                        shutdown.shut_down.store(true, Ordering::Relaxed);
                    }
                    if sender.blocking_send(frame(&body)).is_err() {
                        break;
                    }
                }
            }
        }
        drop(sender);
        at_end();
    })?;
    Ok(Input {
        messages,
        current: Vec::new(),
        taken: 0,
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum MessageKind {
    Shutdown,
    Exit,
    Other,
}

/// Checks that tower-lsp can decode a message. Returns its kind, or the error response.
fn check(body: &[u8]) -> Result<MessageKind, Value> {
    let message: Value = serde_json::from_slice(body)
        .map_err(|it| error(PARSE_ERROR, &format!("not JSON: {it}"), Value::Null))?;
    let id = &message["id"];
    let method = message["method"].as_str();
    let is_id = id.is_null() || id.is_string() || id.is_i64();
    let has_result = message.get("result").is_some() || message.get("error").is_some();
    let understood = message.is_object()
        && message["jsonrpc"] == "2.0"
        && is_id
        && (method.is_some() || has_result && message.get("method").is_none());
    if !understood {
        let id = if is_id { id.clone() } else { Value::Null };
        return Err(error(
            INVALID_REQUEST,
            "neither a request nor an answer",
            id,
        ));
    }
    Ok(match method {
        Some("exit") => MessageKind::Exit,
        Some("shutdown") => MessageKind::Shutdown,
        _ => MessageKind::Other,
    })
}

fn error(code: i64, message: &str, id: Value) -> Value {
    json!({"jsonrpc": "2.0", "error": {"code": code, "message": message}, "id": id})
}

fn frame(body: &[u8]) -> Vec<u8> {
    let mut frame = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
    frame.extend_from_slice(body);
    frame
}

/// A serialized message. Serializing a large message takes long, so the caller should hold no lock meanwhile. The bytes
/// are stored in pieces: some messages have tens of megabytes, and a single buffer would be copied each time it grows.
#[derive(Default)]
pub(crate) struct Written {
    pieces: Vec<Vec<u8>>,
}

/// The size of a piece in bytes.
const PIECE: usize = 256 << 10;

impl Written {
    pub(crate) fn new(message: &impl Serialize) -> Written {
        let mut body = Written::default();
        if let Err(error) = serde_json::to_writer(&mut body, message) {
            // Serializing fails only for maps whose keys are not strings. No message contains such a map.
            eprintln!("tablegen-analyzer: a message that is no JSON: {error}");
            return Written::default();
        }
        let header = format!("Content-Length: {}\r\n\r\n", body.len());
        body.pieces.insert(0, header.into_bytes());
        body
    }

    pub(crate) fn len(&self) -> usize {
        self.pieces.iter().map(Vec::len).sum()
    }
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let last = self.pieces.last_mut().filter(|it| it.len() < PIECE);
        let Some(last) = last else {
            // Most messages are short, so the first piece starts small and grows.
            let capacity = if self.pieces.is_empty() { 0 } else { PIECE };
            self.pieces.push(Vec::with_capacity(capacity));
            return self.write(bytes);
        };
        let len = bytes.len().min(PIECE - last.len());
        last.extend_from_slice(&bytes[..len]);
        Ok(len)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// If the client has more than this number of bytes left to read, the connection counts as lost. A single longer
/// message is accepted.
const MAX_BACKLOG: usize = 256 << 20;

/// The queue of bytes for standard output. It accepts messages without blocking, until the client is so far behind that
/// the connection counts as lost.
#[derive(Clone, Default)]
pub(crate) struct Output(Arc<Queue>);

#[derive(Default)]
struct Queue {
    state: Mutex<QueueState>,
    changed: Condvar,
    /// Called when the client has stopped reading.
    if_gone: OnceLock<Arc<dyn Fn() + Send + Sync>>,
}

#[derive(Default)]
struct QueueState {
    pieces: VecDeque<Vec<u8>>,
    /// The size in bytes of the piece that is being written.
    under_way: usize,
    /// The number of bytes that the client has not read yet, including `under_way`.
    bytes: usize,
    /// The size in bytes of the longest message that exceeded [`MAX_BACKLOG`] since the queue was last empty; 0 if
    /// there was no such message.
    long: usize,
    /// Whether the connection counts as lost, so that messages are dropped.
    is_given_up: bool,
}

impl QueueState {
    /// Adds a message. If the client is too far behind, drops all queued messages instead and returns true. After that,
    /// each message is dropped and false is returned.
    fn add(&mut self, message: Written) -> bool {
        if self.is_given_up {
            return false;
        }
        let len = message.len();
        if len > MAX_BACKLOG {
            self.long = self.long.max(len);
        }
        self.is_given_up = self.bytes > MAX_BACKLOG + self.long.saturating_sub(len);
        if self.is_given_up {
            self.pieces.clear()
        } else {
            self.bytes += len;
            message.pieces.into_iter().for_each(|it| self.push(it));
        }
        self.is_given_up
    }

    fn push(&mut self, piece: Vec<u8>) {
        match self.pieces.back_mut() {
            // Short messages are written together.
            Some(last) if last.len() + piece.len() <= PIECE => last.extend_from_slice(&piece),
            _ => self.pieces.push_back(piece),
        }
    }

    /// Notes that the client has read the piece that was being written.
    fn taken(&mut self) {
        self.bytes -= std::mem::take(&mut self.under_way);
        if self.bytes == 0 {
            self.long = 0;
        }
    }

    fn is_empty(&self) -> bool {
        self.pieces.is_empty() && self.under_way == 0
    }
}

impl Output {
    /// Starts the thread that writes to `stream`. `if_gone` is called when the client has stopped reading.
    pub(crate) fn start(
        &self,
        mut stream: impl Write + Send + 'static,
        if_gone: impl Fn() + Send + Sync + 'static,
    ) -> io::Result<()> {
        let output = self.clone();
        let if_gone: Arc<dyn Fn() + Send + Sync> = Arc::new(if_gone);
        // `start` is called only once, so the cell is empty.
        let _ = self.0.if_gone.set(if_gone.clone());
        let thread = std::thread::Builder::new().name("output".to_owned());
        thread.spawn(move || {
            loop {
                let bytes = output.next();
                if stream
                    .write_all(&bytes)
                    .and_then(|()| stream.flush())
                    .is_err()
                {
                    return if_gone();
                }
                output.state().taken();
                output.0.changed.notify_all();
            }
        })?;
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, QueueState> {
        self.0.state.lock()
    }

    fn next(&self) -> Vec<u8> {
        let mut state = self.state();
        let changed = &self.0.changed;
        changed.wait_while(&mut state, |it| it.pieces.is_empty());
        let piece = state.pieces.pop_front().unwrap_or_default();
        state.under_way = piece.len();
        piece
    }

    /// Sends a message.
    pub(crate) fn send(&self, message: &impl Serialize) {
        self.send_written(Written::new(message));
    }

    pub(crate) fn send_written(&self, message: Written) {
        let is_too_much = self.state().add(message);
        self.0.changed.notify_all();
        if is_too_much {
            self.give_up();
        }
    }

    /// Reports that the client does not read, and calls `if_gone`.
    fn give_up(&self) {
        let mib = MAX_BACKLOG >> 20;
        let message = format!("tablegen-analyzer: the client has not read {mib} MiB of messages\n");
        terminal::eprint(message.as_bytes());
        let if_gone = self.0.if_gone.get().cloned();
        // Another thread calls `if_gone`, since the current thread may hold a lock that `if_gone` needs.
        let end = move || if_gone.iter().for_each(|it| it());
        if std::thread::Builder::new().spawn(end).is_err() {
            std::process::exit(1);
        }
    }

    /// The number of bytes that the client has not read yet.
    pub(crate) fn backlog(&self) -> usize {
        self.state().bytes
    }

    /// Waits until the client has read everything, at most for `patience`.
    pub(crate) fn drain(&self, patience: Duration) {
        let end = Instant::now() + patience;
        let mut state = self.state();
        while !state.is_empty() {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            self.0.changed.wait_for(&mut state, left);
        }
    }
}

impl AsyncWrite for Output {
    fn poll_write(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.send_written(Written {
            pieces: vec![bytes.to_vec()],
        });
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes that a client reads for some messages.
    #[derive(Clone, Default)]
    struct Read(Arc<Mutex<Vec<u8>>>);

    impl Write for Read {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn long_messages_are_sent_in_pieces() {
        let (output, read) = (Output::default(), Read::default());
        let long = "0123456789".repeat(100_000);
        let messages = [json!("short"), json!(long), json!({"then": 1})];
        for message in &messages {
            let written = Written::new(message);
            assert!(written.pieces.iter().all(|it| it.capacity() <= PIECE));
            output.send_written(written);
        }
        let sent = output.backlog();
        output.start(read.clone(), || {}).unwrap();
        output.drain(Duration::from_secs(60));
        let read = read.0.lock();
        let bodies = messages.iter().map(Value::to_string);
        let frames = bodies.map(|it| frame(it.as_bytes()));
        assert!(*read == frames.collect::<Vec<_>>().concat());
        assert_eq!((sent, output.backlog()), (read.len(), 0));
    }

    /// A client that reads nothing.
    struct Stuck;

    impl Write for Stuck {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            loop {
                std::thread::park();
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Sends messages of `mib` MiB each to a client that reads nothing, until the connection counts as lost. Returns
    /// the number of messages.
    fn sent_in_vain(mib: usize) -> usize {
        let (output, (sender, gone)) = (Output::default(), std::sync::mpsc::channel());
        output
            .start(Stuck, move || sender.send(()).unwrap())
            .unwrap();
        let mut count = 0;
        while !output.state().is_given_up {
            let pieces = (0..mib * 4).map(|_| vec![0; PIECE]).collect();
            output.send_written(Written { pieces });
            count += 1;
        }
        gone.recv().unwrap();
        assert!(output.state().pieces.is_empty());
        count
    }

    #[test]
    fn a_client_that_does_not_read_is_given_up() {
        assert_eq!(sent_in_vain(1), 258);
        assert_eq!(sent_in_vain(100), 4);
        // The first message is accepted although it exceeds the limit. At the second, the connection counts as lost.
        assert_eq!(sent_in_vain(300), 2);
    }
}
