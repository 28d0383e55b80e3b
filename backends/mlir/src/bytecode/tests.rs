use backend::Release;
use expect_test::expect;

use crate::tests::check_as;

const CLASSES: &str = r#"
    def attr;
    class Bytecode<string parse, string print, string ty> {
      string cParser = parse; string cPrinter = print; string cType = ty; string cGetter = ""; string cBuilder = "$_resultType($_args)";
    }
    class AttributeKind; class TypeKind;
    class CompositeBytecode<dag m, string ty> : Bytecode<"", "", ty> { dag members = m; }
    class Array<Bytecode e> { Bytecode elemT = e; string cGetter = ""; }
    def Int : Bytecode<"succeeded($_reader.readVarInt($_var))", "$_writer.writeVarInt($_getter)", "uint64_t">;
    class DialectAttribute<dag m> : CompositeBytecode<m, "">, AttributeKind {
      let cBuilder = "get<$_resultType>(context, $_args)"; string printerPredicate = "";
    }
    def ReservedOrDead : DialectAttribute<(attr)>;
    def PairAttr : DialectAttribute<(attr Int:$first, Int:$second, Array<Int>:$rest)>;
    class DialectAttributes<string d> { string dialect = d; list<DialectAttribute> elems = [ReservedOrDead, PairAttr]; }
    class DialectTypes<string d> { string dialect = d; list<DialectAttribute> elems = []; }
    def A : DialectAttributes<"Own">;
"#;

#[test]
fn attributes() {
    check_as(
        Release::V22,
        "gen-bytecode",
        CLASSES,
        expect![[r#"
        static ::mlir::Attribute readPairAttr(MLIRContext* context, DialectBytecodeReader &reader) {
          uint64_t first, second;
          SmallVector<uint64_t> rest;
          auto readRest = [&]() -> FailureOr<uint64_t> {
            uint64_t temp;
            if (succeeded(reader.readVarInt(temp))) {
              return uint64_t(temp);
            }
            return failure();
          };
          if (succeeded(reader.readVarInt(first)) &&
              succeeded(reader.readVarInt(second)) &&
              succeeded(reader.readList(rest, readRest))) {
            return get<PairAttr>(context, first, second, rest);
          }
          return PairAttr();
        }

        static void write(PairAttr attribute, DialectBytecodeWriter &writer) {
          writer.writeVarInt(/* PairAttr */ 1);
          writer.writeVarInt(attribute.getFirst());
          writer.writeVarInt(attribute.getSecond());
          writer.writeList(attribute.getRest(), [&](uint64_t attribute) {
            writer.writeVarInt(attribute.getAttribute());
          });
        }

        static Attribute readAttribute(MLIRContext* context, DialectBytecodeReader &reader) {
          uint64_t kind;
          if (failed(reader.readVarInt(kind)))
            return Attribute();
          switch (kind) {
            case 1:
              return readPairAttr(context, reader);
            default:
              reader.emitError() << "unknown attribute code: " << kind;
              return Attribute();
          }
          return Attribute();
        }

        static LogicalResult writeAttribute(Attribute attribute,
                                        DialectBytecodeWriter &writer) {
          return TypeSwitch<Attribute, LogicalResult>(attribute)
            .Case([&](PairAttr t) {
              return write(t, writer), success();
            })
            .Default([&](Attribute) { return failure(); });
        }

        static Type readType(MLIRContext* context, DialectBytecodeReader &reader) {
          return reader.emitError() << "unknown attribute", Type();
        }

        static LogicalResult writeType(Type type,
                                        DialectBytecodeWriter &writer) {
          return TypeSwitch<Type, LogicalResult>(type)
            .Default([&](Type) { return failure(); });
        }

    "#]],
    );
}

#[test]
fn several_dialects() {
    let text = format!("{CLASSES} def B : DialectAttributes<\"Other\">;");
    check_as(
        Release::V22,
        "gen-bytecode",
        &text,
        expect![[r#"
        error: Single dialect per invocation required (either only one in input file or specified via dialect option)
    "#]],
    );
}

#[test]
fn lines_of_templates_are_indented() {
    let text = format!(
        "{CLASSES}{}",
        r##"
        def Wide : Bytecode<"succeeded($_reader.readVarInt(\n$_var))", "$_writer.writeVarInt(\n$_getter)", "uint64_t">;
        def WideAttr : DialectAttribute<(attr Wide:$first)> { let cBuilder = "get<$_resultType>(\n  $_args)"; }
        def B : DialectAttributes<"Wide"> { let elems = [WideAttr]; }
        "##
    );
    let records = backend_testing::read_as(Release::V22, &text);
    let options = [("bytecode-dialect", "Wide")];
    let text = backend_testing::run(crate::ALL, "gen-bytecode", &options, &records).text_or_error();
    expect![[r#"
        static ::mlir::Attribute readWideAttr(MLIRContext* context, DialectBytecodeReader &reader) {
          uint64_t first;
          if (succeeded(reader.readVarInt(
              first))) {
            return get<WideAttr>(
              first);
          }
          return WideAttr();
        }

        static void write(WideAttr attribute, DialectBytecodeWriter &writer) {
          writer.writeVarInt(/* WideAttr */ 0);
          writer.writeVarInt(
          attribute.getFirst());
        }

    "#]]
    .assert_eq(&backend_testing::between(
        &text,
        "static ::mlir::Attribute readWideAttr",
        "static Attribute readAttribute",
    ));
}
