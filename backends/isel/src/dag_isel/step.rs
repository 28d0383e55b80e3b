//! The steps of matchers.

use backend::id;
use elaborate::symbol::Sym;
use pattern_model::{ComplexPatternId, FragmentId, PatternId, SdNodeId, TransformId};
use target_model::instructions::InstructionId;
use target_model::registers::RegisterId;
use target_model::value_types::ValueType;

id! {
    /// The number of a list of numbers.
    pub struct List;
    /// The number of a [`NewNode`].
    pub struct NewNodeId;
    /// The number of a [`ComplexCheck`].
    pub struct ComplexCheckId;
    /// The number of the matchers of a scope.
    pub struct ScopeId;
    /// The number of the cases of a switch over opcodes.
    pub struct OpcodeCasesId;
    /// The number of the cases of a switch over types.
    pub struct TypeCasesId;
}

/// A step of a matcher, named as in the table. There are millions of them, so large operands are stored separately.
///
/// A slot is the number of a recorded value, a result the slot of a new one. Records have a comment with their purpose.
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
    /// To another child of the node above.
    MoveSibling(u32),
    MoveParent,
    /// Whether the node is the one in a slot.
    CheckSame(u32),
    CheckChildSame {
        child: u8,
        slot: u32,
    },
    /// A C++ condition for the whole pattern.
    CheckPatternPredicate(Sym),
    /// The arguments are slots.
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
    /// The condition that is child 2.
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
    /// A number that has a name in C++.
    EmitStringInteger {
        name: Sym,
        value: u16,
        result: u32,
    },
    /// `None` is no register.
    EmitRegister {
        register: Option<RegisterId>,
        ty: ValueType,
        result: u32,
    },
    EmitConvertToTarget {
        slot: u32,
        result: u32,
    },
    /// The chains of the nodes in some slots become one.
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
    /// The values in some slots replace the results of the matched node.
    CompleteMatch {
        results: List,
        pattern: PatternId,
    },
    /// The matched node becomes a new one.
    MorphNodeTo {
        node: NewNodeId,
        pattern: PatternId,
    },
}

/// A number of 64 bits without alignment, which keeps steps small.
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

/// A node of the result.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewNode {
    pub instruction: InstructionId,
    /// The numbers of its value types.
    pub types: List,
    /// Slots.
    pub operands: List,
    pub has_chain: bool,
    pub has_glue_input: bool,
    pub has_glue_output: bool,
    pub has_mem_refs: bool,
    /// For a copy of the matched node's variadic operands: the number of its fixed ones.
    pub variadic_after: Option<u32>,
    /// The slot of the first result.
    pub first_result: u32,
}

impl NewNode {
    /// Its chain, glue and memory operands, in the words of the generated code.
    pub(super) fn flags(&self) -> [(bool, &'static str); 4] {
        [
            (self.has_chain, "|OPFL_Chain"),
            (self.has_glue_input, "|OPFL_GlueInput"),
            (self.has_glue_output, "|OPFL_GlueOutput"),
            (self.has_mem_refs, "|OPFL_MemRefs"),
        ]
    }
}

/// A test by a complex pattern.
#[derive(Clone, Copy, Debug)]
pub(super) struct ComplexCheck {
    pub pattern: ComplexPatternId,
    /// Of the tested node.
    pub slot: u32,
    /// The name of the node in the pattern, for a comment.
    pub name: Sym,
    /// The slot of the first value of a match.
    pub first_result: u32,
}

/// The increase of the numbers of separately stored operands when they are added to others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shift {
    pub lists: u32,
    pub new_nodes: u32,
    pub complex_checks: u32,
}

/// Declares the enum of kinds, and the conversion from steps, which have the same names.
macro_rules! kinds {
    ($($kind:ident,)*) => {
        /// The kinds of steps, in the order of the statistics at the end of a table.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum StepKind {
            $($kind,)*
        }

        impl StepKind {
            /// In order.
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
    /// The same step with its separately stored operands renumbered.
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

    /// Whether it is a test that neither records anything nor moves to another node.
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

    /// Whether a simple check after it may be moved before it.
    pub(super) fn lets_checks_pass(self) -> bool {
        self.is_simple_check() || matches!(self, Step::RecordNode { .. } | Step::RecordChild { .. })
    }
}
