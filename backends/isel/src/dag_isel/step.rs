//! The steps of matchers.

use backend::id;
use elaborate::symbol::Sym;
use pattern_model::{ComplexPatternId, FragmentId, PatternId, SdNodeId, TransformId};
use target_model::instructions::InstructionId;
use target_model::registers::RegisterId;
use target_model::value_types::ValueType;

id! {
    /// The id of a separately stored list of integers, for example of slots.
    pub struct List;
    /// The id of a [`NewNode`].
    pub struct NewNodeId;
    /// The id of a [`ComplexCheck`].
    pub struct ComplexCheckId;
    /// The id of a scope's list of matchers.
    pub struct ScopeId;
    /// The id of the cases of a switch over opcodes.
    pub struct OpcodeCasesId;
    /// The id of the cases of a switch over types.
    pub struct TypeCasesId;
}

/// A step of a matcher. The variants are named after the opcodes of the generated table. There are millions of steps,
/// so large operands are stored separately.
///
/// A slot is the number of a recorded value. `result` is the slot of a new value. `what` is the purpose of a recorded
/// value, for a comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// Tries matchers one after another until one matches.
    Scope(ScopeId),
    RecordNode {
        slot: u32,
        what: Sym,
    },
    RecordChild {
        child: u8,
        slot: u32,
        what: Sym,
    },
    RecordMemRef,
    CaptureGlueInput,
    MoveChild(u32),
    /// Moves to another child of the parent node.
    MoveSibling(u32),
    MoveParent,
    /// Checks that the node is the node recorded in a slot.
    CheckSame(u32),
    CheckChildSame {
        child: u8,
        slot: u32,
    },
    /// Checks a C++ condition for the whole pattern.
    CheckPatternPredicate(Sym),
    /// Checks a C++ predicate on the node. `arguments` is a list of slots.
    CheckPredicate {
        fragment: FragmentId,
        arguments: List,
    },
    CheckOpcode(SdNodeId),
    SwitchOpcode(OpcodeCasesId),
    CheckType {
        ty: ValueType,
        result: u32,
    },
    SwitchType(TypeCasesId),
    CheckChildType {
        child: u8,
        ty: ValueType,
    },
    CheckInteger(Int),
    CheckChildInteger {
        child: u8,
        value: Int,
    },
    CheckCondCode(Sym),
    /// Checks that child 2 is this condition code.
    CheckChild2CondCode(Sym),
    CheckValueType(ValueType),
    CheckComplexPat(ComplexCheckId),
    CheckAndImm(Int),
    CheckOrImm(Int),
    CheckImmAllOnesV,
    CheckImmAllZerosV,
    CheckFoldableChainNode,
    EmitInteger {
        value: Int,
        ty: ValueType,
        result: u32,
    },
    /// Emits an integer that has a name in C++.
    EmitStringInteger {
        name: Sym,
        value: u16,
        result: u32,
    },
    /// Emits a register; `None` emits the number 0, which denotes no register.
    EmitRegister {
        register: Option<RegisterId>,
        ty: ValueType,
        result: u32,
    },
    EmitConvertToTarget {
        slot: u32,
        result: u32,
    },
    /// Merges the chains of the nodes in the slots.
    EmitMergeInputChains(List),
    EmitCopyToReg {
        slot: u32,
        register: RegisterId,
    },
    EmitNode(NewNodeId),
    EmitNodeXForm {
        slot: u32,
        transform: TransformId,
        result: u32,
    },
    /// Replaces the results of the matched node by the values in the slots `results`.
    CompleteMatch {
        results: List,
        pattern: PatternId,
    },
    /// Converts the matched node to a new node.
    MorphNodeTo {
        node: NewNodeId,
        pattern: PatternId,
    },
}

/// A 64-bit integer with an alignment of 4 bytes, which keeps steps small.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Int([u32; 2]);

impl Int {
    pub(super) fn new(value: i64) -> Int {
        Int([value as u32, (value >> 32) as u32])
    }

    pub(super) fn get(self) -> i64 {
        i64::from(self.0[1] as i32) << 32 | i64::from(self.0[0])
    }
}

/// A node of a pattern's result. A step creates the node.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewNode {
    pub instruction: InstructionId,
    /// The indices of the node's value types.
    pub types: List,
    /// The slots of the node's operands.
    pub operands: List,
    pub has_chain: bool,
    pub has_glue_input: bool,
    pub has_glue_output: bool,
    pub has_mem_refs: bool,
    /// The number of fixed operands of the matched node if its variadic operands are copied to the new node; `None` if
    /// they are not copied.
    pub variadic_after: Option<u32>,
    /// The slot of the first result.
    pub first_result: u32,
}

impl NewNode {
    /// Whether the node has a chain, a glue input, a glue output and memory references, each with the flag in the
    /// generated code.
    pub(super) fn flags(&self) -> [(bool, &'static str); 4] {
        [
            (self.has_chain, "|OPFL_Chain"),
            (self.has_glue_input, "|OPFL_GlueInput"),
            (self.has_glue_output, "|OPFL_GlueOutput"),
            (self.has_mem_refs, "|OPFL_MemRefs"),
        ]
    }
}

/// A check by a complex pattern.
#[derive(Clone, Copy, Debug)]
pub(super) struct ComplexCheck {
    pub pattern: ComplexPatternId,
    /// The slot of the checked node.
    pub slot: u32,
    /// The name of the node in the pattern, for a comment.
    pub name: Sym,
    /// The slot of the first resulting value.
    pub first_result: u32,
}

/// The numbers by which the ids of separately stored operands increase when these operands are appended to the
/// operands of other steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shift {
    pub lists: u32,
    pub new_nodes: u32,
    pub complex_checks: u32,
}

/// Declares the enum `StepKind`, whose variants have the names of the steps, and the conversion from steps to kinds.
macro_rules! kinds {
    ($($kind:ident,)*) => {
        /// The kinds of steps, in the order of the statistics at the end of a table.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum StepKind {
            $($kind,)*
        }

        impl StepKind {
            /// All kinds, in the order of their declaration.
            pub(crate) const ALL: &[StepKind] = &[$(StepKind::$kind,)*];
        }

        impl Step {
            pub(crate) fn kind(self) -> StepKind {
                match self {
                    $(Step::$kind { .. } => StepKind::$kind,)*
                }
            }
        }
    };
}

kinds! {
    Scope,
    RecordNode,
    RecordChild,
    RecordMemRef,
    CaptureGlueInput,
    MoveChild,
    MoveSibling,
    MoveParent,
    CheckSame,
    CheckChildSame,
    CheckPatternPredicate,
    CheckPredicate,
    CheckOpcode,
    SwitchOpcode,
    CheckType,
    SwitchType,
    CheckChildType,
    CheckInteger,
    CheckChildInteger,
    CheckCondCode,
    CheckChild2CondCode,
    CheckValueType,
    CheckComplexPat,
    CheckAndImm,
    CheckOrImm,
    CheckImmAllOnesV,
    CheckImmAllZerosV,
    CheckFoldableChainNode,
    EmitInteger,
    EmitStringInteger,
    EmitRegister,
    EmitConvertToTarget,
    EmitMergeInputChains,
    EmitCopyToReg,
    EmitNode,
    EmitNodeXForm,
    CompleteMatch,
    MorphNodeTo,
}

impl Step {
    /// The same step, with the ids of its separately stored operands increased by `by`.
    pub(super) fn shifted(self, by: Shift) -> Step {
        let list = |it: List| List(it.0 + by.lists);
        let node = |it: NewNodeId| NewNodeId(it.0 + by.new_nodes);
        match self {
            Step::CheckPredicate {
                fragment,
                arguments,
            } => Step::CheckPredicate {
                fragment,
                arguments: list(arguments),
            },
            Step::CheckComplexPat(check) => {
                Step::CheckComplexPat(ComplexCheckId(check.0 + by.complex_checks))
            }
            Step::EmitMergeInputChains(slots) => Step::EmitMergeInputChains(list(slots)),
            Step::EmitNode(new) => Step::EmitNode(node(new)),
            Step::CompleteMatch { results, pattern } => Step::CompleteMatch {
                results: list(results),
                pattern,
            },
            Step::MorphNodeTo { node: new, pattern } => Step::MorphNodeTo {
                node: node(new),
                pattern,
            },
            _ => self,
        }
    }

    /// Whether the step is a check that neither records values nor moves to another node.
    pub(super) fn is_simple_check(self) -> bool {
        matches!(
            self,
            Step::CheckSame(_)
                | Step::CheckChildSame { .. }
                | Step::CheckPatternPredicate(_)
                | Step::CheckPredicate { .. }
                | Step::CheckOpcode(_)
                | Step::CheckType { .. }
                | Step::CheckChildType { .. }
                | Step::CheckInteger(_)
                | Step::CheckChildInteger { .. }
                | Step::CheckCondCode(_)
                | Step::CheckChild2CondCode(_)
                | Step::CheckValueType(_)
                | Step::CheckAndImm(_)
                | Step::CheckOrImm(_)
                | Step::CheckImmAllOnesV
                | Step::CheckImmAllZerosV
                | Step::CheckFoldableChainNode
        )
    }

    /// Whether a simple check that follows this step may be moved before the step.
    pub(super) fn lets_checks_pass(self) -> bool {
        self.is_simple_check() || matches!(self, Step::RecordNode { .. } | Step::RecordChild { .. })
    }
}
