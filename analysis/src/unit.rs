//! Units: a root file with all it includes, as one sequence of statements.

mod assemble;
mod cache;
mod prelude;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use rowan::GreenNode;
use rustc_hash::FxHashSet;
use syntax::{Macros, SyntaxError};

use crate::faults::Fault;
use crate::hir::{Code, Stmt, StmtKind};
use crate::record::Item;
use crate::sources::{Segment, Source, Sources, Spliced};

use self::assemble::assemble;
pub use self::cache::ParseCache;
use self::cache::{Braces, Parsed, Recorder};

/// Where files come from. Paths are as the reference would use them, relative to the working directory.
pub trait Files {
    /// The text of a file, decoded by [`syntax::text::decode`]; `None` when there is none.
    fn read(&self, path: &str) -> Option<Arc<str>>;
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

impl UnitSpec {
    /// Where a file may lie that is included by this name, in the order in which the reference looks.
    fn places<'a>(&'a self, name: &'a str) -> impl Iterator<Item = String> + 'a {
        let dirs = self.include_dirs.iter().map(move |dir| join(dir, name));
        std::iter::once(name.to_owned()).chain(dirs)
    }
}

/// A unit that has been read.
#[derive(Debug)]
pub struct Unit {
    pub sources: Arc<Sources>,
    /// What is wrong with the syntax of each source.
    pub syntax_errors: Vec<Arc<[SyntaxError]>>,
    /// How far the mistakes among these reach, by source.
    pub faults: Vec<Arc<[Fault]>>,
    /// The names in include directives and the files that they mean: none where no directory has one.
    pub included: BTreeMap<String, Option<String>>,
}

impl Unit {
    /// The statement of an item. One that an edit took away says nothing.
    pub fn stmt(&self, item: Item) -> &Arc<Stmt> {
        self.sources.stmt(item).unwrap_or_else(|| nothing())
    }

    /// Whether statements were left out because there would be too many. What the others mean is not known then.
    pub fn is_cut(&self) -> bool {
        let files = &self.sources.files;
        files.iter().any(|it| it.lowered.left_out.is_some())
    }

    /// The statements in order.
    pub fn stmts(&self) -> impl Iterator<Item = &Arc<Stmt>> {
        self.order().iter().map(|item| self.stmt(*item))
    }

    /// The items in the order in which they stand in the unit.
    pub fn order(&self) -> &[Item] {
        &self.sources.layout.order
    }

    /// How many items there are, those that are no more included.
    pub fn items(&self) -> usize {
        self.sources.layout.items.len()
    }

    /// The files read apart from the root, in byte order.
    pub fn dependencies(&self) -> BTreeSet<&str> {
        self.included.values().flatten().map(|it| &**it).collect()
    }

    /// Whether the include directories of `spec` bring in the same files; `is_file` says which paths are files.
    pub fn is_same_with(&self, spec: &UnitSpec, is_file: impl Fn(&str) -> bool) -> bool {
        let mut included = self.included.iter();
        included.all(|(name, file)| spec.places(name).find(|it| is_file(it)) == *file)
    }

    /// How many statements there are of each kind, by the kind's keyword.
    pub fn count(&self, wanted: impl Fn(&StmtKind) -> bool) -> usize {
        self.stmts().filter(|stmt| wanted(&stmt.kind)).count()
    }
}

fn nothing() -> &'static Arc<Stmt> {
    static NOTHING: OnceLock<Arc<Stmt>> = OnceLock::new();
    NOTHING.get_or_init(|| {
        Arc::new(Stmt {
            kind: StmtKind::Error,
            code: Code::default(),
        })
    })
}

/// How deeply includes may nest: a file that includes itself must end somewhere.
const MAX_INCLUDE_DEPTH: usize = 200;
/// How many files a unit may have, counting each inclusion.
const MAX_SOURCES: usize = 10_000;

/// How often a parse that is known may be tried. Where files include each other in circles and macros decide which, each
/// try may lead to many others.
const MAX_TRIES: usize = 20_000;

/// Reads a unit whose root's text is given.
pub fn load(spec: &UnitSpec, root: Arc<str>, files: &dyn Files) -> Unit {
    let (loaded, included) = read_all(spec, root, files, None);
    assemble(loaded, included, None)
}

/// Reads a unit again. What was parsed before is used again where the text is the same, and statements that are the
/// same, or were edited in place, keep their items.
pub fn reload(
    spec: &UnitSpec,
    root: Arc<str>,
    files: &dyn Files,
    cache: &mut ParseCache,
    earlier: Option<&Unit>,
) -> Unit {
    let (loaded, included) = read_all(spec, root, files, Some(cache));
    cache.drop_unused();
    assemble(loaded, included, earlier)
}

fn read_all(
    spec: &UnitSpec,
    root: Arc<str>,
    files: &dyn Files,
    mut cache: Option<&mut ParseCache>,
) -> (Vec<Option<Loaded>>, BTreeMap<String, Option<String>>) {
    let mut read = |tries| {
        let mut loader = Loader {
            spec,
            files,
            cache: cache.as_deref_mut(),
            macros: spec.macros.iter().cloned().collect(),
            loaded: Vec::new(),
            included: BTreeMap::new(),
            depth: 0,
            tries,
        };
        loader.load_source(spec.root.clone(), root.clone(), None);
        let gave_up = loader.gives_up();
        (!gave_up).then_some((loader.loaded, loader.included))
    };
    let tried = read(Some(0));
    tried.or_else(|| read(None)).unwrap_or_default()
}

struct Loader<'a> {
    spec: &'a UnitSpec,
    files: &'a dyn Files,
    cache: Option<&'a mut ParseCache>,
    macros: FxHashSet<String>,
    loaded: Vec<Option<Loaded>>,
    included: BTreeMap<String, Option<String>>,
    depth: usize,
    /// How often a known parse was tried, if that may be done.
    tries: Option<usize>,
}

/// A source as it was read.
struct Loaded {
    /// Braces of the text, and of those it includes, that may have their partners in another file.
    braces: Braces,
    source: Source,
    syntax_errors: Arc<[SyntaxError]>,
    faults: Arc<[Fault]>,
}

impl Loader<'_> {
    /// Whether too much was tried: what is read from now on is of no use.
    fn gives_up(&self) -> bool {
        self.tries.is_some_and(|it| it > MAX_TRIES)
    }

    fn load_source(&mut self, path: String, text: Arc<str>, included_from: Option<usize>) -> usize {
        let index = self.loaded.len();
        self.loaded.push(None);
        let before = self.macros.clone();
        let (parsed, includes) = match self.parsed_before(index, &path, &text) {
            Some(known) => known,
            None => {
                self.macros.clone_from(&before);
                self.loaded.truncate(index + 1);
                let (parsed, includes) = self.parse(index, text.clone());
                let parsed = Arc::new(parsed);
                if let Some(cache) = &mut self.cache {
                    cache.put(&path, parsed.clone());
                }
                (parsed, includes)
            }
        };
        let mut loaded = Loaded {
            braces: parsed.braces,
            source: Source {
                path,
                text,
                lowered: parsed.lowered.clone(),
                tree: self.kept_tree(&parsed),
                facts: parsed.facts.clone(),
                includes,
                included_from: included_from.map(|parent| (parent, 0)),
                spliced: None,
            },
            syntax_errors: parsed.errors(),
            faults: parsed.faults.clone(),
        };
        // Where every directive is a statement and nothing is wrong, the file means what its tree says.
        // So it does as far as it is lowered, if that is not all.
        let odd_include = loaded.source.includes.len() != loaded.source.lowered.includes.len()
            && loaded.source.lowered.left_out.is_none();
        let included = loaded.source.includes.iter().flatten();
        let included = included.filter_map(|child| self.loaded[*child].as_ref());
        let below = included.fold(Braces::default(), |all, it| all.and(it.braces));
        let all = loaded.braces.and(below);
        // Who edits a unit has braces open at times. No other file closes them, so the others are as they were.
        let is_edited = self.cache.is_some() && all.open != 0;
        if !odd_include && (!below.unbalanced || is_edited) {
            loaded.braces = all;
        } else {
            let after = std::mem::replace(&mut self.macros, before);
            let spliced = self.splice(index, &parsed, &mut loaded);
            loaded.syntax_errors = spliced.errors();
            if self.cache.is_some() {
                loaded.source.tree = self.kept_tree(&spliced);
                loaded.source.facts = spliced.facts;
            }
            loaded.braces = spliced.braces;
            loaded.source.lowered = spliced.lowered;
            loaded.faults = spliced.faults;
            self.macros = after;
        }
        self.loaded[index] = Some(loaded);
        index
    }

    /// What was made of this text before, if the preprocessor would do the same again. It does, and its includes are
    /// followed; when there is no such parse, what it did up to then is the caller's to undo.
    fn parsed_before(
        &mut self,
        index: usize,
        path: &str,
        text: &Arc<str>,
    ) -> Option<(Arc<Parsed>, Vec<Option<usize>>)> {
        let candidates = self.cache.as_mut()?.of_text(path, text);
        let before = self.macros.clone();
        for parsed in candidates {
            let tries = self.tries.as_mut()?;
            *tries += 1;
            if self.gives_up() {
                return None;
            }
            let mut includer = Includer::new(self, index);
            if parsed.asked.iter().all(|it| it.ask(&mut includer) == *it) {
                let includes = includer.includes;
                if let Some(cache) = &mut self.cache {
                    cache.mark_used(path, &parsed);
                }
                return Some((parsed, includes));
            }
            self.macros.clone_from(&before);
            self.loaded.truncate(index + 1);
        }
        None
    }

    /// The tree of a file, for who will look at it again.
    fn kept_tree(&self, parsed: &Parsed) -> Option<GreenNode> {
        self.cache.as_ref()?;
        Some(parsed.tree()?.green().clone())
    }

    fn parse(&mut self, index: usize, text: Arc<str>) -> (Parsed, Vec<Option<usize>>) {
        let keep = self.cache.is_some();
        let mut includer = Includer::new(self, index);
        if !keep {
            let tree = syntax::parse_flat(&text, &mut includer);
            let parsed = Parsed::once(text.clone(), &tree);
            return (parsed, includer.includes);
        }
        let mut recorder = Recorder::new(&mut includer);
        let parse = syntax::parse(&text, &mut recorder);
        let asked = recorder.into_asked();
        (Parsed::with_tree(text, parse, asked), includer.includes)
    }

    /// Puts the texts of included files in place of the directives and parses the result: the reference includes
    /// between any two tokens, and an included file may close a brace of the file that includes it.
    fn splice(&mut self, index: usize, parsed: &Parsed, loaded: &mut Loaded) -> Parsed {
        let mut text = String::new();
        let mut segments = Vec::new();
        let mut done = 0;
        let directives = parsed.include_directives();
        for (directive, child) in directives.into_iter().zip(&loaded.source.includes) {
            let Some(child) = *child else { continue };
            let (start, end) = (directive.start, directive.end);
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
        let text: Arc<str> = text.into();
        let (parsed, includes) = self.parse(index, text.clone());
        loaded.source.spliced = Some(Spliced { text, segments });
        loaded.source.includes = includes;
        parsed
    }

    /// The file that an include directive means: in the working directory, or else in the include directories.
    fn find(&mut self, name: &str) -> Option<(String, Arc<str>)> {
        let mut places = self.spec.places(name);
        let found = places.find_map(|it| self.files.read(&it).map(|text| (it, text)));
        let file = found.as_ref().map(|(file, _)| file.clone());
        self.included.insert(name.to_owned(), file);
        // What comes with the program is no file that one could depend on.
        found.or_else(|| Some((name.to_owned(), prelude::text(name)?)))
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

impl<'l, 'a> Includer<'l, 'a> {
    fn new(loader: &'l mut Loader<'a>, parent: usize) -> Includer<'l, 'a> {
        Includer {
            loader,
            parent,
            includes: Vec::new(),
        }
    }
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
        let found = if too_deep || self.loader.gives_up() {
            None
        } else {
            self.loader.find(path)
        };
        let included = found.map(|(path, text)| {
            self.loader.depth += 1;
            let index = self.loader.load_source(path, text, Some(self.parent));
            self.loader.depth -= 1;
            index
        });
        self.includes.push(included);
    }
}
