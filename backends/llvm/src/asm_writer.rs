//! `-gen-asm-writer`: the functions that print instructions and the names of registers.

mod aliases;
mod commands;
mod leftovers;
mod mnemonics;
mod registers;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::ASM_WRITER;
use backend::text::push_header;
use backend::{
    Backend, Context, Fatal, LONG_STRING_LITERALS, Output, Rec, RecordId, Records, bail,
    record_class,
};
use target_model::instructions::{AsmPart, InstructionId, Instructions};
use target_model::target::{Target, TargetDef};

use commands::{CommandId, Commands};

record_class! {
    /// An assembly writer of a target. It prints one variant of the assembly language.
    struct WriterDef("AsmWriter") {
        class_name: string("AsmWriterClassName"),
        passes_subtarget: int("PassSubtarget"),
        variant: int("Variant"),
    }
}

pub(crate) const BACKEND: Backend = Backend::llvm(
    "gen-asm-writer",
    "Define functions that print instructions and names of registers",
    &["Instruction", "Target"],
    write,
)
.options(&[ASM_WRITER, LONG_STRING_LITERALS]);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let (emitter, mut texts) = Emitter::read(cx)?;
    push_header(out, "Assembly Writer Source Fragment", cx.records);
    let fragments = mnemonics::push(&emitter, out, &mut texts)?;
    emitter.push_print_function(out, &fragments);
    leftovers::push(&emitter, out, &texts);
    out.push("}\n");
    registers::push(&emitter, out)?;
    aliases::push(&emitter, out)
}

struct Emitter<'a> {
    cx: &'a Context<'a>,
    def: WriterDef<'a>,
    records: &'a Records,
    target: Arc<Target>,
    instructions: Arc<Instructions>,
    commands: Commands,
    /// The name of the C++ class that the functions belong to, without the target's name at its start.
    class_name: String,
    passes_subtarget: bool,
    variant: usize,
}

/// The commands that print an instruction. A command is a C++ statement.
struct Text {
    id: InstructionId,
    /// The mnemonic, escaped for a C++ literal.
    mnemonic: String,
    /// The commands that print the text after the mnemonic.
    commands: Vec<CommandId>,
    /// The number of commands that are already in fragments.
    done: usize,
}

impl Text {
    /// The commands that are not yet in a fragment.
    fn rest(&self) -> &[CommandId] {
        &self.commands[self.done..]
    }
}

/// A `switch` in the printing function. Each instruction whose commands are not all in earlier fragments belongs to one
/// of the cases.
struct Fragment {
    cases: Vec<Case>,
    /// The number of bits that select the case.
    bits: u32,
    start: u32,
}

/// Commands, and the instructions that share them.
#[derive(Default)]
struct Case {
    texts: Vec<usize>,
    /// The text of a C++ comment: the names of the instructions, truncated if there are many.
    comment: String,
    commands: Vec<CommandId>,
}

/// The name of LLVM's PHI instruction. It is not printed, even if it has an assembly string.
const PHI: &str = "PHI";

impl<'a> Emitter<'a> {
    fn read(cx: &'a Context<'a>) -> Result<(Emitter<'a>, Vec<Text>), Fatal> {
        let target = cx.model::<Target>()?;
        let def = writer(cx)?;
        let variant = def.variant()? as u32 as usize;
        let (class_name, passes_subtarget) = (def.class_name(), def.passes_subtarget());
        let instructions = cx.model::<Instructions>()?;
        let passes = *passes_subtarget.as_ref().unwrap_or(&0) != 0;
        let mut commands = Commands::new(passes);
        let mut texts = Vec::with_capacity(instructions.len());
        for (id, instruction) in instructions.iter() {
            if instruction.asm_string(cx.records).is_empty() || &*instruction.name == PHI {
                continue;
            }
            let rec = cx.records.rec(instruction.rec);
            let mut parts = AsmPart::all(rec, instruction, variant)?
                .into_iter()
                .peekable();
            let first = parts.next_if(|it| matches!(it, AsmPart::Literal(_)));
            let mnemonic = match first {
                Some(AsmPart::Literal(text)) => commands::escaped(&text),
                _ => String::new(),
            };
            let mut list: Vec<CommandId> = parts.map(|it| commands.print(it)).collect();
            list.push(CommandId::RETURN);
            texts.push(Text {
                id,
                mnemonic,
                commands: list,
                done: 0,
            });
        }
        let (class_name, _) = (class_name?.into_owned(), passes_subtarget?);
        let emitter = Emitter {
            cx,
            def,
            records: cx.records,
            target,
            instructions,
            commands,
            class_name,
            passes_subtarget: passes,
            variant,
        };
        Ok((emitter, texts))
    }

    /// The C++ class that the functions belong to.
    fn class(&self) -> String {
        format!("{}{}", self.target.name, self.class_name)
    }

    /// Returns `text` if the functions have a parameter for the subtarget, otherwise an empty string.
    fn if_subtarget(&self, text: &'static str) -> &'static str {
        if self.passes_subtarget { text } else { "" }
    }

    fn rec(&self, id: InstructionId) -> Rec<'a> {
        self.records.rec(self.instructions.get(id).rec)
    }

    fn rec_id(&self, id: InstructionId) -> RecordId {
        self.instructions.get(id).rec
    }

    fn push_qualified(&self, out: &mut Output, id: InstructionId) {
        let instruction = self.instructions.get(id);
        write!(out, "{}::{}", instruction.namespace, instruction.name);
    }

    /// Writes the beginning of the function that prints an instruction: everything before the commands that are in no
    /// fragment.
    fn push_print_function(&self, out: &mut Output, fragments: &Fragments) {
        out.source(*self.def);
        write!(
            out,
            "/// printInstruction - This method is automatically generated by tablegen\n\
             /// from the instruction set description.\n\
             LLVM_NO_PROFILE_INSTRUMENT_FUNCTION\n\
             void {}::printInstruction(const MCInst *MI, uint64_t Address, {}raw_ostream &O) {{\n\
             \x20 O << \"\\t\";\n\n\
             \x20 auto MnemonicInfo = getMnemonic({});\n\n\
             \x20 O << MnemonicInfo.first;\n\n\
             \x20 {} Bits = MnemonicInfo.second;\n\
             \x20 assert(Bits != 0 && \"Cannot print this instruction.\");\n",
            self.class(),
            self.if_subtarget("const MCSubtargetInfo &STI, "),
            mnemonics::changes::argument(self.cx.release()),
            fragments.bits_type(),
        );
        out.no_source();
        for (number, fragment) in fragments.list.iter().enumerate() {
            self.push_fragment(out, number, fragment, &fragments.ids);
        }
    }

    fn push_fragment(
        &self,
        out: &mut Output,
        number: usize,
        fragment: &Fragment,
        ids: &[InstructionId],
    ) {
        let Fragment { cases, bits, start } = fragment;
        write!(
            out,
            "\n  // Fragment {number} encoded into {bits} bits for {} unique commands.\n",
            cases.len()
        );
        let mask = (1_u64 << bits).wrapping_sub(1) as i32;
        let push = |out: &mut Output, case: &Case| {
            out.sources(|| case.texts.iter().map(|it| self.rec_id(ids[*it])));
            writeln!(out, "    // {}", case.comment);
            for command in &case.commands {
                writeln!(out, "    {}", self.commands.code(*command));
            }
            out.no_source();
        };
        match cases.as_slice() {
            [only] => {
                push(out, only);
                out.push("\n\n");
            }
            [first, second] => {
                writeln!(out, "  if ((Bits >> {start}) & {mask}) {{");
                push(out, second);
                out.push("  } else {\n");
                push(out, first);
                out.push("  }\n\n");
            }
            _ => {
                write!(
                    out,
                    "  switch ((Bits >> {start}) & {mask}) {{\n\
                     \x20 default: llvm_unreachable(\"Invalid command number.\");\n"
                );
                for (number, case) in cases.iter().enumerate() {
                    writeln!(out, "  case {number}:");
                    push(out, case);
                    out.push("    break;\n");
                }
                out.push("  }\n\n");
            }
        }
    }
}

/// The fragments of the printing function.
struct Fragments {
    list: Vec<Fragment>,
    /// The instruction of each text.
    ids: Vec<InstructionId>,
    /// The number of bits that the offset of a mnemonic and the case numbers of all fragments take together.
    used: u32,
}

impl Fragments {
    fn is_long(&self) -> bool {
        self.used > u32::BITS
    }

    fn bits_type(&self) -> &'static str {
        if self.is_long() {
            "uint64_t"
        } else {
            "uint32_t"
        }
    }
}

/// The assembly writer that `-asmwriternum` selects by its index in the target's list. An error if the index is out of
/// range.
fn writer<'a>(cx: &'a Context) -> Result<WriterDef<'a>, Fatal> {
    let number = cx.options.uint(&ASM_WRITER);
    let target = TargetDef::only(cx.records)?;
    let writers = target.list_of_defs("AssemblyWriters")?;
    let writer = writers.get(number as usize);
    let Some(writer) = writer else {
        bail!(cx.records, "Target does not have an AsmWriter #{number}!");
    };
    Ok(WriterDef(*writer))
}
