//! Which backend is tried on which root, with which edits.

/// A text and what stands in its place after an edit.
pub type Edit = (&'static str, &'static str);

/// A backend with its options, a root, the folders of its includes, and edits: of a record's name, and of a field.
///
/// Edits keep lengths and orders, for a line may say how long something else is or where it stands.
pub struct Case {
    pub backend: &'static str,
    pub root: &'static str,
    pub folders: &'static [&'static str],
    pub name: Edit,
    pub field: Edit,
}

/// Backends that write what they are given, all of it.
pub const DUMPS: &[&str] = &[
    "print-records",
    "print-detailed-records",
    "dump-json",
    "null-backend",
];

/// Backends for which there is no real root: small ones stand in for them elsewhere.
pub const ROOTLESS: &[&str] = &["print-sets", "gen-automata", "gen-x86-EVEX2VEX-tables"];

/// Backends that write no names of records.
pub const NAMELESS: &[&str] = &[
    "gen-arm-target-def",
    "gen-clang-builtins",
    "gen-clang-comment-command-info",
    "gen-clang-comment-command-list",
    "gen-clang-comment-html-named-character-references",
    "gen-clang-comment-html-tags",
    "gen-clang-comment-html-tags-properties",
    "gen-diag-docs",
    "gen-directive-decl",
    "gen-directive-impl",
    "gen-opt-docs",
    "gen-opt-rst",
];

/// Backends that write names and places of records, but no fields.
pub const FIELDLESS: &[&str] = &[
    "gen-clang-diags-index-name",
    "gen-ctags",
    "print-enums class=Register",
];

/// Those of one root stand together.
#[rustfmt::skip]
pub const CASES: &[Case] = &[
    Case { backend: "gen-arm-target-def", root: "llvm/lib/Target/AArch64/AArch64.td", folders: &["llvm/lib/Target/AArch64", "llvm/include"], name: ("FeatureSSBS", "FeatureSSBT"), field: ("\"ssbs\"", "\"ssbt\"") },
    Case { backend: "gen-attrs", root: "llvm/include/llvm/IR/Attributes.td", folders: &["llvm/include"], name: ("AllocKind", "AllocKint"), field: ("\"allockind\"", "\"allocsort\"") },
    Case { backend: "gen-callingconv", root: "llvm/lib/Target/AVR/AVR.td", folders: &["llvm/lib/Target/AVR", "llvm/include"], name: ("RetCC_AVR_BUILTIN", "RetCC_AVR_BUILTUN"), field: ("CCAssignToStack<2, 1>", "CCAssignToStack<4, 1>") },
    Case { backend: "gen-dfa-packetizer", root: "llvm/lib/Target/AMDGPU/R600.td", folders: &["llvm/lib/Target/AMDGPU", "llvm/include"], name: ("R600_VLIW5_Itin", "R600_VLIW6_Itin"), field: ("InstrItinData<TransALU, [InstrStage<1, [TRANS]>]>", "InstrItinData<TransALU, [InstrStage<1, [ALU_Z]>]>") },
    Case { backend: "gen-clang-basic-reader", root: "clang/include/clang/AST/PropertiesBase.td", folders: &["clang/include/clang/AST", "clang/include"], name: ("TemplateDeclRef", "TemplateDeklRef"), field: ("return TemplateName(declaration);", "return TemplateNama(declaration);") },
    Case { backend: "gen-clang-basic-writer", root: "clang/include/clang/AST/PropertiesBase.td", folders: &["clang/include/clang/AST", "clang/include"], name: ("APSInt", "APXInt"), field: ("node.getKind()", "node.getSort()") },
    Case { backend: "gen-clang-builtins", root: "clang/include/clang/Basic/BuiltinsBPF.td", folders: &["clang/include/clang/Basic", "clang/include"], name: ("BtfTypeID", "BtfKindID"), field: ("\"__builtin_btf_type_id\"", "\"__builtin_btf_kind_id\"") },
    Case { backend: "gen-clang-comment-command-info", root: "clang/include/clang/AST/CommentCommands.td", folders: &["clang/include/clang/AST", "clang/include"], name: ("Brief", "Breef"), field: ("\"details\"", "\"detaals\"") },
    Case { backend: "gen-clang-comment-command-list", root: "clang/include/clang/AST/CommentCommands.td", folders: &["clang/include/clang/AST", "clang/include"], name: ("Brief", "Breef"), field: ("\"brief\"", "\"breef\"") },
    Case { backend: "gen-clang-comment-html-named-character-references", root: "clang/include/clang/AST/CommentHTMLNamedCharacterReferences.td", folders: &["clang/include/clang/AST", "clang/include"], name: ("def : NCR<\"copy\"", "def Copy : NCR<\"copy\""), field: ("\"copy\"", "\"kopy\"") },
    Case { backend: "gen-clang-comment-html-tags", root: "clang/include/clang/AST/CommentHTMLTags.td", folders: &["clang/include/clang/AST", "clang/include"], name: ("Em", "En"), field: ("\"em\"", "\"en\"") },
    Case { backend: "gen-clang-comment-html-tags-properties", root: "clang/include/clang/AST/CommentHTMLTags.td", folders: &["clang/include/clang/AST", "clang/include"], name: ("Em", "En"), field: ("\"hr\"", "\"jr\"") },
    Case { backend: "gen-clang-comment-nodes", root: "clang/include/clang/Basic/CommentNodes.td", folders: &["clang/include/clang/AST", "clang/include"], name: ("TextComment", "TixtComment"), field: ("def HTMLTagComment : CommentNode<InlineContentComment, 1>", "def HTMLTagComment : CommentNode<InlineContentComment>") },
    Case { backend: "gen-clang-data-collectors", root: "clang/include/clang/AST/StmtDataCollectors.td", folders: &["clang/include/clang/AST", "clang/include"], name: ("Expr", "Exqr"), field: ("addData(S->getType());", "addData(S->getTipe());") },
    Case { backend: "gen-clang-decl-nodes", root: "clang/include/clang/Basic/DeclNodes.td", folders: &["clang/include/clang/AST", "clang/include"], name: ("UsingDirective", "UsingDirektive"), field: ("def Label : DeclNode<Named", "def Label : DeclNode<Decl") },
    Case { backend: "gen-clang-diag-groups", root: "clang/include/clang/Basic/Diagnostic.td", folders: &["clang/include/clang/Basic", "clang/include"], name: ("AddressOfTemporary", "AddressOfTemporaru"), field: ("\"address-of-temporary\"", "\"address-of-temporaru\"") },
    Case { backend: "gen-clang-diags-defs", root: "clang/include/clang/Basic/Diagnostic.td", folders: &["clang/include/clang/Basic", "clang/include"], name: ("warn_doc_html_end_forbidden", "warn_doc_html_end_forbiddun"), field: ("\"HTML end tag '%0' is forbidden\"", "\"HTML end tag '%0' is farbidden\"") },
    Case { backend: "gen-clang-diags-index-name", root: "clang/include/clang/Basic/Diagnostic.td", folders: &["clang/include/clang/Basic", "clang/include"], name: ("warn_doc_html_end_forbidden", "warn_doc_html_end_forbiddun"), field: ("\"HTML end tag '%0' is forbidden\"", "\"HTML end tag '%0' is farbidden\"") },
    Case { backend: "gen-diag-docs", root: "clang/include/clang/Basic/Diagnostic.td", folders: &["clang/include/clang/Basic", "clang/include"], name: ("AddressOfTemporary", "AddressOfTemporaru"), field: ("\"HTML end tag '%0' is forbidden\"", "\"HTML end tag '%0' is farbidden\"") },
    Case { backend: "gen-clang-opcodes", root: "clang/lib/AST/Interp/Opcodes.td", folders: &["clang/lib/AST", "clang/include"], name: ("GetPtrGlobal", "GetPtrGlobel"), field: ("\"const RecordDecl *\"", "\"const RekordDecl *\"") },
    Case { backend: "gen-clang-sa-checkers", root: "clang/include/clang/StaticAnalyzer/Checkers/Checkers.td", folders: &["clang/include/clang/StaticAnalyzer/Checkers", "clang/include"], name: ("BitwiseShiftChecker", "BitwiseShiftChecher"), field: ("\"BitwiseShift\"", "\"BitwiseShiftt\"") },
    Case { backend: "gen-clang-stmt-nodes", root: "clang/include/clang/Basic/StmtNodes.td", folders: &["clang/include/clang/AST", "clang/include"], name: ("GotoStmt", "GoteStmt"), field: ("def IndirectGotoStmt : StmtNode<Stmt>", "def IndirectGotoStmt : StmtNode<GotoStmt>") },
    Case { backend: "gen-clang-syntax-node-classes", root: "clang/include/clang/Tooling/Syntax/Nodes.td", folders: &["clang/include/clang/Tooling/Syntax", "clang/include"], name: ("ParenExpression", "ParemExpression"), field: ("Models a parenthesized expression", "Models a parentesized expression") },
    Case { backend: "gen-clang-syntax-node-list", root: "clang/include/clang/Tooling/Syntax/Nodes.td", folders: &["clang/include/clang/Tooling/Syntax", "clang/include"], name: ("ParenExpression", "ParemExpression"), field: ("def ParenExpression : Sequence<Expression>", "def ParenExpression : Sequence<Tree>") },
    Case { backend: "gen-clang-type-nodes", root: "clang/include/clang/Basic/TypeNodes.td", folders: &["clang/include/clang/AST", "clang/include"], name: ("ComplexType", "ComplesType"), field: ("def ComplexType : TypeNode<Type>", "def ComplexType : TypeNode<Type>, LeafType") },
    Case { backend: "gen-clang-type-reader", root: "clang/include/clang/AST/TypeProperties.td", folders: &["clang/include/clang/AST", "clang/include"], name: ("ComplexType", "ComplesType"), field: ("pointeeType", "pointeeTipe") },
    Case { backend: "gen-clang-type-writer", root: "clang/include/clang/AST/TypeProperties.td", folders: &["clang/include/clang/AST", "clang/include"], name: ("ComplexType", "ComplesType"), field: ("node->getPointeeType()", "node->getPointeeTipe()") },
    Case { backend: "gen-ctags", root: "clang/tools/clang-linker-wrapper/LinkerWrapperOpts.td", folders: &["llvm/include"], name: ("cuda_path_EQ", "cuda_pfad_EQ"), field: ("\"Set the system CUDA path\"", "\"Set the system CUDA pfad\"") },
    Case { backend: "gen-opt-parser-defs", root: "clang/tools/clang-linker-wrapper/LinkerWrapperOpts.td", folders: &["llvm/include"], name: ("cuda_path_EQ", "cuda_pfad_EQ"), field: ("\"Set the system CUDA path\"", "\"Set the system CUDA pfad\"") },
    Case { backend: "gen-directive-decl", root: "llvm/include/llvm/Frontend/OpenACC/ACC.td", folders: &["llvm/include"], name: ("ACCC_Auto", "ACCC_Auta"), field: ("\"capture\"", "\"capturu\"") },
    Case { backend: "gen-directive-impl", root: "llvm/include/llvm/Frontend/OpenACC/ACC.td", folders: &["llvm/include"], name: ("ACCC_Auto", "ACCC_Auta"), field: ("\"auto\"", "\"auta\"") },
    Case { backend: "gen-dxil-operation", root: "llvm/lib/Target/DirectX/DXIL.td", folders: &["llvm/include"], name: ("RSqrt", "QSqrt"), field: ("reciprocal of the square root", "reciprokal of the square root") },
    Case { backend: "gen-emitter", root: "llvm/lib/Target/BPF/BPF.td", folders: &["llvm/lib/Target/BPF", "llvm/include"], name: ("BSWAP32", "BSWAP33"), field: ("BPF_ALU64, 32, \"bswap32\"", "BPF_ALU64, 33, \"bswap32\"") },
    Case { backend: "gen-disassembler", root: "llvm/lib/Target/BPF/BPF.td", folders: &["llvm/lib/Target/BPF", "llvm/include"], name: ("BSWAP32", "BSWAP33"), field: ("BPF_ALU64, 32, \"bswap32\"", "BPF_ALU64, 33, \"bswap32\"") },
    Case { backend: "gen-exegesis", root: "llvm/lib/Target/X86/X86.td", folders: &["llvm/lib/Target/X86", "llvm/include"], name: ("PentiumPfmCounters", "PentiumPfmCountess"), field: ("\"L1-ICACHE-LOAD-MISSES\"", "\"L1-ICACHE-LOAD-MISSET\"") },
    Case { backend: "gen-x86-fold-tables asmwriternum=1", root: "llvm/lib/Target/X86/X86.td", folders: &["llvm/lib/Target/X86", "llvm/include"], name: ("MOVZX32rm8", "MOVZX32rm9"), field: ("def MOVZX32rm8 : I<0xB6", "def MOVZX32rm8 : I<0xB5") },
    Case { backend: "gen-x86-instr-mapping", root: "llvm/lib/Target/X86/X86.td", folders: &["llvm/lib/Target/X86", "llvm/include"], name: ("VMOVNTDQArm", "VMOVNTDQBrm"), field: ("def VMOVNTDQArm : SS48I<0x2A", "def VMOVNTDQArm : SS48I<0x2B") },
    Case { backend: "gen-x86-mnemonic-tables asmwriternum=1", root: "llvm/lib/Target/X86/X86.td", folders: &["llvm/lib/Target/X86", "llvm/include"], name: ("VZEROALL", "VZEROALK"), field: ("\"vzeroall\"", "\"vzeroalk\"") },
    Case { backend: "gen-intrinsic-enums", root: "llvm/include/llvm/IR/Intrinsics.td", folders: &["llvm/include"], name: ("int_sin", "int_sim"), field: ("\"llvm.va_start\"", "\"llvm.va_stert\"") },
    Case { backend: "gen-intrinsic-impl", root: "llvm/include/llvm/IR/Intrinsics.td", folders: &["llvm/include"], name: ("int_x86_sse_rcp_ss", "int_x86_sse_rcq_ss"), field: ("\"__builtin_ia32_rcpss\"", "\"__builtin_ia32_rcqss\"") },
    Case { backend: "gen-macro-fusion-pred", root: "llvm/lib/Target/RISCV/RISCV.td", folders: &["llvm/lib/Target/RISCV", "llvm/include"], name: ("TuneZExtHFusion", "TuneZExtIFusion"), field: ("CheckImmOperand<2, 48>", "CheckImmOperand<2, 47>") },
    Case { backend: "gen-compress-inst-emitter", root: "llvm/lib/Target/RISCV/RISCV.td", folders: &["llvm/lib/Target/RISCV", "llvm/include"], name: ("C_LWSP", "C_LWSQ"), field: ("\"c.mv\"", "\"c.mw\"") },
    Case { backend: "gen-pseudo-lowering", root: "llvm/lib/Target/RISCV/RISCV.td", folders: &["llvm/lib/Target/RISCV", "llvm/include"], name: ("PseudoCALLIndirect", "PseudoCALLIndirekt"), field: ("(JALR X1, GPR:$rs1, 0)", "(JALR X1, GPR:$rs1, 1)") },
    Case { backend: "gen-riscv-target-def", root: "llvm/lib/Target/RISCV/RISCV.td", folders: &["llvm/lib/Target/RISCV", "llvm/include"], name: ("GENERIC_RV32", "GENERIK_RV32"), field: ("\"generic-rv32\"", "\"generik-rv32\"") },
    Case { backend: "gen-opt-docs", root: "clang/include/clang/Driver/ClangOptionDocs.td", folders: &["clang/include/clang/Driver", "clang/include", "llvm/include"], name: ("Action_Group", "Aktion_Group"), field: ("Enable colors in diagnostics", "Enable kolors in diagnostics") },
    Case { backend: "gen-opt-rst", root: "llvm/tools/llvm-nm/Opts.td", folders: &["llvm/include"], name: ("defined_only", "defined_omly"), field: ("\"Show only defined symbols\"", "\"Show omly defined symbols\"") },
    Case { backend: "gen-searchable-tables", root: "llvm/lib/Target/AMDGPU/InstCombineTables.td", folders: &["llvm/lib/Target/AMDGPU", "llvm/include"], name: ("AMDGPUImageDMaskIntrinsicTable", "AMDGPUImageDMaskIntrinsicTabli"), field: ("\"getAMDGPUImageDMaskIntrinsic\"", "\"getAMDGPUImageDMaskIntrinsik\"") },
    Case { backend: "gen-subtarget", root: "llvm/lib/Target/Lanai/Lanai.td", folders: &["llvm/lib/Target/Lanai", "llvm/include"], name: ("WriteLDSW", "WriteLDSX"), field: ("let Latency = 4", "let Latency = 5") },
    Case { backend: "gen-vt", root: "llvm/include/llvm/CodeGen/ValueTypes.td", folders: &["llvm/include"], name: ("v3i1", "v3j1"), field: ("def v3i1    : VTVec<3,", "def v3i1    : VTVec<5,") },
    Case { backend: "print-enums class=Register", root: "llvm/lib/Target/Sparc/Sparc.td", folders: &["llvm/lib/Target/Sparc", "llvm/include"], name: ("ASR8", "ASS8"), field: ("\"asr8\"", "\"ass8\"") },
    Case { backend: "gen-register-bank", root: "llvm/lib/Target/Mips/Mips.td", folders: &["llvm/lib/Target/Mips", "llvm/include"], name: ("GPRBRegBank", "GPXBRegBank"), field: ("RegisterBank<\"GPRB\"", "RegisterBank<\"GPXB\"") },
    Case { backend: "gen-register-info", root: "llvm/lib/Target/MSP430/MSP430.td", folders: &["llvm/lib/Target/MSP430", "llvm/include"], name: ("CGB", "CHB"), field: ("MSP430Reg<3,  \"r3\"", "MSP430Reg<7,  \"r3\"") },
];
