//! `-gen-callingconv`: functions that decide where arguments and results go.

mod action;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use backend::text::push_header_without_input;
use backend::{Backend, Context, Fatal, Output, record_class};

record_class! {
    struct ConventionDef("CallingConv") {
        /// Whether its function is written by hand.
        is_custom: bit("Custom"),
        /// Whether others than conventions call it.
        is_entry: bit("Entry"),
    }
}

pub(crate) const BACKEND: Backend = Backend::llvm(
    "gen-callingconv",
    "Define functions for calling conventions",
    &["CallingConv"],
    write,
);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header_without_input(out, "Calling Convention Implementation Fragment");
    let mut conventions = Vec::new();
    for convention in ConventionDef::all(cx.records)? {
        if !convention.is_custom()? {
            conventions.push(convention);
        }
    }
    out.phase("Emit prototypes");
    out.push("#ifndef GET_CC_REGISTER_LISTS\n\n");
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
            action::push_all(out, convention, &mut lists)?;
            out.push("\n  return true; // CC didn't match.\n}\n");
            Ok::<_, Fatal>(())
        })?;
    }
    lists.push(out);
    out.push("\n#endif // CC_REGISTER_LIST\n");
    Ok(())
}

fn signature(convention: ConventionDef) -> Result<String, Fatal> {
    let start = match convention.is_entry()? {
        true => "bool llvm::",
        false => "static bool ",
    };
    let name = convention.name();
    let pad = " ".repeat(start.len() + name.len() + 1);
    Ok(format!(
        "{start}{name}(unsigned ValNo, MVT ValVT,\n\
         {pad}MVT LocVT, CCValAssign::LocInfo LocInfo,\n\
         {pad}ISD::ArgFlagsTy ArgFlags, CCState &State)"
    ))
}

/// Registers that conventions assign, by the conventions' names. Those that they leave to other conventions are not
/// among them.
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
    let list = match registers.is_empty() {
        true => "0".to_owned(),
        false => Vec::from_iter(registers.iter().map(String::as_str)).join(", "),
    };
    let array = format!("{name}{suffix}_ArgRegs[]");
    out.of(*convention, |out| {
        writeln!(out, "const MCRegister {array} = {{ {list} }};")
    });
}
