//! `-gen-intrinsic-enums` and `-gen-intrinsic-impl`: the tables of LLVM's intrinsics.

mod attributes;
mod builtins;
mod since_21;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use elaborate::value::print::value;

use backend::offset_table::OffsetTable;
use backend::text::push_header_without_input;
use backend::{Backend, BackendOption, Context, Fatal, Output, Rec, Records, Release};
use target_model::intrinsics::Intrinsics;

const PREFIX: BackendOption = BackendOption::text(
    "intrinsic-prefix",
    "Only the intrinsics with this prefix (-gen-intrinsic-enums)",
);

pub(crate) const INTRINSIC_ENUMS: Backend = Backend::llvm(
    "gen-intrinsic-enums",
    "Number the intrinsics of a target",
    &["Intrinsic", "IIT_Base"],
    write_enums,
)
.options(&[PREFIX]);

/// Writes the enumeration of the intrinsics of one target, or the enumeration of the target-independent intrinsics.
fn write_enums(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let (records, options) = (cx.records, cx.options);
    push_header_without_input(out, "Intrinsic Function Source Fragment");
    let intrinsics = Intrinsics::checked(cx)?;
    let prefix = options.text(&PREFIX);
    let mut targets = intrinsics.targets.iter();
    let Some(set) = targets.find(|it| it.target == prefix) else {
        let known = intrinsics.targets.iter().map(|it| &*it.target);
        let known: Vec<_> = known.filter(|it| !it.is_empty()).collect();
        return Err(records.fatal(format!(
            "tried to generate intrinsics for unknown target {prefix}\nKnown targets are: {}\n",
            known.join(", ")
        )));
    };
    let upper = prefix.to_ascii_uppercase();
    let release = cx.release();
    let (open, close) = changes::namespace(release);
    if prefix.is_empty() {
        out.push("#ifdef GET_INTRINSIC_ENUM_VALUES\n");
    } else {
        write!(
            out,
            "#ifndef LLVM_IR_INTRINSIC_{upper}_ENUMS_H\n#define LLVM_IR_INTRINSIC_{upper}_ENUMS_H\n\
             {open}enum {upper}Intrinsics : unsigned {{\n"
        );
    }
    let full_stop = changes::full_stop(release);
    writeln!(out, "// Enum values for intrinsics{full_stop}");
    for (index, intrinsic) in intrinsics.get(set).iter().enumerate() {
        out.source(intrinsic.def);
        let (name, enum_name) = (&intrinsic.name, intrinsic.enum_name);
        write!(out, "    {enum_name}");
        if index == 0 {
            write!(out, " = {}", set.offset + 1);
        }
        out.push(", ");
        out.push_fill(' ', 40usize.saturating_sub(enum_name.len()));
        writeln!(out, " // {name}{}", changes::place(intrinsic.def));
    }
    out.no_source();
    if !prefix.is_empty() {
        write!(out, "}}; // enum\n{close}");
        return Ok(());
    }
    write!(
        out,
        "    num_intrinsics = {}\n#endif\n\n",
        intrinsics.all.len() + 1
    );
    push_argument_kinds(records, out);
    Ok(())
}

mod changes {
    use super::{Rec, Release};

    /// The lines that open the namespaces of a target's enumeration, and the lines that close them and the guard. Since
    /// LLVM 21, both namespaces are opened in one line.
    pub(super) fn namespace(release: Release) -> (&'static str, &'static str) {
        if release >= Release::V21 {
            (
                "namespace llvm::Intrinsic {\n",
                "} // namespace llvm::Intrinsic\n#endif\n\n",
            )
        } else {
            (
                "\nnamespace llvm {\nnamespace Intrinsic {\n",
                "} // namespace Intrinsic\n} // namespace llvm\n\n#endif\n",
            )
        }
    }

    /// The end of a comment. Since LLVM 21, these comments end with a full stop.
    pub(super) fn full_stop(release: Release) -> &'static str {
        if release >= Release::V21 { "." } else { "" }
    }

    /// The file and line of an intrinsic's definition, which LLVM 22 added to comments. Empty before LLVM 22.
    pub(super) fn place(def: Rec) -> String {
        let place = crate::file_and_line(def);
        let place = place.filter(|_| def.records().release() >= Release::V22);
        place.map_or_else(String::new, |it| format!(" ({it})"))
    }
}

fn push_argument_kinds(records: &Records, out: &mut Output) {
    let full_stop = changes::full_stop(records.release());
    write!(
        out,
        "// llvm::Intrinsic::IITDescriptor::ArgKind{full_stop}\n#ifdef GET_INTRINSIC_ARGKIND\n"
    );
    match records.def("ArgKind") {
        None => out.push("#error \"ArgKind is not defined\"\n"),
        Some(kinds) => {
            out.source(kinds);
            for field in kinds.record().fields() {
                let number = field.value.map(|it| value(&records.names(), it));
                writeln!(
                    out,
                    "    AK_{} = {},",
                    field.name,
                    number.unwrap_or_default()
                );
            }
            out.no_source();
        }
    }
    out.push("#endif\n\n");
}

pub(crate) const INTRINSIC_IMPL: Backend = Backend::llvm(
    "gen-intrinsic-impl",
    "Describe all intrinsics",
    &["Intrinsic", "IIT_Base"],
    write_tables,
);

/// Writes the tables with all properties of all intrinsics.
fn write_tables(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    push_header_without_input(out, "Intrinsic Function Source Fragment");
    let intrinsics = Intrinsics::checked(cx)?;
    if cx.release() >= Release::V21 {
        return since_21::write(cx, &intrinsics, out);
    }
    push_type_codes(records, out)?;
    push_targets(&intrinsics, out);
    push_names(&intrinsics, out);
    push_overloads(&intrinsics, out);
    push_signatures(cx, &intrinsics, out);
    attributes::push(&intrinsics, out);
    builtins::push(&intrinsics, out, &builtins::CLANG)?;
    builtins::push(&intrinsics, out, &builtins::MS)
}

fn push_type_codes(records: &Records, out: &mut Output) -> Result<(), Fatal> {
    out.push("#ifdef GET_INTRINSIC_IITINFO\n");
    let codes = records.derived_if_defined("IIT_Base");
    let mut by_number = BTreeMap::new();
    for code in &codes {
        let number = code.int("Number")?;
        if u8::try_from(number).is_err() {
            let message = format!("the number {number} of '{}' is not in 0..255", code.name());
            return Err(code.fatal_at("Number", message));
        }
        by_number.insert(number, *code);
    }
    for (number, code) in by_number {
        out.source(code);
        writeln!(out, "  {} = {number},", code.name());
    }
    out.no_source();
    if codes.is_empty() {
        out.push("#error \"class IIT_Base is not defined\"\n");
    }
    out.push("#endif\n\n");
    Ok(())
}

fn push_targets(intrinsics: &Intrinsics, out: &mut Output) {
    out.push("// Target mapping\n#ifdef GET_INTRINSIC_TARGET_DATA\n");
    out.push("struct IntrinsicTargetInfo {\n  llvm::StringLiteral Name;\n");
    out.push("  size_t Offset;\n  size_t Count;\n};\n");
    out.push("static constexpr IntrinsicTargetInfo TargetInfos[] = {\n");
    for set in &intrinsics.targets {
        for intrinsic in intrinsics.all.iter().skip(set.offset).take(set.count) {
            out.source(intrinsic.def);
        }
        let (target, offset, count) = (&set.target, set.offset, set.count);
        writeln!(
            out,
            "  {{llvm::StringLiteral(\"{target}\"), {offset}, {count}}},"
        );
    }
    out.no_source();
    out.push("};\n#endif\n\n");
}

fn push_names(intrinsics: &Intrinsics, out: &mut Output) {
    out.push("// Intrinsic ID to name table\n#ifdef GET_INTRINSIC_NAME_TABLE\n");
    out.push("  // Note that entry #0 is the invalid intrinsic!\n");
    for intrinsic in &intrinsics.all {
        out.source(intrinsic.def);
        writeln!(out, "  \"{}\",", intrinsic.name);
    }
    out.no_source();
    out.push("#endif\n\n");
}

fn push_overloads(intrinsics: &Intrinsics, out: &mut Output) {
    out.push("// Intrinsic ID to overload bitset\n#ifdef GET_INTRINSIC_OVERLOAD_TABLE\n");
    out.push("static const uint8_t OTable[] = {\n  0");
    // Number 0 is not an intrinsic. The bit for this number is always 0.
    for (number, intrinsic) in (1..).zip(&intrinsics.all) {
        if number % 8 == 0 {
            out.no_source();
            out.push(",\n  0");
        }
        out.source(intrinsic.def);
        if intrinsic.is_overloaded {
            write!(out, " | (1<<{})", number % 8);
        }
    }
    out.no_source();
    out.push("\n};\n\nreturn (OTable[id/8] & (1 << (id%8))) != 0;\n#endif\n\n");
}

/// Packs a signature of at most eight numbers below 16 into one integer, four bits for each. `None` for other
/// signatures.
fn small_digits(signature: &[u8]) -> Option<u32> {
    if signature.len() > 8 || signature.iter().any(|it| *it > 15) {
        return None;
    }
    let digits = signature.iter().rev();
    Some(digits.fold(0, |number, digit| number << 4 | u32::from(*digit)))
}

fn push_signatures(cx: &Context, intrinsics: &Intrinsics, out: &mut Output) {
    // If the highest bit of an entry is set, the other bits are an offset into the table of long signatures.
    let packed = |signature: &[u8]| small_digits(signature).filter(|it| it >> 31 == 0);
    let signatures = intrinsics.all.iter().map(|it| it.type_signature());
    let signatures: Vec<_> = signatures.map(|it| (packed(&it), it)).collect();
    let long = signatures
        .iter()
        .zip(&intrinsics.all)
        .filter(|((packed, _), _)| packed.is_none())
        .map(|((_, signature), intrinsic)| (signature.clone(), vec![intrinsic.def]));
    let table = OffsetTable::new(cx, long);

    out.push("// Global intrinsic function declaration type table.\n");
    out.push("#ifdef GET_INTRINSIC_GENERATOR_GLOBAL\n");
    out.push("static const unsigned IIT_Table[] = {\n  ");
    for (index, (packed, signature)) in signatures.iter().enumerate() {
        if index % 8 == 7 {
            out.no_source();
            out.push("\n  ");
        }
        out.source(intrinsics.all[index].def);
        match packed {
            Some(number) => write!(out, "0x{number:x}, "),
            None => write!(out, "(1U<<31) | {}, ", table.offset(signature)),
        }
    }
    out.no_source();
    out.push("0\n};\n\nstatic const unsigned char IIT_LongEncodingTable[] = {\n");
    table.push(out, "0", |out, number| write!(out, "{number}"));
    out.push("  255\n};\n\n#endif\n\n");
}
