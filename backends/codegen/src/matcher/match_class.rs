//! One class of operands.

use backend::bit_set::BitSet;
use backend::{RecordId, id};

use crate::registers::RegisterId;

id! {
    /// The number of a class of operands.
    pub struct MatchClassId;
}

/// The origin of a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchClassKind {
    /// One token of the text.
    Token,
    /// Registers, with the number of the set among all.
    Register(u32),
    /// Registers of a class that depends on the hardware mode, with its number.
    RegisterByMode(u32),
    /// A class that the source defines, with its number.
    User(u32),
}

/// A class of operands.
#[derive(Debug)]
pub struct MatchClass {
    /// Its kind.
    pub kind: MatchClassKind,
    /// Of a token, the token; of a set of registers without a name, `Reg` and its number.
    pub name: String,
    /// For a token, the token; else the names of the records that define it, separated by commas.
    pub value: String,
    /// The records that define it, or for a token those that contain it.
    pub sources: Vec<RecordId>,
    /// Its superclasses. For sets of registers all of them; for others those that are named.
    pub supers: Vec<MatchClassId>,
    /// Its registers, in any mode; empty unless it is a set of these.
    pub registers: BitSet<RegisterId>,
    /// The C++ function by which a parsed operand checks that it belongs to the class. Only classes of the source have
    /// one.
    pub predicate_method: String,
    /// The C++ function by which a parsed operand adds itself to the machine instruction. Tokens have none.
    pub render_method: String,
    /// Empty for the default parser.
    pub parser_method: String,
    /// The name of the diagnostic for other operands; empty if there is none.
    pub diagnostic: String,
    /// The text of that.
    pub diagnostic_text: String,
    /// Whether it is optional.
    pub is_optional: bool,
    /// The C++ function that makes one if it is left out.
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

    /// Whether it is a set of registers.
    pub fn is_register(&self) -> bool {
        matches!(self.kind, MatchClassKind::Register(_))
    }

    /// Adds a record that defines it.
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

    /// A diagnostic with a text has a name.
    pub(super) fn name_diagnostic(&mut self, name: &str) {
        if !self.diagnostic_text.is_empty() && self.diagnostic.is_empty() {
            self.diagnostic = name.to_owned();
        }
    }
}
