//! A single operand class.

use backend::bit_set::BitSet;
use backend::{RecordId, id};

use crate::registers::RegisterId;

id! {
    /// The id of an operand class in [`MatchClasses::all`](super::MatchClasses::all).
    pub struct MatchClassId;
}

/// What an operand class consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchClassKind {
    /// A single token.
    Token,
    /// A set of registers. The number is its index among these sets.
    Register(u32),
    /// The registers of a class that depends on the hardware mode. The number is the index among such classes.
    RegisterByMode(u32),
    /// A class that a record defines. The number is its index among these classes.
    User(u32),
}

/// An operand class.
#[derive(Debug)]
pub struct MatchClass {
    /// What the class consists of.
    pub kind: MatchClassKind,
    /// The name of the class. A token is its own name. A set of registers that no record names is called `Reg` and its
    /// index.
    pub name: String,
    /// For a token, the token; otherwise the names of the records that define the class, separated by commas.
    pub value: String,
    /// The records that define the class. For a token, the records whose texts contain the token.
    pub sources: Vec<RecordId>,
    /// The superclasses. A set of registers lists all its superclasses; other classes list only their direct
    /// superclasses.
    pub supers: Vec<MatchClassId>,
    /// The registers in a class of registers. If the class depends on the hardware mode, the registers of all modes
    /// together. Empty for other kinds of classes.
    pub registers: BitSet<RegisterId>,
    /// The C++ function that tests whether a parsed operand belongs to the class. Empty for tokens and for registers.
    pub predicate_method: String,
    /// The C++ function that adds a parsed operand to the machine instruction. Empty for tokens.
    pub render_method: String,
    /// The C++ function that parses the operand; empty for the default parser.
    pub parser_method: String,
    /// The name of the diagnostic for an operand that does not match; empty if it is missing.
    pub diagnostic: String,
    /// The text of this diagnostic; empty if it is missing.
    pub diagnostic_text: String,
    /// Whether the operand may be omitted.
    pub is_optional: bool,
    /// The C++ function that creates an operand if it is omitted. Empty for tokens and for registers.
    pub default_method: String,
}

impl MatchClass {
    pub(super) fn new(kind: MatchClassKind, name: String, value: String) -> MatchClass {
        MatchClass {
            kind,
            name,
            value,
            sources: Vec::new(),
            supers: Vec::new(),
            registers: BitSet::new(),
            predicate_method: String::new(),
            render_method: String::new(),
            parser_method: String::new(),
            diagnostic: String::new(),
            diagnostic_text: String::new(),
            is_optional: false,
            default_method: String::new(),
        }
    }

    /// Whether the class is a set of registers that is the same in all hardware modes.
    pub fn is_register(&self) -> bool {
        matches!(self.kind, MatchClassKind::Register(_))
    }

    /// Adds a record that defines the class. The first record gives the class its name.
    pub(super) fn name_after(&mut self, rec: RecordId, name: &str) {
        if self.value.is_empty() {
            self.name = name.to_owned();
            self.value = name.to_owned();
        } else {
            self.value += ",";
            self.value += name;
        }
        self.sources.push(rec);
    }

    /// Gives the diagnostic a name if it has a text but no name.
    pub(super) fn name_diagnostic(&mut self, name: &str) {
        if !self.diagnostic_text.is_empty() && self.diagnostic.is_empty() {
            self.diagnostic = name.to_owned();
        }
    }
}
