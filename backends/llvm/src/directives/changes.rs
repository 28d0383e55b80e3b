//! Differences between releases in the tables of directives.

use backend::{Fatal, Output, Rec, Release};

use super::language::{Language, formatted_name};

/// The includes of the declarations. Since LLVM 21, names depend on the version of the language. Since LLVM 22, the
/// enumerations can be iterated over.
pub(super) fn includes_of_declarations(release: Release) -> &'static str {
    match release {
        Release::V19 => "#include <cstddef>\n",
        Release::V21 => {
            "#include \"llvm/ADT/StringRef.h\"\n#include \"llvm/Frontend/Directive/Spelling.h\"\n\
             #include \"llvm/Support/Compiler.h\"\n#include <cstddef>\n#include <utility>\n"
        }
        Release::V22 => {
            "#include \"llvm/ADT/Sequence.h\"\n#include \"llvm/ADT/StringRef.h\"\n\
             #include \"llvm/Frontend/Directive/Spelling.h\"\n#include \"llvm/Support/Compiler.h\"\n\
             #include <cstddef>\n#include <utility>\n"
        }
    }
}

/// The start of the namespace `llvm`. Before LLVM 21, `StringRef` is declared and not included. Since LLVM 22, a blank
/// line precedes the language's namespaces.
pub(super) fn open_llvm(language: &Language) -> &'static str {
    match language.release {
        Release::V19 => "\nnamespace llvm {\nclass StringRef;\n",
        Release::V22 if language.has_namespaces() => "\nnamespace llvm {\n\n",
        Release::V21 | Release::V22 => "\nnamespace llvm {\n",
    }
}

/// The text after the enumeration of a clause's values. Since LLVM 22 there is no blank line if the values are not
/// exported.
pub(super) fn after_value_enum(export: bool, release: Release) -> &'static str {
    if release >= Release::V22 && !export {
        ""
    } else {
        "\n"
    }
}

/// The text before the end of the language's namespaces. Since LLVM 22 it is a blank line if the language has
/// namespaces. Before, it is a blank line if functions on values were written.
pub(super) fn before_end_of_namespaces(language: &Language, has_values: bool) -> &'static str {
    let has_line = if language.release >= Release::V22 {
        language.has_namespaces()
    } else {
        has_values
    };
    if has_line { "\n" } else { "" }
}

/// The `#endif` at the end of the file. Since LLVM 22, a blank line precedes and follows it.
pub(super) fn end_of_declarations(release: Release) -> &'static str {
    if release >= Release::V22 {
        "\n#endif // LLVM_{name}_INC\n\n"
    } else {
        "#endif // LLVM_{name}_INC\n"
    }
}

/// The macro that exports functions from a library: since LLVM 21.
pub(super) fn export(release: Release) -> &'static str {
    if release >= Release::V21 {
        "LLVM_ABI "
    } else {
        ""
    }
}

/// The declarations of the functions that convert between names and enumerators. Since LLVM 21, names depend on the
/// version of the language.
pub(super) fn functions_of_names(language: &str, release: Release) -> String {
    if release < Release::V21 {
        return format!(
            "Directive get{language}DirectiveKind(llvm::StringRef Str);\n\n\
             llvm::StringRef get{language}DirectiveName(Directive D);\n\n\
             Clause get{language}ClauseKind(llvm::StringRef Str);\n\n\
             llvm::StringRef get{language}ClauseName(Clause C);\n\n"
        );
    }
    let functions = [("Directive", "D", ""), ("Clause", "C", "\n")].map(|(kind, letter, line)| {
        format!(
            "LLVM_ABI std::pair<{kind}, directive::VersionRange> get{language}{kind}KindAndVersions(StringRef Str);\n\
             {line}inline {kind} get{language}{kind}Kind(StringRef Str) {{\n\
             \x20 return get{language}{kind}KindAndVersions(Str).first;\n}}\n\n\
             LLVM_ABI StringRef get{language}{kind}Name({kind} {letter}, unsigned Ver = 0);\n\n"
        )
    });
    functions.concat()
}

/// The declarations of the functions that convert between names and the values of a clause. Since LLVM 21 they are
/// exported, and their parameters have names.
pub(super) fn functions_of_values(language: &str, name: &str, release: Release) -> String {
    if release >= Release::V21 {
        format!(
            "LLVM_ABI {name} get{name}(StringRef Str);\nLLVM_ABI StringRef get{language}{name}Name({name} x);\n"
        )
    } else {
        format!("{name} get{name}(StringRef);\nllvm::StringRef get{language}{name}Name({name});\n")
    }
}

/// The includes of the definitions. Since LLVM 21, names depend on the version of the language.
pub(super) fn includes_of_definitions(release: Release) -> &'static str {
    if release >= Release::V21 {
        "\n#include \"llvm/Frontend/Directive/Spelling.h\"\n\
             #include \"llvm/Support/ErrorHandling.h\"\n#include <utility>\n"
    } else {
        "\n#include \"llvm/Support/ErrorHandling.h\"\n"
    }
}

/// The enumerator of a directive in the function that returns the category of a directive. Since LLVM 21, the
/// enumeration is in scope there.
pub(super) fn category_case(language: &Language, directive: Rec) -> Result<String, Fatal> {
    if language.release >= Release::V21 {
        Ok(format!(
            "{}{}",
            language.directive_prefix,
            formatted_name(directive)?
        ))
    } else {
        language.directive_name(directive)
    }
}

/// The enumerator of a directive in the function that returns the association of a directive. Since LLVM 21 it is not
/// qualified by the name of the enumeration.
pub(super) fn association_case(language: &Language, directive: Rec) -> Result<String, Fatal> {
    let (prefix, name) = (&language.directive_prefix, formatted_name(directive)?);
    Ok(if language.release >= Release::V21 {
        format!("{prefix}{name}")
    } else {
        format!("{}Directive::{prefix}{name}", language.enum_scope())
    })
}

/// The namespaces around the sets of clauses as one qualified name, as LLVM 22 writes them.
fn joined_namespaces(language: &Language, outer: &str) -> String {
    if language.namespace.is_empty() {
        return outer.to_owned();
    }
    format!("{outer}::{}", language.namespace)
}

/// Opens the namespaces around the sets of clauses. Since LLVM 22, one line opens all namespaces.
pub(super) fn open_sets(out: &mut Output, language: &Language, outer: &str) {
    if language.release >= Release::V22 {
        let joined = joined_namespaces(language, outer);
        writeln!(out, "\nnamespace {joined} {{\n");
        return;
    }
    writeln!(out, "\nnamespace {outer} {{");
    language.open_namespaces(out);
}

/// Closes the namespaces around the sets of clauses. Since LLVM 22, one line closes all namespaces.
pub(super) fn close_sets(out: &mut Output, language: &Language, outer: &str) {
    if language.release >= Release::V22 {
        let joined = joined_namespaces(language, outer);
        writeln!(out, "\n}} // namespace {joined}");
        return;
    }
    language.close_namespaces(out);
    writeln!(out, "}} // namespace {outer}");
}

/// The text before the sets of each directive. Since LLVM 22 there is no blank line.
pub(super) fn before_sets(release: Release) -> &'static str {
    if release >= Release::V22 { "" } else { "\n" }
}

/// The indentation of sets: two spaces before LLVM 21. Since LLVM 21, sets begin at the first column.
pub(super) fn indent_of_sets(release: Release) -> &'static str {
    if release >= Release::V21 { "" } else { "  " }
}

/// Whether the error about a leaf with an incompatible association also states the association of the preceding leaves:
/// only before LLVM 22.
pub(super) fn names_other_association(release: Release) -> bool {
    release < Release::V22
}
