//! The subjects of attributes: the declarations and statements to which an attribute may be applied.

use std::borrow::Cow;

use backend::text::SPACES;
use backend::{Context, Fatal, Output, Rec, Severity, bail};
use rustc_hash::FxHashSet;

use super::super::parsed::Parsed;
use super::super::pragma::Rules;
use crate::hierarchy::{MAX_DEPTH, too_deep};

/// Writes a test function for each subject that is a subset of a node (`SubsetSubject`).
pub(super) fn push_tests(parsed: &Parsed, out: &mut Output) -> Result<(), Fatal> {
    let mut seen = FxHashSet::default();
    for kind in &parsed.kinds {
        if kind.attr.is_unset("Subjects") {
            continue;
        }
        for subject in kind.attr.def("Subjects")?.list_of_defs("Subjects")? {
            if !subject.is_a("SubsetSubject") || seen.contains(&subject) {
                continue;
            }
            let base = subject.def("Base")?;
            if base.is_a("SubsetSubject") {
                bail!(
                    subject,
                    "SubsetSubjects within SubsetSubjects is not supported"
                );
            }
            out.source(subject);
            write!(
                out,
                "static bool is{}(const Decl *D) {{
  if (const auto *S = dyn_cast<{}>(D))
    return {};
  return false;
}}

",
                subject.name(),
                class_of(base),
                subject.string("CheckCode")?
            );
            out.no_source();
            seen.insert(subject);
        }
    }
    Ok(())
}

/// The C++ class of a declaration node.
fn class_of(node: Rec) -> String {
    match node.name() {
        "DeclBase" => "Decl".to_owned(),
        name => format!("{name}Decl"),
    }
}

/// A C++ expression that tests whether the declaration `D` is a certain subject.
fn declaration_test(subject: Rec) -> String {
    if subject.is_a("SubsetSubject") {
        format!("is{}(D)", subject.name())
    } else {
        format!("isa<{}>(D)", class_of(subject))
    }
}

/// Writes the functions that check the subject of an attribute. An attribute without subjects is not checked.
pub(super) fn push_checks(cx: &Context, attr: Rec, out: &mut Output) -> Result<(), Fatal> {
    if attr.is_unset("Subjects") {
        return Ok(());
    }
    let list = attr.def("Subjects")?;
    let subjects = list.list_of_defs("Subjects")?;
    if subjects.is_empty() {
        return Ok(());
    }
    let warns = list.def("Diag")?.bit("Warn")?;
    let is_statement = |it: &&Rec| it.is_a("StmtNode");
    let is_declaration = |it: &&Rec| it.is_a("SubsetSubject") || !is_statement(it);
    let declarations = subjects.iter().filter(is_declaration);
    let declarations: Vec<_> = declarations.map(|it| declaration_test(*it)).collect();
    let statements = subjects.iter().filter(is_statement);
    let statements: Vec<_> = statements
        .map(|it| format!("isa<{}>(St)", it.name()))
        .collect();
    if declarations.is_empty() {
        out.push(
            "bool diagAppertainsToDecl(Sema &S, const ParsedAttr &AL, const Decl *D) const override {
  S.Diag(AL.getLoc(), diag::err_attribute_invalid_on_decl)
    << AL << AL.isRegularKeywordAttribute() << D->getLocation();
  return false;
}

",
        );
    } else {
        push_check(cx, list, warns, "Decl", "Decl *D", &declarations, out)?;
    }
    if statements.is_empty() {
        out.push(
            "bool diagAppertainsToStmt(Sema &S, const ParsedAttr &AL, const Stmt *St) const override {
  S.Diag(AL.getLoc(), diag::err_decl_attribute_invalid_on_stmt)
    << AL << AL.isRegularKeywordAttribute() << St->getBeginLoc();
  return false;
}

",
        );
    } else {
        push_check(cx, list, warns, "Stmt", "Stmt *St", &statements, out)?;
    }
    Ok(())
}

/// Writes a function that reports a diagnostic if all of the tests fail.
fn push_check(
    cx: &Context,
    list: Rec,
    warns: bool,
    what: &str,
    parameter: &str,
    tests: &[String],
    out: &mut Output,
) -> Result<(), Fatal> {
    let tests: Vec<_> = tests.iter().map(|it| format!("!{it}")).collect();
    let severity = if warns { "warn" } else { "err" };
    write!(
        out,
        "bool diagAppertainsTo{what}(Sema &S, const ParsedAttr &Attr, const {parameter}) const override {{
  if ({}) {{
    S.Diag(Attr.getLoc(), diag::{severity}_attribute_wrong_decl_type_str)
      << Attr << Attr.isRegularKeywordAttribute() << {};
    return false;
  }}
  return true;
}}

",
        tests.join(" && "),
        expected(cx, list)?
    );
    Ok(())
}

/// The description of the expected subjects in messages, as a C++ string literal.
fn expected(cx: &Context, list: Rec) -> Result<String, Fatal> {
    let custom = list.string("CustomDiag")?;
    if !custom.is_empty() {
        return Ok(format!("\"{custom}\""));
    }
    let mut words = Vec::new();
    for subject in list.list_of_defs("Subjects")? {
        let spelling = spelling_of(subject)?;
        if spelling.is_empty() {
            let message = format!(
                "Could not determine diagnostic spelling for the node: {}; \
                 please add one to DeclNodes.td",
                subject.name()
            );
            cx.report(subject.diagnostic(Severity::Error, message));
        }
        let parts = spelling.split(',').filter(|it| !it.is_empty());
        words.extend(parts.map(|it| it.trim_matches(SPACES).to_owned()));
    }
    let words = match &words[..] {
        [] => bail!(
            list,
            "Could not deduce diagnostic argument for Attr subjects"
        ),
        [one] => one.clone(),
        [first, second] => format!("{first} and {second}"),
        [before @ .., last] => format!("{}, and {last}", before.join(", ")),
    };
    Ok(format!("\"{words}\""))
}

/// The description of a node in messages. A node without a description gets the description of the nearest base that
/// has one. Empty if neither the node nor a base has a description.
fn spelling_of(node: Rec<'_>) -> Result<Cow<'_, str>, Fatal> {
    let mut node = node;
    for _ in 0..MAX_DEPTH {
        let spelling = node.string("DiagSpelling")?;
        if !spelling.is_empty() {
            return Ok(spelling);
        }
        match node.optional_def("Base")? {
            Some(base) => node = base,
            None => return Ok("".into()),
        }
    }
    Err(too_deep(node))
}

/// Writes the function that checks whether a rule of `#pragma clang attribute` applies to a declaration.
pub(super) fn push_rules(rules: &Rules, out: &mut Output) -> Result<(), Fatal> {
    out.push(
        "static bool checkAttributeMatchRuleAppliesTo(const Decl *D, attr::SubjectMatchRule rule) {
  switch (rule) {
",
    );
    for rule in &rules.all {
        out.sources(|| rule.records());
        writeln!(out, "  case attr::{}:", rule.enumerator()?);
        if rule.is_abstract()? {
            out.push(
                "    assert(false && \"Abstract matcher rule isn't allowed\");
    return false;
",
            );
            continue;
        }
        let tests: Vec<_> = rule.subjects()?.into_iter().map(declaration_test).collect();
        writeln!(out, "    return {};", tests.join(" || "));
    }
    out.no_source();
    out.push("  }\n  llvm_unreachable(\"Invalid match rule\");\nreturn false;\n}\n\n");
    Ok(())
}
