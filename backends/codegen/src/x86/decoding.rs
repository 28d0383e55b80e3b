//! The tables of X86's decoder: the instruction for a context, an opcode and a ModRM byte.

use std::collections::BTreeMap;

use backend::{Context, Fatal, Model, Rec, bail};
use elaborate::records::Release;
use elaborate::sym;
use rustc_hash::FxHashMap;

use super::attributes::Attributes;
use super::context_table::contexts;
use super::contexts::{ContextId, Contexts, Ignored, Mode};
use super::instruction::{Form, X86Instruction, size};
use super::operands::{OperandSet, operands};
use crate::instructions::{InstructionId, Instructions};

/// The number of opcode maps.
pub const MAPS: usize = 12;
/// The number of opcodes in a map.
pub const OPCODES: usize = 256;

/// The id of the instruction for each value of the ModRM byte; 0 if there is no instruction.
pub type Decision = [u16; 256];

/// The decision for each opcode of a map; `None` if there are no instructions with the opcode.
pub type OpcodeDecisions = [Option<Box<Decision>>; OPCODES];

/// The part of the ModRM byte that distinguishes the instructions of a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecisionKind {
    /// No part: all values of ModRM have the same instruction.
    One,
    /// Whether ModRM refers to a register or to memory.
    Split,
    /// All bits if ModRM refers to a register, and the middle bits if it refers to memory.
    SplitMiscellaneous,
    /// Whether ModRM refers to a register or to memory, and in both cases the middle bits.
    SplitRegister,
    /// All bits of ModRM.
    Full,
}

/// The decoder's description of an instruction. Instructions that are not decoded have no operands.
#[derive(Clone, Debug)]
pub struct Specifier {
    /// Whether the instruction itself is decoded.
    pub is_decoded: bool,
    /// The encodings and types of the instruction's operands.
    pub operands: OperandSet,
    context: ContextId,
}

/// The first place in the tables at which two instructions conflict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// The opcode that both have.
    pub opcode: u8,
    /// The name of the context that both have.
    pub context: &'static str,
}

impl Conflict {
    /// The reason why a decoder cannot tell the two instructions apart, for editors.
    pub fn why(self) -> String {
        let Conflict { opcode, context } = self;
        format!("both have opcode {opcode:#04x} in the context {context}")
    }
}

/// All of the decoder's tables.
///
/// Instructions are read in the order of their ids. The first invalid instruction ends the construction with an error.
/// If two instructions with the same context have the same bytes, the conflict is reported with the reference's
/// message. Callers that write the tables treat a conflict as an error.
pub struct DecoderTables {
    /// The specifiers of instructions, indexed by id, up to the last instruction of class `X86Inst`.
    pub specifiers: Vec<Specifier>,
    /// The pairs of instructions that have the same bytes in the same context.
    pub conflicts: BTreeMap<[InstructionId; 2], Conflict>,
    /// The contexts of the release, with their ranks.
    pub contexts: Vec<(&'static str, u8)>,
    /// The release whose decoder reads the tables.
    pub release: Release,
    /// The attributes that the decoder of the release knows. They determine the context.
    pub attributes: Attributes,
    decisions: FxHashMap<(u8, ContextId), Box<OpcodeDecisions>>,
}

impl Model for DecoderTables {
    fn build(cx: &Context) -> Result<DecoderTables, Fatal> {
        let instructions = cx.model::<Instructions>()?;
        let mut builder = Builder {
            cx,
            instructions: &instructions,
            contexts: Contexts::new(cx.release()),
            tables: DecoderTables {
                specifiers: Vec::new(),
                conflicts: BTreeMap::new(),
                contexts: contexts(cx.release()),
                release: cx.release(),
                attributes: Attributes::known(cx.release()),
                decisions: FxHashMap::default(),
            },
        };
        for (id, _) in instructions.iter() {
            builder.add(id)?;
        }
        Ok(builder.tables)
    }
}

impl DecoderTables {
    /// The decisions for the opcodes of a map in a context; `None` if the map has no instructions in the context.
    pub fn decisions(&self, map: usize, context: usize) -> Option<&OpcodeDecisions> {
        let key = (map as u8, ContextId(context as u8));
        self.decisions.get(&key).map(|it| &**it)
    }
}

impl DecisionKind {
    /// The simplest kind that represents the whole decision.
    pub fn new(decision: &Decision) -> DecisionKind {
        let all = |is_so: &dyn Fn(usize, u16) -> bool| {
            let mut values = decision.iter().enumerate();
            values.all(|(at, id)| is_so(at, *id))
        };
        let names_register = |at: usize| at >= 0xC0;
        if all(&|_, id| id == decision[0]) {
            return DecisionKind::One;
        }
        let half = |at| if names_register(at) { 0xC0 } else { 0 };
        if all(&|at, id| id == decision[half(at)]) {
            return DecisionKind::Split;
        }
        let in_memory = all(&|at, id| names_register(at) || id == decision[at & 0x38]);
        let in_register = all(&|at, id| !names_register(at) || id == decision[at & 0xF8]);
        match (in_memory, in_register) {
            (true, true) => DecisionKind::SplitRegister,
            (true, false) => DecisionKind::SplitMiscellaneous,
            (false, _) => DecisionKind::Full,
        }
    }

    /// The entries of the table for a decision of this kind: one instruction for each case of the ModRM byte that the
    /// kind distinguishes.
    pub fn entries(self, decision: &Decision) -> Vec<u16> {
        let memory = (0..64).step_by(8);
        match self {
            DecisionKind::One => vec![decision[0]],
            DecisionKind::Split => vec![decision[0], decision[0xC0]],
            DecisionKind::SplitRegister => {
                let places = memory.chain((0xC0..256).step_by(8));
                places.map(|at| decision[at]).collect()
            }
            DecisionKind::SplitMiscellaneous => {
                memory.chain(0xC0..256).map(|at| decision[at]).collect()
            }
            DecisionKind::Full => decision.to_vec(),
        }
    }
}

/// The values of the ModRM byte that an instruction may have.
#[derive(Clone, Copy, Debug)]
enum Filter {
    Any,
    /// ModRM refers to a register (`true`), or to memory (`false`).
    Register(bool),
    /// As `Register`, and the middle bits have this value.
    Middle(bool, u8),
    /// ModRM refers to a register, and the lowest bits have this value.
    Low(u8),
    Exactly(u8),
}

impl Filter {
    fn new(rec: Rec, form: Form) -> Result<Filter, Fatal> {
        Ok(match form {
            Form(1..=10) => Filter::Any,
            Form::DEST_REG
            | Form::DEST_REG_CC
            | Form::SRC_REG
            | Form::SRC_REG_4V_OP3
            | Form::SRC_REG_OP4
            | Form::SRC_REG_CC
            | Form::XR_CC
            | Form::XR => Filter::Register(true),
            Form::R0 => Filter::Low(0),
            Form(19..=28 | 30 | 31) => Filter::Register(false),
            Form(n @ 32..=39) => Filter::Middle(false, n - Form::M0.0),
            Form(n @ 48..=55) => Filter::Middle(true, n - Form::REG0.0),
            Form(n @ 56..=63) => Filter::Middle(true, n - Form::X0.0),
            Form(n @ 64..=127) => Filter::Exactly(0xC0 + (n - Form::C0.0)),
            Form(form) => bail!(rec, "Invalid form {form} of '{}'", rec.name()),
        })
    }

    /// The values of the ModRM byte that pass the filter, in ascending order.
    fn modrms(self) -> Vec<u8> {
        match self {
            Filter::Any => (0..=u8::MAX).collect(),
            Filter::Register(true) => (0xC0..=u8::MAX).collect(),
            Filter::Register(false) => (0..0xC0).collect(),
            Filter::Middle(register, middle) => {
                let high = if register { 3..4 } else { 0..3 };
                let low = |high: u8| (0..8).map(move |low| high << 6 | middle << 3 | low);
                high.flat_map(low).collect()
            }
            Filter::Low(low) => (0..8).map(|middle| 0xC0 | middle << 3 | low).collect(),
            Filter::Exactly(value) => vec![value],
        }
    }
}

struct Builder<'a, 'b> {
    cx: &'b Context<'a>,
    instructions: &'b Instructions,
    contexts: Contexts,
    tables: DecoderTables,
}

impl Builder<'_, '_> {
    fn add(&mut self, id: InstructionId) -> Result<(), Fatal> {
        let instruction = self.instructions.get(id);
        let rec = self.cx.records.rec(instruction.rec);
        if !rec.is_a(sym!("X86Inst")) {
            return Ok(());
        }
        if id.0 > u32::from(u16::MAX) {
            bail!(
                rec,
                "the decoder's tables have no room for so many instructions"
            );
        }
        let it = X86Instruction::read(rec)?;
        self.specifier(id);
        let mode = mode(rec)?;
        if !it.is_decoded() {
            return Ok(());
        }
        let context = self.contexts.find(rec, &it, mode)?;
        let operands = operands(rec, &it, instruction)?;
        *self.specifier(id) = Specifier {
            is_decoded: true,
            operands,
            context,
        };
        let filter = Filter::new(rec, it.form)?;
        if usize::from(it.map) >= MAPS {
            bail!(rec, "'{}' is in no map of opcodes", rec.name());
        }
        let ignored = Ignored {
            prefix: it.prefix == 0,
            vector_length: it.ignores_vex_l || it.encodes_rounding,
            w: it.ignores_w,
            is_64_bit_address: it.address_size == size::ADDRESS_64,
            size_of_wide: self.cx.release() >= Release::V21,
        };
        let mut contexts = self.contexts.inheriting(context, ignored).to_vec();
        if mode == Mode::Bits32 || it.address_size == size::ADDRESS_16 {
            contexts.retain(|it| !self.contexts.is_64_bit[usize::from(it.0)]);
        }
        // The reference computes the end in 8 bits. If the sum overflows, the range is empty.
        let end = it.opcode.wrapping_add(opcodes(it.form));
        let opcodes: Vec<u8> = match opcodes(it.form) {
            1 => vec![it.opcode],
            _ => (it.opcode..end).collect(),
        };
        let modrms = filter.modrms();
        for opcode in opcodes {
            for context in &contexts {
                self.set((it.map, *context, opcode), &modrms, id);
            }
        }
        Ok(())
    }

    fn specifier(&mut self, id: InstructionId) -> &mut Specifier {
        let specifiers = &mut self.tables.specifiers;
        if specifiers.len() <= id.index() {
            let unknown = Specifier {
                is_decoded: false,
                operands: OperandSet::default(),
                context: ContextId(0),
            };
            specifiers.resize(id.index() + 1, unknown);
        }
        &mut specifiers[id.index()]
    }

    /// Enters the instruction `id` for an opcode in a context, at the values `modrms` of the ModRM byte.
    fn set(
        &mut self,
        (map, context, opcode): (u8, ContextId, u8),
        modrms: &[u8],
        id: InstructionId,
    ) {
        let new = id.0 as u16;
        let tables = &mut self.tables;
        let decisions = tables
            .decisions
            .entry((map, context))
            .or_insert_with(|| std::array::from_fn(|_| None).into());
        let decision = decisions[usize::from(opcode)].get_or_insert_with(|| Box::new([0; 256]));
        // Neighbouring entries mostly hold the same instruction, so the last winner is reused.
        let mut last = (0, Winner::New);
        for modrm in modrms {
            let entry = &mut decision[usize::from(*modrm)];
            if *entry != last.0 {
                last = (
                    *entry,
                    winner(
                        self.instructions,
                        &tables.contexts,
                        &tables.specifiers,
                        *entry,
                        new,
                    ),
                );
            }
            match last.1 {
                Winner::Old => continue,
                Winner::New => {}
                Winner::Both => {
                    let name = |id: u16| &*self.instructions.get(InstructionId(id.into())).name;
                    let context = tables.specifiers[usize::from(new)].context;
                    self.cx.dump(format!(
                        "Error: Primary decode conflict: {} would overwrite {}\n\
                         ModRM   {modrm}\nOpcode  {opcode}\nContext {}\n",
                        name(new),
                        name(*entry),
                        tables.contexts[usize::from(context.0)].0
                    ));
                    let pair = [*entry, new].map(|it| InstructionId(it.into()));
                    tables.conflicts.entry(pair).or_insert(Conflict {
                        opcode,
                        context: tables.contexts[usize::from(context.0)].0,
                    });
                }
            }
            *entry = new;
        }
    }
}

/// The choice between two instructions for the same bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Winner {
    Old,
    New,
    /// Both have the same context: a conflict.
    Both,
}

fn winner(
    instructions: &Instructions,
    contexts: &[(&str, u8)],
    specifiers: &[Specifier],
    old: u16,
    new: u16,
) -> Winner {
    if old == 0 {
        return Winner::New;
    }
    let name = |id: u16| &*instructions.get(InstructionId(id.into())).name;
    let context = |id: u16| specifiers[usize::from(id)].context;
    let rank = |id: u16| contexts[usize::from(context(id).0)].1;
    let exchanges = ["XCHG16ar", "XCHG32ar", "XCHG64ar"];
    // The no-op is encoded as an exchange of a register with itself, and is preferred.
    let is_no_op = name(old) == "NOOP" && exchanges.contains(&name(new));
    if old == new || is_no_op || rank(old) > rank(new) {
        Winner::Old
    } else if context(old) == context(new) {
        Winner::Both
    } else {
        Winner::New
    }
}

/// The number of opcodes of an instruction with this form: one for each register or condition.
fn opcodes(form: Form) -> u8 {
    match form {
        Form::ADD_REG => 8,
        Form::SRC_REG_CC
        | Form::SRC_MEM_CC
        | Form::XR_CC
        | Form::XM_CC
        | Form::ADD_CC
        | Form::DEST_REG_CC
        | Form::DEST_MEM_CC
        | Form::DEST_MEM_4V_OP3_CC => 16,
        _ => 1,
    }
}

/// The mode of the processor that an instruction's predicates require.
fn mode(rec: Rec) -> Result<Mode, Fatal> {
    for predicate in rec.list_of_defs(sym!("Predicates"))? {
        let name = predicate.name();
        if name.contains("Not64Bit") || name.contains("In32Bit") {
            return Ok(Mode::Bits32);
        }
        if name.contains("In64Bit") {
            return Ok(Mode::Bits64);
        }
    }
    Ok(Mode::Any)
}
