//! The bodies of parsers and printers.

mod mistakes;

use backend_testing::difference;
use elaborate::records::Release;
use expect_test::{Expect, expect};

use crate::tests::shown;

/// Attributes with a syntax of their own in formats.
const ATTRIBUTES: &str = r#"
    def UnitAttr : Attr<CPred<"true">, "unit attribute"> {
      let storageType = "::mlir::UnitAttr";
      let returnType = "bool";
      let isOptional = 1;
    }
    def Count : Attr<CPred<"true">, "count"> {
      let storageType = "::mlir::IntegerAttr";
      let returnType = "uint32_t";
      let constBuilderCall = "$_builder.getI32IntegerAttr($0)";
      let defaultValue = "1";
      let valueType = I32;
    }
    class ShapedTypeMatchesElementCountAndTypes<string s, string e> : PredTrait<"", CPred<"match">> {
      string shaped = s;
      string elements = e;
    }
"#;

/// The definition of a function of an operation with a format.
fn function(release: Release, format: &str, body: &str, name: &str) -> String {
    let text = format!(
        "{ATTRIBUTES}def Own_AddOp : Op<Own, \"add\"> {{ let assemblyFormat = [{{{format}}}];\n{body} }}"
    );
    let text = shown(release, "gen-op-defs", &text);
    let start = text
        .find(&format!(" AddOp::{name}("))
        .expect("the function is there");
    let start = text[..start].rfind('\n').map_or(0, |it| it + 1);
    let length = text[start..].find("\n}\n\n").expect("it has an end");
    text[start..start + length + 3].to_owned()
}

#[track_caller]
fn check_parser(format: &str, body: &str, want: Expect) {
    want.assert_eq(&function(Release::V19, format, body, "parse"));
}

#[track_caller]
fn check_printer(format: &str, body: &str, want: Expect) {
    want.assert_eq(&function(Release::V19, format, body, "print"));
}

#[test]
fn literals_and_operands() {
    let body = "let arguments = (ins I32:$a, Variadic<I32>:$rest);";
    check_parser(
        "$a `,` $rest attr-dict",
        body,
        expect![[r#"
            ::mlir::ParseResult AddOp::parse(::mlir::OpAsmParser &parser, ::mlir::OperationState &result) {
              ::mlir::OpAsmParser::UnresolvedOperand aRawOperand{};
              ::llvm::ArrayRef<::mlir::OpAsmParser::UnresolvedOperand> aOperands(&aRawOperand, 1);  ::llvm::SMLoc aOperandsLoc;
              (void)aOperandsLoc;
              ::llvm::SmallVector<::mlir::OpAsmParser::UnresolvedOperand, 4> restOperands;
              ::llvm::SMLoc restOperandsLoc;
              (void)restOperandsLoc;

              aOperandsLoc = parser.getCurrentLocation();
              if (parser.parseOperand(aRawOperand))
                return ::mlir::failure();
              if (parser.parseComma())
                return ::mlir::failure();

              restOperandsLoc = parser.getCurrentLocation();
              if (parser.parseOperandList(restOperands))
                return ::mlir::failure();
              {
                auto loc = parser.getCurrentLocation();(void)loc;
                if (parser.parseOptionalAttrDict(result.attributes))
                  return ::mlir::failure();
              }
              ::mlir::Type odsBuildableType0 = parser.getBuilder().getI32Type();
              if (parser.resolveOperands(aOperands, odsBuildableType0, aOperandsLoc, result.operands))
                return ::mlir::failure();
              if (parser.resolveOperands(restOperands, odsBuildableType0, restOperandsLoc, result.operands))
                return ::mlir::failure();
              return ::mlir::success();
            }
        "#]],
    );
    check_printer(
        "$a `,` `(` $rest `)` `` `to` attr-dict",
        body,
        expect![[r#"
            void AddOp::print(::mlir::OpAsmPrinter &_odsPrinter) {
              _odsPrinter << ' ';
              _odsPrinter << getA();
              _odsPrinter << ",";
              _odsPrinter << ' ' << "(";
              _odsPrinter << getRest();
              _odsPrinter << ")";
              _odsPrinter << "to";
              ::llvm::SmallVector<::llvm::StringRef, 2> elidedAttrs;
              _odsPrinter.printOptionalAttrDict((*this)->getAttrs(), elidedAttrs);
            }
        "#]],
    );
}

#[test]
fn groups() {
    let body = "let arguments = (ins OptionalAttr<I32Attr>:$x, UnitAttr:$fast);";
    let format = "(`fast` $fast^)? ($x^ `x`) : (`none`)? attr-dict";
    check_parser(
        format,
        body,
        expect![[r#"
            ::mlir::ParseResult AddOp::parse(::mlir::OpAsmParser &parser, ::mlir::OperationState &result) {
              ::mlir::IntegerAttr xAttr;
              if (::mlir::succeeded(parser.parseOptionalKeyword("fast"))) {
                result.getOrAddProperties<AddOp::Properties>().fast = parser.getBuilder().getUnitAttr();  }

              ::mlir::OptionalParseResult parseResultxAttr =
                parser.parseOptionalAttribute(xAttr, ::mlir::Type{});
              if (parseResultxAttr.has_value() && failed(*parseResultxAttr))
                return ::mlir::failure();
              if (parseResultxAttr.has_value() && succeeded(*parseResultxAttr))
              if (xAttr) result.getOrAddProperties<AddOp::Properties>().x = xAttr;
              if (xAttr) {
              if (parser.parseKeyword("x"))
                return ::mlir::failure();
              } else {
              if (parser.parseKeyword("none"))
                return ::mlir::failure();
              }
              {
                auto loc = parser.getCurrentLocation();(void)loc;
                if (parser.parseOptionalAttrDict(result.attributes))
                  return ::mlir::failure();
                if (failed(verifyInherentAttrs(result.name, result.attributes, [&]() {
                    return parser.emitError(loc) << "'" << result.name.getStringRef() << "' op ";
                  })))
                  return ::mlir::failure();
              }
              return ::mlir::success();
            }
        "#]],
    );
    check_printer(
        format,
        body,
        expect![[r#"
            void AddOp::print(::mlir::OpAsmPrinter &_odsPrinter) {
              if (getFastAttr()) {
                _odsPrinter << ' ' << "fast";
              }
              if (getXAttr()) {
                _odsPrinter << ' ';
              _odsPrinter.printStrippedAttrOrType(getXAttr());
                _odsPrinter << ' ' << "x";
              } else {
                _odsPrinter << ' ' << "none";
              }
              ::llvm::SmallVector<::llvm::StringRef, 2> elidedAttrs;
              elidedAttrs.push_back("fast");
              elidedAttrs.push_back("x");
              _odsPrinter.printOptionalAttrDict((*this)->getAttrs(), elidedAttrs);
            }
        "#]],
    );
}

#[test]
fn clauses_in_any_order() {
    let body = "let arguments = (ins Optional<I32>:$a, UnitAttr:$fast);";
    let format = "oilist(`a` `(` $a `)` | `fast` $fast) attr-dict";
    check_parser(
        format,
        body,
        expect![[r#"
            ::mlir::ParseResult AddOp::parse(::mlir::OpAsmParser &parser, ::mlir::OperationState &result) {
              ::llvm::SmallVector<::mlir::OpAsmParser::UnresolvedOperand, 4> aOperands;
              ::llvm::SMLoc aOperandsLoc;
              (void)aOperandsLoc;
              bool aClause = false;
              bool fastClause = false;
              while(true) {
            if (succeeded(parser.parseOptionalKeyword("a"))) {

              if (aClause) {
                return parser.emitError(parser.getNameLoc())
                      << "`a` clause can appear at most once in the expansion of the "
                         "oilist directive";
              }
              aClause = true;
              if (parser.parseLParen())
                return ::mlir::failure();

              {
                aOperandsLoc = parser.getCurrentLocation();
                ::mlir::OpAsmParser::UnresolvedOperand operand;
                ::mlir::OptionalParseResult parseResult =
                                                parser.parseOptionalOperand(operand);
                if (parseResult.has_value()) {
                  if (failed(*parseResult))
                    return ::mlir::failure();
                  aOperands.push_back(operand);
                }
              }
              if (parser.parseRParen())
                return ::mlir::failure();
                } else if (succeeded(parser.parseOptionalKeyword("fast"))) {

              if (fastClause) {
                return parser.emitError(parser.getNameLoc())
                      << "`fast` clause can appear at most once in the expansion of the "
                         "oilist directive";
              }
              fastClause = true;
                result.getOrAddProperties<AddOp::Properties>().fast = parser.getBuilder().getUnitAttr();    } else  {
                break;
              }
            }
              {
                auto loc = parser.getCurrentLocation();(void)loc;
                if (parser.parseOptionalAttrDict(result.attributes))
                  return ::mlir::failure();
                if (failed(verifyInherentAttrs(result.name, result.attributes, [&]() {
                    return parser.emitError(loc) << "'" << result.name.getStringRef() << "' op ";
                  })))
                  return ::mlir::failure();
              }
              ::mlir::Type odsBuildableType0 = parser.getBuilder().getI32Type();
              if (parser.resolveOperands(aOperands, odsBuildableType0, aOperandsLoc, result.operands))
                return ::mlir::failure();
              return ::mlir::success();
            }
        "#]],
    );
    check_printer(
        format,
        body,
        expect![[r#"
            void AddOp::print(::mlir::OpAsmPrinter &_odsPrinter) {
              if (false || getA()) {
              _odsPrinter << ' ' << "a";
              _odsPrinter << "(";
              if (::mlir::Value value = getA())
                _odsPrinter << value;
              _odsPrinter << ")";
              }
              if (false || (getFastAttr())) {
              _odsPrinter << ' ' << "fast";
              }
              ::llvm::SmallVector<::llvm::StringRef, 2> elidedAttrs;
              elidedAttrs.push_back("fast");
              _odsPrinter.printOptionalAttrDict((*this)->getAttrs(), elidedAttrs);
            }
        "#]],
    );
}

#[test]
fn functions_of_the_author() {
    let body = "let arguments = (ins Optional<I32>:$a, I32Attr:$x);";
    let format = "custom<Thing>($a, type($a), $x) custom<Other>(ref($a), \"1\") attr-dict";
    check_parser(
        format,
        body,
        expect![[r#"
            ::mlir::ParseResult AddOp::parse(::mlir::OpAsmParser &parser, ::mlir::OperationState &result) {
              ::llvm::SmallVector<::mlir::OpAsmParser::UnresolvedOperand, 4> aOperands;
              ::llvm::SMLoc aOperandsLoc;
              (void)aOperandsLoc;
              ::llvm::SmallVector<::mlir::Type, 1> aTypes;
              ::mlir::IntegerAttr xAttr;
              {
                aOperandsLoc = parser.getCurrentLocation();
                ::std::optional<::mlir::OpAsmParser::UnresolvedOperand> aOperand;
                ::mlir::Type aType;
                auto odsResult = parseThing(parser, aOperand, aType, xAttr);
                if (odsResult) return ::mlir::failure();
                if (aOperand.has_value())
                  aOperands.push_back(*aOperand);
                if (aType)
                  aTypes.push_back(aType);
                result.getOrAddProperties<AddOp::Properties>().x = xAttr;
              }
              {
                ::std::optional<::mlir::OpAsmParser::UnresolvedOperand> aOperand = aOperands.empty() ? ::std::optional<::mlir::OpAsmParser::UnresolvedOperand>() : aOperands[0];
                auto odsResult = parseOther(parser, aOperand, 1);
                if (odsResult) return ::mlir::failure();
              }
              {
                auto loc = parser.getCurrentLocation();(void)loc;
                if (parser.parseOptionalAttrDict(result.attributes))
                  return ::mlir::failure();
                if (failed(verifyInherentAttrs(result.name, result.attributes, [&]() {
                    return parser.emitError(loc) << "'" << result.name.getStringRef() << "' op ";
                  })))
                  return ::mlir::failure();
              }
              if (parser.resolveOperands(aOperands, aTypes, aOperandsLoc, result.operands))
                return ::mlir::failure();
              return ::mlir::success();
            }
        "#]],
    );
    check_printer(
        format,
        body,
        expect![[r#"
            void AddOp::print(::mlir::OpAsmPrinter &_odsPrinter) {
              _odsPrinter << ' ';
              printThing(_odsPrinter, *this, getA(), (getA() ? getA().getType() : ::mlir::Type()), getXAttr());
              _odsPrinter << ' ';
              printOther(_odsPrinter, *this, getA(), 1);
              ::llvm::SmallVector<::llvm::StringRef, 2> elidedAttrs;
              elidedAttrs.push_back("x");
              _odsPrinter.printOptionalAttrDict((*this)->getAttrs(), elidedAttrs);
            }
        "#]],
    );
}

#[test]
fn regions_successors_and_types() {
    let body = "let arguments = (ins AnyType:$a);
        let results = (outs AnyType:$b);
        let regions = (region AnyRegion:$body);
        let successors = (successor AnySuccessor:$next);";
    let format = "$a $body $next attr-dict `:` functional-type(operands, results)";
    check_parser(
        format,
        body,
        expect![[r#"
            ::mlir::ParseResult AddOp::parse(::mlir::OpAsmParser &parser, ::mlir::OperationState &result) {
              ::mlir::OpAsmParser::UnresolvedOperand aRawOperand{};
              ::llvm::ArrayRef<::mlir::OpAsmParser::UnresolvedOperand> aOperands(&aRawOperand, 1);  ::llvm::SMLoc aOperandsLoc;
              (void)aOperandsLoc;
              std::unique_ptr<::mlir::Region> bodyRegion = std::make_unique<::mlir::Region>();
              ::mlir::Block *nextSuccessor = nullptr;
              ::llvm::ArrayRef<::mlir::Type> allOperandTypes;
              ::llvm::ArrayRef<::mlir::Type> allResultTypes;

              aOperandsLoc = parser.getCurrentLocation();
              if (parser.parseOperand(aRawOperand))
                return ::mlir::failure();

              if (parser.parseRegion(*bodyRegion))
                return ::mlir::failure();

              if (parser.parseSuccessor(nextSuccessor))
                return ::mlir::failure();
              {
                auto loc = parser.getCurrentLocation();(void)loc;
                if (parser.parseOptionalAttrDict(result.attributes))
                  return ::mlir::failure();
              }
              if (parser.parseColon())
                return ::mlir::failure();

              ::mlir::FunctionType allOperand__allResult_functionType;
              if (parser.parseType(allOperand__allResult_functionType))
                return ::mlir::failure();
              allOperandTypes = allOperand__allResult_functionType.getInputs();
              allResultTypes = allOperand__allResult_functionType.getResults();
              result.addRegion(std::move(bodyRegion));
              result.addSuccessors(nextSuccessor);
              result.addTypes(allResultTypes);
              if (parser.resolveOperands(aOperands, allOperandTypes, parser.getNameLoc(), result.operands))
                return ::mlir::failure();
              return ::mlir::success();
            }
        "#]],
    );
    check_printer(
        format,
        body,
        expect![[r#"
            void AddOp::print(::mlir::OpAsmPrinter &_odsPrinter) {
              _odsPrinter << ' ';
              _odsPrinter << getA();
              _odsPrinter << ' ';
              _odsPrinter.printRegion(getBody());
              _odsPrinter << ' ';
              _odsPrinter << getNext();
              ::llvm::SmallVector<::llvm::StringRef, 2> elidedAttrs;
              _odsPrinter.printOptionalAttrDict((*this)->getAttrs(), elidedAttrs);
              _odsPrinter << ' ' << ":";
              _odsPrinter << ' ';
              _odsPrinter.printFunctionalType(getOperation()->getOperandTypes(), getOperation()->getResultTypes());
            }
        "#]],
    );
}

/// The class is new in MLIR 22.
#[test]
fn elements_have_the_type_of_those_of_another_value() {
    let body = "let arguments = (ins Variadic<AnyType>:$parts);
        let results = (outs AnyType:$all);
        let traits = [ShapedTypeMatchesElementCountAndTypes<\"all\", \"parts\">];";
    let parser = function(
        Release::V22,
        "$parts attr-dict `:` type($all)",
        body,
        "parse",
    );
    let line = parser.lines().find(|it| it.contains("resolveOperands"));
    expect!["  if (parser.resolveOperands(partsOperands, ::llvm::SmallVector<::mlir::Type>(::llvm::cast<::mlir::ShapedType>(allTypes[0]).getNumElements(), ::llvm::cast<::mlir::ShapedType>(allTypes[0]).getElementType()), partsOperandsLoc, result.operands))"].assert_eq(line.unwrap_or_default());
}

#[test]
fn changes() {
    let body = "let arguments = (ins Count:$x, Optional<I32>:$a);";
    let format = "(`x` $x^)? ($a^)? prop-dict attr-dict";
    let texts = |name| [Release::V19, Release::V22].map(|it| function(it, format, body, name));
    let [old, new] = texts("print");
    expect![[r#"
        -  if (getXAttr() && getXAttr() != ::mlir::OpBuilder((*this)->getContext()).getI32IntegerAttr(1)) {
        +  if (getXAttr() != ::mlir::OpBuilder((*this)->getContext()).getI32IntegerAttr(1)) {
    "#]].assert_eq(&difference(&old, &new));
    let [old, new] = texts("setPropertiesFromParsedAttr");
    expect![[r#"
        +  // keep track of used keys in the input dictionary to be able to error out
        +  // if there are some unknown ones.
        +  ::mlir::DenseSet<::mlir::StringAttr> usedKeys;
        +  ::mlir::MLIRContext *ctx = dict.getContext();
        +  (void)ctx;
        +
        +  for (::mlir::NamedAttribute attr : dict) {
        +    if (!usedKeys.contains(attr.getName()))
        +      return emitError() << "unknown key '" << attr.getName() <<
        +          "' when parsing properties dictionary";
        +  }
    "#]]
    .assert_eq(&difference(&old, &new));
}
