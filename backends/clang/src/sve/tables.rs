//! Clang's tables for SVE and SME, except the headers: builtins, their code generation, and checks.

use std::collections::BTreeMap;

use backend::string_map::StringMap;
use backend::{Backend, Context, Fatal, Output, Rec, bail};

use super::Extension;
use super::builtin_tables;
use super::by_name::{each_by_name, guard};
use super::changes;
use super::model::{Form, Intrinsic, Intrinsics, Named, Numbers, number_of};
use super::reinterpret;
use crate::vectors::push_part;

pub(crate) const ARM_SVE_BUILTINS: Backend = Backend::clang(
    "gen-arm-sve-builtins",
    "List the builtins of SVE",
    &["Inst", "EltType"],
    |cx, out| builtins(Extension::Sve, cx, out),
);

pub(crate) const ARM_SME_BUILTINS: Backend = Backend::clang(
    "gen-arm-sme-builtins",
    "List the builtins of SME",
    &["Inst", "EltType"],
    |cx, out| builtins(Extension::Sme, cx, out),
);

/// Writes the builtins with their types and the features that they need.
fn builtins(extension: Extension, cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    if changes::has_string_tables(cx.release()) {
        return builtin_tables::write(extension, cx, out);
    }
    let macro_name = format!("GET_{}_BUILTINS", extension.upper());
    push_part(out, &macro_name, |out| {
        each_by_name(cx, out, |out, inst, it, name| {
            // An overloaded form uses the builtin of its full form.
            if it.form == Form::Full {
                start_builtin(out, extension, name);
                it.push_builtin_letters(inst, &mut out.text)?;
                end_builtin(out, &guard(it));
            }
            Ok(())
        })?;
        if extension == Extension::Sve {
            for it in reinterpret::every(cx.release()) {
                start_builtin(out, extension, &it.name());
                for ty in [it.result, it.parameter] {
                    ty.push_builtin_letters(&mut out.text);
                }
                end_builtin(out, "sme|sve");
            }
        }
        Ok(())
    })
}

fn start_builtin(out: &mut Output, extension: Extension, name: &str) {
    out.push("TARGET_BUILTIN(__builtin_");
    out.push(extension.lower());
    out.push("_");
    out.push(name);
    out.push(", \"");
}

fn end_builtin(out: &mut Output, guard: &str) {
    out.push("\", \"n\", \"");
    out.push(guard);
    out.push("\")\n");
}

pub(crate) const ARM_SVE_BUILTIN_CODEGEN: Backend = Backend::clang(
    "gen-arm-sve-builtin-codegen",
    "List the LLVM intrinsics of SVE's builtins",
    &["Inst", "EltType"],
    |cx, out| codegen(Extension::Sve, cx, out),
);

pub(crate) const ARM_SME_BUILTIN_CODEGEN: Backend = Backend::clang(
    "gen-arm-sme-builtin-codegen",
    "List the LLVM intrinsics of SME's builtins",
    &["Inst", "EltType"],
    |cx, out| codegen(Extension::Sme, cx, out),
);

/// Writes the LLVM intrinsic of each builtin, and the flags that describe how to call it. For SME, the name of the
/// intrinsic is copied from the record: parts in braces are not replaced.
fn codegen(extension: Extension, cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let prefix = extension.upper();
    let macro_name = format!("GET_{prefix}_LLVM_INTRINSIC_MAP");
    push_part(out, &macro_name, |out| {
        each_by_name(cx, out, |out, inst, it, name| {
            if it.form == Form::Overloaded {
                return Ok(());
            }
            let llvm_name = match extension {
                Extension::Sve => it.llvm_name(inst)?,
                Extension::Sme => it.family.llvm_name.clone(),
            };
            let flags = it.flags;
            if llvm_name.is_empty() {
                writeln!(out, "{prefix}MAP2({name}, {flags}),");
            } else {
                writeln!(out, "{prefix}MAP1({name}, {llvm_name}, {flags}),");
            }
            Ok(())
        })
    })
}

pub(crate) const ARM_SVE_SEMA_RANGECHECKS: Backend = Backend::clang(
    "gen-arm-sve-sema-rangechecks",
    "List the checks of constants for SVE",
    &["Inst", "EltType"],
    |cx, out| range_checks(Extension::Sve, cx, out),
);

pub(crate) const ARM_SME_SEMA_RANGECHECKS: Backend = Backend::clang(
    "gen-arm-sme-sema-rangechecks",
    "List the checks of constants for SME",
    &["Inst", "EltType"],
    |cx, out| range_checks(Extension::Sme, cx, out),
);

/// Writes the checks of constant arguments.
pub(crate) fn range_checks(
    extension: Extension,
    cx: &Context,
    out: &mut Output,
) -> Result<(), Fatal> {
    let macro_name = format!("GET_{}_IMMEDIATE_CHECK", extension.upper());
    push_part(out, &macro_name, |out| {
        // Intrinsics with the same name are adjacent.
        let mut last = None;
        each_by_name(cx, out, |out, _, it, name| {
            if it.checks.is_empty() || last.as_deref() == Some(name) {
                return Ok(());
            }
            last = Some(name.to_owned());
            writeln!(out, "{}", extension.case(name));
            for check in it.checks.iter() {
                let parameter = changes::parameter_in_table(cx.release(), check.parameter);
                let check = format!("{parameter}, {}, {}", check.kind, check.element_bits);
                let in_place = changes::makes_checks_in_place(cx.release());
                if extension == Extension::Sve && in_place {
                    writeln!(out, "ImmChecks.emplace_back({check});")
                } else {
                    writeln!(out, "ImmChecks.push_back(std::make_tuple({check}));")
                }
            }
            out.push("  break;\n");
            Ok(())
        })
    })
}

pub(crate) const ARM_SVE_TYPEFLAGS: Backend = Backend::clang(
    "gen-arm-sve-typeflags",
    "List the flags of SVE's builtins",
    &["Inst", "EltType"],
    type_flags,
);

/// Writes the numbers that encode flags and types, as C++ constants.
fn type_flags(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let numbers = Numbers::read(cx.records)?;
    push_part(out, "LLVM_GET_SVE_TYPEFLAGS", |out| {
        push_numbers(cx, out, &numbers.flags, |out, name, number| {
            writeln!(out, "const uint64_t {name} = {number};");
        });
        Ok(())
    })?;
    let mut enums = vec![
        ("ELTTYPES", &numbers.elements),
        ("MEMELTTYPES", &numbers.memory_elements),
        ("MERGETYPES", &numbers.merges),
    ];
    if changes::lists_checks_with_flags(cx.release()) {
        enums.push(("IMMCHECKTYPES", &numbers.checks));
    }
    for (name, numbers) in enums {
        push_part(out, &format!("LLVM_GET_SVE_{name}"), |out| {
            push_numbers(cx, out, numbers, |out, name, number| {
                writeln!(out, "  {name} = {number},");
            });
            Ok(())
        })?;
    }
    Ok(())
}

pub(crate) const ARM_IMMCHECK_TYPES: Backend = Backend::clang(
    "gen-arm-immcheck-types",
    "List the kinds of checks of constants",
    &["ImmCheckType"],
    check_types,
);

/// Writes the kinds of checks that SVE, SME and Neon share. This table exists since LLVM 21.
fn check_types(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let numbers = Numbers::read(cx.records)?;
    push_part(out, "LLVM_GET_ARM_INTRIN_IMMCHECKTYPES", |out| {
        push_numbers(cx, out, &numbers.checks, |out, name, number| {
            writeln!(out, "  {name} = {number},");
        });
        Ok(())
    })
}

fn push_numbers(
    cx: &Context,
    out: &mut Output,
    numbers: &Named,
    push: impl Fn(&mut Output, &str, u64),
) {
    for (name, (number, record)) in numbers.iter() {
        out.of(cx.records.rec(*record), |out| {
            push(out, name, *number as u64)
        });
    }
}

/// The records of each builtin. The key is the name of the builtin. Several intrinsics may share a builtin.
type RecordsByBuiltin<'a> = BTreeMap<String, Vec<Rec<'a>>>;

fn push_cases(out: &mut Output, extension: Extension, names: &RecordsByBuiltin) {
    for (name, records) in names {
        out.sources(|| records.iter().copied());
        writeln!(out, "{}", extension.case(name));
    }
    out.no_source();
}

pub(super) fn has_flag(
    it: &Intrinsic,
    inst: Rec,
    flags: &Named,
    name: &str,
) -> Result<bool, Fatal> {
    Ok(it.flags & number_of(inst, flags, "FlagType", name)? != 0)
}

pub(crate) const ARM_SVE_STREAMING_ATTRS: Backend = Backend::clang(
    "gen-arm-sve-streaming-attrs",
    "List the modes in which SVE's builtins may be called",
    &["Inst", "EltType"],
    |cx, out| streaming_attributes(Extension::Sve, cx, out),
);

pub(crate) const ARM_SME_STREAMING_ATTRS: Backend = Backend::clang(
    "gen-arm-sme-streaming-attrs",
    "List the modes in which SME's builtins may be called",
    &["Inst", "EltType"],
    |cx, out| streaming_attributes(Extension::Sme, cx, out),
);

/// Writes the modes of the processor in which each builtin may be called.
pub(crate) fn streaming_attributes(
    extension: Extension,
    cx: &Context,
    out: &mut Output,
) -> Result<(), Fatal> {
    let intrinsics = cx.model::<Intrinsics>()?;
    let flags = Numbers::read(cx.records)?.flags;
    let mut by_mode: StringMap<RecordsByBuiltin> = StringMap::default();
    for it in intrinsics.full() {
        let inst = cx.records.rec(it.family.record);
        let flag = |name| has_flag(it, inst, &flags, name);
        let (streaming, either) = (flag("IsStreaming")?, flag("VerifyRuntimeMode")?);
        let compatible = flag("IsStreamingCompatible")?;
        let has_both = !it.family.sve_guard.is_empty() && !it.family.sme_guard.is_empty();
        if has_both && !either {
            bail!(inst, "Missing VerifyRuntimeMode flag");
        }
        if either && !has_both && changes::mode_needs_both_guards(cx.release()) {
            bail!(inst, "VerifyRuntimeMode requires SVE and SME guards");
        }
        let mode = match () {
            () if streaming => "ArmStreaming",
            () if either => "VerifyRuntimeMode",
            () if compatible => "ArmStreamingCompatible",
            () => "ArmNonStreaming",
        };
        let names = by_mode.get_or_insert_with(mode, RecordsByBuiltin::new);
        names.entry(it.full_name(inst)?).or_default().push(inst);
    }
    let macro_name = format!("GET_{}_STREAMING_ATTRS", extension.upper());
    push_part(out, &macro_name, |out| {
        for (mode, names) in by_mode.iter() {
            push_cases(out, extension, names);
            write!(out, "  BuiltinType = {mode};\n  break;\n");
        }
        Ok(())
    })
}

pub(crate) const ARM_SME_BUILTIN_ZA_STATE: Backend = Backend::clang(
    "gen-arm-sme-builtin-za-state",
    "List what SME's builtins do to the matrix's state",
    &["Inst", "EltType"],
    za_state,
);

/// Writes the effect of each SME builtin on the states of `ZA` and `ZT0`.
fn za_state(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let intrinsics = cx.model::<Intrinsics>()?;
    let flags = Numbers::read(cx.records)?.flags;
    let mut by_state: BTreeMap<String, RecordsByBuiltin> = BTreeMap::new();
    for it in intrinsics.full() {
        let inst = cx.records.rec(it.family.record);
        let mut states = Vec::new();
        for register in ["ZA", "ZT0"] {
            for access in ["In", "Out", "InOut"] {
                let name = format!("Is{access}{register}");
                if has_flag(it, inst, &flags, &name)? {
                    states.push(format!("Arm{access}{register}"));
                    break;
                }
            }
        }
        if !states.is_empty() {
            let names = by_state.entry(states.join(" | ")).or_default();
            names.entry(it.full_name(inst)?).or_default().push(inst);
        }
    }
    push_part(out, "GET_SME_BUILTIN_GET_STATE", |out| {
        for (state, names) in &by_state {
            push_cases(out, Extension::Sme, names);
            writeln!(out, "  return {state};");
        }
        Ok(())
    })
}
