use expect_test::expect;

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
