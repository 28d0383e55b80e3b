//! Flang's tables for parsing and checking clauses.

use std::borrow::Cow;

use super::language::{ALLOWED, Language, camel_case, first_spelling, formatted_name, spellings};
use super::{changes, push_end, push_start};
use backend::{Fatal, Output, Rec, Release, std_sort};

pub(super) fn push(out: &mut Output, language: &Language) -> Result<(), Fatal> {
    push_sets(out, language, "llvm", |language, clause| {
        let (scope, prefix) = (language.enum_scope(), &language.clause_prefix);
        Ok(format!(
            "{scope}Clause::{prefix}{}",
            formatted_name(clause)?
        ))
    })?;
    push_set_map(out, language, "llvm", |language, directive| {
        let (space, prefix) = (&language.namespace, &language.directive_prefix);
        let name = formatted_name(directive)?;
        Ok(format!("llvm::{space}::Directive::{prefix}{name}"))
    })?;
    push_for_clauses(out, language, "GEN_FLANG_CLAUSE_PARSER_CLASSES", push_class)?;
    push_class_list(out, language)?;
    push_for_clauses(
        out,
        language,
        "GEN_FLANG_DUMP_PARSE_TREE_CLAUSES",
        |out, clause| {
            writeln!(out, "NODE({}, {})", clause.base, clause.class);
            Ok(())
        },
    )?;
    push_for_clauses(out, language, "GEN_FLANG_CLAUSE_UNPARSE", push_unparse)?;
    push_for_clauses(
        out,
        language,
        "GEN_FLANG_CLAUSE_CHECK_ENTER",
        |out, clause| {
            writeln!(
                out,
                "void Enter(const parser::{}::{} &);",
                clause.base, clause.class
            );
            Ok(())
        },
    )?;
    push_kind_map(out, language)?;
    push_parser(out, language)
}

/// The prefixes of the C++ names of a directive's sets of clauses, in the order of [`ALLOWED`].
const SETS: [&str; 4] = [
    "allowedClauses_",
    "allowedOnceClauses_",
    "allowedExclusiveClauses_",
    "requiredClauses_",
];

/// A function that returns the name of a clause or a directive in a front end.
type Name = fn(&Language, Rec) -> Result<String, Fatal>;

/// The name, in macros, of the front end whose sets are in the namespace `outer`.
fn front_end(outer: &str) -> &'static str {
    match outer {
        "llvm" => "FLANG",
        _ => "CLANG",
    }
}

/// Writes the sets of clauses of each directive.
pub(super) fn push_sets(
    out: &mut Output,
    language: &Language,
    outer: &str,
    clause_name: Name,
) -> Result<(), Fatal> {
    let guard = format!("GEN_{}_DIRECTIVE_CLAUSE_SETS", front_end(outer));
    push_start(out, &guard);
    changes::open_sets(out, language, outer);
    let class = language.def.string("clauseEnumSetClass")?;
    let indent = changes::indent_of_sets(language.release);
    for directive in &language.directives {
        out.no_source();
        out.push(changes::before_sets(language.release));
        out.source(*directive);
        writeln!(out, "{indent}// Sets for {}", first_spelling(*directive)?);
        let name = formatted_name(*directive)?;
        for (set, list) in SETS.into_iter().zip(ALLOWED) {
            let prefix = &language.directive_prefix;
            write!(out, "\n{indent}static {class} {set}{prefix}{name} {{\n");
            for versioned in directive.list_of_defs(list)? {
                let clause = clause_name(language, versioned.def("clause")?)?;
                writeln!(out, "{indent}  {clause},");
            }
            writeln!(out, "{indent}}};");
        }
    }
    out.no_source();
    changes::close_sets(out, language, outer);
    push_end(out, &guard);
    Ok(())
}

/// Writes the map from directives to their sets of clauses.
pub(super) fn push_set_map(
    out: &mut Output,
    language: &Language,
    outer: &str,
    directive_name: Name,
) -> Result<(), Fatal> {
    let guard = format!("GEN_{}_DIRECTIVE_CLAUSE_MAP", front_end(outer));
    push_start(out, &guard);
    out.push("\n{\n");
    let (space, prefix) = (&language.namespace, &language.directive_prefix);
    for directive in &language.directives {
        out.source(*directive);
        let name = formatted_name(*directive)?;
        let directive = directive_name(language, *directive)?;
        write!(out, "  {{{directive},\n    {{\n");
        for set in SETS {
            writeln!(out, "      {outer}::{space}::{set}{prefix}{name},");
        }
        out.push("    }\n  },\n");
    }
    out.no_source();
    out.push("}\n");
    push_end(out, &guard);
    Ok(())
}

/// A clause with its classes in Flang.
struct Clause<'a> {
    def: Rec<'a>,
    /// The class in whose scope the classes of all clauses are.
    base: String,
    /// The class of the clause in the parse tree.
    class: String,
    /// The class of the clause's value; empty if the clause takes no value.
    value_class: String,
}

impl<'a> Clause<'a> {
    fn read(language: &Language, def: Rec<'a>) -> Result<Clause<'a>, Fatal> {
        let name = first_spelling(def)?;
        let class = camel_case(&name, "_", language.release);
        Ok(Clause {
            def,
            base: language.def.string("flangClauseBaseClass")?.into_owned(),
            class,
            value_class: def.string("flangClass")?.into_owned(),
        })
    }

    // The fields about the value must only be read if the clause has a value.

    fn is_optional(&self) -> Result<bool, Fatal> {
        self.def.bit("isValueOptional")
    }

    fn is_list(&self) -> Result<bool, Fatal> {
        self.def.bit("isValueList")
    }
}

fn push_for_clauses(
    out: &mut Output,
    language: &Language,
    guard: &str,
    push: fn(&mut Output, &Clause) -> Result<(), Fatal>,
) -> Result<(), Fatal> {
    push_start(out, guard);
    out.push("\n");
    for clause in &language.clauses {
        out.source(*clause);
        push(out, &Clause::read(language, *clause)?)?;
    }
    push_end(out, guard);
    Ok(())
}

/// Writes the definition of a clause's class.
fn push_class(out: &mut Output, clause: &Clause) -> Result<(), Fatal> {
    let (class, value) = (&clause.class, &clause.value_class);
    if value.is_empty() {
        writeln!(out, "EMPTY_CLASS({class});");
        return Ok(());
    }
    let value = match (clause.is_optional()?, clause.is_list()?) {
        (true, true) => format!("std::optional<std::list<{value}>>"),
        (true, false) => format!("std::optional<{value}>"),
        (false, true) => format!("std::list<{value}>"),
        (false, false) => value.clone(),
    };
    writeln!(out, "WRAPPER_CLASS({class}, {value});");
    Ok(())
}

fn push_class_list(out: &mut Output, language: &Language) -> Result<(), Fatal> {
    const GUARD: &str = "GEN_FLANG_CLAUSE_PARSER_CLASSES_LIST";
    push_start(out, GUARD);
    out.push("\n");
    for (index, clause) in language.clauses.iter().enumerate() {
        if index > 0 {
            out.push(", ");
        }
        out.source(*clause);
        writeln!(out, "{}", Clause::read(language, *clause)?.class);
        out.no_source();
    }
    push_end(out, GUARD);
    Ok(())
}

/// Writes the function with which Flang prints a clause as source text, unless the clause's record excludes it.
fn push_unparse(out: &mut Output, clause: &Clause) -> Result<(), Fatal> {
    // Since LLVM 21, the unparser of some clauses is written by hand in Flang.
    if clause.def.records().release() >= Release::V21 && clause.def.bit("skipFlangUnparser")? {
        return Ok(());
    }
    let (base, class) = (&clause.base, &clause.class);
    let word = first_spelling(clause.def)?.to_ascii_uppercase();
    if clause.value_class.is_empty() {
        writeln!(
            out,
            "void Before(const {base}::{class} &) {{ Word(\"{word}\"); }}"
        );
        return Ok(());
    }
    write!(
        out,
        "void Unparse(const {base}::{class} &x) {{\n  Word(\"{word}\");\n"
    );
    let default = if clause.is_optional()? {
        Some(clause.def.string("defaultValue")?)
    } else {
        None
    };
    if default.as_ref().is_some_and(|it| it.is_empty()) {
        out.push("  Walk(\"(\", x.v, \")\");\n}\n");
        return Ok(());
    }
    let walk = if clause.is_list()? {
        "Walk(x.v, \",\");"
    } else {
        "Walk(x.v);"
    };
    match default {
        Some(default) => write!(
            out,
            "  Put(\"(\");\n  if (x.v.has_value())\n    {walk}\n  else\n    Put(\"{default}\");\n  Put(\")\");\n"
        ),
        None => write!(out, "  Put(\"(\");\n  {walk}\n  Put(\")\");\n"),
    }
    out.push("}\n");
    Ok(())
}

/// Writes the code that maps the classes of clauses to enumerators.
fn push_kind_map(out: &mut Output, language: &Language) -> Result<(), Fatal> {
    const GUARD: &str = "GEN_FLANG_CLAUSE_PARSER_KIND_MAP";
    push_start(out, GUARD);
    out.push("\n");
    for clause in &language.clauses {
        out.source(*clause);
        let (space, prefix) = (&language.namespace, &language.clause_prefix);
        let Clause { base, class, .. } = Clause::read(language, *clause)?;
        let name = formatted_name(*clause)?;
        write!(
            out,
            "if constexpr (std::is_same_v<A, parser::{base}::{class}>)\n\
             \x20 return llvm::{space}::Clause::{prefix}{name};\n"
        );
    }
    out.no_source();
    writeln!(
        out,
        "llvm_unreachable(\"Invalid {} Parser clause\");",
        language.name
    );
    push_end(out, GUARD);
    Ok(())
}

/// The classes of values for which Flang has a named parser, each with the name of the parser. The parser of any other
/// class is `Parser<class>{}`.
const PARSERS: [(&str, &str); 5] = [
    ("Name", "name"),
    ("ScalarIntConstantExpr", "scalarIntConstantExpr"),
    ("ScalarIntExpr", "scalarIntExpr"),
    ("ScalarExpr", "scalarExpr"),
    ("ScalarLogicalExpr", "scalarLogicalExpr"),
];

/// Writes the parser of all clauses. If one name is a prefix of another name, the longer name is tried first.
fn push_parser(out: &mut Output, language: &Language) -> Result<(), Fatal> {
    const GUARD: &str = "GEN_FLANG_CLAUSES_PARSER";
    let mut clauses = Vec::new();
    for clause in &language.clauses {
        for name in parsed_names(*clause)? {
            clauses.push((name, Clause::read(language, *clause)?));
        }
    }
    std_sort::sort(&mut clauses, |(a, _), (b, _)| b.cmp(a));
    push_start(out, GUARD);
    out.push("\nTYPE_PARSER(\n");
    let count = clauses.len();
    for (index, (name, clause)) in clauses.iter().enumerate() {
        out.source(clause.def);
        match &parsed_aliases(clause.def)?[..] {
            [] => write!(out, "  \"{name}\""),
            aliases => {
                write!(out, "  (\"{name}\"_tok");
                for alias in aliases {
                    write!(out, " || \"{alias}\"_tok");
                }
                out.push(")");
            }
        }
        let (base, class) = (&clause.base, &clause.class);
        let value = value_parser(clause)?;
        write!(
            out,
            " >> construct<{base}>(construct<{base}::{class}>({value}))"
        );
        out.push(if index + 1 < count { " ||\n" } else { "\n" });
    }
    out.no_source();
    out.push(")\n");
    push_end(out, GUARD);
    Ok(())
}

/// The names of a clause that have separate parsers. Before LLVM 21, there is one name. Since LLVM 21, each spelling is
/// such a name, even if only some versions of the language have it.
fn parsed_names<'a>(clause: Rec<'a>) -> Result<Vec<Cow<'a, str>>, Fatal> {
    if clause.records().release() < Release::V21 {
        return Ok(vec![clause.string("name")?]);
    }
    Ok(spellings(clause)?.into_iter().map(|it| it.0).collect())
}

/// Further names of a clause, which share the parser of its first name. Empty since LLVM 21.
fn parsed_aliases<'a>(clause: Rec<'a>) -> Result<Vec<Cow<'a, str>>, Fatal> {
    if clause.records().release() >= Release::V21 {
        Ok(Vec::new())
    } else {
        clause.list_of_strings("aliases")
    }
}

/// The expression that parses a clause's value.
fn value_parser(clause: &Clause) -> Result<String, Fatal> {
    let class = &clause.value_class;
    if class.is_empty() {
        return Ok(String::new());
    }
    let parser = match PARSERS.iter().find(|(it, _)| it == class) {
        Some((_, parser)) => (*parser).to_owned(),
        None => format!("Parser<{class}>{{}}"),
    };
    let prefix = clause.def.string("prefix")?;
    let mut text = parser.clone();
    if !prefix.is_empty() {
        text = format!("\"{prefix}:\" >> {text}");
        if clause.def.bit("isPrefixOptional")? {
            text = format!("{text} || {parser}");
        }
    }
    if clause.is_list()? {
        text = format!("nonemptyList({text})");
    }
    text = format!("parenthesized({text})");
    if clause.is_optional()? {
        text = format!("maybe({text})");
    }
    Ok(text)
}
