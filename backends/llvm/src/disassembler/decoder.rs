//! Decoders that are programs of a small machine, which looks at bits and goes on where they lead.

use backend::{Context, Fatal, Output};
use target_model::decoder::{Duplicates, Encoding, Encodings, Table, Tree};
use target_model::instructions::{BitOrder, Instructions};

use super::functions::Functions;
use super::program::{Entry, Program, Step, name};

/// The text before and behind the tables. Lines that begin with `V|` are for encodings of variable length, those that
/// begin with `F|` for others.
const START: &str = include_str!("start.txt");
const END: &str = include_str!("end.txt");

/// Writes the tables and the functions that go with them. What cannot be decoded is said.
pub(super) fn push(
    cx: &Context,
    out: &mut Output,
    feature_namespace: &str,
    duplicates: Duplicates,
) -> Result<(), Fatal> {
    out.push(START);
    let order = BitOrder::of_target(cx)?;
    let instructions = cx.model::<Instructions>()?;
    let encodings = Encodings::read(cx, &instructions, order, duplicates)?;
    let mut functions = Functions::new(cx, &encodings, feature_namespace);
    for table in &encodings.tables {
        let tree = Tree::of(&encodings, table);
        let program = Program::of(cx, &instructions, &encodings, &tree, &mut functions)?;
        push_program(cx, out, &instructions, &encodings, table, &program);
    }
    if let Some(lengths) = &encodings.lengths {
        out.push("static const uint8_t InstrLenTable[] = {\n");
        for ((_, instruction), length) in instructions.iter().zip(lengths) {
            out.source(instruction.rec);
            writeln!(out, "{length},");
        }
        out.no_source();
        out.push("};\n\n");
    }
    functions.push(out);
    for line in END.split_inclusive('\n') {
        match line.split_at_checked(2) {
            Some(("V|", line)) if encodings.lengths.is_some() => out.push(line),
            Some(("F|", line)) if encodings.lengths.is_none() => out.push(line),
            Some(("V|" | "F|", _)) => {}
            _ => out.push(line),
        }
    }
    Ok(())
}

/// The column in which a program's steps begin.
const COLUMN: usize = 12;

fn push_program(
    cx: &Context,
    out: &mut Output,
    instructions: &Instructions,
    encodings: &Encodings,
    table: &Table,
    program: &Program,
) {
    // Where several encodings are of one instruction, the last gives all of them the name.
    let mut named: Vec<Option<&Encoding>> = vec![None; instructions.len()];
    for id in &table.encodings {
        let encoding = encodings.get(*id);
        named[encoding.instruction.index()] = Some(encoding);
    }
    writeln!(
        out,
        "static const uint8_t DecoderTable{}{}[] = {{",
        table.namespace, table.width
    );
    for Entry { at, step, skip, of } in program.entries() {
        out.sources(|| {
            let of = program.emitted(of.clone()).iter();
            of.flat_map(|id| {
                let encoding = encodings.get(*id);
                let instruction = instructions.get(encoding.instruction).rec;
                [encoding.rec, instruction]
            })
        });
        let start = out.text.len();
        out.push("/* ");
        out.push_number(*at as u64);
        out.push(" */");
        let used = out.text.len() - start;
        out.push_fill(' ', COLUMN.saturating_sub(used).max(1) + 2);
        push_step(out, step);
        let skip = skip.map(|it| program.after(it));
        if let Some((_, bytes)) = &skip {
            bytes.iter().for_each(|it| push_byte(out, *it));
        }
        match step {
            Step::Decode { opcode, .. } => {
                out.push("// Opcode: ");
                if let Some(encoding) = named[*opcode as usize] {
                    out.push(&name(cx, instructions, encoding));
                }
                if let Some((target, _)) = skip {
                    out.push(", skip to: ");
                    out.push_number(target as u64);
                }
            }
            _ => {
                if let Some((target, _)) = skip {
                    out.push("// Skip to: ");
                    out.push_number(target as u64);
                }
            }
        }
        out.push("\n");
    }
    out.no_source();
    let fail = program.len();
    let start = out.text.len();
    write!(out, "/* {fail} */");
    let used = out.text.len() - start;
    out.push_fill(' ', COLUMN.saturating_sub(used).max(1) + 2);
    out.push("MCD::OPC_Fail,\n  0\n};\n\n");
}

fn push_byte(out: &mut Output, byte: u8) {
    out.push_number(byte);
    out.push(", ");
}

/// Writes a number in bytes of seven bits.
fn push_leb(out: &mut Output, mut number: u64) {
    while number >= 128 {
        push_byte(out, number as u8 | 128);
        number >>= 7;
    }
    push_byte(out, number as u8);
}

fn push_step(out: &mut Output, step: &Step) {
    match *step {
        Step::Extract { start, len } => {
            out.push("MCD::OPC_ExtractField, ");
            push_leb(out, start as u64);
            write!(out, "{len},  // Inst{{");
            if len > 1 {
                write!(out, "{}-", start + usize::from(len) - 1);
            }
            write!(out, "{start}}} ...");
        }
        Step::Filter { value } => {
            out.push("MCD::OPC_FilterValue, ");
            push_leb(out, value);
        }
        Step::Check { start, len, value } => {
            out.push("MCD::OPC_CheckField, ");
            push_leb(out, start as u64);
            push_byte(out, len);
            push_leb(out, value);
        }
        Step::Predicate { number } => {
            out.push("MCD::OPC_CheckPredicate, ");
            push_leb(out, u64::from(number));
        }
        Step::SoftFail { zeros, ones } => {
            out.push("MCD::OPC_SoftFail");
            for mut mask in [zeros, ones] {
                let all = mask;
                while mask >= 128 {
                    write!(out, ", {}", mask as u8 | 128);
                    mask >>= 7;
                }
                write!(out, ", {mask}");
                if all > 127 {
                    write!(out, " /* {all:#x} */");
                }
            }
            out.push(",");
        }
        Step::Decode {
            opcode,
            decoder,
            is_complete,
        } => {
            out.push(match is_complete {
                true => "MCD::OPC_Decode, ",
                false => "MCD::OPC_TryDecode, ",
            });
            push_leb(out, u64::from(opcode));
            push_leb(out, u64::from(decoder));
        }
    }
}
