use std::fmt::Write;

use backend::{Context, Models, Options};
use backend_testing::{isel_source, read};
use expect_test::{Expect, expect};
use target_model::instructions::GENERIC;

use super::{Question, Refused, select};

const TARGET: &str = r#"
def FeatureMad : SubtargetFeature<"mad", "HasMad", "true", "multiplies and adds">;
def FeatureFast : SubtargetFeature<"fast", "IsFast", "true", "is fast", [FeatureMad]>;
def FeatureOld : SubtargetFeature<"old", "IsOld", "true", "is old">;
def FeatureLevel : SubtargetFeature<"level2", "Level", "Level2", "is of a level">;
def FeatureMode : SubtargetFeature<"mode", "IsMode", "true", "is in a mode">;
def HasLevel : Predicate<"Subtarget->hasLevel2()">;
def InMode : Predicate<"Subtarget->isMode()">;
def HasMad : Predicate<"Subtarget->hasMad()">;
def IsNew : Predicate<"!Subtarget->isOld() && (Subtarget->isFast() || false)">;
def IsCpp : Predicate<"MF->isCpp()">;
def small : ImmLeaf<i32, [{ return Imm < 9; }]>;
class Load : PatFrag<(ops node:$p), (ld node:$p)> { let IsLoad = true; let IsUnindexed = true; }
def load : Load { let IsNonExtLoad = true; }
def load8 : Load { let IsSignExtLoad = true; let MemoryVT = i8; }
def addr : ComplexPattern<iPTR, 2, "SelectAddr">;
def other : ComplexPattern<iPTR, 1, "SelectOther", [sub]>;

def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (add GPR:$a, GPR:$b))]>;
def ADDI : Inst<(outs GPR:$d), (ins GPR:$a, i32imm:$i), [(set GPR:$d, (add GPR:$a, small:$i))]>;
def MUL : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (mul GPR:$a, GPR:$b))]>;
def MAD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b, GPR:$c)>;
let Predicates = [HasMad] in
def : Pat<(add GPR:$c, (mul GPR:$a, GPR:$b)), (MAD GPR:$a, GPR:$b, GPR:$c)>;
let Predicates = [IsNew, IsCpp] in
def TWICE : Inst<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (add GPR:$a, GPR:$a))]>;
def LOAD : Inst<(outs GPR:$d), (ins i32imm:$o, GPR:$a)> { let mayLoad = true; }
def LOAD8 : Inst<(outs GPR:$d), (ins i32imm:$o, GPR:$a)> { let mayLoad = true; }
def : Pat<(i32 (load addr:$p)), (LOAD addr:$p)>;
def : Pat<(i32 (load8 addr:$p)), (LOAD8 addr:$p)>;
def MASK : Inst<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (and GPR:$a, 255))]>;
def ONE : Inst<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (and GPR:$a, 1))]>;
let Predicates = [HasLevel, InMode] in
def SHL : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (shl GPR:$a, GPR:$b))]>;
def FADD : Inst<(outs FPR:$d), (ins FPR:$a, FPR:$b), [(set FPR:$d, (fadd FPR:$a, FPR:$b))]>;
"#;

fn output(text: &str, question: Question) -> String {
    shown_of(&isel_source(GENERIC, text), question)
}

/// The same, where `source` is all there is.
fn shown_of(source: &str, question: Question) -> String {
    let records = read(source);
    let (options, models) = (Options::default(), Models::default());
    let cx = Context::new(&records, &options, &models);
    let selections = match select(&cx, question) {
        Ok(selections) => selections,
        Err(Refused::Question(message)) => return format!("refused: {message}\n"),
        Err(Refused::Patterns(error)) => return format!("error: {}\n", error.message),
    };
    let mut shown = String::new();
    for selection in selections {
        _ = writeln!(shown, "{}", selection.graph);
        for it in selection.found {
            let dst = it.result.trim_start_matches('(');
            let instruction = dst.split([':', ' ']).next().unwrap_or("");
            _ = write!(shown, "  {instruction} {}", it.complexity);
            for (name, graph) in it.operands {
                _ = write!(shown, " {name}={graph}");
            }
            for (what, list) in [("needs", it.needs), ("assumes", it.assumes)] {
                if !list.is_empty() {
                    _ = write!(shown, " {what} {}", list.join("; "));
                }
            }
            shown.push('\n');
        }
        for it in selection.near {
            let name = it.rec.name();
            _ = writeln!(shown, "  not {name}: {}", it.why);
        }
    }
    shown
}

#[track_caller]
fn check(text: &str, want: Expect) {
    let question = Question {
        text,
        ..Question::default()
    };
    want.assert_eq(&output(TARGET, question));
}

#[track_caller]
fn check_on(text: &str, processor: Option<&str>, features: &[&str], want: Expect) {
    let features: Vec<String> = features.iter().map(|it| (*it).to_owned()).collect();
    let question = Question {
        text,
        processor,
        features: &features,
        limit: None,
    };
    let target = format!(
        "{TARGET}def : Processor<\"one\", [FeatureFast]>; def : Processor<\"two\", [FeatureOld, FeatureLevel]>;"
    );
    want.assert_eq(&output(&target, question));
}

#[test]
fn what_matches_most_comes_first() {
    check(
        "(add i32:$x, (mul i32:$y, i32:$z))",
        expect![[r#"
        (add i32:$x, (mul i32:$y, i32:$z))
          MAD 6 c=i32:$x a=i32:$y b=i32:$z needs HasMad
          ADD 3 a=i32:$x b=(mul i32:$y, i32:$z)
          not ADDI: it takes 'imm' where '(mul i32:$y, i32:$z)' is
          not TWICE: it takes the same value where 'i32:$x' and '(mul i32:$y, i32:$z)' are
          not anonymous_12: it takes 'mul' where 'i32:$x' is
    "#]],
    );
    check(
        "(add (mul i32:$y, i32:$z), i32:$x)",
        expect![[r#"
        (add (mul i32:$y, i32:$z), i32:$x)
          MAD 6 a=i32:$y b=i32:$z c=i32:$x needs HasMad
          ADD 3 a=(mul i32:$y, i32:$z) b=i32:$x
          not ADDI: it takes 'imm' where 'i32:$x' is
          not TWICE: it takes the same value where '(mul i32:$y, i32:$z)' and 'i32:$x' are
          not anonymous_12: it takes 'mul' where 'i32:$x' is
    "#]],
    );
}

#[test]
fn numbers() {
    check(
        "(add i32:$x, 5)",
        expect![[r#"
        (add i32:$x, 5)
          ADDI 7 a=i32:$x i=5 assumes small holds of '5'
          ADD 3 a=i32:$x b=5
          not TWICE: it takes the same value where 'i32:$x' and '5' are
          not anonymous_12: it takes 'mul' where '5' is
          not anonymous_12: it takes 'mul' where 'i32:$x' is
    "#]],
    );
    check(
        "(add i32:$x, (i32 small:$i))",
        expect![[r#"
        (add i32:$x, (imm):$i)
          ADDI 7 a=i32:$x i=(imm):$i
          ADD 3 a=i32:$x b=(imm):$i
          not TWICE: it takes the same value where 'i32:$x' and '(imm):$i' are
          not anonymous_12: it takes 'mul' where '(imm):$i' is
          not anonymous_12: it takes 'mul' where 'i32:$x' is
    "#]],
    );
    check(
        "(add i32:$x, (i32 imm:$i))",
        expect![[r#"
        (add i32:$x, (imm):$i)
          ADDI 7 a=i32:$x i=(imm):$i assumes small holds of '(imm):$i'
          ADD 3 a=i32:$x b=(imm):$i
          not TWICE: it takes the same value where 'i32:$x' and '(imm):$i' are
          not anonymous_12: it takes 'mul' where '(imm):$i' is
          not anonymous_12: it takes 'mul' where 'i32:$x' is
    "#]],
    );
    check(
        "(and i32:$x, 255)",
        expect![[r#"
        (and i32:$x, 255)
          MASK 8 a=i32:$x
          not ONE: it takes the number 1 where '255' is
    "#]],
    );
    check(
        "(and i32:$x, 0x0f)",
        expect![[r#"
        (and i32:$x, 15)
          MASK 8 a=i32:$x assumes the bits 0xf0 of 'i32:$x' are zero
          not ONE: it takes the number 1 where '15' is
    "#]],
    );
    check(
        "(and i32:$x, 0x10f)",
        expect![[r#"
        (and i32:$x, 271)
          not MASK: it takes the number 255 where '271' is
          not ONE: it takes the number 1 where '271' is
    "#]],
    );
    check(
        "(and i32:$x, 1)",
        expect![[r#"
        (and i32:$x, 1)
          MASK 8 a=i32:$x assumes the bits 0xfe of 'i32:$x' are zero
          ONE 8 a=i32:$x
    "#]],
    );
}

#[test]
fn the_same_value_twice() {
    check(
        "(add i32:$x, i32:$x)",
        expect![[r#"
        (add i32:$x, i32:$x)
          ADD 3 a=i32:$x b=i32:$x
          TWICE 3 a=i32:$x needs IsCpp; IsNew
          not ADDI: it takes 'imm' where 'i32:$x' is
          not anonymous_12: it takes 'mul' where 'i32:$x' is
          not anonymous_12: it takes 'mul' where 'i32:$x' is
    "#]],
    );
    check(
        "(add (mul i32:$x, 3), (mul i32:$x, 3))",
        expect![[r#"
        (add (mul i32:$x, 3), (mul i32:$x, 3))
          MAD 6 c=(mul i32:$x, 3) a=i32:$x b=3 needs HasMad
          MAD 6 a=i32:$x b=3 c=(mul i32:$x, 3) needs HasMad
          ADD 3 a=(mul i32:$x, 3) b=(mul i32:$x, 3)
          TWICE 3 a=(mul i32:$x, 3) needs IsCpp; IsNew
          not ADDI: it takes 'imm' where '(mul i32:$x, 3)' is
    "#]],
    );
}

#[test]
fn what_cpp_decides() {
    check(
        "(i32 (load (add i32:$p, 4)))",
        expect![[r#"
        (ld (add i32:$p, 4))
          LOAD 13 p=(add i32:$p, 4) assumes addr (SelectAddr) matches '(add i32:$p, 4)'
          not anonymous_14: 'load8' does not hold of '(ld (add i32:$p, 4))'
    "#]],
    );
    check(
        "(i32 (ld other:$p))",
        expect![[r#"
        (ld other:$p)
          LOAD 13 p=other:$p assumes load holds of '(ld other:$p)'; addr (SelectAddr) matches 'other:$p'
          LOAD8 13 p=other:$p assumes load8 holds of '(ld other:$p)'; addr (SelectAddr) matches 'other:$p'
    "#]],
    );
    check(
        "(i32 (load8 addr:$p))",
        expect![[r#"
        (ld addr:$p)
          LOAD8 13 p=addr:$p
          not anonymous_13: 'load' does not hold of '(ld addr:$p)'
    "#]],
    );
}

#[test]
fn types() {
    check(
        "(add i64:$x, i64:$y)",
        expect![[r#"
        (add i64:$x, i64:$y)
          not ADD: it takes i32 where '(add i64:$x, i64:$y)' is i64
          not ADDI: it takes i32 where '(add i64:$x, i64:$y)' is i64
          not TWICE: it takes i32 where '(add i64:$x, i64:$y)' is i64
          not anonymous_12: it takes i32 where '(add i64:$x, i64:$y)' is i64
          not anonymous_12: it takes i32 where '(add i64:$x, i64:$y)' is i64
    "#]],
    );
    check(
        "(add $x, $y)",
        expect![[r#"
        (add $x, $y)
          ADD 3 a=$x b=$y
          not ADDI: it takes 'imm' where '$y' is
          not TWICE: it takes the same value where '$x' and '$y' are
          not anonymous_12: it takes 'mul' where '$y' is
          not anonymous_12: it takes 'mul' where '$x' is
    "#]],
    );
    check(
        "(set FPR:$d, (fadd $x, $y))",
        expect![[r#"
        (fadd $x, $y)
          FADD 3 a=$x b=$y
    "#]],
    );
    check(
        "(sub i32:$x, i32:$y)",
        expect![[r#"
        (sub i32:$x, i32:$y)
          not anonymous_13: it takes 'ld' where '(sub i32:$x, i32:$y)' is
          not anonymous_14: it takes 'ld' where '(sub i32:$x, i32:$y)' is
          not MASK: it takes 'and' where '(sub i32:$x, i32:$y)' is
          not ONE: it takes 'and' where '(sub i32:$x, i32:$y)' is
          not ADDI: it takes 'add' where '(sub i32:$x, i32:$y)' is
    "#]],
    );
}

#[test]
fn processors_and_features() {
    let mad = "(add i32:$x, (mul i32:$y, i32:$z))";
    check_on(
        mad,
        Some("one"),
        &[],
        expect![[r#"
        (add i32:$x, (mul i32:$y, i32:$z))
          MAD 6 c=i32:$x a=i32:$y b=i32:$z
          ADD 3 a=i32:$x b=(mul i32:$y, i32:$z)
          not ADDI: it takes 'imm' where '(mul i32:$y, i32:$z)' is
          not TWICE: it takes the same value where 'i32:$x' and '(mul i32:$y, i32:$z)' are
          not anonymous_12: it takes 'mul' where 'i32:$x' is
    "#]],
    );
    check_on(
        mad,
        None,
        &["old"],
        expect![[r#"
        (add i32:$x, (mul i32:$y, i32:$z))
          ADD 3 a=i32:$x b=(mul i32:$y, i32:$z)
          not anonymous_12: it needs HasMad
          not ADDI: it takes 'imm' where '(mul i32:$y, i32:$z)' is
          not TWICE: it takes the same value where 'i32:$x' and '(mul i32:$y, i32:$z)' are, and it needs IsNew
          not anonymous_12: it takes 'mul' where 'i32:$x' is, and it needs HasMad
    "#]],
    );
    check_on(
        mad,
        Some("one"),
        &["-mad"],
        expect![[r#"
        (add i32:$x, (mul i32:$y, i32:$z))
          ADD 3 a=i32:$x b=(mul i32:$y, i32:$z)
          not anonymous_12: it needs HasMad
          not ADDI: it takes 'imm' where '(mul i32:$y, i32:$z)' is
          not TWICE: it takes the same value where 'i32:$x' and '(mul i32:$y, i32:$z)' are, and it needs IsNew
          not anonymous_12: it takes 'mul' where 'i32:$x' is, and it needs HasMad
    "#]],
    );
    check_on(
        mad,
        None,
        &["HasMad"],
        expect![[r#"
        (add i32:$x, (mul i32:$y, i32:$z))
          MAD 6 c=i32:$x a=i32:$y b=i32:$z
          ADD 3 a=i32:$x b=(mul i32:$y, i32:$z)
          not ADDI: it takes 'imm' where '(mul i32:$y, i32:$z)' is
          not TWICE: it takes the same value where 'i32:$x' and '(mul i32:$y, i32:$z)' are, and it needs IsNew
          not anonymous_12: it takes 'mul' where 'i32:$x' is
    "#]],
    );
    let twice = "(add i32:$x, i32:$x)";
    check_on(
        twice,
        Some("one"),
        &[],
        expect![[r#"
        (add i32:$x, i32:$x)
          ADD 3 a=i32:$x b=i32:$x
          TWICE 3 a=i32:$x needs IsCpp
          not ADDI: it takes 'imm' where 'i32:$x' is
          not anonymous_12: it takes 'mul' where 'i32:$x' is
          not anonymous_12: it takes 'mul' where 'i32:$x' is
    "#]],
    );
    check_on(
        twice,
        Some("one"),
        &["+old"],
        expect![[r#"
        (add i32:$x, i32:$x)
          ADD 3 a=i32:$x b=i32:$x
          not TWICE: it needs IsNew
          not ADDI: it takes 'imm' where 'i32:$x' is
          not anonymous_12: it takes 'mul' where 'i32:$x' is
          not anonymous_12: it takes 'mul' where 'i32:$x' is
    "#]],
    );
    check_on(
        "(shl i32:$x, i32:$y)",
        Some("two"),
        &[],
        expect![[r#"
        (shl i32:$x, i32:$y)
          SHL 3 a=i32:$x b=i32:$y needs InMode
    "#]],
    );
    check_on(
        "(shl i32:$x, i32:$y)",
        Some("one"),
        &["+mode"],
        expect![[r#"
            (shl i32:$x, i32:$y)
              not SHL: it needs HasLevel
        "#]],
    );
    check_on(
        twice,
        Some("three"),
        &[],
        expect![[r#"
            refused: there is no processor 'three'
        "#]],
    );
    check_on(
        twice,
        None,
        &["what"],
        expect![[r#"
        refused: there is no feature or predicate 'what'
    "#]],
    );
}

#[test]
fn what_is_refused() {
    check(
        "(add i32:$x",
        expect![[r#"
        refused: column 12: expected ',' or ')'
    "#]],
    );
}

/// The classes that GlobalISel needs in addition.
const GENERIC_CLASSES: &str = r#"
class GINodeEquiv<Instruction instruction, SDNode node> {
  Instruction I = instruction;
  SDNode Node = node;
  Instruction IfSignExtend = ?;
  Instruction IfZeroExtend = ?;
  Instruction IfFloatingPoint = ?;
  Instruction IfConvergent = ?;
  bit CheckMMOIsNonAtomic = false;
  bit CheckMMOIsAtomic = false;
}
class GIComplexPatternEquiv<ComplexPattern pattern> {
  ComplexPattern SelDAGEquivalent = pattern;
}
class GIComplexOperandMatcher<string function> { string MatcherFn = function; }
class GISDNodeXFormEquiv<SDNodeXForm transform> { SDNodeXForm SelDAGEquivalent = transform; }
def : GINodeEquiv<G_ADD, add>;
def : GINodeEquiv<G_MUL, mul>;
def : GINodeEquiv<G_CONSTANT, imm>;
def : GINodeEquiv<G_LOAD, ld> { let IfSignExtend = G_SEXTLOAD; }
def : GINodeEquiv<G_FADD, fadd>;
def COPY : Generic<(outs unknown:$d), (ins unknown:$a)>;
"#;

#[track_caller]
fn check_generic(texts: &[&str], want: Expect) {
    let others: Vec<&str> = GENERIC.iter().copied().filter(|it| *it != "COPY").collect();
    let source = isel_source(&others, &format!("{GENERIC_CLASSES}{TARGET}"));
    let mut all = String::new();
    for text in texts {
        let question = Question {
            text,
            ..Question::default()
        };
        all += &shown_of(&source, question);
    }
    want.assert_eq(&all);
}

#[test]
fn generic_instructions() {
    check_generic(
        &[
            "G_ADD s32 %a, %b",
            "(G_ADD s32:$d, s32:$a, s32:$b)",
            "%d:_(s64) = nsw G_ADD %a, %b",
        ],
        expect![[r#"
            (add $a, $b)
              ADD 3 a=$a b=$b assumes '$a' is in the bank of GPR; '$b' is in the bank of GPR
              not ADDI: it takes 'imm' where '$b' is
              not TWICE: it takes the same value where '$a' and '$b' are
              not anonymous_17: it takes 'mul' where '$a' is
              not anonymous_17: it takes 'mul' where '$b' is
            (add $a, $b)
              ADD 3 a=$a b=$b assumes '$a' is in the bank of GPR; '$b' is in the bank of GPR
              not ADDI: it takes 'imm' where '$b' is
              not TWICE: it takes the same value where '$a' and '$b' are
              not anonymous_17: it takes 'mul' where '$a' is
              not anonymous_17: it takes 'mul' where '$b' is
            (add $a, $b)
              not ADD: it takes i32 where '(add $a, $b)' is i64 or v1i64
              not ADDI: it takes i32 where '(add $a, $b)' is i64 or v1i64
              not TWICE: it takes i32 where '(add $a, $b)' is i64 or v1i64
              not anonymous_17: it takes i32 where '(add $a, $b)' is i64 or v1i64
              not anonymous_17: it takes i32 where '(add $a, $b)' is i64 or v1i64
        "#]],
    );
}

#[test]
fn several_generic_instructions() {
    check_generic(
        &[
            "%m:_(s32) = G_MUL %b:_(s32), %c\n%d:_(s32) = G_ADD %a, %m",
            "(G_ADD s32:$d, (G_MUL s32:$m, s32:$b, s32:$c), s32:$a)",
            "%i:_(s32) = G_CONSTANT i32 5; %d:_(s32) = G_ADD %a, %i",
        ],
        expect![[r#"
            (add $a, (mul $b, $c))
              MAD 6 c=$a a=$b b=$c needs HasMad assumes '$a' is in the bank of GPR; '$b' is in the bank of GPR; '$c' is in the bank of GPR
              ADD 3 a=$a b=(mul $b, $c) assumes '$a' is in the bank of GPR; '(mul $b, $c)' is in the bank of GPR
              not ADDI: it takes 'imm' where '(mul $b, $c)' is
              not TWICE: it takes the same value where '$a' and '(mul $b, $c)' are
              not anonymous_17: it takes 'mul' where '$a' is
            (add (mul $b, $c), $a)
              MAD 6 a=$b b=$c c=$a needs HasMad assumes '$b' is in the bank of GPR; '$c' is in the bank of GPR; '$a' is in the bank of GPR
              ADD 3 a=(mul $b, $c) b=$a assumes '(mul $b, $c)' is in the bank of GPR; '$a' is in the bank of GPR
              not ADDI: it takes 'imm' where '$a' is
              not TWICE: it takes the same value where '(mul $b, $c)' and '$a' are
              not anonymous_17: it takes 'mul' where '$a' is
            (add $a, 5)
              ADDI 7 a=$a i=5 assumes '$a' is in the bank of GPR; small holds of '5'
              ADD 3 a=$a b=5 assumes '$a' is in the bank of GPR; '5' is in the bank of GPR
              not TWICE: it takes the same value where '$a' and '5' are
              not anonymous_17: it takes 'mul' where '$a' is
              not anonymous_17: it takes 'mul' where '5' is
        "#]],
    );
}

#[test]
fn what_global_isel_leaves_out() {
    check_generic(
        &[
            "%d:_(s32) = G_LOAD %p:_(p0) :: (load (s32))",
            "G_SEXTLOAD s32 %p",
        ],
        expect![[r#"
            (ld $p)
              not anonymous_18: GlobalISel leaves it out: unsupported type for Src operand (addr:{ *:[iPTR] }:$p)
              not anonymous_19: GlobalISel leaves it out: unsupported type for Src operand (addr:{ *:[iPTR] }:$p)
            (ld $p)
              not anonymous_18: GlobalISel leaves it out: unsupported type for Src operand (addr:{ *:[iPTR] }:$p)
              not anonymous_19: GlobalISel leaves it out: unsupported type for Src operand (addr:{ *:[iPTR] }:$p)
        "#]],
    );
}

#[test]
fn generic_instructions_that_are_refused() {
    check_generic(
        &[
            "G_SUB s32 %a, %b",
            "G_NOTHING s32 %a",
            "G_ADD s32 %a %b",
            "%d =",
            "(G_ADD",
            "G_ADD s32 <4 x>",
        ],
        expect![[r#"
            refused: column 1: no 'GINodeEquiv' says which node 'G_SUB' is
            refused: column 1: 'G_NOTHING' is not a generic instruction
            refused: column 14: expected ','
            refused: column 5: expected the name of an instruction
            refused: column 7: expected an operand
            refused: column 11: this is not a type
        "#]],
    );
}
