//! `-gen-disassembler`: the tables for decoding machine code.

mod bytes;
mod changes;
mod decoder;
mod functions;
mod program;
mod switches;
#[cfg(test)]
mod tests;
mod web_assembly;
mod x86;

use backend::text::push_header_without_input;
use backend::{Backend, BackendOption, Context, Fatal, Output};
use target_model::decoder::Duplicates;
use target_model::target::Target;

const DUPLICATES: BackendOption = BackendOption::one_of(
    "suppress-per-hwmode-duplicates",
    &["O0", "O1", "O2"],
    "How far to merge decoder tables of hardware modes (-gen-disassembler)",
);

const LARGE_TABLE: BackendOption = BackendOption::flag(
    "large-decoder-table",
    "Use three bytes, not two, for distances in decoder tables, since LLVM 21 (-gen-disassembler)",
);
const FUNCTION_TABLE: BackendOption = BackendOption::flag(
    "use-fn-table-in-decode-to-mcinst",
    "Decode operands by a table of functions, since LLVM 21 (-gen-disassembler)",
);

const IGNORE_MISSING: BackendOption = BackendOption::flag(
    "ignore-non-decodable-operands",
    "Do not decode operands without bits, instead of an error, since LLVM 22 (-gen-disassembler)",
);
const IGNORE_FIXED: BackendOption = BackendOption::flag(
    "ignore-fully-defined-operands",
    "Do not decode operands whose bits are all fixed, since LLVM 22 (-gen-disassembler)",
);
const BY_WIDTH: BackendOption = BackendOption::flag(
    "specialize-decoders-per-bitwidth",
    "Decode operands by a function for each number of bits, since LLVM 22 (-gen-disassembler)",
);

pub(crate) const BACKEND: Backend = Backend::llvm(
    "gen-disassembler",
    "Define tables by which machine code is decoded",
    &["Instruction", "Target"],
    write,
)
.options(&[
    DUPLICATES,
    LARGE_TABLE,
    FUNCTION_TABLE,
    IGNORE_MISSING,
    IGNORE_FIXED,
    BY_WIDTH,
]);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let target = cx.model::<Target>()?;
    push_header_without_input(out, &format!(" * {} Disassembler", target.name));
    match &*target.name {
        "X86" => x86::push(cx, out),
        "WebAssembly" => web_assembly::push(cx, out),
        name => decoder::push(cx, out, feature_namespace(name), duplicates(cx)),
    }
}

/// The C++ namespace of a target's features. Thumb uses the features of ARM.
fn feature_namespace(target: &str) -> &str {
    match target {
        "Thumb" => "ARM",
        name => name,
    }
}

fn duplicates(cx: &Context) -> Duplicates {
    match cx.options.text(&DUPLICATES) {
        "O1" => Duplicates::PerNamespace,
        "O2" => Duplicates::Never,
        _ => Duplicates::Keep,
    }
}
