//! Differences of 21 and 22.

use elaborate::records::Release::{V19, V21, V22};
use expect_test::expect;

use super::CLASSES;
use crate::tests::changes;

#[test]
fn releases() {
    let source = format!(
        "{CLASSES}
def vadd : RVVBuiltin<\"v\", \"vv\", \"i\"> {{ let RequiredFeatures = [\"zvfh\", \"64bit\"]; let HasMasked = false; }}
def vlseg3e16_v : RVVBuiltin<\"v\", \"vPCe\", \"s\"> {{ let NF = 3; let HasMasked = false; let ManualCodegen = [{{ manual }}]; let HasBuiltinAlias = true; }}
def vloxseg2ei8_v : RVVBuiltin<\"v\", \"vPCe\", \"s\"> {{ let ManualCodegen = [{{ manual }}]; let IRName = \"vloxseg2\"; let MaskedIRName = \"vloxseg2_mask\"; let OverloadedName = \"vloxseg2ei8\"; }}
"
    );
    let check = |table: &str, want| {
        changes(
            &format!("gen-riscv-vector-{table}"),
            &source,
            &[V19, V21, V22],
            want,
        );
    };
    check(
        "header",
        expect![[r#"
        19 to 21:
        -#define __riscv_v_intrinsic_overloading 1
        21 to 22:
    "#]],
    );
    check(
        "builtins",
        expect![[r#"
        19 to 21:
        -#if defined(TARGET_BUILTIN) && !defined(RISCVV_BUILTIN)
        -#define RISCVV_BUILTIN(ID, TYPE, ATTRS) TARGET_BUILTIN(ID, TYPE, ATTRS, "zve32x")
        +// RISCV Vector builtin enumerators
        +#ifdef GET_RISCVV_BUILTIN_ENUMERATORS
        +  BI__builtin_rvv_vadd,
        +  BI__builtin_rvv_vloxseg2ei8_v,
        +  BI__builtin_rvv_vloxseg2ei8_v_m,
        +  BI__builtin_rvv_vloxseg2ei8_v_tum,
        +  BI__builtin_rvv_vloxseg2ei8_v_tumu,
        +  BI__builtin_rvv_vloxseg2ei8_v_mu,
        +  BI__builtin_rvv_vlseg3e16_v,
        +#endif // GET_RISCVV_BUILTIN_ENUMERATORS
        +
        +// RISCV Vector builtin enumerators
        +#ifdef GET_RISCVV_BUILTIN_STR_TABLE
        +
        +#ifdef __GNUC__
        +#pragma GCC diagnostic push
        +#pragma GCC diagnostic ignored "-Woverlength-strings"
        -RISCVV_BUILTIN(__builtin_rvv_vadd,"q2Siq2Siz", "n")
        -RISCVV_BUILTIN(__builtin_rvv_vloxseg2ei8_v,"q4SsSsC*z", "n")
        -RISCVV_BUILTIN(__builtin_rvv_vloxseg2ei8_v_m,"q4Ssq4bSsC*z", "n")
        -RISCVV_BUILTIN(__builtin_rvv_vloxseg2ei8_v_tum,"q4Ssq4bq4SsSsC*z", "n")
        -RISCVV_BUILTIN(__builtin_rvv_vloxseg2ei8_v_tumu,"q4Ssq4bq4SsSsC*z", "n")
        -RISCVV_BUILTIN(__builtin_rvv_vloxseg2ei8_v_mu,"q4Ssq4bq4SsSsC*z", "n")
        -RISCVV_BUILTIN(__builtin_rvv_vlseg3e16_v,"", "n")
        -#undef RISCVV_BUILTIN
        +static constexpr char BuiltinStringsStorage[] = 
        +  "\0"
        +  "n\0"
        +  "zve32x\0"
        +  "vadd\0"
        +  "q2Siq2Siz\0"
        +  "vloxseg2ei8_v\0"
        +  "q4SsSsC*z\0"
        +  "vloxseg2ei8_v_m\0"
        +  "q4Ssq4bSsC*z\0"
        +  "vloxseg2ei8_v_tum\0"
        +  "q4Ssq4bq4SsSsC*z\0"
        +  "vloxseg2ei8_v_tumu\0"
        +  "vloxseg2ei8_v_mu\0"
        +  "vlseg3e16_v\0"
        +  ;
        +#ifdef __GNUC__
        +#pragma GCC diagnostic pop
        +#endif
        +
        +static constexpr llvm::StringTable
        +BuiltinStrings = BuiltinStringsStorage;
        +#endif // GET_RISCVV_BUILTIN_STR_TABLE
        +
        +// RISCV Vector builtin infos
        +#ifdef GET_RISCVV_BUILTIN_INFOS
        +    Builtin::Info{Builtin::Info::StrOffsets{10 /* vadd */, 15 /* q2Siq2Siz */, 1 /* n */, 3 /* zve32x */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
        +    Builtin::Info{Builtin::Info::StrOffsets{25 /* vloxseg2ei8_v */, 39 /* q4SsSsC*z */, 1 /* n */, 3 /* zve32x */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
        +    Builtin::Info{Builtin::Info::StrOffsets{49 /* vloxseg2ei8_v_m */, 65 /* q4Ssq4bSsC*z */, 1 /* n */, 3 /* zve32x */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
        +    Builtin::Info{Builtin::Info::StrOffsets{78 /* vloxseg2ei8_v_tum */, 96 /* q4Ssq4bq4SsSsC*z */, 1 /* n */, 3 /* zve32x */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
        +    Builtin::Info{Builtin::Info::StrOffsets{113 /* vloxseg2ei8_v_tumu */, 96 /* q4Ssq4bq4SsSsC*z */, 1 /* n */, 3 /* zve32x */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
        +    Builtin::Info{Builtin::Info::StrOffsets{132 /* vloxseg2ei8_v_mu */, 96 /* q4Ssq4bq4SsSsC*z */, 1 /* n */, 3 /* zve32x */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
        +    Builtin::Info{Builtin::Info::StrOffsets{149 /* vlseg3e16_v */, 0, 1 /* n */, 3 /* zve32x */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
        +#endif // GET_RISCVV_BUILTIN_INFOS
        +
        21 to 22:
        -static constexpr char BuiltinStringsStorage[] = 
        +static constexpr char BuiltinStringsStorage[] =
    "#]],
    );
    check(
        "builtin-codegen",
        expect![[r#"
        19 to 21:
        +  SegInstSEW = 0;
        +  SegInstSEW = 4294967295;
        +if (SegInstSEW == (unsigned)-1) {
        +  auto PointeeType = E->getArg(0      )->getType()->getPointeeType();
        +  SegInstSEW =       llvm::Log2_64(getContext().getTypeSize(PointeeType));
        +}
        +  SegInstSEW = 4294967295;
        +if (SegInstSEW == (unsigned)-1) {
        +  auto PointeeType = E->getArg(2      )->getType()->getPointeeType();
        +  SegInstSEW =       llvm::Log2_64(getContext().getTypeSize(PointeeType));
        +}
        +  SegInstSEW = 4294967295;
        +if (SegInstSEW == (unsigned)-1) {
        +  auto PointeeType = E->getArg(1      )->getType()->getPointeeType();
        +  SegInstSEW =       llvm::Log2_64(getContext().getTypeSize(PointeeType));
        +}
        +  SegInstSEW = 4294967295;
        +if (SegInstSEW == (unsigned)-1) {
        +  auto PointeeType = E->getArg(2      )->getType()->getPointeeType();
        +  SegInstSEW =       llvm::Log2_64(getContext().getTypeSize(PointeeType));
        +}
        +  SegInstSEW = 4294967295;
        +if (SegInstSEW == (unsigned)-1) {
        +  auto PointeeType = E->getArg(2      )->getType()->getPointeeType();
        +  SegInstSEW =       llvm::Log2_64(getContext().getTypeSize(PointeeType));
        +}
        -  NF = 3;
        +  SegInstSEW = 4;
        +if (SegInstSEW == (unsigned)-1) {
        +  auto PointeeType = E->getArg(4294967295      )->getType()->getPointeeType();
        +  SegInstSEW =       llvm::Log2_64(getContext().getTypeSize(PointeeType));
        +}
        21 to 22:
        -  SegInstSEW = 4294967295;
        +  {
        +    auto PointeeType = E->getArg(0)->getType()->getPointeeType();
        +    SegInstSEW = llvm::Log2_64(getContext().getTypeSize(PointeeType));
        +  }
        -if (SegInstSEW == (unsigned)-1) {
        -  auto PointeeType = E->getArg(0      )->getType()->getPointeeType();
        -  SegInstSEW =       llvm::Log2_64(getContext().getTypeSize(PointeeType));
        -}
        -  SegInstSEW = 4294967295;
        +  {
        +    auto PointeeType = E->getArg(2)->getType()->getPointeeType();
        +    SegInstSEW = llvm::Log2_64(getContext().getTypeSize(PointeeType));
        +  }
        -if (SegInstSEW == (unsigned)-1) {
        -  auto PointeeType = E->getArg(2      )->getType()->getPointeeType();
        -  SegInstSEW =       llvm::Log2_64(getContext().getTypeSize(PointeeType));
        -}
        -  SegInstSEW = 4294967295;
        +  {
        +    auto PointeeType = E->getArg(1)->getType()->getPointeeType();
        +    SegInstSEW = llvm::Log2_64(getContext().getTypeSize(PointeeType));
        +  }
        -if (SegInstSEW == (unsigned)-1) {
        -  auto PointeeType = E->getArg(1      )->getType()->getPointeeType();
        -  SegInstSEW =       llvm::Log2_64(getContext().getTypeSize(PointeeType));
        -}
        -  SegInstSEW = 4294967295;
        +  {
        +    auto PointeeType = E->getArg(2)->getType()->getPointeeType();
        +    SegInstSEW = llvm::Log2_64(getContext().getTypeSize(PointeeType));
        +  }
        -if (SegInstSEW == (unsigned)-1) {
        -  auto PointeeType = E->getArg(2      )->getType()->getPointeeType();
        -  SegInstSEW =       llvm::Log2_64(getContext().getTypeSize(PointeeType));
        -}
        -  SegInstSEW = 4294967295;
        +  {
        +    auto PointeeType = E->getArg(2)->getType()->getPointeeType();
        +    SegInstSEW = llvm::Log2_64(getContext().getTypeSize(PointeeType));
        +  }
        -if (SegInstSEW == (unsigned)-1) {
        -  auto PointeeType = E->getArg(2      )->getType()->getPointeeType();
        -  SegInstSEW =       llvm::Log2_64(getContext().getTypeSize(PointeeType));
        -}
        -if (SegInstSEW == (unsigned)-1) {
        -  auto PointeeType = E->getArg(4294967295      )->getType()->getPointeeType();
        -  SegInstSEW =       llvm::Log2_64(getContext().getTypeSize(PointeeType));
        -}
    "#]],
    );
    check(
        "builtin-sema",
        expect![[r#"
        19 to 21:
        -{"vadd",nullptr,0,0,0,2,1,0,0,4,8,1,0,1,1,1,1,0,0,0,2,},
        -{"vloxseg2ei8_v","vloxseg2ei8",2,0,0,2,1,0,0,2,8,1,1,1,1,1,1,0,0,0,2,},
        -{"vlseg3e16_v",nullptr,2,0,0,2,1,0,0,2,8,3,0,1,1,1,1,0,0,0,2,},
        +{/*Name=*/"vadd", /*OverloadedName=*/nullptr, /*RequiredExtensions=*/"zvfh,64bit", /*PrototypeIndex=*/0, /*SuffixIndex=*/0, /*OverloadedSuffixIndex=*/0, /*PrototypeLength=*/2, /*SuffixLength=*/1, /*OverloadedSuffixSize=*/0, /*TypeRangeMask=*/4, /*Log2LMULMask=*/8, /*NF=*/1, /*HasMasked=*/0, /*HasVL=*/1, /*HasMaskedOffOperand=*/1, /*HasTailPolicy=*/1, /*HasMaskPolicy=*/1, /*HasFRMRoundModeOp=*/0, /*IsTuple=*/0, /*UnMaskedPolicyScheme=*/SchemeNone, /*MaskedPolicyScheme=*/HasPolicyOperand, },
        +{/*Name=*/"vloxseg2ei8_v", /*OverloadedName=*/"vloxseg2ei8", /*RequiredExtensions=*/"", /*PrototypeIndex=*/2, /*SuffixIndex=*/0, /*OverloadedSuffixIndex=*/0, /*PrototypeLength=*/2, /*SuffixLength=*/1, /*OverloadedSuffixSize=*/0, /*TypeRangeMask=*/2, /*Log2LMULMask=*/8, /*NF=*/1, /*HasMasked=*/1, /*HasVL=*/1, /*HasMaskedOffOperand=*/1, /*HasTailPolicy=*/1, /*HasMaskPolicy=*/1, /*HasFRMRoundModeOp=*/0, /*IsTuple=*/0, /*UnMaskedPolicyScheme=*/SchemeNone, /*MaskedPolicyScheme=*/HasPolicyOperand, },
        +{/*Name=*/"vlseg3e16_v", /*OverloadedName=*/nullptr, /*RequiredExtensions=*/"", /*PrototypeIndex=*/2, /*SuffixIndex=*/0, /*OverloadedSuffixIndex=*/0, /*PrototypeLength=*/2, /*SuffixLength=*/1, /*OverloadedSuffixSize=*/0, /*TypeRangeMask=*/2, /*Log2LMULMask=*/8, /*NF=*/3, /*HasMasked=*/0, /*HasVL=*/1, /*HasMaskedOffOperand=*/1, /*HasTailPolicy=*/1, /*HasMaskPolicy=*/1, /*HasFRMRoundModeOp=*/0, /*IsTuple=*/0, /*UnMaskedPolicyScheme=*/SchemeNone, /*MaskedPolicyScheme=*/HasPolicyOperand, },
        21 to 22:
        -{/*Name=*/"vadd", /*OverloadedName=*/nullptr, /*RequiredExtensions=*/"zvfh,64bit", /*PrototypeIndex=*/0, /*SuffixIndex=*/0, /*OverloadedSuffixIndex=*/0, /*PrototypeLength=*/2, /*SuffixLength=*/1, /*OverloadedSuffixSize=*/0, /*TypeRangeMask=*/4, /*Log2LMULMask=*/8, /*NF=*/1, /*HasMasked=*/0, /*HasVL=*/1, /*HasMaskedOffOperand=*/1, /*HasTailPolicy=*/1, /*HasMaskPolicy=*/1, /*HasFRMRoundModeOp=*/0, /*IsTuple=*/0, /*UnMaskedPolicyScheme=*/SchemeNone, /*MaskedPolicyScheme=*/HasPolicyOperand, },
        -{/*Name=*/"vloxseg2ei8_v", /*OverloadedName=*/"vloxseg2ei8", /*RequiredExtensions=*/"", /*PrototypeIndex=*/2, /*SuffixIndex=*/0, /*OverloadedSuffixIndex=*/0, /*PrototypeLength=*/2, /*SuffixLength=*/1, /*OverloadedSuffixSize=*/0, /*TypeRangeMask=*/2, /*Log2LMULMask=*/8, /*NF=*/1, /*HasMasked=*/1, /*HasVL=*/1, /*HasMaskedOffOperand=*/1, /*HasTailPolicy=*/1, /*HasMaskPolicy=*/1, /*HasFRMRoundModeOp=*/0, /*IsTuple=*/0, /*UnMaskedPolicyScheme=*/SchemeNone, /*MaskedPolicyScheme=*/HasPolicyOperand, },
        -{/*Name=*/"vlseg3e16_v", /*OverloadedName=*/nullptr, /*RequiredExtensions=*/"", /*PrototypeIndex=*/2, /*SuffixIndex=*/0, /*OverloadedSuffixIndex=*/0, /*PrototypeLength=*/2, /*SuffixLength=*/1, /*OverloadedSuffixSize=*/0, /*TypeRangeMask=*/2, /*Log2LMULMask=*/8, /*NF=*/3, /*HasMasked=*/0, /*HasVL=*/1, /*HasMaskedOffOperand=*/1, /*HasTailPolicy=*/1, /*HasMaskPolicy=*/1, /*HasFRMRoundModeOp=*/0, /*IsTuple=*/0, /*UnMaskedPolicyScheme=*/SchemeNone, /*MaskedPolicyScheme=*/HasPolicyOperand, },
        +{/*Name=*/"vadd", /*OverloadedName=*/nullptr, /*RequiredExtensions=*/"zvfh,64bit", /*PrototypeIndex=*/0, /*SuffixIndex=*/0, /*OverloadedSuffixIndex=*/0, /*PrototypeLength=*/2, /*SuffixLength=*/1, /*OverloadedSuffixSize=*/0, /*TypeRangeMask=*/4, /*Log2LMULMask=*/8, /*NF=*/1, /*HasMasked=*/0, /*HasVL=*/1, /*HasMaskedOffOperand=*/1, /*HasTailPolicy=*/1, /*HasMaskPolicy=*/1, /*HasFRMRoundModeOp=*/0, /*AltFmt=*/0,/*IsTuple=*/0, /*UnMaskedPolicyScheme=*/SchemeNone, /*MaskedPolicyScheme=*/HasPolicyOperand, },
        +{/*Name=*/"vloxseg2ei8_v", /*OverloadedName=*/"vloxseg2ei8", /*RequiredExtensions=*/"", /*PrototypeIndex=*/2, /*SuffixIndex=*/0, /*OverloadedSuffixIndex=*/0, /*PrototypeLength=*/2, /*SuffixLength=*/1, /*OverloadedSuffixSize=*/0, /*TypeRangeMask=*/2, /*Log2LMULMask=*/8, /*NF=*/1, /*HasMasked=*/1, /*HasVL=*/1, /*HasMaskedOffOperand=*/1, /*HasTailPolicy=*/1, /*HasMaskPolicy=*/1, /*HasFRMRoundModeOp=*/0, /*AltFmt=*/0,/*IsTuple=*/0, /*UnMaskedPolicyScheme=*/SchemeNone, /*MaskedPolicyScheme=*/HasPolicyOperand, },
        +{/*Name=*/"vlseg3e16_v", /*OverloadedName=*/nullptr, /*RequiredExtensions=*/"", /*PrototypeIndex=*/2, /*SuffixIndex=*/0, /*OverloadedSuffixIndex=*/0, /*PrototypeLength=*/2, /*SuffixLength=*/1, /*OverloadedSuffixSize=*/0, /*TypeRangeMask=*/2, /*Log2LMULMask=*/8, /*NF=*/3, /*HasMasked=*/0, /*HasVL=*/1, /*HasMaskedOffOperand=*/1, /*HasTailPolicy=*/1, /*HasMaskPolicy=*/1, /*HasFRMRoundModeOp=*/0, /*AltFmt=*/0,/*IsTuple=*/0, /*UnMaskedPolicyScheme=*/SchemeNone, /*MaskedPolicyScheme=*/HasPolicyOperand, },
    "#]],
    );
}

/// Builtins with an alternative format have names of their own; those that widen by a factor pass it on.
#[test]
fn formats_and_widening() {
    let source = r#"
        def valt : RVVBuiltin<"v", "vv", "i"> { let AltFmt = true; let HasFRMRoundModeOp = true; let HasMasked = false; }
        def vmanual : RVVBuiltin<"v", "vv", "i"> { let TWiden = 2; let HasMasked = false; let IRName = "x"; let ManualCodegen = [{ manual }]; }
        def vwide : RVVBuiltin<"v", "vv", "i"> { let TWiden = 4; let HasMasked = false; let IRName = "x"; }
        def vwide2 : RVVBuiltin<"v", "vv", "i"> { let TWiden = 4; let HasMasked = false; let IRName = "x"; }
        def vnarrow : RVVBuiltin<"v", "vv", "i"> { let HasMasked = false; let IRName = "x"; }
    "#;
    changes(
        "gen-riscv-vector-builtin-codegen",
        &format!("{CLASSES}{source}"),
        &[V21, V22],
        expect![[r#"
            21 to 22:
            -case RISCVVector::BI__builtin_rvv_valt_rm:
            +case RISCVVector::BI__builtin_rvv_valt_rm_alt:
            +  TWiden = 2;
            -if (SegInstSEW == (unsigned)-1) {
            -  auto PointeeType = E->getArg(4294967295      )->getType()->getPointeeType();
            -  SegInstSEW =       llvm::Log2_64(getContext().getTypeSize(PointeeType));
            -}
            +  ID = Intrinsic::riscv_x;
            +  PolicyAttrs = 3;
            +  SegInstSEW = 0;
            +  IntrinsicTypes = {, Ops.back()->getType()};
            +  break;
            +  TWiden = 4;
            +  Ops.push_back(ConstantInt::get(Ops.back()->getType(), TWiden));
        "#]],
    );
}

#[test]
fn a_class_without_a_format() {
    let classes = CLASSES.replace("  bit AltFmt = false;\n", "");
    changes(
        "gen-riscv-vector-builtin-codegen",
        &format!(
            "{classes}def v : RVVBuiltin<\"v\", \"vv\", \"i\"> {{ let HasMasked = false; }}\n"
        ),
        &[V21, V22],
        expect![[r#"
            21 to 22:
            -case RISCVVector::BI__builtin_rvv_v:
            -  ID = Intrinsic::riscv_v;
            -  PolicyAttrs = 3;
            -  SegInstSEW = 0;
            -  IntrinsicTypes = {, Ops.back()->getType()};
            -  break;
            +33: error: Record `v' does not have a field named `AltFmt'!
        "#]],
    );
}
