//! The actions of a rule.

use backend::RecordId;
use elaborate::symbol::Sym;
use rustc_hash::FxHashSet;
use target_model::instructions::InstructionId;

use super::{RegisterType, Renderer};

/// The id of an action in its rule. An id remains valid when other actions are inserted before the action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ActionId(pub(super) u32);

impl ActionId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// An action of a rule. Matched instructions and new instructions are numbered separately.
#[derive(Debug)]
pub(crate) enum Action {
    /// Writes a comment in the table.
    Comment(String),
    Build(Build),
    /// Builds a constant in a new register.
    BuildConstant {
        register: u32,
        value: i64,
    },
    /// Erases a matched instruction.
    Erase(u32),
    /// Replaces a register that an instruction defines.
    Replace {
        instruction: u32,
        operand: u32,
        with: Replacement,
    },
    /// Constrains the operands of a new instruction to the register classes in its definition.
    Constrain(u32),
    /// Constrains one operand of a new instruction to a register class.
    ConstrainTo {
        instruction: u32,
        operand: u32,
        class: Sym,
    },
    MakeRegister {
        register: u32,
        ty: RegisterType,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Replacement {
    /// A register that the rule created.
    Made(u32),
    /// An operand of a matched instruction.
    Operand { instruction: u32, operand: u32 },
}

/// The action that builds an instruction, or that changes a matched instruction in place.
#[derive(Debug)]
pub(crate) struct Build {
    pub number: u32,
    pub opcode: InstructionId,
    /// Whether the instruction may access memory.
    pub accesses_memory: bool,
    pub renderers: Vec<Renderer>,
    /// The matched instruction that is changed in place; `None` if a new instruction is built.
    pub changed: Option<u32>,
    /// The implicitly defined registers that are dead.
    pub dead: FxHashSet<RecordId>,
    /// The matched instructions whose flags are copied.
    pub copied_flags: Vec<u32>,
    pub set_flags: Vec<Sym>,
    pub unset_flags: Vec<Sym>,
}

impl Build {
    pub(crate) fn new(number: u32, opcode: InstructionId, accesses_memory: bool) -> Build {
        Build {
            number,
            opcode,
            accesses_memory,
            renderers: Vec::new(),
            changed: None,
            dead: FxHashSet::default(),
            copied_flags: Vec::new(),
            set_flags: Vec::new(),
            unset_flags: Vec::new(),
        }
    }

    pub(crate) fn render(&mut self, renderer: Renderer) {
        self.renderers.push(renderer);
    }
}
