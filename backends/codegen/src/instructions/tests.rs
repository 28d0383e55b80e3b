//! The list of instructions and its order.

use backend::{Context, Fatal, Models, Options, Records};
use backend_testing::{read, target_source};
use std::sync::Arc;

use expect_test::{Expect, expect};

use super::{Constraint, GENERIC, Instructions};

fn build(records: &Records) -> Result<Arc<Instructions>, Fatal> {
    let (options, models) = (Options::default(), Models::default());
    Context::new(records, &options, &models).model()
}

#[test]
fn pseudo_instructions_come_before_others_in_byte_order() {
    let text = target_source(
        GENERIC,
        r#"def Toy : Target;
           let Namespace = "Toy" in {
             def A10 : Instruction; def A9 : Instruction;
             let isPseudo = true in { def P9 : Instruction; def P10 : Instruction; }
           }
           def MINE : Instruction { let Namespace = "TargetOpcode"; }"#,
    );
    let records = read(&text);
    let instructions = build(&records).unwrap();
    let names = |list: &[super::Instruction]| -> Vec<String> {
        list.iter().map(|it| it.name.to_string()).collect()
    };
    assert_eq!(names(instructions.generic()), GENERIC);
    assert_eq!(names(instructions.pseudo()), ["P10", "P9"]);
    assert_eq!(names(instructions.real()), ["A10", "A9"]);
    assert_eq!(instructions.namespace(), "Toy");
    let number = |name| instructions.number(records.def(name).unwrap());
    assert_eq!(number("PHI").unwrap().0, 0);
    assert_eq!(number("A9").unwrap().index(), GENERIC.len() + 3);
    assert_eq!(number("MINE"), None);
}

#[test]
fn instructions_that_are_missing() {
    #[track_caller]
    fn check(generic: &[&str], text: &str, want: &str) {
        let text = target_source(generic, text);
        assert_eq!(build(&read(&text)).err().unwrap().message, want);
    }
    check(
        &["PHI"],
        "def Toy : Target;",
        "No 'Instruction' subclasses defined!",
    );
    let but_last = &GENERIC[..GENERIC.len() - 1];
    check(
        but_last,
        "def Toy : Target;",
        "Could not find 'G_UBFX' instruction!",
    );
    check(GENERIC, "", "No 'Target' subclasses defined!");
}

/// The operands of an instruction whose fields `body` sets, a line for each part, or the error.
fn operands(body: &str) -> String {
    let text = format!(
        r#"def Toy : Target;
           def GPR : RegisterClass;
           def imm : Operand {{ let EncoderMethod = "encodeImm"; }}
           def mem : Operand<"printMem", (ops GPR:$base, imm:$offset)> {{ let EncoderMethod = "encodeMem"; }}
           def I : Instruction {{ let Namespace = "Toy"; {body} }}"#
    );
    let records = read(&target_source(GENERIC, &text));
    let instructions = match build(&records) {
        Err(error) => return format!("{}\n", error.message.trim_end()),
        Ok(instructions) => instructions,
    };
    let operands = &instructions.real()[0].operands;
    let mut shown = format!(
        "{} defs, variadic: {}\n",
        operands.defs, operands.is_variadic
    );
    for operand in operands.iter() {
        for (number, part) in operand.parts.iter().enumerate() {
            let name = part.name.unwrap_or(operand.name);
            shown += &format!("{} {}", operand.first + number, name.as_str());
            if !part.encoder_method.as_str().is_empty() {
                shown += &format!(", {}", part.encoder_method.as_str());
            }
            if !part.is_encoded {
                shown += ", not encoded";
            }
            if part.constraint != Constraint::None {
                shown += &format!(", {:?}", part.constraint);
            }
            shown += "\n";
        }
    }
    shown
}

#[track_caller]
fn check_operands(bodies: &[&str], want: Expect) {
    want.assert_eq(&bodies.iter().map(|it| operands(it)).collect::<String>());
}

#[test]
fn operands_and_their_parts() {
    check_operands(
        &[
            "let OutOperandList = (outs GPR:$dst);
             let InOperandList = (ins mem:$addr, (mem $b, $o):$other, imm:$i, variable_ops);",
            "let OutOperandList = (outs variable_ops);",
        ],
        expect![[r#"
            1 defs, variadic: true
            0 dst
            1 addr, encodeMem
            2 addr, not encoded
            3 b
            4 o, encodeImm
            5 i, encodeImm
            0 defs, variadic: true
        "#]],
    );
}

#[track_caller]
fn check_constraints(constraints: &[&str], want: Expect) {
    let body = |constraints| {
        format!(
            "let OutOperandList = (outs GPR:$dst, GPR:$tmp); let InOperandList = (ins GPR:$src, mem:$addr);
             let Constraints = \"{constraints}\";"
        )
    };
    let bodies: Vec<_> = constraints.iter().map(body).collect();
    let bodies: Vec<_> = bodies.iter().map(String::as_str).collect();
    check_operands(&bodies, want);
}

#[test]
fn constraints() {
    check_constraints(
        &[
            "$src = $dst,@earlyclobber $addr.offset,$tmp = $addr.base",
            " $dst = $src",
        ],
        expect![[r#"
            2 defs, variadic: false
            0 dst
            1 tmp
            2 src, TiedTo(0)
            3 addr, encodeMem, TiedTo(1)
            4 addr, not encoded, EarlyClobber
            2 defs, variadic: false
            0 dst
            1 tmp
            2 src, TiedTo(0)
            3 addr, encodeMem
            4 addr, not encoded
        "#]],
    );
}

#[test]
fn constraints_that_make_no_sense() {
    check_constraints(
        &[
            "$dst=$src",
            "$dst =  ",
            " = $src",
            "$dst = $tmp",
            "$src = $addr.base",
            "$dst = $addr",
            "$dst = $none",
            "dst = $src",
            "$dst = $addr.",
            "$dst = $src.x",
            "$dst = $addr.x",
            "$dst = $src,$dst = $addr.base",
            "$dst = $src,$tmp = $src",
            "@earlyclobber ",
            "@earlyclobber",
            " @earlyclobber $dst",
            "@earlyclobber $dst,@earlyclobber $dst",
        ],
        expect![[r#"
            Unrecognized constraint '$dst=$src' in 'I'
            Illegal format for tied-to constraint: '$dst =  '
            Illegal format for tied-to constraint in 'I': ' = $src'
            Output operands '$dst' and '$tmp' of 'I' cannot be tied!
            Input operands '$src' and '$addr.base' of 'I' cannot be tied!
            I: Illegal to refer to whole operand part of complex operand '$addr'
            'I' does not have an operand named '$none'!
            I: Illegal operand name: 'dst'
            I: illegal empty suboperand name in '$addr.'
            I: unknown suboperand name in '$src.x'
            I: unknown suboperand name in '$addr.x'
            Operand '$dst' of 'I' cannot have multiple operands tied to it!
            Operand '$src' of 'I' cannot have multiple constraints!
            Illegal format for @earlyclobber constraint in 'I': '@earlyclobber '
            I: Illegal operand name: '@earlyclobber'
            Unrecognized constraint ' @earlyclobber $dst' in 'I'
            Operand '$dst' of 'I' cannot have multiple constraints!
        "#]],
    );
}

#[test]
fn operands_that_make_no_sense() {
    check_operands(
        &[
            "let OutOperandList = (ins GPR:$a);",
            "let InOperandList = (outs GPR:$a);",
            "let InOperandList = (ins 1:$a);",
            "let InOperandList = (ins GPR);",
            "let InOperandList = (ins GPR:$a, GPR:$a);",
            "let InOperandList = (ins Toy:$a);",
            "let InOperandList = (ins (mem $a):$x);",
            "let InOperandList = (ins (mem $a, $a):$x);",
            "let InOperandList = (ins (mem 1:$a, $b):$x);",
            "let InOperandList = (ins (mem ?, $b):$x);",
            "let InOperandList = (ins (GPR $a):$x);",
            "let DisableEncoding = \"$a\";",
        ],
        expect![[r#"
            I: invalid def name for output list: use 'outs'
            I: invalid def name for input list: use 'ins'
            Illegal operand for the 'I' instruction!
            In instruction 'I', operand #0 has no name!
            In instruction 'I', operand #1 has the same name as a previous operand!
            Unknown operand class 'Toy' in 'I' instruction!
            In instruction 'I', operand #0 has 1 sub-arg names, expected 2.
            In instruction 'I', operand #0 sub-arg #1 has the same name as a previous operand!
            In instruction 'I', operand #0 sub-arg #0 has unexpected operand (expected only $name).
            In instruction 'I', operand #0 has no name!
            In instruction 'I', operand #0 sub-arg #0 has no class
            'I' does not have an operand named '$a'!
        "#]],
    );
}
