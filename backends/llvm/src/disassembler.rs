//! `-gen-disassembler`: the tables by which machine code is decoded.

mod decoder;
mod functions;
mod program;
#[cfg(test)]
mod tests;
mod web_assembly;
mod x86;

use backend::text::push_header_without_input;
use backend::{Backend, BackendOption, Context, Fatal, Output};
use target_model::decoder::Duplicates;
use target_model::target::Target;

/// The backend.
pub(crate) struct Disassembler;

const DUPLICATES: &str = "suppress-per-hwmode-duplicates";

impl Backend for Disassembler {
    fn name(&self) -> &'static str {
        "gen-disassembler"
    }

    fn help(&self) -> &'static str {
        "Define tables by which machine code is decoded"
    }

    fn options(&self) -> &'static [BackendOption] {
        &[BackendOption {
            name: DUPLICATES,
            help: "How far to merge decoder tables of hardware modes: O0, O1 or O2 (-gen-disassembler)",
        }]
    }

    fn run(&self, cx: &Context, out: &mut Output) -> Result<(), Fatal> {
        let target = cx.model::<Target>()?;
        push_header_without_input(out, &format!(" * {} Disassembler", target.name));
        match &*target.name {
            "X86" => x86::push(cx, out),
            "WebAssembly" => web_assembly::push(cx, out),
            name => decoder::push(cx, out, feature_namespace(name), duplicates(cx)),
        }
    }
}

/// The namespace of a target's features.
fn feature_namespace(target: &str) -> &str {
    match target {
        "Thumb" => "ARM",
        name => name,
    }
}

fn duplicates(cx: &Context) -> Duplicates {
    match cx.options.get(DUPLICATES) {
        Some("O1") => Duplicates::PerNamespace,
        Some("O2") => Duplicates::Never,
        _ => Duplicates::Keep,
    }
}
