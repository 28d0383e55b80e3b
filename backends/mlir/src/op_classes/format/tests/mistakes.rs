//! Errors of formats, and where editors show them.

use backend_testing::{difference, read_as, run};
use elaborate::records::Release;
use elaborate::report::{Report, for_people};
use expect_test::{Expect, expect};

use crate::tests::{DIALECT, shown};

/// The line of the source in which an editor shows the mistake of a format, with a mark below the place.
#[track_caller]
fn check_place(text: &str, want: Expect) {
    let records = read_as(Release::V19, &format!("{DIALECT}{text}"));
    let run = run(crate::ALL, "gen-op-decls", &[], &records);
    let error = run.text.expect_err("the format is wrong");
    let reports = for_people(
        &records.sources,
        &[Report::of_backend(&records.sources, &error)],
    );
    let (source, offset) = reports[0].place.expect("it has a place");
    let (before, behind) = records.sources.files[source].text.split_at(offset as usize);
    let start = before.rfind('\n').map_or(0, |it| it + 1);
    let line = format!(
        "{}{}",
        &before[start..],
        behind.lines().next().unwrap_or_default()
    );
    // Snapshots are shown without common indentation.
    let line_start = line.len() - line.trim_start().len();
    let (line, mark) = (
        line.trim_start(),
        " ".repeat(before.len() - start - line_start),
    );
    want.assert_eq(&format!("{line}\n{mark}^ {}\n", reports[0].message));
}

#[test]
fn mistakes_stand_where_the_format_is_written() {
    let check = |body: &str, want: Expect| {
        check_place(
            &format!("def Own_AddOp : Op<Own, \"add\"> {{\n  {body}\n}}\n"),
            want,
        );
    };
    check(
        "let assemblyFormat = [{ attr-dict\n    $x }];",
        expect![[r#"
                $x }];
                ^ expected variable to refer to an argument, region, result, or successor
        "#]],
    );
    check(
        r#"let assemblyFormat = "custom<A>(\"\t\") attr-dict $x";"#,
        expect![[r#"
              let assemblyFormat = "custom<A>(\"\t\") attr-dict $x";
                                                                ^ expected variable to refer to an argument, region, result, or successor
        "#]],
    );
    check(
        r#"let assemblyFormat = "`a` " # /* b */ [{`b` $x }] # "attr-dict";"#,
        expect![[r#"
              let assemblyFormat = "`a` " # /* b */ [{`b` $x }] # "attr-dict";
                                                          ^ expected variable to refer to an argument, region, result, or successor
        "#]],
    );
    check(
        r#"defvar f = "$x "; let assemblyFormat = "`a` " # f # "attr-dict";"#,
        expect![[r#"
              defvar f = "$x "; let assemblyFormat = "`a` " # f # "attr-dict";
                          ^ expected variable to refer to an argument, region, result, or successor
        "#]],
    );
    check(
        r#"defvar f = !strconcat("`b` ", "$x "); let assemblyFormat = "`a` " "" # f # "attr-dict";"#,
        expect![[r#"
              defvar f = !strconcat("`b` ", "$x "); let assemblyFormat = "`a` " "" # f # "attr-dict";
                                             ^ expected variable to refer to an argument, region, result, or successor
        "#]],
    );
    check(
        r#"let assemblyFormat = "`a` ";"#,
        expect![[r#"
              let assemblyFormat = "`a` ";
                                    ^ 'attr-dict' directive not found in custom assembly format
        "#]],
    );
}

/// Two bodies in one statement have variables of the same name.
#[test]
fn mistakes_stand_in_the_variable_of_their_body() {
    let def = |name: &str, value: &str| {
        format!(
            "def Own_{name}Op : Op<Own, \"{name}\"> {{\n  defvar f = \"{value} \";\n  let assemblyFormat = f # \"attr-dict\";\n}}\n"
        )
    };
    let (first, second) = (def("add", "$x"), def("sub", "`a`"));
    check_place(
        &format!("foreach i = [0] in {{\n{first}{second}}}\n"),
        expect![[r#"
            defvar f = "$x ";
                        ^ expected variable to refer to an argument, region, result, or successor
        "#]],
    );
}

/// Only the first parts of a string are looked at; the mistake is not in the last of them.
#[test]
fn mistakes_behind_many_parts() {
    let parts: String = (0..100).map(|it| format!("[{{`a{it}` }}] #\n")).collect();
    check_place(
        &format!(
            "def Own_AddOp : Op<Own, \"add\"> {{ let assemblyFormat =\n{parts}\"attr-dict $x\"; }}\n"
        ),
        expect![[r#"
            [{`a64` }] #
            ^ expected variable to refer to an argument, region, result, or successor
        "#]],
    );
}

#[test]
fn mistakes_stand_in_arguments() {
    let class = |value: &str| {
        format!("class Own_Op<string f> : Op<Own, \"add\"> {{ let assemblyFormat = {value}; }}\n")
    };
    let check = |value: &str, def: &str, want: Expect| {
        check_place(&format!("{}{def}\n", class(value)), want);
    };
    check(
        "f",
        "def Own_AddOp : Own_Op<\"attr-dict $x\">;",
        expect![[r#"
            def Own_AddOp : Own_Op<"attr-dict $x">;
                                              ^ expected variable to refer to an argument, region, result, or successor
        "#]],
    );
    check(
        "\"`a` \" # f # \" attr-dict\"",
        "def Own_AddOp : Own_Op<[{ $x }]>;",
        expect![[r#"
            def Own_AddOp : Own_Op<[{ $x }]>;
                                      ^ expected variable to refer to an argument, region, result, or successor
        "#]],
    );
    check(
        "\"`a` \" # f # \" $x attr-dict\"",
        "def Own_AddOp : Own_Op<\"`b`\">;",
        expect![[r#"
            class Own_Op<string f> : Op<Own, "add"> { let assemblyFormat = "`a` " # f # " $x attr-dict"; }
                                                                                          ^ expected variable to refer to an argument, region, result, or successor
        "#]],
    );
    check(
        "\"`a` \" # f # \"$x attr-dict\"",
        "def Own_AddOp : Own_Op<\"`b` \">;",
        expect![[r#"
            class Own_Op<string f> : Op<Own, "add"> { let assemblyFormat = "`a` " # f # "$x attr-dict"; }
                                                                                         ^ expected variable to refer to an argument, region, result, or successor
        "#]],
    );
    // A call of an argument cannot be followed.
    check(
        "!tolower(f)",
        "def Own_AddOp : Own_Op<\"ATTR-DICT $x\">;",
        expect![[r#"
            class Own_Op<string f> : Op<Own, "add"> { let assemblyFormat = !tolower(f); }
                                                          ^ expected variable to refer to an argument, region, result, or successor
        "#]],
    );
}

#[test]
fn functions_of_the_author_have_no_functions_in_them() {
    let said = |release| {
        let text = "def Own_AddOp : Op<Own, \"add\"> {
          let arguments = (ins I32:$a);
          let assemblyFormat = \"custom<A>(custom<B>($a)) attr-dict\";
        }";
        shown(release, "gen-op-defs", text)
    };
    let [old, new] = [Release::V19, Release::V22].map(said);
    expect![[r#"
        -error: 'custom' is only valid as a top-level directive
        +error: `custom` can only be used at the top-level context or within a `struct` directive
    "#]]
    .assert_eq(&difference(&old, &new));
}
