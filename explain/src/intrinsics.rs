//! C declarations of Clang's builtins and intrinsics, made from their records.

#[cfg(test)]
mod tests;

use backend::{Context, Fatal, Rec};
use clang_backends::{builtins, mve, neon, opencl, riscv_vector, sve};

use crate::page::{Page, count};

/// The maximum number of declarations shown.
const MAX_SHOWN: usize = 60;

/// The families of builtins and intrinsics. Classes of different families with the same name are distinguished by their
/// fields.
#[derive(Clone, Copy)]
pub(crate) enum Family {
    Neon,
    Sve,
    Mve,
    RiscvVector,
    OpenCl,
    Builtin,
}

impl Family {
    pub(crate) fn find(rec: Rec) -> Option<Family> {
        let has = |field: &str| rec.field(field).is_some();
        let is = |class: &str, field: &str| rec.is_a(class) && has(field);
        if is("Inst", "MergeSuffix") {
            Some(Family::Sve)
        } else if is("Inst", "CartesianProductWith") {
            Some(Family::Neon)
        } else if is("Intrinsic", "codegen") {
            Some(Family::Mve)
        } else if rec.is_a("RVVBuiltin") {
            Some(Family::RiscvVector)
        } else if is("Builtin", "Signature") {
            Some(Family::OpenCl)
        } else if is("Builtin", "Prototype") {
            Some(Family::Builtin)
        } else {
            None
        }
    }

    fn declarations(self, cx: &Context, rec: Rec) -> Result<Vec<String>, Fatal> {
        match self {
            Family::Neon => neon::declarations(rec),
            Family::Sve => sve::declarations(cx, rec),
            Family::Mve => mve::declarations(cx, rec),
            Family::RiscvVector => riscv_vector::declarations(rec),
            Family::OpenCl => opencl::declarations(cx, rec),
            Family::Builtin => builtins::declarations(rec),
        }
    }
}

/// Adds the C declarations of `recs` to the page. Equal declarations that follow each other are shown once.
pub(crate) fn show(cx: &Context, recs: &[Rec], page: &mut Page) {
    let mut all: Vec<String> = Vec::new();
    for rec in recs {
        let Some(family) = Family::find(*rec) else {
            continue;
        };
        match family.declarations(cx, *rec) {
            Ok(declarations) => all.extend(declarations),
            Err(error) => page.error(&error),
        }
    }
    all.dedup();
    if all.is_empty() {
        return;
    }
    page.prose(format!("declares {}", count(all.len(), "function")));
    let shown = all.iter().take(MAX_SHOWN);
    let shown = shown.map(|it| format!("{};", it.trim_end().trim_end_matches(';')));
    let mut text = shown.collect::<Vec<_>>().join("\n");
    if all.len() > MAX_SHOWN {
        text += &format!("\n// … {} more", all.len() - MAX_SHOWN);
    }
    page.code("c", &text);
}
