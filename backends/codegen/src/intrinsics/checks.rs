//! The checks of the names of intrinsics. LLVM 21 and later have these checks.

use backend::{Context, Fatal, Rec, Severity};
use elaborate::diagnostic::At;
use rustc_hash::FxHashSet;

use super::{Intrinsic, Intrinsics};

/// Checks the names of all intrinsics. Some errors are fatal, as in the reference; other errors are reported.
pub(super) fn check(cx: &Context, intrinsics: &Intrinsics) -> Result<(), Fatal> {
    check_duplicates(&intrinsics.all)?;
    check_prefixes(intrinsics)?;
    for set in &intrinsics.targets {
        check_suffixes(cx, intrinsics.get(set));
    }
    Ok(())
}

fn at(rec: Rec) -> Option<At> {
    rec.record().locs.first().map(|it| At::start(*it))
}

fn check_duplicates(all: &[Intrinsic]) -> Result<(), Fatal> {
    for pair in all.windows(2) {
        if pair[0].name == pair[1].name {
            let message = format!("Intrinsic `{}` is already defined", pair[0].name);
            let error = pair[1].def.diagnostic(Severity::Error, message);
            let note = "Previous definition here".to_owned();
            return Err(Box::new(error.with_note(at(pair[0].def), note)));
        }
    }
    Ok(())
}

/// Checks intrinsics that all targets have: the first part of the name after `llvm.` must not be the name of a target.
fn check_prefixes(intrinsics: &Intrinsics) -> Result<(), Fatal> {
    let [general, targets @ ..] = &intrinsics.targets[..] else {
        return Ok(());
    };
    let targets: FxHashSet<&str> = targets.iter().map(|it| &*it.target).collect();
    for intrinsic in intrinsics.get(general) {
        let name = &intrinsic.name;
        let prefix = first_part(name.strip_prefix("llvm.").unwrap_or(name));
        if targets.contains(prefix) {
            return Err(intrinsic.def.fatal(format!(
                "target independent intrinsic `{name}' has prefix `llvm.{prefix}` that conflicts \
                 with intrinsics for target `{prefix}`"
            )));
        }
    }
    Ok(())
}

/// Checks that no intrinsic's name extends the name of an overloaded intrinsic by a part that looks like a mangled
/// type.
fn check_suffixes(cx: &Context, all: &[Intrinsic]) {
    let mut overloaded: Option<&Intrinsic> = None;
    for intrinsic in all {
        let Some(shorter) = overloaded else {
            overloaded = Some(intrinsic).filter(|it| it.is_overloaded);
            continue;
        };
        let (name, prefix) = (&intrinsic.name, &shorter.name);
        let rest = name.strip_prefix(&**prefix);
        let Some(suffixes) = rest.and_then(|it| it.strip_prefix('.')) else {
            overloaded = None;
            continue;
        };
        let suffix = first_part(suffixes);
        if looks_like_type(suffix) {
            let message = format!(
                "intrinsic `{name}` cannot share prefix `{prefix}.{suffix}` with another overloaded \
                 intrinsic `{prefix}`"
            );
            let note = format!("Overloaded intrinsic `{prefix}` defined here");
            let error = intrinsic.def.diagnostic(Severity::Error, message);
            cx.report(error.with_note(at(shorter.def), note));
        }
    }
}

fn first_part(name: &str) -> &str {
    name.split('.').next().unwrap_or_default()
}

/// Whether a part of a name could be a mangled type.
fn looks_like_type(part: &str) -> bool {
    const NAMED: [&str; 10] = [
        "isVoid", "Metadata", "f16", "f32", "f64", "f80", "f128", "bf16", "ppcf128", "x86amx",
    ];
    let starts_with_digit = |it: &str| it.starts_with(|it: char| it.is_ascii_digit());
    let is_number = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
    let behind = |prefix| part.strip_prefix(prefix);
    // Functions and structures
    part.contains('_')
        // Arrays and vectors
        || behind(['a', 'v']).is_some_and(starts_with_digit)
        || part.strip_prefix("nxv").is_some_and(starts_with_digit)
        // Pointers and integers
        || behind(['p', 'i']).is_some_and(is_number)
        || NAMED.contains(&part)
}
