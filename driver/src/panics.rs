//! Runs work that may unwind because of a panic or a cancellation. The program continues if it does.

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
    /// A bug of this program: the message of the panic, with a backtrace if [`keep_messages`] was called.
    Panicked(String),
}

thread_local! {
    static LAST: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Installs a panic hook that records messages with their locations and backtraces for [`catch`], and prints nothing.
pub fn keep_messages() {
    panic::set_hook(Box::new(|info| {
        let text = format!("{info}\n{}", Backtrace::force_capture());
        LAST.with_borrow_mut(|last| *last = Some(text));
    }));
}

/// Runs `f`. If `f` unwinds, the error is the reason. `f` must not leave shared state inconsistent when it unwinds.
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
