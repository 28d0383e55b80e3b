//! The generated files equal the generator's output for the grammar. `UPDATE_SYNTAX=1` rewrites them.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use ungrammar::{Grammar, Node, Rule};

/// Kinds that never reach the parser: they only keep the tree lossless. Each with its documentation.
const TRIVIA: &[(&str, &str)] = &[
    (
        "WHITESPACE",
        "Spaces, tabs, line ends and NUL bytes. A NUL byte is an error.",
    ),
    ("LINE_COMMENT", "`// …`, without the line's end."),
    (
        "BLOCK_COMMENT",
        "`/* … */`. Such comments may be nested; an unterminated one extends to the end of the text.",
    ),
    ("PP_IFDEF", "`#ifdef`, without the rest of its line."),
    ("PP_IFNDEF", "`#ifndef`, without the rest of its line."),
    ("PP_ELSE", "`#else`."),
    ("PP_ENDIF", "`#endif`."),
    ("PP_DEFINE", "`#define`, without the rest of its line."),
    (
        "MACRO_NAME",
        "The macro name after `#ifdef`, `#ifndef` or `#define`.",
    ),
    (
        "DISABLED_TEXT",
        "Text that a conditional directive disables, from the end of the directive's line on, with nested directives.",
    ),
    (
        "ERROR_TRIVIA",
        "Text that is not allowed on a directive's line, or a part of an `include` whose other part is in another file.",
    ),
];

const PUNCTUATION: &[(&str, &str)] = &[
    (":", "COLON"),
    (";", "SEMICOLON"),
    (",", "COMMA"),
    ("<", "L_ANGLE"),
    (">", "R_ANGLE"),
    ("[", "L_BRACK"),
    ("]", "R_BRACK"),
    ("{", "L_BRACE"),
    ("}", "R_BRACE"),
    ("(", "L_PAREN"),
    (")", "R_PAREN"),
    ("=", "EQ"),
    ("?", "QUESTION"),
    ("#", "HASH"),
    (".", "DOT"),
    ("...", "DOT3"),
    ("-", "MINUS"),
    ("+", "PLUS"),
    ("!cond", "BANG_COND"),
    ("!foreach", "BANG_FOREACH"),
    ("!filter", "BANG_FILTER"),
    ("!foldl", "BANG_FOLDL"),
];

const KEYWORDS: &[&str] = &[
    "assert",
    "bit",
    "bits",
    "class",
    "code",
    "dag",
    "def",
    "defm",
    "defset",
    "deftype",
    "defvar",
    "dump",
    "else",
    "false",
    "field",
    "foreach",
    "if",
    "in",
    "include",
    "int",
    "let",
    "list",
    "multiclass",
    "string",
    "then",
    "true",
];

/// Identifiers that are keywords only between `let` and a name.
const CONTEXTUAL: &[&str] = &["append", "prepend"];

/// Tokens of various texts, with their documentation.
const LITERALS: &[(&str, &str)] = &[
    (
        "IDENT",
        "A word that is not reserved. It may begin with digits, as `8i` does.",
    ),
    (
        "INT_NUMBER",
        "A number, decimal with its sign or hexadecimal, even if it is out of range.",
    ),
    (
        "BINARY_NUMBER",
        "A number in binary, `0b…`; its number of digits is significant.",
    ),
    (
        "STRING_LITERAL",
        "A string with its quotes. An unterminated one extends to the end of the line.",
    ),
    (
        "CODE_LITERAL",
        "`[{ … }]`. An unterminated one extends to the end of the text.",
    ),
    ("VAR_NAME", "The name of a dag's argument, with its `$`."),
    (
        "BANG_OPERATOR",
        "`!` with a name, known or not, that has no kind of its own: its operands are a list of values.",
    ),
    (
        "ERROR_TOKEN",
        "Bytes that no token begins with, or a broken token.",
    ),
];

#[test]
fn generated_files_are_current() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("tablegen.ungram")).unwrap();
    let grammar: Grammar = text.parse().unwrap();
    for (path, code) in [
        ("src/syntax_kind.rs", kinds(&grammar)),
        ("src/ast/nodes.rs", nodes(&grammar)),
    ] {
        let path = root.join(path);
        let code = rustfmt(&code);
        if std::fs::read_to_string(&path).unwrap_or_default() == code {
            continue;
        }
        if std::env::var_os("UPDATE_SYNTAX").is_some() {
            std::fs::write(&path, code).unwrap();
        } else {
            panic!(
                "{} is stale; run this test with UPDATE_SYNTAX=1",
                path.display()
            );
        }
    }
}

fn kinds(grammar: &Grammar) -> String {
    let described = |it: &(&str, &str)| (it.0.to_owned(), it.1.to_owned());
    let mut all: Vec<(String, String)> = TRIVIA.iter().map(described).collect();
    let mut fixed = Vec::new();
    for &(text, name) in PUNCTUATION {
        fixed.push((text, name.to_string()));
    }
    for &word in KEYWORDS.iter().chain(CONTEXTUAL) {
        fixed.push((word, format!("{}_KW", word.to_uppercase())));
    }
    all.extend(
        fixed
            .iter()
            .map(|(text, name)| (name.clone(), spelled(text))),
    );
    all.extend(LITERALS.iter().map(described));
    let end = "The end of the text. It is in no tree.";
    all.push(described(&("EOF", end)));
    let node_names = grammar
        .iter()
        .filter(|&node| alternatives(grammar, node).is_none())
        .map(|node| &grammar[node].name)
        .map(|it| {
            (
                screaming(it),
                format!("The node of [`{it}`](crate::ast::{it})."),
            )
        });
    all.extend(node_names);
    let error =
        "A node that contains tokens that were skipped after an error, or that are misplaced.";
    all.push(described(&("ERROR", error)));

    let mut out = String::from("//! Generated by tests/codegen.rs from tablegen.ungram.\n\n");
    out += "/// The kind of a token or a node of the tree.\n";
    out += "#[expect(non_camel_case_types, reason = \"kinds are written as constants are\")]\n";
    out += "#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]\n#[repr(u8)]\n";
    out += "pub enum SyntaxKind {\n";
    for (name, documentation) in &all {
        writeln!(out, "    /// {documentation}\n    {name},").unwrap();
    }
    out += "}\n\nuse SyntaxKind::*;\n\n#[rustfmt::skip]\nconst ALL: &[SyntaxKind] = &[\n    ";
    writeln!(out, "{},\n];\n", wrap(&all)).unwrap();
    out += "impl SyntaxKind {\n/// The number of kinds.\n";
    writeln!(out, "pub const COUNT: usize = {};\n", all.len()).unwrap();
    out += "/// The kind whose discriminant is `raw`; `ERROR` for other numbers.\n#[inline]\n";
    out += "pub fn from_raw(raw: u16) -> SyntaxKind { ALL.get(usize::from(raw)).copied().unwrap_or(ERROR) }\n\n";
    out += "/// Whether the parser passes over tokens of this kind.\n#[inline]\n";
    writeln!(
        out,
        "pub fn is_trivia(self) -> bool {{ self <= {} }}\n",
        TRIVIA.last().unwrap().0
    )
    .unwrap();
    out += "/// Whether the token belongs to a preprocessor directive, to disabled text, or is the keyword `include`.\n#[inline]\n";
    out += "pub fn is_directive(self) -> bool { matches!(self, PP_IFDEF | PP_IFNDEF | PP_ELSE | PP_ENDIF | PP_DEFINE | DISABLED_TEXT | INCLUDE_KW) }\n\n";
    out += "/// Whether this is a reserved word.\n#[inline]\n";
    writeln!(
        out,
        "pub fn is_keyword(self) -> bool {{ ({}_KW..={}_KW).contains(&self) }}\n",
        KEYWORDS[0].to_uppercase(),
        KEYWORDS.last().unwrap().to_uppercase()
    )
    .unwrap();
    out += "/// Whether all tokens of this kind have the same text.\n#[inline]\n";
    writeln!(
        out,
        "pub fn has_fixed_text(self) -> bool {{ ({}..={}).contains(&self) }}\n",
        fixed[0].1,
        fixed[fixed.len() - 1].1
    )
    .unwrap();
    out += "/// The text of the tokens of this kind, if they all have the same.\n";
    out += "pub fn text(self) -> Option<&'static str> { Some(match self {\n";
    for (text, name) in &fixed {
        writeln!(out, "{name} => {text:?},").unwrap();
    }
    out += "_ => return None,\n}) }\n\n/// The kind of the reserved word `text`; `None` if it is not reserved.\n#[inline]\n";
    out += "pub fn from_keyword(text: &[u8]) -> Option<SyntaxKind> { Some(match text {\n";
    for word in KEYWORDS {
        writeln!(out, "b{word:?} => {}_KW,", word.to_uppercase()).unwrap();
    }
    out += "_ => return None,\n}) }\n}\n";
    out
}

/// The documentation of a token with a fixed text.
fn spelled(text: &str) -> String {
    if KEYWORDS.contains(&text) {
        format!("The reserved word `{text}`.")
    } else if CONTEXTUAL.contains(&text) {
        format!("The word `{text}` between `let` and a name; elsewhere it is an [`IDENT`].")
    } else {
        format!("`{text}`.")
    }
}

/// The names, some on each line, as the body of a list.
fn wrap(kinds: &[(String, String)]) -> String {
    let names: Vec<&str> = kinds.iter().map(|it| it.0.as_str()).collect();
    names
        .chunks(6)
        .map(|it| it.join(", "))
        .collect::<Vec<_>>()
        .join(",\n    ")
}

fn nodes(grammar: &Grammar) -> String {
    let (choices, plain): (Vec<_>, Vec<_>) = grammar
        .iter()
        .partition(|&node| alternatives(grammar, node).is_some());
    let mut out = String::from("//! Generated by tests/codegen.rs from tablegen.ungram.\n\n");
    out += "use super::{AstChildren, AstNode, Node, Token};\nuse crate::SyntaxKind;\n\n";
    out += "choices! {\n";
    for node in choices {
        choice_row(&mut out, grammar, node);
    }
    out += "}\n\nnodes! {\n";
    for node in plain {
        node_row(&mut out, grammar, node);
    }
    out += "}\n";
    out
}

/// A row of `nodes!`.
fn node_row(out: &mut String, grammar: &Grammar, node: Node) {
    let (name, rule) = (&grammar[node].name, &grammar[node].rule);
    writeln!(out, "    /// `{}`", doc(rule, grammar)).unwrap();
    write!(out, "    {name} {} {{", screaming(name)).unwrap();
    let mut accessors = Vec::new();
    collect(grammar, rule, None, false, &mut accessors);
    let mut rows = String::new();
    let mut seen: Vec<&Accessor> = Vec::new();
    for it in &accessors {
        let mut same = seen.iter().filter(|earlier| earlier.target == it.target);
        // The repetition `X (',' X)*` names its element twice.
        if it.many && same.clone().any(|earlier| earlier.many) {
            continue;
        }
        if let Some(row) = accessor(it, same.by_ref().count()) {
            writeln!(rows, "        {row};").unwrap();
        }
        seen.push(it);
    }
    match rows.as_str() {
        "" => writeln!(out, "}}"),
        _ => writeln!(out, "\n{rows}    }}"),
    }
    .unwrap();
}

/// The accessor for a part of a node. Unlabelled tokens give no information beyond the node.
fn accessor(it: &Accessor, nth: usize) -> Option<String> {
    let target = &it.target;
    let label = it.label.clone();
    Some(if it.token {
        format!("token {}: {} {nth}", label?, token_kind(target))
    } else if it.many {
        let name = label.unwrap_or_else(|| format!("{}s", snake(target)));
        format!("children {name}: {target} {nth}")
    } else {
        let name = label.unwrap_or_else(|| match target.as_str() {
            "Type" => "ty".to_owned(),
            _ => snake(target),
        });
        format!("child {name}: {target} {nth}")
    })
}

/// A row of `choices!`.
fn choice_row(out: &mut String, grammar: &Grammar, node: Node) {
    let name = &grammar[node].name;
    let variants = alternatives(grammar, node).unwrap();
    writeln!(out, "    {name} {{").unwrap();
    let (nested, plain): (Vec<Node>, Vec<Node>) = variants
        .iter()
        .partition(|&&it| alternatives(grammar, it).is_some());
    for it in plain {
        let it = &grammar[it].name;
        writeln!(out, "        {it} {},", screaming(it)).unwrap();
    }
    for it in nested {
        writeln!(out, "        | {},", grammar[it].name).unwrap();
    }
    writeln!(out, "    }}").unwrap();
}

struct Accessor {
    label: Option<String>,
    target: String,
    token: bool,
    many: bool,
}

fn collect(
    grammar: &Grammar,
    rule: &Rule,
    label: Option<&str>,
    many: bool,
    acc: &mut Vec<Accessor>,
) {
    let label_of = || label.map(str::to_string);
    match rule {
        Rule::Labeled { label, rule } => collect(grammar, rule, Some(label), many, acc),
        Rule::Node(node) => {
            let target = grammar[*node].name.clone();
            acc.push(Accessor {
                label: label_of(),
                target,
                token: false,
                many,
            });
        }
        Rule::Token(token) => {
            let target = grammar[*token].name.clone();
            acc.push(Accessor {
                label: label_of(),
                target,
                token: true,
                many: false,
            });
        }
        Rule::Seq(rules) => {
            // `X (',' X)*` is a list of X.
            if let [first @ Rule::Node(_), Rule::Rep(_)] = rules.as_slice() {
                return collect(grammar, first, label, true, acc);
            }
            rules
                .iter()
                .for_each(|it| collect(grammar, it, label, many, acc));
        }
        Rule::Alt(rules) => rules
            .iter()
            .for_each(|it| collect(grammar, it, label, many, acc)),
        Rule::Opt(rule) => collect(grammar, rule, label, many, acc),
        Rule::Rep(rule) => collect(grammar, rule, label, true, acc),
    }
}

/// The nodes of a rule that is a plain choice between nodes.
fn alternatives(grammar: &Grammar, node: Node) -> Option<Vec<Node>> {
    let Rule::Alt(rules) = &grammar[node].rule else {
        return None;
    };
    rules
        .iter()
        .map(|it| match it {
            Rule::Node(it) => Some(*it),
            _ => None,
        })
        .collect()
}

/// The rule as it is written in the grammar.
fn doc(rule: &Rule, grammar: &Grammar) -> String {
    let list = |rules: &[Rule], sep: &str| {
        rules
            .iter()
            .map(|it| doc(it, grammar))
            .collect::<Vec<_>>()
            .join(sep)
    };
    let group = |rule: &Rule| match rule {
        Rule::Seq(_) | Rule::Alt(_) => format!("({})", doc(rule, grammar)),
        _ => doc(rule, grammar),
    };
    match rule {
        Rule::Labeled { label, rule } => format!("{label}:{}", group(rule)),
        Rule::Node(node) => grammar[*node].name.clone(),
        Rule::Token(token) => format!("'{}'", grammar[*token].name),
        Rule::Seq(rules) => list(rules, " "),
        Rule::Alt(rules) => list(rules, " | "),
        Rule::Opt(rule) => format!("{}?", group(rule)),
        Rule::Rep(rule) => format!("{}*", group(rule)),
    }
}

fn token_kind(text: &str) -> String {
    if let Some((_, name)) = PUNCTUATION.iter().find(|(it, _)| *it == text) {
        return name.to_string();
    }
    let upper = text.to_uppercase();
    if KEYWORDS.contains(&text) || CONTEXTUAL.contains(&text) {
        return format!("{upper}_KW");
    }
    assert!(
        LITERALS.iter().any(|it| it.0 == upper),
        "unknown token {text}"
    );
    upper
}

fn snake(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}

fn screaming(name: &str) -> String {
    snake(name).to_uppercase()
}

fn rustfmt(code: &str) -> String {
    let mut child = Command::new("rustfmt")
        .args(["--edition", "2024", "--config", "newline_style=Unix"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("rustfmt");
    child
        .stdin
        .take()
        .unwrap()
        .write_all(code.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{code}");
    String::from_utf8(output.stdout).unwrap()
}
