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

/// Where the text of a matchable comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The instruction itself.
    Instruction,
    /// An alias, by its index in [`Aliases::list`](crate::instructions::Aliases::list).
    Alias(usize),
}

/// A text that the assembly parser matches.
#[derive(Clone, Debug)]
pub struct Matchable {
    /// The record of the instruction or of the alias.
    pub rec: RecordId,
    /// Whether `rec` is an instruction or an alias.
    pub source: Source,
    /// The instruction that the text denotes.
    pub result: InstructionId,
    /// The number of the assembly variant.
    pub variant: i32,
    /// The mnemonic; empty if the text starts with an operand.
    pub mnemonic: Sym,
    /// The tokens after the mnemonic. All tokens if the first token need not be a mnemonic.
    pub operands: Vec<MatchOperand>,
    /// The sources of the instruction's operands.
    pub results: Vec<ResultOperand>,
    /// The required conditions that an assembler can check.
    pub features: Vec<PredicateId>,
    /// The size of the instruction, in bytes.
    pub size: u32,
    /// Whether the instruction may be deprecated.
    pub has_deprecation: bool,
    /// Whether the instruction's custom converter, if it has one, converts the parsed operands.
    pub uses_converter: bool,
}

/// An operand or token in a text.
#[derive(Clone, Debug)]
pub struct MatchOperand {
    /// The token: `$name` or literal text.
    pub token: Sym,
    /// The operand class that the token must match.
    pub class: MatchClassId,
    /// The name that the instruction or alias gives the operand that the token denotes. If an operand of an instruction
    /// is tied to another operand, the name of the other operand. Empty for literal text and for registers.
    pub name: Sym,
    /// The name of the operand in the text. Empty for literal text and for registers.
    pub written: Sym,
    /// The index of the part of the operand `name` that the token denotes; `None` for the whole operand. If an operand
    /// of an instruction is tied to a part of another operand, the index of this part, even if the other operand has no
    /// further parts.
    pub part: Option<usize>,
    /// The register that the token names; `None` if it names no register.
    pub register: Option<RegisterId>,
}

/// The source of an operand of the instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultOperand {
    /// An operand of the text.
    Parsed {
        /// The index in [`Matchable::operands`].
        operand: u32,
        /// The number of machine operands that the operand consists of.
        machine_operands: u32,
    },
    /// A copy of another operand of the instruction. If the text contains both operands, they must be equal.
    Tied {
        /// The index of the other operand in [`Matchable::results`]. `None` if the classes of the operands differ: this
        /// operand is then parsed as well, and compared with the other operand.
        to: Option<u32>,
        /// The index of the other operand in [`Matchable::operands`]. As in the reference, both indices are 0 if the
        /// text of an instruction does not contain both operands, or if an alias does not parse the other operand.
        first: Option<u32>,
        /// The index of this operand in [`Matchable::operands`]. If the text of an alias does not repeat the operand,
        /// this index equals `first`. `None` if the text lacks an operand that an alias names.
        second: Option<u32>,
    },
    /// A fixed immediate.
    Immediate(i64),
    /// A fixed register; `None` for no register.
    Register(Option<RecordId>),
}

/// A placeholder for the class of an operand that is not resolved yet.
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
    /// The index of the first operand named `name` from index `from` on. `None` if there is no such operand.
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

/// A text that is split into a mnemonic and the tokens for [`Matchable::operands`]. The `bool` after a token is true if
/// this token may be a register.
pub(super) struct Split {
    pub mnemonic: Sym,
    pub operands: Vec<(Sym, bool)>,
}

/// Splits the text of an instruction or alias in `variant`.
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
        let message = format!("Invalid instruction mnemonic '{first}'!");
        return Err(wrong_token(def, first, message));
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

/// An error with the text `message`, located at the first occurrence of `token` in the text of an instruction or alias.
fn wrong_token(def: Rec, token: &str, message: String) -> Fatal {
    let mut error = def.fatal(message);
    let field = sym!("AsmString");
    let text = def.string(field).unwrap_or_default();
    error.in_string = text
        .find(token)
        .and_then(|at| def.string_byte(field, &text, at));
    error
}

/// Validates a text. Returns whether to keep it: an instruction whose text contains an operand twice is dropped, unless
/// it has a custom converter. Aliases may contain operands twice.
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
    // Whether names may be repeated; `None` until the record's field is read. The field is read only when the first
    // token has passed the check of modifiers, so that errors are reported in the same order as by llvm-tblgen.
    let mut may_repeat = is_alias.then_some(true);
    for (token, _) in operands {
        let is_reference = token.as_str().starts_with('$');
        if is_reference && token.as_str().contains(':') {
            let message = format!(
                "matchable with operand modifier '{token}' not supported by asm matcher.  Mark isCodeGenOnly!"
            );
            return Err(wrong_token(def, token.as_str(), message));
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
