//! Mistakes in rules and fragments.

use expect_test::{Expect, expect};

use super::said;

/// C++ code, which is compatible with all patterns.
const CODE: &str = "\"f();\"";

/// Checks the messages about a rule of some patterns.
#[track_caller]
fn said_of(matches: &str, applies: &str) -> String {
    let rule =
        format!("def R : GICombineRule<(defs root:$x), (match {matches}), (apply {applies})>;");
    said(&rule, &[])
}

#[track_caller]
fn check(matches: &str, applies: &str, want: Expect) {
    check_before_end(&said_of(matches, applies), "\n", want);
}

/// Checks the messages if C++ is applied.
#[track_caller]
fn check_match(matches: &str, want: Expect) {
    check(matches, CODE, want);
}

/// Checks the messages if an instruction of one operand matches.
#[track_caller]
fn check_apply(applies: &str, want: Expect) {
    check("(G_FNEG $x, $y)", applies, want);
}

/// The error in a pattern to match, and the message that the rule cannot be read.
#[track_caller]
fn check_unread(pattern: &str, want: Expect) {
    let shown = pattern.replace(" $", " ?:$");
    let end = format!("\n1: error: Failed to parse pattern: '{shown}'\n");
    check_before_end(&said_of(pattern, CODE), &end, want);
}

/// Checks the messages about a fragment and a rule that uses it.
#[track_caller]
fn said_of_fragment(outs: &str, ins: &str, alternatives: &str) -> String {
    let text = format!(
        "def F : GICombinePatFrag<(outs {outs}), (ins {ins}), [{alternatives}]>;
         def R : GICombineRule<(defs root:$x), (match (F $x, $y)), (apply (GIReplaceReg $x, $y))>;"
    );
    said(&text, &[])
}

#[track_caller]
fn check_fragment(outs: &str, ins: &str, alternatives: &str, want: Expect) {
    check_before_end(&said_of_fragment(outs, ins, alternatives), "\n", want);
}

/// The error in a fragment, and the messages that the fragment and the rule cannot be read.
#[track_caller]
fn check_unread_fragment(outs: &str, ins: &str, alternatives: &str, want: Expect) {
    let end = "\n1: error: Could not parse GICombinePatFrag 'F'\
               \n2: error: Failed to parse pattern: '(F ?:$x, ?:$y)'\n";
    check_before_end(&said_of_fragment(outs, ins, alternatives), end, want);
}

/// Checks the messages about a rule with some definitions.
#[track_caller]
fn check_definitions(defs: &str, want: Expect) {
    let rule = format!(
        "def info : GIDefMatchData<\"int\">; def R : GICombineRule<(defs {defs}), (match (G_FNEG $x, $y)), (apply (GIReplaceReg $x, $y))>;"
    );
    check_before_end(&said(&rule, &[]), "\n", want);
}

/// Checks the text before a given end of the output.
#[track_caller]
fn check_before_end(text: &str, end: &str, want: Expect) {
    let Some(text) = text.strip_suffix(end) else {
        panic!("the end is not '{end}':\n{text}");
    };
    want.assert_eq(text);
}

#[test]
fn roots() {
    check_match(
        "(G_FNEG $y, $x)",
        expect!["1: error: Cannot use live-in operand 'x' as match pattern root!"],
    );
    check_match(
        "(G_FNEG $y, $z)",
        expect!["1: error: Cannot find root 'x' in match patterns!"],
    );
    check_match(
        "\"return a;\":$x",
        expect!["1: error: C++ code cannot be the root of a rule!"],
    );
    check_apply(
        "(G_FABS i32:$z, $y)",
        expect!["1: error: 'x' must be redefined in the 'apply' pattern"],
    );
    check(
        "(G_STORE $a, $b):$x",
        "(G_STORE $b, $a):$y",
        expect!["1: error: Cannot find root 'x' in apply patterns!"],
    );
}

#[test]
fn operands() {
    check_unread(
        "(G_FNEG $x)",
        expect!["1: error: 'G_FNEG' expected 2 operands, got 1"],
    );
    check_unread(
        "(G_BUILD_VECTOR $x)",
        expect!["1: error: 'G_BUILD_VECTOR' expected at least 2 operands, got 1"],
    );
    check_unread(
        "(G_FNEG $x, i32)",
        expect!["1: error: expected an operand name after 'i32'"],
    );
    check_unread(
        "(G_FNEG $x, match:$y)",
        expect!["1: error: cannot parse operand type: unknown type 'match'"],
    );
    check_unread(
        "(G_FNEG (i32 1), $x)",
        expect!["1: error: out operand of 'G_FNEG' cannot be an immediate"],
    );
    check_unread(
        "(G_FNEG $x, (i32 1, 2))",
        expect!["1: error: cannot parse operand '(i32 1, 2)' "],
    );
    check_match(
        "(G_FNEG $x, $y), (G_FABS $x, $y)",
        expect!["1: error: Operand 'x' is defined multiple times in the 'match' patterns"],
    );
    check_match(
        "(G_FNEG $x, $y), (G_FABS $z, $y)",
        expect!["1: error: pattern '__R_match_1' ('G_FABS') is unreachable from the pattern root!"],
    );
    check_match(
        "(G_ADD $x, $y, $y), (G_FABS $y, $z)",
        expect![
            "1: error: Nested instruction '__R_match_1' cannot be the same as another operand 'y'"
        ],
    );
    check_match(
        "(G_ADD $x, $y, 1:$z), (G_FABS $z, $u)",
        expect![[r#"
            1: error: 'z' is a named immediate, it cannot be defined by another instruction
            1: note: 'z' is defined by '__R_match_1'"#]],
    );
}

#[test]
fn what_is_applied() {
    check_apply(
        "(G_FABS $x, $z)",
        expect![
            "1: error: invalid output operand 'z': operand is not a live-in of the match pattern, and it has no definition"
        ],
    );
    check_apply(
        "(G_TRUNC $x, $t), (G_TRUNC $t, $y)",
        expect!["1: error: def of a new register 't' in the apply patterns must have a type"],
    );
    check_apply(
        "(G_FABS $x, $y), \"f();\"",
        expect!["1: error: 'apply' patterns cannot mix C++ code with other types of patterns"],
    );
    check_apply(
        "(G_FABS $x, 1:$t)",
        expect![[r#"
            1: error: invalid output operand 't': output immediates cannot be named
            1: note: while emitting pattern '__R_apply_0' (G_FABS)"#]],
    );
    check_apply(
        "(G_CONSTANT $x, 1)",
        expect![[r#"
            1: error: 'G_CONSTANT' immediate must be typed!
            1: note: while emitting pattern '__R_apply_0' (G_CONSTANT)"#]],
    );
    check_apply(
        "(G_FABS $x, $t), (G_FABS $y, $t)",
        expect![
            "1: error: invalid output operand 't': operand is not a live-in of the match pattern, and it has no definition"
        ],
    );
    check_apply(
        "(GIReplaceReg $y, $x)",
        expect!["1: error: 'x' must be redefined in the 'apply' pattern"],
    );
    check(
        "(G_FNEG $x, $y), (G_FABS $y, $z)",
        "(G_FNEG $x, $z), (GIReplaceReg $y, $z)",
        expect![
            "1: error: GIReplaceReg cannot replace 'y': this builtin can only replace a register defined by the match root"
        ],
    );
    check(
        "(G_FNEG $x, $y), (G_FABS $y, $z)",
        "(G_FNEG $x, $y), (G_FABS $y, $z)",
        expect![
            "1: error: redefining an instruction other than the root is not supported (operand 'y')"
        ],
    );
    check_apply(
        "(GIEraseRoot)",
        expect![[r#"
            1: error: GIEraseRoot can only be used if on roots that do not have any output operand
            1: note: 'G_FNEG' has 1 output operands"#]],
    );
    check_apply(
        "(wip_match_opcode G_FABS)",
        expect!["1: error: '__R_apply_0': wip_match_opcode is not supported in apply patterns"],
    );
    check(
        "(wip_match_opcode G_FNEG):$x",
        "(G_FABS $x, $y)",
        expect![
            "1: error: cannot use wip_match_opcode in combination with apply instruction patterns!"
        ],
    );
}

#[test]
fn types() {
    check(
        "(G_FNEG i32:$x, $y)",
        "(G_FABS i64:$x, $y)",
        expect![[r#"
            1: error: conflicting types for operand 'x': 'i32' vs 'i64'
            1: note: 'x' seen with type 'i64' in '__R_apply_0'
            1: note: 'x' seen with type 'i32' in '__R_match_0'"#]],
    );
    check_match(
        "(G_FNEG $x, GITypeOf<\"$x\">:$y)",
        expect![[r#"
            1: error: GISpecialType is not supported in 'match' patterns
            1: note: operand 1 of '__R_match_0' has type 'GITypeOf<$x>'"#]],
    );
    check_apply(
        "(G_FABS $x, GITypeOf<\"$z\">:$y)",
        expect!["1: error: 'z' ('GITypeOf<$z>') does not refer to a matched operand!"],
    );
    check_apply(
        "(G_FABS $x, GITypeOf<\"y\">:$y)",
        expect![[r#"
            1: error: cannot parse operand type: invalid operand name format 'y' in GITypeOf: expected '$' followed by an operand name
            1: error: Failed to parse pattern: '(G_FABS ?:$x, anonymous_1:$y)'"#]],
    );
}

#[test]
fn flags() {
    check_match(
        "(G_FNEG $x, $y, (MIFlags $z))",
        expect![[r#"
            1: error: 'match' patterns cannot refer to flags from other instructions
            1: note: MIFlags in '__R_match_0' refer to: z"#]],
    );
    check_unread(
        "(G_FNEG $x, $y, (MIFlags i32))",
        expect!["1: error: 'i32' is not a subclass of 'MIFlagEnum'"],
    );
    check_unread(
        "(G_FNEG $x, $y, (MIFlags (not 1)))",
        expect!["1: error: cannot parse '1': expected a 'MIFlagEnum'"],
    );
    check_apply(
        "(G_FABS $x, $y, (MIFlags $z))",
        expect!["1: error: unknown instruction '$z' referenced in MIFlags of '__R_apply_0'"],
    );
    check_unread(
        "(G_FNEG $x, $y, (MIFlags FmNsz), (MIFlags FmNsz))",
        expect!["1: error: MIFlags can only be present once on an instruction"],
    );
}

#[test]
fn code() {
    check(
        "(G_FNEG $x, $y), \"1\"",
        "(G_FABS $x, $y)",
        expect!["1: warning: 'match' C++ code does not seem to return!"],
    );
    check(
        "(G_FNEG $x, $y), \"return ${z};\"",
        "(G_FABS $x, $y)",
        expect![[r#"
            1: error: Attempt to expand an undeclared variable 'z'
            note: Code: [{return ${z};}]"#]],
    );
    check(
        "(G_FNEG $x, $y), \"return ${x + $y\"",
        "(G_FABS $x, $y)",
        expect![[r#"
            1: warning: Unterminated expansion '${x + $y'
            note: Code: [{return ${x + $y}]
            1: error: Attempt to expand an undeclared variable 'x + $y'
            note: Code: [{return ${x + $y}]"#]],
    );
}

#[test]
fn fragments() {
    check_unread_fragment(
        "root:$d",
        "$a",
        "(pattern (G_FNEG $a, $d))",
        expect!["1: error: input parameter 'a' cannot be redefined!"],
    );
    check_unread_fragment(
        "root:$d",
        "$a, $a",
        "(pattern (G_FNEG $d, $a))",
        expect!["1: error: duplicate parameter 'a'"],
    );
    check_unread_fragment(
        "root:$d",
        "root:$a",
        "(pattern (G_FNEG $d, $a))",
        expect!["1: error: input parameterr 'a' cannot be a root!"],
    );
    check_unread_fragment(
        "$d",
        "$a",
        "(pattern (G_FNEG $d, $a))",
        expect!["1: error: GICombinePatFrag must have one root in its 'out' operands"],
    );
    check_unread_fragment(
        "root:$d",
        "i32:$a",
        "(pattern (G_FNEG $d, $a))",
        expect!["2: error: 'a' operand type was expected to be 'root', 'gi_imm' or 'gi_mo'"],
    );
    check_unread_fragment(
        "root:$d",
        "$a",
        "(pattern (F $d, $a))",
        expect!["1: error: Failed to parse pattern: '(F ?:$d, ?:$a)'"],
    );
    check_unread_fragment(
        "root:$d",
        "$a",
        "(pattern (G_UNMERGE_VALUES $d, $b, $a))",
        expect![
            "1: error: all instructions that define root 'd' in 'F' can only have a single output operand"
        ],
    );
    check_fragment(
        "root:$d",
        "$a",
        "(pattern (G_FNEG $d, $b), \"return ${a};\")",
        expect![[r#"
            2: error: operand 'y' (for parameter 'a' of 'F') cannot be unbound
            2: note: one or more alternatives of 'F' do not bind 'a' to an instruction operand; either use a bound operand or ensure 'F' binds 'a' in all alternatives"#]],
    );
    check_fragment(
        "root:$d",
        "$a",
        "",
        expect!["2: error: the fragment of '__R_match_0' has no alternatives"],
    );
}

#[test]
fn permutations() {
    let text = "def F : GICombinePatFrag<(outs root:$d), (ins $a), [(pattern (G_FNEG $d, $a)), (pattern (G_FABS $d, $a)), (pattern (G_TRUNC $d, $a))]>;
        def R : GICombineRule<(defs root:$x), (match (F $x, $y), (F $y, $z)), (apply (GIReplaceReg $x, $z))>;";
    expect![[r#"
        2: error: cannot emit rule 'R'; 9 permutations would be emitted, but the max is 4
    "#]]
    .assert_eq(&said(text, &[]));
}

#[test]
fn definitions() {
    check_definitions(
        "root:$x, info:$i",
        expect!["1: error: GIDefMatchData can only be used if 'apply' in entirely written in C++"],
    );
    check_definitions(
        "root:$x, root:$y",
        expect!["1: error: Combine rules must have exactly one root"],
    );
    check_definitions(
        "match:$x",
        expect![
            "1: error: Expected a subclass of GIDefKind or a sub-dag whose operator is of type GIDefKindWithArgs"
        ],
    );
}

#[test]
fn groups() {
    let mut text = "def G0 : GICombineRule<(defs root:$x), (match (G_FNEG $x, $y)), (apply (GIReplaceReg $x, $y))>;\n".to_owned();
    for number in 1..=14 {
        let inner = number - 1;
        text += &format!("def G{number} : GICombineGroup<[G{inner}, G{inner}]>;\n");
    }
    text += "def R : GICombineGroup<[G14]>;\n";
    let lines = said(&text, &[]);
    expect!["2: error: groups have more than 16384 members in all"]
        .assert_eq(lines.lines().next_back().unwrap_or_default());
    let text = "def R : GICombineGroup<[]> { let Rules = [R]; }";
    check_before_end(
        &said(text, &[]),
        "\n",
        expect!["1: error: group 'R' contains itself"],
    );
}
