//! Differences between LLVM releases in the code of passes.

use backend::text::SPACES;
use backend::{Output, Release};
use mlir_model::passes::Pass;

use super::{RULE, push_defines, push_fields, push_registration, push_start_of_class};

/// The parameter for the options of a pass. Since LLVM 22, the options are passed by value.
pub(super) fn options_parameter(release: Release, pass: &str) -> String {
    if release >= Release::V22 {
        format!("{pass}Options options")
    } else {
        format!("const {pass}Options &options")
    }
}

/// The argument for the options in the call of the function that creates the pass. Since LLVM 22, the options are
/// moved.
pub(super) fn moved_options(release: Release) -> &'static str {
    if release >= Release::V22 {
        "std::move(options)"
    } else {
        "options"
    }
}

/// The expression for the value of an option. Since LLVM 22, the value is moved.
pub(super) fn option_value(release: Release, variable: &str) -> String {
    if release >= Release::V22 {
        format!("std::move(options.{variable})")
    } else {
        format!("options.{variable}")
    }
}

/// The C++ type of an option with several values. Since LLVM 22, this type owns the values.
pub(super) fn list_type(release: Release) -> &'static str {
    if release >= Release::V22 {
        "::llvm::SmallVector"
    } else {
        "::llvm::ArrayRef"
    }
}

/// A text from the source as a C++ literal. Since LLVM 22, the text may contain quotes, and its leading and trailing
/// white space is removed.
pub(super) fn literal(release: Release, delimiter: &str, text: &str) -> String {
    if release >= Release::V22 {
        format!("R\"{delimiter}({}){delimiter}\"", text.trim_matches(SPACES))
    } else {
        format!("\"{text}\"")
    }
}

/// Since LLVM 22, the registration of each pass has its own macro. Writes the definitions of all these macros, and ends
/// the guard of all registrations.
pub(super) fn push_choice_of_registrations(release: Release, out: &mut Output, passes: &[Pass]) {
    if release >= Release::V22 {
        out.push("// Generate registrations for all passes.\n");
        push_defines(out, passes, "GEN_PASS_REGISTRATION_");
        out.push("#endif // GEN_PASS_REGISTRATION\n");
    }
}

/// Writes the functions that register a pass. Since LLVM 22, each pass has its own guard.
pub(super) fn push_registration_of(release: Release, out: &mut Output, pass: &Pass) {
    let name = pass.rec.name();
    write!(out, "\n{RULE}\n// {name} Registration\n{RULE}\n");
    if release < Release::V22 {
        return push_registration(out, pass);
    }
    let guard = format!("GEN_PASS_REGISTRATION_{}", name.to_ascii_uppercase());
    super::push_guarded(out, &guard, |out| {
        push_registration(out, pass);
        out.push("\n");
    });
}

/// Since LLVM 22, each pass is registered in a section of its own, outside of the section for all registrations. Starts
/// the section for all registrations again, for the function that registers all passes.
pub(super) fn push_start_of_group(release: Release, out: &mut Output) {
    if release >= Release::V22 {
        out.push("#ifdef GEN_PASS_REGISTRATION\n");
    }
}

/// Writes the base classes of all passes under one guard, `GEN_PASS_CLASSES`, which is older than the guards of single
/// passes. Since LLVM 22, defining this macro is an error.
pub(super) fn push_old_classes(release: Release, out: &mut Output, passes: &[Pass]) {
    if release >= Release::V22 {
        return out.push(
            "#ifdef GEN_PASS_CLASSES
#error \"GEN_PASS_CLASSES is deprecated; use per-pass macros\"
#undef GEN_PASS_CLASSES
#endif // GEN_PASS_CLASSES
",
        );
    }
    out.push("// Deprecated. Please use the new per-pass macros.\n#ifdef GEN_PASS_CLASSES\n");
    for pass in passes {
        out.source(pass.rec);
        push_start_of_class(out, pass, "Register the dialects");
        push_fields(out, pass);
        out.push("};\n");
    }
    out.no_source();
    out.push("#undef GEN_PASS_CLASSES\n#endif // GEN_PASS_CLASSES\n");
}

/// The text before the documentation of a pass: an empty line since LLVM 22.
pub(super) fn before_documentation(release: Release) -> &'static str {
    if release >= Release::V22 { "\n" } else { "" }
}

/// The text after the title of a table: an empty line since LLVM 22.
pub(super) fn below_title(release: Release) -> &'static str {
    before_documentation(release)
}
