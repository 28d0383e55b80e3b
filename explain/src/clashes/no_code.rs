//! Instructions that a decoder never finds, because more specific encodings cover all their encodings.

use std::collections::BTreeMap;

use backend::{Context, Diagnostic, Fatal, Model, Severity};
use elaborate::diagnostic::At;
use target_model::decoder::{EncodingId, covered};
use target_model::instructions::InstructionId;

use super::{MAX_FINDINGS, MAX_OTHERS};
use crate::decoder::Decoder;

/// A hint on each instruction that the decoder never finds, because more specific encodings cover all encodings of the
/// instruction.
pub(super) fn no_code(cx: &Context) -> Vec<Diagnostic> {
    match cx.model::<NoCode>() {
        Ok(found) => found.0.clone(),
        Err(_) => Vec::new(),
    }
}

struct NoCode(Vec<Diagnostic>);

impl Model for NoCode {
    fn build(cx: &Context) -> Result<NoCode, Fatal> {
        let decoder = cx.model::<Decoder>()?;
        // For each instruction, the number of its covered encodings, and the encodings that cover them.
        let mut found: BTreeMap<InstructionId, (usize, Vec<EncodingId>)> = BTreeMap::new();
        for tree in &decoder.trees {
            for it in covered(cx, &decoder.encodings, tree)? {
                let instruction = decoder.encodings.get(it.encoding).instruction;
                let known = found.entry(instruction).or_default();
                known.0 += 1;
                known.1.extend(it.by);
            }
        }
        found.retain(|it, (count, _)| decoder.encodings(*it).len() == *count);
        let hints = found.iter().take(MAX_FINDINGS);
        let hints = hints.map(|(instruction, (_, by))| hint(cx, &decoder, *instruction, by));
        Ok(NoCode(hints.collect()))
    }
}

fn hint(cx: &Context, decoder: &Decoder, own: InstructionId, by: &[EncodingId]) -> Diagnostic {
    let own = cx.records.rec(decoder.instructions.get(own).rec);
    let mut others = Vec::new();
    for id in by {
        let other = cx.records.rec(decoder.encodings.get(*id).rec);
        if !others.contains(&other) {
            others.push(other);
        }
    }
    let names = others.iter().take(MAX_OTHERS);
    let mut names: Vec<String> = names.map(|it| format!("'{}'", it.name())).collect();
    if others.len() > MAX_OTHERS {
        names.push(format!("{} more", others.len() - MAX_OTHERS));
    }
    let mut hint = own.diagnostic(
        Severity::Note,
        format!(
            "a decoder never finds '{}': all of its code is that of {}, which are more specific",
            own.name(),
            names.join(", ")
        ),
    );
    for other in others.iter().take(MAX_OTHERS) {
        let at = other.record().locs.first().copied().map(At::start);
        hint = hint.with_note(at, format!("'{}' is here", other.name()));
    }
    hint
}
