//! `-gen-callingconv`: functions that decide where arguments and results go.

mod action;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use backend::text::push_header_without_input;
use backend::{Context, Fatal, Output, record_class};

record_class! {
    struct ConventionDef("CallingConv") {
        /// Whether its function is written by hand.
        is_custom: bit("Custom"),
        /// Whether others than conventions call it.
        is_entry: bit("Entry"),
    }
}

pub(crate) fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header_without_input(out, "Calling Convention Implementation Fragment");
    let mut conventions = Vec::new();
    for convention in ConventionDef::all(cx.records)? {
        if !convention.is_custom()? {
            conventions.push(convention);
        }
    }
    out.phase("Emit prototypes");
    out.push("#ifndef GET_CC_REGISTER_LISTS\n\n");
    out.try_each(conventions.iter().copied(), |out, convention| {
        push_signature(out, convention)?;
        out.push(";\n");
        Ok::<_, Fatal>(())
    })?;

    out.phase("Emit full descriptions");
    let mut lists = RegisterLists::default();
    for convention in conventions {
        out.push("\n\n");
        out.of(convention, |out| {
            push_signature(out, convention)?;
            out.push(" {\n");
            action::push_all(out, convention, &mut lists)?;
            out.push("\n  return true; // CC didn't match.\n}\n");
            Ok::<_, Fatal>(())
        })?;
    }
    lists.push(out);
    out.push("\n#endif // CC_REGISTER_LIST\n");
    Ok(())
}

fn push_signature(out: &mut Output, convention: ConventionDef) -> Result<(), Fatal> {
    let start = match convention.is_entry()? {
        true => "bool llvm::",
        false => "static bool ",
    };
    let name = convention.name();
    let pad = " ".repeat(start.len() + name.len() + 1);
    write!(
        out,
        "{start}{name}(unsigned ValNo, MVT ValVT,\n\
         {pad}MVT LocVT, CCValAssign::LocInfo LocInfo,\n\
         {pad}ISD::ArgFlagsTy ArgFlags, CCState &State)"
    );
    Ok(())
}

/// The registers that conventions assign, by the conventions' names. Those that they leave to other conventions are not
/// among them.
#[derive(Default)]
struct RegisterLists<'a> {
    assigned: BTreeMap<&'a str, RegisterList<'a>>,
    assigned_for_swift: BTreeMap<&'a str, RegisterList<'a>>,
}

struct RegisterList<'a> {
    convention: ConventionDef<'a>,
    registers: BTreeSet<String>,
}

impl<'a> RegisterList<'a> {
    fn new(convention: ConventionDef<'a>) -> RegisterList<'a> {
        RegisterList {
            convention,
            registers: BTreeSet::new(),
        }
    }

    fn push(&self, out: &mut Output, suffix: &str) {
        let name = self.convention.name();
        let list = match self.registers.is_empty() {
            true => "0".to_owned(),
            false => Vec::from_iter(self.registers.iter().map(String::as_str)).join(", "),
        };
        out.of(self.convention, |out| {
            writeln!(
                out,
                "const MCRegister {name}{suffix}_ArgRegs[] = {{ {list} }};"
            );
        });
    }
}

impl RegisterLists<'_> {
    fn push(&self, out: &mut Output) {
        if self.assigned.is_empty() {
            return;
        }
        out.push("\n#else\n\n");
        let named = self.assigned.iter().filter(|(name, _)| !name.is_empty());
        named.for_each(|(_, list)| list.push(out, ""));
        if self.assigned_for_swift.is_empty() {
            return;
        }
        out.push("\n// Registers used by Swift.\n");
        let lists = self.assigned_for_swift.values();
        lists.for_each(|list| list.push(out, "_Swift"));
    }
}
