//! The C++ code that is generated for operations, types and attributes: their members, and their verification.

use backend::{Context, Fatal, Rec};
use ide::markup::{code_span, escape};
use mlir_backends::outline::outline;
use mlir_model::definition::Definition;
use mlir_model::interfaces::Interface;
use mlir_model::names::qualified;
use mlir_model::operation::Operation;
use mlir_model::predicate::{condition, simplified};
use mlir_model::traits::TraitKind;

use super::{shortened, trait_name};
use crate::page::{Page, count, listed};

/// The maximum number of builders shown.
const MAX_BUILDERS: usize = 6;
/// The maximum number of names in one list.
const MAX_NAMES: usize = 12;
/// The maximum number of traits whose verification is shown.
const MAX_CHECKS: usize = 10;

/// Shows the builders and accessors of an operation, and the interface methods that its class still has to implement.
pub(crate) fn members(cx: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    let found = outline(cx, &Operation::read(rec)?)?;
    let mut builders = found.builders;
    let more = builders.len().saturating_sub(MAX_BUILDERS);
    builders.truncate(MAX_BUILDERS);
    if more > 0 {
        builders.push(format!("// … {}", count(more, "more builder")));
    }
    if !builders.is_empty() {
        page.code("cpp", &builders.join("\n"));
    }
    let names = |names: &[String]| listed(names, MAX_NAMES);
    for it in &found.accessors {
        if let Some(names) = names(&it.cpp) {
            page.point(&format!("{} in C++", it.kind), names);
        }
    }
    for it in &found.accessors {
        if let Some(names) = names(&it.python) {
            page.point(&format!("{} in Python", it.kind), names);
        }
    }
    for it in &found.open {
        // The records do not say what the C++ classes of traits implement.
        let how = if it.is_declared {
            "declared in the class"
        } else {
            "unless a trait has them in C++"
        };
        let methods = names(&it.methods).unwrap_or_default();
        page.point(
            "to implement",
            format!("{methods} of {}, {how}", code_span(&it.interface)),
        );
    }
    Ok(())
}

/// Shows what verifies an operation: its traits, its interfaces and its own functions.
pub(crate) fn verification(_: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    let op = Operation::read(rec)?;
    super::conditions::of_operation(&op, page)?;
    let mut checks: Vec<(String, String)> = Vec::new();
    // The traits that are implemented as C++ classes. The records do not say whether such a class has a function
    // `verifyTrait`.
    let (mut early, mut late) = (Vec::new(), Vec::new());
    for it in &op.traits {
        let name = code_span(&trait_name(it.rec));
        let what = match it.kind {
            TraitKind::Predicate => {
                let text = simplified(&condition(it.rec.def("predicate")?)?);
                let summary = escape(&shortened(&it.rec.string("summary")?));
                format!("{summary}: {}", code_span(&shortened(&text)))
            }
            TraitKind::Interface
                if it.rec.is_a("Interface") && it.rec.field("verify").is_some() =>
            {
                let Some(code) = Interface::read(it.rec)?.code("verify")? else {
                    continue;
                };
                format!("{} of the interface", code_span(&shortened(&code)))
            }
            TraitKind::Native => {
                let class = it.qualified_name()?.into_owned();
                let classes = if it.is_structural() {
                    &mut early
                } else {
                    &mut late
                };
                if !classes.contains(&class) {
                    classes.push(class);
                }
                continue;
            }
            TraitKind::Interface | TraitKind::Internal => continue,
        };
        if !checks.iter().any(|it| it.0 == name && it.1 == what) {
            checks.push((name, what));
        }
    }
    let function = code_span("verifyTrait");
    for (classes, when) in [(early, "before the constraints, "), (late, "")] {
        if let Some(names) = listed(classes, MAX_NAMES) {
            page.point(
                "verified by",
                format!("{when}{function}, if there is one, of {names}"),
            );
        }
    }
    let more = checks.len().saturating_sub(MAX_CHECKS);
    for (name, what) in checks.iter().take(MAX_CHECKS) {
        page.point(&format!("verified by {name}"), what);
    }
    if more > 0 {
        page.point("verified by", format!("… {}", count(more, "more trait")));
    }
    let own = [
        ("hasVerifier", "verify"),
        ("hasRegionVerifier", "verifyRegions"),
    ];
    for (field, function) in own {
        if rec.bit(field)? {
            page.point("verified by", format!("its own {}", code_span(function)));
        }
    }
    Ok(())
}

/// Shows the storage class of a type or attribute, the accessors of its parameters, and how the type or attribute is
/// parsed and printed.
pub(crate) fn storage(_: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    let def = Definition::read(rec)?;
    if def.parameters.is_empty() {
        page.point("storage", "none: there are no parameters");
    } else {
        let namespace = rec.string("storageNamespace")?;
        let class = qualified(&namespace, &rec.string("storageClass")?);
        let by_hand = if rec.bit("genStorageClass")? {
            ""
        } else {
            ", written by hand"
        };
        page.point("storage", format!("{}{by_hand}", code_span(&class)));
    }
    if rec.bit("genAccessors")?
        && let Some(names) = listed(def.parameters.iter().map(|it| it.accessor()), MAX_NAMES)
    {
        page.point("accessors", names);
    }
    let Some(mnemonic) = &def.mnemonic else {
        return Ok(());
    };
    let how = match &def.assembly_format {
        Some(format) => format!(
            "{}, then {}",
            code_span(mnemonic),
            code_span(&shortened(format))
        ),
        None if def.has_custom_format => format!(
            "{}, then what {} and {} do by hand",
            code_span(mnemonic),
            code_span("parse"),
            code_span("print")
        ),
        None => format!("only {}", code_span(mnemonic)),
    };
    page.point("parsed and printed", how);
    Ok(())
}
