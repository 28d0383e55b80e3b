//! Descriptions of single records from the models of the backends, for an editor: registers, processors and
//! instructions, and records of Clang and MLIR. Features that need the records of a unit but no model are here, too:
//! names in C++ ([`cpp_names`]) and the query language ([`filter`]).
//!
//! A model is built when a description first needs it, and kept in the [`Models`](backend::Models) of the unit. If a
//! model cannot be built, the description of the record at fault contains the error, and other descriptions link to
//! that record.

#![warn(clippy::print_stdout, missing_docs)]

mod attributes;
pub mod clashes;
pub mod cpp_names;
pub mod decode;
mod decoder;
mod diagnostics;
pub mod encode;
mod encodings;
pub mod filter;
mod instructions;
mod intrinsics;
mod markdown;
mod mlir;
pub mod naming;
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

pub use mlir::example::{Example, of_operation as example};
pub use page::ShowPlace;

use page::Page;

/// A class whose records have a page.
struct RecordKind {
    class: &'static str,
    /// A field that the records must have, to distinguish the class from another project's class with the same name.
    /// Empty if the name of the class suffices.
    field: &'static str,
    of: Described,
    /// The parts of the page. If a part fails, the others are still shown.
    parts: &'static [Part],
}

/// Whether the class describes a part of a target.
#[derive(PartialEq, Eq)]
enum Described {
    Target,
    Else,
}

/// A part of the page about a record.
struct Part {
    /// The name under which the page lists the part if the part cannot be shown. If the name is empty, the part is then
    /// not listed.
    name: &'static str,
    /// The backend whose models the part uses.
    backend: &'static str,
    show: Show,
}

type Show = fn(&Context, Rec, &mut Page) -> Result<(), Fatal>;

const fn part(name: &'static str, backend: &'static str, show: Show) -> Part {
    Part {
        name,
        backend,
        show,
    }
}

impl RecordKind {
    const fn target(class: &'static str, parts: &'static [Part]) -> RecordKind {
        RecordKind {
            class,
            field: "",
            of: Described::Target,
            parts,
        }
    }

    const fn new(class: &'static str, field: &'static str, parts: &'static [Part]) -> RecordKind {
        RecordKind {
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

/// The classes whose records have a page. If a record derives from several of them, the first one counts. For a class
/// without parts, only the C declarations are shown.
const KINDS: &[RecordKind] = &[
    RecordKind::target(
        "Register",
        &[part("register", "gen-register-info", registers::register)],
    ),
    RecordKind::target(
        "RegisterTuples",
        &[part("registers", "gen-register-info", registers::tuples)],
    ),
    RecordKind::target(
        "RegisterClass",
        &[part("class", "gen-register-info", registers::class)],
    ),
    RecordKind::target(
        "SubRegIndex",
        &[part("index", "gen-register-info", registers::index)],
    ),
    RecordKind::target(
        "SubtargetFeature",
        &[part("feature", "gen-subtarget", processors::feature)],
    ),
    RecordKind::target(
        "Processor",
        &[part("processor", "gen-subtarget", processors::processor)],
    ),
    RecordKind::target(
        "SchedMachineModel",
        &[part("schedule", "gen-subtarget", processors::schedule)],
    ),
    RecordKind::target(
        "Instruction",
        &[
            part("instruction", "gen-instr-info", instructions::alone),
            part("number and aliases", "gen-instr-info", instructions::others),
            part("decoder", "gen-disassembler", instructions::decoder),
            part("schedule", "gen-subtarget", schedules::instruction),
            part("overrides", "gen-subtarget", naming::overrides),
            part("parser", "gen-asm-matcher", instructions::matcher),
            part("patterns", "gen-dag-isel", patterns::own),
        ],
    ),
    // The patterns of a target do not have the field `sourcePattern`.
    RecordKind::new(
        "Pattern",
        "sourcePattern",
        &[
            part("pattern", "gen-rewriters", mlir::rewrites::pattern),
            part("chains", "gen-rewriters", mlir::chains::neighbours),
        ],
    ),
    RecordKind::target(
        "Pattern",
        &[part("patterns", "gen-dag-isel", patterns::own)],
    ),
    RecordKind::target(
        "InstAlias",
        &[
            part("alias", "gen-asm-writer", instructions::alias),
            part("parser", "gen-asm-matcher", instructions::matcher),
        ],
    ),
    // For these classes, only errors are shown.
    RecordKind::target("InstRW", &[part("", "gen-subtarget", schedules::errors)]),
    RecordKind::target("ItinRW", &[part("", "gen-subtarget", schedules::errors)]),
    RecordKind::target(
        "SchedReadWrite",
        &[part("", "gen-subtarget", schedules::errors)],
    ),
    RecordKind::target(
        "ProcWriteResources",
        &[part("", "gen-subtarget", schedules::errors)],
    ),
    RecordKind::target(
        "ProcReadAdvance",
        &[part("", "gen-subtarget", schedules::errors)],
    ),
    RecordKind::target(
        "ProcResourceKind",
        &[part("", "gen-subtarget", schedules::errors)],
    ),
    RecordKind::new(
        "Attr",
        "Spellings",
        &[
            part("attribute", "gen-clang-attr-classes", attributes::attribute),
            part("documentation", "gen-attr-docs", attributes::documentation),
        ],
    ),
    RecordKind::new(
        "Diagnostic",
        "DefaultSeverity",
        &[part(
            "diagnostic",
            "gen-clang-diags-defs",
            diagnostics::diagnostic,
        )],
    ),
    RecordKind::new(
        "DiagGroup",
        "GroupName",
        &[part("group", "gen-clang-diags-defs", diagnostics::group)],
    ),
    RecordKind::new("Inst", "", &[]),
    RecordKind::new("Intrinsic", "", &[]),
    RecordKind::new("RVVBuiltin", "", &[]),
    RecordKind::new("Builtin", "", &[]),
    RecordKind::new(
        "Op",
        "opDialect",
        &[
            part("operation", "gen-op-defs", mlir::operation),
            part("example", "gen-op-defs", mlir::example::operation),
            part("members", "gen-op-decls", mlir::members::members),
            part("verification", "gen-op-defs", mlir::members::verification),
            part("documentation", "gen-dialect-doc", mlir::documentation),
        ],
    ),
    RecordKind::new(
        "AttrOrTypeDef",
        "dialect",
        &[
            part("definition", "gen-typedef-defs", mlir::definition),
            part("storage", "gen-typedef-defs", mlir::members::storage),
            part("example", "gen-typedef-defs", mlir::example::definition),
            part("documentation", "gen-dialect-doc", mlir::documentation),
        ],
    ),
    RecordKind::new(
        "EnumAttrInfo",
        "enumerants",
        &[
            part("enumeration", "gen-enum-decls", mlir::enums::enumeration),
            part("condition", "gen-op-defs", mlir::conditions::constraint),
        ],
    ),
    RecordKind::new(
        "EnumInfo",
        "enumerants",
        &[part(
            "enumeration",
            "gen-enum-decls",
            mlir::enums::enumeration,
        )],
    ),
    RecordKind::new(
        "Constraint",
        "predicate",
        &[part(
            "condition",
            "gen-op-defs",
            mlir::conditions::constraint,
        )],
    ),
    RecordKind::new(
        "Dialect",
        "cppNamespace",
        &[part(
            "documentation",
            "gen-dialect-doc",
            mlir::documentation,
        )],
    ),
    RecordKind::new(
        "Interface",
        "cppInterfaceName",
        &[
            part(
                "interface",
                "gen-op-interface-decls",
                mlir::interfaces::interface,
            ),
            part("documentation", "gen-dialect-doc", mlir::documentation),
        ],
    ),
    RecordKind::new(
        "PassBase",
        "argument",
        &[
            part("pass", "gen-pass-decls", mlir::passes::pass),
            part("documentation", "gen-dialect-doc", mlir::documentation),
        ],
    ),
];

/// Whether there may be a page for a record. This builds no model.
pub fn concerns(record: &Record) -> bool {
    let mut classes = KINDS.iter().map(|it| Sym::new(it.class));
    classes.any(|it| record.is_subclass_of(it))
}

/// Describes the records at one place. `tell` is called with each part of the description, so that a slow model does
/// not delay parts that do not need it. If there are several records, only their C declarations are shown. No parts are
/// shown for a record whose class only shares its name with a class of LLVM.
pub fn records(cx: &Context, recs: &[Rec], show_place: ShowPlace, mut tell: impl FnMut(Markup)) {
    let mut page = Page::new(cx, show_place);
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
        page.begin(rec, part.name, part.backend);
        let shown = (part.show)(cx, rec, &mut page);
        page.add_error_of(shown);
        end_part(&mut page);
    }
    page.end();
    end_part(&mut page);
}

/// An example of the text that the assembly format of an operation, type or attribute prints. Empty for other records,
/// and if the format has a mistake, since other features report the mistake.
pub fn format_example(cx: &Context, rec: Rec, show_place: ShowPlace) -> Markup {
    let mut page = Page::new(cx, show_place);
    let shown = if rec.is_a("Op") && rec.field("opDialect").is_some() {
        mlir::example::operation(cx, rec, &mut page)
    } else if rec.is_a("AttrOrTypeDef") {
        mlir::example::definition(cx, rec, &mut page)
    } else {
        Ok(())
    };
    match shown {
        Ok(()) => page.take(),
        Err(_) => Markup::default(),
    }
}

/// Whether the unit describes a target. Other units may have classes with the same names.
fn is_target(cx: &Context) -> bool {
    cx.records.derived_if_defined("Target").len() == 1
}
