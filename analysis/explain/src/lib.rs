//! What the models of backends say of single records, for an editor: of registers, processors and instructions,
//! and of what is described for Clang.
//!
//! A model is built when somebody asks about a record that it knows something of, and kept in the
//! [`Models`](backend::Models) of the unit. Where one cannot be built, the error of building it is shown in its place.

mod attributes;
pub mod clashes;
pub mod decode;
mod decoder;
mod diagnostics;
mod encodings;
mod instructions;
mod intrinsics;
mod page;
pub mod parse;
mod processors;
mod registers;
mod rst;
mod schedules;
#[cfg(test)]
mod testing;

use backend::{Context, Fatal, Rec, record_kind};
use elaborate::record::Record;
use elaborate::symbol::Sym;
use ide::markup::Markup;

use page::Page;

record_kind! {
    /// The classes of records of which something is known.
    enum Kind {
        Register = "Register",
        Tuples = "RegisterTuples",
        RegisterClass = "RegisterClass",
        Index = "SubRegIndex",
        Feature = "SubtargetFeature",
        Processor = "Processor",
        Schedule = "SchedMachineModel",
        Instruction = "Instruction",
        Alias = "InstAlias",
        Attribute = "Attr",
        Diagnostic = "Diagnostic",
        Group = "DiagGroup",
        Vector = "Inst",
        Intrinsic = "Intrinsic",
        RiscvVector = "RVVBuiltin",
        Builtin = "Builtin",
    }
}

/// The same by themselves.
const CLASSES: [&str; 16] = [
    "Register",
    "RegisterTuples",
    "RegisterClass",
    "SubRegIndex",
    "SubtargetFeature",
    "Processor",
    "SchedMachineModel",
    "Instruction",
    "InstAlias",
    "Attr",
    "Diagnostic",
    "DiagGroup",
    "Inst",
    "Intrinsic",
    "RVVBuiltin",
    "Builtin",
];

/// Whether there may be something to say of a record. That is told without building anything.
pub fn concerns(record: &Record) -> bool {
    CLASSES.iter().any(|it| record.is_subclass_of(Sym::new(it)))
}

/// Tells what is known of some records that stand in one place, part by part: a model that takes long keeps nobody from
/// what is known without. Of several records only what they declare in C is told. Nothing is told if nothing is known,
/// as of a class of the same name that has nothing to do with LLVM's.
pub fn records(cx: &Context, recs: &[Rec], mut tell: impl FnMut(Markup)) {
    let mut page = Page::new(cx);
    let mut end_part = |page: &mut Page| {
        let part = page.take();
        if !part.is_empty() {
            tell(part);
        }
    };
    intrinsics::show(cx, recs, &mut page);
    end_part(&mut page);
    let [rec] = recs[..] else { return };
    let Some(kind) = Kind::of(rec) else { return };
    if kind.is_of_target() && !is_target(cx) {
        return;
    }
    for part in kind.parts() {
        let shown = part(cx, rec, &mut page);
        page.told(shown);
        end_part(&mut page);
    }
}

type Part = fn(&Context, Rec, &mut Page) -> Result<(), Fatal>;

impl Kind {
    /// What is said of a record. That one part cannot be told keeps nobody from the others.
    fn parts(self) -> &'static [Part] {
        match self {
            Kind::Register => &[registers::register],
            Kind::Tuples => &[registers::tuples],
            Kind::RegisterClass => &[registers::class],
            Kind::Index => &[registers::index],
            Kind::Feature => &[processors::feature],
            Kind::Processor => &[processors::processor],
            Kind::Schedule => &[processors::schedule],
            Kind::Instruction => &[
                instructions::alone,
                instructions::others,
                instructions::decoder,
                schedules::instruction,
                instructions::matcher,
            ],
            Kind::Alias => &[instructions::alias, instructions::matcher],
            Kind::Attribute => &[attributes::attribute, attributes::documentation],
            Kind::Diagnostic => &[diagnostics::diagnostic],
            Kind::Group => &[diagnostics::group],
            Kind::Vector | Kind::Intrinsic | Kind::RiscvVector | Kind::Builtin => &[],
        }
    }

    /// Whether it is part of the description of a target; the others are Clang's.
    fn is_of_target(self) -> bool {
        !matches!(self, Kind::Attribute | Kind::Diagnostic | Kind::Group)
    }
}

/// Whether the unit describes a target: other units may have classes of the same names.
fn is_target(cx: &Context) -> bool {
    cx.records.derived_if_defined("Target").len() == 1
}
