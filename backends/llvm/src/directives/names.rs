//! Functions that convert between names and directives, clauses and values of clauses.

use super::language::{ALL_VERSIONS, Language, formatted_name, spellings, value_enum_name};
use backend::{Context, Fatal, Output, Rec, Release};

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

/// The first member that is marked as the default; `None` if no member is marked.
fn default<'a>(members: &[Rec<'a>]) -> Result<Option<Rec<'a>>, Fatal> {
    for member in members {
        if member.bit("isDefault")? {
            return Ok(Some(*member));
        }
    }
    Ok(None)
}

/// Writes the function that finds a directive or clause by its name. If no member is marked as the default, only a
/// message is printed.
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
        // The reference does not count errors without a location, so this error does not make the run fail.
        cx.forgive(*language.def.records().fatal(message));
        return Ok(());
    };
    if language.release >= Release::V21 {
        return push_kind_and_versions(
            out,
            language,
            name,
            prefix,
            members,
            default,
            implicit_is_default,
        );
    }
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

/// Since LLVM 21: writes the function that finds a directive or clause by one of its names, and returns the versions
/// that have the name.
fn push_kind_and_versions(
    out: &mut Output,
    language: &Language,
    name: &str,
    prefix: &str,
    members: &[Rec],
    default: Rec,
    implicit_is_default: bool,
) -> Result<(), Fatal> {
    let default_name = formatted_name(default)?;
    let space = format!("llvm::{}", language.namespace);
    write!(
        out,
        "\nstd::pair<{space}::{name}, llvm::directive::VersionRange> \
         {space}::get{}{name}KindAndVersions(llvm::StringRef Str) {{\n\
         \x20 directive::VersionRange All; // Default-initialized to \"all versions\"\n\
         \x20 return StringSwitch<std::pair<{name}, directive::VersionRange>>(Str)\n",
        language.name
    );
    for member in members {
        out.source(*member);
        let id = if implicit_is_default && member.bit("isImplicit")? {
            default_name.clone()
        } else {
            formatted_name(*member)?
        };
        for (text, versions) in spellings(*member)? {
            let versions = match versions {
                ALL_VERSIONS => "All".to_owned(),
                (from, to) => format!("{{{from}, {to}}}"),
            };
            writeln!(out, "    .Case(\"{text}\", {{{prefix}{id}, {versions}}})");
        }
    }
    out.source(default);
    write!(out, "    .Default({{{prefix}{default_name}, All}});\n}}\n");
    out.no_source();
    Ok(())
}

/// Since LLVM 21: writes the function that returns the name of a directive or clause in a version of the language.
fn push_name_in_version(
    out: &mut Output,
    language: &Language,
    name: &str,
    prefix: &str,
    members: &[Rec],
) -> Result<(), Fatal> {
    let space = format!("llvm::{}", language.namespace);
    let language = &language.name;
    write!(
        out,
        "\nllvm::StringRef {space}::get{language}{name}Name({space}::{name} Kind, unsigned Version) {{\n  switch (Kind) {{\n"
    );
    for member in members {
        out.source(*member);
        let id = formatted_name(*member)?;
        let mut spellings = spellings(*member)?;
        spellings.sort_by_key(|it| it.1);
        if let [(text, _)] = &spellings[..] {
            write!(out, "    case {prefix}{id}:\n      return \"{text}\";\n");
            continue;
        }
        write!(
            out,
            "    case {prefix}{id}: {{\n\
             \x20     static constexpr llvm::directive::Spelling {prefix}{id}_spellings[] = {{\n"
        );
        for (text, (from, to)) in spellings {
            writeln!(out, "          {{\"{text}\", {{{from}, {to}}}}},");
        }
        write!(
            out,
            "      }};\n      return llvm::directive::FindName({prefix}{id}_spellings, Version);\n    }}\n"
        );
    }
    out.no_source();
    write!(
        out,
        "  }}\n  llvm_unreachable(\"Invalid {language} {name} kind\");\n}}\n"
    );
    Ok(())
}

/// Writes the function that returns the name of a directive or clause.
fn push_name(
    out: &mut Output,
    language: &Language,
    name: &str,
    prefix: &str,
    members: &[Rec],
) -> Result<(), Fatal> {
    if language.release >= Release::V21 {
        return push_name_in_version(out, language, name, prefix, members);
    }
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

/// Writes, for each clause with values, the functions that convert between names and values. Stops with a message at
/// the first clause that has no default value or no enumeration.
fn push_values(cx: &Context, out: &mut Output, language: &Language) -> Result<(), Fatal> {
    for clause in &language.clauses {
        let values = clause.list_of_defs("allowedClauseValues")?;
        if values.is_empty() {
            continue;
        }
        let Some(default) = default(&values)? else {
            let name = if language.release >= Release::V21 {
                clause.name().into()
            } else {
                formatted_name(*clause)?
            };
            let message = format!("At least one val in Clause {name} must be defined as default.");
            // The reference does not count errors without a location, so this error does not make the run fail.
            cx.forgive(*language.def.records().fatal(message));
            return Ok(());
        };
        let Some(name) = value_enum_name(cx, *clause, true)? else {
            return Ok(());
        };
        let start = changes::start_of_values(language, &name);
        let (space, language) = (&language.namespace, &language.name);
        out.source(*clause);
        out.push(&start);
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

mod changes {
    use super::{Language, Release};

    /// The start of the function that finds a value by its name. Since LLVM 21, the return type is qualified by the
    /// namespace, and `StringSwitch` is not qualified.
    pub(super) fn start_of_values(language: &Language, name: &str) -> String {
        let space = format!("llvm::{}", language.namespace);
        if language.release >= Release::V21 {
            format!(
                "\n{space}::{name} {space}::get{name}(llvm::StringRef Str) {{\n\
                 \x20 return StringSwitch<{name}>(Str)\n"
            )
        } else {
            format!(
                "\n{name} {space}::get{name}(llvm::StringRef Str) {{\n\
                 \x20 return llvm::StringSwitch<{name}>(Str)\n"
            )
        }
    }
}
