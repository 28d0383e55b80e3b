use expect_test::{Expect, expect};

use super::check;

/// Some classes of MLIR's own files.
const DIALECT: &str = r#"
def ins; def outs;
class Constraint;
class TypeConstraint<string s> : Constraint;
class AttrConstraint : Constraint;
class Property;
class Attr : AttrConstraint;
class Variadic<TypeConstraint t> : TypeConstraint<"variadic">;
class OptionalAttr<Attr a> : Attr;
class AttrOrTypeParameter<string t>;
class StringParameter : AttrOrTypeParameter<"s">;
class Trait;
class NativeTrait<string n> : Trait;
class InterfaceMethod<string desc, string ret, string methodName, dag args = (ins)> { string name = methodName; }
class StaticInterfaceMethod<string desc, string ret, string methodName> : InterfaceMethod<desc, ret, methodName>;
class OpInterface<string n> : Trait { list<InterfaceMethod> methods = []; }
class DeclareInterfaceMethods<list<string> always>;
class DeclareOpInterfaceMethods<OpInterface i, list<string> always = []> : Trait, DeclareInterfaceMethods<always>;
class Op<string m, list<Trait> ts = []> {
  dag arguments = (ins);
  dag results = (outs);
  list<Trait> traits = ts;
  string summary = "";
}
class TypeDef { dag parameters = (ins); }
class OpBuilder<dag p>;
def I32 : TypeConstraint<"i32">;
def I32Attr : Attr;
def I32Prop : Property;
def Commutative : NativeTrait<"Commutative">;
def Idempotent : NativeTrait<"Idempotent">;
def Pure : NativeTrait<"Pure">;
def Shaped : OpInterface<"Shaped"> {
  let methods = [
    InterfaceMethod<"the rank", "int", "getRank">,
    StaticInterfaceMethod<"", "bool", "isShaped">,
    InterfaceMethod<"", "int", "getSize", (ins "int":$at)>
  ];
}
"#;

#[track_caller]
fn check_dialect(text: &str, want: Expect) {
    check(&format!("{DIALECT}{text}"), want);
}

#[test]
fn arguments_and_results() {
    check_dialect(
        "def A : Op<\"a\"> { let arguments = (ins $0",
        expect![[r#"
        0: I32Attr (record), I32Prop (record), I32 (record)
        1: OptionalAttr (class), Attr (class), AttrConstraint (class), Property (class), Variadic (class), TypeConstraint (class)
        3: !add (operator), !and (operator), !cast (operator), !con (operator), !cond (operator), !dag (operator), !div (operator), !empty (operator), !eq (operator), !exists (operator), !filter (operator), !find (operator), … 44 more
    "#]],
    );
    check_dialect(
        "class A<Attr given> : Op<\"a\"> { let arguments = (ins I32:$a, $0); }",
        expect![[r#"
            0: I32 (record), I32Attr (record), I32Prop (record)
            1: given (template argument), Attr (class), OptionalAttr (class), Property (class), Variadic (class), AttrConstraint (class), TypeConstraint (class), NAME (variable)
            3: !add (operator), !and (operator), !cast (operator), !con (operator), !cond (operator), !dag (operator), !div (operator), !empty (operator), !eq (operator), !exists (operator), !filter (operator), !find (operator), … 44 more
        "#]],
    );
    check_dialect(
        "def A : Op<\"a\"> { let results = (outs $0); }",
        expect![[r#"
            0: I32 (record)
            1: Variadic (class), TypeConstraint (class)
            3: !add (operator), !and (operator), !cast (operator), !con (operator), !cond (operator), !dag (operator), !div (operator), !empty (operator), !eq (operator), !exists (operator), !filter (operator), !find (operator), … 44 more
        "#]],
    );
    check_dialect(
        "def A : TypeDef { let parameters = (ins $0); }",
        expect![[r#"
            1: StringParameter (class), AttrOrTypeParameter (class)
            3: !add (operator), !and (operator), !cast (operator), !con (operator), !cond (operator), !dag (operator), !div (operator), !empty (operator), !eq (operator), !exists (operator), !filter (operator), !find (operator), … 44 more
        "#]],
    );
    // The parameters of a builder are of types in C++.
    check_dialect(
        "class B : Op<\"a\"> { OpBuilder b = OpBuilder<(ins sum$0)>; }",
        expect![[r#"
            1: summary (field)
        "#]],
    );
}

#[test]
fn traits() {
    check_dialect(
        "class Base<string m, list<Trait> ts = []> : Op<m, ts>;
        def A : Base<\"a\", [Pure]>; def B : Base<\"b\", [Commutative, Pure]>;
        def C : Op<\"c\", [Idempotent]>; def D : Op<\"d\", [Idempotent]>;
        def E : Base<\"e\", [$0]>;",
        expect![[r#"
            0: Pure (record), Commutative (record), Idempotent (record), Shaped (record)
            1: DeclareOpInterfaceMethods (class), OpInterface (class), NativeTrait (class), Trait (class)
            3: !add (operator), !and (operator), !cast (operator), !con (operator), !cond (operator), !dag (operator), !div (operator), !empty (operator), !eq (operator), !exists (operator), !filter (operator), !find (operator), … 44 more
        "#]],
    );
    check_dialect(
        "def E : Op<\"e\", [Pure, $0",
        expect![[r#"
        0: Pure (record), Shaped (record), Idempotent (record), Commutative (record)
        1: DeclareOpInterfaceMethods (class), OpInterface (class), NativeTrait (class), Trait (class)
        3: !add (operator), !and (operator), !cast (operator), !con (operator), !cond (operator), !dag (operator), !div (operator), !empty (operator), !eq (operator), !exists (operator), !filter (operator), !find (operator), … 44 more
    "#]],
    );
    // What the list has already is no more likely than other traits.
    check_dialect(
        "def A : Op<\"a\", [Shaped, Idempotent]>; def B : Op<\"b\", [Shaped, Idempotent]>;
        def C : Op<\"c\", [Pure, Idempotent]>;
        def E : Op<\"e\", [Idempotent, $0]>;",
        expect![[r#"
            0: Shaped (record), Pure (record), Idempotent (record), Commutative (record)
            1: DeclareOpInterfaceMethods (class), OpInterface (class), NativeTrait (class), Trait (class)
            3: !add (operator), !and (operator), !cast (operator), !con (operator), !cond (operator), !dag (operator), !div (operator), !empty (operator), !eq (operator), !exists (operator), !filter (operator), !find (operator), … 44 more
        "#]],
    );
    check_dialect("def E : Op<\"e\", [Pure $0]>;", expect![[""]]);
}

#[test]
fn methods_of_interfaces() {
    check_dialect(
        "def A : Op<\"a\", [DeclareOpInterfaceMethods<Shaped, [\"$0\"]>]>;",
        expect![[r#"
            0: getRank (method), getSize (method), isShaped (method)
        "#]],
    );
    check_dialect(
        "def A : Op<\"a\", [DeclareOpInterfaceMethods<Shaped, [\"getRank\", \"get$0\"]>]>;",
        expect![[r#"
            0: getSize (method)
        "#]],
    );
    check_dialect(
        "def A : Op<\"a\", [DeclareOpInterfaceMethods<Shaped, [\"$0",
        expect![[r#"
            0: getRank (method), getSize (method), isShaped (method)
        "#]],
    );
}

#[test]
fn methods_that_an_interface_inherits() {
    let interfaces = r#"
        class Ranked<string n> : OpInterface<n> { let methods = [InterfaceMethod<"", "int", "rankOf" # n>]; }
        def OfClass : Ranked<"Tensor">;
        def Added : Ranked<"Map"> { let methods = !listconcat(Shaped.methods, [InterfaceMethod<"", "int", "own">]); }
    "#;
    let check = |interface: &str, want: Expect| {
        let op = format!("def A : Op<\"a\", [DeclareOpInterfaceMethods<{interface}, [\"$0\"]>]>;");
        check_dialect(&format!("{interfaces}{op}"), want);
    };
    check(
        "OfClass",
        expect![[r#"
            0: rankOfTensor (method)
        "#]],
    );
    check(
        "Added",
        expect![[r#"
            0: getRank (method), getSize (method), isShaped (method), own (method)
        "#]],
    );
}
