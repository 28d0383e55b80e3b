//! The cache of parses, which are reused when a unit is read again.

use std::cell::RefCell;
use std::sync::Arc;

use rowan::TextRange;
use rustc_hash::FxHashMap;
use syntax::{Edit, FlatTree, Include, Macros, Parse, Severity, SyntaxError};

use super::boundaries::Boundaries;
use crate::error_extent::{ErrorExtent, error_extents};
use crate::facts::Facts;
use crate::hir::{LoweredFile, lower};

/// The parse of a file's text, and the questions to the preprocessor that arose during parsing.
#[derive(Debug)]
pub(super) struct Parsed {
    text: Arc<str>,
    /// The syntax tree. `None` if the text has no errors and trees are not needed for editing.
    tree: Option<Parse>,
    /// The questions to the preprocessor and their answers, in the order of the text. The same text with equal answers
    /// gives the same parse.
    pub asked: Vec<Asked>,
    pub lowered: Arc<LoweredFile>,
    pub error_extents: Arc<[ErrorExtent]>,
    /// How statements of the text may continue in other texts.
    pub boundaries: Boundaries,
    /// See [`crate::sources::Source::facts`].
    pub facts: Arc<Facts>,
}

impl Parsed {
    /// The parse of a file that may be edited. If the text is very long, statements that would take too much memory are
    /// left out.
    pub(super) fn with_tree(text: Arc<str>, parse: Parse, asked: Vec<Asked>) -> Parsed {
        let lowered = lower::lower_most(&parse, most_parts(&text));
        Parsed::new(text, parse, asked, lowered)
    }

    /// The parse of a file that is read only once.
    pub(super) fn once(tree: &FlatTree) -> Parsed {
        // The cache does not contain this parse, so its text is not needed.
        let text = Arc::default();
        if !tree.errors().is_empty() {
            let parse = tree.to_parse();
            let lowered = lower::lower(&parse);
            return Parsed::new(text, parse, Vec::new(), lowered);
        }
        Parsed {
            text,
            tree: None,
            asked: Vec::new(),
            lowered: Arc::new(lower::lower_flat(tree)),
            error_extents: Arc::default(),
            boundaries: Boundaries::default(),
            facts: Arc::default(),
        }
    }

    /// The parse after an edit. `None` if there is no tree, or if the edit may affect preprocessor directives.
    fn edited(&self, new_text: &Arc<str>, edit: &Edit) -> Option<Parsed> {
        let old = self.tree()?;
        let parse = syntax::reparse_within(old, new_text, edit)?;
        let lowered = lower::lower_again(&parse, old, &self.lowered, most_parts(new_text));
        Some(Parsed::new(
            new_text.clone(),
            parse,
            self.asked.clone(),
            lowered,
        ))
    }

    fn new(text: Arc<str>, parse: Parse, asked: Vec<Asked>, lowered: LoweredFile) -> Parsed {
        Parsed {
            text,
            lowered: Arc::new(lowered),
            error_extents: error_extents(&parse).into(),
            boundaries: Boundaries::new(&parse),
            tree: Some(parse),
            asked,
            facts: Arc::default(),
        }
    }

    /// The syntax tree. `None` if the text has no errors and trees are not needed for editing.
    pub(super) fn tree(&self) -> Option<&Parse> {
        self.tree.as_ref()
    }

    /// The syntax errors, and a warning if statements were left out.
    pub(super) fn errors(&self) -> Arc<[SyntaxError]> {
        let Some(tree) = self.tree() else {
            return Arc::default();
        };
        let left_out = self.lowered.left_out.map(left_out);
        tree.errors().iter().cloned().chain(left_out).collect()
    }
}

/// The largest number of statement parts that are lowered from a text, see [`lower::lower_most`]. The largest file of
/// LLVM 19 has 79,164 parts.
fn most_parts(text: &str) -> usize {
    const ALWAYS: usize = 250_000;
    /// The limit for a long text is one part for each `BYTES` bytes. A part takes about 150 bytes in addition to its
    /// syntax tree.
    const BYTES: usize = 40;
    ALWAYS.max(text.len() / BYTES)
}

/// The warning at the first statement that is left out of a text that is too large.
fn left_out(at: u32) -> SyntaxError {
    let at = at.into();
    SyntaxError {
        message: "this file is too large: the statements from here on are left out, and only the \
                  syntax is checked"
            .into(),
        range: TextRange::empty(at),
        at,
        lexical: false,
        severity: Severity::Warning,
        releases: syntax::Releases::ALL,
        notes: Vec::new(),
        of_include: false,
        missing_before: false,
        plainly: None,
    }
}

/// A question to the preprocessor together with the answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Asked {
    IsDefined(String, bool),
    Define(String, bool),
    /// The path, which is `None` if its string literal is invalid, and the error message if no file was included.
    Include(Option<String>, Option<String>),
}

impl Asked {
    /// Asks `macros` the same question again. The answer may differ.
    pub(super) fn ask(&self, macros: &mut dyn Macros) -> Asked {
        match self {
            Asked::IsDefined(name, _) => Asked::IsDefined(name.clone(), macros.is_defined(name)),
            Asked::Define(name, _) => Asked::Define(name.clone(), macros.define(name)),
            Asked::Include(path, _) => Asked::include(path.as_deref(), macros).0,
        }
    }

    fn include(path: Option<&str>, macros: &mut dyn Macros) -> (Asked, Include) {
        let answer = macros.include(path);
        let refused = match &answer {
            Include::Refused(message) => Some(message.to_string()),
            Include::Apart | Include::Text(_) => None,
        };
        (Asked::Include(path.map(str::to_owned), refused), answer)
    }
}

/// Passes questions to the preprocessor on to `macros`, and records them with the answers.
pub(super) struct Recorder<'m> {
    macros: &'m mut dyn Macros,
    asked: RefCell<Vec<Asked>>,
}

impl<'m> Recorder<'m> {
    pub(super) fn new(macros: &'m mut dyn Macros) -> Recorder<'m> {
        Recorder {
            macros,
            asked: RefCell::default(),
        }
    }

    pub(super) fn into_asked(self) -> Vec<Asked> {
        self.asked.into_inner()
    }
}

impl Macros for Recorder<'_> {
    fn is_defined(&self, name: &str) -> bool {
        let answer = self.macros.is_defined(name);
        let asked = Asked::IsDefined(name.to_owned(), answer);
        self.asked.borrow_mut().push(asked);
        answer
    }

    fn define(&mut self, name: &str) -> bool {
        let answer = self.macros.define(name);
        self.asked
            .get_mut()
            .push(Asked::Define(name.to_owned(), answer));
        answer
    }

    fn include(&mut self, path: Option<&str>) -> Include {
        let (asked, answer) = Asked::include(path, self.macros);
        self.asked.get_mut().push(asked);
        answer
    }

    fn leave(&mut self) {
        self.macros.leave();
    }
}

/// The parses of the files of a unit. A file that is included under different macros has several parses.
#[derive(Debug, Default)]
pub struct ParseCache {
    files: FxHashMap<String, Vec<Kept>>,
    /// The parses of spliced texts, keyed by the path of the including file.
    spliced: FxHashMap<String, Vec<Kept>>,
}

#[derive(Debug)]
struct Kept {
    parsed: Arc<Parsed>,
    used: bool,
}

impl ParseCache {
    /// Updates the parses of a file after an edit, incrementally where possible. Parses that cannot be updated are
    /// dropped.
    pub fn edit(&mut self, path: &str, old: &Arc<str>, new: &Arc<str>, edit: &Edit) {
        let Some(kept) = self.files.get_mut(path) else {
            return;
        };
        kept.retain_mut(|it| {
            if !same_text(&it.parsed.text, old) {
                return true;
            }
            match it.parsed.edited(new, edit) {
                Some(edited) => {
                    it.parsed = Arc::new(edited);
                    true
                }
                None => false,
            }
        });
    }

    /// The cached parses of the file `path` whose text is `text`.
    pub(super) fn of_text(&self, path: &str, text: &Arc<str>) -> Vec<Arc<Parsed>> {
        let kept = self.files.get(path).into_iter().flatten();
        let same = kept.filter(|it| same_text(&it.parsed.text, text));
        same.map(|it| it.parsed.clone()).collect()
    }

    pub(super) fn put(&mut self, path: &str, parsed: Arc<Parsed>) {
        let kept = self.files.entry(path.to_owned()).or_default();
        kept.push(Kept { parsed, used: true });
    }

    /// Adds a parse, which may be used when the unit is read.
    pub(super) fn put_ahead(&mut self, path: &str, parsed: Parsed) {
        let kept = self.files.entry(path.to_owned()).or_default();
        kept.push(Kept {
            parsed: Arc::new(parsed),
            used: false,
        });
    }

    /// Whether no file was parsed yet.
    pub(super) fn is_empty(&self) -> bool {
        self.files.is_empty() && self.spliced.is_empty()
    }

    pub(super) fn mark_used(&mut self, path: &str, parsed: &Arc<Parsed>) {
        let kept = self.files.get_mut(path).into_iter().flatten();
        for it in kept.filter(|it| Arc::ptr_eq(&it.parsed, parsed)) {
            it.used = true;
        }
    }

    /// The parse of a spliced text. `parse` is called if no parse of the text is cached.
    pub(super) fn spliced(
        &mut self,
        path: &str,
        text: &Arc<str>,
        asked: Vec<Asked>,
        parse: impl FnOnce() -> Parse,
    ) -> Arc<Parsed> {
        let kept = self.spliced.entry(path.to_owned()).or_default();
        let is_it = |it: &&mut Kept| it.parsed.text == *text && it.parsed.asked == asked;
        if let Some(known) = kept.iter_mut().find(is_it) {
            known.used = true;
            return known.parsed.clone();
        }
        let parsed = Arc::new(Parsed::with_tree(text.clone(), parse(), asked));
        kept.push(Kept {
            parsed: parsed.clone(),
            used: true,
        });
        parsed
    }

    /// Drops the parses that the last reading of the unit did not use.
    pub(super) fn drop_unused(&mut self) {
        for files in [&mut self.files, &mut self.spliced] {
            for kept in files.values_mut() {
                kept.retain_mut(|it| std::mem::take(&mut it.used));
            }
            files.retain(|_, kept| !kept.is_empty());
        }
    }
}

fn same_text(a: &Arc<str>, b: &Arc<str>) -> bool {
    Arc::ptr_eq(a, b) || a == b
}
