//! Differences between releases in decoding tables.

use backend::Output;
use elaborate::records::Release;

use super::bytes::push_leb;

/// The form of programs in a release.
#[derive(Clone, Copy)]
pub(super) struct Form {
    /// The number of bytes of a jump distance.
    pub skip_len: usize,
    /// Outside of all scopes, steps whose failure fails the whole program have an operation of their own without a jump
    /// distance.
    pub has_failing_steps: bool,
    /// Ambiguous encodings are an error, and so is a distance that does not fit its bytes.
    pub is_strict: bool,
}

/// The text before the tables.
pub(super) fn start(release: Release) -> &'static str {
    if release >= Release::V22 {
        return include_str!("start_22.txt");
    }
    if release >= Release::V21 {
        include_str!("start_21.txt")
    } else {
        include_str!("start_19.txt")
    }
}

/// The text after the functions. Marks at the start of a line restrict it to some tables: `V|` for encodings of
/// variable length, `F|` for others, `P|` for encodings with conditions, `S|` for those with soft bits, `T|` for
/// decoders that may fail, `L|` for large tables, `W|` for decoders by width.
pub(super) fn end(release: Release) -> &'static str {
    if release >= Release::V22 {
        return include_str!("end_22.txt");
    }
    if release >= Release::V21 {
        include_str!("end_21.txt")
    } else {
        include_str!("end_19.txt")
    }
}

/// 21 made tables smaller: two bytes for a distance, and none where the program fails. It refuses tables that the
/// decoder could not use.
pub(super) fn form(release: Release, is_large: bool) -> Form {
    let is_since_21 = release >= Release::V21;
    Form {
        skip_len: if is_since_21 && !is_large { 2 } else { 3 },
        has_failing_steps: is_since_21,
        is_strict: is_since_21,
    }
}

/// 22 writes decoders as switches and scopes, each after its size, and computes the size of a table at compile time.
pub(super) fn has_switches(release: Release) -> bool {
    release >= Release::V22
}

/// The line that inserts bits of an operand.
pub(super) fn insert_bits(release: Release, bits: &str, offset: u32, width: u32) -> String {
    match (release >= Release::V22, offset) {
        (false, _) => format!("insertBits(tmp, {bits}, {offset}, {width});"),
        (true, 0) => format!("tmp |= {bits};"),
        (true, _) => format!("tmp |= {bits} << {offset};"),
    }
}

/// The name of the processor's features in checks of conditions.
pub(super) fn feature_bits(release: Release) -> &'static str {
    if release >= Release::V22 {
        "FB"
    } else {
        "Bits"
    }
}

/// The message for a decoder that does not exist.
pub(super) fn invalid_decoder(release: Release) -> &'static str {
    if release >= Release::V22 {
        "Invalid decoder index!"
    } else {
        "Invalid index!"
    }
}

/// The start of the name of a decoding function, for codes of a number of bits or for all.
pub(super) fn function_prefix(release: Release, width: Option<usize>) -> String {
    match width {
        Some(width) => format!("decodeFn_{width}bit_"),
        None if release >= Release::V22 => "decodeFn_".to_owned(),
        None => "decodeFn".to_owned(),
    }
}

/// The linkage of a table's functions, with their result. 22 makes them internal.
pub(super) fn function_result(release: Release, width: Option<usize>) -> String {
    match width {
        Some(width) => format!("static {}\n", result_for_width(width)),
        None if release >= Release::V22 => "static DecodeStatus ".to_owned(),
        None => "DecodeStatus ".to_owned(),
    }
}

/// The result of a function that exists for codes of a number of bits only.
fn result_for_width(width: usize) -> String {
    format!("std::enable_if_t<InsnBitWidth<InsnType> == {width}, DecodeStatus>")
}

/// 21 has comments with the decoder of a step.
pub(super) fn tells_decoder(release: Release) -> bool {
    release >= Release::V21
}

/// 21 has comments on steps that continue at the end.
pub(super) fn tells_failure(release: Release) -> bool {
    release >= Release::V21
}

/// 21 has the same words as after other steps.
pub(super) fn skip_after_decoding(release: Release) -> &'static str {
    if release >= Release::V21 {
        "Skip to: "
    } else {
        "skip to: "
    }
}

/// Writes the bits that should be zero or one. 21 has one comment for both.
pub(super) fn push_masks(release: Release, out: &mut Output, zeros: u64, ones: u64) {
    if release >= Release::V21 {
        push_leb(out, zeros);
        push_leb(out, ones);
        write!(out, "// +ve mask: {zeros:#x}, -ve mask: {ones:#x}");
        return;
    }
    for mask in [zeros, ones] {
        push_leb(out, mask);
        if mask > 127 {
            out.text.truncate(out.text.len() - ", ".len());
            write!(out, " /* {mask:#x} */, ");
        }
    }
    out.text.truncate(out.text.len() - " ".len());
}

/// 21 leaves out functions without cases.
pub(super) fn has_empty_predicates(release: Release) -> bool {
    release < Release::V21
}

/// 21 can put functions into a table, on request.
pub(super) fn can_have_function_table(release: Release) -> bool {
    release >= Release::V21
}

/// The start of the function that decodes operands, with the number of its cases. 21 passes the number of the case first.
pub(super) fn push_decoder_start(
    release: Release,
    out: &mut Output,
    cases: usize,
    width: Option<usize>,
) {
    if release >= Release::V21 {
        writeln!(out, "// Handling {cases} cases.");
    }
    out.push("template <typename InsnType>\nstatic ");
    match width {
        Some(width) => writeln!(out, "{}", result_for_width(width)),
        None => out.push("DecodeStatus "),
    }
    out.push("decodeToMCInst(");
    out.push(if release >= Release::V21 {
        concat!(
            "unsigned Idx, DecodeStatus S, InsnType insn, MCInst &MI, uint64_t Address, ",
            "const MCDisassembler *Decoder, bool &DecodeComplete) {\n"
        )
    } else {
        concat!(
            "DecodeStatus S, unsigned Idx, InsnType insn, MCInst &MI,\n",
            "                                   uint64_t Address, const MCDisassembler *Decoder, ",
            "bool &DecodeComplete) {\n"
        )
    });
}
