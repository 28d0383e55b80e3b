//! Tables and documentation of diagnostics.

mod releases;

use expect_test::{Expect, expect};

use crate::tests::{check, check_with};

const PRELUDE: &str = r#"
class TextSubstitution<string t> { string Substitution = t; }
class DiagClass; def CLASS_NOTE : DiagClass; def CLASS_REMARK : DiagClass; def CLASS_WARNING : DiagClass; def CLASS_EXTENSION : DiagClass; def CLASS_ERROR : DiagClass;
class Severity<string n> { string Name = n; } def SEV_Ignored : Severity<"Ignored">; def SEV_Remark : Severity<"Remark">; def SEV_Warning : Severity<"Warning">; def SEV_Error : Severity<"Error">;
class SFINAEResponse; def SFINAE_Suppress : SFINAEResponse;
class DiagGroup<string n, list<DiagGroup> s = [], code d = [{}]> { string GroupName = n; list<DiagGroup> SubGroups = s; string CategoryName = ""; code Documentation = d; }
class Diagnostic<string text, DiagClass c, Severity s> {
  string Component = "Sema"; string Summary = text; DiagClass Class = c; SFINAEResponse SFINAE = SFINAE_Suppress;
  bit WarningNoWerror = 0; bit ShowInSystemHeader = 0; bit ShowInSystemMacro = 1; bit Deferrable = 0;
  Severity DefaultSeverity = s; DiagGroup Group = ?; string CategoryName = "";
}
class Error<string t> : Diagnostic<t, CLASS_ERROR, SEV_Error>;
class Warning<string t> : Diagnostic<t, CLASS_WARNING, SEV_Warning>;
class Extension<string t> : Diagnostic<t, CLASS_EXTENSION, SEV_Ignored>;
class Remark<string t> : Diagnostic<t, CLASS_REMARK, SEV_Remark>;
class InGroup<DiagGroup g> { DiagGroup Group = g; }
def GlobalDocumentation { code Intro = "Intro"; }
"#;

const DIAGNOSTICS: &str = r#"
def sub_kind : TextSubstitution<"%select{type|value %1}0">;
def err_bad : Error<"bad \"%0\" %s1 in %plural{1:thing|:things}2%%"> { let CategoryName = "Parse Issue"; }
def warn_kind : Warning<"expected %sub{sub_kind}1,0 here">, InGroup<DiagGroup<"kind">>;
def Unused : DiagGroup<"unused", [DiagGroup<"unused-x">], [{  Docs.  }]> { let CategoryName = "Unused Entity"; }
def warn_unused : Warning<"%diff{$ and $ are |they are }0,1unused">, InGroup<Unused>;
def Gnu : DiagGroup<"gnu">;
def ext_gnu : Extension<"GNU extension"> , InGroup<Gnu>;
def ext_other : Extension<"extension %q0">;
def Pedantic : DiagGroup<"pedantic">;
def Pass : DiagGroup<"pass">;
def remark_pass : Remark<"%0">, InGroup<Pass>;
def Synonym : DiagGroup<"also-unused", [Unused]>;
"#;

#[test]
fn definitions() {
    let text = format!("{PRELUDE}{DIAGNOSTICS}");
    check(
        "gen-clang-diags-defs",
        &text,
        expect![[r#"
        DIAG(err_bad, CLASS_ERROR, (unsigned)diag::Severity::Error, "bad \"%0\" %s1 in %plural{1:thing|:things}2%%", 0, SFINAE_Suppress, false, false, true, false, 1)
        DIAG(ext_gnu, CLASS_EXTENSION, (unsigned)diag::Severity::Ignored, "GNU extension", 1, SFINAE_Suppress, false, false, true, false, 0)
        DIAG(ext_other, CLASS_EXTENSION, (unsigned)diag::Severity::Ignored, "extension %q0", 4, SFINAE_Suppress, false, false, true, false, 0)
        DIAG(remark_pass, CLASS_REMARK, (unsigned)diag::Severity::Remark, "%0", 3, SFINAE_Suppress, false, false, true, false, 0)
        DIAG(warn_kind, CLASS_WARNING, (unsigned)diag::Severity::Warning, "expected %select{type|value %0}1 here", 2, SFINAE_Suppress, false, false, true, false, 0)
        DIAG(warn_unused, CLASS_WARNING, (unsigned)diag::Severity::Warning, "%diff{$ and $ are |they are }0,1unused", 5, SFINAE_Suppress, false, false, true, false, 2)
    "#]],
    );
    let component = [("clang-component", "Sema")];
    let text = format!(
        "{PRELUDE} let Component = \"Lex\" in def err_x : Error<\"Wrong.\">; def err_y : Error<\"y\">;"
    );
    check_with(
        "gen-clang-diags-defs",
        &component,
        &text,
        expect![[r##"
        #ifdef SEMASTART
        __SEMASTART = DIAG_START_SEMA,
        #undef SEMASTART
        #endif

        DIAG(err_y, CLASS_ERROR, (unsigned)diag::Severity::Error, "y", 0, SFINAE_Suppress, false, false, true, false, 0)
    "##]],
    );
}

#[test]
fn groups_and_names() {
    let text = format!("{PRELUDE}{DIAGNOSTICS}");
    check(
        "gen-clang-diag-groups",
        &text,
        expect![[r#"

        #ifdef GET_DIAG_ARRAYS
        static const int16_t DiagArrays[] = {
          /* Empty */ -1,
          /* DiagArray1 */ diag::ext_gnu, -1,
          /* DiagArray2 */ diag::warn_kind, -1,
          /* DiagArray3 */ diag::remark_pass, -1,
          /* DiagArray4 */ diag::ext_other, -1,
          /* DiagArray5 */ diag::warn_unused, -1,
        };

        static const int16_t DiagSubGroups[] = {
          /* Empty */ -1,
          /* DiagSubGroup0 */ 5, -1,
          /* DiagSubGroup4 */ 1, -1,
          /* DiagSubGroup5 */ 6, -1,
        };

        static const char DiagGroupNames[] = {
            "\013also-unused\003gnu\004kind\004pass\010pedantic\006unused\010unused-"
            "x"};

        #endif // GET_DIAG_ARRAYS


        #ifdef DIAG_ENTRY
        DIAG_ENTRY(Synonym /* also-unused */, 0, 0, /* DiagSubGroup0 */ 1, R"()")
        DIAG_ENTRY(Gnu /* gnu */, 12, /* DiagArray1 */ 1, 0, R"()")
        DIAG_ENTRY(anonymous_0 /* kind */, 16, /* DiagArray2 */ 3, 0, R"()")
        DIAG_ENTRY(Pass /* pass */, 21, /* DiagArray3 */ 5, 0, R"()")
        DIAG_ENTRY(Pedantic /* pedantic */, 26, /* DiagArray4 */ 7, /* DiagSubGroup4 */ 3, R"()")
        DIAG_ENTRY(Unused /* unused */, 35, /* DiagArray5 */ 9, /* DiagSubGroup5 */ 5, R"(Docs.)")
        DIAG_ENTRY(anonymous_1 /* unused-x */, 42, 0, 0, R"()")
        #endif // DIAG_ENTRY


        #ifdef GET_CATEGORY_TABLE
        CATEGORY("", DiagCat_None)
        CATEGORY("Parse Issue", DiagCat_Parse_Issue)
        CATEGORY("Unused Entity", DiagCat_Unused_Entity)
        #endif // GET_CATEGORY_TABLE

    "#]],
    );
    check(
        "gen-clang-diags-index-name",
        &text,
        expect![[r#"
        DIAG_NAME_INDEX(err_bad)
        DIAG_NAME_INDEX(ext_gnu)
        DIAG_NAME_INDEX(ext_other)
        DIAG_NAME_INDEX(remark_pass)
        DIAG_NAME_INDEX(warn_kind)
        DIAG_NAME_INDEX(warn_unused)
    "#]],
    );
}

#[test]
fn documentation() {
    let text = format!("{PRELUDE}{DIAGNOSTICS}");
    check(
        "gen-diag-docs",
        &text,
        expect![[r#"
        Intro
        -Walso-unused
        -------------
        Synonym for `-Wunused`_.


        -Wgnu
        -----
        **Diagnostic text:**

        +----------------------------------------------------+
        |:warning:`warning:` |nbsp| :diagtext:`GNU extension`|
        +----------------------------------------------------+


        -Wkind
        ------
        This diagnostic is enabled by default.

        **Diagnostic text:**

        +-------------------------------------------------------+---------------------------------------------+------------------------+
        |:warning:`warning:` |nbsp| :diagtext:`expected` |nbsp| |+-------------------------------------------+| |nbsp| :diagtext:`here`|
        |                                                       ||:diagtext:`type`                           ||                        |
        |                                                       |+-------------------------------------------+|                        |
        |                                                       ||+-----------------------------------------+||                        |
        |                                                       |||:diagtext:`value` |nbsp| :placeholder:`A`|||                        |
        |                                                       ||+-----------------------------------------+||                        |
        |                                                       |+-------------------------------------------+|                        |
        +-------------------------------------------------------+---------------------------------------------+------------------------+


        -Rpass
        ------
        This diagnostic is enabled by default.

        **Diagnostic text:**

        The text of this diagnostic is not controlled by Clang.


        -Wpedantic
        ----------
        Also controls `-Wgnu`_.

        **Diagnostic text:**

        +------------------------------------------------------------------------+
        |:warning:`warning:` |nbsp| :diagtext:`extension` |nbsp| :placeholder:`A`|
        +------------------------------------------------------------------------+


        -Wunused
        --------
        This diagnostic is enabled by default.

        Also controls `-Wunused-x`_.

        **Diagnostic text:**

        +---------------------------+--------------------------------------------------------------------------------------------------+------------------+
        |:warning:`warning:` |nbsp| |+------------------------------------------------------------------------------------------------+|:diagtext:`unused`|
        |                           ||+----------------------------------------------------------------------------------------------+||                  |
        |                           |||:placeholder:`A` |nbsp| :diagtext:`and` |nbsp| :placeholder:`B` |nbsp| :diagtext:`are` |nbsp| |||                  |
        |                           ||+----------------------------------------------------------------------------------------------+||                  |
        |                           |+------------------------------------------------------------------------------------------------+|                  |
        |                           ||:diagtext:`they are` |nbsp|                                                                     ||                  |
        |                           |+------------------------------------------------------------------------------------------------+|                  |
        +---------------------------+--------------------------------------------------------------------------------------------------+------------------+

          Docs.  
        -Wunused-x
        ----------
        This diagnostic flag exists for GCC compatibility, and has no effect in Clang.

    "#]],
    );
    check(
        "gen-diag-docs",
        "def x;",
        expect![[r#"
        error: The Documentation top-level definition is missing, no documentation will be generated.
    "#]],
    );
}

/// Checks the messages about a diagnostic with this text.
#[track_caller]
fn check_text(text: &str, want: Expect) {
    let text = format!("{PRELUDE} def sub : TextSubstitution<\"%0\">;\ndef x : Error<\"{text}\">;");
    check("gen-clang-diags-defs", &text, want);
}

#[test]
fn texts_that_cannot_be_read() {
    check_text(
        "%x0",
        expect![[r#"
        19: error: Unknown modifier type: x
    "#]],
    );
    check_text(
        "%",
        expect![[r#"
        19: error: expected modifier in diagnostic
    "#]],
    );
    check_text(
        "%select{a|b",
        expect![[r#"
        19: error: expected '}' while parsing %select
    "#]],
    );
    check_text(
        "%select{a}",
        expect![[r#"
        19: error: expected modifier in diagnostic
    "#]],
    );
    check_text(
        "%plural{1}0",
        expect![[r#"
        19: error: expected ':' while parsing %plural
    "#]],
    );
    check_text(
        "%diff{a $ b|c}0,1",
        expect![[r#"
        19: error: expected '$' while parsing %diff
    "#]],
    );
    check_text(
        "%diff{a $ b $ c|d}0",
        expect![[r#"
        19: error: expected ',' while parsing %diff
    "#]],
    );
    check_text(
        "%sub{none}0",
        expect![[r#"
        19: error: Failed to find substitution with name: none
    "#]],
    );
    check_text(
        "%sub{sub}",
        expect![[r#"
        19: error: Modifier value '0' is not valid for this mapping (has 0 mappings)
    "#]],
    );
    check_text(
        "%sub sub",
        expect![[r#"
        19: error: Unknown modifier type: sub sub
    "#]],
    );
}

#[test]
fn wording() {
    check_text(
        "Wrong start",
        expect![[r#"
        19: error: Diagnostics should not start with a capital letter; 'Wrong' is invalid
    "#]],
    );
    check_text(
        "wrong end.",
        expect![[r#"
        19: error: Diagnostics should not end with punctuation; '.' is invalid
    "#]],
    );
    check_text(
        "%select{fine|Wrong|}0 Also",
        expect![[r#"
        19: error: Diagnostics should not start with a capital letter; 'Wrong' is invalid
        19: error: Diagnostics should not start with a capital letter; 'Also' is invalid
    "#]],
    );
    check_text(
        "wrong %select{a|b!}0",
        expect![[r#"
        19: error: Diagnostics should not end with punctuation; '!' is invalid
    "#]],
    );
    check_text(
        "OpenMP and %select{A|B?}0",
        expect![[r#"
        DIAG(x, CLASS_ERROR, (unsigned)diag::Severity::Error, "OpenMP and %select{A|B?}0", 0, SFINAE_Suppress, false, false, true, false, 0)
    "#]],
    );
    check_text(
        "A bad idea",
        expect![[r#"
        19: error: Diagnostics should not start with a capital letter; 'A' is invalid
    "#]],
    );
    check_text(
        "ISO C++ too%%}0",
        expect![[r#"
        DIAG(x, CLASS_ERROR, (unsigned)diag::Severity::Error, "ISO C++ too%%}0", 0, SFINAE_Suppress, false, false, true, false, 0)
    "#]],
    );
}

#[test]
fn groups_that_are_defined_twice() {
    let with = |text: &str| format!("{PRELUDE}{text}");
    check(
        "gen-clang-diag-groups",
        &with("def A : DiagGroup<\"a\">;\ndef B : DiagGroup<\"a\">;"),
        expect![[r#"
            18: error: group 'a' is defined more than once
            19: note: also defined here

            #ifdef GET_DIAG_ARRAYS
            static const int16_t DiagArrays[] = {
              /* Empty */ -1,
            };

            static const int16_t DiagSubGroups[] = {
              /* Empty */ -1,
            };

            static const char DiagGroupNames[] = {
                "\001a"};

            #endif // GET_DIAG_ARRAYS


            #ifdef DIAG_ENTRY
            DIAG_ENTRY(B /* a */, 0, 0, 0, R"()")
            #endif // DIAG_ENTRY


            #ifdef GET_CATEGORY_TABLE
            CATEGORY("", DiagCat_None)
            #endif // GET_CATEGORY_TABLE

        "#]],
    );
    check(
        "gen-clang-diag-groups",
        &with(
            "def w1 : Warning<\"x\">, InGroup<DiagGroup<\"a\">>;\ndef w2 : Warning<\"x\">, InGroup<DiagGroup<\"a\">>;",
        ),
        expect![[r#"
            18: error: group 'a' is implicitly defined more than once
            19: note: also implicitly defined here

            #ifdef GET_DIAG_ARRAYS
            static const int16_t DiagArrays[] = {
              /* Empty */ -1,
              /* DiagArray0 */ diag::w1, diag::w2, -1,
            };

            static const int16_t DiagSubGroups[] = {
              /* Empty */ -1,
            };

            static const char DiagGroupNames[] = {
                "\001a"};

            #endif // GET_DIAG_ARRAYS


            #ifdef DIAG_ENTRY
            DIAG_ENTRY(anonymous_0 /* a */, 0, /* DiagArray0 */ 1, 0, R"()")
            #endif // DIAG_ENTRY


            #ifdef GET_CATEGORY_TABLE
            CATEGORY("", DiagCat_None)
            #endif // GET_CATEGORY_TABLE

        "#]],
    );
}

#[test]
fn groups_that_do_not_fit() {
    let with = |text: &str| format!("{PRELUDE}{text}");
    check(
        "gen-clang-diags-defs",
        &with("def e : Error<\"x\">, InGroup<DiagGroup<\"a\">>;"),
        expect![[r#"
            18: error: Error e cannot be in a warning group [a]
        "#]],
    );
    check(
        "gen-clang-diags-defs",
        &with("def r : Remark<\"x\">;"),
        expect![[r#"
            18: error: Error r not in any diagnostic group
        "#]],
    );
    check(
        "gen-clang-diags-defs",
        &with("def x : TextSubstitution<\"\">; def y : Error<\"\">;\n def z : Error<\"\">;")
            .replace("def y", "def x_"),
        expect![[r#"
            DIAG(x_, CLASS_ERROR, (unsigned)diag::Severity::Error, "", 0, SFINAE_Suppress, false, false, true, false, 0)
            DIAG(z, CLASS_ERROR, (unsigned)diag::Severity::Error, "", 0, SFINAE_Suppress, false, false, true, false, 0)
        "#]],
    );
    check(
        "gen-clang-diag-groups",
        &with("def A : DiagGroup<\"a b\">;"),
        expect![[r#"
            error: Invalid character in diagnostic group 'a b'
        "#]],
    );
    check(
        "gen-diag-docs",
        &with(
            "def G : DiagGroup<\"g\">; def r : Remark<\"x\">, InGroup<G>; def w : Warning<\"x\">, InGroup<G>;",
        ),
        expect![[r#"
            18: error: Diagnostic group contains both remark and non-remark diagnostics
        "#]],
    );
}
