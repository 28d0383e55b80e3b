//! Printing values for the user.

mod bits;

use std::cell::Cell;

use db::{Database, Db};
use elaborate::record::FieldRef;
use elaborate::record::print::push_field;
use elaborate::value::print::{PrintContext, push_unquoted, push_value};
use elaborate::value::{Anon, AnonKey, ArgKey, Node, Type, UnOp, ValueId, ValueStore};
use syntax::Release;

use super::tree_text::cut;
pub(crate) use bits::{Bits, with_numbers};

/// Prints values. An anonymous record is printed as an instance of its class, since the number in its name depends on
/// all preceding statements.
pub(super) struct ValueDisplay<'a> {
    values: &'a ValueStore,
    release: Release,
    depth: Cell<usize>,
}

/// The greatest depth of nested instances shown.
const MAX_NESTED: usize = 4;
/// The largest number of characters printed of a value.
const MAX_VALUE: usize = 400;

impl<'a> ValueDisplay<'a> {
    pub(crate) fn new(db: &'a Database) -> ValueDisplay<'a> {
        ValueDisplay {
            values: db.values(),
            release: db.input().release(db),
            depth: Cell::new(0),
        }
    }

    /// The text of a value, truncated if it is too long. Truncated strings and code blocks are closed.
    pub(crate) fn value(&self, v: ValueId) -> String {
        let mut text = String::new();
        push_value(self, &mut text, v);
        cut_code(&text, MAX_VALUE)
    }

    pub(crate) fn name(&self, name: ValueId) -> String {
        let mut text = String::new();
        push_unquoted(self, &mut text, name);
        cut(&text, MAX_VALUE)
    }

    /// A field as a declaration. Names in unevaluated values are printed without the class or multiclass before them.
    pub(crate) fn field(&self, field: &FieldRef) -> String {
        let Some(v) = field.value.map(|v| self.whole(v)) else {
            let mut text = String::new();
            push_field(self, &mut text, field);
            return text;
        };
        let mut text = String::new();
        let value = Some(v);
        push_field(self, &mut text, &FieldRef { value, ..*field });
        short_names(&text)
    }

    /// A field as source lines. If its bits are of several kinds, the declaration is followed by a `let` for each group
    /// of adjacent bits of one kind.
    pub(crate) fn lines(&self, field: &FieldRef) -> Vec<Line> {
        let plain = |code, hex| vec![Line { code, hex }];
        match field.value.and_then(|v| self.bits(v)) {
            None => plain(self.field(field), None),
            Some(Bits::Whole(text, hex)) => {
                plain(format!("{} = {text}", self.declared(field)), hex)
            }
            Some(Bits::Pieces(pieces)) => {
                let mut lines = plain(self.declared(field), None);
                lines.extend(pieces.into_iter().map(|it| Line {
                    code: format!("let {}{{{}}} = {}", field.name, it.range(), it.value),
                    hex: it.hex,
                }));
                lines
            }
        }
    }

    /// The declaration of a field without its value.
    fn declared(&self, field: &FieldRef) -> String {
        let mut text = String::new();
        let value = None;
        push_field(self, &mut text, &FieldRef { value, ..*field });
        text
    }

    /// The text of a value. Names in unevaluated values are printed without the class or multiclass before them.
    pub(crate) fn short_value(&self, v: ValueId) -> String {
        short_names(&self.value(self.whole(v)))
    }

    /// A short text of a value for one line. Bits that are all known are written as a single number.
    pub(crate) fn shortest(&self, v: ValueId) -> String {
        match self.bits(v) {
            Some(Bits::Whole(text, hex)) => hex.unwrap_or(text),
            _ => self.short_value(v),
        }
    }

    /// If `v` consists of all bits of another value in order, returns that value. If that value is a `!cast`, returns
    /// the operand of the `!cast` instead. Otherwise returns `v`.
    fn whole(&self, v: ValueId) -> ValueId {
        let Some(bits) = self.values.as_bits(v) else {
            return v;
        };
        let mut base = None;
        for (index, bit) in (0..).zip(bits) {
            match self.values.node(*bit) {
                Node::VarBit(of, number) if *number == index && base.is_none_or(|it| it == *of) => {
                    base = Some(*of);
                }
                _ => return v,
            }
        }
        let base = base.filter(|it| self.width(*it) == Some(bits.len()));
        match base.map(|it| (it, self.values.node(it))) {
            Some((_, Node::Un(UnOp::Cast, inner))) => *inner,
            Some((base, _)) => base,
            None => v,
        }
    }

    /// The number of bits of a value; `None` if its type is neither `bit` nor `bits`.
    fn width(&self, v: ValueId) -> Option<usize> {
        match self.values.type_data(self.values.type_of(v)?) {
            Type::Bits(width) => Some(*width as usize),
            Type::Bit => Some(1),
            _ => None,
        }
    }

    fn push_instance(&self, out: &mut String, instance: ValueId) {
        let Node::Instance(class, args) = self.values.node(instance) else {
            return;
        };
        out.push_str(class.as_str());
        out.push('<');
        for (index, (key, v)) in args.iter().enumerate() {
            if index > 0 {
                out.push_str(", ");
            }
            self.push_argument_key(out, *key);
            push_value(self, out, *v);
        }
        out.push('>');
    }
}

impl PrintContext for ValueDisplay<'_> {
    fn values(&self) -> &ValueStore {
        self.values
    }

    fn release(&self) -> Release {
        self.release
    }

    fn push_anonymous(&self, out: &mut String, anon: Anon) {
        match self.values.anon_key(anon) {
            AnonKey::Instance(instance) if self.depth.get() < MAX_NESTED => {
                self.depth.set(self.depth.get() + 1);
                self.push_instance(out, instance);
                self.depth.set(self.depth.get() - 1);
            }
            AnonKey::Instance(_) => out.push_str("..."),
            AnonKey::Drawn(..) => out.push_str("(unnamed)"),
        }
    }

    fn push_argument_key(&self, out: &mut String, key: ArgKey) {
        if let ArgKey::Named(name) = key {
            let name = name.as_str();
            out.push_str(name.rsplit(':').next().unwrap_or(name));
            out.push_str(" = ");
        }
    }

    fn limit(&self) -> usize {
        MAX_VALUE
    }
}

/// A line of the text of a field.
pub(super) struct Line {
    /// The line as TableGen code.
    pub code: String,
    /// The value in hexadecimal, if all bits are known and `code` contains them in another form.
    pub hex: Option<String>,
}

/// The first `chars` characters of TableGen code. A truncated string or code block is closed, because other text
/// follows.
pub(super) fn cut_code(text: &str, chars: usize) -> String {
    let mut shown = cut(text, chars);
    if text.chars().nth(chars).is_some() {
        shown.push_str(ending(&shown));
    }
    shown
}

/// The delimiter that closes the string or code block that is open at the end of `text`; empty if nothing is open.
fn ending(text: &str) -> &'static str {
    let mut end = "";
    let mut rest = text;
    loop {
        let next = match end {
            "" => rest.find(['"', '[']),
            _ => rest.find(end),
        };
        let Some(at) = next else { return end };
        let found = &rest[at..];
        let (len, inside) = match end {
            "" if found.starts_with('"') => (1, "\""),
            "" if found.starts_with("[{") => (2, "}]"),
            "" => (1, ""),
            _ => (end.len(), ""),
        };
        (rest, end) = (&found[len..], inside);
    }
}

/// Replaces `Class:arg` and `Multiclass::arg` by `arg`, except in strings.
pub(super) fn short_names(text: &str) -> String {
    let mut short = String::with_capacity(text.len());
    // Every second piece is a string. Strings are not escaped in the text, so quotes in a string are mistaken for its
    // end.
    for (index, piece) in text.split('"').enumerate() {
        if index > 0 {
            short.push('"');
        }
        if index % 2 == 1 {
            short.push_str(piece);
            continue;
        }
        for (index, part) in piece.split(':').enumerate() {
            let is_qualified = part.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_');
            if index > 0 && is_qualified {
                let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == ':';
                short.truncate(short.trim_end_matches(is_part).len());
            } else if index > 0 {
                short.push(':');
            }
            short.push_str(part);
        }
    }
    short
}

#[cfg(test)]
mod tests {
    use super::ending;

    #[test]
    fn what_is_open_at_the_end() {
        for text in ["", "[A, B", "[\"a\", \"b\"", "[{ a }], [1", "\"[{\""] {
            assert_eq!(ending(text), "", "{text}");
        }
        assert_eq!(ending("[\"a\", \"b ["), "\"");
        assert_eq!(ending("[{ \"a"), "}]");
        assert_eq!(ending("[{ a }], [{"), "}]");
    }
}
