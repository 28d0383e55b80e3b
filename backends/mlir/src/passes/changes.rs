//! What releases change in the text of passes.

use backend::text::SPACES;
use backend::{Output, Release};
use mlir_model::passes::Pass;

use super::{RULE, push_defines, push_fields, push_registration, push_start_of_class};

/// 22 has options as values that are moved.
pub(super) fn options_parameter(release: Release, pass: &str) -> String {
    if release >= Release::V22 {
        format!("{pass}Options options")
    } else {
        format!("const {pass}Options &options")
    }
}

/// The options where they are passed on.
pub(super) fn moved_options(release: Release) -> &'static str {
    if release >= Release::V22 {
        "std::move(options)"
    } else {
        "options"
    }
}

/// The value of one option.
pub(super) fn option_value(release: Release, variable: &str) -> String {
    if release >= Release::V22 {
        format!("std::move(options.{variable})")
    } else {
        format!("options.{variable}")
    }
}

/// The type of an option with several values. In 22 it owns them.
pub(super) fn list_type(release: Release) -> &'static str {
    if release >= Release::V22 {
        "::llvm::SmallVector"
    } else {
        "::llvm::ArrayRef"
    }
}

/// A text of the author in C++. 22 lets it have quotes, and drops blanks around it.
pub(super) fn literal(release: Release, delimiter: &str, text: &str) -> String {
    if release >= Release::V22 {
        format!("R\"{delimiter}({}){delimiter}\"", text.trim_matches(SPACES))
    } else {
        format!("\"{text}\"")
    }
}

/// In 22 the function of each pass can be chosen.
pub(super) fn push_choice_of_registrations(release: Release, out: &mut Output, passes: &[Pass]) {
    if release >= Release::V22 {
        out.push("// Generate registrations for all passes.\n");
        push_defines(out, passes, "GEN_PASS_REGISTRATION_");
        out.push("#endif // GEN_PASS_REGISTRATION\n");
    }
}

/// Writes the functions that register a pass, in 22 each pass's in a guard of its own.
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

/// The guards of single passes end that of all.
pub(super) fn push_start_of_group(release: Release, out: &mut Output) {
    if release >= Release::V22 {
        out.push("#ifdef GEN_PASS_REGISTRATION\n");
    }
}

/// Base classes as they were before each pass had a guard of its own; 22 refuses to give them.
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

/// 22 leaves a line before each pass.
pub(super) fn before_documentation(release: Release) -> &'static str {
    if release >= Release::V22 { "\n" } else { "" }
}

/// And one below the title of a table.
pub(super) fn below_title(release: Release) -> &'static str {
    before_documentation(release)
}
