//! From names to directives, clauses and their values, and back.

use super::language::{Language, formatted_name, value_enum_name};
use backend::{Context, Fatal, Output, Rec};

pub(super) fn push(cx: &Context, out: &mut Output, language: &Language) -> Result<(), Fatal> {
    let prefix = &language.directive_prefix;
    push_kind(
        cx,
        out,
        language,
        "Directive",
        prefix,
        &language.directives,
        false,
    )?;
    push_name(out, language, "Directive", prefix, &language.directives)?;
    let prefix = &language.clause_prefix;
    push_kind(cx, out, language, "Clause", prefix, &language.clauses, true)?;
    push_name(out, language, "Clause", prefix, &language.clauses)?;
    push_values(cx, out, language)
}

/// The first that is the default.
fn default<'a>(members: &[Rec<'a>]) -> Result<Option<Rec<'a>>, Fatal> {
    for member in members {
        if member.bit("isDefault")? {
            return Ok(Some(*member));
        }
    }
    Ok(None)
}

/// Writes the function that finds a member by its name.
fn push_kind(
    cx: &Context,
    out: &mut Output,
    language: &Language,
    name: &str,
    prefix: &str,
    members: &[Rec],
    implicit_is_default: bool,
) -> Result<(), Fatal> {
    let Some(default) = default(members)? else {
        let message = format!("At least one {name} must be defined as default.");
        // The reference does not count errors without a place.
        cx.forgive(*language.def.records().fatal(message));
        return Ok(());
    };
    let default_name = formatted_name(default)?;
    let (space, language) = (&language.namespace, &language.name);
    write!(
        out,
        "\n{name} llvm::{space}::get{language}{name}Kind(llvm::StringRef Str) {{\n\
         \x20 return llvm::StringSwitch<{name}>(Str)\n"
    );
    for member in members {
        out.source(*member);
        let id = if implicit_is_default && member.bit("isImplicit")? {
            default_name.clone()
        } else {
            formatted_name(*member)?
        };
        writeln!(
            out,
            "    .Case(\"{}\",{prefix}{id})",
            member.string("name")?
        );
    }
    out.source(default);
    write!(out, "    .Default({prefix}{default_name});\n}}\n");
    out.no_source();
    Ok(())
}

/// Writes the function that gives a member's name.
fn push_name(
    out: &mut Output,
    language: &Language,
    name: &str,
    prefix: &str,
    members: &[Rec],
) -> Result<(), Fatal> {
    let (space, language) = (&language.namespace, &language.name);
    write!(
        out,
        "\nllvm::StringRef llvm::{space}::get{language}{name}Name({name} Kind) {{\n  switch (Kind) {{\n"
    );
    for member in members {
        out.source(*member);
        let mut text = member.string("alternativeName")?;
        if text.is_empty() {
            text = member.string("name")?;
        }
        let id = formatted_name(*member)?;
        write!(out, "    case {prefix}{id}:\n      return \"{text}\";\n");
    }
    out.no_source();
    write!(
        out,
        "  }}\n  llvm_unreachable(\"Invalid {language} {name} kind\");\n}}\n"
    );
    Ok(())
}

/// Writes both functions for the values of each clause.
fn push_values(cx: &Context, out: &mut Output, language: &Language) -> Result<(), Fatal> {
    for clause in &language.clauses {
        let values = clause.list_of_defs("allowedClauseValues")?;
        if values.is_empty() {
            continue;
        }
        let Some(default) = default(&values)? else {
            let name = formatted_name(*clause)?;
            let message = format!("At least one val in Clause {name} must be defined as default.");
            // The reference does not count errors without a place.
            cx.forgive(*language.def.records().fatal(message));
            return Ok(());
        };
        let Some(name) = value_enum_name(cx, *clause)? else {
            return Ok(());
        };
        let (space, language) = (&language.namespace, &language.name);
        out.source(*clause);
        write!(
            out,
            "\n{name} llvm::{space}::get{name}(llvm::StringRef Str) {{\n\
             \x20 return llvm::StringSwitch<{name}>(Str)\n"
        );
        for value in &values {
            out.source(*value);
            writeln!(
                out,
                "    .Case(\"{}\",{})",
                formatted_name(*value)?,
                value.name()
            );
        }
        out.source(default);
        write!(out, "    .Default({});\n}}\n", default.name());
        out.source(*clause);
        write!(
            out,
            "\nllvm::StringRef llvm::{space}::get{language}{name}Name(llvm::{space}::{name} x) {{\n  switch (x) {{\n"
        );
        for value in &values {
            out.source(*value);
            let text = formatted_name(*value)?;
            write!(
                out,
                "    case {}:\n      return \"{text}\";\n",
                value.name()
            );
        }
        out.source(*clause);
        write!(
            out,
            "  }}\n  llvm_unreachable(\"Invalid {language} {name} kind\");\n}}\n"
        );
        out.no_source();
    }
    Ok(())
}
