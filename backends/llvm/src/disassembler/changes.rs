//! What releases changed in tables for decoding.

use backend::Output;
use elaborate::records::Release;

use super::bytes::push_leb;

/// What a release decides of programs.
#[derive(Clone, Copy)]
pub(super) struct Form {
    /// How many bytes the distance to the place to go on at takes.
    pub skip_len: usize,
    /// Outside of all scopes, steps whose failure is that of the whole program say so, and have no place to go on at.
    pub has_failing_steps: bool,
    /// Encodings that cannot be told apart are an error, and so is a distance that its bytes do not hold.
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

/// The text behind the functions. Marks at the start of a line say for which tables it is: `V|` for encodings of
/// variable length, `F|` for others, `P|` for encodings with conditions, `S|` for such with soft bits, `T|` for decoders
/// that may refuse, `L|` for large tables.
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

/// 21 made tables smaller: two bytes for a distance, and none where the program fails. It refuses what the decoder could
/// not use.
pub(super) fn form(release: Release, is_large: bool) -> Form {
    let is_since_21 = release >= Release::V21;
    Form {
        skip_len: if is_since_21 && !is_large { 2 } else { 3 },
        has_failing_steps: is_since_21,
        is_strict: is_since_21,
    }
}

/// 22 writes decoders as switches and scopes, each behind its size, and tells at compile time how large a table is.
pub(super) fn has_switches(release: Release) -> bool {
    release >= Release::V22
}

/// The line that puts bits of an operand in their place.
pub(super) fn insert_bits(release: Release, bits: &str, offset: u32, width: u32) -> String {
    match (release >= Release::V22, offset) {
        (false, _) => format!("insertBits(tmp, {bits}, {offset}, {width});"),
        (true, 0) => format!("tmp |= {bits};"),
        (true, _) => format!("tmp |= {bits} << {offset};"),
    }
}

/// What the features of the processor are called where conditions are checked.
pub(super) fn feature_bits(release: Release) -> &'static str {
    if release >= Release::V22 {
        "FB"
    } else {
        "Bits"
    }
}

/// What a case that there is not leads to.
pub(super) fn invalid_decoder(release: Release) -> &'static str {
    if release >= Release::V22 {
        "Invalid decoder index!"
    } else {
        "Invalid index!"
    }
}

/// What stands between the parts of a decoding function's name.
pub(super) fn function_prefix(release: Release) -> &'static str {
    if release >= Release::V22 {
        "decodeFn_"
    } else {
        "decodeFn"
    }
}

/// How functions of a table begin. 22 keeps them to the file.
pub(super) fn function_linkage(release: Release) -> &'static str {
    if release >= Release::V22 {
        "static "
    } else {
        ""
    }
}

/// 21 says which decoder a step uses.
pub(super) fn tells_decoder(release: Release) -> bool {
    release >= Release::V21
}

/// 21 says where a step goes on with the end.
pub(super) fn tells_failure(release: Release) -> bool {
    release >= Release::V21
}

/// 21 writes the words as behind other steps.
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

/// 21 has functions in a table, if asked to.
pub(super) fn can_have_function_table(release: Release) -> bool {
    release >= Release::V21
}

/// The start of the function that decodes operands, with the number of its cases. 21 passes the number of the case first.
pub(super) fn push_decoder_start(release: Release, out: &mut Output, cases: usize) {
    if release >= Release::V21 {
        writeln!(out, "// Handling {cases} cases.");
    }
    out.push("template <typename InsnType>\nstatic DecodeStatus decodeToMCInst(");
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
