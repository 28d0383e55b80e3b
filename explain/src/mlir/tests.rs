use expect_test::expect;

use crate::testing::check;

/// The classes of MLIR's own files, and the dialect `Own`.
const CLASSES: &str = include_str!("../../../backends/mlir/src/tests/dialect.td");

#[test]
fn an_operation() {
    check(
        &format!(
            r#"{CLASSES}
            def Int : TypeConstraint<CPred<"$_self.isInteger()">, "signless integer">;
            def Any : TypeConstraint<CPred<"true">, "">;
            def Flag : Attr<CPred<"true">, "unit attribute"> {{ let storageType = "::mlir::UnitAttr"; }}
            def IsCommutative : NativeTrait<"IsCommutative">;
            def Shaped : OpInterface<"Shaped">;
            def $0Toy_AddOp : Op<Own, "add", [IsCommutative, Shaped, OpInterface<"Shaped">, NativeTrait<"OneResult">]> {{
              let summary = "adds [numbers](command:x)";
              let arguments = (ins Int:$lhs, Optional<Int>:$rhs, Any, OptionalAttr<Flag>:$exact);
              let results = (outs I32:$sum);
              let description = [{{
                ## Semantics
                Adds `lhs` to *rhs*,
                <b>always</b>.

                - point `one`
                - two
                  goes on

                ```mlir
                %0 = toy.add %a, %b
                  : i32
                ```
              }}];
            }}"#
        ),
        expect![[r#"
            operation `own.add`, in C++ `::own::AddOp`

            ```text
            operand    lhs    signless integer
            operand    rhs    signless integer, optional
            operand    #2     Any
            attribute  exact  unit attribute, optional
            result     sum    32-bit signless integer
            ```

            - types of results: `sum` is always the same
            - traits: `IsCommutative`, `Shaped`, `OneResult`, `InferTypeOpInterface`

            for example, in the generic form

            ```mlir
            %sum = "own.add"(%lhs, %arg2) : (i32, i32) -> i32
            %sum = "own.add"(%lhs, %rhs, %arg2) <{exact}> : (i32, i32, i32) -> i32
            ```

            ```cpp
            static void build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::Type sum, ::mlir::Value lhs, /*optional*/::mlir::Value rhs, ::mlir::Value odsArg_2, /*optional*/::mlir::UnitAttr exact);
            static void build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::Value lhs, /*optional*/::mlir::Value rhs, ::mlir::Value odsArg_2, /*optional*/::mlir::UnitAttr exact);
            static void build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::TypeRange resultTypes, ::mlir::Value lhs, /*optional*/::mlir::Value rhs, ::mlir::Value odsArg_2, /*optional*/::mlir::UnitAttr exact);
            static void build(::mlir::OpBuilder &, ::mlir::OperationState &odsState, ::mlir::TypeRange resultTypes, ::mlir::ValueRange operands, ::llvm::ArrayRef<::mlir::NamedAttribute> attributes = {});
            static void build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::ValueRange operands, ::llvm::ArrayRef<::mlir::NamedAttribute> attributes = {});
            ```

            - operands in C++: `getLhs`, `getRhs`, `getLhsMutable`, `getRhsMutable`
            - attributes in C++: `getExactAttr`, `getExact`, `setExactAttr`, `removeExactAttr`
            - results in C++: `getSum`
            - operands in Python: `lhs`, `rhs`
            - attributes in Python: `exact`
            - results in Python: `sum`

            - verified by: `verifyTrait`, if there is one, of `::mlir::OpTrait::IsCommutative`, `::mlir::OpTrait::OneResult`

            adds \[numbers\](command:x)

            Semantics

            Adds `lhs` to \*rhs\*, \<b>always\</b>.

            - point `one`

            - two goes on

            ```mlir
            %0 = toy.add %a, %b
              : i32
            ```
        "#]],
    );
}

#[test]
fn a_type() {
    check(
        &format!(
            r#"{CLASSES}
            def $0Pair : TypeDef<Own, "Pair"> {{
              let mnemonic = "pair";
              let hasCustomAssemblyFormat = 1;
              let parameters = (ins "::mlir::Type":$first, AttrOrTypeParameter<"unsigned", "how many">:$count);
            }}"#
        ),
        expect![[r#"
            type `!own.pair`, in C++ `::own::PairType`

            ```text
            parameter  first  ::mlir::Type
            parameter  count  unsigned      how many
            ```

            - storage: `detail::PairTypeStorage`
            - accessors: `getFirst`, `getCount`
            - parsed and printed: `pair`, then what `parse` and `print` do by hand
        "#]],
    );
}

#[test]
fn a_mistake() {
    check(
        &format!(
            r#"{CLASSES}
            def $0Broken : Op<Own, "broken"> {{ let arguments = (ins Own:$a); }}"#
        ),
        expect![[r#"
            - error: unexpected def type; only defs deriving from TypeConstraint or Attr or Property are allowed
        "#]],
    );
}

#[test]
fn a_dialect() {
    check(
        &format!(
            r#"{CLASSES}
            def $0Other : Dialect {{ let name = "other"; let description = "Only a ``line`."; }}"#
        ),
        expect![[r#"
            Only a \`\`line\`.
        "#]],
    );
}

/// Other projects have classes of these names.
#[test]
fn classes_of_others() {
    check(
        "class Attr { string s; }\ndef $0A : Attr;",
        expect!["nothing"],
    );
    check(
        "class Op<dag o> { dag d = o; }\ndef $0A : Op<?>;",
        expect!["nothing"],
    );
}

/// Classes that only these pages need.
const MORE: &str = r#"
class DeclareInterfaceMethods<list<string> always> { list<string> alwaysOverriddenMethods = always; }
class DeclareOpInterfaceMethods<OpInterface i, list<string> always = []>
    : OpInterface<i.cppInterfaceName>, DeclareInterfaceMethods<always> { let methods = i.methods; }
def Shaped : OpInterface<"Shaped"> {
  let methods = [InterfaceMethod<"int", "rank">, InterfaceMethod<"int", "size">];
  string verify = "return check($_op);";
  bit verifyWithRegions = 0;
}
"#;

const PREDICATES: &str = r#"
class PredCombinerKind;
def PredCombinerAnd : PredCombinerKind;
class CombinedPred<PredCombinerKind k, list<Pred> c> : Pred { PredCombinerKind kind = k; list<Pred> children = c; }
class And<list<Pred> children> : CombinedPred<PredCombinerAnd, children>;
class Confined<TypeConstraint t, list<Pred> more>
    : TypeConstraint<And<!listconcat([t.predicate], more)>, t.summary>;
"#;

#[test]
fn members_of_an_operation() {
    check(
        &format!(
            r#"{CLASSES}{MORE}
            def SameType : NativeTrait<"SameType">;
            def $0Own_MulOp : Op<Own, "mul", [SameType, DeclareOpInterfaceMethods<Shaped>, AllTypesMatch<["a", "b"]>]> {{
              let arguments = (ins I32:$a, I32:$b, I32Attr:$scale);
              let results = (outs AnyType:$product);
              let regions = (region AnyRegion:$body);
              let hasVerifier = 1;
            }}"#
        ),
        expect![[r#"
            operation `own.mul`, in C++ `::own::MulOp`

            ```text
            operand    a        32-bit signless integer
            operand    b        32-bit signless integer
            attribute  scale    32-bit signless integer attribute
            result     product  any type
            region     body     any region
            ```

            - traits: `SameType`, `Shaped`, `AllTypesMatch`

            for example, in the generic form

            ```mlir
            %product = "own.mul"(%a, %b) <{scale = 1 : i32}> ({
              // body
            }) : (i32, i32) -> i32
            ```

            ```cpp
            static void build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::Type product, ::mlir::Value a, ::mlir::Value b, ::mlir::IntegerAttr scale);
            static void build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::TypeRange resultTypes, ::mlir::Value a, ::mlir::Value b, ::mlir::IntegerAttr scale);
            static void build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::Type product, ::mlir::Value a, ::mlir::Value b, uint32_t scale);
            static void build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::TypeRange resultTypes, ::mlir::Value a, ::mlir::Value b, uint32_t scale);
            static void build(::mlir::OpBuilder &, ::mlir::OperationState &odsState, ::mlir::TypeRange resultTypes, ::mlir::ValueRange operands, ::llvm::ArrayRef<::mlir::NamedAttribute> attributes = {});
            ```

            - operands in C++: `getA`, `getB`, `getAMutable`, `getBMutable`
            - attributes in C++: `getScaleAttr`, `getScale`, `setScaleAttr`, `setScale`
            - results in C++: `getProduct`
            - regions and successors in C++: `getBody`
            - operands in Python: `a`, `b`
            - attributes in Python: `scale`
            - results in Python: `product`
            - regions and successors in Python: `body`
            - to implement: `rank`, `size` of `Shaped`, declared in the class

            - verified by: `verifyTrait`, if there is one, of `::mlir::OpTrait::SameType`
            - verified by `AllTypesMatch`: types match: `match`
            - verified by: its own `verify`
        "#]],
    );
}

#[test]
fn storage_of_a_type() {
    check(
        &format!(
            r#"{CLASSES}
            def $0Pair : TypeDef<Own, "Pair"> {{
              let mnemonic = "pair";
              let assemblyFormat = "`<` $first `>`";
              let parameters = (ins "::mlir::Type":$first);
            }}"#
        ),
        expect![[r#"
            type `!own.pair`, in C++ `::own::PairType`

            ```text
            parameter  first  ::mlir::Type
            ```

            - storage: `detail::PairTypeStorage`
            - accessors: `getFirst`
            - parsed and printed: `pair`, then `` `<` $first `>` ``

            - for example: `!own.pair<i32>`
        "#]],
    );
}

#[test]
fn conditions_of_constraints() {
    check(
        &format!(
            r#"{CLASSES}{PREDICATES}
            def $0Small : Confined<I32, [CPred<"true">, CPred<"$_self.getWidth() <= 32">]>;"#
        ),
        expect![[r#"
            32-bit signless integer

            - condition: `$_self.isSignlessInteger(32) && $_self.getWidth() <= 32`
        "#]],
    );
    check(
        &format!(
            r#"{CLASSES}{PREDICATES}
            def $0Anything : TypeConstraint<CPred<"true">, "">;"#
        ),
        expect![[r#"
            - condition: none
        "#]],
    );
}

/// Constraints without names are shown with their operation.
#[test]
fn conditions_in_an_operation() {
    check(
        &format!(
            r#"{CLASSES}{PREDICATES}
            def $0Own_SmallOp : Op<Own, "small"> {{
              let arguments = (ins Confined<I32, [CPred<"$_self.isSmall()">]>:$a, Variadic<I32>:$b);
              let results = (outs Variadic<Confined<AnyType, [CPred<"isLarge($_self)">]>>:$c);
            }}"#
        ),
        expect![[r#"
            operation `own.small`, in C++ `::own::SmallOp`

            ```text
            operand  a  32-bit signless integer
            operand  b  variadic of 32-bit signless integer
            result   c  variadic of any type
            ```

            for example, in the generic form

            ```mlir
            %c = "own.small"(%a, %b) : (i32, i32) -> i32
            ```

            ```cpp
            static void build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::TypeRange c, ::mlir::Value a, ::mlir::ValueRange b);
            static void build(::mlir::OpBuilder &, ::mlir::OperationState &odsState, ::mlir::TypeRange resultTypes, ::mlir::ValueRange operands, ::llvm::ArrayRef<::mlir::NamedAttribute> attributes = {});
            ```

            - operands in C++: `getA`, `getB`, `getAMutable`, `getBMutable`
            - results in C++: `getC`
            - operands in Python: `a`, `b`
            - results in Python: `c`

            - condition of `a`: `$_self.isSignlessInteger(32) && $_self.isSmall()`
            - condition of `c`: `isLarge($_self)`
        "#]],
    );
}

const PATTERNS: &str = include_str!("../../../backends/mlir/src/rewriters/tests/patterns.td");

#[test]
fn rewrite_patterns() {
    check(
        &format!(
            r#"{CLASSES}{PATTERNS}
            def $0Twice : Pat<(Own_AddOp:$sum (Own_AddOp $x, F32:$y), (Own_ConstOp I32Attr:$c, $_)),
                (Own_AddOp $x, (Own_ConstOp $c, (NativeCodeCall<"hint($_loc)"> $y, $c))),
                [(Constraint<CPred<"differ($_self)">, ""> $x, $c)]>;"#
        ),
        expect![[r#"
            matches

            ```mlir
            %0 = own.add %x, %y: <32-bit "float">
            %1 = own.const {value = $c: <32-bit signless integer attribute>, hint = $_}
            %sum = own.add %0, %1
            ```

            and makes

            ```mlir
            %2 = native "hint($_loc)"(%y, $c)
            %3 = own.const {value = $c, hint = %2}
            %4 = own.add %x, %3
            // %sum becomes %4
            ```

            - if: `differ($_self)` for `%x, $c`
            - benefit: 3

            - may be followed by: `Twice` (`def Twice : Pat<(Own_AddOp:$sum (Own_AddOp $x, F32:$y), (Own_ConstOp I32Attr:$c, $_)),`)
        "#]],
    );
    check(
        &format!(
            r#"{CLASSES}{PATTERNS}
            def $0Same : Pat<(Own_SplitOp:$s $v), (replaceWithValue $v)>;"#
        ),
        expect![[r#"
            matches

            ```mlir
            %s:2 = own.split %v
            ```

            and makes

            ```mlir
            // %s becomes %v
            ```

            - benefit: 1
        "#]],
    );
}

#[test]
fn patterns_lead_to_others() {
    check(
        &format!(
            r#"{CLASSES}{PATTERNS}
            def AddToSplit : Pat<(Own_AddOp $x, $y), (Own_SplitOp $x)>;
            def ConstToAdd : Pat<(Own_ConstOp:$c $v, $h), (Own_AddOp $c, $c)>;
            def : Pat<(Own_ConstOp:$c $v, $_), (Own_SplitOp $c)>;
            def Last : Pat<(Own_SplitOp:$s $v), (replaceWithValue $v)>;
            def $0Makes : Pat<(Own_AddOp $x, $y), (Own_AddOp (Own_ConstOp I32Attr:$c, $c), $y)>;"#
        ),
        expect![[r#"
            matches

            ```mlir
            %0 = own.add %x, %y
            ```

            and makes

            ```mlir
            %1 = own.const {value = $c, hint = $c}
            %2 = own.add %1, %y
            // %0 becomes %2
            ```

            - benefit: 1

            - may be followed by 4 patterns: `AddToSplit` (`def AddToSplit : Pat<(Own_AddOp $x, $y), (Own_SplitOp $x)>;`), `ConstToAdd` (`def ConstToAdd : Pat<(Own_ConstOp:$c $v, $h), (Own_AddOp $c, $c)>;`), `Makes` (`def Makes : Pat<(Own_AddOp $x, $y), (Own_AddOp (Own_ConstOp I32Attr:$c, $c), $y)>;`), `def : Pat<(Own_ConstOp:$c $v, $_), (Own_SplitOp $c)>;`
            - may follow: `ConstToAdd` (`def ConstToAdd : Pat<(Own_ConstOp:$c $v, $h), (Own_AddOp $c, $c)>;`)
        "#]],
    );
}

#[test]
fn an_interface_has_its_methods_and_those_of_its_bases() {
    check(
        r#"
        def ins;
        class Method<string ty, string n, dag args, string b, string d> {
          string returnType = ty; string name = n; dag arguments = args; string body = b; string defaultBody = d;
          string description = "";
        }
        class Interface<string n, list<Interface> bases> {
          string cppInterfaceName = n; string cppNamespace = "::own"; string description = "Is sized.";
          list<Interface> baseInterfaces = bases; list<Method> methods = [];
        }
        def Sized : Interface<"Sized", []> {
          let methods = [Method<"int64_t", "getSize", (ins), "", "">, Method<"bool", "isEmpty", (ins), "return true;", "">];
        }
        def $0Ranged : Interface<"Ranged", [Sized]> {
          let methods = [Method<"void", "setEnd", (ins "::mlir::Value ":$end, "bool":$exact), "", "return;">];
        }"#,
        expect![[r#"
            interface, in C++ `::own::Ranged`

            ```cpp
            void setEnd(::mlir::Value end, bool exact);  // has a default
            int64_t getSize();  // of Sized
            bool isEmpty();  // of Sized, implemented by the interface
            ```

            Is sized.
        "#]],
    );
}

#[test]
fn an_enumeration_has_its_cases() {
    check(
        r#"
        class Case<string s, int v, string t> { string symbol = s; int value = v; string str = t; }
        class EnumInfo<list<Case> cases> {
          string className = "Kind"; string cppNamespace = "::own"; string underlyingType = "uint32_t"; string summary = "";
          list<Case> enumerants = cases; string symbolToStringFnName = "stringifyKind"; string stringToSymbolFnName = "symbolizeKind";
        }
        def $0Kind : EnumInfo<[Case<"Add", 0, "add">, Case<"2D", 1, "2D">]>;"#,
        expect![[r#"
            enumeration, in C++ `::own::Kind` of type `uint32_t`

            ```text
            0  Add  written add
            1  _2D
            ```

            - functions in C++: `stringifyKind`, `symbolizeKind`
        "#]],
    );
}

#[test]
fn a_pass_has_its_options_and_statistics() {
    check(
        r#"
        class Option<string v, string a, string ty, string d, string about> {
          string cppName = v; string argument = a; string type = ty; string defaultValue = d; string description = about;
          string additionalOptFlags = "";
        }
        class ListOption<string v, string a, string ty, string about> : Option<v, a, ty, "", about>;
        class Statistic<string v, string n, string about> { string cppName = v; string name = n; string description = about; }
        class PassBase<string a> {
          string argument = a; string baseClass = "::mlir::OperationPass<>"; string summary = "Unrolls loops."; string constructor = "";
          string description = ""; list<string> dependentDialects = ["scf::SCFDialect"]; list<Option> options = []; list<Statistic> statistics = [];
        }
        def $0Unroll : PassBase<"unroll"> {
          let options = [Option<"factor", "factor", "unsigned", "4", "How often.">, ListOption<"names", "only", "std::string", "Which loops.">];
          let statistics = [Statistic<"count", "unrolled", "Loops that were unrolled.">];
        }"#,
        expect![[r#"
            pass `--unroll`, in C++ `createUnroll()`

            ```text
            option     factor    unsigned = 4         How often.
            option     only      list of std::string  Which loops.
            statistic  unrolled                       Loops that were unrolled.
            ```

            - dependent dialects: `scf::SCFDialect`

            Unrolls loops.
        "#]],
    );
}

#[test]
fn long_lists_say_what_they_leave_out() {
    check(
        r##"
        class Case<string s, int v> { string symbol = s; int value = v; string str = s; }
        class EnumInfo<list<Case> cases> {
          string className = "Kind"; string cppNamespace = "own"; string underlyingType = ""; string summary = "";
          list<Case> enumerants = cases;
          string symbolToStringFnName = "stringifyKind"; string stringToSymbolFnName = "symbolizeKind";
        }
        def $0Kind : EnumInfo<!foreach(i, !range(43), Case<"C"#i, i>)>;"##,
        expect![[r#"
            enumeration, in C++ `own::Kind`

            ```text
            0         C0
            1         C1
            2         C2
            3         C3
            4         C4
            5         C5
            6         C6
            7         C7
            8         C8
            9         C9
            10        C10
            11        C11
            12        C12
            13        C13
            14        C14
            15        C15
            16        C16
            17        C17
            18        C18
            19        C19
            20        C20
            21        C21
            22        C22
            23        C23
            24        C24
            25        C25
            26        C26
            27        C27
            28        C28
            29        C29
            30        C30
            31        C31
            32        C32
            33        C33
            34        C34
            35        C35
            36        C36
            37        C37
            38        C38
            39        C39
            … 3 more
            ```

            - functions in C++: `stringifyKind`, `symbolizeKind`
        "#]],
    );
}
