//! What several backends know of a target.

use std::any::{Any, TypeId};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;

use crate::context::Diagnostics;
use crate::{Context, Fatal, Options, Records};

/// Something that is worked out from the records of a unit once, for all backends, threads and questions of an editor.
///
/// It owns what it holds: a record is kept as a [`RecordId`](elaborate::records::RecordId). It may ask for other models,
/// never in a circle. It writes no text, and reads no option.
pub trait Model: Any + Send + Sync + Sized {
    /// Works it out. An error is told to each that asks, and so is what is reported to the context.
    fn build(cx: &Context) -> Result<Self, Fatal>;
}

/// The models of a unit. One that nobody asks for costs nothing.
#[derive(Default)]
pub struct Models {
    slots: Mutex<FxHashMap<TypeId, Arc<OnceLock<Arc<Built>>>>>,
}

/// A model with what building it had to say.
pub(crate) struct Built {
    result: Result<Arc<dyn Any + Send + Sync>, Fatal>,
    pub diagnostics: Diagnostics,
    /// The models that it is made of: what they had to say is said with it.
    pub needs: Vec<TypeId>,
}

impl Models {
    /// The model of a type. Who asks for one that another thread is building waits for it.
    pub(crate) fn get<M: Model>(&self, records: &Records) -> Arc<Built> {
        let slots = self.slots.lock();
        let mut slots = slots.unwrap_or_else(PoisonError::into_inner);
        let slot = slots.entry(TypeId::of::<M>()).or_default().clone();
        drop(slots);
        slot.get_or_init(|| Arc::new(self.build::<M>(records)))
            .clone()
    }

    fn build<M: Model>(&self, records: &Records) -> Built {
        let options = Options::default();
        let cx = Context::new(records, &options, self);
        let result = M::build(&cx);
        let (diagnostics, needs) = cx.finish();
        Built {
            result: result.map(|model| Arc::new(model) as Arc<dyn Any + Send + Sync>),
            diagnostics,
            needs,
        }
    }
}

impl Built {
    pub fn model<M: Model>(&self) -> Result<Arc<M>, Fatal> {
        let model = self.result.clone()?;
        Ok(model
            .downcast()
            .unwrap_or_else(|_| unreachable!("models are kept by their types")))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use backend_testing::read;
    use elaborate::diagnostic::Severity;

    use super::*;

    /// How often it was built.
    static COUNTED: AtomicUsize = AtomicUsize::new(0);

    struct Names(Vec<String>);

    impl Model for Names {
        fn build(cx: &Context) -> Result<Names, Fatal> {
            COUNTED.fetch_add(1, Ordering::Relaxed);
            let defs: Vec<_> = cx.records.defs().collect();
            let warning = |it: &crate::Rec| it.diagnostic(Severity::Warning, "seen".to_owned());
            defs.iter().for_each(|it| cx.report(warning(it)));
            Ok(Names(defs.iter().map(|it| it.name().to_owned()).collect()))
        }
    }

    struct Longest(String);

    impl Model for Longest {
        fn build(cx: &Context) -> Result<Longest, Fatal> {
            let names = cx.model::<Names>()?;
            let longest = names.0.iter().max_by_key(|it| it.len());
            let none = || cx.records.fatal("no records".to_owned());
            longest.cloned().map(Longest).ok_or_else(none)
        }
    }

    #[test]
    fn a_model_is_built_once_and_speaks_to_each_run() {
        let (records, options) = (read("def A; def Bc;"), Options::default());
        let models = Models::default();
        for _ in 0..2 {
            let cx = Context::new(&records, &options, &models);
            assert_eq!(cx.model::<Longest>().unwrap().0, "Bc");
            assert_eq!(cx.model::<Names>().unwrap().0, ["A", "Bc"]);
            assert_eq!(cx.into_diagnostics().list.len(), 2);
        }
        assert_eq!(COUNTED.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn its_error_is_told_to_each_that_asks() {
        let (records, options) = (read(""), Options::default());
        let models = Models::default();
        for _ in 0..2 {
            let cx = Context::new(&records, &options, &models);
            let error = cx.model::<Longest>().err().unwrap();
            assert_eq!(error.message, "no records");
        }
    }
}
