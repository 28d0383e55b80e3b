//! `-gen-arm-sve-builtins-json` and `-gen-arm-sme-builtins-json`: a list of the intrinsics as input for test programs.
//! New in LLVM 22.

use backend::{Backend, Context, Fatal, Language, Output, Rec};

use super::model::{ImmCheck, Intrinsic, Intrinsics, Numbers};
use super::tables::has_flag;
use super::types::SveType;

pub(crate) const ARM_SVE_BUILTINS_JSON: Backend = Backend::clang(
    "gen-arm-sve-builtins-json",
    "List the intrinsics of SVE as JSON",
    &["Inst", "EltType"],
    write,
)
.language(Language::Json);

pub(crate) const ARM_SME_BUILTINS_JSON: Backend = Backend::clang(
    "gen-arm-sme-builtins-json",
    "List the intrinsics of SME as JSON",
    &["Inst", "EltType"],
    write,
)
.language(Language::Json);

/// Writes an array with an object for each intrinsic, one object on each line.
fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let intrinsics = cx.model::<Intrinsics>()?;
    let numbers = Numbers::read(cx.records)?;
    out.push("[\n");
    for (index, it) in intrinsics.0.iter().enumerate() {
        let inst = cx.records.rec(it.family.record);
        if index > 0 {
            out.push(",\n");
        }
        out.source(inst);
        write!(
            out,
            "{{ \"guard\": \"{}\",\"streaming_guard\": \"{}\",\"flags\": \"{}\",\"builtin\": \"{};\" }}",
            it.family.sve_guard,
            it.family.sme_guard,
            flags(it, inst, &numbers)?,
            declaration(it, inst, &numbers)?
        );
        out.no_source();
    }
    out.push("\n]\n");
    Ok(())
}

/// The requirements on the caller: the mode of the processor, and the states of `ZA` and `ZT0`.
fn flags(it: &Intrinsic, inst: Rec, numbers: &Numbers) -> Result<String, Fatal> {
    let mut flags = Vec::new();
    // Each group contributes only the word for its first flag that is set.
    for group in [
        &[
            ("IsStreaming", "streaming-only"),
            ("IsStreamingCompatible", "streaming-compatible"),
            ("VerifyRuntimeMode", "feature-dependent"),
        ],
        &["IsInZA", "IsOutZA", "IsInOutZA"].map(|name| (name, "requires-za")),
        &["IsInZT0", "IsOutZT0", "IsInOutZT0"].map(|name| (name, "requires-zt")),
    ] {
        for (name, word) in group {
            if has_flag(it, inst, &numbers.flags, name)? {
                flags.push(*word);
                break;
            }
        }
    }
    Ok(flags.join(","))
}

/// The C declaration, in which the kind of a check replaces the type of a checked constant, unless the type is an enum
/// or `fpm_t`.
fn declaration(it: &Intrinsic, inst: Rec, numbers: &Numbers) -> Result<String, Fatal> {
    let name = it.declared_name(inst)?;
    let Some((result, parameters)) = it.types.split_first() else {
        return Err(inst.fatal(format!("the prototype of '{name}' is empty")));
    };
    let parameter = |(index, ty): (u32, &SveType)| {
        let check = it.checks.iter().find(|check| check.parameter == index);
        let check = check.filter(|_| ty.choice.is_none());
        let kind = |check: &ImmCheck| {
            let mut kinds = numbers.checks.iter();
            kinds.find(|(_, (number, _))| *number == i64::from(check.kind))
        };
        match check.and_then(kind) {
            Some((name, _)) => name.to_owned(),
            None => ty.c_name(),
        }
    };
    let parameters: Vec<_> = (0..).zip(parameters).map(parameter).collect();
    Ok(format!(
        "{} {name}({})",
        result.c_name(),
        parameters.join(", ")
    ))
}
