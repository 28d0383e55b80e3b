//! Writes the commands that are in no fragment.

use backend::Output;

use super::commands::CommandId;
use super::{Emitter, Text};

/// Writes a `switch` over the instructions with remaining commands. Instructions whose commands differ in at most one
/// place share a case. Writes nothing if no commands remain.
pub(super) fn push(emitter: &Emitter, out: &mut Output, texts: &[Text]) {
    let mut rest: Vec<&Text> = texts.iter().filter(|it| !it.rest().is_empty()).collect();
    if rest.is_empty() {
        return;
    }
    out.push(
        "  switch (MI->getOpcode()) {\n  default: llvm_unreachable(\"Unexpected opcode.\");\n",
    );
    while !rest.is_empty() {
        let (group, varying) = take_group(&mut rest);
        push_group(emitter, out, &group, varying);
    }
    out.push("  }\n");
}

/// The difference between the commands of two instructions.
#[derive(Clone, Copy, PartialEq)]
enum Difference {
    None,
    /// Only the command with this index differs.
    One(usize),
    More,
}

fn compare(a: &[CommandId], b: &[CommandId]) -> Difference {
    if a.len() != b.len() {
        return Difference::More;
    }
    let pairs = a.iter().zip(b).enumerate();
    let mut differing = pairs.filter(|(_, (a, b))| a != b).map(|(at, _)| at);
    match (differing.next(), differing.next()) {
        (None, _) => Difference::None,
        (Some(at), None) => Difference::One(at),
        _ => Difference::More,
    }
}

/// Removes a group from `rest`: the first instruction, and the instructions whose commands are the same except at one
/// index. This index is the same for the whole group. Returns the group, and the index if there is a difference.
fn take_group<'a>(rest: &mut Vec<&'a Text>) -> (Vec<&'a Text>, Option<usize>) {
    let first = rest.remove(0);
    let mut group = vec![first];
    let mut varying = None;
    rest.retain(|text| {
        let joins = match compare(text.rest(), first.rest()) {
            Difference::None => true,
            Difference::One(at) => *varying.get_or_insert(at) == at,
            Difference::More => false,
        };
        if joins {
            group.push(text);
        }
        !joins
    });
    (group, varying)
}

fn push_group(emitter: &Emitter, out: &mut Output, group: &[&Text], varying: Option<usize>) {
    for text in group {
        out.sources(|| [emitter.rec_id(text.id)]);
        out.push("  case ");
        emitter.push_qualified(out, text.id);
        out.push(":\n");
    }
    let all = || group.iter().map(|it| emitter.rec_id(it.id));
    for (at, command) in group[0].rest().iter().enumerate() {
        out.sources(all);
        if varying == Some(at) {
            push_varying(emitter, out, group, at);
        } else {
            writeln!(out, "    {}", emitter.commands.code(*command));
        }
    }
    out.no_source();
    out.push("    break;\n");
}

/// Writes a `switch` over the instructions of a group. It selects the command at the index `at`, in which the
/// instructions differ.
fn push_varying(emitter: &Emitter, out: &mut Output, group: &[&Text], at: usize) {
    out.push(
        "    switch (MI->getOpcode()) {\n    default: llvm_unreachable(\"Unexpected opcode.\");\n",
    );
    let mut rest = group.to_vec();
    while let Some(first) = rest.first() {
        let command = first.rest()[at];
        let is_same = |it: &&Text| it.rest()[at] == command;
        let (same, others): (Vec<_>, Vec<_>) = rest.into_iter().partition(is_same);
        for text in &same {
            out.sources(|| [emitter.rec_id(text.id)]);
            out.push("    case ");
            emitter.push_qualified(out, text.id);
            out.push(":\n");
        }
        out.sources(|| same.iter().map(|it| emitter.rec_id(it.id)));
        writeln!(out, "      {}", emitter.commands.code(command));
        out.push("      break;\n");
        rest = others;
    }
    out.push("    }\n");
}
