//! Mnemonic aliases.

use std::collections::BTreeMap;

use backend::string_matcher::{Case, StringMatcher};
use backend::{Fatal, Output, Severity, bail, record_class};
use target_model::matcher::VariantDef;

use super::{Emitter, changes};
use crate::assembler_predicates::bit_name;

record_class! {
    /// An alias that replaces the mnemonic `from` by the mnemonic `to`.
    struct MnemonicAliasDef("MnemonicAlias") {
        from: string("FromMnemonic"),
        to: string("ToMnemonic"),
        variant: string("AsmVariantName"),
        predicates: list_of_defs("Predicates"),
    }
}

/// Writes the function that replaces mnemonics, if there are aliases and `-match-prefix` is not given. Returns whether
/// the function was written.
pub(super) fn push_aliases(emitter: &Emitter, out: &mut Output) -> Result<bool, Fatal> {
    if emitter.has_prefix {
        return Ok(false);
    }
    let defs = MnemonicAliasDef::all(emitter.records)?;
    if defs.is_empty() {
        return Ok(false);
    }
    out.push(
        "static void applyMnemonicAliases(StringRef &Mnemonic, const FeatureBitset &Features, \
         unsigned VariantID) {\n",
    );
    let mut variants = Vec::new();
    for variant in &emitter.matcher.variants {
        let name = VariantDef(emitter.records.rec(variant.rec)).name()?;
        variants.push((variant.number, name));
    }
    if changes::nameless_variant_has_no_switch(emitter.cx.release()) {
        variants.retain(|(_, name)| !name.is_empty());
    }
    let has_switch =
        !variants.is_empty() || !changes::nameless_variant_has_no_switch(emitter.cx.release());
    if has_switch {
        out.push("  switch (VariantID) {\n");
    }
    for (number, name) in variants {
        writeln!(out, "  case {number}:");
        push_variant(emitter, out, &defs, &name, 2)?;
        out.push("    break;\n");
    }
    if has_switch {
        out.push("  }\n");
    }
    // Aliases without a variant apply to all variants.
    push_variant(emitter, out, &defs, "", 0)?;
    out.push("}\n\n");
    Ok(true)
}

fn push_variant(
    emitter: &Emitter,
    out: &mut Output,
    defs: &[MnemonicAliasDef],
    variant: &str,
    depth: usize,
) -> Result<(), Fatal> {
    let mut by_mnemonic: BTreeMap<String, Vec<MnemonicAliasDef>> = BTreeMap::new();
    for def in defs {
        if def.variant()? == variant {
            let from = def.from()?.to_ascii_lowercase();
            by_mnemonic.entry(from).or_default().push(*def);
        }
    }
    let mut cases = Vec::new();
    for (mnemonic, defs) in by_mnemonic {
        let code = replacement(emitter, &mnemonic, &defs)?;
        let sources = defs.iter().map(|it| it.0).collect();
        cases.push(Case::of(sources, &mnemonic, code));
    }
    StringMatcher::new("Mnemonic")
        .indented(depth)
        .push(out, &cases)
}

/// The C++ code that replaces a mnemonic: first the aliases with conditions, then the alias without a condition.
fn replacement(
    emitter: &Emitter,
    mnemonic: &str,
    defs: &[MnemonicAliasDef],
) -> Result<String, Fatal> {
    let mut code = String::new();
    let mut without_conditions: Option<MnemonicAliasDef> = None;
    for def in defs {
        let conditions = conditions(emitter, *def)?;
        if conditions.is_empty() {
            if let Some(other) = without_conditions
                && def.to()? != other.to()?
            {
                let message = "two different MnemonicAliases with the same 'from' mnemonic!";
                let error = other.diagnostic(Severity::Error, message.to_owned());
                let error_at_other = *def.fatal("this is the other MnemonicAlias.".to_owned());
                // Editors show the second error as a note of the first.
                let hint = error_at_other.message.clone();
                emitter.cx.report(error.with_hint(error_at_other.at, hint));
                return Err(Box::new(error_at_other.for_reference()));
            }
            without_conditions = Some(*def);
            continue;
        }
        let to = def.to()?;
        if to == mnemonic {
            bail!(def, "MnemonicAlias to the same string");
        }
        if !code.is_empty() {
            code += "else ";
        }
        let to = to.to_ascii_lowercase();
        code += &format!("if ({conditions})\n  Mnemonic = \"{to}\";\n");
    }
    if let Some(def) = without_conditions {
        if !code.is_empty() {
            code += "else\n  ";
        }
        let to = def.to()?.to_ascii_lowercase();
        code += &format!("Mnemonic = \"{to}\";\n");
    }
    Ok(code + "return;")
}

/// The C++ condition of an alias; empty if the alias has no conditions.
fn conditions(emitter: &Emitter, def: MnemonicAliasDef) -> Result<String, Fatal> {
    let predicates = &emitter.matcher.predicates;
    let mut conditions = Vec::new();
    for predicate in def.predicates()? {
        let Some(number) = predicates.number(predicate.id()) else {
            bail!(
                def,
                "Predicate '{}' is not marked as an AssemblerPredicate!",
                predicate.name()
            );
        };
        let bit = bit_name(emitter.records, predicates, number);
        conditions.push(format!("Features.test({bit})"));
    }
    Ok(conditions.join(" && "))
}
