use expect_test::expect;

use super::{check_changes, check_part};

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
