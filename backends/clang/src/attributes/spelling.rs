//! The spellings of an attribute in source code.

use std::borrow::Cow;
use std::fmt::Write;

use backend::{Fatal, Rec};
use rustc_hash::FxHashSet;

use super::changes;

/// A spelling of an attribute in one syntax.
#[derive(Clone)]
pub struct Spelling<'a> {
    /// The syntax: `GNU`, `CXX11`, `Pragma` and so on. Never `GCC` or `Clang`, because a record with such a variety is
    /// expanded to a spelling for each syntax.
    pub variety: Cow<'a, str>,
    /// The name without its scope.
    pub name: Cow<'a, str>,
    /// The scope, such as `clang`. Empty for syntaxes without scopes.
    pub namespace: Cow<'a, str>,
    /// Whether the variety of the spelling's record is `GCC`: GCC knows such a spelling, too.
    pub(super) known_to_gcc: bool,
    /// The record of the spelling. The spellings that a `GCC` or `Clang` record expands to share this record.
    pub(super) rec: Rec<'a>,
}

impl<'a> Spelling<'a> {
    /// All spellings in the field `Spellings` of a record. The position of a spelling in this list is Clang's index for
    /// the spelling.
    pub fn all(owner: Rec<'a>) -> Result<Vec<Spelling<'a>>, Fatal> {
        let mut found = Vec::new();
        for rec in owner.list_of_defs("Spellings")? {
            let (variety, name) = (rec.string("Variety")?, rec.string("Name")?);
            let known_to_gcc = variety == "GCC";
            let mut add = |variety: Cow<'a, str>, namespace: Cow<'a, str>| {
                found.push(Spelling {
                    variety,
                    name: name.clone(),
                    namespace,
                    known_to_gcc,
                    rec,
                });
            };
            let shared_namespaces: &[&str] = match &*variety {
                "GCC" => &["gnu"],
                "Clang" => &["clang"],
                it if changes::is_of_both_compilers(owner.records().release(), it) => {
                    &["clang", "gnu"]
                }
                "CXX11" | "C23" | "Pragma" => {
                    add(variety, rec.string("Namespace")?);
                    continue;
                }
                _ => {
                    add(variety, "".into());
                    continue;
                }
            };
            add("GNU".into(), "".into());
            for namespace in shared_namespaces {
                add("CXX11".into(), (*namespace).into());
            }
            if rec.bit("AllowInC")? {
                for namespace in shared_namespaces {
                    add("C23".into(), (*namespace).into());
                }
            }
        }
        Ok(found)
    }

    /// Whether the spelling is a keyword that is parsed like an attribute and is allowed in the same places.
    pub(super) fn is_regular_keyword(&self) -> Result<bool, Fatal> {
        Ok(self.variety == "Keyword" && !self.rec.bit("HasOwnParseRules")?)
    }

    /// The scope and the name of the spelling, joined by `::`, such as `clang::lifetimebound`. For GNU's syntax,
    /// `__name__` is reduced to `name`, because the two spellings are equivalent.
    pub fn scoped_name(&self) -> String {
        let mut out = String::new();
        if !self.namespace.is_empty() {
            out = format!("{}::", self.namespace);
        }
        out + match &*self.variety {
            "GNU" => without_both_underscores(&self.name),
            _ => &self.name,
        }
    }

    /// The index in `list` of an equal spelling. An error at `owner` if `list` has no equal spelling.
    pub(super) fn index_in(&self, list: &[Spelling], owner: Rec) -> Result<usize, Fatal> {
        let is_same = |it: &Spelling| {
            it.variety == self.variety && it.namespace == self.namespace && it.name == self.name
        };
        list.iter().position(is_same).ok_or_else(|| {
            let message = format!(
                "'{}' is not a spelling of the attribute",
                self.scoped_name()
            );
            owner.fatal(message)
        })
    }
}

/// The first spelling with each name.
pub(super) fn unique_names<'s, 'a>(spellings: &'s [Spelling<'a>]) -> Vec<&'s Spelling<'a>> {
    let mut seen = FxHashSet::default();
    let is_new = |it: &&Spelling| seen.insert(it.name.to_string());
    spellings.iter().filter(is_new).collect()
}

/// Whether Clang must distinguish the spellings of an attribute: whether their names differ in more than leading and
/// trailing underscores.
pub(super) fn are_semantic(spellings: &[Spelling]) -> bool {
    let mut names = spellings.iter().map(|it| trimmed(&it.name));
    let first = names.next();
    names.any(|name| Some(name) != first)
}

/// The name without leading and trailing underscores.
pub(super) fn trimmed(name: &str) -> &str {
    name.trim_matches('_')
}

/// The name without a leading `__` and without a trailing `__`. Each is removed even if the other is missing.
pub(super) fn normalized(name: &str) -> &str {
    let name = name.strip_prefix("__").unwrap_or(name);
    name.strip_suffix("__").unwrap_or(name)
}

/// The name without the leading and the trailing `__`, if it has both.
fn without_both_underscores(name: &str) -> &str {
    if name.starts_with("__") && name.ends_with("__") {
        name.get(2..name.len().saturating_sub(2)).unwrap_or("")
    } else {
        name
    }
}

/// The enumerators of an attribute's spellings in the generated `enum Spelling`, by the index of the spelling.
pub(super) struct SemanticSpellings {
    names: Vec<String>,
}

impl SemanticSpellings {
    pub(super) fn new(spellings: &[Spelling]) -> SemanticSpellings {
        let name = |it: &Spelling| {
            let mut name = format!("{}_", it.variety);
            if !it.namespace.is_empty() {
                let _ = write!(name, "{}_", trimmed(&it.namespace));
            }
            name + trimmed(&it.name)
        };
        SemanticSpellings {
            names: spellings.iter().map(name).collect(),
        }
    }

    /// The enumerator of the spelling with this index.
    pub(super) fn name(&self, index: usize) -> &str {
        &self.names[index]
    }

    /// The distinct enumerators, each with the index of its first spelling.
    pub(super) fn unique(&self) -> Vec<(usize, &str)> {
        let mut seen = FxHashSet::default();
        let all = self.names.iter().map(String::as_str).enumerate();
        all.filter(|(_, name)| seen.insert(*name)).collect()
    }

    /// The declaration of the enumeration. Its values are indices of spellings.
    pub(super) fn declaration(&self) -> String {
        let enumerators = self.unique().into_iter();
        let enumerators = enumerators.map(|(index, name)| format!("    {name} = {index}"));
        let enumerators: Vec<_> = enumerators.collect();
        format!(
            "  enum Spelling {{\n{},\n  SpellingNotCalculated = 15\n\n  }};\n\n",
            enumerators.join(",\n")
        )
    }

    /// A C++ `switch` over `variable`, the index of a spelling, that returns the enumerator.
    pub(super) fn switch(&self, variable: &str) -> String {
        let mut out = format!(
            "  switch ({variable}) {{\n    \
             default: llvm_unreachable(\"Unknown spelling list index\");\n"
        );
        for (index, name) in self.names.iter().enumerate() {
            let _ = writeln!(out, "    case {index}: return {name};");
        }
        out + "  }\n"
    }
}
