//! Answers of the backends' models about single records, for an editor: about registers, processors and instructions,
//! and of what is described for Clang and MLIR.
//!
//! A model is built at the first question about a record that it describes, and kept in the
//! [`Models`](backend::Models) of the unit. Where one cannot be built, the error of building it is shown in its place.

#![warn(clippy::print_stdout, missing_docs)]

mod attributes;
pub mod clashes;
pub mod decode;
mod decoder;
mod diagnostics;
pub mod encode;
mod encodings;
mod instructions;
mod intrinsics;
mod markdown;
mod mlir;
mod page;
pub mod parse;
mod patterns;
mod processors;
mod registers;
mod rst;
mod schedules;
pub mod select;
mod selector;
#[cfg(test)]
mod testing;

use backend::{Context, Fatal, Rec};
use elaborate::record::Record;
use elaborate::symbol::Sym;
use ide::markup::Markup;

use page::Page;

/// A kind of records: those of a class.
struct Kind {
    class: &'static str,
    /// A field that other projects' classes of this name do not have, or none.
    field: &'static str,
    of: Described,
    /// A part that fails does not keep the others from being told.
    parts: &'static [Part],
}

/// What a class of records describes.
#[derive(PartialEq, Eq)]
enum Described {
    Target,
    Else,
}

type Part = fn(&Context, Rec, &mut Page) -> Result<(), Fatal>;

impl Kind {
    const fn target(class: &'static str, parts: &'static [Part]) -> Kind {
        Kind {
            class,
            field: "",
            of: Described::Target,
            parts,
        }
    }

    const fn of(class: &'static str, field: &'static str, parts: &'static [Part]) -> Kind {
        Kind {
            class,
            field,
            of: Described::Else,
            parts,
        }
    }

    fn is_of(&self, rec: Rec) -> bool {
        rec.is_a(self.class) && (self.field.is_empty() || rec.field(self.field).is_some())
    }
}

/// The classes of records of which something is known; of a record the first that it is of counts. Of those without parts
/// it is known what they declare in C.
const KINDS: &[Kind] = &[
    Kind::target("Register", &[registers::register]),
    Kind::target("RegisterTuples", &[registers::tuples]),
    Kind::target("RegisterClass", &[registers::class]),
    Kind::target("SubRegIndex", &[registers::index]),
    Kind::target("SubtargetFeature", &[processors::feature]),
    Kind::target("Processor", &[processors::processor]),
    Kind::target("SchedMachineModel", &[processors::schedule]),
    Kind::target(
        "Instruction",
        &[
            instructions::alone,
            instructions::others,
            instructions::decoder,
            schedules::instruction,
            instructions::matcher,
            patterns::own,
        ],
    ),
    Kind::target("Pattern", &[patterns::own]),
    Kind::target("InstAlias", &[instructions::alias, instructions::matcher]),
    Kind::of(
        "Attr",
        "Spellings",
        &[attributes::attribute, attributes::documentation],
    ),
    Kind::of("Diagnostic", "DefaultSeverity", &[diagnostics::diagnostic]),
    Kind::of("DiagGroup", "GroupName", &[diagnostics::group]),
    Kind::of("Inst", "", &[]),
    Kind::of("Intrinsic", "", &[]),
    Kind::of("RVVBuiltin", "", &[]),
    Kind::of("Builtin", "", &[]),
    Kind::of("Op", "opDialect", &[mlir::operation, mlir::documentation]),
    Kind::of("AttrOrTypeDef", "dialect", &[mlir::documentation]),
    Kind::of("Dialect", "cppNamespace", &[mlir::documentation]),
    Kind::of("Interface", "cppInterfaceName", &[mlir::documentation]),
    Kind::of("PassBase", "argument", &[mlir::documentation]),
];

/// Whether there may be something to say of a record. That is told without building anything.
pub fn concerns(record: &Record) -> bool {
    let mut classes = KINDS.iter().map(|it| Sym::new(it.class));
    classes.any(|it| record.is_subclass_of(it))
}

/// Describes some records that stand in one place, part by part, so that a slow model does not hold up
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
    let kind = KINDS.iter().find(|it| it.is_of(rec));
    let Some(kind) = kind else { return };
    if kind.of == Described::Target && !is_target(cx) {
        return;
    }
    for part in kind.parts {
        let shown = part(cx, rec, &mut page);
        page.told(shown);
        end_part(&mut page);
    }
}

/// Whether the unit describes a target: other units may have classes of the same names.
fn is_target(cx: &Context) -> bool {
    cx.records.derived_if_defined("Target").len() == 1
}
