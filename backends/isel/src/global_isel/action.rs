//! What a rule does once it has found something.

use backend::RecordId;
use elaborate::symbol::Sym;
use rustc_hash::FxHashSet;
use target_model::instructions::InstructionId;

use super::{RegisterType, Renderer};

/// The number of an action in its rule. Actions keep their numbers when others are put before them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ActionId(pub(super) u32);

impl ActionId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// One thing that a rule does. Instructions that it found and those that it builds are numbered each on their own.
#[derive(Debug)]
pub(crate) enum Action {
    /// A comment in the table.
    Comment(String),
    Build(Build),
    /// It makes a constant in a register that it made.
    BuildConstant {
        register: u32,
        value: i64,
    },
    /// It erases an instruction that it found.
    Erase(u32),
    /// It puts something in the place of a register that an instruction defines.
    Replace {
        instruction: u32,
        operand: u32,
        with: Replacement,
    },
    /// It gives the operands of an instruction that it built the classes that its definition asks for.
    Constrain(u32),
    /// It gives one operand this class.
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

/// What a register is replaced with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Replacement {
    /// A register that the rule made.
    Made(u32),
    /// An operand of an instruction that it found.
    Operand { instruction: u32, operand: u32 },
}

/// A new instruction, or one that is changed into it.
#[derive(Debug)]
pub(crate) struct Build {
    pub number: u32,
    pub opcode: InstructionId,
    /// Whether it does something in memory, as far as anybody knows.
    pub accesses_memory: bool,
    pub renderers: Vec<Renderer>,
    /// The instruction whose opcode is changed, if that does it.
    pub changed: Option<u32>,
    /// Implicitly defined registers that are dead.
    pub dead: FxHashSet<RecordId>,
    /// The instructions whose flags it takes over.
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
