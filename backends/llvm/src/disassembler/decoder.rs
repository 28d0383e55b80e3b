//! Writes decoder tables: programs whose steps test bits, jump and decode.

use backend::{Context, Fatal, Output, Rec};
use elaborate::records::Release;
use target_model::decoder::{Duplicates, Encoding, Encodings, Table, Tree};
use target_model::instructions::{BitOrder, Instructions};

use super::bytes::{push_byte, push_leb};
use super::functions::Functions;
use super::program::{Entry, Otherwise, Program, Step};
use super::{BY_WIDTH, LARGE_TABLE, changes, switches};

/// Writes the decoder tables and their functions. Instructions that cannot be decoded are reported.
pub(super) fn push(
    cx: &Context,
    out: &mut Output,
    feature_namespace: &str,
    duplicates: Duplicates,
) -> Result<(), Fatal> {
    out.push(changes::start(cx.release()));
    let order = BitOrder::of_target(cx)?;
    let instructions = cx.model::<Instructions>()?;
    let encodings = Encodings::read(cx, &instructions, order, duplicates)?;
    let mut functions = Functions::new(cx, &encodings, feature_namespace);
    let has_soft_bits = if changes::has_switches(cx.release()) {
        push_classes_by_mode(cx, out, &instructions)?;
        push_lengths(out, &instructions, &encodings);
        switches::push(cx, out, &instructions, &encodings, &mut functions)?
    } else {
        push_programs(cx, out, &instructions, &encodings, &mut functions)?
    };
    for line in changes::end(cx.release()).split_inclusive('\n') {
        // Some lines begin with a mark that makes them conditional.
        let (mark, line) = line
            .split_at_checked(2)
            .filter(|(mark, _)| mark.ends_with('|'))
            .unwrap_or(("", line));
        let is_needed = match mark {
            "V|" => encodings.lengths.is_some(),
            "F|" => encodings.lengths.is_none(),
            "P|" => functions.have_predicates(),
            "S|" => has_soft_bits,
            "T|" => functions.are_tried(),
            "L|" => cx.options.is_on(&LARGE_TABLE),
            "W|" => cx.options.is_on(&BY_WIDTH),
            _ => true,
        };
        if is_needed {
            out.push(line);
        }
    }
    Ok(())
}

/// Writes the tables and functions of releases before LLVM 22. Returns whether there are soft bits.
fn push_programs<'a>(
    cx: &Context<'a>,
    out: &mut Output,
    instructions: &Instructions,
    encodings: &Encodings,
    functions: &mut Functions<'a, '_>,
) -> Result<bool, Fatal> {
    let form = changes::form(cx.release(), cx.options.is_on(&LARGE_TABLE));
    let mut has_soft_bits = false;
    for table in &encodings.tables {
        let tree = Tree::new(cx.release(), encodings, table);
        let program = Program::new(cx, form, instructions, encodings, &tree, functions)?;
        push_program(cx, out, instructions, encodings, table, &program);
        let mut steps = program.entries().iter().map(|it| &it.step);
        has_soft_bits |= steps.any(|it| matches!(it, Step::SoftFail { .. }));
    }
    push_lengths(out, instructions, encodings);
    functions.push_predicates(out);
    functions.push_decoders(out, None);
    Ok(has_soft_bits)
}

/// Writes the table of the instructions' lengths in bits. It exists only if some encoding has a variable length.
fn push_lengths(out: &mut Output, instructions: &Instructions, encodings: &Encodings) {
    let Some(lengths) = &encodings.lengths else {
        return;
    };
    out.push("static const uint8_t InstrLenTable[] = {\n");
    for ((_, instruction), length) in instructions.iter().zip(lengths) {
        out.source(instruction.rec);
        writeln!(out, "{length},");
    }
    out.no_source();
    out.push("};\n\n");
}

/// Writes the functions that decode registers of classes that depend on the hardware mode, if there are such classes.
fn push_classes_by_mode(
    cx: &Context,
    out: &mut Output,
    instructions: &Instructions,
) -> Result<(), Fatal> {
    let classes = cx.records.derived_if_defined("RegClassByHwMode");
    if classes.is_empty() {
        return Ok(());
    }
    let modes = &instructions.target.modes;
    out.try_each(classes, |out, class: Rec| {
        write!(
            out,
            "[[maybe_unused]]\n\
             static DecodeStatus Decode{}RegClassByHwMode(MCInst &Inst, unsigned Imm, \
             uint64_t Addr, const MCDisassembler *Decoder) {{\n\
             \x20 switch (Decoder->getSubtargetInfo().getHwMode(MCSubtargetInfo::HwMode_RegInfo)) {{\n",
            class.name()
        );
        for (mode, chosen) in modes.choices(class)? {
            let name = modes.name_or(*mode, "DefaultMode");
            let chosen = cx.records.rec(*chosen).name();
            write!(
                out,
                "  case {}: // {name}\n    return Decode{chosen}RegisterClass(Inst, Imm, Addr, Decoder);\n",
                mode.0
            );
        }
        out.push("  default:\n    llvm_unreachable(\"no decoder for hwmode\");\n  }\n}\n\n");
        Ok::<_, Fatal>(())
    })?;
    out.push("\n");
    Ok(())
}

/// The column at which the steps of a program begin.
const COLUMN: usize = 12;

fn push_program(
    cx: &Context,
    out: &mut Output,
    instructions: &Instructions,
    encodings: &Encodings,
    table: &Table,
    program: &Program,
) {
    // If an instruction has several encodings, comments use the name of the last encoding for all of them.
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
    let tells_decoder = changes::tells_decoder(cx.release());
    let tells_failure = changes::tells_failure(cx.release());
    for entry in program.entries() {
        let Entry { at, step, of, .. } = entry;
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
        push_step(cx.release(), out, entry);
        let mut target = None;
        if let Otherwise::Skip(skip) = entry.otherwise {
            let (place, bytes) = program.after(skip);
            bytes.for_each(|it| push_byte(out, it));
            target = Some(place);
        }
        let mut separator = "// ";
        // The reference omits this comment for a step whose failure ends the program.
        if let Step::Decode {
            opcode, decoder, ..
        } = step
            && !matches!(entry.otherwise, Otherwise::Fail)
        {
            out.push("// Opcode: ");
            if let Some(encoding) = named[*opcode as usize] {
                out.push(&encoding.name(cx, instructions));
            }
            if tells_decoder {
                write!(out, ", DecodeIdx: {decoder}");
            }
            separator = ", ";
        }
        if let Some(target) = target {
            out.push(separator);
            out.push(match step {
                Step::Decode { .. } => changes::skip_after_decoding(cx.release()),
                _ => "Skip to: ",
            });
            out.push_number(target as u64);
            if tells_failure && target == program.len() {
                out.push(" (Fail)");
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

fn push_step(release: Release, out: &mut Output, entry: &Entry) {
    let or_fail = match entry.otherwise {
        Otherwise::Fail => "OrFail",
        Otherwise::Nothing | Otherwise::Skip(_) => "",
    };
    match entry.step {
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
            write!(out, "MCD::OPC_FilterValue{or_fail}, ");
            push_leb(out, value);
        }
        Step::Check { start, len, value } => {
            write!(out, "MCD::OPC_CheckField{or_fail}, ");
            push_leb(out, start as u64);
            push_byte(out, len);
            push_leb(out, value);
        }
        Step::Predicate { number } => {
            write!(out, "MCD::OPC_CheckPredicate{or_fail}, ");
            push_leb(out, u64::from(number));
        }
        Step::SoftFail { zeros, ones } => {
            out.push("MCD::OPC_SoftFail, ");
            changes::push_masks(release, out, zeros, ones);
        }
        Step::Decode {
            opcode,
            decoder,
            is_complete,
        } => {
            let tries = if is_complete { "" } else { "Try" };
            write!(out, "MCD::OPC_{tries}Decode{or_fail}, ");
            push_leb(out, u64::from(opcode));
            push_leb(out, u64::from(decoder));
        }
    }
}
