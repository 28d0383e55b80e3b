//! Limits of answers, and the messages to the user about parts left out.

use lsp_types::{MessageType, ShowMessageParams, Url};
use parking_lot::Mutex;
use tower_lsp::jsonrpc::{Error, ErrorCode};

use super::Snapshot;

/// The most places that references, implementations and the like are answered with.
pub(crate) const MAX_PLACES: usize = 20_000;
/// The largest number of places of a rename: leaving some out would be wrong.
pub(crate) const MAX_RENAMED: usize = 100_000;
/// The most lenses and folds of a document, and the most mentions that are highlighted in it.
pub(crate) const MAX_IN_DOCUMENT: usize = 20_000;
/// The longest text that is formatted as a whole, and the longest syntax tree that is shown, in bytes.
pub(crate) const MAX_FORMATTED: usize = 4 << 20;
pub(crate) const MAX_TREE: usize = 4 << 20;
/// The most records in one answer, and the most superclasses that are named for all of its records or classes.
pub(crate) const MAX_RECORDS: usize = 100_000;
pub(crate) const MAX_SUPERCLASSES: usize = 2_000_000;

/// The documents and kinds of answers for which the user was told that parts are left out.
#[derive(Default)]
pub(super) struct LeftOut(Mutex<Vec<(Url, &'static str)>>);

/// The number of them that are remembered.
const MAX_LEFT_OUT: usize = 1_000;

impl Snapshot {
    /// The first of some answers about a document. If there are more, the user is told, once for each document and kind
    /// of answer.
    pub(crate) fn first<T>(
        &self,
        most: usize,
        uri: &Url,
        what: &'static str,
        all: impl IntoIterator<Item = T>,
    ) -> Vec<T> {
        let mut all = all.into_iter();
        let first = all.by_ref().take(most).collect();
        if all.next().is_some() {
            self.tell_left_out(most, uri, what);
        }
        first
    }

    /// Tells the user that an answer is incomplete.
    pub(crate) fn tell_left_out(&self, most: usize, uri: &Url, what: &'static str) {
        let mut told = self.session.left_out.0.lock();
        if told.iter().any(|it| it.0 == *uri && it.1 == what) {
            return;
        }
        if told.len() >= MAX_LEFT_OUT {
            told.clear();
        }
        told.push((uri.clone(), what));
        drop(told);
        let name = uri.path().rsplit('/').next().unwrap_or("");
        let params = ShowMessageParams {
            typ: MessageType::INFO,
            message: format!(
                "TableGen: there is very much of '{name}': only the first {most} {what} are shown"
            ),
        };
        self.client.notify("window/showMessage", params);
    }
}

/// The error for a request that is valid but fails, with the reason in words.
pub(crate) fn refused(message: String) -> Error {
    Error {
        code: ErrorCode::ServerError(-32803),
        message: message.into(),
        data: None,
    }
}
