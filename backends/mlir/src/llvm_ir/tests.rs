use backend::Release;
use backend_testing::{read_as, run};
use expect_test::expect;

use crate::tests::{check, check_as};

const OPERATIONS: &str = r#"
    class LLVM_OpBase<string n> : Op<Own, n> {
      string llvmBuilder = "";
      string mlirBuilder = "";
      string llvmInstName = n;
      string llvmEnumName = n;
      list<int> llvmArgIndices = [];
    }
    class LLVM_IntrOpBase<string n> : LLVM_OpBase<n>;
    def AddOp : LLVM_OpBase<"Add"> {
      let arguments = (ins AnyType:$lhs, Variadic<AnyType>:$rhs, I32Attr:$flags);
      let results = (outs AnyType:$res);
      let llvmArgIndices = [1, 0, 2];
      let llvmBuilder = "$res = f($lhs, $rhs, $flags, $_numOperands); // $$";
      let mlirBuilder = "$res = $_qualCppClassName::create($_builder, $lhs, $rhs, $_int_attr($flags));";
    }
    def SinOp : LLVM_IntrOpBase<"sin">;
"#;

#[test]
fn conversions_of_operations() {
    check(
        "gen-llvmir-conversions",
        OPERATIONS,
        expect![[r#"
        if (auto op = dyn_cast<::own::AddOp>(opInst)) {
        moduleTranslation.mapValue(op.getRes()) = f(moduleTranslation.lookupValue(op.getLhs()), moduleTranslation.lookupValues(op.getRhs()), op.getFlags(), opInst.getNumOperands()); // $
          return success();
        }
    "#]],
    );
    check(
        "gen-op-from-llvmir-conversions",
        OPERATIONS,
        expect![[r#"
        if (inst->getOpcode() == llvm::Instruction::Add) {
        FailureOr<Value> _llvmir_gen_operand_lhs = moduleImport.convertValue(llvmOperands[1]);
        if (failed(_llvmir_gen_operand_lhs))
          return failure();
        FailureOr<SmallVector<Value>> _llvmir_gen_operand_rhs = moduleImport.convertValues(llvmOperands.drop_front(0));
        if (failed(_llvmir_gen_operand_rhs))
          return failure();

        moduleImport.mapValue(inst) = ::own::AddOp::create(odsBuilder, *_llvmir_gen_operand_lhs, *_llvmir_gen_operand_rhs, moduleImport.matchIntegerAttr(llvmOperands[2]));
          return success();
        }
    "#]],
    );
    check(
        "gen-convertible-llvmir-intrinsics",
        OPERATIONS,
        expect![[r#"
            llvm::Intrinsic::sin,
        "#]],
    );
}

#[test]
fn mistakes_in_templates() {
    let text = format!(
        "{OPERATIONS} def BadOp : LLVM_OpBase<\"Bad\"> {{ let llvmBuilder = \"$nope\"; let mlirBuilder = \"\"; }}"
    );
    check(
        "gen-llvmir-conversions",
        &text,
        expect![[r#"
        18: error: expected keyword, argument, or result, but got nope
    "#]],
    );
    let text = format!(
        "{OPERATIONS} def BadOp : LLVM_OpBase<\"Bad\"> {{ let mlirBuilder = \"x\"; let llvmArgIndices = [0]; }}"
    );
    check(
        "gen-op-from-llvmir-conversions",
        &text,
        expect![[r#"
        18: error: expected 'llvmArgIndices' size to match the number of arguments
    "#]],
    );
}

#[test]
fn enumerations() {
    let text = r#"
        class Case<string s> { string symbol = s; int value = 0; string str = s; string llvmEnumerant = "LLVM_" # s; }
        class EnumInfo<string n, list<Case> cases> {
          string className = n; string cppNamespace = "::own"; string underlyingType = ""; string summary = "";
          list<Case> enumerants = cases; string llvmClassName = "::llvm::" # n; list<Case> unsupported = [];
        }
        class LLVM_EnumAttr<string n, list<Case> cases> : EnumInfo<n, cases>;
        class LLVM_CEnumAttr<string n, list<Case> cases> : EnumInfo<n, cases>;
        def K : LLVM_EnumAttr<"Kind", [Case<"A">]> { let unsupported = [Case<"B">]; }
        def C : LLVM_CEnumAttr<"Conv", [Case<"Fast">]>;
    "#;
    check_as(
        Release::V22,
        "gen-enum-to-llvmir-conversions",
        text,
        expect![[r#"
            [[maybe_unused]] static ::llvm::Kind convertKindToLLVM(::own::Kind value) {
              switch (value) {
              case ::own::Kind::A:
                return ::llvm::Kind::LLVM_A;
              }
              llvm_unreachable("unknown Kind type");
            }

            [[maybe_unused]] static int64_t convertConvToLLVM(::own::Conv value) {
              switch (value) {
              case ::own::Conv::Fast:
                return static_cast<int64_t>(::llvm::Conv::LLVM_Fast);
              }
              llvm_unreachable("unknown Conv type");
            }

        "#]],
    );
    check_as(
        Release::V19,
        "gen-enum-from-llvmir-conversions",
        text,
        expect![[r#"
            inline LLVM_ATTRIBUTE_UNUSED ::own::Kind convertKindFromLLVM(::llvm::Kind value) {
              switch (value) {
              case ::llvm::Kind::LLVM_A:
                return ::own::Kind::A;
              case ::llvm::Kind::LLVM_B:
                llvm_unreachable("unsupported case ::llvm::Kind::LLVM_B");
              }
              llvm_unreachable("unknown ::llvm::Kind type");}

            inline LLVM_ATTRIBUTE_UNUSED ::own::Conv convertConvFromLLVM(int64_t value) {
              switch (value) {
              case static_cast<int64_t>(::llvm::Conv::LLVM_Fast):
                return ::own::Conv::Fast;
              }
              llvm_unreachable("unknown ::llvm::Conv type");}

        "#]],
    );
}

#[test]
fn intrinsics() {
    let text = r#"
        class ValueType; def iAny : ValueType; def i1 : ValueType;
        class LLVMType<ValueType v> { ValueType VT = v; }
        class IntrinsicProperty; def IntrNoMem : IntrinsicProperty; def Commutative : IntrinsicProperty;
        class Intrinsic<list<LLVMType> r, list<LLVMType> p, list<IntrinsicProperty> props = []> {
          string LLVMName = ""; string TargetPrefix = ""; list<LLVMType> RetTypes = r; list<LLVMType> ParamTypes = p;
          list<IntrinsicProperty> IntrProperties = props;
        }
        def any : LLVMType<iAny>; def one : LLVMType<i1>;
        def int_add_sat : Intrinsic<[any], [one, any], [IntrNoMem, Commutative]>;
        let TargetPrefix = "own" in def int_own_stop_now : Intrinsic<[], []>;
    "#;
    let records = read_as(Release::V19, text);
    let options = [("llvmir-intrinsics-access-group-regexp", "stop")];
    let run = run(crate::ALL, "gen-llvmir-intrinsics", &options, &records);
    expect![[r#"
        include "mlir/Dialect/LLVMIR/LLVMOpBase.td"
        include "mlir/Interfaces/SideEffectInterfaces.td"

        def LLVM_add_sat : LLVM_IntrOp<"add.sat", [0], [1], [Commutative, NoMemoryEffect], 1, 0, 0>, Arguments<(ins LLVM_Type, LLVM_Type)>;

        def LLVM_own_stop_now : LLVM_IntrOp<"stop.now", [], [], [], 0, 1, 0>, Arguments<(ins OptionalAttr<LLVM_AccessGroupArrayAttr>:$access_groups)>;

    "#]].assert_eq(&run.shown(&records));
}
