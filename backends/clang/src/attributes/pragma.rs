//! The rules by which `#pragma clang attribute` selects declarations, and the attributes that can be used with it.

use backend::{Context, Fatal, Rec, Records, Severity};
use elaborate::diagnostic::At;
use rustc_hash::FxHashMap;

use super::parsed::Late;
use super::spelling::Spelling;
use crate::hierarchy::{MAX_DEPTH, too_deep};

/// A subject match rule (`whole`), or a sub-rule of it (`part`) that matches some of the rule's subjects.
#[derive(Clone, Copy)]
pub(super) struct Rule<'a> {
    pub whole: Rec<'a>,
    pub part: Option<Rec<'a>>,
}

impl<'a> Rule<'a> {
    /// The record that lists the rule's subjects: the part's record if there is a part, and the record of the whole
    /// rule otherwise.
    pub(super) fn rec(self) -> Rec<'a> {
        self.part.unwrap_or(self.whole)
    }

    pub(super) fn records(self) -> impl Iterator<Item = Rec<'a>> {
        [self.whole].into_iter().chain(self.part)
    }

    pub(super) fn subjects(self) -> Result<Vec<Rec<'a>>, Fatal> {
        self.rec().list_of_defs("Subjects")
    }

    /// Whether the rule has no subjects. Such a rule only groups its parts.
    pub(super) fn is_abstract(self) -> Result<bool, Fatal> {
        Ok(self.subjects()?.is_empty())
    }

    /// Whether the rule is a negated part: it matches the subjects of the whole rule except the part's subjects.
    pub(super) fn is_negated(self) -> Result<bool, Fatal> {
        self.part.map_or(Ok(false), |part| part.bit("Negated"))
    }

    /// The language options under which the rule matches. If the part has a non-empty list of options, this list
    /// replaces the list of the whole rule.
    pub(super) fn languages(self) -> Result<Vec<Rec<'a>>, Fatal> {
        if let Some(part) = self.part {
            let languages = part.list_of_defs("LangOpts")?;
            if !languages.is_empty() {
                return Ok(languages);
            }
        }
        self.whole.list_of_defs("LangOpts")
    }

    /// The rule's spelling in source code, such as `variable(is_global)`.
    pub(super) fn spelling(self) -> Result<String, Fatal> {
        let name = self.whole.string("Name")?;
        Ok(match self.part {
            Some(_) => format!("{name}({})", self.part_spelling()?),
            None => name.into_owned(),
        })
    }

    /// The spelling of the part alone, such as `is_global` or `unless(is_union)`.
    pub(super) fn part_spelling(self) -> Result<String, Fatal> {
        let name = self.rec().string("Name")?;
        Ok(if self.is_negated()? {
            format!("unless({name})")
        } else {
            name.into_owned()
        })
    }

    /// The enumerator of the rule in Clang's `attr::SubjectMatchRule`.
    pub(super) fn enumerator(self) -> Result<String, Fatal> {
        let mut out = format!("SubjectMatchRule_{}", self.whole.string("Name")?);
        if let Some(part) = self.part {
            let not = if self.is_negated()? { "not_" } else { "" };
            out += &format!("_{not}{}", part.string("Name")?);
        }
        if self.is_abstract()? {
            out += "_abstract";
        }
        Ok(out)
    }
}

/// The rules that match a subject.
pub(super) enum Matching<'a> {
    One(Rule<'a>),
    /// An aggregate rule: the rules of all nodes that derive from the subject.
    Derived(Vec<Rule<'a>>),
}

impl<'a> Matching<'a> {
    pub(super) fn rules(&self) -> &[Rule<'a>] {
        match self {
            Matching::One(rule) => std::slice::from_ref(rule),
            Matching::Derived(rules) => rules,
        }
    }
}

/// All subject match rules.
pub(super) struct Rules<'a> {
    /// All rules and their parts. Each rule comes directly before its parts.
    pub all: Vec<Rule<'a>>,
    by_subject: FxHashMap<Rec<'a>, Matching<'a>>,
}

impl<'a> Rules<'a> {
    /// Reads the rules. Two rules for one subject are an error.
    pub(super) fn read(records: &'a Records) -> Result<Rules<'a>, Fatal> {
        let mut rules = Rules {
            all: Vec::new(),
            by_subject: FxHashMap::default(),
        };
        for whole in records.derived("AttrSubjectMatcherRule")? {
            rules.add(Rule { whole, part: None })?;
            for part in whole.list_of_defs("Constraints")? {
                rules.add(Rule {
                    whole,
                    part: Some(part),
                })?;
            }
        }
        let aggregates = records.derived("AttrSubjectMatcherAggregateRule")?;
        let decls = records.derived("DeclNode")?;
        for aggregate in aggregates {
            let subject = aggregate.def("Subject")?;
            let mut derived = Vec::new();
            for decl in &decls {
                if !derives_from(*decl, subject)? {
                    continue;
                }
                // Parts are left out: the whole rule matches everything that its parts match.
                if let Some(Matching::One(rule @ Rule { part: None, .. })) =
                    rules.by_subject.get(decl)
                {
                    derived.push(*rule);
                }
            }
            rules.insert(subject, Matching::Derived(derived), aggregate)?;
        }
        Ok(rules)
    }

    fn add(&mut self, rule: Rule<'a>) -> Result<(), Fatal> {
        self.all.push(rule);
        for subject in rule.subjects()? {
            self.insert(subject, Matching::One(rule), rule.whole)?;
        }
        Ok(())
    }

    /// Adds the rules that match a subject. `by` is the record that declares them. An error if the subject already has
    /// a rule: the reference's message names neither rule, but an editor shows the error at `by`.
    fn insert(
        &mut self,
        subject: Rec<'a>,
        matching: Matching<'a>,
        by: Rec<'a>,
    ) -> Result<(), Fatal> {
        let Some(other) = self.by_subject.insert(subject, matching) else {
            return Ok(());
        };
        let message = "Attribute subject match rules should not representsame attribute subjects.";
        let error = subject.records().fatal(message.to_owned());
        let error = error.near(&by.record().locs);
        let other = other.rules().first().map(|it| it.whole);
        let at = other.and_then(|it| it.record().locs.first().copied());
        let hint = format!("another rule for '{}' is here", subject.name());
        Err(Box::new(error.with_hint(at.map(At::start), hint)))
    }

    /// Whether an attribute can be used with the pragma.
    pub(super) fn support(&self, attr: Rec) -> Result<bool, Fatal> {
        if let Some(is_supported) = attr.bit_or_unset("PragmaAttributeSupport")? {
            return Ok(is_supported);
        }
        if Late::read(attr)? != Late::Never {
            return Ok(false);
        }
        let is_fit = |it: &Spelling| matches!(&*it.variety, "GNU" | "CXX11");
        if !Spelling::all(attr)?.iter().any(is_fit) || attr.is_unset("Subjects") {
            return Ok(false);
        }
        let subjects = declared_subjects(attr)?;
        let is_known = |it: &Rec| self.by_subject.contains_key(it);
        Ok(!subjects.is_empty() && subjects.iter().all(is_known))
    }

    /// The rules for each declaration that is a subject of `attr`. An error if a subject has no rule.
    pub(super) fn of_subjects(&self, attr: Rec<'a>) -> Result<Vec<&Matching<'a>>, Fatal> {
        let subjects = declared_subjects(attr)?.into_iter();
        let find = |it: Rec<'a>| {
            self.by_subject
                .get(&it)
                .ok_or_else(|| attr.fatal(format!("no subject match rule is for '{}'", it.name())))
        };
        subjects.map(find).collect()
    }
}

/// The subjects of an attribute that are declarations. The pragma ignores its other subjects.
fn declared_subjects<'a>(attr: Rec<'a>) -> Result<Vec<Rec<'a>>, Fatal> {
    let mut found = Vec::new();
    for subject in attr.def("Subjects")?.list_of_defs("Subjects")? {
        if is_declaration(subject)? {
            found.push(subject);
        }
    }
    Ok(found)
}

fn is_declaration(subject: Rec) -> Result<bool, Fatal> {
    let mut subject = subject;
    for _ in 0..MAX_DEPTH {
        if subject.is_a("DeclNode") || subject.is_a("DeclBase") || subject.name() == "DeclBase" {
            return Ok(true);
        }
        if !subject.is_a("SubsetSubject") {
            return Ok(false);
        }
        subject = subject.def("Base")?;
    }
    Err(too_deep(subject))
}

fn derives_from(decl: Rec, base: Rec) -> Result<bool, Fatal> {
    let mut decl = decl;
    for _ in 0..MAX_DEPTH {
        match decl.optional_def("Base")? {
            None => return Ok(false),
            Some(it) if it == base => return Ok(true),
            Some(it) => decl = it,
        }
    }
    Err(too_deep(decl))
}

/// A C++ expression that tests whether one of the language options `languages` is set. It is `true` if `languages` is
/// empty.
pub(super) fn language_test(cx: &Context, languages: &[Rec]) -> Result<String, Fatal> {
    let mut tests = Vec::new();
    for language in languages {
        let code = language.string("CustomCode")?;
        if code.is_empty() {
            tests.push(format!("LangOpts.{}", language.string("Name")?));
            continue;
        }
        if !language.string("Name")?.is_empty() {
            let message = "non-empty 'Name' field ignored because 'CustomCode' was supplied";
            cx.report(language.diagnostic(Severity::Warning, message.to_owned()));
        }
        tests.push(format!("({code})"));
    }
    Ok(if tests.is_empty() {
        "true".to_owned()
    } else {
        tests.join(" || ")
    })
}
