//! `-gen-directive-decl` and `-gen-directive-impl`: directives of OpenMP and OpenACC and their clauses.

mod associations;
mod clauses;
mod flang;
mod language;
mod leaf_table;
mod names;
#[cfg(test)]
mod tests;

use backend::{Backend, Context, Fatal, Output, Rec};

use language::{Language, formatted_name, int32};

pub(crate) const DIRECTIVE_DECL: Backend = Backend::llvm(
    "gen-directive-decl",
    "Declare the directives of OpenMP or OpenACC",
    &["DirectiveLanguage"],
    write_declarations,
);

/// Writes the declarations.
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
    out.push("#include <cstddef>\n\nnamespace llvm {\nclass StringRef;\n");
    language.open_namespaces(out);
    if bitmasks {
        out.push("\nLLVM_ENABLE_BITMASK_ENUMS_IN_NAMESPACE();\n");
    }
    let mut associations = cx.records.derived("Association")?;
    // It stands for another one and is no value of its own.
    associations.retain(|it| it.name() != "AS_FromLeaves");
    push_enum(out, &language, "Association", "", &associations, false)?;
    let categories = cx.records.derived("Category")?;
    push_enum(out, &language, "Category", "", &categories, false)?;
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
    write!(out, "}} // namespace llvm\n#endif // LLVM_{name}_INC\n");
    Ok(())
}

/// The functions that ask for what the enumerations stand for; `helpers` are those of the values of clauses.
fn push_functions(
    out: &mut Output,
    language: &Language,
    helpers: &[(Rec, String)],
) -> Result<(), Fatal> {
    let name = &language.name;
    write!(
        out,
        "\n// Enumeration helper functions\nDirective get{name}DirectiveKind(llvm::StringRef Str);\n\n\
         llvm::StringRef get{name}DirectiveName(Directive D);\n\n\
         Clause get{name}ClauseKind(llvm::StringRef Str);\n\n\
         llvm::StringRef get{name}ClauseName(Clause C);\n\n\
         /// Return true if \\p C is a valid clause for \\p D in version \\p Version.\n\
         bool isAllowedClauseForDirective(Directive D, Clause C, unsigned Version);\n\n"
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
    out.push("Association getDirectiveAssociation(Directive D);\n");
    out.push("Category getDirectiveCategory(Directive D);\n");
    for (clause, text) in helpers {
        out.source(*clause);
        out.push(text);
    }
    out.no_source();
    if !helpers.is_empty() {
        out.push("\n");
    }
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
    for member in members {
        out.source(*member);
        writeln!(out, "  {prefix}{},", formatted_name(*member)?);
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
        let (space, member) = (&language.namespace, formatted_name(*member)?);
        writeln!(
            out,
            "constexpr auto {prefix}{member} = llvm::{space}::{name}::{prefix}{member};"
        );
    }
    out.no_source();
    Ok(())
}

/// Writes enumerations of the values that clauses take; gives declarations of functions for them.
fn push_value_enums<'a>(
    cx: &Context,
    out: &mut Output,
    language: &Language<'a>,
    export: bool,
) -> Result<Vec<(Rec<'a>, String)>, Fatal> {
    let mut helpers = Vec::new();
    for clause in &language.clauses {
        let values = clause.list_of_defs("allowedClauseValues")?;
        if values.is_empty() {
            continue;
        }
        let Some(name) = language::value_enum_name(cx, *clause)? else {
            break;
        };
        out.source(*clause);
        write!(out, "\nenum class {name} {{\n");
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
                let (space, value) = (&language.namespace, value.name());
                writeln!(
                    out,
                    "constexpr auto {value} = llvm::{space}::{name}::{value};"
                );
            }
            let language = &language.name;
            let text = format!(
                "{name} get{name}(StringRef);\nllvm::StringRef get{language}{name}Name({name});\n"
            );
            helpers.push((*clause, text));
        }
        out.no_source();
    }
    Ok(helpers)
}

pub(crate) const DIRECTIVE_IMPL: Backend = Backend::llvm(
    "gen-directive-impl",
    "Define functions for the directives of OpenMP or OpenACC",
    &["DirectiveLanguage"],
    write_definitions,
);

/// Writes the definitions.
fn write_definitions(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let language = Language::read(cx)?;
    flang::push(out, &language)?;
    clauses::push_macros(out, &language)?;

    push_start(out, "GEN_DIRECTIVES_IMPL");
    out.push("\n#include \"llvm/Support/ErrorHandling.h\"\n");
    names::push(cx, out, &language)?;
    clauses::push_is_allowed(out, &language)?;
    associations::push(out, &language)?;
    push_categories(out, &language)?;
    leaf_table::push(out, &language)?;
    push_end(out, "GEN_DIRECTIVES_IMPL");
    Ok(())
}

/// Writes the start of a part that a macro chooses.
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
        let name = language.directive_name(*directive)?;
        let category = directive.def("category")?;
        let category = category.string("name")?;
        write!(
            out,
            "  case {name}:\n    return {space}::Category::{category};\n"
        );
    }
    out.no_source();
    out.push("  } // switch (Dir)\n  llvm_unreachable(\"Unexpected directive\");\n}\n");
    Ok(())
}
