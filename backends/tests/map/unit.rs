//! A unit as it is before or after an edit.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use backends::{Rec, Records};
use elaborate::diagnostic::Severity;
use elaborate::record::print::record;
use elaborate::records::Release;
use elaborate::sequential;
use elaborate::unit::{Files, UnitSpec, load};
use elaborate::value::print::value_unquoted;
use elaborate::value::{Node, ValueId};

use crate::cases::{Case, Edit};

pub(crate) struct Unit {
    pub records: Records,
    /// Classes and records: a backend may depend on either.
    texts: HashMap<String, String>,
    /// By name of a class or record, the names of those that read it.
    readers: HashMap<String, Vec<String>>,
}

/// The corpus with some words replaced.
struct Edited<'a> {
    corpus: &'a str,
    edit: Option<Edit>,
}

impl Files for Edited<'_> {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        let text = std::fs::read_to_string(format!("{}/{path}", self.corpus)).ok()?;
        Some(match self.edit {
            Some((from, to)) => replace_words(&text, from, to).into(),
            None => text.into(),
        })
    }
}

/// Replaces a text where it does not begin or end within a word.
fn replace_words(text: &str, from: &str, to: &str) -> String {
    let is_word = |it: char| it.is_alphanumeric() || it == '_';
    let mut out = String::new();
    let mut done = 0;
    for (at, found) in text.match_indices(from) {
        let inner = from.chars().next().is_some_and(is_word)
            && text[..at].chars().next_back().is_some_and(is_word);
        let outer = from.chars().next_back().is_some_and(is_word)
            && text[at + found.len()..].chars().next().is_some_and(is_word);
        if !inner && !outer {
            out += &text[done..at];
            out += to;
            done = at + found.len();
        }
    }
    out + &text[done..]
}

impl Unit {
    /// Reads the root of a case. Fails if there are errors in it.
    pub(crate) fn read(corpus: &str, case: &Case, edit: Option<Edit>) -> Result<Unit, String> {
        let files = Edited { corpus, edit };
        let text = files.read(case.root).expect("the root");
        Unit::parse(case.root, text, case.folders, &files)
    }

    /// Reads a text as a root. Fails if there are errors in it.
    pub(crate) fn parse(
        root: &str,
        text: Arc<str>,
        folders: &[&str],
        files: &dyn Files,
    ) -> Result<Unit, String> {
        let spec = UnitSpec {
            root: root.to_owned(),
            include_dirs: folders.iter().map(|it| (*it).to_owned()).collect(),
            macros: Vec::new(),
        };
        let unit = load(&spec, text, files);
        let elaborated = sequential::run(Arc::default(), &unit, Release::V19);
        let diagnostics = elaborated.diagnostics.iter().map(|it| &it.1);
        let errors = diagnostics.filter(|it| it.severity == Severity::Error);
        let errors: Vec<_> = errors.map(|it| &it.message).collect();
        if !errors.is_empty() {
            return Err(format!("{root} has errors: {errors:?}"));
        }
        let records = elaborated.records;
        let all = || records.classes().chain(records.defs());
        let text = |rec: Rec| record(&records.names(), rec.record());
        let texts: HashMap<_, _> = all()
            .map(|rec| (rec.name().to_owned(), text(rec)))
            .collect();
        let mut readers: HashMap<String, Vec<String>> = HashMap::new();
        for rec in all() {
            for name in read_by(rec) {
                if name != rec.name() && texts.contains_key(&name) {
                    readers.entry(name).or_default().push(rec.name().to_owned());
                }
            }
        }
        Ok(Unit {
            records,
            texts,
            readers,
        })
    }

    /// The names of all classes and records that have one.
    pub(crate) fn names(&self) -> HashSet<&str> {
        let named = self
            .records
            .classes()
            .chain(self.records.defs())
            .filter(|it| !it.is_anonymous());
        named.map(|it| it.name()).collect()
    }

    /// The records that differ in `other`, and those that read them, directly or through others.
    pub(crate) fn changed(&self, other: &Unit) -> BTreeSet<String> {
        let edited = self
            .texts
            .iter()
            .filter(|(name, text)| other.texts.get(*name) != Some(text));
        let mut rest: Vec<&str> = edited.map(|(name, _)| &**name).collect();
        let mut changed = BTreeSet::new();
        while let Some(name) = rest.pop() {
            if changed.insert(name.to_owned()) {
                rest.extend(self.readers.get(name).into_iter().flatten().map(|it| &**it));
            }
        }
        changed
    }
}

/// The records that a record mentions: its superclasses, the records in its values, and texts that are names.
fn read_by(rec: Rec) -> HashSet<String> {
    let records = rec.records();
    let mut names: HashSet<String> = rec.superclasses().map(|it| it.name().to_owned()).collect();
    let fields = rec.record().fields();
    let mut rest: Vec<ValueId> = fields.filter_map(|it| it.value).collect();
    while let Some(v) = rest.pop() {
        match records.node(v) {
            Node::Def(name) => {
                names.insert(value_unquoted(&records.names(), *name).into_owned());
            }
            Node::Str(text) => {
                names.insert(text.to_string());
            }
            Node::List(elems) | Node::Bits(elems) => rest.extend(elems),
            Node::Dag { op, args, .. } => {
                rest.push(*op);
                rest.extend(args.iter().map(|(arg, _)| *arg));
            }
            _ => {}
        }
    }
    names
}
