//! Valid code and types, and invalid ones.

use backend::{Context, Models, Options};
use backend_testing::{read, run};
use expect_test::{Expect, expect};

use super::{CLASSES, check_of};
use crate::mve::declarations;

/// The code for one intrinsic of `u8`.
#[track_caller]
fn check_code(code: &str, want: Expect) {
    let text = format!(
        "\ndef x : Intrinsic<[u8], Void, (args Vector:$a, Scalar:$b, CPtr<u32>:$c, imm_bit:$i), {code}>;"
    );
    check_of("gen-arm-mve-builtin-codegen", &text, want);
}

#[test]
fn code_that_shares_operations() {
    check_code(
        "(seq (add $a, 1):$x, (add $x, $x))",
        expect![[r#"
        case ARM::BI__builtin_arm_mve_x_u8: {
          Value *Val0 = EmitScalarExpr(E->getArg(0));
          Value *Val1 = llvm::ConstantInt::get(Int32Ty, 1);
          Value *Val2 = Builder.CreateAdd(Val0, Val1);
          return Builder.CreateAdd(Val2, Val2);
        }
    "#]],
    );
    check_code(
        "(seq (store $a):$x, (seq (store $b), (store $c)):$y, (store Vector))",
        expect![[r#"
            case ARM::BI__builtin_arm_mve_x_u8: {
              Value *Val0 = EmitScalarExpr(E->getArg(0));
              Builder.CreateStore(Val0);
              Value *Val1 = EmitScalarExpr(E->getArg(1));
              Value *Val2 = Builder.CreateIntCast(Val1, Int32Ty, false);
              Builder.CreateStore(Val2);
              Address Val3 = EmitPointerWithAlignment(E->getArg(2));
              Builder.CreateStore(Val3);
              llvm::Type *Val4 = llvm::FixedVectorType::get(Int8Ty, 16);
              return Builder.CreateStore(Val4);
            }
        "#]],
    );
    check_code(
        "(seq)",
        expect![[r#"
        case ARM::BI__builtin_arm_mve_x_u8: {
          break; // custom code gen
        }
    "#]],
    );
    check_code(
        "(shift (add $a), $b)",
        expect![[r#"
        case ARM::BI__builtin_arm_mve_x_u8: {
          Value *Val0 = EmitScalarExpr(E->getArg(0));
          Value *Val1 = Builder.CreateAdd(Val0);
          return Shift(Builder, Val1, );
        }
    "#]],
    );
}

#[test]
fn code_that_makes_no_sense() {
    check_code(
        "(stranger $a)",
        expect![[r#"
        error: Unsupported dag node stranger
    "#]],
    );
    check_code(
        "(add $d)",
        expect![[r#"
        error: unrecognized variable name 'd'
    "#]],
    );
    check_code(
        "(add 1:$a)",
        expect![[r#"
        error: dag operator argument should not have both a value and a name
    "#]],
    );
    check_code(
        "(add \"a\")",
        expect![[r#"
        error: bad DAG argument type for code generation
    "#]],
    );
    check_code(
        "(add ?)",
        expect![[r#"
        error: bad DAG argument type for code generation
    "#]],
    );
    check_code(
        "(add stranger)",
        expect![[r#"
        error: bad DAG argument type for code generation
    "#]],
    );
    check_code(
        "(u8 $a, $b)",
        expect![[r#"
        error: Type casts should have exactly one argument
    "#]],
    );
    check_code(
        "(f32 $a)",
        expect![[r#"
        error: Unsupported type cast
    "#]],
    );
    check_code(
        "(seq 1)",
        expect![[r#"
        error: 'seq' has an argument that is not a dag
    "#]],
    );
    check_code(
        "(add (seq))",
        expect![[r#"
        error: an empty 'seq' has no value
    "#]],
    );
    check_code(
        "(seq (add $a), (seq))",
        expect![[r#"
        error: an empty 'seq' has no value
    "#]],
    );
    check_code(
        "(address $a)",
        expect![[r#"
        error: 'address' should have two arguments
    "#]],
    );
    check_code(
        "(address $a, 1)",
        expect![[r#"
        error: 'address' pointer argument should be a pointer
    "#]],
    );
    check_code(
        "(address (CPtr<u8> $a), $b)",
        expect![[r#"
        error: 'address' alignment argument should be an integer
    "#]],
    );
    check_code(
        "(bitsize)",
        expect![[r#"
        error: bitsize should have exactly one argument
    "#]],
    );
    check_code(
        "(bitsize stranger)",
        expect![[r#"
        error: bitsize's argument should be a type
    "#]],
    );
    check_code(
        "(unsignedflag Vector)",
        expect![[r#"
        error: unsignedflag's argument should be a scalar type
    "#]],
    );
    check_code(
        "(add Pair)",
        expect![[r#"
        error: no LLVM type name available for type uint8x16x2_t
    "#]],
    );
    check_code(
        "(CustomCodegen<\"x\"> 1)",
        expect![[r#"
        error: Operands to CustomCodegen should have names
    "#]],
    );
    check_code(
        "(CustomCodegen<\"x\"> stranger:$a)",
        expect![[r#"
        error: Operands to CustomCodegen should be integers
    "#]],
    );
}

/// The declarations of an intrinsic, or the error about it.
#[track_caller]
fn check_types(intrinsic: &str, want: Expect) {
    let text = format!("{CLASSES}def x : {intrinsic}");
    let records = read(&text);
    let (options, models) = (Options::default(), Models::default());
    let cx = Context::new(&records, &options, &models);
    let shown = declarations(&cx, records.def("x").unwrap());
    let shown = shown.map_or_else(|error| error.message, |it| it.join("\n"));
    want.assert_eq(&shown);
}

#[test]
fn types() {
    let of = |ty: &str| format!("Intrinsic<[s16], Void, (args {ty}), (id)>;");
    check_types(
        &of("Vector, HalfVector, Pair, Predicate, Unsigned, sint"),
        expect![[r#"
            void x_s16(int16x8_t, int8x8_t, int16x8x2_t, mve_pred16_t, uint16_t, int)
            void x(int16x8_t, int8x8_t, int16x8x2_t, mve_pred16_t, uint16_t, int)"#]],
    );
    check_types(
        &of("CPtr<Vector>, CPtr<Predicate>, (CTO_Pointer<0> f32)"),
        expect![[r#"
            void x_s16(const int16x8_t *, const mve_pred16_t *, float32_t *)
            void x(const int16x8_t *, const mve_pred16_t *, float32_t *)"#]],
    );
    check_types(
        &of("stranger"),
        expect!["Could not convert this record into a type"],
    );
    check_types(
        &of("1"),
        expect!["Could not convert this value into a type"],
    );
    check_types(
        &of("(stranger)"),
        expect!["Expected ComplexTypeOp as dag operator in type expression"],
    );
    check_types(
        &of("(CTO_Other)"),
        expect!["Bad operator in type dag expression"],
    );
    check_types(
        &of("(CTO_Vec)"),
        expect!["Could not convert this value into a type"],
    );
    check_types(
        &of("(CTO_Vec Vector)"),
        expect![[r#"
        void x_s16(int16x8x1_t)
        void x(int16x8x1_t)"#]],
    );
    check_types(
        &of("(CTO_Vec u8, u8)"),
        expect!["the elements of a vector are not scalars, or no vector type has this many"],
    );
    check_types(
        &of("(CTO_Pred Void)"),
        expect!["the type of a predicate has no size"],
    );
    check_types(
        &of("(CTO_ScaleSize<3, 1> u8)"),
        expect!["Cannot find a type to satisfy ScaleSize"],
    );
    check_types(
        &of("(CTO_ScaleSize<3, 0> u8)"),
        expect!["a size is divided by zero"],
    );
    check_types(
        &of("(CTO_CopyKind u8, f32)"),
        expect!["Cannot find a type to satisfy CopyKind"],
    );
    check_types(
        "Intrinsic<[Void], Scalar, (args), (id)>;",
        expect!["Parametric type in unparametrised context"],
    );
    check_types(
        "Intrinsic<[Vector], Void, (args), (id)>;",
        expect!["Parametric type in unparametrised context"],
    );
    check_types(
        "Intrinsic<[CPtr<u8>], Void, (args), (id)>;",
        expect!["no ACLE suffix available for this type"],
    );
}

#[test]
fn names_that_are_too_short() {
    check_types(
        "Intrinsic<[s16], Void, (args), (id)> { let pnt = PNT_Many; }",
        expect!["'x_s16' has less than 9 parts to be left out"],
    );
}

#[test]
fn types_that_are_too_deep() {
    let chain = "class Of<Type t> : ComplexType<(CTO_Pointer<0> t)>; def t0 : Of<u8>;\n";
    let chain: String = (1..300)
        .map(|it| format!("def t{it} : Of<t{}>;\n", it - 1))
        .fold(chain.to_owned(), |all, one| all + &one);
    let text = format!("{CLASSES}{chain}def x : Intrinsic<[Void], t299, (args), (id)>;");
    let records = read(&text);
    let message = run(crate::ALL, "gen-arm-mve-builtin-def", &[], &records).text_or_error();
    expect!["error: the type is made of too many others"].assert_eq(&message);
}
