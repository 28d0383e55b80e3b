//! `-gen-directive-decl` and `-gen-directive-impl`: the directives and clauses of OpenMP and OpenACC.

mod associations;
mod changes;
mod clauses;
mod clauses_of_openacc;
mod flang;
mod language;
mod leaf_table;
mod names;
mod source_languages;
#[cfg(test)]
mod tests;

use backend::{Backend, Context, Fatal, Output, Rec, Release};

use language::{Language, formatted_name, int32};

pub(crate) const DIRECTIVE_DECL: Backend = Backend::llvm(
    "gen-directive-decl",
    "Declare the directives of OpenMP or OpenACC",
    &["DirectiveLanguage"],
    write_declarations,
);

/// Writes the declarations (`-gen-directive-decl`).
fn write_declarations(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let language = Language::read(cx)?;
    let name = &language.name;
    let bitmasks = language.def.bit("enableBitmaskEnumInNamespace")?;
    let export = language.def.bit("makeEnumAvailableInNamespace")?;
    write!(
        out,
        "#ifndef LLVM_{name}_INC\n#define LLVM_{name}_INC\n\n#include \"llvm/ADT/ArrayRef.h\"\n"
    );
    if bitmasks {
        out.push("#include \"llvm/ADT/BitmaskEnum.h\"\n");
    }
    let release = cx.release();
    out.push(changes::includes_of_declarations(release));
    out.push(changes::open_llvm(&language));
    language.open_namespaces(out);
    if bitmasks {
        out.push("\nLLVM_ENABLE_BITMASK_ENUMS_IN_NAMESPACE();\n");
    }
    let mut associations = cx.records.derived("Association")?;
    // `AS_FromLeaves` refers to the associations of the leaves. It does not become an enumerator.
    associations.retain(|it| it.name() != "AS_FromLeaves");
    push_enum(out, &language, "Association", "", &associations, false)?;
    let categories = cx.records.derived("Category")?;
    push_enum(out, &language, "Category", "", &categories, false)?;
    if release >= Release::V21 {
        source_languages::push_enum(cx, out)?;
    }
    let prefix = &language.directive_prefix;
    push_enum(
        out,
        &language,
        "Directive",
        prefix,
        &language.directives,
        export,
    )?;
    let prefix = &language.clause_prefix;
    push_enum(out, &language, "Clause", prefix, &language.clauses, export)?;
    let helpers = push_value_enums(cx, out, &language, export)?;
    push_functions(out, &language, &helpers)?;
    language.close_namespaces(out);
    if release >= Release::V22 {
        out.push("\n");
        for name in ["Association", "Category", "Directive", "Clause"] {
            let space = &language.namespace;
            write!(
                out,
                "template <> struct enum_iteration_traits<{space}::{name}> {{\n\
                 \x20 static constexpr bool is_iterable = true;\n}};\n\n"
            );
        }
    }
    let end = changes::end_of_declarations(release);
    write!(out, "}} // namespace llvm\n{}", end.replace("{name}", name));
    Ok(())
}

/// Writes the declarations of functions on enumerations. `helpers` contains the declarations of functions on the values
/// of clauses, each with the clause's record.
fn push_functions(
    out: &mut Output,
    language: &Language,
    helpers: &[(Rec, String)],
) -> Result<(), Fatal> {
    out.push("// Enumeration helper functions\n");
    out.push(&changes::functions_of_names(
        &language.name,
        language.release,
    ));
    let export = changes::export(language.release);
    write!(
        out,
        "/// Return true if \\p C is a valid clause for \\p D in version \\p Version.\n\
         {export}bool isAllowedClauseForDirective(Directive D, Clause C, unsigned Version);\n\n"
    );
    for directive in &language.directives {
        out.source(*directive);
    }
    writeln!(
        out,
        "constexpr std::size_t getMaxLeafCount() {{ return {}; }}",
        language.max_leaf_count()?
    );
    out.no_source();
    writeln!(
        out,
        "{export}Association getDirectiveAssociation(Directive D);"
    );
    writeln!(out, "{export}Category getDirectiveCategory(Directive D);");
    if language.release >= Release::V21 {
        writeln!(
            out,
            "{export}SourceLanguage getDirectiveLanguages(Directive D);"
        );
    }
    for (clause, text) in helpers {
        out.source(*clause);
        out.push(text);
    }
    out.no_source();
    out.push(changes::before_end_of_namespaces(
        language,
        !helpers.is_empty(),
    ));
    Ok(())
}

fn push_enum(
    out: &mut Output,
    language: &Language,
    name: &str,
    prefix: &str,
    members: &[Rec],
    export: bool,
) -> Result<(), Fatal> {
    write!(out, "\nenum class {name} {{\n");
    let names_ends = language.release >= Release::V22;
    for (index, member) in members.iter().enumerate() {
        out.source(*member);
        let member = formatted_name(*member)?;
        writeln!(out, "  {prefix}{member},");
        if names_ends && index == 0 {
            writeln!(out, "  First_ = {prefix}{member},");
        }
        if names_ends && index + 1 == members.len() {
            writeln!(out, "  Last_ = {prefix}{member},");
        }
    }
    out.no_source();
    write!(
        out,
        "}};\n\nstatic constexpr std::size_t {name}_enumSize = {};\n",
        members.len()
    );
    if !export {
        return Ok(());
    }
    out.push("\n");
    for member in members {
        out.source(*member);
        let (scope, member) = (language.enum_scope(), formatted_name(*member)?);
        writeln!(
            out,
            "constexpr auto {prefix}{member} = {scope}{name}::{prefix}{member};"
        );
    }
    out.no_source();
    Ok(())
}

/// Writes enumerations of the values that clauses take. Returns the declarations of functions on these enumerations,
/// each with the clause's record.
fn push_value_enums<'a>(
    cx: &Context,
    out: &mut Output,
    language: &Language<'a>,
    export: bool,
) -> Result<Vec<(Rec<'a>, String)>, Fatal> {
    let mut helpers = Vec::new();
    let mut blank = "\n";
    for clause in &language.clauses {
        let values = clause.list_of_defs("allowedClauseValues")?;
        if values.is_empty() {
            continue;
        }
        let Some(name) = language::value_enum_name(cx, *clause, false)? else {
            break;
        };
        out.source(*clause);
        writeln!(out, "{blank}enum class {name} {{");
        for value in &values {
            out.source(*value);
            writeln!(out, "  {}={},", value.name(), int32(*value, "value")?);
        }
        out.source(*clause);
        out.push("};\n");
        if export {
            out.push("\n");
            for value in &values {
                out.source(*value);
                let (scope, value) = (language.enum_scope(), value.name());
                writeln!(out, "constexpr auto {value} = {scope}{name}::{value};");
            }
            let text = changes::functions_of_values(&language.name, &name, language.release);
            helpers.push((*clause, text));
        }
        blank = changes::after_value_enum(export, language.release);
        out.no_source();
    }
    out.push(blank);
    Ok(helpers)
}

pub(crate) const DIRECTIVE_IMPL: Backend = Backend::llvm(
    "gen-directive-impl",
    "Define functions for the directives of OpenMP or OpenACC",
    &["DirectiveLanguage"],
    write_definitions,
);

/// Writes the definitions (`-gen-directive-impl`).
fn write_definitions(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let language = Language::read(cx)?;
    flang::push(out, &language)?;
    if cx.release() >= Release::V21 && language.name == "OpenACC" {
        clauses_of_openacc::push(out, &language)?;
    }
    clauses::push_macros(out, &language)?;

    push_start(out, "GEN_DIRECTIVES_IMPL");
    out.push(changes::includes_of_definitions(cx.release()));
    names::push(cx, out, &language)?;
    clauses::push_is_allowed(out, &language)?;
    associations::push(out, &language)?;
    push_categories(out, &language)?;
    if cx.release() >= Release::V21 {
        source_languages::push(out, &language)?;
    }
    leaf_table::push(out, &language)?;
    push_end(out, "GEN_DIRECTIVES_IMPL");
    Ok(())
}

/// Writes the start of a section that the including file selects by defining the macro `guard`.
fn push_start(out: &mut Output, guard: &str) {
    write!(out, "#ifdef {guard}\n#undef {guard}\n");
}

fn push_end(out: &mut Output, guard: &str) {
    out.no_source();
    write!(out, "\n#endif // {guard}\n\n");
}

fn push_categories(out: &mut Output, language: &Language) -> Result<(), Fatal> {
    let space = format!("llvm::{}", language.namespace);
    write!(
        out,
        "\n{space}::Category {space}::getDirectiveCategory({space}::Directive Dir) {{\n  switch (Dir) {{\n"
    );
    for directive in &language.directives {
        out.source(*directive);
        let name = changes::category_case(language, *directive)?;
        let category = directive.def("category")?;
        let category = category.string("name")?;
        let scope = language.enum_scope();
        write!(
            out,
            "  case {name}:\n    return {scope}Category::{category};\n"
        );
    }
    out.no_source();
    out.push("  } // switch (Dir)\n  llvm_unreachable(\"Unexpected directive\");\n}\n");
    Ok(())
}
