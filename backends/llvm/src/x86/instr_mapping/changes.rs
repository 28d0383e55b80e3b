//! Differences between LLVM releases in `-gen-x86-instr-mapping`.

use backend::Release;

use super::{find, is_listed, manual};

/// Whether an instruction is not compressed although it looks compressible. LLVM 21 extended the list.
pub(super) fn stays_long(name: &str, release: Release) -> bool {
    is_listed(manual::NOT_COMPRESSED, name)
        || release >= Release::V21 && is_listed(manual::NOT_COMPRESSED_SINCE_21, name)
}

/// Whether an instruction is compressed although its `EVEX.b` bit is set. Since LLVM 22, the bit means zeroed upper
/// bits in `SETZUCC`, not a new data destination; a memory operand has no upper bits.
pub(super) fn shrinks_anyway(name: &str, release: Release) -> bool {
    release >= Release::V22 && name == "SETZUCCm"
}

/// The compressed form of an instruction in the manual lists. LLVM 21 renamed some instructions, and LLVM 22 added one.
pub(super) fn compressed(name: &str, release: Release) -> Option<&'static str> {
    let renamed = if release >= Release::V21 {
        manual::COMPRESSED_SINCE_21
    } else {
        manual::COMPRESSED_UNTIL_19
    };
    let lists = [manual::COMPRESSED, renamed];
    let newest = (release >= Release::V22).then_some(manual::COMPRESSED_SINCE_22);
    lists
        .into_iter()
        .chain(newest)
        .find_map(|it| find(it, name))
}

/// Whether a processor may have the long form of an instruction, but not the compressed form. `predicate` is a
/// condition of the compressed form. LLVM 21 added two of the conditions.
pub(super) fn is_checked(predicate: &str, release: Release) -> bool {
    match predicate {
        "HasAVXNECONVERT" | "HasAVXVNNI" | "HasAVXIFMA" => true,
        "HasAVXVNNIINT8" | "HasAVXVNNIINT16" => release >= Release::V21,
        _ => false,
    }
}
