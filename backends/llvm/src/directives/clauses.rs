//! The clauses and the directives that allow them.

use rustc_hash::FxHashSet;

use super::language::{ALLOWED, Language, formatted_name};
use super::{push_end, push_start};
use backend::{Fatal, Output, Release};

/// Writes the macros with which Clang lists the clauses and their classes.
pub(super) fn push_macros(out: &mut Output, language: &Language) -> Result<(), Fatal> {
    let prefix = &language.clause_prefix;
    push_start(out, "GEN_CLANG_CLAUSE_CLASS");
    out.push("\n#ifndef CLAUSE\n#define CLAUSE(Enum, Str, Implicit)\n#endif\n");
    out.push("#ifndef CLAUSE_CLASS\n#define CLAUSE_CLASS(Enum, Str, Class)\n#endif\n");
    out.push("#ifndef CLAUSE_NO_CLASS\n#define CLAUSE_NO_CLASS(Enum, Str)\n#endif\n\n");
    write!(
        out,
        "#define __CLAUSE(Name, Class)                      \\\n\
         \x20 CLAUSE({prefix}##Name, #Name, /* Implicit */ false) \\\n\
         \x20 CLAUSE_CLASS({prefix}##Name, #Name, Class)\n\
         #define __CLAUSE_NO_CLASS(Name)                    \\\n\
         \x20 CLAUSE({prefix}##Name, #Name, /* Implicit */ false) \\\n\
         \x20 CLAUSE_NO_CLASS({prefix}##Name, #Name)\n\
         #define __IMPLICIT_CLAUSE_CLASS(Name, Str, Class)  \\\n\
         \x20 CLAUSE({prefix}##Name, Str, /* Implicit */ true)    \\\n\
         \x20 CLAUSE_CLASS({prefix}##Name, Str, Class)\n\
         #define __IMPLICIT_CLAUSE_NO_CLASS(Name, Str)      \\\n\
         \x20 CLAUSE({prefix}##Name, Str, /* Implicit */ true)    \\\n\
         \x20 CLAUSE_NO_CLASS({prefix}##Name, Str)\n\n"
    );
    for clause in &language.clauses {
        out.source(*clause);
        let (name, class) = (formatted_name(*clause)?, clause.string("clangClass")?);
        match (clause.bit("isImplicit")?, class.is_empty()) {
            (true, true) => writeln!(out, "__IMPLICIT_CLAUSE_NO_CLASS({name}, \"{name}\")"),
            (false, true) => writeln!(out, "__CLAUSE_NO_CLASS({name})"),
            (true, false) => writeln!(out, "__IMPLICIT_CLAUSE_CLASS({name}, \"{name}\", {class})"),
            (false, false) => writeln!(out, "__CLAUSE({name}, {class})"),
        }
    }
    out.no_source();
    out.push("\n#undef __IMPLICIT_CLAUSE_NO_CLASS\n#undef __IMPLICIT_CLAUSE_CLASS\n");
    out.push("#undef __CLAUSE_NO_CLASS\n#undef __CLAUSE\n");
    out.push("#undef CLAUSE_NO_CLASS\n#undef CLAUSE_CLASS\n#undef CLAUSE\n");
    push_end(out, "GEN_CLANG_CLAUSE_CLASS");
    Ok(())
}

/// Writes the function that checks whether a directive allows a clause in a version of the language.
pub(super) fn push_is_allowed(out: &mut Output, language: &Language) -> Result<(), Fatal> {
    let (space, prefix) = (&language.namespace, &language.clause_prefix);
    // Since LLVM 21, the types are fully qualified and the sizes are not qualified. Before, the sizes are qualified and
    // the types are not.
    let space = format!("llvm::{space}::");
    let (types, sizes) = if language.release >= Release::V21 {
        (&*space, "")
    } else {
        ("", &*space)
    };
    write!(
        out,
        "\nbool {space}isAllowedClauseForDirective({types}Directive D, {types}Clause C, unsigned Version) {{\n\
         \x20 assert(unsigned(D) <= {sizes}Directive_enumSize);\n\
         \x20 assert(unsigned(C) <= {sizes}Clause_enumSize);\n  switch (D) {{\n"
    );
    for directive in &language.directives {
        out.source(*directive);
        let name = formatted_name(*directive)?;
        writeln!(out, "    case {}{name}:", language.directive_prefix);
        let mut clauses = Vec::new();
        for list in ALLOWED {
            clauses.extend(directive.list_of_defs(list)?);
        }
        if clauses.is_empty() {
            out.push("      return false;\n      break;\n");
            continue;
        }
        out.push("      switch (C) {\n");
        let mut seen = FxHashSet::default();
        for versioned in clauses {
            let name = formatted_name(versioned.def("clause")?)?;
            let (from, to) = (versioned.int("minVersion")?, versioned.int("maxVersion")?);
            if seen.insert(name.clone()) {
                write!(
                    out,
                    "        case {prefix}{name}:\n          return {from} <= Version && {to} >= Version;\n"
                );
            }
        }
        out.push("        default:\n          return false;\n      }\n      break;\n");
    }
    out.no_source();
    write!(
        out,
        "  }}\n  llvm_unreachable(\"Invalid {} Directive kind\");\n}}\n",
        language.name
    );
    Ok(())
}
