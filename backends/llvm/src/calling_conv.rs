//! `-gen-callingconv`: functions that assign registers and stack slots to arguments and results.

mod action;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use backend::text::push_header_without_input;
use backend::{Backend, Context, Fatal, Output, Release, record_class};
use target_model::registers::Registers;

record_class! {
    struct ConventionDef("CallingConv") {
        /// Whether the convention's function is written by hand.
        is_custom: bit("Custom"),
        /// Whether code outside of the calling conventions calls the convention's function.
        is_entry: bit("Entry"),
    }
}

pub(crate) const BACKEND: Backend = Backend::llvm(
    "gen-callingconv",
    "Define functions for calling conventions",
    &["CallingConv"],
    write,
);

mod changes {
    use super::Release;

    /// The preprocessor lines around everything except the lists of registers. Since LLVM 22, the comment at the
    /// `#endif` repeats the condition.
    pub(super) fn guard(release: Release) -> (&'static str, &'static str) {
        if release >= Release::V22 {
            (
                "#if !defined(GET_CC_REGISTER_LISTS)\n\n",
                "\n#endif // !defined(GET_CC_REGISTER_LISTS)\n\n",
            )
        } else {
            (
                "#ifndef GET_CC_REGISTER_LISTS\n\n",
                "\n#endif // CC_REGISTER_LIST\n",
            )
        }
    }

    /// The parameter for the type before legalization. LLVM 22 added the parameter, so that targets need not store the
    /// type.
    pub(super) fn original_type(release: Release) -> &'static str {
        if release >= Release::V22 {
            "Type *OrigTy, "
        } else {
            ""
        }
    }

    /// The argument with the type before legalization in calls of the functions of other conventions. Functions that
    /// are written by hand do not have this parameter.
    pub(super) fn original_type_argument(release: Release) -> &'static str {
        if release >= Release::V22 {
            "OrigTy, "
        } else {
            ""
        }
    }

    /// The C++ type of registers. Before LLVM 21, registers were numbers.
    pub(super) fn register_type(release: Release) -> &'static str {
        if release >= Release::V21 {
            "MCRegister"
        } else {
            "unsigned"
        }
    }

    /// Whether the backend first reads the registers of the target and reports errors in them: since LLVM 21.
    pub(super) fn reads_registers(release: Release) -> bool {
        release >= Release::V21
    }

    /// Whether a list may give registers by name, which is necessary for registers of tuples that have no record in the
    /// source: since LLVM 21.
    pub(super) fn allows_names(release: Release) -> bool {
        release >= Release::V21
    }
}

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    if changes::reads_registers(cx.release()) {
        cx.model::<Registers>()?;
    }
    push_header_without_input(out, "Calling Convention Implementation Fragment");
    let mut conventions = Vec::new();
    for convention in ConventionDef::all(cx.records)? {
        if !convention.is_custom()? {
            conventions.push(convention);
        }
    }
    out.phase("Emit prototypes");
    let (start, end) = changes::guard(cx.release());
    out.push(start);
    for &convention in &conventions {
        let signature = signature(convention)?;
        out.of(convention, |out| writeln!(out, "{signature};"));
    }

    out.phase("Emit full descriptions");
    let mut lists = RegisterLists::default();
    for convention in conventions {
        out.push("\n\n");
        out.of(convention, |out| {
            writeln!(out, "{} {{", signature(convention)?);
            action::push_all(cx, out, convention, &mut lists)?;
            out.push("\n  return true; // CC didn't match.\n}\n");
            Ok::<_, Fatal>(())
        })?;
    }
    lists.push(out);
    out.push(end);
    Ok(())
}

fn signature(convention: ConventionDef) -> Result<String, Fatal> {
    let start = if convention.is_entry()? {
        "bool llvm::"
    } else {
        "static bool "
    };
    let name = convention.name();
    let original_type = changes::original_type(convention.records().release());
    let pad = " ".repeat(start.len() + name.len() + 1);
    Ok(format!(
        "{start}{name}(unsigned ValNo, MVT ValVT,\n\
         {pad}MVT LocVT, CCValAssign::LocInfo LocInfo,\n\
         {pad}ISD::ArgFlagsTy ArgFlags, {original_type}CCState &State)"
    ))
}

/// For each convention, by its name: the registers that its own actions assign. Registers that it assigns by delegation
/// to another convention are not included.
type Assigned<'a> = BTreeMap<&'a str, (ConventionDef<'a>, BTreeSet<String>)>;

#[derive(Default)]
struct RegisterLists<'a> {
    all: Assigned<'a>,
    of_swift: Assigned<'a>,
}

impl RegisterLists<'_> {
    fn push(&self, out: &mut Output) {
        if self.all.is_empty() {
            return;
        }
        out.push("\n#else\n\n");
        let named = self.all.iter().filter(|(name, _)| !name.is_empty());
        named.for_each(|(_, list)| push_list(out, list, ""));
        if !self.of_swift.is_empty() {
            out.push("\n// Registers used by Swift.\n");
            let lists = self.of_swift.values();
            lists.for_each(|list| push_list(out, list, "_Swift"));
        }
    }
}

fn push_list(
    out: &mut Output,
    (convention, registers): &(ConventionDef, BTreeSet<String>),
    suffix: &str,
) {
    let name = convention.name();
    let list = if registers.is_empty() {
        "0".to_owned()
    } else {
        Vec::from_iter(registers.iter().map(String::as_str)).join(", ")
    };
    let array = format!("{name}{suffix}_ArgRegs[]");
    out.of(*convention, |out| {
        writeln!(out, "const MCRegister {array} = {{ {list} }};")
    });
}
