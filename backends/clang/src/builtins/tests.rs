use elaborate::records::Release;
use expect_test::{Expect, expect};

use crate::tests::check;

const BUILTINS: &str = r#"
class Attribute<string m> { string Mangling = m; }
class IndexedAttribute<string m, int i> : Attribute<m> { int Index = i; }
class Builtin {
  list<string> Spellings;
  list<Attribute> Attributes = [];
  string Prototype;
  string Namespace;
  bit RequiresUndef = 0;
}
class AtomicBuiltin : Builtin;
class LangBuiltin<string l> : Builtin { string Languages = l; }
class TargetBuiltin : Builtin { string Features = ""; }
class LibBuiltin<string h, string l = "ALL_LANGUAGES"> : Builtin {
  string Header = h;
  string Languages = l;
  bit AddBuiltinPrefixedAlias = 0;
  bit OnlyBuiltinPrefixedAliasIsConstexpr = 0;
}
class Template<list<string> s, list<string> a, bit prefix = 0> {
  list<string> Substitutions = s;
  list<string> Affixes = a;
  bit AsPrefix = prefix;
}
class CustomEntry { string Entry; }
"#;

#[test]
fn builtins() {
    check(
        "gen-clang-builtins",
        &(BUILTINS.to_owned()
            + r#"
def Floor : Builtin, Template<["float", "double"], ["f", ""]> {
  let Spellings = ["__builtin_floor"];
  let Attributes = [Attribute<"n">, IndexedAttribute<"p", 1>];
  let Prototype = "T(T const*, ...)";
}
def Load : AtomicBuiltin { let Spellings = ["__atomic_load"]; let Prototype = "void(...)"; }
def Move : LangBuiltin<"CXX_LANG"> { let Spellings = ["move"]; let Prototype = "void(void&&)"; let Namespace = "std"; }
def Dot : TargetBuiltin { let Spellings = ["dot"]; let Prototype = "_ExtVector<4, float>(unsigned long long int, _ExtVector<2,_Float16> )"; let Features = "sse"; }
def Abs : LibBuiltin<"sys/std-lib.h"> { let Spellings = ["abs"]; let Prototype = "int(int)"; let AddBuiltinPrefixedAlias = 1; let RequiresUndef = 1; }
def : CustomEntry { let Entry = "BUILTIN(custom)"; }
"#),
        expect![[r#"

            #if defined(BUILTIN) && !defined(LIBBUILTIN)
            #  define LIBBUILTIN(ID, TYPE, ATTRS, HEADER, BUILTIN_LANG) BUILTIN(ID, TYPE, ATTRS)
            #endif

            #if defined(BUILTIN) && !defined(LANGBUILTIN)
            #  define LANGBUILTIN(ID, TYPE, ATTRS, BUILTIN_LANG) BUILTIN(ID, TYPE, ATTRS)
            #endif

            // Some of our atomics builtins are handled by AtomicExpr rather than
            // as normal builtin CallExprs. This macro is used for such builtins.
            #ifndef ATOMIC_BUILTIN
            #  define ATOMIC_BUILTIN(ID, TYPE, ATTRS) BUILTIN(ID, TYPE, ATTRS)
            #endif

            #if defined(BUILTIN) && !defined(TARGET_BUILTIN)
            #  define TARGET_BUILTIN(ID, TYPE, ATTRS, FEATURE) BUILTIN(ID, TYPE, ATTRS)
            #endif
            ATOMIC_BUILTIN(__atomic_load, "v.", "")
            #undef __builtin_abs
            BUILTIN(__builtin_abs, "ii", "F")
            #undef abs
            LIBBUILTIN(abs, "ii", "f", SYS_STD_LIB_H, ALL_LANGUAGES)
            TARGET_BUILTIN(dot, "E4fULLiE2x", "", "sse")
            BUILTIN(__builtin_floorf, "ffC*.", "np:1:")
            BUILTIN(__builtin_floor, "ddC*.", "np:1:")
            LANGBUILTIN(move, "vv&&", "z", CXX_LANG)
            BUILTIN(custom)

            #undef ATOMIC_BUILTIN
            #undef BUILTIN
            #undef LIBBUILTIN
            #undef LANGBUILTIN
            #undef TARGET_BUILTIN
        "#]],
    );
}

/// The error about a builtin with this in it.
#[track_caller]
fn check_error(fields: &str, want: expect_test::Expect) {
    let text = format!(
        "{BUILTINS} def : CustomEntry;\n def : AtomicBuiltin {{ let Spellings = [\"x\"];\n {fields} }}"
    );
    check("gen-clang-builtins", &text, want);
}

#[test]
fn prototypes_that_make_no_sense() {
    check_error(
        "let Prototype = \"int\";",
        expect![[r#"
        28: error: Expected closing brace at end of prototype
    "#]],
    );
    check_error(
        "let Prototype = \"(int)\";",
        expect![[r#"
        28: error: Unknown Type: 
    "#]],
    );
    check_error(
        "let Prototype = \"void(int32)\";",
        expect![[r#"
        28: error: Unknown Type: int32
    "#]],
    );
    check_error(
        "let Prototype = \"T()\";",
        expect![[r#"
        28: error: Not a template
    "#]],
    );
    check_error(
        "let Prototype = \"void(_ExtVector)\";",
        expect![[r#"
        28: error: Expected '<' after '_ExtVector'
    "#]],
    );
    check_error(
        "let Prototype = \"void(_ExtVector<x, int>)\";",
        expect![[r#"
            28: error: Expected number of lanes after '_ExtVector<'
        "#]],
    );
    check_error(
        "let Prototype = \"void(_ExtVector<4 int>)\";",
        expect![[r#"
            28: error: Expected ',' after number of lanes in '_ExtVector<'
        "#]],
    );
    check_error(
        "let Prototype = \"void(_ExtVector<4, int)\";",
        expect![[r#"
            28: error: Unknown Type: 
        "#]],
    );
    check_error(
        "let Prototype = \"void()\"; let Namespace = \"boost\";",
        expect![[r#"
            28: error: Unknown namespace: 
        "#]],
    );
    check_error(
        "",
        expect![[r#"
        27: error: Record `anonymous_1' does not have a field named `Prototype'!

    "#]],
    );
}

#[test]
fn builtins_that_make_no_sense() {
    check(
        "gen-clang-builtins",
        &format!("{BUILTINS} def : AtomicBuiltin, Template<[\"int\"], []>;"),
        expect![[r#"
            26: error: Substitutions and affixes don't have the same lengths
        "#]],
    );
    check(
        "gen-clang-builtins",
        &(BUILTINS.to_owned()
            + "class X : AtomicBuiltin; def : LibBuiltin<\"A.h\"> { let Spellings = [\"x\"]; let Prototype = \"int()\"; }"),
        expect![[r#"
            26: error: Unexpected header name
        "#]],
    );
}

/// 21's additional fields and classes.
const NEWER: &str = r#"
class TargetLibBuiltin : TargetBuiltin { string Header = "a/b.h"; string Languages = "CXX_LANG"; }
class MultiIndexAttribute<string m, list<int> i> : Attribute<m> { list<int> Indices = i; }
"#;

fn newer(text: &str) -> String {
    let fields = "bit RequiresUndef = 0; bit EnableOpenCLLong = 0; Prefix RequiredNamePrefix;";
    let classes = BUILTINS.replace("bit RequiresUndef = 0;", fields);
    format!("class Prefix<string s> {{ string Spelling = s; }}{classes}{NEWER}{text}")
}

#[test]
fn tables_of_21() {
    let text = newer(
        r#"
def Underscores : Prefix<"__">;
def Abs : LibBuiltin<"stdlib.h"> { let Spellings = ["abs"]; let Prototype = "int(int)"; let AddBuiltinPrefixedAlias = 1; }
def Load : AtomicBuiltin { let Spellings = ["__atomic_load"]; let Prototype = "void(...)"; let RequiresUndef = 1; }
def Dot : TargetBuiltin { let Spellings = ["dot"]; let Prototype = "_Vector<4, __bf16>(signed char, long long int)"; let Features = "sse"; let EnableOpenCLLong = 1; }
def Far : TargetLibBuiltin { let Spellings = ["far"]; let Prototype = "int address_space<3> *(int address_space<5>&, char*)"; let Features = "x"; let RequiredNamePrefix = Underscores; }
def None : Builtin { let Spellings = ["none"]; let Prototype = ""; let Attributes = [MultiIndexAttribute<"F", [1, 2]>]; }
"#,
    );
    let records = backend_testing::read_as(Release::V21, &text);
    let run = backend_testing::run(crate::ALL, "gen-clang-builtins", &[], &records);
    expect![[r#"

        #ifdef GET_BUILTIN_ENUMERATORS
            BI__atomic_load,
            BI__builtin_abs,
            BIabs,
            BIdot,
            BInone,
            BI__far,

        #endif // GET_BUILTIN_ENUMERATORS

        #ifdef GET_BUILTIN_STR_TABLE

        #ifdef __GNUC__
        #pragma GCC diagnostic push
        #pragma GCC diagnostic ignored "-Woverlength-strings"
        #endif
        static constexpr char BuiltinStringsStorage[] = 
          "\0"
          "__atomic_load\0"
          "v.\0"
          "__builtin_abs\0"
          "ii\0"
          "F\0"
          "abs\0"
          "f\0"
          "dot\0"
          "V4yScOi\0"
          "sse\0"
          "none\0"
          "F<1,2>\0"
          "far\0"
          "i*3i&5c*\0"
          ;
        #ifdef __GNUC__
        #pragma GCC diagnostic pop
        #endif

        static constexpr llvm::StringTable
        BuiltinStrings = BuiltinStringsStorage;

        #endif // GET_BUILTIN_STR_TABLE

        #ifdef GET_BUILTIN_INFOS
            Builtin::Info{Builtin::Info::StrOffsets{1 /* __atomic_load */, 15 /* v. */, 0 /*  */, 0}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
            Builtin::Info{Builtin::Info::StrOffsets{18 /* __builtin_abs */, 32 /* ii */, 35 /* F */, 0}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
            Builtin::Info{Builtin::Info::StrOffsets{37 /* abs */, 32 /* ii */, 41 /* f */, 0}, HeaderDesc::STDLIB_H, ALL_LANGUAGES},
            Builtin::Info{Builtin::Info::StrOffsets{43 /* dot */, 47 /* V4yScOi */, 0 /*  */, 55 /* sse */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
            Builtin::Info{Builtin::Info::StrOffsets{59 /* none */, 0 /*  */, 64 /* F<1,2> */, 0}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},

        #endif // GET_BUILTIN_INFOS

        #ifdef GET_BUILTIN_PREFIXED_INFOS
            Builtin::Info{Builtin::Info::StrOffsets{71 /* far */, 75 /* i*3i&5c* */, 0 /*  */, 0}, HeaderDesc::A_B_H, CXX_LANG},

        #endif // GET_BUILTIN_PREFIXED_INFOS

        #ifdef ATOMIC_BUILTIN
        #undef __atomic_load
        ATOMIC_BUILTIN(__atomic_load, "v.", "")

        #endif // ATOMIC_BUILTIN
        #undef ATOMIC_BUILTIN
    "#]]
    .assert_eq(&run.shown(&records));
}

#[test]
fn address_spaces() {
    let check = |ty: &str, want: Expect| {
        let text = newer(&format!(
            "def A : Builtin {{ let Spellings = [\"a\"]; let Prototype = \"{ty}\"; }}"
        ));
        let records = backend_testing::read_as(Release::V21, &text);
        let run = backend_testing::run(crate::ALL, "gen-clang-builtins", &[], &records);
        want.assert_eq(&run.text_or_error());
    };
    check(
        "int address_space<0>*()",
        expect!["error: No need for a qualifier for address space `0`"],
    );
    check(
        "int address_space<x>*()",
        expect!["error: Expected an integer argument to the address_space qualifier"],
    );
    check(
        "int space<1>*()",
        expect![
            "error: Only `address_space<N>` supported as a parameterized pointer or reference type qualifier"
        ],
    );
    check(
        "int >*()",
        expect!["error: Mismatched angle-brackets in type"],
    );
}
