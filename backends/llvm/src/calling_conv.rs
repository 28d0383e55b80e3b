//! `-gen-callingconv`: functions that decide where arguments and results go.

mod action;

use std::collections::{BTreeMap, BTreeSet};

use backend::text::push_header_without_input;
use backend::{Context, Fatal, Output, Rec};

pub fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    push_header_without_input(out, "Calling Convention Implementation Fragment");
    let mut conventions = records.derived("CallingConv")?;
    out.phase("Emit prototypes");
    out.push("#ifndef GET_CC_REGISTER_LISTS\n\n");
    let mut custom = Vec::new();
    for convention in &conventions {
        custom.push(convention.bit("Custom")?);
    }
    let mut custom = custom.into_iter();
    conventions.retain(|_| custom.next() == Some(false));
    for convention in &conventions {
        out.source(*convention);
        push_signature(out, *convention)?;
        out.push(";\n");
    }
    out.no_source();

    out.phase("Emit full descriptions");
    let mut registers = Registers::default();
    for convention in &conventions {
        out.no_source();
        out.push("\n\n");
        out.source(*convention);
        push_signature(out, *convention)?;
        out.push(" {\n");
        action::push_all(out, *convention, &mut registers)?;
        out.push("\n  return true; // CC didn't match.\n}\n");
    }
    out.no_source();
    registers.push(out);
    out.push("\n#endif // CC_REGISTER_LIST\n");
    Ok(())
}

fn push_signature(out: &mut Output, convention: Rec) -> Result<(), Fatal> {
    let start = if convention.bit("Entry")? {
        "bool llvm::"
    } else {
        "static bool "
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
struct Registers<'a> {
    assigned: BTreeMap<&'a str, BTreeSet<String>>,
    assigned_for_swift: BTreeMap<&'a str, BTreeSet<String>>,
    /// Where a name comes from.
    conventions: BTreeMap<&'a str, Rec<'a>>,
}

impl Registers<'_> {
    fn push(&self, out: &mut Output) {
        if self.assigned.is_empty() {
            return;
        }
        out.push("\n#else\n\n");
        for (name, registers) in &self.assigned {
            if name.is_empty() {
                continue;
            }
            self.push_source(out, name);
            let list = if registers.is_empty() {
                "0".to_owned()
            } else {
                join(registers)
            };
            writeln!(out, "const MCRegister {name}_ArgRegs[] = {{ {list} }};");
        }
        out.no_source();
        if self.assigned_for_swift.is_empty() {
            return;
        }
        out.push("\n// Registers used by Swift.\n");
        for (name, registers) in &self.assigned_for_swift {
            self.push_source(out, name);
            let list = join(registers);
            writeln!(
                out,
                "const MCRegister {name}_Swift_ArgRegs[] = {{ {list} }};"
            );
        }
        out.no_source();
    }

    fn push_source(&self, out: &mut Output, name: &str) {
        out.no_source();
        if let Some(convention) = self.conventions.get(name) {
            out.source(*convention);
        }
    }
}

fn join(names: &BTreeSet<String>) -> String {
    names
        .iter()
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join(", ")
}
