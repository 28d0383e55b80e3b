//! Differences between LLVM releases in `-gen-subtarget`.

use backend::text::{push_guarded, push_namespace};
use backend::{Output, Release};

/// Writes a section that C++ code includes by defining the macro `guard`. Since LLVM 22, all backends share one layout
/// of such sections.
pub(super) fn guarded<R>(
    release: Release,
    out: &mut Output,
    guard: &str,
    push: impl FnOnce(&mut Output) -> R,
) -> R {
    if release >= Release::V22 {
        return push_guarded(out, guard, push);
    }
    write!(out, "\n#ifdef {guard}\n#undef {guard}\n\n");
    let result = push(out);
    write!(out, "#endif // {guard}\n\n");
    result
}

/// Writes a namespace with its members. Before LLVM 22, `gap` follows the end of the namespace.
pub(super) fn namespace<R>(
    release: Release,
    out: &mut Output,
    name: &str,
    gap: &str,
    push: impl FnOnce(&mut Output) -> R,
) -> R {
    if release >= Release::V22 {
        return push_namespace(out, name, push);
    }
    writeln!(out, "namespace {name} {{");
    let result = push(out);
    write!(out, "}} // end namespace {name}\n{gap}");
    result
}

/// The text before and after the calls of the macro for getters. LLVM 22 moved the blank lines.
pub(super) fn getters(release: Release) -> (&'static str, &'static str) {
    if release >= Release::V22 {
        ("#ifdef GET_SUBTARGETINFO_MACRO\n\n", "\n")
    } else {
        ("\n#ifdef GET_SUBTARGETINFO_MACRO\n", "")
    }
}

/// The parameter that passes features to the function that resolves variants, and the argument for this parameter.
/// Since LLVM 22, predicates may test features.
pub(super) fn features_parameter(release: Release) -> (&'static str, &'static str) {
    if release >= Release::V22 {
        ("const MCSubtargetInfo &STI, ", "*this, ")
    } else {
        ("", "")
    }
}

/// The argument for an empty array. LLVM 21 replaced `std::nullopt`.
pub(super) fn no_array(release: Release) -> &'static str {
    if release >= Release::V21 {
        "{}, "
    } else {
        "std::nullopt, "
    }
}

/// The macro for the table of class names, which is new in LLVM 21: its definition with names, its definition without
/// names, and its `#undef`.
pub(super) fn name_macro(release: Release) -> [&'static str; 3] {
    if release >= Release::V21 {
        [
            "#define DBGVAL_OR_NULLPTR(x) x\n",
            "#define DBGVAL_OR_NULLPTR(x) nullptr\n",
            "\n#undef DBGVAL_OR_NULLPTR\n",
        ]
    } else {
        [""; 3]
    }
}

/// The parameter for the names of processors, and the argument that passes it on. Both are empty before LLVM 21.
pub(super) fn names_parameter(release: Release) -> (&'static str, &'static str) {
    if release >= Release::V21 {
        ("    ArrayRef<StringRef> PN,\n", "PN, ")
    } else {
        ("", "")
    }
}

/// The declaration of the table with the names of processors, which is passed to the constructor since LLVM 21.
pub(super) fn names_declaration(release: Release, target: &str) -> String {
    if release >= Release::V21 {
        format!("extern const llvm::StringRef {target}Names[];\n")
    } else {
        String::new()
    }
}

/// The indentation of declarations for the analysis of machine code, in steps of two spaces. Since LLVM 21 it is 0.
pub(super) fn indent_of_declarations(release: Release) -> usize {
    if release >= Release::V21 { 0 } else { 1 }
}

/// The `#include` for the enumeration of hardware mode bits, which LLVM 21 added.
pub(super) fn bitmask_include(release: Release) -> &'static str {
    if release >= Release::V21 {
        "#include \"llvm/ADT/BitmaskEnum.h\"\n"
    } else {
        ""
    }
}
