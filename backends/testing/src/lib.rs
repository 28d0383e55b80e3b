//! Building records, and running backends on them, for tests.

#![warn(clippy::print_stdout, missing_docs)]

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use backend::{Backend, Context, Diagnostics, Fatal, Models, Options, Output, Records};
use elaborate::anonymous_numbers::Numbers;
use elaborate::diagnostic::{Diagnostic, Severity};
use elaborate::hir::{Class, Code, LoweredFile, ObjectBody, Span, SpanId, Spans, Stmt, StmtKind};
use elaborate::ids::{Loc, StmtId};
use elaborate::record::{FieldKind, FieldRef, Record, RecordKind};
use elaborate::records::Release;
use elaborate::sources::{Source, Sources};
use elaborate::statement_order::Layout;
use elaborate::symbol::Sym;
use elaborate::value::{Ty, ValueId, ValueStore};

mod changes;
mod part;

pub use changes::{changes, difference};
pub use part::{between, lines_with};

/// A unit with one file. Each line of the file has its own span.
#[derive(Default)]
pub struct Unit {
    /// The store of the unit's values.
    pub values: Arc<ValueStore>,
    classes: BTreeMap<String, Arc<Record>>,
    defs: BTreeMap<String, Arc<Record>>,
    /// The values of `defvar`s and `defset`s at file level.
    pub globals: BTreeMap<String, ValueId>,
    /// The declarations of classes. In the unit, they come after the one statement that contains everything else.
    class_statements: Vec<StmtKind>,
}

const LINES: u32 = 20;

/// The start of a line. Lines are numbered from 1.
pub fn line(number: u32) -> Loc {
    Loc {
        item: StmtId(0),
        span: SpanId(number - 1),
    }
}

impl Unit {
    /// Adds a class and its declaration at the line `at`. The first `args` of its fields are template arguments.
    pub fn class(
        &mut self,
        at: u32,
        name: &str,
        supers: &[&str],
        args: usize,
        fields: &[(&str, Ty, ValueId)],
    ) {
        let mut record = self.record(RecordKind::Class, at, name, supers, fields);
        record.args = args;
        self.classes.insert(name.to_owned(), Arc::new(record));
        self.declare(at, name);
    }

    /// Adds a declaration of a class at the line `at`.
    pub fn declare(&mut self, at: u32, name: &str) {
        self.class_statements.push(StmtKind::Class(Class {
            name: Sym::new(name),
            name_at: line(at).span,
            args: Box::default(),
            nameless: Box::default(),
            body: ObjectBody::default(),
        }));
    }

    /// Adds a record and returns a reference to it. `at` lists the lines of the record's locations, innermost first.
    pub fn def(
        &mut self,
        at: &[u32],
        name: &str,
        supers: &[&str],
        fields: &[(&str, Ty, ValueId)],
    ) -> ValueId {
        let mut record = self.record(RecordKind::Def, at[0], name, supers, fields);
        record.locs = at.iter().map(|at| line(*at)).collect();
        self.defs.insert(name.to_owned(), Arc::new(record));
        self.reference(name)
    }

    /// A reference to a record, which may be added later.
    pub fn reference(&self, name: &str) -> ValueId {
        self.values.def(self.values.string(name), Ty::RECORD)
    }

    fn record(
        &self,
        kind: RecordKind,
        at: u32,
        name: &str,
        supers: &[&str],
        fields: &[(&str, Ty, ValueId)],
    ) -> Record {
        let mut record = Record::new(kind, self.values.string(name), line(at));
        for (index, (name, ty, value)) in (0..).zip(fields) {
            let (name, kind) = match name.strip_prefix("field ") {
                Some(name) => (name, FieldKind::NonconcreteOk),
                None => (*name, FieldKind::Normal),
            };
            let loc = line(at + index);
            let field = FieldRef {
                name: Sym::new(name),
                ty: *ty,
                kind,
                value: Some(*value),
                loc,
            };
            record.push_field(&self.values, field);
        }
        record.supers = supers.iter().map(|class| Sym::new(class)).collect();
        record
    }

    /// Builds the [`Records`] of the unit for a backend.
    pub fn finish(self) -> Records {
        let span = |at| Span {
            start: at,
            end: at,
            next: at,
        };
        let whole = Span {
            end: LINES + 1,
            ..span(0)
        };
        let places: Vec<Span> = (0..LINES).map(span).collect();
        let spans = Spans::new(whole, &places);
        let kinds = [StmtKind::Error].into_iter().chain(self.class_statements);
        let stmt = |kind| {
            let code = Code::default();
            Arc::new(Stmt { kind, code })
        };
        let stmts: Vec<_> = kinds.map(stmt).collect();
        let items: Vec<_> = (0..stmts.len()).map(|stmt| Some((0, stmt))).collect();
        let order = (0..items.len() as u32).map(StmtId).collect();
        let lowered = LoweredFile {
            spans: vec![spans; stmts.len()],
            stmts,
            ..LoweredFile::default()
        };
        let source = Source {
            path: "dir/a.td".to_owned(),
            text: "\n".repeat(LINES as usize).into(),
            lowered: Arc::new(lowered),
            tree: None,
            includes: Vec::new(),
            included_from: None,
            facts: Default::default(),
            spliced: None,
        };
        let mut sources = Sources::default();
        sources.files.push(source);
        let mut layout = Layout::default();
        layout.items = items;
        layout.order = order;
        sources.layout = Arc::new(layout);
        let (numbers, sources) = (Arc::new(Numbers::default()), Arc::new(sources));
        Records::new(
            self.values,
            numbers,
            sources,
            Release::V19,
            self.classes.into_values().collect(),
            self.defs.into_values().collect(),
            self.globals,
        )
    }
}

/// The result of running a backend: its messages and its output.
pub struct Run {
    /// The output, or the error that ended the run.
    pub text: Result<String, Fatal>,
    /// The messages, except the error that ended the run.
    pub said: Diagnostics,
}

/// The options of a backend with the given values. Panics if an option does not exist or a value has the wrong type.
#[track_caller]
pub fn options_of(backend: &Backend, given: &[(&str, &str)]) -> Options {
    let mut options = Options::default();
    for (name, value) in given {
        let option = backend.option(name).expect("an option of this name");
        options.read(option, value).expect("a value of its type");
    }
    options
}

/// Runs the backend `name` of `family`. Panics if `family` has no backend of that name.
#[track_caller]
pub fn run(family: &[Backend], name: &str, options: &[(&str, &str)], records: &Records) -> Run {
    let backend = family.iter().find(|it| it.name == name);
    let backend = backend.expect("a backend of this name");
    let options = options_of(backend, options);
    let models = Models::default();
    let cx = Context::new(records, &options, &models);
    let mut out = Output::new();
    let result = (backend.run)(&cx, &mut out);
    Run {
        text: result.map(|()| out.text),
        said: cx.into_diagnostics(),
    }
}

impl Run {
    /// The output, or the message of the error that ended the run.
    pub fn text_or_error(self) -> String {
        self.text
            .unwrap_or_else(|error| format!("error: {}", error.message))
    }

    /// The messages with line numbers, and the output without its header comment if all errors are among the forgiven
    /// ones.
    pub fn shown(&self, records: &Records) -> String {
        self.shown_below(records, 0)
    }

    /// Like [`Self::shown`], but line numbers start after the first `skipped` lines.
    pub fn shown_below(&self, records: &Records, skipped: u32) -> String {
        let mut shown = String::new();
        let fatal = self.text.as_ref().err().map(|it| &**it);
        for diagnostic in self.said.list.iter().chain(fatal) {
            show(&mut shown, records, diagnostic, skipped);
        }
        let errors = self.said.list.iter();
        let errors = errors.filter(|it| it.severity == Severity::Error);
        match &self.text {
            Ok(text) if errors.count() == self.said.forgiven => shown += without_header(text),
            _ => {}
        }
        shown
    }
}

fn show(shown: &mut String, records: &Records, diagnostic: &Diagnostic, skipped: u32) {
    let severity = diagnostic.severity.word();
    if let Some(at) = diagnostic.at {
        let line = records.place(at.loc).line;
        let _ = write!(shown, "{}: ", line.saturating_sub(skipped));
    }
    let _ = writeln!(shown, "{severity}: {}", diagnostic.message);
}

fn without_header(text: &str) -> &str {
    match text.split_once("===*/\n\n") {
        Some((header, text)) if header.starts_with("/*===-") => text,
        _ => text,
    }
}

/// The records of a source text without includes. Panics if there is any message.
#[track_caller]
pub fn read(text: &str) -> Records {
    read_as(Release::V19, text)
}

/// The records of a source text without includes, as read by a release. Panics if there is any message.
#[track_caller]
pub fn read_as(release: Release, text: &str) -> Records {
    struct NoFiles;
    impl elaborate::unit::Files for NoFiles {
        fn read(&self, _: &str) -> Option<Arc<str>> {
            None
        }
    }
    let spec = elaborate::unit::UnitSpec {
        root: "a.td".to_owned(),
        include_dirs: Vec::new(),
        macros: Vec::new(),
    };
    let unit = elaborate::unit::load(&spec, text.into(), &NoFiles);
    let values = Arc::new(ValueStore::default());
    let elaborated = elaborate::sequential::run(values, &unit, release);
    let records = elaborated.records;
    let reports =
        elaborate::report::reports(&unit, records.numbers(), elaborated.diagnostics, release);
    let messages: Vec<_> = reports.iter().map(|it| &it.message).collect();
    assert!(messages.is_empty(), "{messages:?}");
    records
}

/// The source of a target: the needed parts of LLVM's headers, the instructions that all targets have, and `text`.
pub fn target_source(generic: &[&str], text: &str) -> String {
    let classes = include_str!("target.td");
    let names: Vec<_> = generic.iter().map(|it| format!("{it:?}")).collect();
    let names = names.join(", ");
    format!(
        "{classes}let Namespace = \"TargetOpcode\", isCodeGenOnly = true in foreach name = [{names}] in def name : Instruction;\n{text}"
    )
}

/// Source text with the target `T` and the classes of registers. These classes have the fields that the reference
/// requires.
pub const REGISTER_CLASSES: &str = include_str!("registers.td");

/// The source of a target `X86`: the classes of its instructions, the instructions that all targets have, and `text`.
pub fn x86_source(generic: &[&str], text: &str) -> String {
    let classes = include_str!("x86.td");
    target_source(generic, &format!("def X86 : Target;\n{classes}{text}"))
}

/// The source of a target `Toy` with an assembly printer and parser: classes for its registers, instructions and
/// aliases, the instructions that all targets have, and `text`.
pub fn asm_source(generic: &[&str], text: &str) -> String {
    let classes = include_str!("asm.td");
    target_source(generic, &format!("{classes}{text}"))
}

/// The source of a target `Toy` with instruction selection: types, registers of the classes `GPR` and `FPR`, nodes of
/// the selection graph, the instructions that all targets have, and `text`.
pub fn isel_source(generic: &[&str], text: &str) -> String {
    let classes = include_str!("isel.td");
    let is_defined_there = |name: &str| classes.contains(&format!("def {name} : Generic"));
    let generic = generic.iter().filter(|it| !is_defined_there(it));
    let generic: Vec<_> = generic.copied().collect();
    target_source(&generic, &format!("{classes}{text}"))
}

/// The source of a target `Toy` of LLVM 5 for the semantics of instructions: types, registers of the classes `GPR` and
/// `CCR`, nodes of the selection graph, the instructions that all targets had, and `text`.
pub fn older_source(text: &str) -> String {
    format!("{}{text}", include_str!("older.td"))
}
