//! Conversions between MLIR and LLVM IR: `-gen-llvmir-conversions`, `-gen-{op,intr}-from-llvmir-conversions`,
//! `-gen-enum-{to,from}-llvmir-conversions`, `-gen-convertible-llvmir-intrinsics` and `-gen-llvmir-intrinsics`.

mod changes;
mod enumerations;
mod from_llvm;
mod intrinsics;
mod template;
#[cfg(test)]
mod tests;
mod to_llvm;

use backend::{Backend, Context, Fatal, Language, Output};

pub(crate) const TO_LLVM: Backend = Backend::mlir(
    "gen-llvmir-conversions",
    "Make LLVM IR of operations",
    &["LLVM_OpBase"],
    to_llvm::write,
);

pub(crate) const OPERATIONS_FROM_LLVM: Backend = Backend::mlir(
    "gen-op-from-llvmir-conversions",
    "Make operations of LLVM IR's instructions",
    &["LLVM_OpBase"],
    from_llvm::write_operations,
);

pub(crate) const INTRINSICS_FROM_LLVM: Backend = Backend::mlir(
    "gen-intr-from-llvmir-conversions",
    "Make operations of LLVM IR's intrinsics",
    &["LLVM_IntrOpBase"],
    from_llvm::write_intrinsics,
);

pub(crate) const ENUMS_TO_LLVM: Backend = Backend::mlir(
    "gen-enum-to-llvmir-conversions",
    "Make LLVM IR's enumerations of MLIR's",
    &["LLVM_EnumAttr"],
    enumerations::write_to_llvm,
);

pub(crate) const ENUMS_FROM_LLVM: Backend = Backend::mlir(
    "gen-enum-from-llvmir-conversions",
    "Make MLIR's enumerations of LLVM IR's",
    &["LLVM_EnumAttr"],
    enumerations::write_from_llvm,
);

pub(crate) const CONVERTIBLE: Backend = Backend::mlir(
    "gen-convertible-llvmir-intrinsics",
    "List the intrinsics that become operations",
    &["LLVM_IntrOpBase"],
    write_convertible,
);

pub(crate) const INTRINSICS: Backend = Backend::mlir(
    "gen-llvmir-intrinsics",
    "Define operations for LLVM IR's intrinsics",
    &["Intrinsic"],
    intrinsics::write,
)
.options(&intrinsics::OPTIONS)
.language(Language::Text);

fn write_convertible(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    out.try_each(cx.records.derived("LLVM_IntrOpBase")?, |out, rec| {
        let name = rec.string("llvmEnumName")?;
        writeln!(out, "llvm::Intrinsic::{name},");
        Ok(())
    })
}
