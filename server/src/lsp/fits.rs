//! Which tables make sense of a unit: those of whose classes it has records.

use elaborate::records::Records;

/// Backends by the beginnings of their names, with the classes of which they need a record, each. The longest beginning
/// counts; one without classes makes something of any records.
const NEEDS: [(&str, &[&str]); 63] = [
    ("dump-json", &[]),
    ("gen-arm-bf16", &["Operation"]),
    ("gen-arm-cde", &["CDEIntrinsic"]),
    ("gen-arm-fp16", &["Inst", "Operation"]),
    ("gen-arm-mve", &["Intrinsic", "PrimitiveType"]),
    ("gen-arm-neon", &["Inst", "Operation"]),
    ("gen-arm-sme", &["Inst", "EltType"]),
    ("gen-arm-sve", &["Inst", "EltType"]),
    (
        "gen-arm-target-def",
        &["SubtargetFeature", "ProcessorModel"],
    ),
    ("gen-arm-vector-type", &["Inst", "Operation"]),
    ("gen-asm-", &["Instruction", "Target"]),
    ("gen-attr-docs", &["Attr", "Documentation"]),
    ("gen-attrs", &["EnumAttr"]),
    ("gen-automata", &["GenericAutomaton"]),
    ("gen-callingconv", &["CallingConv"]),
    ("gen-clang-attr-", &["Attr", "Spelling"]),
    ("gen-clang-basic-", &["PropertyType"]),
    ("gen-clang-builtins", &["Builtin"]),
    ("gen-clang-comment-command-", &["Command"]),
    ("gen-clang-comment-html-named-", &["NCR"]),
    ("gen-clang-comment-html-tags", &["Tag"]),
    ("gen-clang-comment-nodes", &["CommentNode"]),
    ("gen-clang-data-collectors", &[]),
    ("gen-clang-decl-nodes", &["DeclNode"]),
    ("gen-clang-diag", &["Diagnostic"]),
    ("gen-clang-opcodes", &["Opcode"]),
    ("gen-clang-opencl-", &["Builtin", "GenericType"]),
    ("gen-clang-regular-keyword-attr-info", &["Attr", "Spelling"]),
    ("gen-clang-sa-checkers", &["Checker"]),
    ("gen-clang-stmt-nodes", &["StmtNode"]),
    ("gen-clang-syntax-", &["NodeType"]),
    ("gen-clang-test-pragma-", &["Attr", "Spelling"]),
    ("gen-clang-type-nodes", &["TypeNode"]),
    ("gen-clang-type-reader", &["PropertyType", "TypeNode"]),
    ("gen-clang-type-writer", &["PropertyType", "TypeNode"]),
    ("gen-compress-inst-emitter", &["CompressPat"]),
    ("gen-ctags", &[]),
    ("gen-dag-isel", &["Instruction", "SDNode", "Target"]),
    ("gen-dfa-packetizer", &["ProcessorItineraries", "Target"]),
    ("gen-diag-docs", &["Diagnostic"]),
    ("gen-directive-", &["DirectiveLanguage"]),
    ("gen-disassembler", &["Instruction", "Target"]),
    ("gen-dxil-operation", &["DXILOpMapping"]),
    ("gen-emitter", &["Instruction", "Target"]),
    ("gen-exegesis", &["Target", "ProcPfmCounters"]),
    ("gen-fast-isel", &["Instruction", "SDNode", "Target"]),
    ("gen-global-isel", &["Instruction", "GINodeEquiv", "Target"]),
    ("gen-global-isel-combiner", &["GICombiner"]),
    ("gen-instr-", &["Instruction", "Target"]),
    ("gen-intrinsic-", &["Intrinsic", "IIT_Base"]),
    ("gen-macro-fusion-pred", &["Fusion"]),
    ("gen-opt-", &["Option"]),
    ("gen-pseudo-lowering", &["PseudoInstExpansion"]),
    ("gen-register-bank", &["RegisterBank"]),
    ("gen-register-info", &["Register", "Target"]),
    ("gen-riscv-", &["RVVBuiltin"]),
    ("gen-riscv-target-def", &["RISCVExtension"]),
    ("gen-searchable-tables", &[]),
    ("gen-semantics", &["Semantics"]),
    ("gen-subtarget", &["Target"]),
    ("gen-vt", &["ValueType"]),
    ("gen-x86-", &["X86Inst"]),
    ("print-sets", &["Set"]),
];

/// Names of classes of which any will do.
const ANY_OF: [(&str, &[&str]); 1] = [(
    "gen-searchable-tables",
    &[
        "GenericEnum",
        "GenericTable",
        "SearchableTable",
        "SearchIndex",
    ],
)];

/// Whether a unit has what a backend makes its table of. Of one that nobody knows here that is always so.
pub(super) fn fits(backend: &str, records: &Records) -> bool {
    let has = |class: &&str| !records.derived_if_defined(class).is_empty();
    if let Some((_, any)) = ANY_OF.iter().find(|it| it.0 == backend) {
        return any.iter().any(has);
    }
    needs(backend).is_none_or(|classes| classes.iter().all(has))
}

fn needs(backend: &str) -> Option<&'static [&'static str]> {
    let known = NEEDS.iter().filter(|it| backend.starts_with(it.0));
    known.max_by_key(|it| it.0.len()).map(|it| it.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_each_backend_needs_is_known() {
        const ANY: [&str; 4] = [
            "null-backend",
            "print-detailed-records",
            "print-enums",
            "print-records",
        ];
        let unknown = backends::all().map(|it| it.name());
        let unknown = unknown.filter(|it| needs(it).is_none() && !ANY.contains(it));
        assert_eq!(unknown.collect::<Vec<_>>(), Vec::<&str>::new());
        let of_none = NEEDS
            .iter()
            .filter(|it| !backends::all().any(|b| b.name().starts_with(it.0)));
        assert_eq!(of_none.count(), 0);
    }

    #[test]
    fn the_longest_beginning_counts() {
        assert_eq!(needs("gen-riscv-vector-header"), Some(&["RVVBuiltin"][..]));
        assert_eq!(needs("gen-riscv-target-def"), Some(&["RISCVExtension"][..]));
    }
}
