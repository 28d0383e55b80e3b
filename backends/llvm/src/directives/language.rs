//! A language of directives, such as OpenMP.

use std::borrow::Cow;

use rustc_hash::FxHashSet;

use backend::{Context, Fatal, Output, Rec, Release};

/// A language with its directives and clauses.
pub(super) struct Language<'a> {
    pub def: Rec<'a>,
    pub name: String,
    pub namespace: String,
    pub directive_prefix: String,
    pub clause_prefix: String,
    pub directives: Vec<Rec<'a>>,
    pub clauses: Vec<Rec<'a>>,
    pub release: Release,
}

/// A closed range of versions of a language.
pub(super) type Versions = (i32, i32);

pub(super) const ALL_VERSIONS: Versions = (0, i32::MAX);

/// The names of a directive or clause, each with the versions that have it.
pub(super) fn spellings<'a>(rec: Rec<'a>) -> Result<Vec<(Cow<'a, str>, Versions)>, Fatal> {
    let mut spellings = Vec::new();
    for spelling in rec.list_of_defs("spellings")? {
        let versions = (
            int32(spelling, "minVersion")?,
            int32(spelling, "maxVersion")?,
        );
        spellings.push((spelling.string("spelling")?, versions));
    }
    Ok(spellings)
}

/// The name of a directive or clause in the oldest version of the language that has a name for it: the first name if
/// there are several, or `not found` if no version has a name. Before LLVM 21, there is only one name.
pub(super) fn first_spelling<'a>(rec: Rec<'a>) -> Result<Cow<'a, str>, Fatal> {
    if rec.records().release() < Release::V21 {
        return rec.string("name");
    }
    // `min_by_key` returns the first of several minimums.
    let oldest = spellings(rec)?.into_iter().min_by_key(|it| it.1.0);
    let oldest = oldest.filter(|it| it.1.0 < i32::MAX);
    Ok(oldest.map_or("not found".into(), |it| it.0))
}

/// A name converted to camel case; words are split at `separators`.
pub(super) fn camel_case(name: &str, separators: &str, release: Release) -> String {
    let mut upper = true;
    let mut camel = String::new();
    for letter in name.chars() {
        if separators.contains(letter) {
            // Before LLVM 21, a separator in the position of a word's first letter prevents the capital letter.
            upper = !upper || release >= Release::V21;
        } else if upper {
            camel.push(letter.to_ascii_uppercase());
            upper = false;
        } else {
            camel.push(letter);
        }
    }
    camel
}

/// The fields of a directive that list its clauses.
pub(super) const ALLOWED: [&str; 4] = [
    "allowedClauses",
    "allowedOnceClauses",
    "allowedExclusiveClauses",
    "requiredClauses",
];

impl<'a> Language<'a> {
    /// Reads the language and checks its directives. An error if there is not exactly one language.
    pub(super) fn read(cx: &Context<'a>) -> Result<Language<'a>, Fatal> {
        let records = cx.records;
        let [def] = records.derived("DirectiveLanguage")?[..] else {
            let message = "A single definition of DirectiveLanguage is needed.";
            return Err(records.fatal(message.to_owned()));
        };
        let directives = records.derived("Directive")?;
        for directive in &directives {
            check_clauses(cx, *directive)?;
        }
        let text = |field| def.string(field).map(String::from);
        Ok(Language {
            def,
            name: text("name")?,
            namespace: text("cppNamespace")?,
            directive_prefix: text("directivePrefix")?,
            clause_prefix: text("clausePrefix")?,
            directives,
            clauses: records.derived("Clause")?,
            release: cx.release(),
        })
    }

    /// The enumerator of a directive, qualified by its namespaces.
    pub(super) fn directive_name(&self, directive: Rec) -> Result<String, Fatal> {
        let (space, prefix) = (&self.namespace, &self.directive_prefix);
        Ok(format!(
            "llvm::{space}::{prefix}{}",
            formatted_name(directive)?
        ))
    }

    /// The qualifier of an enumerator. Since LLVM 21 it is empty, because the functions are in the same namespace as
    /// the enumerations.
    pub(super) fn enum_scope(&self) -> String {
        if self.release >= Release::V21 {
            String::new()
        } else {
            format!("llvm::{}::", self.namespace)
        }
    }

    /// The largest number of leaves that a directive has.
    pub(super) fn max_leaf_count(&self) -> Result<usize, Fatal> {
        let mut most = 0;
        for directive in &self.directives {
            most = most.max(directive.list_of_defs("leafConstructs")?.len());
        }
        Ok(most)
    }

    /// The nested namespaces, from the outermost to the innermost. Since LLVM 22 they are written as one qualified
    /// name.
    fn namespaces(&self) -> impl DoubleEndedIterator<Item = &str> {
        let (release, mut all) = (self.release, self.namespace.as_str());
        if release >= Release::V22 {
            all = all.strip_prefix("::").unwrap_or(all);
        }
        // Before LLVM 22, each colon is a separator, and empty names are dropped.
        let names = all.split(move |it| it == ':' && release < Release::V22);
        names.filter(|it| !it.is_empty())
    }

    /// Whether the language has namespaces inside `llvm`.
    pub(super) fn has_namespaces(&self) -> bool {
        self.namespaces().next().is_some()
    }

    pub(super) fn open_namespaces(&self, out: &mut Output) {
        for name in self.namespaces() {
            writeln!(out, "namespace {name} {{");
        }
    }

    pub(super) fn close_namespaces(&self, out: &mut Output) {
        for name in self.namespaces().rev() {
            writeln!(out, "}} // namespace {name}");
        }
    }
}

/// The name that a record gives to its directive, clause, enumerator or language, with underscores in place of blanks.
pub(super) fn formatted_name<'a>(rec: Rec<'a>) -> Result<Cow<'a, str>, Fatal> {
    let has_spellings = rec.records().release() >= Release::V21 && rec.field("name").is_none();
    let name = if has_spellings {
        first_spelling(rec)?
    } else {
        rec.string("name")?
    };
    Ok(if name.contains(' ') {
        name.replace(' ', "_").into()
    } else {
        name
    })
}

/// An integer field, truncated to 32 bits.
pub(super) fn int32(rec: Rec, field: &str) -> Result<i32, Fatal> {
    Ok(rec.int(field)? as i32)
}

/// The name of the enumeration of a clause's values. If the record names no enumeration, an error is reported, and the
/// result is `None`.
pub(super) fn value_enum_name(
    cx: &Context,
    clause: Rec,
    is_definition: bool,
) -> Result<Option<String>, Fatal> {
    let name = clause.string("enumClauseValue")?;
    if name.is_empty() {
        let clause_name = if is_definition && cx.release() >= Release::V21 {
            clause.name().into()
        } else {
            formatted_name(clause)?
        };
        let message = format!("enumClauseValue field not set in Clause{clause_name}.");
        // The reference does not count errors without a location, so this error does not make the run fail.
        cx.forgive(*clause.records().fatal(message));
        return Ok(None);
    }
    Ok(Some(name.into_owned()))
}

/// The name of a directive or a clause in messages. Since LLVM 21 it is the name of the record, because a directive or
/// clause may have several spellings.
pub(super) fn name_in_message(rec: Rec, release: Release) -> Result<String, Fatal> {
    if release >= Release::V21 {
        Ok(rec.name().to_owned())
    } else {
        Ok(rec.string("name")?.into_owned())
    }
}

/// Checks that no clause occurs twice in the three lists of allowed clauses together, or twice in `allowedClauses` and
/// `requiredClauses` together.
fn check_clauses(cx: &Context, directive: Rec) -> Result<(), Fatal> {
    let [allowed, once, exclusive, required] = ALLOWED;
    let allowed_twice = report_repeated(cx, directive, &[allowed, once, exclusive])?;
    if report_repeated(cx, directive, &[allowed, required])? || allowed_twice {
        return Err(directive.records().fatal(format!(
            "One or more clauses are defined multiple times on directive {}",
            directive.name()
        )));
    }
    Ok(())
}

/// Reports clauses that occur more than once in the lists. Stops after the first list with such a clause. Returns
/// whether a clause was reported.
fn report_repeated(cx: &Context, directive: Rec, lists: &[&str]) -> Result<bool, Fatal> {
    let mut seen = FxHashSet::default();
    for list in lists {
        let mut repeated = false;
        for versioned in directive.list_of_defs(list)? {
            let clause = versioned.def("clause")?;
            if seen.insert(name_in_message(clause, cx.release())?) {
                continue;
            }
            let (clause, directive) = (clause.name(), directive.name());
            let message = format!("Clause {clause} already defined on directive {directive}");
            cx.report(*versioned.records().fatal(message));
            repeated = true;
        }
        if repeated {
            return Ok(true);
        }
    }
    Ok(false)
}
