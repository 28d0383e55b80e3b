//! The contents of a matcher.

use backend::{Context, Models, Options};
use backend_testing::{asm_source, read};

use super::Matcher;
use crate::instructions::GENERIC;

/// The pairs of records that a parser cannot tell apart.
#[track_caller]
fn ambiguities(text: &str) -> Vec<String> {
    let text = format!(
        "def Toy : AsmTarget;
         def R0 : Reg<\"r0\">; def R1 : Reg<\"r1\">; def R2 : Reg<\"r2\">;
         def Low : Regs<(add R0, R1)>; def High : Regs<(add R1, R2)>; def All : Regs<(add R0, R1, R2)>;
         def Number : AsmOperandClass; def Word : AsmOperandClass {{ let SuperClasses = [Number]; }}
         def number : Op<Number>; def word : Op<Word>;
         {text}"
    );
    let records = read(&asm_source(GENERIC, &text));
    let (options, models) = (Options::default(), Models::default());
    let cx = Context::new(&records, &options, &models);
    let matcher = cx
        .model::<Matcher>()
        .unwrap_or_else(|error| panic!("{error:?}"));
    let name = |id| records.rec(id).name();
    let found = matcher.ambiguities();
    found
        .map(|it| format!("{} {}", name(it.records.0), name(it.records.1)))
        .collect()
}

#[test]
fn texts_that_cannot_be_told_apart() {
    let two = |a: &str, b: &str, text: &str| {
        ambiguities(&format!(
            "def A : Inst<(outs), (ins {a}), \"x {text}\">; def B : Inst<(outs), (ins {b}), \"x {text}\">;"
        ))
    };
    assert_eq!(two("Low:$a", "Low:$a", "$a"), ["A B"]);
    // One class is a subclass of the other: it is tried first.
    assert!(two("Low:$a", "All:$a", "$a").is_empty());
    assert!(two("word:$a", "number:$a", "$a").is_empty());
    // Classes of different kinds count as distinguishable.
    assert!(two("Low:$a", "number:$a", "$a").is_empty());
    assert_eq!(
        ambiguities(
            "def A : Inst<(outs), (ins Low:$a), \"x $a\">; def Al : InstAlias<\"x $b\", (A Low:$b)>;"
        ),
        ["A Al"]
    );
    // Their numbers of operands, mnemonics or tokens differ.
    assert!(
        ambiguities("def A : Inst<(outs), (ins), \"x\">; def B : Inst<(outs), (ins), \"x y\">;")
            .is_empty()
    );
    assert!(
        ambiguities("def A : Inst<(outs), (ins), \"x z\">; def B : Inst<(outs), (ins), \"x y\">;")
            .is_empty()
    );
    assert!(
        ambiguities("def A : Inst<(outs), (ins), \"x\">; def B : Inst<(outs), (ins), \"y\">;")
            .is_empty()
    );
}
