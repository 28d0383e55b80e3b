//! For any text there is a tree and a bounded number of messages.

use syntax::{MacroSet, Severity, TOO_MANY_ERRORS, parse, reparse};

/// Parses, and checks that the text is preserved and that there are at most `most` messages.
fn check(text: &str, most: usize) {
    let parse = parse(text, &mut MacroSet::default());
    assert!(parse.text() == text);
    let count = parse.errors().len();
    assert!(
        count <= most,
        "{count} messages, the first: {:?}",
        parse.errors()[0]
    );
    // Dropping and walking the tree recurse.
    assert_eq!(
        parse.syntax().descendants().count(),
        parse.syntax().descendants().count()
    );
}

fn check_repeated(before: &str, unit: &str, after: &str, most: usize) {
    check(&[before, &unit.repeat(20_000), after].concat(), most);
}

#[test]
fn deep_nesting_is_a_message() {
    for unit in [
        "(", "[", "{", "!if(", "!cond(", "!foldl(", "A<", "x[", "x{", "list<", "a#",
    ] {
        check_repeated("def x { dag d = ", unit, "", 2);
        check_repeated("def x { dag d = ", unit, "; } def y;", 2);
    }
    for unit in [
        "let x = 1 in ",
        "foreach i = [1] in {",
        "if x then ",
        "multiclass M {",
        "def x {",
    ] {
        check_repeated("", unit, "", 1_001);
    }
    check_repeated("", "let x = 1 in ", "def x;", 100);
    check(&["def x { dag d = ", &"(".repeat(100_000)].concat(), 2);
}

#[test]
fn long_chains_are_a_message() {
    for unit in [".a", "[0]", "{0}", "#a", "#a.b[0]"] {
        check_repeated("def x { int y = z", unit, "; }", 2);
    }
}

#[test]
fn unterminated_text_is_a_message() {
    check("/* open", 1);
    check(&"/*".repeat(100_000), 1);
    check(&["/*".repeat(100_000), "*/".repeat(100_000)].concat(), 0);
    check("def x { code c = [{ open", 1);
    check("def x { string s = \"open", 1);
    check("def x : A<\"open\n>;", 1);
    check("#ifdef X\nopen", 1);
    check("#ifdef", 1);
    check("def", 1);
}

#[test]
fn any_characters_are_accepted() {
    check("\u{feff}def x;", 1);
    check("def x;\r\nclass A;\r\n", 0);
    check("def x { int y = 1;\0 }", 1);
    check("def x { string s = \"caf\u{10F0E9}\"; } // \u{10F0FF}", 0);
    check(&"\0".repeat(1000), 1000);
    check(&"é".repeat(100_000), 1);
    check("def x;\u{b}\u{c}", 1);
}

/// Contexts for repeated text.
const CONTEXTS: [(&str, &str); 14] = [
    ("", ""),
    ("class A {\n", "\n}\n"),
    ("class A<", ">;"),
    ("class A : B<", ">;"),
    ("multiclass A {", "}"),
    ("let x = 1 in {", "}"),
    ("let ", " in def a;"),
    ("foreach i = [", "] in def a;"),
    ("defvar x = [", "];"),
    ("defvar x = (a ", ");"),
    ("defvar x = !add(", ");"),
    ("class A { let x{", "} = 0; }"),
    ("defvar x = \"", "\";"),
    ("#ifdef A ", "\n#endif\n"),
];

/// Texts to repeat.
const REPEATED: [&str; 40] = [
    ";",
    ";\n",
    ",",
    ":",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    "=",
    "?",
    "#",
    "#\n",
    ".",
    "..",
    "-",
    "@ ",
    "é ",
    "$ ",
    "!x ",
    "'",
    "/ ",
    "\0",
    "\"",
    "\"\n",
    "\\q",
    "x ; ",
    "x x\n",
    "int ; ",
    "def ",
    "class A;;",
    "let ",
    "include ",
    "#else\n",
    "#endif x\n",
    "[{}] ",
    "99999999999999999999 ",
];

#[test]
fn a_file_has_at_most_so_many_errors() {
    for (before, after) in CONTEXTS {
        for unit in REPEATED {
            check(&[before, &unit.repeat(4_000), after].concat(), 1_001);
        }
    }
    let last = |text: String| {
        let parse = parse(&text, &mut MacroSet::default());
        let last = parse.errors().last().expect("an error");
        (
            parse.errors().len(),
            last.message.clone().into_owned(),
            usize::from(last.at),
        )
    };
    let many = |at| (1_001, TOO_MANY_ERRORS.to_owned(), at);
    // A body is read to its thousandth semicolon, and so are unknown words.
    assert_eq!(
        last(format!("class A {{{}}}\ndef B;", ";".repeat(5_000))),
        many(9 + 1_001)
    );
    assert_eq!(last("@ ".repeat(5_000)), many(2_000));
    assert_eq!(last("class A;;\n".repeat(1_000)).0, 1_000);
    assert_eq!(last("class A;;\n".repeat(1_001)), many(10 * 1_001));
    // Both together.
    assert_eq!(last("class A;; $\n".repeat(1_001)), many(12 * 500 + 8));
}

#[test]
fn long_lines_are_fast() {
    check(
        &["def x { string s = \"", &"a".repeat(50_000_000), "\"; }"].concat(),
        0,
    );
    check(
        &["class A<list<int> l = [", &"1, ".repeat(300_000), "]>;"].concat(),
        0,
    );
    check(&"#ifdef A\n".repeat(50_000), 1);
    check(
        &["#ifndef A\n".repeat(50_000), "#endif\n".repeat(50_000)].concat(),
        0,
    );
}

#[test]
fn messages_are_inside_the_text() {
    for text in [
        "",
        "def",
        "let",
        "class A<",
        "#ifdef",
        "#define X y",
        "include",
        "\"",
        "!",
        "$",
    ] {
        let parse = parse(text, &mut MacroSet::default());
        for it in parse.errors() {
            assert!(usize::from(it.range.end()) <= text.len() && it.severity != Severity::Note);
        }
        let edit = syntax::Edit {
            range: rowan::TextRange::empty(0.into()),
            inserted: 0.into(),
        };
        assert_eq!(
            reparse(&parse, text, &edit, &mut MacroSet::default()),
            parse
        );
    }
}
