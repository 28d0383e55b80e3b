use expect_test::expect;

use crate::tests::check;

const CLASSES: &str = r#"
class CIR_Op {
  bit hasCXXABILowering = 0; bit hasLLVMLowering = 1; bit isLLVMLoweringRecursive = 0; string extraLLVMLoweringPatternDecl = "";
}
"#;

#[test]
fn patterns() {
    let text = r#"
        def CIR_Load : CIR_Op { let hasCXXABILowering = 1; }
        def CIR_Store_One : CIR_Op { let isLLVMLoweringRecursive = 1; let extraLLVMLoweringPatternDecl = "  int x;"; }
    "#;
    check(
        "gen-cir-lowering",
        &format!("{CLASSES}{text}"),
        expect![[r#"
            #ifdef GET_ABI_LOWERING_PATTERNS
            class CIRLoadABILowering : public mlir::OpConversionPattern<cir::Load> {
              [[maybe_unused]] mlir::DataLayout *dataLayout;
              [[maybe_unused]] cir::LowerModule *lowerModule;

            public:
              CIRLoadABILowering(mlir::MLIRContext *context, const mlir::TypeConverter &typeConverter, mlir::DataLayout &dataLayout, cir::LowerModule &lowerModule)
                : OpConversionPattern<cir::Load>(typeConverter, context), dataLayout(&dataLayout), lowerModule(&lowerModule) {}

              mlir::LogicalResult matchAndRewrite(cir::Load op, OpAdaptor adaptor, mlir::ConversionPatternRewriter &rewriter) const override;
            };
            #endif

            #ifdef GET_ABI_LOWERING_PATTERNS_LIST
            CIRLoadABILowering
            #endif

            #ifdef GET_LLVM_LOWERING_PATTERNS
            class CIRToLLVMLoadLowering : public mlir::OpConversionPattern<cir::Load> {
              [[maybe_unused]] cir::LowerModule *lowerMod;
              [[maybe_unused]] mlir::DataLayout const &dataLayout;

            public:
              using mlir::OpConversionPattern<cir::Load>::OpConversionPattern;
              CIRToLLVMLoadLowering(mlir::TypeConverter const &typeConverter, mlir::MLIRContext *context, cir::LowerModule *lowerMod, mlir::DataLayout const &dataLayout)
                : OpConversionPattern<cir::Load>(typeConverter, context), lowerMod(lowerMod), dataLayout(dataLayout) {}

              mlir::LogicalResult matchAndRewrite(cir::Load op, OpAdaptor adaptor, mlir::ConversionPatternRewriter &rewriter) const override;
            };

            class CIRToLLVMStore_OneLowering : public mlir::OpConversionPattern<cir::Store_One> {
              [[maybe_unused]] cir::LowerModule *lowerMod;
              [[maybe_unused]] mlir::DataLayout const &dataLayout;

            public:
              using mlir::OpConversionPattern<cir::Store_One>::OpConversionPattern;
              CIRToLLVMStore_OneLowering(mlir::TypeConverter const &typeConverter, mlir::MLIRContext *context, cir::LowerModule *lowerMod, mlir::DataLayout const &dataLayout)
                : OpConversionPattern<cir::Store_One>(typeConverter, context), lowerMod(lowerMod), dataLayout(dataLayout) {
                setHasBoundedRewriteRecursion();
              }

              mlir::LogicalResult matchAndRewrite(cir::Store_One op, OpAdaptor adaptor, mlir::ConversionPatternRewriter &rewriter) const override;

            private:
              int x;
            };
            #endif

            #ifdef GET_LLVM_LOWERING_PATTERNS_LIST
            CIRToLLVMLoadLowering,
            CIRToLLVMStore_OneLowering
            #endif

        "#]],
    );
}

#[test]
fn names() {
    let text = "let hasCXXABILowering = 1, hasLLVMLowering = 0 in { def _A : CIR_Op; def B_ : CIR_Op; def C : CIR_Op; }";
    let records = backend_testing::read(&format!("{CLASSES}{text}"));
    let shown = backend_testing::run(crate::ALL, "gen-cir-lowering", &[], &records).text_or_error();
    let names = shown.lines().filter(|it| it.starts_with("class "));
    expect![[r#"
        class CIRBABILowering : public mlir::OpConversionPattern<cir::B> {
        class CIRCABILowering : public mlir::OpConversionPattern<cir::C> {
        class CIR_AABILowering : public mlir::OpConversionPattern<cir::_A> {
    "#]]
    .assert_eq(&names.map(|it| format!("{it}\n")).collect::<String>());
}
