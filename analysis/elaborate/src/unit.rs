//! Units: a root file and all files that it includes, as one sequence of statements.

mod ahead;
mod assemble;
mod boundaries;
mod cache;
mod finder;
mod limits;
mod own_macros;
mod prelude;
mod splice;
mod streamed;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rowan::GreenNode;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::{Include, Macros, SyntaxError};

use crate::error_extent::ErrorExtent;
use crate::hir::{Stmt, StmtKind};
use crate::ids::StmtId;
use crate::sources::{Source, Sources};

use self::assemble::assemble;
use self::boundaries::Boundaries;
pub use self::cache::ParseCache;
use self::cache::{Parsed, Recorder};
use self::finder::Finder;
use self::limits::{LIMITS, Limits, Refused};
use self::streamed::Stream;
pub(crate) use self::streamed::{StreamedFile, load_streamed};

/// Access to files. Paths are those that the reference would use, relative to the working directory.
pub trait Files {
    /// The text of a file, decoded by [`syntax::text::decode`]; `None` if the file does not exist.
    fn read(&self, path: &str) -> Option<Arc<str>>;
}

/// A command line without its backend: the root file, and the options that affect how it is read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UnitSpec {
    /// The path of the root file; `-` for standard input.
    pub root: String,
    /// The include directories, which are searched in order after the working directory.
    pub include_dirs: Vec<String>,
    /// The macros that are defined initially, as by `-D`.
    pub macros: Vec<String>,
}

impl UnitSpec {
    /// The candidate paths for an included file, in the order in which the reference tries them.
    pub fn places<'a>(&'a self, name: &'a str) -> impl Iterator<Item = String> + 'a {
        let dirs = self.include_dirs.iter().map(move |dir| join(dir, name));
        std::iter::once(name.to_owned()).chain(dirs)
    }
}

/// A unit that has been read.
#[derive(Debug)]
pub struct Unit {
    /// The files that were read, and their statements.
    pub sources: Arc<Sources>,
    /// For each source, its syntax errors.
    pub syntax_errors: Vec<Arc<[SyntaxError]>>,
    /// For each source, the extents of its syntax errors.
    pub error_extents: Vec<Arc<[ErrorExtent]>>,
    /// The paths in include directives, with the paths of the files that they resolve to. `None` if a path resolves to
    /// no file or to a built-in file.
    pub included: BTreeMap<String, Option<String>>,
}

impl Unit {
    /// The statement with the id `item`. An empty statement if an edit removed it.
    pub fn stmt(&self, item: StmtId) -> &Arc<Stmt> {
        self.sources.stmt_or_empty(item)
    }

    /// Whether statements were left out because a file is too large. Then the remaining statements may be
    /// misinterpreted.
    pub fn is_cut(&self) -> bool {
        let files = &self.sources.files;
        files.iter().any(|it| it.lowered.left_out.is_some())
    }

    /// The statements in the order of the unit.
    pub fn stmts(&self) -> impl Iterator<Item = &Arc<Stmt>> {
        self.order().iter().map(|item| self.stmt(*item))
    }

    /// The ids of the statements in the order of the unit.
    pub fn order(&self) -> &[StmtId] {
        &self.sources.layout.order
    }

    /// The number of statement ids, including those of removed statements.
    pub fn items(&self) -> usize {
        self.sources.layout.items.len()
    }

    /// The paths of the included files, sorted by bytes.
    pub fn dependencies(&self) -> BTreeSet<&str> {
        self.included.values().flatten().map(|it| &**it).collect()
    }

    /// Whether the include directives would resolve to the same files with the include directories of `spec`. `is_file`
    /// decides whether a path is a file.
    pub fn is_same_with(&self, spec: &UnitSpec, is_file: impl Fn(&str) -> bool) -> bool {
        let mut included = self.included.iter();
        included.all(|(name, file)| spec.places(name).find(|it| is_file(it)) == *file)
    }

    /// The number of statements for whose kind `wanted` returns true.
    pub fn count(&self, wanted: impl Fn(&StmtKind) -> bool) -> usize {
        self.stmts().filter(|stmt| wanted(&stmt.kind)).count()
    }
}

/// The largest number of attempts to reuse a cached parse. If files include each other in cycles that depend on macros,
/// each attempt may cause many further attempts.
const MAX_TRIES: usize = 20_000;

/// Reads a unit whose root file has the text `root`.
pub fn load(spec: &UnitSpec, root: Arc<str>, files: &dyn Files) -> Unit {
    let (loaded, included) = read_all(&Finder::new(spec, files), &root, None, LIMITS, None);
    assemble(loaded, included, None)
}

/// Reads a unit again. Files with unchanged texts are not parsed again. Statements keep their ids from `earlier` if
/// they are equal or were edited in place.
pub fn reload(
    spec: &UnitSpec,
    root: Arc<str>,
    files: &dyn Files,
    cache: &mut ParseCache,
    earlier: Option<&Unit>,
) -> Unit {
    reload_on(ahead::threads(), spec, &root, files, cache, earlier)
}

/// Like [`reload`]. When the unit is read for the first time, `threads` threads parse its files ahead.
fn reload_on(
    threads: usize,
    spec: &UnitSpec,
    root: &Arc<str>,
    files: &dyn Files,
    cache: &mut ParseCache,
    earlier: Option<&Unit>,
) -> Unit {
    let finder = Finder::new(spec, files);
    if cache.is_empty() {
        for (path, parsed) in ahead::parse_all(&finder, root, threads) {
            cache.put_ahead(&path, parsed);
        }
    }
    let (loaded, included) = read_all(&finder, root, Some(cache), LIMITS, None);
    cache.drop_unused();
    assemble(loaded, included, earlier)
}

fn read_all(
    finder: &Finder<'_>,
    root: &Arc<str>,
    mut cache: Option<&mut ParseCache>,
    limits: Limits,
    stream: Option<Stream<'_>>,
) -> (Vec<Option<Loaded>>, BTreeMap<String, Option<String>>) {
    let spec = finder.spec;
    let mut read = |tries| {
        let mut loader = Loader {
            finder,
            limits,
            cache: cache.as_deref_mut(),
            macros: spec.macros.iter().cloned().collect(),
            defined: Vec::new(),
            loaded: Vec::new(),
            included: Vec::new(),
            open: Vec::new(),
            open_since: FxHashMap::default(),
            text: 0,
            pasted: 0,
            tries,
            stream,
        };
        loader.enter_file(&spec.root, root);
        loader.load_source(spec.root.clone(), root.clone(), None);
        let gave_up = loader.gives_up();
        (!gave_up).then(|| (loader.loaded, loader.included.into_iter().collect()))
    };
    let tried = read(Some(0));
    tried.or_else(|| read(None)).unwrap_or_default()
}

struct Loader<'a> {
    finder: &'a Finder<'a>,
    limits: Limits,
    cache: Option<&'a mut ParseCache>,
    macros: FxHashSet<String>,
    /// The macros that the files define, in order.
    defined: Vec<String>,
    loaded: Vec<Option<Loaded>>,
    /// The paths in include directives, in order, each with the path of the file to which it resolves. `None` if it
    /// resolves to no file or to a built-in file.
    included: Vec<(String, Option<String>)>,
    /// The paths of the files that are being read, each included by the one before it. Each path is stored with the
    /// entry of [`Self::open_since`] that it replaced.
    open: Vec<(String, Option<usize>)>,
    /// For each file that is being read, the number of macros that had been defined by files when its innermost
    /// inclusion began.
    open_since: FxHashMap<String, usize>,
    /// The total length of all texts, in bytes.
    text: usize,
    /// The total length of the spliced texts in bytes, plus a fixed cost for each file in them.
    pasted: usize,
    /// The number of attempts to reuse a cached parse. `None` if parses are not to be reused.
    tries: Option<usize>,
    /// The receiver of the files' statements, if the unit is elaborated meanwhile.
    stream: Option<Stream<'a>>,
}

/// An earlier state of a loader, which [`Loader::back_to`] restores.
struct Mark {
    defined: usize,
    loaded: usize,
    included: usize,
    text: usize,
}

/// A source that has been read.
struct Loaded {
    /// The boundaries of the file, combined with those of its includes.
    boundaries: Boundaries,
    source: Source,
    syntax_errors: Arc<[SyntaxError]>,
    error_extents: Arc<[ErrorExtent]>,
}

impl Loader<'_> {
    /// Whether there were too many attempts to reuse cached parses. Then the unit is read again without reuse.
    fn gives_up(&self) -> bool {
        self.tries.is_some_and(|it| it > MAX_TRIES)
    }

    fn mark(&self) -> Mark {
        Mark {
            defined: self.defined.len(),
            loaded: self.loaded.len(),
            included: self.included.len(),
            text: self.text,
        }
    }

    fn back_to(&mut self, mark: &Mark) {
        for name in self.defined.drain(mark.defined..) {
            self.macros.remove(&name);
        }
        self.loaded.truncate(mark.loaded);
        self.included.truncate(mark.included);
        self.text = mark.text;
    }

    fn define(&mut self, name: &str) -> bool {
        let is_new = self.macros.insert(name.to_owned());
        if is_new {
            self.defined.push(name.to_owned());
        }
        is_new
    }

    fn load_source(
        &mut self,
        path: String,
        text: Arc<str>,
        included_from: Option<(usize, u32)>,
    ) -> usize {
        let index = self.loaded.len();
        self.loaded.push(None);
        let start = self.mark();
        let known = self.parsed_before(index, &path, &text);
        let (parsed, includes) = match known.or_else(|| self.parsed_streamed(index, &text)) {
            Some(known) => known,
            None => {
                let (parsed, includes) = self.parse(index, text.clone());
                let parsed = Arc::new(parsed);
                if let Some(cache) = &mut self.cache {
                    cache.put(&path, parsed.clone());
                }
                (parsed, includes)
            }
        };
        let source = Source {
            path,
            text,
            lowered: Arc::default(),
            tree: None,
            facts: Arc::default(),
            includes: Vec::new(),
            included_from,
            spliced: None,
        };
        let below = self.boundaries_of(&includes);
        let loaded = if !self.is_cut(&includes, &parsed, below) {
            let mut loaded = self.loaded_from(source, &parsed);
            loaded.source.includes = includes;
            loaded.boundaries = parsed.boundaries.and(below);
            loaded
        } else if self.may_paste() || included_from.is_none() {
            self.stream = None;
            self.back_to(&start);
            self.splice(index, source)
        } else {
            let mut loaded = self.loaded_from(source, &parsed);
            loaded.boundaries.is_for_includer = true;
            loaded
        };
        self.loaded[index] = Some(loaded);
        index
    }

    /// The source with the results of parsing its text, or its spliced text.
    fn loaded_from(&self, source: Source, parsed: &Parsed) -> Loaded {
        Loaded {
            boundaries: parsed.boundaries,
            source: Source {
                lowered: parsed.lowered.clone(),
                tree: self.kept_tree(parsed),
                facts: parsed.facts.clone(),
                ..source
            },
            syntax_errors: parsed.errors(),
            error_extents: parsed.error_extents.clone(),
        }
    }

    /// The combined boundaries of included files.
    fn boundaries_of(&self, includes: &[Option<usize>]) -> Boundaries {
        let included = includes.iter().flatten();
        let included = included.filter_map(|child| self.loaded[*child].as_ref());
        included.fold(Boundaries::default(), |all, it| all.and(it.boundaries))
    }

    /// Whether a file and its includes cannot be parsed separately. `below` are the combined boundaries of the
    /// includes.
    fn is_cut(&self, includes: &[Option<usize>], parsed: &Parsed, below: Boundaries) -> bool {
        if includes.iter().all(Option::is_none) {
            return false;
        }
        // A directive that is inside a statement is not lowered.
        let is_whole = parsed.lowered.left_out.is_none();
        let is_inside = is_whole && includes.len() != parsed.lowered.includes.len();
        let is_edited = self.cache.is_some();
        is_inside || below.is_for_includer || parsed.boundaries.go_on(below, is_edited)
    }

    /// Returns a cached parse of this text for which the preprocessor's decisions are the same as before. The decisions
    /// are carried out, and the includes are read. `None` if there is no such parse, or after too many attempts; the
    /// decisions of failed attempts are undone.
    fn parsed_before(
        &mut self,
        index: usize,
        path: &str,
        text: &Arc<str>,
    ) -> Option<(Arc<Parsed>, Vec<Option<usize>>)> {
        let candidates = self.cache.as_mut()?.of_text(path, text);
        let start = self.mark();
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
            self.back_to(&start);
        }
        None
    }

    /// The syntax tree of a file, if the unit is read for editing.
    fn kept_tree(&self, parsed: &Parsed) -> Option<GreenNode> {
        self.cache.as_ref()?;
        Some(parsed.tree()?.green().clone())
    }

    fn parse(&mut self, index: usize, text: Arc<str>) -> (Parsed, Vec<Option<usize>>) {
        let keep = self.cache.is_some();
        let mut includer = Includer::new(self, index);
        if !keep {
            let tree = syntax::parse_flat(&text, &mut includer);
            let parsed = Parsed::once(&tree);
            return (parsed, includer.includes);
        }
        let mut recorder = Recorder::new(&mut includer);
        let parse = syntax::parse(&text, &mut recorder);
        let asked = recorder.into_asked();
        (Parsed::with_tree(text, parse, asked), includer.includes)
    }

    /// The file that the path in an include directive resolves to, and its text. It is searched for in the working
    /// directory, the include directories, and the built-in files.
    fn find(&mut self, name: &str) -> Option<(String, Arc<str>)> {
        let found = self.finder.find(name);
        let file = found.as_ref().map(|(file, _)| file.clone());
        self.included.push((name.to_owned(), file));
        // A built-in file is not recorded as a dependency.
        found.or_else(|| Some((name.to_owned(), prelude::text(name)?)))
    }
}

/// Joins a directory and a path in the same way as the reference, which on Windows puts `\` between them. The result is
/// what messages and dependency files show.
fn join(dir: &str, path: &str) -> String {
    if cfg!(windows) {
        join_by(dir, path, r"\", &['/', '\\'])
    } else {
        join_by(dir, path, "/", &['/'])
    }
}

fn join_by(dir: &str, path: &str, separator: &str, separators: &[char]) -> String {
    match (dir.ends_with(separators), path.strip_prefix(separators)) {
        (true, Some(rest)) => [dir, rest].concat(),
        (true, None) | (false, Some(_)) => [dir, path].concat(),
        (false, None) if dir.is_empty() => path.to_owned(),
        (false, None) => [dir, separator, path].concat(),
    }
}

/// The preprocessor for one file of a unit. An included file is read at the place of its include directive, and its
/// macros take effect there.
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

    fn included(&mut self, name: &str) -> Result<usize, Refused> {
        let (path, text) = self.loader.enter(name)?;
        // The offset of the end of the directive is set once the including text is parsed.
        let from = Some((self.parent, 0));
        let index = self.loader.load_source(path, text, from);
        self.loader.leave_file();
        Ok(index)
    }
}

impl Macros for Includer<'_, '_> {
    fn is_defined(&self, name: &str) -> bool {
        self.loader.macros.contains(name)
    }

    fn define(&mut self, name: &str) -> bool {
        self.loader.define(name)
    }

    fn include(&mut self, path: Option<&str>) -> Include {
        // After too many attempts to reuse parses, the result is discarded, so no more files are read.
        let Some(path) = path.filter(|_| !self.loader.gives_up()) else {
            self.loader.stream_no_file();
            self.includes.push(None);
            return Include::Apart;
        };
        let included = self.included(path);
        if included.is_err() {
            self.loader.stream_no_file();
        }
        self.includes.push(included.as_ref().ok().copied());
        match included {
            Ok(_) => Include::Apart,
            Err(refused) => Include::Refused(refused.message(path).into()),
        }
    }
}
