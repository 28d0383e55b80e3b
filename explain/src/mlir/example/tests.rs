use backend::Rec;
use backend_testing::read;
use expect_test::{Expect, expect};

/// The classes of MLIR's own files, and the dialect `Own`.
const CLASSES: &str = include_str!("../../../../backends/mlir/src/tests/dialect.td");

/// The classes of combined predicates.
const COMBINED: &str = include_str!("../../../../backends/mlir-model/src/predicate/combined.td");

/// Constraints as MLIR's own files have them.
const CONSTRAINTS: &str = r#"
class IsA<string name> : CPred<"::llvm::isa<::mlir::" # name # ">($_self)">;
class Container<Pred is, TypeConstraint element> : TypeConstraint<And<[is, Concat<
    "[](::mlir::Type elementType) { return ", SubstLeaves<"$_self", "elementType", element.predicate>,
    "; }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())">]>, "container">;
class AnyOf<list<TypeConstraint> types> : TypeConstraint<Or<!foreach(t, types, t.predicate)>, "any of">;
def F32 : TypeConstraint<CPred<"$_self.isF32()">, "f32">;
def Index : TypeConstraint<IsA<"IndexType">, "index"> { let builderCall = "$_builder.getIndexType()"; }
def Tensor : Container<IsA<"TensorType">, AnyType>;
def MemRef : Container<IsA<"MemRefType">, AnyType>;
def BoolLike : TypeConstraint<Or<[CPred<"$_self.isSignlessInteger(1)">, And<[
    CPred<"$_self.hasTrait<::mlir::ValueSemantics>()">, IsA<"VectorType">]>]>, "bool">;
def StrAttr : Attr<IsA<"StringAttr">, "string"> { let storageType = "::mlir::StringAttr"; }
def SymbolNameAttr : Attr<IsA<"StringAttr">, "string"> { let storageType = "::mlir::StringAttr"; }
def SymbolAttr : Attr<IsA<"FlatSymbolRefAttr">, "symbol"> { let storageType = "::mlir::FlatSymbolRefAttr"; }
def UnitAttr : Attr<IsA<"UnitAttr">, "unit"> {
  let storageType = "::mlir::UnitAttr";
  let defaultValue = "false";
  let isOptional = 1;
}
def SizesAttr : Attr<And<[IsA<"DenseI64ArrayAttr">, CPred<"$_self.size() == 2">]>, "sizes"> {
  let storageType = "::mlir::DenseI64ArrayAttr";
}
class Default<Attr a, string value> : Attr<a.predicate, a.summary> {
  let storageType = a.storageType;
  let returnType = a.returnType;
  let constBuilderCall = a.constBuilderCall;
  let defaultValue = value;
  let baseAttr = a;
}
def SameOperandsAndResultType : NativeTrait<"SameOperandsAndResultType">;
class TypesMatchWith<string from, string to, string by> : PredTrait<"", CPred<"match">> {
  string lhs = from;
  string rhs = to;
  string transformer = by;
}
class Case<string s, int v> { string symbol = s; int value = v; string str = s; }
class EnumAttrInfo<string name, list<Case> cases> : Attr<CPred<"true">, ""> {
  string className = name;
  string cppNamespace = "::own";
  string underlyingType = "uint32_t";
  list<Case> enumerants = cases;
  let storageType = "::mlir::IntegerAttr";
  let constBuilderCall = "$0";
}
def AttrSizedOperandSegments : NativeTrait<"AttrSizedOperandSegments">;
"#;

fn examples(text: &str, made: impl Fn(Rec) -> String) -> String {
    let (classes, name) = text.rsplit_once("def $0").expect("a cursor");
    let records = read(&format!(
        "{CLASSES}{COMBINED}{CONSTRAINTS}{classes}def {name}"
    ));
    let name = name.split([' ', ':']).next().expect("a name");
    made(records.def(name).expect("a record"))
}

/// Checks the examples of the operation behind `$0`.
#[track_caller]
fn check(text: &str, want: Expect) {
    want.assert_eq(&examples(text, |rec| match super::of_operation(rec) {
        Ok(Some(example)) => example.texts.join("\n"),
        Ok(None) => "a mistake in the format".to_owned(),
        Err(error) => error.message,
    }));
}

/// Checks the example of an operation without operands that takes one value of a constraint.
#[track_caller]
fn check_type(constraint: &str, want: Expect) {
    let text = format!(
        "def $0X : Op<Own, \"x\"> {{ let arguments = (ins {constraint}:$a);
           let assemblyFormat = \"type($a) $a attr-dict\"; }}"
    );
    want.assert_eq(&examples(&text, |rec| {
        let example = super::of_operation(rec).ok().flatten();
        let text = example.expect("an example").texts.remove(0);
        let text = text.trim_start_matches("own.x ");
        text.trim_end_matches(" %a").to_owned()
    }));
}

#[test]
fn types_satisfy_constraints() {
    check_type("I32", expect!["i32"]);
    check_type("F32", expect!["f32"]);
    check_type("Index", expect!["index"]);
    check_type("Tensor", expect!["tensor<4xf32>"]);
    check_type("MemRef", expect!["memref<4xf32>"]);
    check_type("BoolLike", expect!["i1"]);
    check_type("AnyType", expect!["i32"]);
    check_type("AnyOf<[F32, I32]>", expect!["i32"]);
    check_type("AnyOf<[F32, Tensor]>", expect!["f32"]);
    check_type(
        "Container<IsA<\"VectorType\">, Index>",
        expect!["vector<4xindex>"],
    );
    check_type(
        "Container<And<[IsA<\"TensorType\">, CPred<\"::llvm::cast<::mlir::ShapedType>($_self).getRank() == 3\">]>, I32>",
        expect!["tensor<2x4x4xi32>"],
    );
    check_type(
        "TypeConstraint<And<[I32.predicate, CPred<\"isGood($_self)\">]>, \"\">",
        expect!["i32"],
    );
    check_type(
        "TypeConstraint<And<[AnyType.predicate, Neg<I32.predicate>]>, \"\">",
        expect!["f32"],
    );
    check_type(
        "TypeConstraint<CPred<\"isGood($_self)\">, \"\">",
        expect!["!type"],
    );
    check_type(
        "TypeConstraint<CPred<\"::mlir::LLVM::isCompatibleOuterType($_self)\">, \"\">",
        expect!["i32"],
    );
    check_type(
        "TypeConstraint<IsA<\"LLVM::LLVMPointerType\">, \"\">",
        expect!["!llvm.ptr"],
    );
}

/// A condition that is nested too deeply is not read to its end.
#[test]
fn deep_conditions() {
    let deep = |open: &str, close: &str| {
        let (open, close) = (open.repeat(100_000), close.repeat(100_000));
        check_type(
            &format!("TypeConstraint<CPred<\"{open}$_self.isF32(){close}\">, \"\">"),
            expect!["!type"],
        );
    };
    deep("!", "");
    deep("(", ")");
    deep("!(", ")");
}

#[test]
fn optional_groups_are_in_the_second_example() {
    check(
        r#"
        class Flags<Attr a> : Default<a, "::own::Flags::none">;
        def FlagsAttr : EnumAttrInfo<"Flags", [Case<"none", 0>, Case<"nsw", 1>]>;
        def $0Add : Op<Own, "addi", [SameOperandsAndResultType]> {
          let arguments = (ins AnyType:$lhs, AnyType:$rhs, Flags<FlagsAttr>:$flags);
          let results = (outs AnyType:$result);
          let assemblyFormat = "$lhs `,` $rhs (`overflow` `<` $flags^ `>`)? attr-dict `:` type($result)";
        }"#,
        expect![[r#"
            %result = own.addi %lhs, %rhs : i32
            %result = own.addi %lhs, %rhs overflow<nsw> : i32"#]],
    );
    check(
        r#"
        def $0Return : Op<Own, "return"> {
          let arguments = (ins Variadic<AnyType>:$operands, UnitAttr:$fast, OptionalAttr<StrAttr>:$note);
          let assemblyFormat = "(`fast` $fast^)? ($operands^ `:` type($operands)) : (`nothing`)? attr-dict";
        }"#,
        expect![[r#"
            own.return nothing
            own.return fast %operands : i32 {note = "text"}"#]],
    );
}

#[test]
fn clauses_regions_and_successors() {
    check(
        r#"
        class VariadicSuccessor<SuccessorConstraint s> : SuccessorConstraint<s.predicate, s.summary>;
        def $0Branch : Op<Own, "branch", [AttrSizedOperandSegments]> {
          let arguments = (ins I32:$flag, Optional<Index>:$low, Variadic<Index>:$high);
          let regions = (region AnyRegion:$body, AnyRegion);
          let successors = (successor AnySuccessor:$next, VariadicSuccessor<AnySuccessor>:$others);
          let builders = [];
          let assemblyFormat = [{
            $flag oilist(`low` `(` $low `:` type($low) `)` | `high` `(` $high `:` type($high) `)`)
            `to` successors regions attr-dict-with-keyword
          }];
        }"#,
        expect![[r#"
            own.branch %flag to ^next, ^others {
              // body
            }, {
            }
            own.branch %flag low(%low : index) high(%high : index) to ^next, ^others {
              // body
            }, {
            }"#]],
    );
}

#[test]
fn functions_in_cpp_are_named() {
    check(
        r#"
        def $0Slice : Op<Own, "slice"> {
          let arguments = (ins Tensor:$source, Variadic<Index>:$offsets, SizesAttr:$static_offsets, SizesAttr:$strides);
          let results = (outs Tensor:$result);
          let assemblyFormat = [{
            $source `` custom<DynamicIndexList>($offsets, $static_offsets) custom<Strides>($strides)
            attr-dict `:` functional-type($source, results)
          }];
        }"#,
        expect![
            "%result = own.slice %source[%offsets] custom<Strides>([1, 1]) : (tensor<4xf32>) -> tensor<4xf32>"
        ],
    );
}

#[test]
fn functions_in_cpp_without_arguments() {
    check(
        r#"def $0X : Op<Own, "x"> { let assemblyFormat = [{ custom<DynamicIndexList>("1") attr-dict }]; }"#,
        expect!["own.x custom<DynamicIndexList>()"],
    );
}

#[test]
fn attributes_and_symbols() {
    check(
        r#"
        def $0Call : Op<Own, "call"> {
          let arguments = (ins SymbolNameAttr:$name, SymbolAttr:$callee, I32Attr:$count, SizesAttr:$sizes,
                               OptionalAttr<StrAttr>:$note, UnitAttr:$pure);
          let assemblyFormat = "$name $callee $count $sizes attr-dict";
        }"#,
        expect![[r#"
            own.call @name @callee 1 : i32 [1, 1]
            own.call @name @callee 1 : i32 [1, 1] {note = "text", pure}"#]],
    );
    check(
        r#"
        def $0Const : Op<Own, "const"> {
          let arguments = (ins I32Attr:$value);
          let results = (outs I32:$result);
          let assemblyFormat = "attr-dict-with-keyword";
        }"#,
        expect!["%result = own.const attributes {value = 1 : i32}"],
    );
}

#[test]
fn types_of_the_dialect() {
    let classes = r#"
        def Packed : AttrOrTypeParameter<"bool", ""> { let defaultValue = "false"; }
        def Pair : TypeDef<Own, "Pair"> {
          let mnemonic = "pair";
          let parameters = (ins "::mlir::Type":$first, "int64_t":$count, Packed:$packed);
          let assemblyFormat = "`<` $first `,` $count (`,` $packed^)? `>`";
        }
        def Token : TypeDef<Own, "Token"> { let mnemonic = "token"; }
        def Hand : TypeDef<Own, "Hand"> { let mnemonic = "hand"; let hasCustomAssemblyFormat = 1; }
        def Range : AttrDef<Own, "Range"> {
          let mnemonic = "range";
          let parameters = (ins "int64_t":$low, "int64_t":$high);
          let assemblyFormat = "`<` struct(params) `>`";
          let storageType = "::own::RangeAttr";
        }"#;
    check(
        &format!(
            r#"{classes}
            def $0Make : Op<Own, "make"> {{
              let arguments = (ins Pair:$pair, Pair:$second, Token:$token, Hand:$hand, Range:$range, OptionalAttr<Range>:$other);
              let results = (outs TypeConstraint<IsA<"own::PairType">, "">:$result);
              let assemblyFormat = [{{
                $pair `,` $second `,` $token `,` $hand `in` $range attr-dict
                `:` type($pair) `,` qualified(type($second)) `,` type($token) `,` type($hand) `->` type($result)
              }}];
            }}"#
        ),
        expect![[r#"
            %result = own.make %pair, %second, %token, %hand in <low = 1, high = 1> : <i32, 1>, !own.pair<i32, 1>, !own.token, <…> -> !own.pair<i32, 1>
            %result = own.make %pair, %second, %token, %hand in <low = 1, high = 1> {other = #own.range<low = 1, high = 1>} : <i32, 1>, !own.pair<i32, 1>, !own.token, <…> -> !own.pair<i32, 1>"#]],
    );
}

#[test]
fn types_follow_from_others() {
    check(
        r#"
        def $0Store : Op<Own, "store", [TypesMatchWith<"to", "value", "cast<X>($_self).getElementType()">]> {
          let arguments = (ins MemRef:$to, AnyType:$value, Variadic<Index>:$indices);
          let assemblyFormat = "$value `,` $to `[` $indices `]` attr-dict `:` type($to)";
        }"#,
        expect!["own.store %value, %to[%indices] : memref<4xf32>"],
    );
    check(
        r#"
        def $0Max : Op<Own, "max", [AllTypesMatch<["lhs", "result"]>]> {
          let arguments = (ins AnyType:$lhs, AnyType:$rhs);
          let results = (outs F32:$result);
          let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
        }"#,
        expect!["%result = own.max %lhs, %rhs : (f32, i32) -> f32"],
    );
}

#[test]
fn the_generic_form() {
    check(
        r#"
        def $0Loop : Op<Own, "loop", [AttrSizedOperandSegments]> {
          let arguments = (ins Index:$low, Optional<Index>:$step, Variadic<Tensor>:$inits, I32Attr:$unroll,
                               OptionalAttr<StrAttr>:$name);
          let results = (outs Variadic<Tensor>:$results);
          let regions = (region AnyRegion:$body);
          let successors = (successor AnySuccessor:$exit);
        }"#,
        expect![[r#"
            %results = "own.loop"(%low, %inits)[^exit] <{operandSegmentSizes = array<i32: 1, 0, 1>, unroll = 1 : i32}> ({
              // body
            }) : (index, tensor<4xf32>) -> tensor<4xf32>
            %results = "own.loop"(%low, %step, %inits)[^exit] <{name = "text", operandSegmentSizes = array<i32: 1, 1, 1>, unroll = 1 : i32}> ({
              // body
            }) : (index, index, tensor<4xf32>) -> tensor<4xf32>"#]],
    );
}

#[test]
fn mistakes() {
    check(
        r#"def $0Wrong : Op<Own, "wrong"> { let assemblyFormat = "$nothing attr-dict"; }"#,
        expect!["a mistake in the format"],
    );
    check(
        r#"
        def Own_Self : TypeDef<Own, "Self"> {
          let mnemonic = "self";
          let parameters = (ins "::own::SelfType":$inner);
          let assemblyFormat = "`<` $inner `>`";
        }
        def $0Deep : Op<Own, "deep"> {
          let arguments = (ins Own_Self:$a);
          let assemblyFormat = "$a `:` qualified(type($a)) attr-dict";
        }"#,
        expect!["own.deep %a : !own.self<<<<<…>>>>>"],
    );
}
