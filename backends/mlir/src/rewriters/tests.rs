//! The rewriters of small patterns.

mod mistakes;

use backend_testing::{between, difference};
use elaborate::records::Release;
use expect_test::{Expect, expect};

use crate::reindent::reindented;
use crate::tests::shown;

/// The classes of patterns, and operations.
const PATTERNS: &str = include_str!("tests/patterns.td");

fn written(release: Release, text: &str) -> String {
    shown(release, "gen-rewriters", &format!("{PATTERNS}{text}"))
}

/// Compares the output between two lines, without its common indentation.
#[track_caller]
fn check(text: &str, [from, until]: [&str; 2], want: Expect) {
    let part = between(&written(Release::V19, text), from, until);
    want.assert_eq(&reindented(&part, ""));
}

/// The lines around the code that matches, and around the code that rewrites.
const FOUND: [&str; 2] = ["// Match", "// Rewrite"];
const REPLACED: [&str; 2] = ["// Rewrite", "return ::mlir::success"];

#[test]
fn a_pattern_without_a_name() {
    check(
        "def : Pat<(Own_AddOp:$sum $a, (Own_AddOp $a, $b)), (replaceWithValue $sum)>;",
        ["/* Generated", "// Match"],
        expect![[r#"
            /* Generated from:
                a.td:221
            */
            struct GeneratedConvert0 : public ::mlir::RewritePattern {
              GeneratedConvert0(::mlir::MLIRContext *context)
                  : ::mlir::RewritePattern("own.add", 2, context, {}) {}
              ::llvm::LogicalResult matchAndRewrite(::mlir::Operation *op0,
                  ::mlir::PatternRewriter &rewriter) const override {
                // Variables for capturing values and attributes used while creating ops
                ::mlir::Operation::operand_range b(op0->getOperands());
                ::mlir::Operation::operand_range a(op0->getOperands());
                ::mlir::Operation::operand_range a0(op0->getOperands());
                ::own::AddOp sum;
                ::llvm::SmallVector<::mlir::Operation *, 4> tblgen_ops;

        "#]],
    );
}

#[test]
fn operands_of_one_name() {
    check(
        "def P : Pat<(Own_AddOp (Own_AddOp $a, F32:$b), $a), (replaceWithValue $b)>;",
        FOUND,
        expect![[r#"
                // Match
                tblgen_ops.push_back(op0);
                auto castedOp0 = ::llvm::dyn_cast<::own::AddOp>(op0); (void)castedOp0;
                {
                  auto *op1 = (*castedOp0.getODSOperands(0).begin()).getDefiningOp();
                  if (!(op1)){
                    return rewriter.notifyMatchFailure(castedOp0, [&](::mlir::Diagnostic &diag) {
                      diag << "There's no operation that defines operand 0 of castedOp0";
                    });
                  }
                  auto castedOp1 = ::llvm::dyn_cast<::own::AddOp>(op1); (void)castedOp1;
                  if (!(castedOp1)){
                    return rewriter.notifyMatchFailure(op1, [&](::mlir::Diagnostic &diag) {
                      diag << "castedOp1 is not ::own::AddOp type";
                    });
                  }
                  a = castedOp1.getODSOperands(0);
                  if(::mlir::failed(__mlir_ods_local_type_constraint_a0(rewriter, castedOp1, (*castedOp1.getODSOperands(1).begin()).getType(), "operand 1 of op 'own.add' failed to satisfy constraint: '32-bit \"float\"'"))) {
                    return ::mlir::failure();
                  }
                  b = castedOp1.getODSOperands(1);
                  tblgen_ops.push_back(op1);
                }
                a0 = castedOp0.getODSOperands(1);
                if (!(*a.begin() == *a0.begin())){
                  return rewriter.notifyMatchFailure(op0, [&](::mlir::Diagnostic &diag) {
                    diag << "Operands 'a' and 'a0' must be equal";
                  });
                }

        "#]],
    );
}

#[test]
fn attributes() {
    check(
        "def P : Pat<(Own_ConstOp $v, ConstantAttr<I32Attr, \"2\">), (Own_ConstOp ConstantAttr<I32Attr, \"3\">, $v)>;",
        ["// Match", "rewriter.replaceOp"],
        expect![[r#"
                // Match
                tblgen_ops.push_back(op0);
                auto castedOp0 = ::llvm::dyn_cast<::own::ConstOp>(op0); (void)castedOp0;
                {
                  auto tblgen_attr = op0->getAttrOfType<::mlir::IntegerAttr>("value");(void)tblgen_attr;
                  if (!(tblgen_attr)){
                    return rewriter.notifyMatchFailure(op0, [&](::mlir::Diagnostic &diag) {
                      diag << "expected op 'own.const' to have attribute 'value' of type '::mlir::IntegerAttr'";
                    });
                  }
                  v = tblgen_attr;
                }
                {
                  auto tblgen_attr = op0->getAttrOfType<::mlir::IntegerAttr>("hint");(void)tblgen_attr;
                  if (!tblgen_attr) return ::mlir::failure();
                  if(::mlir::failed(__mlir_ods_local_attr_constraint_a0(rewriter, op0, tblgen_attr, "op 'own.const' attribute 'hint' failed to satisfy constraint: 'constant attribute 2'"))) {
                    return ::mlir::failure();
                  }
                }

                // Rewrite
                auto odsLoc = rewriter.getFusedLoc({tblgen_ops[0]->getLoc()}); (void)odsLoc;
                ::llvm::SmallVector<::mlir::Value, 4> tblgen_repl_values;
                ::own::ConstOp tblgen_ConstOp_0;
                {
                  ::llvm::SmallVector<::mlir::Value, 4> tblgen_values; (void)tblgen_values;
                  ::llvm::SmallVector<::mlir::NamedAttribute, 4> tblgen_attrs; (void)tblgen_attrs;
                  if (auto tmpAttr = rewriter.getIntegerAttr(3)) {
                    tblgen_attrs.emplace_back(rewriter.getStringAttr("value"), tmpAttr);
                  }
                  if (auto tmpAttr = v) {
                    tblgen_attrs.emplace_back(rewriter.getStringAttr("hint"), tmpAttr);
                  }
                  ::llvm::SmallVector<::mlir::Type, 4> tblgen_types; (void)tblgen_types;
                  for (auto v: castedOp0.getODSResults(0)) {
                    tblgen_types.push_back(v.getType());
                  }
                  tblgen_ConstOp_0 = rewriter.create<::own::ConstOp>(odsLoc, tblgen_types, tblgen_values, tblgen_attrs);
                }

                for (auto v: ::llvm::SmallVector<::mlir::Value, 4>{ tblgen_ConstOp_0.getODSResults(0) }) {
                  tblgen_repl_values.push_back(v);
                }

        "#]],
    );
}

#[test]
fn operands_in_any_order() {
    check(
        "def P : Pat<(Own_AddOp (either (Own_ConstOp $v, $_), $b)), (replaceWithValue $b)>;",
        FOUND,
        expect![[r#"
                // Match
                tblgen_ops.push_back(op0);
                auto castedOp0 = ::llvm::dyn_cast<::own::AddOp>(op0); (void)castedOp0;
                auto eitherLambda0 = [&](::mlir::OperandRange v0, ::mlir::OperandRange v1) {
                  auto local_op_0 = (*v0.begin()).getDefiningOp();
                  {
                    if (!(local_op_0)){
                      return rewriter.notifyMatchFailure(castedOp0, [&](::mlir::Diagnostic &diag) {
                        diag << "There's no operation that defines operand 0 of castedOp0";
                      });
                    }
                    auto castedOp1 = ::llvm::dyn_cast<::own::ConstOp>(local_op_0); (void)castedOp1;
                    if (!(castedOp1)){
                      return rewriter.notifyMatchFailure(local_op_0, [&](::mlir::Diagnostic &diag) {
                        diag << "castedOp1 is not ::own::ConstOp type";
                      });
                    }
                    {
                      auto tblgen_attr = local_op_0->getAttrOfType<::mlir::IntegerAttr>("value");(void)tblgen_attr;
                      if (!(tblgen_attr)){
                        return rewriter.notifyMatchFailure(local_op_0, [&](::mlir::Diagnostic &diag) {
                          diag << "expected op 'own.const' to have attribute 'value' of type '::mlir::IntegerAttr'";
                        });
                      }
                      v = tblgen_attr;
                    }
                    {
                      auto tblgen_attr = local_op_0->getAttrOfType<::mlir::IntegerAttr>("hint");(void)tblgen_attr;
                    }
                  }
                  b = v1;
                  tblgen_ops.push_back(local_op_0);
                  return ::mlir::success();
                };
                {
                  auto eitherOperand0 = castedOp0.getODSOperands(0);
                  auto eitherOperand1 = castedOp0.getODSOperands(1);
                  if(::mlir::failed(eitherLambda0(eitherOperand0, eitherOperand1)) && ::mlir::failed(eitherLambda0(eitherOperand1, eitherOperand0)))
                    return ::mlir::failure();
                }

        "#]],
    );
}

#[test]
fn values_of_one_operand() {
    check(
        "def P : Pattern<(Own_SplitOp (variadic:$all $a, (Own_ConstOp:$c $_, $_))), [(replaceWithValue $a), (replaceWithValue $c)]>;",
        FOUND,
        expect![[r#"
                // Match
                tblgen_ops.push_back(op0);
                auto castedOp0 = ::llvm::dyn_cast<::own::SplitOp>(op0); (void)castedOp0;
                {
                  auto variadic_operand_range = castedOp0.getODSOperands(0);
                  if (variadic_operand_range.size() != 2) return ::mlir::failure();
                  all = variadic_operand_range;
                  a = variadic_operand_range.slice(0, 1);
                  {
                    auto *local_op_1 = variadic_operand_range[1].getDefiningOp();
                    if (!(local_op_1)){
                      return rewriter.notifyMatchFailure(castedOp0, [&](::mlir::Diagnostic &diag) {
                        diag << "There's no operation that defines variadic operand 0 (variadic sub-opearnd #1) of castedOp0";
                      });
                    }
                    auto castedOp1 = ::llvm::dyn_cast<::own::ConstOp>(local_op_1); (void)castedOp1;
                    if (!(castedOp1)){
                      return rewriter.notifyMatchFailure(local_op_1, [&](::mlir::Diagnostic &diag) {
                        diag << "castedOp1 is not ::own::ConstOp type";
                      });
                    }
                    c = castedOp1;
                    {
                      auto tblgen_attr = local_op_1->getAttrOfType<::mlir::IntegerAttr>("value");(void)tblgen_attr;
                      if (!(tblgen_attr)){
                        return rewriter.notifyMatchFailure(local_op_1, [&](::mlir::Diagnostic &diag) {
                          diag << "expected op 'own.const' to have attribute 'value' of type '::mlir::IntegerAttr'";
                        });
                      }
                    }
                    {
                      auto tblgen_attr = local_op_1->getAttrOfType<::mlir::IntegerAttr>("hint");(void)tblgen_attr;
                    }
                    tblgen_ops.push_back(local_op_1);
                  }
                }

        "#]],
    );
}

#[test]
fn calls() {
    check(
        "def Pair : NativeCodeCall<\"pair($_builder, $_loc, $0...)\", 2>;
         def Show : NativeCodeCallVoid<\"show($0)\">;
         def P : Pattern<(Own_SplitOp $v), [(Show $v), (Pair (Own_SplitOp:$s__1 $v), $v, (location \"here\"))], [], [(Show $s)]>;",
        REPLACED,
        expect![[r#"
                // Rewrite
                auto odsLoc = rewriter.getFusedLoc({tblgen_ops[0]->getLoc()}); (void)odsLoc;
                show(v);
                ::llvm::SmallVector<::mlir::Value, 4> tblgen_repl_values;
                ::own::SplitOp s;
                {
                  ::llvm::SmallVector<::mlir::Value, 4> tblgen_values_0;
                  for (auto v: v) {
                    tblgen_values_0.push_back(v);
                  }
                  s = rewriter.create<::own::SplitOp>(odsLoc,
                    /*values=*/tblgen_values_0
                  );
                }
                auto nativeVar_0 = pair(rewriter, ::mlir::NameLoc::get(rewriter.getStringAttr("here")), s__1, v); (void)nativeVar_0;

                for (auto v: ::llvm::SmallVector<::mlir::Value, 4>{ nativeVar_0.begin(), nativeVar_0.end() }) {
                  tblgen_repl_values.push_back(v);
                }
                show((*s.getODSResults(0).begin()), (*s.getODSResults(1).begin()));

                rewriter.replaceOp(op0, tblgen_repl_values);
        "#]],
    );
}

#[test]
fn types_of_results() {
    check(
        "def P : Pattern<(Own_DropOp:$d $v), [(Own_DropOp (Own_ConstOp ConstantAttr<I32Attr, \"1\">, ConstantAttr<I32Attr, \"2\">, (returnType $v, \"t()\")))]>;",
        REPLACED,
        expect![[r#"
                // Rewrite
                auto odsLoc = rewriter.getFusedLoc({tblgen_ops[0]->getLoc()}); (void)odsLoc;
                ::own::ConstOp tblgen_ConstOp_0;
                {
                  ::llvm::SmallVector<::mlir::Value, 4> tblgen_values; (void)tblgen_values;
                  ::llvm::SmallVector<::mlir::NamedAttribute, 4> tblgen_attrs; (void)tblgen_attrs;
                  if (auto tmpAttr = rewriter.getIntegerAttr(1)) {
                    tblgen_attrs.emplace_back(rewriter.getStringAttr("value"), tmpAttr);
                  }
                  if (auto tmpAttr = rewriter.getIntegerAttr(2)) {
                    tblgen_attrs.emplace_back(rewriter.getStringAttr("hint"), tmpAttr);
                  }
                  ::llvm::SmallVector<::mlir::Type, 4> tblgen_types; (void)tblgen_types;
                  tblgen_types.push_back((*v.begin()).getType());
                  tblgen_types.push_back(t());
                  tblgen_ConstOp_0 = rewriter.create<::own::ConstOp>(odsLoc, tblgen_types, tblgen_values, tblgen_attrs);
                }
                ::own::DropOp tblgen_DropOp_1;
                {
                  ::llvm::SmallVector<::mlir::Value, 4> tblgen_values; (void)tblgen_values;
                  ::llvm::SmallVector<::mlir::NamedAttribute, 4> tblgen_attrs; (void)tblgen_attrs;
                  tblgen_values.push_back((*tblgen_ConstOp_0.getODSResults(0).begin()));
                  ::llvm::SmallVector<::mlir::Type, 4> tblgen_types; (void)tblgen_types;
                  tblgen_DropOp_1 = rewriter.create<::own::DropOp>(odsLoc, tblgen_types, tblgen_values, tblgen_attrs);
                }
                rewriter.eraseOp(op0);
        "#]],
    );
}

#[test]
fn conditions_of_authors() {
    check(
        "def Both : Constraint<CPred<\"f($0, $1, $_self)\">, \"both\">;
         def P : Pat<(Own_AddOp:$sum $a, $b), (replaceWithValue $a), [(F32 $a), (Both:$sum $a, $b)]>;",
        FOUND,
        expect![[r#"
                // Match
                tblgen_ops.push_back(op0);
                auto castedOp0 = ::llvm::dyn_cast<::own::AddOp>(op0); (void)castedOp0;
                sum = castedOp0;
                a = castedOp0.getODSOperands(0);
                b = castedOp0.getODSOperands(1);
                if (!((((*a.begin()).getType()).isF32()))){
                  return rewriter.notifyMatchFailure(op0, [&](::mlir::Diagnostic &diag) {
                    diag << "value entity 'a' failed to satisfy constraint: '32-bit \"float\"'";
                  });
                }
                if (!((f((*a.begin()), (*b.begin()), (*sum.getODSResults(0).begin()))))){
                  return rewriter.notifyMatchFailure(op0, [&](::mlir::Diagnostic &diag) {
                    diag << "entities 'a, b' failed to satisfy constraint: 'both'";
                  });
                }

        "#]],
    );
}

#[test]
fn trees_in_several_places() {
    check(
        "def P : Pat<(Own_AddOp (Own_AddOp F32:$a, $b), (Own_AddOp F32:$a, $b)), (replaceWithValue $a)>;",
        ["static ", "// Rewrite"],
        expect![[r#"
            static ::llvm::LogicalResult __mlir_ods_local_type_constraint_a0(
                ::mlir::PatternRewriter &rewriter, ::mlir::Operation *op, ::mlir::Type type,
                ::llvm::StringRef failureStr) {
              if (!((type.isF32()))) {
                return rewriter.notifyMatchFailure(op, [&](::mlir::Diagnostic &diag) {
                  diag << failureStr << ": 32-bit \"float\"";
                });
              }
              return ::mlir::success();
            }
            static ::llvm::LogicalResult static_dag_matcher_0(::mlir::PatternRewriter &rewriter, ::mlir::Operation *op0, ::llvm::SmallVector<::mlir::Operation *, 4> &tblgen_ops, ::mlir::Operation::operand_range &b, ::mlir::Operation::operand_range &a) {
              (void)tblgen_ops;
              auto castedOp1 = ::llvm::dyn_cast<::own::AddOp>(op0); (void)castedOp1;
              if (!(castedOp1)){
                return rewriter.notifyMatchFailure(op0, [&](::mlir::Diagnostic &diag) {
                  diag << "castedOp1 is not ::own::AddOp type";
                });
              }
              if(::mlir::failed(__mlir_ods_local_type_constraint_a0(rewriter, castedOp1, (*castedOp1.getODSOperands(0).begin()).getType(), "operand 0 of op 'own.add' failed to satisfy constraint: '32-bit \"float\"'"))) {
                return ::mlir::failure();
              }
              a = castedOp1.getODSOperands(0);
              b = castedOp1.getODSOperands(1);
              return ::mlir::success();
            }

            /* Generated from:
                a.td:221
            */
            struct P : public ::mlir::RewritePattern {
              P(::mlir::MLIRContext *context)
                  : ::mlir::RewritePattern("own.add", 3, context, {}) {}
              ::llvm::LogicalResult matchAndRewrite(::mlir::Operation *op0,
                  ::mlir::PatternRewriter &rewriter) const override {
                // Variables for capturing values and attributes used while creating ops
                ::mlir::Operation::operand_range b(op0->getOperands());
                ::mlir::Operation::operand_range b0(op0->getOperands());
                ::mlir::Operation::operand_range a(op0->getOperands());
                ::mlir::Operation::operand_range a0(op0->getOperands());
                ::llvm::SmallVector<::mlir::Operation *, 4> tblgen_ops;

                // Match
                tblgen_ops.push_back(op0);
                auto castedOp0 = ::llvm::dyn_cast<::own::AddOp>(op0); (void)castedOp0;
                {
                  auto *op1 = (*castedOp0.getODSOperands(0).begin()).getDefiningOp();
                  if (!(op1)){
                    return rewriter.notifyMatchFailure(castedOp0, [&](::mlir::Diagnostic &diag) {
                      diag << "There's no operation that defines operand 0 of castedOp0";
                    });
                  }
                  if(::mlir::failed(static_dag_matcher_0(rewriter, op1, tblgen_ops, b, a))) {
                    return ::mlir::failure();
                  }
                  tblgen_ops.push_back(op1);
                }
                {
                  auto *op1 = (*castedOp0.getODSOperands(1).begin()).getDefiningOp();
                  if (!(op1)){
                    return rewriter.notifyMatchFailure(castedOp0, [&](::mlir::Diagnostic &diag) {
                      diag << "There's no operation that defines operand 1 of castedOp0";
                    });
                  }
                  if(::mlir::failed(static_dag_matcher_0(rewriter, op1, tblgen_ops, b, a))) {
                    return ::mlir::failure();
                  }
                  tblgen_ops.push_back(op1);
                }
                if (!(*b.begin() == *b0.begin())){
                  return rewriter.notifyMatchFailure(op0, [&](::mlir::Diagnostic &diag) {
                    diag << "Operands 'b' and 'b0' must be equal";
                  });
                }
                if (!(*a.begin() == *a0.begin())){
                  return rewriter.notifyMatchFailure(op0, [&](::mlir::Diagnostic &diag) {
                    diag << "Operands 'a' and 'a0' must be equal";
                  });
                }

        "#]],
    );
}

#[test]
fn changes() {
    let text = "def P : Pat<(Own_ConstOp $v, I32Attr:$h), (Own_ConstOp $v, $h)>;";
    let [old, new] = [Release::V19, Release::V22].map(|it| written(it, text));
    expect![[r#"
        -static ::llvm::LogicalResult __mlir_ods_local_attr_constraint_a0(
        +static ::llvm::LogicalResult __mlir_ods_local_attr_constraint_a1(
        -      auto tblgen_attr = op0->getAttrOfType<::mlir::IntegerAttr>("value");(void)tblgen_attr;
        +      [[maybe_unused]] auto tblgen_attr = castedOp0.getProperties().getValue();
        -        return rewriter.notifyMatchFailure(op0, [&](::mlir::Diagnostic &diag) {
        +        return rewriter.notifyMatchFailure(castedOp0, [&](::mlir::Diagnostic &diag) {
        -      auto tblgen_attr = op0->getAttrOfType<::mlir::IntegerAttr>("hint");(void)tblgen_attr;
        +      [[maybe_unused]] auto tblgen_attr = castedOp0.getProperties().getHint();
        -      if(::mlir::failed(__mlir_ods_local_attr_constraint_a0(rewriter, op0, tblgen_attr, "op 'own.const' attribute 'hint' failed to satisfy constraint: '32-bit signless integer attribute'"))) {
        +      if(::mlir::failed(__mlir_ods_local_attr_constraint_a1(rewriter, castedOp0, tblgen_attr, "op 'own.const' attribute 'hint' failed to satisfy constraint: '32-bit signless integer attribute'"))) {
        -      ::llvm::SmallVector<::mlir::NamedAttribute, 4> tblgen_attrs; (void)tblgen_attrs;
        -      if (auto tmpAttr = v) {
        -        tblgen_attrs.emplace_back(rewriter.getStringAttr("value"), tmpAttr);
        -      }
        -      if (auto tmpAttr = h) {
        -        tblgen_attrs.emplace_back(rewriter.getStringAttr("hint"), tmpAttr);
        -      }
        +      ::own::ConstOp::Properties tblgen_props; (void)tblgen_props;
        +      tblgen_props.value = ::llvm::dyn_cast_if_present<decltype(tblgen_props.value)>(v);
        +      tblgen_props.hint = ::llvm::dyn_cast_if_present<decltype(tblgen_props.hint)>(h);
        -      tblgen_ConstOp_0 = rewriter.create<::own::ConstOp>(odsLoc, tblgen_types, tblgen_values, tblgen_attrs);
        +      tblgen_ConstOp_0 = ::own::ConstOp::create(rewriter, odsLoc, tblgen_types, tblgen_values, tblgen_props);
        -void LLVM_ATTRIBUTE_UNUSED populateWithGenerated(::mlir::RewritePatternSet &patterns) {
        +[[maybe_unused]] void populateWithGenerated(::mlir::RewritePatternSet &patterns) {
    "#]].assert_eq(&difference(&old, &new));
}

/// In a dialect that does not store attributes as properties, rewrites in LLVM 22 read and set attributes by name.
#[test]
fn dialects_without_properties() {
    let text = r#"
        def Other : Dialect { let name = "other"; let usePropertiesForAttributes = 0; }
        def Other_Op : Op<Other, "op"> {
          let arguments = (ins Variadic<AnyType>:$x, Variadic<AnyType>:$y, I32Attr:$k);
          let results = (outs AnyType:$r);
        }
        def P : Pat<(Other_Op $x, $y, $k), (Other_Op $y, $x, $k)>;
    "#;
    let shown = written(Release::V22, text);
    let found = between(&shown, "tblgen_attr =", "// Rewrite");
    expect![[r#"
          [[maybe_unused]] auto tblgen_attr = castedOp0->getAttrOfType<::mlir::IntegerAttr>("k");
          if (!(tblgen_attr)){
            return rewriter.notifyMatchFailure(castedOp0, [&](::mlir::Diagnostic &diag) {
              diag << "expected op 'other.op' to have attribute 'k' of type '::mlir::IntegerAttr'";
            });
          }
          k = tblgen_attr;
        }

    "#]]
    .assert_eq(&reindented(&found, ""));
    let created = between(&shown, "tblgen_attrs;", "return ::mlir::success");
    expect![[r#"
          ::llvm::SmallVector<::mlir::NamedAttribute, 4> tblgen_attrs; (void)tblgen_attrs;
          for (auto v: y) {
            tblgen_values.push_back(v);
          }
          for (auto v: x) {
            tblgen_values.push_back(v);
          }
          if (auto tmpAttr = k) {
            tblgen_attrs.emplace_back(rewriter.getStringAttr("k"), tmpAttr);
          }
          tblgen_attrs.emplace_back(rewriter.getStringAttr("operandSegmentSizes"),
            rewriter.getDenseI32ArrayAttr({ static_cast<int32_t>(y.size()), static_cast<int32_t>(x.size()) }));
            ::llvm::SmallVector<::mlir::Type, 4> tblgen_types; (void)tblgen_types;
          for (auto v: castedOp0.getODSResults(0)) {
            tblgen_types.push_back(v.getType());
          }
          tblgen_Op_0 = other::Op::create(rewriter, odsLoc, tblgen_types, tblgen_values, tblgen_attrs);
        }

        for (auto v: ::llvm::SmallVector<::mlir::Value, 4>{ tblgen_Op_0.getODSResults(0) }) {
          tblgen_repl_values.push_back(v);
        }

        rewriter.replaceOp(op0, tblgen_repl_values);
    "#]].assert_eq(&reindented(&created, ""));
}
