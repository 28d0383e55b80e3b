//! Models: facts about a target that several backends share.

use std::any::{Any, TypeId};
use std::panic::resume_unwind;
use std::sync::{Arc, OnceLock};
use std::thread;

use elaborate::budget::Held;
use elaborate::records::{Reads, Stop};
use elaborate::stack;
use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use super::{Context, Diagnostics};
use crate::{Fatal, Options, Records};

/// A result that is computed once from the records of a unit, and is shared by all backends, threads and requests of an
/// editor.
///
/// It owns its contents: a record is stored as a [`RecordId`](elaborate::records::RecordId). It may use other models,
/// but not in a cycle. It writes no output, and reads no options.
pub trait Model: Any + Send + Sync + Sized {
    /// Computes the model. An error, and messages reported to the context, are passed on to each user of the model.
    fn build(cx: &Context) -> Result<Self, Fatal>;
}

/// The models of a unit, each built at its first request.
#[derive(Default)]
pub struct Models {
    slots: Mutex<FxHashMap<TypeId, Slot>>,
    /// The models from before the last edit. They are reused if they are still valid.
    earlier: Mutex<FxHashMap<TypeId, Arc<Built>>>,
    stop: Stop,
    /// Whether the unit never changes, so that reads need not be recorded.
    is_fixed: bool,
}

type Slot = Arc<OnceLock<Arc<Built>>>;

/// The result of building a model: the model or an error, and the messages.
pub(crate) struct Built {
    result: Result<Arc<dyn Any + Send + Sync>, Fatal>,
    pub diagnostics: Diagnostics,
    /// The models from which this model was built. Their messages are reported together with the messages of this
    /// model.
    pub needs: Vec<TypeId>,
    /// The reads of the model, including the reads of the models from which it was built.
    pub reads: Arc<Reads>,
    /// The memory of the model, counted in the unit's budget.
    _held: Held,
}

impl Models {
    /// The models of the unit after an edit. A model is reused if the edit changed nothing that it read.
    pub fn after_edit(&self) -> Models {
        let mut known = self.earlier.lock().clone();
        let built = |slot: &Slot| slot.get().cloned();
        let slots = self.slots.lock();
        known.extend(
            slots
                .iter()
                .filter_map(|(ty, slot)| Some((*ty, built(slot)?))),
        );
        Models {
            slots: Mutex::default(),
            earlier: known.into(),
            stop: Stop::default(),
            is_fixed: self.is_fixed,
        }
    }

    /// Models of a unit that never changes; building them cannot be cancelled.
    pub fn fixed() -> Models {
        Models {
            is_fixed: true,
            ..Models::default()
        }
    }

    /// An empty collection of models for other records. It is cancelled together with this collection.
    pub(crate) fn for_other_records(&self) -> Models {
        Models {
            stop: self.stop.clone(),
            is_fixed: self.is_fixed,
            ..Models::default()
        }
    }

    /// Cancels the construction of these models: a thread that builds one of them unwinds (see [`Stop`]).
    pub fn stop(&self) {
        self.stop.stop();
    }

    /// The model of type `M`. If another thread is building the model, this call waits for that thread.
    pub(crate) fn get<M: Model>(&self, records: &Records) -> Arc<Built> {
        let ty = TypeId::of::<M>();
        let slot = self.slots.lock().entry(ty).or_default().clone();
        let find = || {
            self.kept(ty, records)
                .unwrap_or_else(|| Arc::new(self.build::<M>(records)))
        };
        slot.get_or_init(find).clone()
    }

    /// The model from before the last edit, if it is still valid.
    fn kept(&self, ty: TypeId, records: &Records) -> Option<Arc<Built>> {
        let earlier = self.earlier.lock().get(&ty)?.clone();
        let holds = earlier.reads.hold_in(records, &self.stop);
        if !holds {
            // The old model is freed before the new model is built.
            self.earlier.lock().remove(&ty);
        }
        holds.then_some(earlier)
    }

    /// Frees each earlier model that is not valid for `records`. Without this call, such a model would stay in memory
    /// until it is built again.
    pub fn forget_outdated(&self, records: &Records) {
        let earlier = self.earlier.lock().clone();
        for (ty, built) in earlier {
            if !built.reads.hold_in(records, &self.stop) {
                self.earlier.lock().remove(&ty);
            }
        }
    }

    /// Builds two models at the same time, one of them in a new thread. Does nothing if no thread can be started.
    pub(crate) fn build_both<A: Model, B: Model>(&self, records: &Records) {
        thread::scope(|scope| {
            let build = || _ = self.get::<A>(records);
            let Ok(other) = stack::spawn_scoped("model", scope, build) else {
                return;
            };
            self.get::<B>(records);
            // If the other thread is cancelled, it unwinds, and so must this thread. Without the explicit `join`, the
            // scope would panic instead.
            other
                .join()
                .unwrap_or_else(|payload| resume_unwind(payload));
        });
    }

    fn build<M: Model>(&self, records: &Records) -> Built {
        let options = Options::default();
        let cx = Context::new(records, &options, self);
        let build = || limited(records, || M::build(&cx));
        let ((result, held), reads) = if self.is_fixed {
            (build(), Reads::default())
        } else {
            Reads::record(&self.stop, build)
        };
        reads.are_of(records);
        let (diagnostics, needs) = cx.finish();
        Built {
            result: result.map(|model| Arc::new(model) as Arc<dyn Any + Send + Sync>),
            diagnostics,
            needs,
            reads: Arc::new(reads),
            _held: held,
        }
    }
}

/// Calls `work` within the budget of the unit. Returns its result and the memory that remains in use. If the budget is
/// exceeded, the result is an error at the record that was read last.
pub(super) fn limited<R>(
    records: &Records,
    work: impl FnOnce() -> Result<R, Fatal>,
) -> (Result<R, Fatal>, Held) {
    match elaborate::work::within(&records.values, work) {
        Ok(done) => done,
        Err(ended) => {
            // Any edit may reduce the work to less than the budget, so the result depends on all records.
            Reads::log_all();
            let record = ended.record.and_then(|it| records.named(it));
            let error = match record {
                Some(record) => record.fatal(ended.message),
                None => records.fatal(ended.message),
            };
            (Err(error), Held::default())
        }
    }
}

impl Built {
    pub(crate) fn model<M: Model>(&self) -> Result<Arc<M>, Fatal> {
        let model = self.result.clone()?;
        let model = model.downcast();
        Ok(model.unwrap_or_else(|_| unreachable!("models are kept by their types")))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use backend_testing::read;
    use elaborate::diagnostic::Severity;

    use super::*;

    /// The number of times that the model was built.
    static COUNTED: AtomicUsize = AtomicUsize::new(0);

    struct RecordNames(Vec<String>);

    impl Model for RecordNames {
        fn build(cx: &Context) -> Result<RecordNames, Fatal> {
            COUNTED.fetch_add(1, Ordering::Relaxed);
            let defs: Vec<_> = cx.records.defs().collect();
            let warning = |it: &crate::Rec| it.diagnostic(Severity::Warning, "seen".to_owned());
            defs.iter().for_each(|it| cx.report(warning(it)));
            Ok(RecordNames(
                defs.iter().map(|it| it.name().to_owned()).collect(),
            ))
        }
    }

    struct Longest(String);

    impl Model for Longest {
        fn build(cx: &Context) -> Result<Longest, Fatal> {
            let names = cx.model::<RecordNames>()?;
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
            assert_eq!(cx.model::<RecordNames>().unwrap().0, ["A", "Bc"]);
            assert_eq!(cx.into_diagnostics().list.len(), 2);
        }
        assert_eq!(COUNTED.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn two_models_are_built_at_once() {
        struct Count(usize);

        impl Model for Count {
            fn build(cx: &Context) -> Result<Count, Fatal> {
                let defs = cx.records.defs();
                let warning = |it: &crate::Rec| it.diagnostic(Severity::Warning, "seen".to_owned());
                defs.for_each(|it| cx.report(warning(&it)));
                Ok(Count(cx.records.defs().len()))
            }
        }

        struct Twice(usize);

        impl Model for Twice {
            fn build(cx: &Context) -> Result<Twice, Fatal> {
                Ok(Twice(cx.model::<Count>()?.0 * 2))
            }
        }

        let (records, options) = (read("def A; def Bc;"), Options::default());
        let models = Models::default();
        let cx = Context::new(&records, &options, &models);
        let (twice, count) = cx.both::<Twice, Count>().unwrap();
        assert_eq!((twice.0, count.0), (4, 2));
        assert_eq!(cx.into_diagnostics().list.len(), 2);

        let cx = Context::new(&records, &options, &models);
        let error = cx.both::<Impossible, Count>().err().unwrap();
        assert_eq!(error.message, "no");
        assert!(cx.into_diagnostics().list.is_empty());
    }

    struct Impossible;

    impl Model for Impossible {
        fn build(cx: &Context) -> Result<Impossible, Fatal> {
            Err(cx.records.fatal("no".to_owned()))
        }
    }

    #[test]
    fn its_error_is_told_to_each_that_asks() {
        let (records, options) = (read(""), Options::default());
        let models = Models::default();
        for _ in 0..2 {
            let cx = Context::new(&records, &options, &models);
            let error = cx.model::<Impossible>().err().unwrap();
            assert_eq!(error.message, "no");
        }
    }

    #[test]
    fn who_builds_one_that_nobody_needs_gives_up() {
        use elaborate::records::GivenUp;

        let (records, options) = (read("def A;"), Options::default());
        let models = Models::default();
        let cx = Context::new(&records, &options, &models);
        models.stop();
        let ask = std::panic::AssertUnwindSafe(|| cx.model::<Longest>());
        let payload = std::panic::catch_unwind(ask).err().unwrap();
        assert!(payload.is::<GivenUp>());
        // After an edit, the model is built normally.
        let models = models.after_edit();
        let cx = Context::new(&records, &options, &models);
        assert_eq!(cx.model::<Longest>().unwrap().0, "A");
    }

    #[test]
    fn who_waits_for_one_of_two_that_gives_up_gives_up_as_well() {
        use elaborate::records::GivenUp;
        use std::sync::Barrier;

        static QUICK_IS_DONE: Barrier = Barrier::new(2);

        struct Quick;

        impl Model for Quick {
            fn build(_: &Context) -> Result<Quick, Fatal> {
                QUICK_IS_DONE.wait();
                Ok(Quick)
            }
        }

        struct Slow;

        impl Model for Slow {
            fn build(cx: &Context) -> Result<Slow, Fatal> {
                QUICK_IS_DONE.wait();
                cx.models.stop();
                cx.records.def("A");
                Ok(Slow)
            }
        }

        let (records, options) = (read("def A;"), Options::default());
        let models = Models::default();
        let cx = Context::new(&records, &options, &models);
        let ask = std::panic::AssertUnwindSafe(|| cx.both::<Slow, Quick>().map(drop));
        let payload = std::panic::catch_unwind(ask).unwrap_err();
        assert!(payload.is::<GivenUp>());
    }

    struct Colors;

    impl Model for Colors {
        fn build(cx: &Context) -> Result<Colors, Fatal> {
            for color in cx.records.derived("Color")? {
                color.int("Value")?;
            }
            Ok(Colors)
        }
    }

    const COLORS: &str = "
        class Color<int v> { int Value = v; string Hint = \"\"; }
        class Warm;
        def Red : Color<1>;
    ";

    /// Whether a model of [`COLORS`] is one of another text as well.
    fn is_kept<M: Model>(edited: &str) -> bool {
        let (before, after) = (read(COLORS), read(edited));
        let (models, options) = (Models::default(), Options::default());
        let first = Context::new(&before, &options, &models).model::<M>();
        let models = models.after_edit();
        let second = Context::new(&after, &options, &models).model::<M>();
        Arc::ptr_eq(&first.unwrap(), &second.unwrap())
    }

    #[test]
    fn after_an_edit_it_is_kept_where_it_read_nothing_that_changed() {
        assert!(is_kept::<Colors>(COLORS));
        assert!(is_kept::<Colors>(&format!("{COLORS} def Other;")));
        assert!(!is_kept::<Colors>(&format!(
            "{COLORS} def Blue : Color<2>;"
        )));
        assert!(!is_kept::<Colors>(&COLORS.replace("<1>", "<3>")));
    }

    /// Whether reads of [`COLORS`] hold for another text.
    fn holds(read_some: impl Fn(&Records), edited: &str) -> bool {
        let (before, stop) = (read(COLORS), Stop::default());
        let ((), reads) = Reads::record(&stop, || read_some(&before));
        reads.hold_in(&read(edited), &stop)
    }

    #[test]
    fn what_is_outdated_goes_before_it_is_asked_for() {
        struct Count(#[expect(dead_code, reason = "it is only kept")] usize);

        impl Model for Count {
            fn build(cx: &Context) -> Result<Count, Fatal> {
                Ok(Count(cx.records.defs().count()))
            }
        }

        let (before, options) = (read(COLORS), Options::default());
        let models = Models::default();
        let cx = Context::new(&before, &options, &models);
        let count = Arc::downgrade(&cx.model::<Count>().unwrap());
        let colors = Arc::downgrade(&cx.model::<Colors>().unwrap());
        let after_edit = models.after_edit();
        drop(models);
        after_edit.forget_outdated(&read(&format!("{COLORS} def Other;")));
        assert!(count.upgrade().is_none() && colors.upgrade().is_some());
    }

    #[test]
    fn of_a_record_counts_what_was_read() {
        fn red(records: &Records) -> crate::Rec<'_> {
            records.def("Red").unwrap()
        }
        let value = |it: &Records| _ = red(it).int("Value");
        let is_text = |it: &Records| _ = red(it).check_string("Hint");
        let whole = |it: &Records| _ = red(it).record();
        let red_with = |body: &str| COLORS.replace("Color<1>;", &format!("Color<1> {{ {body} }}"));

        let warm = red_with("let Hint = \"warm\";");
        assert!(holds(value, &warm) && holds(is_text, &warm) && !holds(whole, &warm));
        let unset = red_with("let Hint = ?;");
        assert!(holds(value, &unset) && !holds(is_text, &unset));
        let incomplete = |it: &Records| _ = red(it).incomplete_fields().count();
        assert!(holds(incomplete, &warm) && !holds(incomplete, &unset));
        // The kind of record and its list of fields count for all reads.
        assert!(!holds(value, &red_with("int More = 1;")));
        assert!(!holds(value, &COLORS.replace("Color<1>", "Color<1>, Warm")));
    }

    #[test]
    fn of_all_classes_counts_which_they_are() {
        let classes = |it: &Records| it.classes().for_each(|it| drop(it.superclasses()));
        assert!(holds(classes, &COLORS.replace("<1>", "<2>")));
        assert!(!holds(classes, &format!("{COLORS} class Cold;")));
        let warm = COLORS.replace("class Warm;", "class Warm : Color<1>;");
        assert!(!holds(classes, &warm));
    }
}
