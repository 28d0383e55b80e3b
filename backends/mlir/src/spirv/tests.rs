use expect_test::expect;

use crate::tests::{check, check_changes};

const OPERATIONS: &str = r#"
    class SPIRV_Op<string n, string opcode> : Op<Own, n> {
      bit autogenSerialization = 1;
      bit hasOpcode = 1;
      string spirvOpName = opcode;
    }
    class SPIRV_ExtInstOp<string n, int number> : SPIRV_Op<n, ""> {
      let hasOpcode = 0;
      string extendedInstSetName = "Own.std";
      int extendedInstOpcode = number;
    }
    def NotOp : SPIRV_Op<"Not", "OpNot"> { let arguments = (ins AnyType:$x); let results = (outs AnyType:$r); }
    def StoreOp : SPIRV_Op<"Store", "OpStore"> { let arguments = (ins AnyType:$x, I32Attr:$alignment); }
    def SinOp : SPIRV_ExtInstOp<"Sin", 13> { let arguments = (ins AnyType:$x); let results = (outs AnyType:$r); }
"#;

#[test]
fn binary_form() {
    check(
        "gen-spirv-serialization",
        OPERATIONS,
        expect![[r##"
        #ifdef GET_SERIALIZATION_FNS

        template <> LogicalResult
        Serializer::processOp<::own::NotOp>(::own::NotOp op) {
          return processOpWithoutGrammarAttr(op, "", static_cast<uint32_t>(spirv::Opcode::OpNot));
        }

        template <> LogicalResult
        Serializer::processOp<::own::SinOp>(::own::SinOp op) {
          return processOpWithoutGrammarAttr(op, "Own.std", 13);
        }

        template <> LogicalResult
        Serializer::processOp<::own::StoreOp>(::own::StoreOp op) {
          SmallVector<uint32_t, 4> operands;
          SmallVector<StringRef, 2> elidedAttrs;
          for (Value operand : op->getOperands()) {
            auto id = getValueID(operand);
            assert(id && "use before def!");
            operands.push_back(id);
          }
          if (auto attr = op->getAttr("alignment")) {
            operands.push_back(static_cast<uint32_t>(llvm::cast<IntegerAttr>(attr).getValue().getZExtValue()));
          }
          elidedAttrs.push_back("alignment");
          (void)emitDebugLine(functionBody, op.getLoc());
          (void)encodeInstructionInto(functionBody, spirv::Opcode::OpStore, operands);
          return success();
        }

        LogicalResult Serializer::dispatchToAutogenSerialization(Operation *op) {
          if (isa<::own::NotOp>(op)) {
            return processOp(cast<::own::NotOp>(op));
          }
          if (isa<::own::SinOp>(op)) {
            return processOp(cast<::own::SinOp>(op));
          }
          if (isa<::own::StoreOp>(op)) {
            return processOp(cast<::own::StoreOp>(op));
          }
          return op->emitError("unhandled operation serialization");
        }

        #endif // GET_SERIALIZATION_FNS

        #ifdef GET_DESERIALIZATION_FNS

        template <> LogicalResult
        Deserializer::processOp<::own::NotOp>(ArrayRef<uint32_t> words) {
          return processOpWithoutGrammarAttr(words, "own.Not", true, 1);
        }

        template <> LogicalResult
        Deserializer::processOp<::own::SinOp>(ArrayRef<uint32_t> words) {
          return processOpWithoutGrammarAttr(words, "own.Sin", true, 1);
        }

        template <> LogicalResult
        Deserializer::processOp<::own::StoreOp>(ArrayRef<uint32_t> words) {
          SmallVector<Type, 1> resultTypes;
          size_t wordIndex = 0; (void)wordIndex;
          uint32_t valueID = 0; (void)valueID;
          SmallVector<Value, 4> operands;
          SmallVector<NamedAttribute, 4> attributes;
          if (wordIndex < words.size()) {
            auto arg = getValue(words[wordIndex]);
            if (!arg) {
              return emitError(unknownLoc, "unknown result <id> : ") << words[wordIndex];
            }
            operands.push_back(arg);
            wordIndex++;
          }
          if (wordIndex < words.size()) {
            attributes.push_back(opBuilder.getNamedAttr("alignment", opBuilder.getI32IntegerAttr(words[wordIndex++])));
          }
          if (wordIndex != words.size()) {
            return emitError(unknownLoc, "found more operands than expected when deserializing ::own::StoreOp, only ") << wordIndex << " of " << words.size() << " processed";
          }

          Location loc = createFileLineColLoc(opBuilder);
          auto op = opBuilder.create<::own::StoreOp>(loc, resultTypes, operands, attributes); (void)op;
          if (op.hasTrait<OpTrait::IsTerminator>())
            (void)clearDebugLine();
          return success();
        }

        LogicalResult spirv::Deserializer::dispatchToAutogenDeserialization(spirv::Opcode opcode, ArrayRef<uint32_t> words) {
          switch (opcode) {
          case spirv::Opcode::OpNot:
            return processOp<::own::NotOp>(words);
          case spirv::Opcode::OpStore:
            return processOp<::own::StoreOp>(words);
          default:
            ;
          }
          auto opcodeString = spirv::stringifyOpcode(opcode);
          if (!opcodeString.empty()) {
            return emitError(unknownLoc, "unhandled deserialization of ") << opcodeString;
          } else {
           return emitError(unknownLoc, "unhandled opcode ") << static_cast<uint32_t>(opcode);
          }
        }
        LogicalResult spirv::Deserializer::dispatchToExtensionSetAutogenDeserialization(StringRef extensionSetName, uint32_t instructionID, ArrayRef<uint32_t> words) {
          if (extensionSetName == "Own.std") {
            switch (instructionID) {
            case 13:
              return processOp<::own::SinOp>(words);
            default:
              return emitError(unknownLoc, "unhandled deserializations of ") << instructionID << " from extension set " << extensionSetName;
            }
          }
          return emitError(unknownLoc, "unhandled deserialization of extended instruction set extensionSetName");
        }
        #endif // GET_DESERIALIZATION_FNS

    "##]],
    );
    check_changes(
        "gen-spirv-serialization",
        OPERATIONS,
        expect![[r#"
        -  auto op = opBuilder.create<::own::StoreOp>(loc, resultTypes, operands, attributes); (void)op;
        +  auto op = ::own::StoreOp::create(opBuilder, loc, resultTypes, operands, attributes); (void)op;
    "#]],
    );
}

#[test]
fn what_is_left_out_is_the_last_argument() {
    let text = format!(
        "{OPERATIONS} def BadOp : SPIRV_Op<\"Bad\", \"OpBad\"> {{ let arguments = (ins Variadic<AnyType>:$x, AnyType:$y); }}"
    );
    check(
        "gen-spirv-serialization",
        &text,
        expect![[r#"
        15: error: SPIR-V ops can have Variadic<..> or Optional<...> arguments only if it's the last argument
    "#]],
    );
}

#[test]
fn attributes_need_an_encoding() {
    let text = format!(
        "{OPERATIONS} def StringAttr : Attr<CPred<\"\">, \"\">; def BadOp : SPIRV_Op<\"Bad\", \"OpBad\"> {{ let arguments = (ins StringAttr:$x); }}"
    );
    check(
        "gen-spirv-serialization",
        &text,
        expect![[r#"
        15: error: unhandled attribute type in SPIR-V serialization generation : 'StringAttr'
    "#]],
    );
}

#[test]
fn capabilities_have_to_be_known() {
    check(
        "gen-spirv-capability-implication",
        "",
        expect![[r#"
        error: there is no 'SPIRV_CapabilityAttr', which says what capabilities there are
    "#]],
    );
}

#[test]
fn capabilities_need_no_operations() {
    let records = backend_testing::read(
        "class SPIRV_I32EnumAttr; def SPIRV_CapabilityAttr : SPIRV_I32EnumAttr;",
    );
    assert!(super::CAPABILITIES.needs.are_met(&records));
}
