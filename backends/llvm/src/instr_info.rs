//! `-gen-instr-info`: the instructions of a target, with their operands, flags and relations.

mod by_mode;
mod changes;
mod descriptions;
mod enums;
mod helpers;
mod logical_operands;
mod named_operands;
mod named_rows;
mod operand_info;
mod operand_types;
mod relations;
#[cfg(test)]
mod tests;
mod verifier;

use backend::text::push_header_without_input;
use backend::{
    Backend, BackendOption, Context, Fatal, LONG_STRING_LITERALS, Output, Rec, Records, bail,
};
use pattern_model::Patterns;
use target_model::features::AssemblerPredicates;
use target_model::instructions::{Instruction, InstructionId, Instructions};
use target_model::schedule::Schedule;
use target_model::target::TargetDef;

use by_mode::Overrides;

/// The option to list the parts of each operand in the table of operand types.
const EXPAND_OPERANDS: BackendOption = BackendOption::flag_on(
    "instr-info-expand-mi-operand-info",
    "Expand the operands' MIOperandInfo (-gen-instr-info)",
);

/// The inputs of the functions that write the sections of the file.
struct Emitter<'a> {
    cx: &'a Context<'a>,
    records: &'a Records,
    target: &'a str,
    /// The namespace of the target's own instructions.
    namespace: &'a str,
    instructions: &'a Instructions,
    patterns: &'a Patterns,
    schedule: &'a Schedule,
    /// Whether registers may be renamed after they are assigned.
    allows_renaming: bool,
    expands_operands: bool,
    overrides: Overrides,
}

pub(crate) const BACKEND: Backend = Backend::llvm(
    "gen-instr-info",
    "Describe a target's instructions with their operands and relations",
    &["Instruction", "Target"],
    write,
)
.options(&[EXPAND_OPERANDS, LONG_STRING_LITERALS]);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    out.phase("Analyze DAG patterns");
    let (patterns, schedule) = cx.both::<Patterns, Schedule>()?;
    let instructions = patterns.instructions.clone();
    let namespace = instructions.namespace();
    if namespace.is_empty() {
        bail!(cx.records, "No instructions defined!");
    }
    let target = TargetDef::only(cx.records)?;
    target.def("InstructionSet")?;
    let emitter = Emitter {
        cx,
        records: cx.records,
        target: &instructions.target.name,
        namespace,
        instructions: &instructions,
        patterns: &patterns,
        schedule: &schedule,
        allows_renaming: target.int("AllowRegisterRenaming")? != 0,
        expands_operands: cx.options.is_on(&EXPAND_OPERANDS),
        overrides: by_mode::overrides(cx, &instructions)?,
    };
    push_header_without_input(out, "Target Instruction Enum Values and Descriptors");
    emitter.push_enums(out);
    emitter.push_descriptions(out)?;
    out.phase("Emit operand name mappings");
    emitter.push_named_operands(out)?;
    out.phase("Emit operand type mappings");
    if changes::tells_operand_types(cx.release(), namespace) {
        emitter.push_operand_types(out)?;
    }
    let users = emitter.users_of_logical_operands()?;
    if !users.is_empty() || !changes::drops_unused_tables(cx.release()) {
        out.phase("Emit logical operand size mappings");
        emitter.push_logical_sizes(out, &users);
    }
    if changes::tells_logical_types(cx.release()) {
        out.phase("Emit logical operand type mappings");
        emitter.push_logical_types(out, &users);
    }
    out.phase("Emit helper methods");
    emitter.push_machine_code_helpers(out)?;
    out.phase("Emit verifier methods");
    emitter.push_verifier(out, &*cx.model::<AssemblerPredicates>()?)?;
    out.phase("Emit map table");
    emitter.push_relations(out)
}

impl<'a> Emitter<'a> {
    fn rec(&self, instruction: &Instruction) -> Rec<'a> {
        self.records.rec(instruction.rec)
    }

    /// Source map: the output that follows comes from `instructions`.
    fn sources(&self, out: &mut Output, instructions: &[InstructionId]) {
        out.sources(|| {
            let instructions = instructions.iter();
            instructions.map(|it| self.instructions.get(*it).rec)
        });
    }

    /// Calls `write` for each instruction, and maps its output to the instruction's record.
    fn each(
        &self,
        out: &mut Output,
        mut write: impl FnMut(&mut Output, InstructionId, &Instruction),
    ) {
        for (id, instruction) in self.instructions.iter() {
            out.source(instruction.rec);
            write(out, id, instruction);
        }
        out.no_source();
    }

    /// Starts a section of the file that is compiled only if the macro `guard` is defined.
    fn start(&self, out: &mut Output, guard: &str) {
        let gap = changes::gap_of_part(self.cx.release());
        write!(out, "#ifdef {guard}\n#undef {guard}\n{gap}");
    }

    /// Like `start`, but a blank line follows in all releases.
    fn start_spaced(&self, out: &mut Output, guard: &str) {
        self.start(out, guard);
        out.push(changes::old_gap(self.cx.release()));
    }

    /// Ends the section that `start` began.
    fn end(&self, out: &mut Output, guard: &str) {
        changes::end(self.cx.release(), out, guard, "#endif // ");
    }

    /// Opens namespaces in `llvm` without blank lines.
    fn open(&self, out: &mut Output, names: &[&str]) {
        changes::open(self.cx.release(), out, names, ["", ""], "");
    }

    /// Closes namespaces in `llvm`.
    fn close(&self, out: &mut Output, names: &[&str]) {
        changes::close(self.cx.release(), out, names);
    }

    /// Writes a `case` label for each of `instructions`.
    fn push_cases(&self, out: &mut Output, namespace: &str, instructions: &[InstructionId]) {
        for id in instructions {
            let instruction = self.instructions.get(*id);
            out.source(instruction.rec);
            for text in ["  case ", namespace, "::", &instruction.name, ":\n"] {
                out.push(text);
            }
        }
        out.no_source();
    }
}
