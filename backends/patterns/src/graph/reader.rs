//! Reads the text of a graph, without resolving the names in it.

use target_model::hw_modes::ModeId;
use target_model::value_types::ValueType;

use super::{Cursor, Misread};
use crate::types::{TypeSet, TypeSets};

/// The maximum depth of a node; the root has depth 0.
const MAX_DEPTH: usize = 100;

/// A node of the text, with unresolved names.
pub(super) struct Written<'t> {
    /// The position of the node in bytes from the start of the text.
    pub at: usize,
    pub head: WrittenHead<'t>,
    /// The operands of an operator; `None` for a leaf.
    pub operands: Option<Vec<Written<'t>>>,
    /// The types that the text gives for the node's first results, one element for each result.
    pub types: Vec<TypeSets>,
    /// The names of the fragments whose predicates hold for the node.
    pub predicates: Vec<&'t str>,
    pub name: Option<&'t str>,
}

#[derive(Clone, Copy)]
pub(super) enum WrittenHead<'t> {
    Record(&'t str),
    Int(i64),
    /// Neither a record nor a number: `$x` or `?`.
    Nothing,
}

/// Reads a whole text. An error if anything follows the graph.
pub(super) fn read(text: &str) -> Result<Written<'_>, Misread> {
    let mut reader = Cursor::new(text)?;
    let written = reader.node(0)?;
    reader.skip_blanks();
    if reader.rest().is_empty() {
        Ok(written)
    } else {
        Err(reader.wrong("the graph has ended before this"))
    }
}

impl<'t> Cursor<'t> {
    /// Consumes the text up to and including the next `end`; returns the part before `end`. An error if the rest of the
    /// text does not contain `end`.
    fn until(&mut self, end: &str) -> Result<&'t str, Misread> {
        let rest = self.rest();
        let Some(len) = rest.find(end) else {
            return Err(self.wrong(format!("expected '{end}' after this")));
        };
        self.at += len + end.len();
        Ok(&rest[..len])
    }

    fn node(&mut self, depth: usize) -> Result<Written<'t>, Misread> {
        if depth > MAX_DEPTH {
            return Err(self.wrong("the graph is too deep"));
        }
        self.skip_blanks();
        let at = self.at;
        let is_operator = self.take("(");
        let mut written = Written {
            at,
            head: WrittenHead::Nothing,
            operands: None,
            types: Vec::new(),
            predicates: Vec::new(),
            name: None,
        };
        let word = self.word();
        if !word.is_empty() {
            written.head = head(word).ok_or_else(|| Misread::at(at, "this is not a number"))?;
        } else if is_operator || !self.rest().starts_with(['$', '?']) {
            return Err(self.wrong(if is_operator {
                "expected the name of a node"
            } else {
                "expected a node"
            }));
        }
        if word.is_empty() {
            self.take("?");
            if self.take("$") {
                written.name = Some(self.name()?);
            }
        }
        self.suffixes(&mut written)?;
        if is_operator {
            let mut operands = Vec::new();
            while !self.take(")") {
                if !operands.is_empty() && !self.take(",") {
                    return Err(self.wrong("expected ',' or ')'"));
                }
                operands.push(self.node(depth + 1)?);
            }
            written.operands = Some(operands);
            self.suffixes(&mut written)?;
        }
        Ok(written)
    }

    /// Reads the suffixes of a node: its types, predicates, transform and names.
    fn suffixes(&mut self, written: &mut Written<'t>) -> Result<(), Misread> {
        loop {
            if self.take("<<P:") {
                let call = self.until(">>")?;
                // The scope is ignored, as the text does not show the arguments of the predicate.
                let name = call.rsplit(':').next().unwrap_or(call);
                let name = name.strip_prefix("Predicate_").unwrap_or(name);
                written.predicates.push(name);
            } else if self.take("<<X:") {
                self.until(">>")?;
            } else if self.take(":") {
                if self.take("{") {
                    let types = self.types()?;
                    written.types.push(types);
                    continue;
                }
                self.expect("$")?;
                let name = self.name()?;
                if name == "pred" && self.take(":") {
                    self.word();
                    self.expect(":")?;
                    self.word();
                } else if written.name.replace(name).is_some() {
                    return Err(self.wrong("a node has one name"));
                }
            } else {
                return Ok(());
            }
        }
    }

    fn name(&mut self) -> Result<&'t str, Misread> {
        let name = self.word();
        if name.is_empty() {
            Err(self.wrong("expected a name"))
        } else {
            Ok(name)
        }
    }

    /// Reads the types of a result in each mode, after the opening brace: `*:[i32 i64] m1:[i32] }`.
    fn types(&mut self) -> Result<TypeSets, Misread> {
        let mut sets = TypeSets::new();
        while !self.take("}") {
            let mode = if self.take("*") {
                ModeId::DEFAULT
            } else {
                let at = self.at;
                let number = self.word().strip_prefix('m').and_then(|it| it.parse().ok());
                let number = number.ok_or_else(|| Misread::at(at, "this is not a mode"))?;
                ModeId(number)
            };
            self.expect(":")?;
            self.expect("[")?;
            let mut set = TypeSet::EMPTY;
            while !self.take("]") {
                let at = self.at;
                let name = self.word();
                let ty = value_type(name);
                set.insert(ty.ok_or_else(|| Misread::at(at, "this is not a type of LLVM"))?);
            }
            *sets.get_mut(mode) = set;
        }
        Ok(sets)
    }
}

fn head(word: &str) -> Option<WrittenHead<'_>> {
    let (sign, digits) = match word.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, word),
    };
    if !digits.starts_with(|it: char| it.is_ascii_digit()) {
        return Some(WrittenHead::Record(word));
    }
    let number = if let Some(digits) = digits.strip_prefix("0x") {
        u64::from_str_radix(digits, 16).ok()
    } else if let Some(digits) = digits.strip_prefix("0b") {
        u64::from_str_radix(digits, 2).ok()
    } else {
        digits.parse().ok()
    };
    number.map(|it| WrittenHead::Int((it as i64).wrapping_mul(sign)))
}

fn value_type(name: &str) -> Option<ValueType> {
    ValueType::named(name)
}
