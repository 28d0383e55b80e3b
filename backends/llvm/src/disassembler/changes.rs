//! Differences between releases in decoding tables.

use backend::Output;
use elaborate::records::Release;

use super::bytes::push_leb;

/// The format of a release's decoder programs.
#[derive(Clone, Copy)]
pub(super) struct Form {
    /// The number of bytes for the distance of a jump.
    pub skip_len: usize,
    /// Whether steps outside of all scopes have separate opcodes (`OPC_…OrFail`) without a jump distance. If such a
    /// step fails, the whole program fails.
    pub has_failing_steps: bool,
    /// Whether ambiguous encodings and jump distances that do not fit into `skip_len` bytes are errors.
    pub is_strict: bool,
}

/// The text before the tables. LLVM 21 and LLVM 22 changed it.
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

/// The text after the functions. LLVM 21 and LLVM 22 changed it. A mark at the start of a line restricts the line to
/// some tables: `V|` for encodings of variable length, `F|` for other encodings, `P|` for encodings with conditions,
/// `S|` for encodings with soft bits, `T|` for decoders that may fail, `L|` for large tables, `W|` for decoders by
/// width.
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

/// The format of programs. LLVM 21 made tables smaller: a distance takes two bytes instead of three, and a step whose
/// failure ends the program has no distance. LLVM 21 also rejects tables that the decoder could not use.
pub(super) fn form(release: Release, is_large: bool) -> Form {
    let is_since_21 = release >= Release::V21;
    Form {
        skip_len: if is_since_21 && !is_large { 2 } else { 3 },
        has_failing_steps: is_since_21,
        is_strict: is_since_21,
    }
}

/// Whether decoders are written as switches and scopes, each preceded by its size: since LLVM 22. The size of a table
/// is then computed at compile time.
pub(super) fn has_switches(release: Release) -> bool {
    release >= Release::V22
}

/// The statement that inserts bits into an operand. Since LLVM 22 it is an assignment and not a call.
pub(super) fn insert_bits(release: Release, bits: &str, offset: u32, width: u32) -> String {
    match (release >= Release::V22, offset) {
        (false, _) => format!("insertBits(tmp, {bits}, {offset}, {width});"),
        (true, 0) => format!("tmp |= {bits};"),
        (true, _) => format!("tmp |= {bits} << {offset};"),
    }
}

/// The name of the variable with the subtarget's features in checks of conditions. LLVM 22 renamed it.
pub(super) fn feature_bits(release: Release) -> &'static str {
    if release >= Release::V22 {
        "FB"
    } else {
        "Bits"
    }
}

/// The message for an invalid index of a decoder. LLVM 22 changed it.
pub(super) fn invalid_decoder(release: Release) -> &'static str {
    if release >= Release::V22 {
        "Invalid decoder index!"
    } else {
        "Invalid index!"
    }
}

/// The prefix of the names of decoding functions: for encodings of `width` bits, or for all encodings. Since LLVM 22 it
/// ends in an underscore.
pub(super) fn function_prefix(release: Release, width: Option<usize>) -> String {
    match width {
        Some(width) => format!("decodeFn_{width}bit_"),
        None if release >= Release::V22 => "decodeFn_".to_owned(),
        None => "decodeFn".to_owned(),
    }
}

/// The linkage and the result type of decoding functions. Since LLVM 22 their linkage is internal.
pub(super) fn function_result(release: Release, width: Option<usize>) -> String {
    match width {
        Some(width) => format!("static {}\n", result_for_width(width)),
        None if release >= Release::V22 => "static DecodeStatus ".to_owned(),
        None => "DecodeStatus ".to_owned(),
    }
}

/// The result type of a function that only exists for encodings of `width` bits.
fn result_for_width(width: usize) -> String {
    format!("std::enable_if_t<InsnBitWidth<InsnType> == {width}, DecodeStatus>")
}

/// Whether comments mention the decoder of a step: since LLVM 21.
pub(super) fn tells_decoder(release: Release) -> bool {
    release >= Release::V21
}

/// Whether comments mark steps whose failure makes the whole program fail: since LLVM 21.
pub(super) fn tells_failure(release: Release) -> bool {
    release >= Release::V21
}

/// The text before the jump target of a step that decodes operands. Since LLVM 21 it is the same as for other steps.
pub(super) fn skip_after_decoding(release: Release) -> &'static str {
    if release >= Release::V21 {
        "Skip to: "
    } else {
        "skip to: "
    }
}

/// Writes the masks of the bits that should be zero and one. Since LLVM 21, one comment describes both.
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

/// Whether the function that checks conditions is written even without cases: only before LLVM 21.
pub(super) fn has_empty_predicates(release: Release) -> bool {
    release < Release::V21
}

/// Whether an option can put decoding functions into a table: since LLVM 21.
pub(super) fn can_have_function_table(release: Release) -> bool {
    release >= Release::V21
}

/// Writes the start of the function that decodes operands. Since LLVM 21, a comment gives the number of cases, and the
/// index of the case is the first parameter.
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
