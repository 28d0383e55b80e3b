//! Work that may unwind without ending the program: by a panic, or because it was cancelled.

use std::any::Any;
use std::backtrace::Backtrace;
use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};

use elaborate::records::GivenUp;
use salsa::Cancelled;

/// The reason why work has no result.
#[derive(Debug)]
pub enum Stopped {
    /// The text changed, or the result is not needed any more.
    Cancelled,
    /// A bug of this program: the message, and a backtrace if it was kept.
    Panicked(String),
}

thread_local! {
    static LAST: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// From now on, panics are recorded for [`catch`] with their locations, and not printed.
pub fn keep_messages() {
    panic::set_hook(Box::new(|info| {
        let text = format!("{info}\n{}", Backtrace::force_capture());
        LAST.with_borrow_mut(|last| *last = Some(text));
    }));
}

/// Runs `f`, which must not leave shared state inconsistent after a panic.
pub fn catch<T>(f: impl FnOnce() -> T) -> Result<T, Stopped> {
    panic::catch_unwind(AssertUnwindSafe(f)).map_err(|payload| {
        if payload.is::<Cancelled>() || payload.is::<GivenUp>() {
            return Stopped::Cancelled;
        }
        let kept = LAST.with_borrow_mut(Option::take);
        Stopped::Panicked(kept.unwrap_or_else(|| message(&*payload)))
    })
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().cloned();
    let text = text.or_else(|| payload.downcast_ref::<&str>().map(|it| (*it).to_owned()));
    text.unwrap_or_else(|| "a panic".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_told_from_cancellation() {
        assert!(matches!(catch(|| 1), Ok(1)));
        let cancelled = catch(|| panic::resume_unwind(Box::new(Cancelled::Local)));
        assert!(matches!(cancelled, Err(Stopped::Cancelled)));
        let given_up = catch(|| panic::resume_unwind(Box::new(GivenUp)));
        assert!(matches!(given_up, Err(Stopped::Cancelled)));
        let broken: Result<(), Stopped> = catch(|| panic::resume_unwind(Box::new("oh")));
        assert!(matches!(broken, Err(Stopped::Panicked(text)) if text == "oh"));
    }
}
