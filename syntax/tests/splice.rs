//! Texts with the texts of included files in them.

use std::collections::BTreeMap;

use expect_test::{Expect, expect};
use syntax::{Include, MacroSet, Macros, Spliced};

/// Files that may be included, and the macros.
struct Folder {
    files: BTreeMap<&'static str, &'static str>,
    macros: MacroSet,
}

impl Macros for Folder {
    fn is_defined(&self, name: &str) -> bool {
        self.macros.is_defined(name)
    }

    fn define(&mut self, name: &str) -> bool {
        self.macros.define(name)
    }

    fn include(&mut self, path: Option<&str>) -> Include {
        let Some(path) = path else {
            return Include::Apart;
        };
        match self.files.get(path) {
            Some(text) => Include::Text((*text).into()),
            None => Include::Refused(format!("no {path}").into()),
        }
    }
}

/// The text with a bar before each piece, the errors, and the children of the tree's root.
fn check(root: &str, files: &[(&'static str, &'static str)], want: Expect) {
    let mut folder = Folder {
        files: files.iter().copied().collect(),
        macros: MacroSet::default(),
    };
    let mut spliced = Spliced::new(root, &mut folder);
    let mut out = String::new();
    let ends = spliced.segments.iter().skip(1).map(|it| it.start as usize);
    let ends: Vec<usize> = ends.chain([spliced.text.len()]).collect();
    for (segment, end) in spliced.segments.iter().zip(ends) {
        let text = &spliced.text[segment.start as usize..end];
        out += &format!("{}+{} {text:?}\n", segment.file, segment.offset);
    }
    let text = spliced.text.clone();
    let parse = spliced.parse().to_parse();
    assert_eq!(parse.text(), text);
    for error in parse.errors() {
        out += &format!(
            "error at {}: {}\n",
            u32::from(error.offset()),
            error.message
        );
        for note in &error.notes {
            out += &format!("  {}\n", note.message);
        }
    }
    for child in parse.syntax().children() {
        out += &format!("{:?} {:?}\n", child.kind(), child.text().to_string());
    }
    want.assert_eq(&out);
}

#[test]
fn texts_follow_their_directives() {
    check(
        "def a { include \"b\" }",
        &[("b", "int x = include \"c\" ;"), ("c", "1")],
        expect![[r#"
            0+0 "def a { include \"b\" "
            1+0 "int x = include \"c\" "
            2+0 "1 "
            1+19 " ; "
            0+19 " }"
            DEF "def a { include \"b\" int x = include \"c\" 1  ;  }"
        "#]],
    );
}

#[test]
fn no_token_reaches_into_another_file() {
    check(
        "def a include \"b\";",
        &[("b", "#c")],
        expect![[r##"
        0+0 "def a include \"b\" "
        1+0 "#c "
        0+17 ";"
        DEF "def a include \"b\" #c ;"
    "##]],
    );
    check(
        "defvar x = [{a include \"b\"",
        &[("b", "}];")],
        expect![[r#"
        0+0 "defvar x = [{a include \"b\""
        error at 11: Unterminated code block
          Unknown or reserved token when parsing a value
        DEFVAR "defvar x = [{a include \"b\""
    "#]],
    );
    check(
        "/* include \"b\"",
        &[("b", "*/ def x;")],
        expect![[r#"
        0+0 "/* include \"b\""
        error at 0: Unterminated comment!
    "#]],
    );
}

#[test]
fn conditionals_end_with_their_file() {
    check(
        "include \"b\"\n#endif\ndef c;",
        &[("b", "#ifdef X\ndef a;")],
        expect![[r##"
            0+0 "include \"b\" "
            1+0 "#ifdef X\ndef a; "
            0+11 "\n#endif\ndef c;"
            error at 27: Reached EOF without matching #endif
              The latest preprocessor control is here
            error at 30: #endif without #ifdef
            INCLUDE "include \"b\""
            DEF "def c;"
        "##]],
    );
    check(
        "include \"b\"\n#else\ndef c;\n#endif\n",
        &[("b", "#define X\n#ifdef X\ndef a;\n#endif\n")],
        expect![[r##"
            0+0 "include \"b\" "
            1+0 "#define X\n#ifdef X\ndef a;\n#endif\n "
            0+11 "\n#else\ndef c;\n#endif\n"
            error at 48: #else without #ifdef or #ifndef
            error at 61: #endif without #ifdef
            INCLUDE "include \"b\""
            DEF "def a;"
            DEF "def c;"
        "##]],
    );
    check(
        "include \"b\" #ifdef X\ndef a;",
        &[("b", "")],
        expect![[r##"
        0+0 "include \"b\" "
        1+0 " "
        0+11 " #ifdef X\ndef a;"
        error at 14: Unexpected token at top level
        INCLUDE "include \"b\""
        ERROR "#ifdef X"
        DEF "def a;"
    "##]],
    );
}

#[test]
fn directives_reach_over_files() {
    check(
        "include \"b\" \"c\"",
        &[("b", "def b; include"), ("c", "def c;")],
        expect![[r#"
            0+0 "include \"b\" "
            1+0 "def b; include "
            0+11 " \"c\" "
            2+0 "def c; "
            0+15 ""
            INCLUDE "include \"b\""
            DEF "def b;"
            INCLUDE "include  \"c\""
            DEF "def c;"
        "#]],
    );
    check(
        "include /* a */ include \"b\" def d;",
        &[("b", "\"c\" def b;"), ("c", "def c;")],
        expect![[r#"
            0+0 "include /* a */ include \"b\" "
            1+0 "\"c\" "
            2+0 "def c; "
            1+3 " def b; "
            0+27 " def d;"
            INCLUDE "include \"b\""
            DEF "def c;"
            DEF "def b;"
            DEF "def d;"
        "#]],
    );
    check(
        "include \"b\" def d;",
        &[("b", "include")],
        expect![[r#"
        0+0 "include \"b\" "
        1+0 "include "
        0+11 " def d;"
        error at 21: Expected filename after include
        INCLUDE "include \"b\""
        INCLUDE "include"
        DEF "def d;"
    "#]],
    );
    check(
        "include include \"b\"",
        &[("b", "1")],
        expect![[r#"
        0+0 "include include \"b\" "
        1+0 "1 "
        0+19 ""
        error at 20: Expected filename after include
          Unexpected token at top level
        INCLUDE "include \"b\""
        ERROR "1"
    "#]],
    );
}

#[test]
fn files_that_do_not_come_in() {
    check(
        "def a { include \"b\" int x; }",
        &[],
        expect![[r#"
        0+0 "def a { include \"b\" int x; }"
        error at 16: no b
          Unknown token when expecting a type
        DEF "def a { include \"b\" int x; }"
    "#]],
    );
    check(
        "def a : A<include \"b\">;",
        &[],
        expect![[r#"
        0+0 "def a : A<include \"b\">;"
        error at 18: no b
          Unknown or reserved token when parsing a value
        DEF "def a : A<include \"b\">;"
    "#]],
    );
    check(
        "include include \"b\" \"c\"",
        &[("c", "")],
        expect![[r#"
        0+0 "include include \"b\" \"c\""
        error at 16: no b
          Unexpected token at top level
        INCLUDE "include \"b\""
        ERROR "\"c\""
    "#]],
    );
}
