mod builders;
mod segments;

use backend_testing::{between, difference};
use elaborate::records::Release;
use expect_test::{Expect, expect};

use super::ADD;
use crate::tests::{shown, shown_with};

#[track_caller]
fn check_part(text: &str, from: &str, until: &str, want: Expect) {
    let text = shown(Release::V19, "gen-op-defs", text);
    want.assert_eq(&between(&text, from, until));
}

/// What 22 writes differently in a part.
#[track_caller]
fn check_changes(text: &str, from: &str, until: &str, want: Expect) {
    let part = |release| between(&shown(release, "gen-op-defs", text), from, until);
    want.assert_eq(&difference(&part(Release::V19), &part(Release::V22)));
}

#[test]
fn the_start_of_a_file() {
    check_part(
        ADD,
        "",
        "namespace detail",
        expect![[r##"
        #ifdef GET_OP_LIST
        #undef GET_OP_LIST

        ::own::AddOp
        #endif  // GET_OP_LIST

        #ifdef GET_OP_CLASSES
        #undef GET_OP_CLASSES


        //===----------------------------------------------------------------------===//
        // Local Utility Method Definitions
        //===----------------------------------------------------------------------===//

        namespace own {

        static ::llvm::LogicalResult __mlir_ods_local_type_constraint_a0(
            ::mlir::Operation *op, ::mlir::Type type, ::llvm::StringRef valueKind,
            unsigned valueIndex) {
          if (!((type.isSignlessInteger(32)))) {
            return op->emitOpError(valueKind) << " #" << valueIndex
                << " must be 32-bit signless integer, but got " << type;
          }
          return ::mlir::success();
        }

        static ::llvm::LogicalResult __mlir_ods_local_type_constraint_a1(
            ::mlir::Operation *op, ::mlir::Type type, ::llvm::StringRef valueKind,
            unsigned valueIndex) {
          if (!((type.isSignlessInteger(32)))) {
            return op->emitOpError(valueKind) << " #" << valueIndex
                << " must be variadic of 32-bit signless integer, but got " << type;
          }
          return ::mlir::success();
        }

        static ::llvm::LogicalResult __mlir_ods_local_attr_constraint_a0(
            ::mlir::Attribute attr, ::llvm::StringRef attrName, llvm::function_ref<::mlir::InFlightDiagnostic()> emitError) {
          if (attr && !((attr.getType().isSignlessInteger(32))))
            return emitError() << "attribute '" << attrName
                << "' failed to satisfy constraint: 32-bit signless integer attribute";
          return ::mlir::success();
        }
        static ::llvm::LogicalResult __mlir_ods_local_attr_constraint_a0(
            ::mlir::Operation *op, ::mlir::Attribute attr, ::llvm::StringRef attrName) {
          return __mlir_ods_local_attr_constraint_a0(attr, attrName, [op]() {
            return op->emitOpError();
          });
        }

        static ::llvm::LogicalResult __mlir_ods_local_successor_constraint_a0(
            ::mlir::Operation *op, ::mlir::Block *successor,
            ::llvm::StringRef successorName, unsigned successorIndex) {
          if (!((true))) {
            return op->emitOpError("successor #") << successorIndex << " ('"
                << successorName << ")' failed to verify constraint: any successor";
          }
          return ::mlir::success();
        }

        static ::llvm::LogicalResult __mlir_ods_local_region_constraint_a0(
            ::mlir::Operation *op, ::mlir::Region &region, ::llvm::StringRef regionName,
            unsigned regionIndex) {
          if (!((true))) {
            return op->emitOpError("region #") << regionIndex
                << (regionName.empty() ? " " : " ('" + regionName + "') ")
                << "failed to verify constraint: any region";
          }
          return ::mlir::success();
        }
        } // namespace own
        namespace own {

        //===----------------------------------------------------------------------===//
        // ::own::AddOp definitions
        //===----------------------------------------------------------------------===//

    "##]],
    );
}

#[test]
fn an_adaptor() {
    check_part(
        ADD,
        "AddOpGenericAdaptorBase::A",
        "AddOp::setProp",
        expect![[r#"
            AddOpGenericAdaptorBase::AddOpGenericAdaptorBase(AddOp op) : odsAttrs(op->getRawDictionaryAttrs()), odsOpName(op->getName()), properties(op.getProperties()), odsRegions(op->getRegions()) {}

            std::pair<unsigned, unsigned> AddOpGenericAdaptorBase::getODSOperandIndexAndLength(unsigned index, unsigned odsOperandsSize) {
              bool isVariadic[] = {false, true};
              int prevVariadicCount = 0;
              for (unsigned i = 0; i < index; ++i)
                if (isVariadic[i]) ++prevVariadicCount;

              // Calculate how many dynamic values a static variadic operand corresponds to.
              // This assumes all static variadic operands have the same dynamic value count.
              int variadicSize = (odsOperandsSize - 1) / 1;
              // `index` passed in as the parameter is the static index which counts each
              // operand (variadic or not) as size 1. So here for each previous static variadic
              // operand, we need to offset by (variadicSize - 1) to get where the dynamic
              // value pack for this static operand starts.
              int start = index + (variadicSize - 1) * prevVariadicCount;
              int size = isVariadic[index] ? variadicSize : 1;
              return {start, size};
            }

            uint32_t AddOpGenericAdaptorBase::getFlags() {
              auto attr = getFlagsAttr();
              return attr.getValue();
            }

            ::std::optional<uint32_t> AddOpGenericAdaptorBase::getHint() {
              auto attr = getHintAttr();
              return attr.getValue();
            }

            } // namespace detail
            AddOpAdaptor::AddOpAdaptor(AddOp op) : AddOpGenericAdaptor(op->getOperands(), op) {}

            ::llvm::LogicalResult AddOpAdaptor::verify(::mlir::Location loc) {
              auto tblgen_flags = getProperties().flags; (void)tblgen_flags;
              if (!tblgen_flags) return emitError(loc, "'own.add' op ""requires attribute 'flags'");
              auto tblgen_hint = getProperties().hint; (void)tblgen_hint;

              if (tblgen_flags && !((tblgen_flags.getType().isSignlessInteger(32))))
                return emitError(loc, "'own.add' op ""attribute 'flags' failed to satisfy constraint: 32-bit signless integer attribute");

              if (tblgen_hint && !((tblgen_hint.getType().isSignlessInteger(32))))
                return emitError(loc, "'own.add' op ""attribute 'hint' failed to satisfy constraint: 32-bit signless integer attribute");
              return ::mlir::success();
            }

            std::pair<unsigned, unsigned> AddOp::getODSOperandIndexAndLength(unsigned index) {
              bool isVariadic[] = {false, true};
              int prevVariadicCount = 0;
              for (unsigned i = 0; i < index; ++i)
                if (isVariadic[i]) ++prevVariadicCount;

              // Calculate how many dynamic values a static variadic operand corresponds to.
              // This assumes all static variadic operands have the same dynamic value count.
              int variadicSize = (getOperation()->getNumOperands() - 1) / 1;
              // `index` passed in as the parameter is the static index which counts each
              // operand (variadic or not) as size 1. So here for each previous static variadic
              // operand, we need to offset by (variadicSize - 1) to get where the dynamic
              // value pack for this static operand starts.
              int start = index + (variadicSize - 1) * prevVariadicCount;
              int size = isVariadic[index] ? variadicSize : 1;
              return {start, size};
            }

            ::mlir::MutableOperandRange AddOp::getRestMutable() {
              auto range = getODSOperandIndexAndLength(1);
              auto mutableRange = ::mlir::MutableOperandRange(getOperation(), range.first, range.second);
              return mutableRange;
            }

        "#]],
    );
}

#[test]
fn properties() {
    check_part(
        ADD,
        "AddOp::setProp",
        "AddOp::getFlags",
        expect![[r#"
        ::llvm::LogicalResult AddOp::setPropertiesFromAttr(Properties &prop, ::mlir::Attribute attr, ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError) {
          ::mlir::DictionaryAttr dict = ::llvm::dyn_cast<::mlir::DictionaryAttr>(attr);
          if (!dict) {
            emitError() << "expected DictionaryAttr to set properties";
            return ::mlir::failure();
          }

          {
            auto &propStorage = prop.flags;
               auto attr = dict.get("flags");
            if (attr) {
              auto convertedAttr = ::llvm::dyn_cast<std::remove_reference_t<decltype(propStorage)>>(attr);
              if (convertedAttr) {
                propStorage = convertedAttr;
              } else {
                emitError() << "Invalid attribute `flags` in property conversion: " << attr;
                return ::mlir::failure();
              }
            }
          }

          {
            auto &propStorage = prop.hint;
               auto attr = dict.get("hint");
            if (attr) {
              auto convertedAttr = ::llvm::dyn_cast<std::remove_reference_t<decltype(propStorage)>>(attr);
              if (convertedAttr) {
                propStorage = convertedAttr;
              } else {
                emitError() << "Invalid attribute `hint` in property conversion: " << attr;
                return ::mlir::failure();
              }
            }
          }
          return ::mlir::success();
        }

        ::mlir::Attribute AddOp::getPropertiesAsAttr(::mlir::MLIRContext *ctx, const Properties &prop) {
            ::mlir::SmallVector<::mlir::NamedAttribute> attrs;
            ::mlir::Builder odsBuilder{ctx};

            {
              const auto &propStorage = prop.flags;
              if (propStorage)
                attrs.push_back(odsBuilder.getNamedAttr("flags",
                                               propStorage));
            }

            {
              const auto &propStorage = prop.hint;
              if (propStorage)
                attrs.push_back(odsBuilder.getNamedAttr("hint",
                                               propStorage));
            }

          if (!attrs.empty())
            return odsBuilder.getDictionaryAttr(attrs);
          return {};
        }

        llvm::hash_code AddOp::computePropertiesHash(const Properties &prop) {
          return llvm::hash_combine(
            llvm::hash_value(prop.flags.getAsOpaquePointer()), 
            llvm::hash_value(prop.hint.getAsOpaquePointer()));
        }

        std::optional<mlir::Attribute> AddOp::getInherentAttr(::mlir::MLIRContext *ctx, const Properties &prop, llvm::StringRef name) {
            if (name == "flags")
              return prop.flags;

            if (name == "hint")
              return prop.hint;
          return std::nullopt;
        }

        void AddOp::setInherentAttr(Properties &prop, llvm::StringRef name, mlir::Attribute value) {
            if (name == "flags") {
               prop.flags = ::llvm::dyn_cast_or_null<std::remove_reference_t<decltype(prop.flags)>>(value);
               return;
            }

            if (name == "hint") {
               prop.hint = ::llvm::dyn_cast_or_null<std::remove_reference_t<decltype(prop.hint)>>(value);
               return;
            }
        }

        void AddOp::populateInherentAttrs(::mlir::MLIRContext *ctx, const Properties &prop, ::mlir::NamedAttrList &attrs) {
            if (prop.flags) attrs.append("flags", prop.flags);

            if (prop.hint) attrs.append("hint", prop.hint);
        }

        ::llvm::LogicalResult AddOp::verifyInherentAttrs(::mlir::OperationName opName, ::mlir::NamedAttrList &attrs, llvm::function_ref<::mlir::InFlightDiagnostic()> emitError) {
            {
              ::mlir::Attribute attr = attrs.get(getFlagsAttrName(opName));
              if (attr && ::mlir::failed(__mlir_ods_local_attr_constraint_a0(attr, "flags", emitError)))
                return ::mlir::failure();
            }

            {
              ::mlir::Attribute attr = attrs.get(getHintAttrName(opName));
              if (attr && ::mlir::failed(__mlir_ods_local_attr_constraint_a0(attr, "hint", emitError)))
                return ::mlir::failure();
            }
            return ::mlir::success();
        }

        ::llvm::LogicalResult AddOp::readProperties(::mlir::DialectBytecodeReader &reader, ::mlir::OperationState &state) {
          auto &prop = state.getOrAddProperties<Properties>(); (void)prop;
          if (::mlir::failed(reader.readAttribute(prop.flags)))
            return ::mlir::failure();

          if (::mlir::failed(reader.readOptionalAttribute(prop.hint)))
            return ::mlir::failure();
          return ::mlir::success();
        }

        void AddOp::writeProperties(::mlir::DialectBytecodeWriter &writer) {
          auto &prop = getProperties(); (void)prop;
          writer.writeAttribute(prop.flags);

          writer.writeOptionalAttribute(prop.hint);
        }

    "#]],
    );
}

#[test]
fn a_verifier() {
    check_part(
        ADD,
        "AddOp::verifyInvariantsImpl",
        "",
        expect![[r#"
        ::llvm::LogicalResult AddOp::verifyInvariantsImpl() {
          auto tblgen_flags = getProperties().flags; (void)tblgen_flags;
          if (!tblgen_flags) return emitOpError("requires attribute 'flags'");
          auto tblgen_hint = getProperties().hint; (void)tblgen_hint;

          if (::mlir::failed(__mlir_ods_local_attr_constraint_a0(*this, tblgen_flags, "flags")))
            return ::mlir::failure();

          if (::mlir::failed(__mlir_ods_local_attr_constraint_a0(*this, tblgen_hint, "hint")))
            return ::mlir::failure();
          {
            unsigned index = 0; (void)index;
            auto valueGroup0 = getODSOperands(0);

            for (auto v : valueGroup0) {
              if (::mlir::failed(__mlir_ods_local_type_constraint_a0(*this, v.getType(), "operand", index++)))
                return ::mlir::failure();
            }
            auto valueGroup1 = getODSOperands(1);

            for (auto v : valueGroup1) {
              if (::mlir::failed(__mlir_ods_local_type_constraint_a1(*this, v.getType(), "operand", index++)))
                return ::mlir::failure();
            }
          }
          {
            unsigned index = 0; (void)index;
            auto valueGroup0 = getODSResults(0);

            for (auto v : valueGroup0) {
              if (::mlir::failed(__mlir_ods_local_type_constraint_a0(*this, v.getType(), "result", index++)))
                return ::mlir::failure();
            }
          }
          {
            unsigned index = 0; (void)index;

            for (auto &region : ::llvm::MutableArrayRef((*this)->getRegion(0)))
              if (::mlir::failed(__mlir_ods_local_region_constraint_a0(*this, region, "body", index++)))
                return ::mlir::failure();
          }
          {
            unsigned index = 0; (void)index;

            for (auto *successor : ::llvm::MutableArrayRef(next()))
              if (::mlir::failed(__mlir_ods_local_successor_constraint_a0(*this, successor, "next", index++)))
                return ::mlir::failure();
          }
          return ::mlir::success();
        }

        ::llvm::LogicalResult AddOp::verifyInvariants() {
          if(::mlir::succeeded(verifyInvariantsImpl()) && ::mlir::succeeded(verify()))
            return ::mlir::success();
          return ::mlir::failure();
        }

        } // namespace own
        MLIR_DEFINE_EXPLICIT_TYPE_ID(::own::AddOp)


        #endif  // GET_OP_CLASSES

    "#]],
    );
}

#[test]
fn types_that_follow() {
    let text = r#"
        def X_Op : Op<Own, "x", [AllTypesMatch<["a", "r"]>]> {
          let arguments = (ins I32:$first, AnyType:$a);
          let results = (outs AnyType:$r, I32:$s);
        }
    "#;
    check_part(
        text,
        "LogicalResult Op::inferReturnTypes()",
        "",
        expect![[r#"
            LogicalResult Op::inferReturnTypes() {
              inferredReturnTypes.resize(2);
              ::mlir::Builder odsBuilder(context);
              ::mlir::Type odsInferredType0 = operands[1].getType();
              ::mlir::Type odsInferredType1 = odsBuilder.getI32Type();
              inferredReturnTypes[0] = odsInferredType0;
              inferredReturnTypes[1] = odsInferredType1;
              return ::mlir::success();
            }

            } // namespace own
            MLIR_DEFINE_EXPLICIT_TYPE_ID(::own::Op)


            #endif  // GET_OP_CLASSES

        "#]],
    );
}

#[test]
fn effects() {
    let text = r#"
        class SideEffect<string e> : OpVariableDecorator {
          string baseEffectName = "Memory";
          string interfaceTrait = "MemoryOpInterface::Trait";
          string cppNamespace = "::mlir";
          string effect = e;
          string resource = "Heap";
          int stage = 1;
          bit effectOnFullRegion = 0;
        }
        class Touched<TypeConstraint t, SideEffect e> : OpVariable<t, ""> {
          let decorators = [e];
        }
        def Read : SideEffect<"Read">;
        def Write : SideEffect<"Write">;
        def X_Op : Op<Own, "x"> {
          let arguments = (ins Touched<I32, Read>:$a);
          let results = (outs Touched<I32, Write>:$r);
        }
    "#;
    check_part(
        text,
        "Op::getEffects",
        "",
        expect![[r#"
        void Op::getEffects(::llvm::SmallVectorImpl<::mlir::SideEffects::EffectInstance<Memory>> &effects) {
          {
            auto valueRange = getODSOperandIndexAndLength(0);
            for (unsigned idx = valueRange.first; idx < valueRange.first + valueRange.second; idx++) {
              effects.emplace_back(Read::get(), &getOperation()->getOpOperand(idx), 1, false, Heap::get());
            }
          }
          {
            auto valueRange = getODSResultIndexAndLength(0);
            for (unsigned idx = valueRange.first; idx < valueRange.first + valueRange.second; idx++) {
              effects.emplace_back(Write::get(), getOperation()->getOpResult(idx), 1, false, Heap::get());
            }
          }
        }

        } // namespace own
        MLIR_DEFINE_EXPLICIT_TYPE_ID(::own::Op)


        #endif  // GET_OP_CLASSES

    "#]],
    );
}

#[test]
fn derived_attributes() {
    let text = r#"
        def X_Op : Op<Own, "x"> {
          DerivedAttr size = DerivedAttr<"int", "return 4;">;
          DerivedAttr other = DerivedAttr<"int", "return 4;"> ;
        }
    "#;
    check_part(
        text,
        "int Op::",
        "Op::build",
        expect![[r#"
        int Op::getSize() {
          return 4;
        }

        int Op::getOther() {
          return 4;
        }

        bool Op::isDerivedAttribute(::llvm::StringRef name) {
          if (name == "size") return true;
          if (name == "other") return true;
         return false;
        }

        ::mlir::DictionaryAttr Op::materializeDerivedAttributes() {
          ::mlir::MLIRContext* ctx = getContext();
          ::mlir::Builder odsBuilder(ctx); (void)odsBuilder;
          return ::mlir::DictionaryAttr::get(  ctx, {
            {getSizeAttrName(),
        getSize().getValue()},
            {getOtherAttrName(),
        getOther().getValue()}});
        }

    "#]],
    );
}

#[test]
fn shards() {
    let text = "def X_Op : Op<Own, \"x\">; def Y_Op : Op<Own, \"y\">; def Z_Op : Op<Own, \"z\">;";
    let options = [("op-shard-count", "2")];
    let text = shown_with(Release::V19, "gen-op-defs", &options, text);
    let lines = text
        .lines()
        .filter(|it| it.contains("Own") && !it.starts_with("//"));
    expect![[r#"
        void ::own::registerOwnOperations(::own::Own *dialect) {
          ::own::registerOwnOperations0(dialect);
          ::own::registerOwnOperations1(dialect);
        void ::own::registerOwnOperations0(::own::Own *dialect) {
        void ::own::registerOwnOperations1(::own::Own *dialect) {"#]]
    .assert_eq(&lines.collect::<Vec<_>>().join("\n"));
}
