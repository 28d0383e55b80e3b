//! Records made by hand, for tests.

use std::collections::BTreeMap;
use std::sync::Arc;

use analysis::eval::Compat;
use analysis::hir::{Class, Code, LoweredFile, ObjectBody, Span, SpanId, Spans, Stmt, StmtKind};
use analysis::layout::Layout;
use analysis::numbering::Numbers;
use analysis::record::{FieldKind, FieldRef, Item, Loc, Record, RecordKind};
use analysis::sources::{Source, Sources};
use analysis::symbol::Sym;
use analysis::value::{Ty, V, Values};

use crate::{Options, Output, Records};

/// A unit of one file whose statements have a span on each line.
#[derive(Default)]
pub struct Unit {
    pub values: Arc<Values>,
    classes: BTreeMap<String, Arc<Record>>,
    defs: BTreeMap<String, Arc<Record>>,
    pub globals: BTreeMap<String, V>,
    /// They follow the statement that everything else is in.
    class_statements: Vec<StmtKind>,
}

const LINES: u32 = 20;

/// The start of a line.
pub fn line(number: u32) -> Loc {
    Loc {
        item: Item(0),
        span: SpanId(number - 1),
    }
}

impl Unit {
    /// Adds a class; `args` counts those of its fields that are template arguments.
    pub fn class(
        &mut self,
        at: u32,
        name: &str,
        supers: &[&str],
        args: usize,
        fields: &[(&str, Ty, V)],
    ) {
        let mut record = self.record(RecordKind::Class, at, name, supers, fields);
        record.args = args;
        self.classes.insert(name.to_owned(), Arc::new(record));
        self.declare(at, name);
    }

    /// Adds a declaration of a class.
    pub fn declare(&mut self, at: u32, name: &str) {
        self.class_statements.push(StmtKind::Class(Class {
            name: Sym::new(name),
            name_at: line(at).span,
            args: Box::default(),
            nameless: Box::default(),
            body: ObjectBody::default(),
        }));
    }

    pub fn def(&mut self, at: &[u32], name: &str, supers: &[&str], fields: &[(&str, Ty, V)]) -> V {
        let mut record = self.record(RecordKind::Def, at[0], name, supers, fields);
        record.locs = at.iter().map(|at| line(*at)).collect();
        self.defs.insert(name.to_owned(), Arc::new(record));
        self.reference(name)
    }

    pub fn reference(&self, name: &str) -> V {
        self.values.def(self.values.string(name), Ty::RECORD)
    }

    fn record(
        &self,
        kind: RecordKind,
        at: u32,
        name: &str,
        supers: &[&str],
        fields: &[(&str, Ty, V)],
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
        let order = (0..items.len() as u32).map(Item).collect();
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
        let (numbers, sources) = (Numbers::default(), Arc::new(sources));
        Records::new(
            self.values,
            numbers,
            sources,
            Compat::Llvm19,
            self.classes.into_values().collect(),
            self.defs.into_values().collect(),
            self.globals,
        )
    }
}

/// What a backend writes, or the message of its error.
pub fn run(backend: &str, options: &[(&'static str, &str)], records: &Records) -> String {
    let options = Options(
        options
            .iter()
            .map(|(name, value)| (*name, value.to_string()))
            .collect(),
    );
    let mut out = Output::new();
    match crate::find(backend)
        .unwrap()
        .run(records, &options, &mut out)
    {
        Ok(()) => out.text,
        Err(error) => format!("error: {}", error.message),
    }
}

/// The records of a text without includes.
#[track_caller]
pub fn read(text: &str) -> Records {
    struct NoFiles;
    impl analysis::unit::Files for NoFiles {
        fn read(&self, _: &str) -> Option<Arc<str>> {
            None
        }
    }
    let spec = analysis::unit::UnitSpec {
        root: "a.td".to_owned(),
        include_dirs: Vec::new(),
        macros: Vec::new(),
    };
    let unit = analysis::unit::load(&spec, text.into(), &NoFiles);
    let values = Arc::new(Values::default());
    let elaborated = analysis::sequential::run(values, &unit, Compat::Llvm19);
    let messages: Vec<_> = elaborated.diagnostics.iter().map(|(.., it)| it).collect();
    assert!(messages.is_empty(), "{messages:?}");
    elaborated.records
}
