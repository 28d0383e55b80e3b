//! Units: a root file with all it includes, as one sequence of statements.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use syntax::{Macros, Parse, SyntaxError, SyntaxKind, ast};

use crate::faults::{Fault, faults};
use crate::hir::{FileItem, LoweredFile, Stmt, StmtKind, lower};
use crate::record::Item;
use crate::sources::{Segment, Source, Sources, Spliced};

/// Where files come from. Paths are as the reference would use them, relative to the working directory.
pub trait Files {
    /// The bytes of a file; `None` when there is none.
    fn read(&self, path: &str) -> Option<Vec<u8>>;
}

/// A command line without its backend: what to read and how.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UnitSpec {
    /// The root file's path, `-` for standard input.
    pub root: String,
    /// Searched in order, after the working directory.
    pub include_dirs: Vec<String>,
    pub macros: Vec<String>,
}

/// A unit that has been read.
#[derive(Debug)]
pub struct Unit {
    pub sources: Arc<Sources>,
    /// What stands in the unit, in order.
    pub steps: Vec<Step>,
    /// The statements, by item.
    pub stmts: Vec<Arc<Stmt>>,
    /// What is wrong with the syntax of each source.
    pub syntax_errors: Vec<Vec<SyntaxError>>,
    /// How far the mistakes among these reach, by source.
    pub faults: Vec<Vec<Fault>>,
    /// The files read apart from the root, as named, without repetition.
    pub dependencies: Vec<String>,
}

/// One step through a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    Stmt(Item),
    /// The head of a `let` or `defset` whose statements follow, up to the matching [`Step::Leave`].
    Enter(Item),
    Leave(Item),
    /// A source begins or ends: includes stand between statements.
    Source(usize),
    EndSource(usize),
    /// An include directive that found nothing: its source and its index there.
    MissingInclude(usize, u32),
}

/// How deeply includes may nest: a file that includes itself must end somewhere.
const MAX_INCLUDE_DEPTH: usize = 200;
/// How many files a unit may have, counting each inclusion.
const MAX_SOURCES: usize = 100_000;

/// Reads a unit whose root's bytes are given.
pub fn load(spec: &UnitSpec, root: &[u8], files: &dyn Files) -> Unit {
    let mut loader = Loader {
        spec,
        files,
        macros: spec.macros.iter().cloned().collect(),
        loaded: Vec::new(),
        dependencies: Vec::new(),
        depth: 0,
    };
    loader.load_source(spec.root.clone(), root, None);
    let Loader {
        loaded,
        dependencies,
        ..
    } = loader;
    assemble(loaded, dependencies)
}

struct Loader<'a> {
    spec: &'a UnitSpec,
    files: &'a dyn Files,
    macros: FxHashSet<String>,
    loaded: Vec<Option<Loaded>>,
    dependencies: Vec<String>,
    depth: usize,
}

struct Loaded {
    /// Braces of the text have their partners in another file.
    unbalanced: bool,
    source: Source,
    syntax_errors: Vec<SyntaxError>,
    faults: Vec<Fault>,
    /// For each include directive, in order: the source it brought in.
    includes: Vec<Option<usize>>,
}

impl Loader<'_> {
    fn load_source(&mut self, path: String, bytes: &[u8], included_from: Option<usize>) -> usize {
        let index = self.loaded.len();
        self.loaded.push(None);
        let text: Arc<str> = syntax::text::decode(bytes).into();
        let before = self.macros.clone();
        let (mut parse, includes) = self.parse(index, &text);
        let mut loaded = Loaded {
            unbalanced: false,
            source: Source {
                path,
                text,
                lowered: Arc::default(),
                included_from: included_from.map(|parent| (parent, 0)),
                spliced: None,
            },
            syntax_errors: Vec::new(),
            faults: Vec::new(),
            includes,
        };
        let child_unbalanced = |loader: &Self, child: &Option<usize>| {
            child.is_some_and(|child| {
                loader.loaded[child]
                    .as_ref()
                    .is_some_and(|it| it.unbalanced)
            })
        };
        loaded.source.lowered = Arc::new(lower::lower(&parse));
        // Where every directive is a statement and nothing is wrong, the file means what its tree says.
        let odd_include = loaded.includes.len() != loaded.source.lowered.includes.len();
        if odd_include
            || loaded
                .includes
                .iter()
                .any(|child| child_unbalanced(self, child))
        {
            let after = std::mem::replace(&mut self.macros, before);
            parse = self.splice(index, &parse, &mut loaded);
            loaded.source.lowered = Arc::new(lower::lower(&parse));
            self.macros = after;
        }
        loaded.unbalanced =
            !parse.errors().is_empty() && ast::include_shape(parse.tree()).unbalanced_braces;
        loaded.syntax_errors = parse.errors().to_vec();
        loaded.faults = faults(&parse);
        self.loaded[index] = Some(loaded);
        index
    }

    fn parse(&mut self, index: usize, text: &str) -> (Parse, Vec<Option<usize>>) {
        let mut includer = Includer {
            loader: self,
            parent: index,
            includes: Vec::new(),
        };
        let parse = syntax::parse(text, &mut includer);
        (parse, includer.includes)
    }

    /// Puts the texts of included files in place of the directives and parses the result: the reference includes
    /// between any two tokens, and an included file may close a brace of the file that includes it.
    fn splice(&mut self, index: usize, parse: &Parse, loaded: &mut Loaded) -> Parse {
        let mut text = String::new();
        let mut segments = Vec::new();
        let mut done = 0;
        let directives = parse.syntax();
        let directives = directives
            .descendants()
            .filter(|it| it.kind() == SyntaxKind::INCLUDE);
        for (directive, child) in directives.zip(&loaded.includes) {
            let Some(child) = *child else { continue };
            let range = directive.text_range();
            let (start, end) = (usize::from(range.start()), usize::from(range.end()));
            let own = &loaded.source.text;
            push_segment(&mut text, &mut segments, index, own, done..start);
            done = end;
            let Some(included) = &mut self.loaded[child] else {
                continue;
            };
            let source = &mut included.source;
            source.included_from = Some((index, end as u32));
            match &source.spliced {
                None => {
                    let whole = 0..source.text.len();
                    push_segment(&mut text, &mut segments, child, &source.text, whole);
                }
                Some(spliced) => {
                    let at = text.len() as u32;
                    segments.extend(spliced.segments.iter().map(|it| Segment {
                        start: at + it.start,
                        ..*it
                    }));
                    text.push_str(&spliced.text);
                }
            }
            // Nothing of one file joins with something of the other to one token.
            text.push(' ');
        }
        let own = &loaded.source.text;
        push_segment(&mut text, &mut segments, index, own, done..own.len());
        let (parse, includes) = self.parse(index, &text);
        let text = text.into();
        loaded.source.spliced = Some(Spliced { text, segments });
        loaded.includes = includes;
        parse
    }

    /// The file that an include directive means: in the working directory, or else in the include directories.
    fn find(&self, path: &str) -> Option<(String, Vec<u8>)> {
        if let Some(bytes) = self.files.read(path) {
            return Some((path.to_owned(), bytes));
        }
        self.spec.include_dirs.iter().find_map(|dir| {
            let joined = join(dir, path);
            self.files.read(&joined).map(|bytes| (joined, bytes))
        })
    }
}

fn push_segment(
    text: &mut String,
    segments: &mut Vec<Segment>,
    source: usize,
    from: &str,
    range: std::ops::Range<usize>,
) {
    segments.push(Segment {
        start: text.len() as u32,
        origin: (source, range.start as u32),
    });
    text.push_str(&from[range]);
}

/// A directory and a path in it, joined as the reference joins them.
fn join(dir: &str, path: &str) -> String {
    match (dir.ends_with('/'), path.strip_prefix('/')) {
        (true, Some(rest)) => format!("{dir}{rest}"),
        (true, None) | (false, Some(_)) => format!("{dir}{path}"),
        (false, None) if dir.is_empty() => path.to_owned(),
        (false, None) => format!("{dir}/{path}"),
    }
}

/// The macros of a unit while one of its files is parsed: included files take effect where they are included.
struct Includer<'l, 'a> {
    loader: &'l mut Loader<'a>,
    parent: usize,
    includes: Vec<Option<usize>>,
}

impl Macros for Includer<'_, '_> {
    fn is_defined(&self, name: &str) -> bool {
        self.loader.macros.contains(name)
    }

    fn define(&mut self, name: &str) -> bool {
        self.loader.macros.insert(name.to_owned())
    }

    fn include(&mut self, path: &str) {
        let too_deep =
            self.loader.depth >= MAX_INCLUDE_DEPTH || self.loader.loaded.len() >= MAX_SOURCES;
        let found = if too_deep {
            None
        } else {
            self.loader.find(path)
        };
        let included = found.map(|(path, bytes)| {
            if !self.loader.dependencies.contains(&path) {
                self.loader.dependencies.push(path.clone());
            }
            self.loader.depth += 1;
            let index = self.loader.load_source(path, &bytes, Some(self.parent));
            self.loader.depth -= 1;
            index
        });
        self.includes.push(included);
    }
}

fn assemble(loaded: Vec<Option<Loaded>>, dependencies: Vec<String>) -> Unit {
    let mut sources = Sources::default();
    let mut syntax_errors = Vec::new();
    let mut faults = Vec::new();
    let mut includes = Vec::new();
    for it in loaded.into_iter().flatten() {
        sources.files.push(it.source);
        syntax_errors.push(it.syntax_errors);
        faults.push(it.faults);
        includes.push(it.includes);
    }
    let mut assembler = Assembler {
        sources,
        includes,
        steps: Vec::new(),
        stmts: Vec::new(),
    };
    assembler.source(0);
    let Assembler {
        sources,
        steps,
        stmts,
        ..
    } = assembler;
    Unit {
        sources: Arc::new(sources),
        steps,
        stmts,
        syntax_errors,
        faults,
        dependencies,
    }
}

struct Assembler {
    sources: Sources,
    includes: Vec<Vec<Option<usize>>>,
    steps: Vec<Step>,
    stmts: Vec<Arc<Stmt>>,
}

impl Assembler {
    fn source(&mut self, index: usize) {
        let lowered = self.sources.files[index].lowered.clone();
        self.steps.push(Step::Source(index));
        self.items(index, &lowered, &lowered.items);
        self.steps.push(Step::EndSource(index));
    }

    fn items(&mut self, source: usize, lowered: &LoweredFile, items: &[FileItem]) {
        for item in items {
            match item {
                FileItem::Stmt(stmt) => {
                    let item = self.stmt(source, lowered, *stmt);
                    self.steps.push(Step::Stmt(item));
                }
                FileItem::Block { head, body } => {
                    let item = self.stmt(source, lowered, *head);
                    self.steps.push(Step::Enter(item));
                    self.items(source, lowered, body);
                    self.steps.push(Step::Leave(item));
                }
                FileItem::Include { index, .. } => {
                    match self.includes[source]
                        .get(*index as usize)
                        .copied()
                        .flatten()
                    {
                        Some(included) => {
                            let end = lowered.includes[*index as usize].end;
                            self.sources.files[included].included_from = Some((source, end));
                            self.source(included);
                        }
                        None => self.steps.push(Step::MissingInclude(source, *index)),
                    }
                }
            }
        }
    }

    fn stmt(&mut self, source: usize, lowered: &LoweredFile, stmt: u32) -> Item {
        let item = Item(self.stmts.len() as u32);
        self.stmts.push(lowered.stmts[stmt as usize].clone());
        self.sources.items.push((source, stmt as usize));
        item
    }
}

impl Unit {
    pub fn stmt(&self, item: Item) -> &Stmt {
        &self.stmts[item.0 as usize]
    }

    /// How many statements there are of each kind, by the kind's keyword.
    pub fn count(&self, wanted: impl Fn(&StmtKind) -> bool) -> usize {
        self.stmts.iter().filter(|stmt| wanted(&stmt.kind)).count()
    }
}
