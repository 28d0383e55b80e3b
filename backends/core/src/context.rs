//! The context of a backend's run, and the models of a target that several backends share.

mod model;

use std::any::TypeId;
use std::cell::RefCell;
use std::sync::Arc;

use elaborate::diagnostic::{Audience, Diagnostic, Severity};
use elaborate::records::{Reads, Release};

use crate::{Fatal, Options, Records};

pub use model::{Model, Models};

/// The input of one run of a backend, and the messages of the run.
pub struct Context<'a> {
    /// The records that the run reads.
    pub records: &'a Records,
    /// The options from the command line.
    pub options: &'a Options,
    models: &'a Models,
    said: RefCell<Said>,
}

/// The messages of a run so far.
#[derive(Default)]
struct Said {
    diagnostics: Vec<Diagnostic>,
    dumps: Vec<(usize, String)>,
    forgiven: usize,
    /// The models whose messages were added.
    models: Vec<TypeId>,
}

impl Said {
    /// Adds messages from another run.
    fn extend(&mut self, diagnostics: &Diagnostics) {
        let before = self.diagnostics.len();
        let dumps = diagnostics.dumps.iter();
        self.dumps
            .extend(dumps.map(|(after, text)| (before + after, text.clone())));
        self.diagnostics.extend(diagnostics.list.iter().cloned());
        self.forgiven += diagnostics.forgiven;
    }
}

/// The messages of a run.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    /// Warnings, and errors after which the run continued, in the order in which they were reported.
    pub list: Vec<Diagnostic>,
    /// Texts that are printed unchanged, each with the number of diagnostics that precede it.
    pub dumps: Vec<(usize, String)>,
    /// The number of errors in `list` that do not make the run fail: the reference prints them but does not count them.
    pub forgiven: usize,
}

impl<'a> Context<'a> {
    /// The context of a run over `records`. Models of these records are looked up in `models`, and added if they are
    /// missing.
    pub fn new(records: &'a Records, options: &'a Options, models: &'a Models) -> Context<'a> {
        Context {
            records,
            options,
            models,
            said: RefCell::default(),
        }
    }

    /// The release whose output format is written.
    pub fn release(&self) -> Release {
        self.records.release()
    }

    /// Runs `run` in a context with the same options and with other records, for example a modified copy of the records
    /// of this run. The messages of the inner run are added to the messages of this run.
    pub fn over<R>(&self, records: &Records, run: impl FnOnce(&Context) -> R) -> R {
        let models = self.models.for_other_records();
        let inner = Context::new(records, self.options, &models);
        let result = run(&inner);
        let (diagnostics, _) = inner.finish();
        self.said.borrow_mut().extend(&diagnostics);
        result
    }

    /// The model of type `M`, built at the first request. The messages of building the model are reported once in each
    /// run that requests it. An error if building it failed.
    pub fn model<M: Model>(&self) -> Result<Arc<M>, Fatal> {
        let built = self.models.get::<M>(self.records);
        Reads::include(&built.reads);
        let mut said = self.said.borrow_mut();
        if !said.models.contains(&TypeId::of::<M>()) {
            said.models.push(TypeId::of::<M>());
            said.models.extend(&built.needs);
            said.extend(&built.diagnostics);
        }
        built.model()
    }

    /// The messages of building the model and the models that it depends on, and the error if building failed. The
    /// messages are not reported in this run.
    pub fn said_of<M: Model>(&self) -> Vec<Diagnostic> {
        let built = self.models.get::<M>(self.records);
        Reads::include(&built.reads);
        let mut said = built.diagnostics.list.clone();
        said.extend(built.model::<M>().err().map(|it| (*it).clone()));
        said
    }

    /// Builds two slow models at the same time. Messages are reported as if the first model had been requested first:
    /// if it has an error, the messages of the second model are dropped.
    pub fn both<A: Model, B: Model>(&self) -> Result<(Arc<A>, Arc<B>), Fatal> {
        self.models.build_both::<A, B>(self.records);
        Ok((self.model()?, self.model()?))
    }

    /// Calls `work` within the unit's budget of steps and memory. Exceeding the budget is an error.
    pub fn limited<R>(&self, work: impl FnOnce() -> Result<R, Fatal>) -> Result<R, Fatal> {
        model::limited(self.records, work).0
    }

    /// Reports a message after which the run continues.
    pub fn report(&self, diagnostic: Diagnostic) {
        self.said.borrow_mut().diagnostics.push(diagnostic);
    }

    /// The error that ends a run whose errors were already reported. The reference prints it; editors do not show it.
    pub fn ended(&self, message: &str) -> Fatal {
        let end = Diagnostic::new(Severity::Error, None, message.to_owned());
        Box::new(end.for_reference())
    }

    /// Prints `message` unchanged, as the reference does, and returns the error that ends the run.
    pub fn ended_plainly(&self, message: &str) -> Fatal {
        self.dump(message.to_owned());
        let message = message.trim_end().to_owned();
        Box::new(Diagnostic {
            audience: Audience::People,
            ..Diagnostic::new(Severity::Error, None, message)
        })
    }

    /// Reports an error that does not make the run fail.
    pub fn forgive(&self, error: Diagnostic) {
        let mut said = self.said.borrow_mut();
        said.forgiven += usize::from(error.severity == Severity::Error);
        said.diagnostics.push(error);
    }

    /// Prints a text for developers unchanged, between the diagnostics that were reported before and after it.
    pub fn dump(&self, text: String) {
        let mut said = self.said.borrow_mut();
        let after = said.diagnostics.len();
        said.dumps.push((after, text));
    }

    /// The number of reported errors that make the run fail.
    pub fn errors(&self) -> usize {
        let said = self.said.borrow();
        let errors = said.diagnostics.iter();
        let errors = errors.filter(|it| it.severity == Severity::Error).count();
        errors - said.forgiven
    }

    /// All messages of the run.
    pub fn into_diagnostics(self) -> Diagnostics {
        self.finish().0
    }

    /// All messages, and the models that were used.
    pub(crate) fn finish(self) -> (Diagnostics, Vec<TypeId>) {
        let said = self.said.into_inner();
        let diagnostics = Diagnostics {
            list: said.diagnostics,
            dumps: said.dumps,
            forgiven: said.forgiven,
        };
        (diagnostics, said.models)
    }
}
