//! Searches for mistakes that the reference does not report, or that only some of its backends report: instructions
//! that a decoder or a parser cannot tell apart, invalid instructions and schedules, dubious patterns, and dialects
//! whose C++ code does not compile. The language server publishes the findings as diagnostics.

mod dialects;
mod no_code;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use backend::{Context, Diagnostic, Fatal, Model, Rec, RecordId, Severity};
use elaborate::diagnostic::{At, Audience};
use target_model::decoder::{Bits, Clash, clashes};
use target_model::instructions::{Aliases, Instruction, InstructionDef, Instructions};
use target_model::matcher::{Matchable, Matcher, Source};
use target_model::target::Target;
use target_model::x86::DecoderTables;

use self::dialects::DialectHints;
use self::no_code::no_code;
use crate::decoder::Decoder;
use crate::instructions::pattern;
use crate::naming::Hints;
use crate::{is_target, schedules, selector};

/// The maximum number of findings that a finder reports. Further findings are unlikely to be of other kinds.
const MAX_FINDINGS: usize = 2000;
/// The maximum number of pairs of texts that are examined. Most of the pairs are not mistakes.
const MAX_LOOKED_AT: usize = 200_000;
/// The maximum number of clashing records that have a note in the diagnostic of one record.
const MAX_OTHERS: usize = 3;

/// A search for one kind of mistakes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finder {
    /// Instructions and aliases that are invalid by themselves.
    Instructions,
    /// Encodings that a decoder cannot tell apart, and instructions that a decoder never finds.
    Decoder,
    /// Assembly texts that a parser cannot tell apart.
    Matcher,
    /// Errors in schedules. The reference reports these errors as well.
    Schedules,
    /// Hints on the patterns of `instregex`. The reference has no such hints.
    Naming,
    /// Errors in selection patterns. The reference reports these errors as well.
    Patterns,
    /// Hints on selection patterns. The reference has no such hints.
    Selector,
    /// Hints on combine rules. The reference has no such hints.
    Combiner,
    /// Hints on dialects of MLIR: mistakes that only a C++ compiler reports.
    Dialects,
}

impl Finder {
    /// All finders, in the order in which they run: the slow finders are last.
    pub const ALL: [Finder; 9] = [
        Finder::Dialects,
        Finder::Instructions,
        Finder::Decoder,
        Finder::Matcher,
        Finder::Schedules,
        Finder::Naming,
        Finder::Combiner,
        Finder::Patterns,
        Finder::Selector,
    ];

    /// The name of the finder in diagnostics.
    pub fn name(self) -> &'static str {
        match self {
            Finder::Instructions => "instructions",
            Finder::Decoder => "decoder",
            Finder::Matcher => "matcher",
            Finder::Schedules => "schedules",
            Finder::Naming => "instregex",
            Finder::Patterns => "patterns",
            Finder::Selector => "selector",
            Finder::Combiner => "combiner",
            Finder::Dialects => "dialects",
        }
    }

    /// The backend whose models the finder reads.
    fn backend(self) -> &'static str {
        match self {
            Finder::Instructions => "gen-instr-info",
            Finder::Decoder => "gen-disassembler",
            Finder::Matcher => "gen-asm-matcher",
            Finder::Schedules | Finder::Naming => "gen-subtarget",
            Finder::Patterns | Finder::Selector => "gen-dag-isel",
            Finder::Combiner => "gen-global-isel-combiner",
            Finder::Dialects => "gen-op-decls",
        }
    }

    /// Whether a finding of this finder is only valid if it is found in all units that read the file.
    pub fn is_of_all_units(self) -> bool {
        matches!(self, Finder::Naming | Finder::Selector | Finder::Combiner)
    }

    /// The diagnostics of this finder for the unit. `runs` returns whether a build runs a backend on the root: if the
    /// build runs none of the backends that report a mistake, the mistake is only a note. Texts that a parser cannot
    /// tell apart and hints are always notes, since the reference writes its tables nevertheless.
    ///
    /// The result is empty if the unit describes no target (or no dialect), if the backend does not support the
    /// release, or if a model cannot be built. The backend that needs the model reports that error.
    pub fn find(self, cx: &Context, runs: &dyn Fn(&str) -> bool) -> Vec<Diagnostic> {
        let is_described = match self {
            Finder::Dialects => dialects::is_described(cx),
            _ => is_target(cx),
        };
        if !is_described || !backends::is_form_known(self.backend(), cx.release()) {
            return Vec::new();
        }
        let mut found = match self {
            Finder::Instructions => match cx.model::<Broken>() {
                Ok(broken) => as_said_by(broken.backends, runs, broken.said.clone()),
                Err(_) => Vec::new(),
            },
            Finder::Decoder => match cx.model::<SameCode>() {
                Ok(found) => {
                    let said = diagnostics(cx, &found.0, self);
                    let mut said = as_said_by(&DECODER, runs, said);
                    said.extend(no_code(cx));
                    said
                }
                Err(_) => Vec::new(),
            },
            Finder::Matcher => match cx.model::<SameText>() {
                Ok(found) => diagnostics(cx, &found.0, self),
                Err(_) => Vec::new(),
            },
            Finder::Schedules => as_said_by(&SCHEDULES, runs, schedules::said(cx)),
            Finder::Naming => match cx.model::<Hints>() {
                Ok(found) => found.0.clone(),
                Err(_) => Vec::new(),
            },
            Finder::Patterns => as_said_by(&PATTERNS, runs, selector::errors(cx)),
            Finder::Selector => selector::hints(cx),
            Finder::Combiner => selector::unused_combines(cx),
            Finder::Dialects => match cx.model::<DialectHints>() {
                Ok(found) => found.0.clone(),
                Err(_) => Vec::new(),
            },
        };
        found.retain(|it| it.audience != Audience::Tables);
        found.truncate(MAX_FINDINGS);
        found
    }
}

/// The backends that report ambiguous encodings. The constants that follow list the backends that report other kinds of
/// mistakes.
const DECODER: [&str; 1] = ["gen-disassembler"];
const ALIASES: [&str; 2] = ["gen-asm-matcher", "gen-asm-writer"];
const SCHEDULES: [&str; 3] = ["gen-dfa-packetizer", "gen-instr-info", "gen-subtarget"];
const PATTERNS: [&str; 5] = [
    "gen-dag-isel",
    "gen-fast-isel",
    "gen-global-isel",
    "gen-instr-docs",
    "gen-instr-info",
];
const INSTRUCTIONS: [&str; 17] = [
    "gen-asm-matcher",
    "gen-asm-writer",
    "gen-compress-inst-emitter",
    "gen-dag-isel",
    "gen-dfa-packetizer",
    "gen-disassembler",
    "gen-emitter",
    "gen-fast-isel",
    "gen-global-isel",
    "gen-global-isel-combiner",
    "gen-instr-docs",
    "gen-instr-info",
    "gen-pseudo-lowering",
    "gen-subtarget",
    "gen-x86-fold-tables",
    "gen-x86-instr-mapping",
    "gen-x86-mnemonic-tables",
];

/// Turns diagnostics into notes if the build runs none of the backends that report them.
fn as_said_by(
    backends: &[&str],
    runs: &dyn Fn(&str) -> bool,
    mut found: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    if !backends.iter().any(|it| runs(it)) {
        found.iter_mut().for_each(|it| it.severity = Severity::Note);
    }
    found
}

/// The mistakes in single aliases. If the model of aliases cannot be built, the mistakes in single instructions.
struct Broken {
    said: Vec<Diagnostic>,
    /// The backends that report these mistakes.
    backends: &'static [&'static str],
}

impl Model for Broken {
    fn build(cx: &Context) -> Result<Broken, Fatal> {
        let (mut said, backends): (Vec<Diagnostic>, &[&str]) = match cx.model::<Aliases>() {
            Ok(aliases) => {
                let broken = aliases.list.iter().filter_map(|(_, it)| it.as_ref().err());
                (broken.map(|it| (**it).clone()).collect(), &ALIASES)
            }
            // Building the model of instructions stops at the first invalid instruction. Here, each instruction is read
            // alone.
            Err(_) => {
                let all = InstructionDef::all(cx.records)?.into_iter();
                let broken = all.filter_map(|it| Instruction::read_alone(it).err());
                (broken.map(|it| *it).collect(), &INSTRUCTIONS)
            }
        };
        said.truncate(MAX_FINDINGS);
        Ok(Broken { said, backends })
    }
}

/// Two records whose encodings or assembly texts cannot be told apart.
struct Pair {
    records: [RecordId; 2],
    /// For each record, the message about the other record.
    why: [String; 2],
    /// The differences between the records and advice for the user. Empty for texts.
    hints: Vec<String>,
}

/// What the user can do about two encodings that a decoder cannot tell apart.
const ADVICE: &str = "fix a bit in which they differ, give one of them another DecoderNamespace, or set isCodeGenOnly \
                      or isAsmParserOnly for one that is not to be decoded";

/// The same for X86, whose decoder has no namespaces.
const X86_ADVICE: &str = "give one of them another opcode, map, form or prefix, or set isCodeGenOnly or \
                          isAsmParserOnly for one that is not to be decoded";

/// The encodings that a decoder of the target cannot tell apart.
struct SameCode(Vec<Pair>);

impl Model for SameCode {
    fn build(cx: &Context) -> Result<SameCode, Fatal> {
        if cx.model::<Target>()?.name == "X86" {
            return x86_conflicts(cx);
        }
        let decoder = cx.model::<Decoder>()?;
        let mut pairs = Vec::new();
        for tree in &decoder.trees {
            let left = MAX_FINDINGS - pairs.len();
            pairs.extend(clashes(&decoder.encodings, tree).take(left).map(|clash| {
                let why = if clash.different.is_empty() {
                    format!("both are code with the same bits {}", runs(&clash.same))
                } else {
                    format!(
                        "they differ in bits {}, but with others there are no bits that tell all \
                         of them apart",
                        runs(&clash.different)
                    )
                };
                Pair {
                    records: clash.encodings.map(|it| decoder.encodings.get(it).rec),
                    why: [why.clone(), why],
                    hints: differences(cx, &decoder, &clash),
                }
            }));
        }
        Ok(SameCode(pairs))
    }
}

/// The instructions of X86 that have the same bytes in the same context.
fn x86_conflicts(cx: &Context) -> Result<SameCode, Fatal> {
    let instructions = cx.model::<Instructions>()?;
    let tables = cx.model::<DecoderTables>()?;
    let pairs = tables.conflicts.iter().take(MAX_FINDINGS);
    let pairs = pairs.map(|(pair, conflict)| Pair {
        records: pair.map(|it| instructions.get(it).rec),
        why: [conflict.why(), conflict.why()],
        hints: vec![X86_ADVICE.to_owned()],
    });
    Ok(SameCode(pairs.collect()))
}

/// Hints on two encodings that a decoder cannot tell apart: the differences between them, and [`ADVICE`].
fn differences(cx: &Context, decoder: &Decoder, clash: &Clash) -> Vec<String> {
    let both = clash.encodings.map(|it| decoder.encodings.get(it));
    let mut hints = Vec::new();
    for (own, other) in [(both[0], both[1]), (both[1], both[0])] {
        let (known, open) = (&own.pattern.known, &other.pattern.known);
        let only = Bits::from_words(own.pattern.width, |at| known.word(at) & !open.word(at));
        if !only.is_empty() {
            let [own, other] = [own, other].map(|it| it.name(cx, &decoder.instructions));
            let bits = runs(&only);
            hints.push(format!(
                "only '{own}' fixes bits {bits}, '{other}' leaves them open"
            ));
        }
    }
    let needs = both.map(|it| cx.records.rec(it.rec).value("Predicates").ok());
    if needs[0] != needs[1] {
        let hint =
            "they need different predicates, which do not count when encodings are told apart";
        hints.push(hint.to_owned());
    }
    hints.push(ADVICE.to_owned());
    hints
}

/// The indices of bits, as ranges. The most significant range comes first.
fn runs(bits: &Bits) -> String {
    let runs = bits.runs().map(|(start, len)| match len {
        1 => start.to_string(),
        _ => format!("{}-{start}", start + len - 1),
    });
    let mut runs: Vec<String> = runs.collect();
    runs.reverse();
    if runs.is_empty() {
        "(none)".to_owned()
    } else {
        runs.join(", ")
    }
}

/// The texts that a parser of the target cannot tell apart.
struct SameText(Vec<Pair>);

impl Model for SameText {
    fn build(cx: &Context) -> Result<SameText, Fatal> {
        let matcher = cx.model::<Matcher>()?;
        let found = matcher.ambiguities().take(MAX_LOOKED_AT);
        let found = found.filter(|it| {
            let (first, second) = (
                &matcher.matchables[it.first],
                &matcher.matchables[it.second],
            );
            is_mistake(cx, &matcher, first, second)
        });
        let pairs = found.take(MAX_FINDINGS).map(|it| {
            let text = pattern(&matcher, &matcher.matchables[it.second]);
            Pair {
                records: [it.records.0, it.records.1],
                why: [
                    format!("that is never tried where '{text}' matches this"),
                    format!("that is tried first where '{text}' matches both"),
                ],
                hints: Vec::new(),
            }
        });
        Ok(SameText(pairs.collect()))
    }
}

/// X86's fields for encodings of an instruction. Instructions with the same text may have different values of these
/// fields.
const X86: [&str; 6] = [
    "OpEncBits",
    "FormBits",
    "OpSizeBits",
    "AdSizeBits",
    "explicitOpPrefixBits",
    "hasEVEX_NF",
];

/// Whether it is a mistake that a parser cannot tell two texts apart. Targets create some such pairs on purpose: both
/// texts belong to one instruction, or they are for different processors; one of the instructions is a pseudo
/// instruction; the instructions have the same encoding, or X86 encodings among which the prefixes in braces choose; or
/// the text has no operands, although the instructions have operands.
fn is_mistake(cx: &Context, matcher: &Matcher, first: &Matchable, second: &Matchable) -> bool {
    let value = |rec: RecordId, field: &str| {
        let field = cx.records.rec(rec).field(field);
        field.and_then(|it| it.value)
    };
    let [a, b] = [first, second].map(|it| matcher.instructions.get(it.result));
    let code = value(a.rec, "Inst");
    let is_same_code = code.is_some() && code == value(b.rec, "Inst");
    let is_written_out = !first.operands.is_empty()
        || a.operands.is_empty()
        || b.operands.is_empty()
        || first.source != Source::Instruction;
    first.result != second.result
        && value(first.rec, "Predicates") == value(second.rec, "Predicates")
        && X86.iter().all(|it| value(a.rec, it) == value(b.rec, it))
        && !is_same_code
        && is_written_out
        && !a.is_pseudo()
        && !b.is_pseudo()
}

/// The records that clash with a record, each with the message and the hints about the pair.
type Others<'a> = Vec<(Rec<'a>, &'a str, &'a [String])>;

/// Diagnostics about pairs. For encodings, they are at the record that is defined later. For texts, both records get a
/// diagnostic: if a text matches both records, the parser tries only one of them.
fn diagnostics(cx: &Context, pairs: &[Pair], finder: Finder) -> Vec<Diagnostic> {
    let mut by_record: BTreeMap<u64, (Rec, Others)> = BTreeMap::new();
    for Pair {
        records,
        why,
        hints,
    } in pairs
    {
        let [a, b] = records.map(|it| cx.records.rec(it));
        for (own, other, why) in [(a, b, &why[0]), (b, a, &why[1])] {
            if finder == Finder::Decoder && own.order() < other.order() {
                continue;
            }
            let known = by_record.entry(own.order());
            let (_, others) = known.or_insert_with(|| (own, Vec::new()));
            if others.iter().all(|(it, ..)| *it != other) {
                others.push((other, why, hints));
            }
        }
    }
    by_record
        .into_values()
        .filter_map(|(own, others)| diagnostic(own, &others, finder))
        .collect()
}

fn diagnostic(own: Rec, others: &Others, finder: Finder) -> Option<Diagnostic> {
    let (first, why, hints) = others.first()?;
    let (who, severity) = match finder {
        Finder::Decoder => ("a decoder", Severity::Error),
        _ => ("a parser", Severity::Note),
    };
    let more = match others.len() {
        1 => String::new(),
        count => format!(" and {} more", count - 1),
    };
    let message = format!(
        "{who} cannot tell '{}' from '{}'{more}: {why}",
        own.name(),
        first.name()
    );
    let mut said = own.diagnostic(severity, message);
    for (other, ..) in others.iter().take(MAX_OTHERS) {
        let at = other.record().locs.first().copied().map(At::start);
        said = said.with_note(at, format!("'{}' is here", other.name()));
    }
    said.hints.extend(hints.iter().map(|it| (None, it.clone())));
    Some(said)
}
