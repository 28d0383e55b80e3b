//! Limits on the size of answers, and the messages to the user about results that are left out.

use lsp_types::{MessageType, ShowMessageParams, Url};
use parking_lot::Mutex;
use tower_lsp::jsonrpc::{Error, ErrorCode};

use super::Snapshot;

/// The largest number of locations in the answers to references, implementations and similar requests.
pub(crate) const MAX_PLACES: usize = 20_000;
/// The largest number of places that a rename may change. A rename of more places is refused, since a partial rename
/// would be wrong.
pub(crate) const MAX_RENAMED: usize = 100_000;
/// The largest number of lenses, of folds, and of highlights in a document.
pub(crate) const MAX_IN_DOCUMENT: usize = 20_000;
/// The largest size in bytes of the text of a syntax tree that is shown.
pub(crate) const MAX_TREE: usize = 4 << 20;
/// The largest number of records in one answer.
pub(crate) const MAX_RECORDS: usize = 100_000;
/// The largest number of superclass names in one answer, over all of its records or classes.
pub(crate) const MAX_SUPERCLASSES: usize = 2_000_000;

/// The pairs of a document and a kind of results for which the user was notified that results were left out.
#[derive(Default)]
pub(super) struct LeftOut(Mutex<Vec<(Url, &'static str)>>);

/// The largest number of entries in [`LeftOut`]. A full list is emptied, so messages may appear again.
const MAX_LEFT_OUT: usize = 1_000;

impl Snapshot {
    /// The first `most` results about a document. If there are more, the user gets a message, once for each document
    /// and kind of result.
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

    /// Shows a message that an answer is incomplete, once for each document and kind of result.
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

/// The error for a request that is valid but fails. `message` is the reason for the user.
pub(crate) fn refused(message: String) -> Error {
    Error {
        code: ErrorCode::ServerError(-32803),
        message: message.into(),
        data: None,
    }
}
