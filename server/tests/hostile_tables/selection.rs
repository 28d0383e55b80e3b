//! Patterns for selecting and combining instructions.

use backend_testing::{isel_source, older_source};
use target_model::instructions::GENERIC;

use super::{Case, list, nested, repeat};

pub(super) fn cases() -> Vec<Case> {
    vec![
        ("gen-dag-isel", alternatives(9), "limit of work"),
        ("gen-global-isel", alternatives(8), "limit of work"),
        ("gen-instr-info", alternatives(14), "limit of work"),
        ("gen-dag-isel", doubling_fragments(40), "limit of work"),
        ("gen-dag-isel", variants(60), "limit of work"),
        (
            "gen-fast-isel",
            many_immediates(2000),
            "too many predicates of immediates",
        ),
        ("gen-dag-isel", deep_pattern(300), ""),
        ("gen-dag-isel", same_patterns(1000), ""),
        ("gen-global-isel", imported_patterns(500), ""),
        ("gen-dag-isel", many_modes(60), ""),
        (
            "gen-global-isel-combiner -combiners=C",
            combined_fragments(12, 8),
            "429981696 permutations would be emitted",
        ),
        (
            "gen-global-isel-combiner -combiners=C",
            any_of_opcodes(),
            "limit of work",
        ),
        (
            "gen-global-isel-combiner -combiners=C",
            nested_groups(4000),
            "groups have more than 16384 members",
        ),
        ("gen-semantics", doubling_semantics(40), "limit of work"),
    ]
}

/// Cases that take memory rather than time.
pub(super) fn greedy() -> Vec<Case> {
    let said = "limit of memory";
    vec![
        ("gen-dag-isel", alternatives(14), said),
        ("gen-dag-isel", doubling_fragments(40), said),
        ("gen-semantics", doubling_semantics(40), said),
    ]
}

/// Fragments of three alternatives each, one inside the other.
pub(super) fn alternatives(depth: usize) -> String {
    let dag = nested(depth, "many GPR:$b,", "GPR:$a");
    isel_source(
        GENERIC,
        &format!(
            "def many : PatFrags<(ops node:$a, node:$b), [(add $a, $b), (mul $a, $b), (and $a, $b)]>;\n\
             def MANY : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b)>;\n\
             def : Pat<(i32 {dag}), (MANY GPR:$a, GPR:$b)>;\n"
        ),
    )
}

/// Fragments that name the one before twice.
pub(super) fn doubling_fragments(depth: usize) -> String {
    let line = |i: usize| {
        let before = i
            .checked_sub(1)
            .map_or("add".to_owned(), |it| format!("frag{it}"));
        format!(
            "def frag{i} : PatFrag<(ops node:$a, node:$b), ({before} ({before} $a, $b), $b)>;\n"
        )
    };
    let last = depth - 1;
    isel_source(
        GENERIC,
        &format!(
            "{}def MANY : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b)>;\n\
             def : Pat<(i32 (frag{last} GPR:$a, GPR:$b)), (MANY GPR:$a, GPR:$b)>;\n",
            repeat(depth, line)
        ),
    )
}

/// Nested commutative operators.
fn variants(depth: usize) -> String {
    let dag = (0..depth).fold("GPR:$x".to_owned(), |dag, i| {
        format!("(add {dag}, (mul GPR:$a{i}, GPR:$b{i}))")
    });
    let ins = list(depth, |i| format!("GPR:$a{i}, GPR:$b{i}"));
    let given = list(depth, |i| format!("GPR:$a{i}, GPR:$b{i}"));
    isel_source(
        GENERIC,
        &format!(
            "def MANY : Inst<(outs GPR:$d), (ins GPR:$x, {ins})>;\n\
             def : Pat<(i32 {dag}), (MANY GPR:$x, {given})>;\n"
        ),
    )
}

/// Patterns with a condition on a number, each another.
fn many_immediates(count: usize) -> String {
    isel_source(
        GENERIC,
        &format!(
            "foreach i = 0...{} in {{ def small#i : ImmLeaf<i32, [{{return Imm == 1;}}]>;\n\
             def ADD#i : Inst<(outs GPR:$d), (ins GPR:$a, i32imm:$b), [(set GPR:$d, (add GPR:$a, (!cast<ImmLeaf>(\"small\"#i) :$b)))]>; }}\n",
            count - 1
        ),
    )
}

/// A pattern of a node in a node.
fn deep_pattern(depth: usize) -> String {
    isel_source(
        GENERIC,
        &format!(
            "def ONE : Inst<(outs GPR:$d), (ins GPR:$a)>;\ndef : Pat<(i32 {}), (ONE GPR:$a)>;\n",
            nested(depth, "sub GPR:$a,", "GPR:$a")
        ),
    )
}

/// The same pattern again and again.
fn same_patterns(count: usize) -> String {
    let dag = nested(20, "sub GPR:$a,", "GPR:$a");
    isel_source(
        GENERIC,
        &format!(
            "def ONE : Inst<(outs GPR:$d), (ins GPR:$a)>;\n\
             foreach i = 0...{} in def : Pat<(i32 {dag}), (ONE GPR:$a)>;\n",
            count - 1
        ),
    )
}

/// The same, matching a generic instruction.
fn imported_patterns(count: usize) -> String {
    same_patterns(count)
        + "class GINodeEquiv<Instruction i, SDNode node> { Instruction I = i; SDNode Node = node; bit CheckMMOIsNonAtomic = false; \
           bit CheckMMOIsAtomic = false; Instruction IfSignExtend = ?; Instruction IfZeroExtend = ?; Instruction IfConvergent = ?; Instruction IfFloatingPoint = ?; }\n\
           class GIComplexPatternEquiv; class GICustomOperandRenderer; class GISDNodeXFormEquiv; class GIComplexOperandMatcher;\n\
           def : GINodeEquiv<G_SUB, sub>;\n"
}

/// Patterns with types that each mode has another of.
fn many_modes(count: usize) -> String {
    let modes = list(count, |i| format!("M{i}"));
    let types = list(count, |i| if i % 2 == 0 { "i32" } else { "i64" }.to_owned());
    isel_source(
        GENERIC,
        &format!(
            "{}def XVT : ValueTypeByHwMode<[{modes}], [{types}]>;\ndef X : Regs<[XVT], (add R0)>;\n\
             def ONE : Inst<(outs X:$d), (ins X:$a)>;\n\
             foreach i = 0...400 in def : Pat<(XVT (add X:$a, (mul X:$a, (and X:$a, X:$a)))), (ONE X:$a)>;\n",
            repeat(count, |i| format!("def M{i} : HwMode<\"+m{i}\", []>;\n"))
        ),
    )
}

const COMBINER: &str = include_str!("../../../backends/isel/src/combiner/tests/classes.td");

/// `rules` after the classes of rules, and a combiner of one of them.
fn combiner(rules: &str, last: &str) -> String {
    let names = ["G_ADD", "G_MUL", "G_FNEG"];
    let generic: Vec<_> = GENERIC
        .iter()
        .filter(|it| !names.contains(it))
        .copied()
        .collect();
    backend_testing::target_source(
        &generic,
        &format!(
            "{COMBINER}def G_ADD : Generic<(outs type0:$d), (ins type0:$a, type0:$b)>;\n\
             def G_MUL : Generic<(outs type0:$d), (ins type0:$a, type0:$b)>;\n\
             def G_FNEG : Generic<(outs type0:$d), (ins type0:$a)>;\n{rules}\ndef C : GICombiner<[{last}]>;\n"
        ),
    )
}

/// Fragments of many alternatives, several of them in one rule.
fn combined_fragments(alternatives: usize, uses: usize) -> String {
    let all = list(alternatives, |_| "(pattern (G_ADD $d, $a, $a))".to_owned());
    let used = list(uses, |i| format!("(many $x{i}, $x{})", i + 1));
    combiner(
        &format!(
            "def many : GICombinePatFrag<(outs root:$d), (ins $a), [{all}]>;\n\
             def R : GICombineRule<(defs root:$x0), (match {used}), (apply (GIReplaceReg $x0, $x{uses}))> {{ let MaxPermutations = -1; }}"
        ),
        "R",
    )
}

/// A rule for each of all generic instructions.
fn any_of_opcodes() -> String {
    let all = list(3000, |_| "G_ADD".to_owned());
    combiner(
        &format!(
            "foreach i = 0...500 in def R#i : GICombineRule<(defs root:$x), (match (wip_match_opcode {all}):$x, [{{ return true; }}]), (apply [{{ }}])>;"
        ),
        &list(500, |i| format!("R{i}")),
    )
}

/// A group of rules in a group.
fn nested_groups(depth: usize) -> String {
    let group = |i: usize| format!("def G{} : GICombineGroup<[G{i}, G{i}]>;\n", i + 1);
    combiner(
        &format!(
            "def G0 : GICombineRule<(defs root:$x), (match (G_FNEG $x, $y), (G_FNEG $y, $z)), (apply (GIReplaceReg $x, $z))>;\n{}",
            repeat(depth, group)
        ),
        &format!("G{depth}"),
    )
}

/// Fragments of an older release that name the one before twice.
fn doubling_semantics(depth: usize) -> String {
    let line = |i: usize| {
        let before = i
            .checked_sub(1)
            .map_or("plus".to_owned(), |it| format!("frag{it}"));
        format!(
            "def frag{i} : PatFrag<(ops node:$a, node:$b), ({before} ({before} node:$a, node:$b), node:$b)>;\n"
        )
    };
    older_source(&format!(
        "{}def I : Instruction {{ let Namespace = \"Toy\"; let OutOperandList = (outs GPR:$d); let InOperandList = (ins GPR:$a, GPR:$b); \
         let Pattern = [(set GPR:$d, (frag{} GPR:$a, GPR:$b))]; }}\n",
        repeat(depth, line),
        depth - 1
    ))
}
