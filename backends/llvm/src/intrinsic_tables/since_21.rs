//! The tables of all intrinsics in the form that LLVM 21 introduced: names and encodings are small integers that refer
//! to separate tables.

mod attributes;
mod builtins;
mod packed;
mod shown;

use backend::offset_table::OffsetTable;
use backend::string_offset_table::StringOffsetTable;
use backend::{Context, Fatal, Output, Release};
use target_model::intrinsics::{Intrinsic, Intrinsics};

use super::{push_type_codes, small_digits};

/// Writes the tables with all properties of all intrinsics.
pub(super) fn write(cx: &Context, intrinsics: &Intrinsics, out: &mut Output) -> Result<(), Fatal> {
    push_type_codes(cx.records, out)?;
    push_targets(intrinsics, out);
    push_names(cx, intrinsics, out);
    out.push("// Intrinsic ID to overload bitset.\n#ifdef GET_INTRINSIC_OVERLOAD_TABLE\n");
    push_bits(intrinsics, out, "OTable", |it| it.is_overloaded);
    out.push(changes::end_of_overloads(cx.release()));
    push_signatures(cx, intrinsics, out)?;
    push_attributes(cx, intrinsics, out)?;
    if cx.release() >= Release::V22 {
        shown::push(intrinsics, out);
    }
    builtins::push(cx, intrinsics, out, &super::builtins::CLANG)?;
    builtins::push(cx, intrinsics, out, &super::builtins::MS)
}

/// Writes the functions that return an intrinsic's attributes.
fn push_attributes(cx: &Context, intrinsics: &Intrinsics, out: &mut Output) -> Result<(), Fatal> {
    out.push("// Add parameter attributes that are not common to all intrinsics.\n");
    out.push("#ifdef GET_INTRINSIC_ATTRIBUTES\n");
    let arguments = attributes::push_argument_sets(intrinsics, out);
    let functions = attributes::push_function_sets(cx, intrinsics, out);
    let push = if cx.release() >= Release::V22 {
        packed::push
    } else {
        attributes::push_lists
    };
    push(cx, intrinsics, out, &arguments, &functions)
}

mod changes {
    use super::Release;

    /// The end of the section. Since LLVM 22, a comment after `#endif` names the section.
    pub(super) fn end_of_overloads(release: Release) -> &'static str {
        if release >= Release::V22 {
            "#endif // GET_INTRINSIC_OVERLOAD_TABLE\n\n"
        } else {
            "#endif\n\n"
        }
    }

    /// The comment on the case of a set of function attributes. Since LLVM 22, it names the first intrinsic with the
    /// set.
    pub(super) fn first_with_set(release: Release, name: &str) -> String {
        if release >= Release::V22 {
            format!(" // {name}")
        } else {
            String::new()
        }
    }
}

fn push_targets(intrinsics: &Intrinsics, out: &mut Output) {
    out.push("// Target mapping.\n#ifdef GET_INTRINSIC_TARGET_DATA\n");
    out.push("struct IntrinsicTargetInfo {\n  StringLiteral Name;\n");
    out.push("  size_t Offset;\n  size_t Count;\n};\n");
    out.push("static constexpr IntrinsicTargetInfo TargetInfos[] = {\n");
    for set in &intrinsics.targets {
        intrinsics.get(set).iter().for_each(|it| out.source(it.def));
        let (target, offset, count) = (&set.target, set.offset, set.count);
        writeln!(out, "  {{\"{target}\", {offset}, {count}}},");
    }
    out.no_source();
    out.push("};\n#endif\n\n");
}

fn push_names(cx: &Context, intrinsics: &Intrinsics, out: &mut Output) {
    let mut table = StringOffsetTable::new(cx);
    let invalid = table.add("not_intrinsic");
    for intrinsic in &intrinsics.all {
        table.add_of(&intrinsic.name, intrinsic.def);
    }
    out.push("// Intrinsic ID to name table.\n#ifdef GET_INTRINSIC_NAME_TABLE\n");
    out.push("// Note that entry #0 is the invalid intrinsic!\n\n");
    table.push_definition(out, "IntrinsicNameTable");
    out.push("\nstatic constexpr unsigned IntrinsicNameOffsetTable[] = {\n");
    writeln!(out, "  {invalid}, // not_intrinsic");
    for intrinsic in &intrinsics.all {
        out.source(intrinsic.def);
        let name = &intrinsic.name;
        writeln!(out, "  {}, // {name}", table.offset(name));
    }
    out.no_source();
    out.push("\n}; // IntrinsicNameOffsetTable\n\n#endif\n\n");
}

/// Writes a table with one bit for each intrinsic, and the expression that looks an intrinsic up in it.
fn push_bits(
    intrinsics: &Intrinsics,
    out: &mut Output,
    table: &str,
    has_bit: impl Fn(&Intrinsic) -> bool,
) {
    write!(out, "static constexpr uint8_t {table}[] = {{\n  0\n  ");
    // Number 0 is not an intrinsic. The bit for this number is always 0.
    for (number, intrinsic) in (1..).zip(&intrinsics.all) {
        if number % 8 == 0 {
            out.no_source();
            out.push(",\n  0");
        }
        out.source(intrinsic.def);
        if has_bit(intrinsic) {
            write!(out, " | (1<<{})", number % 8);
        }
    }
    out.no_source();
    write!(
        out,
        "\n}};\n\nreturn ({table}[id/8] & (1 << (id%8))) != 0;\n"
    );
}

/// The index of an entry's highest bit, which marks the entry as an offset into the table of long signatures.
const OFFSET_BIT: u32 = 15;

fn push_signatures(cx: &Context, intrinsics: &Intrinsics, out: &mut Output) -> Result<(), Fatal> {
    let packed = |signature: &[u8]| small_digits(signature).filter(|it| it >> OFFSET_BIT == 0);
    let signatures = intrinsics.all.iter().map(|it| it.type_signature());
    let signatures: Vec<_> = signatures.map(|it| (packed(&it), it)).collect();
    let long = signatures.iter().zip(&intrinsics.all);
    let long = long
        .filter(|((packed, _), _)| packed.is_none())
        .map(|((_, signature), intrinsic)| (signature.clone(), vec![intrinsic.def]));
    let table = OffsetTable::new(cx, long);

    out.push("// Global intrinsic function declaration type table.\n");
    out.push("#ifdef GET_INTRINSIC_GENERATOR_GLOBAL\n");
    out.push("static constexpr uint16_t IIT_Table[] = {\n  ");
    for (index, (packed, signature)) in signatures.iter().enumerate() {
        if index % 8 == 7 {
            out.no_source();
            out.push("\n  ");
        }
        out.source(intrinsics.all[index].def);
        if let Some(number) = packed {
            write!(out, "0x{number:x}, ");
            continue;
        }
        let offset = table.offset(signature);
        if offset >> OFFSET_BIT != 0 {
            let message = "Offset of long encoding table exceeds encoding bits";
            return Err(cx.records.fatal(message.to_owned()));
        }
        write!(out, "(1U<<{OFFSET_BIT}) | {offset}, ");
    }
    out.no_source();
    out.push("0\n};\n\nstatic constexpr unsigned char IIT_LongEncodingTable[] = {\n");
    if table.size() > 0 {
        table.push(out, "0", |out, number| write!(out, "{number}"));
    }
    out.push("  255\n};\n#endif\n\n");
    Ok(())
}
