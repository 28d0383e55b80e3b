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
fn builders() {
    check_part(
        ADD,
        "void AddOp::build",
        "AddOp::verifyInvariantsImpl",
        expect![[r#"
            void AddOp::build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, int x) {
            return;
            }

            void AddOp::build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::Type sum, ::mlir::Value a, ::mlir::ValueRange rest, ::mlir::IntegerAttr flags, /*optional*/::mlir::IntegerAttr hint, ::mlir::Block *next) {
              odsState.addOperands(a);
              odsState.addOperands(rest);
              odsState.getOrAddProperties<Properties>().flags = flags;
              if (hint) {
                odsState.getOrAddProperties<Properties>().hint = hint;
              }
              (void)odsState.addRegion();
              odsState.addSuccessors(next);
              odsState.addTypes(sum);
            }

            void AddOp::build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::Value a, ::mlir::ValueRange rest, ::mlir::IntegerAttr flags, /*optional*/::mlir::IntegerAttr hint, ::mlir::Block *next) {
              odsState.addOperands(a);
              odsState.addOperands(rest);
              odsState.getOrAddProperties<Properties>().flags = flags;
              if (hint) {
                odsState.getOrAddProperties<Properties>().hint = hint;
              }
              (void)odsState.addRegion();
              odsState.addSuccessors(next);

                    ::llvm::SmallVector<::mlir::Type, 2> inferredReturnTypes;
                    if (::mlir::succeeded(AddOp::inferReturnTypes(odsBuilder.getContext(),
                                  odsState.location, odsState.operands,
                                  odsState.attributes.getDictionary(odsState.getContext()),
                                  odsState.getRawProperties(),
                                  odsState.regions, inferredReturnTypes)))
                      odsState.addTypes(inferredReturnTypes);
                    else
                      ::llvm::report_fatal_error("Failed to infer result type(s).");
            }

            void AddOp::build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::TypeRange resultTypes, ::mlir::Value a, ::mlir::ValueRange rest, ::mlir::IntegerAttr flags, /*optional*/::mlir::IntegerAttr hint, ::mlir::Block *next) {
              odsState.addOperands(a);
              odsState.addOperands(rest);
              odsState.getOrAddProperties<Properties>().flags = flags;
              if (hint) {
                odsState.getOrAddProperties<Properties>().hint = hint;
              }
              (void)odsState.addRegion();
              odsState.addSuccessors(next);
              assert(resultTypes.size() == 1u && "mismatched number of results");
              odsState.addTypes(resultTypes);
            }

            void AddOp::build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::Type sum, ::mlir::Value a, ::mlir::ValueRange rest, uint32_t flags, /*optional*/::mlir::IntegerAttr hint, ::mlir::Block *next) {
              odsState.addOperands(a);
              odsState.addOperands(rest);
              odsState.getOrAddProperties<Properties>().flags = odsBuilder.getIntegerAttr(flags);
              if (hint) {
                odsState.getOrAddProperties<Properties>().hint = hint;
              }
              (void)odsState.addRegion();
              odsState.addSuccessors(next);
              odsState.addTypes(sum);
            }

            void AddOp::build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::Value a, ::mlir::ValueRange rest, uint32_t flags, /*optional*/::mlir::IntegerAttr hint, ::mlir::Block *next) {
              odsState.addOperands(a);
              odsState.addOperands(rest);
              odsState.getOrAddProperties<Properties>().flags = odsBuilder.getIntegerAttr(flags);
              if (hint) {
                odsState.getOrAddProperties<Properties>().hint = hint;
              }
              (void)odsState.addRegion();
              odsState.addSuccessors(next);

                    ::llvm::SmallVector<::mlir::Type, 2> inferredReturnTypes;
                    if (::mlir::succeeded(AddOp::inferReturnTypes(odsBuilder.getContext(),
                                  odsState.location, odsState.operands,
                                  odsState.attributes.getDictionary(odsState.getContext()),
                                  odsState.getRawProperties(),
                                  odsState.regions, inferredReturnTypes)))
                      odsState.addTypes(inferredReturnTypes);
                    else
                      ::llvm::report_fatal_error("Failed to infer result type(s).");
            }

            void AddOp::build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::TypeRange resultTypes, ::mlir::Value a, ::mlir::ValueRange rest, uint32_t flags, /*optional*/::mlir::IntegerAttr hint, ::mlir::Block *next) {
              odsState.addOperands(a);
              odsState.addOperands(rest);
              odsState.getOrAddProperties<Properties>().flags = odsBuilder.getIntegerAttr(flags);
              if (hint) {
                odsState.getOrAddProperties<Properties>().hint = hint;
              }
              (void)odsState.addRegion();
              odsState.addSuccessors(next);
              assert(resultTypes.size() == 1u && "mismatched number of results");
              odsState.addTypes(resultTypes);
            }

            void AddOp::build(::mlir::OpBuilder &, ::mlir::OperationState &odsState, ::mlir::TypeRange resultTypes, ::mlir::ValueRange operands, ::llvm::ArrayRef<::mlir::NamedAttribute> attributes) {
              assert(operands.size() >= 1u && "mismatched number of parameters");
              odsState.addOperands(operands);
              odsState.addAttributes(attributes);
              for (unsigned i = 0; i != 1; ++i)
                (void)odsState.addRegion();
              assert(resultTypes.size() == 1u && "mismatched number of return types");
              odsState.addTypes(resultTypes);

              if (!attributes.empty()) {
                ::mlir::OpaqueProperties properties =
                  &odsState.getOrAddProperties<AddOp::Properties>();
                std::optional<::mlir::RegisteredOperationName> info =
                  odsState.name.getRegisteredInfo();
                if (failed(info->setOpPropertiesFromAttribute(odsState.name, properties,
                    odsState.attributes.getDictionary(odsState.getContext()), nullptr)))
                  ::llvm::report_fatal_error("Property conversion failed.");
              }
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
fn builders_of_22() {
    check_changes(
        ADD,
        "void AddOp::build",
        "TypeRange resultTypes",
        expect![[r#"
            +AddOp AddOp::create(::mlir::OpBuilder &builder, ::mlir::Location location, int x) {
            +  ::mlir::OperationState __state__(location, getOperationName());
            +  build(builder, __state__, std::forward<decltype(x)>(x));
            +  auto __res__ = ::llvm::dyn_cast<AddOp>(builder.create(__state__));
            +  assert(__res__ && "builder didn't return the right type");
            +  return __res__;
            +}
            +
            +AddOp AddOp::create(::mlir::ImplicitLocOpBuilder &builder, int x) {
            +  return create(builder, builder.getLoc(), std::forward<decltype(x)>(x));
            +}
            +
            +AddOp AddOp::create(::mlir::OpBuilder &builder, ::mlir::Location location, ::mlir::Type sum, ::mlir::Value a, ::mlir::ValueRange rest, ::mlir::IntegerAttr flags, /*optional*/::mlir::IntegerAttr hint, ::mlir::Block *next) {
            +  ::mlir::OperationState __state__(location, getOperationName());
            +  build(builder, __state__, std::forward<decltype(sum)>(sum), std::forward<decltype(a)>(a), std::forward<decltype(rest)>(rest), std::forward<decltype(flags)>(flags), std::forward<decltype(hint)>(hint), std::forward<decltype(next)>(next));
            +  auto __res__ = ::llvm::dyn_cast<AddOp>(builder.create(__state__));
            +  assert(__res__ && "builder didn't return the right type");
            +  return __res__;
            +}
            +
            +AddOp AddOp::create(::mlir::ImplicitLocOpBuilder &builder, ::mlir::Type sum, ::mlir::Value a, ::mlir::ValueRange rest, ::mlir::IntegerAttr flags, /*optional*/::mlir::IntegerAttr hint, ::mlir::Block *next) {
            +  return create(builder, builder.getLoc(), std::forward<decltype(sum)>(sum), std::forward<decltype(a)>(a), std::forward<decltype(rest)>(rest), std::forward<decltype(flags)>(flags), std::forward<decltype(hint)>(hint), std::forward<decltype(next)>(next));
            +}
            +
            -          ::llvm::report_fatal_error("Failed to infer result type(s).");
            +          ::mlir::detail::reportFatalInferReturnTypesError(odsState);
            +        
            +AddOp AddOp::create(::mlir::OpBuilder &builder, ::mlir::Location location, ::mlir::Value a, ::mlir::ValueRange rest, ::mlir::IntegerAttr flags, /*optional*/::mlir::IntegerAttr hint, ::mlir::Block *next) {
            +  ::mlir::OperationState __state__(location, getOperationName());
            +  build(builder, __state__, std::forward<decltype(a)>(a), std::forward<decltype(rest)>(rest), std::forward<decltype(flags)>(flags), std::forward<decltype(hint)>(hint), std::forward<decltype(next)>(next));
            +  auto __res__ = ::llvm::dyn_cast<AddOp>(builder.create(__state__));
            +  assert(__res__ && "builder didn't return the right type");
            +  return __res__;
            +}
            +
            +AddOp AddOp::create(::mlir::ImplicitLocOpBuilder &builder, ::mlir::Value a, ::mlir::ValueRange rest, ::mlir::IntegerAttr flags, /*optional*/::mlir::IntegerAttr hint, ::mlir::Block *next) {
            +  return create(builder, builder.getLoc(), std::forward<decltype(a)>(a), std::forward<decltype(rest)>(rest), std::forward<decltype(flags)>(flags), std::forward<decltype(hint)>(hint), std::forward<decltype(next)>(next));
            +}
            +
        "#]],
    );
}

/// Operands and results that come in segments, and properties.
const SEGMENTS: &str = r#"
    class Property<string t> {
      string storageType = t;
      string interfaceType = t;
      string defaultValue = "";
      string convertFromStorage = "$_storage";
      string assignToStorage = "$_storage = $_value";
      string convertToAttribute = "toAttribute($_ctxt, $_storage)";
      string convertFromAttribute = "return fromAttribute($_storage, $_attr, $_diag);";
      string hashProperty = "hash($_storage)";
      string readFromMlirBytecode = "read($_reader, $_storage)";
      string writeToMlirBytecode = "write($_writer, $_storage)";
    }
    def Size : Property<"int"> { let defaultValue = "4"; }
    def X_Op : Op<Own, "x", [GenInternalTrait<"AttrSizedOperandSegments">]> {
      let arguments = (ins Variadic<I32>:$a, Optional<I32>:$b, Size:$size);
    }
"#;

#[test]
fn segments() {
    check_part(
        SEGMENTS,
        "Op::getODSOperandIndex",
        "Op::getPropertiesAsAttr",
        expect![[r#"
            std::pair<unsigned, unsigned> Op::getODSOperandIndexAndLength(unsigned index) {
              ::llvm::ArrayRef<int32_t> sizeAttr = getProperties().operandSegmentSizes;

              unsigned start = 0;
              for (unsigned i = 0; i < index; ++i)
                start += sizeAttr[i];
              return {start, sizeAttr[index]};
            }

            ::mlir::MutableOperandRange Op::getAMutable() {
              auto range = getODSOperandIndexAndLength(0);
              auto mutableRange = ::mlir::MutableOperandRange(getOperation(), range.first, range.second, ::mlir::MutableOperandRange::OperandSegment(0u, {getOperandSegmentSizesAttrName(), ::mlir::DenseI32ArrayAttr::get(getContext(), getProperties().operandSegmentSizes)}));
              return mutableRange;
            }

            ::mlir::MutableOperandRange Op::getBMutable() {
              auto range = getODSOperandIndexAndLength(1);
              auto mutableRange = ::mlir::MutableOperandRange(getOperation(), range.first, range.second, ::mlir::MutableOperandRange::OperandSegment(1u, {getOperandSegmentSizesAttrName(), ::mlir::DenseI32ArrayAttr::get(getContext(), getProperties().operandSegmentSizes)}));
              return mutableRange;
            }

            ::llvm::LogicalResult Op::setPropertiesFromAttr(Properties &prop, ::mlir::Attribute attr, ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError) {
              ::mlir::DictionaryAttr dict = ::llvm::dyn_cast<::mlir::DictionaryAttr>(attr);
              if (!dict) {
                emitError() << "expected DictionaryAttr to set properties";
                return ::mlir::failure();
              }
                {

                  auto setFromAttr = [] (auto &propStorage, ::mlir::Attribute propAttr,
                           ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError) {
                    return fromAttribute(propStorage, propAttr, emitError);
                  };
                     auto attr = dict.get("size");;
            ;
                  if (attr) {
                    if (::mlir::failed(setFromAttr(prop.size, attr, emitError)))
                      return ::mlir::failure();
                  } else {
                    prop.size = 4;
                  }
              }
            {

                  auto setFromAttr = [] (auto &propStorage, ::mlir::Attribute propAttr,
                           ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError) {
                    return convertFromAttribute(propStorage, propAttr, emitError);
                  };
                     auto attr = dict.get("operandSegmentSizes");   if (!attr) attr = dict.get("operand_segment_sizes");;
            ;
                  if (attr && ::mlir::failed(setFromAttr(prop.operandSegmentSizes, attr, emitError)))
                    return ::mlir::failure();
              }
              return ::mlir::success();
            }

        "#]],
    );
    check_part(
        SEGMENTS,
        "Op::computePropertiesHash",
        "Op::verifyInherent",
        expect![[r#"
            llvm::hash_code Op::computePropertiesHash(const Properties &prop) {
              auto hash_size = [] (const auto &propStorage) -> llvm::hash_code {
                return hash(propStorage);
              };

              auto hash_operandSegmentSizes = [] (const auto &propStorage) -> llvm::hash_code {
                return ::llvm::hash_combine_range(std::begin(propStorage), std::end(propStorage));;
              };
              return llvm::hash_combine(
                hash_size(prop.size), 
                hash_operandSegmentSizes(prop.operandSegmentSizes));
            }

            std::optional<mlir::Attribute> Op::getInherentAttr(::mlir::MLIRContext *ctx, const Properties &prop, llvm::StringRef name) {
                if (name == "operand_segment_sizes" || name == "operandSegmentSizes") return ::mlir::DenseI32ArrayAttr::get(ctx, prop.operandSegmentSizes);
              return std::nullopt;
            }

            void Op::setInherentAttr(Properties &prop, llvm::StringRef name, mlir::Attribute value) {
                    if (name == "operand_segment_sizes" || name == "operandSegmentSizes") {
                   auto arrAttr = ::llvm::dyn_cast_or_null<::mlir::DenseI32ArrayAttr>(value);
                   if (!arrAttr) return;
                   if (arrAttr.size() != sizeof(prop.operandSegmentSizes) / sizeof(int32_t))
                     return;
                   llvm::copy(arrAttr.asArrayRef(), prop.operandSegmentSizes.begin());
                   return;
                }
            }

            void Op::populateInherentAttrs(::mlir::MLIRContext *ctx, const Properties &prop, ::mlir::NamedAttrList &attrs) {
              attrs.append("operandSegmentSizes", ::mlir::DenseI32ArrayAttr::get(ctx, prop.operandSegmentSizes));
            }

        "#]],
    );
    check_part(
        SEGMENTS,
        "Op::readProperties",
        "Op::build",
        expect![[r#"
        ::llvm::LogicalResult Op::readProperties(::mlir::DialectBytecodeReader &reader, ::mlir::OperationState &state) {
          auto &prop = state.getOrAddProperties<Properties>(); (void)prop;
          if (reader.getBytecodeVersion() < /*kNativePropertiesODSSegmentSize=*/6) {
            auto &propStorage = prop.operandSegmentSizes;
            ::mlir::DenseI32ArrayAttr attr;
            if (::mlir::failed(reader.readAttribute(attr))) return ::mlir::failure();
            if (attr.size() > static_cast<int64_t>(sizeof(propStorage) / sizeof(int32_t))) {
              reader.emitError("size mismatch for operand/result_segment_size");
              return ::mlir::failure();
            }
            ::llvm::copy(::llvm::ArrayRef<int32_t>(attr), propStorage.begin());
          }

          {
            auto &propStorage = prop.size;
            auto readProp = [&]() {
              read(reader, propStorage);
              return ::mlir::success();
            };
            if (::mlir::failed(readProp()))
              return ::mlir::failure();
          }

          {
            auto &propStorage = prop.operandSegmentSizes;
            auto readProp = [&]() {

          if (reader.getBytecodeVersion() >= /*kNativePropertiesODSSegmentSize=*/6)
            return reader.readSparseArray(::llvm::MutableArrayRef(propStorage));
        ;
              return ::mlir::success();
            };
            if (::mlir::failed(readProp()))
              return ::mlir::failure();
          }
          return ::mlir::success();
        }

        void Op::writeProperties(::mlir::DialectBytecodeWriter &writer) {
          auto &prop = getProperties(); (void)prop;

        if (writer.getBytecodeVersion() < /*kNativePropertiesODSSegmentSize=*/6) {
          auto &propStorage = prop.operandSegmentSizes;
          writer.writeAttribute(::mlir::DenseI32ArrayAttr::get(this->getContext(), propStorage));
        }

          {
            auto &propStorage = prop.size;
            write(writer, propStorage);
          }

          {
            auto &propStorage = prop.operandSegmentSizes;

          if (writer.getBytecodeVersion() >= /*kNativePropertiesODSSegmentSize=*/6)
            writer.writeSparseArray(::llvm::ArrayRef(propStorage));
        ;
          }
        }

    "#]],
    );
}

#[test]
fn segments_of_22() {
    check_changes(
        SEGMENTS,
        "Op::setProp",
        "Op::setInherent",
        expect![[r#"
        -               ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError) {
        +               ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError) -> ::mlir::LogicalResult {
        -               ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError) {
        +               ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError) -> ::mlir::LogicalResult {
        -      attrs.push_back(odsBuilder.getNamedAttr("size",
        -                                              toAttribute(ctx, propStorage)));
        +      auto attr = [&]() -> ::mlir::Attribute {
        +        toAttribute(ctx, propStorage)
        +      }();
        +      attrs.push_back(odsBuilder.getNamedAttr("size", attr));
        -      attrs.push_back(odsBuilder.getNamedAttr("operandSegmentSizes",
        -                                              ::mlir::DenseI32ArrayAttr::get(ctx, propStorage)));
        +      auto attr = [&]() -> ::mlir::Attribute {
        +        return ::mlir::DenseI32ArrayAttr::get(ctx, propStorage);
        +      }();
        +      attrs.push_back(odsBuilder.getNamedAttr("operandSegmentSizes", attr));
        -  auto hash_size = [] (const auto &propStorage) -> llvm::hash_code {
        +  auto hash_size_ = [] (const auto &propStorage) -> llvm::hash_code {
        +    using ::llvm::hash_value;
        -  auto hash_operandSegmentSizes = [] (const auto &propStorage) -> llvm::hash_code {
        +  auto hash_operandSegmentSizes_ = [] (const auto &propStorage) -> llvm::hash_code {
        +    using ::llvm::hash_value;
        +  using llvm::hash_value;
        -    hash_size(prop.size), 
        -    hash_operandSegmentSizes(prop.operandSegmentSizes));
        +    hash_size_(prop.size), 
        +    hash_operandSegmentSizes_(prop.operandSegmentSizes));
        -    if (name == "operand_segment_sizes" || name == "operandSegmentSizes") return ::mlir::DenseI32ArrayAttr::get(ctx, prop.operandSegmentSizes);
        +    if (name == "operand_segment_sizes" || name == "operandSegmentSizes") return [&]() -> ::mlir::Attribute { return ::mlir::DenseI32ArrayAttr::get(ctx, prop.operandSegmentSizes); }();
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
