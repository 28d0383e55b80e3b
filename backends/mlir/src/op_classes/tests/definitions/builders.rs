use expect_test::expect;

use super::{ADD, check_changes, check_part};

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
