//! The functions that return the register with a given name.

use backend::string_matcher::{Case, StringMatcher};
use backend::text::SPACES;
use backend::{Fatal, Output, bail};
use target_model::registers::Registers;

use super::Emitter;

pub(super) fn push(emitter: &Emitter, out: &mut Output) -> Result<(), Fatal> {
    if emitter.parser.bit("ShouldEmitMatchRegisterName")? {
        push_function(emitter, out, "MatchRegisterName", false)?;
    }
    if emitter.parser.bit("ShouldEmitMatchRegisterAltName")? {
        push_function(emitter, out, "MatchRegisterAltName", true)?;
    }
    Ok(())
}

/// Writes a function that returns the register with a given name. If `other_names` is true, it searches alternative
/// names instead.
fn push_function(
    emitter: &Emitter,
    out: &mut Output,
    function: &str,
    other_names: bool,
) -> Result<(), Fatal> {
    let records = emitter.records;
    let registers = &emitter.matcher.registers.registers;
    let Some(first) = registers.iter().next() else {
        bail!(records, "No 'Register' subclasses defined!");
    };
    let namespace = records.rec(first.rec).string("Namespace")?;
    let mut cases = Vec::new();
    for register in registers.iter() {
        let source = Registers::location_of(records, register);
        let mut add = |name: &str| {
            if !name.is_empty() {
                let code = format!("return {namespace}::{};", register.name);
                cases.push(Case::new(source, name, code));
            }
        };
        if other_names {
            let names = records.rec(register.rec).list_of_strings("AltNames")?;
            names.iter().for_each(|name| add(name.trim_matches(SPACES)));
        } else {
            add(&register.asm_name)
        }
    }
    writeln!(out, "static MCRegister {function}(StringRef Name) {{");
    let keeps_first = emitter.parser.bit("AllowDuplicateRegisterNames")?;
    let matcher = StringMatcher::new("Name").keep_first(keeps_first);
    matcher.push(out, &cases)?;
    write!(out, "  return {namespace}::NoRegister;\n}}\n\n");
    Ok(())
}
