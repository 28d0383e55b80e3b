use std::fmt::Write;

use backend::{Context, Models, Options, Release};
use backend_testing::read_as;
use expect_test::{Expect, expect};

use super::super::Finder;

/// The classes of MLIR's own files, and the dialect `Own`.
const CLASSES: &str = include_str!("../../../../backends/mlir/src/tests/dialect.td");

#[track_caller]
fn check_as(release: Release, text: &str, want: Expect) {
    let records = read_as(release, &format!("{CLASSES}{text}"));
    let (options, models) = (Options::default(), Models::default());
    let cx = Context::new(&records, &options, &models);
    let mut shown = String::new();
    for it in Finder::Dialects.find(&cx, &|_| true) {
        let at = it.at.expect("a place");
        let (source, offset) = records.sources.point(at);
        let text = records.sources.files[source].parsed_text();
        let line = text[offset as usize..].lines().next().unwrap_or_default();
        let _ = writeln!(shown, "{}\n  at `{line}`", it.message);
        for (_, note) in &it.notes {
            let _ = writeln!(shown, "  {note}");
        }
    }
    want.assert_eq(&shown);
}

#[track_caller]
fn check(text: &str, want: Expect) {
    check_as(Release::V22, text, want);
}

/// A file of interfaces need not define a dialect.
#[test]
fn a_unit_with_interfaces_only() {
    let text = r#"
        class InterfaceMethod<string method> { string name = method; }
        class Interface<string n> { string cppInterfaceName = n; list<InterfaceMethod> methods = []; }
        def Own : Interface<"Own"> { let methods = [InterfaceMethod<"a">]; }
    "#;
    let described = |text: &str| {
        let records = read_as(Release::V22, text);
        let (options, models) = (Options::default(), Models::default());
        super::is_described(&Context::new(&records, &options, &models))
    };
    assert!(described(text));
    assert!(!described("class Interface; class Dialect; def Other;"));
}

#[test]
fn names_that_a_dialect_has_twice() {
    check(
        r#"
        def Other : Dialect { let name = "other"; let cppNamespace = "::own"; }
        def A : Op<Own, "a">;
        def B : Op<Own, "b">;
        def OtherA : Op<Other, "a">;
        def Again : Op<Own, "a">;
        def T : TypeDef<Own, "T"> { let mnemonic = "t"; }
        def Attr : AttrDef<Own, "T"> { let mnemonic = "t"; }
        def OtherT : TypeDef<Other, "OtherT"> { let mnemonic = "t"; }
        def U : TypeDef<Own, "U"> {
          let mnemonic = "t";
        }
        "#,
        expect![[r#"
            another operation is called 'own.a': A
              at `Again : Op<Own, "a">;`
              the first is here
            another type is called '!own.t': T
              at `U : TypeDef<Own, "U"> {`
              the first is here
        "#]],
    );
}

#[test]
fn names_that_are_keywords() {
    check(
        r#"
        def A : Op<Own, "a"> {
          let arguments = (ins I32:$default, I32Attr:$class, I32:$fine);
          let results = (outs I32:$register);
        }
        // Without builders only attributes become names.
        def B : Op<Own, "b"> {
          let arguments = (ins I32:$default, I32Attr:$class);
          let skipDefaultBuilders = 1;
        }
        def T : TypeDef<Own, "T"> { let parameters = (ins "int":$int); }
        "#,
        expect![[r#"
            'class' is a keyword of C++ and cannot be a name in the generated code
              at `I32Attr:$class, I32:$fine);`
            'default' is a keyword of C++ and cannot be a name in the generated code
              at `I32:$default, I32Attr:$class, I32:$fine);`
            'register' is a keyword of C++ and cannot be a name in the generated code
              at `I32:$register);`
            'int' is a keyword of C++ and cannot be a name in the generated code
              at `"int":$int); }`
        "#]],
    );
}

#[test]
fn attributes_that_may_be_missing() {
    check(
        r#"
        class DefaultValuedAttr<Attr a, string value> : Attr<a.predicate, a.summary> { let defaultValue = value; }
        def A : Op<Own, "a"> {
          let arguments = (ins DefaultValuedAttr<I32Attr, "">:$x, DefaultValuedAttr<I32Attr, "1">:$y);
        }
        def B : Op<Own, "b"> {
          let arguments = (ins OptionalAttr<I32Attr>:$x, OptionalAttr<I32Attr>:$y, OptionalAttr<I32Attr>:$z, I32Attr:$u);
          let assemblyFormat = "$x ($y^)? custom<Z>($z) $u attr-dict";
        }
        "#,
        expect![[r#"
            the default value of 'x' is an empty text, so it has none
              at `DefaultValuedAttr<I32Attr, "">:$x, DefaultValuedAttr<I32Attr, "1">:$y);`
            'x' may be missing, and is printed outside of an optional group: write `($x^)?`
              at `assemblyFormat = "$x ($y^)? custom<Z>($z) $u attr-dict";`
        "#]],
    );
}

#[test]
fn enumerations() {
    check(
        r#"
        class Case<string s, int v> { string symbol = s; string str = s; int value = v; }
        class EnumInfo<list<Case> cases> {
          string className = NAME; string cppNamespace = "::own"; string underlyingType = "int";
          string summary = "an enumeration"; list<Case> enumerants = cases;
        }
        class BitEnumBase { int validBits = 3; string separator = "|"; bit printBitEnumPrimaryGroups = 0; bit printBitEnumQuoted = 0; }
        def Zero : Case<"zero", 0>;
        def Null : Case<"null", 0>;
        def Zero2 : Case<"zero", 1>;
        def Int : Case<"int", 2>;
        def E : EnumInfo<[Zero, Null, Zero2, Int]> { let summary = "a \"good\" one"; }
        def Long : Case<"long_", 3> { let str = "fine"; let value = 5000000000; }
        def Fine : Case<"fine", 4>;
        def G : EnumInfo<[Long, Fine]> { let underlyingType = "uint32_t"; }
        // Names of several bits may be the same bits.
        def F : EnumInfo<[Zero, Null]>, BitEnumBase { let summary = "a \\\"good\\\" one"; }
        "#,
        expect![[r#"
            another case of 'E' has the value 0
              at `Null : Case<"null", 0>;`
              the first is here
              in this enumeration
            another case of 'E' is called 'zero'
              at `Zero2 : Case<"zero", 1>;`
              the first is here
              in this enumeration
            'int' is a keyword of C++
              at `Int : Case<"int", 2>;`
            quotes in the summary end the C++ string literal that is generated from it
              at `summary = "a \"good\" one"; }`
            5000000000 does not fit in 'uint32_t'
              at `Long : Case<"long_", 3> { let str = "fine"; let value = 5000000000; }`
            another case of 'G' is written 'fine', which is read as that one
              at `Fine : Case<"fine", 4>;`
              the first is here
              in this enumeration
        "#]],
    );
}

/// LLVM 22 writes these texts as raw strings.
#[test]
fn quotes_in_passes() {
    let text = r#"
        class Option { string cppName = "o"; string argument = "o"; string type = "int"; string defaultValue = "";
          string description = "about \"it\""; string additionalOptFlags = ""; }
        class PassBase { string argument = "a"; string baseClass = "Base"; string summary = ""; string description = "";
          code constructor = ""; list<string> dependentDialects = []; list<Option> options = []; list<Option> statistics = []; }
        def P : PassBase { let summary = "a \"pass\""; }
        def Q : PassBase { let argument = "b"; let options = [Option<>]; }
    "#;
    check_as(
        Release::V19,
        text,
        expect![[r#"
        quotes in the summary end the C++ string literal that is generated from it
          at `summary = "a \"pass\""; }`
        quotes in the description of an option end the C++ string literal that is generated from it
          at `options = [Option<>]; }`
    "#]],
    );
    check_as(Release::V22, text, expect![[""]]);
}

#[test]
fn names_that_an_operation_does_not_have() {
    check(
        r#"
        class Match<string a, string b> : PredTrait<"match", CPred<"$" # a # " == $" # b # " && $_op.f()">>;
        def A : Op<Own, "a", [Match<"lhs", "rsh">, Match<"lhs", "rhs">]> {
          let arguments = (ins I32:$lhs, I32:$rhs);
        }
        "#,
        expect![[r#"
            'own.a' has no operand, result or attribute 'rsh'
              at `Match<"lhs", "rsh">, Match<"lhs", "rhs">]> {`
        "#]],
    );
}

/// The generator skips a name in the list that is no method of the interface itself.
#[test]
fn methods_that_are_not_declared() {
    check(
        r#"
        class DeclareInterfaceMethods<list<string> always> { list<string> alwaysOverriddenMethods = always; }
        class DeclareOpInterfaceMethods<OpInterface i, list<string> always> : OpInterface<i.cppInterfaceName>,
            DeclareInterfaceMethods<always> { let baseInterfaces = i.baseInterfaces; let methods = i.methods; }
        def Base : OpInterface<"Base"> { let methods = [InterfaceMethod<"int", "size">]; }
        def Derived : OpInterface<"Derived"> {
          let baseInterfaces = [Base];
          let methods = [InterfaceMethod<"int", "rank">, InterfaceMethod<"int", "at", (ins "int":$x)>,
            InterfaceMethod<"int", "at", (ins "long":$x)>, InterfaceMethod<"bool", "rank">];
        }
        def A : Op<Own, "a", [DeclareOpInterfaceMethods<Derived, ["rank", "size"]>]>;
        def B : Op<Own, "b", [DeclareOpInterfaceMethods<Derived, ["rnak"]>]>;
        "#,
        expect![[r#"
            'size' is a method of 'Base', a base of 'Derived', so this declares nothing
              at `DeclareOpInterfaceMethods<Derived, ["rank", "size"]>]>;`
            'Derived' has no method 'rnak', so this declares nothing
              at `DeclareOpInterfaceMethods<Derived, ["rnak"]>]>;`
            another method of 'Derived' is called 'rank' and has the same parameters
              at `InterfaceMethod<"bool", "rank">];`
              the first is here
        "#]],
    );
}

#[test]
fn passes() {
    check(
        r#"
        class Option<string v, string a> { string cppName = v; string argument = a; string type = "int"; string defaultValue = "";
          string description = ""; string additionalOptFlags = ""; }
        class PassBase<string a> { string argument = a; string baseClass = "Base"; string summary = ""; string description = "";
          code constructor = ""; list<string> dependentDialects = []; list<Option> options = []; list<Option> statistics = []; }
        def P : PassBase<"own"> {
          let options = [Option<"x", "x">, Option<"x", "y">, Option<"y", "x">, Option<"z", "z">];
        }
        def Q : PassBase<"own">;
        def R : PassBase<"other">;
        "#,
        expect![[r#"
            another option has the variable 'x'
              at `Option<"x", "y">, Option<"y", "x">, Option<"z", "z">];`
              the first is here
            another option has the argument 'x'
              at `Option<"y", "x">, Option<"z", "z">];`
              the first is here
            another pass is called 'own': P
              at `Q : PassBase<"own">;`
              the first is here
        "#]],
    );
}

#[test]
fn arguments_that_a_pattern_does_not_give() {
    check(
        r#"
        class Pattern<dag s, list<dag> r, list<dag> c = []> {
          dag sourcePattern = s; list<dag> resultPatterns = r; list<dag> constraints = c;
          list<dag> supplementalPatterns = []; dag benefitDelta = (ins 0);
        }
        class NativeCodeCall<string e, int n = 1> { string expression = e; int numReturns = n; }
        def Two : NativeCodeCall<"two($_builder, $0, $1)">;
        def Same : Constraint<CPred<"$0 == $1">, "the same">;
        def A : Op<Own, "a"> { let arguments = (ins I32:$x, I32:$y); let results = (outs I32:$z); }
        def P : Pattern<(A $x, $y), [(Two $x, $y)], [(Same $x, $y)]>;
        def Q : Pattern<(A $x, $y), [(A $x, (Two $x))]>;
        def R : Pattern<(A $x, $y), [(A $x, $y)], [(Same $x)]>;
        "#,
        expect![[r#"
            'Two' uses `$1`, but the pattern gives it 1 argument
              at `Q : Pattern<(A $x, $y), [(A $x, (Two $x))]>;`
            'Same' uses `$1`, but the pattern gives it 1 argument
              at `R : Pattern<(A $x, $y), [(A $x, $y)], [(Same $x)]>;`
        "#]],
    );
}
