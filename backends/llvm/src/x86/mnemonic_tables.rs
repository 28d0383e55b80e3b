//! `-gen-x86-mnemonic-tables`: functions that return whether an opcode has a given mnemonic.

use crate::ASM_WRITER;
use backend::string_map::StringMap;
use backend::text::push_header_without_input;
use backend::{Backend, Context, Fatal, Output, RecordId};
use target_model::instructions::Instructions;
use target_model::x86::{Form, X86Instruction};

use super::mnemonic;
use crate::asm_writer_of_target;

pub(crate) const BACKEND: Backend = Backend::llvm(
    "gen-x86-mnemonic-tables",
    "Define functions that tell whether an X86 opcode has a mnemonic",
    &["X86Inst"],
    write,
)
.options(&[ASM_WRITER]);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header_without_input(out, "X86 Mnemonic tables");
    let variant = asm_writer_of_target(cx)?.int("Variant")? as u32 as usize;
    let instructions = cx.model::<Instructions>()?;
    let mut opcodes: StringMap<Vec<RecordId>> = StringMap::default();
    for (_, instruction) in instructions.iter() {
        let rec = cx.records.rec(instruction.rec);
        if !rec.is_a("X86Inst") {
            continue;
        }
        let it = X86Instruction::read(rec)?;
        // The assembly string of an instruction that is not parsed begins with prefixes instead of the mnemonic, so the
        // instruction is left out.
        if it.is_decoded()
            && rec.string("AsmVariantName")? != "NonParsable"
            && it.form != Form::PREFIX_BYTE
        {
            let name = mnemonic(cx.records, instruction, variant);
            opcodes.get_or_insert_with(&name, Vec::new).push(rec.id());
        }
    }
    out.push(
        "namespace llvm {\nnamespace X86 {\n\n\
         #ifdef GET_X86_MNEMONIC_TABLES_H\n#undef GET_X86_MNEMONIC_TABLES_H\n\n",
    );
    let rec = |id: &RecordId| cx.records.rec(*id);
    for (name, opcodes) in opcodes.iter() {
        out.sources(|| opcodes.iter().map(rec));
        writeln!(out, "bool is{name}(unsigned Opcode);");
    }
    out.no_source();
    out.push(
        "#endif // GET_X86_MNEMONIC_TABLES_H\n\n\
         #ifdef GET_X86_MNEMONIC_TABLES_CPP\n#undef GET_X86_MNEMONIC_TABLES_CPP\n\n",
    );
    for (name, opcodes) in opcodes.iter() {
        out.sources(|| opcodes.iter().map(rec));
        writeln!(out, "bool is{name}(unsigned Opcode) {{");
        match &opcodes[..] {
            [opcode] => write!(out, "\treturn Opcode == {};\n}}\n\n", rec(opcode).name()),
            _ => {
                out.push("\tswitch (Opcode) {\n");
                for opcode in opcodes {
                    out.source(rec(opcode));
                    writeln!(out, "\tcase {}:", rec(opcode).name());
                }
                out.no_source();
                out.push("\t\treturn true;\n\t}\n\treturn false;\n}\n\n");
            }
        }
    }
    out.no_source();
    out.push(
        "#endif // GET_X86_MNEMONIC_TABLES_CPP\n\n} // end namespace X86\n} // end namespace llvm",
    );
    Ok(())
}
