//! Matchables: texts that an assembly parser can match.

use backend::{Fatal, Rec, RecordId, bail};
use elaborate::sym;
use elaborate::symbol::Sym;

use super::match_class::MatchClassId;
use super::tokens::{Variant, tokens};
use crate::features::PredicateId;
use crate::instructions::InstructionId;
use crate::names::DistinctNames;
use crate::registers::RegisterId;

/// The origin of a matchable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The text of the instruction itself.
    Instruction,
    /// The number of an alias among all of the target.
    Alias(usize),
}

/// A text that an assembly parser takes for an instruction.
#[derive(Clone, Debug)]
pub struct Matchable {
    /// The record of the instruction or of the alias.
    pub rec: RecordId,
    /// Whether that is an instruction or an alias.
    pub source: Source,
    /// The resulting instruction.
    pub result: InstructionId,
    /// The number of the variant of the language.
    pub variant: i32,
    /// Empty if it begins with an operand.
    pub mnemonic: Sym,
    /// The tokens after the mnemonic, or all tokens if mnemonics are not treated specially.
    pub operands: Vec<MatchOperand>,
    /// The operands of the instruction.
    pub results: Vec<ResultOperand>,
    /// The conditions that an assembler can check.
    pub features: Vec<PredicateId>,
    /// The size of the instruction, in bytes.
    pub size: u32,
    /// Whether it may be deprecated.
    pub has_deprecation: bool,
    /// Whether the instruction's own function, if it has one, makes its operands.
    pub uses_converter: bool,
}

/// An operand in the text.
#[derive(Clone, Debug)]
pub struct MatchOperand {
    /// Its token in the text: `$name`, or literal text.
    pub token: Sym,
    /// The class of its operands.
    pub class: MatchClassId,
    /// The name of the instruction's or alias's operand that it gives: for tied operands, the one that others are tied
    /// to. Empty for tokens.
    pub name: Sym,
    /// The name in the text.
    pub written: Sym,
    /// The part of that operand that it gives; `None` for the whole operand.
    pub part: Option<usize>,
    /// The register, if it must be a particular one.
    pub register: Option<RegisterId>,
}

/// The source of an instruction's operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultOperand {
    /// From an operand of the text.
    Parsed {
        /// Its number in [`Matchable::operands`].
        operand: u32,
        /// The number of machine operands.
        machine_operands: u32,
    },
    /// A copy of another operand of the instruction. If two operands are given, they must be equal in the text.
    Tied {
        /// The number of the other in [`Matchable::results`].
        to: Option<u32>,
        /// The number of one of the two in [`Matchable::operands`]. Both are 0 if the text has only one, as in the
        /// reference.
        first: Option<u32>,
        /// The index of the second operand; `None` if the text lacks an operand that an alias names.
        second: Option<u32>,
    },
    /// Always this number.
    Immediate(i64),
    /// A register, or none.
    Register(Option<RecordId>),
}

/// The class of an operand that is not known yet.
pub(super) const UNKNOWN: MatchClassId = MatchClassId(u32::MAX);

impl MatchOperand {
    pub(super) fn new(token: Sym) -> MatchOperand {
        MatchOperand {
            token,
            class: UNKNOWN,
            name: Sym::EMPTY,
            written: Sym::EMPTY,
            part: None,
            register: None,
        }
    }
}

impl Matchable {
    /// The number of the first operand of a name from `from` on.
    pub(super) fn find_from(&self, from: usize, name: Sym) -> Option<usize> {
        let operands = self.operands.iter().enumerate().skip(from);
        let mut found = operands.filter(|(_, it)| it.name == name);
        found.next().map(|(at, _)| at)
    }

    pub(super) fn find(&self, name: Sym) -> Option<usize> {
        self.find_from(0, name)
    }

    pub(super) fn find_part(&self, name: Sym, part: Option<usize>) -> Option<usize> {
        let mut operands = self.operands.iter();
        operands.position(|it| it.name == name && it.part == part)
    }

    pub(super) fn find_written(&self, name: Sym) -> Option<usize> {
        self.operands.iter().position(|it| it.written == name)
    }
}

/// A text split into a mnemonic and operands. The second of each pair tells whether an operand may be a register.
pub(super) struct Split {
    pub mnemonic: Sym,
    pub operands: Vec<(Sym, bool)>,
}

/// Splits the text of an instruction or alias in one variant.
pub(super) fn split(
    def: Rec,
    text: &str,
    variant: &Variant,
    mnemonic_first: bool,
) -> Result<Split, Fatal> {
    let tokens = tokens(def, text, variant)?;
    let Some(first) = tokens.first().map(|it| it.text) else {
        bail!(def, "Instruction '{}' has no tokens", def.name());
    };
    let is_reference = first.starts_with('$');
    if mnemonic_first && is_reference {
        bail!(def, "Invalid instruction mnemonic '{first}'!");
    }
    let mnemonic = if is_reference {
        Sym::EMPTY
    } else {
        Sym::new(first)
    };
    let operands = tokens.iter().skip(usize::from(mnemonic_first));
    Ok(Split {
        mnemonic,
        operands: operands
            .map(|it| (Sym::new(it.text), it.is_isolated))
            .collect(),
    })
}

/// Validates a matchable; returns whether to keep it. An instruction whose text names an operand twice is dropped,
/// unless it has a function of its own that converts its operands.
pub(super) fn validate(
    def: Rec,
    text: &str,
    variant: &Variant,
    operands: &[(Sym, bool)],
    is_alias: bool,
) -> Result<bool, Fatal> {
    if text.contains('\n') {
        bail!(
            def,
            "multiline instruction is not valid for the asmparser, mark it isCodeGenOnly"
        );
    }
    if !variant.comment.is_empty() && text.contains(&variant.comment) {
        bail!(
            def,
            "asmstring for instruction has comment character in it, mark it isCodeGenOnly"
        );
    }
    let mut names = DistinctNames::default();
    // Whether names may be repeated. It is read when there is an operand whose modifiers were checked.
    let mut may_repeat = is_alias.then_some(true);
    for (token, _) in operands {
        let is_reference = token.as_str().starts_with('$');
        if is_reference && token.as_str().contains(':') {
            bail!(
                def,
                "matchable with operand modifier '{}' not supported by asm matcher.  Mark isCodeGenOnly!",
                token.as_str()
            );
        }
        let may_repeat = match may_repeat {
            Some(known) => known,
            None => *may_repeat.insert(!def.string(sym!("AsmMatchConverter"))?.is_empty()),
        };
        if is_reference && !may_repeat && !names.insert(*token) {
            return Ok(false);
        }
    }
    Ok(true)
}
